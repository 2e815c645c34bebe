//! The caveats of the stored history for the reader.

use std::sync::Arc;

use gate_baseline::{Entry, Flaw};

use crate::caution::Caution;
use crate::compare::Comparison;

/// Returns the caveat of a stored session whose time of recording cannot be used.
pub(super) fn odd_time(entry: &Entry, flaw: Flaw) -> Option<Caution> {
    let is_of_time = matches!(flaw, Flaw::Undated | Flaw::FromTheFuture);
    is_of_time.then(|| Caution::SessionTime { session: Arc::clone(&entry.session), flaw })
}

/// Returns the caveats of a comparison, without those of the model, whose numbers are fields of the comparison.
pub(super) fn cautions(comparison: &Comparison) -> Vec<Caution> {
    let missing = comparison.counters.missing.iter().copied().map(Caution::CounterMissing);
    let own = comparison.warnings.iter().filter(|caution| !matches!(caution, Caution::Model(_)));
    own.cloned().chain(missing).collect()
}
