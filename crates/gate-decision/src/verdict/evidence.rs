//! Evidence of growth, as data; `rules` has what each kind means.

use gate_stats::RowResult;
use serde::{Deserialize, Serialize};

use crate::amount::{Amount, Sides};
use crate::compare::{CountRow, LostLaunches};

/// The evidence of a finding.
#[derive(Clone, Debug)]
pub enum Evidence {
    /// A statistical test of a time rejected that the row stayed within its limit.
    Test(Box<RowResult>),
    /// Every launch of the head has more calls or requests than every launch of the base, as the finding's exact increase says; and the
    /// test of the row's time, which is no finding, where it has one.
    Exact(Option<Box<RowResult>>),
    /// A statistical test of a counter rejected; the row of the finding is the time of the same phase.
    Counter(Box<CounterEvidence>),
    /// More launches of the head are slow than chance explains.
    Slow(SlowLaunches),
    /// More launches of the head were lost than chance explains.
    Losses(Losses),
    /// The level of the head exceeds an absolute limit.
    Limit(Amount),
}

impl Evidence {
    /// Returns the corrected chance of so much growth; 1 for evidence that is no test.
    pub fn p_adjusted(&self) -> f64 {
        match self {
            Evidence::Test(test) => test.p_adjusted,
            Evidence::Counter(evidence) => evidence.count.judged.result.p_adjusted,
            Evidence::Slow(slow) => slow.p_adjusted,
            Evidence::Losses(losses) => losses.p_adjusted,
            Evidence::Exact(time) => time.as_ref().map_or(1.0, |time| time.p_adjusted),
            Evidence::Limit(_) => 1.0,
        }
    }

    /// Returns the test of the time of the finding's row, where there is one.
    pub fn time_test(&self) -> Option<&RowResult> {
        match self {
            Evidence::Test(test) => Some(test),
            Evidence::Counter(evidence) => Some(&evidence.time),
            Evidence::Exact(time) => time.as_deref(),
            Evidence::Slow(_) | Evidence::Losses(_) | Evidence::Limit(_) => None,
        }
    }
}

/// A counter that grew.
#[derive(Clone, Debug)]
pub struct CounterEvidence {
    pub count: CountRow,
    /// The test of the time of the same phase.
    pub time: RowResult,
}

/// Launches of the head that were slower than every launch of the base.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SlowLaunches {
    /// The number of slow launches of the head.
    pub slow: usize,
    pub launches: Sides<usize>,
    /// The time that they exceed, and no launch of the base does.
    pub beyond: Amount,
    /// The chance of as many slow launches, corrected by their share of the level.
    pub p_adjusted: f64,
}

/// More lost launches than chance explains.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Losses {
    pub launches: LostLaunches,
    /// The chance of as many losses, by Fisher's exact test, corrected by its share of the level.
    pub p_adjusted: f64,
}
