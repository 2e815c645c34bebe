//! Finds moved cost, which is growth of a method that came from another method, or from the old name of a renamed class.
//!
//! A growth counts as moved under two conditions. First, another method is proven to be faster by the same amount, within the error of both
//! amounts. Second, the call tree shows that the two methods are related (`compare::CallRelations`). Any other growth fails the check, even
//! if an unrelated method became faster. Invariant: moved growth does not fail the check, so the decrease of one method can explain the
//! growth of only one other method.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Finding, FindingKind, FindingStatus};
use crate::compare::{Comparison, JudgedRow, RowClass};
use crate::subject::Subject;

/// A growth counts as moved from another method only if that method's decrease is at least this share of the growth, even if the errors are
/// large.
const LEAST_SHARE: f64 = 0.75;

/// The methods that became faster. Each decrease may explain only one growth.
pub(super) struct MovedCosts<'a> {
    comparison: &'a Comparison,
    sources: Vec<&'a JudgedRow>,
    used: BTreeSet<&'a Subject>,
}

impl<'a> MovedCosts<'a> {
    pub(super) fn new(comparison: &'a Comparison) -> MovedCosts<'a> {
        let rows = &comparison.rows;
        let level = comparison.alpha / rows.len().max(1) as f64;
        let quicker = rows.iter().filter(|judged| judged.result.p_faster <= level);
        let sources = quicker.filter(|judged| judged.row.subject.main_method().is_some());
        MovedCosts { comparison, sources: sources.collect(), used: BTreeSet::new() }
    }

    /// Returns the method from which the growth of this row came: a related method that became faster by about the same amount.
    pub(super) fn source_of(&mut self, judged: &JudgedRow) -> Option<Arc<str>> {
        let difference = |other: &JudgedRow| (judged.change() + other.change()).abs();
        let sources = self.sources.iter().copied().filter(|source| {
            // The growth and the decrease may each differ from the true value by the error of their method, so the two errors are added.
            let within =
                (largest_error(judged) + largest_error(source)).min((1.0 - LEAST_SHARE) * judged.change());
            !self.used.contains(&source.row.subject)
                && difference(source) <= within
                && self.comparison.relations.are_related(&judged.row, &source.row)
        });
        let source = sources.min_by(|a, b| {
            difference(a).total_cmp(&difference(b)).then_with(|| a.row.subject.cmp(&b.row.subject))
        })?;
        self.used.insert(&source.row.subject);
        source.row.subject.main_method().cloned()
    }
}

/// Returns the largest error of a growth: the distance from the growth to the farther finite end of its confidence interval.
fn largest_error(judged: &JudgedRow) -> f64 {
    let (low, high) = judged.result.change_interval;
    let ends = [judged.change() - low, high - judged.change()];
    ends.into_iter().filter(|end| end.is_finite()).fold(0.0, f64::max)
}

/// Returns findings for methods of renamed classes that did not grow. The methods are reported so that a reader knows where the old names
/// went.
pub(super) fn find_renamed_methods(rows: &[JudgedRow]) -> impl Iterator<Item = Finding> {
    let quiet = rows.iter().filter(|judged| judged.result.class != RowClass::Finding);
    quiet.filter_map(|judged| {
        let status = FindingStatus::Moved { from: judged.row.renamed_from.clone()? };
        Some(Finding { status, ..Finding::new(FindingKind::Moved, judged) })
    })
}
