//! Counters: instructions and cycles of the launch and its phases, and the system's counters of the process for the whole launch.
//!
//! The counts of the recorder's own calls are subtracted if every launch has them, otherwise from no launch of either side.
//!
//! Invariant: whether a counter decides depends on the base's launches alone, so the choice does not spend any of the level.

use std::sync::Arc;

use gate_launches::{Launch, marks};
use gate_stats::defaults::INSTRUCTIONS_SESSION_SD;
use gate_stats::{basic, levels};

use super::numbers::Layout;
use super::rows::{AdmittedLaunches, Matrix};
use super::rules::Rules;
use super::{CompareError, Judged, with_results};
use crate::subject::{Counter, Subject};

impl Counter {
    /// Whether a launch has it at any mark.
    fn is_recorded(self, launch: &Launch) -> bool {
        launch.marks.iter().any(|mark| self.at(launch, &mark.name).is_some())
    }

    /// Returns its value at a mark.
    fn at(self, launch: &Launch, mark: &str) -> Option<f64> {
        if mark == marks::START {
            return Some(0.0);
        }
        let counters = launch.mark(mark)?.counters.named();
        counters.into_iter().find(|(name, _)| *name == self.name())?.1
    }

    /// Whether it is a counter of the process, which is only shown and no reason against a pass.
    pub(crate) fn is_of_process(self) -> bool {
        !matches!(self, Counter::Instructions | Counter::Cycles)
    }

    /// Returns its line of the table of levels.
    pub fn level(self) -> levels::Level {
        match self {
            Counter::Instructions => levels::INSTRUCTIONS,
            Counter::Cycles => levels::CYCLES,
            _ => levels::of_process(4),
        }
    }
}

/// The tested counters of the launch and its phases.
#[derive(Clone, Debug, Default)]
pub struct Counters {
    /// Rows of [`Subject::Count`], in the order of their subjects.
    pub rows: Vec<CountRow>,
    /// The counters that some launches lack or have as 0, so that times alone decide.
    pub missing: Vec<Counter>,
}

impl Counters {
    /// Returns the share of the level that times have: all of it unless a counter decides.
    pub(crate) fn left_for_times(&self) -> f64 {
        let is_of_processor = |row: &CountRow| {
            row.judged.row.subject.count().is_some_and(|(counter, _)| !counter.is_of_process())
        };
        let decides = self.rows.iter().any(|row| row.decides && is_of_processor(row));
        if decides { levels::BESIDE_COUNTS } else { 1.0 }
    }
}

/// One counter of the launch or of a phase.
#[derive(Clone, Debug)]
pub struct CountRow {
    /// Its numbers, in the unit of the counter and not in nanoseconds.
    pub judged: Judged,
    /// Whether it may be a finding: it scatters less in the base's launches than the time does.
    pub decides: bool,
    pub scatter: Scatter,
    /// Whether the counts of recorded calls were subtracted.
    pub less_calls: bool,
}

/// The scatter of the base's launches, as ratios.
#[derive(Clone, Copy, Debug)]
pub struct Scatter {
    pub count: f64,
    /// The scatter of the time of the same phase.
    pub time: f64,
}

/// The counts of a launch and then of its phases.
pub struct LaunchCounts {
    /// The counts at the marks.
    pub recorded: Vec<f64>,
    /// The same less the counts of recorded calls, if the launch has these.
    pub less_calls: Option<Vec<f64>>,
}

impl LaunchCounts {
    /// Reads the counts of a launch and of these phases; `None` if it lacks one of them, or has it as 0.
    pub fn read(counter: Counter, launch: &Launch, phases: &[Arc<str>]) -> Option<LaunchCounts> {
        let recorded = recorded_counts(counter, launch, phases)?;
        let less_calls = less_calls(counter, launch, phases, &recorded);
        Some(LaunchCounts { recorded, less_calls })
    }
}

impl Counter {
    /// Returns the counts of one recorded call.
    fn per_call(self, launch: &Launch) -> Option<f64> {
        match self {
            Counter::Instructions => launch.per_call.instructions,
            Counter::Cycles => launch.per_call.cycles,
            _ => None,
        }
    }
}

/// Returns the number of recorded calls of a launch on all threads, since the counters are the process's, and of each phase.
///
/// The phase of other threads' calls is unknown: they are divided in the proportion of the counts, which scatter little.
/// The agent records no call before it starts, so the phase before it has no calls.
fn calls(launch: &Launch, phases: &[Arc<str>], counts: &[f64]) -> Vec<f64> {
    let before_agent = |name: &str| name.ends_with(&format!("..{}", marks::AGENT_START));
    let recorded: f64 =
        phases.iter().zip(counts).filter(|(name, _)| !before_agent(name)).map(|(_, count)| count).sum();
    let unknown: f64 = launch.costs.iter().filter(|cost| cost.phase.is_none()).map(|cost| cost.calls).sum();
    let mut calls = vec![launch.costs.iter().map(|cost| cost.calls).sum()];
    for (name, count) in phases.iter().zip(counts) {
        let at = launch.phases.iter().position(|phase| phase.name == *name);
        let is_in_phase = |phase: gate_launches::PhaseId| Some(usize::from(phase.0)) == at;
        let known = launch.costs.iter().filter(|cost| cost.phase.is_some_and(is_in_phase));
        let known: f64 = known.map(|cost| cost.calls).sum();
        let share = if before_agent(name) || recorded <= 0.0 { 0.0 } else { count / recorded };
        calls.push(known + unknown * share);
    }
    calls
}

/// Subtracts the counts of recorded calls; returns `None` if they are unknown, or if a count would not remain above 0.
fn less_calls(counter: Counter, launch: &Launch, phases: &[Arc<str>], all: &[f64]) -> Option<Vec<f64>> {
    let each = counter.per_call(launch)?;
    let calls = calls(launch, phases, all.get(1..)?);
    let left: Vec<f64> = all.iter().zip(calls).map(|(count, calls)| count - calls * each).collect();
    left.iter().all(|count| *count > 0.0).then_some(left)
}

/// Returns the counts of a launch and of its phases at the marks; `None` if it lacks one of them, or has it as 0.
fn recorded_counts(counter: Counter, launch: &Launch, phases: &[Arc<str>]) -> Option<Vec<f64>> {
    let end = launch.end()?;
    let whole = counter.at(launch, &end.name)?;
    let spans = phases.iter().map(|name| {
        let (from, to) = name.split_once("..")?;
        Some(counter.at(launch, to)? - counter.at(launch, from)?)
    });
    let all: Vec<f64> = std::iter::once(Some(whole)).chain(spans).collect::<Option<_>>()?;
    all.iter().all(|count| *count > 0.0 && count.is_finite()).then_some(all)
}

/// Returns the phases that every launch has.
fn shared_phases(launches: AdmittedLaunches<'_>) -> Vec<Arc<str>> {
    let Some(first) = launches.base.first() else { return Vec::new() };
    let has = |launch: &Launch, name: &str| launch.phases.iter().any(|phase| *phase.name == *name);
    let is_shared = |name: &Arc<str>| launches.launches().all(|(_, _, launch, _)| has(launch, name));
    first.phases.iter().map(|phase| Arc::clone(&phase.name)).filter(is_shared).collect()
}

/// Rows of counters, which decide if they scatter less than times.
pub(super) struct CounterRows {
    counters: Vec<CounterMatrix>,
    missing: Vec<Counter>,
}

/// The rows of one counter.
struct CounterMatrix {
    counter: Counter,
    matrix: Matrix,
    scatters: Vec<Scatter>,
    less_calls: bool,
}

impl CounterMatrix {
    /// Makes the rows of a counter; `None` if a launch lacks it.
    fn new(
        counter: Counter,
        phases: &[Arc<str>],
        launches: AdmittedLaunches<'_>,
        times: &Matrix,
        rules: Rules<'_>,
    ) -> Option<CounterMatrix> {
        let counts = launches.launches().map(|(_, _, launch, _)| LaunchCounts::read(counter, launch, phases));
        let counts: Vec<LaunchCounts> = counts.collect::<Option<_>>()?;
        // The counts of calls are subtracted from all launches or from no launch, so that both sides are treated alike.
        let less_calls = counts.iter().all(|launch| launch.less_calls.is_some());
        let counts = counts
            .into_iter()
            .map(|launch| launch.less_calls.filter(|_| less_calls).unwrap_or(launch.recorded));
        let counts: Vec<Vec<f64>> = counts.collect();
        let names = std::iter::once(None).chain(phases.iter().cloned().map(Some));
        let subjects = names.map(|name| Subject::Count(counter, name)).collect();
        let mut matrix = Matrix::counters(launches, subjects, &counts, rules);
        let scatters = matrix.rows.iter().zip(&matrix.values).map(|(row, values)| Scatter {
            count: scatter(&values.base),
            time: base_times(&row.subject, times).map_or(0.0, |times| scatter(times)),
        });
        let scatters: Vec<Scatter> = scatters.collect();
        matrix.decide_where(|row| scatters[row].count < scatters[row].time);
        Some(CounterMatrix { counter, matrix, scatters, less_calls })
    }
}

impl CounterRows {
    pub(super) fn new(launches: AdmittedLaunches<'_>, times: &Matrix, rules: Rules<'_>) -> CounterRows {
        let mut rows = CounterRows { counters: Vec::new(), missing: Vec::new() };
        let all_phases = shared_phases(launches);
        for counter in Counter::ALL {
            let phases = if counter.is_of_process() { &[][..] } else { &all_phases };
            let mut all = launches.launches().map(|(_, _, launch, _)| launch);
            match CounterMatrix::new(counter, phases, launches, times, rules) {
                Some(matrix) => rows.counters.push(matrix),
                None if !counter.is_of_process() && all.any(|launch| counter.is_recorded(launch)) => {
                    rows.missing.push(counter);
                }
                None => {}
            }
        }
        rows
    }

    /// Whether any of them decides.
    pub(super) fn decide(&self) -> bool {
        let of_processor = self.counters.iter().filter(|counter| !counter.counter.is_of_process());
        of_processor.flat_map(|counter| counter.matrix.limits()).any(|limit| limit.decides)
    }

    /// Tests the counters, from the session `start` on.
    pub(super) fn judge(
        self,
        layout: &Layout<'_>,
        rules: Rules<'_>,
        start: usize,
    ) -> Result<Counters, CompareError> {
        let mut settings = rules.statistics();
        settings.session_sd = INSTRUCTIONS_SESSION_SD;
        let mut rows = Vec::new();
        for CounterMatrix { counter, matrix, scatters, less_calls } in self.counters {
            let limits = matrix.limits();
            let starts = vec![start; matrix.rows.len()];
            let results = layout.with_sample(&matrix.values, &starts, |sample| {
                gate_stats::judge_counts(sample, &limits, &settings, counter.level())
            })?;
            let judged = with_results(matrix, results).into_iter().zip(&limits).zip(scatters);
            rows.extend(judged.map(|((judged, limit), scatter)| CountRow {
                judged,
                decides: limit.decides,
                scatter,
                less_calls,
            }));
        }
        Ok(Counters { rows, missing: self.missing })
    }
}

/// Returns the base's times of the phase of a counter, or of the launch.
fn base_times<'a>(counter: &Subject, times: &'a Matrix) -> Option<&'a Vec<f64>> {
    let wanted = counter.time()?;
    times.rows.iter().position(|row| row.subject == wanted).map(|at| &times.values[at].base)
}

/// Returns the scatter of launches as a ratio, from their quartiles, since a single outlier has no meaning for it.
fn scatter(values: &[f64]) -> f64 {
    /// The distance between the quartiles of a normal distribution, in standard deviations.
    const QUARTILES: f64 = 1.349;
    let logs: Vec<f64> = values.iter().filter(|value| **value > 0.0).map(|value| value.ln()).collect();
    if logs.len() < values.len() || logs.is_empty() {
        return f64::INFINITY;
    }
    (basic::quantile(&logs, 0.75) - basic::quantile(&logs, 0.25)) / QUARTILES
}
