//! A change too slow to see step by step: the last sessions against the anchor's.
//!
//! The mean of the newest [`WINDOW`] sessions since the anchor is compared with the sessions of the anchor, rows and groups of rows
//! in one family. A group (a module, a phase, all) is the precision-weighted mean of its rows' logs, so that one large row does not
//! speak for all. [`LEVEL`] of the level is shared equally over [`HORIZON`] sessions (Bonferroni over looks: no assumption on their dependence).
//! Both of a row's centres must be sure: nothing hurries here, and what changes its level from day to day must not pass for creep.
//! Limits: a creep in all rows that is the device's own cannot be told from the app's; drift is therefore not taken out.

use super::basic::{trimmed, variance};
use super::call::RowResult;
use super::pool;
use super::{Costs, Error, Limit, Settings, check_limits};

/// How many of the newest sessions are averaged.
pub const WINDOW: usize = 3;
/// The share of the level that goes to creep: a run is judged step by step too, and a false creep has no change to blame.
pub const LEVEL: f64 = 0.2;
/// Over how many sessions since the anchor the level holds.
pub const HORIZON: usize = 20;

/// Rows that are also judged together.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Rows by index.
    pub members: Vec<usize>,
    /// The group's own limit.
    pub limit: Limit,
}

/// All results.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// In the order of the input's rows.
    pub rows: Vec<RowResult>,
    /// In the order of the groups. Costs are weighted geometric means: of a group only ratios mean something.
    pub groups: Vec<RowResult>,
}

/// Judges the sessions `since` the anchor, oldest first, against the `anchor`'s sessions.
///
/// To be called once a session: `since` ends with the one to be judged.
pub fn judge(
    anchor: &[Costs],
    since: &[Costs],
    limits: &[Limit],
    groups: &[Group],
    settings: &Settings,
) -> Result<Judgement, Error> {
    let rows = anchor.first().map_or(0, Costs::rows);
    check_limits(rows, limits)?;
    let newest = &since[since.len().saturating_sub(WINDOW)..];
    for session in anchor.iter().chain(newest) {
        if session.rows() != rows {
            return Err(Error::RowsDiffer { expected: rows, found: session.rows(), what: "a session" });
        }
    }
    if let Some(&row) = groups.iter().flat_map(|group| &group.members).find(|&&row| row >= rows) {
        return Err(Error::RowsDiffer { expected: rows, found: row + 1, what: "a group" });
    }
    let weights = precisions(anchor, rows);
    let with_groups = |sessions: &[Costs]| -> Result<Vec<Costs>, Error> {
        sessions.iter().map(|session| append_groups(session, groups, &weights)).collect()
    };
    let mut all_limits = limits.to_vec();
    all_limits.extend(groups.iter().map(|group| group.limit));
    let settings =
        Settings { alpha: settings.alpha * LEVEL / HORIZON as f64, remove_drift: false, ..*settings };
    let mut results =
        pool::judge_by_both(&with_groups(anchor)?, &with_groups(newest)?, &all_limits, &settings)?.rows;
    let groups = results.split_off(rows);
    Ok(Judgement { rows: results, groups })
}

/// One over each row's variance of launches, from the anchor's sessions alone.
fn precisions(anchor: &[Costs], rows: usize) -> Vec<f64> {
    (0..rows)
        .map(|row| {
            let mut between = Vec::new();
            let mut within = 0.0;
            for session in anchor {
                let mut logs: Vec<f64> =
                    session.row(row).iter().filter(|cost| **cost > 0.0).map(|cost| cost.ln()).collect();
                if logs.len() < session.launches() || logs.is_empty() {
                    // Absent in some launches: its logs say nothing about a group.
                    return 0.0;
                }
                let centre = trimmed(&mut logs);
                between.push(centre.mean);
                within += centre.squares / (centre.kept - 1.0).max(1.0) / anchor.len() as f64;
            }
            let between = if between.len() > 1 { variance(&between) } else { 0.0 };
            // A row without noise must not get all the weight: 0.1 % is added.
            1.0 / (within + between + 1e-6)
        })
        .collect()
}

fn append_groups(session: &Costs, groups: &[Group], weights: &[f64]) -> Result<Costs, Error> {
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
