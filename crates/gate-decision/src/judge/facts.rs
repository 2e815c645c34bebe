//! Adds the facts of the builds, which are properties that are read without running the app, to a judgement.

use gate_facts::Facts;

use super::{Outcome, Policy};
use crate::compare::Side;
use crate::verdict::judge_facts;

/// Judges the facts of the head's build, and adds them to the outcome of its launches.
///
/// The facts are added if the launches were judged, or if they have no baseline. Other outcomes are not changed.
pub fn add_facts(
    outcome: &mut Outcome,
    base: Option<&Facts>,
    head: &Facts,
    launches: Side<'_>,
    policy: &Policy<'_>,
) {
    let conditions = launches.launches.launches.first().map(|launch| &launch.conditions);
    let budgets = policy.config.budgets.iter().filter(|budget| {
        conditions.is_some_and(|launch| budget.applies_to(&launch.scenario, &launch.device_model))
    });
    let judged = judge_facts(base, head, policy.config, budgets);
    match outcome {
        Outcome::Judged(_, verdict) => verdict.add_facts(judged),
        Outcome::NoBaseline { facts, .. } => *facts = judged,
        Outcome::Incomparable(_) | Outcome::NotRecorded(_) | Outcome::TooFew { .. } => {}
    }
}
