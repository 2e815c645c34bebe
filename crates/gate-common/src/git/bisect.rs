//! `git bisect` in a separate checkout: records results and returns the next commit to test.
//!
//! Invariants: the user's checkout and a bisect in it are never changed, because git stores the state of a bisect per checkout. Hooks do
//! not run. The checkout of the bisect is removed when the value is dropped.

use std::fmt;
use std::path::{Path, PathBuf};

use super::run::{Git, GitError, command_error};
use super::{Commit, Repository};

/// A running bisect.
#[derive(Debug)]
pub struct Bisection<'a> {
    repository: &'a Repository,
    git: Git,
    folder: PathBuf,
}

/// The next step of a bisect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BisectStep {
    /// The caller should test the given commit.
    Test(Commit),
    /// The search is complete: the commit is the first bad commit.
    First(Commit),
    /// The search is complete: one of the commits is the first bad commit. All commits of the list except the last could not be tested.
    Among(Vec<Commit>),
}

/// The result of testing a commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestResult {
    Good,
    Bad,
    /// The commit cannot be tested.
    Skip,
}

// The names of the variants are those that `git bisect` uses.
crate::named!(TestResult: Good = "good", Bad = "bad", Skip = "skip");

/// The description of a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommitDescription {
    /// The full name (hash) of the commit.
    pub commit: Commit,
    /// The abbreviated name of the commit.
    pub short: String,
    pub author: String,
    pub email: String,
    /// The author's date, such as `2026-11-03`.
    pub date: String,
    /// The first line of the commit's message.
    pub subject: String,
}

const NO_HOOKS: [&str; 2] = ["-c", "core.hooksPath=/dev/null"];
const FORMAT: &str = "--format=%H%x00%h%x00%an%x00%ae%x00%as%x00%s";

impl Repository {
    /// Starts a bisect between two commits, with a checkout in `folder`. The remains of an interrupted bisect
    /// in this folder are removed.
    pub fn start_bisect(
        &self,
        folder: &Path,
        good: &Commit,
        bad: &Commit,
    ) -> Result<Bisection<'_>, GitError> {
        let path = folder.to_str().ok_or_else(|| GitError::Path { path: folder.to_owned() })?;
        remove(self, folder, path)?;
        self.git.run(
            &[&NO_HOOKS[..], &["worktree", "add", "--quiet", "--detach", "--no-checkout", path, &good.0]]
                .concat(),
        )?;
        let bisection =
            Bisection { repository: self, git: Git::in_folder(folder), folder: folder.to_owned() };
        bisection.git.run(&["bisect", "start", "--no-checkout", &bad.0, &good.0])?;
        Ok(bisection)
    }

    /// Returns whether the commit `old` is in the history of the commit `new`.
    pub fn is_ancestor(&self, old: &Commit, new: &Commit) -> Result<bool, GitError> {
        self.git.succeeds(&["merge-base", "--is-ancestor", &old.0, &new.0])
    }

    /// Returns the number of commits in the history of `new` that are not in that of `old`.
    pub fn count_between(&self, old: &Commit, new: &Commit) -> Result<usize, GitError> {
        let words = ["rev-list", "--count", &format!("{}..{}", old.0, new.0)];
        let output = self.git.run(&words)?;
        output.parse().map_err(|_| command_error(&words, format!("{output:?} is not a number")))
    }

    /// Returns the description of a commit.
    pub fn describe_commit(&self, commit: &Commit) -> Result<CommitDescription, GitError> {
        let words = ["show", "--no-patch", FORMAT, &commit.0];
        parse_description(&self.git.run(&words)?).ok_or_else(|| command_error(&words, "no commit".to_owned()))
    }

    /// Returns the newest commits of `new` that are not in the history of `old`, at most `most`.
    pub fn commits_between(
        &self,
        old: &Commit,
        new: &Commit,
        most: usize,
    ) -> Result<Vec<CommitDescription>, GitError> {
        let range = format!("{}..{}", old.0, new.0);
        let output = self.git.run(&["log", FORMAT, &format!("--max-count={most}"), &range])?;
        Ok(output.lines().filter_map(parse_description).collect())
    }

    /// Returns, for each file below `folder`, the commit of the app at which it was measured. The message of the commit that added a file
    /// contains the measured commit of the app.
    pub fn measured_commits(&self, tip: &Commit, folder: &str) -> Result<Vec<(String, Commit)>, GitError> {
        let added = self.added_files(tip, folder)?;
        let with_commit = |(commit, files): (String, Vec<String>)| {
            files.into_iter().map(move |file| (file, Commit(commit.clone())))
        };
        Ok(added.into_iter().flat_map(with_commit).collect())
    }
}

impl fmt::Display for CommitDescription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CommitDescription { short, subject, author, date, .. } = self;
        write!(f, "{short} {subject} ({author}, {date})")
    }
}

fn parse_description(line: &str) -> Option<CommitDescription> {
    let mut parts = line.trim_end().splitn(6, '\0').map(str::to_owned);
    let mut next = || parts.next();
    let commit = Commit(next()?);
    let (short, author, email, date) = (next()?, next()?, next()?, next()?);
    Some(CommitDescription { commit, short, author, email, date, subject: next()? })
}

/// Returns the commit in brackets after a prefix of a line.
fn commit_after(prefix: &str, line: &str) -> Option<Commit> {
    let rest = line.strip_prefix(prefix)?.trim_start().strip_prefix('[')?;
    Some(Commit(rest.split_once(']')?.0.to_owned()))
}

/// Removes an unused checkout with its files.
fn remove(repository: &Repository, folder: &Path, path: &str) -> Result<(), GitError> {
    if folder.exists() {
        // The folder may be a checkout, or the remains of a checkout.
        let _ = repository.git.run(&["worktree", "remove", "--force", "--force", path]);
        if folder.exists() {
            std::fs::remove_dir_all(folder).map_err(|source| GitError::Folder { source })?;
        }
    }
    repository.git.run(&["worktree", "prune"]).map(drop)
}

impl Bisection<'_> {
    /// Returns the folder of the checkout.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Checks out a commit. Files that builds changed are overwritten. Files that git does not track are
    /// kept, so that builds are incremental.
    pub fn check_out(&self, commit: &Commit) -> Result<(), GitError> {
        let words = ["checkout", "--quiet", "--force", "--detach", &commit.0];
        self.git.run(&[&NO_HOOKS[..], &words[..]].concat())?;
        if self.folder.join(".gitmodules").exists() {
            self.git.run(&["submodule", "update", "--quiet", "--init", "--recursive", "--force"])?;
        }
        Ok(())
    }

    /// Returns the next step of the bisect.
    pub fn next(&self) -> Result<BisectStep, GitError> {
        let log = self.git.run(&["bisect", "log"])?;
        if let Some(first) = log.lines().find_map(|line| commit_after("# first bad commit:", line)) {
            return Ok(BisectStep::First(first));
        }
        let among: Vec<Commit> =
            log.lines().filter_map(|line| commit_after("# possible first bad commit:", line)).collect();
        if !among.is_empty() {
            return Ok(BisectStep::Among(among));
        }
        self.git.run(&["rev-parse", "--verify", "BISECT_HEAD"]).map(|name| BisectStep::Test(Commit(name)))
    }

    /// Records the result of testing a commit.
    pub fn record_result(&self, commit: &Commit, tested: TestResult) -> Result<(), GitError> {
        let recorded = self.git.run(&["bisect", tested.name(), &commit.0]);
        // The command fails if only skipped commits remain. The log of the bisect then contains the commits that may be the first bad
        // commit.
        if recorded.is_err() && matches!(self.next(), Ok(BisectStep::Among(_))) {
            return Ok(());
        }
        recorded.map(drop)
    }

    /// Returns the number of commits that may still be the first bad commit.
    pub fn remaining_commits(&self) -> Result<usize, GitError> {
        let words = ["rev-list", "--count", "refs/bisect/bad", "--not", "--glob=refs/bisect/good-*"];
        let output = self.git.run(&words)?;
        output.parse().map_err(|_| command_error(&words, format!("{output:?} is not a number")))
    }
}

impl Drop for Bisection<'_> {
    fn drop(&mut self) {
        if let Some(path) = self.folder.to_str() {
            // If the removal fails, the next bisect in this folder removes the checkout.
            let _ = remove(self.repository, &self.folder, path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repository(commits: usize) -> (tempfile::TempDir, Repository, Vec<Commit>) {
        let folder = tempfile::tempdir().unwrap();
        let git = Git::in_folder(folder.path());
        git.run(&["init", "--quiet"]).unwrap();
        for number in 0..commits {
            std::fs::write(folder.path().join("number"), number.to_string()).unwrap();
            git.run(&["add", "number"]).unwrap();
            git.run_as_committer(&["commit", "--quiet", "-m", &format!("Commit {number}")]).unwrap();
        }
        let repository = Repository::open(folder.path()).unwrap();
        let log = git.run(&["rev-list", "--reverse", "HEAD"]).unwrap();
        let all = log.lines().map(|name| Commit(name.to_owned())).collect();
        (folder, repository, all)
    }

    fn search(commits: usize, tested: impl Fn(usize) -> TestResult) -> (BisectStep, usize) {
        let (folder, repository, all) = repository(commits);
        let tree = folder.path().join("beside");
        let (mut next, mut steps) = (None, 0);
        {
            let bisection = repository.start_bisect(&tree, &all[0], &all[commits - 1]).unwrap();
            while steps < 100 {
                match bisection.next().unwrap() {
                    BisectStep::Test(commit) => {
                        bisection.check_out(&commit).unwrap();
                        let number = std::fs::read_to_string(tree.join("number")).unwrap();
                        // A build may change files that git tracks.
                        std::fs::write(tree.join("number"), "changed").unwrap();
                        bisection.record_result(&commit, tested(number.parse().unwrap())).unwrap();
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
        let git = Git::in_folder(folder.path());
        // The user's own checkout has no state of the bisect.
        assert!(!git.succeeds(&["bisect", "log"]).unwrap());
        assert_eq!(git.run(&["status", "--porcelain"]).unwrap(), "");
        assert_eq!(git.run(&["worktree", "list", "--porcelain"]).unwrap().matches("worktree ").count(), 1);
        let number = |commit: &Commit| all.iter().position(|one| one == commit).unwrap();
        let found = match next.unwrap() {
            BisectStep::First(commit) => BisectStep::First(Commit(number(&commit).to_string())),
            BisectStep::Among(commits) => {
                BisectStep::Among(commits.iter().map(|commit| Commit(number(commit).to_string())).collect())
            }
            other @ BisectStep::Test(_) => other,
        };
        (found, steps)
    }

    #[test]
    fn the_first_bad_commit_is_found_in_a_separate_checkout() {
        for first in [1, 7, 40, 64] {
            let of = |number| if number >= first { TestResult::Bad } else { TestResult::Good };
            let (found, steps) = search(65, of);
            assert_eq!(found, BisectStep::First(Commit(first.to_string())));
            assert!(steps <= 6, "{steps}");
        }
    }

    #[test]
    fn commits_that_cannot_be_tested_are_reported_as_possible_results() {
        let of = |number| match number {
            4..7 => TestResult::Skip,
            7.. => TestResult::Bad,
            _ => TestResult::Good,
        };
        let (found, _) = search(12, of);
        let BisectStep::Among(mut commits) = found else { panic!("{found:?}") };
        commits.sort();
        assert_eq!(commits, ["4", "5", "6", "7"].map(|number| Commit(number.to_owned())));
    }
}
