//! Defines the target of a search: one finding of BAD, and its size in any comparison.

use std::sync::Arc;

use gate_decision::{Comparison, Evidence, Finding, FindingKind, JudgedRow, Outcome, Row, Sides, Subject};
use gate_stats::bisect::GrowthEstimate;
use gate_stats::tuned::ROWS_FOR_COMMON;

use super::{BisectError, count_pairs};

/// The confidence level of the intervals of a comparison.
const CONFIDENCE: f64 = 0.95;

/// The finding of BAD to search for.
#[derive(Clone, Debug)]
pub struct SearchTarget {
    pub kind: FindingKind,
    /// The name of the finding in reports.
    pub name: String,
    pub module: Option<Arc<str>>,
    /// The owner of the code.
    pub owner: Option<Arc<str>>,
    /// The growth of BAD, as it was measured in fresh launches.
    pub measured: FindingSize,
    /// Whether the growth is a number of calls, and not a time.
    pub is_calls: bool,
    subject: Subject,
    renamed_from: Option<Arc<str>>,
}

/// The size of a finding in one comparison.
#[derive(Clone, Copy, Debug)]
pub struct FindingSize {
    /// The value in GOOD, in nanoseconds or as a number of calls.
    pub base: f64,
    /// The growth compared with GOOD.
    pub growth: GrowthEstimate,
}

impl SearchTarget {
    /// Returns the findings that can be searched for. The candidates are the findings with the requested name, or otherwise those that fail
    /// the check, or otherwise (at the last test) those that are only listed.
    pub(super) fn candidates<'a>(
        outcome: &'a Outcome,
        wanted: Option<&str>,
        is_last: bool,
    ) -> Result<Vec<&'a Finding>, BisectError> {
        let Outcome::Judged(_, verdict) = outcome else { return Ok(Vec::new()) };
        let is_one = |finding: &&Finding| finding.kind != FindingKind::Budget;
        let all: Vec<&Finding> = verdict.findings.iter().filter(is_one).collect();
        let Some(wanted) = wanted else {
            let fails = all.iter().any(|finding| finding.fails());
            return Ok(all.into_iter().filter(|finding| finding.fails() || is_last && !fails).collect());
        };
        let named: Vec<&Finding> =
            all.iter().copied().filter(|finding| finding.subject().to_string() == wanted).collect();
        if is_last && named.is_empty() && !all.is_empty() {
            let there: Vec<String> = all.iter().map(|finding| finding.subject().to_string()).collect();
            return Err(BisectError::NoFinding { wanted: wanted.to_owned(), there: there.join(", ") });
        }
        Ok(named)
    }

    /// Returns the first candidate, with its growth in fresh launches, which is free of selection bias. Returns `None` if no candidate grew
    /// in the fresh launches.
    pub(super) fn measured_in(candidates: &[&Finding], fresh: &Comparison) -> Option<SearchTarget> {
        candidates.iter().find_map(|finding| SearchTarget::new(finding, fresh))
    }

    fn new(finding: &Finding, fresh: &Comparison) -> Option<SearchTarget> {
        let row = match &finding.evidence {
            Evidence::Counter(evidence) => &evidence.count.judged.row,
            _ => &finding.row,
        };
        let subject = row.subject.clone();
        let measured = FindingSize { base: 0.0, growth: GrowthEstimate::from_exact(0.0) };
        let target = SearchTarget {
            kind: finding.kind,
            name: subject.to_string(),
            module: row.module.clone(),
            owner: row.owner.clone(),
            measured,
            is_calls: finding.is_of_calls_alone(),
            renamed_from: row.renamed_from.clone(),
            subject,
        };
        let measured = target.measure(fresh)?;
        // If fresh launches show no growth, no commit can be classified.
        (measured.growth.value > 0.0).then_some(SearchTarget { measured, ..target })
    }

    /// Returns the size of the finding in a comparison, or `None` if the size is unknown.
    pub(super) fn measure(&self, comparison: &Comparison) -> Option<FindingSize> {
        if self.is_calls {
            let increased = comparison.more_calls.iter().find(|increased| self.matches_row(&increased.row));
            let Sides { base, head } = increased.map_or_else(Sides::default, |one| one.increase.calls);
            return Some(FindingSize { base, growth: GrowthEstimate::from_exact(head - base) });
        }
        if let Some(judged) = self.find(comparison) {
            let (low, high) = judged.result.change_interval;
            let mut growth = GrowthEstimate::from_interval(low, high, CONFIDENCE, count_pairs(comparison));
            growth.value -= self.common_growth(comparison, judged);
            return growth.value.is_finite().then_some(FindingSize { base: judged.result.base, growth });
        }
        // A method that no launch of either build contains did not grow. A subject of samples or counters that is in no launch may have
        // been missed, so its growth is unknown.
        let is_exact =
            self.subject.method().is_some() || self.subject.module().is_some() || self.subject.is_page();
        is_exact.then_some(FindingSize { base: 0.0, growth: GrowthEstimate::from_exact(0.0) })
    }

    /// Returns the part of the growth of a method or phase that all rows have in common, because a whole launch or session was slow.
    fn common_growth(&self, comparison: &Comparison, judged: &JudgedRow) -> f64 {
        let is_part = (self.subject.main_method().is_some() || self.subject.is_outside())
            && comparison.rows.len() >= ROWS_FOR_COMMON;
        if is_part { judged.result.base * comparison.common.growth.exp_m1() } else { 0.0 }
    }

    fn find<'a>(&self, comparison: &'a Comparison) -> Option<&'a JudgedRow> {
        let Comparison { rows, wholes, modules, auxiliary, functions, counters, .. } = comparison;
        let counts = counters.rows.iter().map(|row| &row.judged);
        // Modules are searched before `auxiliary`, since a row of `modules` contains all methods of its module. A row of `auxiliary` omits
        // methods that are findings, which differ between commits.
        let times = rows.iter().chain(wholes).chain(modules).chain(auxiliary).chain(&functions.rows);
        times.chain(counts).find(|judged| self.matches_row(&judged.row))
    }

    fn matches_row(&self, row: &Row) -> bool {
        let subject = &row.subject;
        *subject == self.subject
            || self.renamed_from.is_some() && subject.main_method() == self.renamed_from.as_ref()
    }

    /// Returns whether the size of the finding is a time in nanoseconds rather than a count.
    pub(crate) fn is_time(&self) -> bool {
        !self.is_calls && self.subject.counter_and_phase().is_none()
    }
}
