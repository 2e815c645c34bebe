//! Writes the first lines of a page: the answer, the typical launch, the consequence, and the launches.

use std::fmt::Write as _;

use super::escape;
use crate::line::{Line, LinePart};
use crate::summary;
use crate::text::prevent_unit_breaks;
use crate::value::Report;
use crate::view;
use crate::words;

/// A headline with more characters gets smaller letters, so that it fits in one line.
const LONG: usize = 64;

pub(super) fn first(page: &mut String, report: &Report) {
    let name = report.verdict.name();
    let headline = summary::headline(report);
    let long = if headline.to_plain_text().chars().count() > LONG { " class=\"long\"" } else { "" };
    let _ = writeln!(
        page,
        "<section id=\"verdict\">\n<h1{long}><span class=\"verdict {name}\">{}</span> {}</h1>",
        words::format_answer(report.verdict),
        format_line(&headline)
    );
    let head = view::header_lines(report);
    let changes = report.page_of_changes().and_then(|(text, page)| format_link(&page, text));
    let run =
        report.origin.as_ref().and_then(|origin| format_link(origin.run_url.as_deref()?, "Pipeline run"));
    let links: String = changes.into_iter().chain(run).map(|link| format!(" · {link}")).collect();
    for (class, text) in [
        ("launch", join_lines(&head, &["launch", "totals"])),
        ("launch slower", join_lines(&head, &["launch slow", "launch slower"])),
        ("soft", join_lines(&head, &["end", view::SUBJECT]) + &links),
    ] {
        if !text.is_empty() {
            let _ = writeln!(page, "<p class=\"{class}\">{text}</p>");
        }
    }
    page.push_str("</section>\n");
}

/// Formats a link. Only addresses that begin with `https://` or `http://` become links, since other addresses could contain a script.
pub(super) fn format_link(url: &str, text: &str) -> Option<String> {
    let is_web = url.starts_with("https://") || url.starts_with("http://");
    is_web.then(|| format!("<a href=\"{}\">{text}</a>", escape(url)))
}

/// Formats a button that copies a text.
pub(super) fn format_copy_button(text: &str) -> String {
    format!("<button type=\"button\" data-copy=\"{}\" hidden>Copy</button>", escape(text))
}

/// Joins the lines that have the CSS classes `classes`, in the order of the classes.
fn join_lines(head: &[(&str, Line)], classes: &[&str]) -> String {
    let lines = classes.iter().flat_map(|class| head.iter().filter(move |(of, _)| of == class));
    lines.map(|(_, line)| format_line(line)).collect::<Vec<_>>().join(" · ")
}

/// Formats a line in which names and commands are code elements; commands have a button for copying.
pub(super) fn format_line(line: &Line) -> String {
    line.render_with(|part| match part {
        LinePart::Words(text) => escape(&prevent_unit_breaks(text)),
        LinePart::Name(name) => name_of(name),
        LinePart::Owner(text) => escape(text),
        LinePart::Said(text) => prevent_option_breaks(&escape(text)),
        LinePart::Command(text) => format_command(text),
    })
}

/// Formats a name so that no line break occurs after the sign of a method.
pub(super) fn name_of(name: &str) -> String {
    format!("<span class=\"name\">{}</span>", without_line_breaks(&escape(name)))
}

/// Prevents line breaks between the sign and the bracket of a method's name.
fn without_line_breaks(escaped: &str) -> String {
    let signs = ["-[", "+["];
    signs.iter().fold(escaped.to_owned(), |text, sign| {
        text.replace(sign, &format!("<span class=\"option\">{sign}</span>"))
    })
}

pub(super) fn format_command(text: &str) -> String {
    // A command of at most two words gets no button for copying, since it only names a program.
    let is_named = text.split(' ').count() <= 2;
    let copy = if is_named { String::new() } else { format_copy_button(text) };
    format!("<span class=\"command\"><code>{}</code>{copy}</span>", prevent_option_breaks(&escape(text)))
}

/// Formats text so that no line break occurs within an option.
fn prevent_option_breaks(escaped: &str) -> String {
    let is_option = |word: &str| word.trim_start_matches('(').starts_with('-') && word.len() < 20;
    let words = escaped.split(' ').map(|word| match is_option(word) && !word.contains('[') {
        true => format!("<span class=\"option\">{word}</span>"),
        false => without_line_breaks(word),
    });
    words.collect::<Vec<_>>().join(" ")
}
