//! Tests, for each commit of a bisect, whether a measured growth is above or below half of the known growth.
//!
//! A commit has either the whole growth or no growth, so half of the growth separates the two cases best. A commit is decided once the
//! probability that the measured growth is on the wrong side of this half is at most `level`. The known growth has an error too. The
//! comparison is with half of the known growth, so half of its error is added to the error of the measured growth. Each check of each
//! commit has an equal share of the error probability of the whole search (Bonferroni), so checks may end early.
//!
//! Limit: if several commits each cause a part of the growth, the result is the first commit at which the sum exceeds half.

use super::basic::{t_above, t_quantile_above};

/// A growth with its standard error, in the row's unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GrowthEstimate {
    /// The growth of the new build compared with the old build.
    pub value: f64,
    /// The standard error of `value`; 0 for an exact growth.
    pub error: f64,
    /// The degrees of freedom of `error`.
    pub df: f64,
}

/// The decision whether a commit has the known growth, from the position of its growth relative to half of the known growth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommitGrowth {
    /// The commit has the growth.
    Above,
    /// The commit does not have the growth.
    Below,
    /// The launches show neither case, so more launches are needed.
    Open,
}

impl GrowthEstimate {
    /// Makes a growth from its confidence interval and the number of pairs of launches with which it was measured.
    pub fn from_interval(low: f64, high: f64, confidence: f64, pairs: usize) -> GrowthEstimate {
        let df = pairs.saturating_sub(1).max(1) as f64;
        let error = (high - low) / 2.0 / t_quantile_above((1.0 - confidence) / 2.0, df);
        GrowthEstimate { value: f64::midpoint(low, high), error, df }
    }

    /// Creates a growth whose error is zero.
    pub fn from_exact(value: f64) -> GrowthEstimate {
        GrowthEstimate { value, error: 0.0, df: f64::INFINITY }
    }
}

/// Decides whether a growth is above or below half of `whole`; the probability of error is at most `level`.
pub fn classify_commit(growth: GrowthEstimate, whole: GrowthEstimate, level: f64) -> CommitGrowth {
    let middle = whole.value / 2.0;
    let parts = [(growth.error.powi(2), growth.df), ((whole.error / 2.0).powi(2), whole.df)];
    let variance: f64 = parts.iter().map(|(part, _)| part).sum();
    let t = (growth.value - middle) / variance.sqrt();
    // The degrees of freedom of a sum of variances, after Satterthwaite (1946).
    let df = variance.powi(2) / parts.iter().map(|(part, df)| part.powi(2) / df).sum::<f64>();
    let df = if df.is_nan() { f64::INFINITY } else { df };
    // If both errors are 0 and the growth is exactly half of the known growth, t is NaN and the commit stays undecided.
    if t.is_nan() || t_above(t.abs(), df) > level {
        return CommitGrowth::Open;
    }
    if t > 0.0 { CommitGrowth::Above } else { CommitGrowth::Below }
}

/// Returns the allowed error probability of one check, if all checks of all steps together may be wrong with the probability `chance`.
pub fn level_of_check(chance: f64, steps: usize, looks: usize) -> f64 {
    chance / (steps.max(1) * looks.max(1)) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    #[test]
    fn commits_are_classified_by_their_growth_and_unclear_growth_is_left_open() {
        let whole = GrowthEstimate { value: 10.0, error: 0.5, df: 19.0 };
        let of =
            |value: f64, error: f64| classify_commit(GrowthEstimate { value, error, df: 9.0 }, whole, 0.001);
        assert_eq!(of(10.0, 0.8), CommitGrowth::Above);
        assert_eq!(of(0.0, 0.8), CommitGrowth::Below);
        assert_eq!(of(10.0, 2.0), CommitGrowth::Open);
        assert_eq!(of(5.0, 0.1), CommitGrowth::Open);
        assert_eq!(
            classify_commit(GrowthEstimate::from_exact(0.0), GrowthEstimate::from_exact(10.0), 0.001),
            CommitGrowth::Below
        );
        assert_eq!(
            classify_commit(GrowthEstimate::from_exact(0.0), GrowthEstimate::from_exact(0.0), 0.001),
            CommitGrowth::Open
        );
    }

    #[test]
    fn the_standard_error_of_growth_is_computed_from_its_interval() {
        let error = 0.7;
        let half_width = t_quantile_above(0.025, 9.0) * error;
        let growth = GrowthEstimate::from_interval(3.0 - half_width, 3.0 + half_width, 0.95, 10);
        assert!((growth.value - 3.0).abs() < 1e-9 && (growth.error - error).abs() < 1e-9, "{growth:?}");
    }

    #[test]
    fn a_bisect_search_is_wrong_at_most_as_often_as_its_significance_level_allows() {
        let mut random = Random::new(11);
        let (looks, steps, trials) = (4, 6, 4000);
        let level = level_of_check(0.02, steps, looks);
        let mut wrong = 0;
        for _ in 0..trials {
            // The growth is 4 standard deviations of ten pairs. The first check has ten pairs, and each later check has twice as many pairs
            // as the check before.
            let mut sum = (0.0, 0.0_f64);
            for look in 0..looks {
                let pairs = if look == 0 { 10 } else { 10 << (look - 1) };
                let values: Vec<f64> = (0..pairs).map(|_| random.next_normal()).collect();
                sum = (sum.0 + values.iter().sum::<f64>(), sum.1 + f64::from(pairs));
                let error = 1.0 / sum.1.sqrt();
                let growth = GrowthEstimate { value: sum.0 / sum.1, error, df: sum.1 - 1.0 };
                let whole = GrowthEstimate::from_exact(4.0 / 10.0_f64.sqrt());
                match classify_commit(growth, whole, level) {
                    CommitGrowth::Above => wrong += 1,
                    CommitGrowth::Below => {}
                    CommitGrowth::Open => continue,
                }
                break;
            }
        }
        // One step has a sixth of the error probability 0.02, so 13 errors are expected in 4,000 trials.
        assert!(wrong <= 26, "{wrong} of {trials}");
    }
}
