//! `git bisect` in a checkout of its own: which commit is next, and what was answered of those before.
//!
//! Invariants: the user's checkout, and a bisect of theirs, are never touched, since git keeps the state of a bisect by checkout;
//! hooks do not run; the checkout is gone when this is dropped.

use std::fmt;
use std::path::{Path, PathBuf};

use super::run::{Git, GitError, failed};
use super::{Commit, Repository};

/// A bisect under way.
#[derive(Debug)]
pub struct Bisection<'a> {
    repository: &'a Repository,
    git: Git,
    folder: PathBuf,
}

/// What is to be done next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// This commit is to be tested.
    Test(Commit),
    /// This is the first bad one.
    First(Commit),
    /// It is one of these, of which all but the last could not be tested.
    Among(Vec<Commit>),
}

/// What is found of a commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tested {
    Good,
    Bad,
    /// It cannot be said.
    Skip,
}

// As git calls them.
crate::named!(Tested: Good = "good", Bad = "bad", Skip = "skip");

/// What a commit says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// Its full name.
    pub commit: Commit,
    /// A short name.
    pub short: String,
    pub author: String,
    pub email: String,
    /// The day on which it was written: `2026-11-03`.
    pub date: String,
    /// The first line of its message.
    pub subject: String,
}

const NO_HOOKS: [&str; 2] = ["-c", "core.hooksPath=/dev/null"];
const FORMAT: &str = "--format=%H%x00%h%x00%an%x00%ae%x00%as%x00%s";

impl Repository {
    /// Begins a bisect between two commits, with a checkout in `folder`; what a killed one left there is removed.
    pub fn bisect(&self, folder: &Path, good: &Commit, bad: &Commit) -> Result<Bisection<'_>, GitError> {
        let path = folder.to_str().ok_or_else(|| GitError::Path { path: folder.to_owned() })?;
        remove(self, folder, path)?;
        self.git.run(
            &[&NO_HOOKS[..], &["worktree", "add", "--quiet", "--detach", "--no-checkout", path, &good.0]]
                .concat(),
        )?;
        let bisection = Bisection { repository: self, git: Git::at(folder), folder: folder.to_owned() };
        bisection.git.run(&["bisect", "start", "--no-checkout", &bad.0, &good.0])?;
        Ok(bisection)
    }

    /// Whether one commit is in the history of another.
    pub fn is_ancestor(&self, old: &Commit, new: &Commit) -> Result<bool, GitError> {
        self.git.holds(&["merge-base", "--is-ancestor", &old.0, &new.0])
    }

    /// How many commits the new one's history has that the old one's has not.
    pub fn count_between(&self, old: &Commit, new: &Commit) -> Result<usize, GitError> {
        let words = ["rev-list", "--count", &format!("{}..{}", old.0, new.0)];
        let said = self.git.run(&words)?;
        said.parse().map_err(|_| failed(&words, format!("{said:?} is not a number")))
    }

    /// What a commit says of itself.
    pub fn about(&self, commit: &Commit) -> Result<About, GitError> {
        let words = ["show", "--no-patch", FORMAT, &commit.0];
        about(&self.git.run(&words)?).ok_or_else(|| failed(&words, "no commit".to_owned()))
    }

    /// The newest commits of `new` that `old` does not have, at most this many.
    pub fn between(&self, old: &Commit, new: &Commit, most: usize) -> Result<Vec<About>, GitError> {
        let range = format!("{}..{}", old.0, new.0);
        let said = self.git.run(&["log", FORMAT, &format!("--max-count={most}"), &range])?;
        Ok(said.lines().filter_map(about).collect())
    }

    /// At which commit each file below `folder` was measured, as the commits that added them say.
    pub fn measured(&self, tip: &Commit, folder: &str) -> Result<Vec<(String, Commit)>, GitError> {
        let added = self.added(tip, folder)?;
        let of = |(commit, files): (String, Vec<String>)| {
            files.into_iter().map(move |file| (file, Commit(commit.clone())))
        };
        Ok(added.into_iter().flat_map(of).collect())
    }
}

impl fmt::Display for About {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let About { short, subject, author, date, .. } = self;
        write!(f, "{short} {subject} ({author}, {date})")
    }
}

fn about(line: &str) -> Option<About> {
    let mut parts = line.trim_end().splitn(6, '\0').map(str::to_owned);
    let mut next = || parts.next();
    let commit = Commit(next()?);
    let (short, author, email, date) = (next()?, next()?, next()?, next()?);
    Some(About { commit, short, author, email, date, subject: next()? })
}

/// Removes a checkout that is no longer in use, with the files in it.
fn remove(repository: &Repository, folder: &Path, path: &str) -> Result<(), GitError> {
    if folder.exists() {
        // It may be a checkout of git's, or what is left of one.
        let _ = repository.git.run(&["worktree", "remove", "--force", "--force", path]);
        if folder.exists() {
            std::fs::remove_dir_all(folder).map_err(|source| GitError::Folder { source })?;
        }
    }
    repository.git.run(&["worktree", "prune"]).map(drop)
}

impl Bisection<'_> {
    /// The checkout.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Checks a commit out. What builds changed is overwritten; what git does not know stays, so that builds are quick.
    pub fn check_out(&self, commit: &Commit) -> Result<(), GitError> {
        let words = ["checkout", "--quiet", "--force", "--detach", &commit.0];
        self.git.run(&[&NO_HOOKS[..], &words[..]].concat())?;
        if self.folder.join(".gitmodules").exists() {
            self.git.run(&["submodule", "update", "--quiet", "--init", "--recursive", "--force"])?;
        }
        Ok(())
    }

    /// What is to be done next.
    pub fn next(&self) -> Result<Next, GitError> {
        let log = self.git.run(&["bisect", "log"])?;
        let named = |line: &str, what: &str| {
            let rest = line.strip_prefix(what)?.trim_start().strip_prefix('[')?;
            Some(Commit(rest.split_once(']')?.0.to_owned()))
        };
        if let Some(first) = log.lines().find_map(|line| named(line, "# first bad commit:")) {
            return Ok(Next::First(first));
        }
        let among: Vec<Commit> =
            log.lines().filter_map(|line| named(line, "# possible first bad commit:")).collect();
        if !among.is_empty() {
            return Ok(Next::Among(among));
        }
        self.git.run(&["rev-parse", "--verify", "BISECT_HEAD"]).map(|name| Next::Test(Commit(name)))
    }

    /// Tells git what a commit is.
    pub fn tell(&self, commit: &Commit, tested: Tested) -> Result<(), GitError> {
        let told = self.git.run(&["bisect", tested.name(), &commit.0]);
        // It fails where only skipped commits are left, which its log says too.
        if told.is_err() && matches!(self.next(), Ok(Next::Among(_))) {
            return Ok(());
        }
        told.map(drop)
    }

    /// How many commits may still be the first bad one.
    pub fn left(&self) -> Result<usize, GitError> {
        let words = ["rev-list", "--count", "refs/bisect/bad", "--not", "--glob=refs/bisect/good-*"];
        let said = self.git.run(&words)?;
        said.parse().map_err(|_| failed(&words, format!("{said:?} is not a number")))
    }
}

impl Drop for Bisection<'_> {
    fn drop(&mut self) {
        if let Some(path) = self.folder.to_str() {
            // If it cannot be removed, the next bisect in this folder does so.
            let _ = remove(self.repository, &self.folder, path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repository(commits: usize) -> (tempfile::TempDir, Repository, Vec<Commit>) {
        let folder = tempfile::tempdir().unwrap();
        let git = Git::at(folder.path());
        git.run(&["init", "--quiet"]).unwrap();
        for number in 0..commits {
            std::fs::write(folder.path().join("number"), number.to_string()).unwrap();
            git.run(&["add", "number"]).unwrap();
            git.committing(&["commit", "--quiet", "-m", &format!("Commit {number}")]).unwrap();
        }
        let repository = Repository::of(folder.path()).unwrap();
        let log = git.run(&["rev-list", "--reverse", "HEAD"]).unwrap();
        let all = log.lines().map(|name| Commit(name.to_owned())).collect();
        (folder, repository, all)
    }

    fn search(commits: usize, tested: impl Fn(usize) -> Tested) -> (Next, usize) {
        let (folder, repository, all) = repository(commits);
        let tree = folder.path().join("beside");
        let (mut next, mut steps) = (None, 0);
        {
            let bisection = repository.bisect(&tree, &all[0], &all[commits - 1]).unwrap();
            while steps < 100 {
                match bisection.next().unwrap() {
                    Next::Test(commit) => {
                        bisection.check_out(&commit).unwrap();
                        let number = std::fs::read_to_string(tree.join("number")).unwrap();
                        // A build may change what git knows.
                        std::fs::write(tree.join("number"), "changed").unwrap();
                        bisection.tell(&commit, tested(number.parse().unwrap())).unwrap();
                        steps += 1;
                    }
                    end => {
                        next = Some(end);
                        break;
                    }
                }
            }
        }
        assert!(!tree.exists());
        let git = Git::at(folder.path());
        // The user's own checkout knows nothing of it.
        assert!(!git.holds(&["bisect", "log"]).unwrap());
        assert_eq!(git.run(&["status", "--porcelain"]).unwrap(), "");
        assert_eq!(git.run(&["worktree", "list", "--porcelain"]).unwrap().matches("worktree ").count(), 1);
        let number = |commit: &Commit| all.iter().position(|one| one == commit).unwrap();
        let told = match next.unwrap() {
            Next::First(commit) => Next::First(Commit(number(&commit).to_string())),
            Next::Among(commits) => {
                Next::Among(commits.iter().map(|commit| Commit(number(commit).to_string())).collect())
            }
            other @ Next::Test(_) => other,
        };
        (told, steps)
    }

    #[test]
    fn the_first_bad_commit_is_found_beside_the_users_checkout() {
        for first in [1, 7, 40, 64] {
            let of = |number| if number >= first { Tested::Bad } else { Tested::Good };
            let (found, steps) = search(65, of);
            assert_eq!(found, Next::First(Commit(first.to_string())));
            assert!(steps <= 6, "{steps}");
        }
    }

    #[test]
    fn what_cannot_be_tested_is_told_as_possible() {
        let of = |number| match number {
            4..7 => Tested::Skip,
            7.. => Tested::Bad,
            _ => Tested::Good,
        };
        let (found, _) = search(12, of);
        let Next::Among(mut commits) = found else { panic!("{found:?}") };
        commits.sort();
        assert_eq!(commits, ["4", "5", "6", "7"].map(|number| Commit(number.to_owned())));
    }
}
