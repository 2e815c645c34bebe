//! Drawings of the pages as columns: call trees, and launches in time.

use serde::{Deserialize, Serialize};

use super::value::is_default;

/// The call tree of both sides as columns; the parent of a node has a smaller index.
///
/// Averages over the launches of the [`Waterfall`](super::value::Waterfall); a node's total is its self cost and its children's totals.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tree {
    /// `main`, or `other` for all other threads together.
    pub thread: String,
    /// The index of the caller; `None` without a recorded caller.
    pub parent: Vec<Option<u32>>,
    /// Index into [`Report::names`](super::value::Report::names); `None` for the remainder of callees that are too small to show.
    pub name: Vec<Option<u32>>,
    /// Self cost in the baseline.
    pub base_ns: Vec<i64>,
    /// Self cost now.
    pub head_ns: Vec<i64>,
    /// Calls in the baseline.
    pub base_calls: Vec<f64>,
    pub head_calls: Vec<f64>,
    /// Indexes of nodes that are functions which samples found: their cost is a share of their caller's own, or of a phase outside
    /// Objective-C, and their calls were not counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sampled: Vec<u32>,
    /// Within what each of these grew by what it did: this holds of all of them together in 95 % of checks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sampled_within_ns: Vec<i64>,
    /// The node that is what runs in no method.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outside: Option<u32>,
    /// Indexes of nodes whose cost in the base is not known: the base is a stored tree, which has no nodes below a limit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<u32>,
    /// The limit below which each of these nodes cost in the base.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unknown_below_ns: i64,
}

impl Tree {
    /// Adds a node, with its own costs and calls in base and head, and returns its index.
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

/// One launch of each side in time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Timelines {
    /// The baseline's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<Timeline>,
    /// The new one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<Timeline>,
}

/// A launch in time, counted from the start of the process, the agent's cost included.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Timeline {
    pub session: String,
    /// Its number.
    pub launch: u64,
    /// Moments, in order.
    pub marks: Vec<TimelineMark>,
    /// View controllers, from the first that was seen of each to its first frame.
    pub pages: Vec<TimelinePage>,
    /// Threads, the main one first.
    pub threads: Vec<TimelineThread>,
    /// Calls that the recorder had no room for.
    pub dropped_calls: u64,
    /// Long calls that the recorder dropped in the timeline.
    pub dropped_events: u64,
    /// Slices that are not here, since they were the shortest of too many.
    #[serde(default, skip_serializing_if = "is_default")]
    pub left_out: u64,
}

/// A moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimelineMark {
    /// Its name: `main`, `first_frame`, ….
    pub name: String,
    pub at_ns: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimelinePage {
    /// The class of the view controller.
    pub name: String,
    /// When it was first seen.
    pub from_ns: f64,
    /// When it was on the screen.
    pub to_ns: f64,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TimelineThread {
    pub name: String,
    /// Whether it is the main thread.
    pub is_main: bool,
    /// The calls above the recorder's threshold.
    pub slices: Slices,
}

/// Calls as columns, in order of (start, depth); a call is inside the nearest call before it that has a smaller depth.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Slices {
    /// Index into [`Report::names`](super::value::Report::names).
    pub name: Vec<u32>,
    /// The number of slices around each slice.
    pub depth: Vec<u32>,
    /// The start of each slice.
    pub start_ns: Vec<f64>,
    /// The duration of each slice.
    pub duration_ns: Vec<f64>,
}
