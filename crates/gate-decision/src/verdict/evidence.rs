//! Defines the evidence of growth as data. Module `rules` contains the rules for each kind.

use gate_stats::RowResult;
use serde::{Deserialize, Serialize};

use crate::amount::{Amount, Sides};
use crate::compare::{CountRow, LostLaunches};

/// The evidence of a finding.
#[derive(Clone, Debug)]
pub enum Evidence {
    /// A statistical test of the row's time rejects the hypothesis that the growth is within its limit.
    Test(Box<RowResult>),
    /// Every launch of the head has more calls or requests than every launch of the base. The finding's `increase` contains the numbers.
    /// The variant contains the test of the row's time, if the time was tested. The test of the time alone would not make a finding.
    Exact(Option<Box<RowResult>>),
    /// A statistical test of a counter rejects the hypothesis that its growth is within its limit. The row of the finding is the time of
    /// the same phase.
    Counter(Box<CounterEvidence>),
    /// More launches of the head are slow than chance explains.
    Slow(SlowLaunches),
    /// More launches of the head were lost than chance explains.
    Losses(LossEvidence),
    /// The level of the head exceeds this absolute limit.
    Limit(Amount),
}

impl Evidence {
    /// Returns the corrected p-value of the evidence; 1 for evidence without a test.
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

    /// Returns the statistical test of the row's time, if the evidence contains one.
    pub fn time_test(&self) -> Option<&RowResult> {
        match self {
            Evidence::Test(test) => Some(test),
            Evidence::Counter(evidence) => Some(&evidence.time),
            Evidence::Exact(time) => time.as_deref(),
            Evidence::Slow(_) | Evidence::Losses(_) | Evidence::Limit(_) => None,
        }
    }
}

/// A counter whose growth was shown by a test.
#[derive(Clone, Debug)]
pub struct CounterEvidence {
    pub count: CountRow,
    /// The test of the time of the same phase.
    pub time: RowResult,
}

/// The launches of the head that are slower than every launch of the base.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SlowLaunches {
    /// The number of slow launches of the head.
    pub slow: usize,
    pub launches: Sides<usize>,
    /// All slow launches of the head take longer than this time, and no launch of the base does.
    pub beyond: Amount,
    /// The p-value of this number of slow launches, divided by the share of the significance level that its test uses.
    pub p_adjusted: f64,
}

/// A number of lost launches of the head that is larger than chance explains.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LossEvidence {
    pub launches: LostLaunches,
    /// The p-value of this number of losses by Fisher's exact test, divided by the share of the significance level that this test uses.
    pub p_adjusted: f64,
}
