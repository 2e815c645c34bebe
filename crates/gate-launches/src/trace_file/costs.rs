//! Converts trees to the costs of methods, by thread and phase.
//!
//! Invariant: costs are added in the order of the trace, so their sums do not depend on previously read traces.

use super::names::TraceMethod;
use super::phase_split::PhaseSplit;
use super::tree::{NONE, ThreadTrees};
use crate::{Cost, MethodTable, Ns, PathId, PhaseId, ThreadKind};

/// Adds the self time of the system's methods to the nearest caller that belongs to the app. Without such a caller, the time is not moved.
pub(super) fn charge_system(tree: &mut ThreadTrees, methods: &[TraceMethod]) {
    if methods.iter().all(|method| !method.system) {
        return;
    }
    let is_system: Vec<bool> = methods.iter().map(|method| method.system).collect();
    // For each node, the nearest node of the app: the node itself or an ancestor.
    let mut nearest: Vec<u32> = Vec::with_capacity(tree.len());
    for node in 0..tree.len() {
        let above = nearest.get(tree.parent[node] as usize).copied().unwrap_or(NONE);
        let found = match is_system.get(tree.method[node] as usize) {
            None => NONE,
            Some(true) => above,
            Some(false) => node as u32,
        };
        nearest.push(found);
        // The code has no branch, because the CPU cannot predict whether a method is the system's.
        let to = if found == NONE { node } else { found as usize };
        let moved = if to == node { 0.0 } else { tree.own[node] };
        tree.own[node] -= moved;
        tree.own[to] += moved;
    }
}

/// The sum of one method's costs in one column (thread and phase).
#[derive(Clone, Copy, Default)]
pub(super) struct MethodSum {
    calls: f64,
    own: f64,
    total: f64,
}

impl MethodSum {
    /// Adds a share of a cost.
    fn add(&mut self, cost: MethodSum, share: f64) {
        self.calls += cost.calls * share;
        self.own += cost.own * share;
        self.total += cost.total * share;
    }
}

/// Computes the cost of each method by thread and phase, after `charge_system`. `sums` is a reusable buffer.
pub(super) fn compute_costs(
    tree: &ThreadTrees,
    split: &PhaseSplit,
    methods: &[TraceMethod],
    sums: &mut Vec<MethodSum>,
) -> Vec<Cost> {
    let columns = SumColumns::new(split);
    let count = methods.len();
    // Neighbouring nodes of the tree are in one phase. The sums are therefore stored column by column, so that the sums of all methods in
    // this phase are adjacent and fit into the CPU's cache.
    sums.clear();
    sums.resize(count * columns.places.len(), MethodSum::default());
    let column_of_top: Vec<Option<usize>> =
        split.whole.iter().map(|phase| phase.map(|phase| columns.of_phase[usize::from(phase)])).collect();
    for (node, recursive) in tree.find_recursive_nodes(count).into_iter().enumerate() {
        let method = tree.method[node] as usize;
        if method >= count {
            continue;
        }
        // The code has no branch, because the CPU cannot predict whether a call is recursive.
        let total = if recursive { 0.0 } else { tree.total[node] };
        let whole = match split.top[node] {
            NONE => Some(columns.other),
            // Without events the phases are unknown, and `column_of_top` is empty.
            top => column_of_top.get(top as usize).copied().unwrap_or(Some(columns.unknown)),
        };
        let cost = MethodSum { calls: tree.calls[node], own: tree.own[node], total };
        if let Some(column) = whole {
            sums[column * count + method].add(cost, 1.0);
        } else {
            for (phase, share) in split.of_node(node) {
                let column = phase.map_or(columns.unknown, |phase| columns.of_phase[usize::from(phase.0)]);
                sums[column * count + method].add(cost, share);
            }
        }
    }
    let is_cost = |sum: &&MethodSum| sum.calls > 0.0 || sum.own > 0.0;
    let mut costs = Vec::with_capacity(sums.iter().filter(is_cost).count());
    for (row, method) in methods.iter().enumerate() {
        for (column, (thread, phase)) in columns.places.iter().enumerate() {
            let sum = &sums[column * count + row];
            if is_cost(&sum) {
                costs.push(Cost {
                    method: method.id,
                    thread: *thread,
                    phase: *phase,
                    path: None,
                    calls: sum.calls,
                    self_ns: Ns(sum.own),
                    total_ns: Ns(sum.total),
                });
            }
        }
    }
    costs
}

/// The columns of the sums: one for each phase that contains a call on the main thread, one for unknown phases, and one for other threads.
struct SumColumns {
    /// The thread and phase of each column, in the order of keys.
    places: Vec<(ThreadKind, Option<PhaseId>)>,
    unknown: usize,
    of_phase: Vec<usize>,
    other: usize,
}

impl SumColumns {
    fn new(split: &PhaseSplit) -> SumColumns {
        let mut places = vec![(ThreadKind::Main, None)];
        let mut of_phase = Vec::new();
        for (phase, used) in split.used_phases().into_iter().enumerate() {
            of_phase.push(places.len());
            if used {
                places.push((ThreadKind::Main, Some(PhaseId(phase as u8))));
            }
        }
        let other = places.len();
        places.push((ThreadKind::Other, None));
        SumColumns { places, unknown: 0, of_phase, other }
    }
}

/// The largest number of callers in a path. Longer paths come from runaway recursion and would need much memory, because every path is
/// stored in full.
const LONGEST_PATH: u32 = 500;

/// Computes the cost of each calling context by phase, after `charge_system`.
pub(super) fn costs_by_path(
    tree: &ThreadTrees,
    split: &PhaseSplit,
    methods: &[TraceMethod],
    table: &mut MethodTable,
) -> Vec<Cost> {
    let mut paths: Vec<Option<PathId>> = vec![None; tree.len()];
    let mut lengths = vec![0_u32; tree.len()];
    // If a path lacks its outermost callers, readers cannot detect that a call is recursive, so the total of a recursive call is omitted.
    let mut inside: Option<Vec<bool>> = None;
    let mut costs = Vec::new();
    for node in 0..tree.len() {
        let Some(method) = methods.get(tree.method[node] as usize) else { continue };
        let mut counts = true;
        if !tree.is_top(node) {
            let parent = tree.parent[node] as usize;
            let caller = methods.get(tree.method[parent] as usize);
            if lengths[parent] < LONGEST_PATH {
                lengths[node] = lengths[parent] + 1;
                paths[node] = caller.map(|caller| table.extend_path(paths[parent], caller.id));
            } else {
                (lengths[node], paths[node]) = (LONGEST_PATH, paths[parent]);
                counts = !inside.get_or_insert_with(|| tree.find_recursive_nodes(methods.len()))[node];
            }
        }
        for (phase, share) in split.of_node(node) {
            costs.push(Cost {
                method: method.id,
                thread: tree.thread[node],
                phase,
                path: paths[node],
                calls: tree.calls[node] * share,
                self_ns: Ns(tree.own[node] * share),
                total_ns: Ns(if counts { tree.total[node] * share } else { 0.0 }),
            });
        }
    }
    costs
}
