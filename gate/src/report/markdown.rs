//! The report as GitHub-flavoured Markdown: for a pull request's comment and for a step's summary.
//!
//! Every name stands in a code span or a fenced block, where neither markup nor mentions nor links are looked for; the few
//! characters that could end one are written as escapes.
//!
//! Invariant: whatever names say, the document's structure and all text outside of code are the same.
//! Invariant: it is never longer than asked; what is left out is told where it would stand.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::build_facts;
use super::evidence;
use super::functions;
use super::line::{Line, Part};
use super::text::{change as change_of, fitted, shown, signed, time, units, wrapped};
use super::value::FunctionPart;
use super::value::{Answer, Module, Report, ReportRow, WorkLine};
use super::words::{self, count};
use super::{next, summary, work};

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
    let head = head(report, how);
    let mut tail = String::new();
    // In order of importance: what has no room is left out from here on.
    let mut most = match build_facts::failing(report) {
        0 => [next(report, how), facts(report), reasons(report)],
        _ => [facts(report), next(report, how), reasons(report)],
    };
    if report.verdict == Answer::Undecided {
        most.rotate_right(1);
    }
    let [first, second, third] = most;
    let parts = [
        first,
        second,
        third,
        modules(report, how),
        phases(report, how),
        suspects(report),
        vanished(report),
        noisy(report),
        work(report),
        functions_by_samples(report),
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
        out += "\nThis report was shortened; see the JSON or HTML report for the rest.\n";
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

/// A line with each name in a code span.
fn marked(line: &Line, how: Markdown) -> String {
    line.rendered(|part| match part {
        Part::Words(text) => text.clone(),
        Part::Name(name) => code(name),
        Part::Owner(name) => owner(name, how),
        Part::Command(text) | Part::Said(text) => command_span(text),
    })
}

/// A command or a sentence as a code span, longer than a name may be.
fn command_span(command: &str) -> String {
    let text: String = fitted(command, 4 * NAME)
        .chars()
        .map(|c| if matches!(c, '`' | '|') { '\u{2019}' } else { c })
        .collect();
    format!("`{text}`")
}

fn head(report: &Report, how: Markdown) -> String {
    let sign = match report.verdict {
        Answer::Pass => "✅",
        Answer::Regressed => "❌",
        _ => "⚠️",
    };
    let mut out = format!(
        "{MARKER}\n## {sign} Launch time: {}\n\n**{}**\n",
        words::answer(report.verdict).to_lowercase(),
        marked(&summary::headline(report), how)
    );
    if let Some(launch) = summary::launch(report) {
        let _ = write!(out, "\n{}.\n", units(&launch));
    }
    if let Some(consequence) = next::consequence(report) {
        let _ = write!(out, "\n{consequence}.\n");
    }
    out += &about(report, how);
    out += &links(report);
    if !report.review.is_empty() {
        let block = fenced(report.review.iter().take(LISTED).map(|note| fitted(note, 400)));
        let _ = write!(out, "\n**To be reviewed in this change:**\n\n{block}{}", rest(report.review.len()));
    }
    if !report.differences.is_empty() {
        out += "\n| Condition | Base | Head |\n|---|---|---|\n";
        let values = |values: &[String]| match values {
            [] => "not said".to_owned(),
            values => values.iter().take(LISTED).map(|value| code(value)).collect::<Vec<_>>().join(", "),
        };
        for difference in report.differences.iter().take(LISTED) {
            let (base, head) = (values(&difference.base), values(&difference.head));
            let _ = writeln!(out, "| {} | {base} | {head} |", code(difference.condition.text()));
        }
    }
    out
}

/// Of what the report speaks, and where the rest is.
fn about(report: &Report, how: Markdown) -> String {
    let mut parts: Vec<String> = summary::subject(report).iter().map(|part| code(part)).collect();
    parts.extend(summary::used(report));
    parts.extend(summary::lost(report).map(|lost| marked(&lost, how)));
    if parts.is_empty() { String::new() } else { format!("\n{}\n", parts.join(" · ")) }
}

/// The commits that were compared, the whole report and the pipeline's run.
fn links(report: &Report) -> String {
    let mut out = String::new();
    let origin = report.origin.clone().unwrap_or_default();
    let commit = |commit: &Option<String>| {
        let commit = commit.as_deref()?;
        let short = code(commit.get(..12).unwrap_or(commit));
        let is_hash = commit.chars().all(|c| c.is_ascii_hexdigit());
        let page = origin.page_of(&["commit", commit]).filter(|_| is_hash);
        Some(page.as_deref().and_then(address).map_or(short.clone(), |url| format!("[{short}]({url})")))
    };
    if let (Some(base), Some(head)) = (commit(&origin.base_commit), commit(&origin.commit)) {
        let _ = write!(out, "\nCompares {head} with its base {base}.\n");
    }
    let links = [("Full report", origin.report_url), ("Pipeline run", origin.run_url)];
    let links: Vec<String> =
        links.into_iter().filter_map(|(text, url)| Some(format!("[{text}]({})", address(&url?)?))).collect();
    if !links.is_empty() {
        let _ = write!(out, "\n{}\n", links.join(" · "));
    }
    out
}

/// An address that is nothing but one: anything else could be markup.
fn address(url: &str) -> Option<&str> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._~:/?#@!$&*+,;=%".contains(c);
    let is_web = url.starts_with("https://") || url.starts_with("http://");
    (is_web && url.len() <= 2000 && url.chars().all(is_plain)).then_some(url)
}

/// The launch and its phases.
fn phases(report: &Report, how: Markdown) -> String {
    if report.wholes.is_empty() {
        return String::new();
    }
    let mut table = NUMBERS_HEAD.to_owned();
    for row in report.wholes.iter().take(LISTED) {
        let _ = writeln!(table, "| {} |", numbers(row));
    }
    let sure = summary::sure(report).map_or(String::new(), |sure| format!("\n{sure}.\n"));
    let counts = evidence::counts_in_words(report)
        .map_or(String::new(), |text| format!("\nCounted: {}.\n", marked(&text, how)));
    folded("Launch and phases", &(table + &rest(report.wholes.len()) + &counts + &sure))
}

/// What each module takes, those first that changed most.
fn modules(report: &Report, how: Markdown) -> String {
    const SHOWN: usize = 10;
    let change = |module: &Module| module.head_ns - module.base_ns;
    let mut modules: Vec<&Module> = report.modules.iter().filter(|module| module.name.is_some()).collect();
    if modules.len() < 2 {
        return String::new();
    }
    modules.sort_by_key(|module| std::cmp::Reverse(change(module).abs()));
    let mut table = "| Module | Owner | Base → head | Change |\n|---|---|--:|--:|\n".to_owned();
    for module in modules.iter().take(SHOWN) {
        let (base, head) = (module.base_ns as f64, module.head_ns as f64);
        let _ = writeln!(
            table,
            "| {} | {} | {} | {} |",
            code(module.name.as_deref().unwrap_or_default()),
            module.owner.as_deref().map_or("none".to_owned(), |name| owner(name, how)),
            whole(&format!("{} → {}", time(base), time(head))),
            whole(&change_of(base, head)),
        );
    }
    let left = modules.len().saturating_sub(SHOWN);
    let rest = if left > 0 { format!("\n… and {left} more.\n") } else { String::new() };
    folded("Modules, in a typical launch", &(table + &rest))
}

/// The head of a table of costs: what [`numbers`] fills, and no more.
const NUMBERS_HEAD: &str = "| | Base → head | Change |\n|---|--:|--:|\n";

/// Name, costs and change, as cells.
fn numbers(row: &ReportRow) -> String {
    let costs = format!("{} → {}", time(row.base_ns), time(row.head_ns));
    format!("{} | {} | {}", code(&row.name), whole(&costs), whole(&words::grown(row)))
}

/// A number with its unit, or several with words of ours between them: lines break at the words alone.
fn whole(text: &str) -> String {
    let kept = text.replace(' ', "\u{a0}");
    let words =
        [("\u{a0}to\u{a0}", " to "), ("\u{a0}→\u{a0}", " → "), ("\u{a0}instructions", " instructions")];
    words.into_iter().fold(kept, |text, (kept, broken)| text.replace(kept, broken))
}

const FINDINGS_HEAD: &str =
    "\n| Finding | Owner, module | Base → head | Change (95 % interval) |\n|---|---|--:|--:|\n";

/// One table of the findings, the largest first, in at most so many bytes; what more is known of the first of them is folded below.
fn findings(report: &Report, how: Markdown, room: usize) -> String {
    let (mut table, mut details, mut shown_findings) = (String::new(), String::new(), 0);
    for (at, row) in report.findings.iter().enumerate() {
        let line = line(row, how);
        let more = if at < LISTED { details_of(row) } else { String::new() };
        let around = FINDINGS_HEAD.len() + folded(DETAILS, "").len();
        if table.len() + details.len() + line.len() + more.len() + around > room {
            break;
        }
        table += &line;
        details += &more;
        shown_findings += 1;
    }
    let mut out = String::new();
    if shown_findings > 0 {
        out += FINDINGS_HEAD;
        out += &table;
        if !details.is_empty() {
            out += &folded(DETAILS, &details);
        }
    }
    let left_out = report.findings.len() - shown_findings;
    if left_out > 0 {
        let _ = write!(
            out,
            "\n**{} of {} not shown here**; see the JSON or HTML report for all of them.\n",
            count(left_out, "finding"),
            report.findings.len()
        );
    }
    out
}

const DETAILS: &str = "Details: callers, calls, how sure";

fn line(row: &ReportRow, how: Markdown) -> String {
    let owner = row.owner.as_deref().map_or("no owner".to_owned(), |name| owner(name, how));
    let module = row.module.as_deref().map_or(String::new(), |module| format!("<br>{}", code(module)));
    let place = words::source(row).map_or(String::new(), |place| format!(" · {}", code(&place)));
    let interval = words::interval(row).map_or(String::new(), |range| format!("<br>({})", whole(&range)));
    let passes = if row.fails { "" } else { ", does not fail the check" };
    let functions: Vec<String> = row
        .explaining()
        .take(3)
        .map(|part| format!("{} {}", code(&part.name), whole(&signed(part.change_ns))))
        .collect();
    let functions = match row.explaining().next() {
        None => String::new(),
        Some(part) if part.perhaps => format!(", most of it perhaps in {}, by samples", code(&part.name)),
        Some(_) => format!(", of which {}", functions.join(", ")),
    };
    format!(
        "| {}<br>{}{passes}{place}{functions} | {owner}{module} | {} | {}{interval} |\n",
        code(&row.name),
        words::what(row),
        whole(&words::sides(row)),
        whole(&words::grown(row)),
    )
}

/// What more is known of a finding, as an entry of a list.
fn details_of(row: &ReportRow) -> String {
    let mut parts: Vec<String> = Vec::new();
    if let Some(from) = &row.moved_from {
        parts.push(format!("moved from {}", code(from)));
    }
    parts.extend(words::calls(row).map(|calls| format!("calls {}", whole(&calls))));
    parts.extend(words::chance(row));
    for part in row.explaining() {
        let place = part.place().map_or(String::new(), |place| format!(" in {}", code(&place)));
        let perhaps = if part.perhaps { "most of it perhaps in " } else { "" };
        parts.push(format!("{perhaps}{} {}{place}", code(&part.name), whole(&part.growth())));
    }
    if !row.path.is_empty() {
        let from = row.path.len().saturating_sub(6);
        let callers: Vec<String> = row.path[from..].iter().map(|caller| code(caller)).collect();
        let cut = if from > 0 { "… › " } else { "" };
        parts.push(format!("called by {cut}{}", callers.join(" › ")));
    }
    if let Some(calls) = evidence::found_by_in_parts(row) {
        parts.push(marked(&calls, Markdown::default()));
    }
    if !row.holds.is_empty() {
        let names: Vec<String> = row.holds.iter().take(6).map(|name| code(name)).collect();
        let more = row.holds.len() - names.len();
        let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
        parts.push(format!("explains {}{rest}", names.join(", ")));
    }
    if let Some(accepted) = &row.accepted {
        let (until, by, why) = (code(&accepted.until), code(&accepted.owner), code(&accepted.reason));
        parts.push(format!("accepted until {until} by {by}: {why}"));
    }
    if let Some(accepted) = &row.exceeds {
        let size = code(accepted.up_to.as_deref().unwrap_or("less"));
        let (until, by, why) = (code(&accepted.until), code(&accepted.owner), code(&accepted.reason));
        parts.push(format!(
            "{} of up to {size} (until {until} by {by}: {why})",
            words::not_accepted(accepted)
        ));
    }
    parts.extend(row.again.as_ref().map(words::again));
    if parts.is_empty() { String::new() } else { format!("- {}: {}\n", code(&row.name), parts.join("; ")) }
}

/// Facts of the build, beside what the launches measured of it.
fn facts(report: &Report) -> String {
    let told: Vec<_> = build_facts::told(report).collect();
    let beside = build_facts::beside(report);
    if told.is_empty() && beside.is_empty() {
        return String::new();
    }
    let mut out = "\n**Build facts:**\n\n".to_owned();
    for line in beside {
        let _ = writeln!(out, "- {line}");
    }
    for row in told.iter().take(LISTED) {
        let whose: Vec<String> =
            [&row.module, &row.owner].into_iter().flatten().map(|name| code(name)).collect();
        let fails = if row.fails { "fails: " } else { "" };
        let whose = if whose.is_empty() { String::new() } else { format!(" · {}", whose.join(" · ")) };
        let _ = writeln!(out, "- {fails}{}{whose}", code(&row.what()));
    }
    out + &rest(told.len())
}

/// What launches ask the system for, where that changed.
fn work(report: &Report) -> String {
    let lines = work::changed(report);
    if lines.is_empty() {
        return String::new();
    }
    folded("Work", &(fenced(lines.iter().take(LISTED).map(WorkLine::line)) + &rest(lines.len())))
}

/// How functions were judged, and what runs before `main`.
fn functions_by_samples(report: &Report) -> String {
    let notes = functions::notes(report);
    if notes.is_empty() {
        return String::new();
    }
    let before_main = functions::before_main_of(report);
    let listed = before_main.iter().take(LISTED).map(FunctionPart::listed);
    folded("Functions by samples", &(fenced(notes.into_iter().chain(listed)) + &rest(before_main.len())))
}

fn suspects(report: &Report) -> String {
    if report.suspects.is_empty() {
        return String::new();
    }
    let mut table = NUMBERS_HEAD.to_owned();
    for row in report.suspects.iter().take(LISTED) {
        let _ = writeln!(table, "| {} |", numbers(row));
    }
    let title = format!("Possibly slower ({}), does not fail the check", report.suspects.len());
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
    folded(&format!("No longer called ({})", report.vanished.len()), &(table + &rest(report.vanished.len())))
}

fn noisy(report: &Report) -> String {
    if report.noisy.is_empty() {
        return String::new();
    }
    let mut table = "| | Base | Could go unnoticed |\n|---|--:|--:|\n".to_owned();
    for row in report.noisy.iter().take(LISTED) {
        let _ = writeln!(
            table,
            "| {} | {} | {} |",
            code(&row.name),
            whole(&time(row.base_ns)),
            whole(&words::could_hide(row))
        );
    }
    folded(&format!("Too noisy to judge ({})", report.noisy.len()), &(table + &rest(report.noisy.len())))
}

fn reasons(report: &Report) -> String {
    let why = &report.reasons;
    if why.is_empty() {
        return String::new();
    }
    let title = words::reasons(report.verdict);
    let block = fenced(why.iter().take(LISTED).map(|reason| shown(reason)));
    format!("\n{title}:\n\n{block}{}", rest(why.len()))
}

/// How many launches were excluded for which reason. Where they lay on the runner is nobody's business here.
fn excluded(report: &Report) -> String {
    let excluded = report.launches.as_ref().map_or(&[][..], |launches| &launches.excluded);
    if excluded.is_empty() {
        return String::new();
    }
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for launch in excluded {
        *reasons.entry(fitted(words::excluded(launch), NAME)).or_default() += 1;
    }
    let lines = reasons.iter().take(LISTED).map(|(reason, launches)| format!("{launches} × {reason}"));
    folded(&format!("Excluded launches ({})", excluded.len()), &(fenced(lines) + &rest(reasons.len())))
}

fn warnings(report: &Report) -> String {
    if report.warnings.is_empty() {
        return String::new();
    }
    let block = fenced(report.warnings.iter().take(LISTED).map(|warning| fitted(warning, 400)));
    folded(&format!("Warnings ({})", report.warnings.len()), &(block + &rest(report.warnings.len())))
}

fn next(report: &Report, how: Markdown) -> String {
    let steps = next::next_steps(report);
    if steps.is_empty() {
        return String::new();
    }
    let list: String = steps.iter().map(|step| format!("- {}\n", marked(step, how))).collect();
    format!("\nNext steps:\n\n{list}")
}
