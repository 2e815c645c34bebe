//! Launches that were lost, as a finding or as a reason against a pass.

use gate_stats::levels;

use super::whole::launch;
use super::{Finding, FindingKind};
use crate::compare::{Call, Comparison, LostLaunches};

/// A head that lost this many launches more than its base does not pass, whatever the test says.
const MORE: f64 = 3.0;

pub(super) fn finding(comparison: &Comparison) -> Option<Finding> {
    let mut judged = launch(comparison)?.clone();
    let p = comparison.lost.p();
    let p_adjusted = (p / levels::LOST.share(comparison.common.relabelled)).min(1.0);
    if p_adjusted > comparison.level {
        return None;
    }
    // What was lost has no time.
    let whole = judged.result.base;
    judged.result.head = whole;
    (judged.result.ratio, judged.result.ratio_interval) = (1.0, (f64::NAN, f64::NAN));
    judged.result.change_interval = (f64::NAN, f64::NAN);
    (judged.result.p, judged.result.p_adjusted, judged.result.call) = (p, p_adjusted, Call::Finding);
    Some(Finding { told: Some(said(&comparison.lost)), ..Finding::new(FindingKind::LostLaunches, &judged) })
}

/// Why the answer is no pass although the test finds nothing.
pub(super) fn open(comparison: &Comparison, findings: &[Finding]) -> Option<String> {
    let is_told = findings.iter().any(|finding| finding.kind == FindingKind::LostLaunches);
    (!is_told && comparison.lost.more() >= MORE)
        .then(|| format!("{}; look at their crash reports, or record again", said(&comparison.lost)))
}

fn said(lost: &LostLaunches) -> String {
    let LostLaunches { base, head } = lost;
    format!(
        "the app crashed or never came to a first frame in {} of {} launches, and in {} of {} of the base",
        head.lost, head.all, base.lost, base.all
    )
}
