//! Renders the report as text for a terminal, readable at 80 columns.
//!
//! Invariant: no line is wider than the terminal, and the text contains no control sequences except the colours of this module.

use anstyle::{AnsiColor, Style};
use gate_facts::Facts;
use unicode_width::UnicodeWidthStr as _;

use super::line::{Line, LinePart};
use super::summary;
use super::text::{escape_for_display, truncate_middle, wrap};
use super::value::{Answer, Report, ReportRow};
use super::view::{self, Body, Cell, ChangeDirection, Medium, Section, Table, Visibility};
use super::words;

/// The largest number of findings in the text. More findings would fill several screens.
const FINDINGS: usize = 50;

/// Width and colours of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terminal {
    /// The number of columns of the terminal.
    pub width: usize,
    /// Whether the text has colours.
    pub colour: bool,
}

impl Default for Terminal {
    /// Returns the width and the colours for a file or an unknown terminal.
    fn default() -> Self {
        Terminal { width: 80, colour: false }
    }
}

/// Formats the report as text.
pub fn render_text(report: &Report, look: Terminal) -> String {
    let mut page = TextPage::new(look);
    page.write_headline(report);
    let sections = view::sections(report);
    // The next steps are printed last, since a reader of a terminal first sees the end of the text.
    let (next, others): (Vec<_>, Vec<_>) = sections.iter().partition(|section| section.id == "next");
    for section in others.into_iter().chain(next).filter(|section| section.shown != Visibility::Page) {
        page.write_section(Some(report), section);
    }
    page.out
}

/// Formats the facts of a build as text.
pub fn render_facts(facts: &Facts, look: Terminal) -> String {
    let mut page = TextPage { out: String::new(), look };
    view::sections_of_facts(facts).iter().for_each(|section| page.write_section(None, section));
    page.out.trim_start().to_owned()
}

/// Formats the requests to the system (work) of launches as text.
pub fn render_work(report: &Report, look: Terminal) -> String {
    let mut page = TextPage::new(look);
    let sections = view::sections(report);
    sections
        .iter()
        .filter(|section| section.id == "work")
        .for_each(|section| page.write_section(None, section));
    page.out.trim_start().to_owned()
}

const BOLD: Style = Style::new().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();
const GOOD: Style = AnsiColor::Green.on_default().bold();
const ODD: Style = AnsiColor::Yellow.on_default().bold();

pub(super) struct TextPage {
    out: String,
    look: Terminal,
}

impl TextPage {
    pub(super) fn new(look: Terminal) -> TextPage {
        TextPage { out: String::new(), look: Terminal { width: look.width.clamp(50, 160), ..look } }
    }

    pub(super) fn into_text(self) -> String {
        self.out
    }

    fn paint(&self, style: Style, text: &str) -> String {
        if self.look.colour { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    fn write_line(&mut self, text: &str) {
        self.out.push_str(text.trim_end());
        self.out.push('\n');
    }

    /// Writes a paragraph of text. All lines are indented by `indent`. All lines except the first are indented by `hang` in addition.
    pub(super) fn write_paragraph(&mut self, indent: usize, hang: usize, text: &str) {
        let text = truncate_middle(text, 6 * self.look.width);
        for (at, line) in wrap(&text, self.look.width - indent - hang).iter().enumerate() {
            let blanks = indent + if at > 0 { hang } else { 0 };
            self.write_line(&format!("{:blanks$}{line}", ""));
        }
    }

    pub(super) fn write_headline(&mut self, report: &Report) {
        let style = match report.verdict {
            Answer::Pass => GOOD,
            Answer::Regressed => BAD,
            _ => ODD,
        };
        let answer = words::format_answer(report.verdict);
        let text = format!("{answer}: {}", summary::headline(report).to_plain_text());
        for (at, line) in wrap(&text, self.look.width).iter().enumerate() {
            let line = match line.strip_prefix(answer).filter(|_| at == 0) {
                Some(rest) => self.paint(style, answer) + rest,
                None => line.clone(),
            };
            self.write_line(&line);
        }
        for (_, line) in view::header_lines(report) {
            self.write_paragraph(0, 0, &line.to_plain_text());
        }
    }

    fn write_section(&mut self, report: Option<&Report>, section: &Section<'_>) {
        if !matches!(section.body, Body::Findings(_)) {
            let title = self.paint(BOLD, &truncate_middle(&section.title, self.look.width));
            self.out.push('\n');
            self.write_line(&title);
        }
        for note in &section.notes {
            self.write_paragraph(2, 2, &note.to_plain_text());
        }
        match &section.body {
            Body::Nothing | Body::Drawn(_) => {}
            Body::Findings(rows) => report.into_iter().for_each(|report| self.write_findings(report, rows)),
            Body::Lines(lines) => {
                let (lines, left) = lines.shown_entries(Medium::Terminal);
                lines.iter().for_each(|line| self.write_step(line));
                self.write_omitted_count(left);
            }
            Body::Table(table) => self.write_table(table),
        }
    }

    fn write_findings(&mut self, report: &Report, rows: &[ReportRow]) {
        for row in rows.iter().take(FINDINGS) {
            self.out.push('\n');
            let name = Line::default().name(&row.name).with_line(summary::owner_label(row));
            self.write_paragraph(0, 2, &name.to_plain_text());
            let costs = words::from_to(row);
            if !costs.is_empty() {
                let costs = self.paint(if row.fails() { BAD } else { Style::new() }, &costs);
                self.write_line(&format!("  {costs}"));
            }
            self.write_paragraph(2, 2, &view::format_kind_and_result(row));
            for (label, line) in view::details(report, row) {
                self.write_paragraph(2, 2, &format!("{label}: {}", line.to_plain_text()));
            }
        }
        if rows.len() > FINDINGS {
            let rest = words::format_count(rows.len() - FINDINGS, "more finding");
            self.out.push('\n');
            self.write_paragraph(0, 0, &format!("{rest}: see the JSON report"));
        }
    }

    /// Writes a table with names on the left and numbers on the right. If a name does not fit next to its numbers, it gets a line of its
    /// own.
    fn write_table(&mut self, table: &Table) {
        let (rows, left) = table.rows.shown_entries(Medium::Terminal);
        let columns: Vec<usize> = (1..table.columns.len()).filter(|&at| !table.columns[at].is_wide).collect();
        let texts: Vec<Vec<String>> = rows
            .iter()
            .map(|row| columns.iter().map(|&at| truncate_middle(&row[at].line.to_plain_text(), 60)).collect())
            .collect();
        let widths: Vec<usize> =
            (0..columns.len()).map(|at| texts.iter().map(|row| row[at].width()).max().unwrap_or(0)).collect();
        let numbers: usize = widths.iter().map(|width| width + 2).sum();
        let names: Vec<String> = rows.iter().map(|row| row[0].line.to_plain_text()).collect();
        let room = (self.look.width - 2).saturating_sub(numbers);
        let longest = names.iter().map(|name| name.width()).filter(|width| *width <= room).max().unwrap_or(0);
        for ((row, name), texts) in rows.iter().zip(&names).zip(&texts) {
            let cells: String = columns
                .iter()
                .zip(texts)
                .zip(&widths)
                .map(|((&at, text), &width)| {
                    format!("  {}", self.format_cell(&row[at], text, width, table.columns[at].is_number))
                })
                .collect();
            if numbers > self.look.width - 2 {
                self.write_paragraph(2, 2, &[std::slice::from_ref(name), texts].concat().join("  "));
            } else if name.width() <= room {
                self.write_line(&format!("  {name}{:1$}{cells}", "", longest - name.width()));
            } else {
                self.write_paragraph(2, 2, &truncate_middle(name, 4 * self.look.width));
                self.write_line(&format!("  {:longest$}{cells}", ""));
            }
        }
        self.write_omitted_count(left);
    }

    fn format_cell(&self, cell: &Cell, text: &str, width: usize, is_number: bool) -> String {
        let style = if cell.tone == ChangeDirection::Slower { BAD } else { Style::new() };
        let (painted, blanks) = (self.paint(style, text), width - text.width());
        if is_number { format!("{:blanks$}{painted}", "") } else { format!("{painted}{:blanks$}", "") }
    }

    /// Writes the number of entries that were not shown.
    fn write_omitted_count(&mut self, left: usize) {
        if left > 0 {
            self.write_line(&format!("  … and {left} more"));
        }
    }

    /// Writes a next step as a sentence. A command at the end of the sentence is written on separate lines, which can be pasted into a
    /// shell.
    pub(super) fn write_step(&mut self, step: &Line) {
        let whole = |command: &&String| command.len() <= LONGEST_COMMAND;
        let (command, words) = match step.0.split_last() {
            Some((LinePart::Command(command), words)) if whole(&command) => (command, words),
            _ => {
                self.write_paragraph(2, 2, &step.to_plain_text());
                return;
            }
        };
        self.write_paragraph(2, 2, Line(words.to_vec()).to_plain_text().trim_end());
        let lines = command_lines(&escape_for_display(command), self.look.width.saturating_sub(8));
        for (at, line) in lines.iter().enumerate() {
            let (blanks, end) = (if at == 0 { 4 } else { 6 }, if at + 1 < lines.len() { " \\" } else { "" });
            self.write_line(&format!("{:blanks$}{line}{end}", ""));
        }
    }
}

/// The length above which a command is too long for a shell. A longer command is shortened like other text.
const LONGEST_COMMAND: usize = 1000;

/// Divides a command into lines of at most this width, between arguments only. A single longer argument is not divided.
fn command_lines(command: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let (mut word, mut is_quoted) = (String::new(), false);
    for char in command.chars().chain([' ']) {
        is_quoted ^= char == '\'';
        if char != ' ' || is_quoted {
            word.push(char);
            continue;
        }
        let word = std::mem::take(&mut word);
        match lines.last_mut() {
            Some(last) if last.is_empty() => *last = word,
            Some(last) if last.width() + 1 + word.width() <= width => *last += &format!(" {word}"),
            _ => lines.push(word),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_commands_are_wrapped_only_between_arguments() {
        let command = "gate explain '-[Cart a: b:]' runs --base main";
        assert_eq!(command_lines(command, 80), [command]);
        assert_eq!(command_lines(command, 20), ["gate explain", "'-[Cart a: b:]' runs", "--base main"]);
        assert_eq!(command_lines("gate 'a b c d e f'", 8), ["gate", "'a b c d e f'"]);
    }
}
