//! Reads the calling-context trees of a trace as columns of numbers, without the agent's own cost.
//!
//! Invariant: a node's parent precedes it, so a forward pass visits callers before callees, and a backward pass visits callees before
//! callers.

use trace::Reader;

use super::TickScale;
use crate::ThreadKind;

/// The number that means "no node" or "no method".
pub(super) const NONE: u32 = u32::MAX;

/// The trees of all threads as columns of numbers; a node's parent precedes it.
#[derive(Default)]
pub(super) struct ThreadTrees {
    pub(super) parent: Vec<u32>,
    /// The row of the method in the trace.
    pub(super) method: Vec<u32>,
    pub(super) calls: Vec<f64>,
    /// Self time of the node, without the agent's cost.
    pub(super) own: Vec<f64>,
    /// Time of the node and its callees, without the agent's cost.
    pub(super) total: Vec<f64>,
    /// The agent's cost for the calls of the node and of its callees. The cost consists of the parts in the times of these calls and in the
    /// times of their callers.
    pub(super) overhead: Vec<f64>,
    /// The number of nodes in the subtree, including the node itself.
    size: Vec<u32>,
    pub(super) thread: Vec<ThreadKind>,
}

impl ThreadTrees {
    /// Reads the trees of `trace` into the buffers of an old tree.
    pub(super) fn new(trace: &Reader<'_>, scale: &TickScale, old: ThreadTrees) -> ThreadTrees {
        let ThreadTrees {
            mut parent,
            mut method,
            mut calls,
            mut own,
            mut total,
            mut overhead,
            mut size,
            mut thread,
        } = old;
        let index = |id: Option<u32>| id.unwrap_or(NONE);
        parent.clear();
        parent.extend(trace.nodes.parent.iter().map(|id| index(id.map(|id| id.0))));
        method.clear();
        method.extend(trace.nodes.method.iter().map(|id| index(id.map(|id| id.0))));
        calls.clear();
        calls.extend(trace.nodes.calls.iter().map(|count| count.0 as f64));
        let count = parent.len();
        for column in [&mut own, &mut total, &mut overhead] {
            column.clear();
            column.resize(count, 0.0);
        }
        size.clear();
        size.resize(count, 1);
        // The loop goes from the leaves upwards: when the loop reaches a node, the node's entries already contain the sums of its callees.
        for node in (0..count).rev() {
            let raw = scale.ticks_to_ns(trace.nodes.total.get(node).unwrap_or_default());
            let first = f64::from(calls[node] > 0.0);
            let of_calls = |new: f64, known: f64| first * new + (calls[node] - first) * known;
            let inside = of_calls(scale.new_node.0, scale.send.0);
            let outside = of_calls(scale.new_node.1, scale.send.1);
            // A measured overhead may exceed the time of a short call, and a call that ended by an exception is shorter than its callees.
            // The result is therefore raised to 0 if it is negative.
            let left = (raw - own[node] - inside).max(0.0);
            own[node] = if method[node] == NONE { 0.0 } else { left };
            total[node] += own[node];
            overhead[node] += inside + outside;
            if parent[node] != NONE {
                let parent = parent[node] as usize;
                own[parent] += raw + outside;
                total[parent] += total[node];
                // The callees of an unknown method count as outermost, see `is_top`.
                overhead[parent] += if method[node] == NONE { 0.0 } else { overhead[node] };
                size[parent] += size[node];
            }
        }
        thread.clear();
        thread.resize(count, ThreadKind::Other);
        for row in trace.threads.iter().filter(|thread| thread.is_main) {
            thread[row.root.index()] = ThreadKind::Main;
        }
        for node in 0..count {
            if parent[node] != NONE {
                thread[node] = thread[parent[node] as usize];
            }
        }
        ThreadTrees { parent, method, calls, own, total, overhead, size, thread }
    }

    pub(super) fn len(&self) -> usize {
        self.parent.len()
    }

    /// Returns whether a node has no parent, or a parent without a known method.
    pub(super) fn is_top(&self, node: usize) -> bool {
        self.parent[node] == NONE || self.method[self.parent[node] as usize] == NONE
    }

    /// Returns for every node whether the node's method is also one of its callers.
    pub(super) fn find_recursive_nodes(&self, methods: usize) -> Vec<bool> {
        // In a preorder numbering, the nodes of a subtree have consecutive numbers. A call is therefore recursive if its number is below
        // the end of the subtree of an earlier call of the same method.
        let mut order = vec![0_u32; self.len()];
        let (mut next_root, mut next_below) = (0, vec![0_u32; self.len()]);
        for node in 0..self.len() {
            let next = match self.parent[node] {
                NONE => &mut next_root,
                parent => &mut next_below[parent as usize],
            };
            let number = *next;
            *next += self.size[node];
            next_below[node] = number + 1;
            order[number as usize] = node as u32;
        }
        let mut over_at = vec![0_u32; methods];
        let mut recursive = vec![false; self.len()];
        for (number, node) in (0_u32..).zip(order) {
            let node = node as usize;
            if let Some(over_at) = over_at.get_mut(self.method[node] as usize) {
                recursive[node] = number < *over_at;
                *over_at = (*over_at).max(number + self.size[node]);
            }
        }
        recursive
    }
}
