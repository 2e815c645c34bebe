//! Baselines in git: `gate baseline push`, and the store that `gate check --baseline-ref` compares with.
//!
//! Invariant: what is pushed was judged against what is there at that moment; whoever was faster is never overwritten.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::Write;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::Args;
use serde_json::Value;

use super::baseline_update::{self, Update};
use super::context::Context;
use super::{Exit, comment};
use crate::baseline::anchored;
use crate::git::{Commit, Pushed, Repository};
use crate::report::shown;

/// How often a push is tried while others are faster.
const TRIES: u32 = 12;

#[derive(Args)]
pub(super) struct Push {
    #[command(flatten)]
    update: Update,
    /// The remote to push to
    #[arg(long, default_value = "origin")]
    remote: String,
    /// The branch to push to [default: the branch of the pipeline, else the one checked out]
    #[arg(long, conflicts_with = "reference")]
    branch: Option<String>,
    /// Push to this ref instead, such as refs/launchgate/baselines, if the branch is protected
    #[arg(long = "ref", value_name = "REF")]
    reference: Option<String>,
    /// The commit that was measured [default: HEAD]
    #[arg(long, value_name = "COMMIT")]
    commit: Option<String>,
}

pub(super) fn push(
    args: &Push,
    context: &Context,
    dir: &Path,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<Exit> {
    if let Some(request) = request() {
        bail!(
            "this pipeline runs for {request}, but baselines are pushed from the main branch only; run this command in a pipeline of the main branch"
        );
    }
    let repository = Repository::of(context.root())?;
    let folder = inside(&repository, dir)?;
    let measured = repository.commit(args.commit.as_deref().unwrap_or("HEAD"))?;
    let target = match (&args.reference, &args.branch) {
        (Some(reference), _) => own_ref(reference)?.to_owned(),
        (None, Some(branch)) => format!("refs/heads/{branch}"),
        (None, None) => format!("refs/heads/{}", branch(&repository)?),
    };
    for attempt in 0..TRIES {
        let tip = repository.fetch(&args.remote, &target)?;
        if tip.is_none() && args.reference.is_none() {
            bail!(
                "{} has no branch {target}; push it first, or choose another with --branch or --ref",
                args.remote
            );
        }
        let beside = repository.beside(tip.clone())?;
        let there = beside.root().join(&folder);
        let exit = if args.reference.is_some() {
            let known = known(&repository, dir, tip.as_ref(), &measured, &folder)?;
            let before = files(known.path())?;
            let exit = update_in(known.path(), &folder, context, &args.update, out, err)?;
            for file in files(known.path())?.iter().filter(|file| !before.contains(file)) {
                copy(&known.path().join(file), &there.join(file))?;
            }
            exit
        } else {
            update_in(&there, &folder, context, &args.update, out, err)?
        };
        if exit != Exit::Pass {
            return Ok(exit);
        }
        fs::create_dir_all(&there).with_context(|| there.display().to_string())?;
        if !beside.commit(&folder, "Launch baselines [skip ci]", &measured)? {
            writeln!(err, "{target} already has these sessions")?;
            return Ok(Exit::Pass);
        }
        match beside.push(&args.remote, &target)? {
            Pushed::Done => {
                writeln!(err, "pushed to {target} of {}", shown(&args.remote))?;
                return Ok(Exit::Pass);
            }
            Pushed::Moved => {
                writeln!(err, "{target} changed during the push; retrying")?;
                std::thread::sleep(pause(attempt));
            }
        }
    }
    bail!("{target} changed during each of {TRIES} attempts; nothing was pushed. Run this command again")
}

/// As `gate baseline update`, in a checkout that is gone afterwards: what is said names the folder as people know it.
fn update_in(
    store: &Path,
    folder: &str,
    context: &Context,
    update: &Update,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let (mut said, mut complained) = (Vec::new(), Vec::new());
    let done =
        baseline_update::update(context, &context.open_store(store)?, update, &mut said, &mut complained);
    let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(&*store.to_string_lossy(), folder);
    out.write_all(shown(&said).as_bytes())?;
    err.write_all(shown(&complained).as_bytes())?;
    done
}

/// The sessions below a ref that belong to the history of what is checked out, with the anchors and acceptances of
/// the checkout: a store to compare with. A ref that is not there yet holds nothing, which is how every store begins.
pub(super) fn store_of_ref(
    context: &Context,
    dir: &Path,
    remote: &str,
    reference: &str,
    warnings: &mut Vec<String>,
) -> anyhow::Result<tempfile::TempDir> {
    let repository = Repository::of(context.root())?;
    let folder = inside(&repository, dir)?;
    let head = repository.commit("HEAD")?;
    let tip = repository.fetch(remote, own_ref(reference)?)?;
    if tip.is_none() {
        warnings.push(format!(
            "{} has no ref {reference}; run `gate baseline push --ref {reference}` on the main branch to create it",
            shown(remote)
        ));
    }
    known(&repository, dir, tip.as_ref(), &head, &folder)
}

fn known(
    repository: &Repository,
    dir: &Path,
    tip: Option<&Commit>,
    head: &Commit,
    folder: &str,
) -> anyhow::Result<tempfile::TempDir> {
    let store = tempfile::Builder::new().prefix("launchgate-store-").tempdir()?;
    if let Some(tip) = tip {
        let all = repository.measured_before(tip, head, folder)?;
        let anchors = anchors(dir, folder)?;
        let needed: Vec<String> = newest(&all, COMPARED, &anchors).into_iter().collect();
        for (file, content) in needed.iter().zip(repository.show(tip, &needed)?) {
            let below = Path::new(file).strip_prefix(folder).with_context(|| file.clone())?;
            let target = store.path().join(below);
            fs::create_dir_all(target.parent().unwrap_or(store.path()))?;
            fs::write(&target, content).with_context(|| target.display().to_string())?;
        }
    }
    // What people decide is reviewed with the code, so it is the checkout's.
    for file in files(dir)? {
        let name = file.file_name().and_then(|name| name.to_str());
        let is_decision = name == Some("accepted.tsv") || name == Some("anchor");
        let target = store.path().join(&file);
        // An anchor is of use where its session is.
        if is_decision && target.parent().is_some_and(Path::is_dir) {
            copy(&dir.join(&file), &target)?;
        }
    }
    Ok(store)
}

/// So many of the newest sessions of each app, scenario and device are read from a ref: several times the pool, since the newest
/// may have been recorded under other conditions.
const COMPARED: usize = 32;

/// Of files that are told newest first, those that belong to the newest sessions of each folder, or to an anchor.
fn newest(files: &[String], sessions: usize, anchors: &HashSet<String>) -> HashSet<String> {
    let mut known: HashMap<&str, Vec<&str>> = HashMap::new();
    let mut kept = HashSet::new();
    for file in files {
        // A session's tree and timeline have its name with another ending.
        let (stem, _) = file.rsplit_once('.').unwrap_or((file, ""));
        let folder = stem.rsplit_once('/').map_or("", |(folder, _)| folder);
        let of_folder = known.entry(folder).or_default();
        let is_known = of_folder.contains(&stem);
        if !is_known && of_folder.len() < sessions {
            of_folder.push(stem);
        }
        if of_folder.contains(&stem) || anchors.contains(stem) {
            kept.insert(file.clone());
        }
    }
    kept
}

/// The sessions that the checkout's anchors name, as files of `folder` without their ending.
fn anchors(dir: &Path, folder: &str) -> anyhow::Result<HashSet<String>> {
    let mut found = HashSet::new();
    for file in files(dir)? {
        if file.file_name().is_some_and(|name| name == "anchor")
            && let Some(session) = anchored(&dir.join(&file))?
            && let (Some(above), Some(name)) = (file.parent().and_then(Path::to_str), session.file_stem())
        {
            found.insert(format!("{folder}/{above}/{}", name.to_string_lossy()));
        }
    }
    Ok(found)
}

/// `gate baseline prune --ref`: the ref keeps the newest sessions, and its history begins anew.
pub(super) fn prune_ref(
    context: &Context,
    dir: &Path,
    (remote, reference): (&str, &str),
    keep: usize,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if let Some(request) = request() {
        bail!(
            "this pipeline runs for {request}, but baselines are pruned from the main branch only; run this command in a pipeline of the main branch"
        );
    }
    let repository = Repository::of(context.root())?;
    let folder = inside(&repository, dir)?;
    let reference = own_ref(reference)?;
    if reference.starts_with("refs/heads/") {
        bail!(
            "--ref {reference} is a branch, and gate never replaces the history of a branch; run `gate baseline prune` in a checkout of it and commit the result"
        );
    }
    let anchors = anchors(dir, &folder)?;
    for attempt in 0..TRIES {
        let gone = repository.prune(remote, reference, &folder, &|files| newest(files, keep, &anchors))?;
        if let Some(gone) = gone {
            writeln!(out, "files deleted: {gone}, from {reference} of {}", shown(remote))?;
            return Ok(());
        }
        std::thread::sleep(pause(attempt));
    }
    bail!("{reference} changed during each of {TRIES} attempts; nothing was deleted. Run this command again")
}

/// A ref that nobody takes for a branch.
fn own_ref(reference: &str) -> anyhow::Result<&str> {
    if !reference.starts_with("refs/") {
        bail!("--ref needs a full name, such as refs/launchgate/baselines, not {reference:?}");
    }
    Ok(reference)
}

/// What the pipeline runs for, if it is somebody's request to change the code.
fn request() -> Option<&'static str> {
    let event = comment::variable("GITHUB_EVENT_NAME").unwrap_or_default();
    let of_run = || comment::event()["workflow_run"]["event"].as_str().map(str::to_owned);
    let event = if event == "workflow_run" { of_run().unwrap_or(event) } else { event };
    if event.starts_with("pull_request") {
        return Some("a pull request");
    }
    if event == "merge_group" {
        return Some("a merge queue");
    }
    comment::variable("CI_MERGE_REQUEST_IID").map(|_| "a merge request")
}

fn branch(repository: &Repository) -> anyhow::Result<String> {
    let of_run = |event: &Value| event["workflow_run"]["head_branch"].as_str().map(str::to_owned);
    let pipeline = of_run(&comment::event())
        .or_else(|| comment::variable("GITHUB_REF")?.strip_prefix("refs/heads/").map(str::to_owned))
        .or_else(|| comment::variable("CI_COMMIT_BRANCH"));
    match pipeline {
        Some(branch) => Ok(branch),
        None => repository.branch()?.context("no branch is checked out; pass --branch NAME or --ref REF"),
    }
}

/// The folder of the store as git names it.
fn inside(repository: &Repository, dir: &Path) -> anyhow::Result<String> {
    let (mut there, mut missing) = (dir_that_is(dir), Vec::new());
    if let Ok(rest) = dir.strip_prefix(there) {
        missing.extend(rest.components());
    } else {
        // A relative folder that is not there yet.
        missing.extend(dir.components());
        there = Path::new(".");
    }
    let mut whole = there.canonicalize().with_context(|| there.display().to_string())?;
    for part in missing {
        match part {
            Component::Normal(name) => whole.push(name),
            Component::CurDir => {}
            _ => bail!(
                "{}: not a folder; set the folder of the baselines with --baseline or the setting baseline.dir",
                dir.display()
            ),
        }
    }
    let root = repository.root().canonicalize()?;
    let below = whole.strip_prefix(&root).ok().filter(|below| *below != Path::new(""));
    let below = below.and_then(Path::to_str);
    let Some(below) = below else {
        bail!("the store {} must be a folder inside the repository {}", dir.display(), root.display());
    };
    Ok(below.replace('\\', "/"))
}

/// The folder, or the nearest one above it that there is.
fn dir_that_is(dir: &Path) -> &Path {
    dir.ancestors().find(|folder| folder.is_dir()).unwrap_or(Path::new("."))
}

/// All files below a folder, from there; none if it is not there.
fn files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    fn walk(folder: &Path, below: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let path = below.join(entry.file_name());
            match entry.file_type()? {
                kind if kind.is_dir() => walk(&entry.path(), &path, found)?,
                kind if kind.is_file() => found.push(path),
                _ => {}
            }
        }
        Ok(())
    }
    let mut found = Vec::new();
    if folder.is_dir() {
        walk(folder, Path::new(""), &mut found).with_context(|| folder.display().to_string())?;
    }
    found.sort();
    Ok(found)
}

fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    fs::copy(from, to).map(drop).with_context(|| to.display().to_string())
}

/// Longer each time, and not the same for two who met.
fn pause(attempt: u32) -> Duration {
    let longest = 250 << attempt.min(5);
    let own = u64::from(std::process::id()).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    Duration::from_millis(longest / 2 + own % (longest / 2))
}
