//! Guards the boundary between this machine and the input of a pull request: its settings, artifacts, checkout and output.
//!
//! The author of a pull request chooses the names and the symbolic links in its checkout, so every path in
//! the checkout is checked here.
//! Invariants: no file is read through a link that leads outside the checkout or into its `.git`. No file is
//! written through a link in the checkout. A message about a path contains the path, and never the content of
//! the file.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

/// The reason why a path may lead outside its folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundaryViolation {
    /// The path is absolute or contains `..`.
    Climbs,
    /// A component of the path is a symbolic link.
    Link,
    /// The path is git's folder, or is inside of git's folder.
    Git,
}

/// Returns a path below `root`, if the path contains no symbolic link and is not in git's folder.
pub fn join_below(root: &Path, path: &Path) -> Result<PathBuf, BoundaryViolation> {
    if !path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
        return Err(BoundaryViolation::Climbs);
    }
    if path.components().any(|part| is_git(part.as_os_str())) {
        return Err(BoundaryViolation::Git);
    }
    let mut place = root.to_owned();
    for part in path.components().filter(|part| matches!(part, Component::Normal(_))) {
        place.push(part);
        if fs::symlink_metadata(&place).is_ok_and(|about| about.is_symlink()) {
            return Err(BoundaryViolation::Link);
        }
    }
    Ok(place)
}

/// Returns whether a name denotes git's folder, in which a repository and its credentials are stored. In a submodule or worktree, git's
/// folder is a file. The comparison ignores case, as some file systems do.
pub fn is_git(name: &OsStr) -> bool {
    name.eq_ignore_ascii_case(".git")
}

/// Opens a file for reading, unless a symbolic link in the checkout leads outside the checkout.
pub fn open(path: &Path) -> io::Result<fs::File> {
    check_readable(path)?;
    fs::File::open(path)
}

/// Reads a whole file under the conditions of [`open`].
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    check_readable(path)?;
    fs::read(path)
}

/// Refuses a path if a symbolic link in the checkout leads outside the checkout or into its `.git`, where
/// credentials are.
pub fn check_readable(path: &Path) -> io::Result<()> {
    let Some(checkout) = find_checkout() else { return Ok(()) };
    links_out(path, &checkout).map_or(Ok(()), Err)
}

fn links_out(path: &Path, checkout: &Path) -> Option<io::Error> {
    let is_out = |target: PathBuf| !target.starts_with(checkout) || target.starts_with(checkout.join(".git"));
    let mut links = find_links(path, checkout).into_iter().filter(|link| link.is_inside);
    let link = links.find(|link| fs::canonicalize(&link.place).is_ok_and(is_out))?;
    Some(io::Error::other(format!(
        "{} is a symbolic link that leads out of the checkout; replace it by the file itself",
        link.place.display()
    )))
}

/// Refuses to write through any symbolic link in the checkout. A link outside of the checkout is refused unless it leads to a device or a
/// FIFO (`/dev/stdout`). The error contains the reason for the refusal and an advice.
pub fn check_writable(path: &Path) -> Result<(), String> {
    match find_checkout().or_else(|| fs::canonicalize(".").ok()) {
        Some(checkout) => check_written(path, &checkout),
        None => Ok(()),
    }
}

fn check_written(path: &Path, checkout: &Path) -> Result<(), String> {
    for link in find_links(path, checkout) {
        let shown = link.place.display();
        if link.is_inside {
            return Err(format!(
                "cannot write {}: {shown} is a symbolic link inside the checkout; remove the link, or write to another place",
                path.display()
            ));
        }
        let leads_to_file = fs::metadata(&link.place).map_or(true, |about| about.is_file() || about.is_dir());
        if link.is_last && leads_to_file {
            return Err(format!(
                "cannot write {shown}: it is a symbolic link; pass the file itself, or remove the link"
            ));
        }
    }
    Ok(())
}

/// A component of a path that is a symbolic link.
struct SymbolicLink {
    place: PathBuf,
    /// Whether the link is in the checkout.
    is_inside: bool,
    /// Whether the link is the last component of the path.
    is_last: bool,
}

fn find_links(path: &Path, checkout: &Path) -> Vec<SymbolicLink> {
    let mut walked =
        if path.is_relative() { std::env::current_dir().unwrap_or_default() } else { PathBuf::new() };
    let last = path.components().count();
    let mut found = Vec::new();
    for (at, part) in path.components().enumerate() {
        walked.push(part);
        let is_name = matches!(part, Component::Normal(_));
        if is_name && fs::symlink_metadata(&walked).is_ok_and(|about| about.is_symlink()) {
            let above = walked.parent().and_then(|above| fs::canonicalize(above).ok()).unwrap_or_default();
            let is_inside = above.starts_with(checkout);
            found.push(SymbolicLink { place: walked.clone(), is_inside, is_last: at + 1 == last });
        }
    }
    found
}

/// Returns the current folder or its nearest ancestor that contains `.git`.
fn find_checkout() -> Option<PathBuf> {
    let here = fs::canonicalize(std::env::current_dir().ok()?).ok()?;
    here.ancestors().find(|folder| folder.join(".git").exists()).map(Path::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_file_is_read_through_a_link_out_of_the_checkout() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = fs::canonicalize(folder.path()).expect("it is there");
        let at = |path: &str| root.join(path);
        for made in ["work/.git", "work/inside", "outside"] {
            fs::create_dir_all(at(made)).expect("made");
        }
        for file in ["work/.git/config", "work/inside/file", "outside/secret"] {
            fs::write(at(file), "hunter2").expect("written");
        }
        let link = |from: &str, to: &str| std::os::unix::fs::symlink(at(to), at(from)).expect("linked");
        link("work/to-file", "outside/secret");
        link("work/to-folder", "outside");
        link("work/to-link", "work/to-folder");
        link("work/to-git", "work/.git");
        link("work/to-inside", "work/inside");
        link("outside/back", "work/to-file");
        link("entry", "work");
        let checkout = at("work");
        let leads_out = |path: &str| {
            let found = links_out(&at(path), &checkout).map(|error| error.to_string());
            assert!(found.as_ref().is_none_or(|error| !error.contains("hunter2")), "{found:?}");
            found.is_some()
        };
        for path in [
            "work/to-file",
            "work/to-folder/secret",
            "work/to-link/secret",
            "work/to-git/config",
            "entry/to-file",
        ] {
            assert!(leads_out(path), "{path}");
        }
        for path in
            ["work/inside/file", "work/to-inside/file", "outside/secret", "entry/inside/file", "work/missing"]
        {
            assert!(!leads_out(path), "{path}");
        }
        let written = |path: &str| check_written(&at(path), &checkout).is_ok();
        for path in
            ["work/to-file", "work/to-folder/new", "work/to-inside/new", "outside/back", "entry/to-file"]
        {
            assert!(!written(path), "{path}");
        }
        for path in ["work/new", "work/inside/file", "outside/new", "entry/new"] {
            assert!(written(path), "{path}");
        }
    }

    #[test]
    fn paths_that_leave_their_folder_or_follow_a_link_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("a")).expect("made");
        std::os::unix::fs::symlink(folder.path(), folder.path().join("a/up")).expect("linked");
        let of = |path: &str| join_below(folder.path(), Path::new(path));
        assert_eq!(of("./a/b"), Ok(folder.path().join("a/b")));
        assert_eq!(
            [of("a/../b"), of("/etc")],
            [Err(BoundaryViolation::Climbs), Err(BoundaryViolation::Climbs)]
        );
        assert_eq!([of("a/up"), of("a/up/b")], [Err(BoundaryViolation::Link), Err(BoundaryViolation::Link)]);
        for path in [".git", "./.git/config", "a/.Git", "a/.GIT/hooks/x"] {
            assert_eq!(of(path), Err(BoundaryViolation::Git), "{path}");
        }
        assert!(of("a/.github/x").is_ok());
    }
}
