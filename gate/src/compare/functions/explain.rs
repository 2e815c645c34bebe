//! Which functions explain the growth of a row: what each grew by, with an interval.
//!
//! Launches are resampled with their samples (Efron's percentile bootstrap), so what scatters between launches is in the interval.
//! Limit: a function that was never seen on a side has no scatter there, and the interval is a little too narrow.

use std::sync::Arc;

use super::divided::{Divided, key_of};
use crate::compare::rows::RowKey;
use crate::launches::{Function, FunctionKind};
use crate::stats::{Random, basic};

/// So many times launches are drawn.
const DRAWS: usize = 400;
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
}

impl Part {
    /// What it grew by.
    pub fn change(&self) -> f64 {
        self.cost.1 - self.cost.0
    }

    /// Its key among rows.
    pub fn key(&self) -> RowKey {
        key_of(&self.function)
    }
}

/// The functions in a row whose growth is shown, the largest growth first.
pub(super) fn parts(divided: &Divided<'_>, key: &RowKey, module: Option<&str>) -> Vec<Part> {
    let pairs: Vec<usize> =
        (0..divided.pairs.len()).filter(|&pair| divided.is_in(pair, key, module)).collect();
    let mut functions: Vec<usize> = pairs.iter().filter_map(|&pair| divided.pairs[pair].function).collect();
    functions.sort_unstable();
    functions.dedup();
    let mut found: Vec<(usize, Vec<usize>, [f64; 2])> = Vec::new();
    for function in functions {
        let own: Vec<usize> =
            pairs.iter().copied().filter(|&pair| divided.pairs[pair].function == Some(function)).collect();
        let cost =
            own.iter().map(|&pair| divided.part(pair)).fold([0.0; 2], |a, b| [a[0] + b[0], a[1] + b[1]]);
        let is_named =
            matches!(divided.function(function).kind, FunctionKind::App | FunctionKind::Initialiser);
        if is_named && cost[1] > cost[0] {
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
    let mut parts: Vec<Part> = found
        .into_iter()
        .map(|(function, own, cost)| Part {
            function: Arc::clone(divided.function(function)),
            line: own
                .iter()
                .max_by(|a, b| divided.part(**a)[1].total_cmp(&divided.part(**b)[1]))
                .and_then(|&pair| divided.lines[pair]),
            cost: (cost[0], cost[1]),
            interval: interval(divided, &own),
        })
        .filter(|part| part.interval.0 > 0.0)
        .collect();
    parts.truncate(MOST);
    parts
}

/// Within what the growth of some pairs lies when launches are drawn anew.
fn interval(divided: &Divided<'_>, pairs: &[usize]) -> (f64, f64) {
    let seeds: Vec<f64> = pairs.iter().flat_map(|&pair| divided.part(pair)).collect();
    let mut random = Random::from_values(&seeds);
    let growths: Vec<f64> = (0..DRAWS)
        .map(|_| {
            let [base, head] = [0, 1].map(|side| drawn(divided, side, pairs, &mut random));
            head - base
        })
        .collect();
    (basic::quantile(&growths, 0.025), basic::quantile(&growths, 0.975))
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
    fn is_in(&self, pair: usize, key: &RowKey, module: Option<&str>) -> bool {
        let of = self.key_of_pair(pair);
        match key {
            RowKey::Launch | RowKey::Count(_, None) | RowKey::Outside(None) => true,
            // Methods are told by the phase of their calls, which samples are not counted by.
            RowKey::Phase(name) | RowKey::Count(_, Some(name)) => {
                matches!(of, RowKey::Outside(Some(phase)) if phase == name)
            }
            RowKey::Module(_) => self.module_of(pair).as_deref() == module,
            RowKey::Function(..) | RowKey::OtherFunctions(_) => {
                self.pairs[pair].function.is_some_and(|function| key_of(self.function(function)) == *key)
            }
            other => of == other,
        }
    }
}
