//! The report as GitHub's workflow commands: annotations of the run.
//!
//! Invariant: each line is one command of ours; no name ends it or begins another.

use std::fmt::Write as _;

use super::build_facts;
use super::summary;
use super::text::fitted;
use super::value::{Answer, Report};
use super::words;

/// GitHub shows ten annotations of a level in a step; the last one says what is missing.
const MOST: usize = 9;
/// This many facts that fail nothing are told by name.
const NOTICED: usize = 5;

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
    // Facts have what room is left; those that are only to be known share one line.
    let room = MOST.saturating_sub(failing.len());
    let (failed, known): (Vec<_>, Vec<_>) = build_facts::told(report).partition(|row| row.fails);
    for row in failed.iter().take(room) {
        let _ = writeln!(out, "::error title=Launch%3A build::{}", data(&row.line()));
    }
    let left_out = failing.len().saturating_sub(MOST) + failed.len().saturating_sub(room);
    if left_out > 0 {
        let rest = words::count(left_out, "more finding");
        let _ = writeln!(out, "::error title=Launch::{}", data(&format!("{rest}: see the report")));
    } else if !known.is_empty() {
        let lines: Vec<String> = known.iter().take(NOTICED).map(|row| row.line()).collect();
        let more = known.len().saturating_sub(NOTICED);
        let more = if more > 0 { format!("; and {more} more") } else { String::new() };
        let text = format!("{}{more}", lines.join("; "));
        let _ = writeln!(out, "::notice title=Launch%3A build::{}", data(&text));
    }
    let level = match report.verdict {
        Answer::Pass => "notice",
        Answer::Regressed => "error",
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
