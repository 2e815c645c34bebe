//! Measures the scorecard: how often decision rules fail an unchanged app, and how much growth they find. The launch times were measured
//! and published by other projects.
//!
//! The scorecard is measured with `cargo xtask scorecard [--fetch] [--trials N] [--only SERIES] [--write]`. `--fetch` downloads the numbers
//! that are not in the repository. `--write` updates `tests/lab/series/results.json`, `docs/scorecard.md` and `docs/scorecard.svg`.
//!
//! Each trial draws a base and a head without replacement from one series, so the app does not change between base and head. After the
//! first judgement, growth is planted in the head. The program prints one flat JSON object. For series whose numbers are missing, it prints
//! the figures of `results.json`.

mod page;
mod picture;
mod rules;
mod series;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use anyhow::{Context as _, Result, bail, ensure};
use gate_config::Config;
use gate_decision::Answer;
use gate_launches::{Launches, ReadOptions, read_stream};
use gate_stats::Random;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::calibrate::worlds::{Lab, Trials};
use rules::{RULES, Sides};
use series::Series;

const RESULTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/series/results.json");
/// Numbers of launches in base and head.
const SIZES: [usize; 3] = [5, 10, 20];
/// Smallest number of launches that a series must have.
const LEAST: usize = 30;
/// The gate's two designs: the name of each in figures and in tables.
const DESIGNS: [(&str, &str); 2] =
    [("turns", "launchgate, in turns"), ("stored", "launchgate, one stored session")];
/// The planted changes, each with the counter that it increases if a rule fails.
const PLANTED: [Plant; 5] = [
    Plant { factor: 1.0, one_in: 1, count: |cell| &mut cell.any_false },
    Plant { factor: 1.03, one_in: 1, count: |cell| &mut cell.found3 },
    Plant { factor: 1.05, one_in: 1, count: |cell| &mut cell.found5 },
    Plant { factor: 1.1, one_in: 1, count: |cell| &mut cell.found10 },
    Plant { factor: 1.5, one_in: 5, count: |cell| &mut cell.fifth50 },
];

/// A planted change: one in `one_in` launches of the head takes `factor` times as long.
struct Plant {
    factor: f64,
    one_in: usize,
    count: fn(&mut Cell) -> &mut usize,
}

/// The counts of the answers of one rule, in all trials with one series and one number of launches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Cell {
    trials: usize,
    any_false: usize,
    /// Number of undecided answers for the unchanged app.
    undecided: usize,
    found3: usize,
    found5: usize,
    found10: usize,
    fifth50: usize,
}

impl Cell {
    fn share(self, count: usize) -> f64 {
        count as f64 / self.trials.max(1) as f64
    }

    fn any_false(self) -> f64 {
        self.share(self.any_false)
    }

    /// Returns the shares of trials in which the rule found +3 %, +5 %, +10 %, and +50 % in a fifth of the
    /// launches.
    fn found(self) -> [f64; 4] {
        [self.found3, self.found5, self.found10, self.fifth50].map(|count| self.share(count))
    }
}

/// The counts of failures by `SERIES.RULE.SIZE`.
type Results = BTreeMap<String, Cell>;

fn key(series: &str, rule: &str, size: usize) -> String {
    format!("{series}.{rule}.{size}")
}

/// Returns the names of all columns, in figures and in tables: the gate's designs, followed by the other
/// rules.
fn columns() -> impl Iterator<Item = (&'static str, &'static str)> {
    DESIGNS.into_iter().chain(RULES.iter().map(|rule| (rule.name, rule.shown)))
}

pub(crate) fn run(args: &[String]) -> Result<()> {
    let (mut trials, mut fetch, mut write, mut only) = (2000, false, false, None);
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--fetch" => fetch = true,
            "--write" => write = true,
            "--trials" => {
                let number = args.next().and_then(|number| number.parse().ok()).filter(|number| *number > 0);
                trials = number.context("--trials needs a whole number above 0")?;
            }
            "--only" => only = Some(args.next().context("--only needs the name of a series")?),
            _ => bail!("unknown argument {arg}; see the header of tests/lab/src/scorecard/mod.rs"),
        }
    }
    let all = series::all(fetch)?;
    ensure!(only.is_none_or(|only| all.iter().any(|series| series.name == *only)), "no series {only:?}");
    let mut results = committed()?;
    for series in all.iter().filter(|series| only.is_none_or(|only| series.name == *only)) {
        if series.launches.is_empty() {
            eprintln!("{}: the numbers are not here; --fetch downloads them", series.name);
            continue;
        }
        let start = std::time::Instant::now();
        results.extend(measure(series, trials)?);
        eprintln!("{}: {:.0} s", series.name, start.elapsed().as_secs_f64());
    }
    if write {
        fs::write(RESULTS, as_json(&results)?)?;
        page::write(&all, &results)?;
    }
    println!("{}", serde_json::Value::from(figures(&all, &results)));
    Ok(())
}

fn committed() -> Result<Results> {
    let text = fs::read_to_string(RESULTS).with_context(|| format!("cannot read {RESULTS}"))?;
    serde_json::from_str(&text).with_context(|| RESULTS.to_owned())
}

/// Formats the results as JSON with one line per cell.
fn as_json(results: &Results) -> Result<String> {
    let lines = results
        .iter()
        .map(|(key, cell)| Ok(format!("  {key:?}: {}", serde_json::to_string(cell)?)))
        .collect::<Result<Vec<String>>>()?;
    Ok(format!("{{\n{}\n}}\n", lines.join(",\n")))
}

/// Returns the figures that are tracked over time. Series that measure only a part of the start are not included.
fn figures(all: &[Series], results: &Results) -> serde_json::Map<String, serde_json::Value> {
    let worst = |series: &Series| {
        let cells = DESIGNS.iter().flat_map(|(design, _)| SIZES.map(|size| key(&series.name, design, size)));
        cells.filter_map(|key| results.get(&key)).map(|cell| cell.any_false()).reduce(f64::max)
    };
    let mut figures = serde_json::Map::new();
    let mut whole = 0;
    for series in all {
        if let Some(worst) = worst(series) {
            whole += usize::from(!series.is_part());
            figures.insert(format!("scorecard.launchgate.any_false.{}", series.name), worst.into());
        }
    }
    let of_all = all.iter().filter_map(worst).fold(0.0, f64::max);
    figures.insert("scorecard.launchgate.any_false".into(), of_all.into());
    figures.insert("scorecard.series".into(), whole.into());
    figures.insert("scorecard.rules".into(), (1 + RULES.len()).into());
    figures
}

/// Measures all rules on random draws from one series.
fn measure(series: &Series, trials: usize) -> Result<Results> {
    let launches = series.launches.len();
    ensure!(launches >= LEAST, "{}: {launches} launches, at least {LEAST} needed", series.name);
    let lab = Lab::new(Trials { quiet: 0, power: 0, exact: 0 })?;
    let mut results = Results::new();
    for size in SIZES.into_iter().filter(|size| 2 * size <= launches) {
        let seed = key(&series.name, "", size)
            .bytes()
            .fold(0_u64, |seed, byte| seed.wrapping_mul(131).wrapping_add(byte.into()));
        let counted = (0..trials as u64)
            .into_par_iter()
            .map(|number| {
                let mut random = Random::new(seed.wrapping_add(number.wrapping_mul(0x9e37_79b9)));
                trial(&lab, &series.launches, size, &mut random)
            })
            .try_reduce(|| vec![Cell::default(); columns().count()], |a, b| Ok(sum(&a, &b)))?;
        let named = columns().map(|(name, _)| key(&series.name, name, size)).zip(counted);
        results.extend(named);
    }
    Ok(results)
}

fn sum(a: &[Cell], b: &[Cell]) -> Vec<Cell> {
    let add = |(a, b): (&Cell, &Cell)| Cell {
        trials: a.trials + b.trials,
        any_false: a.any_false + b.any_false,
        undecided: a.undecided + b.undecided,
        found3: a.found3 + b.found3,
        found5: a.found5 + b.found5,
        found10: a.found10 + b.found10,
        fifth50: a.fifth50 + b.fifth50,
    };
    a.iter().zip(b).map(add).collect()
}

/// Draws base and head once, and judges them with each rule, without a change and with each planted change.
fn trial(lab: &Lab, launches: &[f64], size: usize, random: &mut Random) -> Result<Vec<Cell>> {
    let mut drawn = launches.to_vec();
    crate::shuffle(random, &mut drawn);
    let (base, head) = (&drawn[..size], &drawn[size..2 * size]);
    let orders: Vec<bool> = (0..size).map(|_| random.next_uniform() < 0.5).collect();
    let mut cells = vec![Cell { trials: 1, ..Cell::default() }; columns().count()];
    for (number, plant) in PLANTED.iter().enumerate() {
        // The launches are in random order, so the first launches are a random sample.
        let grown = head.iter().enumerate();
        let grown = grown.map(|(at, time)| time * if plant.one_in * at < size { plant.factor } else { 1.0 });
        let sides = Sides::new(base.to_vec(), grown.collect());
        let answers = [in_turns(lab, &sides, &orders)?, stored(lab, &sides)?];
        let of_rules = RULES.iter().map(|rule| (rule.fails)(&sides));
        let failed = answers.iter().map(|answer| *answer == Answer::Regressed).chain(of_rules);
        for (cell, failed) in cells.iter_mut().zip(failed) {
            *(plant.count)(cell) = failed.into();
        }
        if number == 0 {
            for (cell, answer) in cells.iter_mut().zip(answers) {
                cell.undecided = (answer == Answer::Undecided).into();
            }
        }
    }
    Ok(cells)
}

/// Judges interleaved pairs of both builds in one run. For each pair, `orders` contains whether the base was launched first.
fn in_turns(lab: &Lab, sides: &Sides, orders: &[bool]) -> Result<Answer> {
    let mut text = String::new();
    for (block, (base, head)) in sides.base.iter().zip(&sides.head).enumerate() {
        for (role, time) in [("base", base), ("head", head)] {
            let number = 2 * block + usize::from((role == "base") != orders[block]);
            record(&mut text, "turns", number, 0, &format!(r#""block":{block},"role":"{role}","#), *time)?;
        }
    }
    judged(lab, None, &read(&text)?)
}

/// Judges a new session against one stored session of the previous day.
fn stored(lab: &Lab, sides: &Sides) -> Result<Answer> {
    let session = |name: &str, day: u64, times: &[f64]| {
        let mut text = String::new();
        for (number, time) in times.iter().enumerate() {
            record(&mut text, name, number, day, "", *time)?;
        }
        read(&text)
    };
    judged(lab, Some(&session("stored", 0, &sides.base)?), &session("new", 1, &sides.head)?)
}

/// Writes a launch record that contains only the duration of the launch.
fn record(text: &mut String, session: &str, number: usize, day: u64, more: &str, ms: f64) -> Result<()> {
    let at = 1_767_225_600_000 + 86_400_000 * day + number as u64;
    writeln!(
        text,
        r#"{{"format":"launchgate.launch/1","session":"{session}","launch":{number},"recorded_unix_ms":{at},{more}"marks":{{"first_frame_ns":{}}},"methods":[]}}"#,
        1e6 * ms
    )?;
    Ok(())
}

fn read(text: &str) -> Result<Launches> {
    Ok(read_stream("scorecard", text.as_bytes(), &ReadOptions::default())?)
}

fn judged(lab: &Lab, base: Option<&Launches>, head: &Launches) -> Result<Answer> {
    Ok(lab.judge_with(base, head, &[], &Config::default())?.answer)
}
