//! Measures the effect of confirmation runs (`gate.confirm`) on false alarms and power. Each run is judged
//! with and without confirmation.

use anyhow::Result;
use gate_attribution::Attribution;
use gate_decision::Side;
use gate_decision::{Base, Policy, check_and_confirm};
use gate_launches::{BuildRole, Launches, MethodId};
use gate_stats::Random;

use super::make::{World, times};
use super::{Figures, Lab, Share, VerdictSummary, seen};

/// The launches of a run, and the same number of fresh launches for its confirmation. Interleaved pairs have no stored base, since each
/// pair contains the base.
pub(super) struct Runs {
    pub(super) base: Option<Launches>,
    pub(super) head: Launches,
    pub(super) fresh: Launches,
}

impl Runs {
    /// Returns `launches` as the head, and the base of these launches.
    fn sides<'a>(&'a self, launches: &'a Launches) -> (Side<'a>, Base<'a>) {
        let side = |launches, role| Side { launches, role };
        match &self.base {
            Some(base) => (side(launches, None), Base::Launches(side(base, None))),
            None => {
                (side(launches, Some(BuildRole::Head)), Base::Launches(side(launches, Some(BuildRole::Base))))
            }
        }
    }
}

impl Lab {
    pub(super) fn judge_again(&self, runs: &Runs, confirm: bool) -> Result<VerdictSummary> {
        let attribution = Attribution::default();
        let policy =
            Policy { config: self.config(), attribution: &attribution, accepted: &[], today: self.today() };
        let (head, base) = runs.sides(&runs.head);
        let again = confirm.then(|| runs.sides(&runs.fresh));
        let judged = check_and_confirm(head, base, again, &policy)?;
        seen(&judged.outcome, &runs.head.table)
    }
}

pub(super) fn confirm(lab: &Lab) -> Figures {
    let mut all = Vec::new();
    // The noise is large enough to cause false alarms, which the confirmation may withdraw.
    let pairs = World { launch_sd: 0.01, ..World::default() };
    let stored = World { day_sd: 0.01, ..World::default() };
    for (design, world) in [("pairs10", pairs), ("stored", stored)] {
        let is_stored = design == "stored";
        for (how, confirmed) in [("without", false), ("with", true)] {
            // The figures with and without confirmation are counted under the same name, so that the same random runs are judged.
            let any_false =
                lab.count(&format!("confirm.{design}.any_false"), lab.trials.quiet, |random| {
                    let (runs, _) = draw_runs(&world, random, is_stored, 1.0)?;
                    Ok(lab.judge_again(&runs, confirmed)?.red())
                })?;
            let found5 = lab.count(&format!("confirm.{design}.found5"), lab.trials.power, |random| {
                let (runs, method) = draw_runs(&world, random, is_stored, 1.05)?;
                Ok(lab.judge_again(&runs, confirmed)?.found(method))
            })?;
            for (what, share) in [("any_false", any_false), ("found5", found5)] {
                all.push(Share { name: format!("world.confirm.{design}.{how}.{what}"), ..share });
            }
        }
    }
    Ok(all)
}

/// Draws a run and fresh launches in which one method is slower by `factor`. The function also returns the method that became slower.
fn draw_runs(world: &World, random: &mut Random, is_stored: bool, factor: f64) -> Result<(Runs, MethodId)> {
    let app = world.app(random)?;
    let (method, slower) = app.one_slower(random, factor);
    let [head, fresh] = [(); 2].map(|()| {
        if is_stored {
            app.head(random, |_, factors| *factors = times(factors, &slower))
        } else {
            app.pairs(random, 10, &slower)
        }
    });
    let base = is_stored.then(|| app.store(random, |_, _, _| ()));
    Ok((Runs { base, head, fresh }, method))
}
