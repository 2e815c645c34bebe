//! The report for a terminal, readable at 80 columns.
//!
//! Invariant: no line is wider than the terminal, and nothing in it but our own colours is acted upon.

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr as _;

use super::build_facts;
use super::evidence;
use super::functions;
use super::line::{Line, Part};
use super::text::{column, fitted, shown, signed, time, wrapped};
use super::value::{Answer, Report, ReportRow};
use super::{next, summary, words, work};

/// At most so many of each list are shown; the JSON has all.
const LISTED: usize = 10;

/// Findings are what people came for; more of them fill no screen that anyone reads.
const FINDINGS: usize = 50;

/// How the terminal looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terminal {
    /// Columns.
    pub width: usize,
    /// Whether colours are wanted.
    pub colour: bool,
}

impl Default for Terminal {
    /// A file, or a terminal of which nothing is known.
    fn default() -> Self {
        Terminal { width: 80, colour: false }
    }
}

/// The report as text.
pub fn human(report: &Report, look: Terminal) -> String {
    let look = Terminal { width: look.width.clamp(50, 160), ..look };
    let mut page = Page { out: String::new(), look };
    let is_open = report.verdict == Answer::Undecided;
    page.headline(report);
    if is_open {
        page.reasons(report);
    }
    page.review(report);
    page.differences(report);
    page.wholes(report);
    page.findings(report);
    page.facts(report);
    page.work(report);
    page.functions(report);
    page.suspects(report);
    page.unsure(report);
    if !is_open {
        page.reasons(report);
    }
    page.excluded(report);
    page.warnings(report);
    page.next(report);
    page.out
}

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const BAD: Style = AnsiColor::Red.on_default().bold();
const GOOD: Style = AnsiColor::Green.on_default().bold();
const ODD: Style = AnsiColor::Yellow.on_default().bold();

struct Page {
    out: String,
    look: Terminal,
}

impl Page {
    fn painted(&self, style: Style, text: &str) -> String {
        if self.look.colour { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    fn line(&mut self, text: &str) {
        self.out.push_str(text.trim_end());
        self.out.push('\n');
    }

    /// A paragraph, each line indented, the following ones by `hang` more.
    fn paragraph(&mut self, indent: usize, hang: usize, text: &str) {
        let text = shown(text);
        for (at, line) in wrapped(&text, self.look.width - indent - hang).iter().enumerate() {
            let blanks = indent + if at > 0 { hang } else { 0 };
            self.line(&format!("{:blanks$}{line}", ""));
        }
    }

    fn title(&mut self, text: &str) {
        let title = self.painted(BOLD, &fitted(text, self.look.width));
        self.out.push('\n');
        self.line(&title);
    }

    fn headline(&mut self, report: &Report) {
        let style = match report.verdict {
            Answer::Pass => GOOD,
            Answer::Regressed => BAD,
            _ => ODD,
        };
        let answer = words::answer(report.verdict);
        let text = format!("{answer}: {}", summary::headline(report).plain());
        for (at, line) in wrapped(&text, self.look.width).iter().enumerate() {
            let line = match line.strip_prefix(answer).filter(|_| at == 0) {
                Some(rest) => self.painted(style, answer) + rest,
                None => line.clone(),
            };
            self.line(&line);
        }
        let subject = summary::subject(report).join(" · ");
        let lines = [
            summary::launch(report),
            (!subject.is_empty()).then_some(subject),
            summary::used(report),
            summary::lost(report).map(|lost| lost.plain()),
            summary::sure(report),
            next::consequence(report).map(str::to_owned),
        ];
        for text in lines.into_iter().flatten() {
            self.paragraph(0, 0, &text);
        }
    }

    fn differences(&mut self, report: &Report) {
        if report.differences.is_empty() {
            return;
        }
        self.out.push('\n');
        for difference in &report.differences {
            let text = format!(
                "{}: base {}, head {}",
                difference.condition.text(),
                quoted(&difference.base),
                quoted(&difference.head)
            );
            self.paragraph(2, 2, &text);
        }
    }

    /// Rows in columns: name, base, head, change. A name that has no room there has a line of its own.
    fn rows(&mut self, rows: &[ReportRow], indent: usize) {
        let numbers = 10 + 3 + 10 + 2 + 19;
        let room = self.look.width - indent - numbers - 1;
        let names: Vec<String> = rows.iter().map(|row| shown(&row.name)).collect();
        let longest = names.iter().map(|name| name.width()).filter(|width| *width <= room).max().unwrap_or(0);
        for (row, name) in rows.iter().zip(&names) {
            let style = if row.fails { BAD } else { Style::new() };
            let change = self.painted(style, &format!("{:>19}", words::grown(row)));
            let costs = format!("{:>10} → {:>10}  {change}", time(row.base_ns), time(row.head_ns));
            if name.width() <= room {
                let blanks = longest - name.width();
                self.line(&format!("{:indent$}{name}{:blanks$} {costs}", "", ""));
            } else {
                self.paragraph(indent, 2, &fitted(&row.name, 4 * self.look.width));
                self.line(&format!("{:indent$}{:longest$} {costs}", "", ""));
            }
        }
    }

    fn wholes(&mut self, report: &Report) {
        if !report.wholes.is_empty() {
            self.out.push('\n');
        }
        self.rows(&report.wholes, 2);
    }

    fn findings(&mut self, report: &Report) {
        let mut left = FINDINGS;
        for group in words::groups(&report.findings) {
            if left == 0 {
                break;
            }
            let owner = group.owner.map_or(String::new(), |owner| format!(" · {owner}"));
            let failing = group.findings.iter().filter(|row| row.fails).count();
            let passing = match group.findings.len() - failing {
                0 => String::new(),
                1 => " · 1 more does not fail".to_owned(),
                passing => format!(" · {passing} more do not fail"),
            };
            let sum = match failing {
                0 => String::new(),
                _ if group.findings.len() == 1 => String::new(),
                failing => format!(
                    " · {}, {}{passing}",
                    words::count(failing, "regression"),
                    signed(group.change_ns())
                ),
            };
            self.title(&format!("{}{owner}{sum}", group.title()));
            for row in group.findings.iter().take(left) {
                self.finding(row);
            }
            left = left.saturating_sub(group.findings.len());
        }
        if report.findings.len() > FINDINGS {
            let rest = words::count(report.findings.len() - FINDINGS, "more finding");
            self.out.push('\n');
            self.paragraph(0, 0, &format!("{rest}: see the JSON report"));
        }
    }

    fn finding(&mut self, row: &ReportRow) {
        self.paragraph(2, 2, &fitted(&row.name, 4 * self.look.width));
        let costs = self.painted(if row.fails { BAD } else { Style::new() }, &words::from_to(row));
        self.line(&format!("    {costs}"));
        let passes = if row.fails { "" } else { ", does not fail the check" };
        let mut facts = vec![format!("{}{passes}", words::what(row))];
        facts.extend(words::interval(row).map(|interval| format!("95 % interval {interval}")));
        self.paragraph(4, 2, &facts.join("; "));
        if let Some(chance) = words::chance(row) {
            self.paragraph(4, 2, &chance);
        }
        if let Some(calls) = words::calls(row) {
            self.paragraph(4, 2, &format!("calls: {calls}"));
        }
        if !row.path.is_empty() {
            let width = self.look.width - 4;
            let path = path(&row.path, width - "called by ".len());
            let line = self.painted(DIM, &format!("called by {path}"));
            self.line(&format!("    {line}"));
        }
        if let Some(source) = words::source(row) {
            self.paragraph(4, 2, &format!("in {source}"));
        }
        for part in row.explaining() {
            self.paragraph(4, 2, &part.told());
        }
        if let Some(from) = &row.moved_from {
            let width = self.look.width - 4 - "moved from ".len();
            self.line(&format!("    moved from {}", fitted(from, width)));
        }
        if let Some(text) = evidence::found_by(row) {
            self.paragraph(4, 2, &text);
        }
        if let Some(text) = words::holds(row) {
            self.paragraph(4, 2, &text);
        }
        if let Some(accepted) = &row.accepted {
            let text =
                format!("accepted until {} by {}: {}", accepted.until, accepted.owner, accepted.reason);
            self.paragraph(4, 2, &text);
        }
        if let Some(accepted) = &row.exceeds {
            self.paragraph(4, 2, &words::exceeds(accepted));
        }
        if let Some(again) = &row.again {
            self.paragraph(4, 2, &words::again(again));
        }
    }

    /// Facts of the build, beside what the launches measured of it.
    fn facts(&mut self, report: &Report) {
        let (beside, told) = (build_facts::beside(report), build_facts::told(report).count());
        if beside.is_empty() && told == 0 {
            return;
        }
        self.title("Build facts");
        for line in beside {
            self.paragraph(2, 2, &line);
        }
        for row in build_facts::told(report).take(LISTED) {
            let fails = if row.fails { "fails: " } else { "" };
            self.paragraph(2, 2, &format!("{fails}{}", row.line()));
        }
        self.rest(told);
    }

    /// What launches ask the system for, where that changed.
    fn work(&mut self, report: &Report) {
        let lines = work::changed(report);
        if lines.is_empty() {
            return;
        }
        self.title("Work");
        for line in lines.iter().take(LISTED) {
            self.paragraph(2, 2, &line.line());
        }
        self.rest(lines.len());
    }

    /// How functions were judged.
    fn functions(&mut self, report: &Report) {
        let notes = functions::notes(report);
        if !notes.is_empty() {
            self.title("Sampled functions");
        }
        for note in notes {
            self.paragraph(2, 2, &note);
        }
        let before_main = functions::before_main_of(report);
        for part in before_main.iter().take(LISTED) {
            self.paragraph(4, 2, &part.listed());
        }
        self.rest(before_main.len());
    }

    fn suspects(&mut self, report: &Report) {
        if report.suspects.is_empty() {
            return;
        }
        self.title(&format!("Possibly slower ({}), does not fail the check", report.suspects.len()));
        self.rows(&report.suspects[..report.suspects.len().min(LISTED)], 2);
        self.rest(report.suspects.len());
    }

    /// Methods that were not seen any more, and those too noisy to judge.
    fn unsure(&mut self, report: &Report) {
        if !report.vanished.is_empty() {
            self.title(&format!("No longer called ({})", report.vanished.len()));
            self.rows(&report.vanished[..report.vanished.len().min(LISTED)], 2);
            self.rest(report.vanished.len());
        }
        if !report.noisy.is_empty() {
            self.title(&format!(
                "Too noisy to judge ({}), with the growth that could go unnoticed",
                report.noisy.len()
            ));
            for row in report.noisy.iter().take(LISTED) {
                let name = column(&row.name, self.look.width - 2 - 24 - 1);
                self.line(&format!("  {name} {:>24}", words::could_hide(row)));
            }
            self.rest(report.noisy.len());
        }
    }

    /// Says how many entries of a list were not shown.
    fn rest(&mut self, all: usize) {
        if all > LISTED {
            self.line(&format!("  … and {} more", all - LISTED));
        }
    }

    fn review(&mut self, report: &Report) {
        if report.review.is_empty() {
            return;
        }
        self.title("To be reviewed in this change");
        for note in report.review.iter().take(LISTED) {
            self.paragraph(2, 2, &fitted(note, 6 * self.look.width));
        }
        self.rest(report.review.len());
    }

    fn reasons(&mut self, report: &Report) {
        let why = &report.reasons;
        if why.is_empty() {
            return;
        }
        self.title(words::reasons(report.verdict));
        for reason in why.iter().take(LISTED) {
            self.paragraph(2, 2, reason);
        }
        self.rest(why.len());
    }

    fn excluded(&mut self, report: &Report) {
        let excluded = report.launches.as_ref().map_or(&[][..], |launches| &launches.excluded);
        if excluded.is_empty() {
            return;
        }
        self.title(&format!("Excluded launches ({})", excluded.len()));
        for launch in excluded.iter().take(LISTED) {
            let reason = fitted(words::excluded(launch), 40);
            let width = self.look.width - 2 - reason.width() - 2;
            let source = fitted(&launch.source, width);
            self.line(&format!("  {source}: {reason}"));
        }
        self.rest(excluded.len());
    }

    fn warnings(&mut self, report: &Report) {
        if !report.warnings.is_empty() {
            self.out.push('\n');
        }
        let shorter: Vec<String> =
            report.warnings.iter().take(LISTED).map(|warning| fitted(warning, 6 * self.look.width)).collect();
        for warning in shorter {
            self.paragraph(0, 2, &format!("warning: {warning}"));
        }
        self.rest(report.warnings.len());
    }

    /// What to do; a command at its end has lines of its own, which a shell takes as they are.
    fn step(&mut self, step: &Line) {
        let whole = |command: &&String| command.len() <= LONGEST_COMMAND;
        let (command, words) = match step.0.split_last() {
            Some((Part::Command(command), words)) if whole(&command) => (command, words),
            _ => {
                self.paragraph(2, 2, &step.plain());
                return;
            }
        };
        self.paragraph(2, 2, Line(words.to_vec()).plain().trim_end());
        let lines = command_lines(&shown(command), self.look.width.saturating_sub(8));
        for (at, line) in lines.iter().enumerate() {
            let (blanks, end) = (if at == 0 { 4 } else { 6 }, if at + 1 < lines.len() { " \\" } else { "" });
            self.line(&format!("{:blanks$}{line}{end}", ""));
        }
    }

    fn next(&mut self, report: &Report) {
        let steps = next::next_steps(report);
        if steps.is_empty() {
            return;
        }
        self.title("Next steps");
        for step in steps {
            self.step(&step);
        }
    }
}

/// A longer command is for no shell: it is cut, as other text is.
const LONGEST_COMMAND: usize = 1000;

/// A command in lines of at most this width where its arguments allow that: none is ever cut.
fn command_lines(command: &str, width: usize) -> Vec<String> {
    let (mut lines, mut line, mut is_quoted) = (Vec::new(), String::new(), false);
    let mut word = String::new();
    let mut end = |word: &mut String, line: &mut String| {
        if !line.is_empty() && line.width() + 1 + word.width() > width {
            lines.push(std::mem::take(line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        *line += &std::mem::take(word);
    };
    for char in command.chars() {
        is_quoted ^= char == '\'';
        match char {
            ' ' if !is_quoted => end(&mut word, &mut line),
            _ => word.push(char),
        }
    }
    end(&mut word, &mut line);
    lines.push(line);
    lines
}

fn quoted(values: &[String]) -> String {
    match values {
        [] => "not said".to_owned(),
        values => values.iter().map(|value| format!("{value:?}")).collect::<Vec<_>>().join(", "),
    }
}

/// A path from the root in one line: the nearest callers are those that help, so the root's side is left out first.
fn path(callers: &[String], width: usize) -> String {
    const ARROW: &str = " › ";
    let mut shown = String::new();
    for (at, caller) in callers.iter().enumerate().rev() {
        let room = if at > 0 { width.saturating_sub(4) } else { width };
        let name = fitted(caller, room.min(46));
        let longer = if shown.is_empty() { name } else { format!("{name}{ARROW}{shown}") };
        if unicode_width::UnicodeWidthStr::width(longer.as_str()) > room && !shown.is_empty() {
            return format!("…{ARROW}{shown}");
        }
        shown = longer;
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lose_the_root_first() {
        let callers: Vec<String> = ["main", "-[App didFinish]", "-[Root load]"].map(str::to_owned).into();
        assert_eq!(path(&callers, 60), "main › -[App didFinish] › -[Root load]");
        assert_eq!(path(&callers, 25), "… › -[Root load]");
    }

    #[test]
    fn commands_are_divided_between_arguments_only() {
        let command = "gate explain '-[Cart a: b:]' RUNS --base main";
        assert_eq!(command_lines(command, 80), [command]);
        assert_eq!(command_lines(command, 20), ["gate explain", "'-[Cart a: b:]' RUNS", "--base main"]);
        assert_eq!(command_lines("gate 'a b c d e f'", 8), ["gate", "'a b c d e f'"]);
    }
}
