//! Makes permutation tests for comparisons with few launches, since the t distribution does not describe the tails of means of few
//! launches. A relabelling is a different assignment of the launches to the two builds.
//!
//! Before the test, the effect of each launch on all rows is removed, and the row's limit and the bound of the common change are subtracted
//! from the new values. After these subtractions, the values of both builds are exchangeable under the null hypothesis, so every statistic
//! gives an exact test for any distribution. The statistic is a t statistic of trimmed means with moderated variances. The correction for
//! all rows is the step-down maxT method of Westfall and Young (1993). If the builds were recorded in different sessions, launches are not
//! exchangeable, so a random difference between sessions is added to the difference of each relabelling. Limit: the smallest p-value is one
//! divided by the number of relabellings (252 for 5 against 5 launches).

use std::cmp::Ordering;

use super::basic::{median, t_quantile_above, trimmed_of_sorted};
use super::moderate::Prior;
use super::random::Random;
use super::tuned::{FEW_DAYS_DF, FEW_LAUNCHES, LAUNCHES_FOR_RANKS, LEAST_T_TAIL};
use super::{Limit, Settings, levels};

/// The launches of both builds for a permutation test. The launches of the new build are last.
#[derive(Clone, Debug)]
pub(super) struct PermutationTest {
    /// The logarithms of each row's launches, minus the effect of each launch on all rows.
    rows: Vec<Vec<f64>>,
    new: usize,
    /// The standard deviation of a row's difference between two sessions, on the log scale; 0 in interleaved runs.
    session_sd: f64,
}

/// The launches of both builds for a rank test of findings. A rank test holds for any distribution.
#[derive(Clone, Debug)]
pub(super) struct RankTest {
    /// Each row's launches, minus the effect of each launch on all rows; the new launches are last.
    rows: Vec<Vec<f64>>,
    new: usize,
}

impl RankTest {
    /// Returns the launches for a rank test; `None` if a build has too few launches for a significant result.
    pub(super) fn new(rows: &[Vec<f64>], new: usize) -> Option<RankTest> {
        let old = rows.first().map_or(0, Vec::len) - new;
        (new.min(old) >= LAUNCHES_FOR_RANKS).then(|| RankTest { rows: rows.to_vec(), new })
    }

    /// Returns whether a rank test at the significance level `p` also finds the new launches of a row slower. The rank test is needed
    /// because the t statistic of a row that varies between two durations does not have a t distribution.
    pub(super) fn is_slower(&self, row: usize, p: f64) -> bool {
        let (base, head) = self.rows[row].split_at(self.rows[row].len() - self.new);
        is_larger_by_ranks(base, head, p)
    }
}

/// Returns whether a rank test at the significance level `p` finds the new values larger, or all new values are larger than all old ones.
pub fn is_larger_by_ranks(old: &[f64], new: &[f64], p: f64) -> bool {
    let all = (old.len() * new.len()) as f64;
    mann_whitney_statistic(old, new) >= mann_whitney_critical_value(new.len(), old.len(), p).min(all)
}

/// Counts the pairs of an old and a new launch in which the new launch is slower (the Mann–Whitney statistic); ties count half.
fn mann_whitney_statistic(base: &[f64], head: &[f64]) -> f64 {
    head.iter().map(|new| base.iter().map(|old| score_pair(*new, *old)).sum::<f64>()).sum()
}

/// Returns 1 if the new value is larger, one half if both values are equal, and otherwise 0.
fn score_pair(new: f64, old: f64) -> f64 {
    match new.total_cmp(&old) {
        Ordering::Greater => 1.0,
        Ordering::Equal => 0.5,
        Ordering::Less => 0.0,
    }
}

/// Returns the critical value of the Mann–Whitney statistic at the significance level `p` (Mann and Whitney 1947). The result is exact for
/// up to 25 launches of each build. For more launches, the normal approximation is used.
fn mann_whitney_critical_value(new: usize, old: usize, p: f64) -> f64 {
    let pairs = new * old;
    if new.max(old) > 25 {
        let (n, m) = (new as f64, old as f64);
        let z = t_quantile_above(p, f64::INFINITY);
        return n * m / 2.0 + 0.5 + z * (n * m * (n + m + 1.0) / 12.0).sqrt();
    }
    // `orders[count][at]` is the number of orders of the old launches and `count` new ones in which the statistic is `at`. `before` is the
    // number of old launches that precede a new launch.
    let mut orders = vec![vec![0.0_f64; pairs + 1]; new + 1];
    orders[0][0] = 1.0;
    for before in 0..=old {
        for count in 1..=new {
            for at in before..=pairs {
                orders[count][at] += orders[count - 1][at - before];
            }
        }
    }
    let all: f64 = orders[new].iter().sum();
    let mut above = 0.0;
    for (at, count) in orders[new].iter().enumerate().rev() {
        above += count;
        if above > p * all {
            return (at + 1) as f64;
        }
    }
    0.0
}

/// Returns whether a permutation test is made for this number of launches and rows.
pub(super) fn is_needed(launches: usize, limits: &[Limit], settings: &Settings) -> bool {
    let deciding = limits.iter().filter(|limit| limit.is_tested()).count().max(1);
    launches <= FEW_LAUNCHES && levels::PARTS.share * settings.alpha / (deciding as f64) < LEAST_T_TAIL
}

/// The result of a permutation test.
pub(super) struct PermutationResult {
    pub(super) adjusted: Vec<f64>,
    pub(super) relabellings: usize,
    /// The largest t statistic of all tested rows in each relabelling, in descending order.
    largest: Vec<f64>,
    /// The error of each row; 0 for rows that are not tested.
    errors: Vec<f64>,
}

impl PermutationResult {
    /// Returns, for each row, the least distance above its limit at which the row is a finding at a significance level.
    pub(super) fn critical_distances(&self, level: f64) -> impl Iterator<Item = f64> {
        let found = (level * self.largest.len() as f64) as usize;
        // The observed assignment of launches is itself one of the relabellings.
        let critical = if found == 0 { f64::INFINITY } else { self.largest[found - 1] };
        self.errors.iter().map(move |error| if *error > 0.0 { critical * error } else { 0.0 })
    }
}

impl PermutationTest {
    pub(super) fn new(mut rows: Vec<Vec<f64>>, new: usize, session_sd: f64) -> Self {
        subtract_launch_effects(&mut rows, new);
        Self { rows, new, session_sd }
    }

    /// Returns the adjusted p-value of each tested row, and 1 for all others.
    pub(super) fn step_down(&self, shifts: &[f64], decides: &[bool]) -> PermutationResult {
        let launches = self.rows.first().map_or(0, Vec::len);
        let observed = ((1_u32 << self.new) - 1) << (launches - self.new);
        let masks = masks_of_relabellings(launches, self.new);
        let rows: Vec<usize> = (0..self.rows.len()).filter(|&row| decides[row]).collect();
        let sorted: Vec<Vec<(f64, u32)>> =
            rows.iter().map(|&row| self.sort_launches(row, shifts[row])).collect();
        let fits: Vec<(f64, f64)> =
            sorted.iter().map(|row| trimmed_difference(row, observed, self.new)).collect();
        let df = (launches - 2 * (self.new / 5) - 2 * ((launches - self.new) / 5)) as f64 - 2.0;
        let prior = Prior::fit(&fits.iter().map(|fit| fit.1).collect::<Vec<f64>>(), df);
        let error = |variance: f64| (prior.shrink(variance, df) + self.session_sd.powi(2)).sqrt();
        let t = |(change, variance): (f64, f64), more: f64| t_statistic(change + more, error(variance));
        let found: Vec<f64> = fits.iter().map(|fit| t(*fit, 0.0)).collect();
        let mut order: Vec<usize> = (0..rows.len()).collect();
        order.sort_by(|&a, &b| found[b].total_cmp(&found[a]));
        let mut reached = vec![0_usize; rows.len()];
        let mut random = Random::from_values(self.rows.iter().flatten());
        let mut all_largest = Vec::with_capacity(masks.len());
        for &mask in &masks {
            let mut largest = f64::NEG_INFINITY;
            for &at in order.iter().rev() {
                let value = if mask == observed {
                    found[at]
                } else {
                    t(
                        trimmed_difference(&sorted[at], mask, self.new),
                        self.draw_session_difference(&mut random),
                    )
                };
                largest = largest.max(value);
                reached[at] += usize::from(largest >= found[at] - 1e-12);
            }
            all_largest.push(largest);
        }
        all_largest.sort_unstable_by(|a, b| b.total_cmp(a));
        let mut errors = vec![0.0; self.rows.len()];
        rows.iter().zip(&fits).for_each(|(&row, fit)| errors[row] = error(fit.1));
        let mut adjusted = vec![1.0; self.rows.len()];
        let mut floor = 0.0_f64;
        for &at in &order {
            floor = floor.max(reached[at] as f64 / masks.len() as f64);
            adjusted[rows[at]] = floor;
        }
        PermutationResult { adjusted, relabellings: masks.len(), largest: all_largest, errors }
    }

    fn sort_launches(&self, row: usize, shift: f64) -> Vec<(f64, u32)> {
        let first_new = self.rows[row].len() - self.new;
        let moved = |(at, value): (usize, &f64)| (value - if at >= first_new { shift } else { 0.0 }, 1 << at);
        let mut values: Vec<(f64, u32)> = self.rows[row].iter().enumerate().map(moved).collect();
        values.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        values
    }

    /// Draws a random difference between two sessions, with the tails that the rows of one comparison have.
    fn draw_session_difference(&self, random: &mut Random) -> f64 {
        if self.session_sd == 0.0 {
            return 0.0;
        }
        // Student's t with 30 degrees of freedom is close to a normal distribution that is scaled to the same variance.
        self.session_sd * random.next_normal() * (FEW_DAYS_DF / (FEW_DAYS_DF - 2.0)).sqrt()
    }
}

/// Returns the difference of the trimmed means of new and old launches, and its variance. The bits of `mask` select the new launches.
fn trimmed_difference(sorted: &[(f64, u32)], mask: u32, new: usize) -> (f64, f64) {
    let (mut news, mut bases) = ([0.0; 16], [0.0; 16]);
    let (mut n, mut m) = (0, 0);
    for (value, bit) in sorted {
        if mask & bit == 0 {
            bases[m] = *value;
            m += 1;
        } else {
            news[n] = *value;
            n += 1;
        }
    }
    let (new, base) =
        (trimmed_of_sorted(&news[..new], new / 5, new / 5), trimmed_of_sorted(&bases[..m], m / 5, m / 5));
    let error = |part: super::basic::TrimmedMean| part.squares / (part.kept - 1.0).max(1.0) / part.kept;
    (new.mean - base.mean, error(new) + error(base))
}

/// Returns a difference divided by its error; 0 without an error.
fn t_statistic(difference: f64, error: f64) -> f64 {
    if error > 0.0 { difference / error } else { 0.0 }
}

/// Returns all ways to choose `chosen` of `all` launches, as bit masks; `all` is at most 16 (Gosper's hack).
fn masks_of_relabellings(all: usize, chosen: usize) -> Vec<u32> {
    let mut masks = Vec::new();
    let mut mask = (1_u32 << chosen) - 1;
    while chosen > 0 && mask < 1 << all {
        masks.push(mask);
        let low = mask & mask.wrapping_neg();
        let carried = mask + low;
        mask = (((carried ^ mask) >> 2) / low) | carried;
    }
    masks
}

/// Subtracts the effect of each launch on all rows, relative to the launches of the same build.
pub(super) fn subtract_launch_effects(rows: &mut [Vec<f64>], new: usize) {
    let launches = rows.first().map_or(0, Vec::len);
    for (from, to) in [(0, launches - new), (launches - new, launches)] {
        let middles: Vec<f64> = rows.iter().map(|row| median(&row[from..to])).collect();
        let common: Vec<f64> = (from..to)
            .map(|launch| {
                let apart: Vec<f64> =
                    rows.iter().zip(&middles).map(|(row, middle)| row[launch] - middle).collect();
                median(&apart)
            })
            .collect();
        for row in rows.iter_mut() {
            row[from..to].iter_mut().zip(&common).for_each(|(value, common)| *value -= common);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tuned::RANK_P;
    use super::*;

    #[test]
    fn the_critical_rank_sums_equal_published_values_of_mann_and_whitney() {
        // The published tables of U for a one-sided test at 0.01 have these critical values: 1, 9, 19 and 114.
        for (launches, critical) in [(5, 1), (8, 9), (10, 19), (20, 114)] {
            assert_eq!(
                mann_whitney_critical_value(launches, launches, RANK_P),
                f64::from(launches as i32 * launches as i32 - critical)
            );
        }
        // The normal approximation is as strict as the exact test, or slightly stricter.
        assert!(
            (0.0..4.0).contains(
                &(mann_whitney_critical_value(26, 25, RANK_P)
                    - mann_whitney_critical_value(25, 25, RANK_P)
                    - 14.0)
            ),
            "{}",
            mann_whitney_critical_value(26, 25, RANK_P)
        );
        let base: Vec<f64> = (0..10).map(f64::from).collect();
        let above: Vec<f64> = base.iter().map(|value| value + 5.5).collect();
        assert_eq!(
            (mann_whitney_statistic(&base, &above), mann_whitney_statistic(&base, &base)),
            (90.0, 50.0)
        );
    }

    #[test]
    fn two_sets_of_values_are_compared_by_the_ranks_of_their_values() {
        // A flag was set in three of ten launches of the base and in all launches of the head, which has the probability 0.0031 by chance.
        let (some, all) = ([[0.0; 7].as_slice(), &[1.0; 3]].concat(), [1.0; 10]);
        assert!(is_larger_by_ranks(&some, &all, 0.01) && !is_larger_by_ranks(&some, &all, 1e-4));
        // With five against five launches, no order has a p-value of 0.001. New values that are all larger than the old values count as
        // larger nevertheless.
        assert!(is_larger_by_ranks(&[1.0, 2.0, 1.0, 2.0, 1.0], &[3.0; 5], 0.001));
    }

    #[test]
    fn a_method_that_alternates_between_two_times_fails_the_rank_test() {
        let quiet: Vec<f64> =
            (0..20).map(|at| f64::from(at % 7) + if at >= 10 { 20.0 } else { 0.0 }).collect();
        let modes: Vec<f64> =
            (0..20).map(|at| f64::from(at % 2) * 30.0 + if at >= 10 { 0.1 } else { 0.0 }).collect();
        let ranks = RankTest::new(&[quiet, modes], 10).expect("enough launches");
        assert!(ranks.is_slower(0, RANK_P) && !ranks.is_slower(1, RANK_P));
        assert!(RankTest::new(&[vec![0.0; 8]], 4).is_none());
    }
}
