//! Renders the report in GitLab's code quality format: a list that GitLab shows in a merge request.

use serde_json::{Value, json};

use super::service_entries::{ServiceEntry, service_entries};
use super::text::truncate_middle;
use super::value::Report;

/// Formats the report as code quality JSON, with a newline at the end.
pub fn code_quality(report: &Report) -> Result<String, serde_json::Error> {
    let list: Vec<Value> = service_entries(report).map(|one| render_issue(report, one)).collect();
    serde_json::to_string_pretty(&list).map(|text| text + "\n")
}

fn render_issue(report: &Report, one: ServiceEntry<'_>) -> Value {
    let (file, line) = one.shown_at(report);
    json!({
        "type": "issue",
        "check_name": format!("launchgate/{}", one.kind()),
        "description": one.message(),
        "categories": ["Performance"],
        "severity": if one.fails() { "critical" } else { "info" },
        "fingerprint": one.fingerprint(),
        "location": {"path": truncate_middle(file, 500), "lines": {"begin": line}},
    })
}
