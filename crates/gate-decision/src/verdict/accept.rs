//! Which findings somebody accepted, and which grew beyond what was accepted.

use gate_baseline::{Acceptance, Cover, Grown, Key};
use gate_config::{Date, Growth};
use gate_launches::Ns;

use super::finding::Finding;

/// What was accepted, and where and when it is asked.
#[derive(Clone, Copy, Debug)]
pub struct Accepted<'a> {
    pub all: &'a [Acceptance],
    /// Of which app, scenario and device the launches are.
    pub place: &'a Key,
    /// The day: what expires does so at its end.
    pub today: Date,
}

impl Accepted<'_> {
    /// Marks the findings that an acceptance is about.
    pub(super) fn mark(&self, findings: &mut [Finding]) {
        for finding in findings {
            let cover = |acceptance: &&Acceptance, wanted| self.of(acceptance, finding) == wanted;
            let accepted = self.all.iter().find(|a| cover(a, Cover::Whole)).cloned();
            let exceeded = self.all.iter().find(|a| cover(a, Cover::Exceeded)).cloned();
            let too_large = self.all.iter().find(|a| cover(a, Cover::TooLarge)).cloned();
            finding.is_acceptance_too_large = exceeded.is_none() && too_large.is_some();
            finding.exceeds = exceeded.or(too_large).filter(|_| accepted.is_none());
            finding.accepted = accepted;
        }
    }

    fn of(&self, acceptance: &Acceptance, finding: &Finding) -> Cover {
        // Calls are accepted of work only, and times of what takes time.
        let fits = match acceptance.size {
            Growth::Share(_) => true,
            Growth::Calls(_) => finding.subject().is_number(),
            Growth::Time(_) => !finding.subject().is_number(),
        };
        if !fits {
            return Cover::None;
        }
        let result = &finding.judged.result;
        let least = match &finding.counted {
            // What is accepted of a phase is accepted of what is counted in it, as if each took as long as before.
            Some(counted) => result.base * counted.judged.result.ratio_interval.0,
            None => result.base + result.change_interval.0,
        };
        // Of a limit that is exceeded there is no interval, only what is there.
        let at_least = if least.is_finite() || finding.counted.is_some() { least } else { result.head };
        let grown_by = result.head - result.base;
        let upper = match (result.change_interval, &finding.counted) {
            (_, Some(counted)) => {
                let (low, high) = counted.judged.result.ratio_interval;
                result.base * (2.0 * high - low - 1.0)
            }
            // As wide again as the interval is: so much higher may its end lie in another run.
            ((low, high), None) if low.is_finite() && high.is_finite() => 2.0 * high - low,
            ((low, _), None) if low.is_finite() => 3.0 * grown_by - 2.0 * low,
            _ => 2.0 * grown_by,
        };
        // What is written is rounded up.
        let at_most_grown = upper.max(grown_by) + 2e-4 * result.base + 1.0;
        let grown = Grown {
            name: finding.subject().bare(),
            device: &self.place.device,
            scenario: &self.place.scenario,
            base: Ns(result.base),
            at_least: Ns(at_least),
            at_most_grown: Ns(at_most_grown),
        };
        acceptance.covers(&grown, self.today)
    }
}
