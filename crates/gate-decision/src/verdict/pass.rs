//! The growth that a pass must exclude, and which of it is not excluded.
//!
//! - The launch and its phases: the upper 95 % limit of their growth is below what matters and the floor as it is set; or, where they
//!   vary too much for that, the part of the launch that can be judged (`stats::part`), if it is most of the launch. Rows outside of
//!   that part are named.
//! - Slow launches: the head has no more of them, in the launch and in the judged part.
//! - Critical methods, modules and pages: their own growth is below what matters of themselves, and their floor.
//! - Methods: one that takes twice as long would be found, among those that take most of the time of methods.
//! - Lost launches: the head loses fewer than three more than the base.
//!
//! Growth that a person accepted, that the settings only want shown, or that a finding reports cannot be hidden any more.
//! Berger and Hsu (1996): to show several limits at once, each is shown at the whole level.

use gate_config::Config;
use gate_stats::{sample_size, tuned};

use super::rules;
use super::whole::{growth_covered, launch};
use super::{Finding, is_method};
use crate::amount::Amount;
use crate::compare::{Call, Comparison, Judged, Mode};
use crate::reason::{Reason, RelativeGrowth, RowGrowth, VariableRow};
use crate::subject::Subject;

/// The largest number of named rows that a pass was judged without.
const NAMED: usize = 5;

/// The result of the check whether an answer is a pass.
pub(super) struct PassCheck {
    /// The reasons against a pass.
    pub(super) open: Vec<Reason>,
    /// Approximate number of launches that would make the answer a pass, if launches alone would.
    pub(super) more_launches: Option<usize>,
    /// The rows that a pass does not include.
    pub(super) without: Option<Reason>,
}

pub(super) fn check(comparison: &Comparison, findings: &[Finding], config: &Config) -> PassCheck {
    let matters = config.gate.matters;
    let critical = critical_rows(comparison, findings, matters);
    let wholes = critical_wholes(comparison, findings, matters);
    let part = open_part(comparison, findings, matters);
    let by_part = part.is_none() && !wholes.is_empty();
    let mut open = rules::blocking_reasons(comparison, findings);
    let mut decides_by_launches = open.is_empty();
    let fails = |subject: &Subject| findings.iter().any(|one| one.fails() && one.subject() == subject);
    let mut times = Some(1.0);
    if let (Some(part), false) = (part, wholes.is_empty()) {
        times = times_for_launch(comparison, &wholes, &part);
        // Growth that a failing finding reports cannot go undetected.
        if !launch(comparison).is_some_and(|launch| fails(&launch.row.subject)) {
            open.push(part.reason);
        }
    }
    times = times.zip(most_times(&critical)).map(|(a, b)| a.max(b));
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
        without: judged_without(comparison).filter(|_| by_part && comparison.part.judged.is_enough()),
    }
}

/// Returns the critical methods, modules and pages that may hide more growth than matters, those that may hide most first.
fn critical_rows<'a>(
    comparison: &'a Comparison,
    findings: &[Finding],
    matters: f64,
) -> Vec<UnboundedRow<'a>> {
    let mut critical: Vec<UnboundedRow<'_>> = Vec::new();
    for judged in comparison.rows.iter().chain(&comparison.modules) {
        let rule = &judged.row.rule;
        // The time of a phase outside of methods is a part of the phase, which is what is critical.
        if rule.critical && !rule.advisory && !judged.row.subject.is_outside() {
            let most = matters.max(rule.limits.effect) * judged.result.base + rule.limits.floor.0;
            critical.extend(UnboundedRow::find(judged, findings, most));
        }
    }
    critical.sort_by(|a, b| {
        b.could.total_cmp(&a.could).then_with(|| a.judged.row.subject.cmp(&b.judged.row.subject))
    });
    critical
}

/// Returns the launch and its phases, if they may hide more growth than matters.
fn critical_wholes<'a>(
    comparison: &'a Comparison,
    findings: &[Finding],
    matters: f64,
) -> Vec<UnboundedRow<'a>> {
    let is_critical = |judged: &&Judged| judged.row.rule.critical && !judged.row.rule.advisory;
    let wholes = comparison.wholes.iter().filter(is_critical).filter_map(|judged| {
        // The floor as it is set: that in force may be a small share of it.
        let most = matters * judged.result.base + judged.row.rule.limits.set_floor.0;
        UnboundedRow::find(judged, findings, most)
    });
    wholes.collect()
}

/// Returns how many times the launches would show the launch, as a whole or by its judged part.
fn times_for_launch(comparison: &Comparison, wholes: &[UnboundedRow<'_>], part: &OpenPart) -> Option<f64> {
    match (most_times(wholes), part.times) {
        (Some(a), Some(b)) => Some(a.min(b)),
        // The number cannot be predicted where the base's own launches vary too much.
        (a, b) if comparison.mode == Mode::Blocks || comparison.part.judged.is_enough() => a.or(b),
        _ => None,
    }
}

/// A row whose growth is not shown to be small enough.
struct UnboundedRow<'a> {
    judged: &'a Judged,
    /// The growth that could go undetected.
    could: f64,
    /// The growth that may go undetected, and the growth that findings report already.
    most: f64,
}

impl<'a> UnboundedRow<'a> {
    /// Returns the row, if it could have grown by more than `most` undetected.
    fn find(judged: &'a Judged, findings: &[Finding], most: f64) -> Option<UnboundedRow<'a>> {
        let covered = growth_covered(judged, findings);
        let could = judged.result.upper - covered;
        (could >= most && could > 0.0).then_some(UnboundedRow { judged, could, most: most + covered })
    }

    fn reason(&self) -> Reason {
        let limit = relative(self.could, self.judged.result.base);
        Reason::GrowthUndetectable { subject: self.judged.row.subject.clone(), limit }
    }
}

/// The judged part of the launch, where it does not exclude growth that matters.
struct OpenPart {
    reason: Reason,
    /// How many times the launches would exclude it.
    times: Option<f64>,
}

fn open_part(comparison: &Comparison, findings: &[Finding], matters: f64) -> Option<OpenPart> {
    let part = &comparison.part.judged;
    let covered = launch(comparison).map_or(0.0, |launch| growth_covered(launch, findings));
    let most = matters * part.launch + covered;
    // No row is left out then, and the launch as it is may be shown to have grown by less than matters.
    if !part.is_enough() && part.upper >= most {
        let rows = comparison.part.left_out.iter().take(3).cloned().collect();
        return Some(OpenPart { reason: Reason::LaunchTooVariable { rows }, times: None });
    }
    if part.upper < most {
        return None;
    }
    let limit = relative(part.upper - covered, part.launch);
    let growth = part.growth - covered;
    // A share that would be shown as 0.0 % is no growth.
    let reason = if growth >= 0.0005 * part.launch {
        let mostly = row_with_most(comparison, growth);
        Reason::LaunchSeemsSlower { growth: relative(growth, part.launch), limit, mostly }
    } else {
        Reason::GrowthUndetectable { subject: Subject::Launch, limit }
    };
    Some(OpenPart { reason, times: part.times(most) })
}

/// Returns the row with most of a growth, if there is one.
fn row_with_most(comparison: &Comparison, growth: f64) -> Option<RowGrowth> {
    let is_open = |judged: &&Judged| !judged.row.rule.advisory && judged.result.call != Call::Finding;
    let rows = comparison.rows.iter().filter(is_open);
    let most = rows.max_by(|a, b| a.change().total_cmp(&b.change()))?;
    (0.5 * growth..=growth)
        .contains(&most.change())
        .then(|| RowGrowth { subject: most.row.subject.clone(), growth: Amount::from_ns(most.change()) })
}

fn relative(growth: f64, of: f64) -> RelativeGrowth {
    RelativeGrowth { growth: Amount::from_ns(growth), of: Amount::from_ns(of) }
}

/// Returns the rows that a pass does not include.
fn judged_without(comparison: &Comparison) -> Option<Reason> {
    let left_out = &comparison.part.left_out;
    let rows: Vec<VariableRow> = left_out.iter().take(NAMED).cloned().collect();
    let more = left_out.len().saturating_sub(NAMED);
    (!rows.is_empty()).then_some(Reason::JudgedWithout { rows, more })
}

/// The reason against a pass where the launches are so few that methods with most of the time could double unseen.
fn methods_undetectable(comparison: &Comparison, config: &Config) -> Option<Reason> {
    // With this many launches of a side or more, hundreds of methods are judged by more than their order.
    const NEEDED: usize = 8;
    let least = config.gate.fail_from * launch(comparison)?.result.base;
    // A method that takes less would at most be listed if it took twice as long.
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
    // With more launches noise hides such growth, and further launches may not help.
    (comparison.common.relabelled && undetectable > 0.5 * all).then_some(Reason::MethodsUndetectable {
        launches: comparison.admitted,
        methods: count,
        needed: NEEDED,
    })
}

/// Returns how many times the launches would exclude the growth of all these rows; `None` if launches alone would not.
fn most_times(open: &[UnboundedRow<'_>]) -> Option<f64> {
    let mut times = 1.0_f64;
    for row in open {
        let result = &row.judged.result;
        let of_launches = tuned::MORE_LAUNCHES * result.of_launches;
        times = times.max(sample_size::times(row.judged.change(), result.upper, of_launches, row.most)?);
    }
    Some(times)
}

/// Returns the number of launches to add for this many times the launches; `None` if it would take too long.
pub fn more_launches(times: f64, launches: usize) -> Option<usize> {
    const MOST: f64 = 100.0;
    let more = ((times - 1.0) * launches as f64).ceil();
    (1.0..=MOST).contains(&more).then_some(more as usize)
}
