//! Defines the errors of input that cannot be used.

use std::fmt;
use std::io;

use crate::{FileLine, record};

/// An error for input that cannot be used: the file, the line and the reason.
#[derive(Debug)]
pub struct ReadError {
    pub source: FileLine,
    pub reason: Reason,
}

/// The reason for which input cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum Reason {
    /// The system cannot read the input.
    #[error("{0}")]
    Io(io::Error),
    /// The file is empty.
    #[error("no launches in it")]
    Empty,
    /// The input ends in the middle of a launch.
    #[error("truncated: {0}")]
    Truncated(String),
    /// The format of the file belongs to a different version of this program.
    #[error("format {found:?}, but this version of launchgate reads {known:?}")]
    Format {
        /// The format in the file.
        found: String,
        /// The format that this version reads.
        known: &'static str,
    },
    /// The file has no known format.
    #[error("neither a trace, nor launch records ({})", record::FORMAT)]
    Unknown,
    /// The compressed files expand to more than the setting allows.
    #[error("the compressed files decompress to more than {} MB together", .0 >> 20)]
    Large(u64),
    /// A trace or a line is larger than the setting allows.
    #[error("more than {} MB for one launch", .0 >> 20)]
    Huge(u64),
    /// The content is invalid.
    #[error("{0}")]
    Invalid(String),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.source, self.reason)
    }
}

impl std::error::Error for ReadError {}
