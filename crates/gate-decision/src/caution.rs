//! Caveats for the reader of a report, as data: which rule decided, what it assumed, and which input could not be used.

use std::sync::Arc;

use gate_baseline::Flaw;
use gate_launches::Ns;

use crate::reason::{Difference, Reason};
use crate::subject::{Counter, Subject};

/// A caveat of a judgement.
#[derive(Clone, Debug, PartialEq)]
pub enum Caution {
    /// A caveat of the statistical model.
    Model(gate_stats::Warning),
    /// A stored day was slow or quick in everything, by the ratio of the median row's cost to that on other days, and is left out.
    OddDay { sessions: Vec<Arc<str>>, ratio: f64 },
    /// The level of a row rose in the stored history without an acceptance.
    LevelRose { row: Subject, before: Ns, after: Ns },
    /// Some launches do not have a counter, or have 0, so times alone decide.
    CounterMissing(Counter),
    /// A stored session has no time of recording that can be used.
    SessionTime { session: Arc<str>, flaw: Flaw },
    /// A stored session could not be read whole.
    StoredSession(gate_launches::Warning),
    /// The anchor was recorded under different conditions, so growth since then was not tested.
    AnchorConditions { session: Arc<str> },
    /// Fresh launches could not be judged, so the findings are not confirmed and fail all the same.
    FreshNotJudged { reasons: Vec<Reason>, differences: Vec<Difference> },
}
