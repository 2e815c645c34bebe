//! Launches of a phone without stored sessions: their growth may be a difference between phones.
//!
//! Calls that are compared exactly, and facts of the build, are the app's own and decide as ever; so do budgets.

use super::finding::Advisory;
use super::{Answer, Finding, FindingKind, Verdict};
use crate::reason::Reason;

impl Verdict {
    /// Makes findings of times advisory; an answer that rested on them is undecided.
    pub(crate) fn advise_for_unknown_phone(&mut self) {
        if self.answer == Answer::Pass {
            return;
        }
        for finding in &mut self.findings {
            let is_own = matches!(
                finding.kind,
                FindingKind::Budget | FindingKind::LostLaunches | FindingKind::Instructions
            );
            if finding.exact_increase().is_none() && !is_own {
                finding.advise(Advisory::UnknownPhone);
            }
        }
        super::sort(&mut self.findings);
        if !self.findings.iter().any(Finding::fails) {
            self.answer = Answer::Undecided;
        }
        self.reasons.insert(0, Reason::UnknownPhone);
        self.more_launches = None;
    }
}
