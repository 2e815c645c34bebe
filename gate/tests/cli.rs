//! Tests the command from input files to the exit code, with launches that are generated from a seed.

mod advice;
mod again;
pub mod app;
mod backtest;
mod bad_input;
mod bisect;
mod check;
mod doctor;
mod facts;
mod judge;
mod messages;
mod out;
#[cfg(unix)]
mod paths;
mod policy;
pub mod schema;
#[cfg(feature = "store")]
mod shared;
#[cfg(feature = "store")]
mod shared_objects;
mod shell;
mod shown;
mod store;
mod trend;
mod unmatched;
mod words;
