//! Details of a finding in addition to its size, each with a label and a sentence.

use super::super::evidence;
use super::super::line::Line;
use super::super::text::fitted;
use super::super::value::{Accepted, FunctionPart, Report, ReportRow};
use super::super::words;

/// Number of names that a list shows.
const NAMED: usize = 6;

/// The length from which on the middle of a name is omitted.
const NAME: usize = 120;

/// Returns the details of a finding, the most important first.
pub(in super::super) fn details(report: &Report, row: &ReportRow) -> Vec<(&'static str, Line)> {
    let mut all = Vec::new();
    all.extend(words::format_confidence(report, row).map(|sure| ("how sure", Line::words(sure))));
    all.extend(words::calls(row).map(|calls| ("calls", Line::words(calls))));
    all.extend(evidence::found_by(row).map(|calls| {
        (if evidence::evidence_sentence(row).is_some() { "what" } else { "added calls" }, calls)
    }));
    all.extend(row.explaining().map(|part| ("explained by", explained(part))));
    all.extend(row.moved_from().map(|from| ("moved from", Line::default().name(fitted(from, NAME)))));
    if !row.holds.is_empty() {
        all.push(("stands for", names(&row.holds[..row.holds.len().min(NAMED)], ", ", row.holds.len())));
    }
    if !row.path.is_empty() {
        all.push(("called by", path(&row.path)));
    }
    all.extend(words::place(row).map(|place| ("source", Line::default().name(place))));
    all.extend(row.accepted().map(|accepted| ("accepted", until(Line::default(), accepted))));
    if let Some(exceeds) = row.exceeds() {
        let size = fitted(exceeds.up_to.as_deref().unwrap_or("less"), NAME);
        let line = Line::words(format!("{} of up to ", words::not_accepted(exceeds))).name(size).and(", ");
        all.push(("accepted", until(line, exceeds)));
    }
    all.extend(row.again.as_ref().map(|again| ("confirmation run", Line::words(words::again(again)))));
    all
}

/// Formats a function that explains a growth, with its owner.
pub(in super::super) fn explained(part: &FunctionPart) -> Line {
    let perhaps = if part.perhaps { "perhaps mostly " } else { "" };
    let mut line = Line::words(perhaps).name(fitted(&part.name, NAME)).and(format!(" {}", part.growth()));
    if !part.module.is_empty() {
        line = line.and(" · ").name(fitted(&part.module, NAME));
    }
    if let Some(owner) = &part.owner {
        line = line.and(" · ").owner(fitted(owner, NAME));
    }
    match part.place() {
        Some(place) => line.and(" in ").name(fitted(&place, NAME)),
        None => line,
    }
}

fn until(line: Line, accepted: &Accepted) -> Line {
    let name = |text: &str| fitted(text, NAME);
    line.and("until ")
        .name(name(&accepted.until))
        .and(" by ")
        .owner(name(&accepted.owner))
        .and(": ")
        .with_text(name(&accepted.reason))
}

fn names(names: &[String], between: &str, all: usize) -> Line {
    let line = Line::list(names.iter().map(|name| Line::default().name(fitted(name, NAME))), between);
    match all - names.len() {
        0 => line,
        more => line.and(format!(" and {more} more")),
    }
}

/// Formats the path from the root to the caller. The nearest callers are the most useful, so the beginning of a long path is omitted.
fn path(callers: &[String]) -> Line {
    let from = callers.len().saturating_sub(NAMED);
    let cut = Line::words(if from > 0 { "… › " } else { "" });
    cut.then(names(&callers[from..], " › ", callers.len() - from))
}
