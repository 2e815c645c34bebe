//! More calls and more work, compared exactly, as findings.
//!
//! One more call fails the run where what it takes, with all that it calls, is as much as matters (`gate.calls.floor_share` of the
//! launch), and where what varied rarely before does not make chance likely. Otherwise it is shown.
//! More work fails by its kind (`[work]`) in place of what it takes.

use super::{Accepted, Finding, FindingKind};
use crate::compare::{Comparison, Exact, Judged};

/// Adds what calls tell: to the finding of the same method, or as one of its own.
pub(super) fn add(comparison: &Comparison, findings: &mut Vec<Finding>) {
    for exact in &comparison.more_calls {
        let key = &exact.judged.row.subject;
        let more = Some(Box::new(exact.more.clone()));
        if let Some(known) = findings.iter_mut().find(|finding| finding.subject() == key) {
            // A growth that is that of calls which vary by chance is chance's too.
            known.advisory |= known.kind == FindingKind::Calls && !exact.more.is_sure();
            known.more_calls = more;
            continue;
        }
        let row = comparison.rows.iter().find(|judged| judged.row.subject == *key);
        findings.push(told(exact, row.unwrap_or(&exact.judged)));
    }
}

fn told(exact: &Exact, judged: &Judged) -> Finding {
    let kind = if exact.judged.row.subject.is_work() { FindingKind::Work } else { FindingKind::Calls };
    let (more, finding) = (&exact.more, Finding::new(kind, judged));
    let advisory = finding.advisory || !more.matters || !more.is_sure();
    Finding { holds: more.below.clone(), more_calls: Some(Box::new(more.clone())), advisory, ..finding }
}

/// Findings of calls where nothing else could be judged.
pub(crate) fn judge_calls(exact: &[Exact], accepted: &Accepted<'_>) -> Vec<Finding> {
    let mut findings: Vec<Finding> = exact.iter().map(|exact| told(exact, &exact.judged)).collect();
    findings.iter_mut().for_each(|finding| finding.judged.result.call = crate::compare::Call::Undecided);
    accepted.mark(&mut findings);
    super::sort(&mut findings);
    findings
}
