//! The report as GitHub-flavoured Markdown: for a pull request's comment and for a step's summary.
//!
//! Every name stands in a code span or a fenced block, where neither markup nor mentions nor links are looked for; the few
//! characters that could end one are written as escapes.
//!
//! Invariant: whatever names say, the document's structure and all text outside of code are the same.
//! Invariant: it is never longer than asked; what is left out is told where it would stand.

use std::fmt::Write as _;

use super::evidence;
use super::text::{fitted, shown, signed, time, wrapped};
use super::value::{Answer, Report, ReportRow};
use super::words::{self, Group, count};

/// By this line the comment is found again, to be updated in place.
pub const MARKER: &str = "<!-- launchgate -->";

/// How long a comment may be on GitHub.
pub const LONGEST: usize = 65_536;

/// At most so many of each folded list; the JSON has all.
const LISTED: usize = 20;

/// Longer names lose their middle.
const NAME: usize = 100;

/// What is left out is told in so many bytes at most.
const NOTE: usize = 300;

/// A fence that no text closes: [`fenced`] takes tildes out.
const FENCE: &str = "~~~~~~~~";

/// How the Markdown is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Markdown {
    /// At most so many bytes, and so at most as many characters; below 4,000 it is cut hard.
    pub longest: usize,
    /// Whether owners are mentioned, which sends them a message each time.
    pub mention: bool,
}

impl Default for Markdown {
    fn default() -> Self {
        Markdown { longest: LONGEST, mention: false }
    }
}

/// The report as Markdown.
pub fn markdown(report: &Report, how: Markdown) -> String {
    let head = head(report);
    let mut tail = String::new();
    // In order of importance: what has no room is left out from here on.
    let parts = [
        reasons(report),
        next(report),
        suspects(report),
        vanished(report),
        noisy(report),
        excluded(report),
        warnings(report),
    ];
    let room = how.longest.saturating_sub(head.len() + NOTE);
    // The findings have at least half of the room, if they need it.
    let needed = findings(report, how, usize::MAX).len();
    let for_tail = room.saturating_sub(needed.min(room / 2));
    let mut omitted = false;
    for part in parts {
        omitted |= tail.len() + part.len() > for_tail;
        if !omitted {
            tail += &part;
        }
    }
    let findings = findings(report, how, room.saturating_sub(tail.len()));
    let mut out = head + &findings + &tail;
    if omitted {
        out += "\nMore did not fit here: the JSON and HTML reports have all of it.\n";
    }
    if out.len() > how.longest {
        // Only with less room than any service gives; a line is never cut in two.
        let end = out[..floor(&out, how.longest)].rfind('\n').map_or(0, |at| at + 1);
        out.truncate(end);
    }
    out
}

fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// A name as a code span. Whatever could end it, or the cell of a table around it, becomes an escape.
fn code(name: &str) -> String {
    let name = fitted(name, NAME);
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

/// Lines of text as a block in which nothing is markup.
fn fenced(lines: impl Iterator<Item = String>) -> String {
    let mut out = format!("{FENCE}text\n");
    for line in lines {
        for (at, line) in wrapped(&fitted(&line, 600).replace("~~~", "\u{2026}"), 100).into_iter().enumerate()
        {
            let _ = writeln!(out, "{}{line}", if at > 0 { "    " } else { "" });
        }
    }
    out + FENCE + "\n"
}

/// An owner, as a mention if that is asked for and it is one.
fn owner(name: &str, how: Markdown) -> String {
    let is_part = |part: &str| {
        !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
    };
    let is_handle = name.len() <= NAME
        && name
            .strip_prefix('@')
            .is_some_and(|rest| rest.split('/').count() <= 2 && rest.split('/').all(is_part));
    if how.mention && is_handle { name.to_owned() } else { code(name) }
}

fn folded(title: &str, inside: &str) -> String {
    format!("\n<details><summary>{title}</summary>\n\n{inside}\n</details>\n")
}

/// Says how many entries of a list were left out.
fn rest(all: usize) -> String {
    if all > LISTED { format!("\n… and {} more.\n", all - LISTED) } else { String::new() }
}

fn head(report: &Report) -> String {
    let sign = match report.verdict {
        Answer::Pass => "✅",
        Answer::Regressed => "❌",
        _ => "⚠️",
    };
    let mut out = format!(
        "{MARKER}\n## {sign} Launch time: {}\n\n**{}**\n",
        words::answer(report.verdict).to_lowercase(),
        words::headline(report)
    );
    if !report.review.is_empty() {
        let block = fenced(report.review.iter().take(LISTED).map(|note| fitted(note, 400)));
        let _ = write!(out, "\n**To be reviewed in this change:**\n\n{block}{}", rest(report.review.len()));
    }
    for text in [words::used(report), words::sure(report)].into_iter().flatten() {
        let _ = write!(out, "\n{text}.\n");
    }
    if !report.differences.is_empty() {
        out += "\n| Condition | Baseline | New |\n|---|---|---|\n";
        let values = |values: &[String]| match values {
            [] => "not said".to_owned(),
            values => values.iter().take(LISTED).map(|value| code(value)).collect::<Vec<_>>().join(", "),
        };
        for difference in report.differences.iter().take(LISTED) {
            let (base, head) = (values(&difference.base), values(&difference.head));
            let _ = writeln!(out, "| {} | {base} | {head} |", code(difference.condition.text()));
        }
    }
    if !report.wholes.is_empty() {
        out.push('\n');
        out += NUMBERS_HEAD;
        for row in report.wholes.iter().take(LISTED) {
            let _ = writeln!(out, "| {} |", numbers(row));
        }
    }
    if let Some(text) = evidence::counts_in_words(report) {
        let _ = writeln!(out, "\n{}", code(&text));
    }
    out
}

/// The head of a table of costs: what [`numbers`] fills, and no more.
const NUMBERS_HEAD: &str = "| | Base | Head | Change |\n|---|--:|--:|--:|\n";

/// Name, before, now and change, as cells.
fn numbers(row: &ReportRow) -> String {
    let [base, head, absolute, relative] =
        [time(row.base_ns), time(row.head_ns), signed(row.change_ns), words::change(row)].map(|n| whole(&n));
    format!("{} | {base} | {head} | {absolute} {relative}", code(&row.name))
}

/// A number with its unit, or several with words of ours between them: lines break at the words alone.
fn whole(text: &str) -> String {
    let kept = text.replace(' ', "\u{a0}");
    kept.replace("\u{a0}to\u{a0}", " to ").replace("\u{a0}→\u{a0}", " → ")
}

const FINDINGS_HEAD: &str =
    "| | Base | Head | Change | Interval | Calls × cost | What |\n|---|--:|--:|--:|---|---|---|\n";

/// The findings by module and owner, in at most so many bytes.
fn findings(report: &Report, how: Markdown, room: usize) -> String {
    let mut out = String::new();
    let mut shown_findings = 0;
    'all: for group in words::groups(&report.findings) {
        let title = title(&group, how);
        let mut begun = false;
        let mut paths = String::new();
        for row in &group.findings {
            let line = line(row);
            let path = path(row);
            let before = if begun { 0 } else { title.len() + FINDINGS_HEAD.len() };
            let folds = paths.len() + path.len() + 100;
            if out.len() + before + line.len() + folds > room {
                out += &called_by(&paths);
                break 'all;
            }
            if !begun {
                out += &title;
                out += FINDINGS_HEAD;
                begun = true;
            }
            out += &line;
            paths += &path;
            shown_findings += 1;
        }
        out += &called_by(&paths);
    }
    let left_out = report.findings.len() - shown_findings;
    if left_out > 0 {
        let _ = write!(
            out,
            "\n**{} left out here, of {}**: the JSON report has them all.\n",
            count(left_out, "finding"),
            report.findings.len()
        );
    }
    out
}

fn title(group: &Group<'_>, how: Markdown) -> String {
    let module = group.module.map_or_else(|| group.title().to_owned(), code);
    let owner = group.owner.map_or(String::new(), |name| format!(" · {}", owner(name, how)));
    format!("\n### {module}{owner}\n\n")
}

fn line(row: &ReportRow) -> String {
    let mut what = words::what(row);
    if let Some(from) = &row.moved_from {
        what = format!("moved from {}, fails nothing", code(from));
    }
    if row.accepted.is_some() {
        what += ", accepted";
    }
    format!(
        "| {} | {} | {} | {what} |\n",
        numbers(row),
        whole(&words::interval(row).unwrap_or_default()),
        whole(&words::calls(row).unwrap_or_default())
    )
}

/// Where a finding is, below its table.
fn path(row: &ReportRow) -> String {
    let mut out = String::new();
    if let Some(file) = &row.file {
        let line = row.line.map_or(String::new(), |line| format!(":{line}"));
        let _ = write!(out, " in {}", code(&format!("{file}{line}")));
    }
    if !row.path.is_empty() {
        let from = row.path.len().saturating_sub(6);
        let callers: Vec<String> = row.path[from..].iter().map(|caller| code(caller)).collect();
        let cut = if from > 0 { "… › " } else { "" };
        let _ = write!(out, " called by {cut}{}", callers.join(" › "));
    }
    for text in [evidence::calls_in_words(row), evidence::counted_in_words(row)].into_iter().flatten() {
        let _ = write!(out, " {}", code(&text));
    }
    if !row.holds.is_empty() {
        let names: Vec<String> = row.holds.iter().take(6).map(|name| code(name)).collect();
        let more = row.holds.len() - names.len();
        let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
        let _ = write!(out, " stands for {}{rest}", names.join(", "));
    }
    if let Some(accepted) = &row.accepted {
        let (until, by, why) = (code(&accepted.until), code(&accepted.owner), code(&accepted.reason));
        let _ = write!(out, " accepted until {until} by {by}: {why}");
    }
    if let Some(accepted) = &row.exceeds {
        let size = code(accepted.up_to.as_deref().unwrap_or("less"));
        let (until, by, why) = (code(&accepted.until), code(&accepted.owner), code(&accepted.reason));
        let _ = write!(out, " more than the accepted growth of up to {size} (until {until} by {by}: {why})");
    }
    if let Some(again) = &row.again {
        let _ = write!(out, " {}", words::again(again));
    }
    if out.is_empty() { out } else { format!("- {}{out}\n", code(&row.name)) }
}

fn called_by(paths: &str) -> String {
    if paths.is_empty() { String::new() } else { folded("Where", paths) }
}

fn suspects(report: &Report) -> String {
    if report.suspects.is_empty() {
        return String::new();
    }
    let mut table = NUMBERS_HEAD.to_owned();
    for row in report.suspects.iter().take(LISTED) {
        let _ = writeln!(table, "| {} |", numbers(row));
    }
    let title = format!("Worth a look ({}), not the reason of anything", report.suspects.len());
    folded(&title, &(table + &rest(report.suspects.len())))
}

fn vanished(report: &Report) -> String {
    if report.vanished.is_empty() {
        return String::new();
    }
    let mut table = NUMBERS_HEAD.to_owned();
    for row in report.vanished.iter().take(LISTED) {
        let _ = writeln!(table, "| {} |", numbers(row));
    }
    folded(&format!("Not seen any more ({})", report.vanished.len()), &(table + &rest(report.vanished.len())))
}

fn noisy(report: &Report) -> String {
    if report.noisy.is_empty() {
        return String::new();
    }
    let mut table = "| | Head | Could hide |\n|---|--:|--:|\n".to_owned();
    for row in report.noisy.iter().take(LISTED) {
        let _ = writeln!(
            table,
            "| {} | {} | {} |",
            code(&row.name),
            whole(&time(row.head_ns)),
            whole(&words::could_hide(row))
        );
    }
    folded(&format!("Too noisy to judge ({})", report.noisy.len()), &(table + &rest(report.noisy.len())))
}

fn reasons(report: &Report) -> String {
    if report.reasons.is_empty() {
        return String::new();
    }
    let title = if report.verdict == Answer::Regressed { "Besides" } else { "Why" };
    let block = fenced(report.reasons.iter().take(LISTED).map(|reason| shown(reason)));
    format!("\n{title}:\n\n{block}{}", rest(report.reasons.len()))
}

fn excluded(report: &Report) -> String {
    let excluded = report.launches.as_ref().map_or(&[][..], |launches| &launches.excluded);
    if excluded.is_empty() {
        return String::new();
    }
    let lines = excluded
        .iter()
        .take(LISTED)
        .map(|launch| shown(&format!("{}: {}", launch.source, launch.reason.text())));
    let title = format!("Launches that do not count ({})", excluded.len());
    folded(&title, &(fenced(lines) + &rest(excluded.len())))
}

fn warnings(report: &Report) -> String {
    if report.warnings.is_empty() {
        return String::new();
    }
    let block = fenced(report.warnings.iter().take(LISTED).map(|warning| fitted(warning, 400)));
    folded(&format!("Warnings ({})", report.warnings.len()), &(block + &rest(report.warnings.len())))
}

fn next(report: &Report) -> String {
    let steps = words::next_steps(report);
    if steps.is_empty() {
        return String::new();
    }
    // The steps are our own words, with commands between backquotes.
    let list: String = steps.iter().map(|step| format!("- {step}\n")).collect();
    format!("\nWhat to do:\n\n{list}")
}
