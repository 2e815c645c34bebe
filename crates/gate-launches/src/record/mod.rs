//! The launch record: one launch as one line of JSON, which the gate writes, and reads from recorders other than the agent too.
//!
//! Owns the names of the fields; the published form of them is `schema/launch-1.schema.json`.
//! What is small has one type for both directions (`wire`).
//! What is large has none: method names go from the line into the table (`read`) and from the table into the line (`write`) without a
//! copy in between.
//!
//! Invariant: a launch that is written reads back as the same launch.

mod quick;
mod read;
#[cfg(test)]
mod tests;
mod wire;
mod write;

pub(super) use read::{RecordError, parse, shortened};
pub use write::write as write_launches;

/// What a record's `format` is.
pub const FORMAT: &str = "launchgate.launch/1";

/// Longer names are shortened: nothing that is shown or stored has room for them.
pub(super) const LONGEST_NAME: usize = 16 * 1024;
