//! Tables of the launch, its modules, budgets and launches.

use std::fmt::Write as _;

use super::findings::{left_out, rows};
use super::table::{Column, Table};
use super::{LISTED, escape};
use crate::report::evidence;
use crate::report::functions;
use crate::report::text::change;
use crate::report::text::time;
use crate::report::value::{Module, Report, ReportRow};
use crate::report::words;

pub(super) fn launch(page: &mut String, report: &Report) {
    if report.wholes.is_empty() {
        return;
    }
    page.push_str("<section id=\"phases\">\n<h2>Launch and phases</h2>\n");
    rows(page, &report.wholes, "Launch and phases");
    let grew = |row: &ReportRow| !row.fails && matches!(row.interval_ns[0], Some(low) if low > 0.0);
    if report.wholes.iter().any(grew) && report.findings.iter().any(|finding| finding.fails) {
        page.push_str("<p class=\"soft\">The launch and its phases are sums: growth that the findings explain is no finding a second time.</p>\n");
    }
    if let Some(text) = evidence::counts_in_words(report) {
        let _ = writeln!(page, "<p class=\"soft\">Counted: {}.</p>", escape(&text.plain()));
    }
    page.push_str("</section>\n");
}

pub(super) fn modules(page: &mut String, modules: &[Module]) {
    if modules.is_empty() {
        return;
    }
    page.push_str("<section id=\"modules\">\n<h2>Modules</h2>\n<p class=\"soft\">Sums over a typical launch, which differ slightly from the values that are tested.</p>\n");
    let columns = [
        Column::text("Module"),
        Column::text("Owner"),
        Column::number("Methods"),
        Column::number("Base"),
        Column::number("Head"),
        Column::number("Change"),
        Column::number("Budget"),
        Column::number("Findings"),
    ];
    let mut table = Table::new("Modules", &columns);
    for module in modules.iter().take(LISTED) {
        let (base, head) = (module.base_ns as f64, module.head_ns as f64);
        let change = change(base, head);
        let over = if module.over { " <span class=\"slower\">exceeded</span>" } else { "" };
        table.row([
            escape(module.name.as_deref().unwrap_or("(no module)")),
            escape(module.owner.as_deref().unwrap_or("")),
            module.methods.to_string(),
            time(base),
            time(head),
            if module.findings > 0 && head > base {
                format!("<span class=\"slower\">{change}</span>")
            } else {
                change
            },
            format!("{}{over}", module.limit_ns.map_or_else(String::new, time)),
            module.findings.to_string(),
        ]);
    }
    table.write(page);
    left_out(page, modules.len());
    page.push_str("</section>\n");
}

pub(super) fn budgets(page: &mut String, report: &Report) {
    if report.budgets.is_empty() {
        return;
    }
    page.push_str("<section id=\"budgets\">\n<h2>Budgets</h2>\n");
    let columns = [
        Column::name("Budget of"),
        Column::number("Base"),
        Column::number("Head"),
        Column::number("Limit"),
        Column::text("Result"),
    ];
    let mut table = Table::new("Budgets", &columns);
    for budget in report.budgets.iter().take(LISTED) {
        let kept = if budget.over { "<span class=\"slower\">exceeded</span>" } else { "kept" };
        table.row([
            escape(&budget.name),
            time(budget.base_ns),
            time(budget.head_ns),
            time(budget.limit_ns),
            kept.to_owned(),
        ]);
    }
    table.write(page);
    left_out(page, report.budgets.len());
    page.push_str("</section>\n");
}

pub(super) fn launches(page: &mut String, report: &Report) {
    let Some(launches) = &report.launches else { return };
    page.push_str("<section id=\"launches\">\n<h2>Launches</h2>\n");
    if let Some(sd) = launches.session_sd {
        let how =
            if launches.session_sd_measured { "measured" } else { "assumed: too few sessions to measure it" };
        let _ = writeln!(
            page,
            "<p>Variation between sessions: {:.1} % standard deviation ({how}). The test allows for it.</p>",
            100.0 * sd
        );
    }
    if launches.excluded.is_empty() {
        page.push_str("<p>No launch was excluded.</p>\n");
    } else {
        let _ = writeln!(page, "<h3>Excluded ({})</h3>", launches.excluded.len());
        let mut table = Table::new(
            "Excluded launches",
            &[Column::text("Launch"), Column::text("Reason"), Column::text("File")],
        );
        for launch in launches.excluded.iter().take(LISTED) {
            table.row([
                format!("{} #{}", escape(&launch.session), launch.launch),
                escape(words::excluded(launch)),
                escape(&launch.source),
            ]);
        }
        table.write(page);
        left_out(page, launches.excluded.len());
    }
    page.push_str("</section>\n");
}

/// How functions were judged, all that have a row, and what runs before `main`.
pub(super) fn functions(page: &mut String, report: &Report) {
    let Some(used) = &report.functions else { return };
    page.push_str("<section id=\"functions\">\n<h2>Functions by samples</h2>\n");
    for note in functions::notes(report) {
        let _ = writeln!(page, "<p>{}</p>", escape(&note));
    }
    if !used.before_main.is_empty() {
        let mut table = Table::new(
            "Before main",
            &[
                Column::name("Before main"),
                Column::text("Module"),
                Column::text("File"),
                Column::number("Base"),
                Column::number("Head"),
            ],
        );
        for part in used.before_main.iter().take(LISTED) {
            let place = part.place().unwrap_or_default();
            let (base, head) = (time(part.base_ns), time(part.head_ns));
            table.row([escape(&part.name), escape(&part.module), escape(&place), base, head]);
        }
        table.write(page);
        left_out(page, used.before_main.len());
    }
    if !used.rows.is_empty() {
        rows(page, &used.rows, "Functions");
    }
    page.push_str("</section>\n");
}
