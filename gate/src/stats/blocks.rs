//! Two builds interleaved in blocks on one device: labels are permuted inside blocks, so sessions, heat and updates cancel.
//!
//! New launches are moved down by the row's limit, and each launch is taken as its distance from its block's median.
//! These are the same for all relabellings, so every statistic of them gives a test that is exact whatever the noise.
//! Westfall–Young's step-down maxT corrects for all rows. Three statistics, chosen by the design alone (`Rule`):
//! - With enough launches to cut some (9 pairs, or 7 of each build in a block): a trimmed t whose error is that of the labels' own
//!   launches (see `studentized`). It sees the gap between two builds, and not only their order.
//! - With fewer, or where that would take too long: the difference of mean scores, which are distances in robust standard
//!   deviations, bounded as Huber's (1964), and closer above than below: what disturbs a launch makes it slower.
//!   (A linear rank test but for the scores; dividing by their spread once more was measured to lose a tenth of the power.)
//! - Bounded scores show order and hardly size: of thousands of rows some come out in perfect order by chance when there are few
//!   relabellings (252 for 5 against 5). There it is the moderated t of the values pulled in beyond 2 robust standard deviations,
//!   with a prior that no relabelling changes.
//!
//! The estimates and intervals are those of a moderated t on values pulled in so.
//! Exact at the limit itself, conservative below it. Limit: labels must have been drawn inside blocks, in random order.

use super::basic::{mad, median, t_quantile_above, variance};
use super::call::{Drift, Estimate, RowResult, call_rows};
use super::moderate::Prior;
use super::pool::ROWS_FOR_DRIFT;
use super::random::Random;
use super::scale::Scale;
use super::studentized::{self, Cut};
use super::westfall_young::{Blocks, Centred, Design, Moderated, step_down};
use super::{Costs, Error, Limit, Settings, check_limits};

/// Beyond this many robust standard deviations a launch is pulled in.
const PULL_IN: f64 = 2.0;

/// Scores end at so many robust standard deviations below and above the block's median.
const SCORES: (f64, f64) = (-1.0, 0.5);

/// Labels that differ in cut launches only may be at most this share of the level.
const HIDDEN: f64 = 0.5;

/// So many launches are walked at most, over all rows and relabellings: a second or two.
const MOST_WORK: usize = 1_000_000_000;

/// All rows' results.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// In the order of the input's rows.
    pub rows: Vec<RowResult>,
    /// The change common to all rows: here it is the new build's own.
    pub drift: Drift,
    /// How many relabellings were looked at, the observed one included.
    pub relabellings: usize,
}

/// Judges the launches of `costs` that `design` calls new against the others.
pub fn judge(
    costs: &Costs,
    design: &Design,
    limits: &[Limit],
    settings: &Settings,
) -> Result<Judgement, Error> {
    settings.check()?;
    check_limits(costs.rows(), limits)?;
    if design.new.len() != costs.launches() || design.block.len() != costs.launches() {
        let found = design.new.len().min(design.block.len());
        return Err(Error::TooFew { what: "labelled launches", needed: costs.launches(), found });
    }
    let rows = costs.rows();
    let scales: Vec<Scale> =
        (0..rows).map(|row| Scale::of(costs.row(row).iter(), limits[row].floor)).collect();
    let mut logs: Vec<Vec<f64>> =
        (0..rows).map(|row| costs.row(row).iter().map(|&cost| scales[row].log(cost)).collect()).collect();
    let too_few = Error::TooFew { what: "blocks with both builds", needed: 1, found: 0 };
    // First without limits, for the drift and the centres.
    let plain = Centred::new(&logs, design).ok_or(too_few.clone())?;
    let changes: Vec<f64> = plain.fit(design).into_iter().map(|(beta, _)| beta).collect();
    let drift = common_drift(&changes, settings);
    let common = if drift.removed { drift.ratio.ln() } else { 0.0 };
    let bases: Vec<f64> = logs
        .iter()
        .map(|row| {
            let base: Vec<f64> =
                row.iter().zip(&design.new).filter(|(_, new)| !**new).map(|(value, _)| *value).collect();
            median(&base)
        })
        .collect();
    let thresholds: Vec<f64> = (0..rows)
        .map(|row| scales[row].threshold(bases[row], limits[row].effect, limits[row].floor))
        .collect();
    for (row, values) in logs.iter_mut().enumerate() {
        for (value, new) in values.iter_mut().zip(&design.new) {
            if *new {
                *value -= common + thresholds[row];
            }
        }
    }
    let blocks = Blocks::of(design).ok_or(too_few.clone())?;
    let relative: Vec<Vec<f64>> = logs.iter().map(|values| distances(values, &design.block)).collect();
    for values in &mut logs {
        pull_in(values, &design.block);
    }
    let centred = Centred::new(&logs, design).ok_or(too_few.clone())?;
    let fits = centred.fit(design);
    let variances: Vec<f64> = fits.iter().map(|fit| fit.1).collect();
    let prior = if centred.df() > 0.0 { Prior::fit(&variances, centred.df()) } else { Prior::NONE };
    let seed = Random::from_values(logs.iter().flatten()).bits();
    let decides: Vec<bool> = limits.iter().map(|limit| limit.decides).collect();
    let deciding = decides.iter().filter(|decides| **decides).count();
    let moderated = |centred: &Centred, prior: Prior| {
        let statistic = Moderated::new(centred, prior);
        step_down(&statistic, &blocks, &decides, design, settings.permutations, seed)
    };
    let all = match Rule::of(&blocks, rows, deciding, settings) {
        Rule::Trimmed(cut) => {
            studentized::step_down(&relative, &decides, cut, design, settings.permutations, seed)
                .ok_or(too_few)?
        }
        Rule::Scores => {
            let scores: Vec<Vec<f64>> = relative.iter().map(|distances| score(distances)).collect();
            moderated(&Centred::new(&scores, design).ok_or(too_few)?, Prior::UNIT)
        }
        Rule::Moderated => moderated(&centred, label_free_prior(&fits, &centred)),
    };
    let df = prior.df + centred.df().max(1.0);
    let estimates: Vec<Estimate> = (0..rows)
        .map(|row| {
            let error = (prior.shrink(fits[row].1, centred.df().max(1.0)) / centred.weight()).sqrt();
            let change = fits[row].0 + thresholds[row];
            Estimate { scale: scales[row], base: bases[row], change, error, test_error: error, df }
        })
        .collect();
    let results = call_rows(&estimates, limits, settings, (all.p, all.adjusted));
    Ok(Judgement { rows: results, drift, relabellings: all.relabellings })
}

fn common_drift(changes: &[f64], settings: &Settings) -> Drift {
    if changes.is_empty() {
        return Drift { ratio: 1.0, interval: (1.0, 1.0), removed: false };
    }
    let middle = median(changes);
    let error = 1.2533 * mad(changes) / (changes.len() as f64).sqrt();
    let both = t_quantile_above(0.5 * (1.0 - settings.confidence), f64::INFINITY);
    Drift {
        ratio: middle.exp(),
        interval: ((middle - both * error).exp(), (middle + both * error).exp()),
        removed: settings.remove_drift && changes.len() >= ROWS_FOR_DRIFT,
    }
}

/// Which statistic is relabelled. It hangs on the design alone, so that choosing spends nothing of the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    Trimmed(Cut),
    Scores,
    Moderated,
}

impl Rule {
    fn of(blocks: &Blocks, rows: usize, deciding: usize, settings: &Settings) -> Self {
        let orders = blocks.relabellings().unwrap_or(usize::MAX);
        let work = rows.saturating_mul(blocks.used()).saturating_mul(orders.min(settings.permutations));
        match Cut::of(blocks, HIDDEN * settings.alpha) {
            Some(cut) if work <= MOST_WORK => Self::Trimmed(cut),
            // Fewer of the others than the level must come out in perfect order by chance, which is all that bounded scores can show.
            _ if deciding as f64 <= settings.alpha * orders as f64 => Self::Scores,
            _ => Self::Moderated,
        }
    }
}

/// The prior of all rows' variances with nothing taken out for the labels, so that it is the same for every relabelling.
fn label_free_prior(fits: &[(f64, f64)], centred: &Centred) -> Prior {
    let df = centred.df().max(1.0);
    let whole = |(beta, variance): &(f64, f64)| {
        (variance * df + centred.weight() * beta * beta) / (centred.df() + 1.0)
    };
    Prior::fit(&fits.iter().map(whole).collect::<Vec<f64>>(), centred.df() + 1.0)
}

/// Each value's distance from its block's median.
fn distances(values: &[f64], block: &[u32]) -> Vec<f64> {
    let mut ids = block.to_vec();
    ids.sort_unstable();
    ids.dedup();
    let mut distances = vec![0.0; values.len()];
    for id in ids {
        let inside: Vec<usize> = (0..values.len()).filter(|&l| block[l] == id).collect();
        let centre = median(&inside.iter().map(|&l| values[l]).collect::<Vec<f64>>());
        for l in inside {
            distances[l] = values[l] - centre;
        }
    }
    distances
}

/// The bounded scores of distances; where half of them are the same, their own standard deviation is the unit.
fn score(distances: &[f64]) -> Vec<f64> {
    let robust = mad(distances);
    let unit = if robust > 0.0 { robust } else { variance(distances).sqrt() };
    let bounded = |distance: &f64| if unit > 0.0 { (distance / unit).clamp(SCORES.0, SCORES.1) } else { 0.0 };
    distances.iter().map(bounded).collect()
}

/// Pulls values in towards their block's median, beyond [`PULL_IN`] robust standard deviations of all blocks together.
fn pull_in(values: &mut [f64], block: &[u32]) {
    let distances = distances(values, block);
    let reach = PULL_IN * mad(&distances);
    if reach > 0.0 {
        for (value, distance) in values.iter_mut().zip(&distances) {
            *value += distance.clamp(-reach, reach) - distance;
        }
    }
}
