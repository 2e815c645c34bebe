//! Renders the page of `gate trend`: series over time.
//!
//! Changes are a table, which works without scripts. A script draws a chart when a reader requests it, so a page with 10,000 methods opens
//! as fast as one with ten. A series is stored as two letters for each session, which are decoded when the chart is drawn.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use gate_stats::basic::median;
use gate_trend::{LevelChange, Series, SeriesKind};
use serde::Serialize;

use super::data::{SharedTexts, to_safe_json};
use super::escape;
use super::first::format_command;
use super::table;
use crate::history::round_to_tenths;
use crate::line::Line;
use crate::text::{format_signed_time, format_time};
use crate::trend::{TrendReport, format_change_time, format_day, format_interval, format_size};
use crate::view::{Body, Cell, CellColumn, ChangeDirection, Column};
use crate::words::format_count;

/// The letters with which numbers are packed. Each letter encodes six bits.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-";
/// The number of steps from the smallest to the largest number of a series, which two letters can encode.
const STEPS: f64 = 4095.0;

#[derive(Serialize)]
struct TrendPageData<'a> {
    trends: Vec<TrendData<'a>>,
}

#[derive(Serialize)]
struct TrendData<'a> {
    title: String,
    /// The label of each session in a chart.
    days: Vec<String>,
    builds: Vec<String>,
    commits: Vec<String>,
    unix_ms: Vec<Option<u64>>,
    /// The commits before each session at which a level changed, by the index of the session.
    around: BTreeMap<usize, Vec<String>>,
    owners: Vec<&'a str>,
    modules: Vec<&'a str>,
    kind: Vec<u8>,
    name: Vec<String>,
    module: Vec<usize>,
    owner: Vec<usize>,
    low_ns: Vec<f64>,
    high_ns: Vec<f64>,
    first_ns: Vec<f64>,
    last_ns: Vec<f64>,
    /// The budget of each series.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    budget_ns: BTreeMap<usize, f64>,
    /// The changes of each series. Each change consists of the session, the level before, the level after and both ends of the interval.
    changes: Vec<Vec<f64>>,
    /// The values of all series, one series after the other.
    packed: String,
}

pub fn trend_page(all: &[TrendReport]) -> Result<String, serde_json::Error> {
    let data = TrendPageData { trends: all.iter().map(data).collect() };
    let json = to_safe_json(&data)?;
    let of = all.first().map_or(String::new(), |told| format!("{} · ", told.trend.key.app));
    let title = format!("Trend · {of}launchgate");
    Ok(super::with_script(&title, &json, super::TREND_SCRIPT, |page| write_body(page, all)))
}

fn data(told: &TrendReport) -> TrendData<'_> {
    let trend = &told.trend;
    let sessions = || trend.sessions.iter();
    let series = || trend.series.iter();
    let (mut modules, mut owners) = (SharedTexts::default(), SharedTexts::default());
    let bounds = |of: fn(f64, f64) -> f64, from: f64| {
        series().map(|one| round_to_tenths(one.ns.iter().copied().fold(from, of))).collect::<Vec<f64>>()
    };
    let (low_ns, high_ns) = (bounds(f64::min, f64::MAX), bounds(f64::max, 0.0));
    let mut packed = String::with_capacity(2 * trend.series.len() * trend.sessions.len());
    for ((series, low), high) in trend.series.iter().zip(&low_ns).zip(&high_ns) {
        append_encoded(&mut packed, &series.ns, *low, *high);
    }
    TrendData {
        title: told.title(),
        days: sessions().map(format_day).collect(),
        builds: sessions().map(|session| session.build.to_string()).collect(),
        commits: sessions()
            .map(|one| one.commit.iter().flat_map(|it| it.chars().take(10)).collect())
            .collect(),
        unix_ms: sessions().map(|session| session.unix_ms).collect(),
        around: told.commits.iter().map(|(at, commits)| (*at, commits.lines.clone())).collect(),
        kind: series().map(|one| one.kind as u8).collect(),
        name: series().map(|one| one.name.to_string()).collect(),
        module: series().map(|one| modules.index_of(one.module.as_deref().unwrap_or_default())).collect(),
        owner: series().map(|one| owners.index_of(one.owner.as_deref().unwrap_or_default())).collect(),
        modules: modules.list,
        owners: owners.list,
        low_ns,
        high_ns,
        first_ns: series().map(|one| series_levels(one).0).collect(),
        last_ns: series().map(|one| series_levels(one).1).collect(),
        budget_ns: series().enumerate().filter_map(|(at, one)| Some((at, told.budget_of(one)?))).collect(),
        changes: series().map(flatten_changes).collect(),
        packed,
    }
}

/// Returns the first and the last level of a series. A series without a change has the median as its level.
fn series_levels(series: &Series) -> (f64, f64) {
    let level = |level: Option<f64>| {
        round_to_tenths(level.unwrap_or_else(|| if series.ns.is_empty() { 0.0 } else { median(&series.ns) }))
    };
    let changes = &series.changes;
    (level(changes.first().map(|step| step.before_ns)), level(changes.last().map(|step| step.after_ns)))
}

/// Returns the numbers of a series' changes, one change after the other.
fn flatten_changes(series: &Series) -> Vec<f64> {
    let mut columns = Vec::new();
    for step in &series.changes {
        columns.push(step.at as f64);
        columns.extend([step.before_ns, step.after_ns, step.low_ns, step.high_ns].map(round_to_tenths));
    }
    columns
}

/// Appends the values, encoded as two letters each.
fn append_encoded(packed: &mut String, values: &[f64], low: f64, high: f64) {
    let span = (high - low).max(f64::MIN_POSITIVE);
    for value in values {
        let step = ((value - low) / span * STEPS).round().clamp(0.0, STEPS) as usize;
        packed.push(char::from(LETTERS[step >> 6]));
        packed.push(char::from(LETTERS[step & 63]));
    }
}

fn write_body(page: &mut String, all: &[TrendReport]) {
    page.push_str("<nav aria-label=\"Sections\"><div>\n<a href=\"#changes\">Lasting changes</a>\n<a href=\"#series\">All series</a>\n");
    page.push_str("</div><button id=\"theme\" type=\"button\" hidden>Dark</button>\n</nav>\n<main>\n");
    page.push_str("<section id=\"top\">\n");
    for (at, told) in all.iter().enumerate() {
        write_trend_summary(page, told, at == 0);
    }
    page.push_str("</section>\n<section id=\"changes\">\n<h2>Lasting changes</h2>\n<p class=\"soft\">A change is listed where the sessions before and after it differ by more than chance, drift or one bad day explains.</p>\n");
    for told in all {
        write_change_list(page, told);
    }
    page.push_str("</section>\n");
    for told in all {
        write_team_table(page, told);
    }
    page.push_str(
        "<section id=\"series\">\n<h2>All series</h2>\n<noscript><p>Charts need JavaScript.</p></noscript>\n\
<div class=\"tools\"><select id=\"trend-of\" aria-label=\"App, scenario and device\" hidden></select>\
<input id=\"trend-search\" type=\"search\" placeholder=\"Search series\" aria-label=\"Search series\">\
<select id=\"trend-kind\" aria-label=\"Kind\"></select><span id=\"trend-count\" role=\"status\"></span></div>\n\
<div id=\"chart\"></div>\n\
<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"All series\"><table><thead><tr><th scope=\"col\"><button type=\"button\" data-sort=\"name\">Series</button></th><th scope=\"col\">Module</th><th scope=\"col\" class=\"number\">At first</th><th scope=\"col\" class=\"number\"><button type=\"button\" data-sort=\"last\">At last</button></th><th scope=\"col\" class=\"number\" aria-sort=\"descending\"><button type=\"button\" data-sort=\"change\">Change</button></th><th scope=\"col\" class=\"number\"><button type=\"button\" data-sort=\"changes\">Lasting changes</button></th></tr></thead><tbody id=\"trend-body\"></tbody></table></div>\n\
<p><button id=\"trend-more\" type=\"button\" hidden>Show more</button></p>\n</section>\n</main>\n",
    );
}

/// Writes the change of the launch of an app on a device, the number of changes, and the next command.
fn write_trend_summary(page: &mut String, told: &TrendReport, is_first: bool) {
    let tag = if is_first { "h1" } else { "h2" };
    let headline = escape(&told.headline());
    let sessions = &told.trend.sessions;
    let span = match (sessions.first(), sessions.last()) {
        (Some(first), Some(last)) => {
            format!(
                " · {}, {} to {}",
                format_count(sessions.len(), "session"),
                format_day(first),
                format_day(last)
            )
        }
        _ => String::new(),
    };
    let _ = writeln!(
        page,
        "<{tag}>{headline}</{tag}>\n<p class=\"subject\">{}{} · {}</p>",
        escape(&told.title()),
        escape(&span),
        told.format_change_count()
    );
    if let Some((what, text)) = told.next() {
        let _ = writeln!(page, "<p>{}: {}</p>", escape(&what), format_command(&text));
    }
}

/// A series and one of its changes. The report is given only for the first change of a session.
type SeriesChange<'a> = (Option<&'a TrendReport>, &'a Series, &'a LevelChange);

fn write_change_list(page: &mut String, told: &TrendReport) {
    let title = told.title();
    let _ = writeln!(page, "<h3>{}</h3>", escape(&title));
    for note in told.notes() {
        let _ = writeln!(page, "<p>{}</p>", escape(&note));
    }
    let mut last = None;
    // Changes at one session are listed as one change; only its first row shows the time.
    let changes: Vec<SeriesChange<'_>> = told
        .changes()
        .into_iter()
        .map(|(series, step)| ((last.replace(step.at) != Some(step.at)).then_some(told), series, step))
        .collect();
    let columns: [CellColumn<SeriesChange<'_>>; 7] = [
        (Column::text("Since"), |(told, _, step)| {
            Line::default()
                .with_text(told.map_or_else(String::new, |told| format_change_time(told, step.at)))
                .into()
        }),
        (Column::text("Series"), |(_, series, _)| Cell::name(Some(&series.name))),
        (Column::text("Module"), |(_, series, _)| Cell::name(series.module.as_deref())),
        (Column::text("Owner"), |(_, series, _)| Cell::owner(series.owner.as_deref())),
        (Column::number("Change"), |(.., step)| {
            let tone = if step.after_ns > step.before_ns {
                ChangeDirection::Slower
            } else {
                ChangeDirection::Faster
            };
            Cell::words(format_size(step)).in_tone(tone)
        }),
        (Column::number("95 % interval"), |(.., step)| Cell::words(format_interval(step))),
        (Column::text("Commits"), |(told, _, step)| format_commits(*told, step.at).into()),
    ];
    let shown = if told.commits.is_empty() { &columns[..6] } else { &columns[..] };
    match Body::from_rows(shown, &changes) {
        Body::Table(rows) => {
            let left = table::write_table(page, &format!("Changes of {}", escape(&title)), &rows);
            if left > 0 {
                let _ = writeln!(page, "<p class=\"soft\">{left} more are in the charts.</p>");
            }
        }
        _ => {
            let _ = writeln!(page, "<p>{}</p>", escape(&told.format_no_change()));
        }
    }
}

/// The costs of all modules that a team owns.
#[derive(Default)]
struct TeamCosts {
    owner: Arc<str>,
    first_ns: f64,
    last_ns: f64,
    /// The number of lasting changes of the team's modules and methods.
    changes: usize,
}

/// Writes a table with the modules of each team, if modules have owners. The team whose modules grew most is first.
fn write_team_table(page: &mut String, told: &TrendReport) {
    let mut teams: BTreeMap<&Arc<str>, TeamCosts> = BTreeMap::new();
    for series in &told.trend.series {
        let (Some(owner), false) = (&series.owner, series.kind == SeriesKind::Launch) else { continue };
        let team = teams.entry(owner).or_default();
        team.owner = Arc::clone(owner);
        team.changes += series.changes.len();
        if series.kind == SeriesKind::Module {
            let (first, last) = series_levels(series);
            team.first_ns += first;
            team.last_ns += last;
        }
    }
    let mut teams: Vec<TeamCosts> = teams.into_values().collect();
    teams.sort_by(|a, b| (b.last_ns - b.first_ns).total_cmp(&(a.last_ns - a.first_ns)));
    let columns: [CellColumn<TeamCosts>; 5] = [
        (Column::text("Team"), |team| Cell::owner(Some(&team.owner))),
        (Column::number("Modules, first session"), |team| Cell::words(format_time(team.first_ns))),
        (Column::number("Modules, last session"), |team| Cell::words(format_time(team.last_ns))),
        (Column::number("Change"), |team| Cell::words(format_signed_time(team.last_ns - team.first_ns))),
        (Column::number("Lasting changes"), |team| Cell::words(team.changes.to_string())),
    ];
    if let Body::Table(rows) = Body::from_rows(&columns, &teams) {
        let title = format!("Teams of {}", escape(&told.title()));
        let _ = writeln!(page, "<section class=\"teams\">\n<h2>{title}</h2>");
        table::write_table(page, &title, &rows);
        page.push_str("</section>\n");
    }
}

/// Formats the newest commits before a session.
fn format_commits(told: Option<&TrendReport>, at: usize) -> Line {
    let Some(commits) = told.and_then(|told| told.commits.get(&at)) else { return Line::default() };
    let line = Line::default().with_text(commits.lines.join("; "));
    match commits.count.saturating_sub(commits.lines.len()) {
        0 => line,
        more => line.with_words(format!(" and {more} more")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_values_of_a_trend_page_are_accurate_to_one_step() {
        let values = [0.0, 12.5, 99.0, 100.0];
        let mut packed = String::new();
        append_encoded(&mut packed, &values, 0.0, 100.0);
        let letter = |byte: u8| LETTERS.iter().position(|letter| *letter == byte).unwrap() as f64;
        for (value, pair) in values.iter().zip(packed.as_bytes().chunks(2)) {
            let read = (64.0 * letter(pair[0]) + letter(pair[1])) / STEPS * 100.0;
            assert!((read - value).abs() <= 100.0 / STEPS, "{value} {read}");
        }
        let mut flat = String::new();
        append_encoded(&mut flat, &[3.0, 3.0], 3.0, 3.0);
        assert_eq!(flat, "AAAA");
    }
}
