//! Finds the acceptances that cover a finding, and those that a finding exceeds.

use gate_baseline::{Acceptance, AcceptanceCoverage, BaselineKey, MeasuredGrowth};
use gate_config::{Date, Growth};
use gate_launches::Ns;

use super::evidence::Evidence;
use super::finding::{ExceededAcceptance, Finding, FindingStatus};
use crate::amount::Unit;
use crate::subject::Subject;

/// The acceptances, with the launches and the date for which they must be valid.
#[derive(Clone, Copy, Debug)]
pub struct AcceptanceMatcher<'a> {
    pub all: &'a [Acceptance],
    /// The app, scenario and device of the launches.
    pub place: &'a BaselineKey,
    /// The current date. An acceptance expires at the end of its last day.
    pub today: Date,
}

impl AcceptanceMatcher<'_> {
    /// Sets the status of the findings that an acceptance names.
    pub(super) fn mark_findings(&self, findings: &mut [Finding]) {
        for finding in findings {
            if matches!(finding.status, FindingStatus::Moved { .. } | FindingStatus::NotConfirmed) {
                continue;
            }
            if let Some(acceptance) = self.find(finding, AcceptanceCoverage::Whole) {
                finding.status = FindingStatus::Accepted(acceptance);
                continue;
            }
            let exceeded = self.find_exceeded(finding);
            if let FindingStatus::Fails { exceeds } | FindingStatus::Advisory { exceeds, .. } =
                &mut finding.status
            {
                *exceeds = exceeded;
            }
        }
    }

    /// Returns whether a person accepted that the cost of a row rose from `before` to `after`. An acceptance counts even if it has expired
    /// since then. The function does not check the largest accepted growth, which is checked only for findings.
    pub(crate) fn covers_rise(&self, row: &Subject, before: Ns, after: Ns) -> bool {
        let grown = self.measured_growth(row, before, after, Ns(f64::INFINITY));
        self.all
            .iter()
            .any(|acceptance| acceptance.covers(&grown, acceptance.until) == AcceptanceCoverage::Whole)
    }

    fn measured_growth<'a>(
        &'a self,
        row: &'a Subject,
        base: Ns,
        at_least: Ns,
        at_most_grown: Ns,
    ) -> MeasuredGrowth<'a> {
        let BaselineKey { device, scenario, .. } = self.place;
        MeasuredGrowth { name: row.bare_name(), device, scenario, base, at_least, at_most_grown }
    }

    fn find(&self, finding: &Finding, wanted: AcceptanceCoverage) -> Option<Acceptance> {
        self.all.iter().find(|one| self.coverage(one, finding) == wanted).cloned()
    }

    fn find_exceeded(&self, finding: &Finding) -> Option<ExceededAcceptance> {
        [(AcceptanceCoverage::Exceeded, false), (AcceptanceCoverage::TooLarge, true)].into_iter().find_map(
            |(wanted, is_too_large)| {
                Some(ExceededAcceptance { acceptance: self.find(finding, wanted)?, is_too_large })
            },
        )
    }

    fn coverage(&self, acceptance: &Acceptance, finding: &Finding) -> AcceptanceCoverage {
        let unit = finding.levels.base.unit;
        let fits = match acceptance.size {
            Growth::Share(_) => true,
            Growth::Calls(_) => matches!(unit, Unit::Calls | Unit::Requests),
            Growth::Time(_) => unit == Unit::Ns,
        };
        if !fits {
            return AcceptanceCoverage::None;
        }
        let (base, head) = (finding.levels.base.value, finding.levels.head.value);
        let GrowthExtent { at_least, upper } = GrowthExtent::of_growth(finding);
        // A finding without a confidence interval, such as an exceeded budget, has no lower bound, so the head's measured level is used.
        let at_least = at_least.unwrap_or(head);
        // The size in an acceptance was rounded up when the acceptance was written, so the allowed growth includes the rounding.
        let at_most_grown = upper.max(head - base) + 2e-4 * base + 1.0;
        let grown = self.measured_growth(finding.subject(), Ns(base), Ns(at_least), Ns(at_most_grown));
        acceptance.covers(&grown, self.today)
    }
}

/// The size of a finding, with which an acceptance is compared.
struct GrowthExtent {
    /// The lower limit of the head's level; `None` if the confidence interval of the growth has no lower limit.
    at_least: Option<f64>,
    upper: f64,
}

impl GrowthExtent {
    fn of_growth(finding: &Finding) -> GrowthExtent {
        let (base, growth) = (finding.levels.base.value, finding.change());
        if let Evidence::Counter(evidence) = &finding.evidence {
            // An acceptance of a phase also covers its counters. The growth of a counter is converted to time, as if each instruction or
            // cycle took as long as in the base.
            let (low, high) = evidence.count.judged.result.ratio_interval;
            return GrowthExtent { at_least: Some(base * low), upper: base * (2.0 * high - low - 1.0) };
        }
        let interval = finding.evidence.time_test().map(|test| test.change_interval);
        match interval.filter(|(low, _)| low.is_finite()) {
            // The upper end of the interval in a repeated run may be higher by as much as the width of the interval.
            Some((low, high)) if high.is_finite() => {
                GrowthExtent { at_least: Some(base + low), upper: 2.0 * high - low }
            }
            Some((low, _)) => GrowthExtent { at_least: Some(base + low), upper: 3.0 * growth - 2.0 * low },
            None => GrowthExtent { at_least: None, upper: 2.0 * growth },
        }
    }
}
