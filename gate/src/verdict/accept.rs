//! Which findings somebody accepted, and which grew beyond what was accepted.

use super::finding::Finding;
use super::row_name;
use crate::baseline::{Acceptance, Cover, Grown, Key};
use crate::config::Date;
use crate::launches::Ns;

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
            finding.exceeds = exceeded.filter(|_| accepted.is_none());
            finding.accepted = accepted;
        }
    }

    fn of(&self, acceptance: &Acceptance, finding: &Finding) -> Cover {
        let (base, at_least) = match (&finding.judged, &finding.counted) {
            // What is accepted of a phase is accepted of what is counted in it, as if each took as long as before.
            (Some(time), Some(counted)) => {
                (time.result.base, time.result.base * counted.judged.result.ratio_interval.0)
            }
            (Some(judged), None) => {
                let result = &judged.result;
                let least = result.base + result.change_interval.0;
                // Of a limit that is exceeded there is no interval, only what is there.
                (result.base, if least.is_finite() { least } else { result.head })
            }
            // Of what is no row there is no cost to compare with.
            (None, _) => (f64::NAN, f64::NAN),
        };
        let grown = Grown {
            name: finding.key().map_or("everything", row_name),
            device: &self.place.device,
            scenario: &self.place.scenario,
            base: Ns(base),
            at_least: Ns(at_least),
        };
        acceptance.covers(&grown, self.today)
    }
}
