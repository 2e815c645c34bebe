//! Builds the brief form of a verdict for programs, `launchgate.brief/1`: the answer, the findings, the reasons and the next commands.
//!
//! The folder `gate/schema` contains the schema of a brief. Invariant: a brief has at most [`LONGEST`] bytes. Every text in a brief is
//! escaped and limited in length, except the arguments of commands, which are complete or omitted.

use gate_decision::{Amount, Counter, Subject, Unit};
use serde_json::{Value, json};

use super::super::json::format_value;
use super::super::reasons;
use super::super::service_entries::{ServiceEntry, service_entries};
use super::super::summary;
use super::super::text::truncate_middle;
use super::super::value::{CounterValue, Report, ReportRow};

/// The length of the longest brief in bytes.
pub const LONGEST: usize = 20_000;

/// The largest number of bytes for the list of reasons in a brief. The same limit applies to the list of next commands.
const OTHERS: usize = 4_000;

/// The number of columns to which a text in a brief is shortened.
const TEXT: usize = 200;

/// The largest number of entries of a list in a brief.
const LISTED: usize = 8;

/// Renders the verdict as JSON in the format `launchgate.brief/1`.
pub fn render_brief(report: &Report) -> String {
    let reasons = first_within(OTHERS, coded_reasons(report));
    let next = first_within(OTHERS, report.next.iter().map(|next| json!(next)));
    let mut document = json!({
        "format": "launchgate.brief/1",
        "answer": report.verdict,
        "headline": headline(report),
        "findings": [],
        "findings_left_out": service_entries(report).count(),
        "reasons": reasons,
        "next": next,
    });
    let room = LONGEST.saturating_sub(render_document(&document).len() + 10);
    let findings =
        first_within(room, service_entries(report).map(|told| limit_size(entry_summary(report, told))));
    document["findings_left_out"] = (service_entries(report).count() - findings.len()).into();
    document["findings"] = findings.into();
    render_document(&document)
}

/// Renders a document for programs, with one line for each finding.
pub(super) fn render_document(document: &Value) -> String {
    format_value(document, 0) + "\n"
}

pub(super) fn headline(report: &Report) -> Value {
    limit_size(summary::headline(report).to_plain_text().into())
}

pub(super) fn coded_reasons(report: &Report) -> impl Iterator<Item = Value> {
    let reasons = report.reasons.iter();
    reasons.map(|reason| {
        limit_size(json!({"code": json!(reason)["code"], "text": reasons::describe_stored_reason(reason)}))
    })
}

/// Escapes and shortens every text of a JSON value, and truncates every list of the value.
pub(super) fn limit_size(mut value: Value) -> Value {
    match &mut value {
        Value::String(text) => {
            *text = truncate_middle(text, TEXT);
            // Characters without a width use no columns, so the number of bytes is limited too.
            text.truncate(text.floor_char_boundary(3 * TEXT));
        }
        Value::Array(all) => {
            all.truncate(LISTED);
            all.iter_mut().for_each(|one| *one = limit_size(one.take()));
        }
        Value::Object(all) => all.values_mut().for_each(|one| *one = limit_size(one.take())),
        _ => {}
    }
    value
}

/// Returns as many of the first values as fit into `room` bytes of JSON, including the separators of a list with one value per line.
fn first_within(room: usize, values: impl Iterator<Item = Value>) -> Vec<Value> {
    let (mut first, mut left) = (Vec::new(), room);
    for value in values {
        let length = value.to_string().len() + 8;
        if length > left {
            break;
        }
        left -= length;
        first.push(value);
    }
    first
}

/// Returns the subject, the size and the consequence of a finding or of a fact of the build.
pub(super) fn entry_summary(report: &Report, told: ServiceEntry<'_>) -> Value {
    let facts = |value: f64| json!({"value": value, "unit": "facts"});
    match told {
        ServiceEntry::Finding(row) => head_of_row(report, row),
        ServiceEntry::Fact(row) => json!({
            "kind": told.kind(),
            "subject": {"kind": row.kind, "name": row.subject()},
            "name": row.describe_fact(),
            "module": row.module,
            "owner": row.owner,
            "file": null,
            "line": null,
            "amount": facts(row.head as f64 - row.base as f64),
            "base": facts(row.base as f64),
            "head": facts(row.head as f64),
            "interval": null,
            "status": if row.fails { "fails" } else { "advisory" },
            "reasons": [],
        }),
    }
}

fn head_of_row(report: &Report, row: &ReportRow) -> Value {
    let [amount, base, head] = evidence_amounts(row);
    let subject = json!(row.subject);
    let reasons = report.reasons.iter().map(|reason| json!(reason));
    let reasons = reasons.filter(|reason| reason["subject"] == subject).map(|reason| reason["code"].clone());
    let advisory = row.advisory_reason().map(|advisory| advisory.name().into());
    json!({
        "kind": row.kind,
        "subject": {"kind": row.subject.kind(), "name": row.subject.bare_name()},
        "name": row.name,
        "module": row.module,
        "owner": row.owner,
        "file": row.file,
        "line": row.line,
        "amount": amount,
        "base": base,
        "head": head,
        "interval": Some(interval(row)).filter(|ends| ends.iter().any(Option::is_some)),
        "status": json!(row.status)["state"].as_str().unwrap_or_default(),
        "reasons": advisory.into_iter().chain(reasons).collect::<Vec<Value>>(),
    })
}

/// Returns the growth, the base and the head of a row in the unit of the row's evidence.
pub(super) fn evidence_amounts(row: &ReportRow) -> [Amount; 3] {
    let Some(counted) = &row.counted else { return [row.change, row.base, row.head] };
    let unit = unit(counted);
    [counted.head - counted.base, counted.base, counted.head].map(|value| Amount { value, unit })
}

/// Returns the unit of a counter. An unknown counter, which a different version wrote, has the unit of instructions.
fn unit(counted: &CounterValue) -> Unit {
    Counter::from_name(&counted.what)
        .map_or(Unit::Instructions, |counter| Subject::Count(counter, None).unit())
}

/// Returns the ends of the confidence interval of a row's growth in the unit of the row's evidence.
pub(super) fn interval(row: &ReportRow) -> [Option<Amount>; 2] {
    let Some(counted) = &row.counted else { return row.interval };
    let unit = unit(counted);
    counted.interval.map(|ratio| Some(Amount { value: counted.base * (ratio - 1.0), unit }))
}
