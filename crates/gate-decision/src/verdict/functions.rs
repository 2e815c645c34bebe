//! Makes findings of functions that samples found. The module also finds functions that explain other findings.
//!
//! A function has a separate finding only for growth that no other finding reports. A function's finding is reported for the function's own
//! module, even if a method of a different module calls the function. If a team's method calls another team's function more often, the
//! finding is therefore reported to the owner of the function. The growth of time outside methods is reported for the module with most of
//! this growth. Invariant: the functions that explain a finding do not affect whether it is a finding.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::evidence::Evidence;
use super::{Finding, FindingKind, FindingStatus};
use crate::compare::{Comparison, FunctionGrowth, JudgedRow, RowClass};
use crate::subject::Subject;

/// The growth of a function counts as moved only if another function became faster by at least this share of the growth.
const LEAST_SHARE: f64 = 0.75;

/// Returns the findings of functions whose growth no other finding reports.
pub(super) fn find_grown_functions(comparison: &Comparison) -> Vec<Finding> {
    let functions = &comparison.functions;
    let mut found: Vec<usize> = (0..functions.rows.len())
        .filter(|&row| functions.rows[row].result.class == RowClass::Finding)
        .collect();
    found.sort_by(|&a, &b| {
        let (a, b) = (&functions.rows[a], &functions.rows[b]);
        b.change().total_cmp(&a.change()).then_with(|| a.row.subject.cmp(&b.row.subject))
    });
    let mut used = BTreeSet::new();
    let mut findings = Vec::new();
    for row in found {
        let judged = &functions.rows[row];
        let source = source_of(comparison, row, &used);
        used.extend(source);
        findings.push(match source {
            None => Finding::new(FindingKind::Function, judged),
            Some(source) => {
                let from = functions.rows[source].row.subject.to_string().into();
                Finding { status: FindingStatus::Moved { from }, ..Finding::new(FindingKind::Moved, judged) }
            }
        });
    }
    let found = functions.waits.iter().filter(|judged| judged.result.class == RowClass::Finding);
    let waits = found.filter(|judged| !has_finding(judged, &findings));
    let waits: Vec<Finding> = waits.map(|judged| Finding::new(FindingKind::Waiting, judged)).collect();
    findings.extend(waits);
    findings
}

/// Returns whether the growth of a waiting time is already contained in a finding of the same function.
fn has_finding(judged: &JudgedRow, findings: &[Finding]) -> bool {
    let Subject::Waiting(_, function) = &judged.row.subject else { return false };
    findings.iter().any(|finding| matches!(finding.subject(), Subject::Function(found) if found == function))
}

/// Returns the function from which the cost of the function `row` moved: a function in the same method or phase that is proven to be faster
/// by a similar amount. Functions are identified by the index of their row.
fn source_of(comparison: &Comparison, row: usize, used: &BTreeSet<usize>) -> Option<usize> {
    let functions = &comparison.functions;
    let level = comparison.alpha / functions.rows.len().max(1) as f64;
    let judged = &functions.rows[row];
    let difference = |other: usize| (judged.change() + functions.rows[other].change()).abs();
    let quicker = (0..functions.rows.len())
        .filter(|other| !used.contains(other) && functions.rows[*other].result.p_faster <= level);
    let near = quicker.filter(|&other| {
        let errors = margin_of_error(judged) + margin_of_error(&functions.rows[other]);
        difference(other) <= errors.min((1.0 - LEAST_SHARE) * judged.change())
            && !functions.nodes[row].is_disjoint(&functions.nodes[other])
    });
    near.min_by(|&a, &b| difference(a).total_cmp(&difference(b)).then(a.cmp(&b)))
}

/// Returns half the width of the confidence interval of a growth.
fn margin_of_error(judged: &JudgedRow) -> f64 {
    let (low, high) = judged.result.change_interval;
    0.5 * (high - low)
}

/// Adds to each finding the functions that explain its growth. A finding of the launch or a phase also gets a module and an owner, if the
/// functions of this module have more than half of the growth.
pub(super) fn explain_by_functions(findings: &mut [Finding], comparison: &Comparison) {
    for finding in findings {
        let Some(parts) = comparison.functions.parts.get(finding.subject()) else { continue };
        finding.functions = parts.iter().filter(|part| is_reported(part, finding)).cloned().collect();
        let subject = finding.subject();
        let is_method = subject.method().is_some() || subject.is_on_other_threads();
        if subject.module().is_some() || subject.is_page() || subject.is_span() || is_method {
            continue;
        }
        let mut by_module: BTreeMap<&Arc<str>, (f64, Option<&Arc<str>>)> = BTreeMap::new();
        for part in parts.iter().filter(|part| part.candidate_in.is_none()) {
            let (sum, owner) = by_module.entry(&part.function.module).or_default();
            *sum += part.change();
            *owner = owner.or(part.function.owner.as_ref());
        }
        let most = by_module.into_iter().max_by(|a, b| a.1.0.total_cmp(&b.1.0).then(b.0.cmp(a.0)));
        let Some((module, (sum, owner))) = most else { continue };
        if sum > 0.5 * finding.change() {
            finding.row.module = Some(Arc::clone(module));
            finding.row.owner = owner.cloned();
        }
    }
}

/// Returns whether a function is reported with a finding. A candidate, whose growth is probable but not proven, must have half to twice the
/// growth of the row. If the evidence is a counter, the row's time is assumed to have grown by the same ratio as the counter.
fn is_reported(part: &FunctionGrowth, finding: &Finding) -> bool {
    let Some(before) = part.candidate_in else { return true };
    let growth = match &finding.evidence {
        Evidence::Counter(evidence) => before * (evidence.count.judged.result.ratio - 1.0),
        _ => finding.change(),
    };
    (0.5 * growth..=2.0 * growth).contains(&part.change())
}
