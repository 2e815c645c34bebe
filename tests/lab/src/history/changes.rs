//! Measures change points in synthetic histories of a year: false changes in series without a change, and
//! planted changes that are reported at exactly the right session. Each history is judged by
//! [`gate_trend::find_changes`], as in `gate trend`.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::Result;
use gate_stats::Random;
use gate_trend::{Series, SeriesKind, find_changes};

use super::{Figures, Options};

const METHODS: usize = 1_000;
/// Number of sessions, one per day.
const SESSIONS: usize = 365;
/// Number of launches per session.
const LAUNCHES: f64 = 10.0;
/// Standard deviations of logarithms, as in the searches of `bisect`: between launches, between sessions, and
/// of each cost independently.
const LAUNCH_SD: f64 = 0.01;
const SESSION_SD: f64 = 0.005;
const OWN_SD: f64 = 0.02;
/// Number of planted changes in each method with planted changes.
const PLANTED: usize = 2;
/// Smallest distance in sessions between two planted changes, and between a planted change and either end.
const APART: usize = 30;
/// Size of a planted change, up or down.
const STEP: f64 = 0.05;

/// A synthetic world (noise model) of histories. The fields of the synthetic world are effects in addition to the noise of launches and
/// sessions.
struct World {
    name: &'static str,
    /// Degrees of freedom of Student's t for the independent noise of a session; `None` for a normal
    /// distribution.
    tail: Option<u32>,
    /// The autocorrelation of the independent noise of successive sessions.
    kept: f64,
    /// Standard deviation over methods of their drift in a year.
    drift: f64,
    /// The slowdown on days 6 and 7 of a week: first the part that all methods have in common, then the part of each method.
    week: (f64, f64),
    /// The amplitude of the seasonal effect in a year: first the part that all methods have in common, then the part of each method.
    year: (f64, f64),
    /// The distance between outlier sessions; 0 if the synthetic world has no outlier sessions. In an outlier session, the cost is wrong by
    /// a third, independently for each method.
    astray: usize,
    /// Number of launches per session.
    launches: f64,
}

const PLAIN: World = World {
    name: "plain",
    tail: None,
    kept: 0.0,
    drift: 0.0,
    week: (0.0, 0.0),
    year: (0.0, 0.0),
    astray: 0,
    launches: LAUNCHES,
};

const WORLDS: [World; 8] = [
    PLAIN,
    World { name: "tails", tail: Some(3), ..PLAIN },
    World { name: "kept", kept: 0.4, ..PLAIN },
    World { name: "drift", drift: 0.05, ..PLAIN },
    World { name: "week", week: (0.02, 0.01), ..PLAIN },
    World { name: "year", year: (0.03, 0.015), ..PLAIN },
    World { name: "astray", astray: 50, ..PLAIN },
    World {
        name: "all",
        tail: Some(4),
        kept: 0.2,
        drift: 0.03,
        week: (0.02, 0.005),
        year: (0.03, 0.01),
        astray: 100,
        launches: LAUNCHES,
    },
];

/// Measures the figures of each synthetic world, and the worst value over all worlds.
pub(super) fn measure(asked: &Options, figures: &mut Figures) -> Result<()> {
    let years = asked.years;
    let (mut worst_dated, mut worst_false) = (1.0_f64, 0.0_f64);
    for world in &WORLDS {
        let (mut dated, mut planted, mut told) = (0, 0, 0);
        for year in 0..years {
            let seed =
                world.name.bytes().fold(17, |seed: u64, byte| seed.wrapping_mul(131) + u64::from(byte));
            let mut random = Random::new(seed.wrapping_add(year as u64 * 7919));
            told += unchanged(world, &mut random);
            let (hits, all) = changed(world, &mut random);
            (dated, planted) = (dated + hits, planted + all);
        }
        let share = f64::from(dated) / f64::from(planted);
        let a_year = f64::from(told) / years as f64;
        eprintln!(
            "{}: {dated} of {planted} dated, {told} false in {years} years of {METHODS} methods",
            world.name
        );
        figures.insert(format!("store.changes.dated.{}", world.name), share);
        figures.insert(format!("store.changes.false_a_year.{}", world.name), a_year);
        (worst_dated, worst_false) = (worst_dated.min(share), worst_false.max(a_year));
    }
    figures.insert("store.changes.dated".to_owned(), worst_dated);
    figures.insert("store.changes.false_a_year".to_owned(), worst_false);
    Ok(())
}

/// Returns the number of changes that are reported for the methods of an unchanged app in a year.
fn unchanged(world: &World, random: &mut Random) -> u32 {
    let mut series = history(world, random, &BTreeMap::new());
    find_changes(&mut series);
    series.iter().filter(|one| one.kind == SeriesKind::Method).map(|one| one.changes.len() as u32).sum()
}

/// Plants changes in one of ten methods. Returns how many of the planted changes are reported at exactly their session, and how many were
/// planted.
fn changed(world: &World, random: &mut Random) -> (u32, u32) {
    let mut planted: BTreeMap<usize, Vec<(usize, f64)>> = BTreeMap::new();
    for method in (0..METHODS).step_by(10) {
        let room = (SESSIONS - (PLANTED + 1) * APART) / PLANTED;
        let mut at = 0;
        for _ in 0..PLANTED {
            at += APART + random.next_below(room);
            let sign = if random.next_below(2) == 0 { 1.0 } else { -1.0 };
            planted.entry(method).or_default().push((at, sign * STEP));
        }
    }
    let mut series = history(world, random, &planted);
    find_changes(&mut series);
    let mut hits = 0;
    for (method, steps) in &planted {
        let changes = &series[method + 1].changes;
        hits += steps.iter().filter(|(at, _)| changes.iter().any(|change| change.at == *at)).count() as u32;
    }
    (hits, (planted.len() * PLANTED) as u32)
}

/// Returns the effect of the weekday and of the season on a session, given the sizes of the two effects.
fn season(week: f64, year: f64, at: usize) -> f64 {
    let weekend = if at % 7 >= 5 { week } else { 0.0 };
    weekend + year * (at as f64 / SESSIONS as f64 * std::f64::consts::TAU).sin()
}

/// Draws a year of the launch's duration and of the costs of its methods.
fn history(world: &World, random: &mut Random, planted: &BTreeMap<usize, Vec<(usize, f64)>>) -> Vec<Series> {
    // All methods of a session share two factors: the factor of the session's launches, and the factor of the day.
    let shared: Vec<f64> = (0..SESSIONS)
        .map(|at| {
            let launches = LAUNCH_SD / world.launches.sqrt() * random.next_normal();
            SESSION_SD * random.next_normal() + launches + season(world.week.0, world.year.0, at)
        })
        .collect();
    let mut all: Vec<Series> = (0..METHODS)
        .map(|method| {
            let level = 1e6 * random.next_normal().exp();
            let drift = world.drift * random.next_normal();
            let (own_week, own_year) =
                (world.week.1 * random.next_normal(), world.year.1 * random.next_normal());
            let mut kept = 0.0;
            let ns = (0..SESSIONS).map(|at| {
                let fresh = (1.0 - world.kept * world.kept).sqrt() * draw(world, random);
                kept = world.kept * kept + fresh;
                let astray = if world.astray > 0 && random.next_below(world.astray) == 0 { 0.3 } else { 0.0 };
                let steps = planted.get(&method).into_iter().flatten();
                let step: f64 = steps.filter(|(from, _)| at >= *from).map(|(_, step)| step.ln_1p()).sum();
                let slow = drift * at as f64 / SESSIONS as f64 + season(own_week, own_year, at);
                level * (shared[at] + kept + astray + step + slow).exp()
            });
            let ns = ns.collect();
            named(SeriesKind::Method, format!("-[Class{method} work]"), ns)
        })
        .collect();
    let whole = (0..SESSIONS).map(|at| all.iter().map(|one| one.ns[at]).sum()).collect();
    all.insert(0, named(SeriesKind::Launch, "the launch".to_owned(), whole));
    all
}

/// Draws the independent noise of one method in one session: the noise of its launches and the noise of the session.
fn draw(world: &World, random: &mut Random) -> f64 {
    let sd = SESSION_SD.hypot(OWN_SD / world.launches.sqrt());
    let Some(df) = world.tail else { return sd * random.next_normal() };
    let chi: f64 = (0..df).map(|_| random.next_normal().powi(2)).sum();
    let df = f64::from(df);
    // The t distribution is scaled to the standard deviation `sd`.
    sd * (if df > 2.0 { ((df - 2.0) / df).sqrt() } else { 1.0 }) * random.next_normal() / (chi / df).sqrt()
}

pub(crate) fn named(kind: SeriesKind, name: String, ns: Vec<f64>) -> Series {
    Series { kind, name: Arc::from(name), module: None, owner: None, ns, changes: Vec::new(), slope: None }
}
