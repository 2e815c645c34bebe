//! Few launches: all relabellings of the launches, instead of a t distribution that knows nothing of their tails.
//!
//! Launch-adjusted values of both builds, the new ones moved down by the row's limit and what may be common, are exchangeable under the
//! null, so every statistic of them gives a test that is exact whatever their tails. The statistic is a t of trimmed means with moderated
//! variances; Westfall and Young's (1993) step-down maxT corrects for all rows.
//! Where sessions differ by themselves, a draw of that is added to each relabelled difference: launches alone are not exchangeable there.
//! Limit: the least p is one over the relabellings (252 for 5 against 5).

use super::basic::{fifths, median, t_above, trimmed_of_sorted};
use super::moderate::Prior;
use super::random::Random;
use super::tuned::{FEW_DAYS_DF, FEW_LAUNCHES, LAUNCHES_FOR_RANKS, LEAST_T_TAIL, RANK_P};
use super::{Limit, Settings, levels};

/// Launches of both builds, the new ones last.
#[derive(Clone, Debug)]
pub(super) struct Launches {
    /// Row after row, on logs, without what each launch did to all rows.
    rows: Vec<Vec<f64>>,
    new: usize,
    /// What two sessions differ by in a row, a standard deviation on logs; 0 in interleaved runs.
    apart: f64,
}

/// Launches of both builds, by which a finding is asked once more, whatever their distribution is.
#[derive(Clone, Debug)]
pub(super) struct Ranks {
    /// Row after row, without what each launch did to all rows; the new ones last.
    rows: Vec<Vec<f64>>,
    new: usize,
}

impl Ranks {
    /// None where a side has too few launches for ranks to tell anything.
    pub(super) fn new(rows: &[Vec<f64>], new: usize) -> Option<Ranks> {
        let launches = rows.first().map_or(0, Vec::len);
        (new.min(launches - new) >= LAUNCHES_FOR_RANKS).then(|| Ranks { rows: rows.to_vec(), new })
    }

    /// Whether the ranks say that a row's new launches are slower too: a row with two modes, of which ten launches fell on the other
    /// one, has a t that no t distribution knows.
    pub(super) fn agree(&self, row: usize) -> bool {
        let (base, head) = self.rows[row].split_at(self.rows[row].len() - self.new);
        rank_sum_p(base, head) <= RANK_P
    }
}

/// How likely the ranks of `head` are so high by chance (Mann and Whitney 1947), by the normal approximation with its correction for
/// steps: of ten against ten it is stricter than the exact p by one pair of launches.
fn rank_sum_p(base: &[f64], head: &[f64]) -> f64 {
    let wins = |new: &f64| {
        base.iter()
            .map(|old| {
                if new > old {
                    1.0
                } else if new == old {
                    0.5
                } else {
                    0.0
                }
            })
            .sum::<f64>()
    };
    let (n, m) = (head.len() as f64, base.len() as f64);
    let u: f64 = head.iter().map(wins).sum();
    t_above((u - n * m / 2.0 - 0.5) / (n * m * (n + m + 1.0) / 12.0).sqrt(), f64::INFINITY)
}

/// Whether so many launches and rows are to be relabelled.
pub(super) fn is_needed(launches: usize, limits: &[Limit], settings: &Settings) -> bool {
    let deciding = limits.iter().filter(|limit| limit.decides).count().max(1);
    launches <= FEW_LAUNCHES && levels::PARTS.share * settings.alpha / (deciding as f64) < LEAST_T_TAIL
}

/// What relabelling says.
pub(super) struct Found {
    pub(super) adjusted: Vec<f64>,
    pub(super) relabellings: usize,
}

impl Launches {
    pub(super) fn new(mut rows: Vec<Vec<f64>>, new: usize, apart: f64) -> Self {
        take_out_launches(&mut rows, new);
        Self { rows, new, apart }
    }

    /// Adjusted p of each row, of those that decide; 1 for the others.
    pub(super) fn step_down(&self, shifts: &[f64], decides: &[bool]) -> Found {
        let launches = self.rows.first().map_or(0, Vec::len);
        let observed = ((1_u32 << self.new) - 1) << (launches - self.new);
        let masks = all_masks(launches, self.new);
        let rows: Vec<usize> = (0..self.rows.len()).filter(|&row| decides[row]).collect();
        let sorted: Vec<Vec<(f64, u32)>> = rows.iter().map(|&row| self.sorted(row, shifts[row])).collect();
        let fits: Vec<(f64, f64)> = sorted.iter().map(|row| fit(row, observed, self.new)).collect();
        let df = (launches - 2 * fifths(self.new).0 - 2 * fifths(launches - self.new).0) as f64 - 2.0;
        let prior = Prior::fit(&fits.iter().map(|fit| fit.1).collect::<Vec<f64>>(), df);
        let t = |(change, variance): (f64, f64), more: f64| {
            let error = (prior.shrink(variance, df) + self.apart.powi(2)).sqrt();
            if error > 0.0 { (change + more) / error } else { 0.0 }
        };
        let found: Vec<f64> = fits.iter().map(|fit| t(*fit, 0.0)).collect();
        let mut order: Vec<usize> = (0..rows.len()).collect();
        order.sort_by(|&a, &b| found[b].total_cmp(&found[a]));
        let mut reached = vec![0_usize; rows.len()];
        let mut random = Random::from_values(self.rows.iter().flatten());
        for &mask in &masks {
            let mut largest = f64::NEG_INFINITY;
            for &at in order.iter().rev() {
                let value = if mask == observed {
                    found[at]
                } else {
                    t(fit(&sorted[at], mask, self.new), self.draw(&mut random))
                };
                largest = largest.max(value);
                reached[at] += usize::from(largest >= found[at] - 1e-12);
            }
        }
        let mut adjusted = vec![1.0; self.rows.len()];
        let mut floor = 0.0_f64;
        for &at in &order {
            floor = floor.max(reached[at] as f64 / masks.len() as f64);
            adjusted[rows[at]] = floor;
        }
        Found { adjusted, relabellings: masks.len() }
    }

    fn sorted(&self, row: usize, shift: f64) -> Vec<(f64, u32)> {
        let first_new = self.rows[row].len() - self.new;
        let moved = |(at, value): (usize, &f64)| (value - if at >= first_new { shift } else { 0.0 }, 1 << at);
        let mut values: Vec<(f64, u32)> = self.rows[row].iter().enumerate().map(moved).collect();
        values.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        values
    }

    /// A difference of two sessions, with the tail that one comparison's rows tell.
    fn draw(&self, random: &mut Random) -> f64 {
        if self.apart == 0.0 {
            return 0.0;
        }
        // Student's t with 30 degrees of freedom is near enough a normal one, scaled to its variance.
        self.apart * random.normal() * (FEW_DAYS_DF / (FEW_DAYS_DF - 2.0)).sqrt()
    }
}

/// New less base by trimmed means, and the variance of that; `mask` says which are new.
fn fit(sorted: &[(f64, u32)], mask: u32, new: usize) -> (f64, f64) {
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
        (trimmed_of_sorted(&news[..new], fifths(new)), trimmed_of_sorted(&bases[..m], fifths(m)));
    let error = |part: super::basic::Trimmed| part.squares / (part.kept - 1.0).max(1.0) / part.kept;
    (new.mean - base.mean, error(new) + error(base))
}

/// All ways to choose `chosen` of `all` launches, `all` at most 16 (Gosper's hack).
fn all_masks(all: usize, chosen: usize) -> Vec<u32> {
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

/// Takes what each launch did to all rows off, inside each build: a slow launch is slow in all its rows.
pub(super) fn take_out_launches(rows: &mut [Vec<f64>], new: usize) {
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
    use super::*;

    #[test]
    fn the_rank_sum_is_that_of_mann_and_whitney() {
        let base: Vec<f64> = (0..10).map(f64::from).collect();
        let above = |by: f64| base.iter().map(|value| value + by).collect::<Vec<f64>>();
        // U is 90 of 100, so z = 39.5 / √175.
        assert!((rank_sum_p(&base, &above(5.5)) - 0.001_414).abs() < 1e-6);
        assert!(rank_sum_p(&base, &base) > 0.5);
        assert!(rank_sum_p(&above(5.5), &base) > 0.99);
    }

    #[test]
    fn a_row_of_two_modes_is_asked_by_its_ranks() {
        let quiet: Vec<f64> =
            (0..20).map(|at| f64::from(at % 7) + if at >= 10 { 20.0 } else { 0.0 }).collect();
        let modes: Vec<f64> =
            (0..20).map(|at| f64::from(at % 2) * 30.0 + if at >= 10 { 0.1 } else { 0.0 }).collect();
        let ranks = Ranks::new(&[quiet, modes], 10).expect("enough launches");
        assert!(ranks.agree(0) && !ranks.agree(1));
        assert!(Ranks::new(&[vec![0.0; 8]], 4).is_none());
    }
}
