//! Sessions become baselines: judged first, then stored.
//!
//! Invariant: where one of them is refused, none of them is stored.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::bail;

use crate::baseline::{Added, Key, Store};
use crate::compare::{self, Side};
use crate::config::Date;
use crate::judge::{self, Base, Outcome, is_interleaved};
use crate::launches::{Launch, Launches};
use crate::report::{Terminal, build, human, middle, shown};
use crate::verdict::Answer;

use super::Exit;
use super::context::{Context, warnings};
use super::export::recording;

/// Stores each session, once none of them is found to have regressed.
pub(super) fn update(
    context: &Context,
    store: &Store,
    runs: &[PathBuf],
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let all = context.read_runs(runs, false)?;
    // Standard input cannot be read twice; its sessions have no trees.
    let trees = if runs.iter().any(|run| run.as_os_str() == "-") {
        None
    } else {
        Some(context.read_runs(runs, true)?)
    };
    for warning in warnings([&all]) {
        writeln!(err, "warning: {}", shown(&warning))?;
    }
    if is_interleaved(&all) {
        bail!(
            "these are both sides of an interleaved run, not a session of one build; record the build on its own"
        );
    }
    let sessions = sessions(&all);
    let mut refused = false;
    for session in &sessions {
        refused |= !is_admitted(context, store, session, err)?;
    }
    if refused {
        writeln!(
            err,
            "error: nothing was stored; make it faster, or accept it: gate baseline accept METHOD --up-to GROWTH --reason WHY --owner WHO --until DAY"
        )?;
        return Ok(Exit::Regressed);
    }
    for session in &sessions {
        keep(store, session, trees.as_ref(), out, err)?;
    }
    Ok(Exit::Pass)
}

/// A session belongs to one app, scenario and device.
fn sessions(all: &Launches) -> Vec<Launches> {
    all.launches
        .chunk_by(is_same)
        .map(|chunk| Launches { table: all.table.clone(), launches: chunk.to_vec(), ..Launches::default() })
        .collect()
}

fn is_same(one: &Launch, other: &Launch) -> bool {
    one.session == other.session && Key::of(&one.conditions) == Key::of(&other.conditions)
}

/// Whether a session may become a baseline beside those that are stored; says so where it may not.
fn is_admitted(
    context: &Context,
    store: &Store,
    session: &Launches,
    err: &mut dyn Write,
) -> anyhow::Result<bool> {
    let name = session.launches.first().map_or("", |launch| &launch.session);
    if let Some(day) = day_to_come(session, context.today) {
        bail!(
            "session {name:?} was recorded on {day}, says the device, which is yet to come: it would stay the newest for ever; set the device's clock and record again"
        );
    }
    let accepted = store.accepted()?;
    let head = Side { launches: session, role: None };
    let judged = judge::check(head, Base::Store(store), &context.policy(&accepted), context.today)?;
    match &judged.outcome {
        Outcome::Judged(..) if judged.outcome.answer() == Answer::Regressed => {
            let report = build(&judged.outcome, Vec::new(), None);
            writeln!(err, "session {} regressed:\n{}", shown(name), human(&report, Terminal::default()))?;
            return Ok(false);
        }
        Outcome::TooFew(reason) => {
            bail!("session {name:?} is too short for a baseline: {reason}; record more launches");
        }
        Outcome::Incomparable(differences) => {
            let list: Vec<String> = differences.iter().map(ToString::to_string).collect();
            let list = list.join("; ");
            writeln!(err, "warning: session {} begins a new baseline: {}", shown(name), shown(&list))?;
        }
        Outcome::NotRecorded(reason) => {
            bail!("session {name:?} cannot be a baseline: {reason}; see that the app has the agent in it")
        }
        Outcome::NoBaseline { .. } => {
            let enough = compare::check_enough(head, &context.config);
            if let Err(reason) = enough {
                bail!("session {name:?} is too short for a first baseline: {reason}; record more launches");
            }
        }
        Outcome::Judged(..) => {}
    }
    Ok(true)
}

/// The day on which a session says it was recorded, if it is later than tomorrow.
fn day_to_come(session: &Launches, today: Date) -> Option<String> {
    const DAY: u64 = 24 * 60 * 60;
    let seconds = session.launches.iter().filter_map(|launch| launch.recorded_unix_ms).max()? / 1000;
    let is_to_come = Date::from_unix_seconds(seconds.saturating_sub(DAY)).is_none_or(|day| day > today);
    let day = Date::from_unix_seconds(seconds).map_or_else(|| "no day".to_owned(), |day| day.to_string());
    is_to_come.then_some(day)
}

/// Stores a session, with its call tree and the timeline of one launch where there are such.
fn keep(
    store: &Store,
    session: &Launches,
    trees: Option<&Launches>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<()> {
    let (path, added) = store.add(&session.table, &session.launches)?;
    let what = match added {
        Added::New => "stored",
        Added::Already => "already stored",
    };
    if let (Some(trees), Some(first)) = (trees, session.launches.first()) {
        let own: Vec<Launch> =
            trees.launches.iter().filter(|launch| is_same(launch, first)).cloned().collect();
        store.add_tree(&trees.table, &own)?;
    }
    // Of the launch in the middle, if it is a trace. A session without a timeline is as good to compare with.
    if let Some(launch) = middle(session.launches.iter().collect()) {
        match recording(Path::new(&*launch.source.file)) {
            Ok(Some(recording)) => {
                store.add_timeline(launch, &recording)?;
            }
            Ok(None) => {}
            Err(error) => writeln!(err, "warning: no timeline: {}", shown(&format!("{error:#}")))?,
        }
    }
    writeln!(out, "{what} {}", shown(&path.display().to_string()))?;
    Ok(())
}
