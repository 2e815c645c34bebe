//! Calls compared exactly: of methods whose calls are one number in every launch of the pool; and likewise work (`work`).
//!
//! No test: launches that agree leave nothing to estimate. What could be wrong is that a method's calls vary too rarely for the pool to
//! have shown it. How likely that is, the pool tells by the methods that it did see vary rarely (Good and Turing): the chance that all
//! k new launches are the first to differ is about the number of methods that differed in k of n launches or fewer, over the ways to
//! choose them. Of days, for what a server switches, each count that went back to a number says that others may hide: one on a day of the
//! pool as much as another, since a change of the app looks like a switch at either end and is not taken for one. Where the chance is not
//! small, more calls are shown and fail nothing.
//!
//! Only the main thread's calls: other threads race. Fewer calls are no finding, and a method without calls before is a new one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use gate_launches::{Launch, MethodId, Ns, Table, Thread};
use gate_stats::{are_more, basic, tuned};

use super::numbers::in_time;
use super::rows::{Counted, Matrix, Row, Values};
use super::rules::Rules;
use super::{Mode, Past};
use crate::amount::Sides;
use crate::subject::Subject;

/// An increase of calls, or of requests of work, that every launch of the head shows against every launch of the pool.
#[derive(Clone, Debug, Default)]
pub struct ExactIncrease {
    /// The number in each launch of the pool, and in each launch of the head.
    pub calls: Sides<f64>,
    /// The callers with more calls, those with most more calls first; empty where callers are not known.
    pub callers: Vec<CallsFrom>,
    /// The functions that a function calls more often because of it.
    pub below: Vec<Arc<str>>,
    /// The source file of a function, and the line that it begins at.
    pub file: Option<Arc<str>>,
    pub line: Option<u32>,
    /// The time of the added calls, with all that they call.
    pub cost: Ns,
    /// The instructions of a function that no sample found; else 0.
    pub instructions: u64,
    /// Whether the increase is as large as matters.
    pub matters: bool,
    /// The approximate chance that chance alone does as much to any method, by the counts that varied rarely before.
    pub chance: f64,
}

impl ExactIncrease {
    /// Whether chance is excluded well enough that the increase may fail the check.
    pub fn is_sure(&self) -> bool {
        self.chance <= tuned::EXACT_CHANCE
    }
}

/// The calls by one caller.
#[derive(Clone, Debug, PartialEq)]
pub struct CallsFrom {
    /// The caller.
    pub method: Arc<str>,
    /// How many calls in a launch before; none where the base's launches do not tell.
    pub base: Option<f64>,
    /// How many now.
    pub head: f64,
}

/// A row with an exact increase; it was not tested.
#[derive(Clone, Debug)]
pub struct IncreasedRow {
    pub row: Row,
    /// The medians of what the row costs, in its own unit.
    pub medians: Sides<f64>,
    /// The cost in each launch that counts.
    pub values: Arc<Values>,
    pub increase: ExactIncrease,
}

impl IncreasedRow {
    pub(super) fn new(row: Row, values: Values, increase: ExactIncrease) -> IncreasedRow {
        IncreasedRow { row, medians: values.medians(), values: Arc::new(values), increase }
    }
}

/// What the pool shows of one method's calls.
enum Pool {
    /// One number, in all of its launches.
    Constant(f64),
    /// These launches differ from the usual number of their session.
    Varies(Vec<usize>),
    /// Each session has one number, these have another than the newest, and one that was left came back.
    Switches(Vec<usize>),
    /// Its level changed.
    Other,
}

/// The launches of each session of the pool, the oldest first, with its day.
pub(super) type Sessions = Vec<(i64, Vec<usize>)>;

/// Launches by their sessions, of this many at most.
pub(super) fn sessions(launches: &[&Launch], past: Option<&Past<'_>>, most: usize) -> Sessions {
    let order = past.map_or(&[][..], |past| past.order);
    let of_session = |(name, day): (&str, i64)| {
        (day, (0..launches.len()).filter(|at| *launches[*at].session == *name).collect())
    };
    in_time(launches, order, most).into_iter().map(of_session).collect()
}

/// The methods with more calls, in the order of rows; and behind them what else is compared exactly: first seen, then told by the chance of
/// all together.
pub(super) fn exact<T>(
    parts: &Matrix,
    counted: Counted<'_>,
    mode: Mode,
    (rules, past): (Rules<'_>, Option<&Past<'_>>),
    see: impl FnOnce(&mut Tally<'_>) -> T,
    tell: impl FnOnce(T, f64) -> Vec<IncreasedRow>,
) -> Vec<IncreasedRow> {
    let sessions = match mode {
        Mode::Blocks => vec![(0, (0..counted.base.len()).collect())],
        Mode::Sessions => sessions(counted.base, past, rules.config.gate.pool),
    };
    let mut tally = Tally::new(&sessions);
    let mut found = Vec::new();
    for (row, values) in parts.counts.iter().enumerate() {
        let (Some(_), Some(values)) = (parts.rows[row].subject.main_method(), values) else { continue };
        if let CountChange::Constant(base, Some(now)) = tally.see(values)
            && now > base
            && base >= 1.0
        {
            found.push((row, base, now));
        }
    }
    let others = see(&mut tally);
    // One budget of chance for all that is compared exactly.
    let chance = tally.chance(counted.head.len());
    let calls = found.into_iter().filter_map(|found| told(parts, counted, rules, found, chance));
    calls.chain(tell(others, chance)).collect()
}

/// What the pool shows of counts that vary.
pub(super) struct Tally<'a> {
    sessions: &'a Sessions,
    /// Of each count that differs in as few launches as are judged: in which.
    rare: Vec<Vec<usize>>,
    /// Of each count that a server switches: in which sessions.
    switching: Vec<Vec<usize>>,
}

/// What one count does.
pub(super) enum CountChange {
    /// One number in the pool; and in the new launches, if they agree on a whole one.
    Constant(f64, Option<f64>),
    /// Another number once, which stayed, or none that is whole.
    Changed,
    Other,
}

impl<'a> Tally<'a> {
    pub(super) fn new(sessions: &'a Sessions) -> Tally<'a> {
        Tally { sessions, rare: Vec::new(), switching: Vec::new() }
    }

    pub(super) fn see(&mut self, values: &Values) -> CountChange {
        match pool(&values.base, self.sessions) {
            Pool::Constant(base) => {
                let now = values.head.first().copied().unwrap_or(0.0);
                let agree = values.head.iter().all(|calls| *calls == now) && now.fract() == 0.0;
                return CountChange::Constant(base, agree.then_some(now));
            }
            Pool::Varies(differ) if differ.len() <= values.head.len() => self.rare.push(differ),
            Pool::Switches(other) => self.switching.push(other),
            Pool::Other => return CountChange::Changed,
            Pool::Varies(_) => {}
        }
        CountChange::Other
    }

    /// How likely this many new launches are the first to differ in anything.
    pub(super) fn chance(&self, new: usize) -> f64 {
        self.chance_of(self.rare.len() as f64, self.switching.len(), new)
    }

    /// The same where what differs in the same launches is one cause, as a flag is for all functions that it leads to. How many causes
    /// differ in just this many launches is told by those that differ in fewer too, since rarer ones are no less frequent.
    pub(super) fn chance_by_cause(&self, new: usize) -> f64 {
        let causes: BTreeSet<&Vec<usize>> = self.rare.iter().collect();
        let just = causes.iter().filter(|launches| launches.len() == new).count() as f64;
        let switching: BTreeSet<&Vec<usize>> = self.switching.iter().collect();
        self.chance_of(just.max(causes.len() as f64 / new as f64), switching.len(), new)
    }

    /// The same if this many vary rarely and this many are switched.
    pub(super) fn chance_of(&self, rare: f64, switching: usize, new: usize) -> f64 {
        let launches: usize = self.sessions.iter().map(|(_, members)| members.len()).sum();
        let days: BTreeSet<i64> = self.sessions.iter().map(|(day, _)| *day).collect();
        rare / ways(launches, new) + switching as f64 / days.len().max(1) as f64
    }
}

/// The methods whose calls vary between launches of the base, and that the new launches do not call more often beyond chance: a time
/// that grew because they were called more often is chance's too.
pub(super) fn by_chance(parts: &Matrix, level: f64) -> BTreeSet<Subject> {
    let vary = |values: &Values| values.base.iter().any(|calls| *calls != values.base[0]);
    let is_so = |values: &&Values| vary(values) && !are_more(&values.base, &values.head, level);
    // Only what is called more often can have grown by that; orders are counted for no others.
    let more = |row: &usize| parts.calls[*row].is_some_and(|(base, head)| head > base);
    let rows = (0..parts.rows.len()).filter(more);
    rows.filter(|&row| parts.counts[row].as_ref().filter(is_so).is_some())
        .map(|row| parts.rows[row].subject.clone())
        .collect()
}

/// In how many ways the launches that differ can be chosen.
fn ways(launches: usize, new: usize) -> f64 {
    (1..=new).map(|at| (launches + at - 1) as f64 / at as f64).product::<f64>().max(1.0)
}

fn pool(calls: &[f64], sessions: &Sessions) -> Pool {
    let mut differ = Vec::new();
    let mut levels: Vec<f64> = Vec::new();
    for (_, members) in sessions.iter().filter(|(_, members)| !members.is_empty()) {
        let usual = usual(members.iter().map(|at| calls[*at]));
        differ.extend(members.iter().copied().filter(|at| calls[*at] != usual));
        levels.push(usual);
    }
    if !differ.is_empty() {
        return Pool::Varies(differ);
    }
    let Some(newest) = levels.last().copied() else { return Pool::Other };
    if levels.iter().all(|level| *level == newest) {
        return if newest.fract() == 0.0 { Pool::Constant(newest) } else { Pool::Other };
    }
    let other = (0..levels.len()).filter(|at| levels[*at] != newest).collect();
    // An app's change makes another number once; a number that was left and comes back is a server's switch.
    levels.dedup();
    let different = levels.iter().map(|level| level.to_bits()).collect::<BTreeSet<u64>>();
    if different.len() < levels.len() { Pool::Switches(other) } else { Pool::Other }
}

/// The most frequent number, the smallest of several.
fn usual(calls: impl Iterator<Item = f64>) -> f64 {
    let mut counts: BTreeMap<u64, usize> = BTreeMap::new();
    for calls in calls {
        // Numbers of at least 0 are in the order of their bits.
        *counts.entry(calls.to_bits()).or_default() += 1;
    }
    let most = counts.iter().max_by_key(|(bits, count)| (**count, std::cmp::Reverse(**bits)));
    most.map_or(0.0, |(bits, _)| f64::from_bits(*bits))
}

fn told(
    parts: &Matrix,
    counted: Counted<'_>,
    rules: Rules<'_>,
    (row, base, head): (usize, f64, f64),
    chance: f64,
) -> Option<IncreasedRow> {
    let name = parts.rows[row].subject.main_method()?;
    let id = counted.head_table.find(name)?;
    let each: Vec<f64> = counted
        .head
        .iter()
        .filter_map(|launch| {
            launch.methods(counted.head_table, Thread::Main).find(|(method, _)| *method == id)
        })
        .filter(|(_, cost)| cost.calls > 0.0)
        .map(|(_, cost)| cost.total_ns.0 / cost.calls)
        .collect();
    let cost = (head - base) * if each.is_empty() { 0.0 } else { basic::median(&each) };
    let launches: Vec<f64> = counted.base.iter().filter_map(|launch| Some(launch.duration()?.0)).collect();
    let share = if launches.is_empty() {
        0.0
    } else {
        rules.config.gate.calls_floor_share * basic::median(&launches)
    };
    let limits = &parts.rows[row].rule.limits;
    let within = head <= base * (1.0 + limits.effect);
    let before = parts.rows[row].renamed_from.as_ref().unwrap_or(name);
    let increase = ExactIncrease {
        calls: Sides { base, head },
        callers: callers(counted, before, id),
        cost: Ns(cost),
        matters: !within && cost >= limits.floor.0.max(share),
        chance,
        ..ExactIncrease::default()
    };
    Some(IncreasedRow::new(parts.rows[row].clone(), parts.values[row].clone(), increase))
}

/// Who calls a method, in the median launch of each side that tells.
fn callers(counted: Counted<'_>, before: &str, id: MethodId) -> Vec<CallsFrom> {
    let of = |launches: &[&Launch], table: &Table, id: Option<MethodId>| {
        let mut calls: BTreeMap<Arc<str>, Vec<f64>> = BTreeMap::new();
        let launches: Vec<_> = launches.iter().filter(|launch| launch.knows_callers()).collect();
        for (at, launch) in launches.iter().enumerate() {
            for cost in launch.costs.iter().filter(|c| c.thread == Thread::Main && Some(c.method) == id) {
                let Some(caller) = cost.path.and_then(|path| table.path(path).last()) else { continue };
                let of_caller = calls.entry(Arc::clone(&table.method(*caller).name)).or_default();
                of_caller.resize(launches.len(), 0.0);
                of_caller[at] += cost.calls;
            }
        }
        calls
    };
    let head = of(counted.head, counted.head_table, Some(id));
    let base = of(counted.base, counted.base_table, counted.base_table.find(before));
    let from = |(method, calls): (Arc<str>, Vec<f64>)| {
        let known = base.get(&method).map_or(0.0, |calls| basic::median(calls));
        CallsFrom { method, base: (!base.is_empty()).then_some(known), head: basic::median(&calls) }
    };
    let is_more = |from: &CallsFrom| from.base.is_none_or(|base| from.head > base);
    most_first(head.into_iter().map(from).filter(is_more).collect())
}

/// Those with most more calls first.
pub(super) fn most_first(mut callers: Vec<CallsFrom>) -> Vec<CallsFrom> {
    callers.sort_by(|a, b| {
        let more = |from: &CallsFrom| from.head - from.base.unwrap_or(0.0);
        more(b).total_cmp(&more(a)).then_with(|| a.method.cmp(&b.method))
    });
    callers
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sessions(sizes: &[usize]) -> Sessions {
        let mut from = 0;
        let of = |(day, size): (usize, &usize)| {
            from += size;
            (day as i64, (from - size..from).collect())
        };
        sizes.iter().enumerate().map(of).collect()
    }

    #[test]
    fn a_pool_is_constant_only_if_every_launch_agrees() {
        let of = |calls: &[f64]| pool(calls, &sessions(&[2, 2, 2]));
        assert!(matches!(of(&[3.0; 6]), Pool::Constant(3.0)));
        assert!(matches!(of(&[1.5; 6]), Pool::Other));
        assert!(matches!(of(&[3.0, 3.0, 4.0, 3.0, 3.0, 3.0]), Pool::Varies(at) if at == [2]));
        // A server's switch comes back, an app's change does not.
        assert!(matches!(of(&[3.0, 3.0, 4.0, 4.0, 3.0, 3.0]), Pool::Switches(at) if at == [1]));
        assert!(matches!(of(&[4.0, 4.0, 3.0, 3.0, 4.0, 4.0]), Pool::Switches(at) if at == [1]));
        assert!(matches!(of(&[3.0, 3.0, 3.0, 3.0, 4.0, 4.0]), Pool::Other));
        assert!(matches!(of(&[2.0, 2.0, 3.0, 3.0, 4.0, 4.0]), Pool::Other));
        assert!(matches!(of(&[4.0, 4.0, 3.0, 3.0, 3.0, 3.0]), Pool::Other));
    }

    #[test]
    fn ways_are_those_of_the_launches_that_differ() {
        assert_eq!((ways(60, 1), ways(60, 2), ways(5, 5)), (60.0, 1830.0, 126.0));
    }
}
