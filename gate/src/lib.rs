//! Compares launch-time distributions with baselines and names what got slower.
#![forbid(unsafe_code)]

pub mod app;
pub mod bisect;
pub mod cli;
pub mod comment;
pub mod explain;
pub mod export;
