//! What comes out of a judgement.

use crate::compare::{Budgeted, Comparison, Difference};
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
}
