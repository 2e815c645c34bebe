//! What a pass needs to be shown, and was not.
//!
//! - The launch and its phases: the upper 95 % limit of their growth is below what matters, and the floor as it is set.
//! - Any other row only where the upper limit of its growth, in nanoseconds, exceeds what matters of the launch.
//! - Critical methods, modules and pages: their own growth below what matters of themselves, and their floor.
//!
//! What somebody accepted, what the settings only want shown, and what findings tell of already is no growth that could hide.
//! Berger and Hsu (1996): to show several limits at once, each is shown at the whole level.

use super::whole::launch;
use super::{Finding, FindingKind, is_method, name};
use crate::compare::{Comparison, Judged, RowKey};
use crate::config::Config;

/// Why the answer is not a pass although nothing fails.
pub(super) fn open(comparison: &Comparison, findings: &[Finding], config: &Config) -> Vec<String> {
    let matters = config.gate.matters;
    let of_launch = launch(comparison).map_or(f64::INFINITY, |launch| matters * launch.result.base);
    let mut open: Vec<(f64, &Judged)> = Vec::new();
    for judged in &comparison.wholes {
        if judged.row.rule.critical && !judged.row.rule.advisory {
            // The floor as it is set: that of findings may be a small share of it.
            let floor = judged.row.rule.floor.0.max(config.gate.floor.0);
            let most = matters * judged.result.base + floor;
            open.extend(hidden(judged, findings, most));
        }
    }
    for judged in comparison.rows.iter().chain(&comparison.modules) {
        let rule = &judged.row.rule;
        if !rule.advisory {
            let own = matters.max(rule.effect) * judged.result.base + rule.floor.0;
            // What phases spend outside of methods is a part of them: the phase itself is what is critical.
            let critical = rule.critical && !matches!(judged.row.key, RowKey::Outside(_));
            let most = if critical { own } else { of_launch };
            open.extend(hidden(judged, findings, most));
        }
    }
    open.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.row.key.cmp(&b.1.row.key)));
    open.into_iter().map(|(could, judged)| said(could, judged)).collect()
}

/// What a row may have grown by unseen, if that is more than it may.
fn hidden<'a>(judged: &'a Judged, findings: &[Finding], most: f64) -> Option<(f64, &'a Judged)> {
    let could = judged.result.upper - told(judged, findings);
    (could >= most && could > 0.0).then_some((could, judged))
}

/// What findings tell of a row's growth already.
fn told(whole: &Judged, findings: &[Finding]) -> f64 {
    let is_part = |part: &Judged| match (&whole.row.key, &part.row.key) {
        (RowKey::Module(name), _) => part.row.module.as_ref() == Some(name),
        // A new module tells of all its methods.
        (_, RowKey::Module(name)) if is_method(whole) => whole.row.module.as_ref() == Some(name),
        (key, of) => !is_method(whole) || of == key,
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
    let parts = findings.iter().filter(is_told);
    parts.filter_map(|finding| finding.judged.as_ref().filter(|part| is_part(part))).map(Judged::change).sum()
}

fn said(could: f64, judged: &Judged) -> String {
    let before = judged.result.base;
    let share = if before > 0.0 {
        format!("{:.1} %", 100.0 * could / before)
    } else {
        format!("{:.2} ms", could / 1e6)
    };
    format!("{} could be slower by {share}: more launches or days would show it", name(&judged.row.key))
}
