//! Compares launch-time distributions with baselines and names what got slower.
#![forbid(unsafe_code)]

pub mod app;
pub mod attribute;
pub mod baseline;
pub mod bisect;
mod boundary;
pub mod cli;
pub mod comment;
pub mod compare;
pub mod config;
pub mod device;
pub mod explain;
pub mod export;
pub mod facts;
pub mod git;
pub mod init;
pub mod inject;
pub mod judge;
pub mod launches;
mod macho;
pub mod names;
mod plists;
pub mod report;
pub mod rewrite;
mod sides;
mod stage;
pub mod stats;
#[cfg(feature = "store")]
pub mod store;
pub mod symbols;
pub mod trend;
pub mod verdict;
