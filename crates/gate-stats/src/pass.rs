//! Computes an upper limit for the growth of the launch, from the sum of those rows that can be judged. A check passes if this upper limit
//! is small enough.
//!
//! A row, for example a method that waits for a server, may scatter so much that a relevant growth of the launch cannot be ruled out. A row
//! that scatters so much is excluded from the sum, and the caller reports the row's name. Only the launches of the base decide which rows
//! are excluded, so growth of the head does not exclude a row. The sum of the remaining rows is judged in one of two ways:
//! - interleaved launches: by the upper limit of Hodges and Lehmann's (1963) shift (the median difference between launches of head and
//!   base). This limit is not widened if some launches take a slow path;
//! - against stored sessions: by the growth of the mean without the slowest three of ten launches, and by the standard error of this mean
//!   between days. The launches are sorted in each row separately, since a disturbance slows only some rows of a launch.
//!
//! If too small a share of the launch would remain, no row is excluded. If the launch became faster, a relevant growth may be ruled out
//! even with all rows in the sum.
//!
//! Limit: the test for a pass does not detect growth in an excluded row, which only the row's own test detects.

use super::basic::{mean, t_quantile_above, variance};
use super::pairs::select_build;
use super::slow::{SlowLaunchCount, test_slow_launches};
use super::tuned::{
    JUDGEABLE_WIDTH, LEAST_JUDGED, MORE_LAUNCHES, MOST_EXCLUDED_ROWS, WANTED_WIDTH_BY_DAYS,
    WANTED_WIDTH_OF_PAIRS,
};
use super::{Costs, DesignCosts, Error, Session, Settings, StoredDesign};
use super::{sample_size, stored};

/// The part of the launch that was judged for a pass, as one sum of rows.
#[derive(Clone, Debug, PartialEq)]
pub struct PassPart {
    /// The excluded rows. The row with the largest effect on the scatter comes first. If too small a share of the launch would remain, all
    /// rows are judged, and this field contains the rows that would have been excluded.
    pub excluded_rows: Vec<usize>,
    /// The share of the judged rows in the base's launch; 0 if the base's launches vary so much that no part of the launch can be judged.
    pub share: f64,
    /// The cost of the base's launch: the sum of all rows that belong to the launch.
    pub launch: f64,
    /// The growth of the sum of the judged rows.
    pub growth: f64,
    /// The one-sided upper limit of `growth`.
    pub upper: f64,
    /// The share of the variance of `upper` that more launches reduce.
    pub of_launches: f64,
    /// The test of slow launches in the sum of the judged rows.
    pub slow: SlowLaunchCount,
}

impl PassPart {
    /// Returns whether the share of the judged rows is large enough to represent the launch.
    pub fn represents_launch(&self) -> bool {
        self.share >= LEAST_JUDGED
    }

    /// Returns the factor by which the number of launches must be multiplied to exclude a growth of `most`, provided that the estimate is
    /// correct. Returns `None` if more launches are not enough.
    pub fn launch_factor(&self, most: f64) -> Option<f64> {
        sample_size::launch_factor(self.growth, self.upper, MORE_LAUNCHES * self.of_launches, most)
    }
}

/// Judges the sum of the rows that `counts` selects, which add up to the launch. Stored sessions before the index `from` are not used.
pub fn judge_pass_part(
    sample: &DesignCosts<'_>,
    counts: &[bool],
    from: usize,
    settings: &Settings,
) -> Result<PassPart, Error> {
    settings.check()?;
    let base = BaseLaunches::new(sample, counts, from);
    let launch: f64 =
        base.means.iter().zip(counts).filter(|(_, counts)| **counts).map(|(mean, _)| mean).sum();
    let mut kept = counts.to_vec();
    let (mut excluded_rows, mut share) = (Vec::new(), 1.0);
    let wanted = match sample {
        DesignCosts::Interleaved { .. } => WANTED_WIDTH_OF_PAIRS,
        DesignCosts::Stored(_) => WANTED_WIDTH_BY_DAYS,
    };
    // The first selection of rows whose sum could be judged: the number of excluded rows and the remaining share of the launch.
    let mut first: Option<(usize, f64)> = None;
    loop {
        let total = base.sum_of_rows(&base.rows, &kept);
        let half = if launch > 0.0 { base.half_width(&kept, &total, settings)? / launch } else { 0.0 };
        if half <= JUDGEABLE_WIDTH * settings.matters {
            first = first.or(Some((excluded_rows.len(), share)));
        }
        let row = base.row_with_most_scatter(&kept, &total).filter(|_| half > wanted * settings.matters);
        let Some(row) = row else { break };
        kept[row] = false;
        excluded_rows.push(row);
        share = base.means.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(mean, _)| mean).sum::<f64>()
            / launch;
        if share < LEAST_JUDGED || excluded_rows.len() > MOST_EXCLUDED_ROWS {
            // Rows that were excluded after the first selection that can be judged are included again. Without such a selection, all are
            // included.
            let (rows, of_launch) = first.unwrap_or((0, 0.0));
            excluded_rows[rows..].iter().for_each(|&row| kept[row] = true);
            if first.is_some() {
                excluded_rows.truncate(rows);
            }
            share = of_launch;
            break;
        }
    }
    let (growth, upper, of_launches, slow) = judge_kept_rows(sample, &base, &kept, settings)?;
    Ok(PassPart { excluded_rows, share, launch, growth, upper, of_launches, slow })
}

/// The base's launches, which decide which rows are excluded.
struct BaseLaunches<'a> {
    sample: &'a DesignCosts<'a>,
    /// The index of the first stored session that is used.
    from: usize,
    /// The costs of each row in all launches, scaled to the row's present level.
    rows: Vec<Vec<f64>>,
    means: Vec<f64>,
    /// The costs of each row in each stored session, sorted in ascending order; empty for interleaved launches.
    ranked: Vec<Vec<f64>>,
}

impl<'a> BaseLaunches<'a> {
    fn new(sample: &'a DesignCosts<'a>, counts: &[bool], from: usize) -> Self {
        let rows: Vec<Vec<f64>> = match sample {
            DesignCosts::Interleaved { costs, design } => {
                (0..costs.rows()).map(|row| select_build(costs.row(row), design, false)).collect()
            }
            DesignCosts::Stored(design) => {
                (0..counts.len()).map(|row| scaled_to_present_level(design, row, from)).collect()
            }
        };
        let means = rows.iter().map(|row| if row.is_empty() { 0.0 } else { mean(row) }).collect();
        let ranked = match sample {
            DesignCosts::Interleaved { .. } => Vec::new(),
            DesignCosts::Stored(design) => {
                let sizes = || design.base.iter().skip(from).map(|session| session.costs.launches());
                rows.iter().map(|row| sort_within_sessions(row, sizes())).collect()
            }
        };
        Self { sample, from, rows, means, ranked }
    }

    /// Returns the sum of the rows in `kept` for each launch.
    fn sum_of_rows(&self, rows: &[Vec<f64>], kept: &[bool]) -> Vec<f64> {
        let rows = rows.iter().zip(kept).filter(|(_, kept)| **kept);
        add_rows(self.rows.first().map_or(0, Vec::len), rows.map(|(row, _)| &row[..]))
    }

    /// Returns the expected upper limit of the growth of an unchanged build.
    fn half_width(&self, kept: &[bool], total: &[f64], settings: &Settings) -> Result<f64, Error> {
        match self.sample {
            DesignCosts::Interleaved { design, .. } => {
                let (old, all) = (total.len() as f64, design.new.len() as f64);
                if old < 2.0 {
                    return Ok(f64::INFINITY);
                }
                let error = variance(total) * (1.0 / old + 1.0 / (all - old).max(1.0));
                Ok(t_quantile_above(1.0 - settings.confidence, all - 2.0) * error.sqrt())
            }
            DesignCosts::Stored(design) => {
                let base = self.sums_of_sessions(design, kept, total)?;
                let newest = base.last().map(|session| session.costs.clone());
                let sums =
                    StoredDesign { base: &base, new: newest.as_slice(), anew: &[], phones: design.phones };
                let (_, upper, _) = growth_against_days(&sums, settings, true)?;
                Ok(upper)
            }
        }
    }

    /// Returns the row that adds most to the scatter of the rows' sum. The contribution of each row is divided by the square root of its
    /// cost.
    fn row_with_most_scatter(&self, kept: &[bool], total: &[f64]) -> Option<usize> {
        let centre = mean(total);
        let rows = (0..self.rows.len()).filter(|&row| kept[row]);
        let scatters = rows.map(|row| (self.scatter_contribution(row, total, centre), row));
        scatters.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, row)| row)
    }

    /// Returns the contribution of a row to the scatter of the sum, relative to the square root of the row's cost.
    fn scatter_contribution(&self, row: usize, total: &[f64], centre: f64) -> f64 {
        let own = self.means[row];
        let products = self.rows[row].iter().zip(total).map(|(cost, sum)| (cost - own) * (sum - centre));
        products.sum::<f64>() / own.max(1.0).sqrt()
    }

    /// Returns the stored sessions, each with two rows. The first row has the sums over the rows in `kept` after the launches of each row
    /// are sorted; the second row has the sums over these rows in each launch.
    fn sums_of_sessions(
        &self,
        design: &StoredDesign<'_>,
        kept: &[bool],
        total: &[f64],
    ) -> Result<Vec<Session>, Error> {
        let by_rank = self.sum_of_rows(&self.ranked, kept);
        let mut at = 0;
        let sessions = design.base.iter().skip(self.from);
        sessions
            .map(|session| {
                let launches = at..at + session.costs.launches();
                at = launches.end;
                Ok(Session {
                    costs: sum_session(&by_rank[launches.clone()], &total[launches])?,
                    day: session.day,
                })
            })
            .collect()
    }
}

/// Adds up the rows in each launch.
fn add_rows<'a>(launches: usize, rows: impl Iterator<Item = &'a [f64]>) -> Vec<f64> {
    let mut sums = vec![0.0; launches];
    rows.for_each(|row| sums.iter_mut().zip(row).for_each(|(sum, cost)| *sum += cost));
    sums
}

/// Returns the launches of a row, sorted within each session.
fn sort_within_sessions(row: &[f64], sizes: impl IntoIterator<Item = usize>) -> Vec<f64> {
    let mut ranked = row.to_vec();
    let mut left = &mut ranked[..];
    for size in sizes {
        let (session, others) = left.split_at_mut(size);
        session.sort_unstable_by(f64::total_cmp);
        left = others;
    }
    ranked
}

/// Makes a session that represents a sum of rows. The first row of the session gives the location, and the second row gives the scatter of
/// the launches.
fn sum_session(by_rank: &[f64], by_launch: &[f64]) -> Result<Costs, Error> {
    Costs::new(2, by_launch.len(), [by_rank, by_launch].concat())
}

/// Returns the stored launches of a row. If the level of the row changed, launches before the change are scaled to the present level.
fn scaled_to_present_level(design: &StoredDesign<'_>, row: usize, from: usize) -> Vec<f64> {
    let anew = design.anew.get(row).copied().unwrap_or(0).min(design.base.len() - 1);
    let factor = if anew > from {
        let before = mean_cost(&design.base[from..anew], row);
        if before > 0.0 { mean_cost(&design.base[anew..], row) / before } else { 1.0 }
    } else {
        1.0
    };
    let sessions = design.base.iter().enumerate().skip(from);
    sessions
        .flat_map(|(at, session)| {
            let factor = if at < anew { factor } else { 1.0 };
            session.costs.row(row).iter().map(move |cost| cost * factor)
        })
        .collect()
}

/// Returns the mean cost of a row in the launches of these sessions; 0 without launches.
fn mean_cost(sessions: &[Session], row: usize) -> f64 {
    let all: Vec<f64> = sessions.iter().flat_map(|session| session.costs.row(row)).copied().collect();
    if all.is_empty() { 0.0 } else { mean(&all) }
}

/// Returns the results for the sum of the rows in `kept`: the growth of the sum, the upper limit of this growth, the share of its variance
/// that comes from launches, and the test of slow launches.
fn judge_kept_rows(
    sample: &DesignCosts<'_>,
    base: &BaseLaunches<'_>,
    kept: &[bool],
    settings: &Settings,
) -> Result<(f64, f64, f64, SlowLaunchCount), Error> {
    let rows: Vec<usize> = (0..kept.len()).filter(|&row| kept[row]).collect();
    let kept_of = |costs: &Costs| add_rows(costs.launches(), rows.iter().map(|&row| costs.row(row)));
    match sample {
        DesignCosts::Interleaved { costs, design } => {
            let sums = kept_of(costs);
            let [base, head] = [false, true].map(|new| select_build(&sums, design, new));
            let (growth, upper) = hodges_lehmann_shift(&base, &head, settings.confidence);
            let costs = Costs::new(1, sums.len(), sums)?;
            Ok((
                growth,
                upper,
                1.0,
                test_slow_launches(&DesignCosts::Interleaved { costs: &costs, design }, 0, 0),
            ))
        }
        DesignCosts::Stored(design) => {
            let stored = base.sums_of_sessions(design, kept, &base.sum_of_rows(&base.rows, kept))?;
            let mut new: Vec<Costs> = Vec::with_capacity(design.new.len());
            for costs in design.new {
                let sorted: Vec<Vec<f64>> = rows
                    .iter()
                    .map(|&row| sort_within_sessions(costs.row(row), [costs.launches()]))
                    .collect();
                let by_rank = add_rows(costs.launches(), sorted.iter().map(|row| &row[..]));
                new.push(sum_session(&by_rank, &kept_of(costs))?);
            }
            let sums = StoredDesign { base: &stored, new: &new, anew: &[], phones: design.phones };
            let (growth, upper, of_launches) = growth_against_days(&sums, settings, false)?;
            Ok((growth, upper, of_launches, test_slow_launches(&DesignCosts::Stored(sums), 1, 0)))
        }
    }
}

/// Returns the growth of a sum against stored days, the upper limit of this growth, and the share of its variance that comes from launches.
/// If `alone` is true, the growth is assumed to be 0.
fn growth_against_days(
    sums: &StoredDesign<'_>,
    settings: &Settings,
    alone: bool,
) -> Result<(f64, f64, f64), Error> {
    let evidence = stored::sum_of_rows(sums, settings)?;
    let growth = if alone { 0.0 } else { evidence.growth[0] };
    let reach = t_quantile_above(1.0 - settings.confidence, evidence.df[0]) * evidence.variance[0].sqrt();
    let (scale, level) = (evidence.scales[0], evidence.base[0]);
    let gain = |growth: f64| scale.cost_from_log(level + growth) - scale.cost_from_log(level);
    let of_launches = (evidence.of_launches[0] / evidence.variance[0].max(f64::MIN_POSITIVE)).min(1.0);
    Ok((gain(growth), gain(growth + reach), of_launches))
}

/// Returns the median of all differences between a launch of the head and a launch of the base (Hodges and Lehmann 1963), and the upper
/// limit of this median by the Mann–Whitney test.
fn hodges_lehmann_shift(base: &[f64], head: &[f64], confidence: f64) -> (f64, f64) {
    let mut shifts: Vec<f64> = head.iter().flat_map(|new| base.iter().map(move |old| new - old)).collect();
    if shifts.is_empty() {
        return (0.0, f64::INFINITY);
    }
    shifts.sort_unstable_by(f64::total_cmp);
    let (n, m) = (head.len() as f64, base.len() as f64);
    let z = t_quantile_above(1.0 - confidence, f64::INFINITY);
    // The quantile of the Mann–Whitney statistic by the normal approximation. The quantile is 27 for ten against ten launches, which equals
    // the exact quantile.
    let cut = (n * m / 2.0 - z * (n * m * (n + m + 1.0) / 12.0).sqrt() - 0.5).floor();
    let upper = if cut < 0.0 { f64::INFINITY } else { shifts[shifts.len() - 1 - cut as usize] };
    (super::basic::quantile_of_sorted(&shifts, 0.5), upper)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;
    use crate::pairs::InterleavedDesign;

    /// Draws twenty rows of 5 ms and one row that waits for up to 60 ms, each with this number of launches.
    fn rows(random: &mut Random, launches: usize, factor: f64) -> Vec<Vec<f64>> {
        let mut rows: Vec<Vec<f64>> = (0..20)
            .map(|_| (0..launches).map(|_| 5e6 * factor * (1.0 + 0.02 * random.next_normal())).collect())
            .collect();
        rows.push((0..launches).map(|_| 60e6 * random.next_uniform()).collect());
        rows
    }

    fn pairs(factor: f64, seed: u64) -> PassPart {
        let mut random = Random::new(seed);
        let (base, head) = (rows(&mut random, 10, 1.0), rows(&mut random, 10, factor));
        let values = base.into_iter().zip(head).flat_map(|(base, head)| [base, head].concat()).collect();
        let costs = Costs::new(21, 20, values).expect("numbers");
        let design = InterleavedDesign { new: (0..20).map(|at| at >= 10).collect(), block: vec![0; 20] };
        let sample = DesignCosts::Interleaved { costs: &costs, design: &design };
        judge_pass_part(&sample, &[true; 21], 0, &Settings::default()).expect("numbers")
    }

    fn days(factor: f64, seed: u64) -> PassPart {
        let mut random = Random::new(seed);
        let mut session =
            |factor: f64| Costs::new(21, 10, rows(&mut random, 10, factor).concat()).expect("numbers");
        let base: Vec<Session> = (0..6).map(|day| Session { costs: session(1.0), day }).collect();
        let new = [session(factor)];
        let sample = DesignCosts::Stored(StoredDesign { base: &base, new: &new, ..StoredDesign::default() });
        judge_pass_part(&sample, &[true; 21], 0, &Settings::default()).expect("numbers")
    }

    #[test]
    fn a_method_with_varying_waits_is_excluded_and_the_other_methods_are_judged() {
        for of in [pairs, days] {
            let unchanged = of(1.0, 1);
            assert_eq!(unchanged.excluded_rows, [20], "{unchanged:?}");
            assert!(
                unchanged.represents_launch() && unchanged.upper < 0.05 * unchanged.launch,
                "{unchanged:?}"
            );
            let slower = of(1.1, 2);
            assert!(slower.upper > 0.05 * slower.launch, "{slower:?}");
        }
    }

    #[test]
    fn launches_that_are_slow_in_different_methods_do_not_change_the_sum() {
        let mut random = Random::new(11);
        // In the session, the last `disturbed` of ten launches are slower in a quarter of the rows, in different rows for each launch. The
        // first `half` launches are slower in all rows.
        let mut session = |disturbed: usize, half: usize| {
            let of = |row: usize, launch: usize, random: &mut Random| {
                let hit = launch + disturbed >= 10 && (row + launch).is_multiple_of(4);
                let slow = if hit { 1.4 } else { 1.0 } * if launch < half { 1.12 } else { 1.0 };
                5e6 * slow * (1.0 + 0.01 * random.next_normal())
            };
            let values = (0..20).flat_map(|row| (0..10).map(move |launch| (row, launch)));
            let values = values.map(|(row, launch)| of(row, launch, &mut random)).collect();
            Costs::new(20, 10, values).expect("numbers")
        };
        let base: Vec<Session> = (0..6).map(|day| Session { costs: session(2, 0), day }).collect();
        let mut judged = |disturbed: usize, half: usize| {
            let new = [session(disturbed, half)];
            let sample =
                DesignCosts::Stored(StoredDesign { base: &base, new: &new, ..StoredDesign::default() });
            judge_pass_part(&sample, &[true; 20], 0, &Settings::default()).expect("numbers")
        };
        // Each row is sorted separately, so that the disturbances of nine of ten launches in different rows do not change the sum. The sums
        // of the unsorted launches would be slower.
        let unchanged = judged(9, 0);
        assert!(unchanged.growth.abs() < 0.005 * unchanged.launch, "{unchanged:?}");
        assert!(unchanged.upper < 0.05 * unchanged.launch, "{unchanged:?}");
        let slower = judged(2, 5);
        assert!(slower.upper > 0.05 * slower.launch, "{slower:?}");
    }

    #[test]
    fn varying_methods_are_excluded_only_if_enough_of_the_launch_remains() {
        // The first `noisy` of twenty rows have a common noise in each launch.
        let excluded_rows = |noisy: usize, noise: f64| {
            let mut random = Random::new(9);
            let up: Vec<bool> = (0..20).map(|_| random.next_uniform() < 0.5).collect();
            let of = |row: usize, up: bool| {
                5e6 * (1.0
                    + if row >= noisy {
                        0.0
                    } else if up {
                        noise
                    } else {
                        -noise
                    })
            };
            let values = (0..20).flat_map(|row| up.iter().map(move |up| of(row, *up))).collect();
            let costs = Costs::new(20, 20, values).expect("numbers");
            let design = InterleavedDesign { new: (0..20).map(|at| at >= 10).collect(), block: vec![0; 20] };
            let sample = DesignCosts::Interleaved { costs: &costs, design: &design };
            let part = judge_pass_part(&sample, &[true; 20], 0, &Settings::default()).expect("numbers");
            assert!(part.represents_launch(), "{part:?}");
            part.excluded_rows
        };
        // One row varies by 4 % of the launch. The sum could be judged with this row, but is judged more precisely without it.
        assert_eq!(excluded_rows(1, 0.9), [0]);
        // If all rows vary together, too small a share of the launch would remain, so the sum is judged with all rows.
        assert_eq!(excluded_rows(20, 0.052), [0_usize; 0]);
    }

    #[test]
    fn a_small_part_of_the_launch_is_not_enough_to_judge_the_launch() {
        let of_head = |less: f64| {
            let mut random = Random::new(5);
            let mut cost = |at: usize| 100.0 * random.next_uniform() - if at >= 10 { less } else { 0.0 };
            let values = (0..3 * 20).map(|at| 100.0 + cost(at % 20)).collect();
            let costs = Costs::new(3, 20, values).expect("numbers");
            let design = InterleavedDesign { new: (0..20).map(|at| at >= 10).collect(), block: vec![0; 20] };
            let sample = DesignCosts::Interleaved { costs: &costs, design: &design };
            judge_pass_part(&sample, &[true; 3], 0, &Settings::default()).expect("numbers")
        };
        let unchanged = of_head(0.0);
        assert!(!unchanged.represents_launch() && !unchanged.excluded_rows.is_empty(), "{unchanged:?}");
        assert!(unchanged.upper > 0.05 * unchanged.launch, "{unchanged:?}");
        // All rows are judged, and a launch that became so much faster is shown to be faster.
        let quicker = of_head(80.0);
        assert!(!quicker.represents_launch() && quicker.upper < 0.0, "{quicker:?}");
        assert!((quicker.growth - unchanged.growth + 3.0 * 80.0).abs() < 1e-6, "{quicker:?}");
    }

    #[test]
    fn the_upper_limit_of_a_shift_equals_that_of_the_mann_whitney_test() {
        let base: Vec<f64> = (0..10).map(f64::from).collect();
        let (middle, upper) = hodges_lehmann_shift(&base, &base, 0.95);
        // The upper limit is the 28th largest of the 100 differences between values from 0 to 9.
        assert_eq!((middle, upper), (0.0, 3.0));
        assert_eq!(hodges_lehmann_shift(&[1.0], &[1.0], 0.95).1, f64::INFINITY);
    }
}
