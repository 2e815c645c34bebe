//! Defines a row together with the result of its test.

use std::sync::Arc;

use gate_stats::RowResult;

use super::rows::{Row, RowValues};
use crate::amount::{Amount, Sides};

/// A row and the result of its test.
#[derive(Clone, Debug)]
pub struct JudgedRow {
    pub row: Row,
    pub result: RowResult,
    /// The median number of calls of a method, function or span, or of appearances of a page, in a launch; `None` for all other rows.
    pub calls: Option<Sides<f64>>,
    /// The row's cost in each admitted launch, including the change that all rows have in common.
    pub values: Arc<RowValues>,
    /// For a new method, the nearest method above it in the call tree that is not new, if callers are known.
    pub called_by: Option<Caller>,
}

/// A caller to which the cost of a new method is attributed. The caller itself is not new.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    pub method: Arc<str>,
    pub module: Option<Arc<str>>,
    /// The person or team that owns the code.
    pub owner: Option<Arc<str>>,
}

impl JudgedRow {
    /// Returns whether only the head has this row. A method that the base calls is not new, even if the method's time in the base is too
    /// short to measure.
    pub fn is_new(&self) -> bool {
        let was_called = self.calls.is_some_and(|calls| calls.base > 0.0);
        !was_called && self.values.base.iter().all(|cost| *cost == 0.0) && self.result.head > 0.0
    }

    /// Returns whether the row took time in the base, and no launch of the head has it.
    pub(crate) fn has_vanished(&self) -> bool {
        let is_called = self.calls.is_some_and(|calls| calls.head > 0.0);
        // If all values are 0, the estimated level may still be slightly above 0 because of the logarithmic scale.
        !is_called && self.result.base >= LEAST_NS && self.values.head.iter().all(|cost| *cost == 0.0)
    }

    /// Returns the difference of the levels, in the row's unit.
    pub fn change(&self) -> f64 {
        self.result.head - self.result.base
    }

    /// Returns the levels of both sides. If no launch of a side has the row, the level of this side is 0. The test's own estimate would be
    /// a small value above 0, because of the logarithmic scale.
    pub fn levels(&self) -> Sides<Amount> {
        let is_zero = |costs: &[f64]| !costs.is_empty() && costs.iter().all(|cost| *cost == 0.0);
        let level = |tested: f64, costs: &[f64]| if is_zero(costs) { 0.0 } else { tested };
        let (base, head) = (&self.values.base, &self.values.head);
        Sides { base: level(self.result.base, base), head: level(self.result.head, head) }
            .in_unit(self.row.subject.unit())
    }
}

/// The smallest time in nanoseconds that is not shown as 0.
pub(super) const LEAST_NS: f64 = 0.5;
