//! The report for a terminal, readable at 80 columns.
//!
//! Invariant: no line is wider than the terminal, and nothing in it but our own colours is acted upon.

use anstyle::{AnsiColor, Style};

use super::evidence;
use super::text::{column, fitted, shown, signed, time, wrapped};
use super::value::{Answer, Report, ReportRow};
use super::words;

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
    page.headline(report);
    page.review(report);
    page.differences(report);
    page.wholes(report);
    page.findings(report);
    page.suspects(report);
    page.unsure(report);
    page.reasons(report);
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
        let text = format!("{answer}: {}", words::headline(report));
        for (at, line) in wrapped(&shown(&text), self.look.width).iter().enumerate() {
            let line = match line.strip_prefix(answer).filter(|_| at == 0) {
                Some(rest) => self.painted(style, answer) + rest,
                None => line.clone(),
            };
            self.line(&line);
        }
        for text in [words::used(report), words::sure(report)].into_iter().flatten() {
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

    /// A row in columns: name, before → now, change.
    fn row(&mut self, row: &ReportRow, indent: usize) {
        let numbers = 10 + 3 + 10 + 1 + 10 + 1 + 9;
        let name = column(&row.name, self.look.width - indent - numbers - 1);
        let style = if row.fails { BAD } else { Style::new() };
        let change = self.painted(style, &format!("{:>10} {:>9}", signed(row.change_ns), words::change(row)));
        let line =
            format!("{:indent$}{name} {:>10} → {:>10} {change}", "", time(row.base_ns), time(row.head_ns));
        self.line(&line);
    }

    fn wholes(&mut self, report: &Report) {
        if !report.wholes.is_empty() {
            self.out.push('\n');
        }
        for whole in &report.wholes {
            self.row(whole, 2);
        }
        if let Some(text) = evidence::counts_in_words(report) {
            self.paragraph(2, 2, &text);
        }
    }

    fn findings(&mut self, report: &Report) {
        let mut left = FINDINGS;
        for group in words::groups(&report.findings) {
            if left == 0 {
                break;
            }
            let owner = group.owner.map_or(String::new(), |owner| format!(" · {owner}"));
            let sum = match group.findings.len() {
                1 => String::new(),
                findings => format!(" · {findings} findings, {}", signed(group.change_ns())),
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
            self.paragraph(0, 0, &format!("{rest}: the JSON report has them all"));
        }
    }

    fn finding(&mut self, row: &ReportRow) {
        self.row(row, 2);
        let mut facts = vec![words::what(row)];
        facts.extend(words::interval(row).map(|interval| format!("by {interval}")));
        facts.extend(words::chance(row).map(|chance| format!("by chance {chance}")));
        self.paragraph(4, 2, &facts.join(", "));
        if let Some(calls) = words::calls(row) {
            self.paragraph(4, 2, &format!("calls {calls}"));
        }
        if !row.path.is_empty() {
            let width = self.look.width - 4;
            let path = path(&row.path, width - "called by ".len());
            let line = self.painted(DIM, &format!("called by {path}"));
            self.line(&format!("    {line}"));
        }
        if let Some(file) = &row.file {
            let line = row.line.map_or(String::new(), |line| format!(":{line}"));
            self.paragraph(4, 2, &format!("in {file}{line}"));
        }
        if let Some(from) = &row.moved_from {
            let width = self.look.width - 4 - "moved from ".len();
            self.line(&format!("    moved from {}", fitted(from, width)));
        }
        for text in [evidence::calls_in_words(row), evidence::counted_in_words(row)].into_iter().flatten() {
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

    fn suspects(&mut self, report: &Report) {
        if report.suspects.is_empty() {
            return;
        }
        self.title(&format!("Worth a look ({}), not the reason of anything", report.suspects.len()));
        for suspect in report.suspects.iter().take(LISTED) {
            self.row(suspect, 2);
        }
        self.rest(report.suspects.len());
    }

    /// Methods that were not seen any more, and those too noisy to judge.
    fn unsure(&mut self, report: &Report) {
        if !report.vanished.is_empty() {
            self.title(&format!("Not seen any more ({})", report.vanished.len()));
            for row in report.vanished.iter().take(LISTED) {
                self.row(row, 2);
            }
            self.rest(report.vanished.len());
        }
        if !report.noisy.is_empty() {
            self.title(&format!(
                "Too noisy to judge ({}), with the growth each could hide",
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
        if report.reasons.is_empty() {
            return;
        }
        self.title(match report.verdict {
            Answer::Regressed => "Besides",
            _ => "Why",
        });
        for reason in report.reasons.iter().take(LISTED) {
            self.paragraph(2, 2, reason);
        }
        self.rest(report.reasons.len());
        if let Some(drift) = report.drift.filter(|drift| drift.removed && report.verdict != Answer::Pass) {
            let [low, high] = drift.interval;
            let text = format!(
                "common to all rows and taken out of each: {:+.1} % ({:+.1} to {:+.1} %)",
                100.0 * (drift.ratio - 1.0),
                100.0 * (low - 1.0),
                100.0 * (high - 1.0)
            );
            self.paragraph(2, 2, &text);
        }
    }

    fn excluded(&mut self, report: &Report) {
        let excluded = report.launches.as_ref().map_or(&[][..], |launches| &launches.excluded);
        if excluded.is_empty() {
            return;
        }
        self.title(&format!("Launches that do not count ({})", excluded.len()));
        for launch in excluded.iter().take(LISTED) {
            let reason = fitted(launch.reason.text(), 30);
            let width = self.look.width - 2 - unicode_width::UnicodeWidthStr::width(reason.as_str()) - 2;
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

    fn next(&mut self, report: &Report) {
        let steps = words::next_steps(report);
        if steps.is_empty() {
            return;
        }
        self.title("What to do");
        for step in steps {
            self.paragraph(2, 2, &step);
        }
    }
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
}
