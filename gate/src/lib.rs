//! Compares launch-time distributions with baselines and names what got slower.
#![forbid(unsafe_code)]

pub mod app;
pub mod bisect;
pub mod cli;
pub mod comment;
pub mod explain;
pub mod export;
pub mod init;

pub use binary::{inject, rewrite, symbols};
pub use common::{git, names};
#[cfg(feature = "store")]
pub use store;
pub use {
    attribute, baseline, compare, config, device, facts, judge, launches, report, stats, trend, verdict,
};
