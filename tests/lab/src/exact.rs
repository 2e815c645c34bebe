//! Measures false alarms and power for system requests ("work") and function calls, which are figures of
//! `cargo xtask bench work` and `counts`. The first argument is the number of unchanged trials. The second argument is a seed that selects
//! other random numbers.

use anyhow::Result;

use crate::calibrate::worlds::{Figures, Lab, Share, Trials};

/// The number of comparisons without a change, and the number of comparisons with planted growth.
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
