//! Measures synthetic worlds in which at most one method changes, and all rows have some noise in common.

use anyhow::Result;
use gate_config::Config;
use gate_decision::Answer;
use gate_launches::{BuildRole, Launches, MethodId, Ns};
use gate_stats::Random;
use gate_stats::basic::{median, quantile};
use gate_stats::defaults::LOOKS;
use rayon::prelude::*;

use super::make::{App, Noise, World, times};
use super::{Figures, Lab, Share, VerdictSummary};

/// Judges a new session, in which one method is slower by `factor`, against stored sessions. Returns the verdict, and whether the method
/// was found.
pub(super) fn stored(
    lab: &Lab,
    world: &World,
    random: &mut Random,
    factor: f64,
) -> Result<(VerdictSummary, bool)> {
    let app = world.app(random)?;
    let base = app.store(random, |_, _, _| ());
    let (method, slower) = app.one_slower(random, factor);
    let head = app.head(random, |_, factors| *factors = times(factors, &slower));
    let seen = lab.judge(Some(&base), &head)?;
    let found = seen.found(method);
    Ok((seen, found))
}

fn quiet(lab: &Lab, name: &str, world: &World) -> Result<Share> {
    lab.count(name, lab.trials.quiet, |random| Ok(stored(lab, world, random, 1.0)?.0.red()))
}

fn found(lab: &Lab, name: &str, world: &World, factor: f64) -> Result<Share> {
    lab.count(name, lab.trials.power, |random| Ok(stored(lab, world, random, factor)?.1))
}

fn spreads() -> [(&'static str, f64); 3] {
    [("s1", 0.01), ("s2", 0.02), ("s3", 0.03)]
}

/// Judges interleaved pairs in which one method is slower by `factor`. Returns whether the check fails, and whether the method was found.
fn judge_pairs(
    lab: &Lab,
    world: &World,
    random: &mut Random,
    pairs: usize,
    factor: f64,
) -> Result<(bool, bool)> {
    let app = world.app(random)?;
    let (method, slower) = app.one_slower(random, factor);
    let seen = lab.judge(None, &app.pairs(random, pairs, &slower))?;
    Ok((seen.red(), seen.found(method)))
}

pub(super) fn launch_noise(lab: &Lab) -> Figures {
    let mut all = Vec::new();
    for pairs in [10, 5] {
        for (spread, sd) in spreads() {
            let world = World { launch_sd: sd, ..World::default() };
            let trial = |random: &mut Random, factor: f64| judge_pairs(lab, &world, random, pairs, factor);
            let name = format!("launch_noise.pairs{pairs}.{spread}");
            all.push(lab.count(&format!("{name}.any_false"), lab.trials.quiet, |r| Ok(trial(r, 1.0)?.0))?);
            all.push(lab.count(&format!("{name}.found10"), lab.trials.power, |r| Ok(trial(r, 1.1)?.1))?);
        }
    }
    Ok(all)
}

/// Measures runs that may end early, as with `--until-decided`. The runs are judged several times, and each judgement has its share of the
/// significance level.
pub(super) fn until(lab: &Lab) -> Figures {
    let mut all = Vec::new();
    for (spread, sd) in spreads() {
        let world = World { launch_sd: sd, ..World::default() };
        let trial = |random: &mut Random, factor: f64| judge_until(lab, &world, random, factor);
        let name = format!("launch_noise.until.{spread}");
        all.push(lab.count(&format!("{name}.any_false"), lab.trials.quiet, |r| Ok(trial(r, 1.0)?.0))?);
        all.push(lab.count(&format!("{name}.found10"), lab.trials.power, |r| Ok(trial(r, 1.1)?.1))?);
    }
    Ok(all)
}

/// Judges a run several times until the answer is clear. Returns whether the check fails, and whether the method that is slower by `factor`
/// was found.
fn judge_until(lab: &Lab, world: &World, random: &mut Random, factor: f64) -> Result<(bool, bool)> {
    let app = world.app(random)?;
    let (method, slower) = app.one_slower(random, factor);
    let most = LOOKS[LOOKS.len() - 1];
    let mut run = app.pairs(random, most, &slower);
    run.looks = Some(LOOKS.len());
    let mut last = None;
    for look in LOOKS {
        let so_far = up_to(&run, look);
        let enough = lab.is_enough(&so_far)?;
        last = Some(so_far);
        if enough {
            break;
        }
    }
    let seen = last.map(|run| lab.judge(None, &run)).transpose()?;
    Ok(seen.map_or((false, false), |seen| (seen.red(), seen.found(method))))
}

pub(super) fn up_to(run: &Launches, pairs: usize) -> Launches {
    let launches = run.launches.iter().filter(|l| l.block.is_some_and(|block| (block as usize) < pairs));
    Launches {
        table: run.table.clone(),
        launches: launches.cloned().collect(),
        looks: run.looks,
        ..Launches::default()
    }
}

impl Lab {
    pub(super) fn is_enough(&self, run: &Launches) -> Result<bool> {
        let attribution = gate_attribution::Attribution::default();
        let policy = gate_decision::Policy {
            config: self.config(),
            attribution: &attribution,
            accepted: &[],
            today: self.today(),
        };
        let side = |role| gate_decision::Side { launches: run, role: Some(role) };
        let base = gate_decision::Base::Launches(side(BuildRole::Base));
        Ok(gate_decision::judge_interim(side(BuildRole::Head), base, &policy)?.is_enough)
    }
}

pub(super) fn per_merge(lab: &Lab) -> Figures {
    let world = |per_day| World { day_sd: 0.01, per_day, ..World::default() };
    let (mut false_alarms, mut found10, mut found5) = (Vec::new(), Vec::new(), Vec::new());
    for per_day in [1, 4, 10] {
        let world = world(per_day);
        false_alarms.push(quiet(lab, &format!("per_merge.any_false.{per_day}"), &world)?);
        found10.push(found(lab, &format!("per_merge.found10.{per_day}"), &world, 1.1)?);
        found5.push(found(lab, &format!("per_merge.found5.{per_day}"), &world, 1.05)?);
    }
    let value = |share: &&Share| share.value();
    let most = false_alarms.iter().max_by(|a, b| value(a).total_cmp(&value(b)));
    let least = found10.iter().min_by(|a, b| value(a).total_cmp(&value(b)));
    let mut all = Vec::new();
    for (name, share) in [("any_false", most), ("found10", least)] {
        let name = format!("world.per_merge.{name}");
        all.extend(share.map(|share| Share { name, ..share.clone() }));
    }
    all.extend(false_alarms.into_iter().chain(found10).chain(found5));
    Ok(all)
}

/// Counts how often an unchanged app passes.
fn passes(lab: &Lab, name: &str, world: &World) -> Result<Share> {
    let trial = |random: &mut Random| Ok(stored(lab, world, random, 1.0)?.0.answer == Answer::Pass);
    lab.count(name, lab.trials.power, trial)
}

pub(super) fn pass(lab: &Lab) -> Figures {
    let mut all = Vec::new();
    for (spread, sd) in [("s03", 0.003), ("s05", 0.005), ("s1", 0.01)] {
        for methods in [100, 1000] {
            let world = World { session_sd: sd, methods, ..World::default() };
            all.push(passes(lab, &format!("pass.{spread}.m{methods}"), &world)?);
        }
    }
    for days in [1, 2, 3, 4] {
        let world = World { days, ..World::default() };
        all.push(passes(lab, &format!("pass.days{days}"), &world)?);
        let world = World { session_sd: 0.01, ..world };
        all.push(passes(lab, &format!("pass.days{days}.s1"), &world)?);
    }
    Ok(all)
}

pub(super) fn single(lab: &Lab) -> Figures {
    let world = World { days: 1, session_sd: 0.005, methods: 1400, ..World::default() };
    Ok(vec![quiet(lab, "single.any_false", &world)?, found(lab, "single.found10", &world, 1.1)?])
}

pub(super) fn cold(lab: &Lab) -> Figures {
    let noise = Noise { sd: 0.1, df: 3, scaled: true };
    let world = World { methods: 584, noise, ..World::default() };
    let trial = |random: &mut Random, factor: f64| judge_pairs(lab, &world, random, 5, factor);
    Ok(vec![
        lab.count("cold.any_false", lab.trials.quiet, |random| Ok(trial(random, 1.0)?.0))?,
        lab.count("cold.found20", lab.trials.power, |random| Ok(trial(random, 1.2)?.1))?,
        cold_oracle(lab, noise, world.methods + 2)?,
    ])
}

/// Measures the power of an ideal rule. The ideal rule knows the distribution and the scale of the noise and the size of the growth, but
/// not the true cost of a row. The rule is the most powerful test that is invariant to this cost (Pitman), at a family-wise significance
/// level of .05 over all rows.
fn cold_oracle(lab: &Lab, noise: Noise, rows: usize) -> Result<Share> {
    let largest: Vec<f64> = (0..lab.trials.quiet as u64)
        .into_par_iter()
        .map(|trial| {
            let mut random = Random::new(71_000_000 + trial);
            (0..rows).map(|_| evidence(&mut random, noise, 1.0)).fold(f64::NEG_INFINITY, f64::max)
        })
        .collect();
    let least = quantile(&largest, 0.95);
    lab.count("cold.oracle20", lab.trials.power, |random| Ok(evidence(random, noise, 1.2) > least))
}

/// Draws 5 launches of each build, which are the evidence for the ideal rule. Returns the likelihood ratio of a change against no change.
/// The likelihoods of a change and of no change are each integrated over all possible true costs.
fn evidence(random: &mut Random, noise: Noise, factor: f64) -> f64 {
    let mut side = |factor: f64| -> [f64; 5] { std::array::from_fn(|_| (noise.draw(random) * factor).ln()) };
    let (base, head) = (side(1.0), side(factor));
    let df = f64::from(noise.df);
    let middle = median(&[base, head].concat());
    // The density of the t distribution, without its constant factor.
    let density = |value: f64| 1.0 + (value / noise.sd).powi(2) / df;
    let (mut changed, mut unchanged) = (0.0, 0.0);
    // The true costs are on a grid whose step is a tenth of the scale.
    for step in -40..=40 {
        let level = middle + 0.1 * noise.sd * f64::from(step);
        for (grown, likelihood) in [(1.2_f64.ln(), &mut changed), (0.0, &mut unchanged)] {
            let all = base.iter().map(|x| x - level).chain(head.iter().map(|x| x - level - grown));
            *likelihood += all.map(density).product::<f64>().powf(-0.5 * (df + 1.0));
        }
    }
    changed / unchanged
}

/// Measures the figures from which the default floor was chosen. The runs use an app and seeds that differ from those of the synthetic
/// world `default`, so that this world reports on data that was not used for the choice.
pub(super) fn floor(lab: &Lab) -> Figures {
    let world = World { methods: 250, launch_ns: 1e9, ..World::default() };
    let shares = [("none", 0.0), ("s002", 2e-5), ("s005", 5e-5), ("s01", 1e-4), ("s02", 2e-4)];
    let mut all = Vec::new();
    for (name, share) in shares {
        let mut config = lab.config().clone();
        config.gate.floor = Some(Ns(share * world.launch_ns));
        let trial = |random: &mut Random| Ok(one_percent(lab, &world, &config, random, 1.05)?.1);
        // All floors use the same seeds, so the shares differ only because of the floor.
        let found = lab.count("floor.found5", lab.trials.power, trial)?;
        all.push(Share { name: format!("world.floor.{name}.found5"), ..found });
    }
    Ok(all)
}

/// Judges a run in which a method with 1 % of the launch is slower by `factor`. Returns whether the check fails, and whether the method was
/// found.
fn one_percent(
    lab: &Lab,
    world: &World,
    config: &Config,
    random: &mut Random,
    factor: f64,
) -> Result<(bool, bool)> {
    let mut app: App = world.app(random)?;
    let method = random.next_below(app.methods());
    app.costs[method] = 0.01 * world.launch_ns;
    let base = app.store(random, |_, _, _| ());
    let head = app.head(random, |_, factors| factors[method] *= factor);
    let seen = lab.judge_with(Some(&base), &head, &[], config)?;
    Ok((seen.red(), seen.found(MethodId(method as u32))))
}

/// Measures the default floor by growth of 5 % in a method that has 1 % of a 400 ms launch.
pub(super) fn default_floor(lab: &Lab) -> Figures {
    let (world, config) = (World::default(), Config::default());
    let trial = |random: &mut Random, factor| one_percent(lab, &world, &config, random, factor);
    Ok(vec![
        lab.count("default.any_false", lab.trials.quiet, |random| Ok(trial(random, 1.0)?.0))?,
        lab.count("default.found5", lab.trials.power, |random| Ok(trial(random, 1.05)?.1))?,
    ])
}
