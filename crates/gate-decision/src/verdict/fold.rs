//! Joins findings that have one cause: either the methods of a new module, or methods that are called more often because their caller is
//! called more often.
//!
//! Joining changes neither the tests nor the answer. The joined findings are listed below the finding that represents them. Invariant: a
//! finding with an acceptance is never joined, so an acceptance covers only the rows that it names.

use std::sync::Arc;

use super::evidence::Evidence;
use super::{Finding, FindingKind};
use crate::amount::Sides;
use crate::compare::{CallRelations, Comparison};

/// The calls of two methods count as grown by the same ratio if their ratios differ by at most this share.
const SIMILAR_RATIO: f64 = 0.1;

/// Joins the methods of each new module. The function also joins methods that are called more often because their common caller is called
/// more often.
pub(super) fn join_findings(mut findings: Vec<Finding>, comparison: &Comparison) -> Vec<Finding> {
    for module in comparison.modules.iter().filter(|judged| judged.is_new()) {
        let Some(name) = module.row.subject.module() else { continue };
        let (methods, others): (Vec<Finding>, Vec<Finding>) =
            findings.into_iter().partition(|finding| is_new_method(finding, name));
        findings = others;
        if methods.len() < 2 {
            findings.extend(methods);
            continue;
        }
        let joined_methods = methods.iter().filter_map(main_method).collect();
        let mut folded = Finding { joined_methods, ..Finding::new(FindingKind::NewModule, module) };
        // The test was made for each method and not for the module, so the module's finding gets the smallest p-value of its methods.
        let p = methods.iter().map(|finding| finding.evidence.p_adjusted());
        if let Evidence::Test(test) = &mut folded.evidence {
            test.p_adjusted = p.fold(1.0, f64::min);
        }
        findings.push(folded);
    }
    join_subtrees(findings, &comparison.relations)
}

/// Returns whether a finding is a new method of this module, fails the check, and has no acceptance.
fn is_new_method(finding: &Finding, module: &Arc<str>) -> bool {
    finding.kind == FindingKind::New && is_open(finding) && finding.row.module.as_ref() == Some(module)
}

/// Joins the findings of methods whose calls grew by the same ratio into the finding of the topmost method, which calls the others.
fn join_subtrees(findings: Vec<Finding>, relations: &CallRelations) -> Vec<Finding> {
    let above = |at: usize| -> Vec<usize> {
        (0..findings.len()).filter(|&other| is_above(&findings[other], &findings[at], relations)).collect()
    };
    let above: Vec<Vec<usize>> = (0..findings.len()).map(above).collect();
    // The topmost of the findings above a finding is the one that has the fewest findings above itself.
    let topmost = |others: &Vec<usize>| others.iter().copied().min_by_key(|&other| above[other].len());
    let top: Vec<Option<usize>> = above.iter().map(topmost).collect();
    let names: Vec<Option<Arc<str>>> = findings.iter().map(main_method).collect();
    let mut kept = Vec::new();
    for (at, mut finding) in findings.into_iter().enumerate() {
        if top[at].is_some_and(|above| top[above].is_none()) {
            continue;
        }
        let below = (0..names.len()).filter(|&other| top[other] == Some(at) && top[at].is_none());
        finding.joined_methods.extend(below.filter_map(|other| names[other].clone()));
        kept.push(finding);
    }
    kept
}

/// Returns whether the method of `one` calls the method of `other`, directly or through other methods, but not vice versa. The calls of
/// both methods must have grown by the same ratio.
fn is_above(one: &Finding, other: &Finding, relations: &CallRelations) -> bool {
    let (Some(a), Some(b)) = (calls_ratio(one), calls_ratio(other)) else { return false };
    let (Some(above), Some(below)) = (main_method(one), main_method(other)) else { return false };
    above != below
        && one.fails() == other.fails()
        && (a / b - 1.0).abs() <= SIMILAR_RATIO
        && relations.is_below(&below, &above)
        && !relations.is_below(&above, &below)
}

/// Returns the ratio by which a finding's calls grew, if the finding may be joined.
fn calls_ratio(finding: &Finding) -> Option<f64> {
    let Sides { base, head } = finding.calls?;
    (finding.kind == FindingKind::Calls && is_unaccepted(finding) && base > 0.0).then_some(head / base)
}

/// Returns whether a finding has no acceptance, and either fails the check or has an increase of calls as its only evidence.
fn is_unaccepted(finding: &Finding) -> bool {
    is_open(finding)
        || finding.is_of_calls_alone()
            && finding.acceptance().is_none()
            && finding.exceeded_acceptance().is_none()
}

/// Returns whether a finding fails the check and has no acceptance.
fn is_open(finding: &Finding) -> bool {
    finding.fails() && finding.exceeded_acceptance().is_none()
}

fn main_method(finding: &Finding) -> Option<Arc<str>> {
    finding.subject().main_method().cloned()
}
