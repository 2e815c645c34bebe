//! Paths that settings name, which may be a pull request's.

use std::fs;
use std::path::{Component, Path, PathBuf};

use super::Config;

/// Why a path may lead anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    /// It is absolute or has `..`.
    Climbs,
    /// A part of it is a symbolic link.
    Link,
}

/// The place of a path below `root`, to which no link leads.
pub fn below(root: &Path, path: &Path) -> Result<PathBuf, Outside> {
    if !path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
        return Err(Outside::Climbs);
    }
    let mut place = root.to_owned();
    for part in path.components().filter(|part| matches!(part, Component::Normal(_))) {
        place.push(part);
        if fs::symlink_metadata(&place).is_ok_and(|about| about.is_symlink()) {
            return Err(Outside::Link);
        }
    }
    Ok(place)
}

impl Config {
    /// Every path of a judgement that is set; a store at a URL is none.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        let settings = &self.attribution;
        let single = [&settings.codeowners, &settings.symbols, &settings.device_support, &self.baseline.dir];
        let lists = settings.link_maps.iter().chain(&settings.binaries);
        let all = single.into_iter().chain(lists).map(PathBuf::as_path);
        all.filter(|path| !path.as_os_str().is_empty() && !path.to_string_lossy().contains("://"))
    }
}
