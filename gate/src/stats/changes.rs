//! Where the level of a series of sessions changed for good: of the launch, a method or a module over months.
//!
//! A series is in logs, so a change is a ratio. Three things are not changes, and made worlds have all of them: sessions that went
//! astray, slow drift, and seasons of days.
//! - Each place is asked by the sessions near it alone: the medians of the `w` sessions before and from it on (`w` is 5, 10 and 20).
//!   A median of five is not moved by two that went astray, and drift moves it by what `w` sessions drift.
//! - The scale is the series' own: the spread of that same difference at all places, which has in it whatever the series does anyway,
//!   and at least what the noise from session to session gives (of differences of sessions up to a week apart, the largest).
//!   What most places differ by, the drift, is subtracted.
//! - A place is a change if the difference is more than [`CHANGE_SURE`] of these scales and more than `least`.
//!
//! Of all places and widths that are, the surest is the change, and then the surest away from those (bottom-up merging of moving sums:
//! Cho and Kirch, "Two-stage data segmentation permitting multiscale change points, heavy tails and dependence", 2022, with medians for
//! means). Its session is where two levels fit best (least squares of values that are cut at three scales), which finds a step of 5
//! standard deviations at its very session.
//!
//! Limits: two changes nearer than [`CHANGE_APART`] sessions are one; so is what lasted shorter. A change is seen once as many sessions
//! came after it.

use super::basic::{mad, median};
use super::tuned::{CHANGE_APART, CHANGE_SHOWN, CHANGE_SURE, CHANGE_WIDTHS, LEAST_DAY_SD};

/// A change of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// The first value of the new level.
    pub at: usize,
    /// The levels before and from there on, in the series' own unit (logs in, logs out).
    pub before: f64,
    pub after: f64,
    /// How sure it is: the difference over its scale.
    pub sure: f64,
    /// The standard error of the difference of the levels, from what sessions scatter by.
    pub error: f64,
}

/// The changes of a series, in order; those of at most `least` are not told.
pub fn changes(series: &[f64], least: f64) -> Vec<Change> {
    let noise = noise(series);
    let cut = within(series, noise);
    let mut found: Vec<(f64, usize)> = Vec::new();
    for width in CHANGE_WIDTHS.into_iter().filter(|width| 2 * width <= series.len()) {
        found.extend(candidates(&cut, width, noise, least));
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut places: Vec<(usize, f64)> = Vec::new();
    for (sure, at) in found {
        if places.iter().all(|(other, _)| other.abs_diff(at) >= CHANGE_APART) {
            places.push((at, sure));
        }
    }
    places.sort_unstable_by_key(|(at, _)| *at);
    settle(&cut, &places, noise, least)
}

/// What all series of a session have in common, as the median over them; subtracted, days that were slow for all are gone.
/// Fewer series than that is known of have nothing in common.
pub fn common(series: &[Vec<f64>], sessions: usize) -> Vec<f64> {
    if series.len() < super::tuned::ROWS_FOR_COMMON {
        return vec![0.0; sessions];
    }
    let levels: Vec<f64> = series.iter().map(|values| median(values)).collect();
    let of = |session: usize| {
        let apart = series.iter().zip(&levels).map(|(values, level)| values[session] - level);
        median(&apart.collect::<Vec<_>>())
    };
    (0..sessions).map(of).collect()
}

/// What one session scatters by, whatever its neighbours: the largest robust spread of sessions one to seven apart.
fn noise(series: &[f64]) -> f64 {
    let spread = |lag: usize| {
        let apart: Vec<f64> = series.windows(lag + 1).map(|pair| pair[lag] - pair[0]).collect();
        if apart.len() < 4 { 0.0 } else { mad(&apart) / std::f64::consts::SQRT_2 }
    };
    (1..=7).map(spread).fold(LEAST_DAY_SD, f64::max)
}

/// The series without what went astray: each value at most three scales off the median of those around it.
fn within(series: &[f64], noise: f64) -> Vec<f64> {
    let around = |at: usize| {
        let from = at.saturating_sub(2).min(series.len().saturating_sub(5));
        let middle = median(&series[from..(from + 5).min(series.len())]);
        series[at].clamp(middle - 3.0 * noise, middle + 3.0 * noise)
    };
    (0..series.len()).map(around).collect()
}

/// The places whose neighbourhoods surely differ, with how surely: the surest within `width` of each.
fn candidates(series: &[f64], width: usize, noise: f64, least: f64) -> Vec<(f64, usize)> {
    let middles: Vec<f64> = series.windows(width).map(median_of).collect();
    let steps: Vec<f64> =
        (width..=series.len() - width).map(|at| middles[at] - middles[at - width]).collect();
    // Half of the places, at the most, have a change near them; a few tell nothing of the spread.
    let (drift, own) = if steps.len() >= 4 * width { (median(&steps), mad(&steps)) } else { (0.0, 0.0) };
    // The variance of a median of normal values is π/2 of the mean's.
    let least_spread = noise * (std::f64::consts::PI / width as f64).sqrt();
    let spread = own.max(least_spread);
    let sure = |step: f64| if step.abs() > least { (step - drift).abs() / spread } else { 0.0 };
    let sures: Vec<f64> = steps.iter().map(|step| sure(*step)).collect();
    let needed = needed(series.len());
    let is_top = |at: usize| {
        let near = &sures[at.saturating_sub(width)..(at + width + 1).min(sures.len())];
        near.iter().all(|other| *other <= sures[at])
    };
    (0..sures.len())
        .filter(|at| sures[*at] > needed && is_top(*at))
        .map(|at| (sures[at], at + width))
        .collect()
}

/// A short history tells little of its own scale.
fn needed(sessions: usize) -> f64 {
    CHANGE_SURE * (1.0 + 12.0 / sessions as f64)
}

/// Each change at the session where two levels fit best, with the levels between it and its neighbours.
fn settle(series: &[f64], places: &[(usize, f64)], noise: f64, least: f64) -> Vec<Change> {
    let reach = CHANGE_WIDTHS[CHANGE_WIDTHS.len() - 1];
    let mut settled: Vec<(usize, f64)> = Vec::new();
    for (index, (at, sure)) in places.iter().enumerate() {
        let before = index.checked_sub(1).map_or(0, |before| places[before].0);
        let after = places.get(index + 1).map_or(series.len(), |next| next.0);
        let (from, to) = (before.max(at.saturating_sub(reach)), after.min(at + reach));
        let at = best(&series[from..to]).map_or(*at, |best| from + best);
        // Two places that fit best at one session were one change.
        match settled.last_mut().filter(|(last, _)| at.abs_diff(*last) < CHANGE_APART) {
            Some(last) if last.1 < *sure => *last = (at, *sure),
            Some(_) => {}
            None => settled.push((at, *sure)),
        }
    }
    let mut all: Vec<Change> = Vec::new();
    for (index, (at, sure)) in settled.iter().enumerate() {
        let before = index.checked_sub(1).map_or(0, |before| settled[before].0);
        let after = settled.get(index + 1).map_or(series.len(), |next| next.0);
        let (from, to) = (before.max(at.saturating_sub(reach)), after.min(at + reach));
        let (old, new) = (median_of(&series[from..*at]), median_of(&series[*at..to]));
        // The variance of a median of normal values is π/2 of the mean's.
        let share = 1.0 / (at - from) as f64 + 1.0 / (to - at) as f64;
        let error = noise * (std::f64::consts::FRAC_PI_2 * share).sqrt();
        all.push(Change { at: *at, before: old, after: new, sure: *sure, error });
    }
    // What is left of a change once its place is known may be too little: of a place in the shadow of a larger change, nothing.
    let shown = |change: &Change| (change.after - change.before).abs() > CHANGE_SHOWN * change.error;
    all.retain(|change| (change.after - change.before).abs() > least.max(noise / 2.0) && shown(change));
    all
}

/// Where two levels fit best.
fn best(series: &[f64]) -> Option<usize> {
    let whole: f64 = series.iter().sum();
    let mut sum = 0.0;
    let gain = |at: usize, sum: f64| {
        let (old, new) = (at as f64, (series.len() - at) as f64);
        (sum / old - (whole - sum) / new).powi(2) * old * new
    };
    let gains = series.iter().enumerate().map(|(at, value)| {
        sum += value;
        (at + 1, if at + 1 < series.len() { gain(at + 1, sum) } else { 0.0 })
    });
    let best = gains.max_by(|a, b| a.1.total_cmp(&b.1))?;
    (best.0 < series.len()).then_some(best.0)
}

/// The median of a few values, which windows ask for by the million.
fn median_of(values: &[f64]) -> f64 {
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
    use crate::stats::Random;

    fn series(sessions: usize, sd: f64, seed: u64, level: impl Fn(usize) -> f64) -> Vec<f64> {
        let mut random = Random::new(seed);
        (0..sessions).map(|at| 1.0 + level(at) + sd * random.normal()).collect()
    }

    #[test]
    fn steps_are_dated_at_their_session() {
        let level = |at: usize| match at {
            0..60 => 0.0,
            60..150 => 0.08,
            150..220 => 0.03,
            _ => 0.12,
        };
        for seed in 0..20 {
            let found = changes(&series(300, 0.008, seed, level), 0.01);
            assert_eq!(
                found.iter().map(|one| one.at).collect::<Vec<_>>(),
                [60, 150, 220],
                "{seed}: {found:?}"
            );
            assert!((found[0].after - found[0].before - 0.08).abs() < 0.006, "{found:?}");
        }
    }

    #[test]
    fn intervals_hold_the_planted_change() {
        let mut held = 0;
        for seed in 0..100 {
            let found = changes(&series(120, 0.01, 500 + seed, |at| if at < 60 { 0.0 } else { 0.08 }), 0.01);
            let [change] = found[..] else { panic!("{seed}: {found:?}") };
            held += u32::from((change.after - change.before - 0.08).abs() <= 1.96 * change.error);
        }
        // 95 of 100, with the errors of two binomial standard deviations; the largest of seven spreads makes them wider.
        assert!(held >= 91, "{held} of 100");
    }

    #[test]
    fn drift_seasons_and_single_sessions_are_no_changes() {
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
                let found = changes(&series(365, 0.01, 1000 + seed, level), 0.01);
                assert_eq!(found, [], "world {world}, seed {seed}");
            }
        }
    }

    #[test]
    fn short_and_flat_series_have_no_changes_and_no_panic() {
        for sessions in 0..30 {
            assert_eq!(changes(&vec![2.0; sessions], 0.01), []);
            assert!(changes(&series(sessions, 0.02, sessions as u64, |_| 0.0), 0.01).is_empty());
        }
        // A clean step in a short history.
        let found = changes(&series(16, 0.002, 3, |at| if at < 8 { 0.0 } else { 0.2 }), 0.01);
        assert_eq!(found.iter().map(|one| one.at).collect::<Vec<_>>(), [8]);
    }

    #[test]
    fn what_all_share_is_their_median() {
        let rows: Vec<Vec<f64>> = (0..30).map(|row| vec![f64::from(row), f64::from(row) + 0.5]).collect();
        assert_eq!(common(&rows, 2), [-0.25, 0.25]);
        assert_eq!(common(&rows[..5], 2), [0.0, 0.0]);
    }
}
