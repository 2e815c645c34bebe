//! The report as GitLab's code quality: a list that a merge request shows beside its changes.

use serde_json::{Value, json};

use super::build_facts;
use super::fingerprint::{fingerprint, of_fact};
use super::text::fitted;
use super::value::FactRow;
use super::value::{Report, ReportRow};
use super::words;

/// The report as code quality JSON, with a newline at its end.
pub fn code_quality(report: &Report) -> Result<String, serde_json::Error> {
    let facts = build_facts::told(report).map(|row| fact(report, row));
    let list: Vec<Value> = report.findings.iter().map(|row| issue(report, row)).chain(facts).collect();
    serde_json::to_string_pretty(&list).map(|text| text + "\n")
}

fn fact(report: &Report, row: &FactRow) -> Value {
    json!({
        "type": "issue",
        "check_name": "launchgate/fact",
        "description": row.line(),
        "categories": ["Performance"],
        "severity": if row.fails { "critical" } else { "info" },
        "fingerprint": of_fact(row),
        "location": {"path": fitted(words::place(report, None, None).0, 500), "lines": {"begin": 1}},
    })
}

fn issue(report: &Report, row: &ReportRow) -> Value {
    let (place, line) = words::place(report, row.file.as_deref(), row.line);
    json!({
        "type": "issue",
        "check_name": format!("launchgate/{}", row.kind.text()),
        "description": words::message(row),
        "categories": ["Performance"],
        "severity": if row.fails { "critical" } else { "info" },
        "fingerprint": fingerprint(row),
        "location": {"path": fitted(place, 500), "lines": {"begin": line}},
    })
}
