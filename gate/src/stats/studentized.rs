//! Yuen's trimmed t for relabelling: a difference of trimmed means over an error from the same labels' own launches.
//!
//! The error is of the labels at hand, not of all launches together: a slower row then has the small spread that both builds have in
//! themselves, and under nearly every other labelling a large one, so that even with a third of its launches disturbed it stands
//! apart from all that relabelled noise does (Yuen 1974; permuted: Janssen 1997).
//! A row's variance is shrunk towards the common one of all rows, each with both labels taken together, which no relabelling
//! changes: the test is exact whatever the noise.
//!
//! Cost: each labelling walks the row's launches in sorted order once, several of them together; they are sorted once for all.

use super::basic::mean;
use super::moderate::Prior;
use super::westfall_young::{self, Adjusted, Blocks, Design, Statistic};

/// How many launches are cut at each end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Of the base build's.
    pub base: usize,
    /// Of the new build's.
    pub new: usize,
}

impl Cut {
    /// 20 %, as [`super::basic::Trimmed`], but so few that labels which differ in cut launches only are `rare` among all relabellings:
    /// where the builds lie far apart these are as good as the observed ones. `None` if not even one launch may be cut.
    pub(super) fn of(blocks: &Blocks, rare: f64) -> Option<Self> {
        let (base, new) = blocks.sides();
        let most = (base / 5).min(new / 5);
        let cut = (1..=most).take_while(|&swapped| blocks.share_within(swapped) <= rare).last()?;
        // All that the smaller build could hide is rare: the larger one may cut its own 20 %.
        let most = if cut == most { usize::MAX } else { cut };
        Some(Self { base: most.min(base / 5), new: most.min(new / 5) })
    }
}

/// The step-down maxT of the trimmed t of `rows`, whose values can be compared across blocks, over those that `decides`.
/// `None` if no block has both labels.
pub fn step_down(
    rows: &[Vec<f64>],
    decides: &[bool],
    cut: Cut,
    design: &Design,
    permutations: usize,
    seed: u64,
) -> Option<Adjusted> {
    let blocks = Blocks::of(design)?;
    let trimmed = Trimmed::new(rows, &blocks, cut);
    Some(westfall_young::step_down(&trimmed, &blocks, decides, design, permutations, seed))
}

/// All rows' launches in sorted order.
struct Trimmed {
    rows: usize,
    /// How many launches count, of the `launches` that a row has.
    used: usize,
    launches: usize,
    /// Row after row, sorted by value.
    sorted: Vec<(f64, u32)>,
    prior: Prior,
    cut: Cut,
}

impl Trimmed {
    /// Launches that are in none of `blocks` are left out.
    fn new(rows: &[Vec<f64>], blocks: &Blocks, sides: Cut) -> Self {
        let used = blocks.used();
        let mut sorted = Vec::with_capacity(rows.len() * used);
        let mut variances = Vec::with_capacity(rows.len());
        let cut = sides.base + sides.new;
        for row in rows {
            let from = sorted.len();
            sorted.extend(blocks.launches.iter().flatten().map(|&l| (row[l], l as u32)));
            let row = &mut sorted[from..];
            row.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            // About its own middle, so that squares lose nothing.
            let kept = &row[cut..used - cut];
            let middle = mean(&kept.iter().map(|(value, _)| *value).collect::<Vec<f64>>());
            row.iter_mut().for_each(|(value, _)| *value -= middle);
            let kept = &row[cut..used - cut];
            let squares: f64 = kept.iter().map(|(value, _)| value * value).sum();
            variances.push(squares / (kept.len() as f64 - 1.0).max(1.0));
        }
        let df = (used - 2 * cut) as f64 - 1.0;
        let prior = if df > 0.0 { Prior::fit(&variances, df) } else { Prior::NONE };
        let launches = rows.first().map_or(0, Vec::len);
        Self { rows: rows.len(), used, launches, sorted, prior, cut: sides }
    }

    /// A row's t under several labellings at once, so that the processor may work on them side by side.
    fn t(&self, row: &[(f64, u32)], is_new: &[[f64; LANES]], new: Side, base: Side) -> [f64; LANES] {
        let (mut news, mut sum_new, mut sum_base, mut all) =
            ([0.0_f64; LANES], [0.0_f64; LANES], [0.0_f64; LANES], [0.0_f64; LANES]);
        let mut seen = 0.0;
        for &(value, launch) in row {
            let is_new = &is_new[launch as usize];
            let square = value * value;
            for lane in 0..LANES {
                // Counts are numbers and choices are products: which label comes next is nobody's guess.
                let bases = seen - news[lane];
                let of_new = if new.keeps(news[lane]) { is_new[lane] } else { 0.0 };
                let of_base = if base.keeps(bases) { 1.0 - is_new[lane] } else { 0.0 };
                news[lane] += is_new[lane];
                sum_new[lane] += of_new * value;
                sum_base[lane] += of_base * value;
                all[lane] += (of_new + of_base) * square;
            }
            seen += 1.0;
        }
        let (n, b) = (new.kept(), base.kept());
        let df = (n + b - 2.0).max(1.0);
        std::array::from_fn(|lane| {
            let (new, base, all) = (sum_new[lane], sum_base[lane], all[lane]);
            // Rounding leaves about 1e-16 of the squares where there is no noise.
            let left = (all - new * new / n - base * base / b).max(1e-14 * all);
            let error = (self.prior.shrink(left / df, OWN_SHARE * df) * (1.0 / n + 1.0 / b)).sqrt();
            if error > 0.0 { (new / n - base / b) / error } else { 0.0 }
        })
    }
}

/// Of what a labelling's own launches say of their variance so much is taken: they go astray several in a row, so that they are fewer
/// than they look, and of thousands of labellings the highest t is that of launches that lie together by chance.
const OWN_SHARE: f64 = 0.5;

/// So many labellings are walked together: what they add up to fits the registers of any 64-bit processor.
const LANES: usize = 4;

/// Which launches of one label are kept, by how many of it came before.
#[derive(Clone, Copy)]
struct Side {
    from: f64,
    to: f64,
}

impl Side {
    fn of(launches: usize, cut: usize) -> Self {
        Self { from: cut as f64, to: (launches - cut) as f64 }
    }

    fn kept(self) -> f64 {
        self.to - self.from
    }

    #[inline]
    fn keeps(self, before: f64) -> bool {
        (before >= self.from) & (before < self.to)
    }
}

impl Statistic for Trimmed {
    fn rows(&self) -> usize {
        self.rows
    }

    fn of(&self, labellings: &[Vec<usize>], out: &mut [f64]) {
        let mut labels = vec![[0.0; LANES]; self.launches];
        for (some, out) in labellings.chunks(LANES).zip(out.chunks_mut(LANES * self.rows.max(1))) {
            labels.fill([0.0; LANES]);
            for (lane, new) in some.iter().enumerate() {
                new.iter().for_each(|&launch| labels[launch][lane] = 1.0);
            }
            // Relabelling leaves their numbers as they are, so one chunk has one pair of sides.
            let new = some.first().map_or(0, Vec::len);
            let (new, base) = (Side::of(new, self.cut.new), Side::of(self.used - new, self.cut.base));
            for (row, sorted) in self.sorted.chunks_exact(self.used.max(1)).enumerate() {
                let t = self.t(sorted, &labels, new, base);
                for (lane, t) in t.into_iter().take(some.len()).enumerate() {
                    out[lane * self.rows + row] = t;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::basic::trimmed;
    use crate::stats::westfall_young::Design;

    /// The definition, sorted anew for each label.
    fn by_definition(row: &[f64], new: &[bool], prior: Prior) -> f64 {
        let of = |label: bool| {
            let mut values: Vec<f64> =
                row.iter().zip(new).filter(|(_, new)| **new == label).map(|(value, _)| *value).collect();
            let centre = trimmed(&mut values).mean;
            let kept = &values[values.len() / 5..values.len() - values.len() / 5];
            (centre, kept.iter().map(|v| (v - centre).powi(2)).sum::<f64>(), kept.len() as f64)
        };
        let (base, new) = (of(false), of(true));
        let df = base.2 + new.2 - 2.0;
        let variance = prior.shrink((base.1 + new.1) / df, 0.5 * df);
        (new.0 - base.0) / (variance * (1.0 / base.2 + 1.0 / new.2)).sqrt()
    }

    #[test]
    fn a_walk_in_sorted_order_is_the_trimmed_t() {
        let mut random = crate::stats::Random::new(3);
        let rows: Vec<Vec<f64>> =
            (0..30).map(|row| (0..17).map(|_| 5.0 + 0.01 * row as f64 * random.normal()).collect()).collect();
        let design = Design { new: (0..17).map(|l| l % 5 < 2).collect(), block: vec![1; 17] };
        let blocks = Blocks::of(&design).expect("one block has both labels");
        let trimmed = Trimmed::new(&rows, &blocks, Cut { base: 1, new: 1 });
        let mut found = vec![0.0; rows.len()];
        trimmed.of(&[blocks.observed(&design)], &mut found);
        for (row, t) in rows.iter().zip(&found).skip(1) {
            let expected = by_definition(row, &design.new, trimmed.prior);
            assert!((t - expected).abs() < 1e-9 * expected.abs().max(1.0), "{t} instead of {expected}");
        }
        // A row without any noise is no evidence.
        assert_eq!(found[0], 0.0);
    }
}
