//! Reasons of an answer, as data: a code with its values, from which reports make words.

use std::collections::BTreeMap;
use std::fmt;

use gate_launches::{Condition, Role};
use serde::{Deserialize, Serialize};

use crate::amount::{Amount, Sides};
use crate::subject::Subject;

/// A reason why an answer is not a pass, a limit of a pass, or an explanation of a finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum Reason {
    /// All rows grew together.
    EverythingSlower { ratio: f64, interleaved: bool },
    /// The base's own launches vary so much that too little of the launch can be judged.
    LaunchTooVariable { rows: Vec<VariableRow> },
    /// The launch seems to have grown by `growth`, and may have grown by `limit`; `mostly` is the row with most of that growth.
    LaunchSeemsSlower { growth: RelativeGrowth, limit: RelativeGrowth, mostly: Option<RowGrowth> },
    /// Growth of the subject up to `limit` could go undetected.
    GrowthUndetectable { subject: Subject, limit: RelativeGrowth },
    /// Some launches of the head were slower than every launch of the base: in `subject`, in the part of the launch that is judged (`part`),
    /// or as a whole. If `scaled`, each session's launches were divided by the mean of their faster half before.
    SlowLaunches {
        subject: Option<Subject>,
        part: bool,
        scaled: bool,
        slow: usize,
        launches: Sides<usize>,
        p: f64,
    },
    /// The launches are so few that a method could double unseen.
    MethodsUndetectable { launches: Sides<usize>, methods: usize, needed: usize },
    /// The head lost more launches than the base.
    LostLaunches { launches: Sides<LossCount> },
    /// These rows vary too much to be judged, and `more` others do.
    JudgedWithout { rows: Vec<VariableRow>, more: usize },
    /// The time grew more than the instructions did, so the subject waits longer.
    WaitsLonger { subject: Subject, time: f64, instructions: f64 },
    /// The instructions grew while the time fell.
    WaitsLess { subject: Subject, time: f64, instructions: f64 },
    /// Fresh launches do not show the growth of a finding again.
    NotConfirmed { subject: Subject, first: Amount, fresh: Option<FreshGrowth> },
    /// Fresh launches do not show the growth of a counter again.
    CounterNotConfirmed { subject: Subject, ratio: f64 },
    /// No stored session is of the phone of these launches.
    UnknownPhone,
    /// The launches ran in a simulator, whose times are the host's.
    Simulator,
    /// The base or the head has too few usable launches.
    TooFewLaunches(TooFewLaunches),
    /// The head has too few usable launches for times; the base has this many recorded.
    TooFewForTimes { head: TooFewLaunches, base_recorded: usize },
    /// The stored sessions have too few usable launches.
    StoredTooShort(TooFewLaunches),
    /// No launch of the base, or of the head, has a method.
    NotRecorded(RecorderFailure),
    /// The agent measured differently on the two sides.
    OtherRecording { recordings: Sides<AgentRecording>, stored: bool },
    /// The store has no session that belongs to the launches.
    NothingStored { wanted: Vec<StoredKey>, stored: Vec<StoredSessions>, damaged: usize, address: String },
    /// The store has only the sessions that are being judged.
    OnlyOwnSessions { wanted: Vec<StoredKey>, address: String },
    /// Budgets could not be checked.
    BudgetsUnchecked { cause: Option<TooFewLaunches> },
    /// Equal builds were not launched, so this many budgets on launches could not be checked.
    EqualBuildsNotLaunched { budgets: usize },
    /// The run has no build facts, so this many budgets on facts could not be checked.
    FactsMissing { budgets: usize },
    /// About this many more launches would make the answer a pass or a regression.
    MoreLaunches { launches: usize },
    /// More launches of this build would not decide, because days differ by more.
    DaysDiffer,
    /// More launches of both builds would decide.
    MoreOfBoth,
    /// Fewer launches of a side have samples than functions need.
    TooFewSamples { side: Role, launches: usize, needed: usize },
    /// One side has no symbols of these images, and the other side has them.
    SymbolsOfOneSide { missing: Role, images: Vec<String> },
}

/// A growth and the amount that it is a share of.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RelativeGrowth {
    pub growth: Amount,
    pub of: Amount,
}

/// A row and its growth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RowGrowth {
    pub subject: Subject,
    pub growth: Amount,
}

/// A row that varies between launches of the base, with the least and the most that it took in one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VariableRow {
    pub subject: Subject,
    pub least: Amount,
    pub most: Amount,
}

/// The growth of a row in fresh launches.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct FreshGrowth {
    pub growth: Amount,
    /// The ends of its interval; `None` for an end without a bound.
    pub interval: [Option<Amount>; 2],
}

/// A build with too few usable launches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("the {} has too few usable launches", side.name())]
pub struct TooFewLaunches {
    pub side: Role,
    pub needed: usize,
    pub found: usize,
    /// The number of excluded launches, by the name of the reason.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub excluded: BTreeMap<String, usize>,
}

/// A side whose recorder failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecorderFailure {
    pub side: Role,
    pub launches: usize,
    /// The recorder's own reason; `None` if only the other build has methods.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<String>,
}

/// The way in which the agent measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentRecording {
    /// The number of the way of measuring.
    pub recording: u32,
    /// The version that began it, where this program knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// The versions of the agents.
    pub agents: Vec<String>,
}

/// App, scenario and device of stored sessions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredKey {
    pub app: String,
    pub scenario: String,
    pub device: String,
}

/// The number of stored sessions of a key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredSessions {
    pub key: StoredKey,
    pub sessions: usize,
    /// Whether counting stopped there.
    pub or_more: bool,
}

/// The number of lost launches, and of all launches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LossCount {
    pub lost: u64,
    pub all: u64,
}

/// A condition that is not the same on both sides, or not within one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub condition: Condition,
    /// All values in the baseline.
    pub base: Vec<String>,
    /// All values in the new launches.
    pub head: Vec<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted =
            |values: &[String]| values.iter().map(|v| format!("{v:?}")).collect::<Vec<_>>().join(", ");
        write!(f, "{}: base {}, head {}", self.condition.label(), quoted(&self.base), quoted(&self.head))
    }
}
