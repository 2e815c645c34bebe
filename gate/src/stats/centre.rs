//! Where a session's launches lie: two estimators, since a launch can go astray in two ways.
//!
//! - [`Centre::Middle`]: the 20 % trimmed mean, which is also what is shown.
//! - [`Centre::Low`]: an order statistic below the median: the k-th smallest of n launches, n being the smallest session's count and
//!   k the rank at which the sign test's lower bound of the median lies (so 5 launches give their smallest, 10 the second or third).
//!   What disturbs a launch makes it slower, often several launches in a row; a slower build moves the quick launches too.
//!
//! A larger session's [`Centre::Low`] is the mean of the k-th smallest over all its subsets of n launches, so that sessions of any
//! size estimate the same thing; its weights are hypergeometric. Its variance is the bootstrap's in closed form (Maritz and Jarrett 1978).
//!
//! Limit: a slowness of less than half of the launches moves neither; it is not looked for.

use statrs::function::beta::beta_reg;

use super::basic::{Trimmed, trimmed_of_sorted};

/// At most so likely do k or fewer of n launches lie below the median: where the low order statistic is.
const LOW_LEVEL: f64 = 0.06;

/// Which estimator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Centre {
    /// The trimmed mean.
    Middle,
    /// The low order statistic of so many launches.
    Low(usize),
}

/// An estimator made ready for sessions of one size.
pub(super) enum Ready {
    Middle,
    /// Weights of the sorted launches: for the centre, and for the variance of the order statistic of n launches.
    Low {
        centre: Vec<f64>,
        variance: Vec<f64>,
        draws: f64,
    },
}

/// A session's centre in one row.
pub(super) struct Located {
    pub(super) centre: f64,
    /// A sum of squares; over [`Ready::df`], the variance of one of the [`Ready::kept`].
    pub(super) squares: f64,
}

impl Ready {
    pub(super) fn new(centre: Centre, launches: usize) -> Self {
        let Centre::Low(n) = centre else { return Self::Middle };
        let n = n.min(launches);
        let k = low_rank(n);
        Self::Low {
            centre: subset_weights(launches, n, k),
            variance: bootstrap_weights(launches, n, k),
            draws: n as f64,
        }
    }

    /// How many launches' worth the centre is: its variance is that of one over this.
    pub(super) fn kept(&self, launches: usize) -> f64 {
        match self {
            Self::Middle => super::pool::kept_of(launches),
            Self::Low { draws, .. } => launches as f64 / draws,
        }
    }

    /// The degrees of freedom that a session's squares stand for. An order statistic's variance rests on few spacings: half are taken.
    pub(super) fn df(&self, launches: usize) -> f64 {
        match self {
            Self::Middle => super::pool::kept_of(launches) - 1.0,
            Self::Low { .. } => 0.5 * (launches as f64 - 1.0),
        }
    }

    pub(super) fn locate(&self, sorted: &[f64]) -> Located {
        match self {
            Self::Middle => {
                let Trimmed { mean, squares, .. } = trimmed_of_sorted(sorted);
                Located { centre: mean, squares }
            }
            Self::Low { centre, variance, .. } => {
                let place = weighted(centre, sorted);
                let middle = weighted(variance, sorted);
                let spread: f64 =
                    variance.iter().zip(sorted).map(|(weight, x)| weight * (x - middle).powi(2)).sum();
                Located { centre: place, squares: spread * self.df(sorted.len()) }
            }
        }
    }
}

fn weighted(weights: &[f64], sorted: &[f64]) -> f64 {
    weights.iter().zip(sorted).map(|(weight, x)| weight * x).sum()
}

/// The rank, from 0: the largest k below n/3 with P(Bin(n, ½) ≤ k) ≤ [`LOW_LEVEL`], 0 if there is none.
pub(super) fn low_rank(n: usize) -> usize {
    let (mut share, mut below, mut k) = (0.5_f64.powi(n as i32), 0.0, 0);
    // With a thousand launches and more the share underflows: a third is low enough.
    while k < n / 3 && below + share <= LOW_LEVEL {
        below += share;
        share *= (n - k) as f64 / (k + 1) as f64;
        k += 1;
    }
    k.saturating_sub(1)
}

/// The share of the subsets of n of `all` launches in which the j-th smallest is the k-th: C(j,k)·C(all−1−j, n−1−k)/C(all, n).
pub(super) fn subset_weights(all: usize, n: usize, k: usize) -> Vec<f64> {
    let ln_choose = |n: usize, k: usize| statrs::function::factorial::ln_binomial(n as u64, k as u64);
    let whole = ln_choose(all, n);
    (0..all)
        .map(|j| {
            let above = all - 1 - j;
            if j < k || above < n - 1 - k {
                return 0.0;
            }
            (ln_choose(j, k) + ln_choose(above, n - 1 - k) - whole).exp()
        })
        .collect()
}

/// The chance that the k-th smallest of n draws with replacement from `all` launches is the j-th smallest.
pub(super) fn bootstrap_weights(all: usize, n: usize, k: usize) -> Vec<f64> {
    let (a, b) = (k as f64 + 1.0, (n - k) as f64);
    let below = |j: usize| beta_reg(a, b, j as f64 / all as f64);
    (0..all).map(|j| below(j + 1) - below(j)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rank_follows_the_sign_test() {
        for (n, k) in [(1, 0), (2, 0), (4, 0), (5, 0), (8, 1), (10, 2), (12, 2), (20, 5), (25, 7)] {
            assert_eq!(low_rank(n), k, "{n}");
        }
    }

    #[test]
    fn weights_agree_with_all_subsets_and_all_draws() {
        let values = [0.3, 1.1, 1.2, 2.9, 4.0];
        let (n, k) = (3, 1);
        let (mut subsets, mut draws) = (Vec::new(), Vec::new());
        for a in 0..5 {
            for b in 0..5 {
                for c in 0..5 {
                    let mut drawn = [values[a], values[b], values[c]];
                    drawn.sort_by(f64::total_cmp);
                    draws.push(drawn[k]);
                    if a < b && b < c {
                        subsets.push(drawn[k]);
                    }
                }
            }
        }
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        assert!((weighted(&subset_weights(5, n, k), &values) - mean(&subsets)).abs() < 1e-12);
        assert!((weighted(&bootstrap_weights(5, n, k), &values) - mean(&draws)).abs() < 1e-12);
        assert_eq!(subset_weights(4, 4, 2), [0.0, 0.0, 1.0, 0.0]);
    }
}
