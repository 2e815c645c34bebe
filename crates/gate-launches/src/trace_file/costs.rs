//! From trees to what each method cost, by thread and phase.
//!
//! Invariant: costs come in the order of the trace, so that their sums do not depend on what was read before it.

use super::fall::Falls;
use super::names::TraceMethod;
use super::tree::{NONE, Tree};
use crate::{Cost, Ns, PathId, PhaseId, Table, Thread};

/// Charges the own time of the system's methods to the app's nearest caller, where there is one.
pub(super) fn charge_system(tree: &mut Tree, methods: &[TraceMethod]) {
    if methods.iter().all(|method| !method.system) {
        return;
    }
    let is_system: Vec<bool> = methods.iter().map(|method| method.system).collect();
    // For each node the nearest one of the app, itself or above it.
    let mut nearest: Vec<u32> = Vec::with_capacity(tree.len());
    for node in 0..tree.len() {
        let above = nearest.get(tree.parent[node] as usize).copied().unwrap_or(NONE);
        let found = match is_system.get(tree.method[node] as usize) {
            None => NONE,
            Some(true) => above,
            Some(false) => node as u32,
        };
        nearest.push(found);
        // Without a branch: whether a method is the system's cannot be predicted.
        let to = if found == NONE { node } else { found as usize };
        let moved = if to == node { 0.0 } else { tree.own[node] };
        tree.own[node] -= moved;
        tree.own[to] += moved;
    }
}

/// What a method cost in one column.
#[derive(Clone, Copy, Default)]
pub(super) struct Sum {
    calls: f64,
    own: f64,
    total: f64,
}

/// Each method's cost by thread and phase, of trees whose system's time is charged already; `sums` is memory to work in.
pub(super) fn costs(tree: &Tree, fall: &Falls, methods: &[TraceMethod], sums: &mut Vec<Sum>) -> Vec<Cost> {
    let columns = Columns::of(fall);
    let count = methods.len();
    // Column by column: neighbours in the tree are in one phase, so that all methods' sums of it stay in the cache.
    sums.clear();
    sums.resize(count * columns.places.len(), Sum::default());
    let column_of_top: Vec<Option<usize>> =
        fall.whole.iter().map(|phase| phase.map(|phase| columns.of_phase[usize::from(phase)])).collect();
    for (node, recursive) in tree.recursive(count).into_iter().enumerate() {
        let method = tree.method[node] as usize;
        if method >= count {
            continue;
        }
        // Without a branch: whether a call is recursive cannot be predicted.
        let total = if recursive { 0.0 } else { tree.total[node] };
        let mut add = |column: usize, share: f64| {
            let sum = &mut sums[column * count + method];
            sum.calls += tree.calls[node] * share;
            sum.own += tree.own[node] * share;
            sum.total += total * share;
        };
        let whole = match fall.top[node] {
            NONE => Some(columns.other),
            // Without events no phase is known, and there is nothing behind the place of any top.
            top => column_of_top.get(top as usize).copied().unwrap_or(Some(columns.unknown)),
        };
        if let Some(column) = whole {
            add(column, 1.0);
        } else {
            for (phase, share) in fall.of_node(node) {
                add(phase.map_or(columns.unknown, |phase| columns.of_phase[usize::from(phase.0)]), share);
            }
        }
    }
    let is_cost = |sum: &&Sum| sum.calls > 0.0 || sum.own > 0.0;
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

/// The columns of the sums: only phases in which something fell have one.
struct Columns {
    /// What each column stands for, in the order of keys.
    places: Vec<(Thread, Option<PhaseId>)>,
    unknown: usize,
    of_phase: Vec<usize>,
    other: usize,
}

impl Columns {
    fn of(fall: &Falls) -> Columns {
        let mut places = vec![(Thread::Main, None)];
        let mut of_phase = Vec::new();
        for (phase, used) in fall.used().into_iter().enumerate() {
            of_phase.push(places.len());
            if used {
                places.push((Thread::Main, Some(PhaseId(phase as u8))));
            }
        }
        let other = places.len();
        places.push((Thread::Other, None));
        Columns { places, unknown: 0, of_phase, other }
    }
}

/// Callers beyond this many are left out of a path: a call so deep is runaway recursion, and every path is kept whole.
const LONGEST_PATH: u32 = 500;

/// Each calling context's cost by phase, of trees whose system's time is charged already.
pub(super) fn costs_by_path(
    tree: &Tree,
    fall: &Falls,
    methods: &[TraceMethod],
    table: &mut Table,
) -> Vec<Cost> {
    let mut paths: Vec<Option<PathId>> = vec![None; tree.len()];
    let mut lengths = vec![0_u32; tree.len()];
    // Where callers are left out, it is not seen later that a call is inside another of the same method.
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
                counts = !inside.get_or_insert_with(|| tree.recursive(methods.len()))[node];
            }
        }
        for (phase, share) in fall.of_node(node) {
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
