//! Searches for the commit that made the launch slower, with builds that the user's command makes.

mod builder;
mod keep;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, bail};
use gate_common::git::{CommitDescription, Repository};
use gate_common::names::escape_for_display;
use gate_device::StopRequest;

use super::{Context, EventReceiver, InjectRequest, Route, Settings};
use crate::bisect::{LaunchCounts, SearchEnd, SearchResult, SearchTask, search};
use builder::Builder;
use keep::SearchFolder;

/// The finding to search for, and how commits are built and launched.
pub struct BisectRequest<'a> {
    /// A commit whose launch is fast.
    pub good: &'a str,
    /// A later commit whose launch is slow.
    pub bad: &'a str,
    /// The program that builds a commit, and its arguments.
    pub build: &'a [OsString],
    /// The path of the app in the checkout; `None` if the build command puts the app into `$LAUNCHGATE_OUT`.
    pub app: Option<&'a Path>,
    /// The folder for checkouts, builds and launches.
    pub out: &'a Path,
    /// The name of the finding to search for; if absent, the first finding.
    pub finding: Option<&'a str>,
    pub plan: LaunchCounts,
    /// The options for adding the agent to each build; `None` if the build already contains the agent.
    pub inject: Option<InjectRequest>,
    pub by: LaunchedBy<'a>,
    pub settings: &'a Settings,
    pub stop: StopRequest,
}

/// The way to launch two builds in turns.
pub enum LaunchedBy<'a> {
    /// A shell command of the user launches the builds.
    Command(&'a str),
    /// The builds are launched as `gate run` launches them.
    Run { on: Route<'a>, scenario: Option<&'a str>, rest: Duration },
}

/// The result of a search.
pub struct BisectResult {
    pub found: SearchResult,
    /// The first slow commit or, if the search could not identify it, all commits that may be the first slow commit.
    pub commits: Vec<CommitDescription>,
    /// The folder with the launches of the first slow commit.
    pub runs: Option<PathBuf>,
}

/// Searches for the first slow commit.
pub fn bisect(request: &BisectRequest<'_>, watch: &mut dyn EventReceiver) -> anyhow::Result<BisectResult> {
    let context = Context::read(request.settings)?;
    let repository = Repository::open(Path::new("."))?;
    let (good, bad) = (repository.resolve_commit(request.good)?, repository.resolve_commit(request.bad)?);
    let kept = SearchFolder::open(request.out, &good, request.build, request.app)?;
    let finding = request.finding.map(str::to_owned);
    let task =
        SearchTask { good: good.clone(), bad, tree: kept.checkout_folder(), finding, plan: request.plan };
    let policy = context.policy(&[]);
    let mut builder = Builder { request, kept: &kept, context: &context, good, watch };
    let found = search(&repository, &task, &policy, &mut builder)?;
    let (commits, runs) = match &found.end {
        SearchEnd::First(commit) => {
            (vec![repository.describe_commit(commit)?], Some(kept.runs_folder(commit)))
        }
        SearchEnd::Among(commits) => {
            let all: Result<Vec<CommitDescription>, _> =
                commits.iter().map(|commit| repository.describe_commit(commit)).collect();
            (all?, None)
        }
    };
    Ok(BisectResult { found, commits, runs: runs.filter(|runs| runs.is_dir()) })
}

/// Returns the only app in a folder.
pub(super) fn only_app(folder: &Path) -> anyhow::Result<PathBuf> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut apps: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(|path| is_app(path)).collect();
    apps.sort();
    match &apps[..] {
        [app] => Ok(app.clone()),
        [] => bail!(
            "the build command left no .app and no .ipa in $LAUNCHGATE_OUT; let it put the app there (xcodebuild … CONFIGURATION_BUILD_DIR=\"$LAUNCHGATE_OUT\"), or say with --app where it is"
        ),
        [first, second, ..] => bail!(
            "the build command left several apps in $LAUNCHGATE_OUT ({}, {}); leave one, or say with --app which",
            escape_for_display(&first.display().to_string()),
            escape_for_display(&second.display().to_string())
        ),
    }
}

/// Returns whether a path has the extension of an app.
pub fn is_app(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "app" || end == "ipa")
}
