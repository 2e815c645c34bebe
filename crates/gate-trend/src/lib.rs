//! Launch time, modules and methods over stored sessions, and where their levels changed for good.
//!
//! It owns what a series is (one number a session: the trimmed mean of its launches; of a module the sum of its methods) and asks
//! [`gate_stats::changes`]. Commits are its caller's to know.
//!
//! Invariant: sessions are in the order of time, and every series has a number for each of them; what was not there cost 0.

use std::collections::BTreeMap;
use std::sync::Arc;

use gate_baseline::{AHEAD, Baselines, Entry, Key, StoreError, whole};
use gate_config::{DAY_MS, Date};
use gate_decision::Why;
use gate_launches::{Condition, Conditions, Launch, Launches, Method, MethodId, Phone, Table, Thread};
use gate_stats::basic::{median, trimmed};
use gate_stats::changes::{Noise, changes, common, moved, noises, slope};
use gate_stats::defaults::LEAST_FLOOR_NS;
use hashbrown::HashMap;
use rayon::prelude::*;

pub use gate_stats::changes::Change;

/// Smaller changes are not told: from month to month a percent is what systems and devices do.
pub const LEAST_CHANGE: f64 = 0.01;
/// What grows by less over all of a history has no slope.
const LEAST_SLOPE: f64 = 0.02;
/// Sessions at each end of a series that say where it begins and ends.
const END: usize = 10;
/// This many standard errors on each side are a 95 % interval.
const TWO_SIDED_95: f64 = 1.96;

/// The series of an app, scenario and device.
#[derive(Clone, Debug)]
pub struct Trend {
    pub key: Key,
    /// The oldest first.
    pub sessions: Vec<Session>,
    /// The launch first, then modules, then methods, each by name.
    pub series: Vec<Series>,
    /// Where all of them moved together.
    pub moved: Vec<Moved>,
    /// The sessions that lost a part of what they hold, each with what is missing.
    pub left_out: Vec<String>,
}

/// All methods moved together at a session: whatever it was, it was no method's own.
#[derive(Clone, Debug, PartialEq)]
pub struct Moved {
    /// The first session behind it.
    pub at: usize,
    /// By which share, in the middle of all methods.
    pub growth: f64,
    /// What else changed there: conditions, and the phone.
    pub with: Vec<String>,
}

impl Trend {
    /// Of sessions, their series with their changes, and where all of these moved together.
    pub fn of(
        key: &Key,
        sessions: Vec<Session>,
        series: Vec<Series>,
        moved: &[(usize, f64)],
        left_out: Vec<String>,
    ) -> Trend {
        let with = |at: usize| differences(&sessions[at - 1], &sessions[at]);
        let moved = moved.iter().map(|(at, growth)| Moved { at: *at, growth: *growth, with: with(*at) });
        Trend { key: key.clone(), moved: moved.collect(), sessions, series, left_out }
    }

    /// By which share a series grows in a month, where it does so all the time and nothing else happened.
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
pub struct Session {
    /// Its name.
    pub name: Arc<str>,
    /// When it was recorded, in milliseconds since 1970.
    pub unix_ms: Option<u64>,
    /// The build, as the app says it.
    pub build: Arc<str>,
    /// The commit that was measured, where somebody knows it.
    pub commit: Option<Arc<str>>,
    /// What it was recorded under.
    pub conditions: Arc<Conditions>,
    /// On which phone, where that is known.
    pub phone: Option<Phone>,
}

impl Session {
    /// A stored session, with its commit and phone where these are known.
    pub fn of(entry: &Entry, commit: Option<&str>, phone: Option<Phone>) -> Session {
        Session {
            name: Arc::clone(&entry.session),
            unix_ms: entry.unix_ms(),
            build: Arc::clone(&entry.conditions.app_build),
            commit: commit.map(Arc::from),
            conditions: Arc::new(entry.conditions.clone()),
            phone,
        }
    }
}

/// What a series is of; the order is that of lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SeriesKind {
    Launch,
    Module,
    Method,
}

gate_common::named!(SeriesKind: Launch = "launch", Module = "module", Method = "method");

/// What something cost, session by session.
#[derive(Clone, Debug)]
pub struct Series {
    pub kind: SeriesKind,
    pub name: Arc<str>,
    /// Of a method: its module.
    pub module: Option<Arc<str>>,
    /// Whom to ask.
    pub owner: Option<Arc<str>>,
    /// In nanoseconds of a launch, on the main thread.
    pub ns: Vec<f64>,
    /// Where its level changed for good.
    pub changes: Vec<LevelChange>,
    /// By how much it grows from session to session, in logs, if it does so all the time.
    pub slope: Option<f64>,
}

impl Series {
    fn of(
        kind: SeriesKind,
        name: &Arc<str>,
        (module, owner): (Option<Arc<str>>, &Option<Arc<str>>),
        ns: Vec<f64>,
    ) -> Series {
        let (name, owner) = (Arc::clone(name), owner.clone());
        Series { kind, name, module, owner, ns, changes: Vec::new(), slope: None }
    }

    /// What it costs at first and at last: the medians of the sessions at both ends.
    pub fn ends(&self) -> (f64, f64) {
        let end = END.min(self.ns.len().div_ceil(2));
        (median(&self.ns[..end]), median(&self.ns[self.ns.len() - end..]))
    }
}

/// A change of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelChange {
    /// The first session of the new level.
    pub at: usize,
    /// The levels, in nanoseconds.
    pub before_ns: f64,
    pub after_ns: f64,
    /// The 95 % interval of their difference.
    pub low_ns: f64,
    pub high_ns: f64,
}

/// Reads the sessions of a key, since a day or all, and finds the changes of every series; `attribute` says whose methods are, and `tell` hears how many
/// sessions are read.
pub fn trend(
    store: &dyn Baselines,
    key: &Key,
    since: Option<Date>,
    attribute: &dyn Fn(&mut Launches),
    tell: &mut dyn FnMut(usize, usize),
) -> Result<Trend, StoreError> {
    let mut entries = store.sessions(key)?;
    // A session without a time is older than all.
    let day = |entry: &Entry| Date::from_unix_seconds(entry.unix_ms()? / 1000);
    entries.retain(|entry| since.is_none_or(|since| day(entry).is_some_and(|day| day >= since)));
    let (mut gathered, mut left_out) = (Gathered::default(), Vec::new());
    for (at, next) in entries.chunks(AHEAD).enumerate() {
        store.ahead(&next.iter().collect::<Vec<_>>())?;
        for (of_chunk, entry) in next.iter().enumerate() {
            match whole(store.load(entry))? {
                // Of a session whose launches are all excluded nothing is known.
                Ok(launches) => {
                    if let Some(means) = Means::of(&launches) {
                        let commit = store.commit(entry)?;
                        let phone = launches.only_session().phone;
                        gathered.add(Session::of(entry, commit.as_deref(), phone), means);
                    }
                }
                Err(reason) => left_out.push(reason),
            }
            tell(at * AHEAD + of_chunk + 1, entries.len());
        }
    }
    let (sessions, mut series) = gathered.series(attribute);
    let moved = find_changes(&mut series);
    Ok(Trend::of(key, sessions, series, &moved, left_out))
}

/// What is not the same of two sessions, besides their build.
fn differences(before: &Session, after: &Session) -> Vec<String> {
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

/// Finds the changes of series of one app. Gives where all of them moved together, and by which share.
pub fn find_changes(series: &mut [Series]) -> Vec<(usize, f64)> {
    let asked = LogSeries::of(series);
    let found = asked.changes(|_| true);
    asked.tell(series, found)
}

/// Series of one app, in logs: what days have in common is subtracted from methods and modules, and stays in the launch.
pub struct LogSeries {
    logs: Vec<Vec<f64>>,
    noises: Vec<Noise>,
    common: Vec<f64>,
}

impl LogSeries {
    pub fn of(series: &[Series]) -> LogSeries {
        let sessions = series.first().map_or(0, |one| one.ns.len());
        let mut logs: Vec<Vec<f64>> = series.par_iter().map(|one| logs(&one.ns)).collect();
        let of_methods = series.iter().zip(&logs).filter(|(one, _)| one.kind == SeriesKind::Method);
        let methods: Vec<Vec<f64>> = of_methods.map(|(_, logs)| logs.clone()).collect();
        let common = common(&methods, sessions);
        for (one, logs) in series.iter().zip(&mut logs) {
            if one.kind != SeriesKind::Launch {
                logs.iter_mut().zip(&common).for_each(|(value, common)| *value -= common);
            }
        }
        LogSeries { noises: noises(&logs), logs, common }
    }

    /// The changes of each series by itself; none of those that are not wanted.
    pub fn changes(&self, wanted: impl Fn(usize) -> bool + Sync) -> Vec<Vec<Change>> {
        let of = |at: usize| changes(&self.logs[at], self.noises[at], LEAST_CHANGE);
        let all = (0..self.logs.len()).into_par_iter();
        all.map(|at| if wanted(at) { of(at) } else { Vec::new() }).collect()
    }

    /// Writes into all series what they changed by themselves. Gives where all of them moved together, and by which share.
    pub fn tell(self, series: &mut [Series], mut found: Vec<Vec<Change>>) -> Vec<(usize, f64)> {
        let LogSeries { logs, noises, common } = self;
        // What moved all is the launch's, which has it told.
        let parts = series.iter().position(|one| one.kind != SeriesKind::Launch).unwrap_or(series.len());
        let moved = moved(&common, &logs[parts..], &mut found[parts..], LEAST_CHANGE);
        series.par_iter_mut().zip(logs).zip(noises).zip(found).for_each(|(((one, logs), noise), found)| {
            one.slope = slope(&logs, noise.sd, LEAST_SLOPE);
            one.changes = found.iter().map(step).collect();
        });
        moved.into_iter().map(|change| (change.at, (change.after - change.before).exp_m1())).collect()
    }
}

/// A change in logs as one in nanoseconds.
fn step(change: &Change) -> LevelChange {
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

/// Whether the gate judges a launch, and does not leave it out for what is said of it.
pub fn is_judged(launch: &Launch) -> bool {
    Why::of(launch).is_none()
}

/// How many launches are judged, and their median time until the first frame.
pub fn judged_time(launches: &[&Launch]) -> (usize, Option<f64>) {
    let judged = || launches.iter().filter(|launch| is_judged(launch));
    let times: Vec<f64> = judged().filter_map(|launch| launch.duration()).map(|ns| ns.0).collect();
    (judged().count(), if times.is_empty() { None } else { Some(median(&times)) })
}

/// What is too cheap to measure is flat.
fn logs(ns: &[f64]) -> Vec<f64> {
    ns.iter().map(|ns| (ns + LEAST_FLOOR_NS).ln()).collect()
}

/// What a session's judged launches cost on the main thread: trimmed means, in nanoseconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Means {
    pub launch: f64,
    /// By name.
    pub methods: Vec<(Method, f64)>,
}

impl Means {
    /// Of launches; none where all of them are excluded.
    pub fn of(launches: &Launches) -> Option<Means> {
        let judged: Vec<&Launch> = launches.launches.iter().filter(|launch| is_judged(launch)).collect();
        if judged.is_empty() {
            return None;
        }
        let mut times: Vec<f64> = judged.iter().filter_map(|launch| Some(launch.duration()?.0)).collect();
        let mut costs: HashMap<MethodId, Vec<f64>> = HashMap::new();
        for (number, launch) in judged.iter().enumerate() {
            for (id, cost) in launch.methods(&launches.table, Thread::Main) {
                costs.entry(id).or_insert_with(|| vec![0.0; judged.len()])[number] += cost.self_ns.0;
            }
        }
        let of =
            |(id, mut ns): (MethodId, Vec<f64>)| (launches.table.method(id).clone(), trimmed(&mut ns).mean);
        let mut methods: Vec<(Method, f64)> = costs.into_iter().map(of).collect();
        methods.sort_by(|(a, _), (b, _)| a.name.cmp(&b.name));
        Some(Means { launch: if times.is_empty() { 0.0 } else { trimmed(&mut times).mean }, methods })
    }
}

/// Means of sessions, in the order in which they were read.
#[derive(Default)]
pub struct Gathered {
    sessions: Vec<Session>,
    launch: Vec<f64>,
    table: Table,
    /// By method, of the sessions up to the last that had it.
    costs: Vec<Vec<f64>>,
}

impl Gathered {
    pub fn add(&mut self, session: Session, means: Means) {
        for (method, ns) in means.methods {
            let id = self.table.intern_method(&method).0 as usize;
            self.costs.resize_with(self.costs.len().max(id + 1), Vec::new);
            self.costs[id].resize(self.sessions.len(), 0.0);
            self.costs[id].push(ns);
        }
        self.launch.push(means.launch);
        self.sessions.push(session);
    }

    /// The sessions and the series, in order; `attribute` says whose methods are.
    pub fn series(self, attribute: &dyn Fn(&mut Launches)) -> (Vec<Session>, Vec<Series>) {
        let Gathered { sessions, launch, table, costs } = self;
        let mut order: Vec<usize> = (0..sessions.len()).collect();
        order.sort_by_key(|at| (sessions[*at].unix_ms, &sessions[*at].name));
        let in_order =
            |ns: &[f64]| -> Vec<f64> { order.iter().map(|at| ns.get(*at).copied().unwrap_or(0.0)).collect() };
        let mut named = Launches { table, ..Launches::default() };
        attribute(&mut named);
        let mut modules: BTreeMap<&Arc<str>, Series> = BTreeMap::new();
        let mut all = Vec::new();
        for ((_, method), ns) in named.table.methods().zip(&costs) {
            let (ns, owner) = (in_order(ns), &method.owner);
            if let Some(name) = &method.module {
                let none = || Series::of(SeriesKind::Module, name, (None, owner), vec![0.0; ns.len()]);
                let sum = &mut modules.entry(name).or_insert_with(none).ns;
                sum.iter_mut().zip(&ns).for_each(|(sum, ns)| *sum += ns);
            }
            all.push(Series::of(SeriesKind::Method, &method.name, (method.module.clone(), owner), ns));
        }
        all.extend(modules.into_values());
        if launch.iter().any(|ns| *ns > 0.0) {
            all.push(Series::of(SeriesKind::Launch, &"the launch".into(), (None, &None), in_order(&launch)));
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
    fn what_all_methods_share_is_the_launchs_change_and_none_of_theirs() {
        let mut random = Random::new(5);
        let (sessions, from) = (80, 50);
        let mut series = |kind: SeriesKind, name: String, own: f64| {
            let level = |at: usize| if at >= from { 1.10 * own } else { 1.0 };
            let ns = (0..sessions).map(|at| 5e6 * level(at) * (0.008 * random.normal()).exp()).collect();
            Series::of(kind, &name.into(), (None, &None), ns)
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
