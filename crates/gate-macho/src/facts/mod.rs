//! Reads the facts of an app from its files.
//!
//! `app` finds the executable and every embedded library of an app, `image` reads one of them (`space` its addresses, `fixups` what
//! dyld must write, `objc` classes and `+load`, `code` names of functions).
//! Invariants: equal bytes give equal facts; no byte of a file makes the reader panic, loop, or take more memory than the file.

mod app;
mod code;
mod error;
mod fixups;
mod image;
mod objc;
mod space;

pub use app::{of_app, of_image};
pub use error::FactsError;
