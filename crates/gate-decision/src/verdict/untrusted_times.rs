//! Handles launches whose times cannot decide the answer. In a simulator, the times are those of the Mac. On a phone without stored
//! sessions, a growth may be a difference between phones. The times of a new store may vary from day to day by an unknown amount.
//!
//! Exact increases of calls and facts of the build do not depend on the device, so they decide in a simulator and on an unknown phone too.
//! On a phone without stored sessions and in a new store, budgets, losses and instructions decide. In a simulator, budgets, losses and
//! instructions do not decide.

use super::finding::AdvisoryReason;
use super::{Answer, Finding, FindingKind, Verdict};
use crate::reason::Reason;

/// The number of stored sessions that a backtest must judge before the times of a store are proven.
pub const NEEDED_FOR_PROOF: usize = 15;

impl Verdict {
    /// Makes findings of times advisory. If no other finding fails the check, the answer is undecided.
    pub(crate) fn advise_for_unknown_phone(&mut self) {
        if self.answer == Answer::Pass {
            return;
        }
        self.make_findings_advisory(AdvisoryReason::UnknownPhone, |finding| !is_of_times(finding));
        if !self.findings.iter().any(Finding::fails) {
            self.answer = Answer::Undecided;
        }
        self.reasons.insert(0, Reason::UnknownPhone);
    }

    /// Makes findings of times advisory, so that the answer depends only on the other findings. The function is used unless the settings
    /// allow the times of a simulator to decide.
    pub(crate) fn advise_for_simulator(&mut self) {
        self.make_findings_advisory(AdvisoryReason::Simulator, |finding| finding.exact_increase().is_some());
        let fails = self.findings.iter().any(Finding::fails);
        self.answer = if fails { Answer::Regressed } else { Answer::Pass };
        // All other reasons are about times, which do not decide in a simulator.
        self.reasons = vec![Reason::Simulator];
    }

    /// Returns whether the check fails and at least one of the causes is a time.
    pub fn fails_by_times(&self) -> bool {
        let mut failing = self.findings.iter().filter(|finding| finding.fails()).peekable();
        self.answer == Answer::Regressed && (failing.peek().is_none() || failing.any(is_of_times))
    }

    /// Makes findings of times advisory, because a backtest of the store has not yet shown that times cause few false alarms. `reason`
    /// states what the backtest has shown.
    pub fn advise_until_proven(&mut self, reason: Reason) {
        self.make_findings_advisory(AdvisoryReason::NotProven, |finding| !is_of_times(finding));
        if !self.findings.iter().any(Finding::fails) {
            self.answer = Answer::Pass;
        }
        self.reasons.insert(0, reason);
    }

    /// Makes findings advisory, except the findings that `decides` selects.
    fn make_findings_advisory(&mut self, reason: AdvisoryReason, decides: fn(&Finding) -> bool) {
        for finding in self.findings.iter_mut().filter(|finding| !decides(finding)) {
            finding.make_advisory(reason);
        }
        super::sort(&mut self.findings);
        self.more_launches = None;
        self.limit = None;
    }
}

/// Returns whether a finding is of times alone. An exact increase of calls, a budget, a loss and instructions are not of times.
fn is_of_times(finding: &Finding) -> bool {
    finding.exact_increase().is_none()
        && !matches!(
            finding.kind,
            FindingKind::Budget | FindingKind::LostLaunches | FindingKind::Instructions
        )
}
