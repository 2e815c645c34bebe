//! A card for each finding, with its launches and its history as small pictures.

use std::fmt::Write as _;

use super::dots::{dots, sparkline};
use super::escape;
use super::first::{command, marked, name_of};
use crate::next;
use crate::summary;
use crate::value::{Report, ReportRow};
use crate::view;
use crate::words;

/// This many findings have cards.
const CARDS: usize = 100;

/// The page renders this many cards at once; others when they come in sight.
const AT_ONCE: usize = 20;

/// Those of more are listed above the cards; fewer are marked in the picture.
const MANY: usize = 8;

pub(super) fn findings(page: &mut String, report: &Report, rows: &[ReportRow]) {
    if rows.len() > MANY {
        page.push_str("<ol class=\"contents\">\n");
        for (at, row) in rows.iter().take(CARDS).enumerate() {
            let _ = writeln!(
                page,
                "<li><a href=\"#f{}\">{}</a> {}</li>",
                at + 1,
                name_of(&row.name),
                escape(&words::grown(row))
            );
        }
        page.push_str("</ol>\n");
    }
    if rows.iter().any(|row| row.values.is_some() && words::is_of_time(row)) {
        page.push_str("<p class=\"legend\">One dot per launch; the line connects the medians:<span class=\"base\">base</span> <span class=\"head\">head</span> <span class=\"ignored\">growth that is ignored</span></p>\n");
    }
    let places = Places::of(report);
    for (at, row) in rows.iter().take(CARDS).enumerate() {
        card(page, report, row, at, &places);
    }
    if rows.len() > CARDS {
        let _ =
            writeln!(page, "<p class=\"soft\">{} more are in the verdict's JSON.</p>", rows.len() - CARDS);
    }
}

/// Where a finding is drawn: its name in the flame graph, its row in the list of all.
struct Places<'a> {
    names: hashbrown::HashMap<&'a str, usize>,
    rows: hashbrown::HashMap<&'a str, usize>,
    has_trees: bool,
    /// Names that have a call in the timeline.
    timed: hashbrown::HashSet<usize>,
}

impl<'a> Places<'a> {
    fn of(report: &'a Report) -> Places<'a> {
        let lines = report.timelines.iter().flat_map(|lines| [&lines.base, &lines.head]).flatten();
        let threads = lines.flat_map(|line| &line.threads);
        Places {
            names: report.places(),
            rows: report.rows.iter().enumerate().map(|(at, row)| (row.name.as_str(), at)).collect(),
            has_trees: !report.trees.is_empty(),
            timed: threads.flat_map(|thread| &thread.slices.name).map(|name| *name as usize).collect(),
        }
    }
}

fn card(page: &mut String, report: &Report, row: &ReportRow, at: usize, places: &Places<'_>) {
    let later = if at < AT_ONCE { "" } else { " later" };
    let _ = writeln!(
        page,
        "<article class=\"finding{later}\" id=\"f{}\">\n<h3><span class=\"tag\">{}</span> {}</h3>",
        at + 1,
        view::what(row),
        name_of(&row.name)
    );
    let colour = if row.fails() { "slower" } else { "" };
    let _ = writeln!(
        page,
        "<p class=\"amount\">{} <strong class=\"{colour}\">{}</strong>{}</p>",
        words::sides(row),
        words::grown(row),
        marked(&summary::whose(row))
    );
    page.push_str("<dl>\n");
    for (label, line) in view::details(report, row) {
        let _ = writeln!(page, "<dt>{label}</dt><dd>{}</dd>", marked(&line));
    }
    page.push_str("</dl>\n<div class=\"charts\">");
    // What counts found has no picture in times, which would say otherwise.
    if words::is_of_time(row) {
        if let Some(values) = &row.values {
            page.push_str(&dots(values, row.ignored_ns()));
        }
        page.push_str(&sparkline(&row.history));
    }
    page.push_str("</div>\n");
    links(page, report, row, places);
    page.push_str("</article>\n");
}

/// Where else on the page the finding is, and the commands for it.
fn links(page: &mut String, report: &Report, row: &ReportRow, places: &Places<'_>) {
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
    let mut commands: Vec<String> = subject.map(|name| next::explain(report, name)).into_iter().collect();
    // A budget is raised in the settings, and not accepted.
    commands.extend((row.fails() && !words::is_budget(row)).then(|| next::accept(report, row)));
    if !commands.is_empty() {
        page.push_str("<details class=\"commands\"><summary>Commands</summary>\n");
        for text in commands {
            let _ = writeln!(page, "<p>{}</p>", command(&text));
        }
        page.push_str("</details>\n");
    }
}
