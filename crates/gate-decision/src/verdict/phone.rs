//! Launches of a phone that nothing stored is of: what is slower may be the phone.
//!
//! Calls that are compared exactly, and facts of the build, are the app's own and decide as ever; so do budgets.

use super::{Answer, Finding, FindingKind, Verdict};

/// Why such an answer is open.
const TOLD: &str = "these launches are of a phone that has no stored sessions, and phones of one model differ by some percent: record on the phone of the baselines, store sessions of this one, or record both builds interleaved (gate run --base)";

impl Verdict {
    /// Makes findings of times say what they are, and fail nothing; an answer that rested on them is open.
    pub(crate) fn of_other_phone(&mut self) {
        if self.answer == Answer::Pass {
            return;
        }
        for finding in &mut self.findings {
            let is_own = matches!(
                finding.kind,
                FindingKind::Budget
                    | FindingKind::LostLaunches
                    | FindingKind::Instructions
                    | FindingKind::Moved
            );
            finding.advisory |= finding.more_calls.is_none() && !is_own;
        }
        super::sort(&mut self.findings);
        if !self.findings.iter().any(Finding::fails) {
            self.answer = Answer::Undecided;
        }
        self.reasons.insert(0, TOLD.to_owned());
        self.more_launches = None;
    }
}
