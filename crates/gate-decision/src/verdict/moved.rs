//! Cost that moved: from one method to another, or with a class to its new name.
//!
//! A growth is a move only if another method surely became quicker by as much, within the error of both, and the call tree shows that
//! the two are near (`compare::Kin`). Anything else is slower: unrelated methods that became quicker excuse nothing.
//! Invariant: a move fails nothing, so what one method lost excuses one other method only.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Finding, FindingKind, Status};
use crate::compare::{Call, Comparison, Judged};

/// Of a growth at least this share must be what another method lost, however wide the errors are.
const LEAST_SHARE: f64 = 0.75;

/// The methods that became quicker, each of which may explain one growth.
pub(super) struct Moves<'a> {
    comparison: &'a Comparison,
    sources: Vec<(&'a Arc<str>, &'a Judged)>,
    taken: BTreeSet<&'a Arc<str>>,
}

impl<'a> Moves<'a> {
    pub(super) fn of(comparison: &'a Comparison) -> Moves<'a> {
        let rows = &comparison.rows;
        let level = comparison.alpha / rows.len().max(1) as f64;
        let quicker = rows.iter().filter(|judged| judged.result.p_faster <= level);
        let sources = quicker.filter_map(|judged| Some((judged.row.subject.main_method()?, judged)));
        Moves { comparison, sources: sources.collect(), taken: BTreeSet::new() }
    }

    /// The method that lost what this one gained, if the tree shows it.
    pub(super) fn source_of(&mut self, judged: &Judged) -> Option<Arc<str>> {
        let name = judged.row.subject.main_method()?;
        let gained = judged.change();
        let rest = |other: &Judged| (gained + other.change()).abs();
        let best = self
            .sources
            .iter()
            .filter(|(source, other)| {
                // Each truth lies within its own interval: equal costs are told apart by both together, not by chance of one.
                let within = (error(judged) + error(other)).min((1.0 - LEAST_SHARE) * gained);
                let place = (&**name, judged.row.module.as_deref());
                !self.taken.contains(source)
                    && rest(other) <= within
                    && self.comparison.kin.are_near(place, (&***source, other.row.module.as_deref()))
            })
            .min_by(|a, b| rest(a.1).total_cmp(&rest(b.1)).then(a.0.cmp(b.0)));
        let (source, _) = best?;
        self.taken.insert(source);
        Some(Arc::clone(source))
    }
}

/// How far the change may be from what was estimated, by its interval.
fn error(judged: &Judged) -> f64 {
    let (low, high) = judged.result.change_interval;
    let ends = [judged.change() - low, high - judged.change()];
    ends.into_iter().filter(|end| end.is_finite()).fold(0.0, f64::max)
}

/// Methods of renamed classes that did not grow: told, so that a reader does not look for the old names.
pub(super) fn renamed(rows: &[Judged]) -> impl Iterator<Item = Finding> {
    let quiet = rows.iter().filter(|judged| judged.result.call != Call::Finding);
    quiet.filter_map(|judged| {
        let status = Status::Moved { from: judged.row.renamed_from.clone()? };
        Some(Finding { status, ..Finding::new(FindingKind::Moved, judged) })
    })
}
