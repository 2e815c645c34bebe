//! Growth since the anchor: which sessions stand for the release, and which for what came since.

use std::sync::Arc;

use gate_baseline::{Baselines, Entry, Key};
use gate_launches::Launches;
use gate_stats::tuned::CREEP_RELEASES;

use super::{JudgeError, Policy, stored};
use crate::caution::Caution;
use crate::compare::{Comparison, Rules, Sessions, Side, compare_anchor, match_conditions};

/// Compares with the anchor, if there is one; gives why it could not.
pub(super) fn add(
    store: &dyn Baselines,
    key: &Key,
    head: Side<'_>,
    policy: &Policy<'_>,
    rules: Rules<'_>,
    comparison: &mut Comparison,
) -> Result<Option<Caution>, JudgeError> {
    let (Some(anchor), Some(launch)) = (store.anchor(key)?, head.launches.launches.first()) else {
        return Ok(None);
    };
    if !match_conditions(&anchor.conditions, &launch.conditions) {
        return Ok(Some(Caution::AnchorConditions { session: anchor.session }));
    }
    let is_head = |name: &str| head.launches.sessions().any(|(session, _)| session == name);
    let conditions = [&*launch.conditions];
    let mut sessions: Vec<Entry> =
        stored::comparable(store, key, &conditions, is_head)?.collect::<Result<_, _>>()?;
    sessions.reverse();
    let Some(place) = sessions.iter().position(|entry| entry.session == anchor.session) else {
        return Ok(None);
    };
    // Several sessions of the release tell more than one.
    let of_release = |entry: &&Entry| {
        entry.conditions.app_build == anchor.conditions.app_build || entry.path == anchor.path
    };
    let anchors: Vec<&Entry> = sessions.iter().filter(of_release).collect();
    let since: Vec<&Entry> = sessions[place + 1..].iter().filter(|entry| !of_release(entry)).collect();
    // With the head, this many give the slope.
    let skipped = since.len().saturating_sub(CREEP_RELEASES - 1);
    let since = &since[skipped..];
    let load = |entries: &[&Entry]| -> Result<(Launches, Vec<Arc<str>>), JudgeError> {
        let launches = stored::load(store, entries.iter().copied(), policy)?;
        Ok((launches, entries.iter().map(|entry| Arc::clone(&entry.session)).collect()))
    };
    let ((anchors, anchor_order), (since, since_order)) = (load(&anchors)?, load(since)?);
    let rules = rules.with_share_of_level(comparison.counters.left_for_times());
    comparison.creep = compare_anchor(
        Sessions { launches: &anchors, order: &anchor_order, skipped: 0 },
        Sessions { launches: &since, order: &since_order, skipped },
        head,
        rules,
    )?;
    Ok(None)
}
