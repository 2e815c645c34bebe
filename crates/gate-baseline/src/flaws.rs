//! Finds readable sessions with a flaw: an invalid time, or too few launches.

use std::cmp::Reverse;

use super::{Baselines as _, Result, SessionEntry, Store};

/// A flaw of a stored session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionFlaw {
    /// The session has neither a time of recording nor a time of storing.
    Undated,
    /// The session's time is more than one day after the present time of this machine.
    FromTheFuture,
    /// The session has too few launches for a judgement; the field is the number of its launches.
    Short(usize),
}

impl SessionEntry {
    /// Returns the time of recording, or else of storing.
    pub fn unix_ms(&self) -> Option<u64> {
        self.recorded_unix_ms.or(self.stored_unix_ms)
    }
}

impl Store {
    pub(super) fn sort_newest_first(&self, entries: &mut [SessionEntry]) {
        entries.sort_by(|a, b| {
            let age = |e: &SessionEntry| Reverse(e.unix_ms().filter(|ms| !self.is_to_come(*ms)));
            age(a).cmp(&age(b)).then_with(|| b.session.cmp(&a.session))
        });
    }

    /// Returns all sessions with a flaw. A session with fewer launches than `least` is too short.
    pub fn find_flaws(&self, least: usize) -> Result<Vec<(SessionEntry, SessionFlaw)>> {
        let mut found = Vec::new();
        for key in self.keys()? {
            for entry in self.sessions(&key)? {
                let count = self.load(&entry)?.launches.len();
                let short = (count < least).then_some(SessionFlaw::Short(count));
                found.extend(short.or(self.flaw_of_time(&entry)).map(|flaw| (entry, flaw)));
            }
        }
        Ok(found)
    }
}
