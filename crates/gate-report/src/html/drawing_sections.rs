//! Writes the sections that the page's scripts draw.

use std::fmt::Write as _;

use crate::drawings::Timeline;
use crate::value::Report;
use crate::words::format_count;

/// The sentence about code outside methods, for a graph with samples.
const BY_SAMPLES: &str = " What runs outside of methods is \"Swift, C and system code\": its functions are known by samples, see Functions.";

/// The sentence about the roots of a graph with phases.
const BY_PHASE: &str = " The top row of the main thread shows the phases, in the order of time.";

/// Writes the flame graph with its controls. For launches that are not compared, the graph has only one side.
pub(super) fn flame_graph(page: &mut String, report: &Report) {
    let (explained, sides) = if report.launches.is_none() {
        ("The width of a bar is its time.", "")
    } else {
        (
            "The width of a bar is its time. Red bars (▲) became slower, blue bars (▼) faster.",
            "<button type=\"button\" data-side=\"base\" aria-pressed=\"false\">Base</button><button type=\"button\" data-side=\"head\" aria-pressed=\"true\">Head</button>\
<button type=\"button\" data-by=\"total\" aria-pressed=\"true\">By total</button><button type=\"button\" data-by=\"self\" aria-pressed=\"false\">By self</button>",
        )
    };
    let is_sampled =
        report.functions.as_ref().is_some_and(|used| !crate::functions::function_notes(used).is_empty());
    let by_samples = if is_sampled { BY_SAMPLES } else { "" };
    let has_phases = report.trees.iter().any(|tree| !tree.phases.is_empty());
    let by_phase = if has_phases { BY_PHASE } else { "" };
    let _ = writeln!(
        page,
        "<p class=\"soft\">{explained}{by_phase}{by_samples}<span class=\"how\"> Click to zoom, or to put a method into the middle of Around a method; on the keyboard use the arrows, Enter and Escape.</span></p>\n\
<div class=\"tools\"><input id=\"flame-search\" type=\"search\" placeholder=\"Search methods, Enter for the next\" aria-label=\"Search methods in the flame graph; Enter goes to the next, Shift and Enter to the one before\">\
<button type=\"button\" data-view=\"calls\" aria-pressed=\"true\">Calls</button><button type=\"button\" data-view=\"callers\" aria-pressed=\"false\">Callers</button>\
<button type=\"button\" data-view=\"around\" aria-pressed=\"false\">Around a method</button>{sides}\
<select id=\"flame-thread\" aria-label=\"Thread\"></select><button id=\"flame-out\" type=\"button\" disabled>Zoom out</button><span id=\"flame-found\" role=\"status\"></span></div>\n\
<p class=\"detail\" id=\"flame-detail\" aria-live=\"polite\"></p>\n\
<div class=\"flame\"><div id=\"flame-frame\"><canvas id=\"flame-canvas\" tabindex=\"0\" role=\"application\" aria-label=\"Flame graph: arrows move, Enter zooms, Escape zooms out\" aria-describedby=\"flame-detail\"></canvas></div>\
<div id=\"flame-tip\" aria-hidden=\"true\" hidden></div></div>\n<p class=\"soft\" id=\"flame-legend\"></p>"
    );
}

pub(super) fn write_timeline(page: &mut String, report: &Report) {
    let Some(lines) = &report.timelines else { return };
    let of = if report.launches.is_some() { "A median launch of each side" } else { "The median launch" };
    let _ = writeln!(
        page,
        "<p class=\"soft\">{of} with its recorded calls, drawn from the start of the agent. Times count from the start of the process; the agent's own time is included.</p>"
    );
    page.push_str(
        "<div class=\"tools\"><button id=\"timeline-in\" type=\"button\">Zoom in</button><button id=\"timeline-out\" type=\"button\">Zoom out</button><button id=\"timeline-all\" type=\"button\">Whole launch</button><button id=\"timeline-left\" type=\"button\">Earlier</button><button id=\"timeline-right\" type=\"button\">Later</button><button id=\"timeline-align\" type=\"button\" aria-pressed=\"false\" hidden>Align at main</button><span class=\"soft\">Drag to move, Ctrl and wheel to zoom</span></div>\n\
<p class=\"detail\" id=\"timeline-detail\" aria-live=\"polite\"></p>\n<canvas id=\"timeline-canvas\" tabindex=\"0\" role=\"application\" aria-label=\"Timeline: up and down go through marks, pages and calls, left and right move, plus and minus zoom, Escape shows all\" aria-describedby=\"timeline-detail\"></canvas>\n",
    );
    if lines.base.is_none() && report.launches.is_some() {
        page.push_str("<p class=\"soft\">The baseline has no timeline. A session has a timeline only if it was stored from traces.</p>\n");
    }
    if lines.head.is_none() {
        page.push_str("<p class=\"soft\">The head launches have no timeline: launch records do not contain the times of calls.</p>\n");
    }
    for (name, line) in [("base", &lines.base), ("head", &lines.head)] {
        if let Some(line) = line {
            not_drawn(page, name, line);
        }
    }
}

fn not_drawn(page: &mut String, name: &str, line: &Timeline) {
    let missing: Vec<String> = [
        (line.dropped_calls, "call", "dropped by the recorder"),
        (line.dropped_events, "long call", "for which the recorder's timeline had no room"),
        (line.left_out, "call", "too short to draw"),
    ]
    .into_iter()
    .filter(|(calls, ..)| *calls > 0)
    .map(|(calls, noun, why)| {
        format!("{} {why}", format_count(usize::try_from(calls).unwrap_or(usize::MAX), noun))
    })
    .collect();
    if !missing.is_empty() {
        let _ =
            writeln!(page, "<p class=\"soft\">Not drawn in the {name} launch: {}.</p>", missing.join(", "));
    }
}

pub(super) fn write_row_list(page: &mut String) {
    page.push_str("<div id=\"history\"></div>\n\
<div class=\"tools\"><input id=\"methods-search\" type=\"search\" placeholder=\"Search rows\" aria-label=\"Search rows\">\
<select id=\"methods-module\" aria-label=\"Module\"></select><select id=\"methods-owner\" aria-label=\"Owner\"></select><select id=\"methods-result\" aria-label=\"Result\"></select>\
<span id=\"methods-count\" role=\"status\"></span></div>\n\
<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"All rows\"><table><thead><tr><th scope=\"col\"><button type=\"button\" data-sort=\"name\">Row</button></th><th scope=\"col\">Module</th><th scope=\"col\">Owner</th><th scope=\"col\" class=\"number\"><button type=\"button\" data-sort=\"base\">Base, ms</button></th><th scope=\"col\" class=\"number\"><button type=\"button\" data-sort=\"head\">Head, ms</button></th><th scope=\"col\" class=\"number\" aria-sort=\"descending\"><button type=\"button\" data-sort=\"change\">Change, ms</button></th><th scope=\"col\" class=\"number\">Share</th><th scope=\"col\">Result</th></tr></thead><tbody id=\"methods-body\"></tbody></table></div>\n<p><button id=\"methods-more\" type=\"button\" hidden>Show more</button></p>\n");
}
