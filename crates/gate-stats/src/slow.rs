//! Tests whether more launches are slow in the head than in the base. The tests of levels use a mean of the faster launches, which does not
//! show slow launches.
//!
//! The test statistic is the number of new launches that are slower than all launches of the base. If all orders of `n` new and `m` old
//! launches are equally likely, the k slowest launches are all new with the probability n/(n+m) · (n−1)/(n+m−1) · …, with k factors. The
//! test is exact for any distribution of launch times, and does not measure how slow the launches are. A new launch counts as slow only if
//! it is slower than every launch of the base by a margin, so the error rate for equal builds is even smaller. Against stored days, each
//! session is scaled by the mean of its faster half, which removes the effect of a day on all launches. Orders are equally likely only if
//! launches are independent. If the base's launches depend on each other (a disturbance also slows the next launch), adjacent slow launches
//! count once.
//!
//! If launches are slow for many reasons, their times do not show that a method is slow in some launches; only the costs of this method
//! show it. Against stored days, the test therefore also counts, for each row, the launches in which the row's cost is far above its
//! largest stored cost. The rows that can have slow launches are selected from both builds together, before the builds are compared; only
//! these rows share the significance level (Bonferroni).

use super::basic::{mean, median};
use super::pairs::select_build;
use super::tuned::{SLOW_MARGIN, SLOW_ROW};
use super::{Costs, DesignCosts, StoredDesign};

/// The number of new launches that are slower than all old ones, with its p-value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlowLaunchCount {
    /// The number of new launches that are slower than `beyond`.
    pub launches: usize,
    /// The number of old launches and the number of new launches.
    pub of: (usize, usize),
    /// The cost of the base's slowest launch plus the margin, in the row's unit.
    pub beyond: f64,
    /// The probability of at least this number of slow launches in an unchanged build.
    pub p: f64,
}

/// Counts the slow launches of a row. Stored sessions before the index `from` are not used.
pub fn test_slow_launches(sample: &DesignCosts<'_>, row: usize, from: usize) -> SlowLaunchCount {
    let (base, head): (Vec<Vec<f64>>, Vec<Vec<f64>>) = match sample {
        DesignCosts::Interleaved { costs, design } => {
            let [base, head] = [false, true].map(|new| select_build(costs.row(row), design, new));
            (vec![base], vec![head])
        }
        DesignCosts::Stored(design) => {
            let base: Vec<&Costs> = design.base.iter().skip(from).map(|session| &session.costs).collect();
            let means = base.iter().map(|costs| mean_of_faster_half(costs.row(row)));
            let level = mean(&means.collect::<Vec<f64>>());
            let scaled = |costs: &Costs| scale_to_level(costs.row(row), level);
            (base.into_iter().map(scaled).collect(), design.new.iter().map(scaled).collect())
        }
    };
    let margin = SLOW_MARGIN * mean(&base.concat());
    count_slow_launches(&base, &head, || are_correlated(&base), |most| most + margin)
}

/// A row that is slow in some of the new launches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlowRow {
    pub row: usize,
    /// The test of the row. The p-value of the test is corrected for all rows that can have slow launches.
    pub slow: SlowLaunchCount,
}

/// Returns the rows among `counts` that are slow in some of the new launches, in ascending order of their p-values. `launch` is the
/// duration of the base's launch. Returns `None` if too few days are stored for the test.
pub fn slow_rows(
    design: &StoredDesign<'_>,
    counts: &[bool],
    launch: f64,
    from: usize,
) -> Option<Vec<SlowRow>> {
    if design.count_days() < LEAST_DAYS {
        return None;
    }
    let margin = SLOW_MARGIN * launch;
    let rows = || (0..counts.len()).filter(|&row| counts[row]);
    let mut found: Vec<SlowRow> = rows()
        .map(|row| RowLaunches::new(design, row, from).test_row(row, margin))
        .filter(|found| found.slow.launches >= LEAST_SLOW)
        .collect();
    if found.is_empty() {
        return Some(found);
    }
    let among = rows().filter(|&row| RowLaunches::new(design, row, from).can_be_slow(margin)).count() as f64;
    for found in &mut found {
        found.slow.p = (found.slow.p * among).min(1.0);
    }
    found.sort_by(|a, b| a.slow.p.total_cmp(&b.slow.p));
    Some(found)
}

/// The costs of a row in the stored and in the new sessions.
struct RowLaunches<'a> {
    base: Vec<&'a [f64]>,
    head: Vec<&'a [f64]>,
}

impl<'a> RowLaunches<'a> {
    fn new(design: &StoredDesign<'a>, row: usize, from: usize) -> RowLaunches<'a> {
        RowLaunches {
            base: design.base.iter().skip(from).map(|session| session.costs.row(row)).collect(),
            head: design.new.iter().map(|costs| costs.row(row)).collect(),
        }
    }

    /// Counts the slow launches of the row with the index `row`. A launch is slow if the row exceeds its largest stored cost by at least
    /// `margin`.
    fn test_row(&self, row: usize, margin: f64) -> SlowRow {
        let beyond = |most: f64| most + margin.max((SLOW_ROW - 1.0) * most);
        SlowRow {
            row,
            slow: count_slow_launches(&self.base, &self.head, || self.are_correlated(margin), beyond),
        }
    }

    /// Returns whether the row's slow launches depend on each other. Only launches far above the row's median decide. Disturbances of whole
    /// launches are smaller and do not show whether the slow launches depend on each other.
    fn are_correlated(&self, margin: f64) -> bool {
        let usual = median(&self.base.concat()) + margin;
        let far = self.base.iter().map(|costs| costs.iter().map(|cost| (cost - usual).max(0.0)).collect());
        are_correlated(&far.collect::<Vec<Vec<f64>>>())
    }

    /// Returns whether launches of both builds together show that the row can be slow.
    fn can_be_slow(&self, margin: f64) -> bool {
        let all = [self.base.concat(), self.head.concat()].concat();
        let beyond = median(&all) + margin;
        all.iter().filter(|cost| **cost > beyond).count() >= LEAST_SLOW
    }
}

/// The least number of stored days for the test of rows.
const LEAST_DAYS: usize = 3;

/// The least number of slow launches of a row; a smaller number is not significant, even with many launches.
const LEAST_SLOW: usize = 3;

/// Counts the slow launches among the new launches. `beyond` computes the cost above which a launch is slow from the cost of the base's
/// slowest launch. If launches depend on each other, adjacent slow launches count once.
fn count_slow_launches<Session: AsRef<[f64]>>(
    base: &[Session],
    head: &[Session],
    do_depend: impl Fn() -> bool,
    beyond: impl Fn(f64) -> f64,
) -> SlowLaunchCount {
    let costs = |sessions: &[Session]| -> usize { sessions.iter().map(|costs| costs.as_ref().len()).sum() };
    let most = base.iter().flat_map(AsRef::as_ref).copied().fold(0.0, f64::max);
    let beyond = beyond(most);
    let is_slow = |cost: &f64| *cost > beyond;
    let launches = head.iter().flat_map(AsRef::as_ref).filter(|cost| is_slow(cost)).count();
    let counted = if launches > 1 && do_depend() {
        head.iter()
            .map(|session| {
                session
                    .as_ref()
                    .chunk_by(|a, b| is_slow(a) == is_slow(b))
                    .filter(|run| is_slow(&run[0]))
                    .count()
            })
            .sum()
    } else {
        launches
    };
    let of = (costs(base), costs(head));
    SlowLaunchCount { launches, of, beyond, p: probability_of_slowest(counted, of.1, of.0) }
}

/// Returns whether the correlation of successive launches exceeds twice its standard error.
fn are_correlated(sessions: &[Vec<f64>]) -> bool {
    let (mut together, mut squares, mut neighbours) = (0.0, 0.0, 0_usize);
    for session in sessions {
        let middle = mean(session);
        let apart: Vec<f64> = session.iter().map(|cost| cost - middle).collect();
        together += apart.windows(2).map(|pair| pair[0] * pair[1]).sum::<f64>();
        squares += apart.iter().map(|apart| apart * apart).sum::<f64>();
        neighbours += session.len().saturating_sub(1);
    }
    together * (neighbours as f64).sqrt() > 2.0 * squares
}

/// Returns the probability that the `slow` largest of all values belong to the new build, if all orders are equally likely.
fn probability_of_slowest(slow: usize, new: usize, old: usize) -> f64 {
    (0..slow).map(|at| (new - at) as f64 / (new + old - at) as f64).product()
}

/// Scales the launches of a session so that the mean of their faster half is `level`.
fn scale_to_level(costs: &[f64], level: f64) -> Vec<f64> {
    let own = mean_of_faster_half(costs);
    let factor = if own > 0.0 { level / own } else { 1.0 };
    costs.iter().map(|cost| cost * factor).collect()
}

fn mean_of_faster_half(costs: &[f64]) -> f64 {
    let mut sorted = costs.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    mean(&sorted[..sorted.len().div_ceil(2)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Random, Session, StoredDesign, pairs::InterleavedDesign};

    #[test]
    fn the_p_value_of_slow_launches_is_their_share_of_all_orders() {
        // In 3 of 10 orders, the two slowest of 3 new and 2 old launches are both new.
        assert!((probability_of_slowest(2, 3, 2) - 0.3).abs() < 1e-12);
        assert_eq!((probability_of_slowest(0, 3, 2), probability_of_slowest(3, 3, 0)), (1.0, 1.0));
    }

    #[test]
    fn slow_launches_are_counted_in_interleaved_and_in_stored_sessions() {
        let base = [100.0, 101.0, 99.0, 100.5, 99.5];
        let head = [100.0, 150.0, 99.0, 150.0, 101.0];
        let costs = Costs::new(1, 10, [base, head].concat()).expect("numbers");
        let design = InterleavedDesign { new: (0..10).map(|at| at >= 5).collect(), block: vec![0; 10] };
        let pairs = test_slow_launches(&DesignCosts::Interleaved { costs: &costs, design: &design }, 0, 0);
        assert_eq!((pairs.launches, pairs.of), (2, (5, 5)));
        assert!((pairs.p - 5.0 / 10.0 * 4.0 / 9.0).abs() < 1e-12);
        // A day on which everything is a third slower has no slow launches.
        let session =
            |factor: f64| Costs::new(1, 5, base.map(|cost| cost * factor).to_vec()).expect("numbers");
        let stored: Vec<Session> =
            [1.0, 0.8].iter().zip(0..).map(|(f, day)| Session { costs: session(*f), day }).collect();
        let of = |new: Costs| {
            test_slow_launches(
                &DesignCosts::Stored(StoredDesign {
                    base: &stored,
                    new: std::slice::from_ref(&new),
                    ..StoredDesign::default()
                }),
                0,
                0,
            )
        };
        assert_eq!(of(session(1.3)).launches, 0);
        assert_eq!(of(Costs::new(1, 5, head.to_vec()).expect("numbers")).launches, 2);
    }

    #[test]
    fn adjacent_slow_launches_count_once_if_launches_depend_on_each_other() {
        let p = |base: [f64; 12]| {
            let head = [100.0, 101.0, 200.0, 201.0, 202.0, 100.0, 99.0, 100.0, 101.0, 99.0, 100.0, 98.0];
            let costs = Costs::new(1, 24, [base, head].concat()).expect("numbers");
            let design = InterleavedDesign { new: (0..24).map(|at| at >= 12).collect(), block: vec![0; 24] };
            let slow = test_slow_launches(&DesignCosts::Interleaved { costs: &costs, design: &design }, 0, 0);
            assert_eq!(slow.launches, 3);
            slow.p
        };
        // `apart` and `together` contain the same launches of the base in two orders.
        let apart = [100.0, 150.0, 99.0, 151.0, 101.0, 100.0, 149.0, 99.0, 101.0, 150.0, 100.0, 100.0];
        let together = [100.0, 99.0, 101.0, 100.0, 99.0, 101.0, 100.0, 100.0, 150.0, 151.0, 149.0, 150.0];
        assert!((p(apart) - probability_of_slowest(3, 12, 12)).abs() < 1e-12);
        assert!((p(together) - probability_of_slowest(1, 12, 12)).abs() < 1e-12);
    }

    #[test]
    fn a_method_with_slow_launches_is_found_although_the_launch_time_hides_it() {
        let mut random = Random::new(8);
        // Every fifth launch of both builds is 60 ms slower because of a different row. The last row takes 4 ms, and `added` more in half
        // of the new launches.
        let mut session = |added: f64| {
            let mut rows = [const { Vec::new() }; 3];
            for launch in 0..10 {
                rows[0].push(340e6 + if random.next_uniform() < 0.2 { 60e6 } else { 0.0 });
                rows[1].push(20e6 * (1.0 + 0.1 * random.next_normal()));
                rows[2].push(4e6 + if launch % 2 == 0 { added } else { 0.0 });
            }
            Costs::new(3, 10, rows.concat()).expect("numbers")
        };
        let base: Vec<Session> = (0..6).map(|day| Session { costs: session(0.0), day }).collect();
        let mut of = |added: f64| {
            let new = [session(added)];
            slow_rows(
                &StoredDesign { base: &base, new: &new, ..StoredDesign::default() },
                &[true; 3],
                364e6,
                0,
            )
            .expect("days")
        };
        let [found] = of(50e6)[..] else { panic!("one row with slow launches") };
        assert_eq!((found.row, found.slow.launches, found.slow.of), (2, 5, (60, 10)));
        // Two rows can have slow launches: the last row, and the row that is slow in every fifth launch.
        assert!((found.slow.p - 2.0 * probability_of_slowest(5, 10, 60)).abs() < 1e-12, "{found:?}");
        // The last row does not change, or grows by less than a hundredth of the launch.
        for added in [0.0, 3e6] {
            assert_eq!(of(added), []);
        }
    }

    #[test]
    fn unchanged_launches_seldom_seem_to_have_more_slow_launches() {
        let mut random = Random::new(3);
        let trials = 4000;
        let found = (0..trials).filter(|_| {
            // In both builds every fifth launch is slow, the most difficult case for a count of slow launches.
            let mut draw = || {
                100.0
                    + random.next_normal()
                    + if random.next_uniform() < 0.2 { 50.0 * random.next_uniform() } else { 0.0 }
            };
            let costs = Costs::new(1, 20, (0..20).map(|_| draw()).collect()).expect("numbers");
            let design =
                InterleavedDesign { new: (0..20).map(|at| at % 2 == 0).collect(), block: vec![0; 20] };
            test_slow_launches(&DesignCosts::Interleaved { costs: &costs, design: &design }, 0, 0).p <= 0.05
        });
        assert!(found.count() <= trials / 20 + 50);
    }
}
