//! Measures the gate's judgement on recorded sessions of one unchanged program: false alarms, power, early
//! stopping, slow growth (creep), and coverage of confidence intervals.
//!
//! `cargo xtask calibrate` has the following forms:
//!
//! - `FILE.csv[.gz] [--session-sd S] [--json FILE] [--trials N] [--only GROUP]` measures the sessions in a file. A group is pool, pool5,
//!   single, blocks, creep or coverage.
//! - `--worlds [--json FILE] [--trials N] [--planted N] [--only WORLD]` measures synthetic worlds (noise models) with
//!   `gate_decision::check` (see `worlds`). Figures with goals of at most .05 have N trials (default 2,000). Figures of power have 3 N / 20
//!   trials (default 300), but at least 20 if N is at least 20.
//! - `--worlds --oracle` measures the power of rules that know the noise.
//! - `--table MEASURED.json ORACLE.json` prints the figures of both files next to the goals.
//! - `[--json FILE] [--picture FILE] --nights FILE.csv[.gz]` judges published nights of Firefox for Android (see `nights`).
//!
//! The file with sessions has the columns session, launch, method and cost. All sessions must be of one build, so that every finding that
//! was not planted is false. The measured code is the released `gate_stats`, with the same limit for all rows and without a floor.

mod data;
mod goals;
mod measure;
mod nights;
mod table;
pub(crate) mod worlds;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

pub(crate) fn run(args: &[String]) -> Result<()> {
    let mut args = args.iter().cloned();
    let (mut file, mut json, mut extra, mut trials) = (None, None, None, 2000_usize);
    let (mut only, mut made, mut oracle, mut planted) = (String::new(), false, false, None);
    let mut picture = None;
    while let Some(arg) = args.next() {
        let mut value = |name: &str| args.next().with_context(|| format!("{name} needs a value"));
        match arg.as_str() {
            "--session-sd" => extra = Some(percent(&value("--session-sd")?)?),
            "--json" => json = Some(PathBuf::from(value("--json")?)),
            "--trials" => trials = value("--trials")?.parse().context("--trials needs a whole number")?,
            "--planted" => {
                planted = Some(value("--planted")?.parse().context("--planted needs a whole number")?)
            }
            "--picture" => picture = Some(PathBuf::from(value("--picture")?)),
            "--nights" => {
                let path = PathBuf::from(value("--nights")?);
                return tell(&nights::measure(&path, picture.as_deref())?, json.as_deref());
            }
            "--worlds" => made = true,
            "--oracle" => oracle = true,
            "--table" => {
                let text = |path: String| {
                    std::fs::read_to_string(&path).with_context(|| format!("cannot read {path}"))
                };
                let measured = text(value("--table")?)?;
                print!("{}", table::compare_with_oracle(&measured, &text(value("--table")?)?)?);
                return Ok(());
            }
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
        let power = planted.unwrap_or((trials * 3 / 20).max(trials.min(20)));
        let trials = worlds::Trials { quiet: trials, power, exact: (trials / 2).max(trials.min(20)) };
        let shares = if oracle { worlds::oracle(trials, &only)? } else { worlds::measure(trials, &only)? };
        return tell(&shares, json.as_deref());
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

/// Prints the figures of synthetic worlds. If a JSON file is given, each figure is written to the file with its count and its number of
/// trials. Figures that the file contains and that were not measured in this run are preserved.
fn tell(shares: &[worlds::Share], json: Option<&Path>) -> Result<()> {
    let mut figures = match json.map(std::fs::read_to_string) {
        Some(Ok(known)) => serde_json::from_str(&known).context("--json names a file of something else")?,
        _ => serde_json::Map::new(),
    };
    for share in shares {
        println!("{:<44}{:>6} of {:<6}{:.4}", share.name, share.count, share.trials, share.value());
        let figure =
            serde_json::json!({"value": share.value(), "count": share.count, "trials": share.trials});
        figures.insert(share.name.clone(), figure);
    }
    worlds::derived(shares, |name, value| {
        println!("{name:<44}{value:>19.4}");
        figures.insert(name.to_owned(), serde_json::json!({"value": value}));
    });
    if let Some(json) = json {
        std::fs::write(json, serde_json::to_string_pretty(&figures)? + "\n")
            .with_context(|| format!("cannot write {}", json.display()))?;
    }
    Ok(())
}

/// Parses a share in percent. The texts `4`, `4%` and `0.04` have the same meaning.
fn percent(text: &str) -> Result<f64> {
    let number: f64 =
        text.trim_end_matches('%').parse().with_context(|| format!("--session-sd {text:?} is no number"))?;
    if !(0.0..=100.0).contains(&number) {
        bail!("--session-sd {text} is out of range");
    }
    Ok(if text.ends_with('%') || number >= 0.5 { number / 100.0 } else { number })
}
