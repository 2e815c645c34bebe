//! More slow launches as a finding: the launch's, where nothing else explains what they cost.

use super::whole::launch;
use super::{Finding, FindingKind};
use compare::{Call, Comparison};
use launches::Ns;
use stats::{basic, levels};

pub(super) fn finding(comparison: &Comparison, findings: &[Finding]) -> Option<Finding> {
    let mut judged = launch(comparison)?.clone();
    let slow = &comparison.slow;
    let p_adjusted = (slow.p / levels::SLOW.share(comparison.common.relabelled)).min(1.0);
    let values = &judged.values;
    let (base, head) = (basic::mean(&values.base), basic::mean(&values.head));
    let told: f64 = findings.iter().filter(|finding| finding.fails()).map(Finding::change).sum();
    let is_told = findings.iter().any(|finding| finding.subject().is_launch()) || told >= 0.5 * (head - base);
    if p_adjusted > comparison.level || is_told || head <= base {
        return None;
    }
    // The mean of all launches is what they cost; how far that is from chance the test says, and no interval.
    (judged.result.base, judged.result.head, judged.result.ratio) = (base, head, head / base);
    judged.result.ratio_interval = (f64::NAN, f64::NAN);
    judged.result.change_interval = (f64::NAN, f64::NAN);
    (judged.result.p, judged.result.p_adjusted, judged.result.call) = (slow.p, p_adjusted, Call::Finding);
    let told = format!(
        "{} of {} launches took more than {}, which none of the {} of the base did",
        slow.launches,
        slow.of.1,
        Ns(slow.beyond),
        slow.of.0
    );
    Some(Finding { told: Some(told), ..Finding::new(FindingKind::SlowLaunches, &judged) })
}
