//! Why input cannot be used.

use std::fmt;
use std::io;

use crate::{FileLine, record};

/// Why input cannot be used: the file, the line and the reason.
#[derive(Debug)]
pub struct ReadError {
    pub source: FileLine,
    pub reason: Reason,
}

/// Why input cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum Reason {
    /// The system cannot read it.
    #[error("{0}")]
    Io(io::Error),
    /// Nothing is in it.
    #[error("no launches in it")]
    Empty,
    /// It ends in the middle of something.
    #[error("truncated: {0}")]
    Truncated(String),
    /// It was made for another version of this program.
    #[error("format {found:?}, but this version of launchgate reads {known:?}")]
    Format {
        /// What it says it is.
        found: String,
        /// What is known here.
        known: &'static str,
    },
    /// It has none of the formats that can be read.
    #[error("neither a trace, nor launch records ({})", record::FORMAT)]
    Unknown,
    /// The compressed files expand to more than the setting allows.
    #[error("the compressed files decompress to more than {} MB together; decompress them before", .0 >> 20)]
    Large(u64),
    /// One line is longer than anything sensible.
    #[error("a line of more than {0} bytes")]
    Huge(usize),
    /// Its content is wrong.
    #[error("{0}")]
    Invalid(String),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.source, self.reason)
    }
}

impl std::error::Error for ReadError {}
