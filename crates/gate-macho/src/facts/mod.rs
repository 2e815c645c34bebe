//! Reads the facts of an app, such as its classes and initialisers, from its files.
//!
//! `app` finds the executable and every embedded library of an app, and `image` reads each of these files. `space` maps the addresses of a
//! file, and `fixups` counts the pointers that dyld must write. `objc` finds classes and `+load` methods, and `code` finds the names of
//! functions.
//!
//! Invariants: equal bytes result in equal facts. No file makes the reader panic, run forever, or take more memory than the size of the
//! file.

mod app;
mod code;
mod error;
mod fixups;
mod image;
mod objc;
mod space;

pub use app::{read_app_facts, read_image_facts};
pub use error::FactsError;
