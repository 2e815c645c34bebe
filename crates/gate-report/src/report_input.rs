//! Contains the launches from which a report is built, in addition to the outcome of a check.

use gate_config::Config;
use gate_decision::{Comparison, Side};
use gate_launches::{Launch, LaunchTimeline, Launches, MethodOwners};
use hashbrown::HashMap;

/// The launches of a check from which a report is built, and related data.
#[derive(Clone, Copy, Debug)]
pub struct ReportInput<'a> {
    /// The launches of the base.
    pub base: Side<'a>,
    /// The launches of the head.
    pub head: Side<'a>,
    /// The lost launches of the head whose traces are kept. They contribute only stalls.
    pub lost: &'a [Launch],
    /// The settings of the judgement.
    pub config: &'a Config,
    /// The source locations of methods.
    pub attribution: &'a dyn MethodOwners,
    /// Stored sessions that were not compared but are shown in the history; `None` without such sessions.
    pub older: Option<&'a Launches>,
    /// The name of the anchor, which is the session against which slow growth is measured; `None` without an anchor.
    pub anchor: Option<&'a str>,
    /// The stored call tree of the base as one launch, for a base whose launches have no callers.
    pub base_tree: Option<&'a Launches>,
    /// The timeline of the base's median launch; `None` if this launch has no timeline.
    pub base_timeline: Option<&'a LaunchTimeline>,
    /// The timeline of the head's median launch ([`median_launch`](super::median_launch)).
    pub head_timeline: Option<&'a LaunchTimeline>,
}

/// Returns the admitted launches of a side, in their order.
pub(super) fn admitted_launches<'a>(side: Side<'a>, comparison: &Comparison) -> Vec<&'a Launch> {
    let excluded: HashMap<_, ()> =
        comparison.excluded.iter().map(|e| ((&e.source, e.session.as_str(), e.number), ())).collect();
    of_side(side)
        .filter(|launch| !excluded.contains_key(&(&launch.source, &*launch.session, launch.number)))
        .collect()
}

/// Returns all launches of a side.
pub(super) fn of_side<'a>(side: Side<'a>) -> impl Iterator<Item = &'a Launch> {
    let role = side.role;
    side.launches.launches.iter().filter(move |launch| role.is_none() || launch.role == role)
}
