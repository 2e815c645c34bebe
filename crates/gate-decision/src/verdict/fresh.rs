//! The row of a finding in fresh launches.

use crate::amount::Amount;
use crate::compare::Judged;
use crate::reason::FreshGrowth;
use crate::subject::Subject;

/// The row of a finding in fresh launches, and the chance of so much growth there.
#[derive(Clone, Copy, Debug)]
pub(super) struct FreshRow {
    /// `None` if the fresh launches do not contain the row.
    pub(super) growth: Option<FreshGrowth>,
    pub(super) p: f64,
}

impl FreshRow {
    /// Finds a tested row by its subject.
    pub(super) fn find<'a>(rows: impl IntoIterator<Item = &'a Judged>, subject: &Subject) -> FreshRow {
        let judged = rows.into_iter().find(|judged| judged.row.subject == *subject);
        FreshRow { growth: judged.map(growth), p: judged.map_or(1.0, |judged| judged.result.p) }
    }
}

/// Returns the chance of a growth that is decided without a test.
pub(super) fn without_test(is_again: bool) -> f64 {
    if is_again { 0.0 } else { 1.0 }
}

/// Returns the growth of a tested row, with its interval.
pub(super) fn growth(judged: &Judged) -> FreshGrowth {
    let unit = judged.row.subject.unit();
    let amount = |value: f64| value.is_finite().then_some(Amount { value, unit });
    let (low, high) = judged.result.change_interval;
    FreshGrowth { growth: judged.levels().growth(), interval: [amount(low), amount(high)] }
}
