//! The first screen: what happened, how much, whose it is, how sure that is, and what to do next.

use std::fmt::Write as _;

use super::table::{Column, Table};
use super::{LISTED, escape};
use crate::report::line::{Line, Part};
use crate::report::text::units;
use crate::report::value::Report;
use crate::report::words;
use crate::report::{next, summary};

pub(super) fn first(page: &mut String, report: &Report) {
    let name = report.verdict.name();
    let _ = writeln!(
        page,
        "<section id=\"verdict\">\n<h1><span class=\"verdict {name}\">{}</span> {}</h1>",
        words::answer(report.verdict),
        marked(&summary::headline(report))
    );
    if let Some(launch) = summary::launch(report) {
        let _ = writeln!(page, "<p class=\"launch\">{}</p>", units(&launch));
    }
    about(page, report);
    notes(page, "To be reviewed in this change", &report.review);
    notes(page, words::reasons(report.verdict), &report.reasons);
    if !report.differences.is_empty() {
        conditions(page, &report.differences, "Conditions that differ");
    }
    let steps = next::next_steps(report);
    if !steps.is_empty() {
        page.push_str("<h2 class=\"small\">Next steps</h2>\n<ul>\n");
        for step in &steps {
            let _ = writeln!(page, "<li>{}</li>", marked(step));
        }
        page.push_str("</ul>\n");
    }
    notes(page, "Warnings", &report.warnings);
    page.push_str("</section>\n");
}

/// Of what the page speaks, how many launches it is from, and where the pipeline is.
fn about(page: &mut String, report: &Report) {
    let mut parts: Vec<String> = summary::subject(report).iter().map(|part| escape(part)).collect();
    parts.extend(summary::used(report).map(|used| escape(&used)));
    let run = report.origin.as_ref().and_then(|origin| origin.run_url.as_deref());
    // An address of a known kind only: others could be a script.
    parts.extend(
        run.filter(|url| url.starts_with("https://") || url.starts_with("http://"))
            .map(|url| format!("<a href=\"{}\">pipeline run</a>", escape(url))),
    );
    if !parts.is_empty() {
        let _ = writeln!(page, "<p class=\"subject\">{}</p>", parts.join(" · "));
    }
    if let Some(lost) = summary::lost(report) {
        let _ = writeln!(page, "<p class=\"soft\">{}.</p>", marked(&lost));
    }
    if let Some(consequence) = next::consequence(report) {
        let _ = writeln!(page, "<p class=\"soft\">{consequence}.</p>");
    }
    if let Some(sure) = summary::sure(report) {
        let _ = writeln!(page, "<p class=\"soft\">{}.</p>", units(&sure));
    }
}

/// A line with names and commands as code; a command can be copied.
pub(super) fn marked(line: &Line) -> String {
    line.rendered(|part| match part {
        Part::Words(text) => escape(text),
        Part::Name(name) => format!("<span class=\"name\">{}</span>", escape(name)),
        Part::Owner(text) | Part::Said(text) => escape(text),
        Part::Command(text) => command(text),
    })
}

pub(super) fn command(text: &str) -> String {
    let text = escape(text);
    // An option stays in one piece.
    let word = |word: &str| match word.starts_with('-') && word.len() < 20 {
        true => format!("<span class=\"option\">{word}</span>"),
        false => word.to_owned(),
    };
    let words: Vec<String> = text.split(' ').map(word).collect();
    format!(
        "<span class=\"command\"><code>{}</code><button type=\"button\" data-copy=\"{text}\" hidden>Copy</button></span>",
        words.join(" ")
    )
}

fn notes(page: &mut String, title: &str, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    let _ = writeln!(page, "<div class=\"notes\"><p><strong>{title}</strong></p><ul>");
    for line in lines.iter().take(LISTED) {
        let _ = writeln!(page, "<li>{}</li>", escape(line));
    }
    page.push_str("</ul></div>\n");
}

pub(super) fn conditions(page: &mut String, conditions: &[crate::report::value::ConditionPair], label: &str) {
    let mut table =
        Table::new(label, &[Column::text("Condition"), Column::text("Base"), Column::text("Head")]);
    for condition in conditions {
        table.row([
            escape(condition.condition.text()),
            escape(&condition.base.join(", ")),
            escape(&condition.head.join(", ")),
        ]);
    }
    table.write(page);
}
