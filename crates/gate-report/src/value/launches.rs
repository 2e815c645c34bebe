//! The launches of a comparison in the report.

use gate_decision::{Mode, Sides, Why};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{LostLaunches, Word, is_default};

/// Launches of the head that are slower than every launch of the base.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SlowLaunchTimes {
    /// Number of these launches.
    pub slow: usize,
    /// Number of launches that count, by side.
    pub launches: Sides<usize>,
    /// The fastest and the slowest of them.
    pub range_ns: [f64; 2],
    /// The slowest launch of the base.
    pub slowest_base_ns: f64,
}

/// Which launches count and which do not.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LaunchesUsed {
    /// `sessions`, or `blocks` for interleaved launches.
    pub mode: Word<Mode>,
    /// How many of the baseline count.
    pub base: usize,
    /// How many new ones count.
    pub head: usize,
    /// How many baseline sessions count.
    pub sessions: usize,
    /// Launches that do not count.
    pub excluded: Vec<ExcludedLaunch>,
    /// Lost launches, by side and reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<LostLaunches>,
    /// Share of a session's launches whose mean is the typical launch, the fastest ones; 1 for interleaved launches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub typical_share: Option<f64>,
    /// Standard error of the change that all rows share, as a ratio; where too few days are stored to estimate it, the assumed spread
    /// between sessions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_sd: Option<f64>,
    /// Whether it was estimated from the stored days.
    #[serde(default, skip_serializing_if = "is_default")]
    pub session_sd_measured: bool,
    /// Number of days of the baseline, if flags that change from day to day need more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub few_days: Option<usize>,
    /// The launches that count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list: Option<LaunchList>,
    /// Fields of other versions, which are kept.
    #[serde(flatten, skip_serializing_if = "Map::is_empty")]
    pub others: Map<String, Value>,
}

/// The launches that count, each side in the order of its values.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LaunchList {
    /// The baseline's.
    pub base: Vec<LaunchUsed>,
    /// The new ones.
    pub head: Vec<LaunchUsed>,
}

/// A launch that counts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LaunchUsed {
    pub session: String,
    /// Its number in the session.
    pub launch: u64,
    /// The block of an interleaved run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<u64>,
    /// The duration of the launch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_ns: Option<f64>,
}

/// A launch that does not count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExcludedLaunch {
    /// Where it was read from.
    pub source: String,
    pub session: String,
    /// Its number in the session.
    pub launch: u64,
    /// Why it does not count.
    pub reason: Word<Why>,
}
