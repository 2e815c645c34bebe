//! Finds changes of launch times within a run. Later launches are slower if an app keeps data from launch to launch or a phone becomes
//! warm; the first launches of a run may be slower than all others.
//!
//! The tests use ranks within each run, so a disturbed launch has no more influence than any other.

use statrs::distribution::{ChiSquared, ContinuousCDF as _, Normal};

use super::basic::{mean, median};
use super::tuned::{FIRST_LAUNCHES, GROWTH_IN_RUN, POSITION_ALPHA};

/// Returns whether the times of launches depend on their position in the run. Each session contains its costs in the order of positions,
/// and all sessions have the same positions.
///
/// Friedman's (1937) test finds any difference between positions if there are at least three sessions. Page's (1963) test finds increasing
/// and decreasing times.
pub fn depends_on_position(sessions: &[Vec<f64>]) -> bool {
    let places = sessions.first().map_or(0, Vec::len);
    if places < 3 || sessions.iter().any(|session| session.len() != places) {
        return false;
    }
    let mut sums = vec![0.0; places];
    for session in sessions {
        sums.iter_mut().zip(ranks(session)).for_each(|(sum, rank)| *sum += rank);
    }
    let (n, k) = (sessions.len() as f64, places as f64);
    let squares: f64 = sums.iter().map(|sum| sum * sum).sum();
    let friedman = 12.0 / (n * k * (k + 1.0)) * squares - 3.0 * n * (k + 1.0);
    let differ = ChiSquared::new(k - 1.0).is_ok_and(|chance| chance.sf(friedman) < POSITION_ALPHA);
    (sessions.len() >= 3 && differ)
        || 2.0 * Normal::standard().sf(page_statistic(&sums, n).abs()) < POSITION_ALPHA
}

/// Returns Page's statistic as a standard normal value. `sums` contains the sum of ranks of each position, over `n` runs.
fn page_statistic(sums: &[f64], n: f64) -> f64 {
    let k = sums.len() as f64;
    let trend: f64 = sums.iter().zip(1..).map(|(sum, place)| sum * f64::from(place)).sum();
    let expected = n * k * (k + 1.0).powi(2) / 4.0;
    let variance = n * (k * (k + 1.0)).powi(2) * (k - 1.0) / 144.0;
    (trend - expected) / variance.sqrt()
}

fn ranks(values: &[f64]) -> Vec<f64> {
    values.iter().map(|value| rank(*value, values)).collect()
}

/// Returns the rank of a value among `values`, beginning with 1; equal values get the mean of their ranks.
fn rank(value: f64, values: &[f64]) -> f64 {
    let below = values.iter().filter(|other| **other < value).count() as f64;
    let equal = values.iter().filter(|other| **other == value).count() as f64;
    below + (equal + 1.0) / 2.0
}

/// A change of launch times within one run, as a share of the time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RunDrift {
    /// Each launch takes longer than the launch before it by this share.
    Grows { per_launch: f64 },
    /// The first `launches` launches take longer than the median of the other launches by the share `by`.
    SlowFirst { launches: usize, by: f64 },
}

/// Returns the change of launch times within one run, from the costs in the order of the run; `None` if the times do not change, or only a
/// little.
pub fn within_run(costs: &[f64]) -> Option<RunDrift> {
    let least = costs.iter().copied().fold(f64::INFINITY, f64::min);
    if costs.len() < 8 || least <= 0.0 {
        return None;
    }
    if let Some(slow) = slow_first(costs) {
        return Some(slow);
    }
    let chance = Normal::standard().sf(page_statistic(&ranks(costs), 1.0));
    let per_launch = log_slope(costs).exp_m1();
    (chance < 0.01 && per_launch >= GROWTH_IN_RUN).then_some(RunDrift::Grows { per_launch })
}

/// Returns the least-squares slope of the logarithms of the costs over the positions.
fn log_slope(costs: &[f64]) -> f64 {
    let middle = (costs.len() - 1) as f64 / 2.0;
    let logs: Vec<f64> = costs.iter().map(|cost| cost.ln()).collect();
    let centre = mean(&logs);
    let places = || (0..costs.len()).map(|place| place as f64 - middle);
    let together: f64 = places().zip(&logs).map(|(place, log)| place * (log - centre)).sum();
    together / places().map(|place| place * place).sum::<f64>()
}

/// Returns the number of slow launches at the beginning of a run, at most three. Each slow launch at the beginning is slower than the
/// slowest later launch by a fixed share.
fn slow_first(costs: &[f64]) -> Option<RunDrift> {
    (1..=FIRST_LAUNCHES.0).rev().find_map(|launches| {
        let (first, others) = costs.split_at(launches);
        let slowest = others.iter().copied().fold(0.0, f64::max);
        let is_slow = first.iter().all(|cost| *cost > (1.0 + FIRST_LAUNCHES.1) * slowest);
        is_slow.then(|| RunDrift::SlowFirst { launches, by: mean(first) / median(others) - 1.0 })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    fn run(random: &mut Random, at: impl Fn(usize) -> f64) -> Vec<f64> {
        (0..10).map(|place| at(place) * (0.01 * random.next_normal()).exp()).collect()
    }

    fn share(at: impl Fn(usize) -> f64) -> f64 {
        let mut random = Random::new(5);
        let found = (0..1000).filter(|_| {
            let sessions: Vec<Vec<f64>> = (0..6).map(|_| run(&mut random, &at)).collect();
            depends_on_position(&sessions)
        });
        found.count() as f64 / 1000.0
    }

    #[test]
    fn each_dependence_of_launch_times_on_the_position_in_a_run_is_found() {
        assert!(share(|_| 1.0) < 0.12, "{}", share(|_| 1.0));
        assert!(share(|place| 1.0 + 0.005 * place as f64) > 0.95);
        assert!(share(|place| if place < 3 { 1.15 } else { 1.0 }) > 0.99);
        assert!(share(|place| 1.0 + 0.03 * (place % 5) as f64 / 5.0) > 0.95);
    }

    #[test]
    fn the_page_trend_statistic_and_ranks_equal_published_values() {
        // Page 1963: for four subjects and three positions in perfect order, L is 4 · 14 = 56, with the mean 48 and the variance 8.
        assert!((page_statistic(&[4.0, 8.0, 12.0], 4.0) - 8.0 / 8.0_f64.sqrt()).abs() < 1e-12);
        assert_eq!(ranks(&[3.0, 1.0, 3.0, 2.0]), [3.5, 1.0, 3.5, 2.0]);
    }

    #[test]
    fn growth_within_a_run_and_slow_first_launches_are_measured() {
        let growing: Vec<f64> = (0..20).map(|place| 100.0 * 1.01_f64.powi(place)).collect();
        let Some(RunDrift::Grows { per_launch }) = within_run(&growing) else { panic!("no growth") };
        assert!((per_launch - 0.01).abs() < 1e-9);
        let slow: Vec<f64> = (0..10).map(|place| if place < 2 { 120.0 } else { 100.0 }).collect();
        assert_eq!(within_run(&slow), Some(RunDrift::SlowFirst { launches: 2, by: 0.19999999999999996 }));
        let mut random = Random::new(3);
        let found = (0..500).filter(|_| within_run(&run(&mut random, |_| 1.0)).is_some()).count();
        assert!(found <= 10, "{found} of 500 steady runs");
    }
}
