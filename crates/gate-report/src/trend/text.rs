//! The list of changes as text for a terminal.

use std::fmt::Write as _;

use gate_trend::SeriesKind;

use super::{Commits, TrendReport, day, interval, seen, size, when};
use crate::Terminal;
use crate::text::{fitted, shown, wrapped};
use crate::words::count;

/// The largest number of changes in the list. The HTML and the CSV contain all changes.
const LISTED: usize = 20;

/// Formats the launch or the requested series, and its changes, as text.
pub fn trend_text(told: &TrendReport, look: Terminal) -> String {
    let width = look.width.clamp(50, 160);
    let mut out = format!("{}\n", shown(&fitted(&told.title(), width)));
    let sessions = &told.trend.sessions;
    let (Some(first), Some(last)) = (sessions.first(), sessions.last()) else {
        out.push_str("no session in this period\n");
        return out;
    };
    let _ = writeln!(out, "{}, {} to {}", count(sessions.len(), "session"), day(first), day(last));
    for line in wrapped(&told.headline(), width) {
        let _ = writeln!(out, "{line}");
    }
    list(&mut out, told, width);
    for line in told.notes().iter().flat_map(|note| wrapped(note, width)) {
        let _ = writeln!(out, "{}", shown(&line));
    }
    if let Some((what, command)) = told.next() {
        out.push('\n');
        for line in wrapped(&format!("{what}:"), width) {
            let _ = writeln!(out, "{line}");
        }
        let _ = writeln!(out, "  {command}");
    }
    out
}

fn list(out: &mut String, told: &TrendReport, width: usize) {
    let changes = told.changes();
    let what = told.only.as_deref().map_or(String::new(), |only| format!(" of {only}"));
    if changes.is_empty() {
        let _ = writeln!(out, "\n{}", shown(&told.format_no_change()));
        return;
    }
    let _ = writeln!(out, "\n{}{}, the newest first:", seen(&changes), shown(&what));
    let mut last = None;
    for (series, step) in changes.iter().take(LISTED) {
        // Changes at one session are listed as one change with several rows.
        if last.replace(step.at) != Some(step.at) {
            let _ = writeln!(out, "since {}", shown(&when(told, step.at)));
            let Commits { mut lines, count: all } = told.commits.get(&step.at).cloned().unwrap_or_default();
            lines.extend((all > lines.len()).then(|| format!("… of {}", count(all, "commit"))));
            for line in lines {
                let _ = writeln!(out, "    {}", shown(&fitted(&line, width - 4)));
            }
        }
        let whose: Vec<&str> = series.module.iter().chain(&series.owner).map(|text| &**text).collect();
        let whose = if whose.is_empty() { String::new() } else { format!(" ({})", whose.join(", ")) };
        let kind = if series.kind == SeriesKind::Module { "module " } else { "" };
        let _ = writeln!(out, "  {}", shown(&fitted(&format!("{kind}{}{whose}", series.name), width - 2)));
        for line in wrapped(&format!("{}, 95 % interval {}", size(step), interval(step)), width - 4) {
            let _ = writeln!(out, "    {line}");
        }
    }
    if changes.len() > LISTED {
        let _ = writeln!(out, "… {} more; gate trend -o trend.html has all", changes.len() - LISTED);
    }
}
