//! Measures how much the gate overestimates the growth of a launch whose first page performs more operations
//! of one kind. The emulator measures the true growth.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context as _, Result};
use gate_launches::{ReadOptions, marks};
use phone::Counter;
use phone::build::Style;

use crate::agent_bed::Run;
use crate::agent_programs::{LAUNCHES, clock};
use crate::bundle::Bundle;

/// The kinds of operations, with the number of operations.
pub const KINDS: [(&str, u64); 5] =
    [("throws", 200), ("tagged", 20_000), ("setjmp", 10_000), ("controllers", 60), ("sends", 20_000)];

/// The amount by which the gate overestimates the growth.
#[derive(Debug, Clone)]
pub struct Excess {
    /// The overestimate in percent of the true growth.
    pub percent: f64,
    /// The overestimate in instructions per operation.
    pub instructions: f64,
    /// The true number of instructions per operation.
    pub real: f64,
    /// The phase in which the page is loaded.
    pub phase: String,
    /// The overestimate in the phase in which the page is loaded, in instructions per operation.
    pub in_phase: f64,
    /// The overestimate in all phases except that of the page, which have no growth, in instructions per
    /// operation.
    pub elsewhere: f64,
}

/// Number of instructions that the emulator executes per nanosecond: 125 per tick of 24 MHz.
const INSTRUCTIONS_PER_NS: f64 = 3.0;

/// Measures one kind of operation on a phone whose counter register is `counter`.
pub fn excess(kind: &str, count: u64, counter: Counter) -> Result<Excess> {
    let app = Bundle::app(Style::Chained, &["launch.m"])?;
    let count_text = count.to_string();
    let plain = |count: &str| -> Result<f64> {
        let run = app.run_plain(&[("KIND", kind), ("COUNT", count)], |_| {})?;
        run.status()?;
        Ok(run.outcome.counts.instructions as f64)
    };
    let hooked = |count: &str| -> Result<BTreeMap<String, f64>> {
        let variables = [("LAUNCHGATE_LAUNCH", "one"), ("KIND", kind), ("COUNT", count)];
        let mut sums = BTreeMap::new();
        for launch in 0..LAUNCHES {
            // With the same clock speed in all launches, a loop whose duration is a whole number of ticks
            // would always begin at the same fraction of a tick.
            let run = app.run_with(&variables, |config| {
                config.slowdown = clock(launch);
                config.counter = counter;
            })?;
            run.status()?;
            for (name, length) in lengths(&run)? {
                *sums.entry(name).or_default() += length * INSTRUCTIONS_PER_NS / f64::from(LAUNCHES);
            }
        }
        Ok(sums)
    };
    let real = plain(&count_text)? - plain("0")?;
    let (more, none) = (hooked(&count_text)?, hooked("0")?);
    let growth = |name: &str| more.get(name).unwrap_or(&0.0) - none.get(name).unwrap_or(&0.0);
    let off = (growth(marks::FIRST_FRAME) - real).abs();
    let phases = || more.keys().filter(|&name| name != marks::FIRST_FRAME);
    let phase = phases().max_by(|a, b| growth(a).total_cmp(&growth(b))).context("no phases")?.clone();
    let others = phases().filter(|&name| *name != phase);
    Ok(Excess {
        percent: 100.0 * off / real,
        instructions: off / count as f64,
        real: real / count as f64,
        in_phase: (growth(&phase) - real).abs() / count as f64,
        elsewhere: others.map(|name| growth(name).abs()).sum::<f64>() / count as f64,
        phase,
    })
}

/// Returns the durations of the launch (until its last mark) and of its phases, in nanoseconds, from the
/// gate's export.
fn lengths(run: &Run) -> Result<BTreeMap<String, f64>> {
    let folder = tempfile::tempdir()?;
    let trace = folder.path().join("one.lgtrace");
    fs::write(&trace, run.trace()?)?;
    let read = gate_launches::read(&[trace], &ReadOptions { paths: false, ..ReadOptions::default() })?;
    let launch = read.launches.first().context("no launch in the trace")?;
    let whole = launch.mark(marks::FIRST_FRAME).context("no first frame")?.at.0;
    let phases = launch.phases.iter().map(|phase| (phase.name.to_string(), phase.duration().0));
    Ok(phases.chain([(marks::FIRST_FRAME.to_owned(), whole)]).collect())
}
