//! A row and what came out of its test.

use std::sync::Arc;

use gate_stats::RowResult;

use super::rows::{Row, Values};
use crate::amount::{Amount, Sides};

/// A row and what statistics say of it.
#[derive(Clone, Debug)]
pub struct Judged {
    pub row: Row,
    /// Its numbers.
    pub result: RowResult,
    /// The median of its calls in a launch, before and after; of methods only.
    pub calls: Option<(f64, f64)>,
    /// What it cost in each launch that counts, drift included.
    pub values: Arc<Values>,
    /// Of a new method, where callers are known: the method that was there before and brought it in.
    pub called_by: Option<Caller>,
}

/// The method that a new one is charged to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    /// Its name.
    pub method: Arc<str>,
    pub module: Option<Arc<str>>,
    /// Whom to ask.
    pub owner: Option<Arc<str>>,
}

impl Judged {
    /// Whether it was not there before, and costs something now. What is too cheap to measure is there all the same.
    pub fn is_new(&self) -> bool {
        let was_called = self.calls.is_some_and(|(base, _)| base > 0.0);
        !was_called && self.values.base.iter().all(|cost| *cost == 0.0) && self.result.head > 0.0
    }

    /// Whether it cost something before, and is not there in any launch now.
    pub fn is_gone(&self) -> bool {
        let is_called = self.calls.is_some_and(|(_, head)| head > 0.0);
        // An estimate of nothing may be a trace above it.
        !is_called && self.result.base >= LEAST_NS && self.values.head.iter().all(|cost| *cost == 0.0)
    }

    /// The growth of its level, in its own unit.
    pub fn change(&self) -> f64 {
        self.result.head - self.result.base
    }

    /// The levels of both sides; 0 for a side on which no launch has the row, where the scale of the test leaves a trace above 0.
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

/// Less than this is shown as nothing.
pub(super) const LEAST_NS: f64 = 0.5;
