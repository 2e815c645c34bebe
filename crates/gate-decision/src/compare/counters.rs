//! What the processor counted: instructions and cycles of the launch and its phases, beside their times; and what the system counts of the
//! process, of the whole launch.
//!
//! What the recorder's own calls take is subtracted where every launch tells it; else nothing is, on either side.
//!
//! Invariant: whether a count decides hangs on the base's launches alone, so the choice spends nothing of the level.

use std::sync::Arc;

use gate_launches::{Launch, marks};
use gate_stats::{basic, levels};

use super::numbers::Layout;
use super::rows::{Counted, Matrix};
use super::rules::Rules;
use super::{CompareError, Judged, with_results};
use crate::subject::{Counter, Subject};

impl Counter {
    fn at(self, launch: &Launch, mark: &str) -> Option<f64> {
        if mark == marks::START {
            return Some(0.0);
        }
        let counters = launch.mark(mark)?.counters.named();
        counters.into_iter().find(|(name, _)| *name == self.name())?.1
    }

    /// Whether the system counts it of the process: shown, and no reason against a pass.
    pub(crate) fn is_of_process(self) -> bool {
        !matches!(self, Counter::Instructions | Counter::Cycles)
    }

    /// Its line of the table of levels.
    pub fn level(self) -> levels::Level {
        match self {
            Counter::Instructions => levels::INSTRUCTIONS,
            Counter::Cycles => levels::CYCLES,
            _ => levels::of_process(4),
        }
    }
}

/// Counts of the launch and its phases, judged.
#[derive(Clone, Debug, Default)]
pub struct Counters {
    /// Rows of [`Subject::Count`], in the order of their keys.
    pub rows: Vec<CountRow>,
    /// Which counts are told by some launches only, or are 0 in some, so that times alone decide.
    pub missing: Vec<Counter>,
}

impl Counters {
    /// What times have of the level: all of it where no count decides.
    pub(crate) fn left_for_times(&self) -> f64 {
        let decides = |row: &CountRow| {
            row.decides && row.judged.row.subject.count().is_some_and(|(counter, _)| !counter.is_of_process())
        };
        if self.rows.iter().any(decides) { levels::BESIDE_COUNTS } else { 1.0 }
    }
}

/// One count of the launch or of a phase.
#[derive(Clone, Debug)]
pub struct CountRow {
    /// Its numbers, in what is counted and not in nanoseconds.
    pub judged: Judged,
    /// Whether it may be a finding: it scatters less in the base's launches than the time does.
    pub decides: bool,
    /// How much the base's launches scatter (a ratio): the count, and the time.
    pub noise: (f64, f64),
    /// Whether what recorded calls take was subtracted: every launch tells it.
    pub less_calls: bool,
}

/// Counts as the marks tell them, and less what recorded calls took.
type ToldAndLess = (Vec<f64>, Option<Vec<f64>>);

impl Counter {
    /// The counts of a launch and then of these phases of it: as the marks tell them, and less what recorded calls took where the
    /// launch tells that. Nothing where it does not tell the counts, or tells 0.
    pub fn of(self, launch: &Launch, phases: &[Arc<str>]) -> Option<ToldAndLess> {
        let told = counted_of(self, launch, phases)?;
        let less = less_calls(self, launch, phases, &told);
        Some((told, less))
    }

    /// What one recorded call takes.
    fn per_call(self, launch: &Launch) -> Option<f64> {
        match self {
            Counter::Instructions => launch.per_call.instructions,
            Counter::Cycles => launch.per_call.cycles,
            _ => None,
        }
    }
}

/// The recorded calls of a launch, of all threads since the counters are the process's, and those of each phase.
///
/// Of other threads' calls the phase is not known: they are shared out as the count itself is, which scatters little.
/// Nothing is recorded before the agent runs, so the phase before it has none.
fn calls(launch: &Launch, phases: &[Arc<str>], counted: &[f64]) -> Vec<f64> {
    let before_agent = |name: &str| name.ends_with(&format!("..{}", marks::AGENT_START));
    let recorded: f64 =
        phases.iter().zip(counted).filter(|(name, _)| !before_agent(name)).map(|(_, count)| count).sum();
    let unknown: f64 = launch.costs.iter().filter(|cost| cost.phase.is_none()).map(|cost| cost.calls).sum();
    let of_phase = |(name, count): (&Arc<str>, &f64)| {
        let at = launch.phases.iter().position(|phase| phase.name == *name);
        let known = launch
            .costs
            .iter()
            .filter(|cost| cost.phase.is_some_and(|phase| Some(usize::from(phase.0)) == at));
        let known: f64 = known.map(|cost| cost.calls).sum();
        let share = if before_agent(name) || recorded <= 0.0 { 0.0 } else { count / recorded };
        known + unknown * share
    };
    let whole = launch.costs.iter().map(|cost| cost.calls).sum();
    std::iter::once(whole).chain(phases.iter().zip(counted).map(of_phase)).collect()
}

/// The same counts less what the recorder's calls took; nothing where the launch does not tell that, or where nothing would be left.
fn less_calls(counter: Counter, launch: &Launch, phases: &[Arc<str>], all: &[f64]) -> Option<Vec<f64>> {
    let each = counter.per_call(launch)?;
    let calls = calls(launch, phases, all.get(1..)?);
    let left: Vec<f64> = all.iter().zip(calls).map(|(count, calls)| count - calls * each).collect();
    left.iter().all(|count| *count > 0.0).then_some(left)
}

/// What is counted in a launch and in each phase that all launches have; nothing where a launch does not tell it or tells 0.
fn counted_of(counter: Counter, launch: &Launch, phases: &[Arc<str>]) -> Option<Vec<f64>> {
    let end = launch.mark(marks::FIRST_FRAME).or_else(|| launch.marks.last())?;
    let whole = counter.at(launch, &end.name)?;
    let spans = phases.iter().map(|name| {
        let (from, to) = name.split_once("..")?;
        Some(counter.at(launch, to)? - counter.at(launch, from)?)
    });
    let all: Vec<f64> = std::iter::once(Some(whole)).chain(spans).collect::<Option<_>>()?;
    all.iter().all(|count| *count > 0.0 && count.is_finite()).then_some(all)
}

/// The phases that every launch has.
fn shared_phases(counted: Counted<'_>) -> Vec<Arc<str>> {
    let Some(first) = counted.base.first() else { return Vec::new() };
    let everywhere = |name: &str| {
        counted.launches().all(|(_, _, launch, _)| launch.phases.iter().any(|p| *p.name == *name))
    };
    first.phases.iter().map(|phase| Arc::clone(&phase.name)).filter(|name| everywhere(name)).collect()
}

/// How much the base's launches scatter in a count, and in time.
type Scatter = (f64, f64);

/// Rows of counts, which decide where they scatter less than times.
pub(super) struct CounterRows {
    pub(super) matrices: Vec<(Counter, Matrix, Vec<Scatter>)>,
    missing: Vec<Counter>,
    less_calls: Vec<Counter>,
}

impl CounterRows {
    pub(super) fn new(counted: Counted<'_>, times: &Matrix, rules: Rules<'_>) -> CounterRows {
        let mut ready = CounterRows { matrices: Vec::new(), missing: Vec::new(), less_calls: Vec::new() };
        let all_phases = shared_phases(counted);
        for counter in Counter::ALL {
            let phases = if counter.is_of_process() { &[][..] } else { &all_phases };
            let values: Option<Vec<ToldAndLess>> =
                counted.launches().map(|(_, _, launch, _)| counter.of(launch, phases)).collect();
            let Some(values) = values else {
                let told = |launch: &Launch| {
                    launch.marks.iter().any(|mark| counter.at(launch, &mark.name).is_some())
                };
                if !counter.is_of_process() && counted.launches().any(|(_, _, launch, _)| told(launch)) {
                    ready.missing.push(counter);
                }
                continue;
            };
            // From all of them or from none: the sides are alike.
            let subtracts = values.iter().all(|(_, less)| less.is_some());
            if subtracts {
                ready.less_calls.push(counter);
            }
            let values: Vec<Vec<f64>> =
                values.into_iter().map(|(told, less)| less.filter(|_| subtracts).unwrap_or(told)).collect();
            let names = std::iter::once(None).chain(phases.iter().cloned().map(Some));
            let keys = names.map(|name| Subject::Count(counter, name)).collect();
            let mut matrix = Matrix::counts(counted, keys, &values, rules);
            let noise: Vec<(f64, f64)> = matrix
                .rows
                .iter()
                .zip(&matrix.values)
                .map(|(row, values)| {
                    (
                        scatter(&values.base),
                        time_of(&row.subject, times).map_or(0.0, |values| scatter(values)),
                    )
                })
                .collect();
            matrix.decide_where(|row| noise[row].0 < noise[row].1);
            ready.matrices.push((counter, matrix, noise));
        }
        ready
    }

    /// Whether any of them decides.
    pub(super) fn decide(&self) -> bool {
        let of_processor = self.matrices.iter().filter(|(counter, ..)| !counter.is_of_process());
        of_processor.flat_map(|(_, matrix, _)| matrix.limits()).any(|limit| limit.decides)
    }

    pub(super) fn judge(
        self,
        layout: &Layout<'_>,
        counted: Counted<'_>,
        rules: Rules<'_>,
        anew: usize,
    ) -> Result<Counters, CompareError> {
        let mut settings = rules.statistics();
        settings.session_sd = rules.config.gate.instructions.session_sd;
        let mut rows = Vec::new();
        for (counter, matrix, noise) in self.matrices {
            let limits = matrix.limits();
            let less_calls = self.less_calls.contains(&counter);
            let anew = vec![anew; matrix.rows.len()];
            let results = layout.ask(counted, &matrix.values, &anew, |sample| {
                gate_stats::judge_counts(sample, &limits, &settings, counter.level())
            })?;
            let judged = with_results(matrix, results);
            rows.extend(judged.into_iter().zip(&limits).zip(noise).map(|((judged, limit), noise)| {
                CountRow { judged, decides: limit.decides, noise, less_calls }
            }));
        }
        Ok(Counters { rows, missing: self.missing })
    }
}

/// The base's times of the same phase, or of the launch.
fn time_of<'a>(key: &Subject, times: &'a Matrix) -> Option<&'a Vec<f64>> {
    let wanted = key.time();
    times.rows.iter().position(|row| Some(&row.subject) == wanted.as_ref()).map(|at| &times.values[at].base)
}

/// How much launches scatter, as a ratio: robustly, since one that went astray tells nothing.
fn scatter(values: &[f64]) -> f64 {
    /// The distance between the quartiles of a normal distribution, in standard deviations.
    const QUARTILES: f64 = 1.349;
    let logs: Vec<f64> = values.iter().filter(|value| **value > 0.0).map(|value| value.ln()).collect();
    if logs.len() < values.len() || logs.is_empty() {
        return f64::INFINITY;
    }
    (basic::quantile(&logs, 0.75) - basic::quantile(&logs, 0.25)) / QUARTILES
}
