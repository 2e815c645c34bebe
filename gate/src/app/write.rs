//! Writes files, for every command.
//!
//! Invariant: a reader finds either the complete old file or the complete new file. The target of a link is never replaced.

use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::{Context as _, bail};
use gate_common::boundary::check_writable;
use gate_common::stage::TemporaryFolder;

/// Replaces a file as a whole. If the path is a device or a FIFO, the text is written into it.
pub fn write_whole(path: &Path, text: &str) -> anyhow::Result<()> {
    write_with(path, |file| file.write_all(text.as_bytes()).map_err(Into::into))
}

/// Writes the whole text to the file that `--out` names, or otherwise to the output of the command.
pub fn write_to(
    path: Option<&Path>,
    out: &mut dyn Write,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    match path {
        Some(path) => write_with(path, |file| write_buffered(file, write)),
        None => write_buffered(out, write).context("cannot write"),
    }
}

fn write_buffered(
    out: &mut dyn Write,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut out = BufWriter::new(out);
    write(&mut out)?;
    out.flush().map_err(Into::into)
}

fn write_with(path: &Path, write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>) -> anyhow::Result<()> {
    let failed = || format!("cannot write {}", path.display());
    check_writable(path).map_err(anyhow::Error::msg)?;
    match fs::metadata(path) {
        Ok(about) if about.is_dir() => bail!("{}: this is a folder; pass a file in it", failed()),
        Ok(about) if !about.is_file() => {
            let mut special = OpenOptions::new().write(true).open(path).with_context(failed)?;
            return write(&mut special).with_context(failed);
        }
        _ => {}
    }
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        bail!("{}: folder {} does not exist; create it first", failed(), folder.display());
    }
    let stage = TemporaryFolder::in_folder(folder, ".launchgate-").with_context(failed)?;
    let whole = stage.path().join("whole");
    let mut file = File::create_new(&whole).with_context(failed)?;
    write(&mut file).with_context(failed)?;
    // Some systems report a full disk only when the file is synchronised.
    file.sync_all().with_context(failed)?;
    fs::rename(&whole, path).with_context(failed)
}

/// Copies a file or a folder. In the folder and its subfolders, entries with the name `but` are omitted.
pub(super) fn copy(from: &Path, to: &Path, but: Option<&str>) -> anyhow::Result<()> {
    let failed = || format!("cannot copy {}", from.display());
    let kind = fs::symlink_metadata(from).with_context(failed)?.file_type();
    if kind.is_symlink() {
        let target = fs::read_link(from).with_context(failed)?;
        return std::os::unix::fs::symlink(target, to).with_context(failed);
    }
    if !kind.is_dir() {
        return fs::copy(from, to).map(drop).with_context(failed);
    }
    fs::create_dir_all(to).with_context(failed)?;
    for entry in fs::read_dir(from).with_context(failed)? {
        let name = entry.with_context(failed)?.file_name();
        if but.is_none_or(|but| name != but) {
            copy(&from.join(&name), &to.join(&name), but)?;
        }
    }
    Ok(())
}
