//! Converts judged rows and findings to rows of the report.

use std::sync::Arc;

use gate_decision::{Amount, Caller, Finding, JudgedRow, Row, RowClass, Sides};
use gate_stats::RowResult;

use super::value::ReportRow;
use super::word::RowRole;

pub(super) fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

/// Makes the row of the report for a tested row. The row is marked as faster if its test shows a decrease at the significance level
/// `level`, which is corrected for all rows.
pub(super) fn to_report_row(standing: RowRole, judged: &JudgedRow, level: f64) -> ReportRow {
    let levels = judged.levels();
    ReportRow {
        is_faster: judged.result.p_faster <= level,
        base_calls: judged.calls.map(|calls| calls.base),
        head_calls: judged.calls.map(|calls| calls.head),
        ..add_test_result(
            row_without_test(standing, &judged.row, judged.called_by.as_ref(), levels),
            Some(&judged.result),
        )
    }
}

/// Makes the row of the report for a finding. If the finding's evidence is not a test, the row has no interval.
pub(super) fn row_of_finding(finding: &Finding) -> ReportRow {
    let standing = RowRole::Found(finding.kind);
    let row = row_without_test(standing, &finding.row, finding.called_by.as_ref(), finding.levels);
    let untested = if finding.is_of_calls_alone() { RowClass::Undecided } else { RowClass::Finding };
    let time = finding.evidence.time_test();
    ReportRow {
        base_calls: finding.calls.map(|calls| calls.base),
        head_calls: finding.calls.map(|calls| calls.head),
        answer: Some(time.map_or(untested, |time| time.class).into()),
        p_adjusted: finding.evidence.p_adjusted(),
        ..add_test_result(row, time)
    }
}

fn row_without_test(
    standing: RowRole,
    row: &Row,
    caller: Option<&Caller>,
    levels: Sides<Amount>,
) -> ReportRow {
    // A new method without an owner gets the owner of its caller.
    let own = |own: &Option<Arc<str>>, callers: Option<&Option<Arc<str>>>| {
        own.as_ref().or(callers.and_then(Option::as_ref)).map(ToString::to_string)
    };
    let Sides { base, head } = levels;
    ReportRow {
        kind: standing.into(),
        subject: row.subject.clone(),
        module: own(&row.module, caller.map(|caller| &caller.module)),
        owner: own(&row.owner, caller.map(|caller| &caller.owner)),
        called_by: caller.map(|caller| caller.method.to_string()),
        base,
        head,
        change: levels.growth(),
        ratio: (base.value > 0.0).then(|| head.value / base.value).and_then(finite),
        name: row.subject.to_string(),
        limits: Some(row.rule.limits.into()),
        critical: row.rule.critical,
        notes: row.rule.reasons.clone(),
        p_adjusted: 1.0,
        ..ReportRow::default()
    }
}

/// Adds the results of a test to the row.
fn add_test_result(row: ReportRow, test: Option<&RowResult>) -> ReportRow {
    let Some(test) = test else { return row };
    ReportRow {
        // A base with the cost 0 has no ratio, although the test computes a ratio on its logarithmic scale.
        ratio: finite(test.ratio).filter(|_| row.base.value > 0.0),
        interval: [test.change_interval.0, test.change_interval.1]
            .map(|value| finite(value).map(|value| Amount { value, unit: row.base.unit })),
        p_adjusted: test.p_adjusted,
        answer: Some(test.class.into()),
        could_hide: finite(test.could_hide),
        ..row
    }
}
