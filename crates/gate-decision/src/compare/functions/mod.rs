//! Judges functions in Swift, C and C++ that samples found, and finds the functions that explain the growth of other rows.
//!
//! The exact cost of a row (a method's own time, or a phase outside Objective-C) is divided among the functions in its samples. If a third
//! of the row's samples, over all launches of the build, are in a function, a third of the cost belongs to the function. The costs of the
//! functions therefore add up to the row's cost, and sampling changes no sum. A function is judged only by its cost in rows that no finding
//! reports, so each growth is reported once.
//!
//! Invariant: if base and head are exchanged, the rows are those of the same functions.

mod attribution;
mod explain;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use gate_launches::{BuildRole, Function, FunctionKind, Launch};
use gate_stats::sampled::{SampleCount, SampledRow, SampledShare, judge_sampled};
use gate_stats::tuned::FUNCTION_SHARE;
use gate_stats::{CommonChange, Limit, RowClass, RowResult, Settings, levels};
use serde::{Deserialize, Serialize};

use super::JudgedRow;
use super::rows::{AdmittedLaunches, Matrix, Row};
use super::rules::Rules;
use crate::amount::Sides;
use crate::reason::Reason;
use crate::subject::Subject;
use attribution::{CostAttribution, NodeFunctionPair, function_subject};
pub use explain::FunctionGrowth;

/// The results of judging sampled functions.
#[derive(Clone, Debug, Default)]
pub struct FunctionResults {
    /// A row for each function with a sufficient cost, and for each module a row for its functions without rows of their own.
    pub rows: Vec<JudgedRow>,
    /// The rows of functions and methods that wait in system calls of one kind. The list is empty unless run states were recorded in all
    /// sampled launches.
    pub waits: Vec<JudgedRow>,
    /// The function of each row in `rows`. Rows for the other functions of a module have `None`.
    pub of_row: Vec<Option<Arc<Function>>>,
    /// For each row in `rows`, the subjects (methods and phases) in whose samples its functions were found.
    pub nodes: Vec<BTreeSet<Subject>>,
    /// For each finding, the functions that explain its growth, the largest part first.
    pub parts: BTreeMap<Subject, Vec<FunctionGrowth>>,
    /// For each method or phase with samples, the functions in these samples and their shares of the exact cost.
    pub shares: BTreeMap<Subject, Vec<FunctionShare>>,
    /// The static initialisers, which the system runs before `main`.
    pub initialisers: Vec<FunctionGrowth>,
    /// Number of launches that have samples.
    pub sampled: Sides<usize>,
    /// The oldest session of the base that has samples; `None` if no session has samples.
    pub since: Option<Arc<str>>,
    /// The reason why functions are not judged although launches were sampled.
    pub not_judged: Option<Reason>,
    pub missing: Vec<MissingSymbols>,
}

/// An image of one side whose symbols are missing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct MissingSymbols {
    pub side: BuildRole,
    pub image: String,
    pub uuid: String,
}

/// A function and its share of the exact cost of a method or phase.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionShare {
    pub function: Arc<Function>,
    pub share: Sides<f64>,
    /// Half the width of the confidence interval of the function's growth, divided by the larger of the method's or phase's two costs. In
    /// 95 % of checks, the intervals of all functions contain the true growth.
    pub within: f64,
}

/// The rows of functions before they are judged. Functions can be judged if enough launches of both sides have samples, and if symbols of
/// the same images are known on both sides.
pub(super) struct FunctionRows {
    can_judge: bool,
    functions: FunctionResults,
}

/// A comparison, with the rows whose growth is to be explained by functions.
pub(super) struct ExplainedComparison<'a> {
    pub(super) launches: AdmittedLaunches<'a>,
    /// The densely sampled launches of each side, which are used only to name functions.
    pub(super) dense: &'a Sides<Vec<&'a Launch>>,
    pub(super) parts: &'a Matrix,
    pub(super) results: &'a [RowResult],
    /// The indices of the parts of the launch whose growth findings report.
    pub(super) reported: &'a BTreeSet<usize>,
    /// The rows whose growth is to be explained by functions.
    pub(super) explained: &'a [&'a Row],
    pub(super) common: &'a CommonChange,
}

impl FunctionRows {
    pub(super) fn new(launches: AdmittedLaunches<'_>, rules: Rules<'_>) -> FunctionRows {
        let sampled = Sides { base: launches.base, head: launches.head }
            .map(|launches| launches.iter().filter(|launch| launch.functions.is_some()).count());
        let missing = missing_symbols(launches);
        let first = launches
            .base
            .iter()
            .filter(|launch| launch.functions.is_some())
            .min_by_key(|launch| (launch.recorded_unix_ms, Arc::clone(&launch.session)));
        let since = first.map(|launch| Arc::clone(&launch.session));
        let not_judged = find_obstacle(sampled, &missing, rules);
        let can_judge = not_judged.is_none() && sampled.base > 0 && sampled.head > 0;
        let functions = FunctionResults { sampled, since, not_judged, missing, ..FunctionResults::default() };
        FunctionRows { can_judge, functions }
    }

    /// Returns the share of the significance level that other rows may use.
    pub(super) fn level_share_of_other_rows(&self) -> f64 {
        if self.can_judge { levels::SHARE_BESIDE_FUNCTIONS } else { 1.0 }
    }

    /// Judges the cost of functions in rows that no finding reports. The function also finds the functions that explain the growth of other
    /// rows.
    pub(super) fn judge(
        &self,
        compared: ExplainedComparison<'_>,
        settings: &Settings,
        rules: Rules<'_>,
    ) -> FunctionResults {
        let mut functions = self.functions.clone();
        if !self.can_judge {
            return functions;
        }
        let ExplainedComparison { launches, parts, results, common, .. } = compared;
        let attribution = CostAttribution::new(launches, parts, results);
        let mut rows: Vec<FunctionRow> = candidate_rows(&attribution, compared.reported, rules);
        if has_run_states(launches) {
            rows.extend(waiting_rows(&attribution, compared.reported, rules));
        }
        let limits: Vec<Limit> = rows.iter().map(|one| one.row.limit(!one.row.rule.ignored)).collect();
        let sampled: Vec<SampledRow> = rows.iter().map(|row| row_samples(&attribution, &row.pairs)).collect();
        let judged = judge_sampled(&sampled, &limits, settings, common, levels::FUNCTIONS);
        for (FunctionRow { row, function, pairs }, result) in rows.into_iter().zip(judged) {
            if row.rule.ignored {
                continue;
            }
            let values = Arc::new(attribution.values(&pairs));
            if matches!(row.subject, Subject::Waiting(..)) {
                functions.waits.push(JudgedRow { row, result, calls: None, values, called_by: None });
                continue;
            }
            functions.nodes.push(pairs.iter().map(|&pair| attribution.subject(pair).clone()).collect());
            functions.of_row.push(function);
            functions.rows.push(JudgedRow { row, result, calls: None, values, called_by: None });
        }
        functions.parts = find_explanations(&attribution, &compared, &functions.rows);
        functions.initialisers = static_initialisers(&attribution);
        functions.shares = function_shares(&attribution, settings, common);
        functions
    }
}

/// Finds the functions that explain the growth of rows, including the growth of findings of functions. The samples of densely sampled
/// launches are used too.
fn find_explanations(
    attribution: &CostAttribution<'_>,
    compared: &ExplainedComparison<'_>,
    functions: &[JudgedRow],
) -> BTreeMap<Subject, Vec<FunctionGrowth>> {
    let ExplainedComparison { launches, dense, parts, results, .. } = *compared;
    let [base, head] = [(launches.base, &dense.base), (launches.head, &dense.head)]
        .map(|(timed, dense)| [timed, dense].concat());
    let with_dense = (!dense.base.is_empty() || !dense.head.is_empty()).then(|| {
        CostAttribution::new(AdmittedLaunches { base: &base, head: &head, ..launches }, parts, results)
    });
    let attribution = with_dense.as_ref().unwrap_or(attribution);
    let findings = functions.iter().filter(|judged| judged.result.class == RowClass::Finding);
    let rows = compared.explained.iter().copied().chain(findings.map(|judged| &judged.row));
    rows.map(|row| {
        (row.subject.clone(), explain::explaining_functions(attribution, &row.subject, row.module.as_deref()))
    })
    .collect()
}

/// Returns the reason why functions cannot be judged, although launches were sampled.
fn find_obstacle(sampled: Sides<usize>, missing: &[MissingSymbols], rules: Rules<'_>) -> Option<Reason> {
    let needed = rules.config.gate.min_launches;
    if sampled == (Sides { base: 0, head: 0 }) {
        return None;
    }
    for (side, launches) in [(BuildRole::Base, sampled.base), (BuildRole::Head, sampled.head)] {
        if launches < needed {
            return Some(Reason::TooFewSamples { side, launches, needed });
        }
    }
    let [base, head] = [BuildRole::Base, BuildRole::Head].map(|side| -> BTreeSet<&str> {
        missing.iter().filter(|one| one.side == side).map(|one| one.image.as_str()).collect()
    });
    let images: Vec<String> = base.symmetric_difference(&head).map(|image| (*image).to_owned()).collect();
    let missing = if base.len() > head.len() { BuildRole::Base } else { BuildRole::Head };
    (!images.is_empty()).then_some(Reason::SymbolsOfOneSide { missing, images })
}

/// Returns the images without symbols. Each image is returned once for each side.
fn missing_symbols(launches: AdmittedLaunches<'_>) -> Vec<MissingSymbols> {
    let mut all = BTreeSet::new();
    for (side, _, launch, _) in launches.launches() {
        for (image, uuid) in launch.functions.iter().flat_map(|functions| functions.missing.iter()) {
            let side = [BuildRole::Base, BuildRole::Head][side];
            all.insert(MissingSymbols { side, image: image.clone(), uuid: uuid.clone() });
        }
    }
    all.into_iter().collect()
}

/// Returns the functions of the app in each node, with their shares of the node's cost.
fn function_shares(
    attribution: &CostAttribution<'_>,
    settings: &Settings,
    common: &CommonChange,
) -> BTreeMap<Subject, Vec<FunctionShare>> {
    let is_app_function =
        |pair: &usize| attribution.pairs[*pair].function.is_some_and(|at| attribution.is_app_function(at));
    // Samples in which the function ran and samples in which it waited are added up to one share.
    let mut groups: BTreeMap<NodeFunctionPair, Vec<usize>> = BTreeMap::new();
    for pair in (0..attribution.pairs.len()).filter(is_app_function) {
        groups
            .entry(NodeFunctionPair { waiting: None, ..attribution.pairs[pair].clone() })
            .or_default()
            .push(pair);
    }
    let mut pairs: Vec<Vec<usize>> = groups.into_values().collect();
    pairs.sort();
    let rows: Vec<SampledRow> = pairs.iter().map(|pairs| row_samples(attribution, pairs)).collect();
    let confidence = 1.0 - (1.0 - settings.confidence) / pairs.len().max(1) as f64;
    let settings = Settings { confidence, ..*settings };
    let limits = vec![Limit { decides: false, ..Limit::new(0.0, 0.0) }; pairs.len()];
    let judged = judge_sampled(&rows, &limits, &settings, common, levels::FUNCTIONS);
    let mut all: BTreeMap<Subject, Vec<FunctionShare>> = BTreeMap::new();
    for (pairs, result) in pairs.into_iter().zip(judged) {
        let pair = pairs[0];
        let Some(function) = attribution.pairs[pair].function else { continue };
        let [base, head] =
            [0, 1].map(|side| pairs.iter().map(|&pair| attribution.sample_share(pair)[side]).sum());
        let level = attribution.nodes[attribution.pairs[pair].node].level;
        let (low, high) = result.change_interval;
        let within = 0.5 * (high - low) / level[0].max(level[1]).max(f64::MIN_POSITIVE);
        let function = Arc::clone(attribution.function(function));
        let share = FunctionShare { function, share: Sides { base, head }, within };
        all.entry(attribution.subject(pair).clone()).or_default().push(share);
    }
    all
}

/// A row that is not yet tested: a row of one function, or a row of all functions of a module that have no rows of their own.
struct FunctionRow {
    row: Row,
    function: Option<Arc<Function>>,
    pairs: Vec<usize>,
}

/// Returns a row for each function with a sufficient share of the launch, and for each module a row for its other functions. Samples in
/// methods and phases whose growth a finding already reports are not used.
fn candidate_rows(
    attribution: &CostAttribution<'_>,
    reported: &BTreeSet<usize>,
    rules: Rules<'_>,
) -> Vec<FunctionRow> {
    let mut rows: BTreeMap<Subject, FunctionRow> = BTreeMap::new();
    let least = FUNCTION_SHARE * attribution.launch_mean;
    let cost = attribution.cost_by_function();
    for (at, pair) in attribution.pairs.iter().enumerate() {
        let Some(number) = pair.function else { continue };
        if reported.contains(&attribution.nodes[pair.node].row) {
            continue;
        }
        let function = attribution.function(number);
        let is_large =
            function.kind != FunctionKind::Others && 0.5 * (cost[number].base + cost[number].head) >= least;
        let module = &function.module;
        let subject = match is_large {
            true => function_subject(function),
            false => Subject::OtherFunctions(Arc::clone(module)),
        };
        let row = rows.entry(subject).or_insert_with_key(|subject| {
            let owner = function.owner.clone().filter(|_| is_large);
            let row = Row::new(subject.clone(), Some(Arc::clone(module)), owner, rules);
            FunctionRow { row, function: is_large.then(|| Arc::clone(function)), pairs: Vec::new() }
        });
        row.pairs.push(at);
    }
    rows.into_values().collect()
}

/// Returns whether the recorder recorded in all sampled launches whether the thread ran or waited.
fn has_run_states(launches: AdmittedLaunches<'_>) -> bool {
    let mut sampled = launches.launches().filter_map(|(_, _, launch, _)| launch.functions.as_ref());
    sampled.all(|functions| functions.waits.is_some())
}

/// Returns the rows of functions and methods that wait for a sufficient share of the launch in system calls of one kind. Samples in methods
/// and phases whose growth a finding already reports are not used.
fn waiting_rows(
    attribution: &CostAttribution<'_>,
    reported: &BTreeSet<usize>,
    rules: Rules<'_>,
) -> Vec<FunctionRow> {
    let mut pairs: BTreeMap<Subject, Vec<usize>> = BTreeMap::new();
    for (at, pair) in attribution.pairs.iter().enumerate() {
        let kind = pair
            .waiting
            .filter(|kind| kind.is_judged() && !reported.contains(&attribution.nodes[pair.node].row));
        if let (Some(kind), Some(code)) = (kind, attribution.function_or_method(at)) {
            pairs.entry(Subject::Waiting(kind, code)).or_default().push(at);
        }
    }
    let least = FUNCTION_SHARE * attribution.launch_mean;
    let sum = |pairs: &[usize]| pairs.iter().flat_map(|&pair| attribution.cost_part(pair)).sum::<f64>();
    pairs.retain(|_, pairs| 0.5 * sum(pairs) >= least);
    let rows = pairs.into_iter().map(|(subject, pairs)| waiting_row(attribution, subject, pairs, rules));
    rows.collect()
}

/// Returns the row of a function or a method that waits, including its module and its owner.
fn waiting_row(
    attribution: &CostAttribution<'_>,
    subject: Subject,
    pairs: Vec<usize>,
    rules: Rules<'_>,
) -> FunctionRow {
    let pair = &attribution.pairs[pairs[0]];
    let function = pair.function.map(|at| Arc::clone(attribution.function(at)));
    let node = &attribution.nodes[pair.node];
    let (module, owner) = match &function {
        Some(function) => (Some(Arc::clone(&function.module)), function.owner.clone()),
        None => (node.module.clone(), node.owner.clone()),
    };
    FunctionRow { row: Row::new(subject, module, owner, rules), function, pairs }
}

/// Returns the samples of a row in the form that the statistics need.
fn row_samples(attribution: &CostAttribution<'_>, pairs: &[usize]) -> SampledRow {
    let shares = [0, 1].map(|side| -> BTreeMap<usize, SampledShare> {
        let found = explain::samples_by_node(attribution, side, pairs).into_iter();
        found.map(|(node, found)| (node, node_share(attribution, side, node, &found))).collect()
    });
    let of_samples =
        |share: &SampledShare| if share.samples > 0.0 { share.found / share.samples } else { 0.0 };
    let errors = shares[0]
        .iter()
        .zip(shares[1].values())
        .map(|((&node, base), head)| attribution.nodes[node].error * of_samples(base).max(of_samples(head)));
    let exact = errors.sum();
    let [base, head] = shares.map(|share| share.into_values().collect());
    let [base_counts, head_counts] =
        [0, 1].map(|side| count_row_samples(attribution, side, pairs, |launch| launch));
    let df = (base_counts.len().saturating_sub(1) + head_counts.len().saturating_sub(1)) as f64;
    let sessions =
        count_row_samples(attribution, 0, pairs, |launch| &attribution.sides[0].launches[launch].session);
    let enough = sessions.len() >= 3;
    let session_df = if enough { sessions.len() as f64 - 1.0 } else { 0.0 };
    SampledRow {
        exact,
        base,
        head,
        launches: (base_counts.into_iter().chain(head_counts).collect(), df),
        sessions: (if enough { sessions } else { Vec::new() }, session_df),
    }
}

/// Returns the cost of a node (a method or phase with samples) on one side, with its number of samples and the sum of `found`. `found`
/// contains, for each launch, the number of the node's samples that belong to one row.
fn node_share(attribution: &CostAttribution<'_>, side: usize, node: usize, found: &[f64]) -> SampledShare {
    let (cost, samples) = (attribution.nodes[node].level[side], attribution.sides[side].samples[node]);
    SampledShare { cost, found: found.iter().sum(), samples }
}

/// Counts the samples of a row in each group of a side's launches, and computes the number of samples that the row's share in all launches
/// predicts for the group.
fn count_row_samples<G: Ord>(
    attribution: &CostAttribution<'_>,
    side: usize,
    pairs: &[usize],
    group: impl Fn(usize) -> G,
) -> Vec<SampleCount> {
    let (of, by_node) = (&attribution.sides[side], explain::samples_by_node(attribution, side, pairs));
    let mut all: BTreeMap<G, SampleCount> = BTreeMap::new();
    for launch in 0..of.launches.len() {
        let count = all.entry(group(launch)).or_default();
        for (&node, found) in by_node.iter().filter(|(node, _)| of.samples[**node] > 0.0) {
            let share = found.iter().sum::<f64>() / of.samples[node];
            let samples = of.samples_in[launch][node];
            count.found += found[launch];
            count.expected += samples * share;
            count.variance += samples * share * (1.0 - share);
        }
    }
    all.into_values().collect()
}

/// Returns the static initialisers, the most expensive first.
fn static_initialisers(attribution: &CostAttribution<'_>) -> Vec<FunctionGrowth> {
    let costs = attribution.cost_by_function().into_iter().enumerate();
    let all =
        costs.map(|(at, cost)| FunctionGrowth::from_whole_cost(Arc::clone(attribution.function(at)), cost));
    let mut found: Vec<_> = all.filter(|one| one.function.kind == FunctionKind::Initialiser).collect();
    found.sort_by(|a, b| b.cost.head.total_cmp(&a.cost.head).then_with(|| a.function.cmp(&b.function)));
    found
}

#[cfg(test)]
mod tests;
