//! Measures the power that other rows lose when functions are judged with them, in synthetic worlds: prints
//! figures of `cargo xtask bench functions`.

use anyhow::{Context as _, Result};

use crate::calibrate::worlds;

/// With this many trials the standard error of a difference is a fifth of a percent.
const TRIALS: usize = 2_000;

pub(crate) fn run(args: &[String]) -> Result<()> {
    let trials = args.first().map_or(Ok(TRIALS), |trials| trials.parse())?;
    let trials = worlds::Trials { quiet: trials, power: trials, exact: trials };
    let (loss, error) =
        worlds::power_loss(&worlds::measure(trials, "functions")?).context("worlds of functions")?;
    println!("{{\"functions.power_loss\": {loss}, \"functions.power_loss.error\": {error}}}");
    Ok(())
}
