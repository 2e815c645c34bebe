//! Makes a synthetic world with numbers of calls, which are compared exactly if they are the same in every launch.
//!
//! One in ten of 200 methods is called once more in half of the launches, at random. In the synthetic world with rare calls, ten other
//! methods are called once more in one of 61 launches. At this rate, the probability is largest that a method differs for the first time in
//! the next launch after 60 stored launches.

use anyhow::{Context as _, Result};
use gate_launches::{Launches, MethodId, Ns};
use gate_stats::Random;

use super::make::{App, World};
use super::{Figures, Lab, Share, VerdictSummary};

const METHODS: usize = 200;
/// The distance between two methods whose number of calls varies often. Every tenth method has a number of calls that varies often.
const OFTEN: usize = 10;
/// Number of methods whose number of calls varies rarely, in the synthetic world with rare calls.
const RARE: usize = 10;
/// The probability of a rare call in a launch. For 60 stored launches, this probability is the most unfavourable one.
const RARELY: f64 = 1.0 / 61.0;
/// The cost of an additional call as a share of the launch, from which on the call fails the check.
const MATTERS: f64 = 0.001;

/// The usual number of calls of each method, and the probability of an additional call.
struct Calls {
    usual: Vec<f64>,
    /// For each method, the probability of an additional call in a launch.
    chance: Vec<f64>,
}

/// Returns the probability that a method is called once more in a launch.
fn chance(method: usize, rare: bool) -> f64 {
    match method {
        _ if method.is_multiple_of(OFTEN) => 0.5,
        _ if rare && method % (METHODS / RARE) == 1 => RARELY,
        _ => 0.0,
    }
}

impl Calls {
    fn new(random: &mut Random, rare: bool) -> Calls {
        let usual = (0..METHODS).map(|_| 1.0 + random.next_below(4) as f64).collect();
        Calls { usual, chance: (0..METHODS).map(|method| chance(method, rare)).collect() }
    }

    /// Sets the numbers of calls in `launches`. The method `more` is called once more in each launch.
    fn put(&self, random: &mut Random, launches: &mut Launches, more: Option<MethodId>) {
        for cost in launches.launches.iter_mut().flat_map(|launch| &mut launch.costs) {
            let method = cost.method.0 as usize;
            let added = f64::from(random.next_uniform() < self.chance[method])
                + if Some(cost.method) == more { 1.0 } else { 0.0 };
            let grown = 1.0 + added / self.usual[method];
            (cost.self_ns, cost.total_ns) = (Ns(cost.self_ns.0 * grown), Ns(cost.total_ns.0 * grown));
            cost.calls = self.usual[method] + added;
        }
    }

    /// Draws a method whose number of calls is constant. The calls of the method are so expensive that one additional call fails the check.
    fn one(&self, random: &mut Random, app: &App) -> Result<MethodId> {
        let each = |method: usize| app.costs[method] / self.usual[method];
        let is_costly = |method: usize| each(method) > 1.5 * MATTERS * app.world.launch_ns;
        let all: Vec<usize> =
            (0..METHODS).filter(|method| self.chance[*method] == 0.0 && is_costly(*method)).collect();
        let method = all.get(random.next_below(all.len().max(1))).context("an expensive method")?;
        Ok(MethodId(*method as u32))
    }
}

fn trial(
    lab: &Lab,
    random: &mut Random,
    rare: bool,
    launches: usize,
    changed: bool,
) -> Result<(VerdictSummary, Option<MethodId>)> {
    let app = World { methods: METHODS, ..World::default() }.app(random)?;
    let calls = Calls::new(random, rare);
    let more = if changed { Some(calls.one(random, &app)?) } else { None };
    let mut base = app.store(random, |_, _, _| ());
    calls.put(random, &mut base, None);
    let mut head = app.head_of(random, launches, 0, 1.0);
    calls.put(random, &mut head, more);
    Ok((lab.judge(Some(&base), &head)?, more))
}

pub(super) fn counts(lab: &Lab) -> Figures {
    let figures = [
        ("found", false, 1, true),
        ("one.any_false", false, 1, false),
        ("any_false", true, 5, false),
        ("rare.found", true, 5, true),
        ("rare.one.any_false", true, 1, false),
        ("rare.one.found", true, 1, true),
    ];
    let mut all = Vec::new();
    for (name, rare, launches, changed) in figures {
        let share = lab.count(&format!("counts.{name}"), lab.trials.exact, |random| {
            let (seen, more) = trial(lab, random, rare, launches, changed)?;
            Ok(seen.calls && more.is_none_or(|method| seen.found(method)))
        })?;
        all.push(Share { name: format!("counts.{name}"), ..share });
    }
    Ok(all)
}
