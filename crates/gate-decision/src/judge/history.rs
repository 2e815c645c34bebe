//! The stored history: the rises that were accepted, and the caveats for the reader.

use std::sync::Arc;

use gate_baseline::{Acceptance, Cover, Entry, Flaw, Grown, Key};
use gate_launches::Ns;

use crate::caution::Caution;
use crate::compare::Comparison;
use crate::subject::Subject;

/// Whether a person accepted that a row's cost rose by this much. An acceptance that has expired since then counts too.
pub(super) fn is_accepted(
    accepted: &[Acceptance],
    place: &Key,
    row: &Subject,
    before: Ns,
    after: Ns,
) -> bool {
    let grown = Grown {
        name: row.bare(),
        device: &place.device,
        scenario: &place.scenario,
        base: before,
        at_least: after,
        // The largest accepted growth is checked for findings, in `verdict::accept`.
        at_most_grown: Ns(f64::INFINITY),
    };
    accepted.iter().any(|acceptance| acceptance.covers(&grown, acceptance.until) == Cover::Whole)
}

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
