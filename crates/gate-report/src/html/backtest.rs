//! Renders the page of `gate baseline backtest`: a bar for each past check, the checks, and the growth that a check finds.

use std::fmt::Write as _;

use gate_decision::Answer;

use super::{escape, table};
use crate::backtest::{BacktestResult, DetectableGrowth, PastCheck};
use crate::view::{Body, Cell, CellColumn, ChangeDirection, Column};

/// The width of a bar and the space between two bars, and the height of the picture, in pixels.
const BAR: usize = 14;
const SPACE: usize = 4;
const HEIGHT: usize = 48;

/// Renders the results as a page.
pub fn backtest_page(all: &[BacktestResult]) -> String {
    let of = all.first().map_or(String::new(), |found| format!("{} · ", found.key.app));
    super::render_page(&format!("Backtest · {of}launchgate"), "{}", |page| {
        page.push_str("<main>\n");
        for (at, found) in all.iter().enumerate() {
            write_section(page, found, if at == 0 { "h1" } else { "h2" });
        }
        page.push_str("</main>\n");
    })
}

fn write_section(page: &mut String, found: &BacktestResult, tag: &str) {
    let (headline, subject) = (escape(&found.headline()), escape(&found.subject()));
    let _ = writeln!(page, "<{tag}>{headline}</{tag}>\n<p class=\"subject\">{subject}</p>");
    page.push_str(
        "<p>Each stored session was judged against the sessions before it, with the current settings. \
         A failure is a false alarm if the app did not become slower on that day.</p>\n",
    );
    draw_session_bars(page, &found.sessions);
    let sessions: [CellColumn<PastCheck>; 4] = [
        (Column::text("Day"), |past| Cell::words(past.day())),
        (Column::text("Session"), |past| Cell::name(Some(&past.session))),
        (Column::text("Answer"), |past| Cell::words(past.answer_word()).in_tone(answer_tone(past))),
        (Column::text("Rows that failed"), |past| Cell::words(past.failing.join(", "))),
    ];
    write_table(page, "Checks", &sessions, &found.sessions);
    let Some(title) = found.title_of_found() else { return };
    let powers: [CellColumn<DetectableGrowth>; 3] = [
        (Column::text("Part"), |power| Cell::name(Some(&power.part_name()))),
        (Column::number("Cost"), |power| Cell::time(power.cost_ns)),
        (Column::number("Found from"), |power| Cell::words(power.format_growth())),
    ];
    write_table(page, title.trim_end_matches(':'), &powers, &found.found);
    if let Some(minutes) = found.format_check_time() {
        let _ = writeln!(page, "<p>{minutes}</p>");
    }
}

fn answer_tone(past: &PastCheck) -> ChangeDirection {
    if past.answer_word() == "failed" { ChangeDirection::Slower } else { ChangeDirection::Plain }
}

fn write_table<T>(page: &mut String, title: &str, columns: &[CellColumn<T>], rows: &[T]) {
    let title = escape(title);
    let Body::Table(rows) = Body::from_rows(columns, rows) else { return };
    let _ = writeln!(page, "<h3>{title}</h3>");
    let left = table::write_table(page, &title, &rows);
    if left > 0 {
        let _ = writeln!(page, "<p class=\"soft\">{left} more are in the JSON.</p>");
    }
}

/// Draws a bar for each session, the oldest first. The height of a bar also depends on the answer, for readers who cannot distinguish the
/// colours.
fn draw_session_bars(page: &mut String, sessions: &[PastCheck]) {
    let width = (BAR + SPACE) * sessions.len();
    let _ = writeln!(
        page,
        "<div class=\"scroll\"><svg width=\"{width}\" height=\"{HEIGHT}\" viewBox=\"0 0 {width} {HEIGHT}\" role=\"img\" aria-label=\"Answers of the checks, the oldest first\">"
    );
    for (at, past) in sessions.iter().rev().enumerate() {
        let (class, height) = match past.answer {
            Answer::Pass => ("pass", HEIGHT / 3),
            Answer::Undecided => ("undecided", 2 * HEIGHT / 3),
            Answer::Regressed if past.new_level => ("on", HEIGHT),
            Answer::Regressed => ("regressed", HEIGHT),
            _ => ("base", HEIGHT / 12),
        };
        let title = escape(&format!("{} {}: {}", past.day(), past.session, past.answer_word()));
        let _ = writeln!(
            page,
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{BAR}\" height=\"{height}\"><title>{title}</title></rect>",
            at * (BAR + SPACE),
            HEIGHT - height
        );
    }
    page.push_str(
        "</svg></div>\n<p class=\"soft\">A bar for each session, the oldest at the left. Low: passed. Two thirds: undecided. \
         Full height: failed, or stored as a new level (dark).</p>\n",
    );
}
