//! The second layer: each thread's state, its shadow stack and its calling-context tree, and what they were when the window closed.
//!
//! It knows the layouts below it. The hooks call it, and the window uses its results.

pub(crate) mod owed;
pub(crate) mod shadow;
pub(crate) mod tree;
pub(crate) mod work;

#[cfg(target_vendor = "apple")]
pub(crate) mod frozen;
#[cfg(target_vendor = "apple")]
mod states;

#[cfg(target_vendor = "apple")]
pub(crate) use states::*;
