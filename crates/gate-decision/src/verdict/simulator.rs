//! Launches of a simulator: their times are the host's, so they fail nothing until the settings allow it.
//!
//! Calls that are compared exactly, and facts of the build, are the app's own and decide as ever.

use super::finding::Advisory;
use super::{Answer, Finding, Verdict};
use crate::reason::Reason;

impl Verdict {
    /// Makes findings of times advisory, and answers by the others.
    pub(crate) fn advise_for_simulator(&mut self) {
        for finding in &mut self.findings {
            if finding.exact_increase().is_none() {
                finding.advise(Advisory::Simulator);
            }
        }
        super::sort(&mut self.findings);
        let fails = self.findings.iter().any(Finding::fails);
        self.answer = if fails { Answer::Regressed } else { Answer::Pass };
        // The other reasons say why times are undecided, which decides nothing here.
        self.reasons = vec![Reason::Simulator];
        self.more_launches = None;
    }
}
