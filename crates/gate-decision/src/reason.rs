//! Defines reasons for an answer as data. A reason is a code with its values, which reports convert to sentences.

use std::collections::BTreeMap;
use std::fmt;

use gate_launches::{BuildRole, Condition};
use serde::{Deserialize, Serialize};

use crate::amount::{Amount, Sides};
use crate::subject::Subject;

/// A reason why an answer is not a pass, or a limitation of a pass, or an explanation of a finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum Reason {
    /// All rows grew together, by the common ratio `ratio`.
    EverythingSlower { ratio: f64, interleaved: bool },
    /// The base's own launches vary so much that only a small part of the launch can be judged.
    LaunchTooVariable { rows: Vec<VariableRow> },
    /// The launch seems to have grown by `growth`, and may have grown by up to `limit`; `mostly` is the row with most of the growth.
    LaunchSeemsSlower { growth: RelativeGrowth, limit: RelativeGrowth, mostly: Option<RowGrowth> },
    /// Growth of the subject up to `limit` could go undetected.
    GrowthUndetectable { subject: Subject, limit: RelativeGrowth },
    /// Some launches of the head were slower than every launch of the base: in the row `subject`, otherwise in the judged part of the
    /// launch (if `part` is true), otherwise as a whole. If `scaled` is true, each session's launches were divided by the mean of their
    /// faster half before the comparison.
    SlowLaunches {
        subject: Option<Subject>,
        part: bool,
        scaled: bool,
        slow: usize,
        launches: Sides<usize>,
        p: f64,
    },
    /// The number of launches is so small that a method could take twice as long without becoming a finding.
    MethodsUndetectable { launches: Sides<usize>, methods: usize, needed: usize },
    /// The head lost more launches than the base.
    LostLaunches { launches: Sides<LossCount> },
    /// The pass does not include `rows`, nor `more` further rows, since they vary too much to be judged.
    JudgedWithout { rows: Vec<VariableRow>, more: usize },
    /// The time grew by a larger ratio than the instructions, so the subject waits longer.
    WaitsLonger { subject: Subject, time: f64, instructions: f64 },
    /// The instructions grew while the time became shorter.
    WaitsLess { subject: Subject, time: f64, instructions: f64 },
    /// The fresh launches of the confirmation run do not show the growth of a finding again.
    NotConfirmed { subject: Subject, first: Amount, fresh: Option<FreshGrowth> },
    /// The fresh launches of the confirmation run do not show the growth of a counter again.
    CounterNotConfirmed { subject: Subject, ratio: f64 },
    /// No stored session was recorded on the phone of these launches.
    UnknownPhone,
    /// The launches ran in a simulator, so their times are those of the Mac.
    Simulator,
    /// The times of the store do not decide yet: a backtest judged `judged` stored sessions, and `failed` of them would have failed a
    /// check.
    TimesNotProven { judged: usize, failed: usize },
    /// The base or the head has too few usable launches.
    TooFewLaunches(TooFewLaunches),
    /// The head has too few usable launches to judge times. The base has `base_recorded` recorded launches.
    TooFewForTimes { head: TooFewLaunches, base_recorded: usize },
    /// The stored sessions have too few usable launches.
    StoredTooShort(TooFewLaunches),
    /// The recorder found no method in any launch of one side.
    NotRecorded(RecorderFailure),
    /// The agent measured differently on the two sides.
    OtherRecording { recordings: Sides<AgentRecording>, stored: bool },
    /// The store has no session for the app, scenario and device of the launches.
    NothingStored { wanted: Vec<StoredKey>, stored: Vec<StoredSessions>, damaged: usize, address: String },
    /// The store contains only the sessions that are being judged.
    OnlyOwnSessions { wanted: Vec<StoredKey>, address: String },
    /// Budgets could not be checked, for the reason in `cause` if there is one.
    BudgetsUnchecked { cause: Option<TooFewLaunches> },
    /// The base and the head are equal builds, so they were not launched. Budgets for launches could therefore not be checked; `budgets` is
    /// the number of such budgets.
    EqualBuildsNotLaunched { budgets: usize },
    /// The run has no facts of the build, so budgets for facts could not be checked; `budgets` is the number of such budgets.
    FactsMissing { budgets: usize },
    /// With approximately `launches` additional launches, the answer would become a pass or a regression.
    MoreLaunches { launches: usize },
    /// More launches of this build would not change the answer, because days differ by more than launches.
    DaysDiffer,
    /// More launches of both builds would change the answer.
    MoreOfBoth,
    /// Too few launches of one side have samples for judging functions.
    TooFewSamples { side: BuildRole, launches: usize, needed: usize },
    /// The symbols of these images are known on one side and missing on the other.
    SymbolsOfOneSide { missing: BuildRole, images: Vec<String> },
}

/// A growth, and the amount `of`, of which the growth is a share.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RelativeGrowth {
    pub growth: Amount,
    pub of: Amount,
}

impl RelativeGrowth {
    /// Returns the growth as a share.
    pub fn share(&self) -> f64 {
        self.growth.value / self.of.value
    }
}

/// A row, and the amount of its growth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RowGrowth {
    pub subject: Subject,
    pub growth: Amount,
}

/// A row that varies between launches of the base, with the smallest and the largest amount in one launch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VariableRow {
    pub subject: Subject,
    pub least: Amount,
    pub most: Amount,
}

/// The growth of a row in the fresh launches of a confirmation run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct FreshGrowth {
    pub growth: Amount,
    /// The ends of the growth's confidence interval; `None` for an end without a bound.
    pub interval: [Option<Amount>; 2],
}

/// A build with too few usable launches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("the {} has too few usable launches", side.name())]
pub struct TooFewLaunches {
    pub side: BuildRole,
    pub needed: usize,
    pub found: usize,
    /// The number of excluded launches for each reason.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub excluded: BTreeMap<String, usize>,
}

/// A side on which the recorder failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecorderFailure {
    pub side: BuildRole,
    pub launches: usize,
    /// The reason that the recorder reported; `None` if the only sign of the failure is that the other side has methods.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<String>,
}

/// A way in which the agent measures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentRecording {
    /// The number of the agent's way of measuring (recording number), which each trace contains.
    pub recording: u32,
    /// The version of the agent that introduced this way of measuring, if this program knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// The versions of the agents that measured.
    pub agents: Vec<String>,
}

/// The app, scenario and device of stored sessions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredKey {
    pub app: String,
    pub scenario: String,
    pub device: String,
}

/// The number of stored sessions of a key (an app, scenario and device).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredSessions {
    pub key: StoredKey,
    pub sessions: usize,
    /// Whether the store may have more sessions, because counting stopped at a limit.
    pub or_more: bool,
}

/// The number of lost launches, and the number of all launches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LossCount {
    pub lost: u64,
    pub all: u64,
}

/// A condition whose values differ between the two sides, or within one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub condition: Condition,
    /// All values that occur in the base's launches.
    pub base: Vec<String>,
    /// All values that occur in the new launches.
    pub head: Vec<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted =
            |values: &[String]| values.iter().map(|v| format!("{v:?}")).collect::<Vec<_>>().join(", ");
        write!(f, "{}: base {}, head {}", self.condition.label(), quoted(&self.base), quoted(&self.head))
    }
}
