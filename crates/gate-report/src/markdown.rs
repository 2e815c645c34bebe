//! Renders the report as GitHub-flavoured Markdown, for a comment on a pull request and for the summary of a step.
//!
//! Every name is in a code span or a fenced block, where services interpret neither markup nor mentions nor links. The few characters that
//! could end such a span are written as escapes.
//!
//! Invariant: names change neither the structure of the document nor its text outside code. Invariant: the document is never longer than
//! requested, and a note replaces each omitted part.

use std::fmt::Write as _;

use gate_decision::without_marks;
use gate_facts::Facts;

use super::build_facts;
use super::line::{Line, LinePart};
use super::summary;
use super::text::{format_signed_time, prevent_unit_breaks, truncate_middle};
use super::value::{Answer, Report, ReportRow};
use super::view::{self, Body, Medium, Section, Table, Visibility};
use super::words::{self, format_count};

/// The line that identifies the comment, so that later runs update it.
pub const MARKER: &str = "<!-- launchgate -->";

/// The largest length of a comment on GitHub.
pub const LONGEST: usize = 65_536;

/// The number of characters above which the middle of a name is omitted.
const NAME: usize = 100;

/// The number of bytes that are reserved for notes about omitted parts.
const NOTE: usize = 300;

/// The largest length of the Markdown, and whether it mentions owners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkdownOptions {
    /// The largest number of bytes, and therefore of characters. With less than 4,000 bytes, the text may be cut off at the end of any
    /// line.
    pub longest: usize,
    /// Whether owners are mentioned, which sends each of them a message.
    pub mention: bool,
}

impl Default for MarkdownOptions {
    fn default() -> Self {
        MarkdownOptions { longest: LONGEST, mention: false }
    }
}

/// Formats the report as Markdown.
pub fn render_markdown(report: &Report, how: MarkdownOptions) -> String {
    let mut sections: Vec<Section<'_>> = view::sections(report);
    sections.retain(|section| section.shown != Visibility::Page);
    if build_facts::count_failing(report) == 0 {
        // Facts that do not fail the run come last.
        sections.sort_by_key(|section| section.id == "build");
    }
    let mut out = format_heading(report, how);
    if report.verdict != Answer::Regressed {
        fold_sections(&mut sections, &out, how);
    }
    // If the answer is not a regression, the findings are folded.
    let is_long =
        sections.iter().any(|section| section.id == "owners") || report.verdict != Answer::Regressed;
    let room = how.longest.saturating_sub(out.len() + NOTE);
    // The findings get at least half of the space, if they need it.
    let needed = format_findings(report, how, usize::MAX, is_long).len();
    let for_others = room.saturating_sub(needed.min(room / 2));
    let (mut used, mut omitted) = (0, false);
    let drawn: Vec<(bool, String)> = sections
        .iter()
        .map(|section| match &section.body {
            Body::Findings(_) => (true, String::new()),
            _ => (false, format_drawing(section, how)),
        })
        .filter(|(is_findings, text)| {
            omitted |= used + text.len() > for_others;
            used += if omitted { 0 } else { text.len() };
            *is_findings || !omitted
        })
        .collect();
    let findings = format_findings(report, how, room.saturating_sub(used), is_long);
    for (is_findings, text) in drawn {
        out += if is_findings { &findings } else { &text };
    }
    if report.verdict != Answer::Regressed {
        for line in view::header_lines(report).iter().filter(|(class, _)| *class == view::SUBJECT) {
            out += &wrap_in_details("Launches", &format_line(&line.1, how));
        }
    }
    if omitted {
        out += "\nThis report was shortened; see the JSON or HTML report for the rest.\n";
    }
    if out.len() > how.longest {
        // The text is cut at the end of a line. Texts are cut here only if `how.longest` is smaller than the length limit of a comment on
        // any known service.
        let end = out[..out.floor_char_boundary(how.longest)].rfind('\n').map_or(0, |at| at + 1);
        out.truncate(end);
    }
    out
}

/// The largest number of words above the first folded section of a comment that reports no regression. The answer and the next step fit
/// into this number of words.
const MOST_WORDS: usize = 115;

/// Folds all open sections except the next steps and the reasons. Reasons are folded too if the open text would have more than
/// `MOST_WORDS` words.
fn fold_sections(sections: &mut [Section<'_>], head: &str, how: MarkdownOptions) {
    let next =
        sections.iter().find(|section| section.id == "next").map(|section| format_drawing(section, how));
    let mut left = MOST_WORDS.saturating_sub(count_words(head) + next.map_or(0, |next| count_words(&next)));
    for section in
        sections.iter_mut().filter(|section| section.shown == Visibility::Open && section.id != "next")
    {
        let words = count_words(&format_drawing(section, how));
        let is_reason = ["why", "review", "differences"].contains(&section.id);
        match is_reason && words <= left {
            true => left -= words,
            false => section.shown = Visibility::Folded,
        }
    }
}

/// Counts the words that a reader sees, without comments and the lines of tables. A code span counts as one word, so a long name cannot
/// cause a section to be folded.
fn count_words(text: &str) -> usize {
    let lines = text.lines().filter(|line| !line.starts_with("<!--"));
    lines
        .map(with_short_code)
        .map(|line| line.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count())
        .sum()
}

/// Replaces the content of each code span by one word. A code span ends at the next run of as many backticks as it begins with.
fn with_short_code(line: &str) -> String {
    let (mut short, mut rest) = (String::new(), line);
    while let Some(begin) = rest.find('`') {
        let (before, span) = rest.split_at(begin);
        short += before;
        let marks = span.len() - span.trim_start_matches('`').len();
        let runs = span[marks..].match_indices(&span[..marks]).map(|(at, _)| span.split_at(marks + at));
        let mut whole_runs = runs.filter(|(inside, run)| {
            !inside.ends_with('`') && run.len() - run.trim_start_matches('`').len() == marks
        });
        let end = whole_runs.next().map(|(inside, _)| inside.len() - marks);
        let Some(end) = end else { return short + span };
        short += "code";
        rest = &span[end + 2 * marks..];
    }
    short + rest
}

/// Formats the facts of a build as Markdown.
pub fn facts_markdown(facts: &Facts) -> String {
    view::sections_of_facts(facts)
        .iter()
        .map(|section| format_drawing(section, MarkdownOptions::default()))
        .collect()
}

/// Formats a name as a code span. Characters that could end the span, or the table cell around it, become escapes.
pub fn code_span(name: &str) -> String {
    let name = truncate_middle(without_marks(name), NAME);
    if name.trim().is_empty() {
        return "`(no name)`".to_owned();
    }
    let mut out = String::with_capacity(name.len() + 2);
    out.push('`');
    for c in name.trim().chars() {
        if matches!(c, '`' | '|') { out.extend(c.escape_unicode()) } else { out.push(c) }
    }
    out.push('`');
    out
}

/// Formats an owner. The owner becomes a mention if mentions are requested and the name has the form of a mention.
pub fn format_owner(name: &str, how: MarkdownOptions) -> String {
    let is_part = |part: &str| {
        !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
    };
    let is_handle = name.len() <= NAME
        && name
            .strip_prefix('@')
            .is_some_and(|rest| rest.split('/').count() <= 2 && rest.split('/').all(is_part));
    if how.mention && is_handle { name.to_owned() } else { code_span(name) }
}

fn wrap_in_details(title: &str, inside: &str) -> String {
    format!("\n<details><summary>{title}</summary>\n\n{inside}\n</details>\n")
}

/// Formats a section as Markdown. A folded section takes one line on the screen.
fn format_drawing(section: &Section<'_>, how: MarkdownOptions) -> String {
    let mut inside: String =
        section.notes.iter().map(|note| format!("{}\n\n", format_line(note, how))).collect();
    let left = match &section.body {
        Body::Nothing | Body::Drawn(_) | Body::Findings(_) => 0,
        Body::Lines(lines) => {
            let (lines, left) = lines.shown_entries(Medium::Comment);
            inside.extend(lines.iter().map(|line| format!("- {}\n", format_line(line, how))));
            left
        }
        Body::Table(table) => self::write_table(table, how, &mut inside),
    };
    if left > 0 {
        let _ = write!(inside, "\n… and {left} more.\n");
    }
    match section.shown {
        Visibility::Folded => wrap_in_details(&section.title, &inside),
        Visibility::Open | Visibility::Page => format!("\n**{}**\n\n{inside}", section.title),
    }
}

/// Writes a table, and returns the number of rows that are omitted.
fn write_table(table: &Table, how: MarkdownOptions, out: &mut String) -> usize {
    let (rows, left) = table.rows.shown_entries(Medium::Comment);
    let columns: Vec<usize> = (0..table.columns.len()).filter(|&at| !table.columns[at].is_wide).collect();
    let heads: Vec<&str> = columns.iter().map(|&at| table.columns[at].head).collect();
    let ends: Vec<&str> =
        columns.iter().map(|&at| if table.columns[at].is_number { "--:" } else { "---" }).collect();
    let _ = writeln!(out, "| {} |\n|{}|", heads.join(" | "), ends.join("|"));
    for row in rows {
        let cells: Vec<String> = columns.iter().map(|&at| format_line(&row[at].line, how)).collect();
        let _ = writeln!(out, "| {} |", cells.join(" | "));
    }
    left
}

/// Formats a line in which each name is a code span.
pub(super) fn format_line(line: &Line, how: MarkdownOptions) -> String {
    line.render_with(|part| match part {
        LinePart::Words(text) => prevent_line_breaks(text),
        LinePart::Name(name) => code_span(name),
        LinePart::Owner(name) => format_owner(name, how),
        LinePart::Command(text) | LinePart::Said(text) => command_span(text),
    })
}

/// Formats a command or a sentence as a code span, which may be longer than that of a name.
fn command_span(command: &str) -> String {
    let text: String = truncate_middle(command, 4 * NAME)
        .chars()
        .map(|c| if matches!(c, '`' | '|') { '\u{2019}' } else { c })
        .collect();
    if text.trim().is_empty() { "`(no text)`".to_owned() } else { format!("`{}`", text.trim()) }
}

fn format_heading(report: &Report, how: MarkdownOptions) -> String {
    let sign = match report.verdict {
        Answer::Pass => "✅",
        Answer::Regressed => "❌",
        _ => "⚠️",
    };
    let mut out = format!(
        "{MARKER}\n## {sign} Launch time: {}\n\n**{}**\n",
        words::format_answer(report.verdict).to_lowercase(),
        format_line(&summary::headline(report), how)
    );
    // A reader of a pull request knows the app and the commits, so the launches are described at the top only for a regression.
    let is_first = |class: &str| class != view::SUBJECT || report.verdict == Answer::Regressed;
    for (_, line) in view::header_lines(report).into_iter().filter(|(class, _)| is_first(class)) {
        let _ = write!(out, "\n{}\n", format_line(&line, how));
    }
    out += &links(report);
    out
}

/// Formats links to the changes, to the whole report and to the run of the pipeline.
fn links(report: &Report) -> String {
    let mut parts = Vec::new();
    let origin = report.origin.clone().unwrap_or_default();
    let page = report.page_of_changes();
    parts.extend(page.and_then(|(text, page)| Some(format!("[{text}]({})", plain_address(&page)?))));
    let links = [("Full report", origin.report_url), ("Pipeline run", origin.run_url)];
    parts.extend(
        links.into_iter().filter_map(|(text, url)| Some(format!("[{text}]({})", plain_address(&url?)?))),
    );
    if parts.is_empty() { String::new() } else { format!("\n{}\n", parts.join(" · ")) }
}

/// Returns an address only if all of its characters are plain, since any other text could be markup.
fn plain_address(url: &str) -> Option<&str> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._~:/?#@!$&*+,;=%".contains(c);
    let is_web = url.starts_with("https://") || url.starts_with("http://");
    (is_web && url.len() <= 2000 && url.chars().all(is_plain)).then_some(url)
}

/// Replaces the spaces between numbers and units, so that no line break separates them. Lines may break between words.
fn prevent_line_breaks(text: &str) -> String {
    let text = prevent_unit_breaks(text);
    ["→", "×"]
        .into_iter()
        .fold(text, |text, sign| text.replace(&format!(" {sign} "), &format!(" {sign}\u{a0}")))
}

const FINDINGS_HEAD: &str =
    "\n| Finding | Owner, module | Base → head | Change (95 % interval) |\n|---|---|--:|--:|\n";

/// Formats the table of findings, in at most `room` bytes. Further details of the first findings are folded below the table.
fn format_findings(report: &Report, how: MarkdownOptions, room: usize, is_folded: bool) -> String {
    let (mut table, mut details, mut shown_findings) = (String::new(), String::new(), 0);
    for (at, row) in report.findings.iter().enumerate() {
        let line = format_finding_line(report, row, how);
        let more =
            if at < Medium::Comment.list_limit() { details_of(report, row, how) } else { String::new() };
        let around = FINDINGS_HEAD.len() + 2 * wrap_in_details(DETAILS, "").len();
        if table.len() + details.len() + line.len() + more.len() + around > room {
            break;
        }
        table += &line;
        details += &more;
        shown_findings += 1;
    }
    let mut out = String::new();
    if shown_findings > 0 {
        let table = format!("{FINDINGS_HEAD}{table}");
        out += &if is_folded {
            wrap_in_details(&format!("Findings ({})", report.findings.len()), &table)
        } else {
            table
        };
        if !details.is_empty() {
            out += &wrap_in_details(DETAILS, &details);
        }
    }
    let left_out = report.findings.len() - shown_findings;
    if left_out > 0 {
        let _ = write!(
            out,
            "\n**{} of {} not shown here**; see the JSON or HTML report for all of them.\n",
            format_count(left_out, "finding"),
            report.findings.len()
        );
    }
    out
}

const DETAILS: &str = "Details: how sure, callers, calls";

fn format_finding_line(report: &Report, row: &ReportRow, how: MarkdownOptions) -> String {
    let owner = row.owner.as_deref().map_or("no owner".to_owned(), |name| format_owner(name, how));
    let module = row.module.as_deref().map_or(String::new(), |module| format!("<br>{}", code_span(module)));
    let place = words::format_source_location(row).map_or(String::new(), |place| {
        let place = code_span(&place);
        let page =
            report.origin.as_ref().and_then(|origin| origin.source_page(row.file.as_deref()?, row.line));
        match page.as_deref().and_then(plain_address) {
            Some(page) => format!(" · [{place}]({page})"),
            None => format!(" · {place}"),
        }
    });
    let interval = words::format_interval(row)
        .map_or(String::new(), |range| format!("<br>({})", prevent_line_breaks(&range)));
    let functions: Vec<String> = row
        .explaining_functions()
        .filter(|part| !part.perhaps)
        .take(3)
        .map(|part| {
            format!("{} {}", code_span(&part.name), prevent_line_breaks(&format_signed_time(part.change_ns)))
        })
        .collect();
    let functions = match (&functions[..], row.explaining_functions().next()) {
        ([], None) => String::new(),
        ([], Some(part)) => format!(", most of it perhaps in {}, by samples", code_span(&part.name)),
        ([only], _) => format!(", of which the function {only}"),
        (several, _) => format!(", of which the functions {}", several.join(", ")),
    };
    format!(
        "| {}<br>{}{place}{functions} | {owner}{module} | {} | {}{interval} |\n",
        code_span(&row.name),
        prevent_line_breaks(&view::format_kind_and_result(row)),
        prevent_line_breaks(&words::format_levels(row)),
        prevent_line_breaks(&words::format_growth(row)),
    )
}

/// Formats the details of a finding as an entry of a list.
fn details_of(report: &Report, row: &ReportRow, how: MarkdownOptions) -> String {
    let quiet = MarkdownOptions { mention: false, ..how };
    let parts: Vec<String> = view::details(report, row)
        .into_iter()
        .filter(|(label, _)| *label != "source")
        .map(|(label, line)| format!("{label}: {}", format_line(&line, quiet)))
        .collect();
    if parts.is_empty() {
        String::new()
    } else {
        format!("- {}: {}\n", code_span(&row.name), parts.join("; "))
    }
}
