//! Chooses the stored sessions for a judgement.
//!
//! Invariant: stored sessions for a judgement are chosen only in the module `judge::base_sessions`.

use gate_baseline::{BaselineKey, Baselines, NewestDays, SessionEntry, StoreError, load_all};
use gate_config::Config;
use gate_launches::{Conditions, Launches};
use gate_stats::defaults::HISTORY;

use super::Policy;
use crate::compare::{differ_in_recording, match_conditions};
use crate::reason::{Reason, StoredKey, StoredSessions};

/// Returns the sessions of a key that may be compared with launches under all of `conditions`, the newest first. Each session is read when
/// the iterator reaches it.
///
/// The sessions in `except` are skipped, since a session must not be compared with itself.
pub fn comparable_sessions<'a>(
    store: &'a dyn Baselines,
    key: &BaselineKey,
    conditions: &'a [&'a Conditions],
    except: impl Fn(&str) -> bool + 'a,
) -> Result<impl Iterator<Item = Result<SessionEntry, StoreError>> + 'a, StoreError> {
    let is_other = move |entry: &SessionEntry| {
        !except(&entry.session) && conditions.iter().all(|c| match_conditions(&entry.conditions, c))
    };
    Ok(store.sessions_newest_first(key)?.filter(move |entry| entry.as_ref().map_or(true, &is_other)))
}

/// Returns the sessions with which a run is compared: all sessions of the newest days. The number of days is the setting `gate.pool`, or
/// the number of days from which variances are estimated (`HISTORY`) if that is larger.
///
/// The sessions must be sorted, the newest first. Reading stops at the first session of an older day.
pub fn select_pool(
    sessions: impl Iterator<Item = Result<SessionEntry, StoreError>>,
    config: &Config,
) -> Result<Vec<SessionEntry>, StoreError> {
    let mut days = NewestDays::new(config.gate.pool.max(HISTORY));
    sessions.take_while(|entry| entry.as_ref().map_or(true, |entry| days.includes_next(entry))).collect()
}

/// Returns each app, scenario and device of the launches.
pub(super) fn keys(launches: &Launches) -> Vec<BaselineKey> {
    let mut keys: Vec<BaselineKey> =
        launches.launches.iter().map(|launch| BaselineKey::from_conditions(&launch.conditions)).collect();
    keys.sort();
    keys.dedup();
    keys
}

/// Returns the conditions of the launches that count calls of functions if `counts` is true, otherwise the conditions of the launches that
/// do not count them.
fn conditions(head: &Launches, counts: bool) -> Vec<&Conditions> {
    let launches = head.launches.iter().filter(|launch| launch.counts.is_some() == counts);
    // Densely sampled launches are only used to name functions, and are never compared.
    let launches = launches.filter(|launch| !launch.conditions.recording.dense);
    launches.map(|launch| &*launch.conditions).collect()
}

/// Returns the stored sessions with which `head` is compared.
///
/// If no session of a key has the head's conditions, the function returns the newest session that differs only in the agent's way of
/// measuring. If no session differs only in this condition, the function returns the newest session of all, so that a report can state the
/// difference.
pub(super) fn select_base(
    store: &dyn Baselines,
    keys: &[BaselineKey],
    head: &Launches,
    config: &Config,
) -> Result<Vec<SessionEntry>, StoreError> {
    let is_head = |name: &str| head.sessions().any(|(session, _)| session == name);
    let mut all = Vec::new();
    // Launches that count functions are compared only with launches that count functions too.
    for (key, counts) in keys.iter().flat_map(|key| [(key, false), (key, true)]) {
        let conditions = conditions(head, counts);
        if conditions.is_empty() {
            continue;
        }
        let found = select_pool(comparable_sessions(store, key, &conditions, is_head)?, config)?;
        if found.is_empty() && !counts {
            let others: Vec<SessionEntry> =
                comparable_sessions(store, key, &[], is_head)?.collect::<Result<_, _>>()?;
            let nearly =
                |entry: &&SessionEntry| conditions.iter().all(|c| differ_in_recording(&entry.conditions, c));
            all.extend(others.iter().find(nearly).or(others.first()).cloned());
        }
        all.extend(found);
    }
    Ok(all)
}

/// Loads the launches of these sessions, including the module and the owner of each method.
pub(super) fn load<'a>(
    store: &dyn Baselines,
    sessions: impl IntoIterator<Item = &'a SessionEntry>,
    policy: &Policy<'_>,
) -> Result<Launches, StoreError> {
    let mut launches = load_all(store, sessions)?;
    policy.attribution.set_owners(&mut launches);
    Ok(launches)
}

/// Loads optional data (a call tree, a timeline or the facts of a build) from the newest of these sessions that has it.
pub(super) fn load_from_newest<T>(
    sessions: &[SessionEntry],
    load: impl Fn(&SessionEntry) -> Result<Option<T>, StoreError>,
) -> Result<Option<T>, StoreError> {
    sessions.iter().find_map(|entry| load(entry).transpose()).transpose()
}

/// Number of sessions that are loaded for the history in reports, in addition to the sessions of the newest days (the pool).
const HISTORY_SESSIONS: usize = 40;

/// The number of sessions from which the sessions for the history are chosen. A store at a URL needs one request for each session.
const HISTORY_CANDIDATES: usize = 400;

/// Loads the launches for the history in reports: the anchor, and at most [`HISTORY_SESSIONS`] sessions, at equal distances, that are not
/// in the pool (the sessions of the base).
pub(super) fn load_history(
    store: &dyn Baselines,
    keys: &[BaselineKey],
    head: &Launches,
    pool: &[SessionEntry],
    anchor: Option<&SessionEntry>,
    policy: &Policy<'_>,
) -> Result<Option<Launches>, StoreError> {
    let is_head = |name: &str| head.sessions().any(|(session, _)| session == name);
    let is_of_pool = |entry: &SessionEntry| pool.iter().any(|known| known.path == entry.path);
    let conditions = conditions(head, false);
    let mut found = Vec::new();
    for key in keys {
        for entry in
            comparable_sessions(store, key, &conditions, is_head)?.take(pool.len() + HISTORY_CANDIDATES)
        {
            found.push(entry?);
        }
    }
    found.retain(|entry| !is_of_pool(entry));
    let step = found.len().div_ceil(HISTORY_SESSIONS).max(1);
    let mut kept: Vec<SessionEntry> = found.into_iter().step_by(step).collect();
    let is_missing =
        |anchor: &&SessionEntry| !is_of_pool(anchor) && kept.iter().all(|one| one.path != anchor.path);
    let missing = anchor.filter(is_missing).cloned();
    kept.extend(missing);
    if kept.is_empty() { Ok(None) } else { load(store, &kept, policy).map(Some) }
}

/// The gate counts at most this many stored sessions of a key (an app, scenario and device).
const MOST_COUNTED: usize = 100;

/// Returns the reason why the store has no baseline for these keys (apps, scenarios and devices). The reason lists the keys for which the
/// store has sessions, unless the store has only the judged sessions.
pub(super) fn no_baseline_reason(store: &dyn Baselines, keys: &[BaselineKey]) -> Result<Reason, StoreError> {
    let wanted: Vec<StoredKey> = keys.iter().map(stored_key).collect();
    let all = store.keys()?;
    // The store may already contain the judged launches, but launches are not compared with themselves.
    if keys.iter().all(|key| all.contains(key)) {
        return Ok(Reason::OnlyOwnSessions { wanted, address: store.address() });
    }
    let mut stored = Vec::new();
    for key in &all {
        let sessions = store.sessions_newest_first(key)?.take(MOST_COUNTED).count();
        stored.push(StoredSessions { key: stored_key(key), sessions, or_more: sessions == MOST_COUNTED });
    }
    let damaged = store.left_out().len();
    Ok(Reason::NothingStored { wanted, stored, damaged, address: store.address() })
}

fn stored_key(key: &BaselineKey) -> StoredKey {
    StoredKey { app: key.app.to_string(), scenario: key.scenario.to_string(), device: key.device.to_string() }
}
