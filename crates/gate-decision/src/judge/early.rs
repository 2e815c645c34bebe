//! Decides whether a run that may end early has enough launches.
//!
//! A check during a run that may end early is called a look. Each look, including the last one, uses an equal share of the significance
//! level. [`super::check`] uses this share for every look, since the launches of the run contain the number of looks.

use gate_stats::tuned::OPEN_ROW_P;

use super::{Base, JudgeError, Outcome, Policy, check};
use crate::compare::{Comparison, JudgedRow, RowClass, Side};
use crate::reason::Reason;
use crate::verdict::{Answer, Finding, count_open};

/// The result of a check during a run.
#[derive(Clone, Debug, PartialEq)]
pub struct InterimResult {
    /// Whether the answer is final, so that the run may end without more launches.
    pub is_enough: bool,
    pub state: InterimState,
}

/// The state of a run at a check.
#[derive(Clone, Debug, PartialEq)]
pub enum InterimState {
    /// The launches that the run has made so far give an answer.
    Answered(Answer),
    /// The answer is a pass, but this number of rows seem slower, and may become findings with more launches.
    OpenRows(usize),
    /// The answer is undecided. The value is the first of the verdict's reasons.
    Undecided(Option<Reason>),
    /// Too few launches are admitted for a judgement of times.
    TooFew(Reason),
}

/// Judges the launches that a run has made so far. All checks during a run use equal shares of the significance level; the launches contain
/// the number of these checks.
pub fn judge_interim(
    head: Side<'_>,
    base: Base<'_>,
    policy: &Policy<'_>,
) -> Result<InterimResult, JudgeError> {
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
    Ok(InterimResult { is_enough, state })
}

/// Counts the rows that seem slower but are not proven to be. With more launches, these rows may become findings.
fn count_open_rows(comparison: &Comparison) -> usize {
    let seems = |judged: &&JudgedRow| {
        judged.result.class != RowClass::Finding && !judged.row.rule.advisory && judged.result.p <= OPEN_ROW_P
    };
    comparison.rows.iter().filter(seems).count() + count_open(comparison, OPEN_ROW_P)
}
