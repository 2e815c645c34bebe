//! Implements third-party actions according to their documentation: checkout 5, upload-artifact 6,
//! download-artifact 7 and cache 5.
//!
//! Invariant: an unknown option is an error.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};

use super::runner::{Job, Map};

/// Runs one of the third-party actions. Returns the exit code and the outputs of the action.
pub fn run(job: &mut Job<'_>, action: &str, with: &Map) -> Result<(i32, Map)> {
    let options: &[&str] = match action {
        "actions/checkout" => {
            &["ref", "persist-credentials", "fetch-depth", "submodules", "lfs", "repository", "path"]
        }
        "actions/cache" => &["path", "key"],
        "actions/upload-artifact" => &["name", "path", "retention-days"],
        "actions/download-artifact" => &["name", "pattern", "path", "run-id", "github-token"],
        _ => bail!("the action {action} is not known"),
    };
    for name in with.keys() {
        ensure!(options.contains(&name.as_str()), "{action} is not known to take {name}");
    }
    let code = match action {
        "actions/cache" => return Ok((0, cache(job, with)?)),
        "actions/checkout" if with.contains_key("repository") => other_checkout(job, with),
        "actions/checkout" => checkout(job, with),
        "actions/upload-artifact" => upload(job, with),
        _ => download(job, with),
    }?;
    Ok((code, Map::new()))
}

/// Restores the files that an earlier job stored under the key. If no earlier job stored files under the key,
/// the files at the path are stored if this job succeeds.
fn cache(job: &mut Job<'_>, with: &Map) -> Result<Map> {
    let (path, key) = (with.get("path").context("path")?, with.get("key").context("key")?);
    let (place, kept) = (job.workspace.join(path), job.machine.folder.path().join("caches").join(key));
    let hit = kept.is_dir();
    if hit {
        copy(&kept, &place)?;
    } else {
        job.to_keep.push((place, kept));
    }
    Ok(Map::from([("cache-hit".to_owned(), if hit { "true" } else { "" }.to_owned())]))
}

/// Checks out a commit of another repository into a separate folder.
fn other_checkout(job: &Job<'_>, with: &Map) -> Result<i32> {
    let (name, commit) = (&with["repository"], with.get("ref").context("a commit")?);
    ensure!(commit.len() == 40, "{name} is not pinned: {commit}");
    let source = job.machine.sources.get(name).with_context(|| format!("there is no repository {name}"))?;
    copy(source, &job.workspace.join(with.get("path").context("path")?))?;
    Ok(0)
}

pub fn git(folder: &Path, words: &[&str]) -> Result<String> {
    let output = Command::new("git").arg("-C").arg(folder).args(words).output().context("git")?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "git {words:?}: {said}");
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

/// Checks out one commit without its history, or with the whole history for `fetch-depth: 0`.
fn checkout(job: &Job<'_>, with: &Map) -> Result<i32> {
    let origin = job.machine.origin.as_ref().context("there is no repository to check out")?;
    let at = |words: &[&str]| git(&job.workspace, words);
    let is_again = job.workspace.join(".git").exists();
    if !is_again {
        at(&["init", "--quiet"])?;
        at(&["remote", "add", "origin", &format!("file://{}", origin.display())])?;
    }
    let commit = with.get("ref").filter(|name| !name.is_empty()).unwrap_or(&job.event.sha);
    match with.get("fetch-depth").map(String::as_str) {
        Some("0") => at(&["fetch", "--quiet", "--tags", "origin", "+refs/heads/*:refs/remotes/origin/*"])?,
        None => at(&["fetch", "--quiet", "--depth=1", "origin", commit])?,
        Some("2") => at(&["fetch", "--quiet", "--depth=2", "origin", commit])?,
        other => bail!("fetch-depth {other:?}"),
    };
    if is_again {
        // Files of earlier steps in the workspace are removed, including ignored files.
        at(&["clean", "--quiet", "-ffdx"])?;
        at(&["reset", "--quiet", "--hard", "HEAD"])?;
    }
    match job.event.reference.strip_prefix("refs/heads/") {
        Some(branch) if !with.contains_key("ref") => at(&["checkout", "--quiet", "-B", branch, commit])?,
        _ => at(&["checkout", "--quiet", "--detach", commit])?,
    };
    Ok(0)
}

/// Uploads files, with paths relative to the deepest common folder, or the content of a folder.
fn upload(job: &Job<'_>, with: &Map) -> Result<i32> {
    let name = with.get("name").context("an artifact needs a name")?;
    let paths: Vec<&str> =
        with.get("path").context("path")?.lines().filter(|line| !line.is_empty()).collect();
    ensure!(!paths.iter().any(|path| path.contains(['*', '?', '!'])), "patterns are not known: {paths:?}");
    let target = job.machine.artifacts(job.event.name).join(name);
    fs::create_dir_all(job.machine.artifacts(job.event.name))?;
    // A second artifact with the same name is refused.
    fs::create_dir(&target).with_context(|| format!("the artifact {name}"))?;
    let places: Vec<PathBuf> = paths.iter().map(|path| job.workspace.join(path)).collect();
    let mut root = match &places[..] {
        [one] if one.is_dir() => one.clone(),
        all => all[0].parent().context("a path")?.to_owned(),
    };
    while !places.iter().all(|place| place.starts_with(&root)) {
        ensure!(root.pop(), "no folder holds {places:?}");
    }
    for place in places.iter().filter(|place| place.exists()) {
        copy(place, &target.join(place.strip_prefix(&root)?))?;
    }
    Ok(0)
}

/// Downloads one artifact by its name into the folder, or several by a pattern, each into a folder with the
/// artifact's name.
fn download(job: &mut Job<'_>, with: &Map) -> Result<i32> {
    let into = job.workspace.join(with.get("path").context("path")?);
    let other = job.event.payload["workflow_run"]["event"].as_str();
    let of = match with.get("run-id") {
        Some(id) => {
            // Artifacts can be requested only from the run that triggered the current run.
            let followed = job.event.payload["workflow_run"]["id"].as_u64();
            ensure!(id.parse().ok() == followed, "no run {id}");
            ensure!(with.contains_key("github-token"), "another run's artifacts need a token");
            other.context("the event names no run")?
        }
        None => job.event.name,
    };
    let all = job.machine.artifacts(of);
    if let Some(name) = with.get("name") {
        if !all.join(name).is_dir() {
            job.said += &format!("Unable to find an artifact with the name: {name}\n");
            return Ok(1);
        }
        copy(&all.join(name), &into)?;
        plain(&into)?;
        return Ok(0);
    }
    let begin = with.get("pattern").and_then(|pattern| pattern.strip_suffix('*'));
    let begin = begin.context("only patterns that end with * are known")?;
    for entry in fs::read_dir(&all)? {
        let entry = entry?;
        let name = entry.file_name().into_string().ok().context("an artifact's name")?;
        if name.starts_with(begin) {
            copy(&entry.path(), &into.join(name))?;
        }
    }
    Ok(0)
}

/// Removes file permissions, which artifacts do not preserve.
fn plain(folder: &Path) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            plain(&path)?;
        } else {
            fs::set_permissions(&path, fs::Permissions::from_mode(0o644))?;
        }
    }
    Ok(())
}

/// Copies a file, or the content of a folder.
pub fn copy(from: &Path, to: &Path) -> Result<()> {
    if from.is_dir() {
        fs::create_dir_all(to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            copy(&entry.path(), &to.join(entry.file_name()))?;
        }
        return Ok(());
    }
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::copy(from, to).with_context(|| from.display().to_string())?;
    Ok(())
}
