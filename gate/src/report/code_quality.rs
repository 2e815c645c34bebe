//! The report as GitLab's code quality: a list that a merge request shows beside its changes.

use serde_json::{Value, json};

use super::sarif::message;
use super::text::fitted;
use super::value::{Report, Row};

/// The report as code quality JSON, with a newline at its end.
pub fn code_quality(report: &Report) -> Result<String, serde_json::Error> {
    let list: Vec<Value> = report.findings.iter().map(issue).collect();
    serde_json::to_string_pretty(&list).map(|text| text + "\n")
}

fn issue(row: &Row) -> Value {
    // The format wants a file; where none is known the module stands for it.
    let place = row.file.as_deref().or(row.module.as_deref()).unwrap_or("launch");
    json!({
        "type": "issue",
        "check_name": format!("launchgate/{}", row.kind),
        "description": message(row),
        "categories": ["Performance"],
        "severity": if row.fails { "critical" } else { "info" },
        "fingerprint": fingerprint(row),
        "location": {"path": fitted(place, 500), "lines": {"begin": row.line.unwrap_or(1).max(1)}},
    })
}

/// The same for the same finding of another run: 128 bits of FNV-1a over its kind and its name.
pub(super) fn fingerprint(row: &Row) -> String {
    let subject = [&row.method, &row.page, &row.phase, &row.module].into_iter().find_map(Option::as_deref);
    let bytes = row.kind.bytes().chain([0]).chain(subject.unwrap_or(&row.name).bytes());
    let mut hash: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    for byte in bytes {
        hash = (hash ^ u128::from(byte)).wrapping_mul(0x0100_0000_0000_0000_0000_013b);
    }
    format!("{hash:032x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprints_tell_findings_apart_and_stay() {
        let row = |kind: &str, method: &str| Row {
            kind: kind.to_owned(),
            method: Some(method.to_owned()),
            ..Row::default()
        };
        let one = fingerprint(&row("slower", "-[A b]"));
        assert_eq!(one, fingerprint(&Row { after_ns: 1.0, ..row("slower", "-[A b]") }));
        assert_ne!(one, fingerprint(&row("calls", "-[A b]")));
        assert_ne!(one, fingerprint(&row("slower", "-[A c]")));
    }
}
