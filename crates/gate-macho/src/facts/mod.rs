//! Reads the facts of an app from its files.
//!
//! `app` finds the executable and every embedded library of an app, and `image` reads one of them. For this, `space` maps its addresses,
//! `fixups` counts the pointers that dyld must write, `objc` finds classes and `+load` methods, and `code` finds the names of functions.
//! Invariants: equal bytes result in equal facts; no file makes the reader panic, loop, or take more memory than the size of the file.

mod app;
mod code;
mod error;
mod fixups;
mod image;
mod objc;
mod space;

pub use app::{of_app, of_image};
pub use error::FactsError;
