//! The launch and its phases as findings: growth of everything is one, and growth that no row explains is told by the whole.

use gate_config::Config;
use gate_stats::levels;

use super::evidence::Evidence;
use super::{Finding, FindingKind, is_method};
use crate::amount::Unit;
use crate::compare::{Call, Comparison, Judged};

/// The one finding where everything grew: the launch did and so did most rows, or all rows agree on a growth that chance does not explain.
pub(super) fn finding(comparison: &Comparison, config: &Config) -> Option<Finding> {
    let launch = launch(comparison)?;
    let judged: Vec<&Judged> = comparison
        .rows
        .iter()
        .filter(|judged| judged.result.base > 0.0 && !judged.row.rule.advisory)
        .collect();
    let found = judged.iter().filter(|judged| judged.result.call == Call::Finding).count();
    let most = launch.result.call == Call::Finding && 2 * found > judged.len();
    let alike = comparison.common.grew(config.gate.effect);
    let by_common = alike && launch.result.call != Call::Finding;
    (most || alike).then(|| {
        let launch = if by_common { &of_common(launch, comparison, config.gate.effect) } else { launch };
        Finding::new(FindingKind::Drift, launch)
    })
}

/// The launch as what rows have in common says it grew: where that decided, its growth, interval and chance are told, and not those of the
/// launch's own time.
fn of_common(launch: &Judged, comparison: &Comparison, effect: f64) -> Judged {
    let common = &comparison.common;
    let mut judged = launch.clone();
    let result = &mut judged.result;
    let (p, half) = common.test(effect, CONFIDENCE);
    let ratio = |growth: f64| growth.exp();
    result.ratio = ratio(common.growth);
    result.head = result.base * result.ratio;
    result.ratio_interval = (ratio(common.growth - half), ratio(common.growth + half));
    let change = |ratio: f64| result.base * (ratio - 1.0);
    result.change_interval = (change(result.ratio_interval.0), change(result.ratio_interval.1));
    (result.p, result.call) = (p, Call::Finding);
    result.p_adjusted = (p / levels::COMMON.share(common.relabelled)).min(1.0);
    judged
}

/// The coverage of intervals that are told.
const CONFIDENCE: f64 = 0.95;

/// The launch, or else its phases, where less than half of their growth is told by other findings.
pub(super) fn unexplained(comparison: &Comparison, findings: &[Finding]) -> Vec<Finding> {
    let sum = |counts: &dyn Fn(&Finding) -> bool| -> f64 {
        findings.iter().filter(|finding| counts(finding)).map(Finding::change).sum()
    };
    // What moved may have come from another phase, and never from outside of the launch.
    let (of_phase, of_launch) = (sum(&|_| true), sum(&|finding| finding.kind != FindingKind::Moved));
    let found = |judged: &&Judged| {
        let told = if judged.row.subject.is_launch() { of_launch } else { of_phase };
        judged.result.call == Call::Finding && told < 0.5 * judged.change()
    };
    let all: Vec<&Judged> = comparison.wholes.iter().filter(found).collect();
    let launch = all.iter().find(|judged| judged.row.subject.is_launch());
    let shown = launch.map_or(all.clone(), |launch| vec![*launch]);
    let kind = |judged: &Judged| {
        if judged.row.subject.is_launch() { FindingKind::Drift } else { FindingKind::Phase }
    };
    shown.into_iter().map(|judged| Finding::new(kind(judged), judged)).collect()
}

pub(super) fn launch(comparison: &Comparison) -> Option<&Judged> {
    comparison.wholes.iter().find(|judged| judged.row.subject.is_launch())
}

/// Returns the growth of a row that findings report already.
pub(super) fn growth_covered(whole: &Judged, findings: &[Finding]) -> f64 {
    let (subject, module) = (&whole.row.subject, &whole.row.module);
    let is_part = |part: &Finding| match (subject.module(), part.subject().module()) {
        (Some(name), _) => part.row.module.as_ref() == Some(name),
        // A new module reports all its methods.
        (_, Some(name)) if is_method(whole) => module.as_ref() == Some(name),
        _ => !is_method(whole) || part.subject() == subject,
    };
    let covering = findings.iter().filter(|finding| covers_growth(finding) && is_part(finding));
    covering.map(Finding::change).sum()
}

/// Whether the time by which a finding's row grew cannot be hidden any more.
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
    is_time && (is_reported || finding.accepted().is_some() || finding.advisory().is_some())
}
