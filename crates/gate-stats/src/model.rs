//! One model for both designs: the growth of each row, the common part of all rows, and their errors.
//!
//! A design (`stored`, `pairs`) gives [`Evidence`]: each row's growth on logs, the error of the growth around the common part,
//! and the error of the common part itself. The rest is the same for both:
//! - The common part is bounded by C (its own t quantile). If rows agree, min(C, median growth) is subtracted from each row's growth,
//!   and at least −C (0 if the launch is significantly quicker); if they disagree, C is subtracted.
//! - The spread of the rows' standardised growths widens all errors where it is more than chance gives (Efron 2004, the empirical null).
//! - A row's t is (growth − limit − common) / error. It is never a finding unless its raw growth exceeds its limit.
//! - The launch and its phases are judged by their raw growth and its own error, without a common part.
//!
//! Assumes that the common part moves the median row; with fewer than [`ROWS_FOR_COMMON`] rows C is subtracted.

use std::collections::BTreeSet;

use super::basic::{median, quantile, t_above, t_quantile_above};
use super::call::{Estimate, PValues, RowResult, call_rows};
use super::levels::{self, Level};
use super::multiple::holm_of_tested;
use super::scale::Scale;
use super::tuned::{
    BOUND_SLACK, MOST_BOUNDS, MOST_DISAGREEMENT, MOST_WIDENING, OF_QUICKER, OF_QUICKEST_WHOLES, RANK_P,
    ROWS_FOR_COMMON, STEADY_DAYS,
};
use super::{Error, Limit, Settings, informative, relabel};

/// The estimates of a design for its rows.
#[derive(Clone, Debug)]
pub(super) struct Evidence {
    pub(super) scales: Vec<Scale>,
    /// The baseline's level on the log scale.
    pub(super) base: Vec<f64>,
    /// Head less base on the log scale, with the common part.
    pub(super) growth: Vec<f64>,
    /// The same of each row's quicker launches, where its place is another one; else empty.
    pub(super) of_quicker: Vec<f64>,
    /// The same of each row's quickest fifth, if it is asked, and which share of the growth it must have.
    pub(super) of_quickest: Vec<f64>,
    pub(super) asked_of_quickest: f64,
    /// The rows that grew beyond the tail of the base's launches, whose quick launches have no veto.
    pub(super) unprecedented: BTreeSet<usize>,
    /// The variance of a growth around what is common.
    pub(super) variance: Vec<f64>,
    /// The part of it that comes from the new launches, which more launches reduce; more days reduce the other part.
    pub(super) of_launches: Vec<f64>,
    /// Added to it in tests alone: the new session was disturbed itself.
    pub(super) disturbed: Vec<f64>,
    pub(super) df: Vec<f64>,
    /// The part of each row's variance that is not measured but raised to a least value: only tests use it.
    pub(super) supposed: Vec<f64>,
    /// The common part's own error, with what is believed of it before any day is seen.
    pub(super) common: Spread,
    /// The same by what was seen alone, for intervals; the error above where too little was seen.
    pub(super) common_seen: Spread,
    /// With few launches, what is relabelled.
    pub(super) relabelled: Option<relabel::Launches>,
    /// The rank test that a finding must also pass; `None` with several stored sessions.
    pub(super) ranks: Option<relabel::Ranks>,
    pub(super) warnings: Vec<Warning>,
}

impl Evidence {
    /// Creates the evidence of rows without a common part; base, growth and errors are added by the caller.
    pub(super) fn of_wholes(scales: &[Scale]) -> Evidence {
        Evidence {
            scales: scales.to_vec(),
            base: Vec::new(),
            growth: Vec::new(),
            of_quicker: Vec::new(),
            of_quickest: Vec::new(),
            asked_of_quickest: OF_QUICKEST_WHOLES,
            unprecedented: BTreeSet::new(),
            variance: Vec::new(),
            of_launches: Vec::new(),
            disturbed: vec![0.0; scales.len()],
            df: Vec::new(),
            supposed: vec![0.0; scales.len()],
            common: NO_SPREAD,
            common_seen: NO_SPREAD,
            relabelled: None,
            ranks: None,
            warnings: Vec::new(),
        }
    }
}

impl Evidence {
    /// Returns whether the ranks, the quicker launches and the quickest fifth of a row show a growth beyond the null too.
    fn agrees(&self, row: usize, level_of_ranks: f64, change: f64, null: f64) -> bool {
        let quicker = self.of_quicker.get(row);
        self.ranks.as_ref().is_none_or(|ranks| ranks.agree(row, level_of_ranks))
            && (self.unprecedented.contains(&row)
                || quicker.is_none_or(|quicker| quicker - null >= OF_QUICKER * (change - null)))
            && self.quickest_agree(row, change, null)
    }

    /// Whether a row's quickest fifth is above the null by its share of what the row is: what disturbs launches spares those.
    fn quickest_agree(&self, row: usize, change: f64, null: f64) -> bool {
        let agrees = |quickest: &f64| quickest - null >= self.asked_of_quickest * (change - null);
        self.unprecedented.contains(&row) || self.of_quickest.get(row).is_none_or(agrees)
    }
}

/// A variance and what it rests on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spread {
    pub(super) variance: f64,
    pub(super) df: f64,
}

/// The variance of rows without a common part.
pub(super) const NO_SPREAD: Spread = Spread { variance: 0.0, df: 1.0 };

impl Spread {
    /// The sum of two estimates, with Satterthwaite's (1946) degrees of freedom.
    pub(super) fn plus(self, other: Spread) -> Spread {
        let variance = self.variance + other.variance;
        let of = |part: Spread| {
            if part.variance > 0.0 { part.variance * part.variance / part.df } else { 0.0 }
        };
        let parts = of(self) + of(other);
        let df = if parts > 0.0 { variance * variance / parts } else { self.df.min(other.df) };
        Spread { variance, df }
    }
}

/// The common part of all rows, and its use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Common {
    /// The median growth of the rows, on the log scale.
    pub growth: f64,
    /// The same of their quickest fifths, if they are known.
    pub of_quickest: Option<f64>,
    /// C: how much of a growth chance alone may make common to all rows.
    pub bound: f64,
    /// By how much a growth must exceed its limit: by C. Where stored days differ by less than was believed before they were seen, C
    /// says that there is any growth at all, and the whole level that it is more than the limit, as of counts.
    pub beyond_limit: f64,
    /// The part that was subtracted from each row's growth.
    pub taken: f64,
    /// Whether the rows' growths are spread as their errors say.
    pub agree: bool,
    /// The factor by which the rows' errors were widened.
    pub widening: f64,
    /// The standard error of the common part.
    pub error: f64,
    /// Its degrees of freedom.
    pub df: f64,
    /// With one or two days: the spread between sessions that was taken.
    pub session_sd: Option<f64>,
    /// Whether the methods are judged by relabelling launches, which divides the level otherwise.
    pub relabelled: bool,
}

impl Common {
    /// Whether the rows agree on a growth that chance does not explain.
    pub fn grew(&self, effect: f64) -> bool {
        let null = (1.0 + effect).ln();
        self.agree
            && self.growth > self.bound
            && self.growth - self.beyond_limit > null
            && self
                .of_quickest
                .is_none_or(|quickest| quickest - null >= OF_QUICKEST_WHOLES * (self.growth - null))
    }

    /// How likely such a common growth is where the build takes no more than its limit, and how far it reaches at a confidence.
    pub fn test(&self, effect: f64, confidence: f64) -> (f64, f64) {
        let p = |limit: f64| t_above((self.growth - limit) / self.error, self.df);
        let beyond = p((1.0 + effect).ln());
        let is_steady = self.beyond_limit < self.bound;
        let p = if is_steady { p(0.0).max(levels::COMMON.share(self.relabelled) * beyond) } else { beyond };
        (p, t_quantile_above(0.5 * (1.0 - confidence), self.df) * self.error)
    }
}

/// An assumption or a limit of a judgement, for its reader.
#[derive(Clone, Debug, PartialEq)]
pub enum Warning {
    /// Fewer stored days than recognise methods that switch between sessions.
    FewDays {
        /// How many there are.
        days: usize,
    },
    /// One or two days: the spread between sessions is taken from this comparison's rows, and at least a stated one.
    SpreadAssumed {
        /// The standard deviation, a ratio.
        session_sd: f64,
    },
    /// The rows' growths disagree, so they do not estimate a slow or quick session.
    RowsDisagree,
    /// So few launches that labels were permuted: all of that many relabellings.
    Relabelled { relabellings: usize },
}

/// All results of one judgement.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The parts, in the order of the input.
    pub rows: Vec<RowResult>,
    /// The launch and its phases, in the order of the input.
    pub wholes: Vec<RowResult>,
    /// The parts that are findings after the whole common growth is subtracted, if that exceeds its bound.
    pub beyond: Vec<usize>,
    /// The common part of the rows.
    pub common: Common,
    /// The assumptions and limits.
    pub warnings: Vec<Warning>,
}

impl Judgement {
    /// The rows that are findings, the surest first.
    pub fn findings(&self) -> Vec<usize> {
        let mut found: Vec<usize> =
            (0..self.rows.len()).filter(|&row| self.rows[row].call == super::Call::Finding).collect();
        found.sort_by(|&a, &b| {
            let (a, b) = (&self.rows[a], &self.rows[b]);
            a.p_adjusted.total_cmp(&b.p_adjusted).then(b.ratio.total_cmp(&a.ratio))
        });
        found
    }
}

/// Judges parts, and wholes by themselves.
pub(super) fn judge(
    parts: &Evidence,
    limits: &[Limit],
    wholes: Option<(&Evidence, &[Limit])>,
    settings: &Settings,
) -> Result<Judgement, Error> {
    let counted = informative(&parts.scales, limits);
    let share = levels::of_wholes(parts.relabelled.is_some(), counted.len() >= ROWS_FOR_COMMON);
    let told = wholes.map_or_else(Vec::new, |(wholes, limits)| judge_raw(wholes, limits, settings, share));
    // The first whole is the launch.
    let quicker = told.first().is_some_and(|launch| launch.p_faster <= share * settings.alpha);
    let common = take_off(parts, &counted, settings, quicker);
    let mut warnings = parts.warnings.clone();
    if !common.agree && parts.growth.len() >= ROWS_FOR_COMMON {
        warnings.push(Warning::RowsDisagree);
    }
    let (rows, relabellings) = judge_rows(parts, limits, settings, &common, levels::PARTS);
    warnings.extend(relabellings.map(|relabellings| Warning::Relabelled { relabellings }));
    let beyond = if common.growth > common.bound {
        let all = Common { taken: common.growth, ..common };
        let rows = judge_rows(parts, limits, settings, &all, levels::PARTS).0;
        (0..rows.len()).filter(|&row| rows[row].call == super::Call::Finding).collect()
    } else {
        Vec::new()
    };
    Ok(Judgement { rows, wholes: told, beyond, common, warnings })
}

/// Estimates the common part of the rows' growths, and the factor by which their errors are widened.
fn take_off(evidence: &Evidence, counted: &[usize], settings: &Settings, quicker: bool) -> Common {
    let error = evidence.common.variance.sqrt();
    let df = evidence.common.df;
    let relabelled = evidence.relabelled.is_some();
    let level = levels::COMMON.share(relabelled) * settings.alpha;
    let bound = t_quantile_above(level, df) * error;
    let is_steady = evidence.common_seen.variance < STEADY_DAYS * evidence.common.variance;
    let beyond_limit = if is_steady { t_quantile_above(settings.alpha, df) * error } else { bound };
    let session_sd = evidence.warnings.iter().find_map(|warning| match warning {
        Warning::SpreadAssumed { session_sd } => Some(*session_sd),
        _ => None,
    });
    let growths: Vec<f64> = counted.iter().map(|&row| evidence.growth[row]).collect();
    let unknown = Common {
        growth: 0.0,
        of_quickest: None,
        bound,
        beyond_limit,
        taken: bound,
        agree: false,
        widening: 1.0,
        error,
        df,
        session_sd,
        relabelled,
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
    // The smaller half: the other one may hold what really changed.
    let widening = (at(0.84) - middle).min(middle - at(0.16)).clamp(1.0, MOST_WIDENING);
    let spread = (at(0.75) - at(0.25)) / 1.349;
    let agree = spread < MOST_DISAGREEMENT;
    let plausible = agree && growth.abs() < MOST_BOUNDS * bound + BOUND_SLACK;
    let least = if quicker { 0.0 } else { -bound };
    let taken = if plausible { growth.clamp(least, bound) } else { bound };
    let of_quickest = counted.iter().filter_map(|&row| evidence.of_quickest.get(row)).copied();
    let of_quickest: Vec<f64> = of_quickest.filter(|growth| growth.is_finite()).collect();
    let of_quickest = (!of_quickest.is_empty()).then(|| median(&of_quickest));
    Common { growth, of_quickest, taken, agree, widening, ..unknown }
}

/// Rows that share the common part, at a line's share of the level. Gives how many relabellings decided, if they did.
pub(super) fn judge_rows(
    evidence: &Evidence,
    limits: &[Limit],
    settings: &Settings,
    common: &Common,
    level: Level,
) -> (Vec<RowResult>, Option<usize>) {
    let widening = common.widening.powi(2);
    let common_error = common.error.powi(2);
    let mut estimates: Vec<Estimate> = (0..evidence.growth.len())
        .map(|row| {
            let own = evidence.variance[row] * widening;
            let measured =
                Spread { variance: evidence.variance[row] - evidence.supposed[row], df: evidence.df[row] };
            Estimate {
                scale: evidence.scales[row],
                base: evidence.base[row],
                change: evidence.growth[row],
                taken: common.taken,
                error: (evidence.variance[row] + common_error).sqrt(),
                test_error: (own + evidence.disturbed[row]).sqrt(),
                of_launches: evidence.of_launches[row],
                df: evidence.df[row],
                measured_error: (evidence.supposed[row] > 0.0)
                    .then(|| (measured.variance.max(0.0) * widening + evidence.disturbed[row]).sqrt()),
                shown: measured.plus(evidence.common_seen),
                reach: None,
            }
        })
        .collect();
    let p: Vec<f64> = estimates.iter().zip(limits).map(|(estimate, limit)| estimate.p(limit)).collect();
    let mut adjusted = holm_of_tested(&p, limits);
    let share = level.share(common.relabelled);
    // Sums are asked at their line's own level: a burst moves many rows of a module at once.
    let of_ranks = if level == levels::PARTS {
        RANK_P
    } else {
        RANK_P.min(level.share * settings.alpha / limits.len().max(1) as f64)
    };
    let mut relabellings = None;
    if let Some(launches) = &evidence.relabelled {
        let shifts: Vec<f64> = estimates
            .iter()
            .zip(limits)
            .map(|(estimate, limit)| estimate.threshold(limit) + common.taken)
            .collect();
        let decides: Vec<bool> = limits.iter().map(Limit::is_tested).collect();
        let found = launches.step_down(&shifts, &decides);
        let reach = found.reach(share * settings.alpha);
        estimates.iter_mut().zip(reach).for_each(|(estimate, reach)| estimate.reach = Some(reach));
        adjusted = found.adjusted;
        relabellings = Some(found.relabellings);
    }
    for (row, adjusted) in adjusted.iter_mut().enumerate() {
        let is_found = *adjusted <= share * settings.alpha;
        let null = estimates[row].threshold(&limits[row]) + common.taken;
        // The interval of a finding excludes zero.
        let is_shown = || estimates[row].change > estimates[row].half(settings.confidence);
        let agrees = || is_shown() && evidence.agrees(row, of_ranks, estimates[row].change, null);
        if !estimates[row].grew(&limits[row]) || is_found && !agrees() {
            *adjusted = 1.0;
        }
    }
    (call_rows(&estimates, limits, settings, &PValues { p, adjusted }, share), relabellings)
}

/// Judges rows by their own raw growth, without a common part and without widening.
fn judge_raw(evidence: &Evidence, limits: &[Limit], settings: &Settings, share: f64) -> Vec<RowResult> {
    let estimates = raw(evidence);
    let p: Vec<f64> = estimates.iter().zip(limits).map(|(estimate, limit)| estimate.p(limit)).collect();
    let mut adjusted = holm_of_tested(&p, limits);
    for (row, adjusted) in adjusted.iter_mut().enumerate() {
        let (change, null) = (estimates[row].change, estimates[row].threshold(&limits[row]));
        if !evidence.quickest_agree(row, change, null) {
            *adjusted = 1.0;
        }
    }
    call_rows(&estimates, limits, settings, &PValues { p, adjusted }, share)
}

/// Counts by their own raw growth, which must be shown twice: that there is any at all, at the line's share of the level, so that an
/// unchanged app has no finding; and that it is more than the limit, at the whole level. A limit may be as small as the error here, and
/// one test of both would find little that is just above it.
pub(super) fn judge_counts(
    evidence: &Evidence,
    limits: &[Limit],
    settings: &Settings,
    share: f64,
) -> Vec<RowResult> {
    let estimates = raw(evidence);
    let of = |limit: &dyn Fn(&Limit) -> Limit| -> Vec<f64> {
        estimates.iter().zip(limits).map(|(estimate, own)| estimate.p(&limit(own))).collect()
    };
    let any = of(&|own| Limit { effect: 0.0, floor: 0.0, ..*own });
    let beyond = of(&|own| *own);
    let adjusted = holm_of_tested(&any, limits)
        .into_iter()
        .zip(holm_of_tested(&beyond, limits))
        .map(|(any, beyond)| any.max(share * beyond))
        .collect();
    call_rows(&estimates, limits, settings, &PValues { p: beyond, adjusted }, share)
}

fn raw(evidence: &Evidence) -> Vec<Estimate> {
    (0..evidence.growth.len()).map(|row| raw_estimate(evidence, row)).collect()
}

fn raw_estimate(evidence: &Evidence, row: usize) -> Estimate {
    let spread = Spread { variance: evidence.variance[row], df: evidence.df[row] };
    let raw = Estimate::raw(evidence.scales[row], evidence.base[row], evidence.growth[row], spread);
    Estimate { of_launches: evidence.of_launches[row], ..raw }
}
