//! Temporary folders that are removed soon after their process has ended, even if it was killed.
//!
//! A process that was killed cannot remove its folder. The folder therefore contains a file that its process
//! keeps locked. The process that creates the next folder removes those in the same parent whose file is not
//! locked.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::Duration;

use tempfile::TempDir;

/// The name of the locked file in the folder.
const LOCK: &str = ".owner";

/// The age from which a folder without the locked file does not belong to a running process.
const ABANDONED: Duration = Duration::from_secs(3600);

/// A folder that is removed when this value is dropped, or when the next folder is created.
pub struct TemporaryFolder {
    folder: TempDir,
    /// The file that is locked while the process runs. The lock ends with this process.
    _lock: File,
}

impl TemporaryFolder {
    /// Creates a folder in `parent`, and removes folders with the same prefix that killed processes left.
    pub fn in_folder(parent: &Path, prefix: &str) -> io::Result<TemporaryFolder> {
        remove_leftovers(parent, prefix);
        loop {
            let folder = tempfile::Builder::new().prefix(prefix).tempdir_in(parent)?;
            let file = folder.path().join(LOCK);
            let lock = File::create_new(&file)?;
            lock.lock()?;
            // The new folder is used only if the file for the lock still exists, since another process may
            // have removed the folder before this process locked the file.
            if file.exists() {
                return Ok(TemporaryFolder { folder, _lock: lock });
            }
        }
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Removes leftover folders. A folder that cannot be removed remains, either because it belongs to another
/// user or until the next process tries again.
fn remove_leftovers(parent: &Path, prefix: &str) {
    let Ok(entries) = fs::read_dir(parent) else { return };
    for entry in entries.flatten() {
        let is_stage = entry.file_name().to_string_lossy().starts_with(prefix)
            && entry.file_type().is_ok_and(|kind| kind.is_dir());
        // The lock is held until the folder is removed, so that a process which is just creating the folder
        // detects the removal.
        let lock = File::open(entry.path().join(LOCK));
        if is_stage && is_leftover(&entry, &lock) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Returns whether the process that owns a folder has ended.
fn is_leftover(folder: &fs::DirEntry, lock: &io::Result<File>) -> bool {
    if let Ok(lock) = lock {
        return lock.try_lock().is_ok();
    }
    // Without the file, the process was killed before it created the file, unless it is just creating the
    // folder.
    let created = folder.metadata().and_then(|about| about.modified());
    created.is_ok_and(|created| created.elapsed().is_ok_and(|age| age > ABANDONED))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_temporary_folders_of_killed_processes_are_removed() {
        let parent = tempfile::tempdir().expect("a folder");
        let at = |name: &str| parent.path().join(name);
        let alive = TemporaryFolder::in_folder(parent.path(), ".stage-").expect("the first");
        for (name, file) in [(".stage-dead", LOCK), (".stage-young", "other"), ("mine", LOCK)] {
            fs::create_dir_all(at(name).join("tree")).expect("made");
            fs::write(at(name).join(file), "").expect("written");
        }
        fs::create_dir(at(".stage-old")).expect("made");
        let old = std::time::SystemTime::now() - 2 * ABANDONED;
        File::open(at(".stage-old")).and_then(|folder| folder.set_modified(old)).expect("older");
        let second = TemporaryFolder::in_folder(parent.path(), ".stage-").expect("the second");
        assert!(!at(".stage-old").exists(), "killed before it had its file");
        let there = [".stage-dead", ".stage-young", "mine"].map(|name| at(name).exists());
        assert_eq!(there, [false, true, true]);
        assert!(alive.path().exists() && second.path().exists());
        let place = second.path().to_owned();
        drop(second);
        assert!(!place.exists());
    }
}
