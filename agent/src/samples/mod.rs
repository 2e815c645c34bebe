//! This layer is between the hooks and the window. It takes call stacks of threads at intervals.
//!
//! A thread of the agent suspends one other thread at a time, copies its stack and resumes it. The stacks are kept as a tree of addresses,
//! and the addresses are resolved after the window. This module owns the sampling thread and the samples. The thread ends by itself with
//! the window, and the window uses the samples.

pub(crate) mod caller;
pub(crate) mod pace;
pub(crate) mod stack;
pub(crate) mod store;

#[cfg(target_vendor = "apple")]
mod sampler;

#[cfg(target_vendor = "apple")]
pub(crate) use sampler::*;
