//! Exports launches to formats of other tools.
//!
//! An export has one of two sources. [`CallTree`] is the average launch with every call, from any recorder.
//! [`Timeline`](gate_launches::Timeline) is one trace over time, with the calls above the recorder's threshold.
//!
//! Invariant: equal launches give equal bytes, and exports make no judgement.

mod chrome;
mod collapsed;
mod sampled;
mod tree;

pub use chrome::write_chrome;
pub use collapsed::write_collapsed;
pub use gate_launches::write_launches;
pub use sampled::{SampledFunction, hot_functions, sampled_stacks};
pub use tree::{CallTree, Node};
