//! Stores sessions as baselines, after they were judged.
//!
//! Invariant: if one session is refused, no session is stored.

use std::path::{Path, PathBuf};

use anyhow::bail;
use gate_baseline::{BaselineKey, Baselines as _, NewLevel, SessionSidecars, Store};
use gate_config::Date;
use gate_decision::Answer;
use gate_decision::Side;
use gate_decision::{Base, Outcome, Reason, is_interleaved};
use gate_facts::Facts;
use gate_launches::{Launch, Launches, ReadOptions, Timeline, is_read_once};
use gate_report::median_by_duration;

use super::stored_history::judge_launches;
use super::{Context, Event, EventReceiver, build_facts, format_warnings, read_trace_timeline};

/// The sessions to store.
pub struct StoreBaseline<'a> {
    pub runs: &'a [PathBuf],
    /// The owner and the reason of a new level of all costs that begins with these sessions; `None` if the sessions do not begin a new
    /// level.
    pub new_level: Option<NewLevel>,
}

/// The result of storing sessions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreOutcome {
    /// All sessions are stored.
    All,
    /// No session is stored, because of a regression.
    Nothing,
}

/// Stores all sessions, or no session if one of them has a regression.
pub fn store_baseline(
    context: &Context,
    store: &Store,
    request: &StoreBaseline<'_>,
    watch: &mut dyn EventReceiver,
) -> anyhow::Result<StoreOutcome> {
    let new_level = &request.new_level;
    let Sessions { sessions, fresh, trees } = read_sessions(context, request.runs, watch)?;
    let mut refused = false;
    for session in &sessions {
        refused |= !is_admitted(context, store, session, fresh.as_ref(), new_level.is_some(), watch)?;
    }
    if refused {
        return Ok(StoreOutcome::Nothing);
    }
    for session in &sessions {
        store_session(store, session, new_level.clone(), trees.as_ref(), watch)?;
    }
    Ok(StoreOutcome::All)
}

/// The sessions of runs in the form in which they are stored: each session has one build.
pub struct Sessions {
    pub sessions: Vec<Launches>,
    /// The fresh launches that confirm findings.
    fresh: Option<Launches>,
    /// The launches of `sessions` with the callers of each method, if the files can be read twice.
    pub trees: Option<Launches>,
}

/// Reads the sessions of runs.
pub fn read_sessions(
    context: &Context,
    runs: &[PathBuf],
    watch: &mut dyn EventReceiver,
) -> anyhow::Result<Sessions> {
    // Fresh launches and densely sampled launches are not stored, since fresh launches only confirm findings and densely sampled launches
    // have no times.
    let (mut all, fresh) =
        context.read_paths(runs, ReadOptions { samples: true, ..ReadOptions::default() })?.split_again();
    all.launches.retain(|launch| !launch.conditions.recording.dense);
    // Call trees need a second reading of the input, so sessions from standard input have no call trees.
    let with_paths = ReadOptions { paths: true, ..ReadOptions::default() };
    let is_kept = !runs.iter().any(|run| is_read_once(run));
    let trees = is_kept.then(|| context.read_paths(runs, with_paths)).transpose()?;
    watch.warn(context.symbol_warnings().into_iter().chain(format_warnings([&all])))?;
    if is_interleaved(&all) {
        bail!(
            "these launches are an interleaved run of two builds, but a baseline needs a session of one build; record one build alone"
        );
    }
    Ok(Sessions { sessions: split_sessions(&all), fresh, trees })
}

/// Splits launches into sessions of one app, scenario and device.
fn split_sessions(all: &Launches) -> Vec<Launches> {
    all.launches
        .chunk_by(is_same)
        .map(|chunk| {
            let id = chunk[0].conditions.session_id(&chunk[0].session);
            let known = all.known.get(&id).map(|known| (id, known.clone())).into_iter().collect();
            Launches { table: all.table.clone(), launches: chunk.to_vec(), known, ..Launches::default() }
        })
        .collect()
}

fn is_same(one: &Launch, other: &Launch) -> bool {
    one.session == other.session
        && BaselineKey::from_conditions(&one.conditions) == BaselineKey::from_conditions(&other.conditions)
}

/// Returns whether a session may be stored. If a regression prevents this, the regression is reported.
fn is_admitted(
    context: &Context,
    store: &Store,
    session: &Launches,
    fresh: Option<&Launches>,
    is_new_level: bool,
    watch: &mut dyn EventReceiver,
) -> anyhow::Result<bool> {
    let name = session.launches.first().map_or("", |launch| &launch.session);
    if let Some(day) = day_to_come(store, session) {
        bail!(
            "session {name:?} has the date {day}, which is in the future; correct the device's clock and record the session again"
        );
    }
    if session.launches.iter().all(|launch| launch.counts.is_some()) {
        // Counting launches have no times to judge.
        return Ok(true);
    }
    let accepted = store.read_acceptances()?;
    let head = Side { launches: session, role: None };
    let fresh = fresh.map(|fresh| at_place(fresh, session));
    let fresh = fresh.as_ref().filter(|fresh| !fresh.launches.is_empty());
    let again = fresh.map(|fresh| (Side { launches: fresh, role: None }, Base::Store(store)));
    let policy = context.policy(&accepted);
    let judged = judge_launches(context, head, Base::Store(store), again, &policy)?;
    match &judged.outcome {
        Outcome::Judged(..) if judged.outcome.answer() == Answer::Regressed => {
            if is_new_level {
                watch.notify(Event::Line(format!("session {name} is slower; it starts a new level")))?;
                return Ok(true);
            }
            watch.notify(Event::Regressed(name, &judged.outcome))?;
            return Ok(false);
        }
        Outcome::TooFew { reason, .. } => {
            let reason = gate_report::describe_reason(reason);
            bail!("session {name:?} has too few launches for a baseline: {reason}; record more launches");
        }
        Outcome::Incomparable(differences) => {
            let list: Vec<String> = differences.iter().map(ToString::to_string).collect();
            let list = list.join("; ");
            watch.notify(Event::Warning(format!(
                "session {name} starts a new baseline, because its conditions differ from the stored ones: {list}"
            )))?;
        }
        Outcome::NotRecorded(reason) => {
            let reason = gate_report::describe_reason(reason);
            bail!("session {name:?} cannot be a baseline: {reason}; check that the app has the agent")
        }
        Outcome::NoBaseline { .. } => {
            if let Err(too_few) = gate_decision::check_enough(head, &context.config) {
                let reason = gate_report::describe_reason(&Reason::TooFewLaunches(too_few));
                bail!(
                    "session {name:?} has too few launches for a first baseline: {reason}; record more launches"
                );
            }
        }
        Outcome::Judged(..) => {}
    }
    Ok(true)
}

/// Selects the launches whose app, scenario and device are those of a session.
fn at_place(launches: &Launches, session: &Launches) -> Launches {
    let place = |launch: &Launch| BaselineKey::from_conditions(&launch.conditions);
    let wanted = session.launches.first().map(place);
    let at_place = |launch: &&Launch| Some(place(launch)) == wanted;
    let kept = launches.launches.iter().filter(at_place).cloned().collect();
    Launches { table: launches.table.clone(), launches: kept, ..Launches::default() }
}

/// Returns the day on which a session was recorded, if it is later than tomorrow.
fn day_to_come(store: &Store, session: &Launches) -> Option<String> {
    let latest = session.launches.iter().filter_map(|launch| launch.recorded_unix_ms).max()?;
    let day = Date::from_unix_seconds(latest / 1000);
    let day = day.map_or_else(|| "no day".to_owned(), |day| day.to_string());
    store.is_to_come(latest).then_some(day)
}

/// The values that are stored beside a session.
pub struct Sidecar {
    /// The launches of the session with the callers of methods, if callers were read.
    own: Vec<Launch>,
    /// The median launch and its timeline, if the launch was read from a trace.
    timeline: Option<(Launch, Timeline)>,
    facts: Option<Facts>,
}

impl Sidecar {
    pub fn read(
        session: &Launches,
        trees: Option<&Launches>,
        watch: &mut dyn EventReceiver,
    ) -> anyhow::Result<Sidecar> {
        let mut warnings = Vec::new();
        let first = session.launches.first();
        let is_own = |launch: &&Launch| first.is_some_and(|first| is_same(launch, first));
        let own = trees.iter().flat_map(|trees| &trees.launches).filter(is_own).cloned().collect();
        let mut timeline = None;
        if let Some(launch) = median_by_duration(session.launches.iter().collect()) {
            // An error causes only a warning, since comparisons do not need the timeline.
            match read_trace_timeline(Path::new(&*launch.source.file)) {
                Ok(found) => timeline = found.map(|recording| (launch.clone(), recording)),
                Err(error) => warnings.push(format!("cannot store the timeline: {error:#}")),
            }
        }
        let facts = build_facts::read_for_launches(session.launches.iter(), None, &mut warnings);
        watch.warn(warnings)?;
        Ok(Sidecar { own, timeline, facts })
    }

    /// Returns the values in the form that a store needs. `trees` contains the table of names of the launches
    /// with callers.
    pub fn to_extras<'a>(&'a self, trees: Option<&'a Launches>) -> SessionSidecars<'a> {
        SessionSidecars {
            launches: trees.map(|trees| (&trees.table, &*self.own)),
            timeline: self.timeline.as_ref().map(|(launch, recording)| (launch, recording)),
            facts: self.facts.as_ref(),
        }
    }
}

/// Stores a session with its call tree, one timeline and the facts of its build, as far as they exist.
fn store_session(
    store: &Store,
    session: &Launches,
    new_level: Option<NewLevel>,
    trees: Option<&Launches>,
    watch: &mut dyn EventReceiver,
) -> anyhow::Result<()> {
    let (path, added) =
        store.add_with(&session.table, &session.launches, new_level, &session.only_session())?;
    let kept = Sidecar::read(session, trees, watch)?;
    if let Some(first) = session.launches.first() {
        store.add_beside(
            &BaselineKey::from_conditions(&first.conditions),
            &first.session,
            &kept.to_extras(trees),
        )?;
    }
    watch.notify(Event::Stored(added, &path))
}
