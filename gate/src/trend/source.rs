//! Where stored sessions come from.

use std::sync::Arc;

use super::Session;
use crate::baseline::{Baselines, Entry, Key, StoreError, whole};
use crate::launches::Launches;

/// A store of sessions.
pub trait Source {
    /// What finds a session again.
    type Handle;
    type Error;

    /// The apps, scenarios and devices that have sessions.
    fn keys(&self) -> Result<Vec<Key>, Self::Error>;

    /// The sessions of a key, in any order.
    fn sessions(&self, key: &Key) -> Result<Vec<(Session, Self::Handle)>, Self::Error>;

    /// The launches of a session; the reason where the store lost a part of it.
    fn load(&self, handle: &Self::Handle) -> Result<Result<Launches, String>, Self::Error>;

    /// Sessions that are asked for next, as many as may be read at once.
    fn ahead(&self, _next: &[(Session, Self::Handle)]) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// Those that the gate judges by: the folder, and what is at a URL.
impl Source for dyn Baselines + '_ {
    type Handle = Entry;
    type Error = StoreError;

    fn keys(&self) -> Result<Vec<Key>, StoreError> {
        Baselines::keys(self)
    }

    fn sessions(&self, key: &Key) -> Result<Vec<(Session, Entry)>, StoreError> {
        let of = |entry: Entry| {
            let session = Session {
                name: Arc::clone(&entry.session),
                unix_ms: entry.recorded_unix_ms.or(entry.stored_unix_ms),
                build: Arc::clone(&entry.conditions.app_build),
                commit: Baselines::commit(self, &entry)?.map(Arc::from),
                conditions: Arc::new(entry.conditions.clone()),
                phone: None,
            };
            Ok((session, entry))
        };
        Baselines::sessions(self, key)?.into_iter().map(of).collect()
    }

    fn load(&self, entry: &Entry) -> Result<Result<Launches, String>, StoreError> {
        whole(Baselines::load(self, entry))
    }

    fn ahead(&self, next: &[(Session, Entry)]) -> Result<(), StoreError> {
        Baselines::ahead(self, &next.iter().map(|(_, entry)| entry).collect::<Vec<_>>())
    }
}
