//! Measures the gate: how it judges synthetic and recorded launches, and the figures of several benchmarks of `cargo xtask bench`.
//!
//! All measurements are in one program, because several programs would each have to link the gate. Run `cargo run --release -p lab -- NAME
//! …`. The documentation of each module lists the module's arguments and output.

mod calibrate;
mod exact;
mod functions;
mod history;
mod init;
mod input;
mod memory;
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
        "memory" => memory::run(args),
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

/// Shuffles `items` (Fisher and Yates).
pub(crate) fn shuffle<T>(random: &mut gate_stats::Random, items: &mut [T]) {
    for i in (1..items.len()).rev() {
        items.swap(i, random.next_below(i + 1));
    }
}

/// Prints the duration for each size and the ratio of this duration to the previous duration. Returns the geometric mean of the ratios.
pub(crate) fn doublings(name: &str, sizes: &[usize], seconds: impl Fn(usize) -> Result<f64>) -> Result<f64> {
    let mut before: Option<f64> = None;
    let mut growth = Vec::new();
    for &size in sizes {
        let ms = seconds(size)? * 1e3;
        let ratio = before.map(|before| ms / before);
        let shown = ratio.map_or(String::new(), |ratio| format!("{ratio:.2}"));
        eprintln!("{name:<24}{size:>10}{ms:>12.2}{shown:>8}");
        growth.extend(ratio);
        before = Some(ms);
    }
    let mean = growth.iter().map(|ratio| ratio.ln()).sum::<f64>() / growth.len().max(1) as f64;
    Ok(mean.exp())
}

/// Returns the peak memory of this process in MB, which only Linux reports.
pub(crate) fn peak_mb() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.trim().parse::<f64>().ok()? / 1024.0)
}

/// Runs the measurement `month GATE`: a month of pull requests is judged by the program at the path GATE.
fn month(args: &[String]) -> Result<()> {
    let [gate] = args else { bail!("lab month GATE; GATE is the path of a gate") };
    exact::print(&worlds::month(gate.as_ref())?);
    Ok(())
}
