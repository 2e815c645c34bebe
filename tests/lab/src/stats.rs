//! Measures judgements of full size. The figures are the time and the memory for 5,000 rows × (300 + 20) interleaved launches, and the time
//! for 5 launches against 5 by all permutations. A table shows the effect of doubling the size.
//!
//! `cargo run --release -p lab stats` prints one flat JSON object.

use std::time::Instant;

use anyhow::ensure;
use gate_stats::pairs::InterleavedDesign;
use gate_stats::{Costs, DesignCosts, Limit, Random, Session, Settings, StoredDesign};
use serde_json::{Map, Value};

const ROWS: usize = 5000;
const LAUNCHES: usize = 320;

pub(crate) fn run() -> anyhow::Result<()> {
    let mut figures = Map::new();
    let mut tell = |name: &str, value: f64| {
        figures.insert(format!("gate.{name}"), Value::from((value * 10_000.0).round() / 10_000.0));
    };
    tell("interleaved_s", interleaved(ROWS, LAUNCHES)?);
    // Only Linux reports the peak memory. On other systems, the figure is omitted. The peak is read before larger allocations.
    if let Some(megabytes) = crate::peak_mb() {
        tell("interleaved_mb", megabytes);
    }

    eprintln!("{:<24}{:>10}{:>12}{:>8}", "", "", "ms", "ratio");
    type Time<'a> = &'a dyn Fn(usize) -> anyhow::Result<f64>;
    let tables: [(&str, [usize; 4], Time<'_>); 5] = [
        ("relabelled_methods", [1250, 2500, 5000, 10_000], &|rows| interleaved(rows, 10)),
        ("interleaved_methods", [1250, 2500, 5000, 10_000], &|rows| interleaved(rows, LAUNCHES)),
        ("interleaved_launches", [80, 160, 320, 640], &|launches| interleaved(ROWS, launches)),
        ("pooled_methods", [1250, 2500, 5000, 10_000], &|rows| judge(rows, 20)),
        ("pooled_launches", [10, 20, 40, 80], &|launches| judge(ROWS, launches)),
    ];
    for (name, sizes, time) in tables {
        let growth = crate::doublings(name, &sizes, |size| shortest_of_three(|| time(size)))?;
        tell(&format!("doubling_{name}"), growth);
    }
    println!("{}", Value::from(figures));
    Ok(())
}

/// Returns the shortest of three durations, since other load on the machine only makes a run longer.
fn shortest_of_three(time: impl Fn() -> anyhow::Result<f64>) -> anyhow::Result<f64> {
    Ok(time()?.min(time()?).min(time()?))
}

fn made_up(rows: usize, launches: usize) -> Vec<Vec<f64>> {
    let mut random = Random::new(1);
    (0..rows).map(|_| (0..launches).map(|_| random.next_normal()).collect()).collect()
}

/// Returns the seconds that judging `launches` interleaved launches of all rows takes.
fn interleaved(rows: usize, launches: usize) -> anyhow::Result<f64> {
    let values: Vec<f64> = made_up(rows, launches).concat().into_iter().map(|z| (0.05 * z).exp()).collect();
    let costs = Costs::new(rows, launches, values)?;
    let limits = vec![Limit::new(0.005, 0.0); rows];
    let design = InterleavedDesign {
        new: (0..launches).map(|launch| launch % 2 == 1).collect(),
        block: (0..launches).map(|launch| launch as u32 / 2).collect(),
    };
    let start = Instant::now();
    let sample = DesignCosts::Interleaved { costs: &costs, design: &design };
    let judged = gate_stats::judge(&sample, &limits, None, &Settings::default())?;
    let seconds = start.elapsed().as_secs_f64();
    ensure!(judged.rows.len() == rows, "{} rows judged", judged.rows.len());
    Ok(seconds)
}

/// Returns the seconds for judging a session of `launches` launches against six sessions of the same size.
fn judge(rows: usize, launches: usize) -> anyhow::Result<f64> {
    let values: Vec<f64> = made_up(rows, launches).concat().into_iter().map(|z| (0.05 * z).exp()).collect();
    let costs = Costs::new(rows, launches, values)?;
    let base: Vec<Session> = (0..6).map(|day| Session { costs: costs.clone(), day }).collect();
    let limits = vec![Limit::new(0.005, 0.0); rows];
    let start = Instant::now();
    let sample = DesignCosts::Stored(StoredDesign {
        base: &base,
        new: std::slice::from_ref(&costs),
        ..StoredDesign::default()
    });
    let judged = gate_stats::judge(&sample, &limits, None, &Settings::default())?;
    let seconds = start.elapsed().as_secs_f64();
    ensure!(judged.rows.len() == rows, "{} rows judged", judged.rows.len());
    Ok(seconds)
}
