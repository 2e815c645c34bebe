//! Measures how often `gate bisect` names the right commit, and the accuracy of `gate trend`'s change points,
//! in synthetic histories.
//!
//! The measurement prints one flat JSON object on stdout, and its progress on stderr. `--only bisect`, `--only changes` or `--only trend`
//! measures only one of the three parts. `--runs N` sets the number of searches, `--years N` the number of years, and `--seed N` the random
//! numbers of the trend. The rules of the trend were chosen with `--seed 0`, so the default is a different seed, which was not used for the
//! choice. `--series FILE` also writes the series of the first run as JSON lines, which other programs judge (`xtask/store/peers.py`).

mod bisect;
pub(crate) mod changes;
mod trend;

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};

/// The figures by their names.
type Figures = BTreeMap<String, f64>;

/// The default seed, which was not used to choose a rule.
const UNSEEN: u64 = 39_000_000;

/// The options of the command line.
pub(crate) struct Options {
    only: Option<String>,
    pub(crate) runs: usize,
    pub(crate) years: usize,
    pub(crate) seed: u64,
    pub(crate) series: Option<PathBuf>,
}

fn asked(words: &[String]) -> Result<Options> {
    let mut asked = Options { only: None, runs: 100, years: 5, seed: UNSEEN, series: None };
    let mut words = words.iter().cloned();
    while let Some(word) = words.next() {
        let value = words.next().with_context(|| format!("{word} needs a value"))?;
        match word.as_str() {
            "--only" => asked.only = Some(value),
            "--runs" => asked.runs = value.parse().with_context(|| format!("--runs {value}"))?,
            "--seed" => asked.seed = value.parse().with_context(|| format!("--seed {value}"))?,
            "--series" => asked.series = Some(value.into()),
            "--years" => asked.years = value.parse().with_context(|| format!("--years {value}"))?,
            _ => bail!("{word} is not known"),
        }
    }
    Ok(asked)
}

pub(crate) fn run(args: &[String]) -> Result<()> {
    let asked = asked(args)?;
    let mut figures = Figures::new();
    let wants = |name: &str| asked.only.as_deref().is_none_or(|only| only == name);
    if wants("bisect") {
        bisect::measure(&asked, &mut figures)?;
    }
    if wants("changes") {
        changes::measure(&asked, &mut figures)?;
    }
    if wants("trend") {
        trend::measure(&asked, &mut figures)?;
    }
    println!("{}", serde_json::to_string(&figures)?);
    Ok(())
}
