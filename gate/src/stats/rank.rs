//! Rank tests of two samples: Mann–Whitney, exact with ties, and the Hodges–Lehmann shift with its exact interval.

use statrs::distribution::{ContinuousCDF, Normal};

use super::basic::quantile_of_sorted;

/// Above this many cells the exact distribution gives way to the normal approximation.
const EXACT_CELLS: usize = 20_000_000;

/// The result of [`mann_whitney`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MannWhitney {
    /// Pairs in which `new` is larger, ties counting half.
    pub u: f64,
    /// How likely so large a U is if labels mean nothing.
    pub p_greater: f64,
    /// How likely a U so far from its mean is, either way.
    pub p_two_sided: f64,
    /// Whether all relabellings were counted; else the normal approximation with ties and continuity corrected.
    pub exact: bool,
}

/// Whether `new` tends to be larger than `base`; `None` if either is empty.
///
/// Exact: the permutation distribution of the rank sum over all relabellings, midranks for ties, by dynamic programming over
/// doubled midranks, which are whole numbers (Streitberg and Röhmel 1986). Two-sided: twice the smaller tail, at most 1, as SciPy.
pub fn mann_whitney(base: &[f64], new: &[f64]) -> Option<MannWhitney> {
    if base.is_empty() || new.is_empty() {
        return None;
    }
    let (n, m) = (base.len(), new.len());
    let mut all: Vec<(f64, bool)> =
        base.iter().map(|&value| (value, false)).chain(new.iter().map(|&value| (value, true))).collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    // Twice the midrank, from 1: for a run of ties over ranks first..=last it is first + last.
    let mut doubled = vec![0_usize; n + m];
    let mut ties = 0.0;
    let mut start = 0;
    while start < all.len() {
        let length = all[start..].iter().take_while(|item| item.0 == all[start].0).count();
        doubled[start..start + length].fill(2 * start + length + 1);
        ties += (length as f64).powi(3) - length as f64;
        start += length;
    }
    let observed: usize = doubled.iter().zip(&all).filter(|(_, item)| item.1).map(|(rank, _)| rank).sum();
    let u = observed as f64 / 2.0 - (m * (m + 1)) as f64 / 2.0;
    // Count relabellings for the smaller side; the other side's rank sum mirrors it.
    let small = n.min(m);
    let total: usize = doubled.iter().sum();
    let bound: usize = doubled.iter().rev().take(small).sum();
    let cells = (n + m) * small * (bound + 1);
    if cells > EXACT_CELLS {
        return Some(approximate(u, n as f64, m as f64, ties));
    }
    // ways[k][s]: the share of subsets of size k, among those seen, with doubled rank sum s. Plain counts are exact below 2^53
    // and lose only relative 1e-16 a step above, all terms being positive.
    let width = bound + 1;
    let mut ways = vec![0.0_f64; (small + 1) * width];
    ways[0] = 1.0;
    for (seen, &rank) in doubled.iter().enumerate() {
        for k in (1..=small.min(seen + 1)).rev() {
            let (fewer, more) = ways.split_at_mut(k * width);
            let fewer = &fewer[(k - 1) * width..];
            for sum in rank..width {
                more[sum] += fewer[sum - rank];
            }
        }
    }
    let last = &ways[small * width..];
    let count: f64 = last.iter().sum();
    let share = |sums: std::ops::Range<usize>| last[sums].iter().sum::<f64>() / count;
    let (p_greater, p_less) = if small == m {
        (share(observed.min(width)..width), share(0..(observed + 1).min(width)))
    } else {
        let mirrored = total - observed;
        (share(0..(mirrored + 1).min(width)), share(mirrored.min(width)..width))
    };
    let p_two_sided = (2.0 * p_greater.min(p_less)).min(1.0);
    Some(MannWhitney { u, p_greater, p_two_sided, exact: true })
}

fn approximate(u: f64, n: f64, m: f64, ties: f64) -> MannWhitney {
    let all = n + m;
    let sd = (n * m / 12.0 * (all + 1.0 - ties / (all * (all - 1.0)))).sqrt();
    let above = |distance: f64| if sd > 0.0 { Normal::standard().sf((distance - 0.5) / sd) } else { 1.0 };
    let distance = u - n * m / 2.0;
    MannWhitney {
        u,
        p_greater: above(distance),
        p_two_sided: (2.0 * above(distance.abs())).min(1.0),
        exact: false,
    }
}

/// A shift between two samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shift {
    /// The median of all differences new − base.
    pub shift: f64,
    /// An interval with at least the coverage asked for, or all differences if the samples are too small for that.
    pub interval: (f64, f64),
    /// The interval's own coverage, exact for untied values.
    pub coverage: f64,
}

/// The Hodges–Lehmann shift (1963) with Moses' interval: order statistics of the differences, picked by the exact null
/// distribution of U (without ties; with ties it covers at least as much). `None` if either sample is empty.
pub fn hodges_lehmann(base: &[f64], new: &[f64], confidence: f64) -> Option<Shift> {
    if base.is_empty() || new.is_empty() {
        return None;
    }
    let mut differences: Vec<f64> =
        new.iter().flat_map(|&new| base.iter().map(move |&base| new - base)).collect();
    differences.sort_by(f64::total_cmp);
    let shift = quantile_of_sorted(&differences, 0.5);
    let tail = 0.5 * (1.0 - confidence);
    let shares = u_distribution(base.len(), new.len());
    // The largest k with P(U < k) ≤ tail: the k-th smallest and k-th largest difference bound the interval.
    let (mut below, mut k) = (0.0, 0);
    while k < shares.len() && below + shares[k] <= tail {
        below += shares[k];
        k += 1;
    }
    let k = k.max(1);
    let outside = if below == 0.0 { shares[0] } else { below };
    let interval = (differences[k - 1], differences[differences.len() - k]);
    Some(Shift { shift, interval, coverage: 1.0 - 2.0 * outside })
}

/// [`hodges_lehmann`] of logarithms, as ratios; `None` also if a value is not above 0.
pub fn hodges_lehmann_ratio(base: &[f64], new: &[f64], confidence: f64) -> Option<Shift> {
    if base.iter().chain(new).any(|&value| value <= 0.0) {
        return None;
    }
    let logs = |values: &[f64]| values.iter().map(|value| value.ln()).collect::<Vec<f64>>();
    let Shift { shift, interval, coverage } = hodges_lehmann(&logs(base), &logs(new), confidence)?;
    Some(Shift { shift: shift.exp(), interval: (interval.0.exp(), interval.1.exp()), coverage })
}

/// P(U = u) for u in 0..=n·m without ties: the Gaussian binomial coefficients, as a product of ratios of polynomials.
fn u_distribution(n: usize, m: usize) -> Vec<f64> {
    let top = n * m;
    let mut shares = vec![0.0; top + 1];
    shares[0] = 1.0;
    // Built over subset sizes rather than by division, which would cancel: f(a, b) = f(a − 1, b) shifted by b + f(a, b − 1).
    let mut rows: Vec<Vec<f64>> = vec![vec![1.0]; m + 1];
    for a in 1..=n {
        let mut current: Vec<Vec<f64>> = vec![vec![1.0]];
        for b in 1..=m {
            let (without_new, without_base) = (&rows[b], &current[b - 1]);
            // The largest of a + b values is of base (it beats no new one) or of new (it beats all a base ones).
            let share_base = a as f64 / (a + b) as f64;
            let mut cell = vec![0.0; a * b + 1];
            for (u, share) in without_new.iter().enumerate() {
                cell[u] += share_base * share;
            }
            for (u, share) in without_base.iter().enumerate() {
                cell[u + a] += (1.0 - share_base) * share;
            }
            current.push(cell);
        }
        rows = current;
    }
    rows.pop().unwrap_or(shares)
}
