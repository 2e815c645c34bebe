//! Reads and writes the files of a store of text files: in a folder, or in a commit of a git repository.
//!
//! Invariants: a file appears with its whole content or not at all. Hidden files are never read.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use gate_common::boundary::{self, check_readable};

use super::error::io_error;
use super::{Result, text};

/// The prefix of the names of temporary files.
const TEMPORARY: &str = ".new-";

/// The files of a store; every path begins with the store's root.
pub(super) trait StoreFiles: fmt::Debug + Send + Sync {
    /// Lists the paths in a folder in order, each with the flag whether it is a folder. A missing folder counts as empty.
    fn list(&self, folder: &Path) -> Result<Vec<(PathBuf, bool)>>;

    /// Reads at most `limit` bytes of a file, and returns whether the bytes are the whole file; `None` for a missing file.
    fn read(&self, path: &Path, limit: usize) -> Result<Option<(Vec<u8>, bool)>>;

    /// Writes a file; returns false if it exists and may not be replaced.
    fn write(&self, path: &Path, text: &str, replace: bool) -> Result<bool>;

    /// Returns the name of the store in messages; `None` if messages name the store by its root folder.
    fn address(&self) -> Option<&str> {
        None
    }

    /// Returns the files that were written and are not committed yet.
    fn uncommitted_files(&self) -> BTreeMap<PathBuf, String> {
        BTreeMap::new()
    }

    /// Returns whether anchors and acceptances are stored separately from the sessions, so that the session of an anchor may be missing.
    fn is_decided_elsewhere(&self) -> bool {
        false
    }

    /// Reads the text of a file, with the line ends of a checkout replaced by the line ends of the format.
    fn read_text(&self, path: &Path) -> Result<Option<String>> {
        match self.read(path, usize::MAX)? {
            Some((bytes, _)) => text::decode_text(path, bytes).map(Some),
            None => Ok(None),
        }
    }

    /// Reads the text of a file that must exist.
    fn read_required_text(&self, path: &Path) -> Result<String> {
        self.read_text(path)?.ok_or_else(|| io_error("read", path)(io::ErrorKind::NotFound.into()))
    }

    /// Reads the complete lines in the first `limit` bytes of a file, and returns whether the lines are the whole file.
    fn read_beginning(&self, path: &Path, limit: usize) -> Result<(String, bool)> {
        let read = self.read(path, limit)?;
        let (mut bytes, is_whole) =
            read.ok_or_else(|| io_error("read", path)(io::ErrorKind::NotFound.into()))?;
        if !is_whole {
            let lines = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
            bytes.truncate(lines);
        }
        Ok((text::decode_text(path, bytes)?, is_whole))
    }
}

/// The files of a folder.
#[derive(Debug)]
pub(super) struct FolderFiles;

impl StoreFiles for FolderFiles {
    fn list(&self, folder: &Path) -> Result<Vec<(PathBuf, bool)>> {
        check_readable(folder).map_err(io_error("list", folder))?;
        let entries = match fs::read_dir(folder) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(io_error("list", folder))?,
        };
        let mut found = Vec::new();
        for entry in entries {
            let entry = entry.map_err(io_error("list", folder))?;
            if !entry.file_name().as_encoded_bytes().starts_with(b".") {
                let path = entry.path();
                let is_folder = path.is_dir();
                found.push((path, is_folder));
            }
        }
        found.sort();
        Ok(found)
    }

    fn read(&self, path: &Path, limit: usize) -> Result<Option<(Vec<u8>, bool)>> {
        let failed = || io_error("read", path);
        let file = match boundary::open(path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file.map_err(failed())?,
        };
        let length = file.metadata().map_err(failed())?.len();
        let mut bytes = Vec::new();
        file.take(limit as u64).read_to_end(&mut bytes).map_err(failed())?;
        Ok(Some((bytes, length <= limit as u64)))
    }

    /// The file gets its name only after all content is on disk, so a process that is killed leaves at most a temporary file.
    fn write(&self, path: &Path, text: &str, replace: bool) -> Result<bool> {
        let folder = path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder).map_err(io_error("create", folder))?;
        let mut builder = tempfile::Builder::new();
        // The umask determines the permissions, as for any new file, since temporary files are otherwise private.
        builder.prefix(TEMPORARY).suffix(".tmp").permissions(fs::Permissions::from_mode(0o666));
        let mut file = builder.tempfile_in(folder).map_err(io_error("create a file in", folder))?;
        file.write_all(text.as_bytes()).map_err(io_error("write", file.path()))?;
        file.as_file().sync_all().map_err(io_error("write", file.path()))?;
        let placed = if replace { file.persist(path) } else { file.persist_noclobber(path) };
        match placed {
            Err(e) if e.error.kind() == io::ErrorKind::AlreadyExists => return Ok(false),
            placed => placed.map_err(|e| e.error).map_err(io_error("create", path))?,
        };
        // With the folder synchronised, the new name survives a loss of power. An error is ignored, because not every file system supports
        // this.
        if let Ok(folder) = fs::File::open(folder) {
            let _ = folder.sync_all();
        }
        Ok(true)
    }
}

/// Deletes temporary files that are so old that the process that created them cannot run any more.
pub(super) fn remove_leftovers(folder: &Path) -> Result<()> {
    const OLD: Duration = Duration::from_secs(6 * 3600);
    for entry in fs::read_dir(folder).map_err(io_error("list", folder))? {
        let entry = entry.map_err(io_error("list", folder))?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if !name.starts_with(TEMPORARY) || !name.ends_with(".tmp") {
            continue;
        }
        let changed = entry.metadata().and_then(|found| found.modified());
        // A file that has just disappeared belonged to a writer that still runs, so an error of its metadata is ignored.
        if changed.is_ok_and(|at| at.elapsed().is_ok_and(|age| age > OLD)) {
            fs::remove_file(entry.path()).map_err(io_error("delete", &entry.path()))?;
        }
    }
    Ok(())
}
