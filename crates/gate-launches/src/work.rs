//! Defines the requests to the system (work) of a launch, by kind and by requester.
//!
//! Invariant: rows are sorted by (kind, thread, requester), each key occurs once, and each row has at least one call.

use std::sync::Arc;

pub use trace::WorkKind;

use super::ThreadKind;

/// The requests of one kind that one method made.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Work {
    pub kind: WorkKind,
    pub thread: ThreadKind,
    /// The requester: the innermost open method of the app, or otherwise the image that made the request; empty if neither is known.
    pub by: Arc<str>,
    /// Number of requests.
    pub calls: u64,
    /// Number of bytes requested; 0 for kinds of work without bytes.
    pub bytes: u64,
}

impl Work {
    /// Sorts the rows, adds up rows with the same kind, thread and requester, and removes rows without calls.
    pub fn add_up(mut all: Vec<Work>) -> Arc<[Work]> {
        all.retain(|work| work.calls > 0);
        all.sort();
        all.dedup_by(|next, first| {
            let same = (next.kind, next.thread, &next.by) == (first.kind, first.thread, &first.by);
            if same {
                first.calls = first.calls.saturating_add(next.calls);
                first.bytes = first.bytes.saturating_add(next.bytes);
            }
            same
        });
        all.into()
    }
}

/// Returns the kind of work with a name such as `file.open`.
pub fn work_kind_from_name(name: &str) -> Option<WorkKind> {
    WorkKind::KNOWN.iter().copied().find(|kind| kind.name() == Some(name))
}

/// Returns the name of a kind of request, for files and reports.
pub fn name_of(kind: WorkKind) -> &'static str {
    kind.name().unwrap_or("unknown")
}
