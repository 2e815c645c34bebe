//! Makes findings of counters (instructions, cycles and counters of the process), and explains disagreements between a counter and the
//! time.
//!
//! A counter is a finding under three conditions: it may decide (since it scatters less than the time), it grew beyond its limit, and no
//! other finding reports half of its growth. The finding is advisory if the time of the same phase is shown to be shorter, since the build
//! then executes more instructions in order to take less time.

use super::exact;
use crate::compare::{Comparison, CountRow, JudgedRow, RowClass};
use crate::reason::Reason;
use crate::subject::Counter;
use crate::verdict::evidence::{CounterEvidence, Evidence};
use crate::verdict::finding::AdvisoryReason;
use crate::verdict::fresh::{FreshRow, to_fresh_growth};
use crate::verdict::{Finding, FindingKind};

/// Returns the findings of counters, in addition to the findings of times in `others`.
pub(crate) fn find_grown_counters(comparison: &Comparison, others: &[Finding]) -> Vec<Finding> {
    let others = others.iter().filter(|finding| finding.kind != FindingKind::Moved);
    let reported: f64 = others.map(exact::added_time).sum();
    let rows: Vec<(&CountRow, &JudgedRow)> = comparison
        .counters
        .rows
        .iter()
        .filter(|row| row.decides && row.judged.result.class == RowClass::Finding)
        .filter_map(|row| Some((row, time_of(comparison, row)?)))
        .filter(|(row, _)| reported * highest_rate(comparison, row) < 0.5 * row.judged.change())
        .collect();
    let all: Vec<&CountRow> = rows.iter().map(|(row, _)| *row).collect();
    let reported = rows.iter().filter(|(row, _)| !is_implied(row, &all));
    reported.map(|(row, time)| make_finding(comparison, row, time)).collect()
}

/// Returns whether findings of other counters imply the finding of this row. Cycles grow with instructions, and the instructions of the
/// launch grow with those of its phases.
fn is_implied(row: &CountRow, all: &[&CountRow]) -> bool {
    match row.judged.row.subject.counter_and_phase() {
        Some((Counter::Cycles, phase)) => all.iter().any(|other| {
            other.judged.row.subject.counter_and_phase() == Some((Counter::Instructions, phase))
        }),
        Some((Counter::Instructions, None)) => {
            let phases = all.iter().filter(|other| is_phase(other));
            phases.map(|other| other.judged.change()).sum::<f64>() >= 0.5 * row.judged.change()
        }
        _ => false,
    }
}

fn make_finding(comparison: &Comparison, row: &CountRow, time: &JudgedRow) -> Finding {
    let kind = match counter_of(row) {
        Some(Counter::Cycles) => FindingKind::Cycles,
        Some(counter) if counter.is_of_process() => FindingKind::Process,
        _ => FindingKind::Instructions,
    };
    let evidence = Evidence::Counter(Box::new(CounterEvidence { count: row.clone(), time: time.result }));
    let mut finding = Finding { evidence, ..Finding::new(kind, time) };
    if row.judged.row.rule.advisory {
        finding.make_advisory(AdvisoryReason::Settings);
    }
    // The false-alarm rate of the process's counters was never measured on phones.
    if kind == FindingKind::Process {
        finding.make_advisory(AdvisoryReason::ProcessCounter);
    }
    if is_quicker(comparison, time) {
        finding.make_advisory(AdvisoryReason::TimeFell);
    }
    finding
}

/// Returns a reason for each disagreement between instructions and times.
pub(crate) fn find_disagreements(comparison: &Comparison) -> Vec<Reason> {
    let instructions =
        comparison.counters.rows.iter().filter(|row| counter_of(row) == Some(Counter::Instructions));
    instructions.filter_map(|row| find_disagreement(comparison, row)).collect()
}

fn find_disagreement(comparison: &Comparison, row: &CountRow) -> Option<Reason> {
    let time = time_of(comparison, row)?;
    let (result, count) = (&time.result, &row.judged.result);
    // A row without a cost in the base has no ratio.
    if !result.ratio.is_finite() || !count.ratio.is_finite() {
        return None;
    }
    let (low, high) = count.ratio_interval;
    let most = 1.0 + row.judged.row.rule.limits.effect;
    let (subject, time_ratio, instructions) = (time.row.subject.clone(), result.ratio, count.ratio);
    if result.class == RowClass::Finding && high < 1.0 + 0.5 * (result.ratio - 1.0) {
        Some(Reason::WaitsLonger { subject, time: time_ratio, instructions })
    } else if row.decides && low > most && is_quicker(comparison, time) {
        Some(Reason::WaitsLess { subject, time: time_ratio, instructions })
    } else {
        None
    }
}

pub(super) fn confirm(evidence: &CounterEvidence, fresh: &Comparison) -> FreshRow {
    let subject = &evidence.count.judged.row.subject;
    let count = fresh.counters.rows.iter().find(|row| row.judged.row.subject == *subject);
    let time = count.and_then(|row| time_of(fresh, row));
    FreshRow { growth: time.map(to_fresh_growth), p: count.map_or(1.0, |row| row.judged.result.p) }
}

/// Counts the counters that seem to have grown and are not findings. With more launches, these counters may become findings.
pub(crate) fn count_open(comparison: &Comparison, least_p: f64) -> usize {
    let deciding = comparison.counters.rows.iter().filter(|row| row.decides);
    let of_processor = deciding.filter(|row| !counter_of(row).is_some_and(Counter::is_of_process));
    let results = of_processor.map(|row| &row.judged.result);
    results.filter(|result| result.class != RowClass::Finding && result.p <= least_p).count()
}

fn counter_of(row: &CountRow) -> Option<Counter> {
    row.judged.row.subject.counter_and_phase().map(|(counter, _)| counter)
}

fn is_phase(row: &CountRow) -> bool {
    matches!(row.judged.row.subject.counter_and_phase(), Some((Counter::Instructions, Some(_))))
}

fn time_of<'a>(comparison: &'a Comparison, row: &CountRow) -> Option<&'a JudgedRow> {
    let subject = row.judged.row.subject.time_subject()?;
    comparison.wholes.iter().find(|whole| whole.row.subject == subject)
}

/// Returns the largest value of a counter per nanosecond among the phases of the base. A finding of a time explains at most the growth of
/// this time multiplied by the largest value per nanosecond.
fn highest_rate(comparison: &Comparison, row: &CountRow) -> f64 {
    let counter = counter_of(row);
    let alike = comparison.counters.rows.iter().filter(|other| counter_of(other) == counter);
    let rates = alike.filter_map(|other| {
        let time = time_of(comparison, other)?.result.base;
        (time > 0.0).then(|| other.judged.result.base / time)
    });
    rates.fold(0.0, f64::max)
}

fn is_quicker(comparison: &Comparison, time: &JudgedRow) -> bool {
    time.result.p_faster <= comparison.alpha
}
