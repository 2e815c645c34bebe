//! Runs nine programs, each with one kind of calls, under several memory layouts. The module compares the
//! self costs of the programs' methods in the agent's trace with the costs that the emulator counted.

use std::collections::BTreeMap;
use std::ops::Range;

use anyhow::{Result, ensure};
use phone::build::Style;
use phone::truth::{Function, Truth};
use phone::{Config, Counter, Schedule};

use crate::agent_tree::{Sum, nodes, sums};
use crate::bundle::Bundle;

/// The programs. The comment at the beginning of each file explains the program.
pub const PROGRAMS: [&str; 9] = [
    "truth_parser.m",
    "truth_nests.m",
    "truth_kinds.m",
    "truth_tries.mm",
    "truth_threads.m",
    "truth_made.m",
    "truth_jumps.m",
    "truth_five.m",
    "truth_many.m",
];

/// Methods that the runtime calls without the pointers that the agent replaces. The agent adds the cost of these methods to their caller.
const PAST_EVERY_POINTER: [&str; 3] = [" dealloc]", " forwardingTargetForSelector:]", "-[Target forwarded]"];

/// Methods that wait, whose costs are not compared: the agent measures time, but the emulator counts no
/// instructions during a wait.
const WAITS: [&str; 1] = ["-[Boss wait]"];

/// Number of instructions that the emulator executes per tick of 24 MHz.
const INSTRUCTIONS_PER_TICK: f64 = 125.0;
/// The limits for large and small costs, 100 µs and 10 µs, in ticks.
const LARGE: f64 = 2400.0;
const SMALL: f64 = 240.0;
/// The number of launches at each memory layout.
pub const LAUNCHES: u16 = 4;
/// The window ends after the programs have done their work and before they end.
const WINDOW: [(&str, &str); 3] =
    [("LAUNCHGATE_LAUNCH", "one"), ("LAUNCHGATE_END", "limit"), ("LAUNCHGATE_LIMIT", "300ms")];

/// The largest errors of the recorded costs of a program among all its memory layouts, in percent.
#[derive(Debug, Clone, Default)]
pub struct Off {
    /// Largest error of a method with a true self cost of at least 100 µs.
    pub large: f64,
    /// Largest error of a method with a true self cost of 10 to 100 µs.
    pub small: f64,
    /// Error of the sum of all costs in the tree.
    pub tree: f64,
    /// The largest error of a method with a cost of at least 10 µs, in percent of the method's allowed error;
    /// see `allowed`.
    pub of_allowed: f64,
    /// The numbers of methods with large and with small costs at the first memory layout.
    pub counts: (usize, usize),
    /// Descriptions of the largest errors of large costs, of small costs, and of the sum.
    pub words: Vec<String>,
    /// The method whose error is the largest in proportion to its allowed error.
    pub foreign: String,
    /// The number of methods whose error exceeds the allowed one.
    pub beyond: usize,
}

fn is_observed(symbol: &str) -> bool {
    phone::is_method(symbol) && !PAST_EVERY_POINTER.iter().any(|name| symbol.contains(name))
}

/// Returns the clock's speed in a launch. The speed differs by some 1/10,000 between launches and is right on
/// average, so calls begin at different fractions of a tick in each launch, as on a phone.
pub fn clock(launch: u16) -> f64 {
    1.0 + 0.0001 * (f64::from(launch) - f64::from(LAUNCHES - 1) / 2.0)
}

/// The conditions under which a program is measured. The sampler runs on a separate core and takes no time
/// from the app, except while the main thread is suspended. The agent must subtract the time for which the
/// main thread is suspended.
#[derive(Debug, Clone, Copy)]
pub struct Conditions<'a> {
    /// The value of the agent's setting `samples`.
    pub samples: &'a str,
    /// Additional ticks of 24 MHz that reading a thread's registers takes.
    pub registers: u64,
    /// The counter register that the agent reads.
    pub counter: Counter,
}

impl<'a> Conditions<'a> {
    /// Returns conditions with the unscaled counter and without additional time for registers.
    pub fn new(samples: &'a str) -> Conditions<'a> {
        Conditions { samples, registers: 0, counter: Counter::PLAIN }
    }
}

/// Measures a program at each memory layout in `layouts`.
pub fn measure(program: &str, layouts: Range<u64>, conditions: Conditions<'_>) -> Result<Off> {
    let Conditions { samples, registers, counter } = conditions;
    let app = Bundle::app(Style::Chained, &[program])?;
    let mut off = Off::default();
    for layout in layouts.clone() {
        // Ticks measure time, and the emulated phone has one core: another thread runs only while the
        // measured thread waits.
        let laid_out = |config: &mut Config| {
            config.slide_seed = layout;
            config.schedule = Schedule::Fair { quantum: 1 << 40 };
        };
        // The agent is loaded but does not record, so that all addresses are the same as with recording. The
        // duration of the runtime's method lookup depends on addresses.
        let plain = app.run_with(&[], |config| {
            laid_out(config);
            config.observe = Some(is_observed);
        })?;
        ensure!(plain.status()? == 0, "{program} ended otherwise");
        let mut launches = Vec::new();
        for launch in 0..LAUNCHES {
            // A call is measured in whole ticks. The rounding error averages out over clocks of slightly
            // different speeds.
            let sampled: Vec<_> = WINDOW.into_iter().chain([("LAUNCHGATE_SAMPLES", samples)]).collect();
            let run = app.run_with(&sampled, |config| {
                laid_out(config);
                config.slowdown = clock(launch);
                config.own_core = samples != "off";
                config.registers_ticks = registers;
                config.counter = counter;
            })?;
            ensure!(run.status()? == 0, "{program} ended otherwise under the agent");
            launches.push(sums(&nodes(run.trace()?, app.folder())?));
        }
        let first = layout == layouts.start;
        off.add(program, layout, first, &plain.outcome.truth.all, &launches);
    }
    Ok(off)
}

/// Returns the allowed error of a method in ticks: 2 % of its cost, or 5 % below 100 µs, but at least 0.3
/// instructions per call.
fn allowed(real: f64, calls: u64) -> f64 {
    let share = if real >= LARGE { 0.02 } else { 0.05 };
    (share * real).max(0.3 * calls as f64 / INSTRUCTIONS_PER_TICK)
}

impl Off {
    fn add(
        &mut self,
        program: &str,
        layout: u64,
        is_first: bool,
        truth: &BTreeMap<Function, Truth>,
        launches: &[BTreeMap<String, Sum>],
    ) {
        let (mut all, mut all_true) = (0.0, 0.0);
        for (Function { name, .. }, truth) in truth {
            if WAITS.contains(&name.as_str()) {
                continue;
            }
            let real = truth.own as f64 / INSTRUCTIONS_PER_TICK;
            let own = |sums: &BTreeMap<String, Sum>| sums.get(name).map_or(0.0, |sum| sum.own);
            let measured = launches.iter().map(own).sum::<f64>() / launches.len() as f64;
            (all, all_true) = (all + measured, all_true + real);
            let percent = 100.0 * (measured / real - 1.0);
            let (worst, count) = match real {
                LARGE.. => (&mut self.large, &mut self.counts.0),
                SMALL.. => (&mut self.small, &mut self.counts.1),
                _ => continue,
            };
            *count += usize::from(is_first);
            let of_allowed = 100.0 * (measured - real).abs() / allowed(real, truth.calls);
            self.beyond += usize::from(of_allowed > 100.0);
            if of_allowed > self.of_allowed {
                self.of_allowed = of_allowed;
                let (micros, calls) = (real / 24.0, truth.calls);
                let instructions = (measured - real) * INSTRUCTIONS_PER_TICK / calls as f64;
                self.foreign = format!(
                    "{name} {percent:+.2} % of {micros:.0} us, {instructions:+.2} instructions for each of {calls} calls"
                );
            }
            if percent.abs() > *worst {
                *worst = percent.abs();
                let micros = real / 24.0;
                self.words.push(format!("{program} {layout}: {name} {percent:+.2} % of {micros:.0} us"));
            }
        }
        let percent = 100.0 * (all / all_true - 1.0);
        if percent.abs() > self.tree {
            self.tree = percent.abs();
            self.words.push(format!("{program} {layout}: all {percent:+.3} % of {:.0} us", all_true / 24.0));
        }
    }
}
