//! Compares the instructions and cycles of a new session with those of stored sessions.
//!
//! The model differs from the model of the launch's times in two points. Disturbances do not increase counts, so the location of a session
//! is the 20 % trimmed mean. The launches of all sessions have the same variance, which is estimated from the stored sessions together. The
//! variance of the new session is used only if it is significantly larger, since five launches determine a variance only to a factor of
//! two.
//!
//! Assumes that days hardly change the instructions of a program, so the prior of the variance between days has more degrees of freedom
//! than for times.

use super::estimator::Estimator;
use super::locations::{SessionLocations, StoredDesign};
use super::model::{DesignEstimates, VarianceEstimate};
use super::tuned::{COUNTS_DISTURBED, COUNTS_PRIOR_DF};
use super::{Error, Limit, Settings};

/// Estimates the growth of counts of the launch and its phases against stored days.
pub(super) fn estimate_growth(
    design: &StoredDesign<'_>,
    limits: &[Limit],
    settings: &Settings,
) -> Result<DesignEstimates, Error> {
    let centres = SessionLocations::with_estimators(design, limits, &[Estimator::trimmed_20])?;
    let kept = |launches: usize| Estimator::trimmed_20(0, launches).kept_count();
    let stored: f64 = design.base.iter().map(|session| kept(session.costs.launches())).sum();
    let per_session = stored / design.base.len() as f64;
    let launch_df = (stored - design.base.len() as f64).max(1.0);
    let new: f64 = design.new.iter().map(|session| kept(session.launches())).sum();
    let per_new = new / design.new.len() as f64;
    let mut evidence = DesignEstimates::without_common_change(&centres.scales);
    for row in 0..centres.rows {
        let from = design.anew.get(row).copied().unwrap_or(0).min(centres.base - 1);
        let level = centres.row_level(row, from, settings.pool);
        let mut between = centres.variance_components(&level.apart, from);
        let (old, own) = centres.mean_squared_errors(row);
        let df = COUNTS_PRIOR_DF + between.days.df;
        let believed = settings.session_sd.powi(2) + old * centres.inverse_sessions_per_day();
        let variance = (COUNTS_PRIOR_DF * believed + between.days.df * between.days.variance) / df;
        between.days = VarianceEstimate { variance, df };
        let days = centres.variance_of_new_session(&between, level.days_of_level);
        // A new session with fewer launches than the stored sessions has a larger error, and a new session with more launches has a smaller
        // error.
        let expected = old * per_session / per_new;
        let disturbed = if own > COUNTS_DISTURBED * expected { own - expected } else { 0.0 };
        let more = VarianceEstimate { variance: (expected - old).max(0.0) + disturbed, df: launch_df };
        let fewer = (old - expected).max(0.0).min(0.5 * days.variance);
        let spread = days.plus(more);
        evidence.base.push(level.level);
        evidence.growth.push(centres.head_location(row) - level.level);
        evidence.variance.push(spread.variance - fewer);
        evidence.df.push(spread.df);
        evidence.of_launches.push(expected.min(spread.variance - fewer));
    }
    Ok(evidence)
}
