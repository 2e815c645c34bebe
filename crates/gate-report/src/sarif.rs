//! Renders the report as SARIF 2.1.0, for services that show findings in the source code.
//!
//! A finding is placed at its file and line if a link map or symbols contain them, otherwise at the settings that apply to it. The name of
//! the method is always included.

use gate_decision::FindingKind;
use serde_json::{Value, json};

use super::service_entries::{FACT, ServiceEntry, service_entries};
use super::text::truncate_middle;
use super::value::{FunctionPart, Report};
use super::words::NAME;

/// The largest number of results of one run that every service accepts.
const MOST: usize = 5_000;

/// Formats the report as SARIF, with a newline at the end.
pub fn render_sarif(report: &Report) -> Result<String, serde_json::Error> {
    let rule = |kind: &FindingKind| json!({"id": kind.name(), "name": kind.name(), "shortDescription": {"text": kind.describe_rule()}});
    let mut rules: Vec<Value> = FindingKind::ALL.iter().map(rule).collect();
    rules.push(json!({"id": FACT, "name": FACT, "shortDescription": {"text": "The build does more work before main"}}));
    let results: Vec<Value> =
        service_entries(report).take(MOST).map(|one| to_sarif_result(report, one)).collect();
    let all = service_entries(report).count();
    let mut properties = json!({"verdict": report.verdict.name()});
    if all > MOST {
        properties["leftOut"] = json!(all - MOST);
    }
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": "launchgate", "semanticVersion": env!("CARGO_PKG_VERSION"), "rules": rules}},
            "columnKind": "unicodeCodePoints",
            "results": results,
            "properties": properties,
        }],
    });
    serde_json::to_string_pretty(&log).map(|text| text + "\n")
}

/// Creates the SARIF result of a finding or fact, with a rule, a message, a fingerprint, a subject and a location.
fn to_sarif_result(report: &Report, one: ServiceEntry<'_>) -> Value {
    let function = |is: bool| if is { "function" } else { "module" };
    let short = |name: &Option<String>| name.as_deref().map(|name| truncate_middle(name, NAME));
    let (name, kind, rule, properties) = match one {
        ServiceEntry::Finding(row) => (
            &*row.name,
            function(row.subject.method().or(row.subject.function()).is_some()),
            FindingKind::ALL.iter().position(|kind| row.kind.finding_kind() == Some(*kind)),
            json!({"module": short(&row.module), "owner": short(&row.owner), "base_ns": row.base.value, "head_ns": row.head.value,
                "p_adjusted": row.p_adjusted}),
        ),
        ServiceEntry::Fact(row) => (
            row.subject(),
            "module",
            Some(FindingKind::ALL.len()),
            json!({"module": short(&row.module), "owner": short(&row.owner), "kind": truncate_middle(&row.kind, NAME), "base": row.base,
                "head": row.head}),
        ),
    };
    let (file, line) = one.shown_at(report);
    let mut result = json!({
        "ruleId": truncate_middle(one.kind(), NAME),
        "level": if one.fails() { "error" } else { "note" },
        "message": {"text": one.message()},
        "locations": [{
            "logicalLocations": [{"fullyQualifiedName": truncate_middle(name, NAME), "kind": kind}],
            "physicalLocation": physical_location(file, line),
        }],
        "partialFingerprints": {"launchgate/v1": one.fingerprint()},
        "properties": properties,
    });
    if let Some(rule) = rule {
        result["ruleIndex"] = json!(rule);
    }
    let ServiceEntry::Finding(row) = one else { return result };
    let related: Vec<Value> = row.explaining_functions().filter_map(related_location).collect();
    if !related.is_empty() {
        result["relatedLocations"] = json!(related);
    }
    if let Some(accepted) = row.covering_acceptance() {
        let why = format!("{} (until {}, {})", accepted.reason, accepted.until, accepted.owner);
        result["suppressions"] = json!([{"kind": "external", "justification": truncate_middle(&why, NAME)}]);
    }
    result
}

/// Returns the location of a function that explains a finding, if its file is known.
fn related_location(part: &FunctionPart) -> Option<Value> {
    let file = part.file.as_deref()?;
    Some(json!({
        "message": {"text": super::view::format_function_part(part).to_plain_text()},
        "logicalLocations": [{"fullyQualifiedName": truncate_middle(&part.name, NAME), "kind": "function"}],
        "physicalLocation": physical_location(file, part.line.unwrap_or(1)),
    }))
}

/// Returns a location with the path as a relative reference after RFC 3986, without a scheme. All characters except unreserved ones and `/`
/// are percent-encoded. GitHub rejects a file if a result has no location that is a relative reference.
fn physical_location(file: &str, line: u32) -> Value {
    json!({"artifactLocation": {"uri": uri(file)}, "region": {"startLine": line}})
}

fn uri(path: &str) -> String {
    gate_common::names::percent_encode(&truncate_middle(path, 1000), "-._~/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_files_are_escaped_as_uri_references() {
        assert_eq!(uri("Payments/My Cart.m"), "Payments/My%20Cart.m");
        assert_eq!(uri("javascript:x"), "javascript%3Ax");
    }
}
