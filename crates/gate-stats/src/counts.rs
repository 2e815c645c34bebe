//! Instructions and cycles of a new session against stored ones.
//!
//! As times' wholes, but for two things. What disturbs a launch does not make it count more, so a session's place is the mean without a
//! fifth at each end. And launches of all sessions scatter alike, so what they scatter by is learned from all stored ones together, and
//! a new session's own scatter is believed only where it is surely larger: of five launches it is known to a factor of two.
//!
//! Assumes that what runs is the program: days differ by `session_sd` until they tell otherwise, and that is believed more than of times.

use super::centre::Estimator;
use super::model::{Evidence, Spread};
use super::places::{Centres, Stored};
use super::tuned::{COUNTS_DISTURBED, COUNTS_PRIOR_DF};
use super::{Error, Limit, Settings};

/// What the stored days say of counts of the launch and its phases.
pub(super) fn rows(design: &Stored<'_>, limits: &[Limit], settings: &Settings) -> Result<Evidence, Error> {
    let centres = Centres::with(design, limits, &[Estimator::middle])?;
    let kept = |launches: usize| Estimator::middle(0, launches).kept();
    let stored: f64 = design.base.iter().map(|session| kept(session.costs.launches())).sum();
    let per_session = stored / design.base.len() as f64;
    let launch_df = (stored - design.base.len() as f64).max(1.0);
    let new: f64 = design.new.iter().map(|session| kept(session.launches())).sum();
    let per_new = new / design.new.len() as f64;
    let mut evidence = Evidence::of_wholes(&centres.scales);
    for row in 0..centres.rows {
        let from = design.anew.get(row).copied().unwrap_or(0).min(centres.base - 1);
        let level = centres.row(row, from, settings.pool);
        let mut between = centres.between(&level.apart, from);
        let (old, own) = centres.errors(row);
        let df = COUNTS_PRIOR_DF + between.days.df;
        let believed = settings.session_sd.powi(2) + old * centres.per_day();
        let variance = (COUNTS_PRIOR_DF * believed + between.days.df * between.days.variance) / df;
        between.days = Spread { variance, df };
        let days = centres.of_new(&between, level.level_days);
        // What fewer launches than a stored session has add to its place, or more take off.
        let expected = old * per_session / per_new;
        let disturbed = if own > COUNTS_DISTURBED * expected { own - expected } else { 0.0 };
        let more = Spread { variance: (expected - old).max(0.0) + disturbed, df: launch_df };
        let fewer = (old - expected).max(0.0).min(0.5 * days.variance);
        let spread = days.plus(more);
        evidence.base.push(level.level);
        evidence.growth.push(centres.new_place(row) - level.level);
        evidence.variance.push(spread.variance - fewer);
        evidence.df.push(spread.df);
        evidence.of_launches.push(expected.min(spread.variance - fewer));
    }
    Ok(evidence)
}
