//! The input of a report besides the outcome of a check: its launches.

use gate_config::Config;
use gate_decision::{Comparison, Side};
use gate_launches::{Launch, LaunchTimeline, Launches, MethodOwners};
use hashbrown::HashMap;

/// The launches of an outcome.
#[derive(Clone, Copy, Debug)]
pub struct Material<'a> {
    /// The base.
    pub base: Side<'a>,
    /// The head.
    pub head: Side<'a>,
    /// By which settings.
    pub config: &'a Config,
    /// The places of methods in the sources.
    pub attribution: &'a dyn MethodOwners,
    /// Stored sessions that were not compared with, for the history.
    pub older: Option<&'a Launches>,
    /// The session that slow growth is measured against.
    pub anchor: Option<&'a str>,
    /// The call tree of the baseline as one launch, where its launches do not know their callers.
    pub base_tree: Option<&'a Launches>,
    /// A median launch of what was compared with, in time.
    pub base_timeline: Option<&'a LaunchTimeline>,
    /// A median one of what was judged ([`median_launch`](super::median_launch)).
    pub head_timeline: Option<&'a LaunchTimeline>,
}

/// The launches of a side that count, in their order.
pub(super) fn counted<'a>(side: Side<'a>, comparison: &Comparison) -> Vec<&'a Launch> {
    let excluded: HashMap<_, ()> =
        comparison.excluded.iter().map(|e| ((&e.source, e.session.as_str(), e.number), ())).collect();
    of_side(side)
        .filter(|launch| !excluded.contains_key(&(&launch.source, &*launch.session, launch.number)))
        .collect()
}

/// All launches of a side.
pub(super) fn of_side<'a>(side: Side<'a>) -> impl Iterator<Item = &'a Launch> {
    let role = side.role;
    side.launches.launches.iter().filter(move |launch| role.is_none() || launch.role == role)
}
