//! Lists the details of a finding in addition to its size, each with a label and a sentence.

use super::super::evidence;
use super::super::line::Line;
use super::super::text::truncate_middle;
use super::super::value::{AcceptedRegression, FunctionPart, Report, ReportRow};
use super::super::words;

/// Number of names that the list of a detail shows.
const NAMED: usize = 6;

/// The label of the source location.
pub(in super::super) const SOURCE: &str = "source";

/// The length from which on the middle of a name is omitted.
const NAME: usize = 120;

/// Returns the details of a finding, the most important first.
pub(in super::super) fn details(report: &Report, row: &ReportRow) -> Vec<(&'static str, Line)> {
    let mut all = Vec::new();
    all.extend(words::format_confidence(report, row).map(|sure| ("how sure", Line::from_words(sure))));
    all.extend(words::format_calls(row).map(|calls| ("calls", Line::from_words(calls))));
    all.extend(evidence::found_by(row).map(|calls| {
        (if evidence::evidence_sentence(row).is_some() { "what" } else { "added calls" }, calls)
    }));
    all.extend(row.explaining_functions().map(|part| ("explained by", format_function_part(part))));
    all.extend(
        row.moved_from().map(|from| ("moved from", Line::default().name(truncate_middle(from, NAME)))),
    );
    if !row.holds.is_empty() {
        all.push((
            "stands for",
            format_names(&row.holds[..row.holds.len().min(NAMED)], ", ", row.holds.len()),
        ));
    }
    if !row.path.is_empty() {
        all.push(("called by", format_caller_path(&row.path)));
    }
    all.extend(words::format_source_location(row).map(|place| (SOURCE, Line::default().name(place))));
    all.extend(
        row.covering_acceptance().map(|accepted| ("accepted", append_acceptance(Line::default(), accepted))),
    );
    if let Some(exceeds) = row.exceeded_acceptance() {
        let size = truncate_middle(exceeds.up_to.as_deref().unwrap_or("less"), NAME);
        let line = Line::from_words(format!("{} of up to ", words::not_accepted(exceeds)))
            .name(size)
            .with_words(", ");
        all.push(("accepted", append_acceptance(line, exceeds)));
    }
    all.extend(
        row.again
            .as_ref()
            .map(|again| ("confirmation run", Line::from_words(words::format_confirmation(again)))),
    );
    all
}

/// Formats a function that explains a growth, with its owner.
pub(in super::super) fn format_function_part(part: &FunctionPart) -> Line {
    let perhaps = if part.perhaps { "perhaps mostly " } else { "" };
    let mut line = Line::from_words(perhaps)
        .name(truncate_middle(&part.name, NAME))
        .with_words(format!(" {}", part.format_growth()));
    if !part.module.is_empty() {
        line = line.with_words(" · ").name(truncate_middle(&part.module, NAME));
    }
    if let Some(owner) = &part.owner {
        line = line.with_words(" · ").with_owner(truncate_middle(owner, NAME));
    }
    match part.format_location() {
        Some(place) => line.with_words(" in ").name(truncate_middle(&place, NAME)),
        None => line,
    }
}

fn append_acceptance(line: Line, accepted: &AcceptedRegression) -> Line {
    let name = |text: &str| truncate_middle(text, NAME);
    line.with_words("until ")
        .name(name(&accepted.until))
        .with_words(" by ")
        .with_owner(name(&accepted.owner))
        .with_words(": ")
        .with_text(name(&accepted.reason))
}

fn format_names(names: &[String], between: &str, all: usize) -> Line {
    let line =
        Line::join_lines(names.iter().map(|name| Line::default().name(truncate_middle(name, NAME))), between);
    match all - names.len() {
        0 => line,
        more => line.with_words(format!(" and {more} more")),
    }
}

/// Formats the path from the root to the caller. The nearest callers are the most useful, so the beginning of a long path is omitted.
fn format_caller_path(callers: &[String]) -> Line {
    let from = callers.len().saturating_sub(NAMED);
    let cut = Line::from_words(if from > 0 { "… › " } else { "" });
    cut.with_line(format_names(&callers[from..], " › ", callers.len() - from))
}
