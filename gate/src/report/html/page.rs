//! The page of a report: the answer, then the sections in their order.

use std::fmt::Write as _;

use super::bars::bars;
use super::drawn;
use super::escape;
use super::findings::findings;
use super::first::{first, marked};
use super::table;
use crate::report::value::Report;
use crate::report::view::{self, Body, Drawing, Medium, Section, Shown};

pub(super) fn body(page: &mut String, report: &Report) {
    let mut sections = view::sections(report);
    // The picture stands before the findings that are marked in it.
    let first_of = |section: &Section<'_>| match section.id {
        "why" | "differences" => 0,
        "parts" => 1,
        _ => 2,
    };
    sections.sort_by_key(first_of);
    navigation(page, &sections);
    first(page, report);
    for section in &sections {
        write_section(page, report, section);
    }
    page.push_str("</main>\n");
}

fn navigation(page: &mut String, sections: &[Section<'_>]) {
    page.push_str("<a class=\"skip\" href=\"#verdict\">Skip to the result</a>\n<nav aria-label=\"Sections\"><div>\n<a href=\"#verdict\">Result</a>\n");
    for section in sections {
        let _ = writeln!(page, "<a href=\"#{}\">{}</a>", section.id, section.name);
    }
    page.push_str("</div><button id=\"theme\" type=\"button\" hidden>Dark</button>\n</nav>\n<main>\n");
}

fn write_section(page: &mut String, report: &Report, section: &Section<'_>) {
    let is_folded = section.shown == Shown::Folded;
    let doubt = if section.is_doubt { " class=\"notes\"" } else { "" };
    let _ = writeln!(page, "<section id=\"{}\"{doubt}>", section.id);
    let title = escape(&section.title);
    let _ = match is_folded {
        true => writeln!(page, "<details class=\"section\"><summary><h2>{title}</h2></summary>"),
        false => writeln!(page, "<h2>{title}</h2>"),
    };
    for note in &section.notes {
        let _ = writeln!(page, "<p class=\"soft\">{}</p>", marked(note));
    }
    let left = match &section.body {
        Body::Nothing => 0,
        Body::Findings(rows) => {
            findings(page, report, rows);
            0
        }
        Body::Lines(lines) => {
            let (lines, left) = lines.on(Medium::Page);
            page.push_str("<ul>\n");
            lines.iter().for_each(|line| {
                let _ = writeln!(page, "<li>{}</li>", marked(line));
            });
            page.push_str("</ul>\n");
            left
        }
        Body::Table(rows) => table::draw(page, &section.title, rows),
        Body::Drawn(Drawing::Bars) => {
            bars(page, report);
            0
        }
        Body::Drawn(Drawing::Flame) => {
            drawn::flame_graph(page, report.launches.is_none());
            0
        }
        Body::Drawn(Drawing::Timeline) => {
            drawn::timeline(page, report);
            0
        }
        Body::Drawn(Drawing::Rows) => {
            drawn::rows(page);
            0
        }
    };
    if left > 0 {
        let _ = writeln!(page, "<p class=\"soft\">{left} more are in the verdict's JSON.</p>");
    }
    page.push_str(if is_folded { "</details>\n</section>\n" } else { "</section>\n" });
}
