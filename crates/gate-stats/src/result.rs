//! Defines the result of a row: its estimate, interval, p-values and classification.

use super::basic::{t_above, t_quantile_above};
use super::model::VarianceEstimate;
use super::multiple::q_values;
use super::scale::LogScale;
use super::tuned::LEAST_DAY_DF;
use super::{Limit, Settings};

/// The classification of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowClass {
    /// The row is slower by more than its limit. The significance level limits the probability of any false finding in all rows together.
    Finding,
    /// The row is possibly slower (Benjamini–Hochberg correction). A suspect never changes the answer of a check.
    Suspect,
    /// The launches exclude that the row grew by enough to matter.
    Within,
    /// The launches show neither growth nor its absence; the row may have grown by up to `could_hide`.
    Undecided,
}

impl RowClass {
    /// Returns the name of the classification in files.
    pub fn name(self) -> &'static str {
        match self {
            RowClass::Finding => "finding",
            RowClass::Suspect => "suspect",
            RowClass::Within => "within",
            RowClass::Undecided => "undecided",
        }
    }
}

/// The estimates and the classification of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowResult {
    /// The estimated level of the baseline, in the row's unit.
    pub base: f64,
    /// The estimated level of the head, in the row's unit. The change that all rows have in common is not subtracted from the head's level.
    pub head: f64,
    /// The head's level divided by the base's; infinite for a row whose base is 0.
    pub ratio: f64,
    /// The confidence interval of the ratio.
    pub ratio_interval: (f64, f64),
    /// The confidence interval of the head's level minus the base's, in the row's unit.
    pub change_interval: (f64, f64),
    /// The one-sided upper 95 % limit of the head's level minus the base's. A pass requires that this limit is below the growth that
    /// matters.
    pub upper: f64,
    /// The share of the variance of `upper` that more launches would reduce.
    pub of_launches: f64,
    /// The one-sided p-value for growth beyond the row's limit.
    pub p: f64,
    /// `p` corrected for all rows that are tested together with this row; 1 for a row that is not tested.
    pub p_adjusted: f64,
    /// `p` corrected by Benjamini–Hochberg over all rows.
    pub q: f64,
    /// The one-sided p-value for a decrease; a small value shows that the row became faster.
    pub p_faster: f64,
    /// The classification of the row.
    pub class: RowClass,
    /// The relative growth that would remain undetected in one run of five.
    pub could_hide: f64,
}

/// The difference of a row between the builds, on the log scale, and the errors for its test.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowEstimate {
    pub(super) scale: LogScale,
    /// The baseline's level, as a logarithm.
    pub(super) base: f64,
    /// The head's level minus the base's, as a difference of logarithms. The common change of all rows is not subtracted from `change`.
    pub(super) change: f64,
    /// The common change of all rows that the test subtracts from `change`.
    pub(super) subtracted: f64,
    /// The standard error of `change`, from which upper limits are computed.
    pub(super) error: f64,
    /// The standard error of the deviation of `change` from the common change, for the test.
    pub(super) test_error: f64,
    /// The part of the variance of `change` that comes from the scatter of launches.
    pub(super) of_launches: f64,
    pub(super) df: f64,
    /// The standard error for the test without the assumed least variance between days; `None` if no least variance is assumed.
    pub(super) measured_error: Option<f64>,
    /// The measured variance of `change`, which intervals use.
    pub(super) interval_variance: VarianceEstimate,
    /// If a permutation test decides instead of the t distribution, the distance above the limit at which the row becomes a finding.
    pub(super) critical_distance: Option<f64>,
}

/// Quantiles of the t distribution with the degrees of freedom of a row.
struct Quantiles {
    one_sided: f64,
    family: f64,
    power: f64,
}

impl Quantiles {
    fn new(df: f64, settings: &Settings, family: f64) -> Self {
        Self {
            one_sided: t_quantile_above(1.0 - settings.confidence, df),
            family: t_quantile_above(family, df),
            power: t_quantile_above(0.2, df),
        }
    }
}

/// One-sided p-values of rows, uncorrected and corrected for the rows that are tested with them.
pub(super) struct PValues {
    pub(super) p: Vec<f64>,
    pub(super) adjusted: Vec<f64>,
}

/// The p-values of a row: uncorrected, corrected for all tests that share the significance level, and the Benjamini–Hochberg q-value.
pub(super) struct CorrectedPValues {
    pub(super) p: f64,
    pub(super) p_adjusted: f64,
    pub(super) q: f64,
}

/// Classifies rows, based on their estimates and p-values.
///
/// `share` is the share of the significance level that the tests of these rows may use; other tests use the rest. The corrected p-value in
/// the result is divided by `share`, so that a finding has a p-value of at most `alpha`.
pub(super) fn classify_rows(
    estimates: &[RowEstimate],
    limits: &[Limit],
    settings: &Settings,
    p_values: &PValues,
    share: f64,
) -> Vec<RowResult> {
    let PValues { p, adjusted } = p_values;
    let q = q_values(p, limits);
    let deciding = limits.iter().filter(|limit| limit.is_tested()).count().max(1);
    let family = share * settings.alpha / deciding as f64;
    // Quantiles are computed once for each number of degrees of freedom, since the rows have few different ones.
    let mut known: Vec<(f64, Quantiles)> = Vec::new();
    let mut results = Vec::with_capacity(estimates.len());
    for (row, estimate) in estimates.iter().enumerate() {
        let at = match known.iter().rev().take(8).position(|(seen, _)| *seen == estimate.df) {
            Some(back) => known.len() - 1 - back,
            None => {
                known.push((estimate.df, Quantiles::new(estimate.df, settings, family)));
                known.len() - 1
            }
        };
        let adjusted = (adjusted[row] / share).min(1.0);
        let found = limits[row].is_tested() && adjusted <= settings.alpha;
        let class = if found {
            RowClass::Finding
        } else if q[row] <= settings.fdr {
            RowClass::Suspect
        } else if estimate.is_within(&limits[row], settings, &known[at].1) {
            RowClass::Within
        } else {
            RowClass::Undecided
        };
        let corrected = CorrectedPValues { p: p[row], p_adjusted: adjusted, q: q[row] };
        // The interval of a finding uses the same errors as its test.
        let half = if found {
            estimate.half_width(settings.confidence)
        } else {
            let both = t_quantile_above(0.5 * (1.0 - settings.confidence), estimate.interval_variance.df);
            both * estimate.interval_variance.variance.sqrt()
        };
        let result = estimate.build_result(&limits[row], &known[at].1, half, corrected, class);
        // A negligible row gets the p-value 1. The prior of the variances was fitted without such rows, so their tests would have too many
        // errors.
        results.push(if limits[row].is_negligible {
            RowResult { p: 1.0, p_faster: 1.0, ..result }
        } else {
            result
        });
    }
    results
}

impl RowEstimate {
    /// Makes the estimate of a row from which no common change is subtracted. `spread` is the variance of `change`.
    pub(super) fn without_common_change(
        scale: LogScale,
        base: f64,
        change: f64,
        spread: VarianceEstimate,
    ) -> RowEstimate {
        let error = spread.variance.sqrt();
        RowEstimate {
            scale,
            base,
            change,
            subtracted: 0.0,
            error,
            test_error: error,
            of_launches: 0.0,
            df: spread.df,
            measured_error: None,
            interval_variance: spread,
            critical_distance: None,
        }
    }

    /// Returns the p-value of the growth beyond the limit.
    pub(super) fn p_value(&self, limit: &Limit) -> f64 {
        if !self.exceeds_limit(limit) {
            return 1.0;
        }
        self.p_of_distance(self.change - self.subtracted - self.threshold(limit))
    }

    /// Returns the larger of two p-values of a distance. The first p-value uses the measured variance, and the second uses the assumed
    /// least variance, which has separate degrees of freedom.
    fn p_of_distance(&self, distance: f64) -> f64 {
        let asked = |error: f64, df: f64| t_above(safe_ratio(distance, error), df);
        match self.measured_error {
            Some(error) => asked(error, self.df).max(asked(self.test_error, self.df.max(LEAST_DAY_DF))),
            None => asked(self.test_error, self.df),
        }
    }

    /// Returns half the width of the confidence interval of `change`, with the errors that the test uses.
    pub(super) fn half_width(&self, confidence: f64) -> f64 {
        let of = |error: f64, df: f64| t_quantile_above(0.5 * (1.0 - confidence), df) * error;
        match self.measured_error {
            Some(error) => of(error, self.df).max(of(self.test_error, self.df.max(LEAST_DAY_DF))),
            None => of(self.test_error, self.df),
        }
    }

    /// Returns the growth that the limit allows, as a difference of logarithms.
    pub(super) fn threshold(&self, limit: &Limit) -> f64 {
        self.scale.threshold(self.base, limit.effect, limit.floor)
    }

    /// Returns whether the growth exceeds the limit. The growth includes the common change of all rows.
    pub(super) fn exceeds_limit(&self, limit: &Limit) -> bool {
        self.change > self.threshold(limit)
    }

    fn is_within(&self, limit: &Limit, settings: &Settings, quantiles: &Quantiles) -> bool {
        let matters = settings.matters.max(limit.effect);
        let upper = self.change + quantiles.one_sided * self.error.max(self.test_error);
        upper < self.scale.threshold(self.base, matters, limit.floor)
    }

    fn build_result(
        &self,
        limit: &Limit,
        quantiles: &Quantiles,
        half: f64,
        CorrectedPValues { p, p_adjusted, q }: CorrectedPValues,
        class: RowClass,
    ) -> RowResult {
        let RowEstimate { scale, base, change, subtracted, error, test_error, of_launches, .. } = *self;
        let before = scale.cost_from_log(base);
        let gain = |change: f64| scale.cost_from_log(base + change) - before;
        let found = self.critical_distance.unwrap_or(quantiles.family * test_error);
        let hidden = self.threshold(limit) + subtracted.max(0.0) + found + quantiles.power * test_error;
        RowResult {
            base: before,
            head: scale.cost_from_log(base + change),
            ratio: scale.ratio_from_change(base, change),
            ratio_interval: (
                scale.ratio_from_change(base, change - half),
                scale.ratio_from_change(base, change + half),
            ),
            change_interval: (gain(change - half), gain(change + half)),
            upper: gain(change + quantiles.one_sided * error.max(test_error)),
            of_launches: safe_ratio(of_launches, error.max(test_error).powi(2)).min(1.0),
            p,
            p_adjusted,
            q,
            p_faster: self.p_of_distance(subtracted.min(0.0) - change),
            class,
            could_hide: scale.ratio_from_change(base, hidden) - 1.0,
        }
    }
}

/// Divides a distance by its error. The result of 0 / 0 is 0, since an unchanged row without noise shows no growth.
fn safe_ratio(distance: f64, error: f64) -> f64 {
    if distance.abs() < 1e-12 { 0.0 } else { distance / error }
}
