//! Judges stored sessions against earlier sessions, once unchanged and once with growth that is added to their launches (planted).
//!
//! Invariant: a session is judged as `gate check` would have judged it on the day of recording, with the current settings. The store is
//! only read.

use std::collections::BTreeMap;
use std::sync::Arc;

use gate_baseline::{BaselineKey, Baselines, SessionEntry};
use gate_decision::{Answer, Outcome};
use gate_launches::{Launch, Launches, MethodId, Ns, Phase, ThreadKind};
use gate_report::{BacktestResult, DetectableGrowth, PastCheck};
use gate_stats::basic::{clopper_pearson_upper, mean, median};

use super::Context;
use super::stored_history::{StoredHistory, session_day};

/// The planted growths, as shares of the cost that grows.
const GROWTHS: [f64; 14] = [0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.15, 0.2, 0.3, 0.5, 1.0, 2.0];

/// The share of the passed sessions that must fail with a planted growth, so that this growth counts as found.
const MOST: f64 = 0.8;

/// The progress of a backtest.
struct BacktestProgress<'a> {
    count: usize,
    of: usize,
    progress: &'a mut dyn FnMut(usize, usize),
}

impl BacktestProgress<'_> {
    fn next(&mut self) {
        self.count += 1;
        (self.progress)(self.count, self.of);
    }
}

/// A part of the launch that grows.
enum GrowingPart {
    Launch,
    Module(Arc<str>),
    Method(Arc<str>),
}

/// Judges the newest `count` sessions of a key, each against the earlier sessions. `progress` receives the number of finished judgements,
/// with and without planted growth, and the number of all judgements.
pub fn backtest(
    context: &Context,
    store: &dyn Baselines,
    key: &BaselineKey,
    count: usize,
    progress: &mut dyn FnMut(usize, usize),
) -> anyhow::Result<BacktestResult> {
    let entries = store.sessions(key)?;
    let past = StoredHistory::new(context, store)?;
    let mut sessions = Vec::new();
    let mut passed = Vec::new();
    let mut minutes = Vec::new();
    let newest = entries.len().min(count);
    // Each session counts as one step without growth, and as one step for each of the three parts of the launch in which growth is planted.
    let mut done = BacktestProgress { count: 0, of: 4 * newest, progress };
    for (at, entry) in entries.iter().enumerate().take(newest) {
        done.next();
        let launches = past.read_launches(entry)?;
        let outcome = past.judge(&launches, entry, &entries[at + 1..])?;
        let checked = past_check(entry, &outcome);
        minutes.extend(minutes_of(&launches));
        if checked.answer == Answer::Pass {
            passed.push((at, launches));
        }
        sessions.push(checked);
    }
    let mut found = Vec::new();
    for part in passed.first().map(|(_, launches)| growing_parts(launches)).unwrap_or_default() {
        found.push(past.measure_power(&part, &entries, &passed, &mut done)?);
    }
    let with = |answer| sessions.iter().filter(|past| past.answer == answer && !past.new_level).count();
    let (failed, undecided) = (with(Answer::Regressed), with(Answer::Undecided));
    let judged = with(Answer::Pass) + failed + undecided;
    Ok(BacktestResult {
        key: key.clone(),
        judged,
        failed,
        undecided,
        failed_share_at_most: clopper_pearson_upper(failed, judged),
        found,
        minutes_of_phone: (!minutes.is_empty()).then(|| median(&minutes)),
        sessions,
    })
}

fn past_check(entry: &SessionEntry, outcome: &Outcome) -> PastCheck {
    let failing = match outcome {
        Outcome::Judged(_, verdict) => {
            let failing = verdict.findings.iter().filter(|finding| finding.fails());
            failing.map(|finding| finding.subject().bare_name().to_owned()).collect()
        }
        _ => Vec::new(),
    };
    PastCheck {
        session: entry.session.to_string(),
        day: session_day(entry).map(|day| day.to_string()),
        answer: outcome.answer(),
        failing,
        new_level: entry.new_level.is_some(),
    }
}

impl StoredHistory<'_> {
    /// Finds the smallest planted growth of a part that makes most of the passed sessions fail.
    fn measure_power(
        &self,
        part: &GrowingPart,
        entries: &[SessionEntry],
        passed: &[(usize, Launches)],
        done: &mut BacktestProgress<'_>,
    ) -> anyhow::Result<DetectableGrowth> {
        let (kind, name) = part.kind_and_name();
        let mut steps = Vec::new();
        for (at, launches) in passed {
            done.next();
            steps.push(self.first_found(part, launches, &entries[*at], &entries[at + 1..])?);
        }
        steps.sort_unstable();
        let last = (MOST * steps.len() as f64).ceil() as usize;
        let step = last.checked_sub(1).and_then(|last| steps.get(last)).copied();
        let newest = passed.first().map(|(_, launches)| launches);
        Ok(DetectableGrowth {
            kind,
            name,
            cost_ns: newest.map_or(0.0, |launches| part.mean_cost(launches)),
            sessions: passed.len(),
            found_from: step.and_then(|step| GROWTHS.get(step)).copied(),
        })
    }

    /// Returns the index in [`GROWTHS`] of the smallest growth with which a session fails, or the length of the list if the session passes
    /// with every growth. Every larger growth is assumed to fail too.
    fn first_found(
        &self,
        part: &GrowingPart,
        launches: &Launches,
        entry: &SessionEntry,
        before: &[SessionEntry],
    ) -> anyhow::Result<usize> {
        let (mut low, mut high) = (0, GROWTHS.len());
        while low < high {
            let middle = low.midpoint(high);
            let grown = part.with_growth(launches, GROWTHS[middle]);
            match self.judge(&grown, entry, before)?.answer() {
                Answer::Regressed => high = middle,
                _ => low = middle + 1,
            }
        }
        Ok(low)
    }
}

/// Chooses the parts of the launch in which growth is planted: the whole launch, the most expensive module, and one method. If the costs of
/// the methods are added up in descending order, the sum reaches half of the total at this method.
fn growing_parts(launches: &Launches) -> Vec<GrowingPart> {
    let mut methods = Vec::new();
    let mut modules: BTreeMap<&Arc<str>, f64> = BTreeMap::new();
    for (id, method) in launches.table.methods() {
        let cost = sum_method_costs(launches, |found| found == id);
        methods.push((cost, &method.name));
        if let Some(module) = &method.module {
            *modules.entry(module).or_default() += cost;
        }
    }
    methods.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    let mut half = 0.5 * methods.iter().map(|(cost, _)| cost).sum::<f64>();
    let method = methods.iter().find(|(cost, _)| {
        half -= cost;
        half <= 0.0 && *cost > 0.0
    });
    let module = modules.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).filter(|(_, cost)| *cost > 0.0);
    let module = module.map(|(name, _)| GrowingPart::Module(Arc::clone(name)));
    let method = method.map(|(_, name)| GrowingPart::Method(Arc::clone(name)));
    [Some(GrowingPart::Launch), module, method].into_iter().flatten().collect()
}

/// Adds up the costs of methods on the main thread in all launches.
fn sum_method_costs(launches: &Launches, is_wanted: impl Fn(MethodId) -> bool) -> f64 {
    let costs = launches.launches.iter().flat_map(|launch| &launch.costs);
    let wanted = costs.filter(|cost| cost.thread == ThreadKind::Main && is_wanted(cost.method));
    wanted.map(|cost| cost.self_ns.0).sum()
}

impl GrowingPart {
    fn kind_and_name(&self) -> (&'static str, String) {
        match self {
            GrowingPart::Launch => ("launch", "the launch".to_owned()),
            GrowingPart::Module(name) => ("module", name.to_string()),
            GrowingPart::Method(name) => ("method", name.to_string()),
        }
    }

    /// Returns whether a method belongs to the part. The growth of the whole launch is planted outside methods.
    fn contains_method(&self, launches: &Launches, method: MethodId) -> bool {
        let method = launches.table.method(method);
        match self {
            GrowingPart::Launch => false,
            GrowingPart::Module(name) => method.module.as_ref() == Some(name),
            GrowingPart::Method(name) => method.name == *name,
        }
    }

    fn mean_cost(&self, launches: &Launches) -> f64 {
        match self {
            GrowingPart::Launch => {
                let durations = launches.launches.iter().filter_map(|launch| Some(launch.duration()?.0));
                mean(&durations.collect::<Vec<f64>>())
            }
            _ => {
                sum_method_costs(launches, |method| self.contains_method(launches, method))
                    / launches.launches.len().max(1) as f64
            }
        }
    }

    /// Returns launches in which the cost of the part is larger by the given share, and all later marks are delayed.
    fn with_growth(&self, launches: &Launches, share: f64) -> Launches {
        let mut grown = launches.clone();
        for launch in grown.launches.iter_mut().filter(|launch| launch.counts.is_none()) {
            let is_grown = |method| self.contains_method(launches, method);
            let mut more: Vec<f64> = launch.phases.iter().map(|phase| phase.duration().0 * share).collect();
            if !matches!(self, GrowingPart::Launch) {
                more = grow_methods(launch, is_grown, share);
            }
            prolong_phases(launch, &more);
        }
        grown
    }
}

/// Increases the costs of methods on the main thread by a share, and returns the growth of each phase. The growth of a cost without a phase
/// is added to the last phase.
fn grow_methods(launch: &mut Launch, is_grown: impl Fn(MethodId) -> bool, share: f64) -> Vec<f64> {
    let mut more = vec![0.0; launch.phases.len()];
    for cost in
        launch.costs.iter_mut().filter(|cost| cost.thread == ThreadKind::Main && is_grown(cost.method))
    {
        let growth = cost.self_ns.0 * share;
        cost.self_ns += Ns(growth);
        cost.total_ns += Ns(growth);
        let phase = cost.phase.map_or(more.len().saturating_sub(1), |phase| usize::from(phase.0));
        more.iter_mut().skip(phase).take(1).for_each(|more| *more += growth);
    }
    for (phase, more) in launch.phases.iter_mut().zip(&more) {
        phase.objc.iter_mut().for_each(|objc| *objc += Ns(*more));
    }
    more
}

/// Prolongs the phases of a launch, and moves the marks. A mark within a phase keeps its relative position.
fn prolong_phases(launch: &mut Launch, more: &[f64]) {
    let phases = launch.phases.clone();
    for mark in &mut launch.marks {
        mark.at = shift_time(mark.at, &phases, more);
    }
    for phase in &mut launch.phases {
        (phase.from, phase.to) = (shift_time(phase.from, &phases, more), shift_time(phase.to, &phases, more));
    }
}

/// Returns the new time of a moment of a launch after the phases were prolonged.
fn shift_time(time: Ns, phases: &[Phase], more: &[f64]) -> Ns {
    let mut delay = 0.0;
    for (phase, more) in phases.iter().zip(more) {
        let share = (time - phase.from).0 / phase.duration().0.max(f64::MIN_POSITIVE);
        delay += more * share.clamp(0.0, 1.0);
    }
    time + Ns(delay)
}

/// Returns the duration of a session in minutes: the mean time between launches, multiplied by the number of launches.
fn minutes_of(launches: &Launches) -> Option<f64> {
    let times = || launches.launches.iter().filter_map(|launch| launch.recorded_unix_ms);
    let (first, last) = (times().min()?, times().max()?);
    let count = launches.launches.len();
    (last > first && count > 1)
        .then(|| (last - first) as f64 / 60_000.0 * count as f64 / (count as f64 - 1.0))
}
