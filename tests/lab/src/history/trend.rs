//! Measures `gate trend` on a year of daily sessions of apps with 40 methods. Sessions vary by 1 %, in
//! addition to a factor that all methods have in common. The figures are the share of planted steps that are found, the share that is found
//! within eight sessions of the step, and the number of false changes in noise models without a lasting change.

use anyhow::Result;
use gate_stats::Random;
use gate_trend::{Series, SeriesKind, find_changes};

use super::changes::named;
use super::{Figures, Options};

const METHODS: usize = 40;
const SESSIONS: usize = 365;
const SD: f64 = 0.01;
const SHARED_SD: f64 = 0.005;
/// Number of planted steps of each size.
const PLANTED: usize = 100;
const OF_APP: usize = 5;
/// Largest distance in sessions between a planted and a reported step at which the planted step counts as found.
const NEAR: usize = 2;

/// The noise models without a lasting change, except for the changes that a swap of the device or of the system causes.
const WORLDS: [&str; 5] = ["noise", "weekends", "bursts", "spikes", "swaps"];
const SWAPS: [usize; 2] = [180, 270];

pub(super) fn measure(asked: &Options, figures: &mut Figures) -> Result<()> {
    let runs = asked.years as u64;
    let mut kept = SeriesLines::default();
    for (name, step) in [("found3", 0.03), ("found5", 0.05)] {
        let mut first = asked.series.is_some().then_some((name, &mut kept));
        let all: Vec<f64> =
            (0..runs).map(|run| found(asked.seed + 900 + run, step, &mut first.take())).collect();
        figures.insert(format!("store.trend.{name}"), all.iter().sum::<f64>() / runs as f64);
    }
    let placed: Vec<f64> = (0..runs).map(|run| placed(asked.seed + 600 + run)).collect();
    figures.insert("store.trend.place".to_owned(), placed.iter().sum::<f64>() / runs as f64);
    let short: Vec<f64> = (0..runs).map(|run| short(asked.seed + 300 + run)).collect();
    figures.insert("store.trend.short5".to_owned(), short.iter().sum::<f64>() / runs as f64);
    let mut worst = 0.0_f64;
    for world in WORLDS {
        let mut first = asked.series.is_some().then_some(&mut kept);
        let told: Vec<Reported> =
            (0..runs).map(|year| reported(world, asked.seed + 4000 + year, first.take())).collect();
        let a_year = told.iter().map(|one| one.changes).sum::<usize>() as f64 / runs as f64;
        worst = worst.max(a_year);
        figures.insert(format!("store.trend.false_a_year.{world}"), a_year);
        if world == "swaps" {
            let once =
                told.iter().map(|one| one.swaps).sum::<usize>() as f64 / (SWAPS.len() as u64 * runs) as f64;
            figures.insert("store.trend.swaps_told_once".to_owned(), once);
        }
    }
    figures.insert("store.trend.false_a_year".to_owned(), worst);
    let slopes: Vec<Reported> =
        (0..runs).map(|year| reported("slopes", asked.seed + 4000 + year, None)).collect();
    let as_slopes =
        slopes.iter().map(|one| one.slopes).sum::<usize>() as f64 / (METHODS as u64 / 5 * runs) as f64;
    figures.insert("store.trend.slopes_told".to_owned(), as_slopes);
    let a_year = slopes.iter().map(|one| one.changes).sum::<usize>() as f64 / runs as f64;
    figures.insert("store.trend.false_a_year.slopes".to_owned(), a_year);
    if let Some(path) = &asked.series {
        std::fs::write(path, kept.lines)?;
    }
    Ok(())
}

/// The drawn series as JSON lines, which other programs read.
#[derive(Default)]
struct SeriesLines {
    lines: String,
}

impl SeriesLines {
    fn add(&mut self, world: &str, series: &[Series], planted: &[usize]) {
        for (at, one) in series.iter().enumerate().take(if planted.is_empty() { METHODS } else { OF_APP }) {
            let line = serde_json::json!({ "world": world, "planted": planted.get(at), "ns": one.ns });
            self.lines += &format!("{line}\n");
        }
    }
}

/// Draws the series of an app's methods over a number of sessions. `adds` returns the effect that is added to the noise in each session.
/// All values are logarithms.
fn app(
    sessions: usize,
    random: &mut Random,
    adds: &mut dyn FnMut(usize, usize, &mut Random) -> f64,
) -> Vec<Series> {
    let shared: Vec<f64> = (0..sessions).map(|_| SHARED_SD * random.next_normal()).collect();
    let mut all = Vec::new();
    for method in 0..METHODS {
        let mut ns = Vec::new();
        for (at, shared) in shared.iter().enumerate() {
            let own = SD * random.next_normal() + adds(method, at, random);
            ns.push(5e6 * (shared + own).exp());
        }
        all.push(named(SeriesKind::Method, format!("-[Class{method} work]"), ns));
    }
    all
}

/// Returns the share of planted steps that are reported near their session.
fn found(seed: u64, step: f64, kept: &mut Option<(&str, &mut SeriesLines)>) -> f64 {
    let (mut random, mut hits) = (Random::new(seed), 0);
    for _ in 0..PLANTED / OF_APP {
        let places: Vec<usize> = (0..OF_APP).map(|_| 30 + random.next_below(SESSIONS - 60)).collect();
        let sign = |method: usize| if method.is_multiple_of(2) { 1.0 } else { -1.0 };
        let mut all = app(SESSIONS, &mut random, &mut |method, at, _| match places.get(method) {
            Some(from) if at >= *from => (sign(method) * step).ln_1p(),
            _ => 0.0,
        });
        if let Some((world, kept)) = kept {
            kept.add(world, &all, &places);
        }
        find_changes(&mut all);
        let is_found =
            |(one, at): &(&Series, &usize)| one.changes.iter().any(|step| step.at.abs_diff(**at) <= NEAR);
        hits += all.iter().zip(&places).filter(is_found).count();
    }
    hits as f64 / PLANTED as f64
}

/// Returns the share of steps of 10, 20, 50 and 120 % in 60 sessions that are reported near their session, without any other reported step.
/// The steps are 5 to 20 sessions before the end of the series.
fn placed(seed: u64) -> f64 {
    const STEPS: [f64; 4] = [0.1, 0.2, 0.5, 1.2];
    const RECENT: usize = 60;
    let (mut random, mut hits) = (Random::new(seed), 0);
    for run in 0..PLANTED / OF_APP {
        let places: Vec<usize> = (0..OF_APP).map(|_| RECENT - 5 - random.next_below(16)).collect();
        let step = STEPS[run % STEPS.len()].ln_1p();
        let mut all = app(RECENT, &mut random, &mut |method, at, _| match places.get(method) {
            Some(from) if at >= *from => step,
            _ => 0.0,
        });
        find_changes(&mut all);
        let is_right = |(one, at): &(&Series, &usize)| matches!(&one.changes[..], [only] if only.at.abs_diff(**at) <= NEAR);
        hits += all.iter().zip(&places).filter(is_right).count();
    }
    hits as f64 / PLANTED as f64
}

/// Returns the share of steps of 5 % that are reported in series with only four sessions before the step and four sessions after it.
fn short(seed: u64) -> f64 {
    let (mut random, mut hits) = (Random::new(seed), 0);
    for _ in 0..PLANTED {
        let mut all = app(8, &mut random, &mut |method, at, _| {
            if method == 7 && at >= 4 { 0.05_f64.ln_1p() } else { 0.0 }
        });
        find_changes(&mut all);
        hits += usize::from(all[7].changes.iter().any(|step| step.at == 4));
    }
    hits as f64 / PLANTED as f64
}

/// The numbers of changes that are reported in a year.
struct Reported {
    /// Number of changes of methods.
    changes: usize,
    slopes: usize,
    /// Number of swaps that are reported as swaps.
    swaps: usize,
}

fn reported(world: &str, seed: u64, kept: Option<&mut SeriesLines>) -> Reported {
    let mut random = Random::new(seed);
    let mut moves =
        |mean: f64, sd: f64| -> Vec<f64> { (0..METHODS).map(|_| mean + sd * random.next_normal()).collect() };
    let (device, system, weekend) = (moves(0.03, 0.02), moves(0.05, 0.05), moves(0.02, 0.01));
    let bursts: Vec<usize> = (0..12).map(|_| random.next_below(SESSIONS)).collect();
    let spikes: Vec<Vec<usize>> =
        (0..METHODS).map(|_| (0..3).map(|_| random.next_below(SESSIONS - 3)).collect()).collect();
    let lasts =
        |from: &[usize], at: usize, days: usize| from.iter().any(|from| (*from..from + days).contains(&at));
    let mut all = app(SESSIONS, &mut random, &mut |method, at, random| match world {
        "weekends" if at % 7 >= 5 => weekend[method],
        "bursts" if lasts(&bursts, at, 5) => 4.9 * SD * random.next_normal(),
        "spikes" if lasts(&spikes[method], at, 3) => 0.25,
        "swaps" => {
            (if at >= SWAPS[0] { device[method] } else { 0.0 })
                + if at >= SWAPS[1] { system[method] } else { 0.0 }
        }
        "slopes" if method % 5 == 0 => 0.15 * at as f64 / SESSIONS as f64,
        _ => 0.0,
    });
    if let Some(kept) = kept {
        kept.add(world, &all, &[]);
    }
    let moved = find_changes(&mut all);
    let is_once = |at: &usize| moved.iter().filter(|(found, _)| found.abs_diff(*at) <= NEAR).count() == 1;
    Reported {
        changes: all.iter().map(|one| one.changes.len()).sum(),
        slopes: all.iter().step_by(5).filter(|one| one.slope.is_some()).count(),
        swaps: SWAPS.iter().filter(|at| is_once(at)).count(),
    }
}
