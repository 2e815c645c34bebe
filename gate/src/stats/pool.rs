//! New sessions against stored ones, with the difference between sessions in the null.
//!
//! The session, not the launch, is what is exchangeable: two runs of one build differ by what the day adds to each row.
//! Per row, on logs: each session's centre is a trimmed mean; its variance is σ² (sessions) + U/h (launches, h values kept).
//! - U is pooled over sessions and shrunk towards all rows' ([`Prior`]).
//! - σ² is common to all rows: what makes the median of v/(σ² + U/h) that of χ²/df, v being a row's variance between sessions
//!   (a median: some rows' own instability must not widen all). Below 3 sessions `Settings::session_sd` stands in, or the spread of
//!   the new differences over the rows if that is more (Efron 2004, the empirical null).
//! - A row whose v/(σ² + U/h) is beyond what chance gives (χ² at .99) is unstable by itself: it is judged half by its own v, with few
//!   degrees of freedom. For the others the ratio is shrunk in the same way, and never makes the error smaller than expected
//!   (robust hyperparameters, after Phipson et al. 2016). If one stored session alone makes it so, of 5 or more, that session is left
//!   out for this row: a day on which something else went on.
//! - A new session whose own launches scatter more than chance gives (.999) widens the margin by as much: it was disturbed itself.
//!
//! All this is done for two centres (`centre`): the middle, and the quicker launches, which bursts of disturbed ones leave alone.
//! A row's p is the harmonic mean of the two where each confirms the other; what is shown is the middle's.
//!
//! The test is a t with the shrunk degrees of freedom, Holm over the deciding rows: one session has one draw of the session's
//! effect, so permuting launches against a pool would not be exact (with sessions 2 % apart it alarms in nine runs of ten).

use super::basic::{mad, median};
use super::call::{Call, Drift, Estimate, RowResult, call_rows, holm_of_deciding};
use super::centre::{Centre, Ready};
use super::moderate::Prior;
use super::scale::Scale;
use super::{Costs, Error, Limit, Settings, check_limits};

/// Below this many rows a common drift is not told from one row's own change.
pub(super) const ROWS_FOR_DRIFT: usize = 20;

/// Beyond this normal quantile (.99) of what chance gives, a row is unstable by itself.
const UNSTABLE: f64 = 2.3263;

/// Beyond this normal quantile (.999) of what chance gives, a new session's launches were disturbed themselves.
const DISTURBED: f64 = 3.0902;

/// From so many base sessions on, one that strays in a row is left out there.
const SESSIONS_FOR_STRAY: usize = 5;

/// A mean of one session less has a wider variance: (1/5 + 1)/(1/6 + 1), and what was left out may come again.
const STRAY_WIDER: f64 = 1.1;

/// Sessions are never taken to differ by less than this share of `Settings::session_sd`: six of them cannot show a spread of zero.
const LEAST_SHARE: f64 = 0.35;

/// Intervals take this much of that variance: the test is what a rare instability would fool, and intervals with all of it cover more than they say.
const INTERVAL_SHARE: f64 = 0.25;

/// With so many new launches one centre confirms the other at the level of a single row; with more, up to four times as many, at as
/// much more: the shorter a session, the sooner a burst fills it and moves both.
const LAUNCHES_TO_CONFIRM: f64 = 5.0;

/// The degrees of freedom with fewer than 3 sessions, where `Settings::session_sd` stands in for what was not measured.
const STAND_IN_DF: f64 = 5.0;

/// All rows' results.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// In the order of the input's rows.
    pub rows: Vec<RowResult>,
    /// The change common to all rows.
    pub drift: Drift,
    /// The spread between sessions common to all rows, a ratio.
    pub session_sd: f64,
    /// Whether the sessions gave it, or the stated default (or the rows' own spread) stands in.
    pub session_sd_estimated: bool,
}

impl Judgement {
    /// The rows that are findings, worst (by adjusted p, then by ratio) first.
    pub fn findings(&self) -> Vec<usize> {
        let mut found: Vec<usize> =
            (0..self.rows.len()).filter(|&row| self.rows[row].call == Call::Finding).collect();
        found.sort_by(|&a, &b| {
            let (a, b) = (&self.rows[a], &self.rows[b]);
            a.p_adjusted.total_cmp(&b.p_adjusted).then(b.ratio.total_cmp(&a.ratio))
        });
        found
    }
}

/// Judges the sessions `new` together (usually one) against the sessions `base`; every session has the same rows.
pub fn judge(
    base: &[Costs],
    new: &[Costs],
    limits: &[Limit],
    settings: &Settings,
) -> Result<Judgement, Error> {
    Model::fit(base, new, limits, settings)?.judge(base, new, limits, settings, base.len() >= 3)
}

/// [`judge`], where both centres must be sure by themselves.
pub(super) fn judge_by_both(
    base: &[Costs],
    new: &[Costs],
    limits: &[Limit],
    settings: &Settings,
) -> Result<Judgement, Error> {
    Model::fit(base, new, limits, settings)?.judge(base, new, limits, settings, false)
}

/// What the sessions say of noise, and the differences.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub(super) rows: Vec<RowModel>,
    pub(super) drift: Drift,
    /// σ², for tests.
    pub(super) session_variance: f64,
    /// σ² as measured, for intervals.
    pub(super) measured_variance: f64,
    /// Degrees of freedom of a row's variance between sessions, if that is estimated.
    pub(super) session_df: Option<f64>,
    /// Σ 1/sessions over both sides.
    pub(super) per_session: f64,
    /// Σ 1/h / sessions² over both sides.
    pub(super) per_launch: f64,
}

/// One row's part of [`Model`].
#[derive(Clone, Copy, Debug)]
pub(super) struct RowModel {
    pub(super) scale: Scale,
    pub(super) base: f64,
    pub(super) change: f64,
    /// Ũ, the variance of one kept launch.
    pub(super) launch_variance: f64,
    /// How much noisier than expected this row is between sessions.
    pub(super) excess: f64,
    /// How much more the launches' part is because the new session's launches scatter.
    pub(super) disturbed: f64,
    /// Degrees of freedom of the difference's error.
    pub(super) df: f64,
}

impl Model {
    pub(super) fn fit(
        base: &[Costs],
        new: &[Costs],
        limits: &[Limit],
        settings: &Settings,
    ) -> Result<Self, Error> {
        Self::fit_to(Centre::Middle, base, new, limits, settings)
    }

    fn fit_to(
        centre: Centre,
        base: &[Costs],
        new: &[Costs],
        limits: &[Limit],
        settings: &Settings,
    ) -> Result<Self, Error> {
        settings.check()?;
        let count = check_sessions(base, new)?;
        check_limits(count, limits)?;
        let sessions: Vec<&Costs> = base.iter().chain(new).collect();
        let (k, w) = (base.len() as f64, new.len() as f64);
        let mut scales = Vec::with_capacity(count);
        let mut centres = vec![0.0; count * sessions.len()];
        let ready: Vec<Ready> =
            sessions.iter().map(|session| Ready::new(centre, session.launches())).collect();
        let kept: Vec<f64> = ready.iter().map(Ready::kept).collect();
        let df_of = |kept: &[f64]| kept.iter().map(|kept| kept - 1.0).sum::<f64>();
        let (launch_df, own_df) = (df_of(&kept), df_of(&kept[base.len()..]));
        let mut launch_variances = vec![0.0; count];
        let mut own_variances = vec![0.0; count];
        let mut logs = Vec::new();
        for row in 0..count {
            let scale = Scale::of(sessions.iter().flat_map(|s| s.row(row)), limits[row].floor);
            let mut squares = 0.0;
            let mut own = 0.0;
            for (s, session) in sessions.iter().enumerate() {
                logs.clear();
                logs.extend(session.row(row).iter().map(|&cost| scale.log(cost)));
                logs.sort_unstable_by(f64::total_cmp);
                let located = ready[s].locate(&logs);
                centres[row * sessions.len() + s] = located.centre;
                squares += located.squares;
                own += if s >= base.len() { located.squares } else { 0.0 };
            }
            launch_variances[row] = if launch_df > 0.0 { squares / launch_df } else { 0.0 };
            own_variances[row] = if own_df > 0.0 { own / own_df } else { 0.0 };
            scales.push(scale);
        }
        let drift = take_out_common(&mut centres, sessions.len(), base.len(), settings);
        let prior = Prior::fit(&launch_variances, launch_df);
        // However well the variance is known, a centre of few launches n has tails nearer to the launches' own than to the normal. The
        // chance that more go astray than an estimator stands falls fast with n: n²/2 degrees of freedom are what 5 launches need in
        // the calibrator's data, and say nothing from 10 on.
        let launches: usize = new.iter().map(Costs::launches).sum();
        let launch_df_all = (prior.df + launch_df).min(0.5 * (launches as f64).powi(2)).max(1.0);
        for variance in &mut launch_variances {
            *variance = prior.shrink(*variance, launch_df);
        }
        // F has a heavier tail than χ², which is all its denominator has of noise here; so has the noise of launches.
        let most_by_chance = if own_df > 0.0 { chi_square_share(own_df, DISTURBED) } else { f64::INFINITY };
        let share = |from: usize, to: usize| kept[from..to].iter().map(|h| 1.0 / h).sum::<f64>();
        let (all_base, all) = (share(0, base.len()), share(0, sessions.len()));
        let per_session = 1.0 / k + 1.0 / w;
        let per_launch = all_base / (k * k) + (all - all_base) / (w * w);
        let each_launch = all / sessions.len() as f64;
        let base_knows = base.len() >= 3;
        let own_share = (all - all_base) / (w * w) / per_launch;
        let mut rows: Vec<RowModel> = (0..count)
            .map(|row| {
                let (before, after) =
                    centres[row * sessions.len()..(row + 1) * sessions.len()].split_at(base.len());
                let base = before.iter().sum::<f64>() / k;
                let change = after.iter().sum::<f64>() / w - base;
                let never = scales[row].never();
                let (base, change) = if never { (0.0, 0.0) } else { (base, change) };
                let launch_variance = launch_variances[row];
                let own = own_variances[row] / launch_variance.max(f64::MIN_POSITIVE);
                let disturbed =
                    if own > most_by_chance && base_knows { 1.0 + own_share * (own - 1.0) } else { 1.0 };
                RowModel {
                    scale: scales[row],
                    base,
                    change,
                    launch_variance,
                    excess: 1.0,
                    disturbed,
                    df: launch_df_all,
                }
            })
            .collect();
        let mut model = Self {
            rows: Vec::new(),
            drift,
            session_variance: settings.session_sd.powi(2),
            measured_variance: settings.session_sd.powi(2),
            session_df: None,
            per_session,
            per_launch,
        };
        if base.len() >= 3 {
            let df = k + w - 2.0;
            let between: Vec<f64> = (0..count)
                .map(|row| {
                    let centres = &centres[row * sessions.len()..(row + 1) * sessions.len()];
                    (squares(&centres[..base.len()]) + squares(&centres[base.len()..])) / df
                })
                .collect();
            let expected: Vec<f64> = rows.iter().map(|row| row.launch_variance * each_launch).collect();
            let expected_of = |variance: f64, row: usize| (variance + expected[row]).max(f64::MIN_POSITIVE);
            let least = (LEAST_SHARE * settings.session_sd).powi(2);
            let measured = common_variance(&between, &expected, df);
            model.session_variance = measured.max(least);
            model.measured_variance = measured.max(INTERVAL_SHARE * least);
            let mut ratios: Vec<f64> =
                (0..count).map(|row| between[row] / expected_of(model.session_variance, row)).collect();
            // Ratios as chance would have them: what is beyond is winsorized before the prior is fitted.
            let (low, high) = (chi_square_share(df, -1.6449), chi_square_share(df, UNSTABLE));
            let typical: Vec<f64> = ratios.iter().map(|ratio| ratio.clamp(low, high)).collect();
            let prior = Prior::fit(&typical, df);
            // The common part is itself estimated, from all rows (by a median: about 0.6 of their information).
            let most = 0.6 * df * count as f64;
            for (at, (row, ratio)) in rows.iter_mut().zip(&mut ratios).enumerate() {
                let stray = if *ratio > high && base.len() >= SESSIONS_FOR_STRAY {
                    let centres = &centres[at * sessions.len()..(at + 1) * sessions.len()];
                    let (kept, left) = without_stray(&centres[..base.len()]);
                    let without = (left + squares(&centres[base.len()..]))
                        / (df - 1.0)
                        / expected_of(model.session_variance, at);
                    (without <= high).then_some((kept, without))
                } else {
                    None
                };
                if let Some((kept, without)) = stray {
                    row.change += row.base - kept;
                    row.base = kept;
                    row.excess = prior.shrink(without, df - 1.0).max(1.0) * STRAY_WIDER;
                    row.df = (2.0 * df).min(row.df);
                } else if *ratio > high {
                    // The common value keeps no more weight than the row's own.
                    row.excess = Prior { df, variance: 1.0 }.shrink(*ratio, df);
                    row.df = (2.0 * df).min(row.df);
                } else {
                    row.excess = prior.shrink(*ratio, df).max(1.0);
                    row.df = (prior.df + df).min(most.max(df)).min(row.df);
                }
            }
            model.session_df = Some(df);
        } else {
            // Nothing is known of a row's own stability between sessions: a heavy tail stands for it.
            for row in &mut rows {
                row.df = row.df.min(STAND_IN_DF);
            }
        }
        if base.len() < 3 && count >= ROWS_FOR_DRIFT {
            let squared: Vec<f64> = rows.iter().map(|row| row.change * row.change / per_session).collect();
            let expected: Vec<f64> =
                rows.iter().map(|row| row.launch_variance * per_launch / per_session).collect();
            model.session_variance = model.session_variance.max(common_variance(&squared, &expected, 1.0));
            model.measured_variance = model.session_variance;
        }
        model.rows = rows;
        Ok(model)
    }

    pub(super) fn estimates(&self) -> Vec<Estimate> {
        self.rows
            .iter()
            .map(|row| Estimate {
                scale: row.scale,
                base: row.base,
                change: row.change,
                error: (row.excess
                    * (self.measured_variance * self.per_session + row.launch_variance * self.per_launch))
                    .sqrt(),
                test_error: self.variance(row, self.per_session, row.disturbed * self.per_launch).sqrt(),
                df: row.df,
            })
            .collect()
    }

    /// The answers, of which this model of the middle gives all that is shown and half of the evidence.
    pub(super) fn judge(
        &self,
        base: &[Costs],
        new: &[Costs],
        limits: &[Limit],
        settings: &Settings,
        either: bool,
    ) -> Result<Judgement, Error> {
        let fewest = base.iter().chain(new).map(Costs::launches).min().unwrap_or(1);
        let quick = Self::fit_to(Centre::Quick(fewest), base, new, limits, settings)?;
        let launches: usize = new.iter().map(Costs::launches).sum();
        let confirmed = settings.alpha * (launches as f64 / LAUNCHES_TO_CONFIRM).min(4.0);
        let estimates = self.estimates();
        let p: Vec<f64> = estimates
            .iter()
            .zip(quick.estimates())
            .zip(limits)
            .map(|((middle, quick), limit)| both(middle.p(limit), quick.p(limit), confirmed, either))
            .collect();
        let adjusted = holm_of_deciding(&p, limits);
        Ok(Judgement {
            rows: call_rows(&estimates, limits, settings, (p, adjusted)),
            drift: self.drift,
            session_sd: self.session_variance.sqrt(),
            session_sd_estimated: self.session_df.is_some(),
        })
    }

    /// The variance of a difference that has `per_session` session effects and `per_launch` launches' noise.
    pub(super) fn variance(&self, row: &RowModel, per_session: f64, per_launch: f64) -> f64 {
        row.excess * (self.session_variance * per_session + row.launch_variance * per_launch)
    }
}

/// One p of two: their harmonic mean (Wilson 2019; for small p also Liu and Xie's Cauchy combination), which any dependence leaves
/// valid, where each confirms the other at `level`; else the worse one.
///
/// Confirmation only takes findings away: of launches that went astray in a row, which move the middle and leave the quick ones
/// where they were, and of lucky quick ones, which move these alone.
/// Not `either`, both must be sure: with fewer than 3 sessions nobody knows how stable a row is.
fn both(middle: f64, quick: f64, level: f64, either: bool) -> f64 {
    let worse = middle.max(quick);
    if worse > level || !either {
        return worse;
    }
    if middle.min(quick) <= 0.0 { 0.0 } else { 2.0 / (1.0 / middle + 1.0 / quick) }
}

fn check_sessions(base: &[Costs], new: &[Costs]) -> Result<usize, Error> {
    for (sessions, what) in [(base, "baseline sessions"), (new, "new sessions")] {
        if sessions.is_empty() {
            return Err(Error::TooFew { what, needed: 1, found: 0 });
        }
    }
    let count = base[0].rows();
    for session in base.iter().chain(new) {
        if session.rows() != count {
            return Err(Error::RowsDiffer { expected: count, found: session.rows(), what: "a session" });
        }
        if session.launches() == 0 {
            return Err(Error::TooFew { what: "launches in a session", needed: 1, found: 0 });
        }
    }
    Ok(count)
}

/// Takes each session's common drift (the median over rows, against the row's mean over base sessions) out of its centres.
fn take_out_common(centres: &mut [f64], sessions: usize, base: usize, settings: &Settings) -> Drift {
    let rows = centres.len() / sessions;
    let removed = settings.remove_drift && rows >= ROWS_FOR_DRIFT;
    let means: Vec<f64> =
        centres.chunks(sessions).map(|row| row[..base].iter().sum::<f64>() / base as f64).collect();
    let distances = |centres: &[f64], s: usize| -> Vec<f64> {
        centres.chunks(sessions).zip(&means).map(|(row, mean)| row[s] - mean).collect()
    };
    // The new sessions' drift, over rows; the error of a median is 1.2533 times that of a mean.
    let new: Vec<f64> = centres
        .chunks(sessions)
        .zip(&means)
        .map(|(row, mean)| row[base..].iter().sum::<f64>() / (sessions - base) as f64 - mean)
        .collect();
    let middle = if rows == 0 { 0.0 } else { median(&new) };
    let error = if rows == 0 { 0.0 } else { 1.2533 * mad(&new) / (rows as f64).sqrt() };
    let both = super::basic::t_quantile_above(0.5 * (1.0 - settings.confidence), f64::INFINITY);
    if removed {
        for s in 0..sessions {
            let drift = median(&distances(centres, s));
            for row in 0..rows {
                centres[row * sessions + s] -= drift;
            }
        }
    }
    Drift {
        ratio: middle.exp(),
        interval: ((middle - both * error).exp(), (middle + both * error).exp()),
        removed,
    }
}

/// The mean and the sum of squares of all values but the one farthest from their median.
fn without_stray(values: &[f64]) -> (f64, f64) {
    let centre = median(values);
    let farthest =
        (0..values.len()).max_by(|&a, &b| (values[a] - centre).abs().total_cmp(&(values[b] - centre).abs()));
    let kept: Vec<f64> = (0..values.len()).filter(|&at| Some(at) != farthest).map(|at| values[at]).collect();
    (super::basic::mean(&kept), squares(&kept))
}

fn squares(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    values.iter().map(|value| (value - mean).powi(2)).sum()
}

/// The σ² ≥ 0 at which the median of v/(σ² + e) is that of χ²/df: bisection, the left side falls with σ².
fn common_variance(v: &[f64], e: &[f64], df: f64) -> f64 {
    // The median for one degree of freedom is 0.4549, where Wilson and Hilferty's formula is 3 % off.
    let target = if df <= 1.0 { 0.454_936 } else { chi_square_share(df, 0.0) };
    let at = |variance: f64| {
        let ratios: Vec<f64> =
            v.iter().zip(e).map(|(v, e)| if *v == 0.0 { 0.0 } else { v / (variance + e) }).collect();
        median(&ratios)
    };
    if v.is_empty() || at(0.0) <= target {
        return 0.0;
    }
    let (mut low, mut high) = (0.0, v.iter().fold(0.0, |a: f64, &b| a.max(b)) / target);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if at(middle) > target { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

/// The quantile of χ²/df at the normal quantile `z` (Wilson and Hilferty 1931); within 2 % for 3 degrees of freedom and more.
fn chi_square_share(df: f64, z: f64) -> f64 {
    let c = 2.0 / (9.0 * df);
    (1.0 - c + z * c.sqrt()).max(0.05).powi(3)
}
