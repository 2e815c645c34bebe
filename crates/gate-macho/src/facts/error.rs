//! The errors for an app whose facts cannot be read.

use std::path::PathBuf;

use gate_facts::KeptFactsError;

use crate::inject::InjectError;

/// The reason for which the facts of an app cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum FactsError {
    /// The app itself cannot be read: it is no app, an archive that must not be unpacked, or a file that the system refuses.
    #[error(transparent)]
    App(#[from] InjectError),
    /// A Mach-O file of the app is damaged.
    #[error("{}: {reason}", path.display())]
    Image {
        /// The file, or its path in the archive.
        path: PathBuf,
        /// The defect of the file.
        reason: String,
    },
    /// A Mach-O file of the app is for another CPU or platform than an iPhone's.
    #[error("{}: {reason}", path.display())]
    NotForPhones {
        /// The file, or its path in the archive.
        path: PathBuf,
        /// The CPU or platform of the file.
        reason: String,
    },
    /// A stored file of facts cannot be used.
    #[error(transparent)]
    Kept(#[from] KeptFactsError),
}
