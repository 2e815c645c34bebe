//! What every other crate of the gate may use: names, paths, property lists, folders of work in progress and git.
#![forbid(unsafe_code)]

pub mod boundary;
pub mod git;
pub mod names;
pub mod plists;
pub mod sides;
pub mod stage;
