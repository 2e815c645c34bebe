//! The lowest layer: memory and its layouts, the settings, and bindings of the system's functions.
//!
//! The layer `base` owns the layouts that Rust and the assembly share, the values of the whole process, settings, notes and files. The
//! layer contains no code for threads, hooks or the window.

pub(crate) mod global;
pub(crate) mod layout;
pub(crate) mod memory;
pub(crate) mod plist;
pub(crate) mod rate;
pub(crate) mod settings;
pub(crate) mod sort;

#[cfg(target_vendor = "apple")]
pub(crate) mod clock;
#[cfg(target_vendor = "apple")]
pub(crate) mod file;
#[cfg(target_vendor = "apple")]
pub(crate) mod kernel;
#[cfg(target_vendor = "apple")]
pub(crate) mod notes;
#[cfg(target_vendor = "apple")]
pub(crate) mod process;
#[cfg(target_vendor = "apple")]
pub(crate) mod scratch;
#[cfg(target_vendor = "apple")]
pub(crate) mod stopwatch;
#[cfg(target_vendor = "apple")]
pub(crate) mod sys;
