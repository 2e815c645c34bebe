//! Which functions explain the growth of a row: what each grew by, with an interval.
//!
//! Launches are resampled with their samples, so what scatters between launches is in the interval. A percentile bootstrap of ten launches
//! is too narrow: its sums scatter by √((n−1)/n) of what they should, and tails are the normal distribution's. So percentiles lie further
//! out, by Student's t (Hesterberg 2015, the expanded percentile interval), n being the launches of the smaller side.
//! A function is listed where its growth is shown among all functions of the row (Bonferroni): with an interval of 95 % each, a row of 20
//! functions would list an unchanged one in two of five findings.
//! Where none is, and one alone has an interval of 95 % above zero, that one is a candidate: what it says is no proof, and is told as that.
//! Where all samples of a node are in the function, or none, launches drawn anew show no scatter; the binomial one stands for it.

use std::sync::Arc;

use super::divided::{Divided, key_of};
use super::sampled;
use crate::Subject;
use launches::{Function, FunctionKind};
use stats::Random;
use stats::basic::{quantile, t_above, t_quantile_above, variance};

/// This many times launches are drawn.
const DRAWS: usize = 400;
/// The chance that an interval, or the list of a row's functions, is wrong at its lower end.
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

/// The functions in a row whose growth is shown, the largest growth first; where there is none, the candidate.
pub(super) fn parts(divided: &Divided<'_>, key: &Subject, module: Option<&str>) -> Vec<Part> {
    let pairs: Vec<usize> =
        (0..divided.pairs.len()).filter(|&pair| divided.is_in(pair, key, module)).collect();
    let mut functions: Vec<usize> = pairs.iter().filter_map(|&pair| divided.pairs[pair].function).collect();
    functions.sort_unstable();
    functions.dedup();
    functions.retain(|function| {
        matches!(divided.function(*function).kind, FunctionKind::App | FunctionKind::Initialiser)
    });
    let tail = TAIL / functions.len().max(1) as f64;
    let mut found: Vec<(usize, Vec<usize>, [f64; 2])> = Vec::new();
    for function in functions {
        let own: Vec<usize> =
            pairs.iter().copied().filter(|&pair| divided.pairs[pair].function == Some(function)).collect();
        let cost =
            own.iter().map(|&pair| divided.part(pair)).fold([0.0; 2], |a, b| [a[0] + b[0], a[1] + b[1]]);
        if cost[1] > cost[0] {
            found.push((function, own, cost));
        }
    }
    let whole: f64 = found.iter().map(|(.., cost)| cost[1] - cost[0]).sum();
    found.retain(|(.., cost)| cost[1] - cost[0] >= LEAST_SHARE * whole);
    found.sort_by(|a, b| {
        (b.2[1] - b.2[0])
            .total_cmp(&(a.2[1] - a.2[0]))
            .then_with(|| divided.function(a.0).cmp(divided.function(b.0)))
    });
    found.truncate(2 * MOST);
    let examined: Vec<(Part, bool)> = found
        .into_iter()
        .map(|(function, own, cost)| {
            let (interval, is_shown) = growth(divided, &own, cost[1] - cost[0], tail);
            let part = Part {
                function: Arc::clone(divided.function(function)),
                line: own
                    .iter()
                    .max_by(|a, b| divided.part(**a)[1].total_cmp(&divided.part(**b)[1]))
                    .and_then(|&pair| divided.lines[pair]),
                cost: (cost[0], cost[1]),
                interval,
                candidate_in: None,
            };
            (part, is_shown)
        })
        .collect();
    if examined.iter().any(|(_, is_shown)| *is_shown) {
        return examined.into_iter().filter_map(|(part, is)| is.then_some(part)).take(MOST).collect();
    }
    let mut grown = examined.into_iter().map(|(part, _)| part).filter(|part| part.interval.0 > 0.0);
    match (grown.next(), grown.next()) {
        (Some(part), None) => {
            let before = pairs.iter().map(|&pair| divided.part(pair)[0]).sum();
            vec![Part { candidate_in: Some(before), ..part }]
        }
        _ => Vec::new(),
    }
}

/// Within what the growth of some pairs lies when launches are drawn anew, and whether there is one at the level `tail`.
fn growth(divided: &Divided<'_>, pairs: &[usize], change: f64, tail: f64) -> ((f64, f64), bool) {
    let seeds: Vec<f64> = pairs.iter().flat_map(|&pair| divided.part(pair)).collect();
    let mut random = Random::from_values(&seeds);
    let growths: Vec<f64> = (0..DRAWS)
        .map(|_| {
            let [base, head] = [0, 1].map(|side| drawn(divided, side, pairs, &mut random));
            head - base
        })
        .collect();
    let least = divided.sides.iter().map(|side| side.launches.len()).min().unwrap_or(0).max(2) as f64;
    let (widening, df) = ((least / (least - 1.0)).sqrt(), least - 1.0);
    let (far, not_drawn) = (t_quantile_above(TAIL, df), sampled(divided, pairs).not_drawn());
    let outside = t_above(widening * far, f64::INFINITY);
    let reach = |end: f64| ((end - change).powi(2) + far * far * not_drawn).sqrt();
    let (low, high) = (quantile(&growths, outside), quantile(&growths, 1.0 - outside));
    let interval = (change - reach(low), change + reach(high));
    let error = (widening * widening * variance(&growths) + not_drawn).sqrt();
    (interval, interval.0 > 0.0 && change > t_quantile_above(tail, df) * error)
}

fn drawn(divided: &Divided<'_>, side: usize, pairs: &[usize], random: &mut Random) -> f64 {
    let of = &divided.sides[side];
    let count = of.launches.len();
    let chosen: Vec<usize> = (0..count).map(|_| random.below(count)).collect();
    let part = |&pair: &usize| {
        let node = divided.pairs[pair].node;
        let sum = |of: &dyn Fn(usize) -> f64| chosen.iter().map(|&launch| of(launch)).sum::<f64>();
        let (found, samples) = (sum(&|l| of.found_in[l][pair]), sum(&|l| of.samples_in[l][node]));
        let (drawn, all) =
            (sum(&|l| of.cost_in[l][node]), of.cost_in.iter().map(|costs| costs[node]).sum::<f64>());
        if samples > 0.0 && all > 0.0 {
            divided.nodes[node].level[side] * drawn / all * found / samples
        } else {
            0.0
        }
    };
    pairs.iter().map(part).sum()
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
            Subject::Module(_) => self.module_of(pair).as_deref() == module,
            Subject::Function(..) | Subject::OtherFunctions(_) => {
                self.pairs[pair].function.is_some_and(|function| key_of(self.function(function)) == *key)
            }
            other => of == other,
        }
    }
}
