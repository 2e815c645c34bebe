//! Several findings that are one: the methods of a new module, and a subtree that is called more often.
//!
//! Which rows are tested does not change here, nor what fails: the findings that are folded are listed below the one that stays.
//! Invariant: what somebody accepted is never folded, so an acceptance covers the rows it names and no others.

use std::sync::Arc;

use super::evidence::Evidence;
use super::{Finding, FindingKind};
use crate::amount::Sides;
use crate::compare::{Comparison, Kin};

/// Calls grew alike if their ratios differ by no more than this share.
const ALIKE: f64 = 0.1;

pub(super) fn fold(mut findings: Vec<Finding>, comparison: &Comparison) -> Vec<Finding> {
    for module in comparison.modules.iter().filter(|judged| judged.is_new()) {
        let Some(name) = module.row.subject.module() else { continue };
        let is_of = |finding: &Finding| {
            finding.kind == FindingKind::New && is_open(finding) && finding.row.module.as_ref() == Some(name)
        };
        let (of, rest): (Vec<Finding>, Vec<Finding>) = findings.into_iter().partition(is_of);
        findings = rest;
        if of.len() < 2 {
            findings.extend(of);
            continue;
        }
        let holds = of.iter().filter_map(method).collect();
        let mut folded = Finding { holds, ..Finding::new(FindingKind::NewModule, module) };
        // Its methods were tested, and the least likely of them decides.
        let p = of.iter().map(|finding| finding.evidence.p_adjusted());
        if let Evidence::Test(test) = &mut folded.evidence {
            test.p_adjusted = p.fold(1.0, f64::min);
        }
        findings.push(folded);
    }
    by_subtree(findings, &comparison.kin)
}

/// The topmost of the methods whose calls grew alike, and below it those that it calls.
fn by_subtree(findings: Vec<Finding>, kin: &Kin) -> Vec<Finding> {
    let top: Vec<Option<usize>> = (0..findings.len())
        .map(|at| {
            let above = (0..findings.len()).filter(|&other| is_above(&findings[other], &findings[at], kin));
            // Nothing of what is above the topmost one is a finding of that kind.
            above.min_by_key(|&other| {
                (0..findings.len()).filter(|&one| is_above(&findings[one], &findings[other], kin)).count()
            })
        })
        .collect();
    let names: Vec<Option<Arc<str>>> = findings.iter().map(method).collect();
    let mut kept = Vec::new();
    for (at, mut finding) in findings.into_iter().enumerate() {
        if top[at].is_some_and(|above| top[above].is_none()) {
            continue;
        }
        let below = (0..names.len()).filter(|&other| top[other] == Some(at) && top[at].is_none());
        finding.holds.extend(below.filter_map(|other| names[other].clone()));
        kept.push(finding);
    }
    kept
}

/// Whether calls grew alike in both, and the one runs below the other and not the other way round.
fn is_above(one: &Finding, other: &Finding, kin: &Kin) -> bool {
    let ratio = |finding: &Finding| {
        let Sides { base, head } = finding.calls?;
        (finding.kind == FindingKind::Calls && is_told(finding) && base > 0.0).then_some(head / base)
    };
    let (Some(a), Some(b)) = (ratio(one), ratio(other)) else { return false };
    let (Some(above), Some(below)) = (method(one), method(other)) else { return false };
    above != below
        && one.fails() == other.fails()
        && (a / b - 1.0).abs() <= ALIKE
        && kin.is_below(&below, &above)
        && !kin.is_below(&above, &below)
}

/// What fails, and what is shown of calls alone: it was not accepted.
fn is_told(finding: &Finding) -> bool {
    is_open(finding)
        || finding.is_of_calls_alone() && finding.accepted().is_none() && finding.exceeds().is_none()
}

fn is_open(finding: &Finding) -> bool {
    finding.fails() && finding.exceeds().is_none()
}

fn method(finding: &Finding) -> Option<Arc<str>> {
    finding.subject().main_method().cloned()
}
