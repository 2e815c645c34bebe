//! `gate store`: stores at a URL, which many repositories share.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use gate_baseline::{Added, Baselines, Extras};
use gate_common::git::Repository;
use gate_launches::Launches;
use gate_report::{count, shown};
use gate_store::{About, NewSession, Policy, Swept, UrlStore};

use super::show::Show;
use super::{Console, Exit, READ, SettingsArgs};
use crate::app::{Context, Sessions, Sidecar, hide, read_sessions};

/// A store at a URL.
#[derive(Args)]
pub(super) struct StoreArgs {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    settings: SettingsArgs,
}

#[derive(Subcommand)]
enum Command {
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
        Command::Put(put) => self::put(put, &args.settings, to),
        Command::Sweep(sweep) => self::sweep(sweep, &args.settings, to),
        Command::Schema => {
            write!(to.out, "{}", gate_store::described())?;
            Ok(Exit::Pass)
        }
    }
}

fn put(args: &Put, settings: &SettingsArgs, to: &mut Console<'_>) -> anyhow::Result<Exit> {
    let context = settings.context()?;
    let store = UrlStore::create(&args.to, context.now_unix_ms())?;
    let names = context.config.report.names;
    let about = About {
        commit: commit(args.commit.as_deref(), &context)?,
        new_level: None,
        names: names.name().to_owned(),
    };
    let Sessions { sessions, mut trees, .. } = read_sessions(&context, &args.runs, &mut Show::on(to.err))?;
    if let Some(trees) = &mut trees {
        hide(trees, names);
    }
    let all = sessions.len();
    for (at, mut session) in sessions.into_iter().enumerate() {
        hide(&mut session, names);
        let (name, added) = put_one(&store, &session, trees.as_ref(), &about, to.err)?;
        let what = match added {
            Added::New => "stored",
            Added::Already => "already stored",
            Added::Completed => "completed",
        };
        writeln!(to.out, "{what} {}", shown(&name))?;
        if all > 9 && (at + 1) % 10 == 0 {
            writeln!(to.err, "{} of {all} sessions", at + 1)?;
        }
    }
    Ok(Exit::Pass)
}

fn sweep(args: &Sweep, settings: &SettingsArgs, to: &mut Console<'_>) -> anyhow::Result<Exit> {
    let context = settings.context()?;
    let (now, largest) = (context.now_unix_ms(), context.config.gate.largest_input << 20);
    let store = UrlStore::open(&args.store, now, context.cache("store").as_deref(), largest)?;
    let accepted = store.accepted()?;
    let attribute = |launches: &mut Launches| context.attribute(launches);
    let policy =
        Policy { config: &context.config, accepted: &accepted, today: context.today, attribute: &attribute };
    for key in store.keys()? {
        let Swept { sessions, findings, left_out, .. } = store.sweep(&key, &policy, &mut |done, of| {
            if done.is_multiple_of(100) {
                let _ = writeln!(to.err, "{}: {done} of {of} sessions", shown(&key.app));
            }
        })?;
        for reason in &left_out {
            writeln!(to.err, "warning: left out: {}", shown(reason))?;
        }
        let names = [&key.app, &key.scenario, &key.device].map(|name| shown(name));
        writeln!(
            to.out,
            "{}\t{}, {}",
            names.join("\t"),
            count(sessions, "session"),
            count(findings, "finding")
        )?;
    }
    Ok(Exit::Pass)
}

/// Puts a session into a store, with the sidecar files that a folder of baselines contains.
fn put_one(
    store: &UrlStore,
    session: &Launches,
    trees: Option<&Launches>,
    about: &About,
    err: &mut dyn Write,
) -> anyhow::Result<(String, Added)> {
    let kept = Sidecar::read(session, trees, &mut Show::on(err))?;
    let mut extras = kept.extras(trees);
    if about.names != "full" {
        // A timeline and the facts contain names that the settings hide.
        extras = Extras { timeline: None, facts: None, ..extras };
    }
    let Launches { table, launches, .. } = session;
    Ok(store.put(&NewSession { table, launches, extras, about, known: &session.only_session() })?)
}

fn commit(given: Option<&str>, context: &Context) -> anyhow::Result<Option<String>> {
    match (given, Repository::open(context.root())) {
        (Some(name), Ok(repository)) => {
            // A commit of a different repository cannot be resolved, so its given name is used.
            Ok(Some(
                repository.commit(name).map_or_else(|_| name.to_owned(), |commit| commit.as_str().to_owned()),
            ))
        }
        (Some(name), Err(_)) => Ok(Some(name.to_owned())),
        (None, Ok(repository)) => Ok(repository.commit("HEAD").ok().map(|commit| commit.as_str().to_owned())),
        (None, Err(_)) => Ok(None),
    }
}
