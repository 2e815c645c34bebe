//! Defines the errors that prevent reading the facts of an app.

use std::path::PathBuf;

use gate_facts::FactsFileError;

use crate::inject::InjectError;

/// An error in reading the facts of an app.
#[derive(Debug, thiserror::Error)]
pub enum FactsError {
    /// The app itself cannot be read. The file is not an app, is an archive that must not be unpacked, or cannot be opened.
    #[error(transparent)]
    App(#[from] InjectError),
    /// A Mach-O file of the app is damaged.
    #[error("{}: {reason}", path.display())]
    Image {
        /// The path of the file; for a file in an archive, the path of the entry.
        path: PathBuf,
        /// The defect of the file.
        reason: String,
    },
    /// A Mach-O file of the app is for a CPU or platform other than an iPhone's.
    #[error("{}: {reason}", path.display())]
    NotForPhones {
        /// The path of the file; for a file in an archive, the path of the entry.
        path: PathBuf,
        /// The CPU or platform of the file.
        reason: String,
    },
    /// A stored file of facts cannot be used.
    #[error(transparent)]
    Kept(#[from] FactsFileError),
}
