//! The git repository that keeps baselines: as a folder of its branch, or under a ref of their own.
//!
//! Owns every call of `git`. It knows nothing of what the files say.
//!
//! Invariants: the checkout of whoever calls is read and never changed; nothing is ever pushed by force; no message
//! holds the secrets of an address.

mod run;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use run::Git;
pub use run::GitError;

/// The line of a commit's message that says at which commit of the app its sessions were measured.
const MEASURED: &str = "Measured-Commit";

/// A checkout.
#[derive(Debug)]
pub struct Repository {
    git: Git,
    root: PathBuf,
}

/// A full name of a commit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Commit(String);

impl Commit {
    /// Its hexadecimal digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What became of a push.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pushed {
    /// It is there.
    Done,
    /// Somebody else was faster: build on theirs and push again.
    Moved,
}

/// A checkout beside the user's own, in a temporary folder; it goes when it is dropped.
#[derive(Debug)]
pub struct Beside<'a> {
    repository: &'a Repository,
    git: Git,
    folder: tempfile::TempDir,
    /// The commit that it was made from; none for a branch that is not there yet.
    from: Option<Commit>,
}

impl Repository {
    /// The repository that a folder is part of.
    pub fn of(folder: &Path) -> Result<Repository, GitError> {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let top = Git::at(folder).run(&["rev-parse", "--show-toplevel"])?;
        let root = PathBuf::from(top);
        Ok(Repository { git: Git::at(&root), root })
    }

    /// The top of the checkout.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The commit that a name stands for here.
    pub fn commit(&self, name: &str) -> Result<Commit, GitError> {
        let commit = format!("{name}^{{commit}}");
        self.git
            .run(&["rev-parse", "--verify", "--quiet", "--end-of-options", &commit])
            .map(Commit)
            .map_err(|_| GitError::Unknown { name: name.to_owned() })
    }

    /// The branch that is checked out.
    pub fn branch(&self) -> Result<Option<String>, GitError> {
        let name = self.git.run(&["branch", "--show-current"])?;
        Ok(Some(name).filter(|name| !name.is_empty()))
    }

    /// The newest commit of a ref of a remote; none if the remote has no such ref.
    pub fn fetch(&self, remote: &str, reference: &str) -> Result<Option<Commit>, GitError> {
        let Some(there) = self.remote_commit(remote, reference)? else { return Ok(None) };
        self.git.run(&["fetch", "--quiet", "--no-tags", "--no-write-fetch-head", remote, reference])?;
        // It may have moved on since; then its newer commit, which came with its parents, holds the older one.
        self.commit(&there.0).map(Some)
    }

    fn remote_commit(&self, remote: &str, reference: &str) -> Result<Option<Commit>, GitError> {
        let listed = self.git.run(&["ls-remote", "--quiet", remote, reference])?;
        let exact =
            listed.lines().filter_map(|line| line.split_once('\t')).find(|(_, name)| *name == reference);
        Ok(exact.map(|(commit, _)| Commit(commit.to_owned())))
    }

    /// A checkout of a commit, or of nothing, in a temporary folder.
    pub fn beside(&self, from: Option<Commit>) -> Result<Beside<'_>, GitError> {
        let folder = tempfile::Builder::new()
            .prefix("launchgate-git-")
            .tempdir()
            .map_err(|source| GitError::Folder { source })?;
        // Git makes the last folder itself.
        let tree = folder.path().join("tree");
        let path = tree.to_str().ok_or(GitError::Path { path: tree.clone() })?;
        match &from {
            Some(commit) => self.git.run(&["worktree", "add", "--quiet", "--detach", path, &commit.0])?,
            None => {
                // Older versions of git have no `worktree add --orphan`: an empty commit that nobody sees does as well.
                let empty = self.git.run(&["hash-object", "-t", "tree", "--stdin", "-w"])?;
                let commit =
                    self.git.committing(&["commit-tree", &empty, "-m", "Baselines of launchgate"])?;
                self.git.run(&["worktree", "add", "--quiet", "--detach", path, &commit])?
            }
        };
        Ok(Beside { repository: self, git: Git::at(&tree), folder, from })
    }

    /// Which files below `folder` were added to the history of `tip` by commits measured at an ancestor of `head`,
    /// and are still there: what is known of the app as it was where `head` left the main branch, and nothing newer.
    pub fn measured_before(
        &self,
        tip: &Commit,
        head: &Commit,
        folder: &str,
    ) -> Result<Vec<String>, GitError> {
        if self.git.run(&["rev-parse", "--is-shallow-repository"])? == "true" {
            return Err(GitError::Shallow);
        }
        let format = format!("--format=%x01%(trailers:key={MEASURED},valueonly,separator=%x2C)");
        let log = self.git.run(&[
            "-c",
            "core.quotePath=false",
            "log",
            &format,
            "--name-only",
            "--diff-filter=A",
            "--no-renames",
            "-z",
            &tip.0,
            "--",
            folder,
        ])?;
        let mut added: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for entry in log.split('\x01').skip(1) {
            let mut parts = entry.split(['\0', '\n']).filter(|part| !part.is_empty());
            let Some(measured) = parts.next().filter(|name| is_commit(name)) else { continue };
            added.entry(measured).or_default().extend(parts);
        }
        let unrelated = self.not_ancestors(head, added.keys().copied())?;
        let known = added.into_iter().filter(|(commit, _)| !unrelated.contains(*commit));
        let files: BTreeSet<&str> = known.flat_map(|(_, files)| files).collect();
        let there = self.git.run(&["ls-tree", "-r", "-z", "--name-only", &tip.0, "--", folder])?;
        let there: BTreeSet<&str> = there.split('\0').collect();
        Ok(files.intersection(&there).map(|file| (*file).to_owned()).collect())
    }

    /// Those of some commits that are no ancestors of `head`, or not known here at all.
    fn not_ancestors<'c>(
        &self,
        head: &Commit,
        commits: impl Iterator<Item = &'c str>,
    ) -> Result<BTreeSet<&'c str>, GitError> {
        let mut others = BTreeSet::new();
        for commit in commits {
            if !self.git.holds(&["merge-base", "--is-ancestor", commit, &head.0])? {
                others.insert(commit);
            }
        }
        Ok(others)
    }

    /// The content of a file of a commit.
    pub fn show(&self, commit: &Commit, file: &str) -> Result<Vec<u8>, GitError> {
        self.git.bytes(&["cat-file", "blob", &format!("{}:{file}", commit.0)])
    }
}

impl Beside<'_> {
    /// Its top folder.
    pub fn root(&self) -> PathBuf {
        self.folder.path().join("tree")
    }

    /// Commits what is new below `folder`, saying where it was measured; false if nothing is new.
    pub fn commit(&self, folder: &str, subject: &str, measured: &Commit) -> Result<bool, GitError> {
        // Forced, since some teams ignore what tools write; the folder holds nothing else.
        self.git.run(&["add", "--all", "--force", "--", folder])?;
        if self.git.run(&["diff", "--cached", "--name-only"])?.is_empty() {
            return Ok(false);
        }
        let trailer = format!("{MEASURED}: {}", measured.0);
        // Hooks of the checkout are made for people's commits.
        self.git.committing(&["commit", "--quiet", "--no-verify", "-m", subject, "-m", &trailer])?;
        Ok(true)
    }

    /// Pushes what was committed, unless the ref is no longer what this was made from.
    pub fn push(&self, remote: &str, reference: &str) -> Result<Pushed, GitError> {
        // From the repository itself: a remote may be a path from there.
        let tip = self.git.run(&["rev-parse", "HEAD"])?;
        let what = format!("{tip}:{reference}");
        match self.repository.git.run(&["push", "--quiet", "--no-verify", remote, &what]) {
            Ok(_) => Ok(Pushed::Done),
            // The words differ between servers; what the ref is now does not.
            Err(error) => match self.repository.remote_commit(remote, reference)? {
                now if now != self.from => Ok(Pushed::Moved),
                _ => Err(error),
            },
        }
    }
}

impl Drop for Beside<'_> {
    fn drop(&mut self) {
        let root = self.root();
        if let Some(path) = root.to_str() {
            // If it cannot be removed, `git worktree prune` does so one day.
            let _ = self.repository.git.run(&["worktree", "remove", "--force", path]);
        }
    }
}

fn is_commit(name: &str) -> bool {
    matches!(name.len(), 40 | 64) && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}
