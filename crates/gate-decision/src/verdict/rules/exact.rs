//! More calls and more work, compared exactly.
//!
//! One more call fails the check if its time, with all that it calls, is as large as matters (0.1 % of the launch), and
//! if the counts that varied rarely before do not make chance likely. Otherwise it is shown.
//! More work fails by its kind (`[work]`) instead of by its time.

use crate::compare::{Call, Comparison, IncreasedRow, Judged};
use crate::reason::FreshGrowth;
use crate::verdict::evidence::Evidence;
use crate::verdict::finding::Advisory;
use crate::verdict::fresh::FreshRow;
use crate::verdict::{Accepted, Finding, FindingKind};

/// Adds exact increases: to the finding of the same row, or as findings of their own.
pub(crate) fn add(comparison: &Comparison, findings: &mut Vec<Finding>) {
    for increased in &comparison.more_calls {
        let subject = &increased.row.subject;
        if let Some(known) = findings.iter_mut().find(|finding| finding.subject() == subject) {
            // If the calls vary by chance, the growth that they explain is due to chance too.
            if known.kind == FindingKind::Calls && !increased.increase.is_sure() {
                known.advise(Advisory::WithinAllowance);
            }
            known.increase = Some(Box::new(increased.increase.clone()));
            continue;
        }
        let timed = comparison.rows.iter().find(|judged| judged.row.subject == *subject);
        findings.push(finding(increased, timed));
    }
}

fn finding(increased: &IncreasedRow, timed: Option<&Judged>) -> Finding {
    let IncreasedRow { row, medians, values, increase } = increased;
    let kind = if row.subject.is_work() { FindingKind::Work } else { FindingKind::Calls };
    let evidence = Evidence::Exact(timed.map(|timed| Box::new(timed.result)));
    let mut finding = match timed {
        // Its time grew too, which the growth of everything already reports.
        Some(timed) if timed.result.call == Call::Finding => Finding::new(kind, timed),
        Some(timed) => Finding { evidence, ..Finding::new(kind, timed) },
        None => {
            let levels = medians.in_unit(row.subject.unit());
            let calls = row.subject.main_method().map(|_| increase.calls);
            Finding { calls, ..Finding::with_evidence(kind, row.clone(), levels, values, evidence) }
        }
    };
    finding.increase = Some(Box::new(increase.clone()));
    finding.holds.clone_from(&increase.below);
    if !increase.matters || !increase.is_sure() {
        finding.advise(Advisory::WithinAllowance);
    }
    finding
}

/// Makes findings of exact increases if there are too few launches to judge times.
pub(crate) fn judge_calls(increased: &[IncreasedRow], accepted: &Accepted<'_>) -> Vec<Finding> {
    let mut findings: Vec<Finding> = increased.iter().map(|one| finding(one, None)).collect();
    accepted.mark(&mut findings);
    crate::verdict::sort(&mut findings);
    findings
}

pub(super) fn confirm(finding: &Finding, fresh: &Comparison) -> FreshRow {
    let subject = finding.subject();
    let found = FreshRow::find(&fresh.rows, subject);
    let Some(increased) = fresh.more_calls.iter().find(|one| one.row.subject == *subject) else {
        return found;
    };
    let growth = increased.medians.in_unit(subject.unit()).growth();
    FreshRow { growth: found.growth.or(Some(FreshGrowth { growth, interval: [None, None] })), p: 0.0 }
}

/// Returns the time of the added calls for a finding of calls alone, otherwise the growth of its time.
pub(in crate::verdict) fn cost(finding: &Finding) -> f64 {
    match &finding.evidence {
        Evidence::Exact(_) => finding.exact_increase().map_or(0.0, |increase| increase.cost.0),
        _ => finding.time_change(),
    }
}
