//! Tests rows for growth in both designs (stored sessions and interleaved launches), from the growth of each row, the common change of all
//! rows, and the errors of both.
//!
//! Module `stored` or `pairs` provides `DesignEstimates`: each row's growth as a difference of logarithms, the error of this growth apart
//! from the common change, and the error of the common change. The tests are the same for both designs:
//! - The largest common change that chance explains is C, a t quantile times the error of the common change. If the rows agree, the median
//!   growth of all rows is limited to −C..C (to 0..C if the launch is significantly faster) and subtracted from each row's growth. If the
//!   rows disagree, the whole bound C is subtracted from each row's growth.
//! - If the rows' growths, divided by their errors, scatter more than expected by chance, all errors are widened (Efron 2004, the empirical
//!   null).
//! - The t statistic of a row is (growth − limit − common) / error. In addition, a row is a finding only if its growth exceeds the limit
//!   before the common change is subtracted.
//! - The launch and its phases are tested by their own growth and the error of this growth; no common change is subtracted.
//!
//! Assumes that the growth of the median row is the common change. With fewer than [`ROWS_FOR_COMMON`] rows, the bound C of the common
//! change is subtracted from each row's growth.

use std::collections::BTreeSet;

use super::basic::{median, quantile, t_above, t_quantile_above};
use super::levels::{self, TestFamily};
use super::multiple::holm_of_tested;
use super::result::{PValues, RowEstimate, RowResult, classify_rows};
use super::scale::LogScale;
use super::tuned::{
    BOUND_SLACK, MOST_BOUNDS, MOST_DISAGREEMENT, MOST_WIDENING, RANK_P, ROWS_FOR_COMMON,
    SHARE_IN_FASTEST_20_OF_WHOLES, SHARE_IN_FASTEST_60, STEADY_DAYS,
};
use super::{Error, Limit, Settings, informative_rows, permutation};

/// The estimates of all rows of a comparison, which module `stored` or `pairs` makes for the tests.
#[derive(Clone, Debug)]
pub(super) struct DesignEstimates {
    pub(super) scales: Vec<LogScale>,
    /// The baseline's level of each row, as a logarithm.
    pub(super) base: Vec<f64>,
    /// The head's level minus the base's for each row, as a difference of logarithms. The growth includes the common change.
    pub(super) growth: Vec<f64>,
    /// The growth of each row in the fastest 60 % of the launches; empty if it is not tested, as when `growth` already uses these launches.
    pub(super) growth_fastest_60: Vec<f64>,
    /// The growth of each row in the fastest 20 % of the launches; empty if this growth is not tested.
    pub(super) growth_fastest_20: Vec<f64>,
    /// The least share of a row's growth that the fastest 20 % of the launches must show too.
    pub(super) needed_share_in_fastest_20: f64,
    /// The rows that grew by more than disturbances slow the launches of the base (module `tail`). For these rows, the growth of the
    /// fastest launches is not tested.
    pub(super) beyond_base_tail: BTreeSet<usize>,
    /// The variance of each row's growth around the common change.
    pub(super) variance: Vec<f64>,
    /// The part of `variance` that comes from the new launches. More launches reduce this part; more days reduce the rest of `variance`.
    pub(super) of_launches: Vec<f64>,
    /// The variance that is added for each row if a disturbance affected the new session. Only tests add this additional variance to
    /// `variance`.
    pub(super) disturbed: Vec<f64>,
    pub(super) df: Vec<f64>,
    /// The part of each row's variance that was not measured, but added so that the variance between days reaches its fixed minimum. Only
    /// tests use this part.
    pub(super) assumed_variance: Vec<f64>,
    /// The variance of the common change. With stored sessions, this variance is estimated from the days and a prior.
    pub(super) common: VarianceEstimate,
    /// The variance of the common change without a prior, for intervals. With too few days and in interleaved runs, `common_measured`
    /// equals `common`.
    pub(super) common_measured: VarianceEstimate,
    /// The launches for the permutation test; `None` if no permutation test is made.
    pub(super) permutation_test: Option<permutation::PermutationTest>,
    /// The rank test that a finding must pass in addition; `None` if no rank test is made, as with several stored sessions.
    pub(super) rank_test: Option<permutation::RankTest>,
    pub(super) warnings: Vec<Warning>,
}

impl DesignEstimates {
    /// Makes estimates without a common change and without additional tests. The caller then sets the levels, growths and errors of the
    /// rows.
    pub(super) fn without_common_change(scales: &[LogScale]) -> DesignEstimates {
        DesignEstimates {
            scales: scales.to_vec(),
            base: Vec::new(),
            growth: Vec::new(),
            growth_fastest_60: Vec::new(),
            growth_fastest_20: Vec::new(),
            needed_share_in_fastest_20: SHARE_IN_FASTEST_20_OF_WHOLES,
            beyond_base_tail: BTreeSet::new(),
            variance: Vec::new(),
            of_launches: Vec::new(),
            disturbed: vec![0.0; scales.len()],
            df: Vec::new(),
            assumed_variance: vec![0.0; scales.len()],
            common: ZERO_VARIANCE,
            common_measured: ZERO_VARIANCE,
            permutation_test: None,
            rank_test: None,
            warnings: Vec::new(),
        }
    }
}

impl DesignEstimates {
    /// Returns whether three other statistics of the row also show a growth beyond the limit `null`: the ranks, the fastest 60 % and the
    /// fastest 20 % of the launches.
    fn is_confirmed(&self, row: usize, rank_level: f64, change: f64, null: f64) -> bool {
        let quicker = self.growth_fastest_60.get(row);
        self.rank_test.as_ref().is_none_or(|test| test.is_slower(row, rank_level))
            && (self.beyond_base_tail.contains(&row)
                || quicker.is_none_or(|quicker| quicker - null >= SHARE_IN_FASTEST_60 * (change - null)))
            && self.fastest_20_agree(row, change, null)
    }

    /// Returns whether the fastest 20 % of the launches show a sufficient share of the row's growth beyond `null`. Disturbances do not slow
    /// the fastest launches, so these launches do not show growth that disturbances caused.
    fn fastest_20_agree(&self, row: usize, change: f64, null: f64) -> bool {
        let agrees = |quickest: &f64| quickest - null >= self.needed_share_in_fastest_20 * (change - null);
        self.beyond_base_tail.contains(&row) || self.growth_fastest_20.get(row).is_none_or(agrees)
    }
}

/// A variance, and its degrees of freedom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct VarianceEstimate {
    pub(super) variance: f64,
    pub(super) df: f64,
}

/// A variance of zero, for rows from which no common change is subtracted.
pub(super) const ZERO_VARIANCE: VarianceEstimate = VarianceEstimate { variance: 0.0, df: 1.0 };

impl VarianceEstimate {
    /// Returns the sum of two variances, with the degrees of freedom after Satterthwaite (1946).
    pub(super) fn plus(self, other: VarianceEstimate) -> VarianceEstimate {
        let variance = self.variance + other.variance;
        let of = |part: VarianceEstimate| {
            if part.variance > 0.0 { part.variance * part.variance / part.df } else { 0.0 }
        };
        let parts = of(self) + of(other);
        let df = if parts > 0.0 { variance * variance / parts } else { self.df.min(other.df) };
        VarianceEstimate { variance, df }
    }
}

/// The common change of all rows, and the corrections of each row's test that follow from this change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CommonChange {
    /// The median growth of the rows, as a difference of logarithms.
    pub growth: f64,
    /// The median growth of the rows in the fastest 20 % of the launches; `None` if these launches are not tested.
    pub growth_fastest_20: Option<f64>,
    /// C: the largest common change that chance explains.
    pub bound: f64,
    /// The amount by which the common growth must exceed its limit to be proven, usually C. If stored days differ by less than their prior,
    /// the common growth must exceed 0 by C, and must exceed its limit only by a quantile at the whole significance level.
    pub beyond_limit: f64,
    /// The part of the common change that was subtracted from each row's growth.
    pub subtracted: f64,
    /// Whether the growths of the rows scatter as their errors predict.
    pub agree: bool,
    /// The factor by which the rows' errors were widened.
    pub widening: f64,
    /// The standard error of the common change.
    pub error: f64,
    /// The degrees of freedom of `error`.
    pub df: f64,
    /// The standard deviation between sessions that was estimated from the rows of this comparison; `None` with three days or more and in
    /// interleaved runs.
    pub session_sd: Option<f64>,
    /// Whether the methods are judged by a permutation test, for which the significance level is divided differently.
    pub by_permutation: bool,
}

impl CommonChange {
    /// Returns whether the rows agree on a common growth that exceeds its limit by more than chance explains.
    pub fn exceeds_limit(&self, effect: f64) -> bool {
        let null = (1.0 + effect).ln();
        self.agree
            && self.growth > self.bound
            && self.growth - self.beyond_limit > null
            && self.growth_fastest_20.is_none_or(|quickest| {
                quickest - null >= SHARE_IN_FASTEST_20_OF_WHOLES * (self.growth - null)
            })
    }

    /// Returns the p-value of the common growth under the hypothesis that it is at most its limit, and half the width of its confidence
    /// interval.
    pub fn test_growth(&self, effect: f64, confidence: f64) -> (f64, f64) {
        let p = |limit: f64| t_above((self.growth - limit) / self.error, self.df);
        let beyond = p((1.0 + effect).ln());
        let is_steady = self.beyond_limit < self.bound;
        let p =
            if is_steady { p(0.0).max(levels::COMMON.share(self.by_permutation) * beyond) } else { beyond };
        (p, t_quantile_above(0.5 * (1.0 - confidence), self.df) * self.error)
    }
}

/// An assumption or a limitation of a judgement, which reports show.
#[derive(Clone, Debug, PartialEq)]
pub enum Warning {
    /// Too few days are stored to recognise methods that a server switches on and off between sessions.
    FewDays {
        /// The number of stored days.
        days: usize,
    },
    /// Only one or two days are stored, so the standard deviation between sessions is estimated from the rows of this comparison, with a
    /// fixed minimum.
    SpreadAssumed {
        /// The standard deviation, as a ratio.
        session_sd: f64,
    },
    /// The growths of the rows disagree, so they do not estimate the common effect of a slow or fast session.
    RowsDisagree,
    /// A permutation test over all relabellings was used, since the number of launches is small.
    PermutationTest { relabellings: usize },
}

/// All results of a judgement.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The results of the rows that add up to the launch, in the order of the input.
    pub rows: Vec<RowResult>,
    /// The results of the launch and its phases, in the order of the input.
    pub wholes: Vec<RowResult>,
    /// The rows that are findings even after the whole common growth is subtracted; empty unless the common growth exceeds its bound C.
    pub beyond: Vec<usize>,
    /// The common change of the rows.
    pub common: CommonChange,
    pub warnings: Vec<Warning>,
}

impl Judgement {
    /// Returns the rows that are findings, by ascending p-value.
    pub fn findings(&self) -> Vec<usize> {
        let mut found: Vec<usize> =
            (0..self.rows.len()).filter(|&row| self.rows[row].class == super::RowClass::Finding).collect();
        found.sort_by(|&a, &b| {
            let (a, b) = (&self.rows[a], &self.rows[b]);
            a.p_adjusted.total_cmp(&b.p_adjusted).then(b.ratio.total_cmp(&a.ratio))
        });
        found
    }
}

/// Judges the rows that add up to the launch together, and the launch and its phases separately.
pub(super) fn judge(
    parts: &DesignEstimates,
    limits: &[Limit],
    wholes: Option<(&DesignEstimates, &[Limit])>,
    settings: &Settings,
) -> Result<Judgement, Error> {
    let counted = informative_rows(&parts.scales, limits);
    let share = levels::wholes_share(parts.permutation_test.is_some(), counted.len() >= ROWS_FOR_COMMON);
    let told = wholes.map_or_else(Vec::new, |(wholes, limits)| {
        judge_without_common_change(wholes, limits, settings, share)
    });
    // The first row of `wholes` is the launch.
    let quicker = told.first().is_some_and(|launch| launch.p_faster <= share * settings.alpha);
    let common = estimate_common_change(parts, &counted, settings, quicker);
    let mut warnings = parts.warnings.clone();
    if !common.agree && parts.growth.len() >= ROWS_FOR_COMMON {
        warnings.push(Warning::RowsDisagree);
    }
    let (rows, relabellings) = judge_rows(parts, limits, settings, &common, levels::PARTS);
    warnings.extend(relabellings.map(|relabellings| Warning::PermutationTest { relabellings }));
    let beyond = if common.growth > common.bound {
        let all = CommonChange { subtracted: common.growth, ..common };
        let rows = judge_rows(parts, limits, settings, &all, levels::PARTS).0;
        (0..rows.len()).filter(|&row| rows[row].class == super::RowClass::Finding).collect()
    } else {
        Vec::new()
    };
    Ok(Judgement { rows, wholes: told, beyond, common, warnings })
}

/// Estimates the common change of the rows, and the factor by which their errors are widened.
fn estimate_common_change(
    evidence: &DesignEstimates,
    counted: &[usize],
    settings: &Settings,
    quicker: bool,
) -> CommonChange {
    let error = evidence.common.variance.sqrt();
    let df = evidence.common.df;
    let by_permutation = evidence.permutation_test.is_some();
    let level = levels::COMMON.share(by_permutation) * settings.alpha;
    let bound = t_quantile_above(level, df) * error;
    let is_steady = evidence.common_measured.variance < STEADY_DAYS * evidence.common.variance;
    let beyond_limit = if is_steady { t_quantile_above(settings.alpha, df) * error } else { bound };
    let session_sd = evidence.warnings.iter().find_map(|warning| match warning {
        Warning::SpreadAssumed { session_sd } => Some(*session_sd),
        _ => None,
    });
    let growths: Vec<f64> = counted.iter().map(|&row| evidence.growth[row]).collect();
    let unknown = CommonChange {
        growth: 0.0,
        growth_fastest_20: None,
        bound,
        beyond_limit,
        subtracted: bound,
        agree: false,
        widening: 1.0,
        error,
        df,
        session_sd,
        by_permutation,
    };
    if growths.len() < ROWS_FOR_COMMON {
        return unknown;
    }
    let growth = median(&growths);
    let standardised: Vec<f64> = counted
        .iter()
        .map(|&row| (evidence.growth[row] - growth) / evidence.variance[row].sqrt().max(f64::MIN_POSITIVE))
        .map(|z| if z.is_finite() { z } else { 0.0 })
        .collect();
    let at = |p| quantile(&standardised, p);
    let middle = at(0.5);
    // The smaller half-width of the middle 68 % of the values is used, since rows that really changed may enlarge the other one.
    let widening = (at(0.84) - middle).min(middle - at(0.16)).clamp(1.0, MOST_WIDENING);
    let spread = (at(0.75) - at(0.25)) / 1.349;
    let agree = spread < MOST_DISAGREEMENT;
    let plausible = agree && growth.abs() < MOST_BOUNDS * bound + BOUND_SLACK;
    let least = if quicker { 0.0 } else { -bound };
    let subtracted = if plausible { growth.clamp(least, bound) } else { bound };
    let growth_fastest_20 = counted.iter().filter_map(|&row| evidence.growth_fastest_20.get(row)).copied();
    let growth_fastest_20: Vec<f64> = growth_fastest_20.filter(|growth| growth.is_finite()).collect();
    let growth_fastest_20 = (!growth_fastest_20.is_empty()).then(|| median(&growth_fastest_20));
    CommonChange { growth, growth_fastest_20, subtracted, agree, widening, ..unknown }
}

/// Judges rows after subtraction of their common change, at the share `level` of the significance level. If a permutation test decided, the
/// function also returns the number of relabellings, which are assignments of the launches to the builds.
pub(super) fn judge_rows(
    evidence: &DesignEstimates,
    limits: &[Limit],
    settings: &Settings,
    common: &CommonChange,
    level: TestFamily,
) -> (Vec<RowResult>, Option<usize>) {
    let widening = common.widening.powi(2);
    let common_error = common.error.powi(2);
    let mut estimates: Vec<RowEstimate> = (0..evidence.growth.len())
        .map(|row| {
            let own = evidence.variance[row] * widening;
            let measured = VarianceEstimate {
                variance: evidence.variance[row] - evidence.assumed_variance[row],
                df: evidence.df[row],
            };
            RowEstimate {
                scale: evidence.scales[row],
                base: evidence.base[row],
                change: evidence.growth[row],
                subtracted: common.subtracted,
                error: (evidence.variance[row] + common_error).sqrt(),
                test_error: (own + evidence.disturbed[row]).sqrt(),
                of_launches: evidence.of_launches[row],
                df: evidence.df[row],
                measured_error: (evidence.assumed_variance[row] > 0.0)
                    .then(|| (measured.variance.max(0.0) * widening + evidence.disturbed[row]).sqrt()),
                interval_variance: measured.plus(evidence.common_measured),
                critical_distance: None,
            }
        })
        .collect();
    let p: Vec<f64> = estimates.iter().zip(limits).map(|(estimate, limit)| estimate.p_value(limit)).collect();
    let mut adjusted = holm_of_tested(&p, limits);
    let share = level.share(common.by_permutation);
    // The rank test of sums, such as modules, uses at most the share of sums divided by their number, since a burst of disturbed launches
    // slows many rows of a module at once.
    let rank_level = if level == levels::PARTS {
        RANK_P
    } else {
        RANK_P.min(level.share * settings.alpha / limits.len().max(1) as f64)
    };
    let mut relabellings = None;
    if let Some(launches) = &evidence.permutation_test {
        let shifts: Vec<f64> = estimates
            .iter()
            .zip(limits)
            .map(|(estimate, limit)| estimate.threshold(limit) + common.subtracted)
            .collect();
        let decides: Vec<bool> = limits.iter().map(Limit::is_tested).collect();
        let found = launches.step_down(&shifts, &decides);
        let reach = found.critical_distances(share * settings.alpha);
        estimates
            .iter_mut()
            .zip(reach)
            .for_each(|(estimate, reach)| estimate.critical_distance = Some(reach));
        adjusted = found.adjusted;
        relabellings = Some(found.relabellings);
    }
    for (row, adjusted) in adjusted.iter_mut().enumerate() {
        let is_found = *adjusted <= share * settings.alpha;
        let null = estimates[row].threshold(&limits[row]) + common.subtracted;
        // The interval of a finding must exclude zero.
        let is_shown = || estimates[row].change > estimates[row].half_width(settings.confidence);
        let agrees = || is_shown() && evidence.is_confirmed(row, rank_level, estimates[row].change, null);
        if !estimates[row].exceeds_limit(&limits[row]) || is_found && !agrees() {
            *adjusted = 1.0;
        }
    }
    (classify_rows(&estimates, limits, settings, &PValues { p, adjusted }, share), relabellings)
}

/// Judges rows by their own growth. No common change is subtracted, and errors are not widened.
fn judge_without_common_change(
    evidence: &DesignEstimates,
    limits: &[Limit],
    settings: &Settings,
    share: f64,
) -> Vec<RowResult> {
    let estimates = raw_estimates(evidence);
    let p: Vec<f64> = estimates.iter().zip(limits).map(|(estimate, limit)| estimate.p_value(limit)).collect();
    let mut adjusted = holm_of_tested(&p, limits);
    for (row, adjusted) in adjusted.iter_mut().enumerate() {
        let (change, null) = (estimates[row].change, estimates[row].threshold(&limits[row]));
        if !evidence.fastest_20_agree(row, change, null) {
            *adjusted = 1.0;
        }
    }
    classify_rows(&estimates, limits, settings, &PValues { p, adjusted }, share)
}

/// Judges counts by two tests of their growth. The first test, at the share `share` of the significance level, shows that the count grew at
/// all, so that an unchanged app has no finding. The second test, at the whole level, shows that the count grew by more than the limit.
/// Limits of counts may be as small as the error, so a single test would rarely find growth just above the limit.
pub(super) fn judge_counts(
    evidence: &DesignEstimates,
    limits: &[Limit],
    settings: &Settings,
    share: f64,
) -> Vec<RowResult> {
    let estimates = raw_estimates(evidence);
    let of = |limit: &dyn Fn(&Limit) -> Limit| -> Vec<f64> {
        estimates.iter().zip(limits).map(|(estimate, own)| estimate.p_value(&limit(own))).collect()
    };
    let any = of(&|own| Limit { effect: 0.0, floor: 0.0, ..*own });
    let beyond = of(&|own| *own);
    let adjusted = holm_of_tested(&any, limits)
        .into_iter()
        .zip(holm_of_tested(&beyond, limits))
        .map(|(any, beyond)| any.max(share * beyond))
        .collect();
    classify_rows(&estimates, limits, settings, &PValues { p: beyond, adjusted }, share)
}

fn raw_estimates(evidence: &DesignEstimates) -> Vec<RowEstimate> {
    (0..evidence.growth.len()).map(|row| raw_estimate(evidence, row)).collect()
}

fn raw_estimate(evidence: &DesignEstimates, row: usize) -> RowEstimate {
    let spread = VarianceEstimate { variance: evidence.variance[row], df: evidence.df[row] };
    let raw = RowEstimate::without_common_change(
        evidence.scales[row],
        evidence.base[row],
        evidence.growth[row],
        spread,
    );
    RowEstimate { of_launches: evidence.of_launches[row], ..raw }
}
