//! The report as SARIF 2.1.0, for services that show findings in the source.
//!
//! A finding is at its file and line where a link map or symbols name them, else at the settings that judge it, and at the
//! method's name everywhere.

use serde_json::{Value, json};

use super::build_facts;
use super::fingerprint::{fingerprint, of_fact};
use super::text::fitted;
use super::value::FactRow;
use super::value::FunctionPart;
use super::value::{Report, ReportRow};
use super::words::{self, NAME};
use verdict::FindingKind;

/// No service takes more results of one run.
const MOST: usize = 5_000;

/// The report as SARIF, with a newline at its end.
pub fn sarif(report: &Report) -> Result<String, serde_json::Error> {
    let rule = |kind: &FindingKind| json!({"id": kind.name(), "name": kind.name(), "shortDescription": {"text": kind.rule()}});
    let mut rules: Vec<Value> = FindingKind::ALL.iter().map(rule).collect();
    rules.push(json!({"id": FACT, "name": FACT, "shortDescription": {"text": "The build does more work before main"}}));
    let facts = build_facts::told(report).map(|row| fact(report, row));
    let results: Vec<Value> =
        report.findings.iter().map(|row| result(report, row)).chain(facts).take(MOST).collect();
    let all = report.findings.len() + build_facts::told(report).count();
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

fn result(report: &Report, row: &ReportRow) -> Value {
    let is_function = row.subject.method().or(row.subject.function()).is_some();
    let said = (words::message(row), fingerprint(row));
    let place = words::place(report, row.file.as_deref(), row.line);
    let about = (&*row.name, if is_function { "function" } else { "module" });
    let mut result = entry(row.kind.text(), row.fails, said, about, place);
    result["properties"] = json!({
        "module": row.module.as_deref().map(|name| fitted(name, NAME)),
        "owner": row.owner.as_deref().map(|name| fitted(name, NAME)),
        "base_ns": row.base_ns,
        "head_ns": row.head_ns,
        "p_adjusted": row.p_adjusted,
    });
    if let Some(rule) = FindingKind::ALL.iter().position(|kind| row.kind.found() == Some(*kind)) {
        result["ruleIndex"] = json!(rule);
    }
    let related: Vec<Value> = row.explaining().filter_map(related).collect();
    if !related.is_empty() {
        result["relatedLocations"] = json!(related);
    }
    if let Some(accepted) = &row.accepted {
        let why = format!("{} (until {}, {})", accepted.reason, accepted.until, accepted.owner);
        result["suppressions"] = json!([{"kind": "external", "justification": fitted(&why, NAME)}]);
    }
    result
}

/// What every result has: its rule, its message and fingerprint, what it is about, and where.
fn entry(
    rule: &str,
    fails: bool,
    (message, fingerprint): (String, String),
    (name, kind): (&str, &str),
    (file, line): (&str, u32),
) -> Value {
    json!({
        "ruleId": fitted(rule, NAME),
        "level": if fails { "error" } else { "note" },
        "message": {"text": message},
        "locations": [{
            "logicalLocations": [{"fullyQualifiedName": fitted(name, NAME), "kind": kind}],
            "physicalLocation": physical(file, line),
        }],
        "partialFingerprints": {"launchgate/v1": fingerprint},
    })
}

/// Where a function is that explains a finding, as far as its file is known.
fn related(part: &FunctionPart) -> Option<Value> {
    let file = part.file.as_deref()?;
    Some(json!({
        "message": {"text": super::view::explained(part).plain()},
        "logicalLocations": [{"fullyQualifiedName": fitted(&part.name, NAME), "kind": "function"}],
        "physicalLocation": physical(file, part.line.unwrap_or(1)),
    }))
}

/// The rule of facts, behind those of findings.
const FACT: &str = "fact";

/// A fact of the build: a note, unless the settings let it fail.
fn fact(report: &Report, row: &FactRow) -> Value {
    let said = (row.line(), of_fact(row));
    let mut result =
        entry(FACT, row.fails, said, (row.subject(), "module"), words::place(report, None, None));
    result["ruleIndex"] = json!(FindingKind::ALL.len());
    result["properties"] = json!({
        "module": row.module.as_deref().map(|name| fitted(name, NAME)),
        "owner": row.owner.as_deref().map(|name| fitted(name, NAME)),
        "kind": fitted(&row.kind, NAME),
        "base": row.base,
        "head": row.head,
    });
    result
}

/// A path as a relative reference of RFC 3986: what is not unreserved is written in percents, and it names no scheme.
/// GitHub refuses a file of which one result has no such location.
fn physical(file: &str, line: u32) -> Value {
    json!({"artifactLocation": {"uri": uri(file)}, "region": {"startLine": line}})
}

fn uri(path: &str) -> String {
    common::names::encoded(&fitted(path, 1000), "-._~/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_references() {
        assert_eq!(uri("Payments/My Cart.m"), "Payments/My%20Cart.m");
        assert_eq!(uri("javascript:x"), "javascript%3Ax");
    }
}
