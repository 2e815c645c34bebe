//! Launches in formats that others read.
//!
//! Invariant: equal launches give equal bytes, and nothing here decides anything.

mod launches;

pub use launches::write_launches;
