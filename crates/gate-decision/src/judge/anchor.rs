//! Tests growth since the anchor: compares the newest sessions with the stored sessions of the anchor's release.

use std::sync::Arc;

use gate_baseline::{Baselines, Entry, Key};
use gate_stats::tuned::CREEP_RELEASES;

use super::{JudgeError, JudgedHead, base_sessions};
use crate::caution::Caution;
use crate::compare::{Comparison, Sessions, compare_anchor, match_conditions};

/// Compares the head with the anchor, if there is one. Returns a caveat if the anchor was recorded under different conditions.
pub(super) fn add(
    store: &dyn Baselines,
    key: &Key,
    judged: JudgedHead<'_>,
    comparison: &mut Comparison,
) -> Result<Option<Caution>, JudgeError> {
    let JudgedHead { head, policy, rules } = judged;
    let (Some(anchor), Some(launch)) = (store.anchor(key)?, head.launches.launches.first()) else {
        return Ok(None);
    };
    if !match_conditions(&anchor.conditions, &launch.conditions) {
        return Ok(Some(Caution::AnchorConditions { session: anchor.session }));
    }
    let is_head = |name: &str| head.launches.sessions().any(|(session, _)| session == name);
    let conditions = [&*launch.conditions];
    let mut sessions: Vec<Entry> =
        base_sessions::comparable(store, key, &conditions, is_head)?.collect::<Result<_, _>>()?;
    sessions.reverse();
    let Some(index) = sessions.iter().position(|entry| entry.session == anchor.session) else {
        return Ok(None);
    };
    // All stored sessions of the anchor's release are used, since several sessions are more precise than one.
    let is_of_release = |entry: &&Entry| {
        entry.conditions.app_build == anchor.conditions.app_build || entry.path == anchor.path
    };
    let anchors: Vec<&Entry> = sessions.iter().filter(is_of_release).collect();
    let since: Vec<&Entry> = sessions[index + 1..].iter().filter(|entry| !is_of_release(entry)).collect();
    // The slope is estimated from this number of newest sessions, together with the head.
    let skipped = since.len().saturating_sub(CREEP_RELEASES - 1);
    let since = &since[skipped..];
    let (anchor_launches, since_launches) = (
        base_sessions::load(store, anchors.iter().copied(), policy)?,
        base_sessions::load(store, since.iter().copied(), policy)?,
    );
    let rules = rules.with_share_of_level(comparison.counters.level_share_of_times());
    comparison.creep = compare_anchor(
        Sessions { launches: &anchor_launches, order: &names(&anchors), skipped: 0 },
        Sessions { launches: &since_launches, order: &names(since), skipped },
        head,
        rules,
    )?;
    Ok(None)
}

fn names(entries: &[&Entry]) -> Vec<Arc<str>> {
    entries.iter().map(|entry| Arc::clone(&entry.session)).collect()
}
