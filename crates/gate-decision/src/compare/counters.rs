//! Compares counters: the instructions and cycles of the launch and its phases, and the system's counters of the process for the whole
//! launch.
//!
//! The recorder's own instructions and cycles are subtracted from the counters only if every launch of both sides contains these two
//! numbers.
//!
//! Invariant: only the base's launches decide whether a counter may become a finding, so this choice uses no part of the significance
//! level.

use std::sync::Arc;

use gate_launches::{Launch, marks};
use gate_stats::defaults::INSTRUCTIONS_SESSION_SD;
use gate_stats::{basic, levels};

use super::layout::Layout;
use super::rows::{AdmittedLaunches, Matrix};
use super::rules::Rules;
use super::{CompareError, JudgedRow, with_results};
use crate::subject::{Counter, Subject};

impl Counter {
    /// Returns whether a launch has this counter at any mark.
    fn is_recorded(self, launch: &Launch) -> bool {
        launch.marks.iter().any(|mark| self.value_at(launch, &mark.name).is_some())
    }

    /// Returns the value of the counter at a mark.
    fn value_at(self, launch: &Launch, mark: &str) -> Option<f64> {
        if mark == marks::START {
            return Some(0.0);
        }
        let counters = launch.mark(mark)?.counters.named_counters();
        counters.into_iter().find(|(name, _)| *name == self.name())?.1
    }

    /// Returns whether this is a counter of the whole process. The growth of a counter of the process is only shown, and is not a reason
    /// against a pass.
    pub(crate) fn is_of_process(self) -> bool {
        !matches!(self, Counter::Instructions | Counter::Cycles)
    }

    /// Returns the entry of the table of significance levels for this counter.
    pub fn level(self) -> levels::TestFamily {
        match self {
            Counter::Instructions => levels::INSTRUCTIONS,
            Counter::Cycles => levels::CYCLES,
            _ => levels::process_family(4),
        }
    }
}

/// The tested counters of the launch and its phases.
#[derive(Clone, Debug, Default)]
pub struct Counters {
    /// The rows of [`Subject::Count`], in the order of their subjects.
    pub rows: Vec<CountRow>,
    /// The counters that are missing or 0 in some launches, so that only times decide.
    pub missing: Vec<Counter>,
}

impl Counters {
    /// Returns the share of the significance level that remains for times. The share is 1 unless a counter may become a finding.
    pub(crate) fn level_share_of_times(&self) -> f64 {
        let is_of_processor = |row: &CountRow| {
            row.judged.row.subject.counter_and_phase().is_some_and(|(counter, _)| !counter.is_of_process())
        };
        let decides = self.rows.iter().any(|row| row.decides && is_of_processor(row));
        if decides { levels::SHARE_BESIDE_COUNTS } else { 1.0 }
    }
}

/// One counter of the launch or of a phase.
#[derive(Clone, Debug)]
pub struct CountRow {
    /// The test of the counter. All values of the test have the unit of the counter, not nanoseconds.
    pub judged: JudgedRow,
    /// Whether growth of this counter may be a finding. Growth may be a finding if the counter scatters less than the time between the
    /// base's launches.
    pub decides: bool,
    pub scatter: Scatter,
    /// Whether the instructions or cycles of the recorder's own calls were subtracted.
    pub less_calls: bool,
}

/// The relative scatter of a counter and of the time, between the base's launches.
#[derive(Clone, Copy, Debug)]
pub struct Scatter {
    pub count: f64,
    /// The scatter of the time of the same phase or of the launch.
    pub time: f64,
}

/// The values of one counter: first the value for the whole launch, then the values for its phases.
pub struct LaunchCounts {
    /// The counts that were recorded at the marks.
    pub recorded: Vec<f64>,
    /// The counts without the recorder's own instructions or cycles, if the launch contains their number per recorded call.
    pub less_calls: Option<Vec<f64>>,
}

impl LaunchCounts {
    /// Reads the counts of a launch and of these phases. Returns `None` if one of the counts is missing or 0.
    pub fn read(counter: Counter, launch: &Launch, phases: &[Arc<str>]) -> Option<LaunchCounts> {
        let recorded = recorded_counts(counter, launch, phases)?;
        let less_calls = less_calls(counter, launch, phases, &recorded);
        Some(LaunchCounts { recorded, less_calls })
    }
}

impl Counter {
    /// Returns the instructions or cycles that the recorder adds for each recorded call.
    fn per_call(self, launch: &Launch) -> Option<f64> {
        match self {
            Counter::Instructions => launch.per_call.instructions,
            Counter::Cycles => launch.per_call.cycles,
            _ => None,
        }
    }
}

/// Returns the number of recorded calls in a launch and in each of its phases. The counters are those of the process, so calls on all
/// threads are included.
///
/// The phase of calls on other threads is unknown. Calls on other threads are divided among the phases in proportion to the counts of the
/// phases, which scatter little. The agent records no call before it starts, so the phase before its start has no calls.
fn calls_by_phase(launch: &Launch, phases: &[Arc<str>], counts: &[f64]) -> Vec<f64> {
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

/// Subtracts the instructions or cycles that the recorder added. Returns `None` if their number per call is unknown, or if a count would
/// become 0 or negative.
fn less_calls(counter: Counter, launch: &Launch, phases: &[Arc<str>], all: &[f64]) -> Option<Vec<f64>> {
    let each = counter.per_call(launch)?;
    let calls = calls_by_phase(launch, phases, all.get(1..)?);
    let left: Vec<f64> = all.iter().zip(calls).map(|(count, calls)| count - calls * each).collect();
    left.iter().all(|count| *count > 0.0).then_some(left)
}

/// Returns the differences of the counter between marks, for the launch and for its phases; `None` if one of them is missing or 0.
fn recorded_counts(counter: Counter, launch: &Launch, phases: &[Arc<str>]) -> Option<Vec<f64>> {
    let end = launch.end()?;
    let whole = counter.value_at(launch, &end.name)?;
    let spans = phases.iter().map(|name| {
        let (from, to) = name.split_once("..")?;
        Some(counter.value_at(launch, to)? - counter.value_at(launch, from)?)
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

/// The rows of all counters. A counter can have findings if it scatters less than times do.
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
    /// Makes the rows of a counter. Returns `None` if a launch lacks the counter.
    fn new(
        counter: Counter,
        phases: &[Arc<str>],
        launches: AdmittedLaunches<'_>,
        times: &Matrix,
        rules: Rules<'_>,
    ) -> Option<CounterMatrix> {
        let counts = launches.launches().map(|(_, _, launch, _)| LaunchCounts::read(counter, launch, phases));
        let counts: Vec<LaunchCounts> = counts.collect::<Option<_>>()?;
        // The instructions or cycles of the recorder are subtracted either from all launches or from no launch, so that both sides are
        // treated alike.
        let less_calls = counts.iter().all(|launch| launch.less_calls.is_some());
        let counts = counts
            .into_iter()
            .map(|launch| launch.less_calls.filter(|_| less_calls).unwrap_or(launch.recorded));
        let counts: Vec<Vec<f64>> = counts.collect();
        let names = std::iter::once(None).chain(phases.iter().cloned().map(Some));
        let subjects = names.map(|name| Subject::Count(counter, name)).collect();
        let mut matrix = Matrix::counter_rows(launches, subjects, &counts, rules);
        let scatters = matrix.rows.iter().zip(&matrix.values).map(|(row, values)| Scatter {
            count: relative_scatter(&values.base),
            time: base_times(&row.subject, times).map_or(0.0, |times| relative_scatter(times)),
        });
        let scatters: Vec<Scatter> = scatters.collect();
        matrix.restrict_deciding(|row| scatters[row].count < scatters[row].time);
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

    /// Returns whether the instructions or the cycles may become a finding.
    pub(super) fn can_decide(&self) -> bool {
        let of_processor = self.counters.iter().filter(|counter| !counter.counter.is_of_process());
        of_processor.flat_map(|counter| counter.matrix.limits()).any(|limit| limit.decides)
    }

    /// Tests the counters, using the base's sessions from the index `start` on.
    pub(super) fn judge(
        self,
        layout: &Layout<'_>,
        rules: Rules<'_>,
        start: usize,
    ) -> Result<Counters, CompareError> {
        let mut settings = rules.statistics_settings();
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

/// Returns the base's times of the counter's phase, or of the launch.
fn base_times<'a>(counter: &Subject, times: &'a Matrix) -> Option<&'a Vec<f64>> {
    let wanted = counter.time_subject()?;
    times.rows.iter().position(|row| row.subject == wanted).map(|at| &times.values[at].base)
}

/// Returns the relative scatter of launches. The scatter is computed from quartiles, so a single outlier has little influence.
fn relative_scatter(values: &[f64]) -> f64 {
    /// The distance between the quartiles of a normal distribution, in standard deviations.
    const QUARTILES: f64 = 1.349;
    let logs: Vec<f64> = values.iter().filter(|value| **value > 0.0).map(|value| value.ln()).collect();
    if logs.len() < values.len() || logs.is_empty() {
        return f64::INFINITY;
    }
    (basic::quantile(&logs, 0.75) - basic::quantile(&logs, 0.25)) / QUARTILES
}
