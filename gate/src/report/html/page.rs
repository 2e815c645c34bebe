//! The order of the page: the answer first, then each finding, then what explains them, then every number.

use std::fmt::Write as _;

use super::findings::{findings, left_out};
use super::first::{conditions, first};
use super::table::{Column, Table};
use super::{LISTED, escape};
use super::{drawn, numbers};
use crate::report::value::Report;
use crate::report::value::WorkLine;
use crate::report::{build_facts, work};

pub(super) fn body(page: &mut String, report: &Report) {
    navigation(page, report);
    first(page, report);
    findings(page, report);
    build(page, report);
    if !report.work.is_empty() {
        work_table(page, &work::lines(report));
    }
    numbers::launch(page, report);
    numbers::functions(page, report);
    drawn::where_time_goes(page, report);
    drawn::flame(page, report);
    drawn::timeline(page, report);
    drawn::rows(page, report);
    numbers::modules(page, &report.modules);
    numbers::budgets(page, report);
    numbers::launches(page, report);
    environment(page, report);
}

fn navigation(page: &mut String, report: &Report) {
    page.push_str("<nav aria-label=\"Sections\"><div>\n");
    let lists = [&report.findings, &report.suspects, &report.vanished, &report.noisy];
    let sections = [
        ("verdict", "Result", true),
        ("findings", "Findings", lists.iter().any(|list| !list.is_empty())),
        ("build", "Build", has_build(report)),
        ("work", "Work", !report.work.is_empty()),
        ("phases", "Phases", !report.wholes.is_empty()),
        ("functions", "Functions", report.functions.is_some()),
        ("parts", "Where the time goes", report.waterfall.is_some()),
        ("flame", "Flame graph", !report.trees.is_empty()),
        ("timeline", "Timeline", report.timelines.is_some()),
        ("methods", "All rows", !report.rows.is_empty()),
        ("modules", "Modules", !report.modules.is_empty()),
        ("budgets", "Budgets", !report.budgets.is_empty()),
        ("launches", "Launches", report.launches.is_some()),
        ("environment", "Environment", !report.environment.is_empty()),
    ];
    for (id, name, _) in sections.into_iter().filter(|(.., is_there)| *is_there) {
        let _ = writeln!(page, "<a href=\"#{id}\">{name}</a>");
    }
    page.push_str("</div><button id=\"theme\" type=\"button\" hidden>Dark</button>\n</nav>\n<main>\n");
}

fn has_build(report: &Report) -> bool {
    build_facts::told(report).next().is_some() || !build_facts::beside(report).is_empty()
}

/// The kinds of work, by owner.
pub(super) fn work_table(page: &mut String, lines: &[WorkLine]) {
    page.push_str("<section id=\"work\">\n<h2>Work</h2>\n<p>How often a launch asks the system for files, memory, code, databases and queues. What the system does inside itself is not counted.</p>\n");
    let [kind, calls, bytes, owner, threads] = work::HEADS;
    let columns = [
        Column::name(kind),
        Column::number(calls),
        Column::number(bytes),
        Column::text(owner),
        Column::text(threads),
    ];
    let mut table = Table::new("Work", &columns);
    for line in lines {
        table.row(line.cells().map(|cell| escape(&cell)));
    }
    table.write(page);
    page.push_str("</section>\n");
}

/// Facts of the build, beside what the launches measured of it.
fn build(page: &mut String, report: &Report) {
    if !has_build(report) {
        return;
    }
    page.push_str("<section id=\"build\">\n<h2>Build facts</h2>\n");
    for line in build_facts::beside(report) {
        let _ = writeln!(page, "<p>{}</p>", escape(&line));
    }
    let columns =
        [Column::name("Fact"), Column::text("Module"), Column::text("Owner"), Column::text("Fails")];
    let mut table = Table::new("Build facts", &columns);
    for row in build_facts::told(report).take(LISTED) {
        table.row([
            escape(&row.what()),
            escape(row.module.as_deref().unwrap_or("")),
            escape(row.owner.as_deref().unwrap_or("")),
            if row.fails { "yes" } else { "no" }.to_owned(),
        ]);
    }
    table.write(page);
    left_out(page, build_facts::told(report).count());
    page.push_str("</section>\n");
}

fn environment(page: &mut String, report: &Report) {
    if !report.environment.is_empty() {
        page.push_str("<section id=\"environment\">\n<h2>Environment</h2>\n");
        conditions(page, &report.environment, "Conditions of recording");
        page.push_str("</section>\n");
    }
    page.push_str("</main>\n");
}
