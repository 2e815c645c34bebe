//! The report as GitHub's workflow commands: annotations of the run.
//!
//! Invariant: each line is one command of ours; no name ends it or begins another.

use std::fmt::Write as _;

use super::summary;
use super::text::fitted;
use super::value::{Answer, Report};
use super::words;

/// GitHub shows ten annotations of a level in a step; the last one says what is missing.
const MOST: usize = 9;

/// The report as workflow commands, one a line.
pub fn github(report: &Report) -> String {
    let mut out = String::new();
    let failing: Vec<_> = report.findings.iter().filter(|row| row.fails).collect();
    for row in failing.iter().take(MOST) {
        let mut place = String::new();
        if let Some(file) = &row.file {
            let _ = write!(place, "file={},", property(&fitted(file, 500)));
            if let Some(line) = row.line {
                let _ = write!(place, "line={line},");
            }
        }
        let title = format!("Launch: {}", words::kind(row));
        let _ = writeln!(out, "::error {place}title={}::{}", property(&title), data(&words::message(row)));
    }
    if failing.len() > MOST {
        let rest = words::count(failing.len() - MOST, "more finding");
        let _ = writeln!(out, "::error title=Launch::{}", data(&format!("{rest}: see the report")));
    }
    let level = match report.verdict {
        Answer::Pass | Answer::Regressed => "notice",
        _ => "warning",
    };
    let text = format!("{}: {}", words::answer(report.verdict), summary::headline(report).plain());
    let _ = writeln!(out, "::{level} title=Launch::{}", data(&text));
    out
}

/// As the runner unescapes a command's message.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// As the runner unescapes a property's value.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
