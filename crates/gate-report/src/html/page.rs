//! Writes the page of a report: the answer, then the sections in their order.

use std::fmt::Write as _;

use super::bars::draw_bars;
use super::drawing_sections;
use super::escape;
use super::findings::write_findings;
use super::first::{first, format_line};
use super::table;
use crate::value::Report;
use crate::view::{self, Body, Drawing, Medium, Section, Visibility};

pub(super) fn write_body(page: &mut String, report: &Report) {
    let result = Anchor { id: "verdict", name: "Result" };
    write_page(page, report, view::sections(report), result, first);
}

/// The first link target of a page, and its name in the navigation.
pub(super) struct Anchor {
    pub(super) id: &'static str,
    pub(super) name: &'static str,
}

/// Writes the first lines, then the picture of the launch and the next steps, and then the findings that are marked in the picture.
pub(super) fn write_page(
    page: &mut String,
    report: &Report,
    mut sections: Vec<Section<'_>>,
    result: Anchor,
    first: impl FnOnce(&mut String, &Report),
) {
    // The section `owners` is omitted, since the page groups the findings by owner.
    sections.retain(|section| section.id != "owners");
    sections.sort_by_key(|section| match section.id {
        "why" | "differences" => 0,
        "parts" => 1,
        "next" => 2,
        _ => 3,
    });
    navigation(page, &result, &sections);
    first(page, report);
    for section in &sections {
        write_section(page, Some(report), section);
    }
    page.push_str("</main>\n");
}

fn navigation(page: &mut String, result: &Anchor, sections: &[Section<'_>]) {
    let Anchor { id, name } = result;
    let _ = write!(
        page,
        "<a class=\"skip\" href=\"#{id}\">Skip to the result</a>\n<nav aria-label=\"Sections\"><div>\n<a href=\"#{id}\">{name}</a>\n"
    );
    for section in sections {
        let _ = writeln!(page, "<a href=\"#{}\">{}</a>", section.id, section.name);
    }
    page.push_str("</div><button id=\"theme\" type=\"button\" hidden>Dark</button>\n</nav>\n<main>\n");
}

/// Writes a section of the page. A section that is drawn from a report is omitted if there is no report.
pub(super) fn write_section(page: &mut String, report: Option<&Report>, section: &Section<'_>) {
    let is_folded = section.shown == Visibility::Folded;
    let id = if section.id.is_empty() { String::new() } else { format!(" id=\"{}\"", section.id) };
    let doubt = if section.is_doubt { " class=\"notes\"" } else { "" };
    let _ = writeln!(page, "<section{id}{doubt}>");
    let title = escape(&section.title);
    let _ = match is_folded {
        true => writeln!(page, "<details class=\"section\"><summary><h2>{title}</h2></summary>"),
        false => writeln!(page, "<h2>{title}</h2>"),
    };
    for note in &section.notes {
        let _ = writeln!(page, "<p class=\"soft\">{}</p>", format_line(note));
    }
    let left = match (&section.body, report) {
        (Body::Lines(lines), _) => {
            let (lines, left) = lines.shown_entries(Medium::Page);
            page.push_str("<ul>\n");
            lines.iter().for_each(|line| {
                let _ = writeln!(page, "<li>{}</li>", format_line(line));
            });
            page.push_str("</ul>\n");
            left
        }
        (Body::Table(rows), _) => table::write_table(page, &section.title, rows),
        (Body::Findings(rows), Some(report)) => {
            write_findings(page, report, rows);
            0
        }
        (Body::Drawn(drawing), Some(report)) => {
            match drawing {
                Drawing::Bars => draw_bars(page, report),
                Drawing::Flame => drawing_sections::flame_graph(page, report),
                Drawing::Timeline => drawing_sections::write_timeline(page, report),
                Drawing::Rows => drawing_sections::write_row_list(page),
            }
            0
        }
        (Body::Nothing | Body::Findings(_) | Body::Drawn(_), _) => 0,
    };
    if left > 0 {
        let _ = writeln!(page, "<p class=\"soft\">{left} more are in the verdict's JSON.</p>");
    }
    page.push_str(if is_folded { "</details>\n</section>\n" } else { "</section>\n" });
}
