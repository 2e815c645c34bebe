//! What is searched for: one finding of BAD, how it is found again in a comparison, and how large it is there.

use std::sync::Arc;

use gate_decision::{Comparison, Evidence, Finding, FindingKind, Judged, Outcome, Row, Sides, Subject};
use gate_stats::half::Growth;
use gate_stats::tuned::ROWS_FOR_COMMON;

use super::{BisectError, pairs};

/// The coverage of the intervals of a comparison.
const CONFIDENCE: f64 = 0.95;

/// A finding of BAD.
#[derive(Clone, Debug)]
pub struct Target {
    pub kind: FindingKind,
    /// Its name, as reports have it.
    pub name: String,
    pub module: Option<Arc<str>>,
    /// Whom to ask.
    pub owner: Option<Arc<str>>,
    /// How large it is in BAD.
    pub measured: Measured,
    /// Whether it is a number of calls and not a time.
    pub is_calls: bool,
    subject: Subject,
    renamed_from: Option<Arc<str>>,
}

/// How large a finding is.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// In GOOD; in nanoseconds, or in what is counted.
    pub base: f64,
    /// More than there.
    pub growth: Growth,
}

impl Target {
    /// What of an outcome can be searched for: of this name, else what fails, else (at the last look) what is only listed.
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

    /// The first of them, as large as `fresh` says, untouched by having been chosen. None if fresh launches do not show it.
    pub(super) fn of(candidates: &[&Finding], fresh: &Comparison) -> Option<Target> {
        candidates.iter().find_map(|finding| Target::new(finding, fresh))
    }

    fn new(finding: &Finding, fresh: &Comparison) -> Option<Target> {
        let row = match &finding.evidence {
            Evidence::Counter(evidence) => &evidence.count.judged.row,
            _ => &finding.row,
        };
        let subject = row.subject.clone();
        let measured = Measured { base: 0.0, growth: Growth::exact(0.0) };
        let target = Target {
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
        // What fresh launches do not show at all cannot be told from nothing in any commit.
        (measured.growth.value > 0.0).then_some(Target { measured, ..target })
    }

    /// How large it is in a comparison; none where that does not tell.
    pub(super) fn measure(&self, comparison: &Comparison) -> Option<Measured> {
        if self.is_calls {
            let increased = comparison.more_calls.iter().find(|increased| self.is(&increased.row));
            let Sides { base, head } = increased.map_or_else(Sides::default, |one| one.increase.calls);
            return Some(Measured { base, growth: Growth::exact(head - base) });
        }
        if let Some(judged) = self.find(comparison) {
            let mut growth =
                Growth::of_interval(judged.result.change_interval, CONFIDENCE, pairs(comparison));
            growth.value -= self.shared(comparison, judged);
            return growth.value.is_finite().then_some(Measured { base: judged.result.base, growth });
        }
        // What no launch of either build has did not grow. Of samples and counters that is not known.
        let is_exact =
            self.subject.method().is_some() || self.subject.module().is_some() || self.subject.is_page();
        is_exact.then_some(Measured { base: 0.0, growth: Growth::exact(0.0) })
    }

    /// What a method or a phase has in common with all rows: a slow launch or session, which its own growth is beside.
    fn shared(&self, comparison: &Comparison, judged: &Judged) -> f64 {
        let is_part = (self.subject.main_method().is_some() || self.subject.is_outside())
            && comparison.rows.len() >= ROWS_FOR_COMMON;
        if is_part { judged.result.base * comparison.common.growth.exp_m1() } else { 0.0 }
    }

    fn find<'a>(&self, comparison: &'a Comparison) -> Option<&'a Judged> {
        let Comparison { rows, wholes, modules, beside, functions, counters, .. } = comparison;
        let counts = counters.rows.iter().map(|row| &row.judged);
        // A module as a whole: what is beside leaves out methods that are findings, which differ from commit to commit.
        let times = rows.iter().chain(wholes).chain(modules).chain(beside).chain(&functions.rows);
        times.chain(counts).find(|judged| self.is(&judged.row))
    }

    fn is(&self, row: &Row) -> bool {
        let subject = &row.subject;
        *subject == self.subject
            || self.renamed_from.is_some() && subject.main_method() == self.renamed_from.as_ref()
    }

    /// Whether it is counted in nanoseconds.
    pub(crate) fn is_time(&self) -> bool {
        !self.is_calls && self.subject.count().is_none()
    }
}
