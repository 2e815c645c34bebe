//! The work that a launch asked the system for, by kind and by who asked.
//!
//! Invariant: rows are sorted by (kind, thread, who asked), each once, and none is of nothing.

use std::sync::Arc;

pub use trace::WorkKind;

use super::Thread;

/// Work of one kind that one method asked for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Work {
    pub kind: WorkKind,
    pub thread: Thread,
    /// The nearest method of the app that was open; where none was, the image that called, or nothing if that is not known.
    pub by: Arc<str>,
    /// How often.
    pub calls: u64,
    /// Of how many bytes; 0 for kinds without.
    pub bytes: u64,
}

impl Work {
    /// Sorts them, and adds up those of one kind, thread and caller.
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

/// The kind of this name, as in `file.open`.
pub fn kind_named(name: &str) -> Option<WorkKind> {
    WorkKind::KNOWN.iter().copied().find(|kind| kind.name() == Some(name))
}

/// A kind's name, for files and people.
pub fn name_of(kind: WorkKind) -> &'static str {
    kind.name().unwrap_or("unknown")
}
