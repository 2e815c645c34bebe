//! What comes out of a judgement.

use crate::compare::{Budgeted, Comparison, Difference};
use crate::verdict::{Answer, Finding, Verdict};

/// What came out of a check.
#[derive(Debug)]
pub enum Outcome {
    /// Both sides were compared.
    Judged(Box<Comparison>, Verdict),
    /// They cannot be compared, by these differences.
    Incomparable(Vec<Difference>),
    /// The recorder failed on a side.
    NotRecorded(String),
    /// Too few launches count to say anything.
    TooFew(String),
    /// There is nothing to compare with.
    NoBaseline {
        /// Why.
        reason: String,
        /// What budgets limit: they need no baseline.
        budgets: Vec<Budgeted>,
        /// Those that are exceeded.
        findings: Vec<Finding>,
    },
}

impl Outcome {
    /// The answer.
    pub fn answer(&self) -> Answer {
        match self {
            Outcome::Judged(_, verdict) => verdict.answer,
            Outcome::Incomparable(_) => Answer::Incomparable,
            Outcome::NotRecorded(_) => Answer::NotRecorded,
            Outcome::TooFew(_) => Answer::Undecided,
            Outcome::NoBaseline { findings, .. } if findings.iter().any(Finding::fails) => Answer::Regressed,
            Outcome::NoBaseline { .. } => Answer::NoBaseline,
        }
    }

    /// About how many more launches would show that the launch and its phases did not grow by what matters: what they could have grown by
    /// unseen shrinks with the root of their number. None if that is no help, since other noise than that of launches is in the way.
    pub fn more_launches(&self, matters: f64) -> Option<usize> {
        const MOST: f64 = 500.0;
        let Outcome::Judged(comparison, verdict) = self else { return None };
        if verdict.answer != Answer::Undecided {
            return None;
        }
        let launches = comparison.counted.1 as f64;
        let open = comparison.wholes.iter().map(|judged| {
            let may = matters * judged.result.base + judged.row.rule.floor.0;
            judged.result.upper / may
        });
        let most = open.filter(|share| share.is_finite() && *share > 1.0).max_by(f64::total_cmp)?;
        let more = (launches * most.powi(2) - launches).ceil();
        (1.0..=MOST).contains(&more).then_some(more as usize)
    }
}
