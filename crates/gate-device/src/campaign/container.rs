//! The folder of a scenario whose files each launch finds in the app's container.
//!
//! The settings that name it may be a pull request's, and what it holds goes into that pull request's app.
//! Invariant: nothing is read but files that lie below the folder of the settings, and no link is followed on the way.

use std::fs;
use std::path::{Path, PathBuf};

use gate_common::boundary::{Outside, below};
use sha2::{Digest as _, Sha256};

use super::super::{Failure, FailureKind, Result};

/// The files of `container`, a folder below `root`: where each is, and where it goes.
pub(super) fn files(root: &Path, container: &Path) -> Result<Vec<(PathBuf, String)>> {
    let refuse = |path: &Path, reason: &str| {
        let detail = format!("the scenario's container {}: {reason}", path.display());
        Failure::new(FailureKind::Unsafe, detail)
    };
    let start = below(root, container).map_err(|outside| match outside {
        Outside::Climbs => refuse(container, "it is not inside the folder of config.toml"),
        Outside::Link => refuse(container, "it is a symbolic link"),
    })?;
    let mut found = Vec::new();
    let mut open = vec![(start, String::new())];
    while let Some((folder, inside)) = open.pop() {
        let local = |error: std::io::Error| {
            Failure::new(
                FailureKind::Local,
                format!("the scenario's container {}: {error}", folder.display()),
            )
        };
        for entry in fs::read_dir(&folder).map_err(local)? {
            let entry = entry.map_err(local)?;
            let path = entry.path();
            let name = format!("{inside}{}", entry.file_name().to_string_lossy());
            let kind = entry.file_type().map_err(local)?;
            if kind.is_symlink() {
                return Err(refuse(&path, "it is a symbolic link"));
            } else if kind.is_dir() {
                open.push((path, format!("{name}/")));
            } else if kind.is_file() {
                found.push((path, name));
            } else {
                return Err(refuse(&path, "it is neither a file nor a folder"));
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Feeds a checksum from a reader.
pub(super) struct HashWriter<'a>(pub(super) &'a mut Sha256);

impl std::io::Write for HashWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_below_the_settings_are_taken() {
        let outside = tempfile::tempdir().expect("a folder");
        fs::write(outside.path().join("id_ed25519"), "secret").expect("written");
        let root = tempfile::tempdir().expect("a folder");
        let at = |path: &str| root.path().join(path);
        fs::create_dir_all(at("state/Documents")).expect("made");
        fs::write(at("state/Documents/a.db"), "a").expect("written");
        fs::write(at("state/b"), "b").expect("written");
        let found = files(root.path(), Path::new("./state")).expect("an ordinary folder");
        let names: Vec<&str> = found.iter().map(|(_, name)| &**name).collect();
        assert_eq!(names, ["Documents/a.db", "b"]);

        let link = |name: &str, to: &Path| std::os::unix::fs::symlink(to, at(name)).expect("linked");
        fs::create_dir_all(at("in")).expect("made");
        link("whole", outside.path());
        link("in/one", &outside.path().join("id_ed25519"));
        fs::create_dir_all(at("folder")).expect("made");
        link("folder/ssh", outside.path());
        for (container, part) in [
            (outside.path().to_str().expect("a name"), "is not inside the folder of config.toml"),
            ("../x", "is not inside"),
            ("state/../../x", "is not inside"),
            ("whole", "it is a symbolic link"),
            ("whole/.", "it is a symbolic link"),
            ("in", "it is a symbolic link"),
            ("folder", "it is a symbolic link"),
        ] {
            let failure = files(root.path(), Path::new(container)).expect_err(container);
            assert!(
                failure.kind == FailureKind::Unsafe && failure.to_string().contains(part),
                "{container}: {failure}"
            );
        }
    }
}
