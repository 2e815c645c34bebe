//! Findings that were measured again, in fresh launches.
//!
//! A finding keeps failing only if the fresh launches alone reject its row too: at the whole level, Holm (1979) over the rows that were
//! found first. Those are few, so this test has more power than the first one, and a false alarm needs two false tests.

use gate_config::Config;
use gate_stats::multiple::holm;
use serde::{Deserialize, Serialize};

use super::evidence::Evidence;
use super::fresh::FreshRow;
use super::{Answer, Finding, Status, Verdict};
use crate::amount::Amount;
use crate::compare::Comparison;
use crate::reason::{FreshGrowth, Reason};

/// A finding in fresh launches.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Again {
    /// Whether the fresh launches reject its row too; a finding that they do not reject does not fail the check.
    pub confirmed: bool,
    /// The chance of so much growth, one-sided, corrected for the rows that were found first.
    pub p_adjusted: f64,
    /// The growth of the row in the fresh launches; 0 if they do not contain it.
    pub change: Amount,
    /// The ends of the interval of that growth; `None` for an end without a bound.
    pub interval: [Option<Amount>; 2],
}

impl Verdict {
    /// Lets only those findings fail that the fresh launches confirm; without one the answer is undecided.
    pub fn confirm(&mut self, fresh: &Comparison, config: &Config) {
        let failing: Vec<&mut Finding> = self.findings.iter_mut().filter(|finding| finding.fails()).collect();
        if failing.is_empty() {
            return;
        }
        let rows: Vec<FreshRow> =
            failing.iter().map(|finding| finding.evidence.confirm(finding, fresh, config)).collect();
        let adjusted = holm(&rows.iter().map(|row| row.p).collect::<Vec<f64>>());
        for ((finding, row), p_adjusted) in failing.into_iter().zip(rows).zip(adjusted) {
            let confirmed = p_adjusted <= config.gate.alpha;
            if !confirmed {
                self.reasons.push(not_confirmed(finding, row.growth));
                finding.status = Status::NotConfirmed;
            }
            let (change, interval) =
                row.growth.map(|fresh| (fresh.growth, fresh.interval)).unwrap_or_default();
            finding.again = Some(Again { confirmed, p_adjusted, change, interval });
        }
        super::sort(&mut self.findings);
        if self.answer == Answer::Regressed && !self.findings.iter().any(Finding::fails) {
            self.answer = Answer::Undecided;
        }
    }
}

fn not_confirmed(finding: &Finding, fresh: Option<FreshGrowth>) -> Reason {
    if let Evidence::Counter(evidence) = &finding.evidence {
        let count = &evidence.count.judged;
        return Reason::CounterNotConfirmed { subject: count.row.subject.clone(), ratio: count.result.ratio };
    }
    Reason::NotConfirmed { subject: finding.subject().clone(), first: finding.levels.growth(), fresh }
}
