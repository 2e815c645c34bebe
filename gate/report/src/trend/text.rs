//! The chart and the list of changes for a terminal.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthStr as _;

use super::{TrendReport, axis, day, interval, size, when};
use crate::Terminal;
use crate::text::{fitted, shown, time, wrapped};
use crate::words::count;
use trend::{Kind, Series};

/// Rows of a chart.
const ROWS: usize = 10;
/// At most this many changes are listed; the HTML and the CSV have all.
const LISTED: usize = 20;
/// Columns of a chart's scale.
const SCALE: usize = 11;

/// As text: the launch, or the series that was asked for, and what changed.
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
    let charted = match &told.only {
        Some(_) => told.trend.series.iter().take(3).collect::<Vec<_>>(),
        None => told.trend.series.iter().filter(|one| one.kind == Kind::Launch).collect(),
    };
    for series in charted {
        chart(&mut out, series, told, width);
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

/// One series: the median of the sessions of each column, and a mark below where its level changed.
fn chart(out: &mut String, series: &Series, told: &TrendReport, width: usize) {
    let columns = (width - SCALE - 2).min(series.ns.len().max(1));
    let from = |column: usize| column * series.ns.len() / columns;
    let values: Vec<f64> = (0..columns)
        .map(|column| {
            let mut own = series.ns[from(column)..from(column + 1).max(from(column) + 1)].to_vec();
            own.sort_by(f64::total_cmp);
            own[own.len() / 2]
        })
        .collect();
    let (low, high) = axis(series);
    let row = |value: f64| {
        let share = if high > low { (value - low) / (high - low) } else { 0.5 };
        ((1.0 - share) * (ROWS - 1) as f64).round() as usize
    };
    let _ = writeln!(out, "\n{}", shown(&fitted(&series.name, width)));
    for line in 0..ROWS {
        let scale = match line {
            0 => time(high),
            _ if line == ROWS - 1 => time(low),
            _ => String::new(),
        };
        let dots: String = values.iter().map(|value| if row(*value) == line { '•' } else { ' ' }).collect();
        let _ = writeln!(out, "{scale:>SCALE$} │{}", dots.trim_end());
    }
    let mut marks = vec!['─'; columns];
    for step in &series.changes {
        let column = (0..columns).rev().find(|column| from(*column) <= step.at).unwrap_or(0);
        marks[column] = if step.after_ns > step.before_ns { '▲' } else { '▼' };
    }
    let _ = writeln!(out, "{:>SCALE$} └{}", "", marks.iter().collect::<String>());
    let (first, last) = (day(told.session(0)), day(told.session(series.ns.len() - 1)));
    let gap = columns.saturating_sub(first.width() + last.width()).max(1);
    let _ = writeln!(out, "{:>SCALE$}  {first}{:gap$}{last}", "", "");
}

fn list(out: &mut String, told: &TrendReport, width: usize) {
    let changes = told.changes();
    let what = told.only.as_deref().map_or(String::new(), |only| format!(" of {only}"));
    if changes.is_empty() {
        let _ = writeln!(out, "\n{}", shown(&told.none()));
        return;
    }
    let _ = writeln!(out, "\n{}{}, the newest first:", count(changes.len(), "lasting change"), shown(&what));
    for (series, step) in changes.iter().take(LISTED) {
        let whose: Vec<&str> = series.module.iter().chain(&series.owner).map(|text| &**text).collect();
        let whose = if whose.is_empty() { String::new() } else { format!(" ({})", whose.join(", ")) };
        let kind = if series.kind == Kind::Module { "module " } else { "" };
        let _ = writeln!(out, "{}", shown(&fitted(&format!("{kind}{}{whose}", series.name), width)));
        let _ = writeln!(out, "  {}, since {}", size(step), shown(&when(told, step.at)));
        let _ = writeln!(out, "  95 % interval {}", interval(step));
        let Some(commits) = told.commits.get(&step.at) else { continue };
        for line in &commits.lines {
            let _ = writeln!(out, "    {}", shown(&fitted(line, width - 4)));
        }
        if commits.count > commits.lines.len() {
            let _ = writeln!(out, "    … of {}", count(commits.count, "commit"));
        }
    }
    if changes.len() > LISTED {
        let _ = writeln!(out, "… {} more; gate trend -o trend.html has all", changes.len() - LISTED);
    }
}
