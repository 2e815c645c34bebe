//! Of which phones the launches are: two phones of one model differ by some percent, app by app.

use std::collections::BTreeMap;
use std::sync::Arc;

use gate_baseline::StoreError;
use gate_launches::{Launches, Phone};

use crate::compare::Side;

/// The phone of each session of both sides, and nothing where one is not known; `as_stored` tells a phone as the base does.
pub(super) fn known(
    base: &Launches,
    head: Side<'_>,
    as_stored: impl Fn(&Phone) -> Result<Phone, StoreError>,
) -> Result<BTreeMap<Arc<str>, Phone>, StoreError> {
    // A simulator is its host's, which the model names.
    if head.launches.launches.iter().any(|launch| launch.conditions.recording.simulator) {
        return Ok(BTreeMap::new());
    }
    let (Some(mut phones), Some(head)) = (phones(base), phones(head.launches)) else {
        return Ok(BTreeMap::new());
    };
    for (session, phone) in head {
        phones.insert(session, as_stored(&phone)?);
    }
    // Of forms that cannot be compared nothing is known.
    let hashes = phones.values().filter(|phone| phone.hash().is_some()).count();
    Ok(if hashes == 0 || hashes == phones.len() { phones } else { BTreeMap::new() })
}

/// Whether phones are known, and the base lacks one of the head's.
pub(super) fn differ(phones: &BTreeMap<Arc<str>, Phone>, base: &Launches, head: Side<'_>) -> bool {
    let of = |launches: &Launches| -> Vec<&Phone> {
        launches.launches.iter().filter_map(|launch| phones.get(&launch.session)).collect()
    };
    let base = of(base);
    of(head.launches).into_iter().any(|phone| !base.contains(&phone))
}

/// The phone of each session; none if one is not known.
fn phones(launches: &Launches) -> Option<BTreeMap<Arc<str>, Phone>> {
    let mut phones = BTreeMap::new();
    for launch in &launches.launches {
        if !phones.contains_key(&launch.session) {
            let id = launch.conditions.session_id(&launch.session);
            phones.insert(Arc::clone(&launch.session), launches.known.get(&id)?.phone.clone()?);
        }
    }
    (!phones.is_empty()).then_some(phones)
}
