//! Judges launches against their base, and stored sessions against earlier sessions.
//!
//! Invariants: a stored session is judged as `gate check` would have judged it on the day of recording, with the current settings. If the
//! settings require a proof, growth of a time fails a check only if the stored sessions caused few false alarms. The store is only read.

use gate_baseline::{
    Acceptance, BaselineKey, Baselines, EarlierSessions, LoadedLaunches, SessionEntry, load_all,
};
use gate_config::Date;
use gate_decision::{Answer, Base, Judgement, NEEDED_FOR_PROOF, Outcome, Policy, Reason, Side};
use gate_launches::Launches;

use super::Context;

/// The number of newest sessions that are judged to prove that times cause few false alarms.
const JUDGED_FOR_PROOF: usize = 20;

/// Judges the head against its base, and confirms the findings with fresh launches and their base. If the base is a store and the settings
/// require a proof for times, findings of times without this proof are only advisory.
pub(super) fn judge_launches<'a>(
    context: &Context,
    head: Side<'a>,
    base: Base<'a>,
    again: Option<(Side<'a>, Base<'a>)>,
    policy: &Policy<'a>,
) -> anyhow::Result<Judgement> {
    let mut judged = gate_decision::check_and_confirm(head, base, again, policy)?;
    if let (Outcome::Judged(_, verdict), Base::Store(store)) = (&mut judged.outcome, base)
        && policy.config.gate.times_need_proof
        && verdict.fails_by_times()
        && let Some(first) = head.launches.launches.first()
        && let key = BaselineKey::from_conditions(&first.conditions)
        && let Some(reason) = StoredHistory::new(context, store)?.missing_proof(&key)?
    {
        verdict.advise_until_proven(reason);
    }
    Ok(judged)
}

/// The store, and the sessions that were read from it.
pub(super) struct StoredHistory<'a> {
    context: &'a Context,
    store: &'a dyn Baselines,
    accepted: Vec<Acceptance>,
    loaded: LoadedLaunches,
}

impl<'a> StoredHistory<'a> {
    pub(super) fn new(context: &'a Context, store: &'a dyn Baselines) -> anyhow::Result<StoredHistory<'a>> {
        let accepted = store.read_acceptances()?;
        Ok(StoredHistory { context, store, accepted, loaded: LoadedLaunches::default() })
    }

    /// Reads the launches of a session, with the owners of methods and the names of functions.
    pub(super) fn read_launches(&self, entry: &SessionEntry) -> anyhow::Result<Launches> {
        let mut launches = load_all(self.store, [entry])?;
        self.context.attribute(&mut launches);
        Ok(launches)
    }

    /// Judges launches of a session against the earlier sessions `before`.
    pub(super) fn judge(
        &self,
        launches: &Launches,
        entry: &SessionEntry,
        before: &[SessionEntry],
    ) -> anyhow::Result<Outcome> {
        let earlier = EarlierSessions::new(self.store, before, &self.loaded);
        let head = Side { launches, role: None };
        let today = session_day(entry).unwrap_or(self.context.today);
        let policy = Policy { today, ..self.context.policy(&self.accepted) };
        Ok(gate_decision::check(head, Base::Store(&earlier), &policy)?.outcome)
    }

    /// Returns the reason why the times of a key are not proven; `None` if enough of the newest sessions can be judged and at most one of
    /// them fails. A session with which a new level begins is not counted.
    fn missing_proof(&self, key: &BaselineKey) -> anyhow::Result<Option<Reason>> {
        let entries = self.store.sessions(key)?;
        let (mut judged, mut failed) = (0, 0);
        for (at, entry) in entries.iter().enumerate().take(JUDGED_FOR_PROOF) {
            if entry.new_level.is_some() {
                continue;
            }
            let answer = self.judge(&self.read_launches(entry)?, entry, &entries[at + 1..])?.answer();
            judged += usize::from(matches!(answer, Answer::Pass | Answer::Regressed | Answer::Undecided));
            failed += usize::from(answer == Answer::Regressed);
        }
        let is_proven = judged >= NEEDED_FOR_PROOF && failed <= 1;
        Ok((!is_proven).then_some(Reason::TimesNotProven { judged, failed }))
    }
}

/// Returns the day of a session.
pub(super) fn session_day(entry: &SessionEntry) -> Option<Date> {
    Date::from_unix_seconds(entry.unix_ms()? / 1000)
}
