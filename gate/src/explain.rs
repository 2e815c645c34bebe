//! Who calls a method, and what it calls: the neighbourhood of one method in the call trees of launches. And the functions that samples
//! found in it, or where a function was found.
//!
//! Invariant: the callers' calls add up to the method's, where every launch knows its callers.
//! Invariant: a function has its share of an exact cost by all launches' samples, and is not known where no launch has any.

use std::collections::BTreeMap;
use std::sync::Arc;

use gate_launches::{Function, FunctionKind, Launches, MethodCost, Node, Thread};

/// A method and its neighbours in an average launch, on one kind of thread.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Explained {
    /// What it cost itself.
    pub cost: MethodCost,
    /// By whom it was called, and what those calls cost in all; a call from no recorded method has the empty name.
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

/// What functions take of exact costs in an average launch, in nanoseconds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Divided {
    /// Launches with samples.
    pub sampled: usize,
    /// By exact cost and function; the app's own functions only.
    pub parts: BTreeMap<Node, BTreeMap<Arc<Function>, f64>>,
}

impl Divided {
    /// Divides the exact costs of launches.
    pub fn of(launches: &Launches) -> Divided {
        let sampled = launches.launches.iter().filter_map(|launch| launch.functions.as_deref());
        let mut found = Divided { sampled: sampled.clone().count(), ..Divided::default() };
        let mut counts: BTreeMap<&Node, (u64, BTreeMap<&Arc<Function>, u64>)> = BTreeMap::new();
        for seen in sampled.flat_map(|functions| &functions.seen) {
            let (all, by_function) = counts.entry(&seen.node).or_default();
            *all += seen.samples;
            if let Some(function) = seen.function.as_ref().filter(|function| is_of_app(function)) {
                *by_function.entry(function).or_default() += seen.samples;
            }
        }
        for (node, (all, by_function)) in counts {
            let cost = cost_of(node, launches);
            let of = |(function, count): (&Arc<Function>, u64)| {
                (Arc::clone(function), cost * count as f64 / all.max(1) as f64)
            };
            found.parts.insert(node.clone(), by_function.into_iter().map(of).collect());
        }
        found
    }

    /// The functions in a method's own time.
    pub fn inside(&self, method: &str) -> BTreeMap<&str, f64> {
        let mut inside = BTreeMap::new();
        for (function, ns) in self.parts.get(&Node::Method(method.into())).into_iter().flatten() {
            *inside.entry(&*function.short).or_default() += ns;
        }
        inside
    }

    /// Where a function was found, by its name for people, with what the compiler put into its code.
    pub fn places(&self, function: &str) -> BTreeMap<&Node, f64> {
        let mut places = BTreeMap::new();
        for (node, functions) in &self.parts {
            for ns in functions
                .iter()
                .filter(|(found, _)| with_outer(found).any(|one| &*one.short == function))
                .map(|(_, ns)| ns)
            {
                *places.entry(node).or_default() += ns;
            }
        }
        places
    }

    /// The functions that were found, each once.
    pub fn functions(&self) -> BTreeMap<&str, &Arc<Function>> {
        let functions = self.parts.values().flat_map(BTreeMap::keys);
        functions.flat_map(with_outer).map(|function| (&*function.short, function)).collect()
    }
}

/// A function, and those of the app whose code it was put into.
fn with_outer(function: &Arc<Function>) -> impl Iterator<Item = &Arc<Function>> {
    std::iter::successors(Some(function), |function| function.within.as_ref())
        .filter(|function| is_of_app(function))
}

fn is_of_app(function: &Function) -> bool {
    matches!(function.kind, FunctionKind::App | FunctionKind::Initialiser)
}

/// An exact cost in the average launch.
fn cost_of(node: &Node, launches: &Launches) -> f64 {
    let each = launches.launches.iter().map(|launch| match node {
        Node::Method(name) => {
            let of_method =
                |(id, _): &(gate_launches::MethodId, MethodCost)| launches.table.method(*id).name == *name;
            let found = launch.methods(&launches.table, Thread::Main).filter(of_method);
            found.map(|(_, cost)| cost.self_ns.0).sum::<f64>()
        }
        Node::Outside(name) => {
            let found = launch.phases.iter().filter(|phase| phase.name == *name);
            found.filter_map(|phase| Some(phase.outside()?.0.max(0.0))).sum::<f64>()
        }
    });
    each.sum::<f64>() / launches.launches.len().max(1) as f64
}
