//! Exact costs of both sides, and who was seen in them.
//!
//! Invariant: the parts of a node add up to its cost, on each side.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use gate_launches::{Function, FunctionKind, Launch, Node};
use gate_stats::RowResult;
use gate_stats::tuned::SAMPLES_OF_A_SHARE;
use hashbrown::{HashMap, HashSet};

use crate::compare::Subject;
use crate::compare::rows::{Counted, Matrix};

/// A row of exact cost that was sampled.
pub(super) struct Exact {
    /// Its row in the matrix of the parts.
    pub(super) row: usize,
    key: Subject,
    /// The module of the method that it is.
    pub(super) module: Option<Arc<str>>,
    /// What it costs, before and now.
    pub(super) level: [f64; 2],
    /// The standard error of its growth.
    pub(super) error: f64,
}

/// A function seen in a node; none is the node's own code.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Pair {
    pub(super) node: usize,
    pub(super) function: Option<usize>,
    /// Those that were put into it where it was seen, the innermost last.
    pub(super) inner: Vec<usize>,
}

/// A side's launches with samples.
pub(super) struct Side<'a> {
    pub(super) launches: Vec<&'a Launch>,
    /// What each node cost, launch by launch.
    pub(super) cost_in: Vec<Vec<f64>>,
    /// Samples, launch by launch, of each pair and of each node.
    pub(super) found_in: Vec<Vec<f64>>,
    pub(super) samples_in: Vec<Vec<f64>>,
    /// Their sums.
    pub(super) found: Vec<f64>,
    pub(super) samples: Vec<f64>,
}

pub(super) struct Divided<'a> {
    pub(super) nodes: Vec<Exact>,
    pub(super) pairs: Vec<Pair>,
    lines: Lines,
    functions: Vec<Arc<Function>>,
    pub(super) sides: [Side<'a>; 2],
    /// The launch, as the mean of both sides.
    pub(super) launch_mean: f64,
}

/// The row of a function.
pub(super) fn key_of(function: &Function) -> Subject {
    Subject::Function(function.into())
}

impl<'a> Divided<'a> {
    pub(super) fn new(counted: Counted<'a>, parts: &Matrix, results: &[RowResult]) -> Divided<'a> {
        let mut ids = Ids::of(counted, parts);
        let with = [counted.base, counted.head].map(|launches| -> Vec<(usize, &Launch)> {
            launches.iter().copied().enumerate().filter(|(_, launch)| launch.functions.is_some()).collect()
        });
        let counts = [0, 1].map(|side| -> Vec<Counts> {
            with[side].iter().map(|(_, launch)| ids.count(side, launch)).collect()
        });
        let nodes: Vec<Exact> = ids.rows.iter().map(|&row| exact(parts, results, row)).collect();
        let pairs = ids.pairs;
        let sides =
            [0, 1].map(|side| Side::new(&with[side], (side, parts), (&nodes, &pairs), counts[side].iter()));
        let whole = |launches: &[&Launch]| {
            let all: Vec<f64> = launches.iter().filter_map(|l| Some(l.duration()?.0)).collect();
            if all.is_empty() { 0.0 } else { all.iter().sum::<f64>() / all.len() as f64 }
        };
        let launch_mean = 0.5 * (whole(counted.base) + whole(counted.head));
        Divided { nodes, pairs, lines: ids.lines, functions: ids.functions, sides, launch_mean }
    }

    pub(super) fn function(&self, at: usize) -> &Arc<Function> {
        &self.functions[at]
    }

    /// The line at which a function was seen most in some pairs in the head.
    pub(super) fn line(&self, function: usize, pairs: &[usize]) -> Option<u32> {
        let mut sums: BTreeMap<u32, u64> = BTreeMap::new();
        for (line, count) in pairs.iter().filter_map(|&pair| self.lines.get(&(pair, function))).flatten() {
            *sums.entry(*line).or_default() += count;
        }
        sums.into_iter().max_by(|a, b| a.1.cmp(&b.1).then(b.0.cmp(&a.0))).map(|(line, _)| line)
    }

    pub(super) fn key_of_pair(&self, pair: usize) -> &Subject {
        &self.nodes[self.pairs[pair].node].key
    }

    /// A pair's share of its node's samples, before and now.
    pub(super) fn share(&self, pair: usize) -> [f64; 2] {
        let node = self.pairs[pair].node;
        [0, 1].map(|side| {
            let of = &self.sides[side];
            if of.samples[node] > 0.0 { of.found[pair] / of.samples[node] } else { 0.0 }
        })
    }

    /// A pair's part of its node's cost, before and now.
    pub(super) fn part(&self, pair: usize) -> [f64; 2] {
        let (level, share) = (self.nodes[self.pairs[pair].node].level, self.share(pair));
        [0, 1].map(|side| level[side] * share[side])
    }

    /// Whether the base's symbols tell which functions were put into others.
    pub(super) fn base_has_inner(&self) -> bool {
        self.pairs
            .iter()
            .zip(&self.sides[0].found)
            .any(|(pair, found)| !pair.inner.is_empty() && *found > 0.0)
    }

    /// Whether it is the app's, so that it may be told as a cause.
    pub(super) fn is_ours(&self, function: usize) -> bool {
        matches!(self.function(function).kind, FunctionKind::App | FunctionKind::Initialiser)
    }

    /// What each function costs in all nodes, before and now.
    pub(super) fn cost_by_function(&self) -> Vec<(f64, f64)> {
        let mut all = vec![(0.0, 0.0); self.functions.len()];
        for (at, pair) in self.pairs.iter().enumerate() {
            let Some(function) = pair.function else { continue };
            let [base, head] = self.part(at);
            all[function].0 += base;
            all[function].1 += head;
        }
        all
    }

    /// What some pairs cost in each launch with samples. A launch's own share stands where it has enough samples, else that of the side.
    pub(super) fn values(&self, pairs: &[usize]) -> [Vec<f64>; 2] {
        [0, 1].map(|side| {
            let of = &self.sides[side];
            let value = |launch: usize| -> f64 {
                let part = |&pair: &usize| {
                    let node = self.pairs[pair].node;
                    let own = of.samples_in[launch][node];
                    let (found, samples) = if own > SAMPLES_OF_A_SHARE as f64 {
                        (of.found_in[launch][pair], own)
                    } else {
                        (of.found[pair], of.samples[node])
                    };
                    if samples > 0.0 { of.cost_in[launch][node] * found / samples } else { 0.0 }
                };
                pairs.iter().map(part).sum()
            };
            (0..of.launches.len()).map(value).collect()
        })
    }
}

/// What a row costs, and how sure its growth is.
fn exact(parts: &Matrix, results: &[RowResult], row: usize) -> Exact {
    let result = &results[row];
    // The limit is one-sided, at 95 %; with few degrees of freedom the error is told larger than it is.
    let error = (result.upper - (result.head - result.base)) / 1.645;
    let error = if error.is_finite() { error.max(0.0) } else { result.head.max(result.base) };
    let (key, module) = (parts.rows[row].subject.clone(), parts.rows[row].module.clone());
    Exact { row, key, module, level: [result.base, result.head], error }
}

/// Samples by pair.
type Counts = HashMap<usize, f64>;

/// By pair and function the lines at which the function was seen in the head, and how often.
type Lines = HashMap<(usize, usize), BTreeMap<u32, u64>>;

impl<'a> Side<'a> {
    fn new<'b>(
        launches: &[(usize, &'a Launch)],
        (side, parts): (usize, &Matrix),
        (nodes, pairs): (&[Exact], &[Pair]),
        counts: impl Iterator<Item = &'b Counts>,
    ) -> Side<'a> {
        let cost = |at: usize, node: &Exact| {
            let values = &parts.values[node.row];
            let values = if side == 0 { &values.base } else { &values.head };
            // One that is not timed costs what all of them do.
            values.get(at).copied().unwrap_or(node.level[side])
        };
        let cost_in =
            launches.iter().map(|(at, _)| nodes.iter().map(|node| cost(*at, node)).collect()).collect();
        let found_in: Vec<Vec<f64>> = counts
            .map(|of| (0..pairs.len()).map(|pair| of.get(&pair).copied().unwrap_or(0.0)).collect())
            .collect();
        let by_node = |found: &Vec<f64>| {
            let mut samples = vec![0.0; nodes.len()];
            for (pair, found) in pairs.iter().zip(found) {
                samples[pair.node] += found;
            }
            samples
        };
        let samples_in: Vec<Vec<f64>> = found_in.iter().map(by_node).collect();
        let sum = |all: &[Vec<f64>], length: usize| -> Vec<f64> {
            (0..length).map(|at| all.iter().map(|one| one[at]).sum()).collect()
        };
        let (found, samples) = (sum(&found_in, pairs.len()), sum(&samples_in, nodes.len()));
        let launches = launches.iter().map(|(_, launch)| *launch).collect();
        Side { launches, cost_in, found_in, samples_in, found, samples }
    }
}

/// Numbers for nodes, functions and pairs.
struct Ids {
    /// By side the row of each node.
    row_of: [HashMap<Node, usize>; 2],
    /// The rows that were sampled, by node.
    rows: Vec<usize>,
    node_of: HashMap<usize, usize>,
    functions: Vec<Arc<Function>>,
    function_of: HashMap<(Arc<str>, Arc<str>), usize>,
    /// Of a name that has one module on each side, but another one, the module of the head.
    moved: HashMap<(Arc<str>, Arc<str>), Arc<str>>,
    /// The names of functions with code of their own in a build of either side.
    own: HashSet<Arc<str>>,
    pairs: Vec<Pair>,
    pair_of: HashMap<Pair, usize>,
    lines: Lines,
}

impl Ids {
    fn of(counted: Counted<'_>, parts: &Matrix) -> Ids {
        let mut row_of: [HashMap<Node, usize>; 2] = Default::default();
        for (at, row) in parts.rows.iter().enumerate() {
            let [before, now] = match &row.subject {
                Subject::Method(name) => [row.renamed_from.as_ref().unwrap_or(name), name]
                    .map(|name| Node::Method(Arc::clone(name))),
                Subject::Outside(Some(name)) => [name; 2].map(|name| Node::Outside(Arc::clone(name))),
                _ => continue,
            };
            row_of[0].insert(before, at);
            row_of[1].insert(now, at);
        }
        Ids {
            row_of,
            rows: Vec::new(),
            node_of: HashMap::new(),
            functions: Vec::new(),
            function_of: HashMap::new(),
            moved: other_modules(counted),
            own: with_own_code(counted),
            pairs: Vec::new(),
            pair_of: HashMap::new(),
            lines: Lines::new(),
        }
    }

    fn count(&mut self, side: usize, launch: &Launch) -> Counts {
        let mut counts = Counts::new();
        for seen in launch.functions.iter().flat_map(|functions| &functions.seen) {
            let Some(&row) = self.row_of[side].get(&seen.node) else { continue };
            let node = *self.node_of.entry(row).or_insert_with(|| {
                self.rows.push(row);
                self.rows.len() - 1
            });
            let chain: Vec<&Arc<Function>> =
                std::iter::successors(seen.function.as_ref(), |function| function.within.as_ref()).collect();
            let told = self.told(&chain);
            let ids: Vec<Option<usize>> = chain
                .iter()
                .take(told + 1)
                .map(|function| {
                    (function.kind != FunctionKind::Method).then(|| self.function(side, function))
                })
                .collect();
            let function = ids.get(told).copied().flatten();
            let inner = ids.iter().take(told).rev().copied().flatten().collect();
            let pair = Pair { node, function, inner };
            let pairs = &mut self.pairs;
            let pair = *self.pair_of.entry(pair).or_insert_with_key(|pair| {
                pairs.push(pair.clone());
                pairs.len() - 1
            });
            *counts.entry(pair).or_default() += seen.samples as f64;
            for (at, (function, line)) in ids.iter().zip(&seen.lines).enumerate().filter(|_| side == 1) {
                // One that lies within another of its name was seen where it is innermost.
                if let (Some(function), Some(line), false) = (function, line, ids[..at].contains(function)) {
                    *self.lines.entry((pair, *function)).or_default().entry(*line).or_default() +=
                        seen.samples;
                }
            }
        }
        counts
    }

    /// Which of a chain, the innermost first, has code of its own somewhere, or is the last.
    /// What every build puts into its callers (`@inline(__always)`, a small getter) is a part of these.
    fn told(&self, chain: &[&Arc<Function>]) -> usize {
        let own = chain.iter().position(|function| self.own.contains(&function.name));
        own.unwrap_or(chain.len().saturating_sub(1))
    }

    fn function(&mut self, side: usize, function: &Arc<Function>) -> usize {
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
            // The head says whose a function is now.
            self.functions[at] = Arc::clone(function);
        }
        at
    }
}

/// The functions that have code of their own in a build of either side, as far as samples show it.
fn with_own_code(counted: Counted<'_>) -> HashSet<Arc<str>> {
    let all = counted.launches().flat_map(|(_, _, launch, _)| launch.functions.iter());
    let seen = all.flat_map(|functions| functions.seen.iter().filter_map(|seen| seen.function.as_ref()));
    let outermost = seen.filter_map(|function| {
        std::iter::successors(Some(function), |function| function.within.as_ref()).last()
    });
    outermost
        .filter(|function| function.kind != FunctionKind::Method)
        .map(|function| Arc::clone(&function.name))
        .collect()
}

/// Names that one module has on the base's side and another one on the head's: the same function, of which the settings say another module.
fn other_modules(counted: Counted<'_>) -> HashMap<(Arc<str>, Arc<str>), Arc<str>> {
    let mut modules: HashMap<&Arc<str>, [BTreeSet<&Arc<str>>; 2]> = HashMap::new();
    for (side, _, launch, _) in counted.launches() {
        for function in
            launch.functions.iter().flat_map(|found| &found.seen).filter_map(|seen| seen.function.as_ref())
        {
            modules.entry(&function.name).or_default()[side].insert(&function.module);
        }
    }
    let other = modules.into_iter().filter_map(|(name, [base, head])| {
        let (before, now) = (*base.first()?, *head.first()?);
        let is_other = base.len() == 1 && head.len() == 1 && before != now;
        is_other.then(|| ((Arc::clone(before), Arc::clone(name)), Arc::clone(now)))
    });
    other.collect()
}
