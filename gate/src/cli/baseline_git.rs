//! Baselines in git: `gate baseline push`, and the store that `gate check --baseline-ref` compares with.
//!
//! Invariant: pushed sessions were judged against the current tip of the ref, and a push never overwrites the commits of other writers.

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::Args;
use gate_baseline::GitStoreLocation;
use gate_common::git::{Commit, PushResult, RemoteRef, Repository};
use gate_report::escape_for_display;
use serde_json::Value;

use super::baseline_update::{self, Update};
use super::origin::{read_event, read_variable};
use super::{Console, Exit};
use crate::app::{Context, full_ref, relative_store_folder};

/// The largest number of attempts to push, since other writers may push at the same time.
const TRIES: u32 = 12;

#[derive(Args)]
pub(super) struct Push {
    #[command(flatten)]
    update: Update,
    /// Push to this remote
    #[arg(long, default_value = "origin")]
    remote: String,
    /// Push to this branch [default: the branch of the pipeline, else the one checked out]
    #[arg(long, conflicts_with = "reference")]
    branch: Option<String>,
    /// Push to this ref instead, such as refs/launchgate/baselines, if the branch is protected
    #[arg(long = "ref", value_name = "REF")]
    reference: Option<String>,
    /// Record this commit as the measured one [default: HEAD]
    #[arg(long, value_name = "COMMIT")]
    commit: Option<String>,
}

pub(super) fn push(args: &Push, context: &Context, dir: &Path, to: &mut Console<'_>) -> anyhow::Result<Exit> {
    refuse_request("pushed")?;
    let repository = Repository::open(context.root())?;
    let folder = relative_store_folder(&repository, dir)?;
    let measured = repository.resolve_commit(args.commit.as_deref().unwrap_or("HEAD"))?;
    let target = match (&args.reference, &args.branch) {
        (Some(reference), _) => full_ref(reference)?.to_owned(),
        (None, Some(branch)) => format!("refs/heads/{branch}"),
        (None, None) => format!("refs/heads/{}", find_branch(&repository)?),
    };
    let remote = &*args.remote;
    let branch = RemoteRef { remote, reference: &target };
    for attempt in 0..TRIES {
        let tip = repository.fetch(remote, &target)?;
        if tip.is_none() && args.reference.is_none() {
            bail!("{remote} has no branch {target}; push it first, or choose another with --branch or --ref");
        }
        let place = in_git(&repository, tip.as_ref(), &folder, &target);
        let store = match args.reference {
            Some(_) => place.of_ref(Some(&measured), dir, None)?,
            None => place.of_branch()?,
        };
        let store = store.with_current_time(context.now_unix_ms());
        let exit = baseline_update::update(context, &store, &args.update, to)?;
        if exit != Exit::Pass {
            return Ok(exit);
        }
        let added: Vec<(String, String)> = store
            .uncommitted_files()
            .into_iter()
            .map(|(below, text)| (repository_path(&folder, &below), text))
            .collect();
        if added.is_empty() {
            writeln!(to.err, "{target} already has these sessions")?;
            return Ok(Exit::Pass);
        }
        let new = repository.add(tip.as_ref(), &added, &measured)?;
        match repository.push(branch, &new, tip.as_ref())? {
            PushResult::Done => {
                writeln!(to.err, "pushed to {target} of {}", escape_for_display(remote))?;
                return Ok(Exit::Pass);
            }
            PushResult::Moved => {
                writeln!(to.err, "{target} changed during the push; retrying")?;
                std::thread::sleep(retry_pause(attempt));
            }
        }
    }
    bail!("{target} changed during each of {TRIES} attempts; nothing was pushed. Run this command again")
}

fn in_git<'a>(
    repository: &'a Repository,
    tip: Option<&'a Commit>,
    folder: &'a str,
    name: &'a str,
) -> GitStoreLocation<'a> {
    GitStoreLocation { repository, tip, folder, name, shown: Path::new(folder) }
}

/// Returns the path of a file of the store relative to the repository.
fn repository_path(folder: &str, below: &Path) -> String {
    format!("{folder}/{}", below.to_string_lossy().replace('\\', "/"))
}

/// Prunes a ref: replaces its history by a single new commit with the sessions of the newest days.
pub(super) fn prune_ref(
    context: &Context,
    dir: &Path,
    remote: &str,
    reference: &str,
    keep: usize,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    refuse_request("pruned")?;
    let repository = Repository::open(context.root())?;
    let folder = relative_store_folder(&repository, dir)?;
    let reference = full_ref(reference)?;
    if reference.starts_with("refs/heads/") {
        bail!(
            "--ref {reference} is a branch, and gate never replaces the history of a branch; run `gate baseline prune` in a checkout of it and commit the result"
        );
    }
    for attempt in 0..TRIES {
        let Some(tip) = repository.fetch(remote, reference)? else {
            bail!("{} has no ref {reference}", escape_for_display(remote))
        };
        let place = in_git(&repository, Some(&tip), &folder, reference);
        let outdated =
            place.of_ref(None, dir, None)?.with_current_time(context.now_unix_ms()).find_outdated(keep)?;
        // The sidecar files of an outdated session are deleted with the session.
        let sessions: HashSet<PathBuf> = outdated.iter().map(|path| path.with_extension("")).collect();
        let files = repository.blobs(&tip, &folder)?.into_iter().map(|blob| blob.path);
        let gone: HashSet<String> =
            files.filter(|file| sessions.contains(&Path::new(file).with_extension(""))).collect();
        let to = RemoteRef { remote, reference };
        if gone.is_empty() || repository.prune(to, &tip, &folder, &gone)? == PushResult::Done {
            writeln!(
                out,
                "files deleted: {}, from {reference} of {}",
                gone.len(),
                escape_for_display(remote)
            )?;
            return Ok(());
        }
        std::thread::sleep(retry_pause(attempt));
    }
    bail!("{reference} changed during each of {TRIES} attempts; nothing was deleted. Run this command again")
}

/// Refuses to change a shared store in the pipeline of a pull or merge request.
fn refuse_request(done: &str) -> anyhow::Result<()> {
    match request_kind() {
        None => Ok(()),
        Some(request) => bail!(
            "this pipeline runs for {request}, but baselines are {done} from the main branch only; run this command in a pipeline of the main branch"
        ),
    }
}

/// Returns the kind of request (pull or merge request) for which the pipeline runs, if it runs for a request.
pub(super) fn request_kind() -> Option<&'static str> {
    let name = read_variable("GITHUB_EVENT_NAME").unwrap_or_default();
    let of_run = || read_event()["workflow_run"]["event"].as_str().map(str::to_owned);
    let name = if name == "workflow_run" { of_run().unwrap_or(name) } else { name };
    if name.starts_with("pull_request") {
        return Some("a pull request");
    }
    if name == "merge_group" {
        return Some("a merge queue");
    }
    read_variable("CI_MERGE_REQUEST_IID").map(|_| "a merge request")
}

fn find_branch(repository: &Repository) -> anyhow::Result<String> {
    let of_run = |event: &Value| event["workflow_run"]["head_branch"].as_str().map(str::to_owned);
    let pipeline = of_run(&read_event())
        .or_else(|| read_variable("GITHUB_REF")?.strip_prefix("refs/heads/").map(str::to_owned))
        .or_else(|| read_variable("CI_COMMIT_BRANCH"));
    match pipeline {
        Some(branch) => Ok(branch),
        None => {
            repository.current_branch()?.context("no branch is checked out; pass --branch NAME or --ref REF")
        }
    }
}

/// Returns a pause that grows with each attempt and differs between writers.
fn retry_pause(attempt: u32) -> Duration {
    let longest = 250 << attempt.min(5);
    let own = u64::from(std::process::id()).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    Duration::from_millis(longest / 2 + own % (longest / 2))
}
