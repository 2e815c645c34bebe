//! Writes a card for each finding, with small pictures of its launches and its history.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::dots::{draw_dots, draw_sparkline};
use super::escape;
use super::first::{format_command, format_copy_button, format_line, format_link, name_of};
use crate::next;
use crate::summary;
use crate::text::format_signed_time;
use crate::value::{Report, ReportRow};
use crate::view;
use crate::words;

/// The largest number of findings with cards.
const CARDS: usize = 100;

/// The number of cards that the browser renders immediately. The browser renders further cards when the reader scrolls to them.
const AT_ONCE: usize = 20;

/// The number of findings up to which all of them are marked in the picture. More findings are grouped by owner and folded.
const MANY: usize = 8;

pub(super) fn write_findings(page: &mut String, report: &Report, rows: &[ReportRow]) {
    if rows.iter().any(|row| row.values.is_some() && words::is_of_time(row)) {
        page.push_str("<p class=\"legend\">One dot per launch; the line connects the typical values that are compared:<span class=\"base\">base</span> <span class=\"head\">head</span> <span class=\"ignored\">growth that is ignored</span></p>\n");
    }
    let places = FindingIndices::from_report(report);
    let cards: Vec<(usize, &ReportRow)> = rows.iter().take(CARDS).enumerate().collect();
    if rows.len() > MANY {
        for (owner, cards) in by_owner(&cards) {
            let sum = words::sum(cards.iter().map(|(_, row)| *row));
            let count = words::format_count(cards.len(), "finding");
            let owner = escape(owner.unwrap_or("no owner"));
            let _ = writeln!(
                page,
                "<details class=\"section owner\"><summary>{owner} · {count} · {}</summary>",
                format_signed_time(sum)
            );
            cards.iter().for_each(|(at, row)| write_card(page, report, row, *at, &places));
            page.push_str("</details>\n");
        }
    } else {
        cards.iter().for_each(|(at, row)| write_card(page, report, row, *at, &places));
    }
    if rows.len() > CARDS {
        let _ =
            writeln!(page, "<p class=\"soft\">{} more are in the verdict's JSON.</p>", rows.len() - CARDS);
    }
}

/// The findings of one owner, each with its number.
type OwnersFindings<'a> = (Option<&'a str>, Vec<(usize, &'a ReportRow)>);

/// Groups findings by owner, the owner with the largest failing growth first.
fn by_owner<'a>(cards: &[(usize, &'a ReportRow)]) -> Vec<OwnersFindings<'a>> {
    let mut owners: BTreeMap<Option<&str>, Vec<(usize, &ReportRow)>> = BTreeMap::new();
    for (at, row) in cards {
        owners.entry(row.owner.as_deref()).or_default().push((*at, row));
    }
    let mut owners: Vec<OwnersFindings<'_>> = owners.into_iter().collect();
    let growth = |cards: &[(usize, &ReportRow)]| words::sum(cards.iter().map(|(_, row)| *row));
    owners.sort_by(|a, b| growth(&b.1).total_cmp(&growth(&a.1)));
    owners
}

/// The indices of findings in the drawings: names in the flame graph, rows in the list of all rows.
struct FindingIndices<'a> {
    names: hashbrown::HashMap<&'a str, usize>,
    rows: hashbrown::HashMap<&'a str, usize>,
    has_trees: bool,
    /// The indices of names that have a call in the timeline.
    timed: hashbrown::HashSet<usize>,
}

impl<'a> FindingIndices<'a> {
    fn from_report(report: &'a Report) -> FindingIndices<'a> {
        let lines = report.timelines.iter().flat_map(|lines| [&lines.base, &lines.head]).flatten();
        let threads = lines.flat_map(|line| &line.threads);
        FindingIndices {
            names: report.name_indexes(),
            rows: report.rows.iter().enumerate().map(|(at, row)| (row.name.as_str(), at)).collect(),
            has_trees: !report.trees.is_empty(),
            timed: threads.flat_map(|thread| &thread.slices.name).map(|name| *name as usize).collect(),
        }
    }
}

fn write_card(page: &mut String, report: &Report, row: &ReportRow, at: usize, places: &FindingIndices<'_>) {
    let later = if at < AT_ONCE { "" } else { " later" };
    let _ = writeln!(
        page,
        "<article class=\"finding{later}\" id=\"f{}\">\n<h3><span class=\"tag\">{}</span> {}</h3>",
        at + 1,
        view::format_kind_and_result(row),
        name_of(&row.name)
    );
    let colour = if row.fails() { "slower" } else { "" };
    let _ = writeln!(
        page,
        "<p class=\"amount\">{} <strong class=\"{colour}\">{}</strong>{}</p>",
        words::format_levels(row),
        words::format_growth(row),
        format_line(&summary::owner_label(row))
    );
    page.push_str("<dl>\n");
    for (label, line) in view::details(report, row) {
        let text = match label {
            view::SOURCE => format_source(report, row),
            _ => None,
        };
        let _ = writeln!(page, "<dt>{label}</dt><dd>{}</dd>", text.unwrap_or_else(|| format_line(&line)));
    }
    page.push_str("</dl>\n<div class=\"charts\">");
    // A finding of counts has no picture of times, since its times may not have grown.
    if words::is_of_time(row) {
        if let Some(values) = &row.values {
            page.push_str(&draw_dots(values, [row.base.value, row.head.value], row.ignored_ns()));
        }
        page.push_str(&draw_sparkline(&row.history));
    }
    page.push_str("</div>\n");
    write_links(page, report, row, places);
    page.push_str("</article>\n");
}

/// Formats the source location of a finding as a link to the line in the commit, or with a button that copies it if the origin is unknown.
fn format_source(report: &Report, row: &ReportRow) -> Option<String> {
    let place = words::format_source_location(row)?;
    let shown = name_of(&place);
    let url = report.origin.as_ref().and_then(|origin| origin.source_page(row.file.as_deref()?, row.line));
    let link = url.and_then(|url| format_link(&url, &shown));
    Some(
        link.unwrap_or_else(|| {
            format!("<span class=\"command\">{shown} {}</span>", format_copy_button(&place))
        }),
    )
}

/// Writes links to the other occurrences of the finding on the page, and the commands for it.
fn write_links(page: &mut String, report: &Report, row: &ReportRow, places: &FindingIndices<'_>) {
    let mut links = Vec::new();
    let subject = row.subject.method().or(row.subject.function());
    let name = subject.and_then(|name| places.names.get(name));
    if let Some(name) = name.filter(|_| places.has_trees) {
        links.push(format!("<a href=\"#flame\" data-flame=\"{name}\">Flame graph</a>"));
    }
    if let Some(name) = name.filter(|name| places.timed.contains(*name)) {
        links.push(format!("<a href=\"#timeline\" data-timeline=\"{name}\">Timeline</a>"));
    }
    if let Some(at) = places.rows.get(row.name.as_str()).filter(|_| !row.history.is_empty()) {
        links.push(format!("<a href=\"#history\" data-history=\"{at}\">History</a>"));
    }
    if !links.is_empty() {
        let _ = writeln!(page, "<p class=\"links\">{}</p>", links.join(" · "));
    }
    let mut commands: Vec<String> =
        subject.map(|name| next::explain_command(report, name)).into_iter().collect();
    // A budget can be raised in the settings but not accepted, so its card has no command for an acceptance.
    commands.extend((row.fails() && !words::is_budget(row)).then(|| next::accept_commands(report, row)));
    if !commands.is_empty() {
        page.push_str("<details class=\"commands\"><summary>Commands</summary>\n");
        for text in commands {
            let _ = writeln!(page, "<p>{}</p>", format_command(&text));
        }
        page.push_str("</details>\n");
    }
}
