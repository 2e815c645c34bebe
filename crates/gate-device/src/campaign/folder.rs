//! Manages the folder of a run: the traces with their final names, and the log.
//!
//! Invariant: the folder can be read, and the run can be continued, whatever ended the run.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use gate_launches::LaunchId;
use gate_launches::run_log::{self, Header, LogEntry, RecordedLaunch, RunLog};

use super::super::{Failure, FailureKind, Result};

/// An open folder of a run.
pub(super) struct RunFolder {
    path: PathBuf,
    log: File,
    /// The launches in the folder.
    pub(super) recorded: Vec<RecordedLaunch>,
    /// The number of launches that were begun.
    pub(super) begun: u64,
}

fn local_failure(path: &Path) -> impl Fn(io::Error) -> Failure {
    move |error| Failure::from_local_file(path, error)
}

/// Reads the log of the run in a folder; returns `None` if the folder has no log.
pub fn read_log(folder: &Path) -> Result<Option<RunLog>> {
    let path = folder.join(run_log::NAME);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(local_failure(&path)(error)),
    };
    let parsed = RunLog::parse(&text);
    parsed
        .map(Some)
        .map_err(|reason| Failure::new(FailureKind::Input, format!("{}: {reason}", path.display())))
}

/// Creates a folder whose log states that both builds are equal, so that they need not be launched.
pub fn record_equal_builds(path: &Path, header: &Header) -> Result<()> {
    let mut folder = RunFolder::create(path, &Header { equal: true, ..header.clone() })?;
    folder.append(&LogEntry::Finished { counted: 0, lost: 0 })
}

/// Locks a folder, so that only one run at a time writes to the folder. The lock ends with the process.
fn lock_log(folder: &Path, log: &File) -> Result<()> {
    if matches!(log.try_lock(), Err(fs::TryLockError::WouldBlock)) {
        let detail = format!(
            "another run is writing to {}; wait until it ends, or use another folder",
            folder.display()
        );
        return Err(Failure::new(FailureKind::Local, detail));
    }
    // If the file system has no locks, the run continues without a lock.
    Ok(())
}

/// Removes incomplete files of a killed run, and folders into which tools fetched files.
fn remove_incomplete_files(folder: &Path) -> Result<()> {
    for entry in fs::read_dir(folder).map_err(local_failure(folder))? {
        let entry = entry.map_err(local_failure(folder))?;
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy();
        if name.starts_with('.') && name.ends_with(".part") {
            fs::remove_file(&path).map_err(local_failure(&path))?;
        } else if name.starts_with(".fetching-") {
            fs::remove_dir_all(&path).map_err(local_failure(&path))?;
        }
    }
    Ok(())
}

impl RunFolder {
    /// Creates the folder of a new run. A folder that contains a run or traces is refused.
    pub(super) fn create(path: &Path, header: &Header) -> Result<RunFolder> {
        fs::create_dir_all(path).map_err(local_failure(path))?;
        let mut entries = fs::read_dir(path).map_err(local_failure(path))?;
        let is_used = entries.any(|entry| {
            let Ok(entry) = entry else { return true };
            let name = entry.file_name();
            let name = name.to_string_lossy();
            name == run_log::NAME || name.ends_with(".lgtrace")
        });
        if is_used {
            let detail = format!("{} already has a run; use another folder, or --resume", path.display());
            return Err(Failure::new(FailureKind::Local, detail));
        }
        let file = path.join(run_log::NAME);
        let log =
            OpenOptions::new().append(true).create_new(true).open(&file).map_err(local_failure(&file))?;
        lock_log(path, &log)?;
        let mut folder = RunFolder { path: path.to_owned(), log, recorded: Vec::new(), begun: 0 };
        folder.write(run_log::format_line(header))?;
        Ok(folder)
    }

    /// Opens the folder of a run that is continued, and removes incomplete files.
    pub(super) fn resume(path: &Path, at_unix_ms: u64) -> Result<RunFolder> {
        let file = path.join(run_log::NAME);
        let open = OpenOptions::new().append(true).open(&file).map_err(local_failure(&file))?;
        lock_log(path, &open)?;
        // The log is read after the folder is locked, because a different run may have added lines to the log
        // before.
        let log = read_log(path)?.ok_or_else(|| local_failure(&file)(io::ErrorKind::NotFound.into()))?;
        open.set_len(log.whole).map_err(local_failure(&file))?;
        remove_incomplete_files(path)?;
        let recorded =
            log.recorded_launches().filter(|one| path.join(&one.file).is_file()).cloned().collect();
        let begun = log.entries.iter().filter_map(|entry| match entry {
            LogEntry::Launch(RecordedLaunch { launch, .. }) | LogEntry::Lost { launch, .. } => {
                Some(LaunchId::parse(launch).number)
            }
            _ => None,
        });
        let begun = begun.max().unwrap_or(0);
        let mut folder = RunFolder { path: path.to_owned(), log: open, recorded, begun };
        folder.append(&LogEntry::Resumed { at_unix_ms })?;
        Ok(folder)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a line to the log.
    pub(super) fn append(&mut self, entry: &LogEntry) -> Result<()> {
        self.write(run_log::format_line(entry))
    }

    /// Adds a launch to the log, and renames its trace to the final name.
    pub(super) fn add_launch(&mut self, temporary: &Path, recorded: RecordedLaunch) -> Result<()> {
        let last = self.path.join(&recorded.file);
        self.append(&LogEntry::Launch(recorded.clone()))?;
        fs::rename(temporary, &last).map_err(local_failure(&last))?;
        self.recorded.push(recorded);
        Ok(())
    }

    fn write(&mut self, line: io::Result<String>) -> Result<()> {
        let file = self.path.join(run_log::NAME);
        line.and_then(|line| self.log.write_all(line.as_bytes())).map_err(local_failure(&file))
    }
}
