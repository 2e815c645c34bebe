//! Why an app has no facts.

use std::path::PathBuf;

use gate_facts::KeptFactsError;

use crate::inject::InjectError;

/// Why an app has no facts.
#[derive(Debug, thiserror::Error)]
pub enum FactsError {
    /// The app itself: no app, an archive that must not be unpacked, a file that the system refuses.
    #[error(transparent)]
    App(#[from] InjectError),
    /// A Mach-O file of it.
    #[error("{}: {reason}", path.display())]
    Image {
        /// The file, or its place in the archive.
        path: PathBuf,
        /// The defect of the file.
        reason: String,
    },
    /// A Mach-O file of it is for another CPU or platform than an iPhone's.
    #[error("{}: {reason}", path.display())]
    NotForPhones {
        /// The file, or its place in the archive.
        path: PathBuf,
        /// The CPU or platform of the file.
        reason: String,
    },
    /// A file of facts that was kept.
    #[error(transparent)]
    Kept(#[from] KeptFactsError),
}
