//! Evidence of growth: one kind, one file.
//!
//! A file owns what its kind is, which rows become findings by it, how fresh launches confirm it, and what of it blocks a pass without
//! being a finding. A new kind is a file, a variant of [`Evidence`] with its arms here, and its words in reports.

pub(super) mod counters;
pub(super) mod exact;
pub(super) mod limits;
pub(super) mod losses;
pub(super) mod slow;

use gate_config::Config;
use gate_stats::RowResult;

use super::{Finding, FindingKind, whole};
use crate::amount::Amount;
use crate::compare::{Comparison, CountRow, Judged};
use crate::reason::{FreshGrowth, Reason};
use crate::subject::Subject;

pub use exact::ExactEvidence;
pub use losses::Losses;
pub use slow::SlowLaunches;

/// The evidence of a finding.
#[derive(Clone, Debug)]
pub enum Evidence {
    /// A statistical test of a time rejected that the row stayed within its limit.
    Test(Box<RowResult>),
    /// Every launch of the head has more calls or requests than every launch of the base.
    Exact(Box<ExactEvidence>),
    /// A statistical test of a counter rejected; the row of the finding is the time of the same phase.
    Counter(Box<CounterEvidence>),
    /// More launches of the head are slow than chance explains.
    Slow(SlowLaunches),
    /// More launches of the head were lost than chance explains.
    Losses(Losses),
    /// The level of the head exceeds an absolute limit.
    Limit(Amount),
}

/// A counter that grew.
#[derive(Clone, Debug)]
pub struct CounterEvidence {
    pub count: CountRow,
    /// The test of the time of the same phase.
    pub time: RowResult,
}

/// The row of a finding in fresh launches, and the chance of so much growth there.
#[derive(Clone, Copy, Debug)]
pub(super) struct FreshRow {
    /// `None` where the fresh launches do not contain the row.
    pub(super) growth: Option<FreshGrowth>,
    pub(super) p: f64,
}

impl FreshRow {
    /// Finds a tested row by its subject.
    fn find<'a>(rows: impl IntoIterator<Item = &'a Judged>, subject: &Subject) -> FreshRow {
        let judged = rows.into_iter().find(|judged| judged.row.subject == *subject);
        FreshRow { growth: judged.map(growth), p: judged.map_or(1.0, |judged| judged.result.p) }
    }
}

/// The chance of a growth that is decided without a test.
fn without_test(is_again: bool) -> f64 {
    if is_again { 0.0 } else { 1.0 }
}

/// The growth of a tested row, with its interval.
fn growth(judged: &Judged) -> FreshGrowth {
    let unit = judged.row.subject.unit();
    let amount = |value: f64| value.is_finite().then_some(Amount { value, unit });
    let (low, high) = judged.result.change_interval;
    FreshGrowth { growth: Amount { value: judged.change(), unit }, interval: [amount(low), amount(high)] }
}

impl Evidence {
    /// Returns the corrected chance of so much growth; 1 for evidence that is no test.
    pub fn p_adjusted(&self) -> f64 {
        match self {
            Evidence::Test(test) => test.p_adjusted,
            Evidence::Counter(evidence) => evidence.count.judged.result.p_adjusted,
            Evidence::Slow(slow) => slow.p_adjusted,
            Evidence::Losses(losses) => losses.p_adjusted,
            Evidence::Exact(exact) => exact.time.map_or(1.0, |time| time.p_adjusted),
            Evidence::Limit(_) => 1.0,
        }
    }

    /// Returns the test of the time of the finding's row, where there is one.
    pub fn time_test(&self) -> Option<&RowResult> {
        match self {
            Evidence::Test(test) => Some(test),
            Evidence::Counter(evidence) => Some(&evidence.time),
            Evidence::Exact(exact) => exact.time.as_ref(),
            Evidence::Slow(_) | Evidence::Losses(_) | Evidence::Limit(_) => None,
        }
    }

    /// Returns the row of `finding`, which has this evidence, in fresh launches.
    pub(super) fn confirm(&self, finding: &Finding, fresh: &Comparison, config: &Config) -> FreshRow {
        match self {
            Evidence::Exact(_) => exact::confirm(finding, fresh),
            Evidence::Counter(evidence) => counters::confirm(evidence, fresh),
            Evidence::Slow(_) => slow::confirm(finding.subject(), fresh),
            Evidence::Losses(_) => losses::confirm(fresh),
            Evidence::Limit(_) => limits::confirm(finding, fresh),
            Evidence::Test(_) => confirm_test(finding, fresh, config),
        }
    }
}

fn confirm_test(finding: &Finding, fresh: &Comparison, config: &Config) -> FreshRow {
    let subject = finding.subject();
    match finding.kind {
        FindingKind::Drift => FreshRow {
            growth: whole::launch(fresh).map(growth),
            p: without_test(whole::finding(fresh, config).is_some()),
        },
        FindingKind::Calls if finding.increase.is_some() => exact::confirm(finding, fresh),
        FindingKind::Creep => FreshRow::find(&fresh.creep, subject),
        FindingKind::Module | FindingKind::NewModule => FreshRow::find(&fresh.modules, subject),
        _ => {
            let rows = fresh.rows.iter().chain(&fresh.wholes).chain(&fresh.beside);
            FreshRow::find(rows.chain(&fresh.functions.rows), subject)
        }
    }
}

/// Returns what blocks a pass although no finding reports it; the most serious first.
pub(super) fn blocking_reasons(comparison: &Comparison, findings: &[Finding]) -> Vec<Reason> {
    losses::blocking_reason(comparison, findings)
        .into_iter()
        .chain(slow::blocking_reason(comparison, findings))
        .collect()
}
