//! The report as GitLab's code quality: a list that a merge request shows beside its changes.

use serde_json::{Value, json};

use super::build_facts::{self, FactRow};
use super::fingerprint::{fingerprint, of_fact};
use super::text::fitted;
use super::value::{Report, ReportRow};
use super::words;

/// The report as code quality JSON, with a newline at its end.
pub fn code_quality(report: &Report) -> Result<String, serde_json::Error> {
    let facts = build_facts::told(report).map(fact);
    let list: Vec<Value> = report.findings.iter().map(issue).chain(facts).collect();
    serde_json::to_string_pretty(&list).map(|text| text + "\n")
}

fn fact(row: &FactRow) -> Value {
    json!({
        "type": "issue",
        "check_name": "launchgate/fact",
        "description": row.line(),
        "categories": ["Performance"],
        "severity": if row.fails { "critical" } else { "info" },
        "fingerprint": of_fact(row),
        "location": {"path": fitted(row.module.as_deref().unwrap_or("launch"), 500), "lines": {"begin": 1}},
    })
}

fn issue(row: &ReportRow) -> Value {
    // The format wants a file; where none is known the module stands for it.
    let place = row.file.as_deref().or(row.module.as_deref()).unwrap_or("launch");
    json!({
        "type": "issue",
        "check_name": format!("launchgate/{}", row.kind.text()),
        "description": words::message(row),
        "categories": ["Performance"],
        "severity": if row.fails { "critical" } else { "info" },
        "fingerprint": fingerprint(row),
        "location": {"path": fitted(place, 500), "lines": {"begin": row.line.unwrap_or(1).max(1)}},
    })
}
