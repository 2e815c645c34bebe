//! `gate store`: stores at a URL, which many repositories share.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use gate_baseline::{AddOutcome, Baselines, SessionSidecars};
use gate_common::git::Repository;
use gate_launches::Launches;
use gate_report::{escape_for_display, format_count};
use gate_store::{NewSession, Policy, SessionMetadata, SweepResult, UrlStore};

use super::show::EventDisplay;
use super::{Console, Exit, READ, SettingsArgs};
use crate::app::{Context, Sessions, Sidecar, hide_names, read_sessions};

/// A store at a URL.
#[derive(Args)]
pub(super) struct StoreArgs {
    #[command(subcommand)]
    command: StoreCommand,
    #[command(flatten)]
    settings: SettingsArgs,
}

#[derive(Subcommand)]
enum StoreCommand {
    /// Put sessions into a store; one that is there already is not stored again
    #[command(after_help = "Examples:\n  gate store put traces/ --to s3://launches/store\n  \
        gate store put night-*.jsonl.zst --to /mnt/store --commit \"$GITHUB_SHA\"\n\n\
        Then: gate check traces/ --baseline s3://launches/store")]
    Put(Put),
    /// Judge all series of a store: where the launch, a module or a method changed for good; write the findings into the store
    #[command(after_help = "Example:\n  gate store sweep s3://launches/store")]
    Sweep(Sweep),
    /// Print the tables and columns of a store, as docs/store.md has them
    #[command(after_help = "Example:\n  gate store schema")]
    Schema,
}

#[derive(Args)]
struct Put {
    /// Read these traces, launch records, or folders of these
    #[arg(required = true, long_help = READ)]
    runs: Vec<PathBuf>,
    /// Put the sessions into this store: s3://BUCKET/PATH, gs://, az://, file:// or a folder; credentials come from the environment
    #[arg(long, value_name = "URL")]
    to: String,
    /// Record this commit as the measured one [default: HEAD of the repository, if there is one]
    #[arg(long, value_name = "COMMIT")]
    commit: Option<String>,
}

#[derive(Args)]
struct Sweep {
    /// Judge this store
    #[arg(value_name = "URL")]
    store: String,
}

pub(super) fn store(args: &StoreArgs, to: &mut Console<'_>) -> anyhow::Result<Exit> {
    match &args.command {
        StoreCommand::Put(put) => self::put(put, &args.settings, to),
        StoreCommand::Sweep(sweep) => self::sweep(sweep, &args.settings, to),
        StoreCommand::Schema => {
            write!(to.out, "{}", gate_store::describe_tables())?;
            Ok(Exit::Pass)
        }
    }
}

fn put(args: &Put, settings: &SettingsArgs, to: &mut Console<'_>) -> anyhow::Result<Exit> {
    let context = settings.read_context()?;
    let store = UrlStore::create(&args.to, context.now_unix_ms())?;
    let names = context.config.report.names;
    let about = SessionMetadata {
        commit: resolve_commit(args.commit.as_deref(), &context)?,
        new_level: None,
        names: names.name().to_owned(),
    };
    let Sessions { sessions, mut trees, .. } =
        read_sessions(&context, &args.runs, &mut EventDisplay::with_stderr(to.err))?;
    if let Some(trees) = &mut trees {
        hide_names(trees, names);
    }
    let all = sessions.len();
    for (at, mut session) in sessions.into_iter().enumerate() {
        hide_names(&mut session, names);
        let (name, added) = put_one(&store, &session, trees.as_ref(), &about, to.err)?;
        let what = match added {
            AddOutcome::New => "stored",
            AddOutcome::Already => "already stored",
            AddOutcome::Completed => "completed",
        };
        writeln!(to.out, "{what} {}", escape_for_display(&name))?;
        if all > 9 && (at + 1) % 10 == 0 {
            writeln!(to.err, "{} of {all} sessions", at + 1)?;
        }
    }
    Ok(Exit::Pass)
}

fn sweep(args: &Sweep, settings: &SettingsArgs, to: &mut Console<'_>) -> anyhow::Result<Exit> {
    let context = settings.read_context()?;
    let (now, largest) = (context.now_unix_ms(), context.config.gate.largest_input << 20);
    let store = UrlStore::open(&args.store, now, context.cache_folder("store").as_deref(), largest)?;
    let accepted = store.read_acceptances()?;
    let attribute = |launches: &mut Launches| context.attribute(launches);
    let policy =
        Policy { config: &context.config, accepted: &accepted, today: context.today, attribute: &attribute };
    for key in store.keys()? {
        let SweepResult { sessions, findings, left_out, .. } =
            store.sweep(&key, &policy, &mut |done, of| {
                if done.is_multiple_of(100) {
                    let _ = writeln!(to.err, "{}: {done} of {of} sessions", escape_for_display(&key.app));
                }
            })?;
        for reason in &left_out {
            writeln!(to.err, "warning: left out: {}", escape_for_display(reason))?;
        }
        let names = [&key.app, &key.scenario, &key.device].map(|name| escape_for_display(name));
        writeln!(
            to.out,
            "{}\t{}, {}",
            names.join("\t"),
            format_count(sessions, "session"),
            format_count(findings, "finding")
        )?;
    }
    Ok(Exit::Pass)
}

/// Puts a session into a store, with the sidecar files that a folder of baselines contains.
fn put_one(
    store: &UrlStore,
    session: &Launches,
    trees: Option<&Launches>,
    about: &SessionMetadata,
    err: &mut dyn Write,
) -> anyhow::Result<(String, AddOutcome)> {
    let kept = Sidecar::read(session, trees, &mut EventDisplay::with_stderr(err))?;
    let mut extras = kept.to_extras(trees);
    if about.names != "full" {
        // A timeline and the facts contain names that must be hidden according to the settings, so both are omitted.
        extras = SessionSidecars { timeline: None, facts: None, ..extras };
    }
    let Launches { table, launches, .. } = session;
    Ok(store.put(&NewSession { table, launches, extras, about, known: &session.only_session() })?)
}

fn resolve_commit(given: Option<&str>, context: &Context) -> anyhow::Result<Option<String>> {
    match (given, Repository::open(context.root())) {
        (Some(name), Ok(repository)) => {
            // A commit of a different repository cannot be resolved, so its given name is used.
            Ok(Some(
                repository
                    .resolve_commit(name)
                    .map_or_else(|_| name.to_owned(), |commit| commit.as_str().to_owned()),
            ))
        }
        (Some(name), Err(_)) => Ok(Some(name.to_owned())),
        (None, Ok(repository)) => {
            Ok(repository.resolve_commit("HEAD").ok().map(|commit| commit.as_str().to_owned()))
        }
        (None, Err(_)) => Ok(None),
    }
}
