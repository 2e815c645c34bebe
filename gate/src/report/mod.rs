//! What was decided, shown. One [`Report`] value, one file per format; nothing here decides.
//!
//! [`build`] puts the value together from verdict, comparison and launches; every renderer reads the value and nothing else, so
//! that a kept report ([`json`], [`read_json`]) renders later without them.

mod build;
mod html;
mod human;
mod json;
mod parts;
mod text;
pub mod value;
mod words;

pub use build::{Material, Outcome, build};
pub use html::html;
pub use human::{Look, human};
pub use json::{ReadError, json, read_json};
pub use text::shown;
pub use value::Report;
