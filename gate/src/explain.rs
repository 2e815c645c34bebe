//! Finds the callers and callees of a method in the call trees of launches, and the functions that samples found in a method's own time.
//!
//! Invariant: the calls of a method's callers add up to the calls of the method, if every launch records callers. Invariant: the share of a
//! function in an exact cost is estimated from the samples of all launches, and is unknown if no launch has samples.

use std::collections::BTreeMap;
use std::sync::Arc;

use gate_launches::{Function, FunctionKind, Launch, Launches, MethodCost, SampledScope, ThreadKind};

/// A method with its callers and callees in an average launch, on one kind of thread.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExplainedMethod {
    /// The self and total cost of the method, with its calls.
    pub cost: MethodCost,
    /// The total cost of the calls by each caller; the empty name is for calls from no recorded method.
    pub callers: BTreeMap<String, MethodCost>,
    /// The total cost of the calls of each callee.
    pub callees: BTreeMap<String, MethodCost>,
}

/// Explains the method with this name in the average launch, if a launch contains the method on this kind of thread.
pub fn explain(method: &str, launches: &Launches, thread: ThreadKind) -> Option<ExplainedMethod> {
    let table = &launches.table;
    let id = table.find(method)?;
    let count = launches.launches.len().max(1) as f64;
    let mut found = ExplainedMethod::default();
    let mut seen = false;
    for launch in &launches.launches {
        for (_, cost) in launch.method_costs(table, thread).filter(|(found, _)| *found == id) {
            add(&mut found.cost, cost, count);
            seen = true;
        }
        for cost in launch.costs.iter().filter(|cost| cost.thread == thread) {
            let amount = MethodCost { calls: cost.calls, self_ns: cost.self_ns, total_ns: cost.total_ns };
            let caller = cost.path.and_then(|path| table.path(path).last());
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

/// Exact costs in an average launch, divided among the functions that samples found in them, in nanoseconds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SampledCosts {
    /// Number of launches with samples.
    pub sampled: usize,
    /// Whether an image of the app has no symbols, so that samples do not name its functions.
    pub lacks_symbols: bool,
    /// For each exact cost, the functions of the app that samples found in this cost, with their parts of the cost.
    pub parts: BTreeMap<SampledScope, BTreeMap<Arc<Function>, f64>>,
}

impl SampledCosts {
    /// Divides the exact costs of launches among functions, in proportion to the number of samples of each function.
    pub fn new(launches: &Launches) -> SampledCosts {
        let sampled = launches.launches.iter().filter_map(|launch| launch.functions.as_deref());
        let mut found = SampledCosts {
            sampled: sampled.clone().count(),
            lacks_symbols: sampled.clone().any(|functions| !functions.missing.is_empty()),
            ..SampledCosts::default()
        };
        let mut counts: BTreeMap<&SampledScope, (u64, BTreeMap<&Arc<Function>, u64>)> = BTreeMap::new();
        for seen in sampled.flat_map(|functions| &functions.seen) {
            let (all, by_function) = counts.entry(&seen.node).or_default();
            *all += seen.samples;
            if let Some(function) = seen.function.as_ref().filter(|function| is_of_app(function)) {
                *by_function.entry(function).or_default() += seen.samples;
            }
        }
        for (node, (all, by_function)) in counts {
            let (cost, all) = (average_cost(node, launches), all.max(1) as f64);
            let parts = by_function.into_iter();
            let parts = parts.map(|(function, count)| (Arc::clone(function), cost * count as f64 / all));
            found.parts.insert(node.clone(), parts.collect());
        }
        found
    }

    /// Returns the functions that samples found in a method's own time, with their times.
    pub fn functions_inside(&self, method: &str) -> BTreeMap<&str, f64> {
        let mut inside = BTreeMap::new();
        for (function, ns) in self.parts.get(&SampledScope::Method(method.into())).into_iter().flatten() {
            *inside.entry(&*function.short).or_default() += ns;
        }
        inside
    }

    /// Returns a function's part of each exact cost that contains the function or an inlined copy of it. `function` is the short name.
    pub fn costs_containing(&self, function: &str) -> BTreeMap<&SampledScope, f64> {
        let mut places = BTreeMap::new();
        for (node, functions) in &self.parts {
            for (found, ns) in functions {
                if with_outer(found).any(|one| &*one.short == function) {
                    *places.entry(node).or_default() += ns;
                }
            }
        }
        places
    }

    /// Returns all functions that samples found, by their short names.
    pub fn functions(&self) -> BTreeMap<&str, &Arc<Function>> {
        let functions = self.parts.values().flat_map(BTreeMap::keys);
        functions.flat_map(with_outer).map(|function| (&*function.short, function)).collect()
    }
}

/// Returns a function, and the app's functions into which the compiler inlined it.
fn with_outer(function: &Arc<Function>) -> impl Iterator<Item = &Arc<Function>> {
    std::iter::successors(Some(function), |function| function.within.as_ref())
        .filter(|function| is_of_app(function))
}

fn is_of_app(function: &Function) -> bool {
    matches!(function.kind, FunctionKind::App | FunctionKind::Initialiser)
}

/// Returns an exact cost in the average launch.
fn average_cost(node: &SampledScope, launches: &Launches) -> f64 {
    let sum: f64 = launches.launches.iter().map(|launch| cost_in(launch, node, launches)).sum();
    sum / launches.launches.len().max(1) as f64
}

fn cost_in(launch: &Launch, node: &SampledScope, launches: &Launches) -> f64 {
    match node {
        SampledScope::Method(name) => {
            let methods = launch.method_costs(&launches.table, ThreadKind::Main);
            let own = methods.filter(|(id, _)| launches.table.method(*id).name == *name);
            own.map(|(_, cost)| cost.self_ns.0).sum()
        }
        SampledScope::Outside(name) => {
            let found = launch.phases.iter().filter(|phase| phase.name == *name);
            found.filter_map(|phase| Some(phase.outside_objc()?.0.max(0.0))).sum()
        }
    }
}
