//! Defines the errors of a store.

use std::io;
use std::path::{Path, PathBuf};

use gate_common::git::GitError;

/// A result whose error is a [`StoreError`].
pub type Result<T, E = StoreError> = std::result::Result<T, E>;

/// An error of a store, with the file, object or address and the reason.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file system refused.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// The verb of the operation.
        action: &'static str,
        path: PathBuf,
        source: io::Error,
    },
    /// A git command failed.
    #[error(transparent)]
    Git(#[from] GitError),
    /// A store at a URL refused the operation, or has invalid content.
    #[error("cannot {action} {place}: {reason}")]
    Remote {
        /// The verb of the operation.
        action: &'static str,
        /// The URL of the store.
        place: String,
        reason: String,
        fault: RemoteFault,
    },
    /// A line is invalid.
    #[error("{}:{line}: {reason}", path.display())]
    Line {
        /// The file with the invalid line.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        reason: String,
    },
    /// A file with conflict markers of git.
    #[error("{}:{line}: git conflict marker; resolve the merge first", path.display())]
    Conflict {
        /// The file with the conflict markers.
        path: PathBuf,
        /// The line of the first marker, from 1.
        line: usize,
    },
    /// A file of a later format.
    #[error("{}: its format {found} is newer than {known}, the newest that this version reads", path.display())]
    Newer {
        /// The file of the later format.
        path: PathBuf,
        /// The format of the file.
        found: String,
        /// The newest format that is read.
        known: String,
    },
    /// A file whose path differs from the path that follows from its content.
    #[error("{}: its content belongs to {}", path.display(), belongs.display())]
    Misplaced {
        /// The file with the wrong path.
        path: PathBuf,
        belongs: PathBuf,
    },
    /// A session with the same name but different content is already stored.
    #[error("{}: session {session:?} is already stored, with different content than in {given}", path.display())]
    Different {
        /// The file of the stored session.
        path: PathBuf,
        session: String,
        /// The source of the different content.
        given: String,
    },
    /// Launches that cannot be stored as a session.
    #[error("cannot store session {session:?}: {reason}")]
    Session { session: String, reason: String },
    /// The anchor names a session that is not stored.
    #[error("{}: the anchor is session {session:?}, which is not stored", path.display())]
    AnchorMissing {
        /// The file that names the anchor.
        path: PathBuf,
        /// The session that the anchor's file names.
        session: String,
    },
}

pub(super) fn io_error(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> StoreError {
    let path = path.to_owned();
    move |source| StoreError::Io { action, path, source }
}

/// The kind of an error of a store at a URL, which decides the advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemoteFault {
    /// The URL contains credentials.
    Credentials,
    /// The URL names no bucket.
    NoBucket,
    /// The folder does not exist.
    NoFolder,
    /// The bucket or folder exists, but contains no store.
    NoStore,
    /// A newer version of the gate wrote the store.
    Newer,
    /// The store's server overwrites objects, so concurrent writers would lose sessions.
    Unfit,
    /// An environment variable contains an invalid address of a server.
    Endpoint,
    /// The bucket is in a region that differs from the requested region.
    Region,
    /// The credentials do not permit the operation.
    Permission,
    /// A part of a session is missing.
    Incomplete,
    /// The content of an object differs from the content that was stored.
    Damaged,
    /// The server has no TLS, and no setting allows a connection without TLS.
    Plain,
    /// An object was deleted while the command used it.
    Deleted,
    /// The service or the network failed.
    Service,
}
