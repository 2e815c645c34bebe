//! Measures the power that rows of methods and phases lose if functions are judged too, since functions use some of the significance level.
//!
//! Each run is judged twice, with samples and without samples. The samples contain no function of the app, so judging functions can only
//! reduce the power of rows of methods and phases. A finding about a function is not counted as a gain.

use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use gate_attribution::Attribution;
use gate_decision::{Base, Outcome, Policy, check};
use gate_decision::{Comparison, RowClass, Side, Subject};
use gate_launches::{BuildRole, LaunchFunctions, Launches, SampledFunction, SampledScope};
use gate_stats::Random;
use rayon::prelude::*;

use super::make::{App, Noise, World, name, times};
use super::{Figures, Lab, Share};

/// Selects trials by two values: whether the row was found without samples, and whether it was found with samples.
type Counts = fn(&[bool; 2]) -> bool;

/// The part of the launch that grows, whose row the judgement should find.
#[derive(Clone, Copy, Debug)]
enum Growth {
    /// One method grows.
    Method,
    /// The time of a phase outside of methods grows.
    Outside,
    /// A phase and all of its methods grow.
    Phase,
    /// The whole launch grows.
    Launch,
}

/// A kind of run. The growth is so large that the row is found in about half of the runs, where a change of the significance level has the
/// largest effect.
struct Cell {
    name: &'static str,
    world: World,
    /// Number of interleaved pairs; `None` for stored sessions.
    pairs: Option<usize>,
    grown: Growth,
    factor: f64,
}

fn cells() -> Vec<Cell> {
    let plain = World::default;
    let loud = || World { launch_sd: 0.01, ..World::default() };
    let single = World { days: 1, session_sd: 0.005, methods: 1400, ..World::default() };
    // Runs of five launches against five with more than 200 rows are judged by a permutation test.
    let many = World { noise: Noise { sd: 0.02, df: 3, scaled: true }, methods: 584, ..World::default() };
    let cell = |name, world, pairs, grown, factor| Cell { name, world, pairs, grown, factor };
    vec![
        cell("stored.method", plain(), None, Growth::Method, 1.045),
        cell("single.method", single, None, Growth::Method, 1.07),
        cell("pairs10.method", loud(), Some(10), Growth::Method, 1.045),
        cell("pairs5.method", loud(), Some(5), Growth::Method, 1.075),
        cell("relabelled.method", many, Some(5), Growth::Method, 1.08),
        cell("stored.outside", plain(), None, Growth::Outside, 1.045),
        cell("stored.phase", loud(), None, Growth::Phase, 1.036),
        cell("pairs10.phase", loud(), Some(10), Growth::Phase, 1.024),
        cell("stored.launch", loud(), None, Growth::Launch, 1.035),
        cell("pairs10.launch", loud(), Some(10), Growth::Launch, 1.021),
    ]
}

impl Cell {
    /// Draws a run of the kind that the cell describes. Returns the base if it is stored separately, the head, and the row that grew.
    fn run(&self, random: &mut Random) -> Result<(Option<Launches>, Launches, Subject)> {
        let app = self.world.app(random)?;
        let (changed, key) = self.changed(&app, random);
        if let Some(pairs) = self.pairs {
            return Ok((None, app.pairs(random, pairs, &changed), key));
        }
        let base = app.store(random, |_, _, _| ());
        let head = app.head(random, |_, factors| *factors = times(factors, &changed));
        Ok((Some(base), head, key))
    }

    /// Returns whether the row is found without samples, and whether it is found with samples.
    fn trial(&self, lab: &Lab, seed: u64) -> Result<[bool; 2]> {
        let (base, head, key) = self.run(&mut Random::new(seed))?;
        let without = lab.comparison(base.as_ref(), &head)?;
        let with = lab.comparison(base.as_ref().map(sampled).as_ref(), &sampled(&head))?;
        if with.functions.sampled.head == 0 || without.functions.sampled.head > 0 {
            bail!("{}: only the second comparison must have samples", self.name);
        }
        Ok([is_found(&without, &key)?, is_found(&with, &key)?])
    }

    fn changed(&self, app: &App, random: &mut Random) -> (Vec<f64>, Subject) {
        let phase = random.next_below(2);
        let phase_name: Arc<str> = ["start..main", "main..first_frame"][phase].into();
        let methods = app.methods();
        let part = random.next_below(methods);
        let of_phase = |at: usize| if at < methods { at % 2 } else { at - methods };
        let all = 0..app.costs.len();
        let (grown, key): (Vec<usize>, Subject) = match self.grown {
            Growth::Method => (vec![part], Subject::Method(name(part).into())),
            Growth::Outside => (vec![methods + phase], Subject::Outside(Some(phase_name))),
            Growth::Phase => (all.filter(|at| of_phase(*at) == phase).collect(), Subject::Phase(phase_name)),
            Growth::Launch => (all.collect(), Subject::Launch),
        };
        let mut factors = app.ones();
        for at in grown {
            factors[at] = self.factor;
        }
        (factors, key)
    }
}

/// Returns the same launches, each with one sample.
fn sampled(launches: &Launches) -> Launches {
    let seen = SampledFunction {
        node: SampledScope::Method(name(0).into()),
        function: None,
        waiting: None,
        lines: Vec::new(),
        samples: 80,
    };
    let functions = Arc::new(LaunchFunctions { seen: vec![seen], missing: Arc::from([]), waits: None });
    let mut launches = launches.clone();
    for launch in &mut launches.launches {
        launch.functions = Some(Arc::clone(&functions));
    }
    launches
}

impl Lab {
    fn comparison(&self, base: Option<&Launches>, head: &Launches) -> Result<Comparison> {
        let attribution = Attribution::default();
        let policy =
            Policy { config: self.config(), attribution: &attribution, accepted: &[], today: self.today() };
        let side = |launches, role| Side { launches, role };
        let (head, base) = match base {
            Some(base) => (side(head, None), side(base, None)),
            None => (side(head, Some(BuildRole::Head)), side(head, Some(BuildRole::Base))),
        };
        match check(head, Base::Launches(base), &policy)?.outcome {
            Outcome::Judged(comparison, _) => Ok(*comparison),
            other => bail!("not judged: {other:?}"),
        }
    }
}

/// Returns whether a row is a finding.
fn is_found(comparison: &Comparison, key: &Subject) -> Result<bool> {
    let judged = comparison.rows.iter().chain(&comparison.wholes).find(|judged| judged.row.subject == *key);
    Ok(judged.with_context(|| format!("no row {key:?}"))?.result.class == RowClass::Finding)
}

/// Counts runs for each kind of run: the runs in which the row is found without samples, the runs in which it is found with samples, and
/// the runs in which it is found in only one of the two cases.
pub(super) fn functions(lab: &Lab) -> Figures {
    let mut all = Vec::new();
    for cell in cells() {
        let seed =
            cell.name.bytes().fold(0_u64, |seed, byte| seed.wrapping_mul(131).wrapping_add(byte.into()));
        let seed_of = |number: u64| seed.wrapping_add(number.wrapping_mul(0x9e37_79b9));
        let trials = lab.trials.quiet;
        let found = (0..trials as u64).into_par_iter().map(|number| cell.trial(lab, seed_of(number)));
        let found = found.collect::<Result<Vec<_>>>()?;
        let figures: [(&str, Counts); 3] = [
            ("without", |found| found[0]),
            ("with", |found| found[1]),
            ("differ", |found| found[0] != found[1]),
        ];
        for (what, counts) in figures {
            let count = found.iter().filter(|found| counts(found)).count();
            all.push(Share { name: format!("functions.beside.{}.{what}", cell.name), count, trials });
        }
    }
    Ok(all)
}

/// Returns the largest loss of power, and the largest standard error of a difference between paired runs.
pub(crate) fn power_loss(shares: &[Share]) -> Option<(f64, f64)> {
    let of = |name: &str| shares.iter().find(|share| share.name == name).map(Share::value);
    let losses = shares.iter().filter_map(|share| {
        let cell = share.name.strip_prefix("functions.beside.")?.strip_suffix(".without")?;
        let with = of(&format!("functions.beside.{cell}.with"))?;
        let differ = of(&format!("functions.beside.{cell}.differ"))?;
        let loss = share.value() - with;
        Some((loss, ((differ - loss * loss) / share.trials as f64).sqrt()))
    });
    losses.reduce(|a, b| (a.0.max(b.0), a.1.max(b.1)))
}
