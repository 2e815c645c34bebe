//! Decides whether an answer is a pass, and finds the growth that the launches should exclude for a pass but do not. A pass requires:
//!
//! - The launch and its phases: the upper 95 % limit of their growth is below the smallest relevant growth (`matters`) plus the floor in
//!   the settings. If the launch or a phase varies too much for this limit, the limit applies to the part of the launch that can be judged
//!   (`gate_stats::pass`), which must be most of the launch. Rows outside this part are reported by name.
//! - Slow launches: the head does not have more slow launches than the base, neither in the launch nor in the judged part.
//! - Critical methods, modules, pages and spans: the growth of each is below the share `matters` of its own cost, plus its floor.
//! - Methods: at least half of the time of methods is in methods whose growth the test would find if they took twice as long.
//! - Lost launches: the head loses fewer than three launches more than the base.
//!
//! Growth does not count as hidden if a person accepted it, if the settings make it advisory, or if a finding reports it. A pass requires
//! that all limits hold, so each limit is tested at the whole significance level (Berger and Hsu 1996).

use gate_config::Config;
use gate_stats::{sample_size, tuned};

use super::rules;
use super::whole::{growth_covered, launch_row};
use super::{Finding, is_method};
use crate::amount::Amount;
use crate::compare::{Comparison, ComparisonMode, JudgedRow, RowClass};
use crate::reason::{Reason, RelativeGrowth, RowGrowth, VariableRow};
use crate::subject::Subject;

/// The largest number of excluded rows that a report of a pass names.
const MOST_NAMED_ROWS: usize = 5;

/// The result of checking whether an answer is a pass.
pub(super) struct PassCheck {
    /// The reasons against a pass.
    pub(super) open: Vec<Reason>,
    /// Approximate number of additional launches that would make the answer a pass; `None` if more launches are not enough.
    pub(super) more_launches: Option<usize>,
    /// The reason that names the rows that a pass does not include, since they vary too much.
    pub(super) without: Option<Reason>,
    /// The upper limit of the launch's growth, on which the answer depends; `None` if the launches give no finite limit.
    pub(super) limit: Option<RelativeGrowth>,
}

pub(super) fn check_pass(comparison: &Comparison, findings: &[Finding], config: &Config) -> PassCheck {
    let matters = config.gate.matters;
    let critical = critical_rows(comparison, findings, matters);
    let wholes = critical_wholes(comparison, findings, matters);
    let part = open_part(comparison, findings, matters);
    let by_part = part.is_none() && !wholes.is_empty();
    let limit = launch_limit(comparison, findings, wholes.is_empty());
    let mut open = rules::blocking_reasons(comparison, findings);
    let mut decides_by_launches = open.is_empty();
    let fails = |subject: &Subject| findings.iter().any(|one| one.fails() && one.subject() == subject);
    let mut times = Some(1.0);
    if let (Some(part), false) = (part, wholes.is_empty()) {
        times = launches_factor_for_launch(comparison, &wholes, &part);
        // If a failing finding already reports the growth of the launch, the growth is not a further reason.
        if !launch_row(comparison).is_some_and(|launch| fails(&launch.row.subject)) {
            open.push(part.reason);
        }
    }
    times = times.zip(largest_factor(&critical)).map(|(a, b)| a.max(b));
    let unreported = critical.iter().filter(|row| !fails(&row.judged.row.subject));
    open.extend(unreported.map(UnboundedRow::reason));
    if let Some(reason) = methods_undetectable(comparison, config) {
        open.push(reason);
        decides_by_launches = false;
    }
    let times = times.filter(|_| decides_by_launches);
    PassCheck {
        open,
        more_launches: times.and_then(|times| more_launches(times, comparison.admitted.head)),
        without: judged_without(comparison).filter(|_| by_part && comparison.part.judged.represents_launch()),
        limit,
    }
}

/// Returns the upper limit of the growth of the launch that findings do not report. `by_wholes` is whether the limits of the launch and its
/// phases are small enough for a pass. If they are not, the limit of the judged part decides.
fn launch_limit(comparison: &Comparison, findings: &[Finding], by_wholes: bool) -> Option<RelativeGrowth> {
    let launch = launch_row(comparison)?;
    let part = &comparison.part.judged;
    let (upper, of) = if by_wholes || !part.represents_launch() {
        (launch.result.upper, launch.result.base)
    } else {
        (part.upper, part.launch)
    };
    let limit = upper - growth_covered(launch, findings);
    (limit.is_finite() && of > 0.0).then(|| relative_growth(limit, of))
}

/// Returns the critical methods, modules, pages and spans in which more than the smallest relevant growth could be hidden, those that could
/// hide most first.
fn critical_rows<'a>(
    comparison: &'a Comparison,
    findings: &[Finding],
    matters: f64,
) -> Vec<UnboundedRow<'a>> {
    let mut critical: Vec<UnboundedRow<'_>> = Vec::new();
    let more = comparison.auxiliary.iter().filter(|judged| {
        let subject = &judged.row.subject;
        subject.is_page() || subject.is_span()
    });
    for judged in comparison.rows.iter().chain(&comparison.modules).chain(more) {
        let rule = &judged.row.rule;
        // The settings mark a whole phase as critical, so the phase's time outside methods is skipped.
        if rule.critical && !rule.advisory && !judged.row.subject.is_outside() {
            let most = matters.max(rule.limits.effect) * judged.result.base + rule.limits.floor.0;
            critical.extend(UnboundedRow::find(judged, findings, most));
        }
    }
    critical.sort_by(|a, b| {
        b.hidden.total_cmp(&a.hidden).then_with(|| a.judged.row.subject.cmp(&b.judged.row.subject))
    });
    critical
}

/// Returns those rows of the launch and its phases that are critical and in which more than the smallest relevant growth could be hidden.
fn critical_wholes<'a>(
    comparison: &'a Comparison,
    findings: &[Finding],
    matters: f64,
) -> Vec<UnboundedRow<'a>> {
    let is_critical = |judged: &&JudgedRow| judged.row.rule.critical && !judged.row.rule.advisory;
    let wholes = comparison.wholes.iter().filter(is_critical).filter_map(|judged| {
        // The limit contains the floor of the settings, since the floor of this judgement may be much smaller.
        let most = matters * judged.result.base + judged.row.rule.limits.set_floor.0;
        UnboundedRow::find(judged, findings, most)
    });
    wholes.collect()
}

/// Returns the factor by which the number of launches must be multiplied to exclude growth of the launch, either as a whole or in its
/// judged part.
fn launches_factor_for_launch(
    comparison: &Comparison,
    wholes: &[UnboundedRow<'_>],
    part: &OpenPart,
) -> Option<f64> {
    match (largest_factor(wholes), part.times) {
        (Some(a), Some(b)) => Some(a.min(b)),
        // If the launches of the base vary too much among themselves, the factor cannot be predicted.
        (a, b) if comparison.mode == ComparisonMode::Blocks || comparison.part.judged.represents_launch() => {
            a.or(b)
        }
        _ => None,
    }
}

/// A row in which too much growth could be hidden.
struct UnboundedRow<'a> {
    judged: &'a JudgedRow,
    /// The growth that could be hidden in the row.
    hidden: f64,
    /// The growth that a pass allows to be hidden in the row, plus the growth that findings already report.
    most: f64,
}

impl<'a> UnboundedRow<'a> {
    /// Returns the row if more growth than `most` could be hidden in it.
    fn find(judged: &'a JudgedRow, findings: &[Finding], most: f64) -> Option<UnboundedRow<'a>> {
        let covered = growth_covered(judged, findings);
        let hidden = judged.result.upper - covered;
        (hidden >= most && hidden > 0.0).then_some(UnboundedRow { judged, hidden, most: most + covered })
    }

    fn reason(&self) -> Reason {
        let limit = relative_growth(self.hidden, self.judged.result.base);
        Reason::GrowthUndetectable { subject: self.judged.row.subject.clone(), limit }
    }
}

/// A reason against a pass: the launches do not exclude relevant growth of the judged part of the launch.
struct OpenPart {
    reason: Reason,
    /// The factor by which the number of launches must be multiplied to exclude the growth.
    times: Option<f64>,
}

fn open_part(comparison: &Comparison, findings: &[Finding], matters: f64) -> Option<OpenPart> {
    let part = &comparison.part.judged;
    let covered = launch_row(comparison).map_or(0.0, |launch| growth_covered(launch, findings));
    let most = matters * part.launch + covered;
    // If too small a part of the launch can be judged, no row is excluded, and `upper` is the limit for the whole launch. The limit may
    // still be below the smallest relevant growth.
    if !part.represents_launch() && part.upper >= most {
        let rows = comparison.part.excluded_rows.iter().take(3).cloned().collect();
        return Some(OpenPart { reason: Reason::LaunchTooVariable { rows }, times: None });
    }
    if part.upper < most {
        return None;
    }
    let limit = relative_growth(part.upper - covered, part.launch);
    let growth = part.growth - covered;
    // Growth that a report would show as 0.0 % of the launch does not count as growth.
    let reason = if growth >= 0.0005 * part.launch {
        let mostly = row_with_most(comparison, growth);
        Reason::LaunchSeemsSlower { growth: relative_growth(growth, part.launch), limit, mostly }
    } else {
        Reason::GrowthUndetectable { subject: Subject::Launch, limit }
    };
    Some(OpenPart { reason, times: part.launch_factor(most) })
}

/// Returns the row whose own growth is between half of `growth` and all of it, if there is such a row among the rows that are no findings.
fn row_with_most(comparison: &Comparison, growth: f64) -> Option<RowGrowth> {
    let is_open = |judged: &&JudgedRow| !judged.row.rule.advisory && judged.result.class != RowClass::Finding;
    let rows = comparison.rows.iter().filter(is_open);
    let most = rows.max_by(|a, b| a.change().total_cmp(&b.change()))?;
    (0.5 * growth..=growth)
        .contains(&most.change())
        .then(|| RowGrowth { subject: most.row.subject.clone(), growth: Amount::from_ns(most.change()) })
}

fn relative_growth(growth: f64, of: f64) -> RelativeGrowth {
    RelativeGrowth { growth: Amount::from_ns(growth), of: Amount::from_ns(of) }
}

/// Returns the reason that names the rows that a pass does not include.
fn judged_without(comparison: &Comparison) -> Option<Reason> {
    let left_out = &comparison.part.excluded_rows;
    let rows: Vec<VariableRow> = left_out.iter().take(MOST_NAMED_ROWS).cloned().collect();
    let more = left_out.len().saturating_sub(MOST_NAMED_ROWS);
    (!rows.is_empty()).then_some(Reason::JudgedWithout { rows, more })
}

/// Returns a reason against a pass if the launches are so few that methods with most of the time could take twice as long without being
/// found.
fn methods_undetectable(comparison: &Comparison, config: &Config) -> Option<Reason> {
    // With this number of launches of each build, methods are judged by a t test. With at most ten launches of both builds together,
    // hundreds of methods are judged by a permutation test, whose p-values cannot be smaller than 1/252.
    const NEEDED: usize = 8;
    let least = config.gate.fail_from * launch_row(comparison)?.result.base;
    // Methods with smaller shares are skipped: if such a method took twice as long, its finding would be advisory at most.
    let methods = comparison
        .rows
        .iter()
        .filter(|judged| is_method(judged) && !judged.row.rule.advisory && judged.result.base >= least);
    let (mut undetectable, mut all, mut count) = (0.0, 0.0, 0);
    for judged in methods {
        let cost = judged.result.base;
        all += cost;
        count += 1;
        undetectable += if judged.result.could_hide > 1.0 { cost } else { 0.0 };
    }
    // This reason is given only for few launches. With more launches, noise hides the growth, and further launches may not help.
    (comparison.common.by_permutation && undetectable > 0.5 * all).then_some(Reason::MethodsUndetectable {
        launches: comparison.admitted,
        methods: count,
        needed: NEEDED,
    })
}

/// Returns the factor by which the number of launches must be multiplied to exclude the growth of all these rows; `None` if more launches
/// are not enough.
fn largest_factor(open: &[UnboundedRow<'_>]) -> Option<f64> {
    let mut times = 1.0_f64;
    for row in open {
        let result = &row.judged.result;
        let of_launches = tuned::MORE_LAUNCHES * result.of_launches;
        times =
            times.max(sample_size::launch_factor(row.judged.change(), result.upper, of_launches, row.most)?);
    }
    Some(times)
}

/// Returns the number of launches to add, so that the number of launches is multiplied by `times`; `None` unless 1 to 100 launches are to
/// be added.
pub fn more_launches(times: f64, launches: usize) -> Option<usize> {
    const MOST: f64 = 100.0;
    let more = ((times - 1.0) * launches as f64).ceil();
    (1.0..=MOST).contains(&more).then_some(more as usize)
}
