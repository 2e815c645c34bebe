//! Defines the outcome of a judgement.

use crate::compare::{BudgetRow, Comparison, ComparisonMode};
use crate::reason::{Difference, Reason};
use crate::verdict::{Answer, FactFinding, Finding, Verdict};

/// The outcome of a check.
#[derive(Debug)]
pub enum Outcome {
    /// The head was compared with its base.
    Judged(Box<Comparison>, Verdict),
    /// The head and the base cannot be compared, because of these differences.
    Incomparable(Vec<Difference>),
    /// The recorder failed on one side.
    NotRecorded(Reason),
    /// The admitted launches are too few to judge times, so only the exact numbers of calls and requests were compared. The findings report
    /// more calls or requests.
    TooFew { reason: Reason, findings: Vec<Finding> },
    /// The store contains no baseline with which the launches can be compared.
    NoBaseline {
        reasons: Vec<Reason>,
        /// The rows that budgets limit. Budgets need no baseline.
        budgets: Vec<BudgetRow>,
        /// The findings of budgets that are exceeded.
        findings: Vec<Finding>,
        /// The facts of the build that exceed a budget.
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

    /// Returns the reason that states whether more launches, and how many, would turn an undecided answer into a pass or a regression.
    pub fn would_decide(&self) -> Option<Reason> {
        let Outcome::Judged(comparison, verdict) = self else { return None };
        let is_open = verdict.answer == Answer::Undecided
            && verdict.findings.iter().all(|finding| finding.confirmation.is_none());
        match verdict.more_launches {
            Some(launches) => Some(Reason::MoreLaunches { launches }),
            None if is_open && comparison.mode == ComparisonMode::Sessions => Some(Reason::DaysDiffer),
            None if is_open => Some(Reason::MoreOfBoth),
            None => None,
        }
    }
}
