//! The git repository that keeps baselines: as a folder of its branch, or under a ref of their own.
//!
//! Owns every call of `git`. It knows nothing of what the files say.
//!
//! Invariants: the checkout of whoever calls is read and never changed; nothing that somebody else pushed is ever overwritten
//! (only pruning replaces a ref, and only the very commit that it read); no message holds the secrets of an address.

mod bisect;
mod run;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

pub use bisect::{About, Bisection, Next, Tested};
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

    /// The commits in the history of a commit, itself too.
    pub fn history(&self, of: &Commit) -> Result<HashSet<String>, GitError> {
        if self.git.run(&["rev-parse", "--is-shallow-repository"])? == "true" {
            return Err(GitError::Shallow);
        }
        Ok(self.git.run(&["rev-list", &of.0])?.lines().map(str::to_owned).collect())
    }

    /// Which files below `folder` were added to the history of `tip` by commits measured at an ancestor of `head`,
    /// and are still there: what is known of the app as it was where `head` left the main branch, and nothing newer.
    /// Those added last come first.
    pub fn measured_before(
        &self,
        tip: &Commit,
        head: &Commit,
        folder: &str,
    ) -> Result<Vec<String>, GitError> {
        let ancestors = self.history(head)?;
        let there: HashSet<String> = self.blobs(tip, folder)?.into_iter().map(|(file, _)| file).collect();
        let mut files: Vec<String> = Vec::new();
        for (measured, added) in self.added(tip, folder)? {
            if ancestors.contains(&measured) {
                files.extend(added.into_iter().filter(|file| there.contains(file)));
            }
        }
        Ok(files)
    }

    /// What each commit of the history of `tip` added below `folder`, and where that was measured; the newest first.
    fn added(&self, tip: &Commit, folder: &str) -> Result<Vec<(String, Vec<String>)>, GitError> {
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
        // A file that was added again belongs to the commit that added it last.
        let mut seen = HashSet::new();
        for entry in log.split('\x01').skip(1) {
            let mut parts = entry.split(['\0', '\n']).filter(|part| !part.is_empty());
            let Some(measured) = parts.next().filter(|name| is_commit(name)) else { continue };
            let files = parts.map(str::to_owned).filter(|file| seen.insert(file.clone())).collect();
            all.push((measured.to_owned(), files));
        }
        Ok(all)
    }

    /// The files below `folder` in a commit, each with the name of its content.
    fn blobs(&self, tip: &Commit, folder: &str) -> Result<Vec<(String, String)>, GitError> {
        let listed = self.git.run(&["ls-tree", "-r", "-z", &tip.0, "--", folder])?;
        let blob = |line: &str| {
            let (about, path) = line.split_once('\t')?;
            let mut words = about.split(' ');
            (words.nth(1) == Some("blob")).then_some(())?;
            Some((path.to_owned(), words.next()?.to_owned()))
        };
        Ok(listed.split('\0').filter_map(blob).collect())
    }

    /// The contents of files of a commit, all by one process.
    pub fn show(&self, commit: &Commit, files: &[String]) -> Result<Vec<Vec<u8>>, GitError> {
        if files.is_empty() {
            return Ok(Vec::new());
        }
        let asked: String = files.iter().map(|file| format!("{}:{file}\n", commit.0)).collect();
        let command = ["cat-file", "--batch"];
        let said = self.git.answer(&command, asked.into_bytes())?;
        let mut rest = &said[..];
        let mut contents = Vec::with_capacity(files.len());
        for file in files {
            let content = next_object(&mut rest);
            contents.push(
                content
                    .ok_or_else(|| run::failed(&command, format!("it returned no content for {file:?}")))?,
            );
        }
        Ok(contents)
    }

    /// Replaces what a ref keeps below `folder` by those of its files that `keep` wants, told newest first with the folder of each;
    /// the history begins anew with them, so that the others' bytes go. How many files went; none if the ref moved meanwhile.
    pub fn prune(
        &self,
        remote: &str,
        reference: &str,
        folder: &str,
        keep: &dyn Fn(&[String]) -> HashSet<String>,
    ) -> Result<Option<usize>, GitError> {
        let Some(tip) = self.fetch(remote, reference)? else { return Ok(Some(0)) };
        let added = self.added(&tip, folder)?;
        let blobs: HashMap<String, String> = self.blobs(&tip, folder)?.into_iter().collect();
        let newest: Vec<String> = added
            .iter()
            .flat_map(|(_, files)| files)
            .filter(|file| blobs.contains_key(*file))
            .cloned()
            .collect();
        let kept = keep(&newest);
        let gone = newest.iter().filter(|file| !kept.contains(*file)).count();
        if gone == 0 {
            return Ok(Some(0));
        }
        let index = tempfile::Builder::new()
            .prefix("launchgate-git-")
            .tempdir()
            .map_err(|source| GitError::Folder { source })?;
        let git = self.git.with_index(&index.path().join("index"));
        let mut parent: Option<String> = None;
        // The oldest first, each commit with its line that says where it was measured.
        for (measured, files) in added.iter().rev() {
            let lines: String = files
                .iter()
                .filter(|file| kept.contains(*file))
                .filter_map(|file| Some(format!("100644 {}\t{file}\0", blobs.get(file)?)))
                .collect();
            if lines.is_empty() {
                continue;
            }
            git.answer(&["update-index", "-z", "--add", "--index-info"], lines.into_bytes())?;
            let tree = git.run(&["write-tree"])?;
            let trailer = format!("{MEASURED}: {measured}");
            let mut words = vec!["commit-tree", &tree, "-m", "Launch baselines [skip ci]", "-m", &trailer];
            words.extend(parent.as_deref().map(|parent| ["-p", parent]).into_iter().flatten());
            parent = Some(git.committing(&words)?);
        }
        let Some(new) = parent else { return Ok(Some(0)) };
        let lease = format!("--force-with-lease={reference}:{}", tip.0);
        let what = format!("{new}:{reference}");
        match self.git.run(&["push", "--quiet", "--no-verify", &lease, remote, &what]) {
            Ok(_) => Ok(Some(gone)),
            Err(error) => match self.remote_commit(remote, reference)? {
                now if now.as_ref() != Some(&tip) => Ok(None),
                _ => Err(error),
            },
        }
    }
}

/// The next object that `git cat-file --batch` printed: `NAME blob LENGTH`, so many bytes, and the end of a line.
fn next_object(rest: &mut &[u8]) -> Option<Vec<u8>> {
    let end = rest.iter().position(|byte| *byte == b'\n')?;
    let head = std::str::from_utf8(&rest[..end]).ok()?;
    let length: usize = head.rsplit_once(" blob ")?.1.parse().ok()?;
    let content = rest.get(end + 1..end + 1 + length)?.to_vec();
    *rest = rest.get(end + 2 + length..)?;
    Some(content)
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
