//! Between the hooks and the window: call stacks of threads, taken by time.
//!
//! A thread of the agent's own suspends one thread at a time, copies its stack and lets it go on; what it saw it keeps as a tree of
//! addresses. What the addresses mean is found out when the window has ended.
//! It owns the sampling and what was sampled; that it is to end it sees by itself, what is made of it is the window's.

pub(crate) mod caller;
pub(crate) mod pace;
pub(crate) mod stack;
pub(crate) mod store;

#[cfg(target_vendor = "apple")]
mod sampler;

#[cfg(target_vendor = "apple")]
pub(crate) use sampler::*;
