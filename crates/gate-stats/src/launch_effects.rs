//! Estimates the effect of each launch on all rows, and the slope of each row: the factor by which the row follows this effect.
//!
//! A device that throttles, a busy system or a slow path changes most rows, so the median row estimates the effect of a launch. Heat does
//! not change all rows equally, so each row has a slope. The slope is estimated with a prior of 1 by least absolute deviations, which are
//! insensitive to a burst of disturbed launches.
//!
//! Limit: a row has only one slope. If the row responds differently to heat and to a busy system, the slope is that of the larger effect.

use super::basic::{mean, median};
use super::estimator::{Estimator, fastest_fifth};
use super::locations::StoredDesign;
use super::tuned::{ROWS_FOR_COMMON, ROWS_FOR_LAUNCH_EFFECTS, SLOPE_PRIOR_SD, SLOWED_LAUNCH};
use super::{Costs, Limit};

/// The effect of each launch on all rows, and the slopes of the rows.
pub(super) struct LaunchEffects {
    /// The effects of the launches in each session.
    all: Vec<Vec<f64>>,
    /// The effects of the launches in the stored sessions, each minus the median of its session.
    told: Vec<f64>,
    /// The slope of each row, once it has been computed.
    slopes: Vec<Option<f64>>,
}

impl LaunchEffects {
    /// Estimates the effects of the launches in stored and new sessions; returns `None` if too few rows have a cost in every launch.
    pub(super) fn estimate(design: &StoredDesign<'_>, limits: &[Limit]) -> Option<LaunchEffects> {
        let all = || design.base.iter().map(|session| &session.costs).chain(design.new);
        let rows = all().next().map_or(0, Costs::rows);
        let is_always = |row: &usize| all().all(|session| session.row(*row).iter().all(|cost| *cost > 0.0));
        let always: Vec<usize> = (0..rows).filter(is_always).collect();
        let large: Vec<usize> = always
            .iter()
            .copied()
            .filter(|row| !limits.get(*row).is_some_and(|limit| limit.is_negligible))
            .collect();
        let rows = if large.len() < ROWS_FOR_COMMON { always } else { large };
        if rows.len() < ROWS_FOR_COMMON {
            return None;
        }
        let each = rows.len().div_ceil(ROWS_FOR_LAUNCH_EFFECTS);
        let sampled: Vec<usize> = rows.iter().copied().step_by(each).collect();
        let size = all().map(Costs::launches).min().unwrap_or(1);
        let all: Vec<Vec<f64>> =
            all().map(|session| relative_to_fastest(median_deviations(session, &sampled), size)).collect();
        let told =
            all[..design.base.len()].iter().flat_map(|session| deviations_from_median(session)).collect();
        Some(LaunchEffects { all, told, slopes: vec![None; design.base[0].costs.rows()] })
    }

    /// Subtracts the effects of launches from a row's sessions, multiplied by the row's slope in the stored sessions.
    pub(super) fn subtract(&mut self, row: usize, sessions: &mut [Vec<f64>]) {
        // In `sessions`, the stored sessions precede the new sessions; the effects in `self.told` have the same order.
        let own = || sessions.iter().flat_map(|session| deviations_from_median(session));
        let slope = self.slopes[row].unwrap_or_else(|| estimate_slope(own(), &self.told));
        self.slopes[row] = Some(slope);
        for (own, all) in sessions.iter_mut().zip(&self.all) {
            own.iter_mut().zip(all).for_each(|(own, all)| *own -= slope * all);
        }
    }
}

/// Returns, for each launch of a session, the median over `rows` of the launch's deviation from the row's median in this session.
fn median_deviations(session: &Costs, rows: &[usize]) -> Vec<f64> {
    let logs = |row: usize| session.row(row).iter().map(|cost| cost.ln()).collect::<Vec<f64>>();
    let by_row: Vec<Vec<f64>> = rows.iter().map(|&row| deviations_from_median(&logs(row))).collect();
    let of = |launch: usize| median(&by_row.iter().map(|row| row[launch]).collect::<Vec<f64>>());
    (0..session.launches()).map(of).collect()
}

/// Returns the effects of a session's launches relative to the location of its faster launches. Launches that a disturbance slowed are not
/// used for this location. `size` is the number of launches in the smallest session.
fn relative_to_fastest(shared: Vec<f64>, size: usize) -> Vec<f64> {
    let mut sorted = shared.clone();
    sorted.sort_unstable_by(f64::total_cmp);
    let fastest = mean(&sorted[..fastest_fifth(sorted.len())]);
    sorted.retain(|shared| *shared <= fastest + SLOWED_LAUNCH);
    let quicker = Estimator::fastest_60(size.min(sorted.len()), sorted.len()).locate(&sorted).centre;
    shared.into_iter().map(|shared| shared - quicker).collect()
}

/// Estimates the slope of a row from the deviations of its launches and the effects of the launches on all rows.
fn estimate_slope(own: impl Iterator<Item = f64>, shared: &[f64]) -> f64 {
    let both: Vec<(f64, f64)> = own.zip(shared.iter().copied()).collect();
    let scatter = median(&both.iter().map(|(own, shared)| (own - shared).abs()).collect::<Vec<f64>>());
    let told =
        both.iter().filter(|(_, shared)| *shared != 0.0).map(|(own, shared)| (own / shared, shared.abs()));
    let mut slopes: Vec<(f64, f64)> = told.chain([(1.0, scatter / SLOPE_PRIOR_SD)]).collect();
    slopes.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let half = 0.5 * slopes.iter().map(|(_, weight)| weight).sum::<f64>();
    let mut below = 0.0;
    let middle = slopes.iter().find(|(_, weight)| {
        below += weight;
        below >= half
    });
    middle.map_or(1.0, |(slope, _)| slope.clamp(0.0, 2.0))
}

/// Returns the deviations of values from their median.
fn deviations_from_median(values: &[f64]) -> Vec<f64> {
    let middle = median(values);
    values.iter().map(|value| value - middle).collect()
}

#[cfg(test)]
mod tests {
    use super::super::locations::Session;
    use super::*;

    /// Makes a row of one session, in which the device is warm from launch 4 on; `hot` is the factor of these launches.
    fn row(level: f64, hot: f64) -> Vec<f64> {
        (0..10).map(|launch| level * if launch < 4 { 1.0 } else { hot }).collect()
    }

    fn session(rows: usize) -> Costs {
        let rows_of = |at: usize| row(1.0 + at as f64, if at.is_multiple_of(3) { 1.05 } else { 1.3 });
        Costs::new(rows, 10, (0..rows).flat_map(rows_of).collect()).expect("costs")
    }

    #[test]
    fn a_common_slowdown_is_subtracted_from_each_method_in_proportion_to_its_slope() {
        let base = [Session { costs: session(30), day: 0 }];
        let new = [session(30)];
        let mut shared =
            LaunchEffects::estimate(&StoredDesign { base: &base, new: &new, ..StoredDesign::default() }, &[])
                .expect("enough rows");
        for (at, hot) in [(0, 1.05), (1, 1.3)] {
            let logs = || row(1.0, hot).into_iter().map(f64::ln).collect::<Vec<f64>>();
            let mut sessions = [logs(), logs()];
            shared.subtract(at, &mut sessions);
            // After the subtraction, the logarithms equal those of the launches before the device became warm.
            assert!(sessions.iter().flatten().all(|log| log.abs() < 1e-9), "{hot}: {sessions:?}");
        }
    }

    #[test]
    fn a_session_with_few_methods_has_no_estimate_of_a_common_effect() {
        let base = [Session { costs: session(ROWS_FOR_COMMON - 1), day: 0 }];
        let design = StoredDesign { base: &base, new: &[], ..StoredDesign::default() };
        assert!(LaunchEffects::estimate(&design, &[]).is_none());
    }

    #[test]
    fn a_short_disturbance_of_a_method_does_not_change_its_slope() {
        let shared: Vec<f64> = (0..20).map(|at| f64::from(at % 5) * 0.01 - 0.02).collect();
        let own = shared.iter().enumerate().map(|(at, all)| if at < 3 { 0.4 } else { 0.25 * all });
        assert!((estimate_slope(own, &shared) - 0.25).abs() < 1e-9);
        // A row whose own scatter is larger than the common effect gets the slope 1, which is the prior.
        let noise = (0..20).map(|at| if at % 2 == 0 { 0.3 } else { -0.3 });
        assert_eq!(estimate_slope(noise, &shared), 1.0);
        assert_eq!(estimate_slope([0.1, -0.1].into_iter(), &[0.0, 0.0]), 1.0);
    }
}
