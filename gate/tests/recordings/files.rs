//! Recordings in public repositories: where they lie, under which licence, and what must be read from them.
//!
//! None of them is kept here.
//! They are read where they are available: below the folder that `LAUNCHGATE_RECORDINGS` names, as `OWNER+NAME/PATH`.
//! Elsewhere they are not counted.

use std::path::{Path, PathBuf};

use gate::launches::{Launches, ReadOptions, Thread, read};
use sha2::{Digest as _, Sha256};

/// A file of a public repository.
pub(crate) struct Recording {
    /// Its repository on GitHub, and the commit.
    pub(crate) repository: (&'static str, &'static str),
    /// Its path there.
    pub(crate) path: &'static str,
    /// The licence of the repository.
    pub(crate) licence: &'static str,
    /// What wrote it.
    pub(crate) format: &'static str,
    /// The SHA-256 of the recording.
    pub(crate) sha256: &'static str,
    /// How many launches are in it, and how long the first one took, in ms.
    pub(crate) launches: (usize, f64),
    /// A method of the main thread with its own time in the first launch, in ms.
    pub(crate) method: Option<(&'static str, f64)>,
}

/// All that were read.
pub(crate) const FILES: &[Recording] = &[Recording {
    repository: ("everettjf/AppleTrace", "537e6c4d449a53c2e710b69c7d675dcb7e6e6181"),
    path: "sampledata/trace.json",
    licence: "MIT",
    format: "AppleTrace",
    sha256: "d58decaf4a3544f90b9dbe0870f66b81e72dba810d0b66942a013a66613455e4",
    launches: (1, 23.813),
    method: Some(("[AppDelegate]levelOne", 2.525)),
}];

/// The folder of the recordings, where it is named.
pub(crate) fn folder() -> Option<PathBuf> {
    std::env::var_os("LAUNCHGATE_RECORDINGS").map(PathBuf::from)
}

impl Recording {
    /// Reads the recording and compares what is in it; none if it is not there, and else what is wrong.
    pub(crate) fn check(&self, folder: &Path) -> Option<Result<(), String>> {
        let path = folder.join(self.repository.0.replace('/', "+")).join(self.path);
        path.exists().then(|| self.compare(&path))
    }

    fn compare(&self, path: &Path) -> Result<(), String> {
        let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
        let sum: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        if sum != self.sha256 {
            return Err(format!("another file: its SHA-256 is {sum}"));
        }
        let copy = tempfile::NamedTempFile::new().map_err(|error| error.to_string())?;
        std::fs::write(copy.path(), &bytes).map_err(|error| error.to_string())?;
        let read = read(&[copy.path().to_owned()], &ReadOptions { paths: true, ..ReadOptions::default() });
        self.compare_launches(&read.map_err(|error| error.to_string())?)
    }

    fn compare_launches(&self, read: &Launches) -> Result<(), String> {
        let first = read.launches.first().ok_or("no launch")?;
        let rounded = |ns: f64| (ns / 1e3).round() / 1e3;
        let found = (read.launches.len(), rounded(first.duration().map_or(0.0, |length| length.0)));
        if found != self.launches {
            return Err(format!("launches: {found:?} instead of {:?}", self.launches));
        }
        let Some((name, own)) = self.method else { return Ok(()) };
        let mut rows = first.methods(&read.table, Thread::Main);
        let cost = rows.find(|(id, _)| &*read.table.method(*id).name == name);
        match cost.map(|(_, cost)| rounded(cost.self_ns.0)) {
            Some(found) if found == own => Ok(()),
            found => Err(format!("{name}: {found:?} ms instead of {own}")),
        }
    }
}
