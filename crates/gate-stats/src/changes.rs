//! Finds lasting changes of the level in a series of sessions over months. A series contains the costs of the launch, a method or a module.
//!
//! The values of a series are logarithms, so a change is a ratio. Outlier sessions, slow drift, and daily or weekly patterns are not
//! changes; the tests contain all three.
//! - For each session and each width `w` in `CHANGE_WIDTHS`, the median of the `w` sessions before it is compared with the median of the
//!   `w` sessions from it on. A few outliers do not change the medians, and slow drift changes their difference only by the drift of `w`
//!   sessions.
//! - The difference between the two medians is divided by a scale. The scale is the scatter of this difference over all sessions of the
//!   series, which contains drift and periodic patterns. The scale is at least the noise from session to session (the largest scatter of
//!   differences between sessions that are one to seven sessions apart). The median of the differences at all sessions, which is the drift,
//!   is subtracted from each difference. The scales are estimated a second time from the series without the changes that were found, so
//!   that a large change does not hide a small one.
//! - A session is a candidate for a change if the difference between its two medians is more than `CHANGE_RATIO` scales and more than
//!   `least`.
//!
//! The candidate with the largest ratio of difference to scale is the first change. The next change is the next candidate whose windows
//! contain no known change (merging of moving sums: Cho and Kirch, "Two-stage data segmentation permitting multiscale change points, heavy
//! tails and dependence", 2022, with medians instead of means). The session of a change is the session at which two constant levels fit the
//! windows best (by least squares of values that are limited to three scales). A step of 5 standard deviations is found at exactly its
//! session. A history of fewer than [`SHORT`] sessions is too short to determine its own scale. In a short history, the variance of the
//! noise is shrunk towards that of all series ([`Prior`]), and the needed ratio is a quantile of Student's t with the resulting degrees of
//! freedom.
//!
//! Steady growth is reported as a [`steady_slope`], and a change of many series at the same session is reported once
//! ([`find_common_changes`]).
//!
//! Limits: a level must last for at least `CHANGE_APART` sessions (`SHORTEST_LEVEL` in a short history). A change is found once
//! `LEAST_LEVEL` sessions follow it.

use std::cmp::Reverse;

use super::basic::{mad, mean, median, t_quantile_above};
use super::moderate::Prior;
use super::tuned::{
    CHANGE_APART, CHANGE_RATIO, CHANGE_SHORT, CHANGE_SHOWN, CHANGE_WIDTHS, COMMON_CHANGE_NEAR,
    COMMON_CHANGE_SERIES, COMMON_CHANGE_SHARE, LEAST_DAY_SD, LEAST_LEVEL, OWN_CHANGE_DISTANCE, SHORT,
    SHORTEST_LEVEL, SLOPE_RATIO, SLOPE_SESSIONS,
};

/// A change of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeriesChange {
    /// The index of the first value of the new level.
    pub at: usize,
    /// The level before the session `at`, as a logarithm like the values of the series. The field `after` is the level from this session
    /// on.
    pub before: f64,
    pub after: f64,
    /// The difference between the levels, divided by its scale.
    pub ratio: f64,
    /// The standard error of the difference of the levels, from the scatter of sessions.
    pub error: f64,
}

/// The measured noise of a series, and the least difference that counts as a change of the series.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Noise {
    /// The standard deviation of one session.
    pub sd: f64,
    /// The least difference that counts as a change, divided by its scale.
    pub needed: f64,
}

/// Estimates the noise of series of equal length. If a series is long enough, its noise is determined from this series alone. The variances
/// of short series are moderated over all series, and their uncertainty increases the needed difference.
pub fn estimate_noise(series: &[Vec<f64>]) -> Vec<Noise> {
    let sessions = series.first().map_or(0, Vec::len);
    if sessions >= SHORT {
        return series
            .iter()
            .map(|one| Noise { sd: estimate_sd(one), needed: needed_ratio(sessions) })
            .collect();
    }
    let df = sessions.saturating_sub(4) as f64;
    let variances: Vec<f64> = series.iter().map(|one| variance_of_differences(one)).collect();
    let prior = Prior::fit(&variances, df);
    let needed = t_quantile_above(CHANGE_SHORT, prior.df + df);
    let sd = |variance: &f64| prior.shrink(*variance, df).sqrt().max(LEAST_DAY_SD);
    variances.iter().map(|variance| Noise { sd: sd(variance), needed }).collect()
}

/// Estimates the variance of sessions from their successive differences, without the largest one, which may be a change.
fn variance_of_differences(series: &[f64]) -> f64 {
    let mut squares: Vec<f64> = series.windows(2).map(|pair| (pair[1] - pair[0]).powi(2)).collect();
    squares.sort_by(f64::total_cmp);
    squares.pop();
    // If the largest of seven squared differences is removed, the mean of the other six is about 0.6 of the mean of all seven.
    if squares.is_empty() { 0.0 } else { mean(&squares) / 2.0 / 0.6 }
}

/// Returns the changes of a series in the order of sessions. Changes of at most `least` are omitted.
pub fn find_changes_in(series: &[f64], noise: Noise, least: f64) -> Vec<SeriesChange> {
    let cut = clamp_outliers(series, noise.sd);
    // In a series that grows steadily, changes are searched in the residuals of the slope.
    if let Some(growth) = steady_slope(&cut, noise.sd, least) {
        let flat: Vec<f64> = cut.iter().enumerate().map(|(at, value)| value - growth * at as f64).collect();
        if find_segments(&flat, &flat, noise, least).is_empty() {
            return Vec::new();
        }
    }
    // A change increases the scales of the windows near it, which hides smaller changes. The scales are therefore estimated again without
    // the changes that were found.
    let found = find_segments(&cut, &cut, noise, least);
    if found.is_empty() {
        return found;
    }
    let flat = subtract_changes(&cut, &found);
    find_segments(&cut, &flat, noise, least)
}

/// Subtracts the found changes from a series.
fn subtract_changes(series: &[f64], found: &[SeriesChange]) -> Vec<f64> {
    let mut level = 0.0;
    let mut steps = found.iter().peekable();
    let mut flat = Vec::with_capacity(series.len());
    for (at, value) in series.iter().enumerate() {
        while let Some(step) = steps.next_if(|step| step.at == at) {
            level += step.after - step.before;
        }
        flat.push(value - level);
    }
    flat
}

/// A session that may be a change, because the medians of the sessions before and after it differ.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    at: usize,
    /// Number of sessions in each of the two windows.
    width: usize,
    /// The difference between the levels, divided by its scale.
    ratio: f64,
}

impl Candidate {
    /// Returns whether a change affects one of the candidate's two medians, because more than a quarter of a window is beyond the change.
    fn is_moved_by(&self, change: usize) -> bool {
        4 * change.abs_diff(self.at) < 3 * self.width
    }
}

/// Finds the changes of the series `cut`. The scales are estimated from `flat`, which is the series without the changes that are already
/// known.
///
/// Candidates are processed in the order of their ratios. Each candidate is moved to the session at which two constant levels fit the
/// candidate's windows best. Moving a candidate is necessary because wide windows do not reach the end of the series, so the candidate with
/// the largest ratio may be some sessions before the change. If a known change affects the medians of a candidate, the candidate is
/// ignored.
fn find_segments(cut: &[f64], flat: &[f64], noise: Noise, least: f64) -> Vec<SeriesChange> {
    let mut found: Vec<Candidate> = Vec::new();
    for width in window_widths(cut.len()) {
        found.extend(find_candidates(cut, flat, width, noise, least));
    }
    found.sort_by(|a, b| b.ratio.total_cmp(&a.ratio).then(a.at.cmp(&b.at)));
    let shortest = LEAST_LEVEL.min(least_distance(cut.len()));
    let mut known: Vec<(usize, f64)> = Vec::new();
    for candidate in found {
        if known.iter().any(|(change, _)| candidate.is_moved_by(*change)) {
            continue;
        }
        let before = known.iter().map(|(at, _)| *at).filter(|at| *at <= candidate.at).max().unwrap_or(0);
        let after =
            known.iter().map(|(at, _)| *at).filter(|at| *at > candidate.at).min().unwrap_or(cut.len());
        let from = before.max(candidate.at.saturating_sub(candidate.width));
        let to = after.min(candidate.at + candidate.width);
        let at = best_split(&cut[from..to]).map_or(candidate.at, |best| from + best);
        let is_apart = known.iter().all(|(other, _)| other.abs_diff(at) >= least_distance(cut.len()));
        if is_apart && at >= shortest && at + shortest <= cut.len() {
            known.push((at, candidate.ratio));
        }
    }
    known.sort_unstable_by_key(|(at, _)| *at);
    levels_between(cut, &known, noise.sd, least)
}

/// Returns the least number of sessions between two changes.
fn least_distance(sessions: usize) -> usize {
    if sessions < SHORT { SHORTEST_LEVEL } else { CHANGE_APART }
}

/// Returns the widths of the windows. A short history has one additional narrow window.
fn window_widths(sessions: usize) -> impl Iterator<Item = usize> {
    let short = (sessions < SHORT).then_some(SHORTEST_LEVEL);
    short.into_iter().chain(CHANGE_WIDTHS).filter(move |width| 2 * width <= sessions)
}

/// Returns the growth per session of a series that grows (or decreases) steadily, by more than `least` in total. Steady means that each
/// quarter of the series differs from the quarter before it by at least a sixth of the total, which excludes steps and periodic patterns.
pub fn steady_slope(series: &[f64], sd: f64, least: f64) -> Option<f64> {
    let quarter = series.len() / 4;
    if series.len() < SLOPE_SESSIONS {
        return None;
    }
    let levels: Vec<f64> = series.chunks(quarter).take(4).map(median).collect();
    let total = levels[3] - levels[0];
    let error = sd * (std::f64::consts::PI / quarter as f64).sqrt();
    let is_steady = levels.windows(2).all(|pair| (pair[1] - pair[0]) * total.signum() > total.abs() / 6.0);
    let is_sure = total.abs() > least.max(SLOPE_RATIO * error);
    (is_steady && is_sure).then(|| total / (3 * quarter) as f64)
}

/// Finds the sessions at which all series changed together: either their common part changed, or many of them changed at the same session.
/// Changes of single series at the found sessions are removed from `found`, unless they differ from the changes of the other series.
pub fn find_common_changes(
    common: &[f64],
    own: &[Vec<f64>],
    found: &mut [Vec<SeriesChange>],
    least: f64,
) -> Vec<SeriesChange> {
    let noise = estimate_noise(std::slice::from_ref(&common.to_vec()))[0];
    let mut all = if common.len() < SHORT { Vec::new() } else { find_changes_in(common, noise, least) };
    let near = |one: &SeriesChange, at: usize| one.at.abs_diff(at) <= COMMON_CHANGE_NEAR;
    let needed = COMMON_CHANGE_SERIES.max(own.len() / COMMON_CHANGE_SHARE);
    loop {
        let count = |at: usize| found.iter().filter(|of| of.iter().any(|one| near(one, at))).count();
        let is_new = |at: &usize| all.iter().all(|one| !near(one, *at));
        let exact = |at: usize| found.iter().flatten().filter(|one| one.at == at).count();
        let most = (0..common.len()).filter(is_new).map(|at| (count(at), exact(at), Reverse(at))).max();
        let Some((_, _, Reverse(at))) = most.filter(|(count, ..)| *count >= needed) else { break };
        let (before, after) = levels_around(common, at);
        let error = noise.sd * (std::f64::consts::PI / 20.0).sqrt();
        all.push(SeriesChange { at, before, after, ratio: noise.needed, error });
    }
    all.sort_by_key(|one| one.at);
    for one in &all {
        let by: Vec<f64> = own
            .iter()
            .map(|series| {
                let (before, after) = levels_around(series, one.at);
                after - before
            })
            .collect();
        let (middle, spread) = (median(&by), mad(&by));
        for (of, by) in found.iter_mut().zip(by) {
            of.retain(|change| !near(change, one.at) || (by - middle).abs() > OWN_CHANGE_DISTANCE * spread);
        }
    }
    all
}

/// Returns the level of a series before a session and the level from this session on.
fn levels_around(series: &[f64], at: usize) -> (f64, f64) {
    let reach = 20;
    (median(&series[at.saturating_sub(reach)..at]), median(&series[at..(at + reach).min(series.len())]))
}

/// Estimates, for each session, the change that all series have in common: the median of their deviations from their own levels.
/// Subtracting this common change removes days on which everything was slower. The common change is 0 if there are too few series to
/// determine it.
pub fn common_part(series: &[Vec<f64>], sessions: usize) -> Vec<f64> {
    if series.len() < super::tuned::ROWS_FOR_COMMON {
        return vec![0.0; sessions];
    }
    let levels: Vec<f64> = series.iter().map(|values| median(values)).collect();
    let deviations = |session: usize| -> Vec<f64> {
        series.iter().zip(&levels).map(|(values, level)| values[session] - level).collect()
    };
    (0..sessions).map(|session| median(&deviations(session))).collect()
}

/// Estimates the standard deviation of a session: the largest robust spread of differences of sessions that are one to seven sessions
/// apart.
fn estimate_sd(series: &[f64]) -> f64 {
    (1..=7).map(|lag| sd_at_lag(series, lag)).fold(LEAST_DAY_SD, f64::max)
}

/// Estimates the standard deviation of a session from the differences of sessions that are `lag` sessions apart.
fn sd_at_lag(series: &[f64], lag: usize) -> f64 {
    let apart: Vec<f64> = series.windows(lag + 1).map(|pair| pair[lag] - pair[0]).collect();
    if apart.len() < 4 { 0.0 } else { mad(&apart) / std::f64::consts::SQRT_2 }
}

/// Limits each value to three standard deviations `noise` around the median of its neighbours, which removes outliers. The median is over
/// nine sessions and tolerates three outliers; in a short history it is over five sessions.
fn clamp_outliers(series: &[f64], noise: f64) -> Vec<f64> {
    let width = if series.len() < SHORT { 5 } else { 9 };
    let mut values = series.to_vec();
    for (at, value) in values.iter_mut().enumerate() {
        let from = at.saturating_sub(width / 2).min(series.len().saturating_sub(width));
        let middle = median_of_few(&series[from..(from + width).min(series.len())]);
        *value = value.clamp(middle - 3.0 * noise, middle + 3.0 * noise);
    }
    values
}

/// Returns, for each session, the median of the `width` sessions from it on minus the median of the `width` sessions before it.
fn differences_of_medians(series: &[f64], width: usize) -> Vec<f64> {
    let middles: Vec<f64> = series.windows(width).map(median_of_few).collect();
    (width..=series.len() - width).map(|at| middles[at] - middles[at - width]).collect()
}

/// Returns whether no other value up to `width` values away is larger.
fn is_local_maximum(values: &[f64], at: usize, width: usize) -> bool {
    let near = &values[at.saturating_sub(width)..(at + width + 1).min(values.len())];
    near.iter().all(|other| *other <= values[at])
}

/// Returns the sessions at which the medians before and after the session differ sufficiently. The difference at a returned session is the
/// largest within `width` sessions.
fn find_candidates(series: &[f64], flat: &[f64], width: usize, noise: Noise, least: f64) -> Vec<Candidate> {
    let (of_flat, steps) = (differences_of_medians(flat, width), differences_of_medians(series, width));
    // At most half of the sessions have a change near them, so robust estimates over all sessions show drift and spread. A small number of
    // sessions does not determine the spread, so the noise is used.
    let (drift, own) = if steps.len() >= 4 * width { (median(&of_flat), mad(&of_flat)) } else { (0.0, 0.0) };
    // The variance of a median of normal values is π/2 times that of the mean.
    let of_median = if width == SHORTEST_LEVEL {
        VARIANCE_OF_MEDIAN_OF_FOUR
    } else {
        std::f64::consts::FRAC_PI_2 / width as f64
    };
    let least_spread = noise.sd * (2.0 * of_median).sqrt();
    let spread = own.max(least_spread);
    let ratio = |step: f64| if step.abs() > least { (step - drift).abs() / spread } else { 0.0 };
    let ratios: Vec<f64> = steps.iter().map(|step| ratio(*step)).collect();
    (0..ratios.len())
        .filter(|at| ratios[*at] > noise.needed && is_local_maximum(&ratios, *at, width))
        .map(|at| Candidate { at: at + width, width, ratio: ratios[at] })
        .collect()
}

/// The variance of the median of four normal values, divided by that of one value.
const VARIANCE_OF_MEDIAN_OF_FOUR: f64 = 0.298;

/// Returns the least ratio of a change to its scale. The needed ratio is larger for short series, since they determine their scale less
/// precisely.
fn needed_ratio(sessions: usize) -> f64 {
    CHANGE_RATIO * (1.0 + 12.0 / sessions as f64)
}

/// Returns the changes at these sessions. The levels of a change are computed up to the neighbouring changes.
fn levels_between(series: &[f64], known: &[(usize, f64)], noise: f64, least: f64) -> Vec<SeriesChange> {
    let reach = CHANGE_WIDTHS[CHANGE_WIDTHS.len() - 1];
    let mut all: Vec<SeriesChange> = Vec::new();
    for (index, (at, ratio)) in known.iter().enumerate() {
        let before = index.checked_sub(1).map_or(0, |before| known[before].0);
        let after = known.get(index + 1).map_or(series.len(), |next| next.0);
        let (from, to) = (before.max(at.saturating_sub(reach)), after.min(at + reach));
        let (old, new) = (median_of_few(&series[from..*at]), median_of_few(&series[*at..to]));
        // The variance of a median of normal values is π/2 times that of the mean.
        let share = 1.0 / (at - from) as f64 + 1.0 / (to - at) as f64;
        let error = noise * (std::f64::consts::FRAC_PI_2 * share).sqrt();
        all.push(SeriesChange { at: *at, before: old, after: new, ratio: *ratio, error });
    }
    // A change is removed if the difference of its levels, which is known only after its session is known, is too small.
    let shown = |change: &SeriesChange| (change.after - change.before).abs() > CHANGE_SHOWN * change.error;
    all.retain(|change| (change.after - change.before).abs() > least.max(noise / 2.0) && shown(change));
    all
}

/// Returns the session at which two constant levels fit the series best, by least squares.
fn best_split(series: &[f64]) -> Option<usize> {
    let whole: f64 = series.iter().sum();
    let mut sum = 0.0;
    let gains = series.iter().enumerate().map(|(index, value)| {
        sum += value;
        let (old, new) = ((index + 1) as f64, (series.len() - index - 1) as f64);
        let gain = (sum / old - (whole - sum) / new).powi(2) * old * new;
        (index + 1, if new > 0.0 { gain } else { 0.0 })
    });
    let best = gains.max_by(|a, b| a.1.total_cmp(&b.1))?;
    (best.0 < series.len()).then_some(best.0)
}

/// Returns the median of a few values. The function makes no allocation, since it is called for millions of windows.
fn median_of_few(values: &[f64]) -> f64 {
    let mut sorted = [0.0; 2 * CHANGE_WIDTHS[CHANGE_WIDTHS.len() - 1]];
    let Some(sorted) = sorted.get_mut(..values.len()) else { return median(values) };
    if values.is_empty() {
        return f64::NAN;
    }
    sorted.copy_from_slice(values);
    let middle = values.len() / 2;
    let (below, at, _) = sorted.select_nth_unstable_by(middle, f64::total_cmp);
    if values.len() % 2 == 1 {
        return *at;
    }
    let below = below.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    f64::midpoint(below, *at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    fn series(sessions: usize, sd: f64, seed: u64, level: impl Fn(usize) -> f64) -> Vec<f64> {
        let mut random = Random::new(seed);
        (0..sessions).map(|at| 1.0 + level(at) + sd * random.next_normal()).collect()
    }

    /// Returns the changes of a single series.
    fn told(series: &[f64], least: f64) -> Vec<SeriesChange> {
        find_changes_in(series, estimate_noise(&[series.to_vec()])[0], least)
    }

    #[test]
    fn a_step_in_a_series_is_found_at_the_session_where_it_began() {
        let level = |at: usize| match at {
            0..60 => 0.0,
            60..150 => 0.08,
            150..220 => 0.03,
            _ => 0.12,
        };
        for seed in 0..20 {
            let found = told(&series(300, 0.008, seed, level), 0.01);
            assert_eq!(
                found.iter().map(|one| one.at).collect::<Vec<_>>(),
                [60, 150, 220],
                "{seed}: {found:?}"
            );
            assert!((found[0].after - found[0].before - 0.08).abs() < 0.006, "{found:?}");
        }
    }

    #[test]
    fn a_step_near_the_end_of_a_series_is_found_at_the_right_session() {
        let (mut right, mut others) = (0, 0);
        for seed in 0..30 {
            for sessions_after in 5..=20 {
                let from = 60 - sessions_after;
                let found = told(
                    &series(60, 0.01, 100 * seed + from as u64, |at| if at < from { 0.0 } else { 0.4 }),
                    0.01,
                );
                right += usize::from(found.iter().any(|change| change.at.abs_diff(from) <= 2));
                others += found.iter().filter(|change| change.at.abs_diff(from) > 2).count();
            }
        }
        assert!(right >= 470 && others <= 10, "{right} of 480, {others} elsewhere");
    }

    #[test]
    fn intervals_of_found_changes_usually_contain_the_planted_change() {
        let mut held = 0;
        for seed in 0..100 {
            let found = told(&series(120, 0.01, 500 + seed, |at| if at < 60 { 0.0 } else { 0.08 }), 0.01);
            let [change] = found[..] else { panic!("{seed}: {found:?}") };
            held += u32::from((change.after - change.before - 0.08).abs() <= 1.96 * change.error);
        }
        // The interval should contain the planted change in 95 of 100 series; the limit allows two binomial standard deviations. The noise
        // is the largest of seven spreads, so intervals are wider than necessary.
        assert!(held >= 91, "{held} of 100");
    }

    #[test]
    fn drift_seasons_and_single_slow_sessions_are_not_reported_as_changes() {
        let week = |at: usize| if at % 7 >= 5 { 0.015 } else { 0.0 };
        let worlds: [&dyn Fn(usize) -> f64; 5] = [
            &|_| 0.0,
            &|at| 0.05 * at as f64 / 365.0,
            &week,
            &|at| 0.02 * (at as f64 / 365.0 * std::f64::consts::TAU).sin(),
            &|at| if at % 40 == 17 { 0.3 } else { 0.0 },
        ];
        for (world, level) in worlds.iter().enumerate() {
            for seed in 0..40 {
                let found = told(&series(365, 0.01, 1000 + seed, level), 0.01);
                assert_eq!(found, [], "world {world}, seed {seed}");
            }
        }
    }

    #[test]
    fn short_and_flat_series_have_no_changes_and_no_panic() {
        for sessions in 0..30 {
            assert_eq!(told(&vec![2.0; sessions], 0.01), []);
            assert!(told(&series(sessions, 0.02, sessions as u64, |_| 0.0), 0.01).is_empty());
        }
        // A single step in a short history is found.
        let found = told(&series(16, 0.002, 3, |at| if at < 8 { 0.0 } else { 0.2 }), 0.01);
        assert_eq!(found.iter().map(|one| one.at).collect::<Vec<_>>(), [8]);
    }

    #[test]
    fn a_step_in_a_short_history_is_found_with_the_variance_of_all_series() {
        let (mut found, mut others) = (0, 0);
        for seed in 0..50 {
            let step = |method: u64| move |at: usize| if method == 7 && at >= 4 { 0.05 } else { 0.0 };
            let all: Vec<Vec<f64>> =
                (0..40).map(|method| series(8, 0.01, 1000 * seed + method, step(method))).collect();
            let of = |(one, noise): (&Vec<f64>, Noise)| find_changes_in(one, noise, 0.01);
            let told: Vec<Vec<SeriesChange>> = all.iter().zip(estimate_noise(&all)).map(of).collect();
            found += usize::from(told[7].iter().any(|one| one.at == 4));
            others += told.iter().map(Vec::len).sum::<usize>() - told[7].len();
        }
        assert!(found >= 40 && others <= 1, "{found} of 50, {others} others");
    }

    #[test]
    fn steady_growth_is_reported_as_a_slope_but_steps_and_seasons_are_not() {
        let year = |at: usize| at as f64 / 365.0;
        for seed in 0..20 {
            let of = |level: &dyn Fn(usize) -> f64| {
                steady_slope(&series(365, 0.01, 7000 + seed, level), 0.01, 0.01)
            };
            let found = of(&|at| 0.15 * year(at)).expect("a slope") * 365.0;
            assert!((found - 0.15).abs() < 0.01, "{found}");
            for level in
                [&(|_| 0.0) as &dyn Fn(usize) -> f64, &|at| if at >= 180 { 0.1 } else { 0.0 }, &|at| {
                    0.05 * (year(at) * std::f64::consts::TAU).sin()
                }]
            {
                assert_eq!(of(level), None, "seed {seed}");
            }
        }
    }

    #[test]
    fn a_common_change_is_reported_once_and_a_larger_change_separately() {
        let moves = |method: u64| if method == 7 { 0.6 } else { 0.04 * (method as f64 / 10.0 - 1.0) };
        for seed in 0..10 {
            let level = |method: u64| move |at: usize| if at >= 60 { moves(method) } else { 0.0 };
            let all: Vec<Vec<f64>> =
                (0..30).map(|method| series(120, 0.008, 900 * seed + method, level(method))).collect();
            let shared = common_part(&all, 120);
            let own: Vec<Vec<f64>> =
                all.iter().map(|one| one.iter().zip(&shared).map(|(a, b)| a - b).collect()).collect();
            let of = |(one, noise): (&Vec<f64>, Noise)| find_changes_in(one, noise, 0.01);
            let mut told: Vec<Vec<SeriesChange>> = own.iter().zip(estimate_noise(&own)).map(of).collect();
            assert!(told.iter().filter(|of| !of.is_empty()).count() > 8);
            let all = find_common_changes(&shared, &own, &mut told, 0.01);
            assert_eq!(all.iter().map(|one| one.at).collect::<Vec<_>>(), [60], "seed {seed}");
            let left: Vec<usize> = (0..30).filter(|method| !told[*method].is_empty()).collect();
            assert_eq!(left, [7], "seed {seed}");
        }
    }

    #[test]
    fn the_common_change_of_all_rows_is_their_median_change() {
        let rows: Vec<Vec<f64>> = (0..30).map(|row| vec![f64::from(row), f64::from(row) + 0.5]).collect();
        assert_eq!(common_part(&rows, 2), [-0.25, 0.25]);
        assert_eq!(common_part(&rows[..5], 2), [0.0, 0.0]);
    }
}
