//! Confirms findings by measuring them again, in fresh launches.
//!
//! A finding still fails the check only if the fresh launches prove the growth of the same row again. The test of the fresh launches uses
//! the whole significance level, with Holm's correction (1979) for the number of failing findings. The fresh launches test only a few rows,
//! so their test has more power than the first test, and a false alarm needs two false tests.

use gate_config::Config;
use gate_stats::multiple::holm;
use serde::{Deserialize, Serialize};

use super::evidence::Evidence;
use super::fresh::FreshRow;
use super::{Answer, Finding, FindingStatus, Verdict};
use crate::amount::Amount;
use crate::compare::Comparison;
use crate::reason::{FreshGrowth, Reason};

/// The result of measuring a finding again in fresh launches.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Confirmation {
    /// Whether the fresh launches confirm the finding. A finding that is not confirmed does not fail the check.
    pub confirmed: bool,
    /// The one-sided p-value of the growth in the fresh launches, corrected for the number of findings.
    pub p_adjusted: f64,
    /// The growth of the row in the fresh launches; 0 if the fresh launches do not contain the row.
    pub change: Amount,
    /// The ends of the confidence interval of the growth in the fresh launches; `None` for an end without a bound.
    pub interval: [Option<Amount>; 2],
}

impl Verdict {
    /// Changes the status of findings that the fresh launches do not confirm, so they no longer fail the check. If no failing finding
    /// remains, the answer is undecided.
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
                finding.status = FindingStatus::NotConfirmed;
            }
            let (change, interval) =
                row.growth.map(|fresh| (fresh.growth, fresh.interval)).unwrap_or_default();
            finding.confirmation = Some(Confirmation { confirmed, p_adjusted, change, interval });
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
