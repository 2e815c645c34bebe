//! Makes findings of slow launches. A finding is about a method that is slow in some launches, or about the whole launch if no other
//! finding explains the slow launches.

use gate_stats::{basic, levels, tuned};

use crate::amount::{Amount, Sides};
use crate::compare::{Comparison, ComparisonMode, JudgedRow, SlowLaunchCount, SlowRow};
use crate::reason::Reason;
use crate::subject::Subject;
use crate::verdict::evidence::{Evidence, SlowLaunches};
use crate::verdict::fresh::{FreshRow, to_fresh_growth};
use crate::verdict::whole::{growth_covered, launch_row};
use crate::verdict::{Finding, FindingKind};

pub(crate) fn find_slow_launches(comparison: &Comparison, findings: &[Finding]) -> Vec<Finding> {
    let (of_launch, of_rows) =
        levels::slow_shares(comparison.common.by_permutation, comparison.slow_rows.is_some());
    let by_row = comparison.slow_rows.iter().flatten().filter_map(|SlowRow { subject, slow }| {
        let row = comparison.rows.iter().find(|judged| judged.row.subject == *subject)?;
        make_finding(row, slow, of_rows, comparison).filter(|_| growth_covered(row, findings) <= 0.0)
    });
    let by_row: Vec<Finding> = by_row.collect();
    let by_launch = launch_row(comparison).and_then(|whole| {
        let found = make_finding(whole, &comparison.slow, of_launch, comparison)?;
        let failing = findings.iter().chain(&by_row).filter(|finding| finding.fails());
        let reported: f64 = failing.map(Finding::time_change).sum();
        let is_reported = findings.iter().any(|finding| finding.subject().is_launch());
        (!is_reported && reported < 0.5 * found.change()).then_some(found)
    });
    by_row.into_iter().chain(by_launch).collect()
}

/// Makes a finding of a row if its number of slow launches is significant. `share` is the share of the significance level for this test.
///
/// The levels of the finding are the means of all launches of each side. The test concerns the number of slow launches, so the growth has
/// no interval.
fn make_finding(
    judged: &JudgedRow,
    slow: &SlowLaunchCount,
    share: f64,
    comparison: &Comparison,
) -> Option<Finding> {
    let p_adjusted = (slow.p / share).min(1.0);
    let means = Sides { base: basic::mean(&judged.values.base), head: basic::mean(&judged.values.head) };
    if p_adjusted > comparison.level || means.head <= means.base {
        return None;
    }
    let launches = Sides { base: slow.of.0, head: slow.of.1 };
    let evidence = Evidence::Slow(SlowLaunches {
        slow: slow.launches,
        launches,
        beyond: Amount::from_ns(slow.beyond),
        p_adjusted,
    });
    let levels = means.in_unit(judged.row.subject.unit());
    Some(Finding { levels, evidence, ..Finding::new(FindingKind::SlowLaunches, judged) })
}

/// Returns the reason against a pass if the head has more slow launches than a pass allows.
pub(super) fn blocking_reason(comparison: &Comparison, findings: &[Finding]) -> Option<Reason> {
    let is_reported = findings.iter().any(|finding| finding.kind == FindingKind::SlowLaunches);
    let of_part = &comparison.part.judged.slow;
    let is_of_part = of_part.p < comparison.slow.p;
    let slow = if is_of_part { of_part } else { &comparison.slow };
    let mut rows = comparison.slow_rows.iter().flatten();
    let by_row = rows.find(|row| row.slow.p <= slow.p && is_open(&row.subject, comparison, findings));
    let (subject, slow) = by_row.map_or((None, slow), |row| (Some(row.subject.clone()), &row.slow));
    (!is_reported && slow.p <= tuned::SLOW_ALPHA_OF_PASS).then_some(Reason::SlowLaunches {
        part: is_of_part && subject.is_none(),
        scaled: comparison.mode == ComparisonMode::Sessions && subject.is_none(),
        subject,
        slow: slow.launches,
        launches: Sides { base: slow.of.0, head: slow.of.1 },
        p: slow.p,
    })
}

/// Returns whether no finding reports the growth of a row. A finding that was accepted, or whose cost moved from another method, counts as
/// a report too.
fn is_open(subject: &Subject, comparison: &Comparison, findings: &[Finding]) -> bool {
    let row = comparison.rows.iter().find(|judged| judged.row.subject == *subject);
    row.is_some_and(|row| growth_covered(row, findings) <= 0.0)
}

pub(super) fn confirm(subject: &Subject, fresh: &Comparison) -> FreshRow {
    if subject.is_launch() {
        return FreshRow { growth: launch_row(fresh).map(to_fresh_growth), p: fresh.slow.p };
    }
    let rows = fresh.slow_rows.iter().flatten();
    let slow = rows.filter(|row| row.subject == *subject).map(|row| row.slow.p);
    FreshRow { p: slow.fold(1.0, f64::min), ..FreshRow::find(&fresh.rows, subject) }
}
