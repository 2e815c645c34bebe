//! Measures the power that rows of methods and phases lose if functions are judged too, in synthetic worlds (noise models). The loss of
//! power is a figure of `cargo xtask bench functions`.

use anyhow::{Context as _, Result};

use crate::calibrate::worlds;

/// Number of trials, with which the standard error of a difference is 0.2 %.
const TRIALS: usize = 2_000;

pub(crate) fn run(args: &[String]) -> Result<()> {
    let trials = args.first().map_or(Ok(TRIALS), |trials| trials.parse())?;
    let trials = worlds::Trials { quiet: trials, power: trials, exact: trials };
    let (loss, error) =
        worlds::power_loss(&worlds::measure(trials, "functions")?).context("worlds of functions")?;
    println!("{{\"functions.power_loss\": {loss}, \"functions.power_loss.error\": {error}}}");
    Ok(())
}
