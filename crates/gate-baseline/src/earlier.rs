//! Offers a view of a store that contains only the sessions before a given session, for a backtest.
//!
//! Invariant: the view is only read, and contains neither the given session nor a later session.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use gate_launches::{Launches, PhoneId};

use super::{
    Acceptance, BaselineKey, Baselines, Result, SessionEntry, SessionIterator, SidecarContent, SidecarKind,
    StoreError,
};

/// The loaded launches of sessions, by path. Launches are stored, since each session is compared with most of the earlier sessions.
pub type LoadedLaunches = RefCell<BTreeMap<PathBuf, Launches>>;

/// The sessions of a key that are older than a given session.
#[derive(Clone, Copy, Debug)]
pub struct EarlierSessions<'a> {
    store: &'a dyn Baselines,
    /// The sessions, the newest first.
    sessions: &'a [SessionEntry],
    loaded: &'a LoadedLaunches,
}

impl<'a> EarlierSessions<'a> {
    /// Creates the view of a store with the given sessions of one key, which the caller passes newest first.
    pub fn new(
        store: &'a dyn Baselines,
        sessions: &'a [SessionEntry],
        loaded: &'a LoadedLaunches,
    ) -> EarlierSessions<'a> {
        EarlierSessions { store, sessions, loaded }
    }

    fn of_key(&self, key: &BaselineKey) -> impl Iterator<Item = SessionEntry> + 'a {
        let key = key.clone();
        self.sessions.iter().filter(move |entry| entry.key == key).cloned()
    }

    fn read_only_error(&self, action: &'static str) -> StoreError {
        let path = Path::new(&self.address()).to_owned();
        StoreError::Io { action, path, source: io::ErrorKind::ReadOnlyFilesystem.into() }
    }
}

impl Baselines for EarlierSessions<'_> {
    fn address(&self) -> String {
        self.store.address()
    }

    fn now_unix_ms(&self) -> Option<u64> {
        self.store.now_unix_ms()
    }

    fn salt(&self) -> Result<String> {
        self.store.salt()
    }

    /// Returns the phone unchanged, since a stored session already contains the hash of its phone.
    fn hash_phone(&self, phone: &PhoneId) -> Result<PhoneId> {
        Ok(phone.clone())
    }

    fn keys(&self) -> Result<Vec<BaselineKey>> {
        Ok(self.sessions.first().map(|entry| entry.key.clone()).into_iter().collect())
    }

    fn sessions_newest_first<'b>(&'b self, key: &BaselineKey) -> Result<SessionIterator<'b>> {
        Ok(Box::new(self.of_key(key).map(Ok)))
    }

    fn load(&self, entry: &SessionEntry) -> Result<Launches> {
        if let Some(launches) = self.loaded.borrow().get(&entry.path) {
            return Ok(launches.clone());
        }
        let launches = self.store.load(entry)?;
        self.loaded.borrow_mut().insert(entry.path.clone(), launches.clone());
        Ok(launches)
    }

    /// Reads only the functions of a session, which are judged. All other sidecars are for reports.
    fn read_sidecar(&self, entry: &SessionEntry, kind: SidecarKind) -> Result<Option<SidecarContent>> {
        if kind == SidecarKind::Functions { self.store.read_sidecar(entry, kind) } else { Ok(None) }
    }

    fn anchor(&self, key: &BaselineKey) -> Result<Option<SessionEntry>> {
        let anchor = self.store.anchor(key)?;
        Ok(anchor.filter(|anchor| self.of_key(key).any(|entry| entry.path == anchor.path)))
    }

    fn read_acceptances(&self) -> Result<Vec<Acceptance>> {
        self.store.read_acceptances()
    }

    fn pin(&self, _entry: &SessionEntry) -> Result<()> {
        Err(self.read_only_error("pin in"))
    }

    fn add_acceptance(&self, _acceptance: &Acceptance) -> Result<()> {
        Err(self.read_only_error("accept in"))
    }

    fn prune(&self, _keep: usize) -> Result<Vec<PathBuf>> {
        Err(self.read_only_error("prune"))
    }
}
