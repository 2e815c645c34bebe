//! Makes caveats about the stored sessions.

use std::sync::Arc;

use gate_baseline::{SessionEntry, SessionFlaw};

use crate::caution::Caution;
use crate::compare::Comparison;

/// Returns a caveat if the time at which a stored session was recorded is missing or invalid.
pub(super) fn session_time_caution(entry: &SessionEntry, flaw: SessionFlaw) -> Option<Caution> {
    let is_of_time = matches!(flaw, SessionFlaw::Undated | SessionFlaw::FromTheFuture);
    is_of_time.then(|| Caution::SessionTime { session: Arc::clone(&entry.session), flaw })
}

/// Returns the caveats of a comparison. Caveats of the statistical model are omitted, since the comparison has fields for their numbers.
pub(super) fn cautions(comparison: &Comparison) -> Vec<Caution> {
    let missing = comparison.counters.missing.iter().copied().map(Caution::CounterMissing);
    let own = comparison.warnings.iter().filter(|caution| !matches!(caution, Caution::Model(_)));
    own.cloned().chain(missing).collect()
}
