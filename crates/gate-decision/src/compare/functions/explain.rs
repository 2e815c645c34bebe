//! Which functions explain the growth of a row: what each grew by, with an interval.
//!
//! Launches are resampled with their samples, so what scatters between launches is in the interval. A percentile bootstrap of ten launches
//! is too narrow: its sums scatter by √((n−1)/n) of what they should, and tails are the normal distribution's. So percentiles lie further
//! out, by Student's t (Hesterberg 2015, the expanded percentile interval), n being the launches of the smaller side.
//! A function is listed where chance hardly left so few samples before, among all functions of the row (Fisher 1922, Bonferroni).
//! Where none is, one that did most of the growth, as chance seldom has it or as the whole launch shows, is a candidate: what it says is
//! no proof, and is told as that.
//! A function that was put into another is told in its place where it grew by most of what that one did, and samples before show that
//! what else that one does grew less: were that one only run more often, all that it does would grow alike.
//! Where it may be all that the other one does, its own code is asked the same.
//! Where all samples of a node are in the function, or none, launches drawn anew show no scatter; the binomial one stands for it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::sync::Arc;

use gate_launches::Function;
use gate_stats::Random;
use gate_stats::basic::{quantile, t_above, t_quantile_above};
use statrs::distribution::{DiscreteCDF as _, Hypergeometric};

use super::divided::{Divided, key_of};
use super::sampled;
use crate::compare::Subject;

/// This many times launches are drawn.
const DRAWS: usize = 400;
/// The chance that an interval is wrong at its lower end, that a row has a candidate though no function of it grew, and that what was put
/// into a function is told in its place where that one only runs more often.
const TAIL: f64 = 0.025;
/// What explains less than this share of a growth is not listed, and no more functions than [`MOST`].
const LEAST_SHARE: f64 = 0.1;
const MOST: usize = 5;

/// A function's part of a growth.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    pub function: Arc<Function>,
    /// The line at which it was seen most, now.
    pub line: Option<u32>,
    /// What it costs in the row, before and now.
    pub cost: (f64, f64),
    /// The 95 % interval of its growth.
    pub interval: (f64, f64),
    /// Of a candidate, whose growth is not shown among all functions of the row: what the row cost before.
    pub candidate_in: Option<f64>,
}

impl Part {
    /// What it grew by.
    pub fn change(&self) -> f64 {
        self.cost.1 - self.cost.0
    }

    /// Its key among rows.
    pub fn key(&self) -> Subject {
        key_of(&self.function)
    }
}

/// Of what a function grew by, one that was put into it grew by so much at least and at most, where that one is told in its place.
const MOST_OF: RangeInclusive<f64> = 0.6..=1.5;

/// Chance leaves so few samples before this rarely, where a row's function is listed.
const BY_CHANCE: f64 = 0.001;

/// A function and the pairs that it was seen in; none is the code of methods themselves.
#[derive(Clone)]
struct Group {
    function: Option<usize>,
    pairs: Vec<usize>,
    cost: [f64; 2],
}

impl Group {
    fn new(divided: &Divided<'_>, function: Option<usize>, pairs: Vec<usize>) -> Group {
        let cost = pairs.iter().map(|&pair| divided.part(pair));
        let cost = cost.fold([0.0; 2], |a, b| [a[0] + b[0], a[1] + b[1]]);
        Group { function, pairs, cost }
    }

    fn change(&self) -> f64 {
        self.cost[1] - self.cost[0]
    }

    /// The innermost function that was put into this one and grew by most of what this one did; else itself.
    /// A method's own code is no function: there the outermost stands for it.
    fn innermost(self, divided: &Divided<'_>) -> Group {
        let depth = |group: &Group| {
            let places = group.pairs.iter().map(|&pair| &divided.pairs[pair].inner);
            places.filter_map(|inner| inner.iter().position(|at| Some(*at) == group.function)).max()
        };
        let mut inner: Vec<Group> = put_into(divided, &self.pairs)
            .filter(|group| MOST_OF.contains(&(group.change() / self.change())))
            .filter(|group| growth(divided, group).0 > 0.0)
            .collect();
        inner.sort_by(|a, b| a.cost[1].total_cmp(&b.cost[1]).then_with(|| depth(b).cmp(&depth(a))));
        // A row may have few samples of what those of all rows show.
        let is_in = |&pair: &usize| match self.function {
            None => self.pairs.contains(&pair),
            own => divided.pairs[pair].function == own,
        };
        let pairs = (0..divided.pairs.len()).filter(is_in).collect();
        let whole = Group::new(divided, self.function, pairs);
        let of_all =
            |first: &Group| put_into(divided, &whole.pairs).find(|group| group.function == first.function);
        // Where the innermost is only run more often, which of those around it does that is not told apart.
        let innermost = inner
            .first()
            .filter(|first| of_all(first).is_some_and(|group| group.is_slower_in(divided, &whole)))
            .filter(|group| group.grew_elsewhere(divided, &self));
        let outermost = inner.last().filter(|_| self.function.is_none());
        innermost.or(outermost).cloned().unwrap_or(self)
    }

    /// Whether it explains most of the growth of `within` that is left where all of that runs as much more often as its rest grew.
    /// Samples before show it (Fisher 1922): with few of them, or none, the function around it is the safer name, where there is one.
    fn stands_out_in(&self, divided: &Divided<'_>, within: &Group) -> bool {
        let rest = within.pairs.iter().copied().filter(|pair| !self.pairs.contains(pair)).collect();
        let rest = Group::new(divided, None, rest).cost;
        let [found, of] = [self, within].map(|group| [0, 1].map(|side| group.samples(divided, side)));
        self.cost[1] - self.cost[0] * rest[1] / rest[0] >= MOST_OF.start() * within.change()
            && (within.function.is_none() || chance_of_fewer(found, of) < TAIL)
    }

    /// The same, or the same of its own code: all of it may be all of `within`.
    fn is_slower_in(&self, divided: &Divided<'_>, within: &Group) -> bool {
        let is_own = |pair: &usize| divided.pairs[*pair].inner.last().copied() == self.function;
        let own = Group::new(divided, self.function, self.pairs.iter().copied().filter(is_own).collect());
        self.stands_out_in(divided, within) || own.stands_out_in(divided, within)
    }

    /// How likely as few samples before are, had it not grown: the side that costs less had as much more time in which it was not.
    fn chance(&self, divided: &Divided<'_>) -> f64 {
        let nodes: BTreeSet<usize> = self.pairs.iter().map(|&pair| divided.pairs[pair].node).collect();
        let of = [0, 1].map(|side| {
            let samples = &divided.sides[side].samples;
            let whole: f64 = divided.nodes.iter().map(|node| node.level[side]).sum();
            let a_time = samples.iter().sum::<f64>() / whole.max(f64::MIN_POSITIVE);
            let lacks = |level: [f64; 2]| level[0].max(level[1]) - level[side];
            nodes.iter().map(|&at| samples[at] + lacks(divided.nodes[at].level) * a_time).sum()
        });
        chance_of_fewer([0, 1].map(|side| self.samples(divided, side)), of)
    }

    /// In how many samples of a side it was.
    fn samples(&self, divided: &Divided<'_>, side: usize) -> f64 {
        self.pairs.iter().map(|&pair| divided.sides[side].found[pair]).sum()
    }

    /// Whether this function grew in what else it was put into too: where it did not, `within` runs it more often.
    /// What it costs there may be too little to tell.
    fn grew_elsewhere(&self, divided: &Divided<'_>, within: &Group) -> bool {
        let is_elsewhere = |pair: &usize| {
            divided.pairs[*pair].function != within.function
                && divided.pairs[*pair].inner.iter().any(|inner| Some(*inner) == self.function)
        };
        let pairs = (0..divided.pairs.len()).filter(is_elsewhere).collect();
        let elsewhere = Group::new(divided, self.function, pairs);
        // Half of what it grew by here, and no more than half as much again as before.
        let expected =
            elsewhere.cost[0] * (0.5 * self.change() / self.cost[0].max(f64::MIN_POSITIVE)).min(0.5);
        within.function.is_none() || expected < 0.1 * self.change() || elsewhere.change() >= expected
    }

    fn part(&self, divided: &Divided<'_>) -> Option<Part> {
        let function = self.function?;
        Some(Part {
            function: Arc::clone(divided.function(function)),
            line: divided.line(function, &self.pairs),
            cost: (self.cost[0], self.cost[1]),
            interval: growth(divided, self),
            candidate_in: None,
        })
    }
}

/// The functions that were put into others in some pairs.
/// A small one may have no sample before; a base whose symbols tell of none that was put into another says nothing of any.
fn put_into<'a>(divided: &'a Divided<'_>, pairs: &[usize]) -> impl Iterator<Item = Group> + 'a {
    let mut within: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for &pair in pairs.iter().filter(|_| divided.base_has_inner()) {
        for &function in divided.pairs[pair].inner.iter().filter(|function| divided.is_ours(**function)) {
            let pairs = within.entry(function).or_default();
            if pairs.last() != Some(&pair) {
                pairs.push(pair);
            }
        }
    }
    within.into_iter().map(|(function, pairs)| Group::new(divided, Some(function), pairs))
}

/// The functions in a row whose growth is shown, the largest growth first; where none exists, the candidate.
pub(super) fn parts(divided: &Divided<'_>, key: &Subject, module: Option<&str>) -> Vec<Part> {
    let pairs: Vec<usize> =
        (0..divided.pairs.len()).filter(|&pair| divided.is_in(pair, key, module)).collect();
    let mut by_function: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
    for &pair in &pairs {
        by_function.entry(divided.pairs[pair].function).or_default().push(pair);
    }
    by_function.retain(|function, _| function.is_none_or(|function| divided.is_ours(function)));
    let functions = by_function.keys().flatten().count().max(1) as f64;
    let all = by_function.into_iter().map(|(function, pairs)| Group::new(divided, function, pairs));
    let mut found: Vec<Group> = all.filter(|group| group.change() > 0.0).collect();
    let [before, now] = [0, 1].map(|side| pairs.iter().map(|&pair| divided.part(pair)[side]).sum::<f64>());
    let whole: f64 = found.iter().map(Group::change).sum();
    let is_large = |group: &Group| group.change() > LEAST_SHARE * whole;
    found.retain(is_large);
    let is_shown =
        |group: &Group| group.chance(divided) < BY_CHANCE / functions && growth(divided, group).0 > 0.0;
    let (shown, mut grown): (Vec<Group>, Vec<Group>) = found.into_iter().partition(is_shown);
    if shown.is_empty() {
        let small: Vec<Group> = put_into(divided, &pairs).collect();
        let level = TAIL / (functions + small.len() as f64);
        grown.extend(small);
        grown.retain(|group| is_large(group) && group.change() >= MOST_OF.start() * (now - before));
        let surely = grown.iter().filter(|group| group.chance(divided) < level);
        let surely = surely.map(|group| (growth(divided, group).0, group)).filter(|(least, _)| *least > 0.0);
        let most = surely.max_by(|a, b| a.0.total_cmp(&b.0));
        let most = most.map(|(_, group)| group.clone().innermost(divided));
        // Few samples of a row may not show what those of the launch do, which is asked where one did most of this growth.
        let is_phase = matches!(key, Subject::Phase(_));
        let asks = most.is_none() && (!grown.is_empty() || is_phase) && *key != Subject::Launch;
        let of_launch = if asks { parts(divided, &Subject::Launch, None) } else { Vec::new() };
        let is = |part: &Part, at| part.function == *divided.function(at);
        let is_told =
            |group: &Group| of_launch.iter().any(|part| group.function.is_some_and(|at| is(part, at)));
        let most = most.or_else(|| grown.into_iter().find(is_told));
        let part = most.and_then(|group| group.part(divided)).map(|part| (part, before));
        let part = part.or_else(|| if is_phase { most_of_launch(divided, of_launch) } else { None });
        return part.map(|(part, before)| Part { candidate_in: Some(before), ..part }).into_iter().collect();
    }
    let shown = shown.into_iter().map(|group| group.innermost(divided));
    // What was put into several of them is told once.
    let mut told: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
    for group in shown {
        told.entry(group.function).or_default().extend(group.pairs);
    }
    let groups = told.into_iter().map(|(function, pairs)| Group::new(divided, function, pairs));
    let mut parts: Vec<Part> = groups.filter_map(|group| group.part(divided)).collect();
    parts.sort_by(|a, b| b.change().total_cmp(&a.change()).then_with(|| a.function.cmp(&b.function)));
    parts.truncate(MOST);
    parts
}

/// What did most of the launch's growth, with what the launch cost before: samples of methods tell no phase, and that did most of a phase's.
fn most_of_launch(divided: &Divided<'_>, of_launch: Vec<Part>) -> Option<(Part, f64)> {
    let all = Group::new(divided, None, (0..divided.pairs.len()).collect());
    let is_most =
        |part: &Part| part.candidate_in.is_none() && part.change() >= MOST_OF.start() * all.change();
    of_launch.into_iter().find(is_most).map(|part| (part, all.cost[0]))
}

/// How likely a side with as many samples has so few of what was found in those of both (Fisher 1922).
fn chance_of_fewer(found: [f64; 2], of: [f64; 2]) -> f64 {
    let [[before, now], [all_before, all_now]] = [found, of].map(|sides| sides.map(|of| of.round() as u64));
    Hypergeometric::new(all_before + all_now, before + now, all_before).map_or(1.0, |drawn| drawn.cdf(before))
}

/// Within what a function's growth lies when launches are drawn anew.
fn growth(divided: &Divided<'_>, group: &Group) -> (f64, f64) {
    let (pairs, change) = (&group.pairs, group.change());
    let seeds: Vec<f64> = pairs.iter().flat_map(|&pair| divided.part(pair)).collect();
    let mut random = Random::from_values(&seeds);
    let by_node = [0, 1].map(|side| found(divided, side, pairs));
    let growths: Vec<f64> = (0..DRAWS)
        .map(|_| {
            let [base, head] = [0, 1].map(|side| drawn(divided, side, &by_node[side], &mut random));
            head - base
        })
        .collect();
    let least = divided.sides.iter().map(|side| side.launches.len()).min().unwrap_or(0).max(2) as f64;
    let (widening, df) = ((least / (least - 1.0)).sqrt(), least - 1.0);
    let (far, not_drawn) = (t_quantile_above(TAIL, df), sampled(divided, pairs).not_drawn());
    let outside = t_above(widening * far, f64::INFINITY);
    let reach = |end: f64| ((end - change).powi(2) + far * far * not_drawn).sqrt();
    let (low, high) = (quantile(&growths, outside), quantile(&growths, 1.0 - outside));
    (change - reach(low), change + reach(high))
}

fn drawn(
    divided: &Divided<'_>,
    side: usize,
    by_node: &BTreeMap<usize, Vec<f64>>,
    random: &mut Random,
) -> f64 {
    let of = &divided.sides[side];
    let count = of.launches.len();
    let chosen: Vec<usize> = (0..count).map(|_| random.below(count)).collect();
    let part = |(&node, found_in): (&usize, &Vec<f64>)| {
        let sum = |of: &dyn Fn(usize) -> f64| chosen.iter().map(|&launch| of(launch)).sum::<f64>();
        let (found, samples) = (sum(&|l| found_in[l]), sum(&|l| of.samples_in[l][node]));
        let (drawn, all) =
            (sum(&|l| of.cost_in[l][node]), of.cost_in.iter().map(|costs| costs[node]).sum::<f64>());
        if samples > 0.0 && all > 0.0 {
            divided.nodes[node].level[side] * drawn / all * found / samples
        } else {
            0.0
        }
    };
    by_node.iter().map(part).sum()
}

/// How often some pairs were found in each launch of a side, by node.
pub(super) fn found(divided: &Divided<'_>, side: usize, pairs: &[usize]) -> BTreeMap<usize, Vec<f64>> {
    let of = &divided.sides[side];
    let mut by_node: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for &pair in pairs {
        let sums = by_node.entry(divided.pairs[pair].node).or_insert_with(|| vec![0.0; of.launches.len()]);
        sums.iter_mut().zip(&of.found_in).for_each(|(sum, found)| *sum += found[pair]);
    }
    by_node
}

impl Divided<'_> {
    /// Whether a pair lies in a row.
    fn is_in(&self, pair: usize, key: &Subject, module: Option<&str>) -> bool {
        let of = self.key_of_pair(pair);
        match key {
            Subject::Launch | Subject::Count(_, None) | Subject::Outside(None) => true,
            // Methods are told by the phase of their calls, which samples are not counted by.
            Subject::Phase(name) | Subject::Count(_, Some(name)) => {
                matches!(of, Subject::Outside(Some(phase)) if phase == name)
            }
            Subject::Module(_) => self.nodes[self.pairs[pair].node].module.as_deref() == module,
            Subject::Function(_) | Subject::OtherFunctions(_) => {
                self.pairs[pair].function.is_some_and(|function| key_of(self.function(function)) == *key)
            }
            other => of == other,
        }
    }
}
