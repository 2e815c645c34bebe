//! The effect of confirmation runs (`gate.confirm`) on false alarms and power: each run is judged with and
//! without confirmation.

use anyhow::Result;
use gate_attribution::Attribution;
use gate_decision::Side;
use gate_decision::{Base, Policy, check_again};
use gate_launches::{Launches, Role};
use gate_stats::Random;

use super::make::{World, times};
use super::{Figures, Lab, Seen, Share, seen};

/// A run and as many fresh launches; interleaved pairs have no stored base.
pub(super) struct Runs {
    pub(super) base: Option<Launches>,
    pub(super) head: Launches,
    pub(super) fresh: Launches,
}

impl Lab {
    pub(super) fn judge_again(&self, runs: &Runs, confirm: bool) -> Result<Seen> {
        let attribution = Attribution::default();
        let policy = Policy { config: self.config(), attribution: &attribution, accepted: &[] };
        let side = |launches, role| Side { launches, role };
        let sides = |of| match &runs.base {
            Some(base) => (side(of, None), Base::Launches(side(base, None))),
            None => (side(of, Some(Role::Head)), Base::Launches(side(of, Some(Role::Base)))),
        };
        let (head, base) = sides(&runs.head);
        let again = confirm.then(|| sides(&runs.fresh));
        let judged = check_again(head, base, again, &policy, self.today())?;
        seen(&judged.outcome, &runs.head.table)
    }
}

pub(super) fn confirm(lab: &Lab) -> Figures {
    let mut all = Vec::new();
    // Noisy enough for false alarms, which the confirmation may withdraw.
    let pairs = World { launch_sd: 0.01, ..World::default() };
    let stored = World { day_sd: 0.01, ..World::default() };
    for (design, world) in [("pairs10", pairs), ("stored", stored)] {
        let runs = |random: &mut Random, factor: f64| {
            let app = world.app(random)?;
            let (method, slower) = app.one_slower(random, factor);
            let mut head = |base: bool| match base {
                true => app.head(random, |_, factors| *factors = times(factors, &slower)),
                false => app.pairs(random, 10, &slower),
            };
            let is_stored = design == "stored";
            let (first, fresh) = (head(is_stored), head(is_stored));
            let base = is_stored.then(|| app.store(random, |_, _, _| ()));
            anyhow::Ok((Runs { base, head: first, fresh }, method))
        };
        for (how, confirmed) in [("without", false), ("with", true)] {
            let quiet =
                |random: &mut Random| anyhow::Ok(lab.judge_again(&runs(random, 1.0)?.0, confirmed)?.red());
            let power = |random: &mut Random| {
                let (runs, method) = runs(random, 1.05)?;
                anyhow::Ok(lab.judge_again(&runs, confirmed)?.found(method))
            };
            // Both have the same name while counting, so that they judge the same runs.
            let named = |what: &str, share: Share| Share {
                name: format!("world.confirm.{design}.{how}.{what}"),
                ..share
            };
            let share = lab.count(&format!("confirm.{design}.any_false"), lab.trials.quiet, quiet)?;
            all.push(named("any_false", share));
            let share = lab.count(&format!("confirm.{design}.found5"), lab.trials.power, power)?;
            all.push(named("found5", share));
        }
    }
    Ok(all)
}
