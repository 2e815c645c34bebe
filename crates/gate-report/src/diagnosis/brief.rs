//! The brief form of a verdict for programs, `launchgate.brief/1`: the answer, the findings, the reasons and the next commands.
//!
//! `gate/schema` describes its fields.
//! Invariant: it is shorter than [`LONGEST`] bytes. Every text in it is escaped and bounded, except the arguments of commands, which are
//! complete or left out.

use gate_decision::{Amount, Counter, Subject, Unit};
use serde_json::{Value, json};

use super::super::json::lines;
use super::super::reasons;
use super::super::summary;
use super::super::text::fitted;
use super::super::told::{Told, told};
use super::super::value::{Counted, Report, ReportRow};

/// The length of the longest brief in bytes.
pub const LONGEST: usize = 20_000;

/// Number of bytes for the reasons, and for the next commands.
const OTHERS: usize = 4_000;

/// Number of columns of a text.
const TEXT: usize = 200;

/// Number of entries of a list.
const LISTED: usize = 8;

/// Renders the verdict as a brief.
pub fn brief(report: &Report) -> String {
    let reasons = first_within(OTHERS, coded_reasons(report));
    let next = first_within(OTHERS, report.next.iter().map(|next| json!(next)));
    let mut document = json!({
        "format": "launchgate.brief/1",
        "answer": report.verdict,
        "headline": headline(report),
        "findings": [],
        "findings_left_out": told(report).count(),
        "reasons": reasons,
        "next": next,
    });
    let room = LONGEST.saturating_sub(rendered(&document).len() + 10);
    let findings = first_within(room, told(report).map(|told| bounded(head(report, told))));
    document["findings_left_out"] = (told(report).count() - findings.len()).into();
    document["findings"] = findings.into();
    rendered(&document)
}

/// Renders a document for programs: each finding is a line.
pub(super) fn rendered(document: &Value) -> String {
    lines(document, 0) + "\n"
}

pub(super) fn headline(report: &Report) -> Value {
    bounded(summary::headline(report).plain().into())
}

pub(super) fn coded_reasons(report: &Report) -> impl Iterator<Item = Value> {
    let reasons = report.reasons.iter();
    reasons.map(|reason| bounded(json!({"code": json!(reason)["code"], "text": reasons::kept(reason)})))
}

/// Escapes and shortens every text of a value, and cuts its lists.
pub(super) fn bounded(mut value: Value) -> Value {
    match &mut value {
        Value::String(text) => {
            *text = fitted(text, TEXT);
            // Characters without a width have no columns, but bytes.
            text.truncate(text.floor_char_boundary(3 * TEXT));
        }
        Value::Array(all) => {
            all.truncate(LISTED);
            all.iter_mut().for_each(|one| *one = bounded(one.take()));
        }
        Value::Object(all) => all.values_mut().for_each(|one| *one = bounded(one.take())),
        _ => {}
    }
    value
}

/// Returns the first values whose JSON has at most this many bytes, with the separators of a list of lines.
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
pub(super) fn head(report: &Report, told: Told<'_>) -> Value {
    let facts = |value: f64| json!({"value": value, "unit": "facts"});
    match told {
        Told::Finding(row) => head_of_row(report, row),
        Told::Fact(row) => json!({
            "kind": told.kind(),
            "subject": {"kind": row.kind, "name": row.subject()},
            "name": row.what(),
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
    let [amount, base, head] = amounts(row);
    let subject = json!(row.subject);
    let reasons = report.reasons.iter().map(|reason| json!(reason));
    let reasons = reasons.filter(|reason| reason["subject"] == subject).map(|reason| reason["code"].clone());
    let advisory = row.advisory().map(|advisory| advisory.name().into());
    json!({
        "kind": row.kind,
        "subject": {"kind": row.subject.kind(), "name": row.subject.bare()},
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

/// Returns growth, base and head of a row in the unit of its evidence.
pub(super) fn amounts(row: &ReportRow) -> [Amount; 3] {
    let Some(counted) = &row.counted else { return [row.change, row.base, row.head] };
    let unit = unit(counted);
    [counted.head - counted.base, counted.base, counted.head].map(|value| Amount { value, unit })
}

/// Returns the unit of a counter; another version's is taken for instructions.
fn unit(counted: &Counted) -> Unit {
    Counter::from_name(&counted.what)
        .map_or(Unit::Instructions, |counter| Subject::Count(counter, None).unit())
}

/// Returns the ends of the interval of the growth in the unit of its evidence.
fn interval(row: &ReportRow) -> [Option<Amount>; 2] {
    let Some(counted) = &row.counted else { return row.interval };
    let unit = unit(counted);
    counted.interval.map(|ratio| Some(Amount { value: counted.base * (ratio - 1.0), unit }))
}
