//! Decides which launches may be compared (admission).
//!
//! Invariant: a launch is either admitted, or listed with the reason for its exclusion.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use gate_config::Config;
use gate_launches::{BuildRole, Condition, Conditions, FileLine, Launch};

use super::{CompareError, Side, recording};
use crate::reason::{Difference, RecorderFailure, TooFewLaunches};

/// A launch that is not admitted.
#[derive(Clone, Debug, PartialEq)]
pub struct LaunchExclusion {
    pub source: FileLine,
    pub session: String,
    pub number: u64,
    pub side: BuildRole,
    pub why: ExclusionReason,
}

gate_common::named! {
    /// The reason why a launch is not admitted.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ExclusionReason: &'static str {
        /// The system had started the process before the launch.
        Prewarmed = "prewarmed", "started before by the system (prewarmed)";
        /// The launch was the first one after an installation.
        FirstAfterInstall = "first-after-install", "first launch after installation";
        /// The launch was made only to warm caches.
        WarmUp = "warm-up", "warm-up launch";
        /// The device was too hot to run at full speed.
        Throttled = "throttled", "device too hot to run at full speed";
        /// The device was saving power.
        LowPower = "low-power", "low-power mode";
        /// A debugger was attached.
        Debugged = "debugged", "debugger attached";
        /// The app counts the calls of functions, which takes time.
        Counting = "counting", "counts calls of functions, so it is not timed";
        /// The launch was sampled densely, which takes time.
        Dense = "dense", "sampled densely to name functions, so it is not timed";
        /// The recorder lost costs of this launch.
        Dropped = "costs-dropped", "costs are missing";
        /// In an interleaved run, the block in which this launch was made has no admitted launch of the other build.
        Unpaired = "unpaired", "no counted launch of the other build";
        /// The other build has no launch at the same position in the run. This reason is used only if the times of stored launches depend
        /// on their position.
        OtherPosition = "other-place", "at a place in the run without a launch of the other build, where launches change within a run";
        /// The launch has no method although other launches have some, because its recorder failed.
        NoMethods = "no-methods", "no method recorded";
    }
}

impl ExclusionReason {
    /// Returns the reason as a phrase for reports.
    pub fn phrase(self) -> &'static str {
        self.row()
    }

    /// Returns the reason why a launch is not admitted, if the data of the launch itself contain this reason.
    pub fn from_launch(launch: &Launch) -> Option<ExclusionReason> {
        let state = launch.state;
        [
            (launch.counts.is_some(), ExclusionReason::Counting),
            (state.warm_up, ExclusionReason::WarmUp),
            (state.prewarmed, ExclusionReason::Prewarmed),
            (state.first_after_install, ExclusionReason::FirstAfterInstall),
            (state.thermal.is_throttled(), ExclusionReason::Throttled),
            (state.low_power, ExclusionReason::LowPower),
            (state.debugged, ExclusionReason::Debugged),
            (launch.dropped.touches_costs(), ExclusionReason::Dropped),
            // Dense sampling is checked last, because a densely sampled launch is still used to name functions if no other reason excludes
            // it.
            (launch.conditions.recording.dense, ExclusionReason::Dense),
        ]
        .into_iter()
        .find_map(|(holds, why)| holds.then_some(why))
    }
}

/// The admitted launches of both sides, and the launches that are not admitted.
pub(super) struct Admission<'a> {
    pub(super) base: Vec<&'a Launch>,
    pub(super) head: Vec<&'a Launch>,
    pub(super) excluded: Vec<LaunchExclusion>,
}

impl<'a> Admission<'a> {
    /// Admits the launches of both sides, and excludes those in which the recorder failed.
    pub(super) fn new(base: Side<'a>, head: Side<'a>) -> Result<Admission<'a>, CompareError> {
        let (mut base, mut excluded) = admit(base.launches_of_side(), BuildRole::Base);
        let (mut head, others) = admit(head.launches_of_side(), BuildRole::Head);
        excluded.extend(others);
        excluded.extend(remove_empty(&mut base, &mut head)?);
        Ok(Admission { base, head, excluded })
    }

    /// Excludes the launches of blocks that have no launch of the other side, since base and head are compared within each block. Launches
    /// without a block stay, since they are compared by session.
    pub(super) fn remove_unpaired(&mut self) {
        let both: BTreeSet<_> = blocks(&self.base).intersection(&blocks(&self.head)).cloned().collect();
        for (role, side) in [(BuildRole::Base, &mut self.base), (BuildRole::Head, &mut self.head)] {
            let is_unpaired = |launch: &mut &Launch| {
                launch.block.is_some_and(|block| !both.contains(&(Arc::clone(&launch.session), block)))
            };
            let unpaired = side.extract_if(.., is_unpaired);
            self.excluded.extend(unpaired.map(|launch| exclude(launch, role, ExclusionReason::Unpaired)));
        }
    }

    /// Excludes the launches at positions in the run that only one side has, if the times of the base's launches depend on their position.
    /// If an app keeps data, later launches are slower, so a head with more launches than its base would seem slower. No launch is excluded
    /// if a side would have too few launches for a judgement.
    pub(super) fn match_positions(&mut self, config: &Config) {
        if !depends_on_position(&self.base) {
            return;
        }
        let places = |side: &[&Launch]| side.iter().map(|launch| launch.number).collect::<BTreeSet<u64>>();
        let shared: BTreeSet<u64> = places(&self.base).intersection(&places(&self.head)).copied().collect();
        let is_shared = |launch: &&&Launch| shared.contains(&launch.number);
        let least = config.gate.min_launches.max(2);
        if [&self.base, &self.head].iter().any(|side| side.iter().filter(is_shared).count() < least) {
            return;
        }
        for (role, side) in [(BuildRole::Base, &mut self.base), (BuildRole::Head, &mut self.head)] {
            let others = side.extract_if(.., |launch| !shared.contains(&launch.number));
            self.excluded.extend(others.map(|launch| exclude(launch, role, ExclusionReason::OtherPosition)));
        }
    }

    /// Checks that both sides have enough launches, and that all were recorded under the same conditions.
    pub(super) fn check_comparable(&self, config: &Config) -> Result<(), CompareError> {
        for (side, launches) in [(BuildRole::Base, &self.base), (BuildRole::Head, &self.head)] {
            check_side(side, launches, &self.excluded, config)?;
        }
        let differences = find_differences(&self.base, &self.head);
        if differences.is_empty() {
            return Ok(());
        }
        Err(match recording::find_recording_difference(&self.base, &self.head) {
            Some(recordings) => CompareError::OtherRecording(recordings),
            None => CompareError::Incomparable(differences),
        })
    }
}

/// Returns whether the times of launches depend on their position in the run. The test uses only positions that occur in all sessions.
fn depends_on_position(launches: &[&Launch]) -> bool {
    let mut sessions: BTreeMap<&str, BTreeMap<u64, f64>> = BTreeMap::new();
    for launch in launches {
        let Some(duration) = launch.duration() else { return false };
        sessions.entry(&launch.session).or_default().insert(launch.number, duration.0);
    }
    let is_everywhere = |place: &u64| sessions.values().all(|session| session.contains_key(place));
    let in_order = |session: &BTreeMap<u64, f64>| {
        session.iter().filter(|(place, _)| is_everywhere(place)).map(|(_, cost)| *cost).collect()
    };
    let costs: Vec<Vec<f64>> = sessions.values().map(in_order).collect();
    gate_stats::runs::depends_on_position(&costs)
}

/// Returns the blocks of launches, identified by session and number.
fn blocks(launches: &[&Launch]) -> BTreeSet<(Arc<str>, u64)> {
    launches.iter().filter_map(|launch| Some((Arc::clone(&launch.session), launch.block?))).collect()
}

/// Counts the excluded launches of a side for each reason.
fn count_excluded(excluded: &[LaunchExclusion], side: BuildRole) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for launch in excluded.iter().filter(|launch| launch.side == side) {
        *counts.entry(launch.why.name().to_owned()).or_default() += 1;
    }
    counts
}

/// Checks that a side has enough admitted launches.
pub(super) fn check_side(
    side: BuildRole,
    launches: &[&Launch],
    excluded: &[LaunchExclusion],
    config: &Config,
) -> Result<(), TooFewLaunches> {
    let (needed, found) = (config.gate.min_launches.max(2), launches.len());
    if found < needed {
        let excluded = count_excluded(excluded, side);
        return Err(TooFewLaunches { side, needed, found, excluded });
    }
    Ok(())
}

/// Excludes the launches without any method if other launches have methods, because their recorder failed.
///
/// If no launch has a method, the recorder does not record methods, and only times are compared. The result is an error if the recorder
/// stopped with a reason in this case, or if only one side has methods.
fn remove_empty<'a>(
    base: &mut Vec<&'a Launch>,
    head: &mut Vec<&'a Launch>,
) -> Result<Vec<LaunchExclusion>, CompareError> {
    let mut excluded = Vec::new();
    let stopped = |side: &[&Launch]| side.iter().find_map(|launch| launch.stopped.clone());
    let has_methods = base.iter().chain(head.iter()).any(|launch| !launch.costs.is_empty());
    for (side, launches) in [(BuildRole::Base, base), (BuildRole::Head, head)] {
        let cause = stopped(launches).map(|reason| reason.to_string());
        let is_empty = launches.iter().all(|launch| launch.costs.is_empty());
        let failed = if has_methods { is_empty && !launches.is_empty() } else { cause.is_some() };
        if failed {
            return Err(CompareError::NotRecorded(RecorderFailure { side, launches: launches.len(), cause }));
        }
        if has_methods {
            let without = launches.extract_if(.., |launch| launch.costs.is_empty());
            excluded.extend(without.map(|launch| exclude(launch, side, ExclusionReason::NoMethods)));
        }
    }
    Ok(excluded)
}

fn exclude(launch: &Launch, side: BuildRole, why: ExclusionReason) -> LaunchExclusion {
    let session = launch.session.to_string();
    LaunchExclusion { source: launch.source.clone(), session, number: launch.number, side, why }
}

/// Divides the launches of a side into those that are admitted and those that are not.
pub(super) fn admit<'a>(
    launches: impl Iterator<Item = &'a Launch>,
    side: BuildRole,
) -> (Vec<&'a Launch>, Vec<LaunchExclusion>) {
    let mut counted = Vec::new();
    let mut excluded = Vec::new();
    for launch in launches {
        match ExclusionReason::from_launch(launch) {
            None => counted.push(launch),
            Some(why) => excluded.push(exclude(launch, side, why)),
        }
    }
    (counted, excluded)
}

/// Returns whether a condition must be the same on both sides. The build may differ, and the recorders are compared by
/// [`has_same_recorder`].
fn must_match(condition: &Condition) -> bool {
    !matches!(condition, Condition::AppBuild | Condition::AgentVersion | Condition::AgentRecording)
}

/// Returns whether two launches were measured in the same way. Launches by the agent need the same recording number, even if the agents'
/// versions differ. Launches by another recorder need the same version, since only the version is known.
fn has_same_recorder(a: &Conditions, b: &Conditions) -> bool {
    a.agent_recording == b.agent_recording
        && (a.agent_recording.is_some() || a.agent_version == b.agent_version)
}

/// Returns whether launches under these two sets of conditions may be compared.
pub(crate) fn match_conditions(a: &Conditions, b: &Conditions) -> bool {
    has_same_recorder(a, b) && match_except_recorder(a, b)
}

/// Returns whether two sets of conditions differ at most in the recorder and the build.
pub(super) fn match_except_recorder(a: &Conditions, b: &Conditions) -> bool {
    Condition::ALL.into_iter().filter(must_match).all(|condition| a.value(condition) == b.value(condition))
}

/// Returns the conditions that prevent a comparison because their values differ between launches.
pub(super) fn find_differences(base: &[&Launch], head: &[&Launch]) -> Vec<Difference> {
    let by_agent = base.iter().chain(head).all(|launch| launch.conditions.agent_recording.is_some());
    Condition::ALL
        .into_iter()
        .filter(|condition| is_compared(condition, by_agent))
        .map(|condition| Difference { condition, base: condition.values(base), head: condition.values(head) })
        .filter(|difference| difference.base.len() > 1 || difference.base != difference.head)
        .collect()
}

/// Returns whether a difference in this condition prevents a comparison. The version of the recorder matters only if a recorder other than
/// the agent made some of the launches.
fn is_compared(condition: &Condition, by_agent: bool) -> bool {
    match condition {
        Condition::AgentRecording => true,
        Condition::AgentVersion => !by_agent,
        other => must_match(other),
    }
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
    fn launches_without_methods_are_compared_unless_recording_failed() {
        const SOME: &str = r#"{"name":"-[A go]","calls":1,"self_ns":1e7,"total_ns":1e7}"#;
        const SEALED: &str = "App: its pointer to objc_msgSend cannot be made writable";
        for (base, head, wanted) in [
            (("", None), ("", None), Ok(0)),
            ((SOME, None), (SOME, Some("no memory")), Ok(0)),
            (("", None), ("", Some(SEALED)), Err((BuildRole::Head, Some(SEALED)))),
            (("", Some(SEALED)), ("", Some(SEALED)), Err((BuildRole::Base, Some(SEALED)))),
            ((SOME, None), ("", Some(SEALED)), Err((BuildRole::Head, Some(SEALED)))),
            ((SOME, None), ("", None), Err((BuildRole::Head, None))),
        ] {
            let (base, head) = (launches(base.0, base.1), launches(head.0, head.1));
            let (mut old, mut new) = (vec![&base.launches[0]], vec![&head.launches[0]]);
            let found = remove_empty(&mut old, &mut new);
            let failed = |error: CompareError| match error {
                CompareError::NotRecorded(failure) => (failure.side, failure.cause),
                other => panic!("{other}"),
            };
            let wanted =
                wanted.map_err(|(side, cause): (BuildRole, Option<&str>)| (side, cause.map(str::to_owned)));
            assert_eq!(found.map(|excluded| excluded.len()).map_err(failed), wanted);
        }
    }
}
