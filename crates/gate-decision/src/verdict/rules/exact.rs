//! Makes findings of more calls and more requests (work), which are compared exactly.
//!
//! More calls fail the check under two conditions. First, the time of the added calls, including the methods that they call, is at least
//! the smallest relevant share of the launch (0.1 %). Second, the increase is unlikely to be due to chance, judged by the number of counts
//! that varied rarely in stored launches. Other increases of calls are only shown. Whether more requests fail the check depends on the
//! settings of their kind (`[work]`), not on their time.

use crate::compare::{Comparison, IncreasedRow, JudgedRow, RowClass};
use crate::reason::FreshGrowth;
use crate::verdict::evidence::Evidence;
use crate::verdict::finding::AdvisoryReason;
use crate::verdict::fresh::FreshRow;
use crate::verdict::{AcceptanceMatcher, Finding, FindingKind};

/// Adds each exact increase of calls or requests to the finding of the same row, or as a new finding.
pub(crate) fn add(comparison: &Comparison, findings: &mut Vec<Finding>) {
    for increased in &comparison.more_calls {
        let subject = &increased.row.subject;
        if let Some(known) = findings.iter_mut().find(|finding| finding.subject() == subject) {
            // If the number of calls varies by chance, the growth that these calls explain varies by chance too.
            if known.kind == FindingKind::Calls && !increased.increase.is_sure() {
                known.make_advisory(AdvisoryReason::WithinAllowance);
            }
            known.increase = Some(Box::new(increased.increase.clone()));
            continue;
        }
        let timed = comparison.rows.iter().find(|judged| judged.row.subject == *subject);
        findings.push(make_finding(increased, timed));
    }
}

fn make_finding(increased: &IncreasedRow, timed: Option<&JudgedRow>) -> Finding {
    let IncreasedRow { row, medians, values, increase } = increased;
    let kind = if row.subject.is_work() { FindingKind::Work } else { FindingKind::Calls };
    let evidence = Evidence::Exact(timed.map(|timed| Box::new(timed.result)));
    let mut finding = match timed {
        // The row's time grew too, but the finding that everything is slower already reports this growth.
        Some(timed) if timed.result.class == RowClass::Finding => Finding::new(kind, timed),
        Some(timed) => Finding { evidence, ..Finding::new(kind, timed) },
        None => {
            let levels = medians.in_unit(row.subject.unit());
            let calls = row.subject.main_method().map(|_| increase.calls);
            Finding { calls, ..Finding::with_evidence(kind, row.clone(), levels, values, evidence) }
        }
    };
    finding.increase = Some(Box::new(increase.clone()));
    finding.joined_methods.clone_from(&increase.below);
    if !increase.matters || !increase.is_sure() {
        finding.make_advisory(AdvisoryReason::WithinAllowance);
    }
    finding
}

/// Makes findings of exact increases, for a head with too few launches to judge times.
pub(crate) fn judge_calls(increased: &[IncreasedRow], accepted: &AcceptanceMatcher<'_>) -> Vec<Finding> {
    let mut findings: Vec<Finding> = increased.iter().map(|one| make_finding(one, None)).collect();
    accepted.mark_findings(&mut findings);
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

/// Returns the time of the added calls if the finding's only evidence is calls, otherwise the growth of its time.
pub(in crate::verdict) fn added_time(finding: &Finding) -> f64 {
    match &finding.evidence {
        Evidence::Exact(_) => finding.exact_increase().map_or(0.0, |increase| increase.cost.0),
        _ => finding.time_change(),
    }
}
