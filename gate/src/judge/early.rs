//! Whether a run that may stop early has seen enough.
//!
//! Each look has its share of the level, also the last; [`super::check`] takes the same share for such a run.

use super::{Base, JudgeError, Outcome, Policy, check, stored};
use crate::compare::{self, CompareError, Side};
use crate::config::Date;
use crate::verdict::Answer;

/// What a look says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// Whether nothing is to be gained by more launches.
    pub is_enough: bool,
    /// Why, in a few words.
    pub why: String,
}

impl Look {
    fn new(is_enough: bool, why: impl Into<String>) -> Look {
        Look { is_enough, why: why.into() }
    }
}

/// Look number `at` (from 0) at a run: at its head and its base where it is interleaved, else at its launches against stored ones.
pub fn look(
    head: Side<'_>,
    base: Base<'_>,
    policy: &Policy<'_>,
    today: Date,
    at: usize,
) -> Result<Look, JudgeError> {
    if head.role.is_some() {
        return Ok(match check(head, base, policy, today)?.outcome {
            Outcome::TooFew(reason) => Look::new(false, reason),
            outcome => of_answer(outcome.answer()),
        });
    }
    let looked = match base {
        Base::Launches(base) => compare::look(base, head, policy.config, today, at),
        Base::Store(store) => {
            let keys = stored::keys(head.launches);
            let pool = stored::of_head(store, &keys, head.launches, policy.config)?;
            if pool.is_empty() {
                return Ok(Look::new(false, "there is no baseline to decide against"));
            }
            let launches = stored::load(store, &pool, policy)?;
            compare::look(Side { launches: &launches, role: None }, head, policy.config, today, at)
        }
    };
    match looked {
        Ok(0) => Ok(Look::new(true, "no row is open")),
        Ok(1) => Ok(Look::new(false, "1 row is open")),
        Ok(open) => Ok(Look::new(false, format!("{open} rows are open"))),
        Err(CompareError::TooFew { needed, found, .. }) => {
            Ok(Look::new(false, format!("{found} launches count, at least {needed} are needed")))
        }
        Err(CompareError::OtherRecording(found)) => Ok(Look::new(true, found.with_baselines())),
        Err(error @ CompareError::Incomparable(_)) => Ok(Look::new(true, error.to_string())),
        Err(error) => Err(error.into()),
    }
}

fn of_answer(answer: Answer) -> Look {
    match answer {
        Answer::Pass => Look::new(true, "no regression"),
        Answer::Regressed => Look::new(true, "a regression"),
        Answer::Undecided => Look::new(false, "undecided"),
        Answer::Incomparable => Look::new(true, "the builds cannot be compared"),
        Answer::NotRecorded => Look::new(false, "the recorder failed"),
        Answer::NoBaseline => Look::new(true, "there is nothing to compare with"),
    }
}
