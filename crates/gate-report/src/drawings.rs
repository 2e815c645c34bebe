//! Defines the data of the drawings on the HTML page, stored as columns: call trees, and launches over time.

use gate_launches::RecordedPage;
use serde::{Deserialize, Serialize};

use super::value::is_default;

/// The call tree of both sides, stored as columns. The parent of a node has a smaller index than the node.
///
/// The values are averages over the launches of the [`Waterfall`](super::value::Waterfall). The total of a node is its self cost plus the
/// totals of its children.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tree {
    /// The name of the thread, which is `main`, or `other` for all other threads together.
    pub thread: String,
    /// The index of each node's caller or phase; `None` without a recorded caller and phase.
    pub parent: Vec<Option<u32>>,
    /// The index of each node's name in [`Report::names`](super::value::Report::names); `None` for the remainder of callees that are too
    /// small to show.
    pub name: Vec<Option<u32>>,
    /// The self cost of each node in the base.
    pub base_ns: Vec<i64>,
    /// The self cost of each node in the head.
    pub head_ns: Vec<i64>,
    /// The calls of each node in the base.
    pub base_calls: Vec<f64>,
    pub head_calls: Vec<f64>,
    /// The indices of nodes for functions that samples found. The cost of these functions is a share of their caller's own cost or of a
    /// phase's time outside Objective-C, and their calls were not counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sampled: Vec<u32>,
    /// For each node in `sampled`, half the width of the confidence interval of the node's growth. In 95 % of checks, the intervals of all
    /// functions contain the true growth.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sampled_within_ns: Vec<i64>,
    /// The indices of the nodes for phases, in the order of time. If there are such nodes, they are the roots of the tree.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub phases: Vec<u32>,
    /// The indices of the nodes for code that runs outside of methods: one in each phase, or one root in a tree without phases.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outside: Vec<u32>,
    /// The indices of nodes whose cost in the base is unknown, because the base is a stored tree without nodes below a limit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<u32>,
    /// The limit below which the nodes in `unknown` are omitted from the base's stored tree: each of them costs less than this in the base.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unknown_below_ns: i64,
}

impl Tree {
    /// Returns the caller of a node; `None` without a recorded caller.
    pub fn caller(&self, node: usize) -> Option<u32> {
        self.parent[node].filter(|parent| !self.phases.contains(parent))
    }

    /// Adds a node with its self costs and calls in base and head, and returns the index of the node.
    pub fn push(&mut self, parent: Option<u32>, name: Option<u32>, ns: [i64; 2], calls: [f64; 2]) -> u32 {
        self.parent.push(parent);
        self.name.push(name);
        self.base_ns.push(ns[0]);
        self.head_ns.push(ns[1]);
        self.base_calls.push(calls[0]);
        self.head_calls.push(calls[1]);
        (self.parent.len() - 1) as u32
    }
}

/// The timelines of one launch of each side.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Timelines {
    /// The timeline of the base.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<Timeline>,
    /// The timeline of the head.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<Timeline>,
}

/// One launch over time. Times are counted from the start of the process and include the agent's cost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Timeline {
    pub session: String,
    /// The number of the launch in its session.
    pub launch: u64,
    /// The marks in the order of time.
    pub marks: Vec<TimelineMark>,
    /// View controllers, each from the time at which the recorder first saw it to its first frame.
    pub pages: Vec<TimelinePage>,
    /// The threads, the main thread first.
    pub threads: Vec<TimelineThread>,
    /// Number of calls that the recorder did not record because its memory was full.
    pub dropped_calls: u64,
    /// Number of long calls that the recorder dropped from the timeline.
    pub dropped_events: u64,
    /// The number of slices that were omitted, the shortest ones first, because there were too many.
    #[serde(default, skip_serializing_if = "is_default")]
    pub left_out: u64,
}

/// A mark: a moment of the launch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimelineMark {
    /// The name of the mark, such as `main` or `first_frame`.
    pub name: String,
    pub at_ns: f64,
}

impl From<&RecordedPage> for TimelinePage {
    fn from(page: &RecordedPage) -> Self {
        TimelinePage { name: page.name.clone(), from_ns: page.from_ns.round(), to_ns: page.to_ns.round() }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimelinePage {
    /// The class of the view controller.
    pub name: String,
    /// The time at which the recorder first saw the view controller.
    pub from_ns: f64,
    /// The time of the page's first frame.
    pub to_ns: f64,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TimelineThread {
    pub name: String,
    /// Whether the thread is the main thread.
    pub is_main: bool,
    /// The slices: the calls that take longer than the recorder's threshold.
    pub slices: TimelineSlices,
}

/// The slices (calls) of a thread, stored as columns, in the order of (start, depth). A slice is inside the nearest earlier slice with a
/// smaller depth.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TimelineSlices {
    /// The index of each name in [`Report::names`](super::value::Report::names).
    pub name: Vec<u32>,
    /// The number of slices (calls) that contain each slice.
    pub depth: Vec<u32>,
    /// The start of each slice.
    pub start_ns: Vec<f64>,
    /// The duration of each slice.
    pub duration_ns: Vec<f64>,
}
