//! Reads the files of a store from a commit of a git repository, and collects the files that are to be added in the next commit.
//!
//! Invariants: the commit is read without a checkout, and its files never change.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use gate_common::git::{Blob, Commit, ContentReader, Repository};

use super::files::{FolderFiles, StoreFiles};
use super::{Result, Store};

/// A store in git.
#[derive(Clone, Copy, Debug)]
pub struct GitStoreLocation<'a> {
    pub repository: &'a Repository,
    /// The newest commit of the ref or branch; `None` if the ref or branch does not exist yet.
    pub tip: Option<&'a Commit>,
    /// The store's folder as a path in git.
    pub folder: &'a str,
    /// The name of the store in messages.
    pub name: &'a str,
    /// The beginning of paths in messages.
    pub shown: &'a Path,
}

impl GitStoreLocation<'_> {
    /// Opens the store in a folder of a branch, with all files of the folder.
    pub fn of_branch(&self) -> Result<Store> {
        Ok(self.store(self.all_blobs()?, None))
    }

    /// Opens the store of a change's base: the sessions and anchors of the commit, and the acceptances of the checkout, to which the
    /// change may add.
    pub fn of_base(&self, checkout: &Path) -> Result<Store> {
        Ok(self.store(
            self.all_blobs()?,
            Some(CheckoutDecisions { checkout: checkout.to_owned(), has_anchors: false }),
        ))
    }

    fn all_blobs(&self) -> Result<Vec<Blob>> {
        Ok(self.tip.map_or_else(|| Ok(Vec::new()), |tip| self.repository.blobs(tip, self.folder))?)
    }

    /// Opens the store of a ref. The store contains the sessions that were measured at a commit in the history of `head`, or all sessions
    /// without `head`. The acceptances are those of the checkout, because people review them with the code. The anchors are those of the
    /// commit `base` of a change, or of the checkout without `base`.
    pub fn of_ref(&self, head: Option<&Commit>, checkout: &Path, base: Option<&Commit>) -> Result<Store> {
        let mut blobs = match (self.tip, head) {
            (None, _) => Vec::new(),
            (Some(tip), Some(head)) => {
                let mut blobs = self.repository.measured_before(tip, head, self.folder)?;
                // The first writer of the ref stored the salt, so the salt is read from the newest commit, whatever `head` contains.
                let salt = format!("{}/{}", self.folder, super::SALT);
                if blobs.iter().all(|blob| blob.path != salt) {
                    blobs.extend(self.repository.blobs(tip, &salt)?);
                }
                blobs
            }
            (Some(tip), None) => self.repository.blobs(tip, self.folder)?,
        };
        if let Some(base) = base {
            blobs.retain(|blob| !is_anchor(Path::new(&blob.path)));
            let of_base = self.repository.blobs(base, self.folder)?;
            blobs.extend(of_base.into_iter().filter(|blob| is_anchor(Path::new(&blob.path))));
        }
        let decisions = CheckoutDecisions { checkout: checkout.to_owned(), has_anchors: base.is_none() };
        Ok(self.store(blobs, Some(decisions)))
    }

    fn store(&self, blobs: Vec<Blob>, decisions: Option<CheckoutDecisions>) -> Store {
        let blobs = blobs.into_iter().filter_map(|blob| {
            let below = Path::new(&blob.path).strip_prefix(self.folder).ok()?;
            Some((self.shown.join(below), blob.name))
        });
        let files = GitFiles {
            name: self.name.to_owned(),
            root: self.shown.to_owned(),
            contents: Mutex::new(self.repository.content_reader()),
            blobs: blobs.collect(),
            decisions,
            added: Mutex::default(),
        };
        Store { root: self.shown.to_owned(), files: Arc::new(files), now_unix_ms: None }
    }
}

/// The decisions of people that are read in the checkout.
#[derive(Debug)]
struct CheckoutDecisions {
    /// The folder of the checkout with the acceptances.
    checkout: PathBuf,
    /// Whether anchors are read from the checkout too.
    has_anchors: bool,
}

fn is_anchor(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == super::ANCHOR)
}

#[derive(Debug)]
struct GitFiles {
    name: String,
    root: PathBuf,
    contents: Mutex<ContentReader>,
    /// The name of the git blob that contains each file, by the path of the file.
    blobs: BTreeMap<PathBuf, String>,
    /// The decisions that are read in the checkout; `None` if all decisions are read in the commit.
    decisions: Option<CheckoutDecisions>,
    added: Mutex<BTreeMap<PathBuf, String>>,
}

impl GitFiles {
    /// Returns the path in the checkout of a file with acceptances or an anchor, if this file is read from the checkout.
    fn checkout_path(&self, path: &Path) -> Option<PathBuf> {
        let decisions = self.decisions.as_ref()?;
        let below = path.strip_prefix(&self.root).ok()?;
        let is_of_checkout =
            below == Path::new(super::ACCEPTED) || (decisions.has_anchors && is_anchor(path));
        is_of_checkout.then(|| decisions.checkout.join(below))
    }
}

impl StoreFiles for GitFiles {
    fn address(&self) -> Option<&str> {
        Some(&self.name)
    }

    fn list(&self, folder: &Path) -> Result<Vec<(PathBuf, bool)>> {
        let added = lock(&self.added);
        let mut found = BTreeMap::new();
        for path in self.blobs.keys().chain(added.keys()) {
            let Ok(below) = path.strip_prefix(folder) else { continue };
            let mut names = below.components();
            if let Some(first) = names.next() {
                found.insert(folder.join(first), names.next().is_some());
            }
        }
        Ok(found.into_iter().collect())
    }

    fn read(&self, path: &Path, limit: usize) -> Result<Option<(Vec<u8>, bool)>> {
        if let Some(decision) = self.checkout_path(path) {
            return FolderFiles.read(&decision, limit);
        }
        if let Some(text) = lock(&self.added).get(path) {
            let end = text.len().min(limit);
            return Ok(Some((text.as_bytes()[..end].to_vec(), end == text.len())));
        }
        match self.blobs.get(path) {
            Some(blob) => Ok(Some(lock(&self.contents).read(blob, limit)?)),
            None => Ok(None),
        }
    }

    fn write(&self, path: &Path, text: &str, replace: bool) -> Result<bool> {
        let mut added = lock(&self.added);
        if !replace && (self.blobs.contains_key(path) || added.contains_key(path)) {
            return Ok(false);
        }
        added.insert(path.to_owned(), text.to_owned());
        Ok(true)
    }

    fn is_decided_elsewhere(&self) -> bool {
        self.decisions.is_some()
    }

    fn uncommitted_files(&self) -> BTreeMap<PathBuf, String> {
        lock(&self.added).clone()
    }
}

/// Locks a value even if a writer panicked, because a writer never adds only a part of a file.
fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
