//! Defines the operations of a store of baselines, in a folder, in git or at a URL.
//!
//! Invariant: stores with equal sessions give equal answers.

use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::{fs, io};

use gate_config::DAY_MS;
use gate_facts::Facts;
use gate_launches::{
    FileLine, Launches, Method, PhoneId, SessionProperties, ThreadKind, Timeline, Warning, WarningKind,
};

use super::text::{NumberedLines, escape};
use super::{
    ANCHOR_FORMAT, ANCHOR_VERSION, SALT, SALT_FORMAT, SALT_VERSION, accepted, error, files, is_session,
    new_salt,
};
use super::{
    Acceptance, BaselineKey, MethodCosts, RemoteFault, Result, SessionEntry, SessionFlaw, SidecarContent,
    SidecarKind, Store, StoreError,
};

/// Sessions, the newest first. A session is read only when the iterator reaches it.
pub type SessionIterator<'a> = Box<dyn Iterator<Item = Result<SessionEntry>> + 'a>;

/// The costs of a session on the main thread: trimmed means over its judged launches, in nanoseconds.
#[derive(Clone, Debug, PartialEq)]
pub struct SessionMeans {
    pub launch: f64,
    /// The means of the methods, sorted by name.
    pub methods: Vec<(Method, f64)>,
}

/// A session with the means that its store contains.
#[derive(Clone, Debug)]
pub struct SessionSummary {
    pub entry: SessionEntry,
    pub phone: Option<PhoneId>,
    /// The means of the session's costs; `None` if no launch of the session is judged.
    pub means: Option<SessionMeans>,
}

/// Summaries of sessions. A month is read only when the iterator reaches it.
pub type SummaryIterator<'a> = Box<dyn Iterator<Item = SessionSummary> + 'a>;

/// Selects the sessions of the newest days, which are the pool of a comparison or the sessions that pruning keeps. The caller passes the
/// sessions newest first.
///
/// Days are those of UTC. Each session without a time counts as a separate day.
#[derive(Debug)]
pub struct NewestDays {
    most: usize,
    seen: BTreeSet<Result<u64, usize>>,
    sessions: usize,
}

impl NewestDays {
    /// Creates a limit of `most` days.
    pub fn new(most: usize) -> NewestDays {
        NewestDays { most, seen: BTreeSet::new(), sessions: 0 }
    }

    /// Returns whether the next session belongs to the newest days. Sessions must be passed in order, newest first, so after the first
    /// `false` the function returns `false` for all older sessions.
    pub fn includes_next(&mut self, entry: &SessionEntry) -> bool {
        self.sessions += 1;
        self.seen.insert(entry.recorded_unix_ms.map_or(Err(self.sessions), |ms| Ok(ms / DAY_MS)));
        self.seen.len() <= self.most
    }
}

/// Number of sessions that are read at once from a store at a URL.
pub const AHEAD: usize = 16;

/// A stored session with a missing or damaged object.
#[derive(Clone, Debug)]
pub struct DamagedSession {
    pub place: PathBuf,
    pub reason: String,
    /// The description of the repair; `None` if the session was not repaired.
    pub done: Option<&'static str>,
}

/// The damaged sessions that a repair removes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepairScope {
    /// The damage is only reported.
    None,
    /// The damaged sessions of an app, scenario and device are removed if at least one of their sessions is readable.
    ExceptWholeSeries,
    All,
}

/// Separates the error of a lost or damaged part of a session from all other errors. The inner error is the reason for which the session
/// cannot be used; a judgement continues without the session.
pub fn separate_damage(loaded: Result<Launches>) -> Result<Result<Launches, String>> {
    match loaded {
        Err(error @ StoreError::Remote { fault: RemoteFault::Incomplete | RemoteFault::Damaged, .. }) => {
            Ok(Err(error.to_string()))
        }
        other => other.map(Ok),
    }
}

/// A store of baselines.
pub trait Baselines: fmt::Debug {
    /// Returns the name of the store in messages: a folder, a ref or a URL.
    fn address(&self) -> String;

    /// Returns the time of this machine in milliseconds since 1970, if the time is known.
    fn now_unix_ms(&self) -> Option<u64>;

    /// Returns the salt of the store's hashes, which is created at the first use.
    fn salt(&self) -> Result<String>;

    /// Replaces the id of a phone by its hash in this store.
    fn hash_phone(&self, phone: &PhoneId) -> Result<PhoneId> {
        Ok(phone.hash_id(&self.salt()?))
    }

    /// Replaces the id of a session's phone by its hash in this store.
    fn hash_session_phone(&self, known: &SessionProperties) -> Result<SessionProperties> {
        let phone = known.phone.as_ref().map(|phone| self.hash_phone(phone)).transpose()?;
        Ok(SessionProperties { phone, lost: known.lost.clone() })
    }

    /// Lists every key that has sessions, in order.
    fn keys(&self) -> Result<Vec<BaselineKey>>;

    /// Returns the sessions of a key, the newest first, in the order of [`Store::sessions`]. A session is read only when the iterator
    /// reaches it.
    fn sessions_newest_first<'a>(&'a self, key: &BaselineKey) -> Result<SessionIterator<'a>>;

    /// Reads the launches of a stored session without their functions. The costs equal the stored costs to the last bit.
    fn load(&self, entry: &SessionEntry) -> Result<Launches>;

    /// Returns summaries of the sessions that the last call of [`Baselines::sessions`] returned, as far as the store contains their means.
    fn summaries<'a>(&'a self, _key: &BaselineKey) -> Result<SummaryIterator<'a>> {
        Ok(Box::new(std::iter::empty()))
    }

    /// Announces the entries that are loaded next, at most [`AHEAD`], which a store at a URL then reads at the same time.
    fn prefetch(&self, _entries: &[&SessionEntry]) -> Result<()> {
        Ok(())
    }

    /// Checks all sessions of a store at a URL. Returns the number of sessions and the damaged sessions, which `repair` completes or
    /// removes. All other kinds of stores return `None`.
    fn check_sessions(&self, _repair: RepairScope) -> Result<Option<(usize, Vec<DamagedSession>)>> {
        Ok(None)
    }

    /// Returns the damaged objects that were skipped since the store was opened, with the reasons.
    fn left_out(&self) -> Vec<(PathBuf, String)> {
        Vec::new()
    }

    /// Reads a sidecar of a stored session.
    fn read_sidecar(&self, entry: &SessionEntry, kind: SidecarKind) -> Result<Option<SidecarContent>>;

    /// Reads the merged call tree of a stored session; `None` if the store does not contain it.
    fn read_call_tree(&self, entry: &SessionEntry) -> Result<Option<Launches>> {
        let found = self.read_sidecar(entry, SidecarKind::Tree)?;
        Ok(found.and_then(|found| if let SidecarContent::Tree(tree) = found { Some(tree) } else { None }))
    }

    /// Reads the timeline of a stored session and the number of its launch; `None` if the store does not contain it.
    fn read_timeline(&self, entry: &SessionEntry) -> Result<Option<(u64, Timeline)>> {
        let found = self.read_sidecar(entry, SidecarKind::Timeline)?;
        Ok(found.and_then(|found| {
            if let SidecarContent::Timeline(at, launch) = found { Some((at, launch)) } else { None }
        }))
    }

    /// Reads the facts of the build of a stored session; `None` if the store does not contain them.
    fn read_facts(&self, entry: &SessionEntry) -> Result<Option<Facts>> {
        let found = self.read_sidecar(entry, SidecarKind::Facts)?;
        Ok(found.and_then(|found| if let SidecarContent::Facts(facts) = found { Some(facts) } else { None }))
    }

    /// Returns the anchor of a key, if a session was pinned as the anchor.
    fn anchor(&self, key: &BaselineKey) -> Result<Option<SessionEntry>>;

    /// Reads the accepted regressions, including the expired acceptances.
    fn read_acceptances(&self) -> Result<Vec<Acceptance>>;

    /// Makes a stored session the anchor of its key.
    fn pin(&self, entry: &SessionEntry) -> Result<()>;

    /// Stores the acceptance of a regression.
    fn add_acceptance(&self, acceptance: &Acceptance) -> Result<()>;

    /// Deletes the sessions before the newest `keep` days of each key, but never an anchor or the newest day. Returns the deleted sessions.
    fn prune(&self, keep: usize) -> Result<Vec<PathBuf>>;

    /// Deletes the objects of stopped writers, which readers ignore. Returns the number of deleted objects.
    fn clear_left_overs(&self) -> Result<usize> {
        Ok(0)
    }

    /// Returns the store as a [`Store`] of text files in a folder, if the store is of that kind.
    fn as_folder_store(&self) -> Option<&Store> {
        None
    }

    /// Returns the commit at which a session was measured, if the store contains it.
    fn measured_commit(&self, _entry: &SessionEntry) -> Result<Option<String>> {
        Ok(None)
    }

    /// Returns all sessions of a key, the newest first.
    fn sessions(&self, key: &BaselineKey) -> Result<Vec<SessionEntry>> {
        self.sessions_newest_first(key)?.collect()
    }

    /// Returns whether a time is more than one day after the present time of this machine.
    fn is_to_come(&self, unix_ms: u64) -> bool {
        self.now_unix_ms().is_some_and(|now| unix_ms > now.saturating_add(DAY_MS))
    }

    /// Returns the flaw of a session's time, if the time is missing or in the future.
    fn flaw_of_time(&self, entry: &SessionEntry) -> Option<SessionFlaw> {
        match entry.unix_ms() {
            None => Some(SessionFlaw::Undated),
            Some(ms) => self.is_to_come(ms).then_some(SessionFlaw::FromTheFuture),
        }
    }

    /// Reads the costs of a method in each stored session, the newest first.
    fn read_method_history(&self, key: &BaselineKey, method: &str) -> Result<Vec<MethodCosts>> {
        let mut all = Vec::new();
        for entry in self.sessions(key)? {
            let Launches { table, launches, .. } = self.load(&entry)?;
            let id = table.find(method);
            let methods = launches.iter().map(|launch| launch.method_costs(&table, ThreadKind::Main));
            let costs = methods.map(|mut all| all.find(|(found, _)| Some(*found) == id));
            let launches = costs.map(|found| found.map(|(_, cost)| cost)).collect();
            all.push(MethodCosts { entry, launches });
        }
        Ok(all)
    }
}

/// Reads the launches of several stored sessions, with their functions.
pub fn load_all<'a>(
    store: &dyn Baselines,
    entries: impl IntoIterator<Item = &'a SessionEntry>,
) -> Result<Launches> {
    let mut all = Launches::default();
    let entries: Vec<&SessionEntry> = entries.into_iter().collect();
    for (at, entry) in entries.iter().enumerate() {
        if at % AHEAD == 0 {
            store.prefetch(&entries[at..(at + AHEAD).min(entries.len())])?;
        }
        let mut launches = match separate_damage(store.load(entry))? {
            Ok(launches) => launches,
            Err(reason) => {
                let source = FileLine { file: entry.path.to_string_lossy().into(), line: None };
                all.warnings.push(Warning { source, kind: WarningKind::Incomplete { reason } });
                continue;
            }
        };
        if let Some(SidecarContent::Functions(stored)) = store.read_sidecar(entry, SidecarKind::Functions)? {
            for launch in &mut launches.launches {
                launch.functions = stored.get(&launch.number).map(Arc::clone);
            }
        }
        all.absorb(launches);
    }
    for (place, reason) in store.left_out() {
        let source = FileLine { file: place.to_string_lossy().into(), line: None };
        all.warnings.push(Warning { source, kind: WarningKind::Incomplete { reason } });
    }
    Ok(all)
}

impl Baselines for Store {
    fn address(&self) -> String {
        self.files.address().map_or_else(|| self.root().display().to_string(), str::to_owned)
    }

    fn now_unix_ms(&self) -> Option<u64> {
        self.now_unix_ms
    }

    fn salt(&self) -> Result<String> {
        let path = self.root().join(SALT);
        let made = format!("{SALT_FORMAT}/{SALT_VERSION}\nsalt\t{}\n", new_salt());
        let text = match self.files.read_text(&path)? {
            Some(text) => text,
            None => {
                // If two writers create a salt at the same time, the first salt is used by both.
                self.files.write(&path, &made, false)?;
                self.files.read_required_text(&path)?
            }
        };
        let mut lines = NumberedLines::open(&path, &text, SALT_FORMAT, SALT_VERSION)?;
        Ok(lines.expect_line("salt")?.to_owned())
    }

    fn keys(&self) -> Result<Vec<BaselineKey>> {
        let mut keys = Vec::new();
        for folder in self.session_folders()? {
            // All files of a folder must belong to one key, so the key is read from a single file. Reading a file of a different key is an
            // error.
            if let Some(path) = self.list_files(&folder)?.into_iter().find(|path| is_session(path)) {
                keys.push(self.read_head(path)?.key);
            }
        }
        keys.sort();
        Ok(keys)
    }

    fn sessions_newest_first<'a>(&'a self, key: &BaselineKey) -> Result<SessionIterator<'a>> {
        Ok(Box::new(self.sessions(key)?.into_iter().map(Ok)))
    }

    fn load(&self, entry: &SessionEntry) -> Result<Launches> {
        self.load_path(&entry.path)
    }

    fn read_sidecar(&self, entry: &SessionEntry, kind: SidecarKind) -> Result<Option<SidecarContent>> {
        self.read_beside(&entry.path.with_extension(kind.name()), kind)
    }

    fn anchor(&self, key: &BaselineKey) -> Result<Option<SessionEntry>> {
        let path = self.anchor_path(key);
        let Some(session) = self.read_anchor(&path)? else { return Ok(None) };
        let file = self.session_path(key, &session);
        match self.if_there(&file, || self.entry(file.clone()))? {
            None if !self.files.is_decided_elsewhere() => Err(StoreError::AnchorMissing { path, session }),
            found => Ok(found),
        }
    }

    fn read_acceptances(&self) -> Result<Vec<Acceptance>> {
        accepted::read(&*self.files, &self.accepted_path())
    }

    fn pin(&self, entry: &SessionEntry) -> Result<()> {
        // The whole session is read before it becomes the anchor, because a damaged anchor would otherwise be found only months later.
        self.load(entry)?;
        let text = format!("{ANCHOR_FORMAT}/{ANCHOR_VERSION}\nsession\t{}\n", escape(&entry.session));
        self.files.write(&self.anchor_path(&entry.key), &text, true).map(drop)
    }

    fn add_acceptance(&self, acceptance: &Acceptance) -> Result<()> {
        accepted::append(&self.accepted_path(), acceptance)
    }

    /// Deletes the sessions of [`Store::find_outdated`], and temporary files of writers that were killed hours ago.
    fn prune(&self, keep: usize) -> Result<Vec<PathBuf>> {
        let gone = self.find_outdated(keep)?;
        for path in &gone {
            fs::remove_file(path).map_err(error::io_error("delete", path))?;
            for kind in SidecarKind::ALL {
                match fs::remove_file(path.with_extension(kind.name())) {
                    Err(e) if e.kind() != io::ErrorKind::NotFound => {
                        return Err(error::io_error("delete", path)(e));
                    }
                    _ => {}
                }
            }
        }
        for folder in self.session_folders()? {
            files::remove_leftovers(&folder)?;
        }
        Ok(gone)
    }

    fn as_folder_store(&self) -> Option<&Store> {
        Some(self)
    }
}
