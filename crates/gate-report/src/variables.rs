//! Renders the report as variables for scripts, with `name=value` on each line.
//!
//! Invariant: values contain only words of this program and numbers, so that a script may use them without checks.

use std::fmt::Write as _;

use super::build_facts;
use super::value::Report;

/// Formats the verdict and the numbers of findings as variables.
pub fn format_variables(report: &Report) -> String {
    let failing =
        report.findings.iter().filter(|row| row.fails()).count() + build_facts::count_failing(report);
    let mut out = String::new();
    let launches = report.launches.as_ref();
    for (name, value) in [
        ("verdict", report.verdict.name().to_owned()),
        ("findings", failing.to_string()),
        ("facts", build_facts::listed_facts(report).count().to_string()),
        ("suspects", report.suspects.len().to_string()),
        ("base_launches", launches.map_or(0, |launches| launches.base).to_string()),
        ("head_launches", launches.map_or(0, |launches| launches.head).to_string()),
    ] {
        let _ = writeln!(out, "{name}={value}");
    }
    out
}
