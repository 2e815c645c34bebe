//! Where stored sessions come from.

use std::sync::Arc;

use super::Session;
use crate::baseline::{Entry, Key, Store, StoreError};
use crate::launches::Launches;

/// A store of sessions: the folder, or another.
pub trait Source {
    /// What finds a session again.
    type Handle;
    type Error;

    /// The apps, scenarios and devices that have sessions.
    fn keys(&self) -> Result<Vec<Key>, Self::Error>;

    /// The sessions of a key, in any order.
    fn sessions(&self, key: &Key) -> Result<Vec<(Session, Self::Handle)>, Self::Error>;

    /// Its launches.
    fn load(&self, handle: &Self::Handle) -> Result<Launches, Self::Error>;
}

impl Source for Store {
    type Handle = Entry;
    type Error = StoreError;

    fn keys(&self) -> Result<Vec<Key>, StoreError> {
        Store::keys(self)
    }

    fn sessions(&self, key: &Key) -> Result<Vec<(Session, Entry)>, StoreError> {
        let of = |entry: Entry| {
            let session = Session {
                name: Arc::clone(&entry.session),
                unix_ms: entry.recorded_unix_ms.or(entry.stored_unix_ms),
                build: Arc::clone(&entry.conditions.app_build),
                commit: None,
            };
            (session, entry)
        };
        Ok(Store::sessions(self, key)?.into_iter().map(of).collect())
    }

    fn load(&self, entry: &Entry) -> Result<Launches, StoreError> {
        Store::load(self, entry)
    }
}
