//! Two sides of launches become one comparison.
//!
//! It owns admission (`admit`) and the rows, which add up to the launch: the self cost of every method on the main thread, and the time of
//! each phase outside Objective-C. Pages, modules and methods of other threads are further rows. A method that is absent from a launch has
//! the cost 0 in it.
//! [`gate_stats`] computes every number, and `verdict` decides what the numbers mean.
//!
//! Levels: the table `stats::levels` divides the level between kinds of rows. The parts have the largest share, the launch and its phases
//! are rows with their own error, pages and modules have small shares. A module is judged without the methods that are findings or became
//! quicker: it shows growth that is spread over too many methods for any one to show it.
//!
//! Invariant: rows are in the order of (kind, name), whatever the order of the input.

mod admit;
mod budgets;
mod calls;
mod context;
mod counters;
mod counts;
mod creep;
mod functions;
mod judged;
mod lost;
mod numbers;
mod recording;
mod relations;
mod renamed;
mod rows;
mod rules;
mod work;

use std::collections::BTreeSet;
use std::sync::Arc;

use gate_config::{Config, Date, Limits};
use gate_launches::{Launch, Launches, Role};
use gate_stats::{Common, RowResult};
use serde::{Deserialize, Serialize};

pub use gate_stats::Call;
pub use gate_stats::part::JudgedPart;
pub use gate_stats::slow::Slow;

pub(crate) use admit::match_conditions;
pub use admit::{Excluded, Why};
pub use budgets::Budgeted;
pub(crate) use budgets::budgets_alone;
pub use calls::{CallsFrom, ExactIncrease, IncreasedRow};
pub use counters::{CountRow, Counters, LaunchCounts};
pub use counts::{CalledRow, FunctionCalls, alone as calls_of_functions};
pub use creep::{Sessions, compare_anchor};
pub use functions::{FunctionShare, Functions, MissingSymbols, Part};
pub use judged::{Caller, Judged};
pub use lost::LostLaunches;
pub(crate) use recording::differ_in_recording;
pub use relations::CallRelations;
pub use rows::{LaunchPart, Row, Values};
pub use rules::{BaselineHistory, Rules};
pub(crate) use work::calls_alone;
pub use work::{WorkRow, Works, work_of};

use crate::amount::Sides;
use crate::caution::Caution;
use crate::reason::{AgentRecording, Difference, RecorderFailure, TooFewLaunches};
use crate::subject::Subject;
use admit::Admission;
use context::ComparisonContext;
use judged::LEAST_NS;
use numbers::{Layout, mode_of};
use rows::{AdmittedLaunches, Matrix};

/// The arrangement of the two builds' launches, which decides what differences cancel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Sessions of their own: the difference between sessions is a part of the error.
    Sessions,
    /// Blocks of both builds in turns on one device: the difference between sessions cancels.
    Blocks,
}

/// The launches of one side.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    /// The launches and the tables of their names.
    pub launches: &'a Launches,
    /// The role of the launches that belong to the side; `None` for all.
    pub role: Option<Role>,
}

impl<'a> Side<'a> {
    /// Returns its launches, those that are not admitted too.
    pub(crate) fn launches_of_side(&self) -> impl Iterator<Item = &'a Launch> + use<'a> {
        let role = self.role;
        self.launches.launches.iter().filter(move |launch| role.is_none() || launch.role == role)
    }

    /// Returns its densely sampled launches.
    fn dense(self) -> Vec<&'a Launch> {
        self.launches_of_side().filter(|launch| Why::from_launch(launch) == Some(Why::Dense)).collect()
    }
}

/// Rows with their numbers.
#[derive(Clone, Debug)]
pub struct Comparison {
    pub mode: Mode,
    /// The level that was spent.
    pub alpha: f64,
    /// The part of the level that times have, besides counters and functions.
    pub level: f64,
    /// The limits in force for rows that no override names.
    pub limits: Limits,
    /// The rows that may become findings.
    pub rows: Vec<Judged>,
    /// Pages, modules (without the methods that were found) and methods of other threads.
    pub beside: Vec<Judged>,
    /// The launch (first) and its phases as a whole, by their own error.
    pub wholes: Vec<Judged>,
    /// The exact increases of calls and work.
    pub more_calls: Vec<IncreasedRow>,
    /// The calls of functions in launches of counting copies; those with more calls are among `more_calls`.
    pub function_calls: FunctionCalls,
    /// The methods whose calls vary between launches of the base, and are not more in the head beyond chance.
    pub calls_vary: BTreeSet<Subject>,
    pub counters: Counters,
    /// The functions that samples found.
    pub functions: Functions,
    /// The work that launches request.
    pub works: Works,
    /// The modules as a whole, which are shown and are no findings by themselves.
    pub modules: Vec<Judged>,
    pub budgets: Vec<Budgeted>,
    /// The rows that grew since the anchor; empty without an anchor.
    pub creep: Vec<Judged>,
    /// The change that is common to all rows.
    pub common: Common,
    /// Caveats for the reader of the report.
    pub warnings: Vec<Caution>,
    /// The spread between sessions that was allowed for; `None` in interleaved runs.
    pub session_spread: Option<SessionSpread>,
    /// Number of days of the base, if that is too small to recognise feature flags that change from day to day.
    pub few_days: Option<usize>,
    /// The relations of the methods that changed.
    pub relations: CallRelations,
    /// The part of the launch that can be judged precisely enough, and its possible growth.
    pub part: LaunchPart,
    /// The slow launches of the head.
    pub slow: Slow,
    /// The rows that are slow in some launches of the head, the smallest chance first; `None` if too few days are stored.
    pub slow_rows: Option<Vec<SlowRow>>,
    /// The rows that grew beyond the growth of all rows.
    pub beyond: BTreeSet<Subject>,
    /// The launches that were lost.
    pub lost: LostLaunches,
    /// Number of admitted launches.
    pub admitted: Sides<usize>,
    pub sessions: usize,
    pub excluded: Vec<Excluded>,
}

/// The spread between sessions, as a ratio.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SessionSpread {
    pub sd: f64,
    /// Whether it was measured, and not assumed.
    pub is_measured: bool,
}

/// A row that is slow in some launches of the head.
#[derive(Clone, Debug)]
pub struct SlowRow {
    pub subject: Subject,
    pub slow: Slow,
}

/// A change common to all rows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Drift {
    /// The common ratio of the head to the base.
    pub ratio: f64,
    /// The ends of the interval of the ratio.
    pub interval: [f64; 2],
    /// Whether the change was subtracted from the rows.
    pub removed: bool,
}

impl Comparison {
    /// Returns the change that is common to all rows, as a ratio.
    pub fn drift(&self) -> Drift {
        let Common { growth, bound, agree, taken, .. } = self.common;
        Drift {
            ratio: growth.exp(),
            interval: [(growth - bound).exp(), (growth + bound).exp()],
            removed: agree && taken != 0.0,
        }
    }
}

/// The reason why two sides cannot be compared.
#[derive(Debug, thiserror::Error)]
pub enum CompareError {
    /// They were recorded under different conditions.
    #[error("the launches were recorded under different conditions")]
    Incomparable(Vec<Difference>),
    /// The agent measured differently, which is their only difference.
    #[error("the agent measured differently on the two sides")]
    OtherRecording(Sides<AgentRecording>),
    /// The recorder failed on a side: its launches have no methods although the other side's have some, or it stopped with a reason.
    #[error("the recorder failed in the launches of the {}", .0.side.name())]
    NotRecorded(RecorderFailure),
    /// There are too few launches to judge.
    #[error(transparent)]
    TooFew(#[from] TooFewLaunches),
    /// Statistics refused the numbers.
    #[error(transparent)]
    Stats(#[from] gate_stats::Error),
}

/// Compares the side `head` with the side `base`. `today` decides which overrides hold.
pub fn compare(
    base_side: Side<'_>,
    head_side: Side<'_>,
    config: &Config,
    today: Date,
) -> Result<Comparison, CompareError> {
    compare_with(base_side, head_side, Rules::new(config, today))
}

/// Compares two sides by rules, which may have a history of the base.
pub(crate) fn compare_with(
    base_side: Side<'_>,
    head_side: Side<'_>,
    rules: Rules<'_>,
) -> Result<Comparison, CompareError> {
    let mut admission = Admission::new(base_side, head_side)?;
    if base_side.role == Some(Role::Base) && head_side.role == Some(Role::Head) {
        admission.remove_unpaired();
    }
    admission.check(rules.config)?;
    let mode = mode_of(base_side, head_side, &admission.base, &admission.head);
    if mode == Mode::Sessions {
        admission.match_places(rules.config);
    }
    let Admission { base, head, excluded } = admission;
    let sides = Sides { base: base_side, head: head_side };
    let launches = AdmittedLaunches::new(sides, &base, &head);
    let rules = rules.for_launches(launches);
    let layout = Layout::new(mode, launches, rules.history);
    ComparisonContext { sides, mode, layout, launches, rules }.compare(excluded)
}

/// Checks that a side has enough admitted launches to be judged, or to be a baseline.
pub fn check_enough(side: Side<'_>, config: &Config) -> Result<(), TooFewLaunches> {
    let (launches, excluded) = admit::admit(side.launches_of_side(), Role::Head);
    admit::check_side(Role::Head, &launches, &excluded, config)
}

/// Joins rows with the results of their tests.
fn with_results(matrix: Matrix, results: Vec<RowResult>) -> Vec<Judged> {
    let shown: Vec<bool> =
        results.iter().enumerate().map(|(row, result)| matrix.is_shown(row, result.p)).collect();
    let Matrix { rows, values, calls, .. } = matrix;
    let mut judged = Vec::with_capacity(rows.len());
    for ((((row, values), mut result), calls), shown) in
        rows.into_iter().zip(values).zip(results).zip(calls).zip(shown)
    {
        if shown {
            result.call = Call::Finding;
        }
        // Without a floor, a growth that is shown as 0 would be a finding.
        if result.call == Call::Finding && result.head - result.base < LEAST_NS {
            result.call = Call::Within;
        }
        judged.push(Judged { row, result, calls, values: Arc::new(values), called_by: None });
    }
    judged
}
