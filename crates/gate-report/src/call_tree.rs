//! Merges the call trees of both sides into one. Nodes with small costs are replaced by a remainder below their caller.
//!
//! When a tree is stored, nodes whose cost is below a share of the launch are omitted. Only the totals of their callers include the cost
//! of the omitted nodes. If the base is a stored tree, nodes of the head below the same limit are therefore replaced too, and the base's
//! remainders are computed from the stored totals. A node that only the head has is marked as unknown in the base, since its cost in the
//! base may be any value below the limit.

use gate_launches::Cost;
use hashbrown::HashMap;

use super::drawings::Tree;

/// Nodes with less than this share of the thread's time on both sides are replaced by a remainder below their caller.
pub(super) const SMALLEST_SHARE: f64 = 0.001;

/// Two values of one quantity: the value in the base and the value in the head.
pub(super) type BaseHeadPair<T> = [T; 2];

pub(super) const NO_NODE: usize = usize::MAX;

/// The sums of costs and calls over several launches.
#[derive(Clone, Copy, Default)]
pub(super) struct CostSums {
    pub(super) cost: BaseHeadPair<f64>,
    pub(super) calls: BaseHeadPair<f64>,
}

impl CostSums {
    pub(super) fn cost_ns(&self, counts: BaseHeadPair<usize>) -> BaseHeadPair<i64> {
        [0, 1].map(|side| (self.cost[side] / counts[side].max(1) as f64).round() as i64)
    }
}

/// A call tree to which nodes are still added. The parent of a node has a smaller index than the node.
#[derive(Default)]
pub(super) struct CallTree {
    /// The number of nodes for phases. These nodes come before all others, are the roots of the tree, and have no cost of their own.
    phases: usize,
    parent: Vec<usize>,
    name: Vec<u32>,
    sums: Vec<CostSums>,
    /// The total cost of each node in the launches of the base; `None` for a node that does not occur in them.
    base_total: Vec<Option<f64>>,
    known: HashMap<(usize, u32), usize>,
}

impl CallTree {
    /// Returns a tree whose roots are phases with these names.
    pub(super) fn with_phases(names: &[u32]) -> CallTree {
        let mut tree = CallTree::default();
        for name in names {
            let phase = tree.find_or_add_child(NO_NODE, *name);
            tree.base_total[phase] = Some(0.0);
        }
        tree.phases = names.len();
        tree
    }

    pub(super) fn find_or_add_child(&mut self, parent: usize, name: u32) -> usize {
        *self.known.entry((parent, name)).or_insert_with(|| {
            self.parent.push(parent);
            self.name.push(name);
            self.sums.push(CostSums::default());
            self.base_total.push(None);
            self.parent.len() - 1
        })
    }

    pub(super) fn add(&mut self, node: usize, side: usize, cost: &Cost) {
        self.sums[node].cost[side] += cost.self_ns.0;
        self.sums[node].calls[side] += cost.calls;
        if side == 0 {
            *self.base_total[node].get_or_insert(0.0) += cost.total_ns.0;
        }
    }

    /// Returns, for each name, the callers of the name's most expensive node. The most expensive node has the highest self cost in the
    /// head, or in the base if all nodes of the name cost 0 in the head.
    pub(super) fn dearest_paths(&self) -> HashMap<u32, Vec<u32>> {
        let mut best: HashMap<u32, usize> = HashMap::new();
        let cost = |node: usize| (self.sums[node].cost[1], self.sums[node].cost[0]);
        for node in 0..self.name.len() {
            let best = best.entry(self.name[node]).or_insert(node);
            if cost(node) > cost(*best) {
                *best = node;
            }
        }
        best.into_iter().map(|(name, node)| (name, self.callers(node))).collect()
    }

    /// Returns the names of the callers of a node, beginning with the outermost caller.
    fn callers(&self, mut node: usize) -> Vec<u32> {
        let mut path = Vec::new();
        while self.parent[node] != NO_NODE && self.parent[node] >= self.phases {
            node = self.parent[node];
            path.push(self.name[node]);
        }
        path.reverse();
        path
    }

    /// Returns the tree without small nodes. If the base is a stored tree, `stored` contains, for each side, the cost below which nodes
    /// were omitted from stored trees.
    pub(super) fn prune(
        &self,
        thread: &str,
        counts: BaseHeadPair<usize>,
        stored: Option<BaseHeadPair<i64>>,
    ) -> Tree {
        let own: Vec<BaseHeadPair<i64>> = self.sums.iter().map(|sum| sum.cost_ns(counts)).collect();
        let total = self.total_costs(&own, counts, stored.is_some());
        let roots = (0..total.len()).filter(|node| self.parent[*node] == NO_NODE);
        let whole = roots.fold([0, 0], |sum, root| [sum[0] + total[root][0], sum[1] + total[root][1]]);
        let limit = [0, 1].map(|side| {
            let share = (whole[side] as f64 * SMALLEST_SHARE) as i64;
            stored.map_or(share, |smallest| share.max(smallest[side]))
        });
        let is_unknown = |node: usize| stored.is_some() && self.base_total[node].is_none();
        let phases = (0..self.phases as u32).collect();
        let mut tree = Tree { thread: thread.to_owned(), phases, ..Tree::default() };
        let mut folded = NodePositions::new(total.len());
        for node in 0..total.len() {
            let parent = match self.parent[node] {
                NO_NODE => None,
                parent => match folded.place[parent] {
                    Some(place) => Some(place),
                    // The node's caller was replaced by a remainder, which already includes the node's cost.
                    None => continue,
                },
            };
            let calls = [0, 1].map(|side| self.sums[node].calls[side] / counts[side].max(1) as f64);
            if node < self.phases || total[node][0] > limit[0] || total[node][1] > limit[1] {
                let place = tree.push(parent, Some(self.name[node]), own[node], calls);
                folded.place[node] = Some(place);
                if is_unknown(node) {
                    tree.unknown.push(place);
                    folded.of_unknown.insert(parent);
                }
            } else {
                let rest = folded.find_or_add_remainder(&mut tree, parent);
                tree.base_ns[rest] += total[node][0];
                tree.head_ns[rest] += total[node][1];
                tree.base_calls[rest] += calls[0];
                tree.head_calls[rest] += calls[1];
            }
        }
        if let Some(smallest) = stored {
            self.add_twigs(&mut tree, &mut folded, &own, &total);
            tree.unknown_below_ns = smallest[0];
            tree.unknown.sort_unstable();
        }
        tree
    }

    /// Returns the total cost of each node: the sum of the costs of the node and all its callees, or the stored total if the base is a
    /// stored tree.
    fn total_costs(
        &self,
        own: &[BaseHeadPair<i64>],
        counts: BaseHeadPair<usize>,
        is_stored: bool,
    ) -> Vec<BaseHeadPair<i64>> {
        let mut total = own.to_vec();
        for node in (0..total.len()).rev() {
            if is_stored && let Some(known) = self.base_total[node] {
                total[node][0] = total[node][0].max((known / counts[0].max(1) as f64).round() as i64);
            }
            if self.parent[node] != NO_NODE {
                let [base, head] = total[node];
                total[self.parent[node]][0] += base;
                total[self.parent[node]][1] += head;
            }
        }
        total
    }

    /// Adds the costs of nodes that were omitted from the stored tree to the remainders, so that the base's costs add up to its totals.
    fn add_twigs(
        &self,
        tree: &mut Tree,
        folded: &mut NodePositions,
        own: &[BaseHeadPair<i64>],
        total: &[BaseHeadPair<i64>],
    ) {
        let mut twigs: Vec<i64> = (0..total.len()).map(|node| total[node][0] - own[node][0]).collect();
        for node in 0..total.len() {
            if self.parent[node] != NO_NODE {
                twigs[self.parent[node]] -= total[node][0];
            }
        }
        for (node, twigs) in twigs.into_iter().enumerate() {
            if let Some(place) = folded.place[node]
                && twigs > 0
            {
                let rest = folded.find_or_add_remainder(tree, Some(place));
                tree.base_ns[rest] += twigs;
            }
        }
        // In the base, the remainder of a caller includes the costs of its unknown nodes, so the remainder is unknown too.
        for parent in &folded.of_unknown {
            tree.unknown.extend(folded.rests.get(parent).map(|rest| *rest as u32));
        }
    }
}

/// The new positions of nodes in the tree without small nodes.
struct NodePositions {
    /// The new index of each node that is not omitted.
    place: Vec<Option<u32>>,
    /// For each node that is not omitted (and for `None`, the top level), the index of its remainder.
    rests: HashMap<Option<u32>, usize>,
    /// The callers of nodes that are unknown in the base.
    of_unknown: std::collections::BTreeSet<Option<u32>>,
}

impl NodePositions {
    fn new(nodes: usize) -> NodePositions {
        NodePositions { place: vec![None; nodes], rests: HashMap::new(), of_unknown: Default::default() }
    }

    fn find_or_add_remainder(&mut self, tree: &mut Tree, parent: Option<u32>) -> usize {
        *self.rests.entry(parent).or_insert_with(|| tree.push(parent, None, [0, 0], [0.0, 0.0]) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gate_launches::{MethodId, Ns, ThreadKind};

    fn cost(self_ns: f64, total_ns: f64) -> Cost {
        Cost {
            method: MethodId(0),
            thread: ThreadKind::Main,
            phase: None,
            path: None,
            calls: 1.0,
            self_ns: Ns(self_ns),
            total_ns: Ns(total_ns),
        }
    }

    /// Makes a tree with a root of 1,000 ns and a child of 500 ns. The stored tree has omitted two small nodes of 8 ns and 6 ns.
    fn tree(head_twig: f64) -> Tree {
        let mut grown = CallTree::default();
        let root = grown.find_or_add_child(NO_NODE, 0);
        let big = grown.find_or_add_child(root, 1);
        let first = grown.find_or_add_child(root, 2);
        let second = grown.find_or_add_child(root, 3);
        grown.add(root, 0, &cost(486.0, 1000.0));
        grown.add(big, 0, &cost(500.0, 500.0));
        grown.add(root, 1, &cost(486.0, 992.0 + head_twig));
        grown.add(big, 1, &cost(500.0, 500.0));
        grown.add(first, 1, &cost(head_twig, head_twig));
        grown.add(second, 1, &cost(6.0, 6.0));
        grown.prune("main", [1, 1], Some([10, 10]))
    }

    #[test]
    fn base_and_head_of_a_stored_call_tree_omit_the_same_nodes() {
        let tree = tree(8.0);
        assert_eq!(tree.name, [Some(0), Some(1), None]);
        assert_eq!((tree.base_ns, tree.head_ns), (vec![486, 500, 14], vec![486, 500, 14]));
        assert!(tree.unknown.is_empty());
    }

    #[test]
    fn nodes_that_a_stored_call_tree_omits_as_too_small_are_marked_as_unknown() {
        let tree = tree(300.0);
        assert_eq!(tree.name, [Some(0), Some(1), Some(2), None]);
        assert_eq!((tree.base_ns, tree.head_ns), (vec![486, 500, 0, 14], vec![486, 500, 300, 6]));
        assert_eq!((tree.unknown, tree.unknown_below_ns), (vec![2, 3], 10));
    }
}
