//! Defines the errors for bytes that are not a valid trace.

use core::fmt;

use crate::layout::{Tag, VERSION};

/// The reason for which reading failed, and its position in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadError {
    /// The section that contains the problem, or `None` for the preamble.
    pub section: Option<Tag>,
    /// The position of the problem in the file, in bytes.
    pub offset: u64,
    /// The defect at this position.
    pub problem: Problem,
}

/// A defect of a trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// The first bytes of the file are not the first bytes of a trace.
    NotATrace,
    /// A version that this reader does not know.
    UnknownVersion(u16),
    /// The file ends before its end section: the writer did not finish, or the file was cut.
    Partial {
        /// The smallest number of bytes that the file needs after this position.
        needed: u64,
    },
    /// The section's bytes do not have the checksum in the file.
    Checksum {
        /// The checksum computed from the bytes.
        computed: u64,
        /// The checksum in the file.
        stated: u64,
    },
    /// A payload length that is not a multiple of 8, or that no file can have.
    BadLength(u64),
    /// A column that exceeds its section.
    ShortSection {
        /// The number of bytes that the column needs.
        needed: u64,
        /// The number of bytes that are left in the section.
        left: u64,
    },
    /// A section that the file has twice.
    RepeatedSection,
    /// A section that every file must have is missing.
    MissingSection(Tag),
    /// The whole-file check, the length or the number of sections in the end section does not fit.
    EndMismatch {
        /// The name of the value that does not fit.
        what: &'static str,
        /// The value computed from the file.
        computed: u64,
        /// The value in the end section.
        stated: u64,
    },
    /// Bytes follow the end section.
    TrailingBytes(u64),
    /// A string whose end precedes its beginning.
    TextOrder {
        /// The row of the string.
        row: u64,
    },
    /// A value that its column does not allow.
    BadValue {
        /// The name of the column.
        column: &'static str,
        /// The row of the value.
        row: u64,
        /// The wrong value in the file.
        value: u64,
        /// A description of the allowed values.
        expected: &'static str,
        /// The bound in the text of `expected`.
        bound: u64,
    },
}

impl ReadError {
    /// Returns whether the file is the beginning of an unfinished trace, because the app ended while the agent wrote it, or a transfer was
    /// interrupted.
    ///
    /// A damaged length may cause the same problem as an unfinished trace.
    pub const fn is_partial(&self) -> bool {
        matches!(self.problem, Problem::Partial { .. })
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.section {
            Some(tag) => write!(f, "section {tag}, byte {}: ", self.offset)?,
            None => write!(f, "preamble, byte {}: ", self.offset)?,
        }
        self.problem.fmt(f)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::NotATrace => f.write_str("not a trace: expected the bytes 89 4c 47 54 0d 0a 1a 0a"),
            Problem::UnknownVersion(found) => {
                write!(f, "trace format {found}, but this reader knows {VERSION}")
            }
            Problem::Partial { needed } => {
                write!(
                    f,
                    "the file ends before the trace does: expected at least {needed} more bytes from here"
                )
            }
            Problem::Checksum { computed, stated } => {
                write!(f, "damaged: expected checksum {stated:#018x}, the bytes have {computed:#018x}")
            }
            Problem::BadLength(length) => write!(f, "payload length {length}, expected a multiple of 8"),
            Problem::ShortSection { needed, left } => {
                write!(f, "expected a column of {needed} bytes, the section has {left} left")
            }
            Problem::RepeatedSection => f.write_str("expected this section once, it is there again"),
            Problem::MissingSection(tag) => {
                write!(f, "expected a section {tag} before the end, there is none")
            }
            Problem::EndMismatch { what, computed, stated } => {
                write!(f, "expected {what} {stated}, the file has {computed}")
            }
            Problem::TrailingBytes(bytes) => {
                write!(f, "expected the end of the file, {bytes} more bytes follow")
            }
            Problem::TextOrder { row } => {
                write!(f, "string {row} ends before it begins, expected ascending ends")
            }
            Problem::BadValue { column, row, value, expected, bound } => {
                write!(f, "{column} of row {row} is ")?;
                // The value means `None` in a column of optional ids.
                if *value == u64::from(u32::MAX) {
                    f.write_str("none")?
                } else {
                    write!(f, "{value}")?
                }
                write!(f, ", expected {expected} {bound}")
            }
        }
    }
}

impl core::error::Error for ReadError {}
