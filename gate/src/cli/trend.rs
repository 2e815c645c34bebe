//! `gate trend`: shows the launch time, modules and methods over stored sessions, and the session at which each level began.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{bail, ensure};
use clap::Args;
use gate_baseline::{BaselineKey, Baselines};
use gate_common::git::{Commit, Repository};
use gate_config::{Date, Glob};
use gate_launches::Launches;
use gate_report::{
    SessionCommits, Terminal, TrendReport, escape_for_display, trend_json, trend_page, trend_text,
};
use gate_trend::{SeriesKind, Trend, compute_trend};
use indicatif::ProgressBar;

use super::options::PageFormat;
use super::terminal::is_watched;
use super::values::{parse_day, parse_output};
use super::{Console, Exit, SettingsArgs};
use crate::app::{Context, is_url, write_to};

#[derive(Args)]
pub(super) struct TrendArgs {
    /// Show only this app: its bundle identifier, or a glob [default: all apps]
    #[arg(long, value_name = "APP")]
    app: Option<String>,
    /// Show only this method, or a glob of methods [default: all series]
    #[arg(long, value_name = "METHOD", allow_hyphen_values = true, conflicts_with = "module")]
    method: Option<String>,
    /// Show only this module and its methods, or a glob of modules [default: all series]
    #[arg(long, value_name = "MODULE")]
    module: Option<String>,
    /// Show only sessions recorded since this day, such as 2026-01-31 [default: all sessions]
    #[arg(long, value_name = "DAY", value_parser = parse_day)]
    since: Option<Date>,
    /// Read this store of baselines: a folder, or a URL such as s3://bucket/path [default: the setting `baseline.dir`]
    #[arg(long, value_name = "STORE")]
    baseline: Option<PathBuf>,
    /// Print this format
    #[arg(long, value_enum, default_value_t = PageFormat::Text)]
    format: PageFormat,
    /// Also write the series to a file, in the format of its extension or of a FORMAT= prefix; repeatable
    #[arg(short, long, value_name = "[FORMAT=]PATH", value_parser = parse_output::<PageFormat>)]
    out: Vec<(PageFormat, PathBuf)>,
    #[command(flatten)]
    settings: SettingsArgs,
}

/// Number of commits that are listed for a change, at most.
const LISTED: usize = 5;

pub(super) fn run(args: &TrendArgs, to: Console<'_>) -> anyhow::Result<Exit> {
    let context = args.settings.read_context()?;
    let folder = context.store_folder(args.baseline.as_deref());
    ensure!(
        args.baseline.is_none() || is_url(&folder) || folder.exists(),
        "baseline folder {} not found; correct --baseline, or omit it to use the folder in the settings",
        folder.display()
    );
    // The store includes sessions outside the history of HEAD.
    let store = context.whole_store(args.baseline.as_deref())?;
    let keys = keys(args, &*store)?;
    if keys.is_empty() {
        writeln!(
            to.err,
            "error: {} holds no session; store some with `gate baseline update`",
            escape_for_display(&store.address())
        )?;
        return Ok(Exit::NoBaseline);
    }
    let commits = MeasuredCommits::read(&context, &folder);
    let mut all = Vec::new();
    for key in &keys {
        let mut found = read(args, &context, &*store, key, to.err)?;
        for reason in &found.left_out {
            writeln!(to.err, "warning: left out: {}", escape_for_display(reason))?;
        }
        commits.name(&folder, &*store, &mut found);
        if is_wanted(args, &mut found) {
            let around = commits.commits_around_changes(&found);
            all.push(TrendReport {
                trend: found,
                commits: around,
                only: args.method.clone().or(args.module.clone()),
                budgets: context.config.budgets.clone(),
            });
        }
    }
    ensure!(
        !all.is_empty(),
        "no series matches {}; `gate trend -o trend.html` has all of them",
        args.method.as_ref().or(args.module.as_ref()).map_or("--since", |name| name)
    );
    let files = args.out.iter().map(|(format, path)| (*format, Some(path.as_path()), Terminal::default()));
    for (format, path, terminal) in files.chain([(args.format, None, to.terminal)]) {
        let text = || all.iter().map(|one| trend_text(one, terminal)).collect::<Vec<_>>().join("\n");
        write_to(path, to.out, |out| match format {
            PageFormat::Text => Ok(out.write_all(text().as_bytes())?),
            PageFormat::Json => Ok(writeln!(out, "{:#}", trend_json(&all))?),
            PageFormat::Html => Ok(out.write_all(trend_page(&all)?.as_bytes())?),
        })?;
    }
    Ok(Exit::Pass)
}

/// Returns the selected apps, scenarios and devices.
fn keys(args: &TrendArgs, store: &dyn Baselines) -> anyhow::Result<Vec<BaselineKey>> {
    let all = store.keys()?;
    let Some(app) = &args.app else { return Ok(all) };
    let glob = Glob::new(app);
    let found: Vec<BaselineKey> = all.iter().filter(|key| glob.matches(&key.app)).cloned().collect();
    if found.is_empty() && !all.is_empty() {
        let mut names: Vec<&str> = all.iter().map(|key| &*key.app).collect();
        names.dedup();
        bail!("no session of app {app:?}; the store has: {}", names.join(", "));
    }
    Ok(found)
}

fn read(
    args: &TrendArgs,
    context: &Context,
    store: &dyn Baselines,
    key: &BaselineKey,
    err: &mut dyn Write,
) -> anyhow::Result<Trend> {
    let mut progress = Progress::new("sessions read", err);
    let attribute = |launches: &mut Launches| context.attribute(launches);
    Ok(compute_trend(store, key, args.since, &attribute, &mut |done, of| progress.show(done, of))?)
}

/// The progress of long work: a bar on a terminal, or otherwise a line for every hundred items.
pub(super) struct Progress<'a> {
    /// The phrase that follows the count, such as `sessions read`.
    what: &'static str,
    bar: Option<ProgressBar>,
    /// The count in the last printed line.
    shown: usize,
    err: &'a mut dyn Write,
}

impl Drop for Progress<'_> {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl<'a> Progress<'a> {
    pub(super) fn new(what: &'static str, err: &'a mut dyn Write) -> Progress<'a> {
        let bar = (is_watched() && !cfg!(test)).then(|| ProgressBar::new(0));
        Progress { what, bar, shown: 0, err }
    }

    pub(super) fn show(&mut self, done: usize, of: usize) {
        if let Some(bar) = &self.bar {
            bar.set_length(of as u64);
            bar.set_position(done as u64);
        } else if done >= self.shown + 100 {
            self.shown = done;
            let _ = writeln!(self.err, "{done} of {of} {}", self.what);
        }
    }
}

/// Keeps the selected series. Returns false if no series remains, or if there is no session.
fn is_wanted(args: &TrendArgs, found: &mut Trend) -> bool {
    if let Some(method) = &args.method {
        let glob = Glob::new(method);
        found.series.retain(|one| one.kind == SeriesKind::Method && glob.matches(&one.name));
    }
    if let Some(module) = &args.module {
        let glob = Glob::new(module);
        found.series.retain(|one| match one.kind {
            SeriesKind::Launch => false,
            SeriesKind::Module => glob.matches(&one.name),
            SeriesKind::Method => one.module.as_deref().is_some_and(|module| glob.matches(module)),
        });
    }
    !found.series.is_empty() && !found.sessions.is_empty()
}

/// The repository of a store, and the commit that was measured in each file of the store.
struct MeasuredCommits {
    repository: Option<Repository>,
    files: BTreeMap<String, Commit>,
}

impl MeasuredCommits {
    /// Reads the commits of a store. A store outside of the repository has no commits, so its changes are dated by days and builds.
    fn read(context: &Context, folder: &Path) -> MeasuredCommits {
        let none = MeasuredCommits { repository: None, files: BTreeMap::new() };
        let Ok(repository) = Repository::open(context.root()) else { return none };
        let Some(inside) = relative_folder(&repository, folder) else {
            return MeasuredCommits { repository: Some(repository), ..none };
        };
        let files = repository
            .resolve_commit("HEAD")
            .and_then(|head| repository.measured_commits(&head, &inside))
            .map_or_else(|_| BTreeMap::new(), |all| all.into_iter().collect());
        MeasuredCommits { repository: Some(repository), files }
    }

    /// Sets the commit of each session: the commit that was measured in the session's file, or otherwise the build number if it is the hash
    /// of a commit.
    fn name(&self, folder: &Path, store: &dyn Baselines, found: &mut Trend) {
        let Some(repository) = &self.repository else { return };
        let key = found.key.clone();
        for session in &mut found.sessions {
            let path = store.as_folder_store().map(|store| store.session_path(&key, &session.name));
            let file = path.as_deref().and_then(|path| path.strip_prefix(folder).ok());
            let file = file.map(|path| path.to_string_lossy().replace('\\', "/"));
            let measured = file.and_then(|file| {
                let mut all = self.files.iter();
                all.find(|(name, _)| **name == file || name.ends_with(&format!("/{file}")))
            });
            let is_name =
                session.build.len() >= 7 && session.build.bytes().all(|byte| byte.is_ascii_hexdigit());
            if session.commit.is_some() {
                continue;
            }
            let commit = match measured {
                Some((_, commit)) => Some(commit.clone()),
                None if is_name => repository.resolve_commit(&session.build).ok(),
                None => None,
            };
            session.commit = commit.map(|commit| Arc::from(commit.as_str()));
        }
    }

    /// Returns the commits between the sessions around each change.
    fn commits_around_changes(&self, found: &Trend) -> BTreeMap<usize, SessionCommits> {
        let mut all = BTreeMap::new();
        let Some(repository) = &self.repository else { return all };
        for step in found.series.iter().flat_map(|series| &series.changes) {
            let Some(before) = step.at.checked_sub(1) else { continue };
            if all.contains_key(&step.at) {
                continue;
            }
            let commit = |at: usize| repository.resolve_commit(found.sessions[at].commit.as_deref()?).ok();
            let (Some(old), Some(new)) = (commit(before), commit(step.at)) else { continue };
            let count = repository.count_between(&old, &new).unwrap_or(0);
            let Ok(newest) = repository.commits_between(&old, &new, LISTED) else { continue };
            let lines = newest.iter().map(ToString::to_string).collect();
            all.insert(step.at, SessionCommits { lines, count });
        }
        all
    }
}

/// Returns a folder relative to the repository.
fn relative_folder(repository: &Repository, folder: &Path) -> Option<String> {
    let (root, folder) = (repository.root().canonicalize().ok()?, folder.canonicalize().ok()?);
    let path = folder.strip_prefix(root).ok()?.to_string_lossy().replace('\\', "/");
    Some(if path.is_empty() { ".".to_owned() } else { path })
}
