//! Reads and changes apps and Mach-O files. Reads the facts of apps, makes copies that count the calls of functions, and adds the agent to
//! apps.
#![forbid(unsafe_code)]

pub mod facts;
pub mod inject;
pub mod read;
pub mod rewrite;
