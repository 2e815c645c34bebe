//! Folders for work in progress, which do not outlive their process for long.
//!
//! A process that is killed cannot clean up, so each folder holds a file that its owner keeps locked: the process that makes the next one
//! removes those beside it whose lock is free.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::Duration;

use tempfile::TempDir;

/// The locked file inside.
const LOCK: &str = ".owner";

/// After this time a folder without the file belongs to no running process.
const ABANDONED: Duration = Duration::from_secs(3600);

/// A folder that is gone when this is dropped, or when the next one is made.
pub struct Stage {
    folder: TempDir,
    /// Locked as long as this process lives.
    _lock: File,
}

impl Stage {
    /// Makes one in `parent`, and removes what killed processes left there under the same prefix.
    pub fn in_folder(parent: &Path, prefix: &str) -> io::Result<Stage> {
        remove_leftovers(parent, prefix);
        loop {
            let folder = tempfile::Builder::new().prefix(prefix).tempdir_in(parent)?;
            let file = folder.path().join(LOCK);
            let lock = File::create_new(&file)?;
            lock.lock()?;
            // Another process may have taken it for a leftover before it was locked.
            if file.exists() {
                return Ok(Stage { folder, _lock: lock });
            }
        }
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// What cannot be removed stays: it is somebody else's, or the next one's to try.
fn remove_leftovers(parent: &Path, prefix: &str) {
    let Ok(entries) = fs::read_dir(parent) else { return };
    for entry in entries.flatten() {
        let is_stage = entry.file_name().to_string_lossy().starts_with(prefix)
            && entry.file_type().is_ok_and(|kind| kind.is_dir());
        // Locked until it is gone, so that its owner sees that.
        let lock = File::open(entry.path().join(LOCK));
        let free = || match &lock {
            Ok(lock) => lock.try_lock().is_ok(),
            // It may be one that is just being made, or its process was killed before the file was.
            Err(_) => entry
                .metadata()
                .and_then(|about| about.modified())
                .is_ok_and(|made| made.elapsed().is_ok_and(|age| age > ABANDONED)),
        };
        if is_stage && free() {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_process_left_is_removed_and_nothing_else() {
        let parent = tempfile::tempdir().expect("a folder");
        let at = |name: &str| parent.path().join(name);
        let alive = Stage::in_folder(parent.path(), ".stage-").expect("the first");
        for (name, file) in [(".stage-dead", LOCK), (".stage-young", "other"), ("mine", LOCK)] {
            fs::create_dir_all(at(name).join("tree")).expect("made");
            fs::write(at(name).join(file), "").expect("written");
        }
        fs::create_dir(at(".stage-old")).expect("made");
        let old = std::time::SystemTime::now() - 2 * ABANDONED;
        File::open(at(".stage-old")).and_then(|folder| folder.set_modified(old)).expect("older");
        let second = Stage::in_folder(parent.path(), ".stage-").expect("the second");
        assert!(!at(".stage-old").exists(), "killed before it had its file");
        let there = [".stage-dead", ".stage-young", "mine"].map(|name| at(name).exists());
        assert_eq!(there, [false, true, true]);
        assert!(alive.path().exists() && second.path().exists());
        let place = second.path().to_owned();
        drop(second);
        assert!(!place.exists());
    }
}
