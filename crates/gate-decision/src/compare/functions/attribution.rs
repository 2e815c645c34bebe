//! Divides exact costs, which were measured for methods and phases, among the functions in the samples of these methods and phases.
//!
//! A node is a method or phase with an exact cost and samples. A pair consists of a node and a function that samples found in the node.
//!
//! Invariant: the costs of the pairs of a node add up to the node's cost, in the base and in the head.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use gate_launches::{Function, FunctionId, FunctionKind, Launch, SampledScope, WaitKind};
use gate_stats::RowResult;
use gate_stats::tuned::SAMPLES_OF_A_SHARE;
use hashbrown::{HashMap, HashSet};

use crate::amount::Sides;
use crate::compare::Subject;
use crate::compare::rows::{AdmittedLaunches, Matrix, Row, RowValues};
use crate::subject::NamedFunction;

/// A node: a row that has an exact cost and samples.
pub(super) struct SampledNode {
    /// The index of this row in the matrix of the launch's parts.
    pub(super) row: usize,
    subject: Subject,
    /// The module of the node's method.
    pub(super) module: Option<Arc<str>>,
    /// The owner of the node's method.
    pub(super) owner: Option<Arc<str>>,
    /// The node's cost in the base and in the head.
    pub(super) level: [f64; 2],
    /// The standard error of the node's growth.
    pub(super) error: f64,
}

impl SampledNode {
    fn new(row: usize, parts: &Matrix, results: &[RowResult]) -> SampledNode {
        let result = &results[row];
        // The test gives a one-sided limit at 95 %, which is 1.645 standard errors above the estimate. With few degrees of freedom, the
        // division by 1.645 gives more than the standard error.
        let error = (result.upper - (result.head - result.base)) / 1.645;
        let error = if error.is_finite() { error.max(0.0) } else { result.head.max(result.base) };
        let Row { subject, module, owner, .. } = parts.rows[row].clone();
        SampledNode { row, subject, module, owner, level: [result.base, result.head], error }
    }
}

/// A node, and a function that samples found in this node. A pair without a function is the node's own code.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct NodeFunctionPair {
    pub(super) node: usize,
    pub(super) function: Option<usize>,
    /// The functions that were inlined into the function at the sampled address, the innermost last.
    pub(super) inner: Vec<usize>,
    /// The kind of system call in which the main thread waited, if it waited.
    pub(super) waiting: Option<WaitKind>,
}

/// The launches of one side that have samples.
pub(super) struct SampledSide<'a> {
    pub(super) launches: Vec<&'a Launch>,
    /// The cost of each node (a method or phase with samples), in each launch.
    pub(super) cost_in: Vec<Vec<f64>>,
    /// The number of samples of each pair (a node and a function in it), in each launch.
    pub(super) found_in: Vec<Vec<f64>>,
    /// The number of samples of each node in each launch.
    pub(super) samples_in: Vec<Vec<f64>>,
    /// The number of samples of each pair in all launches.
    pub(super) found: Vec<f64>,
    /// The number of samples of each node in all launches.
    pub(super) samples: Vec<f64>,
}

/// The nodes and pairs of both sides, with their costs and numbers of samples.
pub(super) struct CostAttribution<'a> {
    pub(super) nodes: Vec<SampledNode>,
    pub(super) pairs: Vec<NodeFunctionPair>,
    lines: LineCounts,
    functions: Vec<Arc<Function>>,
    pub(super) sides: [SampledSide<'a>; 2],
    /// The mean duration of the launch, averaged over both sides.
    pub(super) launch_mean: f64,
}

/// Returns the subject of the row of a function.
pub(super) fn function_subject(function: &Function) -> Subject {
    Subject::Function(function.into())
}

impl<'a> CostAttribution<'a> {
    pub(super) fn new(launches: AdmittedLaunches<'a>, parts: &Matrix, results: &[RowResult]) -> Self {
        let mut ids = IndexAssigner::new(launches, parts);
        let sampled = [launches.base, launches.head].map(|launches| -> Vec<(usize, &Launch)> {
            launches.iter().copied().enumerate().filter(|(_, launch)| launch.functions.is_some()).collect()
        });
        let counts = [0, 1].map(|side| -> Vec<PairCounts> {
            sampled[side].iter().map(|(_, launch)| ids.count_samples(side, launch)).collect()
        });
        let rows = ids.rows.iter().map(|&row| SampledNode::new(row, parts, results));
        let nodes: Vec<SampledNode> = rows.collect();
        let pairs = ids.pairs;
        let sides = [0, 1].map(|side| {
            let costs = sampled[side].iter().map(|(at, _)| costs_in_launch(*at, side, &nodes, parts));
            let launches = sampled[side].iter().map(|(_, launch)| *launch).collect();
            SampledSide::new(launches, costs.collect(), &counts[side], &pairs, nodes.len())
        });
        let launch_mean = 0.5 * (mean_duration(launches.base) + mean_duration(launches.head));
        CostAttribution { nodes, pairs, lines: ids.lines, functions: ids.functions, sides, launch_mean }
    }

    pub(super) fn function(&self, at: usize) -> &Arc<Function> {
        &self.functions[at]
    }

    /// Returns the source line of the head's build at which most samples of a function in these pairs were taken, if there is one.
    pub(super) fn most_sampled_line(&self, function: usize, pairs: &[usize]) -> Option<u32> {
        let mut sums: BTreeMap<u32, u64> = BTreeMap::new();
        for (line, count) in pairs.iter().filter_map(|&pair| self.lines.get(&(pair, function))).flatten() {
            *sums.entry(*line).or_default() += count;
        }
        sums.into_iter().max_by(|a, b| a.1.cmp(&b.1).then(b.0.cmp(&a.0))).map(|(line, _)| line)
    }

    /// Returns the subject of a pair's node.
    pub(super) fn subject(&self, pair: usize) -> &Subject {
        &self.nodes[self.pairs[pair].node].subject
    }

    /// Returns the function of a pair, or the method if the pair is a method's own code.
    pub(super) fn function_or_method(&self, pair: usize) -> Option<NamedFunction> {
        let node = &self.nodes[self.pairs[pair].node];
        match self.pairs[pair].function {
            Some(function) => Some((&**self.function(function)).into()),
            None => {
                let name = node.subject.main_method()?;
                let module = node.module.clone().unwrap_or_default();
                Some(NamedFunction {
                    id: FunctionId { module, name: Arc::clone(name) },
                    short: Arc::clone(name),
                })
            }
        }
    }

    /// Returns the share of the samples of a node that belongs to one of its pairs, in the base and in the head.
    pub(super) fn sample_share(&self, pair: usize) -> [f64; 2] {
        let node = self.pairs[pair].node;
        let share = |side: &SampledSide<'_>| side.found[pair] / side.samples[node];
        [0, 1]
            .map(|side| &self.sides[side])
            .map(|side| if side.samples[node] > 0.0 { share(side) } else { 0.0 })
    }

    /// Returns the part of the cost of a node that belongs to one of its pairs, in the base and in the head.
    pub(super) fn cost_part(&self, pair: usize) -> [f64; 2] {
        let (level, share) = (self.nodes[self.pairs[pair].node].level, self.sample_share(pair));
        [0, 1].map(|side| level[side] * share[side])
    }

    /// Returns whether the base's symbols contain inlined functions.
    pub(super) fn base_has_inner(&self) -> bool {
        self.pairs
            .iter()
            .zip(&self.sides[0].found)
            .any(|(pair, found)| !pair.inner.is_empty() && *found > 0.0)
    }

    /// Returns whether a function belongs to the app, so that it may be reported as a cause of growth.
    pub(super) fn is_app_function(&self, function: usize) -> bool {
        matches!(self.function(function).kind, FunctionKind::App | FunctionKind::Initialiser)
    }

    /// Returns the cost of each function, added up over all nodes.
    pub(super) fn cost_by_function(&self) -> Vec<Sides<f64>> {
        let mut all = vec![Sides::default(); self.functions.len()];
        for (at, pair) in self.pairs.iter().enumerate() {
            let Some(function) = pair.function else { continue };
            let [base, head] = self.cost_part(at);
            let sum: &mut Sides<f64> = &mut all[function];
            *sum = Sides { base: sum.base + base, head: sum.head + head };
        }
        all
    }

    /// Returns the sum of the costs of these pairs, for each launch with samples.
    pub(super) fn values(&self, pairs: &[usize]) -> RowValues {
        let [base, head] = [0, 1].map(|side| {
            let launches = 0..self.sides[side].launches.len();
            let cost = |launch| pairs.iter().map(|&pair| self.cost_in_launch(side, launch, pair)).sum();
            launches.map(cost).collect()
        });
        RowValues { base, head }
    }

    /// Returns the cost of a pair in a launch. If the launch has too few samples, the pair's share in all launches of the side is used.
    fn cost_in_launch(&self, side: usize, launch: usize, pair: usize) -> f64 {
        let (side, node) = (&self.sides[side], self.pairs[pair].node);
        let own = side.samples_in[launch][node];
        let (found, samples) = if own > SAMPLES_OF_A_SHARE as f64 {
            (side.found_in[launch][pair], own)
        } else {
            (side.found[pair], side.samples[node])
        };
        if samples > 0.0 { side.cost_in[launch][node] * found / samples } else { 0.0 }
    }
}

/// Returns the mean duration of these launches, or 0 if there are no launches.
fn mean_duration(launches: &[&Launch]) -> f64 {
    let all: Vec<f64> = launches.iter().filter_map(|launch| Some(launch.duration()?.0)).collect();
    if all.is_empty() { 0.0 } else { all.iter().sum::<f64>() / all.len() as f64 }
}

/// Returns the cost of each node in one launch of a side.
fn costs_in_launch(launch: usize, side: usize, nodes: &[SampledNode], parts: &Matrix) -> Vec<f64> {
    // A densely sampled launch is not timed, so it has no costs. The level of the node, over all timed launches, is used instead.
    let cost = |node: &SampledNode| parts.values[node.row].side(side).get(launch).copied();
    nodes.iter().map(|node| cost(node).unwrap_or(node.level[side])).collect()
}

/// The number of samples of each pair, by the index of the pair.
type PairCounts = HashMap<usize, f64>;

/// The number of samples at each source line of the head's build, by pair and function.
type LineCounts = HashMap<(usize, usize), BTreeMap<u32, u64>>;

impl<'a> SampledSide<'a> {
    fn new(
        launches: Vec<&'a Launch>,
        cost_in: Vec<Vec<f64>>,
        counts: &[PairCounts],
        pairs: &[NodeFunctionPair],
        nodes: usize,
    ) -> SampledSide<'a> {
        let found_of = |counts: &PairCounts, pair: usize| counts.get(&pair).copied().unwrap_or(0.0);
        let found_in: Vec<Vec<f64>> = counts
            .iter()
            .map(|counts| (0..pairs.len()).map(|pair| found_of(counts, pair)).collect())
            .collect();
        let mut samples_in = vec![vec![0.0; nodes]; counts.len()];
        for (samples, found) in samples_in.iter_mut().zip(&found_in) {
            for (pair, found) in pairs.iter().zip(found) {
                samples[pair.node] += found;
            }
        }
        let (found, samples) = (sum_elementwise(&found_in, pairs.len()), sum_elementwise(&samples_in, nodes));
        SampledSide { launches, cost_in, found_in, samples_in, found, samples }
    }
}

/// Returns the element-wise sum of lists of numbers.
fn sum_elementwise(all: &[Vec<f64>], length: usize) -> Vec<f64> {
    (0..length).map(|at| all.iter().map(|one| one[at]).sum()).collect()
}

/// A module and the name of a function in it.
type ModuleAndName = (Arc<str>, Arc<str>);

/// The indices of nodes, functions and pairs, which are assigned while samples are counted.
struct IndexAssigner {
    /// For each side, the index of each node's row.
    row_of: [HashMap<SampledScope, usize>; 2],
    /// The index of the row of each node that has samples.
    rows: Vec<usize>,
    node_of: HashMap<usize, usize>,
    functions: Vec<Arc<Function>>,
    function_of: HashMap<ModuleAndName, usize>,
    /// For each function that belongs to one module in the base and to one other module in the head, its module in the head.
    moved: HashMap<ModuleAndName, Arc<str>>,
    /// The names of the functions that have code of their own in the build of at least one side.
    own: HashSet<Arc<str>>,
    pairs: Vec<NodeFunctionPair>,
    pair_of: HashMap<NodeFunctionPair, usize>,
    lines: LineCounts,
}

impl IndexAssigner {
    fn new(launches: AdmittedLaunches<'_>, parts: &Matrix) -> IndexAssigner {
        let mut row_of: [HashMap<SampledScope, usize>; 2] = Default::default();
        for (at, row) in parts.rows.iter().enumerate() {
            let [base, head] = match &row.subject {
                Subject::Method(name) => [row.renamed_from.as_ref().unwrap_or(name), name]
                    .map(|name| SampledScope::Method(Arc::clone(name))),
                Subject::Outside(Some(name)) => [name; 2].map(|name| SampledScope::Outside(Arc::clone(name))),
                _ => continue,
            };
            row_of[0].insert(base, at);
            row_of[1].insert(head, at);
        }
        IndexAssigner {
            row_of,
            rows: Vec::new(),
            node_of: HashMap::new(),
            functions: Vec::new(),
            function_of: HashMap::new(),
            moved: moved_functions(launches),
            own: functions_with_code(launches),
            pairs: Vec::new(),
            pair_of: HashMap::new(),
            lines: LineCounts::new(),
        }
    }

    /// Counts the samples of each pair in a launch.
    fn count_samples(&mut self, side: usize, launch: &Launch) -> PairCounts {
        let mut counts = PairCounts::new();
        for seen in launch.functions.iter().flat_map(|functions| &functions.seen) {
            let Some(&row) = self.row_of[side].get(&seen.node) else { continue };
            let node = *self.node_of.entry(row).or_insert_with(|| {
                self.rows.push(row);
                self.rows.len() - 1
            });
            let chain: Vec<&Arc<Function>> =
                std::iter::successors(seen.function.as_ref(), |function| function.within.as_ref()).collect();
            let named = self.attributed_position(&chain);
            let ids: Vec<Option<usize>> = chain
                .iter()
                .take(named + 1)
                .map(|function| {
                    (function.kind != FunctionKind::Method).then(|| self.function_index(side, function))
                })
                .collect();
            let function = ids.get(named).copied().flatten();
            let inner = ids.iter().take(named).rev().copied().flatten().collect();
            let pair = NodeFunctionPair { node, function, inner, waiting: seen.waiting };
            let pairs = &mut self.pairs;
            let pair = *self.pair_of.entry(pair).or_insert_with_key(|pair| {
                pairs.push(pair.clone());
                pairs.len() - 1
            });
            *counts.entry(pair).or_default() += seen.samples as f64;
            for (at, (function, line)) in ids.iter().zip(&seen.lines).enumerate().filter(|_| side == 1) {
                // If functions of the same name are nested, only the line in the innermost function is counted.
                if let (Some(function), Some(line), false) = (function, line, ids[..at].contains(function)) {
                    *self.lines.entry((pair, *function)).or_default().entry(*line).or_default() +=
                        seen.samples;
                }
            }
        }
        counts
    }

    /// Returns the position of the function to which samples are attributed, in a chain of inlined functions with the innermost first. The
    /// returned position is that of the first function of the chain that has code of its own in at least one build, or otherwise of the
    /// last function of the chain. A function that every build inlines (`@inline(__always)`, a small getter) counts as a part of its
    /// callers.
    fn attributed_position(&self, chain: &[&Arc<Function>]) -> usize {
        let own = chain.iter().position(|function| self.own.contains(&function.name));
        own.unwrap_or(chain.len().saturating_sub(1))
    }

    /// Returns the index of a function, and assigns an index to a new function.
    fn function_index(&mut self, side: usize, function: &Arc<Function>) -> usize {
        let mut key = (Arc::clone(&function.module), Arc::clone(&function.name));
        if side == 0
            && let Some(module) = self.moved.get(&key)
        {
            key.0 = Arc::clone(module);
        }
        let at = *self.function_of.entry(key).or_insert_with(|| {
            self.functions.push(Arc::clone(function));
            self.functions.len() - 1
        });
        if side == 1 {
            // The head's build decides the module and the owner of the function.
            self.functions[at] = Arc::clone(function);
        }
        at
    }
}

/// Returns the functions that have code of their own in the build of at least one side, as far as samples show their code.
fn functions_with_code(launches: AdmittedLaunches<'_>) -> HashSet<Arc<str>> {
    let all = launches.launches().flat_map(|(_, _, launch, _)| launch.functions.iter());
    let seen = all.flat_map(|functions| functions.seen.iter().filter_map(|seen| seen.function.as_ref()));
    let outermost = seen.filter_map(|function| {
        std::iter::successors(Some(function), |function| function.within.as_ref()).last()
    });
    outermost
        .filter(|function| function.kind != FunctionKind::Method)
        .map(|function| Arc::clone(&function.name))
        .collect()
}

/// Returns the functions that belong to one module in the base and to another module in the head, because the settings changed.
fn moved_functions(launches: AdmittedLaunches<'_>) -> HashMap<ModuleAndName, Arc<str>> {
    let mut modules: HashMap<&Arc<str>, [BTreeSet<&Arc<str>>; 2]> = HashMap::new();
    for (side, _, launch, _) in launches.launches() {
        for function in
            launch.functions.iter().flat_map(|found| &found.seen).filter_map(|seen| seen.function.as_ref())
        {
            modules.entry(&function.name).or_default()[side].insert(&function.module);
        }
    }
    let moved = modules.into_iter().filter_map(|(name, [base, head])| {
        let (old, new) = (*base.first()?, *head.first()?);
        let is_moved = base.len() == 1 && head.len() == 1 && old != new;
        is_moved.then(|| ((Arc::clone(old), Arc::clone(name)), Arc::clone(new)))
    });
    moved.collect()
}
