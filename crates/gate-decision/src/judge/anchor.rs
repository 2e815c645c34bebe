//! Tests growth since the anchor (a stored session, usually of a release): compares the newest sessions with all stored sessions of the
//! anchor's release.

use std::sync::Arc;

use gate_baseline::{BaselineKey, Baselines, SessionEntry};
use gate_stats::tuned::CREEP_RELEASES;

use super::{JudgeError, JudgedHead, base_sessions};
use crate::caution::Caution;
use crate::compare::{Comparison, OrderedSessions, compare_anchor, match_conditions};

/// Compares the head with the anchor, if there is one. Returns a caveat if the anchor was recorded under different conditions.
pub(super) fn add(
    store: &dyn Baselines,
    key: &BaselineKey,
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
    let mut sessions: Vec<SessionEntry> =
        base_sessions::comparable_sessions(store, key, &conditions, is_head)?.collect::<Result<_, _>>()?;
    sessions.reverse();
    let Some(index) = sessions.iter().position(|entry| entry.session == anchor.session) else {
        return Ok(None);
    };
    // All stored sessions of the anchor's release are used, since several sessions are more precise than one.
    let is_of_release = |entry: &&SessionEntry| {
        entry.conditions.app_build == anchor.conditions.app_build || entry.path == anchor.path
    };
    let anchors: Vec<&SessionEntry> = sessions.iter().filter(is_of_release).collect();
    let since: Vec<&SessionEntry> =
        sessions[index + 1..].iter().filter(|entry| !is_of_release(entry)).collect();
    // The slope of the growth is estimated from the newest sessions and the head, `CREEP_RELEASES` in all. Older sessions are skipped.
    let skipped = since.len().saturating_sub(CREEP_RELEASES - 1);
    let since = &since[skipped..];
    let (anchor_launches, since_launches) = (
        base_sessions::load(store, anchors.iter().copied(), policy)?,
        base_sessions::load(store, since.iter().copied(), policy)?,
    );
    let rules = rules.with_share_of_level(comparison.counters.level_share_of_times());
    comparison.creep = compare_anchor(
        OrderedSessions { launches: &anchor_launches, order: &session_names(&anchors), skipped: 0 },
        OrderedSessions { launches: &since_launches, order: &session_names(since), skipped },
        head,
        rules,
    )?;
    Ok(None)
}

fn session_names(entries: &[&SessionEntry]) -> Vec<Arc<str>> {
    entries.iter().map(|entry| Arc::clone(&entry.session)).collect()
}
