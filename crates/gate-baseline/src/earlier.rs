//! A view of a store that contains only the sessions before a given session, for a backtest.
//!
//! Invariant: the view is only read, and contains neither the given session nor a later session.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use gate_launches::{Launches, Phone};

use super::{Acceptance, Baselines, Beside, Content, Entry, Key, Newest, Result, StoreError};

/// The loaded launches of sessions, by path. Launches are stored, since each session is compared with most of the earlier sessions.
pub type Loaded = RefCell<BTreeMap<PathBuf, Launches>>;

/// The sessions of a key that are older than a given session.
#[derive(Clone, Copy, Debug)]
pub struct Earlier<'a> {
    store: &'a dyn Baselines,
    /// The sessions, the newest first.
    sessions: &'a [Entry],
    loaded: &'a Loaded,
}

impl<'a> Earlier<'a> {
    /// Creates the view of a store with the given sessions of one key, which the caller passes newest first.
    pub fn new(store: &'a dyn Baselines, sessions: &'a [Entry], loaded: &'a Loaded) -> Earlier<'a> {
        Earlier { store, sessions, loaded }
    }

    fn of_key(&self, key: &Key) -> impl Iterator<Item = Entry> + 'a {
        let key = key.clone();
        self.sessions.iter().filter(move |entry| entry.key == key).cloned()
    }

    fn refuse(&self, action: &'static str) -> StoreError {
        let path = Path::new(&self.address()).to_owned();
        StoreError::Io { action, path, source: io::ErrorKind::ReadOnlyFilesystem.into() }
    }
}

impl Baselines for Earlier<'_> {
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
    fn phone(&self, phone: &Phone) -> Result<Phone> {
        Ok(phone.clone())
    }

    fn keys(&self) -> Result<Vec<Key>> {
        Ok(self.sessions.first().map(|entry| entry.key.clone()).into_iter().collect())
    }

    fn newest<'b>(&'b self, key: &Key) -> Result<Newest<'b>> {
        Ok(Box::new(self.of_key(key).map(Ok)))
    }

    fn load(&self, entry: &Entry) -> Result<Launches> {
        if let Some(launches) = self.loaded.borrow().get(&entry.path) {
            return Ok(launches.clone());
        }
        let launches = self.store.load(entry)?;
        self.loaded.borrow_mut().insert(entry.path.clone(), launches.clone());
        Ok(launches)
    }

    /// Reads only the functions of a session, which are judged. All other sidecars are for reports.
    fn beside(&self, entry: &Entry, kind: Beside) -> Result<Option<Content>> {
        if kind == Beside::Functions { self.store.beside(entry, kind) } else { Ok(None) }
    }

    fn anchor(&self, key: &Key) -> Result<Option<Entry>> {
        let anchor = self.store.anchor(key)?;
        Ok(anchor.filter(|anchor| self.of_key(key).any(|entry| entry.path == anchor.path)))
    }

    fn accepted(&self) -> Result<Vec<Acceptance>> {
        self.store.accepted()
    }

    fn pin(&self, _entry: &Entry) -> Result<()> {
        Err(self.refuse("pin in"))
    }

    fn accept(&self, _acceptance: &Acceptance) -> Result<()> {
        Err(self.refuse("accept in"))
    }

    fn prune(&self, _keep: usize) -> Result<Vec<PathBuf>> {
        Err(self.refuse("prune"))
    }
}
