//! The terminal's table, readable at 80 columns.

use std::fmt::Write as _;

use super::text::{fitted, shown, time};
use super::value::{Answer, Report, Row};

/// At most so many suspects and excluded launches are listed; the JSON has all.
const LISTED: usize = 10;

/// The report as text.
pub fn human(report: &Report) -> String {
    let mut out = String::new();
    match report.verdict {
        Answer::Incomparable => {
            out += "INCOMPARABLE: the two sides were recorded under different conditions\n\n";
            for difference in &report.differences {
                let line = format!(
                    "{}: baseline {:?}, new {:?}",
                    difference.condition, difference.before, difference.after
                );
                let _ = writeln!(out, "  {}", shown(&line));
            }
            out += "\nRecord both on the same device, system and settings.\n";
        }
        Answer::NoBaseline => {
            let _ = writeln!(out, "NO BASELINE: {}", shown(&report.reasons.join("; ")));
        }
        Answer::Undecided if report.launches.is_none() => {
            let reason = report.reasons.join("; ");
            let _ = writeln!(out, "UNDECIDED: {}\n\nRecord more launches.", shown(&reason));
        }
        _ => judged(&mut out, report),
    }
    for warning in &report.warnings {
        let _ = writeln!(out, "warning: {}", shown(warning));
    }
    out
}

fn judged(out: &mut String, report: &Report) {
    let failing = report.findings.iter().filter(|finding| finding.fails).count();
    let headline = match report.verdict {
        Answer::Regressed => format!("REGRESSED: {failing} finding{}", if failing == 1 { "" } else { "s" }),
        Answer::Undecided => "UNDECIDED: no finding, and no proof that there is none".to_owned(),
        _ => "PASS: nothing became slower".to_owned(),
    };
    let _ = writeln!(out, "{headline}");
    if let Some(launches) = &report.launches {
        let against = match launches.mode.as_str() {
            "blocks" => "interleaved launches of the base".to_owned(),
            _ => format!("launches of {} baseline session(s)", launches.sessions),
        };
        let _ = writeln!(out, "{} launches against {} {against}\n", launches.after, launches.before);
    }
    for whole in &report.wholes {
        line(out, whole);
    }
    if !report.findings.is_empty() {
        out.push_str("\nFindings\n");
        for finding in &report.findings {
            show(out, finding);
        }
    }
    if !report.suspects.is_empty() {
        let _ = writeln!(out, "\nWorth a look ({}), not the reason of anything", report.suspects.len());
        for suspect in report.suspects.iter().take(LISTED) {
            line(out, suspect);
        }
    }
    if !report.reasons.is_empty() && report.verdict != Answer::Regressed {
        out.push('\n');
        for reason in report.reasons.iter().take(LISTED) {
            let _ = writeln!(out, "  {}", shown(reason));
        }
    }
    let excluded = report.launches.as_ref().map_or(&[][..], |launches| &launches.excluded);
    if !excluded.is_empty() {
        let _ = writeln!(out, "\nLaunches that do not count ({})", excluded.len());
        for launch in excluded.iter().take(LISTED) {
            let _ = writeln!(out, "  {}: {}", shown(&launch.source), launch.reason);
        }
    }
}

fn line(out: &mut String, row: &Row) {
    let change =
        row.ratio.map_or_else(|| "new".to_owned(), |ratio| format!("{:+.1} %", 100.0 * (ratio - 1.0)));
    let _ = writeln!(
        out,
        "  {:<42} {:>10} → {:>10} {:>9}",
        fitted(&row.name, 42),
        time(row.before_ns),
        time(row.after_ns),
        change
    );
}

fn show(out: &mut String, row: &Row) {
    line(out, row);
    let owner = row.owner.as_deref().map_or(String::new(), |owner| format!(", {owner}"));
    let module = row.module.as_deref().unwrap_or("module unknown");
    let bound = |bound: Option<f64>| bound.map_or_else(|| "?".to_owned(), time);
    let _ = writeln!(
        out,
        "    {} in {} · {} to {} · p {:.1e}",
        row.kind,
        fitted(&format!("{module}{owner}"), 40),
        bound(row.interval_ns[0]),
        bound(row.interval_ns[1]),
        row.p_adjusted
    );
    if let (Some(before), Some(after)) = (row.calls_before, row.calls_after) {
        let _ = writeln!(out, "    calls {before} → {after}");
    }
    if let Some(from) = &row.moved_from {
        let _ = writeln!(out, "    moved from {}", fitted(from, 60));
    }
}
