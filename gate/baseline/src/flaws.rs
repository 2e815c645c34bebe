//! Stored sessions that can be read but break a rule of the store: when they were recorded, how many launches they hold.
//!
//! Invariant: mending drops no launch; only what is said of a session's time changes, or the name of its file.

use std::cmp::Reverse;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::error::io;
use super::session::{self, About};
use super::{Baselines as _, Entry, Store, StoreError};
use launches::{Launch, Launches};

/// The end of the file's name of a session that was set aside.
const ASIDE: &str = "short";

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
    pub fn flaws(&self, least: usize) -> Result<Vec<(Entry, Flaw)>, StoreError> {
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

    /// Mends a session: its time becomes that of its file, and one that is too short gets a name by which nobody reads it.
    ///
    /// Gives the path under which it is now.
    pub fn mend(&self, entry: &Entry, flaw: Flaw) -> Result<PathBuf, StoreError> {
        if let Flaw::Short(_) = flaw {
            let aside = entry.path.with_extension(ASIDE);
            fs::rename(&entry.path, &aside).map_err(io("rename", &entry.path))?;
            return Ok(aside);
        }
        let stored = changed(&entry.path)?;
        let stored = if self.is_to_come(stored) { self.now_unix_ms.unwrap_or(stored) } else { stored };
        let Launches { table, mut launches, mut known, .. } = self.load(entry)?;
        let known = known.remove(&entry.conditions.session_id(&entry.session)).unwrap_or_default();
        launches.iter_mut().for_each(|launch: &mut Launch| launch.recorded_unix_ms = None);
        let about = About { stored_unix_ms: Some(stored), new_level: entry.new_level.clone(), known };
        let content = session::encode(&table, &launches, &about)?;
        self.files.write(&entry.path, &content, true)?;
        Ok(entry.path.clone())
    }
}

/// When a file was changed last.
fn changed(path: &Path) -> Result<u64, StoreError> {
    let time: SystemTime = fs::metadata(path).and_then(|found| found.modified()).map_err(io("read", path))?;
    Ok(time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64))
}
