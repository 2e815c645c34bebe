//! The verdict for programs that act on it: in brief, and with the evidence of each finding.

mod brief;

pub use brief::{LONGEST, brief};
