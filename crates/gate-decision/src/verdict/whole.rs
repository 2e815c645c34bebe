//! Makes findings of the whole launch and its phases. If all rows grew, one finding of the launch reports the common growth. Otherwise the
//! launch or a phase is a finding if the findings of rows do not explain its growth.

use gate_config::Config;
use gate_stats::levels;

use super::evidence::Evidence;
use super::{Finding, FindingKind, is_method};
use crate::amount::Unit;
use crate::compare::{Comparison, JudgedRow, RowClass};

/// Returns the finding that everything is slower, if the launch and most rows grew, or if all rows agree on a growth that chance does not
/// explain.
pub(super) fn find_everything_slower(comparison: &Comparison, config: &Config) -> Option<Finding> {
    let launch = launch_row(comparison)?;
    let judged: Vec<&JudgedRow> = comparison
        .rows
        .iter()
        .filter(|judged| judged.result.base > 0.0 && !judged.row.rule.advisory)
        .collect();
    let found = judged.iter().filter(|judged| judged.result.class == RowClass::Finding).count();
    let most = launch.result.class == RowClass::Finding && 2 * found > judged.len();
    let alike = comparison.common.exceeds_limit(config.gate.effect);
    let by_common = alike && launch.result.class != RowClass::Finding;
    (most || alike).then(|| {
        let launch =
            if by_common { &with_common_growth(launch, comparison, config.gate.effect) } else { launch };
        Finding::new(FindingKind::Drift, launch)
    })
}

/// Returns the row of the launch with the growth that all rows have in common, and with the interval and the p-value of this growth. The
/// result is used for a finding that is based on all rows and not on the launch's own time.
fn with_common_growth(launch: &JudgedRow, comparison: &Comparison, effect: f64) -> JudgedRow {
    let common = &comparison.common;
    let mut judged = launch.clone();
    let result = &mut judged.result;
    let (p, half) = common.test_growth(effect, CONFIDENCE);
    let ratio = |growth: f64| growth.exp();
    result.ratio = ratio(common.growth);
    result.head = result.base * result.ratio;
    result.ratio_interval = (ratio(common.growth - half), ratio(common.growth + half));
    let change = |ratio: f64| result.base * (ratio - 1.0);
    result.change_interval = (change(result.ratio_interval.0), change(result.ratio_interval.1));
    (result.p, result.class) = (p, RowClass::Finding);
    result.p_adjusted = (p / levels::COMMON.share(common.by_permutation)).min(1.0);
    judged
}

/// The confidence level of reported intervals.
const CONFIDENCE: f64 = 0.95;

/// Returns a finding of the launch if the launch grew and other findings explain less than half of its growth. Otherwise returns a finding
/// of each phase that grew and whose growth other findings explain by less than half.
pub(super) fn find_unexplained_growth(comparison: &Comparison, findings: &[Finding]) -> Vec<Finding> {
    let all_growth: f64 = findings.iter().map(Finding::time_change).sum();
    // Moved cost may come from another phase, so it can explain the growth of a phase, but not the growth of the launch.
    let not_moved = findings.iter().filter(|finding| finding.kind != FindingKind::Moved);
    let launch_growth: f64 = not_moved.map(Finding::time_change).sum();
    let found = comparison.wholes.iter().filter(|judged| judged.result.class == RowClass::Finding);
    let unexplained = found.filter(|judged| {
        let reported = if judged.row.subject.is_launch() { launch_growth } else { all_growth };
        reported < 0.5 * judged.change()
    });
    let all: Vec<&JudgedRow> = unexplained.collect();
    let launch = all.iter().find(|judged| judged.row.subject.is_launch());
    let shown = launch.map_or(all.clone(), |launch| vec![*launch]);
    let kind = if launch.is_some() { FindingKind::Drift } else { FindingKind::Phase };
    shown.into_iter().map(|judged| Finding::new(kind, judged)).collect()
}

pub(super) fn launch_row(comparison: &Comparison) -> Option<&JudgedRow> {
    comparison.wholes.iter().find(|judged| judged.row.subject.is_launch())
}

/// Returns the growth of the row `whole` that findings already report, including findings of its parts.
pub(super) fn growth_covered(whole: &JudgedRow, findings: &[Finding]) -> f64 {
    let covering = findings.iter().filter(|finding| covers_growth(finding) && is_part(finding, whole));
    covering.map(Finding::time_change).sum()
}

/// Returns whether the row of a finding is the row `whole` or a part of it.
fn is_part(finding: &Finding, whole: &JudgedRow) -> bool {
    match (whole.row.subject.module(), finding.subject().module()) {
        (Some(name), _) => finding.row.module.as_ref() == Some(name),
        // The finding of a new module reports the growth of all its methods.
        (_, Some(name)) if is_method(whole) => whole.row.module.as_ref() == Some(name),
        _ => !is_method(whole) || *finding.subject() == whole.row.subject,
    }
}

/// Returns whether a finding reports the growth of its row's time, so that this growth does not count as hidden.
fn covers_growth(finding: &Finding) -> bool {
    let is_time = finding.levels.base.unit == Unit::Ns
        && !finding.is_of_calls_alone()
        && !matches!(finding.evidence, Evidence::Counter(_));
    let is_reported = matches!(
        finding.kind,
        FindingKind::Slower
            | FindingKind::New
            | FindingKind::NewModule
            | FindingKind::Calls
            | FindingKind::Phase
            | FindingKind::Moved
            | FindingKind::Drift
    ) || finding.kind == FindingKind::SlowLaunches && !finding.subject().is_launch();
    is_time && (is_reported || finding.acceptance().is_some() || finding.advisory_reason().is_some())
}
