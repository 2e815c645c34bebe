//! Apps and Mach-O files: reading them, counting the calls of their functions, and putting the agent into them.
#![forbid(unsafe_code)]

pub mod facts;
pub mod inject;
pub mod read;
pub mod rewrite;
