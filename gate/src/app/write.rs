//! How every command writes its files.
//!
//! Invariant: a reader finds the old file or the new one, never half of it; what a link leads to is never replaced.

use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, bail};

/// Writes a file whole, or into the device or FIFO that is there.
pub fn write_whole(path: &Path, text: &str) -> anyhow::Result<()> {
    write_with(path, |file| file.write_all(text.as_bytes()).map_err(Into::into))
}

/// Writes to the file that `--out` names, whole, or to the command's output if it names none.
pub fn write_to(
    path: Option<&Path>,
    out: &mut dyn Write,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let buffered = |out: &mut dyn Write| {
        let mut out = BufWriter::new(out);
        write(&mut out)?;
        out.flush().map_err(Into::into)
    };
    match path {
        Some(path) => write_with(path, buffered),
        None => buffered(out).context("cannot write"),
    }
}

fn write_with(path: &Path, write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>) -> anyhow::Result<()> {
    let failed = || format!("cannot write {}", path.display());
    refuse_links(path)?;
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
    let mut file = fresh(folder).with_context(failed)?;
    write(&mut file).with_context(failed)?;
    // A full disk may be told no sooner than here.
    file.as_file().sync_all().with_context(failed)?;
    file.persist(path).with_context(failed)?;
    Ok(())
}

/// A new file that everybody may read whom the umask lets.
fn fresh(folder: &Path) -> std::io::Result<tempfile::NamedTempFile<File>> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".launchgate-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// Refuses every link inside the checkout, whose files a pull request brings along, and elsewhere a link that leads to anything
/// but a device or a FIFO (`/dev/stdout`).
pub(super) fn refuse_links(path: &Path) -> anyhow::Result<()> {
    let checkout = checkout();
    let mut walked = PathBuf::new();
    if path.is_relative() {
        walked.push(std::env::current_dir().unwrap_or_default());
    }
    let last = path.components().count();
    for (index, part) in path.components().enumerate() {
        walked.push(part);
        let is_link = matches!(part, Component::Normal(_))
            && fs::symlink_metadata(&walked).is_ok_and(|about| about.is_symlink());
        if !is_link {
            continue;
        }
        let above = walked.parent().and_then(|above| fs::canonicalize(above).ok()).unwrap_or_default();
        let inside = checkout.as_ref().is_some_and(|checkout| above.starts_with(checkout));
        let shown = walked.display();
        if inside {
            bail!(
                "cannot write {}: {shown} is a symbolic link inside the checkout; remove the link, or write to another place",
                path.display()
            );
        }
        let leads_to_file = fs::metadata(&walked).map_or(true, |about| about.is_file() || about.is_dir());
        if index + 1 == last && leads_to_file {
            bail!("cannot write {shown}: it is a symbolic link; pass the file itself, or remove the link");
        }
    }
    Ok(())
}

/// The folder with `.git` that this one lies in; this one itself without any.
fn checkout() -> Option<PathBuf> {
    let here = fs::canonicalize(std::env::current_dir().ok()?).ok()?;
    let found = here.ancestors().find(|folder| folder.join(".git").exists());
    Some(found.unwrap_or(&here).to_owned())
}
