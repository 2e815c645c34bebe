//! Compares calls exactly. Finds methods that have the same number of calls in every stored launch of the base (the pool), and a larger
//! number in every launch of the head. Module `work` compares requests to the system in the same way.
//!
//! The comparison is not a statistical test, since launches that agree leave no variance to estimate. The risk is that the calls of a
//! method vary without a change of the app, but so rarely that the launches of the pool do not show the variation. This risk is estimated
//! like the probability of unseen species (Good and Turing), from the methods that were seen to vary rarely. Let the pool have n launches,
//! and the head k. The chance that some method varies for the first time in exactly the k launches of the head is about the number of
//! methods that varied in at most k launches of the pool, divided by the number of ways to choose k launches. A server's feature flag may
//! also change the number of calls from one day to another. Each count that returned to an earlier number is a sign that another count may
//! change in this way, on any day of the pool. A count that changes only once may have changed with the app, so it is not counted as a
//! flag. If the estimated risk is not small, increases of calls are only shown and do not fail the check.
//!
//! Only calls on the main thread are compared, since the number of calls on other threads depends on races. Fewer calls are not a finding.
//! A method without calls in the base counts as a new method.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use gate_launches::{Launch, MethodId, MethodTable, Ns, ThreadKind};
use gate_stats::defaults::CALLS_FLOOR_SHARE;
use gate_stats::{basic, is_larger_by_ranks, tuned};

use super::layout::sessions_in_order;
use super::rows::{AdmittedLaunches, Matrix, Row, RowValues};
use crate::amount::Sides;
use crate::subject::Subject;

/// An increase of calls or of requests to the system: every launch of the head has more than every launch of the pool.
#[derive(Clone, Debug, Default)]
pub struct ExactIncrease {
    /// The number of calls or requests in each launch of the pool, and in each launch of the head.
    pub calls: Sides<f64>,
    /// The callers that call the method more often, the largest increase first; empty if callers are unknown.
    pub callers: Vec<CallsFrom>,
    /// The functions that are called more often because this function is called more often.
    pub below: Vec<Arc<str>>,
    /// The source file of a function, and in the next field the function's first line; `None` if they are unknown.
    pub file: Option<Arc<str>>,
    pub line: Option<u32>,
    /// The time of the added calls, including the methods that they call.
    pub cost: Ns,
    /// The instructions of the added calls of a function without samples; 0 for all other increases.
    pub instructions: u64,
    /// Whether the time of the added calls reaches the smallest growth that matters.
    pub matters: bool,
    /// The approximate chance that any method shows such an increase without a change of the app, estimated from the counts that varied
    /// rarely before.
    pub chance: f64,
}

impl ExactIncrease {
    /// Returns whether the probability of the increase by chance is so small that the increase may fail the check.
    pub fn is_sure(&self) -> bool {
        self.chance <= tuned::EXACT_ALPHA
    }
}

/// The calls that one caller makes.
#[derive(Clone, Debug, PartialEq)]
pub struct CallsFrom {
    /// The method that makes the calls.
    pub method: Arc<str>,
    /// The number of calls by this caller in a launch of the base; `None` if the base's launches do not record callers.
    pub base: Option<f64>,
    /// The number of calls by this caller in a launch of the head.
    pub head: f64,
}

impl CallsFrom {
    fn growth(&self) -> f64 {
        self.head - self.base.unwrap_or(0.0)
    }
}

/// A row with an exact increase, for which no statistical test was made.
#[derive(Clone, Debug)]
pub struct IncreasedRow {
    pub row: Row,
    /// The median of the row's cost on each side, in the row's unit.
    pub medians: Sides<f64>,
    /// The row's cost in each admitted launch.
    pub values: Arc<RowValues>,
    pub increase: ExactIncrease,
}

impl IncreasedRow {
    pub(super) fn new(row: Row, values: RowValues, increase: ExactIncrease) -> IncreasedRow {
        IncreasedRow { row, medians: values.medians(), values: Arc::new(values), increase }
    }
}

/// A session of the pool (the stored launches of the base).
pub(super) struct PoolSession {
    day: i64,
    /// The indices of the session's launches.
    launches: Vec<usize>,
}

impl PoolSession {
    /// Makes one session of all launches, for interleaved runs.
    pub(super) fn of_all(launches: usize) -> PoolSession {
        PoolSession { day: 0, launches: (0..launches).collect() }
    }
}

/// Groups launches by session, the oldest first, using at most the `most_days` newest days.
pub(super) fn pool_sessions(launches: &[&Launch], order: &[Arc<str>], most_days: usize) -> Vec<PoolSession> {
    let sessions = sessions_in_order(launches, order, most_days).into_iter();
    sessions
        .map(|(name, day)| {
            let members = (0..launches.len()).filter(|at| *launches[*at].session == *name);
            PoolSession { day, launches: members.collect() }
        })
        .collect()
}

/// A method with more calls in the head than in the base.
pub(super) struct MoreCalls {
    row: usize,
    calls: Sides<f64>,
}

/// Finds the methods with more calls, in the order of the rows, and records in `history` how the calls of all methods vary.
pub(super) fn methods_with_more_calls(parts: &Matrix, history: &mut CountHistory<'_>) -> Vec<MoreCalls> {
    let mut found = Vec::new();
    for (row, values) in parts.counts.iter().enumerate() {
        let (Some(_), Some(values)) = (parts.rows[row].subject.main_method(), values) else { continue };
        if let CountChange::Constant { base, head: Some(head) } = history.observe(values)
            && head > base
            && base >= 1.0
        {
            found.push(MoreCalls { row, calls: Sides { base, head } });
        }
    }
    found
}

/// The variation of counts between the stored launches (the pool).
pub(super) struct CountHistory<'a> {
    sessions: &'a [PoolSession],
    /// For each count that differs from its usual number in at most as many launches as the head has, the indices of the launches in which
    /// it differs.
    rare: Vec<Vec<usize>>,
    /// For each count that a feature flag of a server may change, the sessions whose count differs from the count of the newest session.
    switching: Vec<Vec<usize>>,
}

/// The change of one count from the pool to the head.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum CountChange {
    /// All launches of the pool have the same number of calls. If all launches of the head have the same whole number of calls, `head` is
    /// this number.
    Constant { base: f64, head: Option<f64> },
    /// The number of calls changed once in the pool and kept its new value, or the number is not a whole number.
    Changed,
    /// The number of calls varies in the pool.
    Varies,
}

impl<'a> CountHistory<'a> {
    pub(super) fn new(sessions: &'a [PoolSession]) -> CountHistory<'a> {
        CountHistory { sessions, rare: Vec::new(), switching: Vec::new() }
    }

    /// Records how a count varies in the pool, and returns its change in the head.
    pub(super) fn observe(&mut self, values: &RowValues) -> CountChange {
        let (mut differ, mut usual): (Vec<usize>, Vec<f64>) = (Vec::new(), Vec::new());
        for session in self.sessions.iter().filter(|session| !session.launches.is_empty()) {
            let most = most_frequent(session.launches.iter().map(|at| values.base[*at]));
            differ.extend(session.launches.iter().copied().filter(|at| values.base[*at] != most));
            usual.push(most);
        }
        let Some(newest) = usual.last().copied() else { return CountChange::Changed };
        let others: Vec<usize> = (0..usual.len()).filter(|at| usual[*at] != newest).collect();
        if !differ.is_empty() {
            self.rare.extend((differ.len() <= values.head.len()).then_some(differ));
            CountChange::Varies
        } else if has_returned(usual) {
            self.switching.push(others);
            CountChange::Varies
        } else if others.is_empty() && newest.fract() == 0.0 {
            let head = values.head.first().copied().unwrap_or(0.0);
            let agree = values.head.iter().all(|calls| *calls == head) && head.fract() == 0.0;
            CountChange::Constant { base: newest, head: agree.then_some(head) }
        } else {
            CountChange::Changed
        }
    }

    /// Returns the chance that `new` new launches are the first in which any of the counts differs.
    pub(super) fn chance_of_new_difference(&self, new: usize) -> f64 {
        self.chance_with(self.rare.len() as f64, self.switching.len(), new)
    }

    /// Returns the same chance as [`Self::chance_of_new_difference`], but estimates it from causes: all counts that differ in the same
    /// launches have one cause, such as a flag that enables several functions, and together count once. The number of causes that appear in
    /// exactly `new` launches is at least the number of all rare causes, divided by `new`.
    pub(super) fn chance_by_cause(&self, new: usize) -> f64 {
        let causes: BTreeSet<&Vec<usize>> = self.rare.iter().collect();
        let exact = causes.iter().filter(|launches| launches.len() == new).count() as f64;
        let switching: BTreeSet<&Vec<usize>> = self.switching.iter().collect();
        self.chance_with(exact.max(causes.len() as f64 / new as f64), switching.len(), new)
    }

    /// Returns the chance that `new` new launches are the first in which any count differs. `rare` is the number of counts that vary
    /// rarely, and `switching` is the number of counts that a server's flag changes.
    pub(super) fn chance_with(&self, rare: f64, switching: usize, new: usize) -> f64 {
        let launches: usize = self.sessions.iter().map(|session| session.launches.len()).sum();
        let days: BTreeSet<i64> = self.sessions.iter().map(|session| session.day).collect();
        rare / count_choices(launches, new) + switching as f64 / days.len().max(1) as f64
    }
}

/// Returns the methods whose calls vary between launches of the base and did not increase in the head by more than chance explains. Growth
/// of time that is caused by varying calls may be due to chance too.
pub(super) fn varying_methods(parts: &Matrix, level: f64) -> BTreeSet<Subject> {
    let varies = |values: &RowValues| values.base.iter().any(|calls| *calls != values.base[0]);
    let is_chance =
        |values: &&RowValues| varies(values) && !is_larger_by_ranks(&values.base, &values.head, level);
    // Only methods with more calls are tested, since fewer calls cannot explain growth.
    let more = |row: &usize| parts.calls[*row].is_some_and(|calls| calls.head > calls.base);
    let rows = (0..parts.rows.len()).filter(more);
    rows.filter(|&row| parts.counts[row].as_ref().filter(is_chance).is_some())
        .map(|row| parts.rows[row].subject.clone())
        .collect()
}

/// Returns the number of ways to choose the launches in which a count differs.
fn count_choices(launches: usize, new: usize) -> f64 {
    (1..=new).map(|at| (launches + at - 1) as f64 / at as f64).product::<f64>().max(1.0)
}

/// Returns whether one of the numbers occurs again after a different number. A change of the app changes a number only once, so a number
/// that returns must have been changed by a server's flag.
fn has_returned(mut levels: Vec<f64>) -> bool {
    levels.dedup();
    levels.iter().map(|level| level.to_bits()).collect::<BTreeSet<u64>>().len() < levels.len()
}

/// Returns the most frequent number, or the smallest of several equally frequent numbers.
fn most_frequent(calls: impl Iterator<Item = f64>) -> f64 {
    let mut counts: BTreeMap<u64, usize> = BTreeMap::new();
    for calls in calls {
        // The bit patterns of non-negative floats are in the same order as the floats themselves.
        *counts.entry(calls.to_bits()).or_default() += 1;
    }
    let most = counts.iter().max_by_key(|(bits, count)| (**count, std::cmp::Reverse(**bits)));
    most.map_or(0.0, |(bits, _)| f64::from_bits(*bits))
}

/// Makes the row of a method with more calls, including the cost of the added calls and the callers.
pub(super) fn increased_method(
    more: &MoreCalls,
    parts: &Matrix,
    launches: AdmittedLaunches<'_>,
    chance: f64,
) -> Option<IncreasedRow> {
    let (row, Sides { base, head }) = (&parts.rows[more.row], more.calls);
    let name = row.subject.main_method()?;
    let id = launches.head_table.find(name)?;
    let costs = launches.head.iter().filter_map(|launch| cost_of_call(launch, launches.head_table, id));
    let costs: Vec<f64> = costs.collect();
    let cost = (head - base) * if costs.is_empty() { 0.0 } else { basic::median(&costs) };
    let share = CALLS_FLOOR_SHARE * launches.base_duration().unwrap_or(0.0);
    let limits = &row.rule.limits;
    let is_within_limit = head <= base * (1.0 + limits.effect);
    let base_name = row.renamed_from.as_ref().unwrap_or(name);
    let increase = ExactIncrease {
        calls: more.calls,
        callers: callers(launches, base_name, id),
        cost: Ns(cost),
        matters: !is_within_limit && cost >= limits.floor.0.max(share),
        chance,
        ..ExactIncrease::default()
    };
    Some(IncreasedRow::new(row.clone(), parts.values[more.row].clone(), increase))
}

/// Returns the time of one call of a method, including the methods that it calls.
fn cost_of_call(launch: &Launch, table: &MethodTable, id: MethodId) -> Option<f64> {
    let (_, cost) = launch.method_costs(table, ThreadKind::Main).find(|(method, _)| *method == id)?;
    (cost.calls > 0.0).then(|| cost.total_ns.0 / cost.calls)
}

/// Returns the callers of a method with more calls, with their calls in the median launch of each side.
fn callers(launches: AdmittedLaunches<'_>, base_name: &str, id: MethodId) -> Vec<CallsFrom> {
    let head = calls_by_caller(launches.head, launches.head_table, Some(id));
    let base = calls_by_caller(launches.base, launches.base_table, launches.base_table.find(base_name));
    let callers = head.into_iter().map(|(method, calls)| {
        let known = base.get(&method).map_or(0.0, |calls| basic::median(calls));
        CallsFrom { method, base: (!base.is_empty()).then_some(known), head: basic::median(&calls) }
    });
    largest_first(callers.filter(|from| from.base.is_none_or(|base| from.head > base)).collect())
}

/// Counts the calls of a method for each of its callers, in each launch that records callers.
fn calls_by_caller(
    launches: &[&Launch],
    table: &MethodTable,
    id: Option<MethodId>,
) -> BTreeMap<Arc<str>, Vec<f64>> {
    let mut calls: BTreeMap<Arc<str>, Vec<f64>> = BTreeMap::new();
    let launches: Vec<_> = launches.iter().filter(|launch| launch.knows_callers()).collect();
    for (at, launch) in launches.iter().enumerate() {
        for cost in launch.costs.iter().filter(|c| c.thread == ThreadKind::Main && Some(c.method) == id) {
            let Some(caller) = cost.path.and_then(|path| table.path(path).last()) else { continue };
            let by_launch = calls.entry(Arc::clone(&table.method(*caller).name)).or_default();
            by_launch.resize(launches.len(), 0.0);
            by_launch[at] += cost.calls;
        }
    }
    calls
}

/// Sorts callers by the increase of their calls, the largest first.
pub(super) fn largest_first(mut callers: Vec<CallsFrom>) -> Vec<CallsFrom> {
    callers.sort_by(|a, b| b.growth().total_cmp(&a.growth()).then_with(|| a.method.cmp(&b.method)));
    callers
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sessions(count: usize, launches: usize) -> Vec<PoolSession> {
        let members = |session: usize| (session * launches..(session + 1) * launches).collect();
        (0..count).map(|at| PoolSession { day: at as i64, launches: members(at) }).collect()
    }

    #[track_caller]
    fn check(base: &[f64], change: CountChange, rare: &[usize], switching: &[usize]) {
        let all = sessions(3, 2);
        let mut history = CountHistory::new(&all);
        let values = RowValues { base: base.to_vec(), head: vec![3.0; 6] };
        assert_eq!(history.observe(&values), change, "{base:?}");
        assert_eq!((history.rare.concat(), history.switching.concat()), (rare.to_vec(), switching.to_vec()));
    }

    #[test]
    fn call_counts_are_constant_only_if_they_are_equal_in_every_launch() {
        check(&[3.0; 6], CountChange::Constant { base: 3.0, head: Some(3.0) }, &[], &[]);
        check(&[1.5; 6], CountChange::Changed, &[], &[]);
        check(&[3.0, 3.0, 4.0, 3.0, 3.0, 3.0], CountChange::Varies, &[2], &[]);
        // A number that a server's flag changes returns to its earlier value. A number that a change of the app caused does not return.
        check(&[3.0, 3.0, 4.0, 4.0, 3.0, 3.0], CountChange::Varies, &[], &[1]);
        check(&[4.0, 4.0, 3.0, 3.0, 4.0, 4.0], CountChange::Varies, &[], &[1]);
        check(&[3.0, 3.0, 3.0, 3.0, 4.0, 4.0], CountChange::Changed, &[], &[]);
        check(&[2.0, 2.0, 3.0, 3.0, 4.0, 4.0], CountChange::Changed, &[], &[]);
        check(&[4.0, 4.0, 3.0, 3.0, 3.0, 3.0], CountChange::Changed, &[], &[]);
    }

    #[test]
    fn the_number_of_possible_selections_of_launches_is_computed() {
        assert_eq!((count_choices(60, 1), count_choices(60, 2), count_choices(5, 5)), (60.0, 1830.0, 126.0));
    }
}
