//! Who calls a method, and what it calls: the neighbourhood of one method in the call trees of launches.
//!
//! Invariant: the callers' calls add up to the method's, where every launch knows its callers.

use std::collections::BTreeMap;

use crate::launches::{Launches, MethodCost, Thread};

/// A method and its neighbours in an average launch, on one kind of thread.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Explained {
    /// What it cost itself.
    pub cost: MethodCost,
    /// By whom it was called, and what those calls cost in all; a call by nobody that was recorded has the empty name.
    pub callers: BTreeMap<String, MethodCost>,
    /// What it called, and what those calls cost in all.
    pub callees: BTreeMap<String, MethodCost>,
    /// Whether callers are known at all.
    pub has_paths: bool,
}

/// The method of this name in the average launch; none if no launch has it on such a thread.
pub fn explain(method: &str, launches: &Launches, thread: Thread) -> Option<Explained> {
    let table = &launches.table;
    let id = table.find(method)?;
    let count = launches.launches.len().max(1) as f64;
    let mut found = Explained::default();
    let mut seen = false;
    for launch in &launches.launches {
        for (_, cost) in launch.methods(table, thread).filter(|(found, _)| *found == id) {
            add(&mut found.cost, cost, count);
            seen = true;
        }
        for cost in launch.costs.iter().filter(|cost| cost.thread == thread) {
            let path = cost.path.map(|path| table.path(path));
            found.has_paths |= path.is_some();
            let amount = MethodCost { calls: cost.calls, self_ns: cost.self_ns, total_ns: cost.total_ns };
            let caller = path.and_then(<[_]>::last);
            if cost.method == id {
                let name = caller.map_or("", |caller| &table.method(*caller).name);
                add(found.callers.entry(name.to_owned()).or_default(), amount, count);
            }
            if caller == Some(&id) {
                let name = table.method(cost.method).name.to_string();
                add(found.callees.entry(name).or_default(), amount, count);
            }
        }
    }
    seen.then_some(found)
}

fn add(into: &mut MethodCost, cost: MethodCost, count: f64) {
    into.calls += cost.calls / count;
    into.self_ns.0 += cost.self_ns.0 / count;
    into.total_ns.0 += cost.total_ns.0 / count;
}
