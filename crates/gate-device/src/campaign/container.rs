//! Copies the files of a scenario's folder into the app's container before each launch.
//!
//! A pull request may change both the settings that name the folder and the app into which the files are copied. Invariant: only files
//! below the folder of the settings are read, and no link is followed. In a checkout, each file must be tracked by git, so that other files
//! of a job, such as `.git` with its token, are not copied.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use gate_common::boundary::{BoundaryViolation, is_git, join_below};
use gate_common::git::{GitError, Repository};

use super::super::{Failure, FailureKind, Result};

/// Creates the failure for a container that is refused, with the reason.
fn unsafe_container_failure(path: &Path, reason: &str) -> Failure {
    let detail = format!("the scenario's container {}: {reason}", path.display());
    Failure::new(FailureKind::Unsafe, detail)
}

/// Creates the failure for a container that cannot be read.
fn unreadable_container_failure(path: &Path, error: impl std::fmt::Display) -> Failure {
    Failure::new(FailureKind::Local, format!("the scenario's container {}: {error}", path.display()))
}

/// Returns the files of `container`, a folder below `root`, with their paths and their destinations.
pub(super) fn list_container_files(root: &Path, container: &Path) -> Result<Vec<(PathBuf, String)>> {
    let start = join_below(root, container).map_err(|outside| {
        let reason = match outside {
            BoundaryViolation::Climbs => "it is not inside the folder of config.toml",
            BoundaryViolation::Link => "it is a symbolic link",
            BoundaryViolation::Git => OF_GIT,
        };
        unsafe_container_failure(container, reason)
    })?;
    let mut found = Vec::new();
    let mut open = vec![(start, String::new())];
    while let Some((folder, inside)) = open.pop() {
        for entry in fs::read_dir(&folder).map_err(|error| unreadable_container_failure(&folder, error))? {
            let entry = entry.map_err(|error| unreadable_container_failure(&folder, error))?;
            let path = entry.path();
            let name = format!("{inside}{}", entry.file_name().to_string_lossy());
            let kind = entry.file_type().map_err(|error| unreadable_container_failure(&folder, error))?;
            if kind.is_symlink() {
                return Err(unsafe_container_failure(&path, "it is a symbolic link"));
            } else if is_git(&entry.file_name()) {
                return Err(unsafe_container_failure(&path, OF_GIT));
            } else if kind.is_dir() {
                open.push((path, format!("{name}/")));
            } else if kind.is_file() {
                found.push((path, name));
            } else {
                return Err(unsafe_container_failure(&path, "it is neither a file nor a folder"));
            }
        }
    }
    found.sort();
    if let Some(tracked) = list_tracked_files(root)?
        && let Some((path, _)) = found.iter().find(|(path, _)| !is_tracked(&tracked, path))
    {
        return Err(unsafe_container_failure(
            path,
            "git does not track it; commit it, or move it out of the container",
        ));
    }
    Ok(found)
}

const OF_GIT: &str = "git keeps its own data there, with the credentials of the checkout";

/// Returns the files that git tracks in the checkout around `root`; `None` if `root` is in no checkout.
fn list_tracked_files(root: &Path) -> Result<Option<BTreeSet<PathBuf>>> {
    let place = fs::canonicalize(root).map_err(|error| unreadable_container_failure(root, error))?;
    if !place.ancestors().any(|folder| folder.join(".git").exists()) {
        return Ok(None);
    }
    tracked_by_git(&place).map(Some).map_err(|error| unreadable_container_failure(root, error))
}

fn tracked_by_git(folder: &Path) -> Result<BTreeSet<PathBuf>, GitError> {
    let repository = Repository::open(folder)?;
    let paths = repository.tracked_files()?;
    Ok(paths.into_iter().map(|path| repository.root().join(path)).collect())
}

fn is_tracked(tracked: &BTreeSet<PathBuf>, path: &Path) -> bool {
    fs::canonicalize(path).is_ok_and(|path| tracked.contains(&path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_below_the_folder_of_the_settings_are_copied_to_the_app() {
        let outside = tempfile::tempdir().expect("a folder");
        fs::write(outside.path().join("id_ed25519"), "secret").expect("written");
        let root = tempfile::tempdir().expect("a folder");
        let at = |path: &str| root.path().join(path);
        fs::create_dir_all(at("state/Documents")).expect("made");
        fs::write(at("state/Documents/a.db"), "a").expect("written");
        fs::write(at("state/b"), "b").expect("written");
        let found = list_container_files(root.path(), Path::new("./state")).expect("an ordinary folder");
        let names: Vec<&str> = found.iter().map(|(_, name)| &**name).collect();
        assert_eq!(names, ["Documents/a.db", "b"]);

        let link = |name: &str, to: &Path| std::os::unix::fs::symlink(to, at(name)).expect("linked");
        fs::create_dir_all(at("in")).expect("made");
        link("whole", outside.path());
        link("in/one", &outside.path().join("id_ed25519"));
        fs::create_dir_all(at("folder")).expect("made");
        link("folder/ssh", outside.path());
        fs::create_dir_all(at("dependency")).expect("made");
        fs::write(at("dependency/.git"), "gitdir: ../.git/modules/dependency").expect("written");
        for (container, part) in [
            (".git", "git keeps its own data there"),
            ("state/.GIT", "git keeps its own data there"),
            ("dependency", "git keeps its own data there"),
            (outside.path().to_str().expect("a name"), "is not inside the folder of config.toml"),
            ("../x", "is not inside"),
            ("state/../../x", "is not inside"),
            ("whole", "it is a symbolic link"),
            ("whole/.", "it is a symbolic link"),
            ("in", "it is a symbolic link"),
            ("folder", "it is a symbolic link"),
        ] {
            let failure = list_container_files(root.path(), Path::new(container)).expect_err(container);
            assert!(
                failure.kind == FailureKind::Unsafe && failure.to_string().contains(part),
                "{container}: {failure}"
            );
        }
    }
    #[test]
    fn only_files_that_git_tracks_are_copied_from_a_checkout_to_the_app() {
        let root = tempfile::tempdir().expect("a folder");
        let git = |words: &[&str]| {
            let done = std::process::Command::new("git").arg("-C").arg(root.path()).args(words).output();
            assert!(done.expect("git").status.success(), "{words:?}");
        };
        git(&["init", "--quiet"]);
        git(&["remote", "add", "origin", "https://ci:hunter2@example.com/a/b.git"]);
        fs::create_dir_all(root.path().join("ci/state/Documents")).expect("made");
        fs::write(root.path().join("ci/state/Documents/a.db"), "a").expect("written");
        fs::write(root.path().join("ci/state/.env"), "TOKEN=hunter2").expect("written");
        git(&["add", "ci/state/Documents"]);
        let settings = root.path().join("ci");
        let failure = list_container_files(&settings, Path::new("state")).expect_err("an untracked file");
        assert!(
            failure.kind == FailureKind::Unsafe
                && failure.to_string().contains("state/.env: git does not track it"),
            "{failure}"
        );
        fs::remove_file(root.path().join("ci/state/.env")).expect("removed");
        let found = list_container_files(&settings, Path::new("state")).expect("tracked files only");
        assert_eq!(found.len(), 1, "{found:?}");
        for container in [".git", ".", ""] {
            let failure = list_container_files(root.path(), Path::new(container)).expect_err(container);
            assert!(failure.to_string().contains("git keeps its own data there"), "{container}: {failure}");
        }
    }
}
