//! Finds the row of a finding in the fresh launches of a confirmation run.

use crate::amount::Amount;
use crate::compare::JudgedRow;
use crate::reason::FreshGrowth;
use crate::subject::Subject;

/// The growth of a finding's row in fresh launches, and the p-value of this growth.
#[derive(Clone, Copy, Debug)]
pub(super) struct FreshRow {
    /// The growth; `None` if the fresh launches do not contain the row.
    pub(super) growth: Option<FreshGrowth>,
    pub(super) p: f64,
}

impl FreshRow {
    /// Finds a tested row by its subject in the fresh launches.
    pub(super) fn find<'a>(rows: impl IntoIterator<Item = &'a JudgedRow>, subject: &Subject) -> FreshRow {
        let judged = rows.into_iter().find(|judged| judged.row.subject == *subject);
        FreshRow { growth: judged.map(to_fresh_growth), p: judged.map_or(1.0, |judged| judged.result.p) }
    }
}

/// Returns the p-value for evidence without a test: 0 if the fresh launches show the growth again, otherwise 1.
pub(super) fn p_without_test(is_again: bool) -> f64 {
    if is_again { 0.0 } else { 1.0 }
}

/// Returns the growth of a tested row, with its confidence interval.
pub(super) fn to_fresh_growth(judged: &JudgedRow) -> FreshGrowth {
    let unit = judged.row.subject.unit();
    let amount = |value: f64| value.is_finite().then_some(Amount { value, unit });
    let (low, high) = judged.result.change_interval;
    FreshGrowth { growth: judged.levels().growth(), interval: [amount(low), amount(high)] }
}
