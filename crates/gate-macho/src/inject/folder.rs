//! Copies, lists and replaces apps that are folders.

use std::fs::{self, File, Metadata};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use super::{InjectError, Result, paths};

/// Returns the last component of an app's path, which must end in `.app`.
pub(super) fn name(app: &Path) -> Result<String> {
    let whole = fs::canonicalize(app).map_err(InjectError::from_file_operation("read", app))?;
    let name = whole.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    if name.ends_with(".app") {
        return Ok(name.to_owned());
    }
    Err(InjectError::from_input(app, "this folder is not an app: the name of an app ends in .app"))
}

/// Returns an error unless the output's name ends in `.app` and the output is a folder or does not exist. Only an app is therefore ever
/// replaced.
pub(super) fn check_output(out: &Path) -> Result<()> {
    let is_app = out.extension().is_some_and(|end| end == "app");
    if is_app && (out.is_dir() || !out.exists()) {
        return Ok(());
    }
    let reason =
        "the app is a folder, so the output must be a folder too; pass a path that ends in .app".to_owned();
    Err(InjectError::Output { path: out.to_owned(), reason })
}

/// Lists all entries below a folder. The list contains each folder before the entries of the folder. No link is followed.
pub(super) fn list_entries_below(root: &Path) -> Result<Vec<(String, Metadata)>> {
    let (mut found, mut folders) = (Vec::new(), vec![String::new()]);
    while let Some(folder) = folders.pop() {
        let here = root.join(&folder);
        for entry in fs::read_dir(&here).map_err(InjectError::from_file_operation("read", &here))? {
            let entry = entry.map_err(InjectError::from_file_operation("read", &here))?;
            let path = entry.path();
            let about = entry.metadata().map_err(InjectError::from_file_operation("read", &path))?;
            let name = entry.file_name();
            let name =
                name.to_str().ok_or_else(|| InjectError::from_input(&path, "its name is not UTF-8"))?;
            let name = if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
            if about.is_dir() {
                folders.push(name.clone());
            }
            found.push((name, about));
        }
    }
    Ok(found)
}

/// Copies an app with its modes, links and times.
pub(super) fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir(to).map_err(InjectError::from_file_operation("write", to))?;
    let mut folders =
        vec![(to.to_owned(), fs::metadata(from).map_err(InjectError::from_file_operation("read", from))?)];
    for (name, about) in list_entries_below(from)? {
        let (path, target) = (from.join(&name), to.join(&name));
        let refuse = |reason: &str| InjectError::from_input(&path, reason);
        if about.is_symlink() {
            let link = fs::read_link(&path).map_err(InjectError::from_file_operation("read", &path))?;
            let text = link.to_str().ok_or_else(|| refuse("its target is not UTF-8"))?;
            if paths::climbs_out(&name, text) {
                return Err(refuse(&format!("a symbolic link points outside the app, to {text:?}")));
            }
            symlink(text, &target).map_err(InjectError::from_file_operation("write", &target))?;
        } else if about.is_dir() {
            fs::create_dir(&target).map_err(InjectError::from_file_operation("write", &target))?;
            folders.push((target, about));
        } else if about.is_file() {
            fs::copy(&path, &target).map_err(InjectError::from_file_operation("copy", &path))?;
            if let Ok(time) = about.modified() {
                // An error in setting the time is ignored; a read-only file then has the time at which it was copied.
                let _ = File::options().write(true).open(&target).and_then(|file| file.set_modified(time));
            }
        } else {
            return Err(refuse("expected a file, a folder or a symbolic link"));
        }
    }
    // Modes are set last, since no file can be written into a read-only folder.
    for (folder, about) in folders.into_iter().rev() {
        fs::set_permissions(&folder, about.permissions())
            .map_err(InjectError::from_file_operation("write", &folder))?;
    }
    Ok(())
}

/// Creates the folder `name` below `root`, and all folders between them. Returns an error if a component of the path is a link or a file.
pub(super) fn make_below(root: &Path, name: &str) -> Result<()> {
    let mut path = root.to_owned();
    for part in name.split('/').filter(|part| !part.is_empty()) {
        path.push(part);
        match fs::symlink_metadata(&path) {
            Ok(about) if about.is_dir() => {}
            Ok(_) => {
                let reason = format!("{name:?} is inside a path that is a symbolic link or a file");
                return Err(InjectError::from_input(&path, reason));
            }
            Err(_) => fs::create_dir(&path).map_err(InjectError::from_file_operation("write", &path))?,
        }
    }
    Ok(())
}

/// Returns an error if a folder has files with one of these names in different letter case. Some file systems would treat the names as
/// equal.
pub(super) fn check_case(folder: &Path, names: [&str; 2]) -> Result<()> {
    let entries = fs::read_dir(folder).map_err(InjectError::from_file_operation("read", folder))?;
    for name in entries.flatten().map(|entry| entry.file_name()) {
        if let Some(own) = names.iter().find(|own| name.eq_ignore_ascii_case(own) && name != **own) {
            let reason = format!("its name differs from {own:?} of the agent in case only; rename it");
            return Err(InjectError::from_input(&folder.join(name), reason));
        }
    }
    Ok(())
}

/// Replaces the content of a file. The file keeps its mode. A link is not followed.
pub(super) fn overwrite(path: &Path, bytes: &[u8]) -> Result<()> {
    let mode = match fs::symlink_metadata(path) {
        Ok(about) if about.is_file() => Some(about.permissions()),
        Ok(_) => {
            return Err(InjectError::from_input(path, "expected a file, found a folder or a symbolic link"));
        }
        Err(_) => None,
    };
    if mode.is_some() {
        fs::remove_file(path).map_err(InjectError::from_file_operation("write", path))?;
    }
    fs::write(path, bytes).map_err(InjectError::from_file_operation("write", path))?;
    match mode {
        Some(mode) => {
            fs::set_permissions(path, mode).map_err(InjectError::from_file_operation("write", path))
        }
        None => Ok(()),
    }
}

/// Moves the finished app to its destination. An existing app is first moved into `stage`, and moved back if the operation fails.
pub(super) fn put(app: &Path, out: &Path, stage: &Path) -> Result<()> {
    let old: PathBuf = stage.join("old");
    let replaces = out.exists();
    if replaces {
        fs::rename(out, &old).map_err(InjectError::from_file_operation("replace", out))?;
    }
    fs::rename(app, out).map_err(|error| {
        if replaces {
            let _ = fs::rename(&old, out);
        }
        InjectError::from_file_operation("write", out)(error)
    })
}
