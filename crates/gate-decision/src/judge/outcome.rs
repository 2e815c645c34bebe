//! What comes out of a judgement.

use crate::compare::{Budgeted, Comparison, Difference, Mode};
use crate::verdict::{Answer, FactFinding, Finding, Verdict};

/// What came out of a check.
#[derive(Debug)]
pub enum Outcome {
    /// Both sides were compared.
    Judged(Box<Comparison>, Verdict),
    /// They cannot be compared, by these differences.
    Incomparable(Vec<Difference>),
    /// The recorder failed on a side.
    NotRecorded(String),
    /// Too few launches count to say anything but of calls that are compared exactly.
    TooFew {
        reason: String,
        /// Methods with more calls.
        findings: Vec<Finding>,
    },
    /// There is nothing to compare with.
    NoBaseline {
        reason: String,
        /// What budgets limit: they need no baseline.
        budgets: Vec<Budgeted>,
        /// Those that are exceeded.
        findings: Vec<Finding>,
        /// What budgets limit in the build, and is above them.
        facts: Vec<FactFinding>,
    },
}

impl Outcome {
    pub fn answer(&self) -> Answer {
        match self {
            Outcome::Judged(_, verdict) => verdict.answer,
            Outcome::Incomparable(_) => Answer::Incomparable,
            Outcome::NotRecorded(_) => Answer::NotRecorded,
            Outcome::TooFew { findings, .. } | Outcome::NoBaseline { findings, .. }
                if findings.iter().any(Finding::fails) =>
            {
                Answer::Regressed
            }
            Outcome::NoBaseline { facts, .. } if facts.iter().any(|fact| fact.fails) => Answer::Regressed,
            Outcome::TooFew { .. } => Answer::Undecided,
            Outcome::NoBaseline { .. } => Answer::NoBaseline,
        }
    }

    /// What would make an undecided answer a clear one.
    pub fn would_decide(&self) -> Option<String> {
        let Outcome::Judged(comparison, verdict) = self else { return None };
        let is_open = verdict.answer == Answer::Undecided
            && verdict.findings.iter().all(|finding| finding.again.is_none());
        match verdict.more_launches {
            Some(1) => Some("about 1 more launch would give a clear verdict".to_owned()),
            Some(more) => Some(format!("about {more} more launches would give a clear verdict")),
            None if is_open && comparison.mode == Mode::Sessions => {
                let why = "days differ by more than this; run base and head together (gate run --base)";
                Some(format!("more launches of this build alone may not give a clear verdict: {why}"))
            }
            None if is_open => Some("record more launches of both builds".to_owned()),
            None => None,
        }
    }
}
