//! Nine programs, each of one kind of calls, under several layouts of memory: what the agent says of their methods' own costs, against
//! what the emulator saw.

use std::collections::BTreeMap;
use std::ops::Range;

use anyhow::{Result, ensure};
use phone::build::Style;
use phone::truth::{Function, Truth};
use phone::{Config, Counter, Schedule};

use crate::agent_tree::{Sum, nodes, sums};
use crate::bundle::Bundle;

/// The programs; the comment at the head of each says what it does.
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

/// What is no method of its own for the agent, so that its cost is its caller's: what the runtime calls past every pointer.
const PAST_EVERY_POINTER: [&str; 3] = [" dealloc]", " forwardingTargetForSelector:]", "-[Target forwarded]"];

/// What waits: the agent measures time, and the truth has no instructions for it.
const WAITS: [&str; 1] = ["-[Boss wait]"];

/// 24 MHz, and 125 instructions a tick.
const INSTRUCTIONS_PER_TICK: f64 = 125.0;
/// 100 µs and 10 µs.
const LARGE: f64 = 2400.0;
const SMALL: f64 = 240.0;
/// How many are measured at each layout.
pub const LAUNCHES: u16 = 4;
/// Everything that the programs do is over by then, and they have not ended yet.
const WINDOW: [(&str, &str); 3] =
    [("LAUNCHGATE_LAUNCH", "one"), ("LAUNCHGATE_WINDOW", "limit"), ("LAUNCHGATE_LIMIT", "300ms")];

/// How far off a program's figures are, in percent, the farthest over the layouts.
#[derive(Debug, Clone, Default)]
pub struct Off {
    /// Of methods with a true self cost of at least 100 µs.
    pub large: f64,
    /// Of those of 10 to 100 µs.
    pub small: f64,
    /// Of the sum over the tree.
    pub tree: f64,
    /// Of what a method of 10 µs or more may be off: see `allowed`.
    pub of_allowed: f64,
    /// How many of each size there were at the first layout.
    pub counts: (usize, usize),
    /// The farthest of either size, and the sum where it is farthest, in words.
    pub words: Vec<String>,
    /// The method that is farthest off what is allowed.
    pub foreign: String,
    /// How many methods are farther off than allowed.
    pub beyond: usize,
}

fn is_observed(symbol: &str) -> bool {
    phone::is_method(symbol) && !PAST_EVERY_POINTER.iter().any(|name| symbol.contains(name))
}

/// How fast the clock of a launch is: some 1/10,000 from that of the next, and right in the mean. As on a phone, where calls begin in a
/// tick differs from launch to launch.
pub fn clock(launch: u16) -> f64 {
    1.0 + 0.0001 * (f64::from(launch) - f64::from(LAUNCHES - 1) / 2.0)
}

/// The conditions under which a program is measured. What the agent's sampler does on a core of its own takes the app no time; what it takes
/// while the main thread is suspended, the agent is to take off itself.
#[derive(Debug, Clone, Copy)]
pub struct Conditions<'a> {
    /// The agent's setting `samples`.
    pub samples: &'a str,
    /// Ticks of 24 MHz that reading a thread's registers takes beyond its instructions.
    pub registers: u64,
    /// The counter that the agent reads.
    pub counter: Counter,
}

impl<'a> Conditions<'a> {
    /// A plain counter, and registers that are read at once.
    pub fn new(samples: &'a str) -> Conditions<'a> {
        Conditions { samples, registers: 0, counter: Counter::PLAIN }
    }
}

/// Runs one of them at each of these layouts.
pub fn measure(program: &str, layouts: Range<u64>, conditions: Conditions<'_>) -> Result<Off> {
    let Conditions { samples, registers, counter } = conditions;
    let app = Bundle::app(Style::Chained, &[program])?;
    let mut off = Off::default();
    for layout in layouts.clone() {
        // A tick is time, and the phone has one core: another thread runs only while this one waits.
        let laid_out = |config: &mut Config| {
            config.slide_seed = layout;
            config.schedule = Schedule::Fair { quantum: 1 << 40 };
        };
        // The agent is there and not asked to record, so that everything lies where it does when it is: how long the runtime takes to
        // find a method hangs on addresses.
        let plain = app.run_with(&[], |config| {
            laid_out(config);
            config.observe = Some(is_observed);
        })?;
        ensure!(plain.status()? == 0, "{program} ended otherwise");
        let mut launches = Vec::new();
        for launch in 0..LAUNCHES {
            // A call is measured in whole ticks; over clocks that run a little apart that evens out.
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

/// How many ticks a method may be off: 2 % of what it takes, or 5 % below 100 µs; but 0.3 instructions a call where that is more.
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
