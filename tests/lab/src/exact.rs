//! How often more work, or more calls of functions, are found where there are none, and how often what was planted is: prints figures of
//! `cargo xtask bench work` and `counts`. Of two numbers the first is how often nothing is planted, the second other streams of chance.

use anyhow::Result;

use crate::calibrate::worlds::{Figures, Lab, Share, Trials};

/// Unchanged comparisons, and plants.
const TRIALS: [usize; 2] = [2000, 200];

pub(crate) fn run(args: &[String], world: fn(&Lab) -> Figures) -> Result<()> {
    let number = |at: usize, usual| args.get(at).map_or(Ok(usual), |text| text.parse::<usize>());
    let quiet = number(0, TRIALS[0])?;
    let mut lab = Lab::new(Trials { quiet, power: TRIALS[1], exact: quiet })?;
    lab.streams = number(1, 0)? as u64;
    let shares = world(&lab)?;
    print(&shares);
    Ok(())
}

/// Prints one flat JSON object.
pub(crate) fn print(shares: &[Share]) {
    let figures: Vec<String> =
        shares.iter().map(|share| format!("\"{}\": {}", share.name, share.value())).collect();
    println!("{{{}}}", figures.join(", "));
}
