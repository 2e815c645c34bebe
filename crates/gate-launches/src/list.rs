//! Expands paths that a user gives to the files to read.

use std::path::{Path, PathBuf};

use gate_common::boundary::check_readable;

use super::read::{ReadError, Reason, Result, source_of};
use super::{Warning, WarningKind};

/// The extension of the traces of lost launches, which are read only if a user names the file.
pub const LOST_TRACE: &str = "lost";

/// Returns whether an input can be read only once, such as standard input or a FIFO.
pub fn is_read_once(path: &Path) -> bool {
    path == Path::new("-") || std::fs::metadata(path).is_ok_and(|about| !about.is_file() && !about.is_dir())
}

/// Returns the traces of lost launches in the folders among the paths. Folders that cannot be read are skipped.
pub fn list_lost_traces(paths: &[PathBuf]) -> Vec<PathBuf> {
    let entries = paths.iter().filter_map(|path| std::fs::read_dir(path).ok()).flatten().flatten();
    let mut lost: Vec<PathBuf> =
        entries.map(|entry| entry.path()).filter(|path| is_lost_trace(path)).collect();
    lost.sort();
    lost
}

fn is_lost_trace(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == LOST_TRACE)
}

/// Adds the files that are to be read: `path` itself or, for a folder, the files in the folder in the order of their names, without hidden
/// files and traces of lost launches. A device or a FIFO in a folder is skipped with a warning, since the user did not name it and opening
/// it may block forever. `given` states whether the user named the path.
pub(super) fn list_files(
    path: &Path,
    given: bool,
    files: &mut Vec<PathBuf>,
    skipped: &mut Vec<Warning>,
) -> Result<()> {
    let failed = |error| ReadError { source: source_of(path), reason: Reason::Io(error) };
    if path == Path::new("-") {
        files.push(path.to_owned());
        return Ok(());
    }
    check_readable(path).map_err(failed)?;
    let about = std::fs::metadata(path).map_err(failed)?;
    if !about.is_dir() {
        if given || about.is_file() {
            files.push(path.to_owned());
        } else {
            skipped.push(Warning { source: source_of(path), kind: WarningKind::NotAFile });
        }
        return Ok(());
    }
    let mut inside = Vec::new();
    for entry in std::fs::read_dir(path).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let is_hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if !is_hidden && !is_lost_trace(&path) {
            inside.push(path);
        }
    }
    if inside.is_empty() && given {
        return Err(ReadError { source: source_of(path), reason: Reason::Empty });
    }
    inside.sort();
    inside.iter().try_for_each(|path| list_files(path, false, files, skipped))
}
