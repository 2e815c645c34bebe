//! Two builds interleaved in blocks on one device: labels are permuted inside blocks, so sessions, heat and updates cancel.
//!
//! New launches are moved down by the row's limit, and each launch is taken as its distance from its block's median.
//! A row's statistic is Yuen's trimmed t, its error that of the labels' own launches (see `studentized`), and Westfall–Young's
//! step-down maxT corrects for all rows.
//! The estimates and intervals are those of a moderated t on values that are pulled in beyond 2 robust standard deviations.
//! Exact at the limit itself, conservative below it. Limit: labels must have been drawn inside blocks, in random order.

use super::basic::{mad, median, t_quantile_above};
use super::call::{Drift, Estimate, RowResult, call_rows};
use super::moderate::Prior;
use super::pool::ROWS_FOR_DRIFT;
use super::random::Random;
use super::scale::Scale;
use super::studentized::Trimmed;
use super::westfall_young::{Blocks, Centred, Design, step_down};
use super::{Costs, Error, Limit, Settings, check_limits};

/// Beyond this many robust standard deviations a launch is pulled in.
const PULL_IN: f64 = 2.0;

/// So many launches are looked at over all rows and relabellings, some seconds' worth; fewer relabellings are drawn for more rows.
const MOST_WORK: usize = 1_000_000_000;

/// But never fewer than this, which tell a level of 0.05 well enough.
const LEAST_RELABELLINGS: usize = 1000;

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
    let decides: Vec<bool> = limits.iter().map(|limit| limit.decides).collect();
    let seed = Random::from_values(logs.iter().flatten()).bits();
    let statistic = Trimmed::new(&relative, &blocks);
    let affordable = MOST_WORK / (rows * blocks.used()).max(1);
    let relabellings = settings.permutations.min(affordable.max(LEAST_RELABELLINGS));
    let all = step_down(&statistic, &blocks, &decides, design, relabellings, seed);
    for values in &mut logs {
        pull_in(values, &design.block);
    }
    let centred = Centred::new(&logs, design).ok_or(too_few)?;
    let fits = centred.fit(design);
    let variances: Vec<f64> = fits.iter().map(|fit| fit.1).collect();
    let prior = if centred.df() > 0.0 { Prior::fit(&variances, centred.df()) } else { Prior::NONE };
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
