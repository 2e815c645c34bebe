//! Manages the folder of a search, which stores builds and launches by commit, so that each build and each run is made only once.
//!
//! Invariants: a build or a run in the folder is complete, since its own folder gets the final name in the last step. Only one search at a
//! time uses the folder.

use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use gate_common::git::Commit;
use serde_json::{Value, json};

use super::only_app;

const FORMAT: &str = "launchgate.bisect/1";

/// The folder of one search.
pub(super) struct SearchFolder {
    folder: PathBuf,
    good: Commit,
    /// The lock that prevents a second search from using the folder.
    _lock: File,
}

impl SearchFolder {
    /// Opens or creates the folder of a search. A folder that was made with a different build command is refused.
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
            // Builds and launches must not be committed.
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

    /// The folder for checkouts.
    pub(super) fn checkout_folder(&self) -> PathBuf {
        self.folder.join("tree")
    }

    /// The folder of a commit's build.
    pub(super) fn build_folder(&self, commit: &Commit) -> PathBuf {
        self.folder.join("builds").join(commit.as_str())
    }

    /// The file that marks a commit that could not be built.
    pub(super) fn failure_marker(&self, commit: &Commit) -> PathBuf {
        self.folder.join("builds").join(format!("{}.failed", commit.as_str()))
    }

    /// Returns the app of a commit that was built.
    pub(super) fn find_app(&self, commit: &Commit) -> anyhow::Result<PathBuf> {
        only_app(&self.build_folder(commit))
    }

    /// Returns the folder with the launches in which the builds of a commit and of GOOD were launched in turns.
    pub(super) fn runs_folder(&self, commit: &Commit) -> PathBuf {
        self.folder.join("runs").join(self.good.as_str()).join(commit.as_str())
    }

    /// Creates an empty folder for a build or a run, which is renamed when it is complete.
    pub(super) fn create_empty_folder(&self, name: &str) -> anyhow::Result<PathBuf> {
        let folder = self.folder.join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
        }
        fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        Ok(folder)
    }
}
