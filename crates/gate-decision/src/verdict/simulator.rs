//! Launches of a simulator: their times are the host's, so they fail nothing until the settings say that they may.
//!
//! Calls that are compared exactly, and facts of the build, are the app's own and decide as ever.

use super::{Answer, Finding, FindingKind, Verdict};

/// What a report of such launches says.
const TOLD: &str = "these launches ran in a simulator: only calls, work and facts of the build can fail the check, because times depend on the host; set gate.simulator_times = \"decide\" once at most 5 % of the checks of an unchanged build fail on this machine";

impl Verdict {
    /// Makes what rests on times advisory, and answers anew.
    pub(crate) fn advise_times(&mut self) {
        for finding in &mut self.findings {
            finding.advisory |= finding.more_calls.is_none() && finding.kind != FindingKind::Moved;
        }
        super::sort(&mut self.findings);
        let fails = self.findings.iter().any(Finding::fails);
        self.answer = if fails { Answer::Regressed } else { Answer::Pass };
        // They say why times are open, which decides nothing here.
        self.reasons.clear();
        self.reasons.push(TOLD.to_owned());
        self.more_launches = None;
    }
}
