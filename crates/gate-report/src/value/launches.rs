//! Defines the values that describe the launches of a comparison in a report.

use gate_decision::{ComparisonMode, ExclusionReason, Sides};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{LostLaunches, StoredWord, is_default};

/// Launches of the head that are slower than every launch of the base.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SlowLaunchTimes {
    /// The number of slow launches.
    pub slow: usize,
    /// Number of admitted launches of each side.
    pub launches: Sides<usize>,
    /// The times of the fastest and the slowest of the slow launches.
    pub range_ns: [f64; 2],
    /// The time of the slowest launch of the base.
    pub slowest_base_ns: f64,
}

/// The launches that were admitted, and those that were excluded.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LaunchesUsed {
    /// `sessions`, or `blocks` for interleaved launches.
    pub mode: StoredWord<ComparisonMode>,
    /// Number of admitted launches of the base.
    pub base: usize,
    /// Number of admitted launches of the head.
    pub head: usize,
    /// Number of sessions with admitted launches of the base.
    pub sessions: usize,
    /// The launches that were excluded.
    pub excluded: Vec<ExcludedLaunch>,
    /// Lost launches, by side and reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<LostLaunches>,
    /// The share of a session's launches (the fastest ones) whose mean is the typical launch. For interleaved launches, the share is 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub typical_share: Option<f64>,
    /// The standard error of the change that all rows have in common, as a ratio. If too few days are stored for an estimate, the field
    /// contains the assumed standard deviation between sessions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_sd: Option<f64>,
    /// Whether `session_sd` was estimated from the stored days (`true`) or assumed (`false`).
    #[serde(default, skip_serializing_if = "is_default")]
    pub session_sd_measured: bool,
    /// Number of days in the base, if the days are too few to recognise feature flags that change from day to day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub few_days: Option<usize>,
    /// The list of the admitted launches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list: Option<LaunchList>,
    /// Fields that a different version wrote, which are preserved.
    #[serde(flatten, skip_serializing_if = "Map::is_empty")]
    pub others: Map<String, Value>,
}

/// The admitted launches, in the order of the costs in the field `values` of rows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LaunchList {
    /// The launches of the base.
    pub base: Vec<LaunchUsed>,
    /// The launches of the head.
    pub head: Vec<LaunchUsed>,
}

/// An admitted launch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LaunchUsed {
    pub session: String,
    /// The number of the launch in its session.
    pub launch: u64,
    /// The number of the block to which the launch belongs in an interleaved run; `None` in other runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<u64>,
    /// The duration of the launch; `None` if it was not recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_ns: Option<f64>,
}

/// A launch that was excluded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExcludedLaunch {
    /// The file from which the launch was read.
    pub source: String,
    pub session: String,
    /// The number of the launch in its session.
    pub launch: u64,
    /// The reason why the launch was excluded.
    pub reason: StoredWord<ExclusionReason>,
}
