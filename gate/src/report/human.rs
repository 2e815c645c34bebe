//! The terminal's table, readable at 80 columns.

use std::fmt::Write as _;

use crate::compare::{Comparison, Judged, Mode};
use crate::verdict::{Answer, Finding, Verdict, name};

use super::text::{fitted, shown, time};
use super::{Outcome, Report};

/// At most so many suspects and excluded launches are listed; the JSON has all.
const LISTED: usize = 10;

/// The report as text.
pub fn human(report: &Report) -> String {
    let mut out = String::new();
    match &report.outcome {
        Outcome::Judged(comparison, verdict) => judged(&mut out, comparison, verdict),
        Outcome::Incomparable(differences) => {
            out += "INCOMPARABLE: the two sides were recorded under different conditions\n\n";
            for difference in differences {
                let _ = writeln!(out, "  {}", shown(&difference.to_string()));
            }
            out += "\nRecord both on the same device, system and settings.\n";
        }
        Outcome::TooFew(reason) => {
            let _ = writeln!(out, "UNDECIDED: {}\n\nRecord more launches.", shown(reason));
        }
    }
    for warning in &report.warnings {
        let _ = writeln!(out, "warning: {}", shown(warning));
    }
    out
}

fn judged(out: &mut String, comparison: &Comparison, verdict: &Verdict) {
    let failing = verdict.findings.iter().filter(|finding| finding.kind.fails()).count();
    let headline = match verdict.answer {
        Answer::Pass => "PASS: nothing became slower".to_owned(),
        Answer::Regressed => format!("REGRESSED: {failing} finding{}", if failing == 1 { "" } else { "s" }),
        Answer::Undecided => "UNDECIDED: no finding, and no proof that there is none".to_owned(),
    };
    let (before, after) = comparison.counted;
    let against = match comparison.mode {
        Mode::Blocks => "interleaved launches of the base".to_owned(),
        Mode::Sessions => format!("launches of {} baseline session(s)", comparison.sessions),
    };
    let _ = writeln!(out, "{headline}\n{after} launches against {before} {against}\n");
    for whole in &comparison.wholes {
        line(out, &name(&whole.row.key), whole);
    }
    if !verdict.findings.is_empty() {
        out.push_str("\nFindings\n");
        for finding in &verdict.findings {
            show(out, finding, comparison);
        }
    }
    if !verdict.suspects.is_empty() {
        let _ = writeln!(out, "\nWorth a look ({}), not the reason of anything", verdict.suspects.len());
        for suspect in verdict.suspects.iter().take(LISTED) {
            line(out, &name(&suspect.row.key), suspect);
        }
    }
    if !verdict.reasons.is_empty() && verdict.answer != Answer::Regressed {
        out.push('\n');
        for reason in verdict.reasons.iter().take(LISTED) {
            let _ = writeln!(out, "  {}", shown(reason));
        }
    }
    if !comparison.excluded.is_empty() {
        let _ = writeln!(out, "\nLaunches that do not count ({})", comparison.excluded.len());
        for launch in comparison.excluded.iter().take(LISTED) {
            let _ = writeln!(out, "  {}: {}", shown(&launch.source.to_string()), launch.why.name());
        }
    }
}

fn line(out: &mut String, title: &str, judged: &Judged) {
    let result = &judged.result;
    let change = if result.ratio.is_finite() {
        format!("{:+.1} %", 100.0 * (result.ratio - 1.0))
    } else {
        "new".to_owned()
    };
    let _ = writeln!(
        out,
        "  {:<42} {:>10} → {:>10} {:>9}",
        fitted(title, 42),
        time(result.before),
        time(result.after),
        change
    );
}

fn show(out: &mut String, finding: &Finding, comparison: &Comparison) {
    let Some(judged) = &finding.judged else {
        let drift = comparison.drift;
        let _ = writeln!(
            out,
            "  everything, {:+.1} % ({:+.1} to {:+.1} %)",
            100.0 * (drift.ratio - 1.0),
            100.0 * (drift.interval.0 - 1.0),
            100.0 * (drift.interval.1 - 1.0)
        );
        return;
    };
    line(out, &name(&judged.row.key), judged);
    let owner = judged.row.owner.as_deref().map_or(String::new(), |owner| format!(", {owner}"));
    let module = judged.row.module.as_deref().unwrap_or("module unknown");
    let (low, high) = judged.result.change_interval;
    let _ = writeln!(
        out,
        "    {} in {} · {} to {} · p {:.1e}",
        finding.kind.name(),
        fitted(&format!("{module}{owner}"), 40),
        time(low),
        time(high),
        judged.result.p_adjusted
    );
    if let Some((before, after)) = judged.calls {
        let _ = writeln!(out, "    calls {before} → {after}");
    }
    if let Some(from) = &finding.moved_from {
        let _ = writeln!(out, "    moved from {}", fitted(from, 60));
    }
}
