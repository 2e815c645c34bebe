//! Sessions become baselines: judged first, then stored.
//!
//! Invariant: where one of them is refused, none of them is stored.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{bail, ensure};
use clap::Args;

use crate::baseline::{Added, Baselines as _, Key, NewLevel, Store};
use crate::compare::{self, Side};
use crate::config::Date;
use crate::judge::{self, Base, Outcome, is_interleaved};
use crate::launches::{Given, Launch, Launches};
use crate::report::{Terminal, build, human, middle, shown};
use crate::symbols::Cache;
use crate::verdict::Answer;

use super::context::{Context, warnings};
use super::export::recording;
use super::kept_facts;
use super::{Exit, GivenArgs, READ};

/// What is stored.
#[derive(Args)]
pub(super) struct Update {
    /// Traces, launch records, recordings of other tools, or folders of these
    #[arg(required = true, long_help = READ)]
    pub(super) runs: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) given: GivenArgs,
    /// Start a new level for all methods, for example after an update of Xcode or iOS; earlier sessions no longer set their level
    #[arg(long, requires = "reason", requires = "owner")]
    new_level: bool,
    /// The reason for the new level (with --new-level)
    #[arg(long, value_name = "WHY", requires = "new_level")]
    reason: Option<String>,
    /// Who is responsible for it (with --new-level)
    #[arg(long, value_name = "WHO", requires = "new_level")]
    owner: Option<String>,
}

impl Update {
    fn new_level(&self) -> anyhow::Result<Option<NewLevel>> {
        let (true, Some(owner), Some(reason)) = (self.new_level, &self.owner, &self.reason) else {
            return Ok(None);
        };
        ensure!(
            !owner.trim().is_empty() && !reason.trim().is_empty(),
            "--new-level needs --reason (why there is a new level) and --owner (who is responsible)"
        );
        Ok(Some(NewLevel { owner: owner.clone(), reason: reason.clone() }))
    }
}

/// Stores each session, once none of them is found to have regressed.
pub(super) fn update(
    context: &Context,
    store: &Store,
    update: &Update,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let new_level = update.new_level()?;
    let Sessions { sessions, fresh, trees } = read(context, &update.runs, &update.given.parse()?, err)?;
    let mut refused = false;
    for session in &sessions {
        refused |= !is_admitted(context, store, (session, fresh.as_ref()), new_level.is_some(), err)?;
    }
    if refused {
        writeln!(
            err,
            "error: nothing was stored because of the regression; fix it, or accept it: gate baseline accept METHOD --up-to GROWTH --reason WHY --owner WHO --until DATE"
        )?;
        return Ok(Exit::Regressed);
    }
    for session in &sessions {
        keep(store, session, new_level.clone(), trees.as_ref(), out, err)?;
    }
    Ok(Exit::Pass)
}

/// Sessions of one build each, as they are stored.
pub(super) struct Sessions {
    pub(super) sessions: Vec<Launches>,
    /// What measured a finding again.
    fresh: Option<Launches>,
    /// The same launches with their callers, where they can be read twice.
    pub(super) trees: Option<Launches>,
}

/// Reads the sessions of runs.
pub(super) fn read(
    context: &Context,
    runs: &[PathBuf],
    given: &Given,
    err: &mut dyn Write,
) -> anyhow::Result<Sessions> {
    // What measured a finding again says whether that stands, and is not stored.
    let (mut all, fresh) = context.read_given(runs, false, given)?.split_again();
    // Standard input cannot be read twice; its sessions have no trees.
    let trees = if runs.iter().any(|run| run.as_os_str() == "-") {
        None
    } else {
        let mut trees = context.read_given(runs, true, given)?;
        for problem in context.attribution.name_functions(&mut trees, Cache::standard()) {
            writeln!(err, "warning: {}", shown(&problem))?;
        }
        take_functions(&mut all, &trees);
        Some(trees)
    };
    for warning in warnings([&all]) {
        writeln!(err, "warning: {}", shown(&warning))?;
    }
    if is_interleaved(&all) {
        bail!(
            "these launches are an interleaved run of two builds, but a baseline needs a session of one build; record one build alone"
        );
    }
    Ok(Sessions { sessions: sessions(&all), fresh, trees })
}

/// Functions are named in the launches that were read with their stacks; they are judged in the others.
fn take_functions(all: &mut Launches, named: &Launches) {
    let place = |launch: &Launch| (launch.session.clone(), launch.role, launch.block, launch.number);
    let known: hashbrown::HashMap<_, _> =
        named.launches.iter().map(|launch| (place(launch), launch.functions.clone())).collect();
    for launch in &mut all.launches {
        launch.functions = known.get(&place(launch)).cloned().flatten();
    }
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
    (session, fresh): (&Launches, Option<&Launches>),
    is_new_level: bool,
    err: &mut dyn Write,
) -> anyhow::Result<bool> {
    let name = session.launches.first().map_or("", |launch| &launch.session);
    if let Some(day) = day_to_come(store, session) {
        bail!(
            "session {name:?} has the date {day}, which is in the future; correct the device's clock and record the session again"
        );
    }
    let accepted = store.accepted()?;
    let head = Side { launches: session, role: None };
    let fresh = fresh.map(|fresh| of_place(fresh, session));
    let fresh = fresh.as_ref().filter(|fresh| !fresh.launches.is_empty());
    let again = fresh.map(|fresh| (Side { launches: fresh, role: None }, Base::Store(store)));
    let policy = context.policy(&accepted);
    let judged = judge::check_again(head, Base::Store(store), again, &policy, context.today)?;
    match &judged.outcome {
        Outcome::Judged(..) if judged.outcome.answer() == Answer::Regressed => {
            if is_new_level {
                writeln!(err, "session {} is slower; it starts a new level", shown(name))?;
                return Ok(true);
            }
            let report = build(&judged.outcome, Vec::new(), None);
            writeln!(err, "session {} regressed:\n{}", shown(name), human(&report, Terminal::default()))?;
            return Ok(false);
        }
        Outcome::TooFew { reason, .. } => {
            bail!("session {name:?} has too few launches for a baseline: {reason}; record more launches");
        }
        Outcome::Incomparable(differences) => {
            let list: Vec<String> = differences.iter().map(ToString::to_string).collect();
            let list = list.join("; ");
            writeln!(
                err,
                "warning: session {} starts a new baseline, because its conditions differ from the stored ones: {}",
                shown(name),
                shown(&list)
            )?;
        }
        Outcome::NotRecorded(reason) => {
            bail!("session {name:?} cannot be a baseline: {reason}; check that the app has the agent")
        }
        Outcome::NoBaseline { .. } => {
            let enough = compare::check_enough(head, &context.config);
            if let Err(reason) = enough {
                bail!(
                    "session {name:?} has too few launches for a first baseline: {reason}; record more launches"
                );
            }
        }
        Outcome::Judged(..) => {}
    }
    Ok(true)
}

/// Those launches that are of the same app, scenario and device as a session.
fn of_place(launches: &Launches, session: &Launches) -> Launches {
    let place = |launch: &Launch| Key::of(&launch.conditions);
    let wanted = session.launches.first().map(place);
    let of_place = |launch: &&Launch| Some(place(launch)) == wanted;
    let kept = launches.launches.iter().filter(of_place).cloned().collect();
    Launches { table: launches.table.clone(), launches: kept, ..Launches::default() }
}

/// The day on which a session says it was recorded, if it is later than tomorrow.
fn day_to_come(store: &Store, session: &Launches) -> Option<String> {
    let latest = session.launches.iter().filter_map(|launch| launch.recorded_unix_ms).max()?;
    let day = Date::from_unix_seconds(latest / 1000);
    let day = day.map_or_else(|| "no day".to_owned(), |day| day.to_string());
    store.is_to_come(latest).then_some(day)
}

/// Stores a session, with its call tree, the timeline of one launch and the facts of its build where there are such.
pub(super) fn keep(
    store: &Store,
    session: &Launches,
    new_level: Option<NewLevel>,
    trees: Option<&Launches>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<()> {
    let (path, added) = store.add_with(&session.table, &session.launches, new_level)?;
    let what = match added {
        Added::New => "stored",
        Added::Already => "already stored",
    };
    if let (Some(trees), Some(first)) = (trees, session.launches.first()) {
        let own: Vec<Launch> =
            trees.launches.iter().filter(|launch| is_same(launch, first)).cloned().collect();
        store.add_tree(&trees.table, &own)?;
        store.add_functions(&own)?;
    }
    // Of the launch in the middle, if it is a trace. A session without a timeline is as good to compare with.
    if let Some(launch) = middle(session.launches.iter().collect()) {
        match recording(Path::new(&*launch.source.file)) {
            Ok(Some(recording)) => {
                store.add_timeline(launch, &recording)?;
            }
            Ok(None) => {}
            Err(error) => {
                writeln!(err, "warning: cannot store the timeline: {}", shown(&format!("{error:#}")))?
            }
        }
    }
    let mut warnings = Vec::new();
    if let (Some(first), Some(facts)) =
        (session.launches.first(), kept_facts::of_launches(session.launches.iter(), None, &mut warnings))
    {
        store.add_facts(&Key::of(&first.conditions), &first.session, &facts)?;
    }
    for warning in warnings {
        writeln!(err, "warning: {}", shown(&warning))?;
    }
    writeln!(out, "{what} {}", shown(&path.display().to_string()))?;
    Ok(())
}
