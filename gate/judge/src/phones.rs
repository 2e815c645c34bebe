//! Whether the new launches are of a phone that nothing stored is of: two phones of one model differ by some percent, app by app.

use std::collections::BTreeSet;

use baseline::StoreError;
use compare::Side;
use launches::{Launch, Launches, Phone, SessionId};

/// Whether all phones are known, and none of the head's is one of the base's; `as_stored` tells a phone as the base does.
pub(super) fn differ(
    base: &Launches,
    head: Side<'_>,
    as_stored: impl Fn(&Phone) -> Result<Phone, StoreError>,
) -> Result<bool, StoreError> {
    // A simulator is its host's, which the model names.
    if head.launches.launches.iter().any(|launch| launch.conditions.is_simulator()) {
        return Ok(false);
    }
    let (Some(base), Some(head)) = (phones(base), phones(head.launches)) else { return Ok(false) };
    let head: Vec<Phone> = head.into_iter().map(as_stored).collect::<Result<_, _>>()?;
    // Of forms that cannot be compared nothing is known.
    let alike = base.iter().all(|phone| phone.hash().is_some() == head[0].hash().is_some());
    Ok(alike && !head.iter().any(|phone| base.contains(&phone)))
}

/// The phone of each session; none if one is not known.
fn phones(launches: &Launches) -> Option<Vec<&Phone>> {
    let id = |launch: &Launch| launch.conditions.session_id(&launch.session);
    let sessions: BTreeSet<SessionId> = launches.launches.iter().map(id).collect();
    let phone = |session| launches.known.get(&session)?.phone.as_ref();
    let all: Vec<&Phone> = sessions.into_iter().map(phone).collect::<Option<_>>()?;
    (!all.is_empty()).then_some(all)
}
