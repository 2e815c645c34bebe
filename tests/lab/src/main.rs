//! Measures the gate: its judgement on synthetic and recorded launches, and the benches that `cargo xtask
//! bench` runs.
//!
//! They are one program, because each would link the gate. `cargo run --release -p lab -- NAME …`; the
//! documentation of each module lists its arguments and output.

mod calibrate;
mod exact;
mod functions;
mod history;
mod init;
mod input;
mod orders;
mod planted;
mod report;
mod scorecard;
mod stats;
mod symbols;

use anyhow::{Result, bail};

use calibrate::worlds;

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (name, args) = args.split_first().map_or(("", &[][..]), |(name, args)| (name.as_str(), args));
    match name {
        "calibrate" => calibrate::run(args),
        "counts" => exact::run(args, worlds::called::called),
        "functions" => functions::run(args),
        "history" => history::run(args),
        "init" => {
            init::run();
            Ok(())
        }
        "input" => input::run(args),
        "month" => month(args),
        "orders" => orders::run(args),
        "planted" => planted::run(args),
        "report" => report::run(),
        "scorecard" => scorecard::run(args),
        "stats" => stats::run(),
        "work" => exact::run(args, worlds::work::work),
        "symbols" => {
            symbols::run(args);
            Ok(())
        }
        _ => bail!("no measurement {name:?}; the modules of tests/lab/src are their names"),
    }
}

/// Shuffles `items` (Fisher–Yates).
pub(crate) fn shuffle<T>(random: &mut gate_stats::Random, items: &mut [T]) {
    for i in (1..items.len()).rev() {
        items.swap(i, random.below(i + 1));
    }
}

/// Runs `month GATE`: a month of pull requests through the program at GATE.
fn month(args: &[String]) -> Result<()> {
    let [gate] = args else { bail!("lab month GATE; GATE is the path of a gate") };
    exact::print(&worlds::month(gate.as_ref())?);
    Ok(())
}
