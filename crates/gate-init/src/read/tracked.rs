//! Lists the files of a fresh checkout, which are the files in git's index. File names are compared as the file system of a Mac compares
//! them.
//!
//! The files on the disk would be misleading: a developer's disk has uncommitted secrets, and a sparse
//! checkout lacks committed files.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use gate_common::git::Repository;
use unicode_normalization::UnicodeNormalization as _;

/// The files in git's index of a repository, or the files of a folder without git.
pub(crate) struct TrackedFiles {
    root: PathBuf,
    /// The tracked files and their folders; `None` outside of a repository.
    names: Option<HashSet<String>>,
}

impl TrackedFiles {
    pub(crate) fn from_root(root: &Path) -> TrackedFiles {
        let is_root = |found: &Repository| found.root().canonicalize().ok() == root.canonicalize().ok();
        let found = Repository::open(root).ok().filter(is_root).and_then(|found| found.tracked_files().ok());
        // If the index is empty, the files on the disk are used.
        let names = found.filter(|paths| !paths.is_empty()).map(|paths| {
            let all = paths.iter().flat_map(|path| Path::new(path).ancestors().map(Path::to_owned));
            all.map(|path| normalize_path(&path.to_string_lossy())).collect()
        });
        TrackedFiles { root: root.to_owned(), names }
    }

    pub(crate) fn has(&self, path: &str) -> bool {
        match &self.names {
            Some(names) => names.contains(&normalize_path(path)),
            None => self.root.join(path).exists(),
        }
    }
}

/// Returns a path in lower case and in Unicode's composed form (NFC).
fn normalize_path(path: &str) -> String {
    path.nfc().collect::<String>().to_lowercase()
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn file_names_are_looked_up_in_the_git_index_without_regard_to_case() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let git = |words: &[&str]| {
            assert!(Command::new("git").args(words).current_dir(root).status().unwrap().success())
        };
        std::fs::create_dir_all(root.join("config")).unwrap();
        for name in [
            "config/Version.Public.xcconfig",
            "config/Cafe\u{301}.swift",
            "config/Sparse.swift",
            "Secrets.swift",
        ] {
            std::fs::write(root.join(name), "").unwrap();
        }
        let disk = TrackedFiles::from_root(root);
        assert!(disk.has("Secrets.swift") && !disk.has("gone.swift"));
        git(&["init", "-q"]);
        git(&["add", "config"]);
        std::fs::remove_file(root.join("config/Sparse.swift")).unwrap();
        let tracked = TrackedFiles::from_root(root);
        for there in
            ["config/version.public.xcconfig", "config/Caf\u{e9}.swift", "config/Sparse.swift", "config"]
        {
            assert!(tracked.has(there), "{there}");
        }
        assert!(!tracked.has("Secrets.swift") && !tracked.has("config/gone.swift"));
    }
}
