//! Which launches may be compared at all.
//!
//! Invariant: a launch either counts, or is listed with the reason why it does not.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use super::CompareError;
use crate::config::Config;
use crate::launches::{Conditions, Launch, Source};

/// A launch that does not count.
#[derive(Clone, Debug, PartialEq)]
pub struct Excluded {
    /// Which.
    pub source: Source,
    /// Its session.
    pub session: String,
    /// Its number.
    pub number: u64,
    /// Why not.
    pub why: Why,
}

/// Why a launch does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The system had started the process before.
    Prewarmed,
    /// It was the first after an installation.
    FirstAfterInstall,
    /// It was there to warm caches.
    WarmUp,
    /// The device was too hot to run at full speed.
    Throttled,
    /// The device was saving power.
    LowPower,
    /// A debugger was attached.
    Debugged,
    /// Costs are missing from it.
    Dropped,
    /// Its block has no launch of the other side that counts.
    Unpaired,
}

impl Why {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Why::Prewarmed => "prewarmed",
            Why::FirstAfterInstall => "first-after-install",
            Why::WarmUp => "warm-up",
            Why::Throttled => "throttled",
            Why::LowPower => "low-power",
            Why::Debugged => "debugged",
            Why::Dropped => "costs-dropped",
            Why::Unpaired => "unpaired",
        }
    }

    fn of(launch: &Launch) -> Option<Why> {
        let state = launch.state;
        [
            (state.warm_up, Why::WarmUp),
            (state.prewarmed, Why::Prewarmed),
            (state.first_after_install, Why::FirstAfterInstall),
            (state.thermal.throttles(), Why::Throttled),
            (state.low_power, Why::LowPower),
            (state.debugged, Why::Debugged),
            (launch.dropped.touches_costs(), Why::Dropped),
        ]
        .into_iter()
        .find_map(|(holds, why)| holds.then_some(why))
    }
}

/// How many launches do not count, by reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOut(BTreeMap<&'static str, usize>);

impl LeftOut {
    pub(super) fn of(excluded: &[Excluded]) -> Self {
        let mut counts = BTreeMap::new();
        for launch in excluded {
            *counts.entry(launch.why.name()).or_default() += 1;
        }
        Self(counts)
    }
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts: Vec<String> = self.0.iter().map(|(why, count)| format!("{count} {why}")).collect();
        if counts.is_empty() { Ok(()) } else { write!(f, "; left out: {}", counts.join(", ")) }
    }
}

/// A condition that is not the same on both sides, or not within one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Which condition.
    pub condition: &'static str,
    /// All values in the baseline.
    pub before: Vec<String>,
    /// All values in the new launches.
    pub after: Vec<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted =
            |values: &[String]| values.iter().map(|v| format!("{v:?}")).collect::<Vec<_>>().join(", ");
        write!(f, "{}: baseline {}, new {}", self.condition, quoted(&self.before), quoted(&self.after))
    }
}

/// Whether there are launches enough on both sides, and both were recorded under the same conditions.
pub(super) fn check(
    before: &[&Launch],
    after: &[&Launch],
    excluded: &[Excluded],
    config: &Config,
) -> Result<(), CompareError> {
    for (side, launches) in [("baseline", before), ("new", after)] {
        check_side(side, launches, excluded, config)?;
    }
    let differences = differences(before, after);
    if differences.is_empty() { Ok(()) } else { Err(CompareError::Incomparable(differences)) }
}

/// Whether enough launches of a side count.
pub(super) fn check_side(
    side: &'static str,
    launches: &[&Launch],
    excluded: &[Excluded],
    config: &Config,
) -> Result<(), CompareError> {
    let (needed, found) = (config.gate.min_launches.max(2), launches.len());
    if found < needed {
        return Err(CompareError::TooFew { side, needed, found, left_out: LeftOut::of(excluded) });
    }
    Ok(())
}

pub(super) fn list(differences: &[Difference]) -> String {
    differences.iter().map(Difference::to_string).collect::<Vec<_>>().join("; ")
}

fn exclude(launch: &Launch, why: Why) -> Excluded {
    let session = launch.session.to_string();
    Excluded { source: launch.source.clone(), session, number: launch.number, why }
}

/// Of two sides in blocks: takes out what has no partner, since a block is compared with itself.
/// Launches without a block are left alone: then these are no blocks at all.
pub(super) fn pair<'a>(before: &mut Vec<&'a Launch>, after: &mut Vec<&'a Launch>) -> Vec<Excluded> {
    let blocks = |launches: &[&Launch]| -> BTreeSet<(Arc<str>, u64)> {
        launches.iter().filter_map(|l| Some((Arc::clone(&l.session), l.block?))).collect()
    };
    let both: BTreeSet<_> = blocks(before).intersection(&blocks(after)).cloned().collect();
    let mut excluded = Vec::new();
    for side in [before, after] {
        side.retain(|launch| {
            let paired =
                launch.block.is_none_or(|block| both.contains(&(Arc::clone(&launch.session), block)));
            if !paired {
                excluded.push(exclude(launch, Why::Unpaired));
            }
            paired
        });
    }
    excluded
}

pub(super) fn admit<'a>(launches: impl Iterator<Item = &'a Launch>) -> (Vec<&'a Launch>, Vec<Excluded>) {
    let mut counted = Vec::new();
    let mut excluded = Vec::new();
    for launch in launches {
        match Why::of(launch) {
            None => counted.push(launch),
            Some(why) => excluded.push(exclude(launch, why)),
        }
    }
    (counted, excluded)
}

type Condition = (&'static str, fn(&Conditions) -> &str);

/// All but the build, which is what a comparison is about.
const CONDITIONS: [Condition; 8] = [
    ("scenario", |c| &c.scenario),
    ("device model", |c| &c.device_model),
    ("device OS", |c| &c.device_os),
    ("app", |c| &c.app_bundle),
    ("app configuration", |c| &c.app_configuration),
    ("agent version", |c| &c.agent_version),
    ("agent settings", |c| &c.agent_settings),
    ("way of loading the agent", |c| &c.agent_loading),
];

/// Whether launches under these conditions may be compared.
pub fn match_conditions(a: &Conditions, b: &Conditions) -> bool {
    CONDITIONS.iter().all(|(_, of)| of(a) == of(b))
}

pub(super) fn differences(before: &[&Launch], after: &[&Launch]) -> Vec<Difference> {
    let values = |launches: &[&Launch], of: fn(&Conditions) -> &str| -> Vec<String> {
        let mut values: Vec<String> = launches.iter().map(|l| of(&l.conditions).to_owned()).collect();
        values.sort();
        values.dedup();
        values
    };
    CONDITIONS
        .iter()
        .map(|&(condition, of)| Difference {
            condition,
            before: values(before, of),
            after: values(after, of),
        })
        .filter(|difference| difference.before.len() > 1 || difference.before != difference.after)
        .collect()
}
