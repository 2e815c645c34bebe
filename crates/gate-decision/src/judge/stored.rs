//! Which stored sessions belong to a judgement, and what is read of them.
//!
//! Invariant: that question is answered here and nowhere else.

use std::sync::Arc;

use gate_baseline::{Baselines, Days, Entry, Key, StoreError, load_all};
use gate_config::Config;
use gate_facts::Facts;
use gate_launches::{Conditions, Launches, Timeline};
use gate_stats::defaults::HISTORY;

use super::Policy;
use crate::compare::{differ_in_recording, match_conditions};
use crate::reason::{Reason, StoredKey, StoredSessions};

/// The sessions of a key that may be compared with launches under all of `conditions`, the newest first, read as they are taken.
///
/// A session is no evidence for itself, so those that `except` names are left out.
pub fn comparable<'a>(
    store: &'a dyn Baselines,
    key: &Key,
    conditions: &'a [&'a Conditions],
    except: impl Fn(&str) -> bool + 'a,
) -> Result<impl Iterator<Item = Result<Entry, StoreError>> + 'a, StoreError> {
    let is_other = move |entry: &Entry| {
        !except(&entry.session) && conditions.iter().all(|c| match_conditions(&entry.conditions, c))
    };
    Ok(store.newest(key)?.filter(move |entry| entry.as_ref().map_or(true, &is_other)))
}

/// Of sessions, the newest first, those that a run is compared with: all of the newest days, as many as variances are learned from.
///
/// No more is taken than is needed to see where the days end.
pub fn pool(
    sessions: impl Iterator<Item = Result<Entry, StoreError>>,
    config: &Config,
) -> Result<Vec<Entry>, StoreError> {
    let mut days = Days::newest(config.gate.pool.max(HISTORY));
    sessions.take_while(|entry| entry.as_ref().map_or(true, |entry| days.has(entry))).collect()
}

/// The apps, scenarios and devices of launches.
pub(super) fn keys(launches: &Launches) -> Vec<Key> {
    let mut keys: Vec<Key> = launches.launches.iter().map(|launch| Key::of(&launch.conditions)).collect();
    keys.sort();
    keys.dedup();
    keys
}

/// The conditions of launches that count functions, or of those that are timed.
fn conditions(head: &Launches, counts: bool) -> Vec<&Conditions> {
    let of = head.launches.iter().filter(|launch| launch.counts.is_some() == counts);
    // What only names functions is compared with nothing.
    let of = of.filter(|launch| !launch.conditions.recording.dense);
    of.map(|launch| &*launch.conditions).collect()
}

/// The sessions that `head` is compared with.
///
/// If none of a key was recorded under its conditions, the newest one that differs in how the agent measured only, else the newest
/// of all, so that the difference can be named.
pub(super) fn of_head(
    store: &dyn Baselines,
    keys: &[Key],
    head: &Launches,
    config: &Config,
) -> Result<Vec<Entry>, StoreError> {
    let is_head = |name: &str| head.sessions().any(|(session, _)| session == name);
    let mut all = Vec::new();
    // Launches that count functions are compared with such launches, and all others with theirs.
    for (key, counts) in keys.iter().flat_map(|key| [(key, false), (key, true)]) {
        let conditions = conditions(head, counts);
        if conditions.is_empty() {
            continue;
        }
        let found = pool(comparable(store, key, &conditions, is_head)?, config)?;
        if found.is_empty() && !counts {
            let others: Vec<Entry> = comparable(store, key, &[], is_head)?.collect::<Result<_, _>>()?;
            let nearly =
                |entry: &&Entry| conditions.iter().all(|c| differ_in_recording(&entry.conditions, c));
            all.extend(others.iter().find(nearly).or(others.first()).cloned());
        }
        all.extend(found);
    }
    Ok(all)
}

/// The launches of sessions, each method with its module and owner.
pub(super) fn load<'a>(
    store: &dyn Baselines,
    sessions: impl IntoIterator<Item = &'a Entry>,
    policy: &Policy<'_>,
) -> Result<Launches, StoreError> {
    let mut launches = load_all(store, sessions)?;
    policy.attribution.attribute(&mut launches);
    Ok(launches)
}

/// The newest call tree that was kept beside these sessions.
pub(super) fn tree(
    store: &dyn Baselines,
    sessions: &[Entry],
    policy: &Policy<'_>,
) -> Result<Option<Launches>, StoreError> {
    for entry in sessions {
        if let Some(mut tree) = store.tree(entry)? {
            policy.attribution.attribute(&mut tree);
            return Ok(Some(tree));
        }
    }
    Ok(None)
}

/// This many sessions before the pool are read for the history.
const OLDER: usize = 40;

/// This many are looked at for them: a store at a URL asks for each.
const LOOKED_AT: usize = 400;

/// Sessions before the pool: all of them, or this many at equal distances; and the anchor.
pub(super) fn older(
    store: &dyn Baselines,
    keys: &[Key],
    head: &Launches,
    (pool, anchor): (&[Entry], Option<&Entry>),
    policy: &Policy<'_>,
) -> Result<Option<Launches>, StoreError> {
    let is_head = |name: &str| head.sessions().any(|(session, _)| session == name);
    let is_of_pool = |entry: &Entry| pool.iter().any(|known| known.path == entry.path);
    let conditions = conditions(head, false);
    let mut found = Vec::new();
    for key in keys {
        for entry in comparable(store, key, &conditions, is_head)?.take(pool.len() + LOOKED_AT) {
            found.push(entry?);
        }
    }
    found.retain(|entry| !is_of_pool(entry));
    let step = found.len().div_ceil(OLDER).max(1);
    let mut kept: Vec<Entry> = found.into_iter().step_by(step).collect();
    let is_missing = |anchor: &&Entry| !is_of_pool(anchor) && kept.iter().all(|one| one.path != anchor.path);
    let missing = anchor.filter(is_missing).cloned();
    kept.extend(missing);
    if kept.is_empty() { Ok(None) } else { load(store, &kept, policy).map(Some) }
}

/// The newest timeline that was kept beside these sessions.
pub(super) fn timeline(
    store: &dyn Baselines,
    sessions: &[Entry],
) -> Result<Option<(Arc<str>, u64, Timeline)>, StoreError> {
    for entry in sessions {
        if let Some((number, recording)) = store.timeline(entry)? {
            return Ok(Some((Arc::clone(&entry.session), number, recording)));
        }
    }
    Ok(None)
}

/// The newest facts of a build that were kept beside these sessions.
pub(super) fn facts(store: &dyn Baselines, sessions: &[Entry]) -> Result<Option<Facts>, StoreError> {
    for entry in sessions {
        if let Some(facts) = store.facts(entry)? {
            return Ok(Some(facts));
        }
    }
    Ok(None)
}

/// More sessions of a key are not counted.
const COUNTED: usize = 100;

/// Returns the reason that the store has nothing of these keys, with what it has.
pub(super) fn nothing_stored(store: &dyn Baselines, keys: &[Key]) -> Result<Reason, StoreError> {
    let wanted: Vec<StoredKey> = keys.iter().map(stored_key).collect();
    let all = store.keys()?;
    // The launches that are judged may be stored already, and are not compared with themselves.
    if keys.iter().all(|key| all.contains(key)) {
        return Ok(Reason::OnlyOwnSessions { wanted, address: store.address() });
    }
    let mut stored = Vec::new();
    for key in &all {
        let sessions = store.newest(key)?.take(COUNTED).count();
        stored.push(StoredSessions { key: stored_key(key), sessions, or_more: sessions == COUNTED });
    }
    let damaged = store.left_out().len();
    Ok(Reason::NothingStored { wanted, stored, damaged, address: store.address() })
}

fn stored_key(key: &Key) -> StoredKey {
    StoredKey { app: key.app.to_string(), scenario: key.scenario.to_string(), device: key.device.to_string() }
}
