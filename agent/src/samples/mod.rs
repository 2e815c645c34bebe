//! The fourth layer, which takes call stacks of threads at intervals; it uses the hooks, and the window uses it.
//!
//! A thread of the agent suspends one other thread at a time, copies its stack and resumes it. The stacks are stored as a tree of
//! addresses, and the addresses are resolved after the window. The layer `samples` owns the sampling thread and the samples. The sampling
//! thread ends by itself when the window ends, and the window then writes the samples to the trace.

pub(crate) mod caller;
pub(crate) mod pace;
#[cfg(target_vendor = "apple")]
pub(crate) mod run_state;
pub(crate) mod stack;
pub(crate) mod store;

#[cfg(target_vendor = "apple")]
mod sampler;

#[cfg(target_vendor = "apple")]
pub(crate) use sampler::*;
