//! Which launches may be compared at all.
//!
//! Invariant: a launch either counts, or is listed with the reason why it does not.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use gate_config::Config;
use gate_launches::{Condition, Conditions, FileLine, Launch, Role};

use super::{CompareError, recording};
use crate::reason::{Difference, RecorderFailure, TooFewLaunches};

/// A launch that does not count.
#[derive(Clone, Debug, PartialEq)]
pub struct Excluded {
    pub source: FileLine,
    pub session: String,
    pub number: u64,
    pub side: Role,
    pub why: Why,
}

gate_common::named! {
    /// Why a launch does not count.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Why: &'static str {
        /// The system had started the process before.
        Prewarmed = "prewarmed", "started before by the system (prewarmed)";
        /// It was the first after an installation.
        FirstAfterInstall = "first-after-install", "first launch after installation";
        /// It was there to warm caches.
        WarmUp = "warm-up", "warm-up launch";
        /// The device was too hot to run at full speed.
        Throttled = "throttled", "device too hot to run at full speed";
        /// The device was saving power.
        LowPower = "low-power", "low-power mode";
        /// A debugger was attached.
        Debugged = "debugged", "debugger attached";
        /// Its app counts the calls of functions, which takes time.
        Counting = "counting", "counts calls of functions, so it is not timed";
        /// It was sampled densely, which takes time.
        Dense = "dense", "sampled densely to name functions, so it is not timed";
        /// Costs are missing from it.
        Dropped = "costs-dropped", "costs are missing";
        /// Its block has no launch of the other side that counts.
        Unpaired = "unpaired", "no counted launch of the other build";
        /// It has no method where others have some: its recorder failed.
        NoMethods = "no-methods", "no method recorded";
    }
}

impl Why {
    /// The reason for people.
    pub fn words(self) -> &'static str {
        self.row()
    }

    /// Why a launch by itself does not count; none if it does.
    pub fn of(launch: &Launch) -> Option<Why> {
        let state = launch.state;
        [
            (launch.counts.is_some(), Why::Counting),
            (state.warm_up, Why::WarmUp),
            (state.prewarmed, Why::Prewarmed),
            (state.first_after_install, Why::FirstAfterInstall),
            (state.thermal.throttles(), Why::Throttled),
            (state.low_power, Why::LowPower),
            (state.debugged, Why::Debugged),
            (launch.dropped.touches_costs(), Why::Dropped),
            // Last, since one that is nothing else names functions.
            (launch.conditions.recording.dense, Why::Dense),
        ]
        .into_iter()
        .find_map(|(holds, why)| holds.then_some(why))
    }
}

/// Counts the launches of a side that do not count, by the name of the reason.
fn count_excluded(excluded: &[Excluded], side: Role) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for launch in excluded.iter().filter(|launch| launch.side == side) {
        *counts.entry(launch.why.name().to_owned()).or_default() += 1;
    }
    counts
}

/// Whether there are launches enough on both sides, and both were recorded under the same conditions.
pub(super) fn check(
    base: &[&Launch],
    head: &[&Launch],
    excluded: &[Excluded],
    config: &Config,
) -> Result<(), CompareError> {
    for (side, launches) in [(Role::Base, base), (Role::Head, head)] {
        check_side(side, launches, excluded, config)?;
    }
    let differences = differences(base, head);
    if differences.is_empty() {
        return Ok(());
    }
    Err(match recording::difference(base, head) {
        Some(recordings) => CompareError::OtherRecording(recordings),
        None => CompareError::Incomparable(differences),
    })
}

/// Checks that enough launches of a side count.
pub(super) fn check_side(
    side: Role,
    launches: &[&Launch],
    excluded: &[Excluded],
    config: &Config,
) -> Result<(), TooFewLaunches> {
    let (needed, found) = (config.gate.min_launches.max(2), launches.len());
    if found < needed {
        let excluded = count_excluded(excluded, side);
        return Err(TooFewLaunches { side, needed, found, excluded });
    }
    Ok(())
}

/// Takes out launches without a single method, where other launches have methods: nothing was recorded in them.
///
/// Where no launch has any, the recorder knows none, and times alone are compared; but not where it stopped by itself before it knew any.
pub(super) fn take_out_empty<'a>(
    base: &mut Vec<&'a Launch>,
    head: &mut Vec<&'a Launch>,
) -> Result<Vec<Excluded>, CompareError> {
    let mut excluded = Vec::new();
    let stopped = |side: &[&Launch]| side.iter().find_map(|launch| launch.stopped.clone());
    if base.iter().chain(head.iter()).all(|launch| launch.costs.is_empty()) {
        for (role, side) in [(Role::Base, base), (Role::Head, head)] {
            if let reason @ Some(_) = stopped(side) {
                let failure = RecorderFailure {
                    side: role,
                    launches: side.len(),
                    cause: reason.map(|reason| reason.to_string()),
                };
                return Err(CompareError::NotRecorded(failure));
            }
        }
        return Ok(excluded);
    }
    for (role, side) in [(Role::Base, base), (Role::Head, head)] {
        let (before, reason) = (side.len(), stopped(side));
        side.retain(|launch| {
            let is_empty = launch.costs.is_empty();
            if is_empty {
                excluded.push(exclude(launch, role, Why::NoMethods));
            }
            !is_empty
        });
        if side.is_empty() && before > 0 {
            let failure = RecorderFailure {
                side: role,
                launches: before,
                cause: reason.map(|reason| reason.to_string()),
            };
            return Err(CompareError::NotRecorded(failure));
        }
    }
    Ok(excluded)
}

fn exclude(launch: &Launch, side: Role, why: Why) -> Excluded {
    let session = launch.session.to_string();
    Excluded { source: launch.source.clone(), session, number: launch.number, side, why }
}

/// Of two sides in blocks: takes out what has no partner, since a block is compared with itself.
/// Launches without a block are left alone: then these are no blocks at all.
pub(super) fn pair<'a>(base: &mut Vec<&'a Launch>, head: &mut Vec<&'a Launch>) -> Vec<Excluded> {
    let blocks = |launches: &[&Launch]| -> BTreeSet<(Arc<str>, u64)> {
        launches.iter().filter_map(|l| Some((Arc::clone(&l.session), l.block?))).collect()
    };
    let both: BTreeSet<_> = blocks(base).intersection(&blocks(head)).cloned().collect();
    let mut excluded = Vec::new();
    for (role, side) in [(Role::Base, base), (Role::Head, head)] {
        side.retain(|launch| {
            let paired =
                launch.block.is_none_or(|block| both.contains(&(Arc::clone(&launch.session), block)));
            if !paired {
                excluded.push(exclude(launch, role, Why::Unpaired));
            }
            paired
        });
    }
    excluded
}

pub(super) fn admit<'a>(
    launches: impl Iterator<Item = &'a Launch>,
    side: Role,
) -> (Vec<&'a Launch>, Vec<Excluded>) {
    let mut counted = Vec::new();
    let mut excluded = Vec::new();
    for launch in launches {
        match Why::of(launch) {
            None => counted.push(launch),
            Some(why) => excluded.push(exclude(launch, side, why)),
        }
    }
    (counted, excluded)
}

/// Whether a condition must be the same on both sides: all but the build, which is what a comparison is about, and who recorded,
/// which [`has_same_recorder`] compares.
fn must_match(condition: &Condition) -> bool {
    !matches!(condition, Condition::AppBuild | Condition::AgentVersion | Condition::AgentRecording)
}

/// The agent measures alike while its recording number is the same, whatever its version.
/// Of other recorders only the version is known.
fn has_same_recorder(a: &Conditions, b: &Conditions) -> bool {
    a.agent_recording == b.agent_recording
        && (a.agent_recording.is_some() || a.agent_version == b.agent_version)
}

/// Whether launches under these conditions may be compared.
pub(crate) fn match_conditions(a: &Conditions, b: &Conditions) -> bool {
    has_same_recorder(a, b) && match_besides_recorder(a, b)
}

pub(super) fn match_besides_recorder(a: &Conditions, b: &Conditions) -> bool {
    Condition::ALL.into_iter().filter(must_match).all(|condition| a.value(condition) == b.value(condition))
}

pub(super) fn differences(base: &[&Launch], head: &[&Launch]) -> Vec<Difference> {
    let all = || base.iter().chain(head).map(|launch| &launch.conditions);
    let by_agent = all().all(|conditions| conditions.agent_recording.is_some());
    let compared = |condition: &Condition| match condition {
        Condition::AgentVersion => !by_agent,
        condition => *condition == Condition::AgentRecording || must_match(condition),
    };
    Condition::ALL
        .into_iter()
        .filter(compared)
        .map(|condition| Difference { condition, base: condition.values(base), head: condition.values(head) })
        .filter(|difference| difference.base.len() > 1 || difference.base != difference.head)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gate_launches::{Launches, ReadOptions, read_stream};

    fn launches(methods: &str, stopped: Option<&str>) -> Launches {
        let text = format!(
            r#"{{"format":"launchgate.launch/1","session":"s","launch":1,"marks":{{"main_ns":40e6,"first_frame_ns":9e7}},"methods":[{methods}]}}"#
        );
        let mut read = read_stream("made", text.as_bytes(), &ReadOptions::default()).unwrap();
        read.launches[0].stopped = stopped.map(Arc::from);
        read
    }

    #[test]
    fn launches_without_methods_are_compared_unless_the_recorder_failed() {
        const SOME: &str = r#"{"name":"-[A go]","calls":1,"self_ns":1e7,"total_ns":1e7}"#;
        const SEALED: &str = "App: its pointer to objc_msgSend cannot be made writable";
        for (base, head, wanted) in [
            (("", None), ("", None), Ok(0)),
            ((SOME, None), (SOME, Some("no memory")), Ok(0)),
            (("", None), ("", Some(SEALED)), Err((Role::Head, Some(SEALED)))),
            (("", Some(SEALED)), ("", Some(SEALED)), Err((Role::Base, Some(SEALED)))),
            ((SOME, None), ("", Some(SEALED)), Err((Role::Head, Some(SEALED)))),
            ((SOME, None), ("", None), Err((Role::Head, None))),
        ] {
            let (base, head) = (launches(base.0, base.1), launches(head.0, head.1));
            let (mut old, mut new) = (vec![&base.launches[0]], vec![&head.launches[0]]);
            let found = take_out_empty(&mut old, &mut new);
            let failed = |error: CompareError| match error {
                CompareError::NotRecorded(failure) => (failure.side, failure.cause),
                other => panic!("{other}"),
            };
            let wanted =
                wanted.map_err(|(side, cause): (Role, Option<&str>)| (side, cause.map(str::to_owned)));
            assert_eq!(found.map(|excluded| excluded.len()).map_err(failed), wanted);
        }
    }
}
