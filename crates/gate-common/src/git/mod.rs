//! Reads and writes the git repository that stores baselines, either in a folder of its branch or under a separate ref.
//!
//! `gate_common::git` makes every call of the program `git`, and does not interpret the contents of files.
//!
//! Invariants: the caller's checkout is read and never changed; commits that others pushed are never overwritten (only pruning replaces a
//! ref, and only if the ref still points to the commit that was read); no message contains the secrets of an address.

mod bisect;
mod changes;
mod contents;
mod run;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

pub use bisect::{BisectStep, Bisection, CommitDescription, TestResult};
pub use changes::{ChangedFile, CommitChanges};
pub use contents::ContentReader;
use run::Git;
pub use run::GitError;

use crate::stage::TemporaryFolder;

/// The trailer of a commit message that contains the commit of the app whose sessions were measured.
const MEASURED: &str = "Measured-Commit";

/// A checkout of a git repository.
#[derive(Debug)]
pub struct Repository {
    git: Git,
    root: PathBuf,
}

/// The full name of a commit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Commit(String);

impl Commit {
    /// Returns the hexadecimal digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A ref of a remote.
#[derive(Clone, Copy, Debug)]
pub struct RemoteRef<'a> {
    pub remote: &'a str,
    /// The full name of the ref.
    pub reference: &'a str,
}

/// The result of a push.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PushResult {
    /// The remote has accepted the commit.
    Done,
    /// The ref has changed since it was read: the files must be added to the ref's new commit and pushed again.
    Moved,
}

/// A file in a commit.
#[derive(Clone, Debug)]
pub struct Blob {
    /// The path relative to the root of the repository.
    pub path: String,
    /// The object name (hash) of the content.
    pub name: String,
}

impl Blob {
    /// Parses a line of `git ls-tree`; `None` for an entry that is not a file.
    fn parse(line: &str) -> Option<Blob> {
        let (about, path) = line.split_once('\t')?;
        let mut words = about.split(' ');
        (words.nth(1) == Some("blob")).then_some(())?;
        Some(Blob { path: path.to_owned(), name: words.next()?.to_owned() })
    }
}

impl Repository {
    /// Opens the repository that contains a folder.
    pub fn open(folder: &Path) -> Result<Repository, GitError> {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let top = Git::in_folder(folder).run(&["rev-parse", "--show-toplevel"])?;
        let root = PathBuf::from(top);
        Ok(Repository { git: Git::in_folder(&root), root })
    }

    /// Returns every path in the index, relative to the root of the checkout.
    pub fn tracked_files(&self) -> Result<Vec<String>, GitError> {
        let list = self.git.output_bytes(&["ls-files", "-z"])?;
        let paths = list.split(|byte| *byte == 0).filter(|path| !path.is_empty());
        Ok(paths.map(|path| String::from_utf8_lossy(path).into_owned()).collect())
    }

    /// Returns the root of the checkout.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the commit with the given name.
    pub fn resolve_commit(&self, name: &str) -> Result<Commit, GitError> {
        let commit = format!("{name}^{{commit}}");
        self.git
            .run(&["rev-parse", "--verify", "--quiet", "--end-of-options", &commit])
            .map(Commit)
            .map_err(|_| GitError::Unknown { name: name.to_owned() })
    }

    /// Returns the branch that is checked out.
    pub fn current_branch(&self) -> Result<Option<String>, GitError> {
        let name = self.git.run(&["branch", "--show-current"])?;
        Ok(Some(name).filter(|name| !name.is_empty()))
    }

    /// Fetches the newest commit of a ref of a remote; `None` if the remote has no such ref.
    pub fn fetch(&self, remote: &str, reference: &str) -> Result<Option<Commit>, GitError> {
        let Some(there) = self.remote_commit(remote, reference)? else { return Ok(None) };
        self.git.run(&["fetch", "--quiet", "--no-tags", "--no-write-fetch-head", remote, reference])?;
        // If the ref has changed since it was listed, the ref's newer commit was fetched, and the history of the newer commit includes the
        // listed commit.
        self.resolve_commit(&there.0).map(Some)
    }

    fn remote_commit(&self, remote: &str, reference: &str) -> Result<Option<Commit>, GitError> {
        let listed = self.git.run(&["ls-remote", "--quiet", remote, reference])?;
        let exact =
            listed.lines().filter_map(|line| line.split_once('\t')).find(|(_, name)| *name == reference);
        Ok(exact.map(|(commit, _)| Commit(commit.to_owned())))
    }

    /// Returns the commits in the history of a commit, including itself.
    pub fn history(&self, of: &Commit) -> Result<HashSet<String>, GitError> {
        if self.git.run(&["rev-parse", "--is-shallow-repository"])? == "true" {
            return Err(GitError::Shallow);
        }
        Ok(self.git.run(&["rev-list", &of.0])?.lines().map(str::to_owned).collect())
    }

    /// Returns the files below `folder` in `tip` that were added by commits measured at an ancestor of `head`. If `head` is on a branch,
    /// these files describe the app at the commit at which the branch began. Files of newer commits of the main branch are not included.
    pub fn measured_before(&self, tip: &Commit, head: &Commit, folder: &str) -> Result<Vec<Blob>, GitError> {
        let ancestors = self.history(head)?;
        let added = self.added_files(tip, folder)?;
        let known: HashSet<String> =
            added.into_iter().filter(|(at, _)| ancestors.contains(at)).flat_map(|(_, files)| files).collect();
        let blobs = self.blobs(tip, folder)?;
        Ok(blobs.into_iter().filter(|blob| known.contains(&blob.path)).collect())
    }

    /// Returns the files that each commit in the history of `tip` added below `folder`, with the commit of
    /// the app that was measured. The newest commits are first.
    fn added_files(&self, tip: &Commit, folder: &str) -> Result<Vec<(String, Vec<String>)>, GitError> {
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
        let mut all = Vec::new();
        // A file that several commits added belongs to the newest of the commits.
        let mut seen = HashSet::new();
        for entry in log.split('\x01').skip(1) {
            let mut parts = entry.split(['\0', '\n']).filter(|part| !part.is_empty());
            let Some(measured) = parts.next().filter(|name| is_commit(name)) else { continue };
            let files = parts.map(str::to_owned).filter(|file| seen.insert(file.clone())).collect();
            all.push((measured.to_owned(), files));
        }
        Ok(all)
    }

    /// Returns the files below `folder` in a commit.
    pub fn blobs(&self, tip: &Commit, folder: &str) -> Result<Vec<Blob>, GitError> {
        let listed = self.git.run(&["ls-tree", "-r", "-z", &tip.0, "--", folder])?;
        Ok(listed.split('\0').filter_map(Blob::parse).collect())
    }

    /// Returns the tracked files below `folder` that differ between a commit and the checkout.
    pub fn changed_since(&self, commit: &Commit, folder: &str) -> Result<Vec<String>, GitError> {
        let list =
            self.git.output_bytes(&["diff", "--name-only", "--no-renames", "-z", &commit.0, "--", folder])?;
        let paths = list.split(|byte| *byte == 0).filter(|path| !path.is_empty());
        Ok(paths.map(|path| String::from_utf8_lossy(path).into_owned()).collect())
    }

    /// Returns a reader of file contents by object name.
    pub fn content_reader(&self) -> ContentReader {
        ContentReader::new(self.git.clone())
    }

    /// Creates a commit that adds files to another commit, or to an empty tree. The commit's trailer contains the measured commit of the
    /// app. No checkout is changed.
    pub fn add(
        &self,
        tip: Option<&Commit>,
        files: &[(String, String)],
        measured: &Commit,
    ) -> Result<Commit, GitError> {
        let (_folder, git) = self.with_own_index()?;
        if let Some(tip) = tip {
            git.run(&["read-tree", &tip.0])?;
        }
        let mut blobs = Vec::new();
        for (path, text) in files {
            let output =
                self.git.run_with_input(&["hash-object", "-w", "--stdin"], text.clone().into_bytes())?;
            let name = String::from_utf8_lossy(&output).trim_end().to_owned();
            blobs.push(Blob { path: path.clone(), name });
        }
        commit_files(&git, &blobs, tip.map(Commit::as_str), measured.as_str()).map(Commit)
    }

    /// Pushes a commit whose parent is `tip`, unless the ref has changed.
    pub fn push(
        &self,
        to: RemoteRef<'_>,
        new: &Commit,
        tip: Option<&Commit>,
    ) -> Result<PushResult, GitError> {
        let what = format!("{}:{}", new.0, to.reference);
        self.run_push(&["push", "--quiet", "--no-verify", to.remote, &what], to, tip)
    }

    /// Pushes a commit to a ref of a remote, and interprets the result of the push. After a failed push, reads the ref to find out whether
    /// it has changed, because the error messages of servers differ.
    fn run_push(
        &self,
        words: &[&str],
        to: RemoteRef<'_>,
        tip: Option<&Commit>,
    ) -> Result<PushResult, GitError> {
        match self.git.run(words) {
            Ok(_) => Ok(PushResult::Done),
            Err(error) => match self.remote_commit(to.remote, to.reference)? {
                now if now.as_ref() != tip => Ok(PushResult::Moved),
                _ => Err(error),
            },
        }
    }

    /// Removes the files `gone` below `folder` from a ref. The history of the ref is rewritten without these files, so that the repository
    /// becomes smaller.
    pub fn prune(
        &self,
        to: RemoteRef<'_>,
        tip: &Commit,
        folder: &str,
        gone: &HashSet<String>,
    ) -> Result<PushResult, GitError> {
        let blobs = self.blobs(tip, folder)?;
        let kept: HashMap<&str, &Blob> = blobs
            .iter()
            .filter(|blob| !gone.contains(&blob.path))
            .map(|blob| (blob.path.as_str(), blob))
            .collect();
        let (_folder, git) = self.with_own_index()?;
        let mut parent: Option<String> = None;
        // The commits are rewritten from old to new, each with its trailer.
        for (measured, files) in self.added_files(tip, folder)?.iter().rev() {
            let kept: Vec<Blob> =
                files.iter().filter_map(|file| kept.get(file.as_str())).map(|blob| (*blob).clone()).collect();
            if !kept.is_empty() {
                parent = Some(commit_files(&git, &kept, parent.as_deref(), measured)?);
            }
        }
        let Some(new) = parent else { return Ok(PushResult::Done) };
        let lease = format!("--force-with-lease={}:{}", to.reference, tip.0);
        let what = format!("{new}:{}", to.reference);
        self.run_push(&["push", "--quiet", "--no-verify", &lease, to.remote, &what], to, Some(tip))
    }

    /// Returns a `Git` with a separate index in a temporary folder.
    fn with_own_index(&self) -> Result<(TemporaryFolder, Git), GitError> {
        let folder = TemporaryFolder::in_folder(&std::env::temp_dir(), "launchgate-git-");
        let folder = folder.map_err(|source| GitError::Folder { source })?;
        let git = self.git.with_index(&folder.path().join("index"));
        Ok((folder, git))
    }
}

/// Adds the files to the index, and commits the index. `measured` is the commit of the app.
fn commit_files(git: &Git, files: &[Blob], parent: Option<&str>, measured: &str) -> Result<String, GitError> {
    let line = |blob: &Blob| format!("100644 {}\t{}\0", blob.name, blob.path);
    let lines: String = files.iter().map(line).collect();
    git.run_with_input(&["update-index", "-z", "--add", "--index-info"], lines.into_bytes())?;
    let tree = git.run(&["write-tree"])?;
    let trailer = format!("{MEASURED}: {measured}");
    let mut words = vec!["commit-tree", &tree, "-m", "Launch baselines [skip ci]", "-m", &trailer];
    words.extend(parent.map(|parent| ["-p", parent]).into_iter().flatten());
    git.run_as_committer(&words)
}

fn is_commit(name: &str) -> bool {
    matches!(name.len(), 40 | 64) && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}
