//! Judges lost launches, as a finding or as a reason against a pass.

use gate_stats::levels;

use crate::amount::{Sides, Unit};
use crate::compare::Comparison;
use crate::reason::Reason;
use crate::verdict::evidence::{Evidence, LossEvidence};
use crate::verdict::fresh::{FreshRow, to_fresh_growth};
use crate::verdict::whole::launch_row;
use crate::verdict::{Finding, FindingKind};

/// A head that loses at least this many launches more than its base does not pass, even if the test finds no significant difference.
const MORE: f64 = 3.0;

pub(crate) fn find_lost_launches(comparison: &Comparison) -> Option<Finding> {
    let judged = launch_row(comparison)?;
    let launches = comparison.lost;
    let share = levels::LOST.share(comparison.common.by_permutation);
    let p_adjusted = (launches.p_value() / share).min(1.0);
    if p_adjusted > comparison.level {
        return None;
    }
    let lost = Sides { base: launches.base.lost as f64, head: launches.head.lost as f64 };
    let evidence = Evidence::Losses(LossEvidence { launches, p_adjusted });
    let (row, levels) = (judged.row.clone(), lost.in_unit(Unit::Launches));
    Some(Finding::with_evidence(FindingKind::LostLaunches, row, levels, &judged.values, evidence))
}

/// Returns the reason against a pass if the head lost more launches than its base although the test found no difference.
pub(super) fn blocking_reason(comparison: &Comparison, findings: &[Finding]) -> Option<Reason> {
    let is_reported = findings.iter().any(|finding| finding.kind == FindingKind::LostLaunches);
    let blocks = !is_reported && comparison.lost.additional_losses() >= MORE;
    blocks.then_some(Reason::LostLaunches { launches: comparison.lost })
}

pub(super) fn confirm(fresh: &Comparison) -> FreshRow {
    FreshRow { growth: launch_row(fresh).map(to_fresh_growth), p: fresh.lost.p_value() }
}
