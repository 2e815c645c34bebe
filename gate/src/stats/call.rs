//! What is said of a row, whichever way it was judged.

use super::basic::{t_above, t_quantile_above};
use super::multiple::{benjamini_hochberg, holm};
use super::scale::Scale;
use super::{Limit, Settings};

/// The answer for a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// Slower by more than its limit, with the whole family's error controlled.
    Finding,
    /// Worth a look (Benjamini–Hochberg); never in the headline.
    Suspect,
    /// Shown to have grown by less than what matters.
    Within,
    /// Neither: it may hide an effect of up to `could_hide`.
    Undecided,
}

impl Call {
    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Call::Finding => "finding",
            Call::Suspect => "suspect",
            Call::Within => "within",
            Call::Undecided => "undecided",
        }
    }
}

/// A row's estimate and answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowResult {
    /// The baseline's centre, in the row's unit.
    pub before: f64,
    /// The new build's centre, drift taken out, in the row's unit.
    pub after: f64,
    /// after / before; infinite for a row that cost nothing before.
    pub ratio: f64,
    /// The interval of the ratio.
    pub ratio_interval: (f64, f64),
    /// The interval of after − before, in the row's unit.
    pub change_interval: (f64, f64),
    /// One-sided: how likely so much slowness is if the row is within its limit.
    pub p: f64,
    /// `p` corrected for all deciding rows; 1 for a row that does not decide.
    pub p_adjusted: f64,
    /// `p` corrected after Benjamini–Hochberg over all rows.
    pub q: f64,
    /// One-sided, the other way: how likely so much quickness is if the row is unchanged or slower.
    pub p_faster: f64,
    /// The answer.
    pub call: Call,
    /// The effect (a ratio above 1, less 1) that would be missed in one run of five.
    pub could_hide: f64,
}

/// A change common to all rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drift {
    /// The new session's common ratio to the baseline.
    pub ratio: f64,
    /// Its interval, by the spread of the rows.
    pub interval: (f64, f64),
    /// Whether it was taken out of the rows. It is not with few rows, where one row's change would pass for drift.
    pub removed: bool,
}

/// A row's difference on the log scale, ready to be tested.
#[derive(Clone, Copy, Debug)]
pub(super) struct Estimate {
    pub(super) scale: Scale,
    /// The baseline's centre on the log scale.
    pub(super) base: f64,
    /// New less base on the log scale, drift taken out.
    pub(super) change: f64,
    /// The standard error of `change`, which gives the interval.
    pub(super) error: f64,
    /// The same for the test: more, where the new session was disturbed in itself.
    pub(super) test_error: f64,
    pub(super) df: f64,
}

/// Holm over the rows that decide; 1 for the others.
pub(super) fn holm_of_deciding(p: &[f64], limits: &[Limit]) -> Vec<f64> {
    let deciding: Vec<usize> = (0..p.len()).filter(|&row| limits[row].decides).collect();
    let corrected = holm(&deciding.iter().map(|&row| p[row]).collect::<Vec<f64>>());
    let mut adjusted = vec![1.0; p.len()];
    for (&row, value) in deciding.iter().zip(corrected) {
        adjusted[row] = value;
    }
    adjusted
}

/// Turns estimates into answers, with each row's one-sided p and adjusted p.
pub(super) fn call_rows(
    estimates: &[Estimate],
    limits: &[Limit],
    settings: &Settings,
    (p, adjusted): (Vec<f64>, Vec<f64>),
) -> Vec<RowResult> {
    let q = benjamini_hochberg(&p);
    let deciding = limits.iter().filter(|limit| limit.decides).count().max(1);
    // The quantiles depend on df alone, of which there are few.
    let mut known: Vec<(f64, [f64; 4])> = Vec::new();
    let mut quantiles = |df: f64| match known.iter().rev().take(8).find(|(seen, _)| *seen == df) {
        Some((_, found)) => *found,
        None => {
            let found = [
                t_quantile_above(0.5 * (1.0 - settings.confidence), df),
                t_quantile_above(settings.alpha, df),
                t_quantile_above(settings.alpha / deciding as f64, df),
                t_quantile_above(0.2, df),
            ];
            known.push((df, found));
            found
        }
    };
    let mut results = Vec::with_capacity(estimates.len());
    for (row, estimate) in estimates.iter().enumerate() {
        let [both, above, family, power] = quantiles(estimate.df);
        let Estimate { scale, base, change, error, test_error, .. } = *estimate;
        let ratio_at = |change: f64| scale.ratio(base, change);
        let ratio_interval = (ratio_at(change - both * error), ratio_at(change + both * error));
        let before = scale.cost(base);
        let after = scale.cost(base + change);
        let limit = &limits[row];
        let threshold = scale.threshold(base, limit.effect, limit.floor);
        let matters = settings.matters.max(limit.effect);
        let within = change + above * test_error < scale.threshold(base, matters, limit.floor);
        let call = if limit.decides && adjusted[row] <= settings.alpha {
            Call::Finding
        } else if q[row] <= settings.fdr {
            Call::Suspect
        } else if within {
            Call::Within
        } else {
            Call::Undecided
        };
        results.push(RowResult {
            before,
            after,
            ratio: ratio_at(change),
            ratio_interval,
            change_interval: (
                scale.cost(base + change - both * error) - before,
                scale.cost(base + change + both * error) - before,
            ),
            p: p[row],
            p_adjusted: adjusted[row],
            q: q[row],
            p_faster: t_above(safe_ratio(-change, test_error), estimate.df),
            call,
            could_hide: ratio_at(threshold + (family + power) * test_error) - 1.0,
        });
    }
    results
}

impl Estimate {
    /// How likely so much slowness is if the row is within its limit.
    pub(super) fn p(&self, limit: &Limit) -> f64 {
        t_above(self.against(limit), self.df)
    }

    /// The t of "new ≤ baseline × (1 + effect) + floor".
    fn against(&self, limit: &Limit) -> f64 {
        safe_ratio(self.change - self.scale.threshold(self.base, limit.effect, limit.floor), self.test_error)
    }
}

/// 0 / 0 is 0: rows without any noise that have not moved are no evidence.
fn safe_ratio(distance: f64, error: f64) -> f64 {
    if distance.abs() < 1e-12 { 0.0 } else { distance / error }
}
