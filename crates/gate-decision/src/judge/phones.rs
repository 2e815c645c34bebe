//! Determines the phones on which launches were recorded. The times of two phones of one model differ by some percent, and the difference
//! depends on the app.

use std::collections::BTreeMap;
use std::sync::Arc;

use gate_baseline::StoreError;
use gate_launches::{Launch, Launches, PhoneId};

use crate::compare::Side;

/// Returns the phone of each session of both sides. The result is empty if the phone of any session is unknown. `as_stored` converts a
/// phone's id to the form (plain or hashed) of the base's phone ids.
pub(super) fn phones_by_session(
    base: &Launches,
    head: Side<'_>,
    as_stored: impl Fn(&PhoneId) -> Result<PhoneId, StoreError>,
) -> Result<BTreeMap<Arc<str>, PhoneId>, StoreError> {
    // A simulator is not a phone: its model is that of the Mac.
    if head.launches.launches.iter().any(|launch| launch.conditions.recording.simulator) {
        return Ok(BTreeMap::new());
    }
    let (Some(mut phones), Some(head)) = (phones_of(base), phones_of(head.launches)) else {
        return Ok(BTreeMap::new());
    };
    for (session, phone) in head {
        phones.insert(session, as_stored(&phone)?);
    }
    // A hashed phone id cannot be compared with a plain one, so a mixture of both counts as unknown.
    let hashes = phones.values().filter(|phone| phone.hash().is_some()).count();
    Ok(if hashes == 0 || hashes == phones.len() { phones } else { BTreeMap::new() })
}

/// Returns whether the phones are known and the base has no launches on at least one of the head's phones.
pub(super) fn has_unknown_phone(
    phones: &BTreeMap<Arc<str>, PhoneId>,
    base: &Launches,
    head: Side<'_>,
) -> bool {
    let phone = |launch: &Launch| phones.get(&launch.session);
    let base: Vec<&PhoneId> = base.launches.iter().filter_map(phone).collect();
    head.launches.launches.iter().filter_map(phone).any(|phone| !base.contains(&phone))
}

/// Returns the phone of each session; `None` if the phone of any session is unknown.
fn phones_of(launches: &Launches) -> Option<BTreeMap<Arc<str>, PhoneId>> {
    let mut phones = BTreeMap::new();
    for launch in &launches.launches {
        if !phones.contains_key(&launch.session) {
            let id = launch.conditions.session_id(&launch.session);
            phones.insert(Arc::clone(&launch.session), launches.known.get(&id)?.phone.clone()?);
        }
    }
    (!phones.is_empty()).then_some(phones)
}
