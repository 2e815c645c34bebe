//! The calling-context trees of a trace, as columns of numbers with the agent's own cost taken off.
//!
//! Invariant: a node's parent stands before it, so that one pass forwards or backwards is enough.

use trace::Reader;

use crate::launches::Thread;

use super::Scale;

/// No node, no method.
pub(super) const NONE: u32 = u32::MAX;

/// The trees of all threads, as columns of numbers; a node's parent stands before it.
pub(super) struct Tree {
    pub(super) parent: Vec<u32>,
    /// The row of the method in the trace.
    pub(super) method: Vec<u32>,
    pub(super) calls: Vec<f64>,
    /// Time in the node itself, the agent's cost taken off.
    pub(super) own: Vec<f64>,
    /// Time in the node and below it, the agent's cost taken off.
    pub(super) total: Vec<f64>,
    /// What the agent's cost was: in the node's own time, and in its caller's.
    pub(super) overhead: Vec<f64>,
    pub(super) thread: Vec<Thread>,
}

impl Tree {
    pub(super) fn of(trace: &Reader<'_>, scale: &Scale) -> Tree {
        let index = |id: Option<u32>| id.unwrap_or(NONE);
        let parent: Vec<u32> = trace.nodes.parent.iter().map(|id| index(id.map(|id| id.0))).collect();
        let method: Vec<u32> = trace.nodes.method.iter().map(|id| index(id.map(|id| id.0))).collect();
        let calls: Vec<f64> = trace.nodes.calls.iter().map(|count| count.0 as f64).collect();
        let mut own: Vec<f64> = trace.nodes.total.iter().map(|ticks| scale.span(ticks)).collect();
        let mut overhead = vec![0.0; parent.len()];

        for node in (0..parent.len()).rev() {
            let first = f64::from(calls[node] > 0.0);
            let of_calls = |new: f64, known: f64| first * new + (calls[node] - first) * known;
            let inside = of_calls(scale.new_node.0, scale.send.0);
            let outside = of_calls(scale.new_node.1, scale.send.1);
            overhead[node] = inside + outside;
            if parent[node] != NONE {
                let raw = scale.span(trace.nodes.total.get(node).unwrap_or_default());
                own[parent[node] as usize] -= raw + outside;
            }
            own[node] -= inside;
        }
        // A measured overhead may be more than a fast call took, and a call cut off by a throw is
        // shorter than what it called; neither is a cost below nothing.
        for (own, method) in own.iter_mut().zip(&method) {
            *own = if *method == NONE { 0.0 } else { own.max(0.0) };
        }
        let mut total = own.clone();
        for node in (0..parent.len()).rev() {
            if parent[node] != NONE {
                total[parent[node] as usize] += total[node];
            }
        }
        let mut thread = vec![Thread::Other; parent.len()];
        for row in trace.threads.iter().filter(|thread| thread.is_main) {
            thread[row.root.index()] = Thread::Main;
        }
        for node in 0..parent.len() {
            if parent[node] != NONE {
                thread[node] = thread[parent[node] as usize];
            }
        }
        Tree { parent, method, calls, own, total, overhead, thread }
    }

    pub(super) fn len(&self) -> usize {
        self.parent.len()
    }

    /// Whether a node is called by no other method.
    pub(super) fn is_top(&self, node: usize) -> bool {
        self.parent[node] == NONE || self.method[self.parent[node] as usize] == NONE
    }

    /// Whether the node's method is among its callers, for every node.
    pub(super) fn recursive(&self, methods: usize) -> Vec<bool> {
        // Children as linked lists, so that the walk is linear in the nodes however deep they are.
        let (mut child, mut sibling) = (vec![NONE; self.len()], vec![NONE; self.len()]);
        let mut roots = Vec::new();
        for node in (0..self.len()).rev() {
            match self.parent[node] {
                NONE => roots.push(node as u32),
                parent => sibling[node] = std::mem::replace(&mut child[parent as usize], node as u32),
            }
        }
        let mut active = vec![0_u32; methods];
        let mut recursive = vec![false; self.len()];
        for root in roots {
            let mut node = root;
            'walk: loop {
                if let Some(active) = active.get_mut(self.method[node as usize] as usize) {
                    recursive[node as usize] = *active > 0;
                    *active += 1;
                }
                if child[node as usize] != NONE {
                    node = child[node as usize];
                    continue;
                }
                loop {
                    if let Some(active) = active.get_mut(self.method[node as usize] as usize) {
                        *active -= 1;
                    }
                    if node == root {
                        break 'walk;
                    }
                    if sibling[node as usize] != NONE {
                        node = sibling[node as usize];
                        break;
                    }
                    node = self.parent[node as usize];
                }
            }
        }
        recursive
    }
}
