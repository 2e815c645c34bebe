//! A card for each finding, and the lists of rows beside them.

use std::fmt::Write as _;

use super::dots::{dots, sparkline};
use super::first::command;
use super::table::{Column, Table};
use super::{LISTED, escape};
use crate::report::evidence;
use crate::report::next;
use crate::report::text::time;
use crate::report::value::{Report, ReportRow};
use crate::report::words;

/// So many findings have cards; a table has the others.
const CARDS: usize = 100;

/// The page renders so many cards at once; others when they come in sight.
const AT_ONCE: usize = 20;

pub(super) fn findings(page: &mut String, report: &Report) {
    let lists = [&report.findings, &report.suspects, &report.vanished, &report.noisy];
    if lists.iter().all(|list| list.is_empty()) {
        return;
    }
    page.push_str("<section id=\"findings\">\n<h2>Findings</h2>\n");
    if report.findings.iter().any(|row| row.values_ns.is_some()) {
        page.push_str("<p class=\"legend\">A dot is a launch, the black line joins the medians:<span class=\"base\">base</span> <span class=\"head\">head</span> <span class=\"ignored\">growth that is ignored</span></p>\n");
    }
    if report.findings.is_empty() {
        page.push_str("<p>None.</p>\n");
    }
    let places = Places::of(report);
    for (at, row) in report.findings.iter().take(CARDS).enumerate() {
        card(page, row, at, &places);
    }
    if report.findings.len() > CARDS {
        rows(page, &report.findings[CARDS..], "More findings");
    }
    if !report.suspects.is_empty() {
        page.push_str("<h2>Possibly slower</h2>\n<p class=\"soft\">Less certain than findings. These do not fail the check.</p>\n");
        rows(page, &report.suspects, "Possibly slower");
    }
    if !report.vanished.is_empty() {
        page.push_str("<h2>No longer called</h2>\n");
        rows(page, &report.vanished, "No longer called");
    }
    noisy(page, report);
    page.push_str("</section>\n");
}

fn noisy(page: &mut String, report: &Report) {
    if report.noisy.is_empty() {
        return;
    }
    page.push_str("<h2>Too noisy to judge</h2>\n<p class=\"soft\">Growth of this size would be missed in one check of five, smaller growth more often.</p>\n");
    let mut table = Table::new(
        "Too noisy to judge",
        &[Column::name("Row"), Column::number("Base"), Column::number("Could go unnoticed")],
    );
    for row in report.noisy.iter().take(LISTED) {
        table.row([escape(&row.name), time(row.base_ns), words::could_hide(row)]);
    }
    table.write(page);
    left_out(page, report.noisy.len());
}

/// Rows as a table.
pub(super) fn rows(page: &mut String, rows: &[ReportRow], label: &str) {
    let has_modules = rows.iter().any(|row| row.module.is_some());
    let mut columns = vec![Column::name("Row")];
    if has_modules {
        columns.push(Column::text("Module"));
    }
    columns.extend([
        Column::number("Base"),
        Column::number("Head"),
        Column::number("Change"),
        Column::number("95 % interval"),
    ]);
    let mut table = Table::new(label, &columns);
    for row in rows.iter().take(LISTED) {
        let module = has_modules.then(|| escape(row.module.as_deref().unwrap_or("")));
        let numbers = [
            time(row.base_ns),
            time(row.head_ns),
            coloured(row, &words::grown(row)),
            words::interval(row).unwrap_or_default(),
        ];
        table.row([escape(&row.name)].into_iter().chain(module).chain(numbers));
    }
    table.write(page);
    left_out(page, rows.len());
}

pub(super) fn left_out(page: &mut String, all: usize) {
    if all > LISTED {
        let _ = writeln!(page, "<p class=\"soft\">{} more are in the verdict's JSON.</p>", all - LISTED);
    }
}

/// A change in the colour of its direction, where it is shown to be one.
fn coloured(row: &ReportRow, text: &str) -> String {
    let is_shown = row.fails
        || matches!(row.interval_ns, [Some(low), _] if low > 0.0)
        || matches!(row.interval_ns, [_, Some(high)] if high < 0.0);
    match row.change_ns {
        change if is_shown && change > 0.0 => format!("<span class=\"slower\">{text}</span>"),
        change if is_shown && change < 0.0 => format!("<span class=\"faster\">{text}</span>"),
        _ => text.to_owned(),
    }
}

/// Where a finding is drawn: its name in the flame graph, its row in the list of all.
struct Places<'a> {
    names: hashbrown::HashMap<&'a str, usize>,
    rows: hashbrown::HashMap<&'a str, usize>,
    has_trees: bool,
    has_timeline: bool,
}

impl<'a> Places<'a> {
    fn of(report: &'a Report) -> Places<'a> {
        Places {
            names: report.names.iter().enumerate().map(|(at, name)| (name.as_str(), at)).collect(),
            rows: report.rows.iter().enumerate().map(|(at, row)| (row.name.as_str(), at)).collect(),
            has_trees: !report.trees.is_empty(),
            has_timeline: report.timelines.is_some(),
        }
    }
}

fn card(page: &mut String, row: &ReportRow, at: usize, places: &Places<'_>) {
    let later = if at < AT_ONCE { "" } else { " later" };
    let _ = writeln!(
        page,
        "<article class=\"finding{later}\" id=\"f{}\">\n<h3><span class=\"tag\">{}</span> <span class=\"name\">{}</span></h3>",
        at + 1,
        tag(row),
        escape(&row.name)
    );
    let colour = if row.fails { "slower" } else { "" };
    let whose: Vec<String> =
        [&row.module, &row.owner].into_iter().flatten().map(|name| escape(name)).collect();
    let whose = if whose.is_empty() { String::new() } else { format!(" · {}", whose.join(" · ")) };
    let _ = writeln!(
        page,
        "<p class=\"amount\">{} <strong class=\"{colour}\">{}</strong>{whose}</p>",
        words::sides(row),
        words::grown(row),
    );
    facts(page, row);
    page.push_str("<div class=\"charts\">");
    // What counts found has no picture in times, which would say otherwise.
    if let Some(values) = row.values_ns.as_ref().filter(|_| row.counted.is_none()) {
        page.push_str(&dots(values, row.ignored_ns()));
    }
    if row.counted.is_none() {
        page.push_str(&sparkline(&row.history_ns));
    }
    page.push_str("</div>\n");
    links(page, row, places);
    page.push_str("</article>\n");
}

/// What was found, and whether that fails.
fn tag(row: &ReportRow) -> String {
    let passes = if row.fails { "" } else { ", does not fail the check" };
    format!("{}{passes}", words::what(row))
}

fn facts(page: &mut String, row: &ReportRow) {
    page.push_str("<dl>\n");
    let mut line = |name: &str, value: &str| {
        let _ = writeln!(page, "<dt>{name}</dt><dd>{value}</dd>");
    };
    let name = |name: &str| format!("<span class=\"name\">{}</span>", escape(name));
    if let Some(limit) = row.limit_ns {
        line("budget", &time(limit));
    }
    let sure =
        [words::interval(row).map(|interval| format!("95 % interval {}", interval)), words::chance(row)];
    let sure: Vec<String> = sure.into_iter().flatten().collect();
    if !sure.is_empty() {
        line("how sure", &sure.join("; "));
    }
    if let Some(calls) = words::calls(row) {
        line("calls", &calls);
    }
    if let Some(text) = evidence::found_by(row) {
        line("added calls", &escape(&text));
    }
    for part in row.explaining() {
        let place =
            part.place().map_or_else(String::new, |place| format!(" in <code>{}</code>", escape(&place)));
        let what = if part.perhaps { "perhaps mostly" } else { "function" };
        line(what, &format!("{} {}{place}", name(&part.name), escape(&part.growth())));
    }
    if let Some(from) = &row.moved_from {
        line("moved from", &name(from));
    }
    if !row.holds.is_empty() {
        let holds: Vec<String> = row.holds.iter().map(|name| escape(name)).collect();
        line("explains", &format!("<span class=\"name\">{}</span>", holds.join(", ")));
    }
    if !row.path.is_empty() {
        let path: Vec<String> = row.path.iter().map(|name| escape(name)).collect();
        line("called by", &format!("<span class=\"name\">{}</span>", path.join(" › ")));
    }
    if let Some(source) = words::source(row) {
        line("source", &format!("<code>{}</code>", escape(&source)));
    }
    if let Some(accepted) = &row.accepted {
        let (until, owner) = (escape(&accepted.until), escape(&accepted.owner));
        line("accepted", &format!("until {until} by {owner}: {}", escape(&accepted.reason)));
    }
    if let Some(accepted) = &row.exceeds {
        line("accepted", &escape(&words::exceeds(accepted)));
    }
    if let Some(again) = &row.again {
        line("measured again", &words::again(again));
    }
    page.push_str("</dl>\n");
}

/// Where else on the page the finding is, and the commands for it.
fn links(page: &mut String, row: &ReportRow, places: &Places<'_>) {
    let mut links = Vec::new();
    let subject = row.subject.method().or(row.subject.function());
    if let Some(name) = subject.and_then(|name| places.names.get(name)).filter(|_| places.has_trees) {
        links.push(format!("<a href=\"#flame\" data-flame=\"{name}\">Flame graph</a>"));
    }
    if let Some(name) =
        row.subject.method().and_then(|method| places.names.get(method)).filter(|_| places.has_timeline)
    {
        links.push(format!("<a href=\"#timeline\" data-timeline=\"{name}\">Timeline</a>"));
    }
    if let Some(at) = places.rows.get(row.name.as_str()).filter(|_| !row.history_ns.is_empty()) {
        links.push(format!("<a href=\"#history\" data-history=\"{at}\">History</a>"));
    }
    if !links.is_empty() {
        let _ = writeln!(page, "<p class=\"links\">{}</p>", links.join(" · "));
    }
    let mut commands: Vec<String> = subject.map(next::explain).into_iter().collect();
    // A budget is raised in the settings, and not accepted.
    commands.extend((row.fails && !words::is_budget(row)).then(|| next::accept(row)));
    if !commands.is_empty() {
        page.push_str("<details class=\"commands\"><summary>Commands</summary>\n");
        for text in commands {
            let _ = writeln!(page, "<p>{}</p>", command(&text));
        }
        page.push_str("</details>\n");
    }
}
