//! Judges functions in Swift, C and C++. The cost of a sampled row is a share of exact costs, estimated from samples.
//!
//! A row's cost is a sum of exact costs of methods and phases, each multiplied by a share that is estimated from counts of samples. The
//! variance of a row is the sum of two parts. The part that comes from the counts is binomial, multiplied by a factor for the additional
//! scatter between launches and sessions (quasi-likelihood after McCullagh and Nelder 1989; the factor is moderated over rows after Smyth
//! 2004 and never below 1). The second part of the variance is the variance of the exact costs. Costs are not compared on the log scale,
//! since a new function has a cost of 0 in the base.
//!
//! Assumes that samples are taken at random moments, so that counts of samples vary at least as much as binomial counts.

use super::basic::{t_above, t_quantile_above};
use super::levels::TestFamily;
use super::model::{CommonChange, VarianceEstimate};
use super::moderate::Prior;
use super::multiple::{benjamini_hochberg, holm_of_tested};
use super::result::{CorrectedPValues, RowClass, RowResult};
use super::tuned::{EXACT_DF, MOST_SAMPLED_DF};
use super::{Limit, Settings};

/// The share of a row in the exact cost of a method or phase, in one build.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SampledShare {
    /// The exact cost of the method or phase.
    pub cost: f64,
    /// Number of samples that belong to the row.
    pub found: f64,
    /// Number of all samples in the method or phase.
    pub samples: f64,
}

impl SampledShare {
    /// Returns the row's part of the cost.
    pub(crate) fn cost_of_row(&self) -> f64 {
        if self.samples > 0.0 { self.cost * self.found / self.samples } else { 0.0 }
    }

    /// Returns the variance of the row's part of the cost that comes from the count of samples. Half a sample is added to the samples
    /// inside and to the samples outside of the row. Without the added halves, 0 of 20 samples would prove a share of zero, and 6 of 6
    /// samples a share of one. The result is at least the variance that follows from the share of the other build.
    fn variance(&self, other: &SampledShare) -> f64 {
        let own = (self.found + 0.5) / (self.samples + 1.0);
        // The build with more samples determines the share more precisely.
        let is_surer = self.samples > other.samples || self.cost <= 0.0;
        let unchanged = if is_surer { own } else { (other.cost_of_row() / self.cost).min(1.0) };
        let spread = (own * (1.0 - own)).max(unchanged * (1.0 - unchanged));
        self.cost * self.cost * spread / self.samples.max(1.0)
    }

    /// Returns whether all samples belong to the row, or no sample does; the observed scatter of such a share is zero.
    fn is_zero_or_one(&self) -> bool {
        self.found == 0.0 || self.found == self.samples
    }
}

/// The observed and the expected number of a row's samples in a launch or a session.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SampleCount {
    /// The observed number of samples.
    pub found: f64,
    /// The expected number of samples.
    pub expected: f64,
    /// The binomial variance of the number.
    pub variance: f64,
}

/// A row whose cost is a sum of sampled shares.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SampledRow {
    /// The shares in the base, one for each method or phase (node).
    pub base: Vec<SampledShare>,
    /// The shares in the head, for the same nodes.
    pub head: Vec<SampledShare>,
    /// The part of the standard error of the row's growth that comes from the exact costs.
    pub exact: f64,
    /// The counts of each launch of both builds, and their degrees of freedom.
    pub launches: (Vec<SampleCount>, f64),
    /// The counts of each stored session, and their degrees of freedom; empty if there are fewer than three sessions.
    pub sessions: (Vec<SampleCount>, f64),
}

impl SampledRow {
    /// Returns each share together with the share of the other build in the same node.
    fn with_other_build(&self) -> impl Iterator<Item = (&SampledShare, &SampledShare)> {
        let both = || self.base.iter().zip(&self.head);
        both().chain(both().map(|(base, head)| (head, base)))
    }

    /// Returns the part of the growth's variance that comes from the counts.
    fn variance_of_counts(&self) -> f64 {
        self.with_other_build().map(|(own, other)| own.variance(other)).sum()
    }

    /// Returns the part of the variance that does not appear when launches are resampled: the variance of shares of 0 and 1.
    pub fn variance_not_resampled(&self) -> f64 {
        self.with_other_build()
            .filter(|(own, _)| own.is_zero_or_one())
            .map(|(own, other)| own.variance(other))
            .sum()
    }
}

/// Judges rows at the share `level` of the significance level `settings.alpha`.
pub fn judge_sampled(
    rows: &[SampledRow],
    limits: &[Limit],
    settings: &Settings,
    common: &CommonChange,
    level: TestFamily,
) -> Vec<RowResult> {
    let launches = overdispersion_factors(rows, |row| &row.launches);
    let sessions = overdispersion_factors(rows, |row| &row.sessions);
    let estimates: Vec<SampledEstimate> = (0..rows.len())
        .map(|at| {
            let factor =
                if sessions[at].variance > launches[at].variance { sessions[at] } else { launches[at] };
            SampledEstimate::from_row(&rows[at], factor, common, settings)
        })
        .collect();
    let p: Vec<f64> = estimates.iter().zip(limits).map(|(one, limit)| one.p_value(limit)).collect();
    let (adjusted, q) = (holm_of_tested(&p, limits), benjamini_hochberg(&p));
    let deciding = limits.iter().filter(|limit| limit.decides).count().max(1);
    let share = level.share(common.by_permutation);
    let family = share * settings.alpha / deciding as f64;
    let results = estimates.iter().zip(limits).enumerate().map(|(at, (estimate, limit))| {
        let corrected = CorrectedPValues { p: p[at], p_adjusted: (adjusted[at] / share).min(1.0), q: q[at] };
        estimate.build_result(limit, settings, corrected, family)
    });
    results.collect()
}

/// Returns, for each row, the ratio of the scatter of its counts to the binomial scatter (at least 1), with its degrees of freedom.
fn overdispersion_factors(
    rows: &[SampledRow],
    counts: impl Fn(&SampledRow) -> &(Vec<SampleCount>, f64),
) -> Vec<VarianceEstimate> {
    let own: Vec<(f64, f64)> = rows
        .iter()
        .map(|row| {
            let (counts, df) = counts(row);
            let of = |count: &SampleCount| (count.found - count.expected).powi(2) / count.variance;
            let square: f64 = counts.iter().filter(|count| count.variance > 0.0).map(of).sum();
            if *df > 0.0 { (square / df, *df) } else { (1.0, 0.0) }
        })
        .collect();
    let found: Vec<f64> = own.iter().filter(|(_, df)| *df > 0.0).map(|(ratio, _)| *ratio).collect();
    let df = own.iter().map(|(_, df)| *df).fold(0.0, f64::max);
    let prior = Prior::fit(&found, df);
    let moderated = own.iter().map(|(ratio, df)| {
        if *df == 0.0 {
            return VarianceEstimate { variance: 1.0, df: MOST_SAMPLED_DF };
        }
        let variance = prior.shrink(*ratio, *df).max(1.0);
        VarianceEstimate { variance, df: (prior.df + df).min(MOST_SAMPLED_DF) }
    });
    moderated.collect()
}

/// A row's costs in both builds, with the error of the growth.
struct SampledEstimate {
    base: f64,
    head: f64,
    /// The common change of all rows, on the log scale.
    common: f64,
    spread: VarianceEstimate,
    /// The part of the row's variance that comes from counts.
    of_counts: f64,
}

impl SampledEstimate {
    fn from_row(
        row: &SampledRow,
        factor: VarianceEstimate,
        common: &CommonChange,
        settings: &Settings,
    ) -> SampledEstimate {
        let part = |shares: &[SampledShare]| shares.iter().map(SampledShare::cost_of_row).sum::<f64>();
        let (base, head) = (part(&row.base), part(&row.head));
        let counts = factor.variance * row.variance_of_counts();
        // The prior standard deviation between sessions is added to the exact part of the error, since shares may vary between sessions as
        // much as costs do.
        let own = settings.session_sd * base.max(head);
        let exact = VarianceEstimate { variance: row.exact.powi(2) + own.powi(2), df: EXACT_DF };
        let counted = VarianceEstimate { variance: counts, df: factor.df };
        SampledEstimate {
            base,
            head,
            common: common.subtracted,
            spread: counted.plus(exact),
            of_counts: counts,
        }
    }

    fn standard_error(&self) -> f64 {
        self.spread.variance.sqrt().max(f64::MIN_POSITIVE)
    }

    fn excess_over_limit(&self, limit: &Limit) -> f64 {
        self.head - self.base * (1.0 + limit.effect) - limit.floor
    }

    fn p_value(&self, limit: &Limit) -> f64 {
        let above = self.excess_over_limit(limit);
        if above <= 0.0 {
            return 1.0;
        }
        let common = self.base * self.common.exp_m1();
        t_above((above - common) / self.standard_error(), self.spread.df)
    }

    fn build_result(
        &self,
        limit: &Limit,
        settings: &Settings,
        CorrectedPValues { p, p_adjusted, q }: CorrectedPValues,
        family: f64,
    ) -> RowResult {
        let SampledEstimate { base, head, spread, .. } = *self;
        let (error, change) = (self.standard_error(), head - base);
        let reach = t_quantile_above(0.5 * (1.0 - settings.confidence), spread.df) * error;
        let upper = change + t_quantile_above(1.0 - settings.confidence, spread.df) * error;
        let ratio = |change: f64| if base > 0.0 { ((base + change) / base).max(0.0) } else { f64::INFINITY };
        let hidden = base * limit.effect
            + limit.floor
            + (t_quantile_above(family, spread.df) + t_quantile_above(0.2, spread.df)) * error;
        let class = if limit.decides && p_adjusted <= settings.alpha {
            RowClass::Finding
        } else if q <= settings.fdr {
            RowClass::Suspect
        } else if upper < base * settings.matters.max(limit.effect) + limit.floor {
            RowClass::Within
        } else {
            RowClass::Undecided
        };
        RowResult {
            base,
            head,
            ratio: if base > 0.0 || head > 0.0 { ratio(change) } else { 1.0 },
            ratio_interval: (ratio(change - reach), ratio(change + reach)),
            change_interval: (change - reach, change + reach),
            upper,
            of_launches: (self.of_counts / spread.variance.max(f64::MIN_POSITIVE)).min(1.0),
            p,
            p_adjusted,
            q,
            p_faster: t_above((base * self.common.min(0.0).exp() - head) / error, spread.df),
            class,
            could_hide: if base > 0.0 { hidden / base } else { f64::INFINITY },
        }
    }
}

#[cfg(test)]
mod tests;
