//! Writes and reads a session's call tree: the average of its launches, by phase, without small nodes.
//!
//! Invariant: each omitted node has less than [`SMALLEST_SHARE`] of the launch, and its cost is included in the totals of its callers.

use std::collections::BTreeMap;
use std::sync::Arc;

use gate_launches::{Cost, Launch, MethodTable, Ns, PathId, Phase, PhaseId, ThreadKind};

/// The share of the launch below which a node is omitted from the stored tree, by the node's total.
const SMALLEST_SHARE: f64 = 0.001;

/// Returns the smallest total of a node that the stored tree of the launches contains.
pub fn smallest_in_tree<'a>(launches: impl IntoIterator<Item = &'a Launch>) -> Ns {
    let whole = |launch: &Launch| launch.duration().unwrap_or_else(|| launch.objc_time()).0;
    let (sum, count) =
        launches.into_iter().fold((0.0, 0.0), |(sum, count), one| (sum + whole(one), count + 1.0));
    Ns(SMALLEST_SHARE * sum / f64::max(count, 1.0))
}

/// Merges launches into one average launch with the paths of the large nodes; `None` if no launch has callers.
pub(super) fn merge(table: &MethodTable, launches: &[Launch]) -> Option<(MethodTable, Launch)> {
    let first = launches.first()?;
    if !launches.iter().any(|launch| launch.costs.iter().any(|cost| cost.path.is_some())) {
        return None;
    }
    let phases = average_phases(launches);
    let mut totals: BTreeMap<(ThreadKind, Option<PathId>, u32), f64> = BTreeMap::new();
    let mut nodes: BTreeMap<(ThreadKind, Option<PathId>, u32, Option<PhaseId>), Cost> = BTreeMap::new();
    for cost in launches.iter().flat_map(|launch| &launch.costs) {
        let phase = cost.phase.filter(|_| !phases.is_empty());
        *totals.entry((cost.thread, cost.path, cost.method.0)).or_default() += cost.total_ns.0;
        let node = nodes.entry((cost.thread, cost.path, cost.method.0, phase)).or_insert(Cost {
            phase,
            calls: 0.0,
            self_ns: Ns(0.0),
            total_ns: Ns(0.0),
            ..*cost
        });
        node.calls += cost.calls;
        node.self_ns += cost.self_ns;
        node.total_ns += cost.total_ns;
    }
    let count = launches.len() as f64;
    let smallest = smallest_in_tree(launches).0;

    // The methods get a new table, because the names of methods without a cost need no line.
    let mut left = MethodTable::default();
    let keep = |id: gate_launches::MethodId, left: &mut MethodTable| left.intern_method(table.method(id));
    let mut costs = Vec::new();
    for node in nodes.into_values() {
        // The limit applies to the sum of a node over all phases.
        if totals[&(node.thread, node.path, node.method.0)] / count < smallest {
            continue;
        }
        let path = node.path.map(|path| {
            let path: Vec<_> = table.path(path).iter().map(|id| keep(*id, &mut left)).collect();
            left.intern_path(&path)
        });
        costs.push(Cost {
            method: keep(node.method, &mut left),
            path,
            calls: node.calls / count,
            self_ns: Ns(node.self_ns.0 / count),
            total_ns: Ns(node.total_ns.0 / count),
            ..node
        });
    }
    costs.sort_by_key(Cost::sort_key);
    let merged = Launch {
        recorded_unix_ms: launches.iter().filter_map(|launch| launch.recorded_unix_ms).min(),
        source: first.source.clone(),
        session: Arc::clone(&first.session),
        conditions: Arc::clone(&first.conditions),
        build: Arc::clone(&first.build),
        state: first.state,
        dropped: first.dropped,
        phases,
        costs,
        ..Launch::default()
    };
    Some((left, merged))
}

/// Returns the phases with their average times, if all launches have the same phases.
fn average_phases(launches: &[Launch]) -> Vec<Phase> {
    let Some(first) = launches.first() else { return Vec::new() };
    let names = |launch: &Launch| -> Vec<Arc<str>> {
        launch.phases.iter().map(|phase| Arc::clone(&phase.name)).collect()
    };
    if launches.iter().any(|launch| names(launch) != names(first)) {
        return Vec::new();
    }
    let mut average = first.phases.clone();
    for (at, phase) in average.iter_mut().enumerate() {
        let sum = |of: fn(&Phase) -> Ns| launches.iter().map(|launch| of(&launch.phases[at]).0).sum::<f64>();
        let count = launches.len() as f64;
        (phase.from, phase.to) = (Ns(sum(|one| one.from) / count), Ns(sum(|one| one.to) / count));
        phase.objc = None;
    }
    average
}
