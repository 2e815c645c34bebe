//! The entry point of a judgement, for `gate check`, `gate run --until-decided` and `gate baseline update`.
//!
//! The module `judge` calls the steps in their order: the choice of the stored sessions, the significance level for each check during a
//! run, the comparison, growth since the anchor, budgets, acceptances, and the answer. `compare` and `gate_stats` compute the numbers, and
//! `verdict` decides what they mean.
//!
//! Invariants: equal input gives an equal outcome, since the current time is never read. A store is read and never written.

mod anchor;
mod base_sessions;
mod early;
mod facts;
mod history;
mod outcome;
mod phones;

use std::sync::Arc;

use gate_baseline::{Acceptance, BaselineKey, Baselines, SessionEntry, StoreError};
use gate_config::{Config, Date};
use gate_facts::Facts;
use gate_launches::{BuildRole, Conditions, LaunchTimeline, Launches, MethodOwners, Ns};

use crate::caution::Caution;
use crate::compare::{
    BaselineHistory, CompareError, Comparison, Rules, Side, budgets_without_base, compare_with,
    exact_increases_alone,
};
use crate::reason::{Reason, TooFewLaunches};
use crate::subject::Subject;
use crate::verdict::{AcceptanceMatcher, Answer, judge, judge_budgets, judge_calls};

pub use base_sessions::{comparable_sessions, select_pool};
pub use early::{InterimResult, InterimState, judge_interim};
pub use facts::add_facts;
pub use outcome::Outcome;

/// The settings, acceptances and date that a judgement uses.
#[derive(Clone, Copy, Debug)]
pub struct Policy<'a> {
    /// The settings of the gate.
    pub config: &'a Config,
    /// The modules and owners of methods.
    pub attribution: &'a dyn MethodOwners,
    /// The regressions that people accepted.
    pub accepted: &'a [Acceptance],
    /// The current date, which decides which acceptances and overrides are valid.
    pub today: Date,
}

/// The base with which launches are compared.
#[derive(Clone, Copy, Debug)]
pub enum Base<'a> {
    /// The given launches are the base.
    Launches(Side<'a>),
    /// The base is chosen from the sessions in this store.
    Store(&'a dyn Baselines),
}

/// The outcome of a judgement, with the data that its report needs.
#[derive(Debug)]
pub struct Judgement {
    pub outcome: Outcome,
    /// The stored sessions of the base; `None` if launches were given as the base.
    pub stored: Option<StoredBase>,
    /// Caveats for the reader of the report.
    pub warnings: Vec<Caution>,
}

/// The stored sessions of the base, and other stored data that reports use.
#[derive(Debug, Default)]
pub struct StoredBase {
    /// The launches of the base.
    pub launches: Launches,
    /// Launches of earlier sessions, for the history in reports.
    pub older: Option<Launches>,
    /// The anchor, which is the session against which slow growth is measured; `None` if the store has no anchor.
    pub anchor: Option<Arc<str>>,
    /// The launches of the newest session that has a call tree; `None` if no session has one.
    pub tree: Option<Launches>,
    /// The timeline of the newest session that has a timeline; `None` if no session has one.
    pub timeline: Option<LaunchTimeline>,
    /// The facts of the newest session whose facts are known; `None` if no facts are known.
    pub facts: Option<Facts>,
}

/// An error of a judgement.
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    /// The store cannot be read.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// The statistics rejected the numbers as invalid.
    #[error("{0}")]
    Stats(#[from] gate_stats::Error),
}

/// Judges the head against its base.
pub fn check(head: Side<'_>, base: Base<'_>, policy: &Policy<'_>) -> Result<Judgement, JudgeError> {
    // A run that may end early divides its significance level equally among its checks.
    let looks = head.launches.looks.map_or(1, |looks| looks.max(1));
    let rules = Rules::new(policy.config, policy.today).with_share_of_level(1.0 / looks as f64);
    let judged = JudgedHead { head, policy, rules };
    let mut warnings = Vec::new();
    let (mut outcome, stored) = match base {
        Base::Launches(base) => (judged.judge_against_launches(base, &mut warnings)?, None),
        Base::Store(store) => {
            let (outcome, stored) = judged.judge_against_store(store, &mut warnings)?;
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

/// Judges launches as [`check`] does, and confirms the findings with the fresh launches in `again`, which are compared with a base of their
/// own. Only findings that the fresh launches show again fail the check.
pub fn check_and_confirm(
    head: Side<'_>,
    base: Base<'_>,
    again: Option<(Side<'_>, Base<'_>)>,
    policy: &Policy<'_>,
) -> Result<Judgement, JudgeError> {
    let mut judged = check(head, base, policy)?;
    let Some((head, base)) = again else { return Ok(judged) };
    let Outcome::Judged(_, verdict) = &mut judged.outcome else { return Ok(judged) };
    if verdict.answer != Answer::Regressed {
        return Ok(judged);
    }
    match check(head, base, policy)?.outcome {
        Outcome::Judged(fresh, _) => verdict.confirm(&fresh, policy.config),
        other => judged.warnings.push(fresh_not_judged(other)),
    }
    Ok(judged)
}

/// Returns the caveat that the fresh launches could not be judged, with the reasons in their outcome.
fn fresh_not_judged(outcome: Outcome) -> Caution {
    let (mut reasons, mut differences) = (Vec::new(), Vec::new());
    match outcome {
        Outcome::TooFew { reason, .. } | Outcome::NotRecorded(reason) => reasons.push(reason),
        Outcome::NoBaseline { reasons: found, .. } => reasons = found,
        Outcome::Incomparable(found) => differences = found,
        Outcome::Judged(..) => {}
    }
    Caution::FreshNotJudged { reasons, differences }
}

/// Returns whether the launches contain both builds of an interleaved run.
pub fn is_interleaved(launches: &Launches) -> bool {
    let has = |role| launches.launches.iter().any(|launch| launch.role == Some(role));
    has(BuildRole::Base) && has(BuildRole::Head)
}

/// The launches to be judged, and the rules for judging them.
#[derive(Clone, Copy)]
struct JudgedHead<'a> {
    head: Side<'a>,
    policy: &'a Policy<'a>,
    rules: Rules<'a>,
}

impl<'a> JudgedHead<'a> {
    /// Judges the head against the given launches.
    fn judge_against_launches(
        self,
        base: Side<'_>,
        warnings: &mut Vec<Caution>,
    ) -> Result<Outcome, JudgeError> {
        let phones = phones::phones_by_session(base.launches, self.head, |phone| Ok(phone.clone()))?;
        let accepted = |row: &Subject, before: Ns, after: Ns| self.is_rise_accepted(row, before, after);
        let history = BaselineHistory { order: &[], accepted: &accepted, new_level: None, phones: &phones };
        let judged = self.with_history(&history);
        match compare_with(base, self.head, judged.rules) {
            Ok(mut comparison) => {
                // The base's launches were given as files, so the advice to store more days does not apply.
                comparison.few_days = None;
                warnings.extend(history::cautions(&comparison));
                Ok(judged.decide(comparison, &history, base))
            }
            Err(CompareError::OtherRecording(recordings)) => {
                Ok(judged.judge_budgets_only(Reason::OtherRecording { recordings, stored: false }))
            }
            Err(CompareError::TooFew(too_few)) if too_few.side == BuildRole::Head => {
                judged.judge_calls_only(too_few, base)
            }
            Err(error) => outcome_from_error(error),
        }
    }

    /// Judges the head against the stored sessions that match it.
    fn judge_against_store(
        self,
        store: &dyn Baselines,
        warnings: &mut Vec<Caution>,
    ) -> Result<(Outcome, StoredBase), JudgeError> {
        let JudgedHead { head, policy, .. } = self;
        let keys = base_sessions::keys(head.launches);
        let mut pool = base_sessions::select_base(store, &keys, head.launches, policy.config)?;
        let launches = base_sessions::load(store, &pool, policy)?;
        // Sessions that are damaged were not loaded. Damaged sessions cause caveats, and are removed from the pool (the sessions of the
        // base).
        warnings.extend(launches.warnings.iter().cloned().map(Caution::StoredSession));
        pool.retain(|entry| launches.sessions().any(|(session, _)| session == &*entry.session));
        if pool.is_empty() {
            let reason = base_sessions::no_baseline_reason(store, &keys)?;
            return Ok((self.judge_budgets_only(reason), StoredBase::default()));
        }
        let order: Vec<Arc<str>> = pool.iter().rev().map(|entry| Arc::clone(&entry.session)).collect();
        let phones = phones::phones_by_session(&launches, head, |phone| store.hash_phone(phone))?;
        let accepted = |row: &Subject, before: Ns, after: Ns| self.is_rise_accepted(row, before, after);
        let new_level = pool.iter().find(|entry| entry.new_level.is_some()).map(|entry| &*entry.session);
        let history = BaselineHistory { order: &order, accepted: &accepted, new_level, phones: &phones };
        let judged = self.with_history(&history);
        warnings.extend(
            pool.iter().filter_map(|entry| history::session_time_caution(entry, store.flaw_of_time(entry)?)),
        );
        let base = Side { launches: &launches, role: None };
        let outcome = match compare_with(base, head, judged.rules) {
            Ok(mut comparison) => {
                warnings.extend(history::cautions(&comparison));
                if let [key] = &keys[..] {
                    warnings.extend(anchor::add(store, key, judged, &mut comparison)?);
                }
                judged.decide(comparison, &history, base)
            }
            Err(CompareError::OtherRecording(recordings)) => {
                judged.judge_budgets_only(Reason::OtherRecording { recordings, stored: true })
            }
            // If the stored sessions have too few launches, the answer is `NoBaseline`, so that the next recorded sessions can replace the
            // stored sessions.
            Err(CompareError::TooFew(too_few)) if too_few.side == BuildRole::Base => {
                judged.judge_budgets_only(Reason::StoredTooShort(too_few))
            }
            Err(CompareError::TooFew(too_few)) => judged.judge_calls_only(too_few, base)?,
            Err(error) => outcome_from_error(error)?,
        };
        let mut tree = base_sessions::load_from_newest(&pool, |entry| store.read_call_tree(entry))?;
        tree.iter_mut().for_each(|tree| policy.attribution.set_owners(tree));
        let timeline = base_sessions::load_from_newest(&pool, |entry| read_timeline(store, entry))?;
        let facts = base_sessions::load_from_newest(&pool, |entry| store.read_facts(entry))?;
        let anchor = match &keys[..] {
            [key] => store.anchor(key)?,
            _ => None,
        };
        let older = base_sessions::load_history(store, &keys, head.launches, &pool, anchor.as_ref(), policy)?;
        let anchor = anchor.map(|anchor| anchor.session);
        Ok((outcome, StoredBase { launches, older, anchor, tree, timeline, facts }))
    }

    /// Returns the app, the scenario and the device of the launches. All launches of a comparison have the same key.
    fn key(self) -> BaselineKey {
        let conditions = self
            .head
            .launches
            .launches
            .first()
            .map(|launch| BaselineKey::from_conditions(&launch.conditions));
        conditions.unwrap_or_else(|| BaselineKey::from_conditions(&Conditions::default()))
    }

    fn acceptances_at(self, place: &'a BaselineKey) -> AcceptanceMatcher<'a> {
        AcceptanceMatcher { all: self.policy.accepted, place, today: self.policy.today }
    }

    fn with_history(self, history: &'a BaselineHistory<'a>) -> JudgedHead<'a> {
        JudgedHead { rules: self.rules.with_history(history), ..self }
    }

    fn is_rise_accepted(self, row: &Subject, before: Ns, after: Ns) -> bool {
        self.acceptances_at(&self.key()).covers_rise(row, before, after)
    }

    fn decide(self, comparison: Comparison, history: &BaselineHistory<'_>, base: Side<'_>) -> Outcome {
        let mut verdict = judge(&comparison, self.policy.config, &self.acceptances_at(&self.key()));
        if phones::has_unknown_phone(history.phones, base.launches, self.head) {
            verdict.advise_for_unknown_phone();
        }
        Outcome::Judged(Box::new(comparison), verdict)
    }

    /// Checks only the budgets, for launches without a base with which they can be compared.
    fn judge_budgets_only(self, reason: Reason) -> Outcome {
        let (mut reasons, mut budgets) = (vec![reason], Vec::new());
        if !self.policy.config.budgets.is_empty() {
            let is_of_one_key = base_sessions::keys(self.head.launches).len() == 1;
            match is_of_one_key.then(|| budgets_without_base(self.head, self.rules)) {
                Some(Ok(found)) => budgets = found,
                Some(Err(CompareError::TooFew(cause))) => {
                    reasons.push(Reason::BudgetsUnchecked { cause: Some(cause) });
                }
                Some(Err(_)) | None => reasons.push(Reason::BudgetsUnchecked { cause: None }),
            }
        }
        let findings = judge_budgets(&budgets, &self.acceptances_at(&self.key()));
        Outcome::NoBaseline { reasons, budgets, findings, facts: Vec::new() }
    }

    /// Judges only exact numbers of calls and requests, for a head with too few launches to judge times: finds those that are larger in
    /// each launch of the head than in every launch of the base.
    fn judge_calls_only(self, too_few: TooFewLaunches, base: Side<'_>) -> Result<Outcome, JudgeError> {
        let reason = Reason::TooFewForTimes { head: too_few, base_recorded: base.launches_of_side().count() };
        match exact_increases_alone(base, self.head, self.rules) {
            Ok(increased) => {
                let findings = judge_calls(&increased, &self.acceptances_at(&self.key()));
                Ok(Outcome::TooFew { reason, findings })
            }
            Err(error) => outcome_from_error(error),
        }
    }
}

fn read_timeline(store: &dyn Baselines, entry: &SessionEntry) -> Result<Option<LaunchTimeline>, StoreError> {
    let stored = store.read_timeline(entry)?;
    let session = Arc::clone(&entry.session);
    Ok(stored.map(|(launch, recording)| LaunchTimeline { session, launch, recording }))
}

/// Converts the reason why two sides cannot be compared to an outcome.
fn outcome_from_error(error: CompareError) -> Result<Outcome, JudgeError> {
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
