//! Whether a run that may stop early has seen enough.
//!
//! Each look has its share of the level, also the last; [`super::check`] takes the same share for such a run.

use gate_config::Date;
use gate_stats::tuned::SEEMS_SLOWER;

use super::{Base, JudgeError, Outcome, Policy, check};
use crate::compare::{Call, Comparison, Judged, Side};
use crate::verdict::{Answer, Finding, open_counts};

/// What a look says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interim {
    /// Whether nothing is to be gained by more launches.
    pub is_enough: bool,
    /// Why, in a few words.
    pub why: String,
}

impl Interim {
    fn new(is_enough: bool, why: impl Into<String>) -> Interim {
        Interim { is_enough, why: why.into() }
    }
}

/// A look at a run: the judgement of its launches so far, which has its share of the level (the run says how many looks there are).
pub fn interim(
    head: Side<'_>,
    base: Base<'_>,
    policy: &Policy<'_>,
    today: Date,
) -> Result<Interim, JudgeError> {
    Ok(match check(head, base, policy, today)?.outcome {
        Outcome::TooFew { findings, .. } if findings.iter().any(Finding::fails) => {
            of_answer(Answer::Regressed)
        }
        Outcome::TooFew { reason, .. } => Interim::new(false, reason),
        Outcome::Judged(comparison, verdict) if verdict.answer == Answer::Pass => match open(&comparison) {
            0 => Interim::new(true, "no regression"),
            1 => Interim::new(false, "1 row is still undecided"),
            rows => Interim::new(false, format!("{rows} rows are still undecided")),
        },
        Outcome::Judged(_, verdict) if verdict.answer == Answer::Undecided => {
            let why = verdict.reasons.first().map(|reason| format!(": {reason}")).unwrap_or_default();
            Interim::new(false, format!("undecided{why}"))
        }
        outcome => of_answer(outcome.answer()),
    })
}

/// How many rows seem slower, and are not sure: more launches may make them findings.
fn open(comparison: &Comparison) -> usize {
    let seems = |judged: &&Judged| {
        judged.result.call != Call::Finding && !judged.row.rule.advisory && judged.result.p <= SEEMS_SLOWER
    };
    comparison.rows.iter().filter(seems).count() + open_counts(comparison, SEEMS_SLOWER)
}

fn of_answer(answer: Answer) -> Interim {
    match answer {
        Answer::Pass => Interim::new(true, "no regression"),
        Answer::Regressed => Interim::new(true, "a regression"),
        Answer::Undecided => Interim::new(false, "undecided"),
        Answer::Incomparable => Interim::new(true, "the builds cannot be compared"),
        Answer::NotRecorded => Interim::new(false, "the recorder failed"),
        Answer::NoBaseline => Interim::new(true, "no baseline to compare with"),
    }
}
