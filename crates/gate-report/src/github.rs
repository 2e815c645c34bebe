//! Renders the report as GitHub workflow commands, which become annotations of the run.
//!
//! Invariant: each line is one command of this program; no name can end a command or begin another one.

use std::fmt::Write as _;

use super::service_entries::{FACT, ServiceEntry, service_entries};
use super::summary;
use super::text::truncate_middle;
use super::value::{Answer, Report};
use super::words;

/// The largest number of annotations. GitHub shows ten annotations of each severity in a step, so the tenth annotation states how many are
/// missing.
const MOST: usize = 9;
/// The largest number of non-failing facts that are listed by name.
const NOTICED: usize = 5;

/// Formats the report as workflow commands, one on each line.
pub fn render_github(report: &Report) -> String {
    let mut out = String::new();
    let (failing, others): (Vec<_>, Vec<_>) = service_entries(report).partition(|one| one.fails());
    for one in failing.iter().take(MOST) {
        let mut place = String::new();
        if let Some((file, line)) = one.source_location() {
            let _ = write!(place, "file={},", escape_property(&truncate_middle(file, 500)));
            if let Some(line) = line {
                let _ = write!(place, "line={line},");
            }
        }
        let title = match one {
            ServiceEntry::Finding(row) => words::kind(row),
            ServiceEntry::Fact(_) => "build",
        };
        let title = escape_property(&format!("Launch: {title}"));
        let _ = writeln!(out, "::error {place}title={title}::{}", escape_message(&one.message()));
    }
    // Facts that do not fail the run share one line.
    let known: Vec<_> = others.into_iter().filter(|one| one.kind() == FACT).collect();
    if failing.len() > MOST {
        let rest = words::format_count(failing.len() - MOST, "more finding");
        let _ = writeln!(out, "::error title=Launch::{}", escape_message(&format!("{rest}: see the report")));
    } else if !known.is_empty() {
        let lines: Vec<String> = known.iter().take(NOTICED).map(|one| one.message()).collect();
        let more = known.len().saturating_sub(NOTICED);
        let more = if more > 0 { format!("; and {more} more") } else { String::new() };
        let text = format!("{}{more}", lines.join("; "));
        let _ = writeln!(out, "::notice title=Launch%3A build::{}", escape_message(&text));
    }
    let level = match report.verdict {
        Answer::Pass => "notice",
        Answer::Regressed => "error",
        _ => "warning",
    };
    let text =
        format!("{}: {}", words::format_answer(report.verdict), summary::headline(report).to_plain_text());
    let _ = writeln!(out, "::{level} title=Launch::{}", escape_message(&text));
    out
}

/// Escapes text for the message of a command, as GitHub's runner expects.
fn escape_message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes text for a property of a command, as GitHub's runner expects.
fn escape_property(text: &str) -> String {
    escape_message(text).replace(':', "%3A").replace(',', "%2C")
}
