//! Stopping early, at looks declared beforehand, with the level spent over them.
//!
//! The level is shared over the looks so that the chance of any false finding over all of them is at most `alpha` (Bonferroni: no
//! assumption on how looks depend on each other, which the session effect would break). It stops when every deciding row is a finding,
//! shown within what matters, or without a sign of slowness (nearer to its limit than to what matters). Never "again until green": each look uses all launches.

use super::call::Call;
use super::pool::{self, Judgement};
use super::{Costs, Error, Limit, Settings};

/// What to do after a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Some row is still open: record until the next look.
    Continue,
    /// Nothing is to be gained by more launches, or this was the last look.
    Stop,
}

/// A look's result.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// The pool judgement, at this look's share of the level.
    pub judgement: Judgement,
    /// What to do.
    pub next: Next,
    /// Deciding rows that are neither finding nor within and that more launches could still decide.
    pub open: Vec<usize>,
}

/// The share of alpha for each look: equal parts.
pub fn spend(alpha: f64, looks: usize) -> Vec<f64> {
    vec![alpha / looks.max(1) as f64; looks]
}

/// Judges the launches so far, `new`, at look `at` (from 0) of `looks`, the counts of launches declared beforehand.
pub fn judge(
    base: &[Costs],
    new: &Costs,
    limits: &[Limit],
    settings: &Settings,
    looks: &[usize],
    at: usize,
) -> Result<Look, Error> {
    if at >= looks.len() {
        return Err(Error::TooFew { what: "looks", needed: at + 1, found: looks.len() });
    }
    let spent = Settings { alpha: spend(settings.alpha, looks.len())[at], ..*settings };
    let new = std::slice::from_ref(new);
    let judgement = pool::judge(base, new, limits, &spent)?;
    let model = pool::Model::fit(base, new, limits, &spent)?;
    let mut open = Vec::new();
    for (row, result) in judgement.rows.iter().enumerate() {
        if !limits[row].decides || result.call == Call::Finding {
            continue;
        }
        let fit = &model.rows[row];
        let matters = fit.scale.threshold(fit.base, settings.matters, limits[row].floor);
        let above = super::basic::t_quantile_above(settings.alpha, fit.df);
        let now = model.variance(fit, model.per_session, model.per_launch).sqrt();
        let within = fit.change + above * now < matters;
        // Nearer to what matters than to its limit: more launches may make it a finding. A noisy row that shows no sign of slowness
        // is not waited for; it is listed with what it could hide.
        let limit = fit.scale.threshold(fit.base, limits[row].effect, limits[row].floor);
        let suspicious = fit.change > 0.5 * (limit + matters);
        if !within && suspicious {
            open.push(row);
        }
    }
    let next = if open.is_empty() || at + 1 == looks.len() { Next::Stop } else { Next::Continue };
    Ok(Look { judgement, next, open })
}
