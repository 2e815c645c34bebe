//! Measures how often a check finds a difference between two equal builds, for the launch orders that `gate run --base` chooses. The
//! measurement prints figures of `cargo xtask bench drive`.

use anyhow::Result;

use crate::calibrate::worlds::{Lab, Trials, orders};

const RUNS: usize = 500;

pub(crate) fn run(args: &[String]) -> Result<()> {
    let runs = args.first().map_or(Ok(RUNS), |runs| runs.parse())?;
    let lab = Lab::new(Trials { quiet: runs, power: runs, exact: runs })?;
    let [beside, blocks] = orders::any_false(&lab)?;
    println!(
        "{{\"drive.side_by_side.any_false\": {}, \"drive.blocks.any_false\": {}}}",
        beside.value(),
        blocks.value()
    );
    Ok(())
}
