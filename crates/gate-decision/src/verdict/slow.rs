//! More slow launches as a finding: a method's that is slow in some of them, or the launch's where nothing else explains what they cost.

use gate_launches::Ns;
use gate_stats::{basic, levels};

use super::whole::launch;
use super::{Finding, FindingKind, pass};
use crate::compare::{Call, Comparison, Judged, Slow};

pub(super) fn findings(comparison: &Comparison, findings: &[Finding]) -> Vec<Finding> {
    let (of_launch, of_rows) = levels::of_slow(comparison.common.relabelled, comparison.slow_rows.is_some());
    let by_row = comparison.slow_rows.iter().flatten().filter_map(|(subject, slow)| {
        let row = comparison.rows.iter().find(|judged| judged.row.subject == *subject)?;
        found(row, slow, of_rows, comparison).filter(|_| pass::told(row, findings) <= 0.0)
    });
    let by_row: Vec<Finding> = by_row.collect();
    let by_launch = launch(comparison).and_then(|whole| {
        let found = found(whole, &comparison.slow, of_launch, comparison)?;
        let failing = findings.iter().chain(&by_row).filter(|finding| finding.fails());
        let told: f64 = failing.map(Finding::change).sum();
        let is_told = findings.iter().any(|finding| finding.subject().is_launch());
        (!is_told && told < 0.5 * found.change()).then_some(found)
    });
    by_row.into_iter().chain(by_launch).collect()
}

/// The row as a finding, if its slow launches are beyond its share of the level.
fn found(row: &Judged, slow: &Slow, share: f64, comparison: &Comparison) -> Option<Finding> {
    let p_adjusted = (slow.p / share).min(1.0);
    let (base, head) = (basic::mean(&row.values.base), basic::mean(&row.values.head));
    if p_adjusted > comparison.level || head <= base {
        return None;
    }
    let mut judged = row.clone();
    // The mean of all launches is what they cost; how far that is from chance the test says, and no interval.
    (judged.result.base, judged.result.head, judged.result.ratio) = (base, head, head / base);
    judged.result.ratio_interval = (f64::NAN, f64::NAN);
    judged.result.change_interval = (f64::NAN, f64::NAN);
    (judged.result.p, judged.result.p_adjusted, judged.result.call) = (slow.p, p_adjusted, Call::Finding);
    let (launches, (old, new), beyond) = (slow.launches, slow.of, Ns(slow.beyond));
    let told = if row.row.subject.is_launch() {
        format!(
            "{launches} of {new} launches took more than {beyond}, which none of the {old} of the base did"
        )
    } else {
        format!(
            "took more than {beyond} in {launches} of {new} launches, and in none of the {old} of the base"
        )
    };
    Some(Finding { told: Some(told), ..Finding::new(FindingKind::SlowLaunches, &judged) })
}
