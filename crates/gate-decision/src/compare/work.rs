//! Compares work exactly. Work is the number of requests to the system of each kind, by each caller on the main thread.
//!
//! Requests that moved from one method to another are not growth, so a kind is reported only if the sum of all its changes is an increase.
//! Invariant: launches without recorded work are never treated as launches that make no requests.

use std::collections::BTreeMap;
use std::sync::Arc;

use gate_launches::{BuildRole, Launch, Method, MethodTable, ThreadKind, Work, WorkKind};
use gate_stats::basic;

use super::calls::{
    self, CallsFrom, CountChange, CountHistory, ExactIncrease, IncreasedRow, MoreCalls, PoolSession,
};
use super::layout::mode_of;
use super::rows::{AdmittedLaunches, Matrix, Row, RowValues};
use super::rules::Rules;
use super::{Admission, CompareError, ComparisonMode, Side, admit, counts};
use crate::amount::Sides;
use crate::subject::Subject;

/// The requests to the system in the launches of both sides.
#[derive(Clone, Debug, Default)]
pub struct WorkTable {
    /// The requests in the median launch of each side, by kind, module and thread. `None` if no launch of the head recorded work, which
    /// does not mean that there were no requests.
    pub rows: Option<Vec<WorkRow>>,
    /// Whether work was recorded in some launches and not in others.
    pub is_partly_measured: bool,
}

/// The requests of one kind by one module.
#[derive(Clone, Debug, PartialEq)]
pub struct WorkRow {
    pub kind: WorkKind,
    pub thread: ThreadKind,
    pub module: Option<Arc<str>>,
    pub owner: Option<Arc<str>>,
    /// The requests in the base; `None` if work was not recorded in the base.
    pub base: Option<RequestCounts>,
    pub head: RequestCounts,
}

/// The number of requests in a launch, and the number of bytes that they read or write.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RequestCounts {
    pub calls: f64,
    pub bytes: f64,
}

/// The requests of one caller in the base and in the head.
struct CallerChange<'a> {
    caller: &'a Arc<str>,
    values: &'a RowValues,
    calls: Sides<f64>,
}

/// The exact increases of calls and of requests.
#[derive(Default)]
pub(super) struct ExactIncreases {
    pub(super) rows: Vec<IncreasedRow>,
    /// The approximate probability that at least one of the increases occurs without a change of the app.
    pub(super) chance: f64,
}

/// Compares exact numbers only: calls of methods, requests to the system, and calls of functions. The gate uses the exact comparison if the
/// head has too few launches for a comparison of times.
pub(crate) fn exact_increases_alone(
    base: Side<'_>,
    head: Side<'_>,
    rules: Rules<'_>,
) -> Result<Vec<IncreasedRow>, CompareError> {
    let mut found = match increases_alone(base, head, rules) {
        Err(CompareError::Stats(error)) => return Err(error.into()),
        // If the base also has too few launches, methods and requests are not compared.
        found => found.unwrap_or_default(),
    };
    found.rows.extend(counts::compare(Sides { base, head }, rules, found.chance).more);
    Ok(found.rows)
}

fn increases_alone(
    base_side: Side<'_>,
    head_side: Side<'_>,
    rules: Rules<'_>,
) -> Result<ExactIncreases, CompareError> {
    let Admission { base, head, excluded } = Admission::new(base_side, head_side)?;
    let is_interleaved = base_side.role == Some(BuildRole::Base) && head_side.role == Some(BuildRole::Head);
    admit::check_side(BuildRole::Base, &base, &excluded, rules.config)?;
    // In interleaved runs, both sides have the same number of launches, so the base has too few launches too.
    if head.is_empty() || is_interleaved || !admit::find_differences(&base, &head).is_empty() {
        return Ok(ExactIncreases::default());
    }
    let launches = AdmittedLaunches::new(Sides { base: base_side, head: head_side }, &base, &head);
    let rules = rules.for_launches(launches);
    let mode = mode_of(base_side, head_side, &base, &head);
    Ok(ExactIncreases::new(&Matrix::part_rows(launches, rules), launches, mode, rules))
}

impl ExactIncreases {
    /// Compares calls and requests exactly, with a common limit for the chance of a false finding.
    pub(super) fn new(
        parts: &Matrix,
        launches: AdmittedLaunches<'_>,
        mode: ComparisonMode,
        rules: Rules<'_>,
    ) -> ExactIncreases {
        let sessions = match mode {
            ComparisonMode::Blocks => vec![PoolSession::of_all(launches.base.len())],
            ComparisonMode::Sessions => {
                calls::pool_sessions(launches.base, rules.session_order(), rules.config.gate.pool)
            }
        };
        let mut history = CountHistory::new(&sessions);
        let methods = calls::methods_with_more_calls(parts, &mut history);
        let series = work_series(launches);
        let work = growing_work(&series, &mut history);
        let chance = history.chance_of_new_difference(launches.head.len());
        let method = |more: &MoreCalls| calls::increased_method(more, parts, launches, chance);
        let mut rows: Vec<IncreasedRow> = methods.iter().filter_map(method).collect();
        for (kind, changes) in work {
            rows.extend(increased_work(kind, changes, launches, rules, chance));
        }
        ExactIncreases { rows, chance }
    }
}

/// The requests of each kind by each caller on the main thread, in each launch.
type WorkSeries = BTreeMap<(WorkKind, Arc<str>), RowValues>;

/// Returns the requests in these launches. The result is empty unless work was recorded in all launches.
fn work_series(launches: AdmittedLaunches<'_>) -> WorkSeries {
    let mut series = WorkSeries::new();
    if !launches.launches().all(|(_, _, launch, _)| launch.work.is_some()) {
        return series;
    }
    for (side, at, launch, _) in launches.launches() {
        for work in work_of_launch(launch).filter(|work| work.thread == ThreadKind::Main) {
            let key = (work.kind, Arc::clone(&work.by));
            let values = series.entry(key).or_insert_with(|| RowValues::zero(launches.launch_counts()));
            values.side_mut(side)[at] += work.calls as f64;
        }
    }
    series
}

/// Returns the kinds with more requests, each with the changes of all its callers. The function also records in `history` which numbers of
/// requests vary.
fn growing_work<'a>(
    series: &'a WorkSeries,
    history: &mut CountHistory<'_>,
) -> BTreeMap<WorkKind, Vec<CallerChange<'a>>> {
    let mut by_kind: BTreeMap<WorkKind, Vec<CallerChange<'a>>> = BTreeMap::new();
    for ((kind, caller), values) in series {
        let least = values.base.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.head.iter().copied().fold(0.0, f64::max);
        let calls = match history.observe(values) {
            CountChange::Constant { base, head: Some(head) } if base != head => Sides { base, head },
            // Varying numbers of requests of a caller are used only if every number of the head is smaller. A caller whose numbers vary may
            // therefore reduce the sum of the changes, but never increase it.
            CountChange::Changed | CountChange::Varies if most < least => values.medians(),
            _ => continue,
        };
        by_kind.entry(*kind).or_default().push(CallerChange { caller, values, calls });
    }
    by_kind.retain(|_, changes| changes.iter().map(CallerChange::growth).sum::<f64>() > 0.0);
    by_kind
}

impl CallerChange<'_> {
    fn growth(&self) -> f64 {
        self.calls.head - self.calls.base
    }
}

/// Makes a row for each module that makes more requests of this kind.
fn increased_work(
    kind: WorkKind,
    changes: Vec<CallerChange<'_>>,
    launches: AdmittedLaunches<'_>,
    rules: Rules<'_>,
    chance: f64,
) -> Vec<IncreasedRow> {
    let mut by_owner: BTreeMap<Ownership, Vec<CallerChange<'_>>> = BTreeMap::new();
    for change in changes {
        let owner = Ownership::new(change.caller, launches.head_table, launches.base_table);
        by_owner.entry(owner).or_default().push(change);
    }
    let mut rows = Vec::new();
    for (Ownership { module, owner }, changes) in by_owner {
        let base: f64 = changes.iter().map(|change| change.calls.base).sum();
        let head: f64 = changes.iter().map(|change| change.calls.head).sum();
        if head <= base {
            continue;
        }
        let allowed = rules.config.work.allowed_calls(kind) as f64;
        let increase = ExactIncrease {
            calls: Sides { base, head },
            callers: callers(&changes),
            matters: rules.config.work.fails(kind) && head - base > allowed,
            chance,
            ..ExactIncrease::default()
        };
        let row = Row::new(Subject::from_work(kind, module.as_deref()), module, owner, rules);
        rows.push(IncreasedRow::new(
            row,
            RowValues::sum(changes.iter().map(|change| change.values)),
            increase,
        ));
    }
    rows
}

/// Returns the callers that make more requests.
fn callers(changes: &[CallerChange<'_>]) -> Vec<CallsFrom> {
    let more = changes.iter().filter(|change| change.growth() > 0.0 && !change.caller.is_empty());
    let callers = more.map(|change| CallsFrom {
        method: Arc::clone(change.caller),
        base: Some(change.calls.base),
        head: change.calls.head,
    });
    calls::largest_first(callers.collect())
}

/// The module and the owner of a caller.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Ownership {
    module: Option<Arc<str>>,
    owner: Option<Arc<str>>,
}

impl Ownership {
    /// Finds the module and the owner of the method with this name. A caller that is not a method is an image, which counts as its own
    /// module.
    fn new(caller: &Arc<str>, table: &MethodTable, other: &MethodTable) -> Ownership {
        let method: Option<&Method> =
            [table, other].into_iter().find_map(|table| Some(table.method(table.find(caller)?)));
        match method {
            Some(method) => Ownership { module: method.module.clone(), owner: method.owner.clone() },
            None => Ownership { module: (!caller.is_empty()).then(|| Arc::clone(caller)), owner: None },
        }
    }
}

fn work_of_launch(launch: &Launch) -> impl Iterator<Item = &Work> {
    launch.work.iter().flat_map(|work| work.iter())
}

/// Returns the requests in launches that have no base.
pub fn work_without_base(head: &[&Launch], table: &MethodTable) -> WorkTable {
    self::work_table(AdmittedLaunches { base: &[], base_table: table, head, head_table: table })
}

/// Returns the requests of both sides.
pub(super) fn work_table(launches: AdmittedLaunches<'_>) -> WorkTable {
    let mut rows: BTreeMap<(WorkKind, ThreadKind, Ownership), [Vec<RequestCounts>; 2]> = BTreeMap::new();
    let measured =
        [launches.base, launches.head].map(|side| side.iter().filter(|l| l.work.is_some()).count());
    let all = launches.base.len() + launches.head.len();
    let is_partly_measured = (1..all).contains(&measured.iter().sum());
    if measured[1] == 0 {
        return WorkTable { rows: None, is_partly_measured };
    }
    let mut index = [0, 0];
    for (side, _, launch, table) in launches.launches().filter(|(_, _, launch, _)| launch.work.is_some()) {
        for work in work_of_launch(launch) {
            let key = (work.kind, work.thread, Ownership::new(&work.by, table, launches.head_table));
            let zero = || measured.map(|count| vec![RequestCounts::default(); count]);
            let sum = &mut rows.entry(key).or_insert_with(zero)[side][index[side]];
            *sum =
                RequestCounts { calls: sum.calls + work.calls as f64, bytes: sum.bytes + work.bytes as f64 };
        }
        index[side] += 1;
    }
    let rows = rows.into_iter().map(|((kind, thread, Ownership { module, owner }), [base, head])| {
        let (base, head) = (median(&base), median(&head).unwrap_or_default());
        WorkRow { kind, thread, module, owner, base, head }
    });
    WorkTable { rows: Some(rows.collect()), is_partly_measured }
}

/// Returns the medians of the number of requests and of their bytes; `None` without launches.
fn median(launches: &[RequestCounts]) -> Option<RequestCounts> {
    let median =
        |value: fn(&RequestCounts) -> f64| basic::median(&launches.iter().map(value).collect::<Vec<_>>());
    (!launches.is_empty())
        .then(|| RequestCounts { calls: median(|one| one.calls), bytes: median(|one| one.bytes) })
}
