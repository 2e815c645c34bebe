//! How many launches an effect needs, from the pool's own noise.

use super::basic::t_quantile_above;
use super::centre::{Centre, Ready};
use super::pool::Model;
use super::{Costs, Error, Limit, Settings};

/// What a count of launches can see.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Per row: the fewest launches that find `effect` with `power`; `None` if `most` do not suffice.
    pub launches: Vec<Option<usize>>,
    /// Per row: the smallest effect (a ratio, less 1) found with `power` by `most` launches.
    pub smallest_effect: Vec<f64>,
}

/// Plans one new session against `base`, up to `most` launches; normal approximation to the power of [`super::pool::judge`].
pub fn plan(
    base: &[Costs],
    limits: &[Limit],
    settings: &Settings,
    effect: f64,
    power: f64,
    most: usize,
) -> Result<Plan, Error> {
    if !(power > 0.0 && power < 1.0) {
        return Err(Error::Setting { name: "power", value: power });
    }
    // The newest session stands for the new one: the model's noise is what is wanted, the difference is not used.
    let newest = base.last().ok_or(Error::TooFew { what: "baseline sessions", needed: 1, found: 0 })?;
    let model = Model::fit(base, std::slice::from_ref(newest), limits, settings)?;
    let deciding = limits.iter().filter(|limit| limit.decides).count().max(1);
    let k = base.len() as f64;
    let kept = |launches: usize| Ready::new(Centre::Middle, launches).kept();
    let stored = base.iter().map(|session| 1.0 / kept(session.launches())).sum::<f64>() / (k * k);
    let mut plan = Plan { launches: Vec::new(), smallest_effect: Vec::new() };
    for (row, limit) in model.rows.iter().zip(limits) {
        let reach = t_quantile_above(settings.alpha / deciding as f64, row.df)
            + t_quantile_above(1.0 - power, row.df);
        let threshold = row.scale.threshold(row.base, limit.effect, limit.floor);
        let wanted = row.scale.threshold(row.base, effect, 0.0);
        let error =
            |launches: usize| model.variance(row, 1.0 + 1.0 / k, stored + 1.0 / kept(launches)).sqrt();
        plan.launches.push((2..=most).find(|&n| threshold + reach * error(n) <= wanted));
        plan.smallest_effect.push(row.scale.ratio(row.base, threshold + reach * error(most.max(2))) - 1.0);
    }
    Ok(plan)
}
