//! The command from files to exit code, on launches generated from a seed.
#![expect(clippy::unwrap_used, reason = "a test's own files")]
#![expect(unreachable_pub, reason = "the modules of a test are its own")]

mod advice;
mod again;
mod app;
mod bad_input;
mod bisect;
mod check;
mod facts;
mod judge;
mod lab;
mod out;
mod plain;
mod schema;
mod session;
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
