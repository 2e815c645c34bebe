//! The report as GitLab's code quality: a list that a merge request shows beside its changes.

use serde_json::{Value, json};

use super::fingerprint::fingerprint;
use super::text::fitted;
use super::value::{Report, ReportRow};
use super::words;

/// The report as code quality JSON, with a newline at its end.
pub fn code_quality(report: &Report) -> Result<String, serde_json::Error> {
    let list: Vec<Value> = report.findings.iter().map(issue).collect();
    serde_json::to_string_pretty(&list).map(|text| text + "\n")
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
