//! Defines noise models ("worlds") with the disturbances of real launches. The module `draw` draws the random numbers, and depends neither
//! on the gate nor on the oracle.
//!
//! An app has 150 methods and a launch of 400 ms. The costs of methods are log-normal (standard deviation 1.5). Ten methods have 1 % of the
//! launch each, and the sum of all methods is 60 % of the launch. The remaining time is outside methods, half of it before main and a
//! quarter in each later phase. Each cost is multiplied by three random factors: a factor of its day, a factor of its launch, and a factor
//! of this cost only. In addition, each synthetic world has its own disturbance. All numbers in this paragraph are those of
//! [`World::default`]; some synthetic worlds have other numbers.

use gate_stats::Random;

/// Share of the launch that is inside methods.
const IN_METHODS: f64 = 0.6;
/// Number of methods that have 1 % of the launch's cost each.
pub(super) const BIG: usize = 10;
const BIG_SHARE: f64 = 0.01;
/// Shares of the three phases in the time that is outside of methods.
const OUTSIDE: [f64; 3] = [0.5, 0.25, 0.25];
pub(super) const PHASES: usize = OUTSIDE.len();
/// The duration of a launch.
pub(super) const LAUNCH_NS: f64 = 400e6;
/// Standard deviation of the logarithm of a phase's time outside of methods.
const OUTSIDE_CV: f64 = 0.02;
/// Probability that each flag is set in a launch.
pub(crate) const FLAGS: [f64; 8] = [0.02, 0.05, 0.10, 0.50, 0.50, 0.90, 0.95, 0.98];
/// Number of methods per flag that run only if the flag is set.
const OF_A_FLAG: usize = 4;
/// The longest wait for the network.
const LONGEST_WAIT: f64 = 300e6;
/// The highest cost of a tiny method.
const TINY_NS: f64 = 10e3;
/// Duration of a tick of the device's clock.
const TICK_NS: f64 = 1e3 / 24.0;

/// A change of the device's speed during a run.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Heat {
    No,
    /// The speed changes in one step, at a random launch. After the step, 60 % of the methods take ×1.3 as long, the other methods ×1.05,
    /// and the time outside methods ×1.15.
    Step,
    /// The device becomes slower linearly. The slowdown differs by method and is at most 8 % at the end of the run.
    Slope,
}

/// The distribution of one method's wait for the network.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Network {
    No,
    /// A wait of 5 ms times a Pareto variable with exponent .9, but at most 300 ms.
    Pareto,
    /// No wait in 60 % of the launches, and otherwise a uniform wait of up to 300 ms.
    Uniform,
}

/// Methods that are slower or faster in some launches, each method independently.
#[derive(Clone, Copy)]
pub(crate) struct Modes {
    /// The distance between two methods that are slower or faster. Every n-th method is slower or faster in some launches.
    pub(super) every: usize,
    /// The share of launches in which a method with modes is slower or faster.
    pub(super) share: f64,
    pub(super) factor: f64,
}

/// The phones, all of one model, on which sessions are recorded.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum PhoneAdjustment {
    One,
    /// The new session is recorded on a phone that the stored sessions were not recorded on. The new phone is 3 % slower, with a spread of
    /// 1 % between methods.
    Other,
    /// Each session is recorded on a random phone. The number of phones is a third of the number of days, and the new session is on a phone
    /// that has stored sessions. The phones differ by 3 %, with a spread of 1 % between methods.
    Several,
}

/// A synthetic world (noise model): the size of the app and the disturbances of its launches.
#[derive(Clone, Copy)]
pub(crate) struct World {
    pub(super) methods: usize,
    /// The standard deviation of the common factor of a day (of its logarithm). The fields after it are the standard deviations of a day's
    /// factor on each method, and of a launch's common factor.
    pub(super) day_sd: f64,
    pub(super) day_method_sd: f64,
    pub(super) launch_sd: f64,
    /// Autocorrelation of the common factors of successive launches.
    pub(super) launch_memory: f64,
    pub(super) heat: Heat,
    /// Whether a fifth of the launches takes ×1.15 as long in all rows.
    pub(super) slow_path: bool,
    pub(super) modes: Option<Modes>,
    /// Whether nine of ten methods cost less than 10 µs. The lower the cost of a method is, the more the cost varies.
    pub(super) mostly_tiny: bool,
    /// Whether some launches have bursts. In 15 % of the launches a burst of 2 to 5 launches begins, in which a random quarter of the
    /// methods takes ×1.4 as long.
    pub(super) bursts: bool,
    /// Whether methods depend on eight flags, which are drawn for each launch.
    pub(super) flags: bool,
    pub(super) network: Network,
    /// Whether one stored day is slower by a factor of 1.25, with a spread of 5 % between methods.
    pub(super) slow_day: bool,
    pub(super) phones: PhoneAdjustment,
    /// Whether costs are rounded to whole ticks.
    pub(super) ticks: bool,
}

impl Default for World {
    fn default() -> Self {
        World {
            methods: 150,
            day_sd: 0.005,
            day_method_sd: 0.004,
            launch_sd: 0.01,
            launch_memory: 0.0,
            heat: Heat::No,
            slow_path: false,
            modes: None,
            mostly_tiny: false,
            bursts: false,
            flags: false,
            network: Network::No,
            slow_day: false,
            phones: PhoneAdjustment::One,
            ticks: false,
        }
    }
}

impl World {
    pub(crate) fn plain() -> World {
        World::default()
    }

    pub(crate) fn slow_path() -> World {
        World { slow_path: true, ..World::default() }
    }

    pub(crate) fn two_modes15() -> World {
        World { modes: Some(Modes { every: 3, share: 0.5, factor: 1.15 }), ..World::default() }
    }

    pub(crate) fn two_modes50() -> World {
        World { modes: Some(Modes { every: 3, share: 0.5, factor: 1.5 }), ..World::default() }
    }

    /// Returns the synthetic world with cached methods: each method takes half of its time in one of twenty launches.
    pub(crate) fn cache() -> World {
        World { modes: Some(Modes { every: 1, share: 0.05, factor: 0.5 }), ..World::default() }
    }

    /// Returns the synthetic world with an app of many methods, most of which have a small cost.
    pub(crate) fn many() -> World {
        World { methods: 2_000, mostly_tiny: true, ticks: true, ..World::default() }
    }

    pub(crate) fn bursts() -> World {
        World { bursts: true, ..World::default() }
    }

    pub(crate) fn flags_by_launch() -> World {
        World { flags: true, ..World::default() }
    }

    pub(crate) fn network() -> World {
        World { network: Network::Pareto, ..World::default() }
    }

    pub(crate) fn network40() -> World {
        World { network: Network::Uniform, ..World::default() }
    }

    pub(crate) fn slow_day() -> World {
        World { slow_day: true, ..World::default() }
    }

    pub(crate) fn other_phone() -> World {
        World { phones: PhoneAdjustment::Other, ..World::default() }
    }

    pub(crate) fn phones() -> World {
        World { phones: PhoneAdjustment::Several, ..World::default() }
    }

    pub(crate) fn heat_step() -> World {
        World { heat: Heat::Step, ..World::default() }
    }

    /// Returns the synthetic world that combines all disturbances.
    pub(crate) fn real() -> World {
        World {
            methods: 200,
            day_sd: 0.01,
            day_method_sd: 0.006,
            launch_sd: 0.021,
            launch_memory: 0.9,
            heat: Heat::Slope,
            modes: Some(Modes { every: 10, share: 0.2, factor: 1.15 }),
            bursts: true,
            flags: true,
            network: Network::Pareto,
            ticks: true,
            ..World::default()
        }
    }

    /// Returns whether methods are faster in some launches.
    pub(super) fn has_quick_launches(&self) -> bool {
        self.modes.is_some_and(|modes| modes.factor < 1.0)
    }

    /// Returns whether the synthetic world's disturbance concerns days or phones. The disturbance does not occur in interleaved launches,
    /// which are all recorded on the same day and phone.
    pub(super) fn is_of_days(&self) -> bool {
        self.slow_day || self.phones != PhoneAdjustment::One
    }
}

/// The parts of an app's launch, which are drawn once and are the same on all days. The parts are the methods, followed by the times of the
/// phases outside methods.
#[derive(Clone)]
pub(super) struct Parts {
    pub(super) world: World,
    pub(super) costs: Vec<f64>,
    cv: Vec<f64>,
    /// The slowdown of each part by heat: after the step, or at the end of the run for a linear slowdown.
    heat: Vec<f64>,
    /// For each method, the index of the flag without which the method does not run; `None` for a method that does not depend on a flag.
    /// The field `twice` contains the index of the flag with which a method is called twice.
    flag: Vec<Option<usize>>,
    twice: Vec<Option<usize>>,
    waiting: usize,
}

/// One drawn launch: the cost of each part, and the number of calls of each method.
#[derive(Clone)]
pub(super) struct Drawn {
    pub(super) costs: Vec<f64>,
    pub(super) calls: Vec<f64>,
}

/// The effect of a code change on the costs.
#[derive(Clone, Copy, Default)]
pub(super) struct Change {
    /// The relative growth of all costs.
    pub(super) all: f64,
    /// A method and its relative growth; `None` if no single method grows in all launches.
    pub(super) one: Option<(usize, f64)>,
    /// A method with its growth in nanoseconds and with the share of launches in which it grows; `None` if no method grows in only a share
    /// of the launches.
    pub(super) share: Option<(usize, f64, f64)>,
    /// The relative growth of all costs in half of the launches.
    pub(super) half: f64,
}

impl Change {
    /// Applies the change to one launch.
    fn apply(&self, random: &mut Random, drawn: &mut Drawn) {
        drawn.costs.iter_mut().for_each(|cost| *cost *= 1.0 + self.all);
        if let Some((method, more)) = self.one {
            drawn.costs[method] *= 1.0 + more;
        }
        if let Some((method, ns, share)) = self.share
            && random.next_uniform() < share
        {
            drawn.costs[method] += ns;
        }
        if self.half > 0.0 && random.next_uniform() < 0.5 {
            drawn.costs.iter_mut().for_each(|cost| *cost *= 1.0 + self.half);
        }
    }
}

impl Parts {
    pub(super) fn new(world: World, random: &mut Random) -> Parts {
        let tiny: Vec<f64> = if world.mostly_tiny {
            (0..9 * world.methods / 10).map(|_| tiny_cost(random)).collect()
        } else {
            Vec::new()
        };
        let small = world.methods - BIG - tiny.len();
        let mut costs: Vec<f64> = (0..small).map(|_| (1.5 * random.next_normal()).exp()).collect();
        let big = BIG_SHARE * LAUNCH_NS;
        let left = IN_METHODS * LAUNCH_NS - BIG as f64 * big - tiny.iter().sum::<f64>();
        let scale = left / costs.iter().sum::<f64>();
        costs.iter_mut().for_each(|cost| *cost *= scale);
        costs.extend(tiny);
        // The methods with high costs get random positions. Only methods that have no flags and no waits get one of the high costs.
        let mut costs: Vec<f64> = std::iter::repeat_n(big, BIG).chain(costs).collect();
        let mut cv: Vec<f64> = costs.iter().map(|_| 0.015 * (0.6 * random.next_normal()).exp()).collect();
        if world.mostly_tiny {
            cv.iter_mut().zip(&costs).for_each(|(cv, cost)| *cv *= (TINY_NS / cost).sqrt().max(1.0));
        }
        let outside = (1.0 - IN_METHODS) * LAUNCH_NS;
        costs.extend(OUTSIDE.map(|share| share * outside));
        cv.extend([OUTSIDE_CV; PHASES]);
        let heat = (0..costs.len())
            .map(|part| match world.heat {
                Heat::No => 0.0,
                Heat::Step if part >= world.methods => 0.15,
                Heat::Step if random.next_uniform() < 0.6 => 0.3,
                Heat::Step => 0.05,
                Heat::Slope => 0.08 * random.next_uniform(),
            })
            .collect();
        let mut others: Vec<usize> = (BIG..world.methods).collect();
        crate::shuffle(random, &mut others);
        let (mut flag, mut twice) = (vec![None; world.methods], vec![None; world.methods]);
        if world.flags {
            for (number, of_flag) in others.chunks_exact(OF_A_FLAG + 1).take(FLAGS.len()).enumerate() {
                of_flag[..OF_A_FLAG].iter().for_each(|&method| flag[method] = Some(number));
                twice[of_flag[OF_A_FLAG]] = Some(number);
            }
        }
        let waiting = others[others.len() - 1];
        Parts { world, costs, cv, heat, flag, twice, waiting }
    }

    /// Draws the factors of a day on each part.
    pub(super) fn day(&self, random: &mut Random) -> Vec<f64> {
        let whole = self.world.day_sd * random.next_normal();
        let own = self.world.day_method_sd;
        self.costs.iter().map(|_| (whole + own * random.next_normal()).exp()).collect()
    }

    /// Draws the additional factors of the slow day on each part.
    pub(super) fn slow_day(&self, random: &mut Random) -> Vec<f64> {
        self.costs.iter().map(|_| 1.25 * (0.05 * random.next_normal()).exp()).collect()
    }

    /// Draws the factors of a phone on each part. `whole` is the logarithm of the factor that all parts have in common.
    pub(super) fn phone(&self, random: &mut Random, whole: f64) -> Vec<f64> {
        self.costs.iter().map(|_| (whole + 0.01 * random.next_normal()).exp()).collect()
    }

    /// Draws the launches of one run in the order in which they are recorded. `changed` contains the change of the code for each launch.
    pub(super) fn run(&self, random: &mut Random, day: &[f64], changed: &[Change]) -> Vec<Drawn> {
        let world = self.world;
        let steps_at = changed.len() as f64 * (0.1 + 0.8 * random.next_uniform());
        let mut whole = world.launch_sd * random.next_normal();
        let innovation = world.launch_sd * (1.0 - world.launch_memory.powi(2)).sqrt();
        let (mut burst, mut left) = (vec![false; self.costs.len()], 0_usize);
        let mut launches = Vec::with_capacity(changed.len());
        for (at, change) in changed.iter().enumerate() {
            if at > 0 {
                whole = world.launch_memory * whole + innovation * random.next_normal();
            }
            if world.bursts && left == 0 && random.next_uniform() < 0.15 {
                left = 2 + random.next_below(4);
                burst.iter_mut().take(world.methods).for_each(|hit| *hit = random.next_uniform() < 0.25);
            }
            let slow = if world.slow_path && random.next_uniform() < 0.2 { 1.15 } else { 1.0 };
            let flags: Vec<bool> = FLAGS.iter().map(|on| random.next_uniform() < *on).collect();
            let heat = match world.heat {
                Heat::No => 0.0,
                Heat::Step => f64::from(at as f64 >= steps_at),
                Heat::Slope => at as f64 / changed.len() as f64,
            };
            let mut drawn = Drawn { costs: Vec::new(), calls: vec![1.0; world.methods] };
            for part in 0..self.costs.len() {
                let noise = (whole + self.cv[part] * 0.75 * student(random)).exp();
                let hot = 1.0 + heat * self.heat[part];
                let hit = if left > 0 && burst[part] { 1.4 } else { 1.0 };
                let mode = self.mode(random, part);
                let calls = self.calls(part, &flags);
                if let Some(called) = drawn.calls.get_mut(part) {
                    *called = calls;
                }
                drawn.costs.push(self.costs[part] * day[part] * noise * hot * hit * mode * slow * calls);
            }
            drawn.costs[self.waiting] += self.wait(random);
            change.apply(random, &mut drawn);
            if world.ticks {
                drawn.costs.iter_mut().for_each(|cost| *cost = (*cost / TICK_NS).round() * TICK_NS);
            }
            left = left.saturating_sub(1);
            launches.push(drawn);
        }
        launches
    }

    fn mode(&self, random: &mut Random, part: usize) -> f64 {
        match self.world.modes {
            Some(modes)
                if part < self.world.methods
                    && part.is_multiple_of(modes.every)
                    && random.next_uniform() < modes.share =>
            {
                modes.factor
            }
            _ => 1.0,
        }
    }

    /// Returns the number of times that a part runs in a launch with the flags `flags`.
    fn calls(&self, part: usize, flags: &[bool]) -> f64 {
        let of = |kind: &[Option<usize>]| kind.get(part).copied().flatten().map(|flag| flags[flag]);
        match (of(&self.flag), of(&self.twice)) {
            (Some(false), _) => 0.0,
            (_, Some(true)) => 2.0,
            _ => 1.0,
        }
    }

    fn wait(&self, random: &mut Random) -> f64 {
        match self.world.network {
            Network::No => 0.0,
            Network::Pareto => LONGEST_WAIT.min(5e6 * (1.0 - random.next_uniform()).powf(-1.0 / 0.9)),
            Network::Uniform if random.next_uniform() < 0.6 => 0.0,
            Network::Uniform => LONGEST_WAIT * random.next_uniform(),
        }
    }
}

/// Draws the cost of a method that costs less than [`TINY_NS`].
fn tiny_cost(random: &mut Random) -> f64 {
    (0.15 * TINY_NS * random.next_normal().exp()).clamp(TICK_NS, TINY_NS)
}

/// Draws from Student's t distribution with 4 degrees of freedom.
fn student(random: &mut Random) -> f64 {
    let chi: f64 = (0..4).map(|_| random.next_normal().powi(2)).sum();
    random.next_normal() / (chi / 4.0).sqrt()
}
