//! Renders the page of `gate look`: launches without a comparison.

use std::fmt::Write as _;

use gate_launches::Condition;
use gate_stats::basic::typical_level;

use super::page::{Anchor, write_page};
use super::{escape, format_line};
use crate::line::Line;
use crate::summary;
use crate::text::{format_spread, format_time, prevent_unit_breaks};
use crate::value::Report;
use crate::view::{self, Body, Section, TruncatedList, Visibility};
use crate::words::format_count;

/// The largest number of warnings at the top of the page.
const WARNINGS: usize = 40;

/// Renders the page of launches without a comparison.
pub fn render_launches_page(report: &Report) -> Result<String, serde_json::Error> {
    let title = format!("launchgate: a launch of {}", app_name(report));
    Ok(super::render_page(&title, &super::data::render_data(report)?, |page| write_body(page, report)))
}

fn app_name(report: &Report) -> String {
    summary::head_condition(report, Condition::AppBundle).unwrap_or_default()
}

fn write_body(page: &mut String, report: &Report) {
    // The page of `gate look` makes no comparison, so it omits the sections with reasons, next steps and
    // warnings.
    let is_asked = |section: &Section<'_>| !matches!(section.id, "why" | "next" | "warnings");
    let mut sections: Vec<Section<'_>> = view::sections(report).into_iter().filter(is_asked).collect();
    for section in &mut sections {
        section.shown = Visibility::Open;
        section.is_doubt = false;
        // The first lines already contain the number of launches.
        section.notes.drain(..usize::from(section.id == "recorded"));
    }
    sections.push(limitations());
    write_page(page, report, sections, Anchor { id: "launch", name: "Launch" }, first);
}

fn first(page: &mut String, report: &Report) {
    let recorded = report.recorded.clone().unwrap_or_default();
    let takes = match &recorded.launch_ns[..] {
        [] => "no end of the launch was recorded".to_owned(),
        launches => format!("{} {}", format_time(typical_level(launches)), recorded.describe_window()),
    };
    let spread = format_spread(&recorded.launch_ns).filter(|_| recorded.launches > 1);
    let spread = spread.map_or_else(String::new, |spread| format!(", {spread},"));
    let launches = prevent_unit_breaks(&format!("{}{spread}", format_count(recorded.launches, "launch")));
    let value = |condition| summary::head_condition(report, condition).unwrap_or_default();
    let device = format!("{}, iOS {}", value(Condition::DeviceModel), value(Condition::DeviceOs));
    let _ = writeln!(
        page,
        "<section id=\"launch\">\n<h1>{}: {takes}</h1>\n<p>{launches} on {}. Each launch is a fresh process; the agent's own cost is subtracted. Phases and methods are averages.</p>",
        escape(&app_name(report)),
        escape(&device)
    );
    if recorded.launches == 1 {
        let more =
            Line::from_words("One launch shows no variation: use ").with_command("gate look --launches 10");
        let _ = writeln!(page, "<p class=\"soft\">{}</p>", format_line(&more));
    }
    for warning in report.warnings.iter().take(WARNINGS) {
        let _ = writeln!(page, "<p class=\"soft\">{}</p>", escape(warning));
    }
    page.push_str("</section>\n");
}

/// Lists the limitations of a page without a comparison.
fn limitations() -> Section<'static> {
    let lines = [
        "Objective-C methods, and Swift that is called through Objective-C, are recorded call by call; other Swift, C and C++ is sampled: a function is named, with file and line, if it grew by about 1 % of the launch or more, and smaller growth is found only as growth of the method or phase that contains it.",
        "Time in which no method runs (the loader, static initialisers, C, Swift before the first method) is \"Swift, C and system code\" of its phase.",
        "System methods are included in their callers. JavaScript, Dart and waiting are part of \"Swift, C and system code\".",
        "These are a few launches on one day; to compare builds, use gate run --base and gate check.",
    ];
    let lines = TruncatedList::from_entries(lines.map(Line::from_words).into_iter());
    let section = view::section("unseen", "Limitations", "Limitations", Body::Lines(lines));
    Section { shown: Visibility::Open, ..section }
}
