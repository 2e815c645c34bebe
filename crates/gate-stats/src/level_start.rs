//! Finds, for each row, the stored session at which the row's present level began.
//!
//! The level of a row changed at a session if the mean from this session on differs from the mean before it by more than the row's scatter
//! explains. At least two sessions must have the new level. The scatter is pooled with a fixed least variance between sessions. Limit: the
//! module finds only one change of each row; an older change increases the scatter.

use super::basic::{median, t_quantile_above};
use super::locations::SessionLocations;
use super::stored::LevelStart;
use super::tuned::{LEAST_DAY_SD, LEVEL_CHANGE_ALPHA, SESSIONS_OF_NEW_LEVEL};

/// Finds, for each row, the first session of its present level.
pub(super) fn find_level_starts(centres: &SessionLocations) -> Vec<LevelStart> {
    let sessions = centres.base;
    if sessions < 2 + SESSIONS_OF_NEW_LEVEL {
        return vec![UNCHANGED; centres.rows];
    }
    let common = session_effects(centres);
    let sure = critical_t(sessions, centres.rows);
    (0..centres.rows)
        .map(|row| {
            if centres.scales[row].is_always_zero() {
                return UNCHANGED;
            }
            let places: Vec<f64> =
                centres.stored_locations(row).iter().zip(&common).map(|(at, all)| at - all).collect();
            let (session, before, after) = find_change(&places, centres.mean_squared_errors(row).0, sure);
            let cost = |place: f64| centres.scales[row].cost_from_log(place);
            LevelStart { session, before: cost(before), after: cost(after) }
        })
        .collect()
}

/// Estimates the effect of each session on all rows.
fn session_effects(centres: &SessionLocations) -> Vec<f64> {
    let middles: Vec<f64> = (0..centres.rows).map(|row| median(centres.stored_locations(row))).collect();
    (0..centres.base)
        .map(|session| {
            let apart: Vec<f64> = (0..centres.rows)
                .filter(|&row| !centres.scales[row].is_always_zero())
                .map(|row| centres.stored_locations(row)[session] - middles[row])
                .collect();
            if apart.is_empty() { 0.0 } else { median(&apart) }
        })
        .collect()
}

/// Returns the change of each row's level within one session, if the level changed from one launch to the next; 0 without a significant
/// change. `launches` contains the logarithms of each row and the expected variance of one logarithm.
pub(super) fn changes_within_session(launches: &[(Vec<f64>, f64)]) -> Vec<f64> {
    let count = launches.first().map_or(0, |(logs, _)| logs.len());
    if count < 2 + SESSIONS_OF_NEW_LEVEL {
        return vec![0.0; launches.len()];
    }
    let sure = critical_t(count, launches.len());
    let mut changes = Vec::with_capacity(launches.len());
    for (logs, variance) in launches {
        let (_, before, after) = find_change(logs, *variance, sure);
        changes.push(after - before);
    }
    changes
}

/// Returns the least t statistic of a significant change, corrected for all sessions and rows.
fn critical_t(places: usize, rows: usize) -> f64 {
    t_quantile_above(LEVEL_CHANGE_ALPHA / (2 * rows * places) as f64, places as f64 + 4.0)
}

/// The result for a row whose level did not change.
const UNCHANGED: LevelStart = LevelStart { session: 0, before: 0.0, after: 0.0 };

/// Returns the sum and the sum of squares of the distances of values from `middle`.
fn sums_around(values: &[f64], middle: f64) -> (f64, f64) {
    let add = |(sum, squares), value: &f64| (sum + value - middle, squares + (value - middle).powi(2));
    values.iter().fold((0.0, 0.0), add)
}

/// Returns the session with the largest t statistic, the mean before this session, and the mean from this session on. Returns zeros if the
/// statistic is not significant.
fn find_change(places: &[f64], launches: f64, sure: f64) -> (usize, f64, f64) {
    let sessions = places.len();
    let mut best = (0.0_f64, (0, 0.0, 0.0));
    // The mean of all values is subtracted, so that sums of squares do not lose precision.
    let middle = places.iter().sum::<f64>() / sessions as f64;
    let all = sums_around(places, middle);
    let mut old = sums_around(&places[..2.min(sessions)], middle);
    let later = places.iter().enumerate().take(sessions - SESSIONS_OF_NEW_LEVEL + 1).skip(2);
    for (from, place) in later {
        let (before, after) = (from as f64, (sessions - from) as f64);
        let new = (all.0 - old.0, all.1 - old.1);
        let squares = |(sum, squares): (f64, f64), count: f64| (squares - sum * sum / count).max(0.0);
        let (low, high) = (middle + old.0 / before, middle + new.0 / after);
        // The prior of the scatter between sessions counts as much as six sessions.
        let believed = launches + LEAST_DAY_SD.powi(2);
        let df = sessions as f64 - 2.0;
        let variance = (squares(old, before) + squares(new, after) + 6.0 * believed) / (df + 6.0);
        let error = (variance * (1.0 / before + 1.0 / after)).sqrt();
        let t = ((high - low) / error).abs();
        if t > best.0 {
            best = (t, (from, low, high));
        }
        let moved = place - middle;
        old = (old.0 + moved, old.1 + moved * moved);
    }
    if best.0 > sure { best.1 } else { (0, 0.0, 0.0) }
}
