//! Work compared exactly, as calls are: of each kind and each who asks for it, on the main thread.
//!
//! What moved from one method to another is no growth: a kind is told only where all its changes together are more.
//! Invariant: launches that did not count work say nothing of it; they are never taken for launches without work.

use std::collections::BTreeMap;
use std::sync::Arc;

use gate_launches::{Launch, Method, Role, Table, Thread, WorkKind};
use gate_stats::basic;

use super::calls::{self, CallsFrom, CountChange, ExactIncrease, IncreasedRow, Tally};
use super::counts;
use super::numbers::mode_of;
use super::rows::{Counted, Matrix, Row, Values};
use super::rules::Rules;
use super::{CompareError, Mode, Past, Side, admit};
use crate::amount::Sides;
use crate::subject::Subject;

/// What launches ask the system for.
#[derive(Clone, Debug, Default)]
pub struct Works {
    /// By kind, module and thread, the median launch of each side; none where no new launch counted work, which is not zero.
    pub rows: Option<Vec<WorkRow>>,
    /// Whether some launches counted work and others did not.
    pub is_partly_measured: bool,
}

/// Work of one kind that one module asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct WorkRow {
    pub kind: WorkKind,
    pub thread: Thread,
    pub module: Option<Arc<str>>,
    pub owner: Option<Arc<str>>,
    /// How often, before and now; `None` before, where the base did not count work.
    pub calls: (Option<f64>, f64),
    /// Of how many bytes.
    pub bytes: (Option<f64>, f64),
}

/// Who asks for a kind, and how often in each launch.
type Series = BTreeMap<(WorkKind, Arc<str>), Values>;

/// One who asks, where that is more or less in each new launch: before, now.
struct CallerStep<'a> {
    by: &'a Arc<str>,
    values: &'a Values,
    from: f64,
    to: f64,
}

/// The exact comparison of calls, of work and of functions that count, where there are too few new launches for anything else.
pub(crate) fn calls_alone(
    base: Side<'_>,
    head: Side<'_>,
    rules: Rules<'_>,
    past: Option<&Past<'_>>,
) -> Result<Vec<IncreasedRow>, CompareError> {
    let (mut found, spent) = match of_methods(base, head, rules, past) {
        Err(CompareError::Stats(error)) => return Err(error.into()),
        // A base that is too short, too, has nothing to compare with.
        found => found.unwrap_or_default(),
    };
    found.extend(counts::exact((base, head), rules, past, spent).more);
    Ok(found)
}

fn of_methods(
    base_side: Side<'_>,
    head_side: Side<'_>,
    rules: Rules<'_>,
    past: Option<&Past<'_>>,
) -> Result<(Vec<IncreasedRow>, f64), CompareError> {
    let (mut base, mut excluded) = admit::admit(base_side.of_side(), Role::Base);
    let (mut head, others) = admit::admit(head_side.of_side(), Role::Head);
    excluded.extend(others);
    excluded.extend(admit::take_out_empty(&mut base, &mut head)?);
    let is_interleaved = base_side.role == Some(Role::Base) && head_side.role == Some(Role::Head);
    admit::check_side(Role::Base, &base, &excluded, rules.config)?;
    // Interleaved runs have as many launches of each side: too few of one are too few of both.
    if head.is_empty() || is_interleaved || !admit::differences(&base, &head).is_empty() {
        return Ok(Default::default());
    }
    let counted = Counted::of((base_side, &base), (head_side, &head));
    let rules = rules.of_launches(counted);
    let parts = Matrix::parts(counted, rules);
    Ok(exact(&parts, counted, mode_of(base_side, head_side, &base, &head), rules, past))
}

/// Calls and work compared exactly, and how likely chance alone makes any of it.
pub(super) fn exact(
    parts: &Matrix,
    counted: Counted<'_>,
    mode: Mode,
    rules: Rules<'_>,
    past: Option<&Past<'_>>,
) -> (Vec<IncreasedRow>, f64) {
    let (work, mut spent) = (WorkSeries::new(counted), 0.0);
    let tell = |steps: Growths<'_>, chance| {
        spent = chance;
        steps.told(counted, rules, chance)
    };
    let found = calls::exact(parts, counted, mode, (rules, past), |tally| work.growths(tally), tell);
    (found, spent)
}

/// What is compared.
struct WorkSeries {
    series: Series,
}

impl WorkSeries {
    fn new(counted: Counted<'_>) -> WorkSeries {
        let mut series = Series::new();
        let is_measured = |launches: &[&Launch]| launches.iter().all(|launch| launch.work.is_some());
        if is_measured(counted.base) && is_measured(counted.head) {
            for (side, at, launch, _) in counted.launches() {
                for work in of_launch(launch).filter(|work| work.thread == Thread::Main) {
                    let none = || Values {
                        base: vec![0.0; counted.base.len()],
                        head: vec![0.0; counted.head.len()],
                    };
                    let values = series.entry((work.kind, Arc::clone(&work.by))).or_insert_with(none);
                    let of_side = if side == 0 { &mut values.base } else { &mut values.head };
                    of_side[at] += work.calls as f64;
                }
            }
        }
        WorkSeries { series }
    }

    /// The kinds that are asked for more often, by module, once `tally` has seen all of them.
    fn growths<'a>(&'a self, tally: &mut Tally<'_>) -> Growths<'a> {
        let mut by_kind: BTreeMap<WorkKind, Vec<CallerStep<'a>>> = BTreeMap::new();
        for ((kind, by), values) in &self.series {
            let (least, most) = (
                values.base.iter().copied().fold(f64::INFINITY, f64::min),
                values.head.iter().copied().fold(0.0, f64::max),
            );
            let step = match tally.see(values) {
                CountChange::Constant(base, Some(now)) if base != now => (base, now),
                // What is not exact takes away what is surely less, and adds nothing.
                CountChange::Changed | CountChange::Other if most < least => {
                    (basic::median(&values.base), basic::median(&values.head))
                }
                _ => continue,
            };
            by_kind.entry(*kind).or_default().push(CallerStep { by, values, from: step.0, to: step.1 });
        }
        by_kind.retain(|_, steps| steps.iter().map(|step| step.to - step.from).sum::<f64>() > 0.0);
        Growths(by_kind)
    }
}

/// What changed, by kind.
struct Growths<'a>(BTreeMap<WorkKind, Vec<CallerStep<'a>>>);

impl Growths<'_> {
    /// As rows, with who asks more often.
    fn told(self, counted: Counted<'_>, rules: Rules<'_>, chance: f64) -> Vec<IncreasedRow> {
        let mut told = Vec::new();
        for (kind, steps) in self.0 {
            let mut modules: BTreeMap<Whose, Vec<CallerStep<'_>>> = BTreeMap::new();
            for step in steps {
                modules.entry(whose(step.by, counted.head_table, counted.base_table)).or_default().push(step);
            }
            for ((module, owner), steps) in modules {
                let sum = |of: fn(&CallerStep<'_>) -> f64| steps.iter().map(of).sum::<f64>();
                let (base, head) = (sum(|step| step.from), sum(|step| step.to));
                if head > base {
                    let row = Row::new(Subject::work(kind, module.as_deref()), module, owner, rules);
                    let allowed = rules.config.work.allowed(kind);
                    let matters = rules.config.work.fails(kind) && head - base > allowed as f64;
                    let increase = ExactIncrease {
                        calls: Sides { base, head },
                        callers: callers(&steps),
                        matters,
                        chance,
                        ..ExactIncrease::default()
                    };
                    told.push(IncreasedRow::new(row, summed(&steps), increase));
                }
            }
        }
        told
    }
}

/// Adds up the values of all steps, launch by launch.
fn summed(steps: &[CallerStep<'_>]) -> Values {
    let sum = |side: fn(&Values) -> &Vec<f64>| {
        let launches = steps.first().map_or(0, |step| side(step.values).len());
        (0..launches).map(|at| steps.iter().map(|step| side(step.values)[at]).sum()).collect()
    };
    Values { base: sum(|values| &values.base), head: sum(|values| &values.head) }
}

fn callers(steps: &[CallerStep<'_>]) -> Vec<CallsFrom> {
    let more = |step: &&CallerStep<'_>| step.to > step.from && !step.by.is_empty();
    let from = |step: &CallerStep<'_>| CallsFrom {
        method: Arc::clone(step.by),
        base: Some(step.from),
        head: step.to,
    };
    calls::most_first(steps.iter().filter(more).map(from).collect())
}

/// Module and owner.
type Whose = (Option<Arc<str>>, Option<Arc<str>>);

/// Whose it is who asks: a method's module and owner, or the image.
fn whose(by: &Arc<str>, table: &Table, other: &Table) -> Whose {
    let method: Option<&Method> = [table, other].into_iter().find_map(|t| Some(t.method(t.find(by)?)));
    match method {
        Some(method) => (method.module.clone(), method.owner.clone()),
        None => ((!by.is_empty()).then(|| Arc::clone(by)), None),
    }
}

fn of_launch(launch: &Launch) -> impl Iterator<Item = &gate_launches::Work> {
    launch.work.iter().flat_map(|work| work.iter())
}

/// The work of launches that are compared with nothing.
pub fn work_of(head: &[&Launch], table: &Table) -> Works {
    self::table(Counted { base: &[], base_table: table, head, head_table: table })
}

/// All work of both sides, for people.
pub(super) fn table(counted: Counted<'_>) -> Works {
    type OfSides = [Vec<(f64, f64)>; 2];
    let mut rows: BTreeMap<(WorkKind, Thread, Whose), OfSides> = BTreeMap::new();
    let tell = |launches: &[&Launch]| launches.iter().filter(|launch| launch.work.is_some()).count();
    let measured = [tell(counted.base), tell(counted.head)];
    let all = counted.base.len() + counted.head.len();
    let is_partly_measured = (1..all).contains(&measured.iter().sum());
    if measured[1] == 0 {
        return Works { rows: None, is_partly_measured };
    }
    let mut places = [0, 0];
    for (side, _, launch, table) in counted.launches().filter(|(_, _, launch, _)| launch.work.is_some()) {
        for work in of_launch(launch) {
            let key = (work.kind, work.thread, whose(&work.by, table, counted.head_table));
            let sides = rows.entry(key).or_insert_with(|| measured.map(|count| vec![(0.0, 0.0); count]));
            let place = &mut sides[side][places[side]];
            *place = (place.0 + work.calls as f64, place.1 + work.bytes as f64);
        }
        places[side] += 1;
    }
    let median = |side: &[(f64, f64)], of: fn(&(f64, f64)) -> f64| {
        (!side.is_empty()).then(|| basic::median(&side.iter().map(of).collect::<Vec<f64>>()))
    };
    let row =
        |((kind, thread, (module, owner)), [base, head]): ((WorkKind, Thread, Whose), OfSides)| WorkRow {
            kind,
            thread,
            module,
            owner,
            calls: (median(&base, |one| one.0), median(&head, |one| one.0).unwrap_or(0.0)),
            bytes: (median(&base, |one| one.1), median(&head, |one| one.1).unwrap_or(0.0)),
        };
    Works { rows: Some(rows.into_iter().map(row).collect()), is_partly_measured }
}
