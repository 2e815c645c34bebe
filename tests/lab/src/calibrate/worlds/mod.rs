//! Measures the gate's error rates and power in synthetic worlds. A synthetic world is a noise model with known parameters, in which rows
//! have common noise and many rows may change.
//!
//! Every trial is judged by `gate_decision::check`, the entry point of `gate check`.

mod after;
pub(crate) mod called;
mod calls;
mod change;
mod confirm;
mod counters;
mod crash;
mod disturbed;
mod functions;
mod gaps;
mod make;
mod noise;
pub(crate) mod orders;
mod past;
mod rerun;
mod runs;
#[cfg(test)]
mod tests;
pub(crate) mod work;

pub(crate) use functions::power_loss;

use std::collections::BTreeSet;

use Measure::{Disturbed, Own};
use anyhow::{Context as _, Result, bail};
use gate_attribution::Attribution;
use gate_baseline::Acceptance;
use gate_config::{Config, Date};
use gate_decision::Side;
use gate_decision::{Answer, Finding, FindingKind};
use gate_decision::{Base, Outcome, Policy, check, is_interleaved};
use gate_launches::{BuildRole, Launches, MethodId, MethodTable, Ns};
use gate_stats::Random;
use rayon::prelude::*;

use disturbed::World;
pub(crate) use disturbed::month;

/// The numbers of trials for each figure.
#[derive(Clone, Copy)]
pub(crate) struct Trials {
    /// The number of trials for figures with a goal of at most .05.
    pub(crate) quiet: usize,
    /// The number of trials for figures of power (the share of growths that are found).
    pub(crate) power: usize,
    /// The number of trials for figures of false alarms and of power that are measured on the same runs.
    pub(crate) exact: usize,
}

/// A measured share: the number of successful trials, and the number of all trials.
#[derive(Clone, Debug)]
pub(crate) struct Share {
    pub(crate) name: String,
    pub(crate) count: usize,
    pub(crate) trials: usize,
}

impl Share {
    pub(crate) fn value(&self) -> f64 {
        self.count as f64 / self.trials.max(1) as f64
    }
}

/// The figures of a synthetic world.
pub(crate) type Figures = Result<Vec<Share>>;

/// The way in which a synthetic world is measured.
#[derive(Clone, Copy)]
pub(crate) enum Measure {
    /// The synthetic world is measured by a function that returns its own figures.
    Own(fn(&Lab) -> Figures),
    /// The synthetic world is measured by the figures that all worlds with disturbed launches have in common.
    Disturbed(fn() -> World),
}

/// All synthetic worlds by name.
pub(crate) const WORLDS: &[(&str, Measure)] = &[
    ("faster", Own(change::faster)),
    ("launch_noise", Own(noise::launch_noise)),
    ("until", Own(noise::until)),
    ("uniform", Own(change::uniform)),
    ("half", Own(change::half)),
    ("per_merge", Own(noise::per_merge)),
    ("pass", Own(noise::pass)),
    ("single", Own(noise::single)),
    ("cold", Own(noise::cold)),
    ("accepted", Own(past::accepted)),
    ("level", Own(past::level)),
    ("moved", Own(change::moved)),
    ("switch", Own(past::switch)),
    ("creep", Own(past::creep)),
    ("month", Own(past::month)),
    ("confirm", Own(confirm::confirm)),
    ("rerun", Own(rerun::rerun)),
    ("runs", Own(runs::runs)),
    ("floor", Own(noise::floor)),
    ("default", Own(noise::default_floor)),
    ("counters", Own(counters::counters)),
    ("counts", Own(calls::counts)),
    ("functions", Own(functions::functions)),
    ("plain", Disturbed(World::plain)),
    ("slow_path", Disturbed(World::slow_path)),
    ("two_modes15", Disturbed(World::two_modes15)),
    ("two_modes50", Disturbed(World::two_modes50)),
    ("bursts", Disturbed(World::bursts)),
    ("cache", Disturbed(World::cache)),
    ("many", Disturbed(World::many)),
    ("flags_by_launch", Disturbed(World::flags_by_launch)),
    ("network", Disturbed(World::network)),
    ("network40", Disturbed(World::network40)),
    ("slow_day", Disturbed(World::slow_day)),
    ("other_phone", Disturbed(World::other_phone)),
    ("phones", Disturbed(World::phones)),
    ("heat_step", Disturbed(World::heat_step)),
    ("real", Disturbed(World::real)),
    ("share", Own(disturbed::share)),
    ("new_level", Own(after::new_level)),
    ("drift_plus", Own(disturbed::drift_plus)),
    ("accepted_module", Own(after::accepted_module)),
    ("renamed", Own(after::renamed)),
    ("one_selector", Own(after::one_selector)),
    ("creep_gaps", Own(gaps::creep_gaps)),
    ("crash", Own(crash::crash)),
];

/// The parameters of a measurement, which are the same for all synthetic worlds.
pub(crate) struct Lab {
    pub(crate) trials: Trials,
    /// A seed that is added to the seeds of the trials, so that another value selects other random numbers.
    pub(crate) streams: u64,
    config: Config,
    today: Date,
}

/// The parts of a verdict that the measurements use.
#[derive(Debug)]
pub(crate) struct VerdictSummary {
    pub(crate) answer: Answer,
    /// The kinds of findings that fail.
    pub(crate) kinds: Vec<FindingKind>,
    /// Whether a finding fails because of additional calls, which are compared exactly.
    pub(crate) calls: bool,
    /// The methods that are listed as slower, whether or not they fail the run.
    pub(crate) methods: BTreeSet<MethodId>,
    /// The number of additional launches that the verdict recommends, if any.
    pub(crate) more_launches: Option<usize>,
    /// The methods whose cost is listed as moved.
    pub(crate) moved: BTreeSet<MethodId>,
    /// The methods whose growth was accepted.
    pub(crate) accepted: BTreeSet<MethodId>,
}

impl VerdictSummary {
    pub(crate) fn red(&self) -> bool {
        self.answer == Answer::Regressed
    }

    /// Returns whether a method is listed as slower.
    pub(crate) fn found(&self, method: MethodId) -> bool {
        self.methods.contains(&method)
    }
}

impl Lab {
    pub(crate) fn new(trials: Trials) -> Result<Lab> {
        let mut config = Config::default();
        config.gate.floor = Some(Ns(0.0));
        Ok(Lab { trials, streams: 0, config, today: Date::parse("2026-12-01").context("a date")? })
    }

    pub(crate) fn config(&self) -> &Config {
        &self.config
    }

    pub(crate) fn today(&self) -> Date {
        self.today
    }

    /// Judges a head against stored launches. Without a base, the head contains interleaved launches of both builds.
    pub(crate) fn judge(&self, base: Option<&Launches>, head: &Launches) -> Result<VerdictSummary> {
        self.judge_with(base, head, &[], &self.config)
    }

    pub(crate) fn judge_with(
        &self,
        base: Option<&Launches>,
        head: &Launches,
        accepted: &[Acceptance],
        config: &Config,
    ) -> Result<VerdictSummary> {
        let attribution = Attribution::default();
        let policy = Policy { config, attribution: &attribution, accepted, today: self.today };
        let (head_side, base_side) = match base {
            Some(base) => (Side { launches: head, role: None }, Side { launches: base, role: None }),
            None if is_interleaved(head) => (
                Side { launches: head, role: Some(BuildRole::Head) },
                Side { launches: head, role: Some(BuildRole::Base) },
            ),
            None => bail!("neither a base nor pairs"),
        };
        let judged = check(head_side, Base::Launches(base_side), &policy)?;
        seen(&judged.outcome, &head.table)
    }

    /// Counts the trials for which `trial` returns true. Each trial has a separate stream of random numbers.
    pub(crate) fn count(
        &self,
        name: &str,
        trials: usize,
        trial: impl Fn(&mut Random) -> Result<bool> + Sync,
    ) -> Result<Share> {
        let seed =
            name.bytes().fold(self.streams, |seed, byte| seed.wrapping_mul(131).wrapping_add(byte.into()));
        let hits = (0..trials as u64)
            .into_par_iter()
            .map(|number| trial(&mut Random::new(seed.wrapping_add(number.wrapping_mul(0x9e37_79b9)))))
            .collect::<Result<Vec<bool>>>()?;
        let count = hits.iter().filter(|hit| **hit).count();
        Ok(Share { name: format!("world.{name}"), count, trials })
    }
}

/// Returns the parts of an outcome that the measurements use.
pub(crate) fn seen(outcome: &Outcome, table: &MethodTable) -> Result<VerdictSummary> {
    let (findings, more_launches) = match outcome {
        Outcome::Judged(_, verdict) => (&verdict.findings, verdict.more_launches),
        Outcome::TooFew { findings, .. } => (findings, None),
        other => bail!("not judged: {other:?}"),
    };
    let methods = |of: &dyn Fn(&Finding) -> bool| {
        let those = findings.iter().filter(|finding| of(finding));
        those.filter_map(|finding| table.find(finding.subject().main_method()?)).collect()
    };
    let is_moved = |finding: &Finding| finding.kind == FindingKind::Moved;
    let is_denied = |finding: &Finding| finding.confirmation.as_ref().is_some_and(|again| !again.confirmed);
    let is_listed =
        |finding: &Finding| !is_moved(finding) && finding.acceptance().is_none() && !is_denied(finding);
    Ok(VerdictSummary {
        answer: outcome.answer(),
        more_launches,
        kinds: findings.iter().filter(|finding| finding.fails()).map(|finding| finding.kind).collect(),
        calls: findings.iter().any(|finding| finding.fails() && finding.exact_increase().is_some()),
        methods: methods(&is_listed),
        moved: methods(&is_moved),
        accepted: methods(&|finding| finding.acceptance().is_some()),
    })
}

/// Returns the synthetic world with the name `only`, or the worlds whose names begin with `only` if no world has this name.
fn wanted(only: &str) -> impl Iterator<Item = &'static (&'static str, Measure)> {
    let is_one = WORLDS.iter().any(|(name, _)| *name == only);
    WORLDS.iter().filter(move |(name, _)| if is_one { *name == only } else { name.starts_with(only) })
}

/// Measures the synthetic worlds that [`wanted`] selects. An empty text selects all synthetic worlds.
pub(crate) fn measure(trials: Trials, only: &str) -> Result<Vec<Share>> {
    let lab = Lab::new(trials)?;
    let mut all = Vec::new();
    for (name, world) in wanted(only) {
        let start = std::time::Instant::now();
        let found = match world {
            Own(figures) => figures(&lab),
            Disturbed(world) => disturbed::world(&lab, name, world()),
        };
        let found = found.with_context(|| format!("world {name}"))?;
        eprintln!("{name}: {:.0} s", start.elapsed().as_secs_f64());
        for share in &found {
            eprintln!("  {:<44}{:>6}/{:<6}{:.4}", share.name, share.count, share.trials, share.value());
        }
        all.extend(found);
    }
    Ok(all)
}

/// Measures, in the selected synthetic worlds with disturbed launches, the ideal rules (oracle), which know the noise of the world.
pub(crate) fn oracle(trials: Trials, only: &str) -> Result<Vec<Share>> {
    let disturbed = wanted(only).filter_map(|(name, measure)| {
        let Disturbed(world) = measure else { return None };
        Some((*name, world()))
    });
    disturbed::oracle(&disturbed.collect::<Vec<_>>(), trials)
}

/// Computes the figures that are derived from several other figures.
pub(crate) fn derived(shares: &[Share], mut tell: impl FnMut(&str, f64)) {
    let of = |name: &str| shares.iter().find(|share| share.name == name).map(Share::value);
    let found5 = |per_day: usize| of(&format!("world.per_merge.found5.{per_day}"));
    if let (Some(daily), Some(four), Some(ten)) = (found5(1), found5(4), found5(10)) {
        tell("world.per_merge.minus_daily", four.min(ten) - daily);
    }
    let advised = shares.iter().filter(|share| share.name.ends_with(".advice_right"));
    let (right, all) = advised.fold((0, 0), |sum, share| (sum.0 + share.count, sum.1 + share.trials));
    if all > 0 {
        tell("world.advice_right", right as f64 / all as f64);
    }
    if let Some((loss, error)) = power_loss(shares) {
        tell("functions.power_loss", loss);
        tell("functions.power_loss.error", error);
    }
}
