//! `gate baseline`: the only commands that write to the store.
//!
//! Invariant: whatever is refused has left the store as it was.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context as _, bail, ensure};
use clap::{Args, Subcommand};
use gate_baseline::{Baselines, Entry, Key, NewLevel, Store};
use gate_config::{Date, Glob};
use gate_launches::{Condition, Launches, Thread};
use gate_report::{shown, shown_time};

use super::{Exit, SettingsArgs, accept, baseline_git, baseline_update, verify};

/// The store of baselines.
#[derive(Args)]
pub(super) struct Baseline {
    #[command(subcommand)]
    command: Command,
    /// The store of baselines: a folder, or a URL such as s3://bucket/path [default: the setting `baselines`]
    #[arg(long, value_name = "STORE", global = true)]
    baseline: Option<PathBuf>,
    #[command(flatten)]
    settings: SettingsArgs,
}

#[derive(Subcommand)]
enum Command {
    /// Store sessions as baselines; refuse a session with a regression that is not accepted
    #[command(
        after_help = "Example:\n  gate baseline update traces/ && git add baselines && git commit -m 'New baseline'\n  gate baseline update traces/ --new-level --reason 'Xcode 27' --owner @shop/mobile"
    )]
    Update(baseline_update::Update),
    /// Store sessions and push them to the main branch or to a separate ref; refuse in a pull request
    #[command(
        after_help = "Examples:\n  gate baseline push traces/\n  gate baseline push traces/ --ref refs/launchgate/baselines"
    )]
    Push(baseline_git::Push),
    /// List the stored sessions, newest first
    #[command(after_help = "Example:\n  gate baseline list --device 'iPhone15,*'")]
    List(Which),
    /// Show a stored session: conditions, launches and costs of methods
    #[command(after_help = "Example:\n  gate baseline show nightly-214")]
    Show {
        /// The session [default: the newest]
        session: Option<String>,
        #[command(flatten)]
        which: Which,
    },
    /// Pin a stored session, such as the last release, as the anchor that slow growth is measured against
    #[command(after_help = "Example:\n  gate baseline pin release-5.2")]
    Pin {
        /// The session
        session: String,
        #[command(flatten)]
        which: Which,
    },
    /// Accept a regression up to a size and a date, so that it does not fail the check
    #[command(
        after_help = "Examples:\n  gate baseline accept '-[Cart reload]' --verdict verdict.json --reason 'the new cart' --owner @shop/cart --until 2027-01-31\n  \
        gate baseline accept '-[Cart *]' --up-to +8% --reason 'the new cart' --owner @shop/cart --until 2027-01-31"
    )]
    Accept(accept::Accept),
    /// Check every file or session of the store and report what is wrong
    #[command(
        after_help = "Example:\n  gate baseline verify --baseline baselines\n  gate baseline verify --repair --baseline s3://launches/store"
    )]
    Verify {
        /// Of a store at a URL: repair or remove sessions that are not whole
        #[arg(long)]
        repair: bool,
    },
    /// Delete all but the newest days of sessions of each app, scenario and device; keep anchors
    #[command(
        after_help = "Examples:\n  gate baseline prune --keep 12\n  gate baseline prune --ref refs/launchgate/baselines"
    )]
    Prune {
        /// How many days with sessions to keep for each app, scenario and device [default: the setting `baseline.keep`]
        #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..))]
        keep: Option<u32>,
        /// Prune this ref, such as refs/launchgate/baselines, and replace its history
        #[arg(long = "ref", value_name = "REF")]
        reference: Option<String>,
        /// The remote of the ref
        #[arg(long, default_value = "origin", requires = "reference")]
        remote: String,
    },
}

/// Which of the stored sessions, where there are several apps, scenarios or devices.
#[derive(Args)]
struct Which {
    /// Only sessions of this app (a glob)
    #[arg(long)]
    app: Option<String>,
    /// Only sessions of this scenario (a glob)
    #[arg(long)]
    scenario: Option<String>,
    /// Only sessions of this device model (a glob)
    #[arg(long)]
    device: Option<String>,
}

impl Which {
    fn covers(&self, key: &Key) -> bool {
        let pairs = [(&self.app, &key.app), (&self.scenario, &key.scenario), (&self.device, &key.device)];
        pairs.iter().all(|(glob, text)| glob.as_ref().is_none_or(|glob| Glob::new(glob).matches(text)))
    }

    /// The sessions of each key that is meant.
    fn sessions(&self, store: &dyn Baselines) -> anyhow::Result<Vec<(Key, Vec<Entry>)>> {
        let keys = store.keys()?.into_iter().filter(|key| self.covers(key));
        keys.map(|key| Ok((key.clone(), store.sessions(&key)?))).collect()
    }

    /// The one session of this name, or the newest one.
    fn find(&self, store: &dyn Baselines, session: Option<&str>) -> anyhow::Result<Entry> {
        let all = self.sessions(store)?;
        let named = |entries: &[Entry]| -> Option<Entry> {
            match session {
                Some(name) => entries.iter().find(|entry| *entry.session == *name).cloned(),
                None => entries.first().cloned(),
            }
        };
        let mut found: Vec<Entry> = all.iter().filter_map(|(_, entries)| named(entries)).collect();
        let what = session.map_or_else(|| "a session".to_owned(), |name| format!("session {name:?}"));
        match found.len() {
            1 => Ok(found.remove(0)),
            0 => bail!(
                "{} has no {}; `gate baseline list` shows what is stored",
                store.address(),
                what.trim_start_matches("a ")
            ),
            count => bail!(
                "{count} apps, scenarios or devices have {what}; choose one with --app, --scenario or --device"
            ),
        }
    }
}

pub(super) fn baseline(args: &Baseline, out: &mut dyn Write, err: &mut dyn Write) -> anyhow::Result<Exit> {
    let context = args.settings.context()?;
    let opened = context.whole_store(args.baseline.as_deref())?;
    let store = &*opened;
    match &args.command {
        Command::Push(push) => return baseline_git::push(push, &context, folder(store)?.root(), out, err),
        Command::Update(update) => {
            return baseline_update::update(&context, folder(store)?, update, out, err);
        }
        Command::List(which) => {
            if !list(store, which, out)? {
                writeln!(
                    err,
                    "{} has no such session; `gate baseline update RUNS` stores one",
                    store.address()
                )?;
            }
        }
        Command::Show { session, which } => {
            show(store, &which.find(store, session.as_deref())?, out)?;
        }
        Command::Pin { session, which } => {
            let entry = which.find(store, Some(session))?;
            store.pin(&entry)?;
            writeln!(out, "the anchor is {}", shown(&entry.path.display().to_string()))?;
        }
        Command::Accept(args) => accept::accept(args, &context, store, out)?,
        Command::Verify { repair } => {
            ensure!(
                !*repair || store.folder().is_none(),
                "--repair is for stores at a URL; of a folder, remove the files that are named, or record the sessions again"
            );
            if let Some(request) = baseline_git::request().filter(|_| *repair) {
                bail!(
                    "a shared store is not repaired in {request}; run this in a pipeline of the main branch"
                );
            }
            return match store.broken(*repair)? {
                Some(found) => verify::objects(found, *repair, out, err),
                None => verify::verify(folder(store)?, &context, out, err),
            };
        }
        Command::Prune { keep, reference: Some(reference), remote } => {
            let keep = keep.map_or(context.config.baseline.keep, |days| days as usize);
            baseline_git::prune_ref(&context, folder(store)?.root(), (remote, reference), keep, out)?;
        }
        Command::Prune { keep, .. } => {
            let gone = store.prune(keep.map_or(context.config.baseline.keep, |days| days as usize))?;
            for path in &gone {
                writeln!(out, "deleted {}", shown(&path.display().to_string()))?;
            }
            let left = store.clear_left_overs()?;
            if left > 0 {
                writeln!(out, "{} of stopped writers deleted", gate_report::count(left, "object"))?;
            }
            writeln!(out, "{} deleted", gate_report::count(gone.len(), "session"))?;
        }
    }
    Ok(Exit::Pass)
}

/// The folder of text files, which alone is a part of a repository.
fn folder(store: &dyn Baselines) -> anyhow::Result<&Store> {
    store.folder().with_context(|| {
        format!("{}: this command needs a folder of baselines; pass one with --baseline, or store sessions at a URL with `gate store put`", store.address())
    })
}

/// Whether there is any.
fn list(store: &dyn Baselines, which: &Which, out: &mut dyn Write) -> anyhow::Result<bool> {
    let mut is_any = false;
    for (key, entries) in which.sessions(store)? {
        let anchor = store.anchor(&key)?;
        for entry in entries {
            is_any = true;
            let is_anchor = anchor.as_ref().is_some_and(|anchor| anchor.path == entry.path);
            writeln!(
                out,
                "{}\t{}\t{}\t{}\t{}\t{}{}",
                shown(&key.app),
                shown(&key.scenario),
                shown(&key.device),
                shown(&entry.session),
                recorded(&entry),
                shown(&entry.conditions.app_build),
                if is_anchor { "\tanchor" } else { "" }
            )?;
        }
    }
    Ok(is_any)
}

fn recorded(entry: &Entry) -> String {
    let day = |unix_ms: Option<u64>| Date::from_unix_seconds(unix_ms? / 1000).map(|day| day.to_string());
    let stored = || Some(format!("undated, stored {}", day(entry.stored_unix_ms)?));
    day(entry.recorded_unix_ms).or_else(stored).unwrap_or_else(|| "undated".to_owned())
}

/// How many methods `show` lists.
const LISTED: usize = 30;

fn show(store: &dyn Baselines, entry: &Entry, out: &mut dyn Write) -> anyhow::Result<()> {
    let Launches { table, launches, .. } = store.load(entry)?;
    let c = &entry.conditions;
    for (name, value) in [
        ("session", &*entry.session),
        ("recorded", &recorded(entry)),
        ("app", &c.app_bundle),
        ("build", &c.app_build),
        ("configuration", &c.app_configuration),
        ("scenario", &c.scenario),
        ("device", &c.device_model),
        ("system", &c.device_os),
        ("agent", &c.agent_version),
        ("recording", &c.value(Condition::AgentRecording)),
        ("settings", &c.agent_settings),
        ("loading", &c.agent_loading),
        ("launches", &launches.len().to_string()),
    ] {
        writeln!(out, "{name:<14}{}", shown(value)).context("cannot write")?;
    }
    if let Some(NewLevel { owner, reason }) = &entry.new_level {
        writeln!(out, "{:<14}by {}: {}", "new level", shown(owner), shown(reason))?;
    }
    let mut costs = vec![Vec::new(); table.len()];
    for launch in &launches {
        for (id, cost) in launch.methods(&table, Thread::Main) {
            costs[id.0 as usize].push(cost.self_ns.0);
        }
    }
    let mut rows: Vec<(f64, &str)> = Vec::new();
    for ((_, method), mut values) in table.methods().zip(costs) {
        // A launch without the method cost nothing.
        values.resize(launches.len(), 0.0);
        values.sort_by(f64::total_cmp);
        rows.push((values[values.len() / 2], &method.name));
    }
    rows.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    writeln!(out, "\nself time on the main thread, median of the launches")?;
    for (cost, name) in rows.iter().filter(|row| row.0 > 0.0).take(LISTED) {
        writeln!(out, "{:>12}  {}", shown_time(*cost), shown(name))?;
    }
    Ok(())
}
