//! The report as GitLab's code quality: a list that a merge request shows beside its changes.

use serde_json::{Value, json};

use super::build_facts;
use super::fingerprint::{fingerprint, of_fact};
use super::text::fitted;
use super::value::Report;
use super::words;

/// The report as code quality JSON, with a newline at its end.
pub fn code_quality(report: &Report) -> Result<String, serde_json::Error> {
    let issue = |kind: &str, said: String, fails: bool, fingerprint: String, (file, line): (&str, u32)| {
        json!({
            "type": "issue",
            "check_name": format!("launchgate/{kind}"),
            "description": said,
            "categories": ["Performance"],
            "severity": if fails { "critical" } else { "info" },
            "fingerprint": fingerprint,
            "location": {"path": fitted(file, 500), "lines": {"begin": line}},
        })
    };
    let findings = report.findings.iter().map(|row| {
        let place = words::place(report, row.file.as_deref(), row.line);
        issue(row.kind.text(), words::message(row), row.fails, fingerprint(row), place)
    });
    let facts = build_facts::told(report)
        .map(|row| issue("fact", row.line(), row.fails, of_fact(row), words::place(report, None, None)));
    let list: Vec<Value> = findings.chain(facts).collect();
    serde_json::to_string_pretty(&list).map(|text| text + "\n")
}
