//! What can be wrong with a store.

use std::io;
use std::path::{Path, PathBuf};

use gate_common::git::GitError;

/// A result whose error is a [`StoreError`].
pub type Result<T, E = StoreError> = std::result::Result<T, E>;

/// What can be wrong with a store, each with the place and the reason.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file system refused.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// What was tried.
        action: &'static str,
        path: PathBuf,
        source: io::Error,
    },
    /// Git refused.
    #[error(transparent)]
    Git(#[from] GitError),
    /// A store at a URL refused, or holds what it may not hold.
    #[error("cannot {action} {place}: {reason}")]
    Remote {
        /// What was tried.
        action: &'static str,
        /// The URL.
        place: String,
        reason: String,
        fault: Fault,
    },
    /// A line says what it may not say.
    #[error("{}:{line}: {reason}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// A file that git could not merge by itself.
    #[error("{}:{line}: git conflict marker; resolve the merge first", path.display())]
    Conflict {
        /// The file.
        path: PathBuf,
        /// The line of the first marker, from 1.
        line: usize,
    },
    /// A file of a later format.
    #[error("{}: its format {found} is newer than {known}, the newest that this version reads", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// The format of the file.
        found: String,
        /// The newest format that is read.
        known: String,
    },
    /// A file that is not where its content says it belongs.
    #[error("{}: its content belongs to {}", path.display(), belongs.display())]
    Misplaced {
        /// The file.
        path: PathBuf,
        belongs: PathBuf,
    },
    /// A session of this name is stored, and is another one.
    #[error("{}: session {session:?} is already stored, with different content than in {given}", path.display())]
    Different {
        /// The stored file.
        path: PathBuf,
        session: String,
        /// Where the other content is from.
        given: String,
    },
    /// Launches that cannot be stored as a session.
    #[error("cannot store session {session:?}: {reason}")]
    Session { session: String, reason: String },
    /// The anchor names a session that is not there.
    #[error("{}: the anchor is session {session:?}, which is not stored", path.display())]
    AnchorMissing {
        /// The anchor's file.
        path: PathBuf,
        /// The session that it names.
        session: String,
    },
}

pub(super) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> StoreError {
    let path = path.to_owned();
    move |source| StoreError::Io { action, path, source }
}

/// What is wrong with a store at a URL, by what is to be done about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The URL holds credentials.
    Credentials,
    /// The URL names no bucket.
    NoBucket,
    /// No session was ever put there.
    NoFolder,
    /// The place is no store.
    NoStore,
    /// A newer gate wrote it.
    Newer,
    /// Its server cannot keep what several writers put at once.
    Unfit,
    /// A variable of the environment names a server wrongly.
    Endpoint,
    /// The bucket is in another region.
    Region,
    /// The credentials do not allow it.
    Permission,
    /// A part of a session is not there.
    Incomplete,
    /// An object is not what was put there.
    Damaged,
    /// The server has no TLS, and no setting allows that.
    Plain,
    /// Something was deleted while it was used.
    Deleted,
    /// The service, or the way to it.
    Service,
}
