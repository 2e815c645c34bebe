//! `gate baseline`: the only commands that write to the store.
//!
//! Invariant: a refused command leaves the store unchanged.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context as _, bail, ensure};
use clap::{Args, Subcommand};
use gate_baseline::{BaselineKey, Baselines, NewLevel, RepairScope, SessionEntry, Store};
use gate_config::{Date, Glob};
use gate_launches::{Condition, Launches, ThreadKind};
use gate_report::{escape_for_display, format_time};
use serde::Serialize;
use serde_json::json;

use super::options::FormatArgs;
use super::{Console, Exit, SettingsArgs, accept, backtest, baseline_git, baseline_update, verify};

/// The store of baselines.
#[derive(Args)]
pub(super) struct Baseline {
    #[command(subcommand)]
    command: BaselineCommand,
    /// Use this store of baselines: a folder, or a URL such as s3://bucket/path [default: the setting `baseline.dir`]
    #[arg(long, value_name = "STORE", global = true)]
    baseline: Option<PathBuf>,
    #[command(flatten)]
    settings: SettingsArgs,
}

#[derive(Subcommand)]
enum BaselineCommand {
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
    List {
        #[command(flatten)]
        which: SessionSelection,
        #[command(flatten)]
        format: FormatArgs,
    },
    /// Show a stored session: conditions, launches and costs of methods
    #[command(after_help = "Example:\n  gate baseline show nightly-214")]
    Show {
        /// Show this session [default: the newest]
        session: Option<String>,
        #[command(flatten)]
        which: SessionSelection,
    },
    /// Pin a stored session, such as the last release, as the anchor that slow growth is measured against
    #[command(after_help = "Example:\n  gate baseline pin release-5.2")]
    Pin {
        /// Pin this session
        session: String,
        #[command(flatten)]
        which: SessionSelection,
    },
    /// Accept a regression up to a size and a date, so that it does not fail the check
    #[command(
        after_help = "Examples:\n  gate baseline accept '-[Cart reload]' --verdict verdict.json --reason 'the new cart' --owner @shop/cart --until 2027-01-31\n  \
        gate baseline accept '-[Cart *]' --up-to +8% --reason 'the new cart' --owner @shop/cart --until 2027-01-31"
    )]
    Accept(accept::Accept),
    /// Judge stored sessions against those before them: how often a check fails by mistake, and the growth that it finds
    #[command(after_help = "Example:\n  gate baseline backtest --sessions 30")]
    Backtest(backtest::Backtest),
    /// Check every file or session of the store and report what is wrong
    #[command(
        after_help = "Example:\n  gate baseline verify --baseline baselines\n  gate baseline verify --repair --baseline s3://launches/store"
    )]
    Verify {
        /// Repair or remove incomplete sessions, in a store at a URL [default: only report them]
        #[arg(long)]
        repair: bool,
        /// Remove sessions even if no session of their app, scenario and device is left [default: keep these]
        #[arg(long, requires = "repair")]
        yes: bool,
    },
    /// Delete all but the newest days of sessions of each app, scenario and device; keep anchors
    #[command(
        after_help = "Examples:\n  gate baseline prune --keep 12\n  gate baseline prune --ref refs/launchgate/baselines"
    )]
    Prune {
        /// Keep this many days with sessions for each app, scenario and device [default: the setting `baseline.keep`]
        #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..))]
        keep: Option<u32>,
        /// Prune this ref, such as refs/launchgate/baselines, and replace its history [default: prune the store]
        #[arg(long = "ref", value_name = "REF")]
        reference: Option<String>,
        /// Find the ref in this remote
        #[arg(long, default_value = "origin", requires = "reference")]
        remote: String,
    },
}

/// The selection of stored sessions by app, scenario and device.
#[derive(Args)]
pub(super) struct SessionSelection {
    /// Select only sessions of this app (a glob) [default: all apps]
    #[arg(long)]
    app: Option<String>,
    /// Select only sessions of this scenario (a glob) [default: all scenarios]
    #[arg(long)]
    scenario: Option<String>,
    /// Select only sessions of this device model (a glob) [default: all devices]
    #[arg(long)]
    device: Option<String>,
}

impl SessionSelection {
    pub(super) fn covers(&self, key: &BaselineKey) -> bool {
        let pairs = [(&self.app, &key.app), (&self.scenario, &key.scenario), (&self.device, &key.device)];
        pairs.iter().all(|(glob, text)| glob.as_ref().is_none_or(|glob| Glob::new(glob).matches(text)))
    }

    /// Returns the sessions of each selected key.
    fn sessions(&self, store: &dyn Baselines) -> anyhow::Result<Vec<(BaselineKey, Vec<SessionEntry>)>> {
        let keys = store.keys()?.into_iter().filter(|key| self.covers(key));
        keys.map(|key| Ok((key.clone(), store.sessions(&key)?))).collect()
    }

    /// Finds the stored session with the given name, or the newest session. Several matches are an error.
    fn find(&self, store: &dyn Baselines, session: Option<&str>) -> anyhow::Result<SessionEntry> {
        let all = self.sessions(store)?;
        let is_named = |entry: &&SessionEntry| session.is_none_or(|name| *entry.session == *name);
        let found = all.iter().filter_map(|(_, entries)| entries.iter().find(is_named));
        let mut found: Vec<SessionEntry> = found.cloned().collect();
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

pub(super) fn baseline(args: &Baseline, to: &mut Console<'_>) -> anyhow::Result<Exit> {
    let context = args.settings.read_context()?;
    let opened = context.whole_store(args.baseline.as_deref())?;
    let store = &*opened;
    match &args.command {
        BaselineCommand::Backtest(backtest) => return backtest::run(backtest, &context, store, to),
        BaselineCommand::Push(push) => {
            return baseline_git::push(push, &context, folder_store(store)?.root(), to);
        }
        BaselineCommand::Update(update) => {
            return baseline_update::update(&context, folder_store(store)?, update, to);
        }
        BaselineCommand::List { which, format } => {
            if !list_sessions(store, which, format, to.out)? {
                writeln!(
                    to.err,
                    "{} has no such session; `gate baseline update RUNS` stores one",
                    store.address()
                )?;
            }
        }
        BaselineCommand::Show { session, which } => {
            show_session(store, &which.find(store, session.as_deref())?, to.out)?;
        }
        BaselineCommand::Pin { session, which } => {
            let entry = which.find(store, Some(session))?;
            store.pin(&entry)?;
            writeln!(to.out, "the anchor is {}", escape_for_display(&entry.path.display().to_string()))?;
        }
        BaselineCommand::Accept(args) => accept::accept(args, &context, store, to.out)?,
        BaselineCommand::Verify { repair, yes } => {
            ensure!(
                !*repair || store.as_folder_store().is_none(),
                "--repair is for stores at a URL; of a folder, remove the files that are named, or record the sessions again"
            );
            if let Some(request) = baseline_git::request_kind().filter(|_| *repair) {
                bail!(
                    "a shared store is not repaired in {request}; run this in a pipeline of the main branch"
                );
            }
            let repair = match (repair, yes) {
                (false, _) => RepairScope::None,
                (true, false) => RepairScope::ExceptWholeSeries,
                (true, true) => RepairScope::All,
            };
            return match store.check_sessions(repair)? {
                Some((sessions, broken)) => verify::report_broken_sessions(sessions, &broken, repair, to),
                None => verify::verify(folder_store(store)?, &context, to),
            };
        }
        BaselineCommand::Prune { keep, reference: Some(reference), remote } => {
            let keep = keep.map_or(context.config.baseline.keep, |days| days as usize);
            baseline_git::prune_ref(&context, folder_store(store)?.root(), remote, reference, keep, to.out)?;
        }
        BaselineCommand::Prune { keep, .. } => {
            let gone = store.prune(keep.map_or(context.config.baseline.keep, |days| days as usize))?;
            for path in &gone {
                writeln!(to.out, "deleted {}", escape_for_display(&path.display().to_string()))?;
            }
            let left = store.clear_left_overs()?;
            if left > 0 {
                writeln!(to.out, "{} of stopped writers deleted", gate_report::format_count(left, "object"))?;
            }
            writeln!(to.out, "{} deleted", gate_report::format_count(gone.len(), "session"))?;
        }
    }
    Ok(Exit::Pass)
}

/// Returns the store if it is a folder. A store at a URL is an error, since only a folder can be part of a repository.
fn folder_store(store: &dyn Baselines) -> anyhow::Result<&Store> {
    store.as_folder_store().with_context(|| {
        format!("{}: this command needs a folder of baselines; pass one with --baseline, or store sessions at a URL with `gate store put`", store.address())
    })
}

/// A stored session in a list.
#[derive(Serialize)]
struct ListedSession {
    app: String,
    scenario: String,
    device: String,
    session: String,
    recorded: String,
    build: String,
    anchor: bool,
}

/// Lists the selected sessions of the store, and returns whether the store has any of them.
fn list_sessions(
    store: &dyn Baselines,
    which: &SessionSelection,
    format: &FormatArgs,
    out: &mut dyn Write,
) -> anyhow::Result<bool> {
    let mut all = Vec::new();
    for (key, entries) in which.sessions(store)? {
        let anchor = store.anchor(&key)?;
        all.extend(entries.iter().map(|entry| ListedSession {
            app: key.app.to_string(),
            scenario: key.scenario.to_string(),
            device: key.device.to_string(),
            session: entry.session.to_string(),
            recorded: format_recorded_day(entry),
            build: entry.conditions.app_build.to_string(),
            anchor: anchor.as_ref().is_some_and(|anchor| anchor.path == entry.path),
        }));
    }
    if format.is_json() {
        format.write(out, "sessions", json!({ "sessions": all }))?;
        return Ok(!all.is_empty());
    }
    for one in &all {
        let columns = [&one.app, &one.scenario, &one.device, &one.session, &one.recorded, &one.build];
        let anchor = if one.anchor { "\tanchor" } else { "" };
        writeln!(out, "{}{anchor}", columns.map(|column| escape_for_display(column).to_string()).join("\t"))?;
    }
    Ok(!all.is_empty())
}

fn format_recorded_day(entry: &SessionEntry) -> String {
    let day = |unix_ms: Option<u64>| Date::from_unix_seconds(unix_ms? / 1000).map(|day| day.to_string());
    let stored = || Some(format!("undated, stored {}", day(entry.stored_unix_ms)?));
    day(entry.recorded_unix_ms).or_else(stored).unwrap_or_else(|| "undated".to_owned())
}

/// Number of methods that `show` lists.
const LISTED: usize = 30;

fn show_session(store: &dyn Baselines, entry: &SessionEntry, out: &mut dyn Write) -> anyhow::Result<()> {
    let Launches { table, launches, .. } = store.load(entry)?;
    let c = &entry.conditions;
    for (name, value) in [
        ("session", &*entry.session),
        ("recorded", &format_recorded_day(entry)),
        ("app", &c.app_bundle),
        ("build", &c.app_build),
        ("configuration", &c.app_configuration),
        ("scenario", &c.scenario),
        ("device", &c.device_model),
        ("system", &c.device_os),
        ("agent", &c.agent_version),
        ("recording", &c.value(Condition::AgentRecording)),
        ("settings", &c.agent_settings),
        ("loading", &c.value(Condition::AgentLoading)),
        ("launches", &launches.len().to_string()),
    ] {
        writeln!(out, "{name:<14}{}", escape_for_display(value)).context("cannot write")?;
    }
    if let Some(NewLevel { owner, reason }) = &entry.new_level {
        writeln!(out, "{:<14}by {}: {}", "new level", escape_for_display(owner), escape_for_display(reason))?;
    }
    let mut costs = vec![Vec::new(); table.len()];
    for launch in &launches {
        for (id, cost) in launch.method_costs(&table, ThreadKind::Main) {
            costs[id.0 as usize].push(cost.self_ns.0);
        }
    }
    let mut rows: Vec<(f64, &str)> = Vec::new();
    for ((_, method), mut values) in table.methods().zip(costs) {
        // A launch without the method has a cost of zero.
        values.resize(launches.len(), 0.0);
        values.sort_by(f64::total_cmp);
        rows.push((values[values.len() / 2], &method.name));
    }
    rows.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    writeln!(out, "\nself time on the main thread, median of the launches")?;
    for (cost, name) in rows.iter().filter(|row| row.0 > 0.0).take(LISTED) {
        writeln!(out, "{:>12}  {}", format_time(*cost), escape_for_display(name))?;
    }
    Ok(())
}
