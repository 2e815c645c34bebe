//! How many launches an effect needs, from the pool's own noise; and how many more an open answer needs.

use super::basic::t_quantile_above;
use super::centre::Ready;
use super::counts;
use super::levels::{self, Level};
use super::places::{Session, Stored};
use super::stored;
use super::{Error, Limit, RowResult, Settings};

/// What a count of launches can see.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Per row: the fewest launches that find `effect` with `power`; `None` if `most` do not suffice.
    pub launches: Vec<Option<usize>>,
    /// Per row: the smallest effect (a ratio, less 1) found with `power` by `most` launches.
    pub smallest_effect: Vec<f64>,
}

/// How many times the launches would show that a row grew by less than `most`, in its own unit, if it grew by what was seen.
/// None if no number of launches would.
pub fn times(result: &RowResult, most: f64) -> Option<f64> {
    let growth = result.head - result.base;
    // The error wanted, as a share of the error that there is.
    let wanted = (most - growth) / (result.upper - growth);
    let left = wanted.powi(2) - (1.0 - result.of_launches);
    (wanted > 0.0 && left > 0.0).then(|| (result.of_launches / left).max(1.0))
}

/// Plans one new session against `base`, up to `most` launches; normal approximation to the power of [`super::judge`].
pub fn plan(
    base: &[Session],
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
    let design = Stored { base, new: std::slice::from_ref(&newest.costs), anew: &[] };
    let evidence = stored::parts(&design, limits, settings)?;
    let deciding = limits.iter().filter(|limit| limit.decides).count().max(1);
    let kept = |launches: usize| Ready::quicker(launches, launches).kept();
    let least = base.iter().map(|session| session.costs.launches()).min().unwrap_or(1);
    let mut plan = Plan { launches: Vec::new(), smallest_effect: Vec::new() };
    for (row, limit) in limits.iter().enumerate() {
        let scale = evidence.scales[row];
        let base = evidence.base[row];
        let df = evidence.df[row];
        let family = levels::PARTS.share * settings.alpha / deciding as f64;
        let reach = t_quantile_above(family, df) + t_quantile_above(1.0 - power, df);
        let threshold = scale.threshold(base, limit.effect, limit.floor);
        let wanted = scale.threshold(base, effect, 0.0);
        let error = |launches: usize| {
            let share = kept(least) / kept(launches);
            (evidence.variance[row] - evidence.of_launches[row] * (1.0 - share)).max(0.0).sqrt()
        };
        plan.launches.push((2..=most).find(|&n| threshold + reach * error(n) <= wanted));
        plan.smallest_effect.push(scale.ratio(base, threshold + reach * error(most.max(2))) - 1.0);
    }
    Ok(plan)
}

/// The same of counts of the launch and its phases; `settings.session_sd` is theirs, `level` their line of the table.
pub fn plan_counts(
    (base, limits): (&[Session], &[Limit]),
    settings: &Settings,
    level: Level,
    (effect, power): (f64, f64),
    most: usize,
) -> Result<Plan, Error> {
    let newest = base.last().ok_or(Error::TooFew { what: "baseline sessions", needed: 1, found: 0 })?;
    let design = Stored { base, new: std::slice::from_ref(&newest.costs), anew: &[] };
    let evidence = counts::rows(&design, limits, settings)?;
    let deciding = limits.iter().filter(|limit| limit.decides).count().max(1) as f64;
    let kept = |launches: usize| Ready::middle(launches, launches).kept();
    let mut plan = Plan { launches: Vec::new(), smallest_effect: Vec::new() };
    for (row, limit) in limits.iter().enumerate() {
        let (scale, base, df) = (evidence.scales[row], evidence.base[row], evidence.df[row]);
        let error = |launches: usize| {
            let share = kept(newest.costs.launches()) / kept(launches);
            (evidence.variance[row] - evidence.of_launches[row] * (1.0 - share)).max(0.0).sqrt()
        };
        let missed = t_quantile_above(1.0 - power, df);
        let any = t_quantile_above(level.share * settings.alpha / deciding, df) + missed;
        let beyond = t_quantile_above(settings.alpha / deciding, df) + missed;
        let threshold = scale.threshold(base, limit.effect, limit.floor);
        let least = |launches: usize| (any * error(launches)).max(threshold + beyond * error(launches));
        let wanted = scale.threshold(base, effect, 0.0);
        plan.launches.push((2..=most).find(|&n| least(n) <= wanted));
        plan.smallest_effect.push(scale.ratio(base, least(most.max(2))) - 1.0);
    }
    Ok(plan)
}
