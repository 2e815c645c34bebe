//! Defines the caveats of a judgement for the reader of a report: assumptions of the judgement, and input that the judgement could not use.

use std::sync::Arc;

use gate_baseline::SessionFlaw;
use gate_launches::Ns;

use crate::reason::{Difference, Reason};
use crate::subject::{Counter, Subject};

/// A caveat of a judgement.
#[derive(Clone, Debug, PartialEq)]
pub enum Caution {
    /// A caveat of the statistical model.
    Model(gate_stats::Warning),
    /// All rows were slower or faster on a stored day than on other days, so the day is excluded. `ratio` is the cost of the median row on
    /// the excluded day, divided by this row's cost on the other days.
    OutlierDay { sessions: Vec<Arc<str>>, ratio: f64 },
    /// All rows were slower or faster on a stored day, by the factor `ratio` as in `OutlierDay`, but the stored days are too few to exclude
    /// this day.
    DifferentDay { sessions: Vec<Arc<str>>, ratio: f64 },
    /// The cost level of a row rose in the stored sessions, and no person accepted the rise.
    LevelRose { row: Subject, before: Ns, after: Ns },
    /// A counter is missing or 0 in some launches, so only times decide.
    CounterMissing(Counter),
    /// The time at which a stored session was recorded is missing or invalid.
    SessionTime { session: Arc<str>, flaw: SessionFlaw },
    /// A part of a stored session could not be read.
    StoredSession(gate_launches::Warning),
    /// The anchor was recorded under different conditions, so growth since the anchor was not tested.
    AnchorConditions { session: Arc<str> },
    /// The fresh launches of a confirmation run could not be judged. The findings fail the check although they are not confirmed.
    FreshNotJudged { reasons: Vec<Reason>, differences: Vec<Difference> },
}
