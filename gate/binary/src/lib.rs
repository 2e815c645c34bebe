//! Apps as files: Mach-O images, their symbols, how functions are counted in them, and how the agent gets in.
#![forbid(unsafe_code)]

pub mod inject;
pub mod macho;
pub mod rewrite;
pub mod symbols;
