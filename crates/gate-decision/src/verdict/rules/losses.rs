//! Judges lost launches, as a finding or as a reason against a pass.

use gate_stats::levels;

use crate::amount::{Sides, Unit};
use crate::compare::Comparison;
use crate::reason::Reason;
use crate::verdict::evidence::{Evidence, Losses};
use crate::verdict::fresh::{FreshRow, growth};
use crate::verdict::whole::launch;
use crate::verdict::{Finding, FindingKind};

/// A head that loses at least this many launches more than its base does not pass, even if the test finds no significant difference.
const MORE: f64 = 3.0;

pub(crate) fn finding(comparison: &Comparison) -> Option<Finding> {
    let judged = launch(comparison)?;
    let launches = comparison.lost;
    let share = levels::LOST.share(comparison.common.by_permutation);
    let p_adjusted = (launches.p() / share).min(1.0);
    if p_adjusted > comparison.level {
        return None;
    }
    let lost = Sides { base: launches.base.lost as f64, head: launches.head.lost as f64 };
    let evidence = Evidence::Losses(Losses { launches, p_adjusted });
    let (row, levels) = (judged.row.clone(), lost.in_unit(Unit::Launches));
    Some(Finding::with_evidence(FindingKind::LostLaunches, row, levels, &judged.values, evidence))
}

/// Returns the reason against a pass if the head lost more launches than its base although the test found no difference.
pub(super) fn blocking_reason(comparison: &Comparison, findings: &[Finding]) -> Option<Reason> {
    let is_reported = findings.iter().any(|finding| finding.kind == FindingKind::LostLaunches);
    let blocks = !is_reported && comparison.lost.more() >= MORE;
    blocks.then_some(Reason::LostLaunches { launches: comparison.lost })
}

pub(super) fn confirm(fresh: &Comparison) -> FreshRow {
    FreshRow { growth: launch(fresh).map(growth), p: fresh.lost.p() }
}
