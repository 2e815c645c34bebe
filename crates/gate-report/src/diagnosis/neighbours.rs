//! Finds the callers and callees of a method in base and head, from the call trees of a verdict.

use std::collections::BTreeMap;

use gate_decision::Sides;
use serde::Serialize;

use super::super::drawings::Tree;
use super::super::value::{CallerCalls, Report};

/// The largest number of callers, and of callees, that are listed for a method.
const LISTED: usize = 6;

/// A caller or callee of a method. The costs are those of the calls between the two methods in an average launch, including everything that
/// these calls execute.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CallNeighbour {
    pub name: String,
    pub file: Option<String>,
    /// The first line of the caller or callee. For a sampled function, the line in which samples found most of its growth.
    pub line: Option<u32>,
    /// Whether samples found the caller or callee, so that its calls are not counted.
    pub is_sampled: bool,
    /// The time of the calls; `None` if the time is not known, because the base is a stored tree or only calls were compared.
    pub ns: Sides<Option<f64>>,
    pub calls: Sides<Option<f64>>,
    /// The commit between base and head that changed `line` last; `None` if no commit changed the line, or if this was not searched.
    pub changed_in: Option<String>,
}

/// The functions that samples found in each method, at any depth below the method, by the method's name.
pub type SampledCallees = BTreeMap<String, Vec<CallNeighbour>>;

impl CallNeighbour {
    fn add(&mut self, tree: &Tree, node: usize, total: Sides<f64>) {
        let is_in = |nodes: &[u32]| nodes.contains(&(node as u32));
        let is_known = !is_in(&tree.unknown);
        let in_base = |sum: Option<f64>, more: f64| sum.filter(|_| is_known).map(|sum| sum + more);
        let in_head = |sum: Option<f64>, more: f64| sum.map(|sum| sum + more);
        let calls = Sides { base: tree.base_calls[node], head: tree.head_calls[node] };
        for (sum, more) in [(&mut self.ns, total), (&mut self.calls, calls)] {
            *sum = Sides { base: in_base(sum.base, more.base), head: in_head(sum.head, more.head) };
        }
        self.is_sampled |= is_in(&tree.sampled);
    }

    /// Returns the growth of the time of the calls.
    pub fn time_growth(&self) -> f64 {
        self.ns.head.unwrap_or(0.0) - self.ns.base.unwrap_or(0.0)
    }
}

/// Returns the callers and the callees of a method, each list in descending order of the change of time.
pub(super) fn neighbours(report: &Report, method: &str) -> [Vec<CallNeighbour>; 2] {
    let Some(own) = report.names.iter().position(|name| name == method) else { return Default::default() };
    let own = Some(own as u32);
    let mut found: [BTreeMap<u32, CallNeighbour>; 2] = Default::default();
    for tree in report.trees.iter().filter(|tree| is_sound(tree)) {
        for (node, total) in total_costs(tree).into_iter().enumerate() {
            let caller = tree.caller(node).and_then(|caller| tree.name[caller as usize]);
            let name = tree.name[node];
            let ends = [caller.filter(|_| name == own), name.filter(|_| caller == own)];
            for (found, end) in found.iter_mut().zip(ends) {
                if let Some((index, name)) = end.and_then(|end| Some((end, report.names.get(end as usize)?)))
                {
                    let zero = Sides { base: Some(0.0), head: Some(0.0) };
                    let neighbour = found.entry(index).or_insert_with(|| CallNeighbour {
                        name: name.clone(),
                        ns: zero,
                        calls: zero,
                        ..CallNeighbour::default()
                    });
                    neighbour.add(tree, node, total);
                }
            }
        }
    }
    found.map(|found| add_source_lines(report, with_largest_changes(found.into_values())))
}

/// Returns the neighbours whose time changed most, in descending order of the change, as many as the evidence lists.
pub fn with_largest_changes(found: impl Iterator<Item = CallNeighbour>) -> Vec<CallNeighbour> {
    let mut found: Vec<CallNeighbour> = found.collect();
    found.sort_by(|a, b| b.time_growth().abs().total_cmp(&a.time_growth().abs()));
    found.truncate(LISTED);
    found
}

/// Replaces the sampled functions of a call tree, which have no callers below the method, by the functions of whole call stacks.
pub(super) fn with_sampled(callees: Vec<CallNeighbour>, sampled: &[CallNeighbour]) -> Vec<CallNeighbour> {
    if sampled.is_empty() {
        return callees;
    }
    let methods = callees.into_iter().filter(|callee| !callee.is_sampled);
    with_largest_changes(methods.chain(sampled.iter().cloned()))
}

/// Adds the source files and lines that the verdict contains.
fn add_source_lines(report: &Report, mut found: Vec<CallNeighbour>) -> Vec<CallNeighbour> {
    for neighbour in &mut found {
        if let Some(source) = report.sources.iter().find(|source| source.method == neighbour.name) {
            (neighbour.file, neighbour.line) = (Some(source.file.clone()), source.line);
        }
    }
    found
}

/// Makes neighbours of callers whose calls were counted exactly.
pub(super) fn callers_by_calls(report: &Report, callers: &[CallerCalls]) -> Vec<CallNeighbour> {
    let callers = callers.iter().take(LISTED).map(|from| CallNeighbour {
        name: from.method.clone(),
        calls: Sides { base: from.base, head: Some(from.head) },
        ..CallNeighbour::default()
    });
    add_source_lines(report, callers.collect())
}

/// Returns whether all columns of a tree have the same length, and each parent has a smaller index than its node. A stored tree may come
/// from any file, so it is checked.
fn is_sound(tree: &Tree) -> bool {
    let nodes = tree.parent.len();
    let columns = [
        tree.name.len(),
        tree.base_ns.len(),
        tree.head_ns.len(),
        tree.base_calls.len(),
        tree.head_calls.len(),
    ];
    let is_above =
        |(node, parent): (usize, &Option<u32>)| parent.is_none_or(|parent| (parent as usize) < node);
    columns.iter().all(|length| *length == nodes) && tree.parent.iter().enumerate().all(is_above)
}

/// Returns the cost of each node including all its callees.
fn total_costs(tree: &Tree) -> Vec<Sides<f64>> {
    let own = tree.base_ns.iter().zip(&tree.head_ns);
    let mut totals: Vec<Sides<f64>> =
        own.map(|(base, head)| Sides { base: *base as f64, head: *head as f64 }).collect();
    for node in (0..totals.len()).rev() {
        if let Some(parent) = tree.parent[node] {
            let own = totals[node];
            let total = &mut totals[parent as usize];
            *total = Sides { base: total.base + own.base, head: total.head + own.head };
        }
    }
    totals
}
