//! How much longer a launch looks than it is when its first page does more of something: the gate's figure against the emulator's.

use std::fs;

use anyhow::{Context as _, Result};
use gate::launches::{ReadOptions, marks};
use phone::build::Style;

use crate::agent_bed::Run;
use crate::agent_programs::{LAUNCHES, clock};
use crate::bundle::Bundle;

/// What a page does more of, and how often.
pub const KINDS: [(&str, u64); 5] =
    [("throws", 200), ("tagged", 20_000), ("setjmp", 10_000), ("controllers", 60), ("sends", 20_000)];

/// What the gate sees beyond what there is.
#[derive(Debug, Clone, Copy)]
pub struct Excess {
    /// Of the true growth.
    pub percent: f64,
    /// For one operation.
    pub instructions: f64,
}

/// 24 MHz, and 125 instructions a tick.
const INSTRUCTIONS_PER_NS: f64 = 3.0;

/// Measures one kind.
pub fn excess(kind: &str, count: u64) -> Result<Excess> {
    let app = Bundle::app(Style::Chained, &["launch.m"])?;
    let count_text = count.to_string();
    let plain = |count: &str| -> Result<f64> {
        let run = app.run_plain(&[("KIND", kind), ("COUNT", count)], |_| {})?;
        run.status()?;
        Ok(run.outcome.counts.instructions as f64)
    };
    let hooked = |count: &str| -> Result<f64> {
        let variables = [("LAUNCHGATE_LAUNCH", "one"), ("KIND", kind), ("COUNT", count)];
        let mut sum = 0.0;
        for launch in 0..LAUNCHES {
            // A loop as long as some ticks would always begin at the same part of one.
            let run = app.run_with(&variables, |config| config.slowdown = clock(launch))?;
            run.status()?;
            sum += first_frame(&run)?;
        }
        Ok(sum / f64::from(LAUNCHES))
    };
    let real = plain(&count_text)? - plain("0")?;
    let seen = (hooked(&count_text)? - hooked("0")?) * INSTRUCTIONS_PER_NS;
    let off = (seen - real).abs();
    Ok(Excess { percent: 100.0 * off / real, instructions: off / count as f64 })
}

/// The launch's length as the gate exports it, in nanoseconds.
fn first_frame(run: &Run) -> Result<f64> {
    let folder = tempfile::tempdir()?;
    let trace = folder.path().join("one.lgtrace");
    fs::write(&trace, run.trace()?)?;
    let read = gate::launches::read(&[trace], &ReadOptions { paths: false })?;
    let launch = read.launches.first().context("no launch in the trace")?;
    Ok(launch.mark(marks::FIRST_FRAME).context("no first frame")?.at.0)
}
