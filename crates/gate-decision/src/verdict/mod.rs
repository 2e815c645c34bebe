//! Forms the verdict: the answer of a check, with its findings and reasons.
//!
//! The module `verdict` makes all decisions of the gate, which reports only show.
//!
//! Invariant: the verdict is [`Answer::Regressed`] if and only if it has a failing finding or fact.

mod accept;
mod answer;
mod confirmation;
mod evidence;
mod facts;
mod finding;
mod fold;
mod fresh;
mod functions;
mod moved;
mod pass;
mod rules;
mod untrusted_times;
mod whole;

use std::collections::BTreeSet;

use gate_config::Config;
use gate_stats::RowClass;

use crate::amount::Sides;
use crate::compare::{Comparison, ComparisonMode, JudgedRow, Row};
use crate::reason::{Reason, RelativeGrowth};
use crate::subject::Subject;

pub use accept::AcceptanceMatcher;
pub use answer::Answer;
pub use confirmation::Confirmation;
pub use evidence::{CounterEvidence, Evidence, LossEvidence, SlowLaunches};
pub use facts::{BuildVerdict, FactFinding, judge_facts};
pub use finding::{AdvisoryReason, ExceededAcceptance, Finding, FindingKind, FindingStatus};
pub use pass::more_launches;
pub(crate) use rules::counters::count_open;
pub(crate) use rules::exact::judge_calls;
pub(crate) use rules::limits::judge_budgets;
pub use untrusted_times::NEEDED_FOR_PROOF;

use moved::MovedCosts;

/// The answer and its reasons.
#[derive(Clone, Debug)]
pub struct Verdict {
    pub answer: Answer,
    /// The findings: failing findings first, and then the findings with the largest growth.
    pub findings: Vec<Finding>,
    /// Facts of the build that changed, or that exceed their budget.
    pub facts: Vec<FactFinding>,
    /// Rows that seem to have grown, without proof. Suspects never decide the answer.
    pub suspects: Vec<JudgedRow>,
    /// Methods that the head no longer calls.
    pub vanished: Vec<JudgedRow>,
    /// Methods that vary too much to be judged, sorted by the growth that could be hidden in them.
    pub noisy: Vec<JudgedRow>,
    /// The reasons against a pass, explanations of disagreements between times and counters, and the rows that a pass does not include.
    pub reasons: Vec<Reason>,
    /// Approximate number of additional launches that would make an undecided answer a pass; `None` if more launches are not enough.
    pub more_launches: Option<usize>,
    /// The upper 95 % limit of the launch's growth, without the growth that findings report; `None` if times do not decide. A pass depends
    /// on this limit.
    pub limit: Option<RelativeGrowth>,
}

/// Judges a comparison: determines the findings, their consequences and the answer.
pub fn judge(comparison: &Comparison, config: &Config, accepted: &AcceptanceMatcher<'_>) -> Verdict {
    let everything = whole::find_everything_slower(comparison, config);
    let advice = everything.as_ref().map(|finding| everything_slower(finding, comparison));
    let mut findings = find_all(comparison, everything);
    accepted.mark_findings(&mut findings);
    let mut findings = fold::join_findings(findings, comparison);
    accepted.mark_findings(&mut findings);
    advise_small(&mut findings, comparison, config);
    functions::explain_by_functions(&mut findings, comparison);
    sort(&mut findings);
    let check = pass::check_pass(comparison, &findings, config);
    let mut reasons: Vec<Reason> = advice.into_iter().chain(check.open).collect();
    let answer = if findings.iter().any(Finding::fails) {
        Answer::Regressed
    } else if reasons.is_empty() {
        Answer::Pass
    } else {
        // The verdict stays undecided; the command chooses the exit code of an undecided answer.
        Answer::Undecided
    };
    // Disagreements between times and counters explain an answer, and are not reasons against a pass.
    if answer != Answer::Pass {
        reasons.extend(rules::counters::find_disagreements(comparison));
    }
    reasons.extend(check.without);
    Verdict {
        answer,
        facts: Vec::new(),
        suspects: find_suspects(comparison, &findings),
        vanished: method_rows(comparison).filter(|judged| judged.has_vanished()).cloned().collect(),
        noisy: find_noisy_methods(comparison, &findings, config),
        findings,
        reasons,
        more_launches: check.more_launches.filter(|_| answer == Answer::Undecided),
        limit: check.limit,
    }
}

/// Returns all findings. Each growth is reported once.
///
/// If all rows grew, one finding reports their common growth. In addition, rows that grew by more than the common growth and methods with
/// more calls are findings.
fn find_all(comparison: &Comparison, everything: Option<Finding>) -> Vec<Finding> {
    let mut findings = part_findings(comparison);
    match everything {
        Some(finding) => {
            findings.retain(|finding| comparison.beyond.contains(finding.subject()));
            findings.insert(0, finding);
            rules::exact::add(comparison, &mut findings);
        }
        None => {
            findings.extend(auxiliary_findings(comparison, &findings));
            findings.extend(functions::find_grown_functions(comparison));
            findings.extend(whole::find_unexplained_growth(comparison, &findings));
            findings.extend(creep_findings(comparison, &findings));
            rules::exact::add(comparison, &mut findings);
            findings.extend(rules::counters::find_grown_counters(comparison, &findings));
        }
    }
    findings.extend(rules::slow::find_slow_launches(comparison, &findings));
    findings.extend(rules::losses::find_lost_launches(comparison));
    findings.extend(rules::limits::find_exceeded_budgets(&comparison.budgets));
    findings
}

fn everything_slower(finding: &Finding, comparison: &Comparison) -> Reason {
    let ratio = finding.evidence.time_test().map_or(1.0, |test| test.ratio);
    Reason::EverythingSlower { ratio, interleaved: comparison.mode == ComparisonMode::Blocks }
}

/// Returns the rows that seem to have grown and are no findings.
fn find_suspects(comparison: &Comparison, findings: &[Finding]) -> Vec<JudgedRow> {
    let found: BTreeSet<&Subject> = findings.iter().map(Finding::subject).collect();
    let rows = comparison.rows.iter().chain(&comparison.auxiliary).chain(&comparison.functions.rows);
    let is_suspect = |judged: &&JudgedRow| {
        judged.result.class == RowClass::Suspect && !found.contains(&judged.row.subject)
    };
    rows.filter(is_suspect).cloned().collect()
}

/// Returns the methods that vary too much to be judged and are no findings. The methods that could hide the most growth come first.
fn find_noisy_methods(comparison: &Comparison, findings: &[Finding], config: &Config) -> Vec<JudgedRow> {
    let found: BTreeSet<&Subject> = findings.iter().map(Finding::subject).collect();
    let is_open = |judged: &&JudgedRow| is_noisy(judged, config) && !found.contains(&judged.row.subject);
    let mut noisy: Vec<JudgedRow> = method_rows(comparison).filter(is_open).cloned().collect();
    noisy.sort_by(|a, b| {
        undetectable_growth(b)
            .total_cmp(&undetectable_growth(a))
            .then_with(|| a.row.subject.cmp(&b.row.subject))
    });
    noisy
}

fn method_rows(comparison: &Comparison) -> impl Iterator<Item = &JudgedRow> {
    comparison.rows.iter().filter(|judged| is_method(judged))
}

/// Makes findings advisory if their growth is proven but too small to be worth a person's time. If many such changes add up, the comparison
/// with the anchor reports their sum. The change that all rows have in common is not counted, since it makes the measured growth too small
/// in a fast session and too large in a slow session.
///
/// Findings of critical rows fail the check whatever their size. Budgets and exact increases have separate limits.
fn advise_small(findings: &mut [Finding], comparison: &Comparison, config: &Config) {
    let Some(launch) = whole::launch_row(comparison) else { return };
    let least = config.gate.fail_from * launch.result.base;
    for finding in findings {
        let is_of_time = matches!(
            finding.kind,
            FindingKind::Slower
                | FindingKind::New
                | FindingKind::NewModule
                | FindingKind::Function
                | FindingKind::Waiting
                | FindingKind::Calls
        );
        let tested =
            finding.levels.head.value / comparison.common.subtracted.exp() - finding.levels.base.value;
        let is_small = finding.exact_increase().is_none() && tested < least;
        if is_of_time && is_small && !finding.row.rule.critical {
            finding.make_advisory(AdvisoryReason::Small);
        }
    }
}

/// Sorts findings: failing findings come before others, then exceeded budgets before other findings, then larger growth before smaller
/// growth.
pub(crate) fn sort(findings: &mut [Finding]) {
    let is_limit = |finding: &Finding| finding.kind == FindingKind::Budget;
    findings.sort_by(|a, b| {
        b.fails()
            .cmp(&a.fails())
            .then(is_limit(b).cmp(&is_limit(a)))
            .then(b.change().total_cmp(&a.change()))
            .then(a.subject().cmp(b.subject()))
            .then(a.kind.cmp(&b.kind))
    });
}

/// Returns the findings of the parts of the launch, which are methods and the time of phases outside Objective-C.
fn part_findings(comparison: &Comparison) -> Vec<Finding> {
    let rows = &comparison.rows;
    let mut found: Vec<&JudgedRow> =
        rows.iter().filter(|judged| judged.result.class == RowClass::Finding).collect();
    // The method with the largest growth is first matched with a faster method from which its cost may have moved, since each decrease can
    // explain the growth of only one method.
    found.sort_by(|a, b| b.change().total_cmp(&a.change()).then_with(|| a.row.subject.cmp(&b.row.subject)));
    let mut findings = Vec::new();
    let mut moves = MovedCosts::new(comparison);
    for judged in found {
        if !is_method(judged) {
            findings.push(Finding::new(FindingKind::Phase, judged));
            continue;
        }
        let from = moves.source_of(judged);
        if let Some(from) = from {
            let status = FindingStatus::Moved { from };
            findings.push(Finding { status, ..Finding::new(FindingKind::Moved, judged) });
            continue;
        }
        let kind = match judged.calls {
            _ if judged.is_new() => FindingKind::New,
            Some(calls) if mostly_calls(judged, calls) => FindingKind::Calls,
            _ => FindingKind::Slower,
        };
        let mut finding = Finding::new(kind, judged);
        if kind == FindingKind::Calls && comparison.calls_vary.contains(&judged.row.subject) {
            finding.make_advisory(AdvisoryReason::CallsVary);
        }
        findings.push(finding);
    }
    findings.extend(moved::find_renamed_methods(rows));
    findings
}

/// Returns the findings of modules, and of pages and spans if other findings explain less than half of their growth.
fn auxiliary_findings(comparison: &Comparison, findings: &[Finding]) -> Vec<Finding> {
    let not_moved = findings.iter().filter(|finding| finding.kind != FindingKind::Moved);
    let explained: f64 = not_moved.map(Finding::time_change).sum();
    let mut more = Vec::new();
    for judged in comparison.auxiliary.iter().filter(|judged| judged.result.class == RowClass::Finding) {
        if judged.row.subject.module().is_some() {
            let whole = comparison.modules.iter().find(|whole| whole.row.subject == judged.row.subject);
            let is_remainder =
                whole.is_some_and(|whole| (whole.result.base - judged.result.base).abs() > 1.0);
            more.push(Finding { is_remainder, ..Finding::new(FindingKind::Module, judged) });
        } else if judged.row.subject.is_page() && explained < 0.5 * judged.change() {
            more.push(Finding::new(FindingKind::Page, judged));
        } else if judged.row.subject.is_span() && explained < 0.5 * judged.change() {
            more.push(Finding::new(FindingKind::Span, judged));
        }
    }
    more
}

/// Returns the findings of growth since the anchor. A row that is already a finding is not repeated. A module or the launch is not reported
/// if its parts explain at least half of its growth.
fn creep_findings(comparison: &Comparison, findings: &[Finding]) -> Vec<Finding> {
    let known: BTreeSet<&Subject> = findings.iter().map(Finding::subject).collect();
    let single = |judged: &&JudgedRow| is_method(judged) || judged.row.subject.is_outside();
    let (singles, sums): (Vec<&JudgedRow>, Vec<&JudgedRow>) = comparison.creep.iter().partition(single);
    let mut found: Vec<&JudgedRow> =
        singles.iter().filter(|judged| !known.contains(&judged.row.subject)).copied().collect();
    for sum in sums {
        // A sum (a module or the launch) is not reported if the growth of its parts explains at least half of its own growth.
        let module = sum.row.subject.module();
        let is_part = |row: &Row| module.is_none() || row.module.as_ref() == module;
        let creeping = singles.iter().filter(|judged| is_part(&judged.row)).map(|judged| judged.change());
        let stepped = findings.iter().filter(|one| one.kind != FindingKind::Moved && is_part(&one.row));
        let explained = creeping.sum::<f64>() + stepped.map(Finding::time_change).sum::<f64>();
        if explained < 0.5 * sum.change() && !known.contains(&sum.row.subject) {
            found.push(sum);
        }
    }
    found.into_iter().map(|judged| Finding::new(FindingKind::Creep, judged)).collect()
}

fn is_method(judged: &JudgedRow) -> bool {
    judged.row.subject.method().is_some()
}

/// Returns whether more calls explain at least half of the growth. On a logarithmic scale, the growth of the cost is the growth of the
/// calls plus the growth of the cost per call.
fn mostly_calls(judged: &JudgedRow, calls: Sides<f64>) -> bool {
    let growth = (judged.result.head / judged.result.base).ln();
    calls.head > calls.base && (calls.head / calls.base).ln() >= 0.5 * growth
}

/// Returns the growth that a row could have without being found.
fn undetectable_growth(judged: &JudgedRow) -> f64 {
    judged.result.could_hide * judged.result.base
}

/// Returns whether a method could have grown, without being found, by more than the smallest relevant growth (`matters`) and the floor.
fn is_noisy(judged: &JudgedRow, config: &Config) -> bool {
    judged.result.class == RowClass::Undecided
        && judged.result.could_hide > config.gate.matters
        && undetectable_growth(judged) > judged.row.rule.limits.floor.0
}
