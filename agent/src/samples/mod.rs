//! Between the hooks and the window: call stacks of threads, taken by time.
//!
//! A thread of the agent suspends one thread at a time, copies its stack and resumes it; the stacks are kept as a tree of addresses. The
//! addresses are resolved after the window.
//! It owns the sampling and the samples, and ends by itself with the window; the window uses the samples.

pub(crate) mod caller;
pub(crate) mod pace;
pub(crate) mod stack;
pub(crate) mod store;

#[cfg(target_vendor = "apple")]
mod sampler;

#[cfg(target_vendor = "apple")]
pub(crate) use sampler::*;
