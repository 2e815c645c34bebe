//! Findings of functions that samples found, and the functions that explain other findings.
//!
//! A function is a finding by itself only in what no other finding tells. It belongs to its own module, and a method to the method's:
//! who calls a shared function more often is not its owner. What is outside of methods belongs to the module that owns most of its
//! growth.
//! Invariant: which functions explain a finding changes nothing of whether it is one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::evidence::Evidence;
use super::{Finding, FindingKind, Status};
use crate::compare::{Call, Comparison, Judged, Part};

/// Of a growth at least this share must be what another function lost.
const LEAST_SHARE: f64 = 0.75;

/// The functions that grew where nothing else tells it.
pub(super) fn findings(comparison: &Comparison) -> Vec<Finding> {
    let functions = &comparison.functions;
    let mut found: Vec<usize> =
        (0..functions.rows.len()).filter(|&row| functions.rows[row].result.call == Call::Finding).collect();
    found.sort_by(|&a, &b| {
        let (a, b) = (&functions.rows[a], &functions.rows[b]);
        b.change().total_cmp(&a.change()).then_with(|| a.row.subject.cmp(&b.row.subject))
    });
    let level = comparison.alpha / functions.rows.len().max(1) as f64;
    let mut taken = BTreeSet::new();
    let mut findings = Vec::new();
    for row in found {
        let judged = &functions.rows[row];
        let source = source_of(comparison, row, level, &taken);
        taken.extend(source);
        findings.push(match source {
            None => Finding::new(FindingKind::Function, judged),
            Some(source) => {
                let from = functions.rows[source].row.subject.to_string().into();
                Finding { status: Status::Moved { from }, ..Finding::new(FindingKind::Moved, judged) }
            }
        });
    }
    findings
}

/// The function that lost what this one gained: it surely became quicker, by as much, in the same caller.
fn source_of(comparison: &Comparison, row: usize, level: f64, taken: &BTreeSet<usize>) -> Option<usize> {
    let functions = &comparison.functions;
    let judged = &functions.rows[row];
    let gained = judged.change();
    let rest = |other: &Judged| (gained + other.change()).abs();
    let is_source = |&other: &usize| {
        let lost = &functions.rows[other];
        let within = (error(judged) + error(lost)).min((1.0 - LEAST_SHARE) * gained);
        !taken.contains(&other)
            && lost.result.p_faster <= level
            && rest(lost) <= within
            && !functions.nodes[row].is_disjoint(&functions.nodes[other])
    };
    (0..functions.rows.len())
        .filter(is_source)
        .min_by(|&a, &b| rest(&functions.rows[a]).total_cmp(&rest(&functions.rows[b])).then(a.cmp(&b)))
}

fn error(judged: &Judged) -> f64 {
    let (low, high) = judged.result.change_interval;
    0.5 * (high - low)
}

/// Says of each finding which functions explain its growth, and whose it is by most of it.
pub(super) fn explain(findings: &mut [Finding], comparison: &Comparison) {
    for finding in findings {
        let Some(parts) = comparison.functions.parts.get(finding.subject()) else { continue };
        finding.functions = parts.iter().filter(|part| is_said(part, finding)).cloned().collect();
        let subject = finding.subject();
        let is_method = subject.method().is_some() || subject.is_on_other_threads();
        if subject.module().is_some() || subject.is_page() || is_method {
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

/// A candidate is said where it grew by most of what its row did, and by no more than twice that: what instructions say of how much,
/// samples say of where.
fn is_said(part: &Part, finding: &Finding) -> bool {
    let Some(before) = part.candidate_in else { return true };
    let growth = match &finding.evidence {
        Evidence::Counter(evidence) => before * (evidence.count.judged.result.ratio - 1.0),
        _ => finding.change(),
    };
    (0.5 * growth..=2.0 * growth).contains(&part.change())
}
