//! How often more work, or more calls of functions, are found where there are none, and how often what was planted is: prints figures of
//! `cargo xtask bench work` and `counts`.

use anyhow::Result;

use crate::calibrate::worlds::{Figures, Lab, Trials};

/// Unchanged comparisons, and plants.
const TRIALS: [usize; 2] = [2000, 200];

pub(crate) fn run(args: &[String], world: fn(&Lab) -> Figures) -> Result<()> {
    let quiet = args.first().map_or(Ok(TRIALS[0]), |trials| trials.parse())?;
    let lab = Lab::new(Trials { quiet, power: TRIALS[1], exact: quiet })?;
    let shares = world(&lab)?;
    let figures: Vec<String> =
        shares.iter().map(|share| format!("\"{}\": {}", share.name, share.value())).collect();
    println!("{{{}}}", figures.join(", "));
    Ok(())
}
