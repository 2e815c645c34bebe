//! Makes the sections of a report: the content, title and order of each, and the number of its rows.
//!
//! Text, Markdown and HTML render the sections of `view`, each with its own escaping. Renderers do not choose, name or order the sections.
//! A new section needs a function in `view` and a line in `sections`.

mod details;
mod facts;
mod launch_lists;
mod lists;

use gate_decision::RowClass;

use super::build_facts;
use super::line::Line;
use super::next;
use super::reasons;
use super::text::format_time;
use super::value::{Answer, Report, ReportRow};
use super::words;

pub(super) use details::{SOURCE, details, format_function_part};
pub(super) use facts::sections as sections_of_facts;
pub(super) use lists::format_method_totals;

/// The medium of a report, which limits the length of lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Medium {
    Terminal,
    Comment,
    Page,
}

impl Medium {
    /// Returns the largest number of entries that a list shows. The JSON contains all entries.
    pub(super) fn list_limit(self) -> usize {
        match self {
            Medium::Terminal => 10,
            Medium::Comment => 20,
            Medium::Page => MOST,
        }
    }
}

/// The largest number of entries that a list shows in any medium.
pub(super) const MOST: usize = 200;

/// The visibility of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Visibility {
    /// The section is shown immediately.
    Open,
    /// The section is collapsed at first, if the medium supports collapsed sections.
    Folded,
    /// The section is shown only on the HTML page.
    Page,
}

/// A section of a report.
pub(super) struct Section<'a> {
    /// The id of the section on the page.
    pub(super) id: &'static str,
    /// The name of the section in a list of sections.
    pub(super) name: &'static str,
    pub(super) title: String,
    /// The sentences above the rows.
    pub(super) notes: Vec<Line>,
    pub(super) body: Body<'a>,
    pub(super) shown: Visibility,
    /// Whether the section describes doubts about the answer.
    pub(super) is_doubt: bool,
    /// Whether the rows of the section were judged, so that each of them passed or failed.
    pub(super) is_judged: bool,
}

/// The rows of a section.
pub(super) enum Body<'a> {
    Nothing,
    Lines(TruncatedList<Line>),
    Findings(&'a [ReportRow]),
    Table(Table),
    /// A drawing that scripts make on the HTML page.
    Drawn(Drawing),
}

/// The drawings of the HTML page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Drawing {
    Bars,
    Flame,
    Timeline,
    Rows,
}

/// The first entries of a list, and the number of all entries.
pub(super) struct TruncatedList<T> {
    pub(super) first: Vec<T>,
    pub(super) all: usize,
    is_whole: bool,
}

impl<T> TruncatedList<T> {
    pub(super) fn from_entries(all: impl ExactSizeIterator<Item = T>) -> TruncatedList<T> {
        TruncatedList { all: all.len(), first: all.take(MOST).collect(), is_whole: false }
    }

    /// Makes a list that every medium shows completely.
    pub(super) fn new_untruncated(all: Vec<T>) -> TruncatedList<T> {
        TruncatedList { all: all.len(), first: all, is_whole: true }
    }

    /// Returns the entries that a medium shows, and the number of omitted entries.
    pub(super) fn shown_entries(&self, medium: Medium) -> (&[T], usize) {
        let most = if self.is_whole { usize::MAX } else { medium.list_limit() };
        let shown = self.first.len().min(most);
        (&self.first[..shown], self.all - shown)
    }
}

/// The rows of the table. The first cell of a row is the row's name.
pub(super) struct Table {
    pub(super) columns: Vec<Column>,
    pub(super) rows: TruncatedList<Vec<Cell>>,
    /// The column by which the rows are sorted at first, the largest value first; `None` if a reader of the page cannot sort the rows.
    pub(super) sorted_by: Option<&'static str>,
}

/// A column, and the function that makes the column's cell for a row.
pub(super) type CellColumn<T> = (Column, fn(&T) -> Cell);

impl Body<'_> {
    /// Makes a table of the first rows; the body is empty without rows.
    pub(super) fn from_rows<T>(columns: &[CellColumn<T>], rows: &[T]) -> Self {
        make_table(columns, rows, MOST)
    }
}

/// Makes a table of at most `most` rows; the body is empty without rows.
fn make_table<'a, T>(columns: &[CellColumn<T>], rows: &[T], most: usize) -> Body<'a> {
    if rows.is_empty() {
        return Body::Nothing;
    }
    let cells = rows.iter().take(most).map(|row| columns.iter().map(|(_, cell)| cell(row)).collect());
    let rows = TruncatedList { all: rows.len(), first: cells.collect(), is_whole: most == usize::MAX };
    let columns = columns.iter().map(|(column, _)| *column).collect();
    Body::Table(Table { columns, rows, sorted_by: None })
}

/// A column, described by its header and its kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    pub(super) head: &'static str,
    pub(super) is_number: bool,
    /// Whether only the HTML page has enough space for the column.
    pub(super) is_wide: bool,
}

impl Column {
    pub(super) const fn text(head: &'static str) -> Column {
        Column { head, is_number: false, is_wide: false }
    }

    pub(super) const fn number(head: &'static str) -> Column {
        Column { head, is_number: true, is_wide: false }
    }

    pub(super) const fn into_wide(self) -> Column {
        Column { is_wide: true, ..self }
    }
}

/// The direction of a change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ChangeDirection {
    #[default]
    Plain,
    Slower,
    Faster,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Cell {
    pub(super) line: Line,
    pub(super) tone: ChangeDirection,
    /// The number by which the rows of the table are sorted if a reader sorts by this column; `None` for a cell that is only text.
    pub(super) value: Option<f64>,
}

impl From<Line> for Cell {
    fn from(line: Line) -> Cell {
        Cell { line, ..Cell::default() }
    }
}

impl Cell {
    pub(super) fn words(text: impl Into<String>) -> Cell {
        Line::from_words(text).into()
    }

    pub(super) fn name(name: Option<&str>) -> Cell {
        name.map_or_else(Line::default, |name| Line::default().name(name)).into()
    }

    /// Makes a cell with an owner, which is empty without an owner.
    pub(super) fn owner(name: Option<&str>) -> Cell {
        let name = name.filter(|name| !name.is_empty());
        name.map_or_else(Line::default, |name| Line::default().with_owner(name)).into()
    }

    pub(super) fn time(ns: f64) -> Cell {
        Cell::words(format_time(ns)).with_value(ns)
    }

    pub(super) fn with_value(self, value: f64) -> Cell {
        Cell { value: Some(value), ..self }
    }

    pub(super) fn in_tone(self, tone: ChangeDirection) -> Cell {
        Cell { tone, ..self }
    }
}

/// Returns the sections of the report in order, without empty sections.
pub(super) fn sections(report: &Report) -> Vec<Section<'_>> {
    let all = [
        make_line_section(
            "review",
            "Review",
            "To be reviewed in this change",
            text_lines(&report.review),
            Visibility::Open,
        ),
        doubt_reasons(report),
        lists::differing_conditions(report),
        launch_lists::launches(report),
        launch_lists::methods(report),
        launch_lists::pages(report),
        launch_lists::spans(report),
        lists::totals_by_owner(report),
        findings(report),
        build(report),
        make_line_section("next", "Next steps", "Next steps", next::next_steps(report), Visibility::Open),
        drawing_section("parts", "Where the time goes", Drawing::Bars, report.waterfall.is_some()),
        drawing_section("flame", "Flame graph", Drawing::Flame, !report.trees.is_empty()),
        drawing_section("timeline", "Timeline", Drawing::Timeline, report.timelines.is_some()),
        lists::modules(report),
        lists::phases(report),
        lists::system_requests(report),
        lists::waiting_times(report),
        lists::stalls(report),
        lists::function_calls(report),
        lists::suspects(report),
        lists::uncalled_methods(report),
        lists::noisy_methods(report),
        lists::functions(report),
        lists::budgets(report),
        drawing_section("methods", "All rows", Drawing::Rows, !report.rows.is_empty()),
        lists::launches(report),
        lists::environment(report),
        answer_caveats(report),
        make_line_section(
            "warnings",
            "Warnings",
            "Warnings",
            text_lines(&report.warnings),
            Visibility::Folded,
        ),
    ];
    all.into_iter().flatten().collect()
}

/// Makes lines from sentences of a stored verdict, which may have been written by others.
fn text_lines(texts: &[String]) -> Vec<Line> {
    texts.iter().take(MOST).map(|text| Line::default().with_text(text)).collect()
}

fn reasons_of(report: &Report) -> Vec<Line> {
    report
        .reasons
        .iter()
        .take(MOST)
        .map(|reason| Line::default().with_text(reasons::describe_stored_reason(reason)))
        .collect()
}

pub(super) fn section<'a>(
    id: &'static str,
    name: &'static str,
    title: impl Into<String>,
    body: impl Into<Body<'a>>,
) -> Section<'a> {
    let title = title.into();
    let body = body.into();
    Section {
        id,
        name,
        title,
        notes: Vec::new(),
        body,
        shown: Visibility::Folded,
        is_doubt: false,
        is_judged: false,
    }
}

impl<'a> Section<'a> {
    fn with_visibility(self, shown: Visibility) -> Section<'a> {
        Section { shown, ..self }
    }

    fn with_notes(self, notes: impl IntoIterator<Item = Line>) -> Section<'a> {
        Section { notes: notes.into_iter().collect(), ..self }
    }

    fn mark_judged(self) -> Section<'a> {
        Section { is_judged: true, ..self }
    }

    /// Returns the section, or `None` if it has no rows.
    fn with_rows(self) -> Option<Section<'a>> {
        (!matches!(self.body, Body::Nothing)).then_some(self)
    }
}

fn make_line_section<'a>(
    id: &'static str,
    name: &'static str,
    title: &str,
    lines: Vec<Line>,
    shown: Visibility,
) -> Option<Section<'a>> {
    let title = match shown {
        Visibility::Folded => format!("{title} ({})", lines.len()),
        Visibility::Open | Visibility::Page => title.to_owned(),
    };
    let lines = (!lines.is_empty()).then(|| TruncatedList::from_entries(lines.into_iter()))?;
    Some(section(id, name, title, Body::Lines(lines)).with_visibility(shown))
}

fn drawing_section<'a>(
    id: &'static str,
    name: &'static str,
    drawing: Drawing,
    is_there: bool,
) -> Option<Section<'a>> {
    is_there.then(|| section(id, name, name, Body::Drawn(drawing)).with_visibility(Visibility::Page))
}

/// Explains why the answer is neither a regression nor a pass.
fn doubt_reasons(report: &Report) -> Option<Section<'_>> {
    let is_open = !matches!(report.verdict, Answer::Regressed | Answer::Pass);
    let why =
        make_line_section("why", "Why", "Why", reasons_of(report), Visibility::Open).filter(|_| is_open)?;
    Some(Section { is_doubt: true, ..why })
}

/// Lists the caveats of the answer, if the answer is a regression or a pass.
fn answer_caveats(report: &Report) -> Option<Section<'_>> {
    let title = match report.verdict {
        Answer::Regressed => "Also",
        Answer::Pass => "What this says nothing of",
        _ => return None,
    };
    make_line_section("also", "Also", title, reasons_of(report), Visibility::Folded)
}

fn findings(report: &Report) -> Option<Section<'_>> {
    let rows = &report.findings;
    let found = || {
        section("findings", "Findings", "Findings", Body::Findings(rows)).with_visibility(Visibility::Open)
    };
    (!rows.is_empty()).then(found)
}

/// Lists the measured times of the launch phases in which facts of the build take time, followed by the facts.
fn build(report: &Report) -> Option<Section<'_>> {
    let facts = build_facts::listed_facts(report).map(|row| {
        let fails = Line::from_words(if row.fails { "fails: " } else { "" });
        fails
            .name(row.describe_fact())
            .with_line(words::owner_label(row.module.as_deref(), row.owner.as_deref()))
    });
    let lines_of = build_facts::phases_with_facts(report).into_iter().chain(facts).collect();
    make_line_section("build", "Build", "Build facts", lines_of, Visibility::Open)
}

/// The CSS class of the header line that names the app, the builds and the launches.
pub(super) const SUBJECT: &str = "subject";

/// Returns the lines above all sections, the most important first, each with its CSS class on the HTML page.
pub(super) fn header_lines(report: &Report) -> Vec<(&'static str, Line)> {
    use super::summary;
    let subject = summary::subject(report).into_iter().map(|part| Line::default().name(part));
    let about = Line::join_lines(subject.chain(summary::format_launches_used(report)), " · ");
    let lines = [
        ("launch", summary::format_launch_change(report).map(Line::from_words)),
        ("launch slow", summary::format_slow_launches(report).map(Line::from_words)),
        ("launch slower", summary::format_lost_launches(report)),
        (
            "totals",
            format_method_totals(report).map(Line::from_words).filter(|_| !lists::is_of_everything(report)),
        ),
        (SUBJECT, Some(about).filter(|about| !about.0.is_empty())),
        ("end", Some(Line::from_words(next::merge_consequence(report)))),
    ];
    lines.into_iter().filter_map(|(class, line)| Some((class, line?))).collect()
}

/// Returns the direction of a row's change, if a test at the significance level of the findings shows one.
pub(super) fn change_direction(row: &ReportRow) -> ChangeDirection {
    let is_slower =
        row.fails() || row.answer.as_ref().and_then(|answer| answer.known_value()) == Some(RowClass::Finding);
    match row.change.value {
        change if is_slower && change > 0.0 => ChangeDirection::Slower,
        change if row.is_faster && change < 0.0 => ChangeDirection::Faster,
        _ => ChangeDirection::Plain,
    }
}

/// Formats the kind of a finding and, if the finding does not fail the check, a phrase that states this.
pub(super) fn format_kind_and_result(row: &ReportRow) -> String {
    let passes = if row.fails() { "" } else { ", does not fail the check" };
    format!("{}{passes}", words::format_kind_and_limit(row))
}
