//! Whether a run that may stop early has seen enough.
//!
//! Each look has its share of the level, also the last; [`super::check`] takes the same share for such a run.

use gate_stats::tuned::SEEMS_SLOWER;

use super::{Base, JudgeError, Outcome, Policy, check};
use crate::compare::{Call, Comparison, Judged, Side};
use crate::reason::Reason;
use crate::verdict::{Answer, Finding, count_open};

/// The result of a look.
#[derive(Clone, Debug, PartialEq)]
pub struct Interim {
    /// Whether more launches would not change the answer.
    pub is_enough: bool,
    pub state: InterimState,
}

/// The state of a run at a look.
#[derive(Clone, Debug, PartialEq)]
pub enum InterimState {
    /// The answer is clear.
    Answered(Answer),
    /// No row fails, and this many rows are undecided.
    OpenRows(usize),
    /// The answer is undecided, for this reason first.
    Undecided(Option<Reason>),
    /// Too few launches are admitted.
    TooFew(Reason),
}

/// Looks at a run: judges its launches so far, at their share of the level (the run records how many looks there are).
pub fn interim(head: Side<'_>, base: Base<'_>, policy: &Policy<'_>) -> Result<Interim, JudgeError> {
    let outcome = check(head, base, policy)?.outcome;
    let state = match &outcome {
        Outcome::TooFew { findings, reason } if !findings.iter().any(Finding::fails) => {
            InterimState::TooFew(reason.clone())
        }
        Outcome::Judged(comparison, verdict) => match (verdict.answer, count_open_rows(comparison)) {
            (Answer::Pass, rows @ 1..) => InterimState::OpenRows(rows),
            (Answer::Undecided, _) => InterimState::Undecided(verdict.reasons.first().cloned()),
            (answer, _) => InterimState::Answered(answer),
        },
        _ => InterimState::Answered(outcome.answer()),
    };
    let is_enough = match state {
        InterimState::Answered(answer) => !matches!(answer, Answer::Undecided | Answer::NotRecorded),
        _ => false,
    };
    Ok(Interim { is_enough, state })
}

/// Counts the rows that seem slower and are not sure: more launches may make them findings.
fn count_open_rows(comparison: &Comparison) -> usize {
    let seems = |judged: &&Judged| {
        judged.result.call != Call::Finding && !judged.row.rule.advisory && judged.result.p <= SEEMS_SLOWER
    };
    comparison.rows.iter().filter(seems).count() + count_open(comparison, SEEMS_SLOWER)
}
