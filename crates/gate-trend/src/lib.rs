//! Series of the launch time and of the costs of modules and methods over stored sessions, and the sessions at which they changed
//! permanently.
//!
//! `gate-trend` builds the series. A series has one number per session: the trimmed mean of its launches or, for a module, the sum of its
//! methods. [`gate_stats::changes`] then finds the changes in each series. The callers of the crate find the commits of the sessions.
//!
//! Invariant: sessions are in the order of time. Every series has a number for each session, which is 0 if
//! the session does not contain the method.

use std::collections::BTreeMap;
use std::sync::Arc;

use gate_baseline::{
    AHEAD, BaselineKey, Baselines, SessionEntry, SessionMeans, SessionSummary, StoreError, separate_damage,
};
use gate_config::{DAY_MS, Date};
use gate_decision::ExclusionReason;
use gate_launches::{
    Condition, Conditions, Launch, Launches, Method, MethodId, MethodTable, PhoneId, ThreadKind,
};
use gate_stats::basic::{median, trimmed_mean};
use gate_stats::changes::{
    Noise, common_part, estimate_noise, find_changes_in, find_common_changes, steady_slope,
};
use gate_stats::defaults::LEAST_FLOOR_NS;
use hashbrown::{HashMap, HashSet};
use rayon::prelude::*;

pub use gate_stats::changes::SeriesChange;

/// The smallest change that is reported. Systems and devices change by about 1 % from month to month.
pub const LEAST_CHANGE: f64 = 0.01;
/// The smallest growth over a whole history that is reported as a slope.
const LEAST_SLOPE: f64 = 0.02;
/// The number of sessions at each end of a series; their median is the cost at that end.
const END: usize = 10;
/// The half-width of a 95 % interval in standard errors.
const TWO_SIDED_95: f64 = 1.96;

/// The series of an app in one scenario on one device.
#[derive(Clone, Debug)]
pub struct Trend {
    pub key: BaselineKey,
    /// The sessions, the oldest first.
    pub sessions: Vec<TrendSession>,
    /// The series of the launch, followed by modules and then methods, both sorted by name.
    pub series: Vec<Series>,
    /// The sessions at which all methods changed together.
    pub moved: Vec<JointChange>,
    /// Descriptions of the sessions that were excluded because some of their data is missing.
    pub left_out: Vec<String>,
}

/// A session at which all methods changed together, so that no single method caused the change.
#[derive(Clone, Debug, PartialEq)]
pub struct JointChange {
    /// The index of the first session after the change.
    pub at: usize,
    /// The median growth of all methods, as a share.
    pub growth: f64,
    /// The differences in conditions and phone between the session and the session before it.
    pub with: Vec<String>,
}

impl Trend {
    /// Creates the trend of a key. `moved` has the index of each session at which all series changed together, with the growth as a share.
    pub fn new(
        key: &BaselineKey,
        sessions: Vec<TrendSession>,
        series: Vec<Series>,
        moved: &[(usize, f64)],
        left_out: Vec<String>,
    ) -> Trend {
        let with = |at: usize| describe_differences(&sessions[at - 1], &sessions[at]);
        let moved =
            moved.iter().map(|(at, growth)| JointChange { at: *at, growth: *growth, with: with(*at) });
        Trend { key: key.clone(), moved: moved.collect(), sessions, series, left_out }
    }

    /// Returns the growth of a series per month, if it grows steadily without a permanent change.
    pub fn growth_a_month(&self, series: &Series) -> Option<f64> {
        let times: Vec<u64> = self.sessions.iter().filter_map(|session| session.unix_ms).collect();
        let days = times.last()?.saturating_sub(*times.first()?) as f64 / DAY_MS as f64;
        let sessions_a_month = 365.25 / 12.0 * (times.len() - 1) as f64 / days;
        let growth = (series.slope? * sessions_a_month).exp_m1();
        (growth.is_finite() && series.changes.is_empty()).then_some(growth)
    }
}

/// A stored session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrendSession {
    /// The name of the session.
    pub name: Arc<str>,
    /// The time of recording in milliseconds since 1970; `None` if it is not known.
    pub unix_ms: Option<u64>,
    /// The build number of the session.
    pub build: Arc<str>,
    /// The commit that was measured, if the commit is known.
    pub commit: Option<Arc<str>>,
    /// The conditions of the session's launches.
    pub conditions: Arc<Conditions>,
    /// The phone on which the session was recorded, if the phone is known.
    pub phone: Option<PhoneId>,
}

impl TrendSession {
    /// Creates the session of a stored entry, with the commit and the phone of the session, if known.
    fn from_entry(entry: &SessionEntry, commit: Option<&str>, phone: Option<PhoneId>) -> TrendSession {
        TrendSession {
            name: Arc::clone(&entry.session),
            unix_ms: entry.unix_ms(),
            build: Arc::clone(&entry.conditions.app_build),
            commit: commit.map(Arc::from),
            conditions: Arc::new(entry.conditions.clone()),
            phone,
        }
    }
}

/// The kind of a series; lists of series are sorted in the order of the variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SeriesKind {
    Launch,
    Module,
    Method,
}

gate_common::named!(SeriesKind: Launch = "launch", Module = "module", Method = "method");

/// The cost of the launch, a module or a method in each session.
#[derive(Clone, Debug)]
pub struct Series {
    pub kind: SeriesKind,
    pub name: Arc<str>,
    /// The module to which a method belongs.
    pub module: Option<Arc<str>>,
    /// The team or person that owns the method or module.
    pub owner: Option<Arc<str>>,
    /// The costs in nanoseconds per launch, on the main thread.
    pub ns: Vec<f64>,
    /// The permanent changes of the cost.
    pub changes: Vec<LevelChange>,
    /// The steady growth of the logarithm of the cost per session, if the series grows steadily.
    pub slope: Option<f64>,
}

impl Series {
    /// Creates a series without module, owner and changes.
    fn new(kind: SeriesKind, name: &Arc<str>, ns: Vec<f64>) -> Series {
        let name = Arc::clone(name);
        Series { kind, name, module: None, owner: None, ns, changes: Vec::new(), slope: None }
    }

    /// Returns the costs at both ends of a series: the medians of the first sessions and of the last sessions.
    pub fn end_levels(&self) -> (f64, f64) {
        let end = END.min(self.ns.len().div_ceil(2));
        (median(&self.ns[..end]), median(&self.ns[self.ns.len() - end..]))
    }
}

/// A permanent change of a series' cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelChange {
    /// The index of the first session after the change.
    pub at: usize,
    /// The cost before the change, in nanoseconds; the next field is the cost after the change.
    pub before_ns: f64,
    pub after_ns: f64,
    /// The lower end of the 95 % interval of the difference; the next field is the upper end.
    pub low_ns: f64,
    pub high_ns: f64,
}

/// Reads all sessions of a key, or the sessions since a day, and finds the changes of every series. `attribute` sets modules and owners of
/// methods. `report_progress` is called with the number of sessions that were read and with their total number.
pub fn compute_trend(
    store: &dyn Baselines,
    key: &BaselineKey,
    since: Option<Date>,
    attribute: &dyn Fn(&mut Launches),
    report_progress: &mut dyn FnMut(usize, usize),
) -> Result<Trend, StoreError> {
    let (gathered, left_out) = gather_means(store, key, since, report_progress)?;
    let (sessions, mut series) = gathered.into_series(attribute);
    let moved = find_changes(&mut series);
    Ok(Trend::new(key, sessions, series, &moved, left_out))
}

/// Reads the mean costs of all sessions of a key, or of the sessions since a day. If the means of a session are not stored, the function
/// computes the means from the launches of the session. The function also returns the reasons why sessions were excluded.
pub fn gather_means(
    store: &dyn Baselines,
    key: &BaselineKey,
    since: Option<Date>,
    report_progress: &mut dyn FnMut(usize, usize),
) -> Result<(GatheredMeans, Vec<String>), StoreError> {
    let mut entries = store.sessions(key)?;
    // A session without a time is regarded as older than all others.
    let day = |entry: &SessionEntry| Date::from_unix_seconds(entry.unix_ms()? / 1000);
    let is_wanted =
        |entry: &SessionEntry| since.is_none_or(|since| day(entry).is_some_and(|day| day >= since));
    entries.retain(is_wanted);
    let all = entries.len();
    let (mut gathered, mut left_out, mut summed) = (GatheredMeans::default(), Vec::new(), HashSet::new());
    for SessionSummary { entry, phone, means } in store.summaries(key)?.filter(|one| is_wanted(&one.entry)) {
        if let Some(means) = means {
            let commit = store.measured_commit(&entry)?;
            gathered.add(TrendSession::from_entry(&entry, commit.as_deref(), phone), means);
        }
        summed.insert(entry.path);
        report_progress(summed.len(), all);
    }
    entries.retain(|entry| !summed.contains(&entry.path));
    for (at, next) in entries.chunks(AHEAD).enumerate() {
        store.prefetch(&next.iter().collect::<Vec<_>>())?;
        for (of_chunk, entry) in next.iter().enumerate() {
            match separate_damage(store.load(entry))? {
                // A session without judged launches has no means.
                Ok(launches) => {
                    if let Some(means) = compute_means(&launches) {
                        let commit = store.measured_commit(entry)?;
                        let phone = launches.only_session().phone;
                        gathered.add(TrendSession::from_entry(entry, commit.as_deref(), phone), means);
                    }
                }
                Err(reason) => left_out.push(reason),
            }
            report_progress(summed.len() + at * AHEAD + of_chunk + 1, all);
        }
    }
    Ok((gathered, left_out))
}

/// Returns descriptions of the differences between two sessions, except for the builds.
fn describe_differences(before: &TrendSession, after: &TrendSession) -> Vec<String> {
    let mut all = Vec::new();
    for condition in Condition::ALL.into_iter().filter(|one| *one != Condition::AppBuild) {
        let [old, new] = [before, after].map(|session| session.conditions.value(condition));
        if old != new {
            all.push(format!("{} {old} → {new}", condition.label()));
        }
    }
    if before.phone.is_some() && after.phone.is_some() && before.phone != after.phone {
        all.push("another phone".to_owned());
    }
    all
}

/// Finds the changes of an app's series. Returns the sessions at which all series changed together, with the growth as a share.
pub fn find_changes(series: &mut [Series]) -> Vec<(usize, f64)> {
    let logs = LogSeries::new(series);
    let found = logs.find_changes();
    logs.set_changes(series, found)
}

/// The series of an app as logarithms. In each session, the change that all methods and modules have in common is subtracted from the
/// series of methods and modules.
struct LogSeries {
    logs: Vec<Vec<f64>>,
    noises: Vec<Noise>,
    common: Vec<f64>,
}

impl LogSeries {
    fn new(series: &[Series]) -> LogSeries {
        let sessions = series.first().map_or(0, |one| one.ns.len());
        let mut logs: Vec<Vec<f64>> = series.par_iter().map(|one| to_logs(&one.ns)).collect();
        let of_methods = series.iter().zip(&logs).filter(|(one, _)| one.kind == SeriesKind::Method);
        let methods: Vec<Vec<f64>> = of_methods.map(|(_, logs)| logs.clone()).collect();
        let common = common_part(&methods, sessions);
        for (one, logs) in series.iter().zip(&mut logs) {
            if one.kind != SeriesKind::Launch {
                logs.iter_mut().zip(&common).for_each(|(value, common)| *value -= common);
            }
        }
        LogSeries { noises: estimate_noise(&logs), logs, common }
    }

    /// Returns the changes of each series, independent of the other series.
    fn find_changes(&self) -> Vec<Vec<SeriesChange>> {
        let of = |at: usize| find_changes_in(&self.logs[at], self.noises[at], LEAST_CHANGE);
        (0..self.logs.len()).into_par_iter().map(of).collect()
    }

    /// Sets the field `changes` of each series from the changes in `found`, and the field `slope`. Returns the sessions at which all
    /// methods changed together, with the growth as a share.
    fn set_changes(self, series: &mut [Series], mut found: Vec<Vec<SeriesChange>>) -> Vec<(usize, f64)> {
        let LogSeries { logs, noises, common } = self;
        // A change that all methods have in common remains a change of the launch, so common changes are searched only in modules and
        // methods.
        let parts = series.iter().position(|one| one.kind != SeriesKind::Launch).unwrap_or(series.len());
        let common_changes = find_common_changes(&common, &logs[parts..], &mut found[parts..], LEAST_CHANGE);
        series.par_iter_mut().zip(logs).zip(noises).zip(found).for_each(|(((one, logs), noise), found)| {
            one.slope = steady_slope(&logs, noise.sd, LEAST_SLOPE);
            one.changes = found.iter().map(to_level_change).collect();
        });
        common_changes
            .into_iter()
            .map(|change| (change.at, (change.after - change.before).exp_m1()))
            .collect()
    }
}

/// Converts a change of logarithms to nanoseconds.
fn to_level_change(change: &SeriesChange) -> LevelChange {
    let cost = |level: f64| (level.exp() - LEAST_FLOOR_NS).max(0.0);
    let growth =
        |off: f64| change.before.exp() * ((change.after - change.before + off * change.error).exp() - 1.0);
    LevelChange {
        at: change.at,
        before_ns: cost(change.before),
        after_ns: cost(change.after),
        low_ns: growth(-TWO_SIDED_95),
        high_ns: growth(TWO_SIDED_95),
    }
}

/// Returns whether the gate judges a launch. Other launches are excluded.
pub fn is_judged(launch: &Launch) -> bool {
    ExclusionReason::from_launch(launch).is_none()
}

/// Returns the number of judged launches, and their median time until the first frame.
pub fn judged_time(launches: &[&Launch]) -> (usize, Option<f64>) {
    let judged = || launches.iter().filter(|launch| is_judged(launch));
    let times: Vec<f64> = judged().filter_map(|launch| launch.duration()).map(|ns| ns.0).collect();
    (judged().count(), if times.is_empty() { None } else { Some(median(&times)) })
}

/// Converts costs to logarithms. A constant is added to each cost first, so that the logarithms of very small costs do not vary.
fn to_logs(ns: &[f64]) -> Vec<f64> {
    ns.iter().map(|ns| (ns + LEAST_FLOOR_NS).ln()).collect()
}

/// Computes the mean costs of a session's launches; `None` if all launches are excluded.
pub fn compute_means(launches: &Launches) -> Option<SessionMeans> {
    let judged: Vec<&Launch> = launches.launches.iter().filter(|launch| is_judged(launch)).collect();
    if judged.is_empty() {
        return None;
    }
    let mut times: Vec<f64> = judged.iter().filter_map(|launch| Some(launch.duration()?.0)).collect();
    let mut costs: HashMap<MethodId, Vec<f64>> = HashMap::new();
    for (number, launch) in judged.iter().enumerate() {
        for (id, cost) in launch.method_costs(&launches.table, ThreadKind::Main) {
            costs.entry(id).or_insert_with(|| vec![0.0; judged.len()])[number] += cost.self_ns.0;
        }
    }
    let mean =
        |(id, mut ns): (MethodId, Vec<f64>)| (launches.table.method(id).clone(), trimmed_mean(&mut ns).mean);
    let mut methods: Vec<(Method, f64)> = costs.into_iter().map(mean).collect();
    methods.sort_by(|(a, _), (b, _)| a.name.cmp(&b.name));
    Some(SessionMeans { launch: if times.is_empty() { 0.0 } else { trimmed_mean(&mut times).mean }, methods })
}

/// The mean costs of sessions, in the order in which they were read.
#[derive(Default)]
pub struct GatheredMeans {
    sessions: Vec<TrendSession>,
    launch: Vec<f64>,
    table: MethodTable,
    /// The mean cost of each method in each session, up to the last session that contains the method.
    costs: Vec<Vec<f64>>,
}

impl GatheredMeans {
    pub fn add(&mut self, session: TrendSession, means: SessionMeans) {
        for (method, ns) in means.methods {
            let id = self.table.intern_method(&method).0 as usize;
            self.costs.resize_with(self.costs.len().max(id + 1), Vec::new);
            self.costs[id].resize(self.sessions.len(), 0.0);
            self.costs[id].push(ns);
        }
        self.launch.push(means.launch);
        self.sessions.push(session);
    }

    /// Returns the sessions and series in the order of time. `attribute` sets modules and owners of methods.
    pub fn into_series(self, attribute: &dyn Fn(&mut Launches)) -> (Vec<TrendSession>, Vec<Series>) {
        let GatheredMeans { sessions, launch, table, costs } = self;
        let mut order: Vec<usize> = (0..sessions.len()).collect();
        order.sort_by_key(|at| (sessions[*at].unix_ms, &sessions[*at].name));
        let in_order =
            |ns: &[f64]| -> Vec<f64> { order.iter().map(|at| ns.get(*at).copied().unwrap_or(0.0)).collect() };
        let mut named = Launches { table, ..Launches::default() };
        attribute(&mut named);
        let mut modules: BTreeMap<&Arc<str>, Series> = BTreeMap::new();
        let mut all = Vec::new();
        for ((_, method), ns) in named.table.methods().zip(&costs) {
            let (ns, owner) = (in_order(ns), method.owner.clone());
            if let Some(name) = &method.module {
                let empty = Series::new(SeriesKind::Module, name, vec![0.0; ns.len()]);
                let sum = modules.entry(name).or_insert(Series { owner: owner.clone(), ..empty });
                sum.ns.iter_mut().zip(&ns).for_each(|(sum, ns)| *sum += ns);
            }
            let module = method.module.clone();
            all.push(Series { module, owner, ..Series::new(SeriesKind::Method, &method.name, ns) });
        }
        all.extend(modules.into_values());
        if launch.iter().any(|ns| *ns > 0.0) {
            all.push(Series::new(SeriesKind::Launch, &"the launch".into(), in_order(&launch)));
        }
        all.sort_by(|a, b| (a.kind, &a.name).cmp(&(b.kind, &b.name)));
        (order.iter().map(|at| sessions[*at].clone()).collect(), all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gate_stats::Random;

    #[test]
    fn a_common_change_of_all_methods_is_reported_only_as_a_change_of_the_launch() {
        let mut random = Random::new(5);
        let (sessions, from) = (80, 50);
        let mut series = |kind: SeriesKind, name: String, own: f64| {
            let level = |at: usize| if at >= from { 1.10 * own } else { 1.0 };
            let ns = (0..sessions).map(|at| 5e6 * level(at) * (0.008 * random.next_normal()).exp()).collect();
            Series::new(kind, &name.into(), ns)
        };
        let mut all = vec![series(SeriesKind::Launch, "the launch".to_owned(), 1.0)];
        all.extend((0..30).map(|method| {
            series(SeriesKind::Method, format!("-[Class{method} work]"), if method == 7 { 1.10 } else { 1.0 })
        }));
        let moved = find_changes(&mut all);
        assert!(matches!(moved[..], [(50, growth)] if (0.09..0.11).contains(&growth)), "{moved:?}");
        let changed: Vec<(&str, usize)> =
            all.iter().flat_map(|one| one.changes.iter().map(|step| (&*one.name, step.at))).collect();
        assert_eq!(changed, [("the launch", from), ("-[Class7 work]", from)]);
    }
}
