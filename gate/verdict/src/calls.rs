//! More calls and more work, compared exactly, as findings.
//!
//! One more call fails the run where what it takes, with all that it calls, is as much as matters (`gate.calls.floor_share` of the
//! launch), and where what varied rarely before does not make chance likely. Otherwise it is shown.
//! More work fails by its kind (`[work]`) in place of what it takes.

use super::{Accepted, Finding, FindingKind};
use compare::{Comparison, Exact, MoreCalls};

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
        let finding = Finding::new(kind_of(exact), row.unwrap_or(&exact.judged));
        findings.push(Finding {
            holds: exact.more.below.clone(),
            more_calls: more,
            advisory: finding.advisory || is_shown(&exact.more),
            ..finding
        });
    }
}

/// Findings of calls where nothing else could be judged.
pub fn judge_calls(exact: &[Exact], accepted: &Accepted<'_>) -> Vec<Finding> {
    let told = |exact: &Exact| {
        let mut judged = exact.judged.clone();
        judged.result.call = compare::Call::Undecided;
        let finding = Finding::new(kind_of(exact), &judged);
        let advisory = finding.advisory || is_shown(&exact.more);
        let holds = exact.more.below.clone();
        Finding { holds, more_calls: Some(Box::new(exact.more.clone())), advisory, ..finding }
    };
    let mut findings: Vec<Finding> = exact.iter().map(told).collect();
    accepted.mark(&mut findings);
    super::sort(&mut findings);
    findings
}

fn kind_of(exact: &Exact) -> FindingKind {
    if exact.judged.row.subject.is_work() { FindingKind::Work } else { FindingKind::Calls }
}

fn is_shown(more: &MoreCalls) -> bool {
    !more.matters || !more.is_sure()
}
