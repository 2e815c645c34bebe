//! Launch time, modules and methods over stored sessions, and where their levels changed for good.
//!
//! It owns what a series is (one number a session: the trimmed mean of its launches) and asks [`crate::stats::changes`].
//! Where sessions are kept is behind [`Source`]; commits are its caller's to know.
//!
//! Invariant: sessions are in the order of time, and every series has a number for each of them; what was not there cost 0.

mod source;

use std::sync::Arc;

use hashbrown::HashMap;
use rayon::prelude::*;

use crate::baseline::{AHEAD, Key};
use crate::compare::Why;
use crate::config::{DAY_MS, Date};
use crate::launches::{Condition, Conditions, Launch, Launches, Phone, Table, Thread};
use crate::stats::basic::{median, trimmed};
use crate::stats::changes::{Change, changes, common, moved, noises, slope};
use crate::stats::defaults::LEAST_FLOOR_NS;

pub use source::Source;

/// Smaller changes are not told: from month to month a percent is what systems and devices do.
pub const LEAST_CHANGE: f64 = 0.01;
/// What grows by less over all of a history has no slope.
const LEAST_SLOPE: f64 = 0.02;
/// Sessions at each end of a series that say where it begins and ends.
const END: usize = 10;
/// So many standard errors on each side are a 95 % interval.
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

/// What a series is of; the order is that of lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Launch,
    Module,
    Method,
}

impl Kind {
    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Launch => "launch",
            Kind::Module => "module",
            Kind::Method => "method",
        }
    }
}

/// What something cost, session by session.
#[derive(Clone, Debug)]
pub struct Series {
    pub kind: Kind,
    pub name: Arc<str>,
    /// Of a method: its module.
    pub module: Option<Arc<str>>,
    /// Whom to ask.
    pub owner: Option<Arc<str>>,
    /// In nanoseconds of a launch, on the main thread.
    pub ns: Vec<f64>,
    /// Where its level changed for good.
    pub changes: Vec<Step>,
    /// By how much it grows from session to session, in logs, if it does so all the time.
    pub slope: Option<f64>,
}

impl Series {
    /// What it costs at first and at last: the medians of the sessions at both ends.
    pub fn ends(&self) -> (f64, f64) {
        let end = END.min(self.ns.len().div_ceil(2));
        (median(&self.ns[..end]), median(&self.ns[self.ns.len() - end..]))
    }
}

/// A change of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The first session of the new level.
    pub at: usize,
    /// The levels, in nanoseconds.
    pub before_ns: f64,
    pub after_ns: f64,
    /// The 95 % interval of their difference.
    pub low_ns: f64,
    pub high_ns: f64,
}

/// Which sessions and series are wanted.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Sessions recorded on this day or later.
    pub since: Option<Date>,
}

/// Reads the sessions of a key and finds the changes of every series; `prepare` says whose methods are, and `tell` hears how many
/// sessions are read.
pub fn trend<S: Source + ?Sized>(
    source: &S,
    key: &Key,
    wanted: &Wanted,
    prepare: &dyn Fn(&mut Launches),
    tell: &mut dyn FnMut(usize, usize),
) -> Result<Trend, S::Error> {
    let mut found = source.sessions(key)?;
    // A session without a time is older than all.
    let day = |session: &Session| Date::from_unix_seconds(session.unix_ms? / 1000);
    found
        .retain(|(session, _)| wanted.since.is_none_or(|since| day(session).is_some_and(|day| day >= since)));
    found.sort_by(|(a, _), (b, _)| (a.unix_ms, &a.name).cmp(&(b.unix_ms, &b.name)));
    let (mut gathered, mut sessions) = (Gathered::default(), Vec::new());
    let all = found.len();
    let mut left_out = Vec::new();
    for (at, (session, handle)) in found.iter().enumerate() {
        if at % AHEAD == 0 {
            source.ahead(&found[at..(at + AHEAD).min(all)])?;
        }
        match source.load(handle)? {
            Ok(mut launches) => {
                prepare(&mut launches);
                // Of a session whose launches are all excluded nothing is known.
                if gathered.add(&launches, sessions.len()) {
                    let phone = launches.only_session().phone;
                    sessions.push(Session { phone, ..session.clone() });
                }
            }
            Err(reason) => left_out.push(reason),
        }
        tell(at + 1, all);
    }
    let mut series = gathered.series(sessions.len());
    let moved = find_changes(&mut series).into_iter().map(|(at, growth)| {
        let with = differences(&sessions[at - 1], &sessions[at]);
        Moved { at, growth, with }
    });
    let moved = moved.collect();
    Ok(Trend { key: key.clone(), sessions, series, moved, left_out })
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

/// Finds the changes of series of one app: what days have in common is subtracted from methods and modules, and stays in the launch.
/// Gives where all of them moved together, and by which share.
pub fn find_changes(series: &mut [Series]) -> Vec<(usize, f64)> {
    let sessions = series.first().map_or(0, |one| one.ns.len());
    let mut logs: Vec<Vec<f64>> = series.par_iter().map(|one| logs(&one.ns)).collect();
    let methods: Vec<Vec<f64>> = series
        .iter()
        .zip(&logs)
        .filter(|(one, _)| one.kind == Kind::Method)
        .map(|(_, logs)| logs.clone())
        .collect();
    let common = common(&methods, sessions);
    for (one, logs) in series.iter().zip(&mut logs) {
        if one.kind != Kind::Launch {
            logs.iter_mut().zip(&common).for_each(|(value, common)| *value -= common);
        }
    }
    let noises = noises(&logs);
    let found = logs.par_iter().zip(&noises).map(|(logs, noise)| changes(logs, *noise, LEAST_CHANGE));
    let mut found: Vec<Vec<Change>> = found.collect();
    // What moved all is the launch's, which has it told.
    let parts = series.iter().position(|one| one.kind != Kind::Launch).unwrap_or(series.len());
    let moved = moved(&common, &logs[parts..], &mut found[parts..], LEAST_CHANGE);
    series.par_iter_mut().zip(logs).zip(noises).zip(found).for_each(|(((one, logs), noise), found)| {
        one.slope = slope(&logs, noise.sd, LEAST_SLOPE);
        let cost = |level: f64| (level.exp() - LEAST_FLOOR_NS).max(0.0);
        let step = |change: &Change| {
            let growth = |off: f64| {
                change.before.exp() * ((change.after - change.before + off * change.error).exp() - 1.0)
            };
            Step {
                at: change.at,
                before_ns: cost(change.before),
                after_ns: cost(change.after),
                low_ns: growth(-TWO_SIDED_95),
                high_ns: growth(TWO_SIDED_95),
            }
        };
        one.changes = found.iter().map(step).collect();
    });
    moved.into_iter().map(|change| (change.at, (change.after - change.before).exp_m1())).collect()
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

/// Costs by name, session by session.
#[derive(Default)]
struct Gathered {
    launch: Vec<f64>,
    rows: HashMap<(Kind, Arc<str>), Series>,
}

impl Gathered {
    /// Adds a session; false if none of its launches counts.
    fn add(&mut self, launches: &Launches, at: usize) -> bool {
        let table = &launches.table;
        let counted: Vec<&Launch> = launches.launches.iter().filter(|launch| is_judged(launch)).collect();
        if counted.is_empty() {
            return false;
        }
        let mut durations: Vec<f64> =
            counted.iter().filter_map(|launch| Some(launch.duration()?.0)).collect();
        self.launch.push(if durations.is_empty() { 0.0 } else { trimmed(&mut durations).mean });
        let mut costs: HashMap<(Kind, Arc<str>), (Vec<f64>, usize)> = HashMap::new();
        for (number, launch) in counted.iter().enumerate() {
            for (id, cost) in launch.methods(table, Thread::Main) {
                let method = table.method(id);
                let module = method.module.iter().map(|module| (Kind::Module, Arc::clone(module)));
                for key in module.chain([(Kind::Method, Arc::clone(&method.name))]) {
                    let row = costs.entry(key).or_insert_with(|| (vec![0.0; counted.len()], id.0 as usize));
                    row.0[number] += cost.self_ns.0;
                }
            }
        }
        for (key, (mut values, id)) in costs {
            let (kind, name) = key.clone();
            let row = self.rows.entry(key).or_insert_with(|| named(kind, name, table, id));
            row.ns.resize(at, 0.0);
            row.ns.push(trimmed(&mut values).mean);
        }
        true
    }

    fn series(self, sessions: usize) -> Vec<Series> {
        let mut all: Vec<Series> = self.rows.into_values().collect();
        for row in &mut all {
            row.ns.resize(sessions, 0.0);
        }
        all.sort_by(|a, b| (a.kind, &a.name).cmp(&(b.kind, &b.name)));
        if self.launch.iter().any(|ns| *ns > 0.0) {
            let launch = Series {
                kind: Kind::Launch,
                name: "the launch".into(),
                module: None,
                owner: None,
                ns: self.launch,
                changes: Vec::new(),
                slope: None,
            };
            all.insert(0, launch);
        }
        all
    }
}

fn named(kind: Kind, name: Arc<str>, table: &Table, method: usize) -> Series {
    let method = table.method(crate::launches::MethodId(method as u32));
    let module = if kind == Kind::Method { method.module.clone() } else { None };
    Series {
        kind,
        name,
        module,
        owner: method.owner.clone(),
        ns: Vec::new(),
        changes: Vec::new(),
        slope: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Random;

    #[test]
    fn what_all_methods_share_is_the_launchs_change_and_none_of_theirs() {
        let mut random = Random::new(5);
        let (sessions, from) = (80, 50);
        let mut series = |kind: Kind, name: String, own: f64| {
            let level = |at: usize| if at >= from { 1.10 * own } else { 1.0 };
            let ns = (0..sessions).map(|at| 5e6 * level(at) * (0.008 * random.normal()).exp()).collect();
            Series {
                kind,
                name: name.into(),
                module: None,
                owner: None,
                ns,
                changes: Vec::new(),
                slope: None,
            }
        };
        let mut all = vec![series(Kind::Launch, "the launch".to_owned(), 1.0)];
        all.extend((0..30).map(|method| {
            series(Kind::Method, format!("-[Class{method} work]"), if method == 7 { 1.10 } else { 1.0 })
        }));
        let moved = find_changes(&mut all);
        assert!(matches!(moved[..], [(50, growth)] if (0.09..0.11).contains(&growth)), "{moved:?}");
        let changed: Vec<(&str, usize)> =
            all.iter().flat_map(|one| one.changes.iter().map(|step| (&*one.name, step.at))).collect();
        assert_eq!(changed, [("the launch", from), ("-[Class7 work]", from)]);
    }
}
