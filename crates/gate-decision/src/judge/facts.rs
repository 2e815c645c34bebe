//! Facts of both builds in a judgement.

use gate_facts::Facts;

use super::{Outcome, Policy};
use crate::compare::Side;
use crate::verdict::judge_facts;

/// Judges the facts of the head's build, where they were kept, beside its launches.
///
/// What cannot be compared for another reason has no facts either: its answer stays what it is.
pub fn add_facts(
    outcome: &mut Outcome,
    base: Option<&Facts>,
    head: &Facts,
    launches: Side<'_>,
    policy: &Policy<'_>,
) {
    let conditions = launches.launches.launches.first().map(|launch| &launch.conditions);
    let applies = |budget: &&gate_config::Budget| {
        conditions.is_some_and(|conditions| {
            budget.scenario.as_ref().is_none_or(|scenario| **scenario == *conditions.scenario)
                && budget.device.as_ref().is_none_or(|device| device.matches(&conditions.device_model))
        })
    };
    let budgets = policy.config.budgets.iter().filter(applies);
    let judged = judge_facts(base, head, policy.config, budgets);
    match outcome {
        Outcome::Judged(_, verdict) => verdict.add_facts(judged),
        Outcome::NoBaseline { facts, .. } => *facts = judged,
        Outcome::Incomparable(_) | Outcome::NotRecorded(_) | Outcome::TooFew { .. } => {}
    }
}
