//! Stored sessions that can be read but break a rule of the store: when they were recorded, how many launches they hold.

use std::cmp::Reverse;

use super::{Baselines as _, Entry, Result, Store};

/// What is wrong with a stored session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// It has no time of recording or storing.
    Undated,
    /// It says that it was recorded later than tomorrow.
    FromTheFuture,
    /// It holds this many launches, fewer than are judged.
    Short(usize),
}

impl Entry {
    /// When it was recorded, or else stored.
    pub fn unix_ms(&self) -> Option<u64> {
        self.recorded_unix_ms.or(self.stored_unix_ms)
    }
}

impl Store {
    pub(super) fn sort_newest_first(&self, entries: &mut [Entry]) {
        entries.sort_by(|a, b| {
            let age = |e: &Entry| Reverse(e.unix_ms().filter(|ms| !self.is_to_come(*ms)));
            age(a).cmp(&age(b)).then_with(|| b.session.cmp(&a.session))
        });
    }

    /// All sessions that break a rule; one with fewer launches than `least` is too short.
    pub fn flaws(&self, least: usize) -> Result<Vec<(Entry, Flaw)>> {
        let mut found = Vec::new();
        for key in self.keys()? {
            for entry in self.sessions(&key)? {
                let count = self.load(&entry)?.launches.len();
                let short = (count < least).then_some(Flaw::Short(count));
                found.extend(short.or(self.flaw_of_time(&entry)).map(|flaw| (entry, flaw)));
            }
        }
        Ok(found)
    }
}
