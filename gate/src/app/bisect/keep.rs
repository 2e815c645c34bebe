//! What a search keeps in its folder: builds and launches by commit, so that nothing is made twice.
//!
//! Invariants: what is there is whole, since it gets its name last; one search at a time has the folder.

use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use gate_common::git::Commit;
use serde_json::{Value, json};

use super::only_app;

const FORMAT: &str = "launchgate.bisect/1";

/// The folder.
pub(super) struct SearchFolder {
    folder: PathBuf,
    good: Commit,
    /// Locked as long as this is there.
    _lock: File,
}

impl SearchFolder {
    /// Opens the folder of a search, or makes it; one of another build command is refused.
    pub(super) fn open(
        folder: &Path,
        good: &Commit,
        build: &[OsString],
        app: Option<&Path>,
    ) -> anyhow::Result<SearchFolder> {
        let failed = || format!("cannot create {}", folder.display());
        let is_new = !folder.exists();
        fs::create_dir_all(folder.join("builds")).with_context(failed)?;
        let folder = folder.canonicalize().with_context(failed)?;
        let lock = File::create(folder.join("lock")).with_context(failed)?;
        if lock.try_lock().is_err() {
            bail!(
                "another gate bisect uses {}; wait for it, or choose another folder with --out",
                folder.display()
            );
        }
        if is_new {
            // Nothing in it is anything to commit.
            fs::write(folder.join(".gitignore"), "*\n").with_context(failed)?;
        }
        let build: Vec<_> = build.iter().map(|word| word.to_string_lossy()).collect();
        let own = json!({ "format": FORMAT, "build": build, "app": app });
        let place = folder.join("bisect.json");
        match fs::read_to_string(&place).map(|text| serde_json::from_str::<Value>(&text).unwrap_or_default())
        {
            Ok(known) if known == own => {}
            Ok(known) => {
                let why = match known["format"].as_str() {
                    Some(format) if format != FORMAT => {
                        format!("format {format:?}, but this version of launchgate reads {FORMAT:?}")
                    }
                    _ => "builds of another build command".to_owned(),
                };
                bail!("{} has {why}; choose another folder with --out, or remove this one", folder.display())
            }
            Err(_) => fs::write(&place, format!("{own}\n")).with_context(failed)?,
        }
        Ok(SearchFolder { folder, good: good.clone(), _lock: lock })
    }

    /// Where commits are checked out.
    pub(super) fn tree(&self) -> PathBuf {
        self.folder.join("tree")
    }

    /// The folder of a commit's build.
    pub(super) fn build(&self, commit: &Commit) -> PathBuf {
        self.folder.join("builds").join(commit.as_str())
    }

    /// What is there once a commit could not be built.
    pub(super) fn failed(&self, commit: &Commit) -> PathBuf {
        self.folder.join("builds").join(format!("{}.failed", commit.as_str()))
    }

    /// The app of a commit that was built.
    pub(super) fn app(&self, commit: &Commit) -> anyhow::Result<PathBuf> {
        only_app(&self.build(commit))
    }

    /// The folder of a commit's launches, in turns with GOOD's.
    pub(super) fn runs(&self, commit: &Commit) -> PathBuf {
        self.folder.join("runs").join(self.good.as_str()).join(commit.as_str())
    }

    /// A fresh folder for something that gets its name when it is whole.
    pub(super) fn fresh(&self, name: &str) -> anyhow::Result<PathBuf> {
        let folder = self.folder.join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
        }
        fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        Ok(folder)
    }
}
