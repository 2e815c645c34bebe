//! Exports launches to formats of other tools.
//!
//! Two sources: [`CallTree`], the average launch with every call, from whatever recorder; and [`Timeline`](gate_launches::Timeline), one trace in time
//! with the calls above the recorder's threshold.
//!
//! Invariant: equal launches give equal bytes, and exports make no judgement.

mod chrome;
mod collapsed;
mod sampled;
mod tree;

pub use chrome::write_chrome;
pub use collapsed::write_collapsed;
pub use gate_launches::write_launches;
pub use sampled::{Hot, hot_functions};
pub use tree::{CallTree, Node};
