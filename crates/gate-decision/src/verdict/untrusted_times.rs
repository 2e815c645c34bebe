//! Handles launches whose times cannot decide the answer. In a simulator, the times are those of the Mac. On a phone without stored
//! sessions, a growth may be a difference between phones.
//!
//! Exact increases of calls and facts of the build do not depend on the device, so they decide in a simulator and on an unknown phone too.
//! On a phone without stored sessions, budgets, losses and instructions decide. In a simulator, budgets, losses and instructions do not
//! decide.

use super::finding::AdvisoryReason;
use super::{Answer, Finding, FindingKind, Verdict};
use crate::reason::Reason;

impl Verdict {
    /// Makes findings of times advisory. If no other finding fails the check, the answer is undecided.
    pub(crate) fn advise_for_unknown_phone(&mut self) {
        if self.answer == Answer::Pass {
            return;
        }
        self.make_findings_advisory(AdvisoryReason::UnknownPhone, |kind| {
            matches!(kind, FindingKind::Budget | FindingKind::LostLaunches | FindingKind::Instructions)
        });
        if !self.findings.iter().any(Finding::fails) {
            self.answer = Answer::Undecided;
        }
        self.reasons.insert(0, Reason::UnknownPhone);
    }

    /// Makes findings of times advisory, so that the answer depends only on the other findings. The function is used unless the settings
    /// allow the times of a simulator to decide.
    pub(crate) fn advise_for_simulator(&mut self) {
        self.make_findings_advisory(AdvisoryReason::Simulator, |_| false);
        let fails = self.findings.iter().any(Finding::fails);
        self.answer = if fails { Answer::Regressed } else { Answer::Pass };
        // All other reasons are about times, which do not decide in a simulator.
        self.reasons = vec![Reason::Simulator];
    }

    /// Makes findings advisory, except exact increases and findings whose kind `decides` selects.
    fn make_findings_advisory(&mut self, reason: AdvisoryReason, decides: fn(FindingKind) -> bool) {
        for finding in &mut self.findings {
            if finding.exact_increase().is_none() && !decides(finding.kind) {
                finding.make_advisory(reason);
            }
        }
        super::sort(&mut self.findings);
        self.more_launches = None;
        self.limit = None;
    }
}
