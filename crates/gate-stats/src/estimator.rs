//! Computes the location of a session, which is a typical cost of its launches. The location is a trimmed mean of 60 % of n launches, where
//! n is the number of launches in the smallest session.
//!
//! A disturbance makes launches slower, often several in a row. In most rows, the fastest 60 % of the launches therefore scatter least. In
//! a row whose fast launches scatter more, `FastEndTrim` selects slower launches. For a session of more than n launches, the trimmed mean
//! of each subset of n launches is computed, and the centre is the mean over all subsets; thus sessions of any size estimate the same
//! location. In this mean, the sorted launches have hypergeometric weights. The variance of the centre is taken from one trimmed mean over
//! all launches.
//!
//! Limit: if fewer launches become slower than are removed at the slow end, the location does not change; module `slow` tests for such
//! launches.

use std::ops::Range;

use super::basic::trimmed_of_sorted;

/// A location estimator with weights for sessions of one size.
pub(super) struct Estimator {
    launches: usize,
    /// The number of launches that are removed at the fast end, and the number at the slow end.
    cut: (usize, usize),
    /// The weights of the sorted launches; `None` if the centre is the plain mean of the kept launches.
    weights: Option<Vec<f64>>,
}

/// The centre of a session in one row.
pub(super) struct Location {
    pub(super) centre: f64,
    /// A sum of squares. The sum divided by the number of kept launches minus one estimates the variance of a single launch.
    pub(super) squares: f64,
}

/// The split of the removed launches (40 % of all launches) between the fast end and the slow end. The number, 0 to 3, is the number of
/// quarters of the removed launches that are the fastest launches of all; the remaining quarters are the slowest launches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FastEndTrim(usize);

impl FastEndTrim {
    /// Keeps the fastest 60 % of the launches, since all removed launches are the slowest ones.
    pub(super) const FASTEST_60: FastEndTrim = FastEndTrim(0);
    /// The cuts that are tried for a row.
    pub(super) const ALL: [FastEndTrim; 4] =
        [FastEndTrim::FASTEST_60, FastEndTrim(1), FastEndTrim(2), FastEndTrim(3)];

    /// Returns how many of `launches` are cut at the fast end and at the slow end.
    pub(super) fn removed_of(self, launches: usize) -> (usize, usize) {
        let all = 2 * launches / 5;
        let quick = self.0 * all / 4;
        (quick, all - quick)
    }
}

/// Returns the number of launches in the fastest fifth of `n`.
pub(super) fn fastest_fifth(n: usize) -> usize {
    n.div_ceil(5)
}

impl Estimator {
    /// Creates the estimator for sessions of `launches` launches, if the smallest session of the comparison has `n` launches.
    pub(super) fn new(n: usize, launches: usize, cut: FastEndTrim) -> Self {
        let (quick, slow) = cut.removed_of(n);
        Self::with_removed(n, launches, quick, slow)
    }

    /// Creates the estimator that cuts `quick` and `slow` of `n` launches at the fast and at the slow end.
    fn with_removed(n: usize, launches: usize, quick: usize, slow: usize) -> Self {
        if n < launches {
            // The number of cut launches is rounded to the nearest integer, which is precise enough, since only the variance uses this
            // number.
            let scaled = |cut: usize| (launches * cut + n / 2) / n;
            let weights = Some(hypergeometric_weights(launches, n, quick..n - slow));
            return Self { launches, cut: (scaled(quick), scaled(slow)), weights };
        }
        Self { launches, cut: (quick, slow), weights: None }
    }

    /// Makes the estimator that returns the mean of the fastest 60 % of the launches.
    pub(super) fn fastest_60(n: usize, launches: usize) -> Self {
        Self::new(n, launches, FastEndTrim::FASTEST_60)
    }

    /// Makes the estimator that returns the mean of the fastest 20 % of the launches.
    pub(super) fn fastest_20(n: usize, launches: usize) -> Self {
        Self::with_removed(n, launches, 0, n - fastest_fifth(n))
    }

    /// Makes the estimator that returns the mean of the fastest 30 % of the launches.
    pub(super) fn fastest_30(n: usize, launches: usize) -> Self {
        Self::with_removed(n, launches, 0, n - (3 * n).div_ceil(10))
    }

    /// Makes the estimator that returns the mean of the launches without the slowest 30 %.
    pub(super) fn without_slowest_30(n: usize, launches: usize) -> Self {
        Self::with_removed(n, launches, 0, 3 * n / 10)
    }

    /// Makes the estimator that returns the 20 % trimmed mean. The trimmed mean is for counts, whose disturbances go in both directions,
    /// and needs no weights for sessions of different sizes.
    pub(super) fn trimmed_20(_: usize, launches: usize) -> Self {
        Self { launches, cut: (launches / 5, launches / 5), weights: None }
    }

    /// Returns the number of kept launches. The variance of a launch divided by this number is the variance of the centre.
    pub(super) fn kept_count(&self) -> f64 {
        (self.launches - self.cut.0 - self.cut.1) as f64
    }

    pub(super) fn locate(&self, sorted: &[f64]) -> Location {
        let trimmed = trimmed_of_sorted(sorted, self.cut.0, self.cut.1);
        let centre = match &self.weights {
            Some(weights) => weights.iter().zip(sorted).map(|(weight, x)| weight * x).sum(),
            None => trimmed.mean,
        };
        Location { centre, squares: trimmed.squares }
    }
}

/// Returns the weight of each sorted launch in a mean over all subsets of `n` of the `all` launches. From each subset, the mean of the
/// launches with the ranks `kept` in the subset is used.
///
/// The j-th smallest launch is the k-th smallest of a subset in a share of C(j,k)·C(all−1−j, n−1−k)/C(all, n) of the subsets.
fn hypergeometric_weights(all: usize, n: usize, kept: Range<usize>) -> Vec<f64> {
    let ln_choose = |n: usize, k: usize| statrs::function::factorial::ln_binomial(n as u64, k as u64);
    let whole = ln_choose(all, n);
    (0..all)
        .map(|j| {
            let above = all - 1 - j;
            let ranks = (n - 1).saturating_sub(above).max(kept.start)..(j + 1).min(kept.end);
            ranks.map(|k| (ln_choose(j, k) + ln_choose(above, n - 1 - k) - whole).exp()).sum::<f64>()
                / kept.len() as f64
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_estimated_centre_equals_the_mean_over_all_subsets_of_launches() {
        let values = [0.3, 1.1, 1.2, 2.9, 4.0, 4.5];
        let mut means = Vec::new();
        for a in 0..6 {
            for b in a + 1..6 {
                // The estimator removes the slowest launch of each subset of three launches.
                means.extend((b + 1..6).map(|_| (values[a] + values[b]) / 2.0));
            }
        }
        let expected = means.iter().sum::<f64>() / means.len() as f64;
        let ready = Estimator::fastest_60(3, 6);
        assert!((ready.locate(&values).centre - expected).abs() < 1e-12);
        assert_eq!(ready.cut, (0, 2));
        // The fastest and the slowest of five launches are removed. Each of the six subsets of five launches omits a different launch.
        let without =
            |out: usize| (0..6).filter(|&at| at != out).skip(1).take(3).map(|at| values[at]).sum::<f64>();
        let expected = (0..6).map(|out| without(out) / 3.0).sum::<f64>() / 6.0;
        let ready = Estimator::new(5, 6, FastEndTrim(2));
        assert!((ready.locate(&values).centre - expected).abs() < 1e-12);
    }

    #[test]
    fn a_large_session_is_estimated_as_a_sample_of_five_of_its_launches() {
        // The fastest three of five launches, drawn from 400 evenly spaced values, are expected at 1/6, 2/6 and 3/6 of the range.
        let values: Vec<f64> = (1..=400).map(f64::from).collect();
        let centre = Estimator::fastest_60(5, 400).locate(&values).centre;
        assert!((centre - 401.0 / 3.0).abs() < 1e-6, "{centre}");
    }

    #[test]
    fn every_way_of_trimming_keeps_three_fifths_of_the_launches() {
        for launches in 1..40 {
            for cut in FastEndTrim::ALL {
                let ready = Estimator::new(launches, launches, cut);
                assert_eq!(ready.kept_count(), (launches - 2 * launches / 5) as f64);
            }
        }
        assert_eq!(FastEndTrim::ALL.map(|cut| cut.removed_of(10)), [(0, 4), (1, 3), (2, 2), (3, 1)]);
    }

    #[test]
    fn slow_launches_do_not_change_the_estimated_centre_of_a_session() {
        let steady = [1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9];
        let disturbed = [1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 9.0, 9.1, 9.2, 9.3];
        let ready = Estimator::fastest_60(10, 10);
        assert_eq!(ready.locate(&steady).centre, ready.locate(&disturbed).centre);
        for (launches, kept) in [(1, 1.0), (2, 2.0), (3, 2.0), (5, 3.0), (10, 6.0)] {
            assert_eq!(Estimator::fastest_60(launches, launches).kept_count(), kept);
        }
    }
}
