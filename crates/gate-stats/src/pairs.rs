//! Compares two builds whose launches are interleaved on one device, in blocks of neighbouring launches of both builds. The effects of
//! days, sessions and blocks are equal for both builds and cancel.
//!
//! - The common effect of a launch on all rows is the median over the rows. From these effects, the common difference between the builds is
//!   estimated within blocks by least squares (with pairs, as the mean difference), and its error from the residuals. If the 60 % of the
//!   launches that scatter least give a smaller error, only these 60 % are used, since a slow path or heat affects some launches of both
//!   builds.
//! - A row is judged by its launches, from which the common effect of each launch is subtracted. The level of a row is the mean of the 60 %
//!   of the launches that scatter least (`estimator`), with moderated variances after Yuen (1974). If the row's differences within blocks
//!   scatter less, the row is judged by these differences, without the lowest and the highest tenth of them. In differences within blocks,
//!   disturbances of neighbouring launches cancel, and different effects of heat on rows cancel too.
//! - The launch and its phases are judged by their own differences within blocks; no common effect is subtracted.
//! - With few launches, rows are judged by a permutation test over all relabellings (`permutation`).
//!
//! Assumes that the order of the builds within each block was random. With five pairs, the growth of a launch time with 3 % noise is
//! measured to ±4 %.

use super::basic::{TrimmedMean, mean, median, trimmed_of_sorted};
use super::estimator::{FastEndTrim, fastest_fifth};
use super::model::{DesignEstimates, VarianceEstimate};
use super::moderate::Prior;
use super::permutation::{self, RankTest, subtract_launch_effects};
use super::scale::LogScale;
use super::tail;
use super::tuned::{
    LAUNCHES_TO_SELECT, LEAST_DAY_SD, SHARE_IN_FASTEST_20_OF_PAIRS, SHARPER_BLOCKS, SHARPER_COMMON,
    TRIMMED_DF,
};
use super::{Costs, Error, Limit, Settings, check_limits, informative_rows};

/// The build and the block of each launch. A block is a group of neighbouring launches of both builds.
#[derive(Clone, Debug, PartialEq)]
pub struct InterleavedDesign {
    /// Whether each launch is of the new build.
    pub new: Vec<bool>,
    pub block: Vec<u32>,
}

/// The number of the block of each launch.
struct Blocks {
    of: Vec<usize>,
    all: usize,
}

impl Blocks {
    fn new(design: &InterleavedDesign) -> Blocks {
        let mut ids = design.block.clone();
        ids.sort_unstable();
        ids.dedup();
        let of = design.block.iter().filter_map(|id| ids.binary_search(id).ok()).collect();
        Blocks { of, all: ids.len() }
    }

    /// Returns the blocks with the launches in a different order: first the base's launches, then the head's launches.
    fn by_build(&self, design: &InterleavedDesign) -> Blocks {
        Blocks { of: [false, true].map(|new| select_build(&self.of, design, new)).concat(), all: self.all }
    }

    /// Returns the mean of the values in each block; NaN for an empty block.
    fn block_means(&self, of: &[usize], values: &[f64]) -> Vec<f64> {
        let mut sums = vec![(0.0, 0.0); self.all];
        for (&block, value) in of.iter().zip(values) {
            sums[block].0 += value;
            sums[block].1 += 1.0;
        }
        sums.into_iter().map(|(sum, count)| sum / count).collect()
    }

    /// Subtracts from each value the mean of its block.
    fn centre_in_blocks(&self, values: &[f64]) -> Vec<f64> {
        let means = self.block_means(&self.of, values);
        self.of.iter().zip(values).map(|(&block, value)| value - means[block]).collect()
    }

    /// Returns, for each block, the mean of its new values minus the mean of its old values. The last `news` values are those of the new
    /// build. The effect of a burst of disturbed launches or of a throttled device cancels in this difference.
    fn differences_within_blocks(&self, values: &[f64], news: usize) -> Vec<f64> {
        let ((old, new), (of_old, of_new)) =
            (values.split_at(values.len() - news), self.of.split_at(values.len() - news));
        let both = self.block_means(of_new, new).into_iter().zip(self.block_means(of_old, old));
        both.map(|(new, old)| new - old).filter(|apart| apart.is_finite()).collect()
    }
}

/// The labels of the launches (1 for the new build, 0 for the old build), each minus the mean label of its block, for estimates within
/// blocks.
struct WithinBlocks {
    labels: Vec<f64>,
    /// The sum of the squares of `labels`.
    weight: f64,
    df: f64,
    blocks: Blocks,
}

impl WithinBlocks {
    fn new(design: &InterleavedDesign) -> Result<Self, Error> {
        let labels: Vec<f64> = design.new.iter().map(|new| f64::from(u8::from(*new))).collect();
        let mut inside = Self { labels: Vec::new(), weight: 0.0, df: 0.0, blocks: Blocks::new(design) };
        inside.labels = inside.blocks.centre_in_blocks(&labels);
        inside.weight = inside.labels.iter().map(|label| label * label).sum();
        inside.df = (design.new.len() as f64 - inside.blocks.all as f64 - 1.0).max(1.0);
        if inside.weight > 0.0 {
            Ok(inside)
        } else {
            Err(Error::TooFew { what: "blocks with both builds", needed: 1, found: 0 })
        }
    }

    /// Estimates the head's level minus the base's within blocks, by least squares.
    fn fit(&self, values: &[f64]) -> GrowthFit {
        let values = self.blocks.centre_in_blocks(values);
        let growth =
            self.labels.iter().zip(&values).map(|(label, value)| label * value).sum::<f64>() / self.weight;
        let left = self.labels.iter().zip(&values).map(|(label, value)| (value - growth * label).powi(2));
        let variance = left.sum::<f64>() / self.df / self.weight;
        GrowthFit { growth, spread: VarianceEstimate { variance, df: self.df } }
    }
}

/// A growth between the builds, and the error of this growth.
#[derive(Clone, Copy)]
struct GrowthFit {
    growth: f64,
    spread: VarianceEstimate,
}

/// Converts the costs of the rows to logarithms.
fn to_logarithms(
    costs: &Costs,
    design: &InterleavedDesign,
    limits: &[Limit],
) -> Result<(Vec<LogScale>, Vec<Vec<f64>>), Error> {
    check_limits(costs.rows(), limits)?;
    if design.new.len() != costs.launches() || design.block.len() != costs.launches() {
        let found = design.new.len().min(design.block.len());
        return Err(Error::TooFew { what: "labelled launches", needed: costs.launches(), found });
    }
    let scales: Vec<LogScale> =
        (0..costs.rows()).map(|row| LogScale::from_costs(costs.row(row).iter(), limits[row].floor)).collect();
    let logs = (0..costs.rows())
        .map(|row| costs.row(row).iter().map(|&cost| scales[row].log_cost(cost)).collect())
        .collect();
    Ok((scales, logs))
}

/// Selects the values of the new launches if `new` is true, otherwise those of the old launches.
pub(super) fn select_build<T: Copy>(values: &[T], design: &InterleavedDesign, new: bool) -> Vec<T> {
    values.iter().zip(&design.new).filter(|(_, is_new)| **is_new == new).map(|(value, _)| *value).collect()
}

/// Estimates, from interleaved launches, the growth of each row and the common change of all rows.
pub(super) fn estimate_rows(
    costs: &Costs,
    design: &InterleavedDesign,
    limits: &[Limit],
    settings: &Settings,
) -> Result<DesignEstimates, Error> {
    settings.check()?;
    let (scales, logs) = to_logarithms(costs, design, limits)?;
    let inside = WithinBlocks::new(design)?;
    let counted = informative_rows(&scales, limits);
    // The common effect of each launch on all rows, relative to the base's level.
    let by_launch: Vec<f64> = {
        let levels: Vec<f64> = logs.iter().map(|row| median(&select_build(row, design, false))).collect();
        let apart = |launch: usize| -> Vec<f64> {
            counted.iter().map(|&row| logs[row][launch] - levels[row]).collect()
        };
        (0..costs.launches()).map(|l| if counted.is_empty() { 0.0 } else { median(&apart(l)) }).collect()
    };
    let common = estimate_common(&inside, &by_launch, design);
    let mut sides: Vec<Vec<f64>> = logs
        .iter()
        .map(|row| [select_build(row, design, false), select_build(row, design, true)].concat())
        .collect();
    let news = design.new.iter().filter(|new| **new).count();
    if !counted.is_empty() {
        let mut kept: Vec<Vec<f64>> = counted.iter().map(|&row| sides[row].clone()).collect();
        subtract_launch_effects(&mut kept, news);
        counted.iter().zip(kept).for_each(|(&row, values)| sides[row] = values);
    }
    let few = permutation::is_needed(costs.launches(), limits, settings);
    let permutation_test = few.then(|| permutation::PermutationTest::new(sides.clone(), news, 0.0));
    let blocks = inside.blocks.by_build(design);
    let rows = InterleavedRows { scales, rows: sides, heads: news, blocks, informative: counted };
    Ok(rows.into_estimates(common, permutation_test))
}

/// Estimates the common growth of all rows within blocks, or from the launches that scatter least if their mean has a far smaller error.
fn estimate_common(inside: &WithinBlocks, by_launch: &[f64], design: &InterleavedDesign) -> GrowthFit {
    let fitted = inside.fit(by_launch);
    let [mut old, mut new] = [false, true].map(|side| select_build(by_launch, design, side));
    let (least, launches) = (old.len().min(new.len()), by_launch.len() as f64);
    let (old, new) = least_scattered_means(&mut old, &mut new);
    let variance = squared_error(old) + squared_error(new);
    if least < LAUNCHES_TO_SELECT || variance >= SHARPER_COMMON * fitted.spread.variance {
        return fitted;
    }
    let spread = VarianceEstimate { variance, df: ((launches - 2.0) * TRIMMED_DF).max(1.0) };
    GrowthFit { growth: new.mean - old.mean, spread }
}

/// Returns the means of both builds over the 60 % of the launches that scatter least in both builds. With few launches the selection is
/// fixed: the fastest 10 % and the slowest 30 % are removed (of five launches only the slowest). Sorts the launches of both builds.
fn least_scattered_means(old: &mut [f64], new: &mut [f64]) -> (TrimmedMean, TrimmedMean) {
    old.sort_unstable_by(f64::total_cmp);
    new.sort_unstable_by(f64::total_cmp);
    if old.len().min(new.len()) < LAUNCHES_TO_SELECT {
        let slowest = |side: &[f64]| trimmed_of_sorted(side, side.len() / 10, 3 * side.len() / 10);
        return (slowest(old), slowest(new));
    }
    let mut least =
        (trimmed_by_cut(old, FastEndTrim::FASTEST_60), trimmed_by_cut(new, FastEndTrim::FASTEST_60));
    for cut in &FastEndTrim::ALL[1..] {
        let both = (trimmed_by_cut(old, *cut), trimmed_by_cut(new, *cut));
        if squared_error(both.0) + squared_error(both.1) < squared_error(least.0) + squared_error(least.1) {
            least = both;
        }
    }
    least
}

fn trimmed_by_cut(sorted: &[f64], cut: FastEndTrim) -> TrimmedMean {
    let (fast, slow) = cut.removed_of(sorted.len());
    trimmed_of_sorted(sorted, fast, slow)
}

/// Returns the squared error of a trimmed mean.
fn squared_error(side: TrimmedMean) -> f64 {
    side.squares / (side.kept - 1.0).max(1.0) / side.kept
}

/// Returns the mean of the fastest 20 % of the launches.
fn mean_of_fastest_fifth(sorted: &[f64]) -> f64 {
    mean(&sorted[..fastest_fifth(sorted.len())])
}

/// The rows of interleaved launches.
struct InterleavedRows {
    scales: Vec<LogScale>,
    /// The logarithms of each row minus the common effect of each launch. The base's launches come first.
    rows: Vec<Vec<f64>>,
    /// Number of launches of the head.
    heads: usize,
    blocks: Blocks,
    informative: Vec<usize>,
}

/// The comparison of a row between the builds.
struct RowFit {
    base: f64,
    growth: f64,
    variance: f64,
    df: f64,
    /// The growth of the fastest 20 % of the launches; `None` if there are too few launches.
    growth_fastest_20: Option<f64>,
    /// The launches that the rank test uses.
    ranked: Vec<f64>,
}

impl RowFit {
    /// Compares trimmed means of the two builds, or uses the differences within blocks if these scatter less.
    fn new(values: &[f64], heads: usize, blocks: &Blocks) -> RowFit {
        let bases = values.len() - heads;
        let mut sorted = values.to_vec();
        let (old, new) = sorted.split_at_mut(bases);
        let (base, head) = least_scattered_means(old, new);
        let is_enough = bases.min(heads) >= LAUNCHES_TO_SELECT;
        let growth_fastest_20 = is_enough.then(|| mean_of_fastest_fifth(new) - mean_of_fastest_fifth(old));
        let mut apart = blocks.differences_within_blocks(values, heads);
        apart.sort_unstable_by(f64::total_cmp);
        let is_enough = apart.len() >= LAUNCHES_TO_SELECT;
        let apart = trimmed_of_sorted(&apart, apart.len() / 10, apart.len() / 10);
        let by_build = squared_error(base) + squared_error(head);
        let (growth, variance, df, ranked) = if is_enough && squared_error(apart) < SHARPER_BLOCKS * by_build
        {
            (apart.mean, squared_error(apart), apart.kept - 1.0, blocks.centre_in_blocks(values))
        } else {
            let df = ((values.len() as f64 - 2.0) * TRIMMED_DF).max(1.0);
            (head.mean - base.mean, by_build, df, values.to_vec())
        };
        RowFit { base: base.mean, growth, variance, df, growth_fastest_20, ranked }
    }

    /// Returns the growth of the fastest 20 % of the launches plus `shift`; infinite if the row is absent from some launches.
    fn fastest_20_growth(&self, scale: &LogScale, shift: f64) -> Option<f64> {
        let growth = self.growth_fastest_20?;
        Some(if scale.has_zeros() { f64::INFINITY } else { growth + shift })
    }
}

impl InterleavedRows {
    /// Estimates the rows' growths, with variances that are shrunk towards that of all rows. The growths are shifted so that their median
    /// is the common growth of the launches.
    fn into_estimates(
        self,
        common: GrowthFit,
        permutation_test: Option<permutation::PermutationTest>,
    ) -> DesignEstimates {
        let fit = |row: &Vec<f64>| RowFit::new(row, self.heads, &self.blocks);
        let fits: Vec<RowFit> = self.rows.iter().map(fit).collect();
        let counted = |value: &dyn Fn(&RowFit) -> f64| -> Vec<f64> {
            self.informative.iter().map(|&row| value(&fits[row])).collect()
        };
        let shift = |growths: &[f64]| {
            if growths.is_empty() { common.growth } else { common.growth - median(growths) }
        };
        let prior = Prior::fit(&counted(&|fit| fit.variance), mean(&counted(&|fit| fit.df)));
        let of_rows = shift(&counted(&|fit| fit.growth));
        let shift_fastest_20 = shift(&counted(&|fit| fit.growth_fastest_20.unwrap_or(f64::NAN)));
        // If a row is absent from some launches, its fastest launches cost 0 and show no growth.
        let quickest = |(fit, scale): (&RowFit, &LogScale)| fit.fastest_20_growth(scale, shift_fastest_20);
        let unless_never = |value: f64, scale: &LogScale| if scale.is_always_zero() { 0.0 } else { value };
        let both = || fits.iter().zip(&self.scales);
        let rank_test = if permutation_test.is_some() {
            None
        } else {
            RankTest::new(&fits.iter().map(|fit| fit.ranked.clone()).collect::<Vec<_>>(), self.heads)
        };
        let mut evidence = DesignEstimates {
            base: both().map(|(fit, scale)| unless_never(fit.base, scale)).collect(),
            growth: both().map(|(fit, scale)| unless_never(fit.growth + of_rows, scale)).collect(),
            growth_fastest_20: both().map_while(quickest).collect(),
            needed_share_in_fastest_20: SHARE_IN_FASTEST_20_OF_PAIRS,
            // More launches of both builds reduce the whole variance, including the part by which the variance was widened.
            of_launches: vec![f64::INFINITY; fits.len()],
            variance: fits.iter().map(|fit| prior.shrink(fit.variance, fit.df)).collect(),
            df: fits.iter().map(|fit| prior.df + fit.df).collect(),
            common: common.spread,
            common_measured: common.spread,
            permutation_test,
            rank_test,
            ..DesignEstimates::without_common_change(&self.scales)
        };
        evidence.beyond_base_tail =
            tail::rows_beyond_tail(&self.rows, self.heads, &evidence.scales, &self.informative);
        evidence
    }
}

/// Estimates the growth of the launch and its phases from their own differences within blocks.
pub(super) fn estimate_wholes(
    costs: &Costs,
    design: &InterleavedDesign,
    limits: &[Limit],
) -> Result<DesignEstimates, Error> {
    let (scales, logs) = to_logarithms(costs, design, limits)?;
    let inside = WithinBlocks::new(design)?;
    let fits: Vec<GrowthFit> = logs.iter().map(|row| inside.fit(row)).collect();
    // A launch time without any scatter is not credible, so the standard deviation is assumed to be at least a tenth of the least standard
    // deviation between days.
    let variance: Vec<f64> =
        fits.iter().map(|fit| fit.spread.variance.max((0.1 * LEAST_DAY_SD).powi(2))).collect();
    Ok(DesignEstimates {
        base: logs.iter().map(|row| mean(&select_build(row, design, false))).collect(),
        growth: fits.iter().map(|fit| fit.growth).collect(),
        of_launches: variance.clone(),
        variance,
        df: vec![inside.df; scales.len()],
        ..DesignEstimates::without_common_change(&scales)
    })
}
