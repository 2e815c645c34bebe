//! A judged row as a row of the report.

use std::sync::Arc;

use gate_decision::Judged;

use super::value::ReportRow;
use super::word::Standing;

pub(super) fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

pub(super) fn row(standing: Standing, judged: &Judged) -> ReportRow {
    let result = &judged.result;
    // A new method is its caller's affair where it has no owner of its own.
    let caller = judged.called_by.as_ref();
    let own = |own: &Option<Arc<str>>, callers: Option<&Option<Arc<str>>>| {
        own.as_ref().or(callers.and_then(Option::as_ref)).map(ToString::to_string)
    };
    ReportRow {
        kind: standing.into(),
        subject: judged.row.subject.clone(),
        module: own(&judged.row.module, caller.map(|caller| &caller.module)),
        owner: own(&judged.row.owner, caller.map(|caller| &caller.owner)),
        called_by: caller.map(|caller| caller.method.to_string()),
        base_ns: result.base,
        head_ns: result.head,
        change_ns: result.head - result.base,
        ratio: finite(result.ratio),
        interval_ns: [finite(result.change_interval.0), finite(result.change_interval.1)],
        p_adjusted: result.p_adjusted,
        base_calls: judged.calls.map(|calls| calls.0),
        head_calls: judged.calls.map(|calls| calls.1),
        name: judged.row.subject.to_string(),
        answer: Some(result.call.into()),
        could_hide: finite(result.could_hide),
        limits: Some(judged.row.rule.limits.into()),
        critical: judged.row.rule.critical,
        notes: judged.row.rule.reasons.clone(),
        ..ReportRow::default()
    }
}
