//! Two builds interleaved in blocks on one device: labels are permuted inside blocks, so sessions, heat and updates cancel.
//!
//! New launches are moved down by the row's limit. Each launch then gets a score by its distance from its block's median, in robust
//! standard deviations, bounded as Huber's (1964), and closer above than below: what disturbs a launch makes it slower. Scores are
//! the same for all relabellings, so the test is exact whatever the noise. A row's statistic is the difference of mean scores (a linear
//! rank test but for the scores; they are in units of the row's own noise already, and dividing by their spread once more was measured
//! to lose a tenth of the power), and Westfall–Young's step-down maxT corrects for all rows.
//! Bounded scores show order and hardly size: of thousands of rows some come out in perfect order by chance when there are few
//! relabellings (252 for 5 against 5). There the statistic is the moderated t of the values pulled in (see below), with a prior
//! that no relabelling changes, so that it is exact too. The estimates and intervals are those of a moderated t on values that are pulled in beyond 2 robust standard deviations.
//! Exact at the limit itself, conservative below it. Limit: labels must have been drawn inside blocks, in random order.

use super::basic::{mad, median, t_quantile_above, variance};
use super::call::{Drift, Estimate, RowResult, call_rows};
use super::moderate::Prior;
use super::pool::ROWS_FOR_DRIFT;
use super::random::Random;
use super::scale::Scale;
use super::westfall_young::{Centred, Design};
use super::{Costs, Error, Limit, Settings, check_limits};

/// Beyond this many robust standard deviations a launch is pulled in.
const PULL_IN: f64 = 2.0;

/// Scores end at so many robust standard deviations below and above the block's median.
const SCORES: (f64, f64) = (-1.0, 0.5);

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
    let scores: Vec<Vec<f64>> = logs.iter().map(|values| score(values, &design.block)).collect();
    for values in &mut logs {
        pull_in(values, &design.block);
    }
    let centred = Centred::new(&logs, design).ok_or(too_few.clone())?;
    let fits = centred.fit(design);
    let variances: Vec<f64> = fits.iter().map(|fit| fit.1).collect();
    let prior = if centred.df() > 0.0 { Prior::fit(&variances, centred.df()) } else { Prior::NONE };
    let seed = Random::from_values(logs.iter().flatten()).bits();
    let deciding: Vec<usize> = (0..rows).filter(|&row| limits[row].decides).collect();
    let (tested, rule) = if scores_suffice(&centred, deciding.len(), settings.alpha) {
        (&scores, Prior::UNIT)
    } else {
        (&logs, label_free_prior(&fits, &centred))
    };
    let all =
        Centred::new(tested, design).ok_or(too_few)?.step_down(design, rule, settings.permutations, seed);
    let adjusted = if deciding.len() == rows {
        all.adjusted
    } else {
        let some: Vec<&Vec<f64>> = deciding.iter().map(|&row| &tested[row]).collect();
        let mut adjusted = vec![1.0; rows];
        if let Some(centred) = Centred::new(&some, design) {
            let family = centred.step_down(design, rule, settings.permutations, seed).adjusted;
            for (&row, value) in deciding.iter().zip(family) {
                adjusted[row] = value;
            }
        }
        adjusted
    };
    let df = prior.df + centred.df().max(1.0);
    let estimates: Vec<Estimate> = (0..rows)
        .map(|row| {
            let error = (prior.shrink(fits[row].1, centred.df().max(1.0)) / centred.weight()).sqrt();
            let change = fits[row].0 + thresholds[row];
            Estimate { scale: scales[row], base: bases[row], change, error, test_error: error, df }
        })
        .collect();
    let results = call_rows(&estimates, limits, settings, (all.p, adjusted));
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

/// Whether bounded scores can tell a slower row among so many: fewer of the others than the level must come out in perfect order by
/// chance, which is all that such scores can show. It hangs on the design alone, so that choosing by it spends nothing of the level.
fn scores_suffice(centred: &Centred, deciding: usize, alpha: f64) -> bool {
    let orders = centred.relabellings().map_or(f64::INFINITY, |all| all as f64);
    deciding as f64 <= alpha * orders
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

/// The bounded scores of values; where half of them are the same, their own standard deviation is the unit.
fn score(values: &[f64], block: &[u32]) -> Vec<f64> {
    let distances = distances(values, block);
    let robust = mad(&distances);
    let unit = if robust > 0.0 { robust } else { variance(&distances).sqrt() };
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
