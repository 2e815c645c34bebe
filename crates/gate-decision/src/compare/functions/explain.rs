//! Finds the functions that explain the growth of a row, each with its own growth and the interval of that growth.
//!
//! Module `attribution` defines nodes and pairs.
//!
//! - Interval: launches are resampled together with their samples, so the interval contains the scatter between launches. A percentile
//!   bootstrap of ten launches gives intervals that are too narrow: its sums scatter by √((n−1)/n) of the true scatter, and its tails are
//!   those of the normal distribution. The percentiles are therefore expanded by Student's t (Hesterberg 2015, the expanded percentile
//!   interval), where n is the number of launches of the smaller side. If all samples of a node are in the function, or no sample is,
//!   resampling shows no scatter, so the binomial variance is used instead.
//! - Listed functions: a function is listed if its few samples in the base are unlikely to be due to chance, corrected for all functions of
//!   the row (Fisher 1922, Bonferroni).
//! - Candidate: if no function is listed, the function with most of the growth may be reported as a candidate. A function is a candidate if
//!   its growth is rarely due to chance, or if the samples of the whole launch show the growth. A candidate is not proven, and reports call
//!   it a candidate.
//! - Inlined functions: an inlined function is listed instead of the enclosing function under two conditions. The inlined function must
//!   have most of the enclosing function's growth, and samples of the base must show that the enclosing function's other code grew less. If
//!   the enclosing function only ran more often, all its parts would grow in the same proportion. An inlined function may make up the whole
//!   enclosing function, which then has no other code for a comparison. The inlined function's own code is then tested in the same way.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::sync::Arc;

use gate_launches::Function;
use gate_stats::Random;
use gate_stats::basic::{quantile, t_above, t_quantile_above};
use statrs::distribution::{DiscreteCDF as _, Hypergeometric};

use super::attribution::{CostAttribution, NodeFunctionPair, function_subject};
use super::row_samples;
use crate::amount::Sides;
use crate::compare::Subject;

/// The number of times that the launches are resampled.
const DRAWS: usize = 400;
/// The largest accepted chance of three errors. The first error is that an interval is wrong at its lower end. The second error is that a
/// row has a candidate although no function of the row grew. The third is that an inlined function is listed although the enclosing
/// function only runs more often.
const TAIL: f64 = 0.025;
/// The least share of a row's growth that a listed function has.
const LEAST_SHARE: f64 = 0.1;
/// The largest number of functions that are listed for a row.
const MOST_FUNCTIONS: usize = 5;

/// The part of a row's growth that a function explains.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionGrowth {
    pub function: Arc<Function>,
    /// The source line of the head's build at which most samples of the function were taken.
    pub line: Option<u32>,
    /// The cost of the function in the row.
    pub cost: Sides<f64>,
    /// The ends of the 95 % interval of the function's growth; `None` if no interval was computed.
    pub interval: Option<[f64; 2]>,
    /// For a candidate, whose growth is not proven, the base's cost of the row or launch in which the candidate was found; otherwise
    /// `None`.
    pub candidate_in: Option<f64>,
}

impl FunctionGrowth {
    /// Makes a value with the whole cost of a function, which is not used to explain the growth of a row.
    pub(super) fn from_whole_cost(function: Arc<Function>, cost: Sides<f64>) -> FunctionGrowth {
        FunctionGrowth { function, line: None, cost, interval: None, candidate_in: None }
    }

    /// Returns the growth of the function's cost.
    pub fn change(&self) -> f64 {
        self.cost.head - self.cost.base
    }
}

/// An inlined function may be listed instead of the enclosing function if the inlined function's growth, divided by the enclosing
/// function's growth, is in this range.
const SIMILAR_GROWTH: RangeInclusive<f64> = 0.6..=1.5;

/// The base may have few samples of a function by chance, although the function did not grow. A function is listed only if this chance is
/// below the constant, divided by the number of functions.
const LARGEST_CHANCE: f64 = 0.001;

/// A function, and those of its pairs that are examined together. A pair is the function's samples in one method or phase. A group without
/// a function is the own code of methods.
#[derive(Clone)]
struct FunctionGroup {
    function: Option<usize>,
    pairs: Vec<usize>,
    cost: [f64; 2],
}

impl FunctionGroup {
    fn new(attribution: &CostAttribution<'_>, function: Option<usize>, pairs: Vec<usize>) -> FunctionGroup {
        let cost = pairs.iter().map(|&pair| attribution.cost_part(pair));
        let cost = cost.fold([0.0; 2], |a, b| [a[0] + b[0], a[1] + b[1]]);
        FunctionGroup { function, pairs, cost }
    }

    fn change(&self) -> f64 {
        self.cost[1] - self.cost[0]
    }

    /// Returns the innermost inlined function with most of this group's growth, or this group if there is no such function. For a method's
    /// own code, which is not a function, the outermost inlined function is the second choice.
    fn find_innermost(self, attribution: &CostAttribution<'_>) -> FunctionGroup {
        let mut inner: Vec<FunctionGroup> = inlined_functions(attribution, &self.pairs)
            .filter(|group| SIMILAR_GROWTH.contains(&(group.change() / self.change())))
            .filter(|group| growth_interval(attribution, group)[0] > 0.0)
            .collect();
        inner.sort_by(|a, b| {
            a.cost[1]
                .total_cmp(&b.cost[1])
                .then_with(|| b.inlining_depth(attribution).cmp(&a.inlining_depth(attribution)))
        });
        // The test uses the samples of all rows, since a single row has fewer samples.
        let whole = match self.function {
            None => self.clone(),
            own => attribution.group_pairs(own, |pair| pair.function == own),
        };
        let in_whole = |first: &FunctionGroup| {
            inlined_functions(attribution, &whole.pairs).find(|group| group.function == first.function)
        };
        // If the innermost function only runs more often, samples do not show which enclosing function is the cause.
        let innermost = inner
            .first()
            .filter(|first| in_whole(first).is_some_and(|group| group.is_slower_in(attribution, &whole)))
            .filter(|group| group.grew_elsewhere(attribution, &self));
        let outermost = inner.last().filter(|_| self.function.is_none());
        innermost.or(outermost).cloned().unwrap_or(self)
    }

    /// Returns the largest number of nested functions into which this function was inlined.
    fn inlining_depth(&self, attribution: &CostAttribution<'_>) -> Option<usize> {
        let inner = self.pairs.iter().map(|&pair| &attribution.pairs[pair].inner);
        inner.filter_map(|inner| inner.iter().position(|at| Some(*at) == self.function)).max()
    }

    /// Returns whether this function has most of the growth of `within`, beyond the growth that the other code of `within` shows. If the
    /// function `within` only ran more often, its other code would grow in the same proportion. Samples of the base must show that the two
    /// grew differently (Fisher 1922). With few samples, the enclosing function is reported if there is one, since it is more certain.
    fn explains_growth_of(&self, attribution: &CostAttribution<'_>, within: &FunctionGroup) -> bool {
        let rest = within.pairs.iter().copied().filter(|pair| !self.pairs.contains(pair)).collect();
        let rest = FunctionGroup::new(attribution, None, rest).cost;
        let [found, of] =
            [self, within].map(|group| [0, 1].map(|side| group.count_samples(attribution, side)));
        self.cost[1] - self.cost[0] * rest[1] / rest[0] >= SIMILAR_GROWTH.start() * within.change()
            && (within.function.is_none() || chance_of_fewer(found, of) < TAIL)
    }

    /// Returns whether this function, or only its own code, explains the growth of `within`. The function may make up the whole code of
    /// `within`.
    fn is_slower_in(&self, attribution: &CostAttribution<'_>, within: &FunctionGroup) -> bool {
        let is_own = |pair: &usize| attribution.pairs[*pair].inner.last().copied() == self.function;
        let own = FunctionGroup::new(
            attribution,
            self.function,
            self.pairs.iter().copied().filter(is_own).collect(),
        );
        self.explains_growth_of(attribution, within) || own.explains_growth_of(attribution, within)
    }

    /// Returns the chance that the base has so few samples of this function although the function did not grow. For the computation, the
    /// side with the lower cost gets additional samples for the missing time. The additional samples are outside of this function.
    fn chance_without_growth(&self, attribution: &CostAttribution<'_>) -> f64 {
        let nodes: BTreeSet<usize> = self.pairs.iter().map(|&pair| attribution.pairs[pair].node).collect();
        let of = [0, 1].map(|side| {
            let samples = &attribution.sides[side].samples;
            let whole: f64 = attribution.nodes.iter().map(|node| node.level[side]).sum();
            let rate = samples.iter().sum::<f64>() / whole.max(f64::MIN_POSITIVE);
            let missing = |level: [f64; 2]| level[0].max(level[1]) - level[side];
            nodes.iter().map(|&at| samples[at] + missing(attribution.nodes[at].level) * rate).sum()
        });
        chance_of_fewer([0, 1].map(|side| self.count_samples(attribution, side)), of)
    }

    /// Returns the number of this function's samples on one side.
    fn count_samples(&self, attribution: &CostAttribution<'_>, side: usize) -> f64 {
        self.pairs.iter().map(|&pair| attribution.sides[side].found[pair]).sum()
    }

    /// Returns whether this function also grew in the functions other than `within` into which it was inlined. If the inlined function did
    /// not grow in the other functions, the function `within` runs it more often. Returns true if the function's cost in the other
    /// functions is too small to show growth.
    fn grew_elsewhere(&self, attribution: &CostAttribution<'_>, within: &FunctionGroup) -> bool {
        let elsewhere = attribution.group_pairs(self.function, |pair| {
            let is_inlined = pair.inner.iter().any(|inner| Some(*inner) == self.function);
            is_inlined && pair.function != within.function
        });
        // In the other functions, the inlined function is expected to grow by half of its relative growth in `within`, but by at most half
        // of its cost in the base.
        let expected =
            elsewhere.cost[0] * (0.5 * self.change() / self.cost[0].max(f64::MIN_POSITIVE)).min(0.5);
        within.function.is_none() || expected < 0.1 * self.change() || elsewhere.change() >= expected
    }

    fn function_growth(&self, attribution: &CostAttribution<'_>) -> Option<FunctionGrowth> {
        let function = self.function?;
        Some(FunctionGrowth {
            function: Arc::clone(attribution.function(function)),
            line: attribution.most_sampled_line(function, &self.pairs),
            cost: Sides { base: self.cost[0], head: self.cost[1] },
            interval: Some(growth_interval(attribution, self)),
            candidate_in: None,
        })
    }
}

/// Returns the inlined functions in these pairs. The function returns no inlined functions if the symbols of the base contain no inlined
/// function, since a small function may by chance have no sample in the base.
fn inlined_functions<'a>(
    attribution: &'a CostAttribution<'_>,
    pairs: &[usize],
) -> impl Iterator<Item = FunctionGroup> + 'a {
    let mut within: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for &pair in pairs.iter().filter(|_| attribution.base_has_inner()) {
        for &function in
            attribution.pairs[pair].inner.iter().filter(|function| attribution.is_app_function(**function))
        {
            let pairs = within.entry(function).or_default();
            if pairs.last() != Some(&pair) {
                pairs.push(pair);
            }
        }
    }
    within.into_iter().map(|(function, pairs)| FunctionGroup::new(attribution, Some(function), pairs))
}

/// Returns the functions in a row whose growth is proven, the largest growth first. If no growth is proven, returns the candidate (a
/// function that probably has most of the growth), if there is one.
pub(super) fn explaining_functions(
    attribution: &CostAttribution<'_>,
    key: &Subject,
    module: Option<&str>,
) -> Vec<FunctionGrowth> {
    let pairs: Vec<usize> =
        (0..attribution.pairs.len()).filter(|&pair| attribution.is_in(pair, key, module)).collect();
    let mut by_function: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
    for &pair in &pairs {
        by_function.entry(attribution.pairs[pair].function).or_default().push(pair);
    }
    by_function.retain(|function, _| function.is_none_or(|function| attribution.is_app_function(function)));
    let functions = by_function.keys().flatten().count().max(1) as f64;
    let all =
        by_function.into_iter().map(|(function, pairs)| FunctionGroup::new(attribution, function, pairs));
    let mut growing: Vec<FunctionGroup> = all.filter(|group| group.change() > 0.0).collect();
    let whole: f64 = growing.iter().map(FunctionGroup::change).sum();
    let least = LEAST_SHARE * whole;
    growing.retain(|group| group.change() > least);
    let largest_chance = LARGEST_CHANCE / functions;
    let (proven, growing): (Vec<FunctionGroup>, Vec<FunctionGroup>) =
        growing.into_iter().partition(|group| {
            group.chance_without_growth(attribution) < largest_chance
                && growth_interval(attribution, group)[0] > 0.0
        });
    if proven.is_empty() {
        let row = FunctionGroup::new(attribution, None, pairs);
        let candidate = find_candidate(attribution, key, &row, growing, CandidateLimits { functions, least });
        return candidate.into_iter().collect();
    }
    // If several proven functions contain the same inlined function, the inlined function is listed once.
    let mut by_function: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
    for group in proven.into_iter().map(|group| group.find_innermost(attribution)) {
        by_function.entry(group.function).or_default().extend(group.pairs);
    }
    let groups =
        by_function.into_iter().map(|(function, pairs)| FunctionGroup::new(attribution, function, pairs));
    let mut parts: Vec<FunctionGrowth> =
        groups.filter_map(|group| group.function_growth(attribution)).collect();
    parts.sort_by(|a, b| b.change().total_cmp(&a.change()).then_with(|| a.function.cmp(&b.function)));
    parts.truncate(MOST_FUNCTIONS);
    parts
}

/// The requirements that a candidate of a row must meet.
struct CandidateLimits {
    /// The number of functions in the row, for the Bonferroni correction.
    functions: f64,
    /// The least growth that a candidate must have.
    least: f64,
}

/// Returns the candidate of a row that has no proven function. `growing` contains those functions of the row
/// whose times grew.
fn find_candidate(
    attribution: &CostAttribution<'_>,
    key: &Subject,
    row: &FunctionGroup,
    mut growing: Vec<FunctionGroup>,
    CandidateLimits { functions, least }: CandidateLimits,
) -> Option<FunctionGrowth> {
    let inlined: Vec<FunctionGroup> = inlined_functions(attribution, &row.pairs).collect();
    let level = TAIL / (functions + inlined.len() as f64);
    growing.extend(inlined);
    growing.retain(|group| group.change() > least && group.change() >= SIMILAR_GROWTH.start() * row.change());
    let probable = growing.iter().filter(|group| group.chance_without_growth(attribution) < level);
    let probable = probable.map(|group| (growth_interval(attribution, group)[0], group));
    let largest = probable.filter(|(low, _)| *low > 0.0).max_by(|a, b| a.0.total_cmp(&b.0));
    let most = largest.map(|(_, group)| group.clone().find_innermost(attribution));
    // The samples of the whole launch may show a function that the few samples of a row do not show.
    let is_phase = matches!(key, Subject::Phase(_));
    let needs_launch = most.is_none() && (!growing.is_empty() || is_phase) && *key != Subject::Launch;
    let of_launch =
        if needs_launch { explaining_functions(attribution, &Subject::Launch, None) } else { Vec::new() };
    let function = |group: &FunctionGroup| group.function.map(|at| attribution.function(at));
    let of_group =
        |group: &FunctionGroup| of_launch.iter().any(|part| Some(&part.function) == function(group));
    let most = most.or_else(|| growing.into_iter().find(of_group));
    let part = most.and_then(|group| group.function_growth(attribution)).map(|part| (part, row.cost[0]));
    let part = part.or_else(|| if is_phase { candidate_of_launch(attribution, of_launch) } else { None });
    part.map(|(part, cost)| FunctionGrowth { candidate_in: Some(cost), ..part })
}

/// Returns the function with most of the launch's growth, and the launch's cost in the base. The phase in which samples of a method were
/// taken is unknown, but a function with most of the launch's growth also has most of a phase's growth.
fn candidate_of_launch(
    attribution: &CostAttribution<'_>,
    of_launch: Vec<FunctionGrowth>,
) -> Option<(FunctionGrowth, f64)> {
    let all = attribution.group_pairs(None, |_| true);
    let is_most = |part: &FunctionGrowth| {
        part.candidate_in.is_none() && part.change() >= SIMILAR_GROWTH.start() * all.change()
    };
    of_launch.into_iter().find(is_most).map(|part| (part, all.cost[0]))
}

/// Returns the probability that the base has at most its observed number of samples in a function, if chance alone divides the samples of
/// the function between both sides (Fisher 1922).
fn chance_of_fewer(found: [f64; 2], of: [f64; 2]) -> f64 {
    let [[before, now], [all_before, all_now]] = [found, of].map(|sides| sides.map(|of| of.round() as u64));
    Hypergeometric::new(all_before + all_now, before + now, all_before).map_or(1.0, |drawn| drawn.cdf(before))
}

/// Returns the confidence interval of a function's growth, from resampled launches.
fn growth_interval(attribution: &CostAttribution<'_>, group: &FunctionGroup) -> [f64; 2] {
    let (pairs, change) = (&group.pairs, group.change());
    let seeds: Vec<f64> = pairs.iter().flat_map(|&pair| attribution.cost_part(pair)).collect();
    let mut random = Random::from_values(&seeds);
    let by_node = [0, 1].map(|side| samples_by_node(attribution, side, pairs));
    let growths: Vec<f64> = (0..DRAWS)
        .map(|_| {
            let [base, head] =
                [0, 1].map(|side| resampled_cost(attribution, side, &by_node[side], &mut random));
            head - base
        })
        .collect();
    let least = attribution.sides.iter().map(|side| side.launches.len()).min().unwrap_or(0).max(2) as f64;
    let (widening, df) = ((least / (least - 1.0)).sqrt(), least - 1.0);
    let (far, variance_not_resampled) =
        (t_quantile_above(TAIL, df), row_samples(attribution, pairs).variance_not_resampled());
    let outside = t_above(widening * far, f64::INFINITY);
    let reach = |end: f64| ((end - change).powi(2) + far * far * variance_not_resampled).sqrt();
    let (low, high) = (quantile(&growths, outside), quantile(&growths, 1.0 - outside));
    [change - reach(low), change + reach(high)]
}

/// Returns the cost of a group in one random resample of a side's launches.
fn resampled_cost(
    attribution: &CostAttribution<'_>,
    side: usize,
    by_node: &BTreeMap<usize, Vec<f64>>,
    random: &mut Random,
) -> f64 {
    let of = &attribution.sides[side];
    let count = of.launches.len();
    let chosen: Vec<usize> = (0..count).map(|_| random.next_below(count)).collect();
    let sum = |value: &dyn Fn(usize) -> f64| chosen.iter().map(|&launch| value(launch)).sum::<f64>();
    let mut cost = 0.0;
    for (&node, found_in) in by_node {
        let (found, samples) = (sum(&|l| found_in[l]), sum(&|l| of.samples_in[l][node]));
        let (drawn, all) =
            (sum(&|l| of.cost_in[l][node]), of.cost_in.iter().map(|costs| costs[node]).sum::<f64>());
        if samples > 0.0 && all > 0.0 {
            cost += attribution.nodes[node].level[side] * drawn / all * found / samples;
        }
    }
    cost
}

/// Counts the samples of these pairs in each launch of a side, separately for each node.
pub(super) fn samples_by_node(
    attribution: &CostAttribution<'_>,
    side: usize,
    pairs: &[usize],
) -> BTreeMap<usize, Vec<f64>> {
    let of = &attribution.sides[side];
    let mut by_node: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for &pair in pairs {
        let sums =
            by_node.entry(attribution.pairs[pair].node).or_insert_with(|| vec![0.0; of.launches.len()]);
        sums.iter_mut().zip(&of.found_in).for_each(|(sum, found)| *sum += found[pair]);
    }
    by_node
}

impl CostAttribution<'_> {
    /// Groups those pairs that `wanted` selects.
    fn group_pairs(
        &self,
        function: Option<usize>,
        wanted: impl Fn(&NodeFunctionPair) -> bool,
    ) -> FunctionGroup {
        FunctionGroup::new(
            self,
            function,
            (0..self.pairs.len()).filter(|at| wanted(&self.pairs[*at])).collect(),
        )
    }

    /// Returns whether a pair belongs to the row `key`.
    fn is_in(&self, pair: usize, key: &Subject, module: Option<&str>) -> bool {
        let node = self.subject(pair);
        match key {
            Subject::Launch | Subject::Count(_, None) | Subject::Outside(None) => true,
            // The phase in which a method's samples were taken is not recorded, so only nodes outside methods belong to the row of a phase.
            Subject::Phase(name) | Subject::Count(_, Some(name)) => {
                matches!(node, Subject::Outside(Some(phase)) if phase == name)
            }
            Subject::Module(_) => self.nodes[self.pairs[pair].node].module.as_deref() == module,
            Subject::Function(_) | Subject::OtherFunctions(_) => self.pairs[pair]
                .function
                .is_some_and(|function| function_subject(self.function(function)) == *key),
            other => node == other,
        }
    }
}
