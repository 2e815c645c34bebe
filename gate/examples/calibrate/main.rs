//! Measures the gate's judgement on real sessions of one unchanged program: false alarms, power, early stopping, creep, coverage.
//!
//! `cargo run --release -p gate --example calibrate -- FILE.csv[.gz] [--session-sd S] [--json FILE] [--trials N] [--only GROUP]`
//! `--only` measures one of pool, pool5, single, blocks, creep, coverage.
//! `--worlds [--json FILE] [--trials N] [--only WORLD]` measures made worlds instead, through `judge::check` (see `worlds`): N trials where
//! the goal is at most .05 (2,000), and 3 of 20 as many where something is to be found (300), at least 20 if N is.
//! The file has the columns session, launch, method, cost; the sessions must be of one build, so that every finding not planted
//! is false. What is measured is `gate::stats` as it ships, with one limit for all rows and no floor.

mod data;
mod measure;
mod table;
mod worlds;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let (mut file, mut json, mut extra, mut trials) = (None, None, None, 2000_usize);
    let (mut only, mut made) = (String::new(), false);
    while let Some(arg) = args.next() {
        let mut value = |name: &str| args.next().with_context(|| format!("{name} needs a value"));
        match arg.as_str() {
            "--session-sd" => extra = Some(percent(&value("--session-sd")?)?),
            "--json" => json = Some(PathBuf::from(value("--json")?)),
            "--trials" => trials = value("--trials")?.parse().context("--trials needs a whole number")?,
            "--worlds" => made = true,
            "--only" => only = value("--only")?,
            _ if arg.starts_with('-') => bail!("unknown option {arg}"),
            _ if file.is_none() => file = Some(PathBuf::from(arg)),
            _ => bail!("one file only, {arg} is a second one"),
        }
    }
    if trials == 0 {
        bail!("--trials must be at least 1");
    }
    if made {
        return worlds(trials, &only, json.as_deref());
    }
    let file = file.context(
        "usage: calibrate (FILE.csv[.gz] [--session-sd PERCENT] | --worlds) [--json FILE] [--trials N] [--only GROUP]",
    )?;
    let data = data::read(&file)?;
    eprintln!(
        "{}: {} sessions of {} launches, {} methods; {trials} trials a figure",
        file.display(),
        data.sessions.len(),
        data.launches,
        data.methods
    );
    let figures = measure::all(&data, trials, extra, &only)?;
    print!("{}", table::render(&figures));
    if let Some(json) = json {
        std::fs::write(&json, table::json(&figures)?)
            .with_context(|| format!("cannot write {}", json.display()))?;
    }
    Ok(())
}

/// Measures the made worlds; the JSON has each figure with its count and trials.
fn worlds(trials: usize, only: &str, json: Option<&Path>) -> Result<()> {
    let power = (trials * 3 / 20).max(trials.min(20));
    let shares = worlds::measure(
        worlds::Trials { quiet: trials, power, exact: (trials / 2).max(trials.min(20)) },
        only,
    )?;
    let mut figures = serde_json::Map::new();
    for share in &shares {
        println!("{:<44}{:>6} of {:<6}{:.4}", share.name, share.count, share.trials, share.value());
        let figure =
            serde_json::json!({"value": share.value(), "count": share.count, "trials": share.trials});
        figures.insert(share.name.clone(), figure);
    }
    worlds::derived(&shares, |name, value| {
        println!("{name:<44}{value:>19.4}");
        figures.insert(name.to_owned(), serde_json::json!({"value": value}));
    });
    if let Some(json) = json {
        std::fs::write(json, serde_json::to_string_pretty(&figures)? + "\n")
            .with_context(|| format!("cannot write {}", json.display()))?;
    }
    Ok(())
}

/// `4`, `4%` and `0.04` are the same.
fn percent(text: &str) -> Result<f64> {
    let number: f64 =
        text.trim_end_matches('%').parse().with_context(|| format!("--session-sd {text:?} is no number"))?;
    if !(0.0..=100.0).contains(&number) {
        bail!("--session-sd {text} is out of range");
    }
    Ok(if text.ends_with('%') || number >= 0.5 { number / 100.0 } else { number })
}
