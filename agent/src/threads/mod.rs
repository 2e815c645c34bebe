//! The second layer: the state of each thread, its shadow stack and its calling-context tree, and the values that states, stacks and trees
//! had when the window closed.
//!
//! The layer `threads` uses the layouts of the layer `base`. The hooks call functions of this layer, and the window uses its results.

pub(crate) mod pending_costs;
pub(crate) mod shadow;
pub(crate) mod tree;
pub(crate) mod work;

#[cfg(target_vendor = "apple")]
pub(crate) mod frozen;
#[cfg(target_vendor = "apple")]
mod late_begin;
#[cfg(target_vendor = "apple")]
pub(crate) mod signposts;
#[cfg(target_vendor = "apple")]
mod states;

#[cfg(target_vendor = "apple")]
pub(crate) use late_begin::{begin_later, empty_remaining, prepare_later_begin};
#[cfg(target_vendor = "apple")]
pub(crate) use states::*;
