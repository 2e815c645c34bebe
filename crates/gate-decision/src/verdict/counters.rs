//! Instructions, cycles and counters of the process as findings, and what it means where they and the time disagree.
//!
//! A count is a finding where it decides, grew beyond its limit, and no other finding tells half of that growth.
//! It fails nothing where the time of the same phase is shown to be quicker: then the build trades instructions for something dearer.

use std::sync::Arc;

use gate_launches::relative;

use super::{Finding, FindingKind};
use crate::compare::{Call, Comparison, CountRow, Counter, Judged};

/// The findings of counts, beside those of times.
pub(super) fn findings(comparison: &Comparison, told: &[Finding]) -> Vec<Finding> {
    let told: f64 = told.iter().filter(|finding| finding.kind != FindingKind::Moved).map(told_of).sum();
    let rows: Vec<(&CountRow, &Judged)> = comparison
        .counters
        .rows
        .iter()
        .filter(|row| row.decides && row.judged.result.call == Call::Finding)
        .filter_map(|row| Some((row, time_of(comparison, row)?)))
        .filter(|(row, _)| told * fastest(comparison, row) < 0.5 * row.judged.change())
        .collect();
    let has = |counter, phase: Option<&Arc<str>>| {
        rows.iter().any(|(row, _)| row.judged.row.subject.count() == Some((counter, phase)))
    };
    let of_phases: f64 =
        rows.iter().filter(|(row, _)| is_phase(row)).map(|(row, _)| row.judged.change()).sum();
    let tells_more = |row: &CountRow| match row.judged.row.subject.count() {
        Some((Counter::Cycles, phase)) => !has(Counter::Instructions, phase),
        Some((Counter::Instructions, None)) => of_phases < 0.5 * row.judged.change(),
        _ => true,
    };
    let found = rows.iter().filter(|(row, _)| tells_more(row));
    found
        .map(|(row, time)| {
            let kind = match counter_of(row) {
                Some(Counter::Cycles) => FindingKind::Cycles,
                Some(counter) if counter.is_of_process() => FindingKind::Process,
                _ => FindingKind::Instructions,
            };
            let finding = Finding::new(kind, time);
            // How often the process's counters are wrong was never measured on phones.
            let is_shown = kind == FindingKind::Process || is_quicker(comparison, time);
            let advisory = finding.advisory || row.judged.row.rule.advisory || is_shown;
            Finding { counted: Some(Box::new((*row).clone())), advisory, ..finding }
        })
        .collect()
}

/// What counts and times say of each other where they disagree, one sentence each.
pub(super) fn disagreements(comparison: &Comparison) -> Vec<String> {
    let mut said = Vec::new();
    for row in &comparison.counters.rows {
        let Some(time) = time_of(comparison, row).filter(|_| counter_of(row) == Some(Counter::Instructions))
        else {
            continue;
        };
        // Against nothing a share says nothing.
        if !time.result.ratio.is_finite() || !row.judged.result.ratio.is_finite() {
            continue;
        }
        let (count, what) = (&row.judged.result, &time.row.subject);
        let (low, high) = count.ratio_interval;
        let most = 1.0 + row.judged.row.rule.limits.effect;
        let (grew, counted) = (relative(time.result.ratio), relative(count.ratio));
        if time.result.call == Call::Finding && high < 1.0 + 0.5 * (time.result.ratio - 1.0) {
            said.push(format!(
                "{what} changed by {grew} in time and {counted} in instructions: it waits longer (memory, input and output, locks, other threads, or a slower clock)"
            ));
        } else if row.decides && low > most && is_quicker(comparison, time) {
            said.push(format!(
                "{what} changed by {counted} in instructions and {grew} in time: the build computes more and waits less; this does not fail the check"
            ));
        }
    }
    said
}

/// Counts that seem to have grown and are no finding yet: more launches may make them one.
pub fn open(comparison: &Comparison, least_p: f64) -> usize {
    let seems = |row: &&CountRow| {
        let result = &row.judged.result;
        let is_shown = counter_of(row).is_some_and(Counter::is_of_process);
        row.decides && !is_shown && result.call != Call::Finding && result.p <= least_p
    };
    comparison.counters.rows.iter().filter(seems).count()
}

/// What a finding tells of a growth: of calls alone what they take.
fn told_of(finding: &Finding) -> f64 {
    match &finding.more_calls {
        Some(more) if finding.is_of_calls_alone() => more.cost.0,
        _ => finding.change(),
    }
}

fn counter_of(row: &CountRow) -> Option<Counter> {
    row.judged.row.subject.count().map(|(counter, _)| counter)
}

fn is_phase(row: &CountRow) -> bool {
    matches!(row.judged.row.subject.count(), Some((Counter::Instructions, Some(_))))
}

fn time_of<'a>(comparison: &'a Comparison, row: &CountRow) -> Option<&'a Judged> {
    let subject = row.judged.row.subject.time()?;
    comparison.wholes.iter().find(|whole| whole.row.subject == subject)
}

/// How many a nanosecond took in the phase that counts most, before: what findings tell in time took at most this many.
fn fastest(comparison: &Comparison, row: &CountRow) -> f64 {
    let counter = counter_of(row);
    let alike = comparison.counters.rows.iter().filter(|other| counter_of(other) == counter);
    let rates = alike.filter_map(|other| {
        let time = time_of(comparison, other)?.result.base;
        (time > 0.0).then(|| other.judged.result.base / time)
    });
    rates.fold(0.0, f64::max)
}

fn is_quicker(comparison: &Comparison, time: &Judged) -> bool {
    time.result.p_faster <= comparison.alpha
}
