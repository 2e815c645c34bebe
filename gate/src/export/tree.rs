//! Averages the call trees of launches: computes the mean cost of each calling context.
//!
//! Invariant: a node's parent precedes it. A node's total is its self cost plus the totals of those children that are methods. The times of
//! sampled functions below a method are parts of the method's self cost, and their sum never exceeds it.

use gate_launches::{Launches, ThreadKind};
use hashbrown::HashMap;

/// A call tree.
#[derive(Clone, Debug, Default)]
pub struct CallTree {
    /// The names of methods and functions.
    pub names: Vec<String>,
    pub nodes: Vec<Node>,
    /// Number of launches that were averaged.
    pub launches: usize,
}

/// A calling context: a method or function, and the calls that led to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node {
    /// The index of the caller's node.
    pub parent: Option<usize>,
    /// The index of the node's name.
    pub name: usize,
    /// The number of nodes above this node.
    pub depth: usize,
    pub thread: ThreadKind,
    /// The number of calls in an average launch.
    pub calls: f64,
    /// The time in the node itself, in an average launch.
    pub self_ns: f64,
    /// The time in the node and all its callees, in an average launch.
    pub total_ns: f64,
    /// Whether the node is a sampled function below a method. The times of a sampled function are shares of the method's own time, and its
    /// calls are unknown.
    pub sampled: bool,
    /// The part of `self_ns` that belongs to the sampled functions below this node.
    pub sampled_ns: f64,
}

impl Node {
    /// Returns the part of the self time that belongs to no sampled function below this node.
    pub(crate) fn rest_ns(&self) -> f64 {
        (self.self_ns - self.sampled_ns).max(0.0)
    }
}

impl CallTree {
    /// Builds the call tree of launches, which must have been read with the callers of each method (`ReadOptions::paths`).
    pub fn new(launches: &Launches) -> CallTree {
        let table = &launches.table;
        let mut tree = CallTree {
            names: table.methods().map(|(_, method)| method.name.to_string()).collect(),
            nodes: Vec::new(),
            launches: launches.launches.len(),
        };
        let mut known: HashMap<(Option<usize>, usize, ThreadKind), usize> = HashMap::new();
        let mut of_path: HashMap<(u32, ThreadKind), usize> = HashMap::new();
        for cost in launches.launches.iter().flat_map(|launch| &launch.costs) {
            let thread = cost.thread;
            let mut parent = None;
            if let Some(path) = cost.path {
                parent = of_path.get(&(path.0, thread)).copied();
                if parent.is_none() {
                    for caller in table.path(path) {
                        parent = Some(tree.find_or_add_child(&mut known, parent, caller.0 as usize, thread));
                    }
                    if let Some(parent) = parent {
                        of_path.insert((path.0, thread), parent);
                    }
                }
            }
            let node = tree.find_or_add_child(&mut known, parent, cost.method.0 as usize, thread);
            tree.nodes[node].calls += cost.calls;
            tree.nodes[node].self_ns += cost.self_ns.0;
        }
        let share = 1.0 / tree.launches.max(1) as f64;
        for node in &mut tree.nodes {
            node.calls *= share;
            node.self_ns *= share;
            node.total_ns = node.self_ns;
        }
        for at in (0..tree.nodes.len()).rev() {
            if let Some(parent) = tree.nodes[at].parent {
                tree.nodes[parent].total_ns += tree.nodes[at].total_ns;
            }
        }
        tree
    }

    pub(super) fn find_or_add_child(
        &mut self,
        known: &mut HashMap<(Option<usize>, usize, ThreadKind), usize>,
        parent: Option<usize>,
        name: usize,
        thread: ThreadKind,
    ) -> usize {
        *known.entry((parent, name, thread)).or_insert_with(|| {
            let depth = parent.map_or(0, |parent| self.nodes[parent].depth + 1);
            self.nodes.push(Node {
                parent,
                name,
                depth,
                thread,
                calls: 0.0,
                self_ns: 0.0,
                total_ns: 0.0,
                sampled: false,
                sampled_ns: 0.0,
            });
            self.nodes.len() - 1
        })
    }

    /// Returns all names. The names of sampled functions are marked.
    pub(crate) fn shown_names(&self) -> Vec<String> {
        let mut names = self.names.clone();
        self.sampled_names().into_iter().for_each(|name| names[name].push_str(SAMPLED));
        names
    }

    /// Returns the indices of names that belong to sampled functions and not to methods.
    pub(super) fn sampled_names(&self) -> Vec<usize> {
        let mut names: Vec<usize> =
            self.nodes.iter().filter(|node| node.sampled).map(|node| node.name).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Returns the name of a node.
    pub fn name(&self, node: usize) -> &str {
        &self.names[self.nodes[node].name]
    }

    /// Returns the indices of the names from the root to this node, including the name of the node.
    pub fn names_from_root(&self, node: usize) -> Vec<usize> {
        let nodes = std::iter::successors(Some(node), |at| self.nodes[*at].parent);
        let mut stack: Vec<usize> = nodes.map(|at| self.nodes[at].name).collect();
        stack.reverse();
        stack
    }

    /// Returns the children of each node; the last entry contains the roots. Each list is sorted by cost in descending order, then by name.
    pub fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.nodes.len() + 1];
        for (at, node) in self.nodes.iter().enumerate() {
            children[node.parent.unwrap_or(self.nodes.len())].push(at);
        }
        for list in &mut children {
            list.sort_by(|a, b| {
                let order = self.nodes[*b].total_ns.total_cmp(&self.nodes[*a].total_ns);
                order.then_with(|| self.name(*a).cmp(self.name(*b)))
            });
        }
        children
    }
}

/// The suffix that marks the name of a sampled function in exports and pages.
pub(super) const SAMPLED: &str = " (sampled)";

/// Returns the name of a kind of thread.
pub(super) fn thread_name(thread: ThreadKind) -> &'static str {
    match thread {
        ThreadKind::Main => "main thread",
        ThreadKind::Other => "other threads",
    }
}
