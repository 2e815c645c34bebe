//! Reads and writes the launch record: one launch as one line of JSON. The gate writes launch records, and reads those of recorders other
//! than the agent.
//!
//! The module `record` defines the names of the fields; `schema/launch-1.schema.json` publishes these names. Small structs are the same for
//! both directions (`wire`). Methods are converted directly: their names go from the line into the table (`read`) and from the table into
//! the line (`write`) without a copy in between.
//!
//! Invariant: a launch that is written and read back equals the original launch.

mod read;
#[cfg(test)]
mod tests;
mod wire;
mod write;

pub(super) use read::{RecordError, parse, shorten_name};
pub use write::write as write_launches;

/// The value of the field `format` of a record.
pub const FORMAT: &str = "launchgate.launch/1";

/// Names that are longer than this number of bytes are shortened, because reports and stores have no space for them.
pub(super) const LONGEST_NAME: usize = 16 * 1024;
