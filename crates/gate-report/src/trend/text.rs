//! Renders the list of changes as text for a terminal.

use std::fmt::Write as _;

use gate_trend::SeriesKind;

use super::{
    SessionCommits, TrendReport, format_change_time, format_changed_sessions, format_day, format_interval,
    format_size,
};
use crate::Terminal;
use crate::text::{escape_for_display, truncate_middle, wrap};
use crate::words::format_count;

/// The largest number of changes in the list. The HTML and the CSV contain all changes.
const LISTED: usize = 20;

/// Formats the launch or the requested series, and its changes, as text.
pub fn trend_text(told: &TrendReport, look: Terminal) -> String {
    let width = look.width.clamp(50, 160);
    let mut out = format!("{}\n", escape_for_display(&truncate_middle(&told.title(), width)));
    let sessions = &told.trend.sessions;
    let (Some(first), Some(last)) = (sessions.first(), sessions.last()) else {
        out.push_str("no session in this period\n");
        return out;
    };
    let _ = writeln!(
        out,
        "{}, {} to {}",
        format_count(sessions.len(), "session"),
        format_day(first),
        format_day(last)
    );
    for line in wrap(&told.headline(), width) {
        let _ = writeln!(out, "{line}");
    }
    write_changes(&mut out, told, width);
    for line in told.notes().iter().flat_map(|note| wrap(note, width)) {
        let _ = writeln!(out, "{}", escape_for_display(&line));
    }
    if let Some((what, command)) = told.next() {
        out.push('\n');
        for line in wrap(&format!("{what}:"), width) {
            let _ = writeln!(out, "{line}");
        }
        let _ = writeln!(out, "  {command}");
    }
    out
}

fn write_changes(out: &mut String, told: &TrendReport, width: usize) {
    let changes = told.changes();
    let what = told.only.as_deref().map_or(String::new(), |only| format!(" of {only}"));
    if changes.is_empty() {
        let _ = writeln!(out, "\n{}", escape_for_display(&told.format_no_change()));
        return;
    }
    let _ = writeln!(
        out,
        "\n{}{}, the newest first:",
        format_changed_sessions(&changes),
        escape_for_display(&what)
    );
    let mut last = None;
    for (series, step) in changes.iter().take(LISTED) {
        // Changes at one session are listed as one change with several rows.
        if last.replace(step.at) != Some(step.at) {
            let _ = writeln!(out, "since {}", escape_for_display(&format_change_time(told, step.at)));
            let SessionCommits { mut lines, count: all } =
                told.commits.get(&step.at).cloned().unwrap_or_default();
            lines.extend((all > lines.len()).then(|| format!("… of {}", format_count(all, "commit"))));
            for line in lines {
                let _ = writeln!(out, "    {}", escape_for_display(&truncate_middle(&line, width - 4)));
            }
        }
        let whose: Vec<&str> = series.module.iter().chain(&series.owner).map(|text| &**text).collect();
        let whose = if whose.is_empty() { String::new() } else { format!(" ({})", whose.join(", ")) };
        let kind = if series.kind == SeriesKind::Module { "module " } else { "" };
        let _ = writeln!(
            out,
            "  {}",
            escape_for_display(&truncate_middle(&format!("{kind}{}{whose}", series.name), width - 2))
        );
        for line in
            wrap(&format!("{}, 95 % interval {}", format_size(step), format_interval(step)), width - 4)
        {
            let _ = writeln!(out, "    {line}");
        }
    }
    if changes.len() > LISTED {
        let _ = writeln!(out, "… {} more; gate trend -o trend.html has all", changes.len() - LISTED);
    }
}
