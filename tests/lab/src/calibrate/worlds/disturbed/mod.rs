//! Measures the gate's answers for launches with realistic disturbances: false alarms, undecided answers, missed growth, and power.
//!
//! The runs are judged with the default settings. For every planted change, the same seeds draw the same app, days and disturbances.

mod cli;
mod draw;
mod made;
mod oracle;

use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Result;
use gate_config::Config;
use gate_decision::Answer;
use gate_launches::{Launches, MethodId};
use gate_stats::Random;
use rayon::prelude::*;

use super::confirm::Runs;
use super::{Figures, Lab, Share};
pub(crate) use cli::month;
pub(crate) use draw::{FLAGS, World};
pub(super) use made::{App, MODULES, name};
pub(super) use oracle::oracle;

use draw::{BIG, Change, PhoneAdjustment};
use made::{Design, Sides};

/// The time that is added to a launch of 400 ms in a share of the launches.
const ADDED_NS: f64 = 50e6;
/// The two designs in which every synthetic world is judged.
const DESIGNS: [Design; 2] = [Design::Pairs(10), Design::Stored(6)];

/// The result of one run.
#[derive(Clone, Copy)]
struct Run {
    answer: Answer,
    /// Whether the changed method is listed as slower.
    found: bool,
    /// Whether the check fails and fresh launches confirm the finding.
    confirmed: bool,
    /// The index of the stored day that is slow.
    place: usize,
    /// Whether the recommended number of additional launches led to a pass or a regression; `None` if no number was recommended.
    advised: Option<bool>,
}

/// A synthetic world and the design in which it is measured.
struct Cell<'a> {
    lab: &'a Lab,
    name: String,
    world: World,
    design: Design,
}

/// A function that returns the change to plant, given a method.
type Planted = fn(usize) -> Change;

const UNCHANGED: Planted = |_| Change::default();
const ONE10: Planted = |method| Change { one: Some((method, 0.1)), ..Change::default() };
const ONE25: Planted = |method| Change { one: Some((method, 0.25)), ..Change::default() };
const ONE50: Planted = |method| Change { one: Some((method, 0.5)), ..Change::default() };
const ONE100: Planted = |method| Change { one: Some((method, 1.0)), ..Change::default() };
const ALL3: Planted = |_| Change { all: 0.03, ..Change::default() };
const ALL6: Planted = |_| Change { all: 0.06, ..Change::default() };
const HALF12: Planted = |_| Change { half: 0.12, ..Change::default() };
const SHARE30: Planted = |method| Change { share: Some((method, ADDED_NS, 0.3)), ..Change::default() };
const SHARE50: Planted = |method| Change { share: Some((method, ADDED_NS, 0.5)), ..Change::default() };

impl Cell<'_> {
    fn random(&self, trial: usize) -> Random {
        let seed =
            self.name.bytes().fold(7_u64, |seed, byte| seed.wrapping_mul(131).wrapping_add(byte.into()));
        Random::new(seed.wrapping_add((trial as u64).wrapping_mul(0x9e37_79b9)))
    }

    fn run(&self, trial: usize, planted: Planted) -> Result<Run> {
        let mut random = self.random(trial);
        let app = App::new(self.world, &mut random)?;
        // The methods with the highest costs have no waits and no flags, so one of these methods is changed.
        let method = random.next_below(BIG);
        let change = planted(method);
        let before = random.clone();
        let sides = |random: &mut Random, more: usize| {
            app.sides(self.design, &app.numbers(random, self.design, more, change, trial))
        };
        let Sides { base, head } = sides(&mut random, 0);
        let seen = self.lab.judge(base.as_ref(), &head)?;
        let mut run = Run {
            answer: seen.answer,
            found: seen.found(MethodId(method as u32)),
            confirmed: false,
            place: trial,
            advised: None,
        };
        if let Some(more) = seen.more_launches {
            let Sides { base, head } = sides(&mut before.clone(), more);
            let answer = self.lab.judge(base.as_ref(), &head)?.answer;
            run.advised = Some(answer != Answer::Undecided);
        }
        if run.answer == Answer::Regressed {
            let fresh = sides(&mut random, 0).head;
            run.confirmed = self.lab.judge_again(&Runs { base, head, fresh }, true)?.red();
        }
        Ok(run)
    }

    fn runs(&self, what: &str, trials: usize, planted: Planted) -> Result<Vec<Run>> {
        let done = AtomicUsize::new(0);
        let runs = (0..trials).into_par_iter().map(|trial| self.run(trial, planted));
        runs.inspect(|_| self.report_progress(what, 1 + done.fetch_add(1, Ordering::Relaxed), trials))
            .collect()
    }

    fn report_progress(&self, what: &str, done: usize, trials: usize) {
        if done.is_multiple_of(500) {
            eprintln!("  {} {what}: {done} of {trials}", self.name);
        }
    }

    fn share(&self, what: &str, runs: &[Run], is_so: impl Fn(&Run) -> bool) -> Share {
        let count = runs.iter().filter(|run| is_so(run)).count();
        Share { name: format!("world.{}.{what}", self.name), count, trials: runs.len() }
    }
}

fn is_red(run: &Run) -> bool {
    run.answer == Answer::Regressed
}

fn is_open(run: &Run) -> bool {
    run.answer == Answer::Undecided
}

fn passes(run: &Run) -> bool {
    run.answer == Answer::Pass
}

fn cell(cell: &Cell<'_>) -> Figures {
    let (quiet, power) = (cell.lab.trials.quiet, cell.lab.trials.power);
    let unchanged = cell.runs("unchanged", quiet, UNCHANGED)?;
    let mut all = vec![
        cell.share("any_false", &unchanged, is_red),
        cell.share("any_false.confirm", &unchanged, |run| run.confirmed),
        cell.share("undecided", &unchanged, is_open),
    ];
    let advised: Vec<Run> = unchanged.iter().filter(|run| run.advised.is_some()).copied().collect();
    if !advised.is_empty() {
        all.push(cell.share("advice_right", &advised, |run| run.advised == Some(true)));
    }
    if let (true, Design::Stored(days)) = (cell.world.slow_day, cell.design) {
        for place in 0..days {
            let of_place: Vec<Run> =
                unchanged.iter().filter(|run| run.place % days == place).copied().collect();
            all.push(cell.share(&format!("undecided.day{}", place + 1), &of_place, is_open));
        }
    }
    let one = cell.runs("one method +10 %", power, ONE10)?;
    all.push(cell.share("found10", &one, |run| run.found));
    all.push(cell.share("red10", &one, is_red));
    if cell.world.has_quick_launches() {
        for (name, planted) in [("found25", ONE25), ("found50", ONE50), ("found100", ONE100)] {
            all.push(cell.share(name, &cell.runs(name, power, planted)?, |run| run.found));
        }
    }
    all.push(cell.share("launch3", &cell.runs("everything +3 %", power, ALL3)?, is_red));
    all.push(cell.share("wrong_pass6", &cell.runs("everything +6 %", power, ALL6)?, passes));
    let half = cell.runs("+12 % in half of the launches", power, HALF12)?;
    all.push(cell.share("wrong_pass_half12", &half, passes));
    let half = cell.runs("+50 ms in half of the launches", power, SHARE50)?;
    all.push(cell.share("wrong_pass_share50", &half, passes));
    Ok(all)
}

/// Returns a lab with the default settings.
pub(super) fn usual(lab: &Lab) -> Lab {
    Lab { trials: lab.trials, streams: lab.streams, config: Config::default(), today: lab.today }
}

/// Draws interleaved pairs of an unchanged app.
pub(super) fn interleaved(world: World, random: &mut Random, pairs: usize) -> Result<Launches> {
    let (app, design) = (App::new(world, random)?, Design::Pairs(pairs));
    let numbers = app.numbers(random, design, 0, Change::default(), 0);
    Ok(app.sides(design, &numbers).head)
}

/// Returns the designs in which a synthetic world is judged. Effects of days do not occur in interleaved launches, so synthetic worlds with
/// effects of days have only the stored design.
fn designs(world: &World) -> &'static [Design] {
    match (world.is_of_days(), world.phones == PhoneAdjustment::Several) {
        (false, _) => &DESIGNS,
        (true, false) => &DESIGNS[1..],
        (true, true) => &[Design::Stored(6), Design::Stored(12)],
    }
}

/// Measures a synthetic world in all of its designs.
pub(super) fn world(lab: &Lab, name: &str, world: World) -> Figures {
    let lab = usual(lab);
    let mut all = Vec::new();
    for design in designs(&world) {
        let start = std::time::Instant::now();
        let name = format!("{name}.{}", design.name());
        let figures = cell(&Cell { lab: &lab, name: name.clone(), world, design: *design })?;
        eprintln!("  {name}: {:.0} s", start.elapsed().as_secs_f64());
        all.extend(figures);
    }
    Ok(all)
}

/// Measures growth of 50 ms in three or five of ten launches of 400 ms, in a synthetic world with little noise and in a world whose
/// launches vary.
pub(super) fn share(lab: &Lab) -> Figures {
    let lab = usual(lab);
    let mut all = Vec::new();
    let worlds = [
        ("share", World::plain()),
        ("share.network", World::network()),
        ("share.slow_path", World::slow_path()),
        ("share.real", World::real()),
    ];
    for (name, world) in worlds {
        for design in [Design::Pairs(10), Design::Pairs(20), Design::Stored(6)] {
            let cell = Cell { lab: &lab, name: format!("{name}.{}", design.name()), world, design };
            for (of, planted) in [("30", SHARE30), ("50", SHARE50)] {
                let runs = cell.runs(&format!("+50 ms in {of} %"), lab.trials.power, planted)?;
                all.push(cell.share(&format!("found{of}"), &runs, is_red));
                all.push(cell.share(&format!("wrong_pass{of}"), &runs, passes));
            }
        }
    }
    let unchanged = Cell {
        lab: &lab,
        name: "share.pairs20".to_owned(),
        world: World::plain(),
        design: Design::Pairs(20),
    };
    let runs = unchanged.runs("unchanged", lab.trials.quiet, UNCHANGED)?;
    all.push(unchanged.share("any_false", &runs, is_red));
    Ok(all)
}

/// Measures checks in which all costs are 3, 6 or 10 % higher and one method takes three times as long. Counts the trials in which the
/// check names this method.
pub(super) fn drift_plus(lab: &Lab) -> Figures {
    let lab = usual(lab);
    let sizes: [Planted; 3] = [
        |method| Change { all: 0.03, one: Some((method, 2.0)), ..Change::default() },
        |method| Change { all: 0.06, one: Some((method, 2.0)), ..Change::default() },
        |method| Change { all: 0.1, one: Some((method, 2.0)), ..Change::default() },
    ];
    let mut all = vec![Share { name: "world.drift_plus.named".to_owned(), count: 0, trials: 0 }];
    for design in DESIGNS {
        let cell =
            Cell { lab: &lab, name: format!("drift_plus.{}", design.name()), world: World::plain(), design };
        let mut runs = Vec::new();
        for size in sizes {
            runs.extend(cell.runs("everything, and one method more", lab.trials.power.div_ceil(6), size)?);
        }
        let named = cell.share("named", &runs, |run| run.found);
        (all[0].count, all[0].trials) = (all[0].count + named.count, all[0].trials + named.trials);
        all.push(named);
    }
    Ok(all)
}
