//! Defines the caveats of a judgement for the reader of a report: assumptions of the judgement, and input that the judgement could not use.

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
    /// On a stored day everything was slower or faster, so the day is excluded. `ratio` is the cost of the median row on this day, divided
    /// by its cost on the other days.
    OddDay { sessions: Vec<Arc<str>>, ratio: f64 },
    /// The cost level of a row rose in the stored sessions, and no person accepted this.
    LevelRose { row: Subject, before: Ns, after: Ns },
    /// Some launches do not have this counter, or have the value 0, so only times decide.
    CounterMissing(Counter),
    /// The time at which a stored session was recorded is missing or invalid.
    SessionTime { session: Arc<str>, flaw: Flaw },
    /// A part of a stored session could not be read.
    StoredSession(gate_launches::Warning),
    /// The anchor was recorded under different conditions, so growth since the anchor was not tested.
    AnchorConditions { session: Arc<str> },
    /// The fresh launches of a confirmation run could not be judged. The findings are therefore not confirmed, but they fail the check
    /// nevertheless.
    FreshNotJudged { reasons: Vec<Reason>, differences: Vec<Difference> },
}
