//! A row and the result of its test.

use std::sync::Arc;

use gate_stats::RowResult;

use super::rows::{Row, Values};
use crate::amount::{Amount, Sides};

/// A row and the result of its test.
#[derive(Clone, Debug)]
pub struct Judged {
    pub row: Row,
    pub result: RowResult,
    /// The median of its calls in a launch; of methods only.
    pub calls: Option<Sides<f64>>,
    /// Its cost in each admitted launch, with the change that is common to all rows.
    pub values: Arc<Values>,
    /// The method of the base that leads to a new method, if callers are known.
    pub called_by: Option<Caller>,
}

/// The method of the base to which a new method is charged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    pub method: Arc<str>,
    pub module: Option<Arc<str>>,
    /// The person or team that owns it.
    pub owner: Option<Arc<str>>,
}

impl Judged {
    /// Whether only the head has it. A method that is called in the base is not new, even if its time is too short to measure.
    pub fn is_new(&self) -> bool {
        let was_called = self.calls.is_some_and(|calls| calls.base > 0.0);
        !was_called && self.values.base.iter().all(|cost| *cost == 0.0) && self.result.head > 0.0
    }

    /// Whether it took time in the base, and no launch of the head has it.
    pub fn is_gone(&self) -> bool {
        let is_called = self.calls.is_some_and(|calls| calls.head > 0.0);
        // The estimate of a level of 0 may be slightly above 0.
        !is_called && self.result.base >= LEAST_NS && self.values.head.iter().all(|cost| *cost == 0.0)
    }

    /// Returns the growth of its level, in its own unit.
    pub fn change(&self) -> f64 {
        self.result.head - self.result.base
    }

    /// Returns the levels of both sides; 0 for a side on which no launch has the row, where the scale of the test has a remainder above 0.
    pub fn levels(&self) -> Sides<Amount> {
        let level = |tested: f64, costs: &[f64]| match costs {
            [_, ..] if costs.iter().all(|cost| *cost == 0.0) => 0.0,
            _ => tested,
        };
        let (base, head) = (&self.values.base, &self.values.head);
        Sides { base: level(self.result.base, base), head: level(self.result.head, head) }
            .in_unit(self.row.subject.unit())
    }
}

/// A smaller time is shown as 0.
pub(super) const LEAST_NS: f64 = 0.5;
