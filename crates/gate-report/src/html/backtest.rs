//! Renders the page of `gate baseline backtest`: a bar for each past check, the checks, and the growth that a check finds.

use std::fmt::Write as _;

use gate_decision::Answer;

use super::{escape, table};
use crate::backtest::{Backtested, PastCheck, Power};
use crate::view::{Body, Cell, Column, Shows, Tone};

/// The width of a bar and the space between two bars, and the height of the picture, in pixels.
const BAR: usize = 14;
const SPACE: usize = 4;
const HEIGHT: usize = 48;

/// Renders the results as a page.
pub fn backtest_page(all: &[Backtested]) -> String {
    let of = all.first().map_or(String::new(), |found| format!("{} · ", found.key.app));
    super::whole(&format!("Backtest · {of}launchgate"), "{}", |page| {
        page.push_str("<main>\n");
        for (at, found) in all.iter().enumerate() {
            section(page, found, if at == 0 { "h1" } else { "h2" });
        }
        page.push_str("</main>\n");
    })
}

fn section(page: &mut String, found: &Backtested, tag: &str) {
    let (headline, subject) = (escape(&found.headline()), escape(&found.subject()));
    let _ = writeln!(page, "<{tag}>{headline}</{tag}>\n<p class=\"subject\">{subject}</p>");
    page.push_str(
        "<p>Each stored session was judged against the sessions before it, with the current settings. \
         A failure is a false alarm if the app did not become slower on that day.</p>\n",
    );
    bars(page, &found.sessions);
    let sessions: [Shows<PastCheck>; 4] = [
        (Column::text("Day"), |past| Cell::words(past.day())),
        (Column::text("Session"), |past| Cell::name(Some(&past.session))),
        (Column::text("Answer"), |past| Cell::words(past.word()).in_tone(tone(past))),
        (Column::text("Rows that failed"), |past| Cell::words(past.failing.join(", "))),
    ];
    draw(page, "Checks", &sessions, &found.sessions);
    let Some(title) = found.title_of_found() else { return };
    let powers: [Shows<Power>; 3] = [
        (Column::text("Part"), |power| Cell::name(Some(&power.part()))),
        (Column::number("Cost"), |power| Cell::time(power.cost_ns)),
        (Column::number("Found from"), |power| Cell::words(power.growth())),
    ];
    draw(page, title.trim_end_matches(':'), &powers, &found.found);
    if let Some(minutes) = found.minutes() {
        let _ = writeln!(page, "<p>{minutes}</p>");
    }
}

fn tone(past: &PastCheck) -> Tone {
    if past.word() == "failed" { Tone::Slower } else { Tone::Plain }
}

fn draw<T>(page: &mut String, title: &str, columns: &[Shows<T>], rows: &[T]) {
    let title = escape(title);
    let Body::Table(rows) = Body::from((columns, rows)) else { return };
    let _ = writeln!(page, "<h3>{title}</h3>");
    let left = table::draw(page, &title, &rows);
    if left > 0 {
        let _ = writeln!(page, "<p class=\"soft\">{left} more are in the JSON.</p>");
    }
}

/// Draws a bar for each session, the oldest first. The height repeats the answer for readers who cannot distinguish the colours.
fn bars(page: &mut String, sessions: &[PastCheck]) {
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
        let title = escape(&format!("{} {}: {}", past.day(), past.session, past.word()));
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
