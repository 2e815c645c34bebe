//! Calls, which are compared exactly where they are one number in every launch.
//!
//! Of 200 methods one in ten is called once more in every second launch, by chance. In the rare world ten others are called once more in
//! one launch of 61: that is the rate at which a method most likely hides from a pool of 60 launches and shows in the next one.

use anyhow::{Context as _, Result};
use gate_launches::{Launches, MethodId, Ns};
use gate_stats::Random;

use super::make::{App, World};
use super::{Figures, Lab, Seen, Share};

const METHODS: usize = 200;
/// One in this many methods varies often.
const OFTEN: usize = 10;
/// This many vary rarely, in the rare world.
const RARE: usize = 10;
/// In one launch of this many: the worst rate for a pool of 60.
const RARELY: f64 = 1.0 / 61.0;
/// What the added call must cost to fail, as a share of the launch.
const MATTERS: f64 = 0.001;

/// How often methods are called.
struct Calls {
    usual: Vec<f64>,
    /// How likely each is called once more in a launch.
    chance: Vec<f64>,
}

impl Calls {
    fn new(random: &mut Random, rare: bool) -> Calls {
        let usual = (0..METHODS).map(|_| 1.0 + random.below(4) as f64).collect();
        let chance = |method: usize| match method {
            _ if method.is_multiple_of(OFTEN) => 0.5,
            _ if rare && method % (METHODS / RARE) == 1 => RARELY,
            _ => 0.0,
        };
        Calls { usual, chance: (0..METHODS).map(chance).collect() }
    }

    /// Gives launches their calls; `more` is called once more in each.
    fn put(&self, random: &mut Random, launches: &mut Launches, more: Option<MethodId>) {
        for cost in launches.launches.iter_mut().flat_map(|launch| &mut launch.costs) {
            let method = cost.method.0 as usize;
            let added = f64::from(random.unit() < self.chance[method])
                + if Some(cost.method) == more { 1.0 } else { 0.0 };
            let grown = 1.0 + added / self.usual[method];
            (cost.self_ns, cost.total_ns) = (Ns(cost.self_ns.0 * grown), Ns(cost.total_ns.0 * grown));
            cost.calls = self.usual[method] + added;
        }
    }

    /// A method that is called as often each time, of which one call costs enough.
    fn one(&self, random: &mut Random, app: &App) -> Result<MethodId> {
        let fits = |method: &usize| {
            let each = app.costs[*method] / self.usual[*method];
            self.chance[*method] == 0.0 && each > 1.5 * MATTERS * app.world.launch_ns
        };
        let all: Vec<usize> = (0..METHODS).filter(fits).collect();
        let method = all.get(random.below(all.len().max(1))).context("a dear method")?;
        Ok(MethodId(*method as u32))
    }
}

fn trial(
    lab: &Lab,
    random: &mut Random,
    rare: bool,
    launches: usize,
    changed: bool,
) -> Result<(Seen, Option<MethodId>)> {
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
    let of = |(name, rare, launches, changed): (&str, bool, usize, bool)| {
        let share = lab.count(&format!("counts.{name}"), lab.trials.exact, |random| {
            let (seen, more) = trial(lab, random, rare, launches, changed)?;
            Ok(seen.calls && more.is_none_or(|method| seen.found(method)))
        })?;
        Ok(Share { name: format!("counts.{name}"), ..share })
    };
    figures.into_iter().map(of).collect()
}
