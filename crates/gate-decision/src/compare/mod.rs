//! Compares the launches of the base with those of the head.
//!
//! `compare` decides which launches are admitted (`admit`) and makes the rows of a comparison. The parts of the launch are the self cost of
//! every method on the main thread, and the time of each phase outside Objective-C. The parts add up to the launch. Pages, modules and
//! methods of other threads are further rows. In a launch that does not contain a method, the method has the cost 0. [`gate_stats`]
//! computes every number, and `verdict` decides what the numbers mean.
//!
//! Significance levels: the table `gate_stats::levels` divides the significance level between kinds of rows. The tests of the launch's
//! parts have the largest share of it. The launch and its phases are tested with a standard error that is estimated from their own times,
//! not from those of their methods. The tests of pages and modules have small shares of it. A module is judged without the methods that are
//! findings or became faster, so its row shows growth that is spread over several methods and too small in each of them.
//!
//! Invariant: rows are sorted by kind and name, whatever the order of the input.

mod admit;
mod budgets;
mod calls;
mod context;
mod counters;
mod counts;
mod creep;
mod functions;
mod judged_row;
mod layout;
mod lost;
mod recording;
mod relations;
mod renamed;
mod rows;
mod rules;
mod waiting;
mod work;

use std::collections::BTreeSet;
use std::sync::Arc;

use gate_config::{Config, Date, Limits};
use gate_launches::{BuildRole, Launch, Launches};
use gate_stats::{CommonChange, RowResult};
use serde::{Deserialize, Serialize};

pub use gate_stats::RowClass;
pub use gate_stats::pass::PassPart;
pub use gate_stats::slow::SlowLaunchCount;

pub(crate) use admit::match_conditions;
pub use admit::{ExclusionReason, LaunchExclusion};
pub use budgets::BudgetRow;
pub(crate) use budgets::budgets_without_base;
pub use calls::{CallsFrom, ExactIncrease, IncreasedRow};
pub use counters::{CountRow, Counters, LaunchCounts};
pub use counts::{CalledRow, FunctionCalls, calls_without_base};
pub use creep::{OrderedSessions, compare_anchor};
pub use functions::{FunctionGrowth, FunctionResults, FunctionShare, MissingSymbols};
pub use judged_row::{Caller, JudgedRow};
pub use lost::LostLaunches;
pub(crate) use recording::differ_in_recording;
pub use relations::CallRelations;
pub use rows::{LaunchPart, Row, RowValues};
pub use rules::{BaselineHistory, Rules};
pub use waiting::{WaitPlace, WaitRow, waiting_without_base};
pub(crate) use work::exact_increases_alone;
pub use work::{WorkRow, WorkTable, work_without_base};

use crate::amount::Sides;
use crate::caution::Caution;
use crate::reason::{AgentRecording, Difference, RecorderFailure, TooFewLaunches};
use crate::subject::Subject;
use admit::Admission;
use context::ComparisonContext;
use judged_row::LEAST_NS;
use layout::{Layout, mode_of};
use rows::{AdmittedLaunches, Matrix};

/// The way in which both builds were launched, which decides whether differences between sessions cancel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComparisonMode {
    /// The builds were launched in separate sessions. The difference between sessions is then a part of the error.
    Sessions,
    /// The base and the head were launched in turns on one device, in blocks. The difference between sessions then cancels.
    Blocks,
}

/// The launches of one side.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    /// The launches, with the table of their method names.
    pub launches: &'a Launches,
    /// The role of the launches that belong to the side; `None` if all launches belong to the side.
    pub role: Option<BuildRole>,
}

impl<'a> Side<'a> {
    /// Returns the launches of this side, including those that are not admitted.
    pub(crate) fn launches_of_side(&self) -> impl Iterator<Item = &'a Launch> + use<'a> {
        let role = self.role;
        self.launches.launches.iter().filter(move |launch| role.is_none() || launch.role == role)
    }

    /// Returns the densely sampled launches of this side.
    fn dense_launches(self) -> Vec<&'a Launch> {
        self.launches_of_side()
            .filter(|launch| ExclusionReason::from_launch(launch) == Some(ExclusionReason::Dense))
            .collect()
    }
}

/// The comparison of two sets of launches: a row for each quantity, with the result of its statistical test.
#[derive(Clone, Debug)]
pub struct Comparison {
    pub mode: ComparisonMode,
    /// The significance level of the whole comparison.
    pub alpha: f64,
    /// The part of the significance level that tests of times use. Counters and functions use the remainder.
    pub level: f64,
    /// The limits that apply to rows without an override in the settings.
    pub limits: Limits,
    /// The rows of the parts of the launch: methods, and the time of phases outside Objective-C. Methods of other threads are included if
    /// the settings request it.
    pub rows: Vec<JudgedRow>,
    /// The rows that are not parts of the launch: pages, spans, modules (without the methods that are findings) and methods of other
    /// threads.
    pub auxiliary: Vec<JudgedRow>,
    /// The launch (first) and its phases. Their standard errors are estimated from their own times, not from those of their methods.
    pub wholes: Vec<JudgedRow>,
    /// The exact increases of calls and of requests to the system.
    pub more_calls: Vec<IncreasedRow>,
    /// The calls of functions in launches of counting copies. Functions with more calls are also in `more_calls`.
    pub function_calls: FunctionCalls,
    /// The methods whose calls vary between launches of the base and did not increase in the head by more than chance explains.
    pub calls_vary: BTreeSet<Subject>,
    pub counters: Counters,
    /// The functions that samples found.
    pub functions: FunctionResults,
    /// The requests to the system (work) of the launches.
    pub work: WorkTable,
    /// The waiting time of the main thread; `None` if it was not measured.
    pub waiting: Option<Vec<WaitRow>>,
    /// The modules with all their methods. The modules are only shown, and are not findings by themselves.
    pub modules: Vec<JudgedRow>,
    pub budgets: Vec<BudgetRow>,
    /// The rows that grew since the anchor; empty if there is no anchor.
    pub creep: Vec<JudgedRow>,
    /// The change that all rows have in common.
    pub common: CommonChange,
    /// Caveats for the reader of the report.
    pub warnings: Vec<Caution>,
    /// The standard deviation between sessions that the tests used; `None` in interleaved runs.
    pub session_spread: Option<SessionSpread>,
    /// Number of days in the base, if the days are too few to recognise feature flags that change from day to day.
    pub few_days: Option<usize>,
    /// The call-tree relations of the methods that changed.
    pub relations: CallRelations,
    /// The part of the launch that can be judged precisely enough (a sum of rows), with the upper limit of its growth.
    pub part: LaunchPart,
    /// The slow launches of the head, which are slower than every launch of the base.
    pub slow: SlowLaunchCount,
    /// The rows that are slow in some launches of the head, those that are least likely to be due to chance first; `None` if too few days
    /// are stored.
    pub slow_rows: Option<Vec<SlowRow>>,
    /// The rows that grew by more than the growth that all rows have in common.
    pub beyond: BTreeSet<Subject>,
    /// The numbers of lost launches and of started launches.
    pub lost: LostLaunches,
    /// Number of admitted launches.
    pub admitted: Sides<usize>,
    pub sessions: usize,
    pub excluded: Vec<LaunchExclusion>,
}

/// The standard deviation between sessions, as a ratio.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SessionSpread {
    pub sd: f64,
    /// Whether the value was measured in the stored sessions. A value that was not measured was assumed.
    pub is_measured: bool,
}

/// A row that is slow in some launches of the head.
#[derive(Clone, Debug)]
pub struct SlowRow {
    pub subject: Subject,
    pub slow: SlowLaunchCount,
}

/// The change that all rows have in common.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Drift {
    /// The ratio of the head to the base.
    pub ratio: f64,
    /// The confidence interval of the ratio.
    pub interval: [f64; 2],
    /// Whether the change was subtracted from the rows before they were tested.
    pub removed: bool,
}

impl Comparison {
    /// Returns the change that all rows have in common, as a ratio.
    pub fn drift(&self) -> Drift {
        let CommonChange { growth, bound, agree, subtracted, .. } = self.common;
        Drift {
            ratio: growth.exp(),
            interval: [(growth - bound).exp(), (growth + bound).exp()],
            removed: agree && subtracted != 0.0,
        }
    }
}

/// The reason why two sides cannot be compared.
#[derive(Debug, thiserror::Error)]
pub enum CompareError {
    /// The two sides were recorded under different conditions.
    #[error("the launches were recorded under different conditions")]
    Incomparable(Vec<Difference>),
    /// The agent measured in different ways on the two sides, and no other condition differs.
    #[error("the agent measured differently on the two sides")]
    OtherRecording(Sides<AgentRecording>),
    /// The recorder failed on one side. Either the recorder stopped with a reason, or the launches of this side have no methods although
    /// launches of the other side have some.
    #[error("the recorder failed in the launches of the {}", .0.side.name())]
    NotRecorded(RecorderFailure),
    /// The number of launches is too small for a judgement.
    #[error(transparent)]
    TooFew(#[from] TooFewLaunches),
    /// The statistics refused the numbers.
    #[error(transparent)]
    Stats(#[from] gate_stats::Error),
}

/// Compares the side `head` with the side `base`. Overrides in the settings apply if they are valid on the day `today`.
pub fn compare(
    base_side: Side<'_>,
    head_side: Side<'_>,
    config: &Config,
    today: Date,
) -> Result<Comparison, CompareError> {
    compare_with(base_side, head_side, Rules::new(config, today))
}

/// Compares two sides by the given rules, which may contain the history of the base.
pub(crate) fn compare_with(
    base_side: Side<'_>,
    head_side: Side<'_>,
    rules: Rules<'_>,
) -> Result<Comparison, CompareError> {
    let mut admission = Admission::new(base_side, head_side)?;
    if base_side.role == Some(BuildRole::Base) && head_side.role == Some(BuildRole::Head) {
        admission.remove_unpaired();
    }
    admission.check_comparable(rules.config)?;
    let mode = mode_of(base_side, head_side, &admission.base, &admission.head);
    if mode == ComparisonMode::Sessions {
        admission.match_positions(rules.config);
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
    let (launches, excluded) = admit::admit(side.launches_of_side(), BuildRole::Head);
    admit::check_side(BuildRole::Head, &launches, &excluded, config)
}

/// Joins each row with the result of its test.
fn with_results(matrix: Matrix, results: Vec<RowResult>) -> Vec<JudgedRow> {
    let shown: Vec<bool> =
        results.iter().enumerate().map(|(row, result)| matrix.is_advisory_finding(row, result.p)).collect();
    let Matrix { rows, values, calls, .. } = matrix;
    let mut judged = Vec::with_capacity(rows.len());
    for ((((row, values), mut result), calls), shown) in
        rows.into_iter().zip(values).zip(results).zip(calls).zip(shown)
    {
        if shown {
            result.class = RowClass::Finding;
        }
        // If the settings have no floor, a growth that reports show as 0 could otherwise become a finding.
        if result.class == RowClass::Finding && result.head - result.base < LEAST_NS {
            result.class = RowClass::Within;
        }
        judged.push(JudgedRow { row, result, calls, values: Arc::new(values), called_by: None });
    }
    judged
}
