//! The entry point of a judgement, for `gate check`, `gate run --until-decided` and `gate baseline update`.
//!
//! It owns the order of a judgement: the choice of the stored sessions, the level for each look of a run, the comparison, growth since the
//! anchor, budgets, acceptances, the answer.
//! `compare` and `gate_stats` compute the numbers, and `verdict` decides what they mean.
//!
//! Invariants: equal input gives an equal outcome, since no clock is read; a store is read and never written.

mod anchor;
mod early;
mod facts;
mod history;
mod outcome;
mod phones;
mod stored;

use std::sync::Arc;

use gate_baseline::{Acceptance, Baselines, Key, StoreError};
use gate_config::{Config, Date};
use gate_facts::Facts;
use gate_launches::{Conditions, LaunchTimeline, Launches, MethodOwners, Ns, Role};

use crate::caution::Caution;
use crate::compare::{
    BaselineHistory, CompareError, Comparison, Rules, Side, budgets_alone, calls_alone, compare_with,
};
use crate::reason::{Reason, TooFewLaunches};
use crate::subject::Subject;
use crate::verdict::{Accepted, Answer, judge, judge_budgets, judge_calls};

pub use early::{Interim, InterimState, interim};
pub use facts::add_facts;
pub use outcome::Outcome;
pub use stored::{comparable, pool};

/// The settings and acceptances by which launches are judged.
#[derive(Clone, Copy, Debug)]
pub struct Policy<'a> {
    /// The settings.
    pub config: &'a Config,
    /// The modules and owners of methods.
    pub attribution: &'a dyn MethodOwners,
    /// The regressions that people accepted.
    pub accepted: &'a [Acceptance],
}

/// The base of a comparison.
#[derive(Clone, Copy, Debug)]
pub enum Base<'a> {
    /// These launches.
    Launches(Side<'a>),
    /// The stored sessions that belong to the head.
    Store(&'a dyn Baselines),
}

/// An outcome, with the data that its report needs.
#[derive(Debug)]
pub struct Judgement {
    pub outcome: Outcome,
    /// The stored base; `None` if launches were given as the base.
    pub stored: Option<Stored>,
    /// Caveats for the reader of the report.
    pub warnings: Vec<Caution>,
}

/// The stored sessions of the base, and data that is stored with them.
#[derive(Debug, Default)]
pub struct Stored {
    /// The launches of the base.
    pub launches: Launches,
    /// Earlier sessions, for the history.
    pub older: Option<Launches>,
    /// The session from which slow growth is measured.
    pub anchor: Option<Arc<str>>,
    /// The newest call tree.
    pub tree: Option<Launches>,
    /// The newest timeline.
    pub timeline: Option<LaunchTimeline>,
    /// The newest facts of a build.
    pub facts: Option<Facts>,
}

/// The reason why launches could not be judged.
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    /// The store cannot be read.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// The numbers are invalid.
    #[error("{0}")]
    Stats(#[from] gate_stats::Error),
}

/// Judges the head against its base. `today` decides which acceptances and overrides hold.
pub fn check(
    head: Side<'_>,
    base: Base<'_>,
    policy: &Policy<'_>,
    today: Date,
) -> Result<Judgement, JudgeError> {
    let rules = rules(policy.config, today, head.launches);
    let mut warnings = Vec::new();
    let (mut outcome, stored) = match base {
        Base::Launches(base) => (against(base, head, policy, rules, &mut warnings)?, None),
        Base::Store(store) => {
            let (outcome, stored) = against_store(store, head, policy, rules, &mut warnings)?;
            (outcome, Some(stored))
        }
    };
    if let Outcome::Judged(_, verdict) = &mut outcome
        && !policy.config.gate.simulator_times
        && head.launches.launches.iter().any(|launch| launch.conditions.recording.simulator)
    {
        verdict.advise_for_simulator();
    }
    Ok(Judgement { outcome, stored, warnings })
}

/// Judges as [`check`] does, and lets only those findings fail that fresh launches show again, against their own base.
pub fn check_again(
    head: Side<'_>,
    base: Base<'_>,
    again: Option<(Side<'_>, Base<'_>)>,
    policy: &Policy<'_>,
    today: Date,
) -> Result<Judgement, JudgeError> {
    let mut judged = check(head, base, policy, today)?;
    let Some((head, base)) = again else { return Ok(judged) };
    let Outcome::Judged(_, verdict) = &mut judged.outcome else { return Ok(judged) };
    if verdict.answer != Answer::Regressed {
        return Ok(judged);
    }
    match check(head, base, policy, today)?.outcome {
        Outcome::Judged(fresh, _) => verdict.confirm(&fresh, policy.config),
        other => judged.warnings.push(not_judged(other)),
    }
    Ok(judged)
}

/// Returns the caveat that fresh launches have this outcome instead of a verdict.
fn not_judged(outcome: Outcome) -> Caution {
    let (mut reasons, mut differences) = (Vec::new(), Vec::new());
    match outcome {
        Outcome::TooFew { reason, .. } | Outcome::NotRecorded(reason) => reasons.push(reason),
        Outcome::NoBaseline { reasons: found, .. } => reasons = found,
        Outcome::Incomparable(found) => differences = found,
        Outcome::Judged(..) => {}
    }
    Caution::FreshNotJudged { reasons, differences }
}

/// Whether the launches contain both sides of an interleaved run.
pub fn is_interleaved(launches: &Launches) -> bool {
    let has = |role| launches.launches.iter().any(|launch| launch.role == Some(role));
    has(Role::Base) && has(Role::Head)
}

/// Returns the rules for a run. A run that may stop early divides its level equally between its looks.
fn rules<'a>(config: &'a Config, today: Date, head: &Launches) -> Rules<'a> {
    Rules::new(config, today).with_share_of_level(1.0 / head.looks.map_or(1.0, |looks| looks.max(1) as f64))
}

/// Judges the head against launches.
fn against(
    base: Side<'_>,
    head: Side<'_>,
    policy: &Policy<'_>,
    rules: Rules<'_>,
    warnings: &mut Vec<Caution>,
) -> Result<Outcome, JudgeError> {
    let key = key_of(head);
    let accepted = |row: &Subject, before: Ns, after: Ns| {
        history::is_accepted(policy.accepted, &key, row, before, after)
    };
    let phones = phones::known(base.launches, head, |phone| Ok(phone.clone()))?;
    let history = BaselineHistory { order: &[], accepted: &accepted, new_level: None, phones: &phones };
    let rules = rules.with_history(&history);
    match compare_with(base, head, rules) {
        Ok(mut comparison) => {
            // The advice to store more days does not apply.
            comparison.few_days = None;
            warnings.extend(history::cautions(&comparison));
            let is_other_phone = phones::differ(&phones, base.launches, head);
            Ok(decide(comparison, &acceptances(policy, &key, rules), policy.config, is_other_phone))
        }
        Err(CompareError::OtherRecording(recordings)) => {
            let reason = Reason::OtherRecording { recordings, stored: false };
            Ok(without_base(reason, head, policy, rules))
        }
        Err(CompareError::TooFew(too_few)) if too_few.side == Role::Head => {
            by_calls(too_few, base, head, policy, rules)
        }
        Err(error) => outcome_of(error),
    }
}

/// Judges the head against the stored sessions that belong to it.
fn against_store(
    store: &dyn Baselines,
    head: Side<'_>,
    policy: &Policy<'_>,
    rules: Rules<'_>,
    warnings: &mut Vec<Caution>,
) -> Result<(Outcome, Stored), JudgeError> {
    let keys = stored::keys(head.launches);
    let mut pool = stored::base_of(store, &keys, head.launches, policy.config)?;
    let launches = stored::load(store, &pool, policy)?;
    // A damaged session is not loaded.
    warnings.extend(launches.warnings.iter().cloned().map(Caution::StoredSession));
    pool.retain(|entry| launches.sessions().any(|(session, _)| session == &*entry.session));
    if pool.is_empty() {
        let reason = stored::nothing_stored(store, &keys)?;
        return Ok((without_base(reason, head, policy, rules), Stored::default()));
    }
    let order: Vec<Arc<str>> = pool.iter().rev().map(|entry| Arc::clone(&entry.session)).collect();
    let key = key_of(head);
    let accepted = |row: &Subject, before: Ns, after: Ns| {
        history::is_accepted(policy.accepted, &key, row, before, after)
    };
    let new_level = pool.iter().find(|entry| entry.new_level.is_some()).map(|entry| &*entry.session);
    let phones = phones::known(&launches, head, |phone| store.phone(phone))?;
    let history = BaselineHistory { order: &order, accepted: &accepted, new_level, phones: &phones };
    let rules = rules.with_history(&history);
    warnings.extend(pool.iter().filter_map(|entry| history::odd_time(entry, store.flaw_of_time(entry)?)));
    let base = Side { launches: &launches, role: None };
    let outcome = match compare_with(base, head, rules) {
        Ok(mut comparison) => {
            warnings.extend(history::cautions(&comparison));
            if let [key] = &keys[..] {
                warnings.extend(anchor::add(store, key, head, policy, rules, &mut comparison)?);
            }
            let is_other_phone = phones::differ(&phones, &launches, head);
            decide(comparison, &acceptances(policy, &key, rules), policy.config, is_other_phone)
        }
        Err(CompareError::OtherRecording(recordings)) => {
            without_base(Reason::OtherRecording { recordings, stored: true }, head, policy, rules)
        }
        // Stored sessions that are too short count as no base: the next recorded sessions can replace them.
        Err(CompareError::TooFew(too_few)) if too_few.side == Role::Base => {
            without_base(Reason::StoredTooShort(too_few), head, policy, rules)
        }
        Err(CompareError::TooFew(too_few)) => by_calls(too_few, base, head, policy, rules)?,
        Err(error) => outcome_of(error)?,
    };
    let (tree, timeline) = (stored::tree(store, &pool, policy)?, stored::timeline(store, &pool)?);
    let facts = stored::facts(store, &pool)?;
    let anchor = match &keys[..] {
        [key] => store.anchor(key)?,
        _ => None,
    };
    let older = stored::older(store, &keys, head.launches, &pool, anchor.as_ref(), policy)?;
    let anchor = anchor.map(|anchor| anchor.session);
    Ok((outcome, Stored { launches, older, anchor, tree, timeline, facts }))
}

fn decide(comparison: Comparison, accepted: &Accepted<'_>, config: &Config, is_other_phone: bool) -> Outcome {
    let mut verdict = judge(&comparison, config, accepted);
    if is_other_phone {
        verdict.advise_for_unknown_phone();
    }
    Outcome::Judged(Box::new(comparison), verdict)
}

/// Returns the app, the scenario and the device of launches; all launches of a comparison agree on them.
fn key_of(head: Side<'_>) -> Key {
    let conditions = head.launches.launches.first().map(|launch| Key::of(&launch.conditions));
    conditions.unwrap_or_else(|| Key::of(&Conditions::default()))
}

fn acceptances<'a>(policy: &Policy<'a>, place: &'a Key, rules: Rules<'_>) -> Accepted<'a> {
    Accepted { all: policy.accepted, place, today: rules.today }
}

/// Judges launches that no stored session matches: whether they keep their budgets.
fn without_base(reason: Reason, head: Side<'_>, policy: &Policy<'_>, rules: Rules<'_>) -> Outcome {
    let (mut reasons, mut budgets) = (vec![reason], Vec::new());
    if !policy.config.budgets.is_empty() {
        let is_of_one_key = stored::keys(head.launches).len() == 1;
        match is_of_one_key.then(|| budgets_alone(head, rules)) {
            Some(Ok(found)) => budgets = found,
            Some(Err(CompareError::TooFew(cause))) => {
                reasons.push(Reason::BudgetsUnchecked { cause: Some(cause) });
            }
            Some(Err(_)) | None => reasons.push(Reason::BudgetsUnchecked { cause: None }),
        }
    }
    let findings = judge_budgets(&budgets, &acceptances(policy, &key_of(head), rules));
    Outcome::NoBaseline { reasons, budgets, findings, facts: Vec::new() }
}

/// Judges the calls of too few launches: methods that each of them calls more often than every launch of the base did.
fn by_calls(
    too_few: TooFewLaunches,
    base: Side<'_>,
    head: Side<'_>,
    policy: &Policy<'_>,
    rules: Rules<'_>,
) -> Result<Outcome, JudgeError> {
    let reason = Reason::TooFewForTimes { head: too_few, base_recorded: base.launches_of_side().count() };
    match calls_alone(base, head, rules) {
        Ok(increased) => {
            let findings = judge_calls(&increased, &acceptances(policy, &key_of(head), rules));
            Ok(Outcome::TooFew { reason, findings })
        }
        Err(error) => outcome_of(error),
    }
}

/// Converts the reason why sides cannot be compared to an outcome.
fn outcome_of(error: CompareError) -> Result<Outcome, JudgeError> {
    match error {
        CompareError::Incomparable(differences) => Ok(Outcome::Incomparable(differences)),
        CompareError::NotRecorded(failure) => Ok(Outcome::NotRecorded(Reason::NotRecorded(failure))),
        CompareError::TooFew(too_few) => {
            Ok(Outcome::TooFew { reason: Reason::TooFewLaunches(too_few), findings: Vec::new() })
        }
        CompareError::OtherRecording(recordings) => {
            Ok(Outcome::NotRecorded(Reason::OtherRecording { recordings, stored: false }))
        }
        CompareError::Stats(error) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests;
