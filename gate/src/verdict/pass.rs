//! What a pass needs to be shown, and was not.
//!
//! - The launch and its phases: the upper 95 % limit of their growth is below what matters, and the floor as it is set.
//! - Any other row only where the upper limit of its growth, in nanoseconds, exceeds what matters of the launch.
//! - Critical methods, modules and pages: their own growth below what matters of themselves, and their floor.
//!
//! What somebody accepted, what the settings only want shown, and what findings tell of already is no growth that could hide.
//! Berger and Hsu (1996): to show several limits at once, each is shown at the whole level.

use super::whole::launch;
use super::{Finding, FindingKind, is_method};
use crate::compare::{Comparison, Judged};
use crate::config::Config;
use crate::launches::Ns;
use crate::stats::plan;

/// Why the answer is not a pass although nothing fails, and about how many more launches would show that it is one.
pub(super) fn open(
    comparison: &Comparison,
    findings: &[Finding],
    config: &Config,
) -> (Vec<String>, Option<usize>) {
    let matters = config.gate.matters;
    let of_launch = launch(comparison).map_or(f64::INFINITY, |launch| matters * launch.result.base);
    let mut open: Vec<Open<'_>> = Vec::new();
    for judged in &comparison.wholes {
        if judged.row.rule.critical && !judged.row.rule.advisory {
            // The floor as it is set: that in force may be a small share of it.
            let most = matters * judged.result.base + judged.row.rule.limits.set_floor.0;
            open.extend(hidden(judged, findings, most));
        }
    }
    for judged in comparison.rows.iter().chain(&comparison.modules) {
        let rule = &judged.row.rule;
        if !rule.advisory {
            let own = matters.max(rule.limits.effect) * judged.result.base + rule.limits.floor.0;
            // What phases spend outside of methods is a part of them: the phase itself is what is critical.
            let critical = rule.critical && !judged.row.subject.is_outside();
            let most = if critical { own } else { of_launch };
            open.extend(hidden(judged, findings, most));
        }
    }
    open.sort_by(|a, b| {
        b.could.total_cmp(&a.could).then_with(|| a.judged.row.subject.cmp(&b.judged.row.subject))
    });
    let more = more_launches(&open, comparison.counted.1);
    (open.into_iter().map(|open| said(open.could, open.judged)).collect(), more)
}

/// A row that may hide more than it may.
struct Open<'a> {
    judged: &'a Judged,
    /// What it could have grown by unseen.
    could: f64,
    /// What it may grow by, with what findings tell already.
    most: f64,
}

/// What a row may have grown by unseen, if that is more than it may.
fn hidden<'a>(judged: &'a Judged, findings: &[Finding], most: f64) -> Option<Open<'a>> {
    let told = told(judged, findings);
    let could = judged.result.upper - told;
    (could >= most && could > 0.0).then_some(Open { judged, could, most: most + told })
}

/// As many as the row needs that needs most; none if there is a row that launches alone do not decide, or a number that nobody waits for.
fn more_launches(open: &[Open<'_>], launches: usize) -> Option<usize> {
    const MOST: f64 = 500.0;
    let mut times = 1.0_f64;
    for row in open {
        times = times.max(plan::times(&row.judged.result, row.most)?);
    }
    let more = ((times - 1.0) * launches as f64).ceil();
    (1.0..=MOST).contains(&more).then_some(more as usize)
}

/// What findings tell of a row's growth already.
fn told(whole: &Judged, findings: &[Finding]) -> f64 {
    let (subject, module) = (&whole.row.subject, &whole.row.module);
    let is_part = |part: &Judged| match (subject.module(), part.row.subject.module()) {
        (Some(name), _) => part.row.module.as_ref() == Some(name),
        // A new module tells of all its methods.
        (_, Some(name)) if is_method(whole) => module.as_ref() == Some(name),
        _ => !is_method(whole) || part.row.subject == *subject,
    };
    let is_told = |finding: &&Finding| {
        let of_own = matches!(
            finding.kind,
            FindingKind::Slower
                | FindingKind::New
                | FindingKind::NewModule
                | FindingKind::Calls
                | FindingKind::Phase
                | FindingKind::Moved
                | FindingKind::Drift
        );
        of_own || finding.accepted.is_some() || finding.advisory
    };
    let of_time = |finding: &&Finding| !finding.is_of_calls_alone() && finding.counted.is_none();
    let parts = findings.iter().filter(of_time).filter(is_told);
    parts.map(|finding| &finding.judged).filter(|part| is_part(part)).map(Judged::change).sum()
}

fn said(could: f64, judged: &Judged) -> String {
    let before = judged.result.base;
    let share = if before > 0.0 { format!("{:.1} %", 100.0 * could / before) } else { Ns(could).to_string() };
    format!(
        "a slowdown of {} by {share} could go undetected; record more launches, or on more days",
        judged.row.subject
    )
}
