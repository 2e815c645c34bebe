//! Tests rows for growth since the anchor (stored sessions, usually of a release) that is too slow to be seen from session to session.
//!
//! A line is fitted to the sessions of each row. The sessions of the anchor are at time 0, and later sessions at the time that has passed
//! since the anchor. The growth of the line up to the newest session is tested against the row's limit. The error is the scatter around the
//! line, moderated over rows, and at least the least standard deviation between days. Groups of rows (a module, or all rows) are tested as
//! rows too. A group is the precision-weighted mean of its rows' logarithms, so that one large row does not determine the result. The share
//! `levels::CREEP` of the significance level is divided equally among rows, groups and `CREEP_RELEASES` sessions (Bonferroni correction for
//! repeated tests, without an assumption on their dependence).
//!
//! Limits: a slow change of the device cannot be distinguished from a slow change of the app, so the common change of all rows is not
//! removed. A step in the level also has a slope; the caller omits rows that it already reports as findings.

use super::basic::{trimmed_mean, variance};
use super::locations::{Session, SessionLocations, StoredDesign};
use super::model::VarianceEstimate;
use super::moderate::Prior;
use super::result::{PValues, RowEstimate, RowResult, classify_rows};
use super::tuned::{CREEP_RELEASES, LEAST_DAY_SD};
use super::{Costs, Error, Limit, Settings, check_limits, levels};

/// Rows that are tested together as one row.
#[derive(Clone, Debug, PartialEq)]
pub struct RowGroup {
    /// The indices of the rows.
    pub members: Vec<usize>,
    /// The limit for the growth of the group.
    pub limit: Limit,
}

/// The results for all rows and groups.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The results of the rows, in the order of the input.
    pub rows: Vec<RowResult>,
    /// The results of the groups, in the order of the input. The costs of a group are weighted geometric means, so only their ratios have a
    /// meaning.
    pub groups: Vec<RowResult>,
}

/// Judges the sessions `since` the anchor, the oldest first, against the sessions in `anchor`. `when` contains the time from the anchor to
/// each session, in any unit; a missing session does not change the times of the other sessions.
///
/// The function is meant to be called once for each session; `since` ends with the session to be judged.
pub fn judge(
    anchor: &[Costs],
    since: &[Costs],
    when: &[f64],
    limits: &[Limit],
    groups: &[RowGroup],
    settings: &Settings,
) -> Result<Judgement, Error> {
    let rows = anchor.first().map_or(0, Costs::rows);
    check_limits(rows, limits)?;
    for session in anchor.iter().chain(since) {
        if session.rows() != rows {
            return Err(Error::RowsDiffer { expected: rows, found: session.rows(), what: "a session" });
        }
    }
    if let Some(&row) = groups.iter().flat_map(|group| &group.members).find(|&&row| row >= rows) {
        return Err(Error::RowsDiffer { expected: rows, found: row + 1, what: "a group" });
    }
    let Some(newest) = since.last() else {
        return Err(Error::TooFew { what: "sessions since the anchor", needed: 1, found: 0 });
    };
    let weights = precisions(anchor, rows);
    let mut all_limits = limits.to_vec();
    all_limits.extend(groups.iter().map(|group| group.limit));
    let mut sessions = Vec::with_capacity(anchor.len() + since.len());
    for (day, session) in anchor.iter().chain(since).enumerate() {
        sessions.push(Session { costs: append_groups(session, groups, &weights)?, day: day as i64 });
    }
    let newest = append_groups(newest, groups, &weights)?;
    let design =
        StoredDesign { base: &sessions, new: std::slice::from_ref(&newest), ..StoredDesign::default() };
    let centres = SessionLocations::new(&design, &all_limits)?;
    if when.len() != since.len() {
        return Err(Error::RowsDiffer { expected: since.len(), found: when.len(), what: "the times" });
    }
    let when: Vec<f64> = std::iter::repeat_n(0.0, anchor.len()).chain(when.iter().copied()).collect();
    let mut results = estimate_slopes(&centres, &when, &all_limits, settings);
    let groups = results.split_off(rows);
    Ok(Judgement { rows: results, groups })
}

/// Estimates the growth of each row up to the newest session, from a line through the row's sessions.
fn estimate_slopes(
    centres: &SessionLocations,
    when: &[f64],
    limits: &[Limit],
    settings: &Settings,
) -> Vec<RowResult> {
    let count = when.len() as f64;
    let middle = when.iter().sum::<f64>() / count;
    let weight: f64 = when.iter().map(|at| (at - middle).powi(2)).sum();
    let newest = when.last().copied().unwrap_or_default();
    let df = (count - 2.0).max(1.0);
    let fits: Vec<(f64, f64, f64)> = (0..centres.rows)
        .map(|row| {
            let places = centres.stored_locations(row);
            let mean = places.iter().sum::<f64>() / count;
            let slope =
                when.iter().zip(places).map(|(at, place)| (at - middle) * (place - mean)).sum::<f64>()
                    / weight;
            let line = |at: f64| mean + slope * (at - middle);
            let left = when.iter().zip(places).map(|(&at, place)| (place - line(at)).powi(2)).sum::<f64>();
            (line(0.0), slope * newest, left / df)
        })
        .collect();
    let prior = Prior::fit(&fits.iter().map(|fit| fit.2).collect::<Vec<f64>>(), df);
    let estimates: Vec<RowEstimate> = fits
        .iter()
        .enumerate()
        .map(|(row, &(base, growth, left))| {
            let variance = prior.shrink(left, df).max(LEAST_DAY_SD.powi(2)) * newest * newest / weight;
            let spread = VarianceEstimate { variance, df: prior.df + df };
            let change = if centres.scales[row].is_always_zero() { 0.0 } else { growth };
            RowEstimate::without_common_change(centres.scales[row], base, change, spread)
        })
        .collect();
    let p: Vec<f64> = estimates.iter().zip(limits).map(|(estimate, limit)| estimate.p_value(limit)).collect();
    let tests = (limits.iter().filter(|limit| limit.decides).count() * CREEP_RELEASES) as f64;
    let adjusted = p.iter().map(|p| (p * tests).min(1.0)).collect();
    classify_rows(&estimates, limits, settings, &PValues { p, adjusted }, levels::CREEP.share)
}

/// Returns the weight of each row in its groups: the reciprocal of the row's variance within and between the anchor's sessions.
fn precisions(anchor: &[Costs], rows: usize) -> Vec<f64> {
    (0..rows)
        .map(|row| {
            let mut between = Vec::new();
            let mut within = 0.0;
            for session in anchor {
                let mut logs: Vec<f64> =
                    session.row(row).iter().filter(|cost| **cost > 0.0).map(|cost| cost.ln()).collect();
                if logs.len() < session.launches() || logs.is_empty() {
                    // A row that is absent from some launches gets the weight 0, since its logarithms do not estimate the growth of the
                    // group.
                    return 0.0;
                }
                let centre = trimmed_mean(&mut logs);
                between.push(centre.mean);
                within += centre.squares / (centre.kept - 1.0).max(1.0) / anchor.len() as f64;
            }
            let between = if between.len() > 1 { variance(&between) } else { 0.0 };
            // The standard deviation is at least 0.1 %, so that a row without noise does not get all the weight.
            1.0 / (within + between + 1e-6)
        })
        .collect()
}

fn append_groups(session: &Costs, groups: &[RowGroup], weights: &[f64]) -> Result<Costs, Error> {
    let launches = session.launches();
    let mut values = session.values.clone();
    for group in groups {
        let total: f64 = group.members.iter().map(|&row| weights[row]).sum();
        for launch in 0..launches {
            let mut log = 0.0;
            for &row in &group.members {
                let cost = session.row(row)[launch];
                if weights[row] > 0.0 && cost > 0.0 {
                    log += weights[row] / total * cost.ln();
                }
            }
            values.push(log.exp());
        }
    }
    Costs::new(session.rows() + groups.len(), launches, values)
}
