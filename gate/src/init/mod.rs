//! `gate init`: what a project says of itself, and the files that put the gate into its pipeline.
//!
//! `look` reads and `files` renders; neither writes.
//!
//! Invariants: nothing is asked that the project tells; a file that cannot be understood is a note, not an end;
//! names of the project reach TOML, YAML and shells as data only.

mod packages;
mod render;
mod walk;
mod xcode;

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

pub use render::{Action, File, files};

/// Where pipelines run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Host {
    /// GitHub Actions.
    GitHub,
    /// GitLab CI.
    GitLab,
}

/// Where a module was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// A target of an Xcode project.
    Target,
    /// A Swift package in the repository.
    LocalPackage,
    /// A Swift package from elsewhere.
    Package,
    /// A CocoaPod.
    Pod,
}

/// A piece of the app that has a name of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// Its name.
    pub name: String,
    /// Where it was found.
    pub origin: Origin,
    /// Its folder, from the project's, if it is in the repository.
    pub folder: Option<String>,
    /// Who owns the folder, by CODEOWNERS.
    pub owner: Option<String>,
}

/// What is built.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BuiltApp {
    /// The target.
    pub target: String,
    /// Its bundle identifier, if it is written out.
    pub bundle: Option<String>,
    /// The workspace or project, from the project's folder.
    pub container: String,
    /// The scheme that builds it.
    pub scheme: String,
}

/// A project, as far as it tells.
#[derive(Clone, Debug, Default)]
pub struct Project {
    /// The app; none if no Xcode project has exactly one that is not a sample.
    pub app: Option<BuiltApp>,
    /// All its modules, by name.
    pub modules: Vec<Module>,
    /// CODEOWNERS, from the project's folder.
    pub codeowners: Option<String>,
    /// Link maps that lie about, from the project's folder.
    pub link_maps: Vec<String>,
    /// The host, if the repository says which.
    pub host: Option<Host>,
    /// What was looked at and not understood, or needs a decision.
    pub notes: Vec<String>,
}

/// Why a project cannot be looked at.
#[derive(Debug, Error)]
pub enum InitError {
    /// The folder cannot be read.
    #[error("cannot read {path}: {source}")]
    Read {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// Looks at a project's folder.
pub fn look(root: &Path) -> Result<Project, InitError> {
    let mut found = walk::walk(root)?;
    let mut project = Project { host: host(root), ..Project::default() };
    let codeowners = xcode::codeowners(root, &mut project);
    xcode::apps_and_targets(root, &found, &mut project);
    packages::pods(root, &found, &mut project);
    packages::local(&found, &mut project);
    packages::resolved(root, &found, &mut project);
    project.link_maps = std::mem::take(&mut found.link_maps);
    project.modules.sort_by(|a, b| (&a.name, a.origin).cmp(&(&b.name, b.origin)));
    project.modules.dedup_by(|later, first| later.name == first.name);
    for module in &mut project.modules {
        let folder = module.folder.clone().or_else(|| found.folder_of(&module.name));
        // Sources of others are nobody's here.
        if matches!(module.origin, Origin::Target | Origin::LocalPackage) {
            let file = folder.as_ref().map(|folder| format!("{folder}/{}.swift", module.name));
            module.owner = file.and_then(|file| codeowners.as_ref()?.owner_of(&file));
            module.folder = folder;
        }
    }
    Ok(project)
}

/// The host, by the files that only one of them reads, else by the remote's address.
fn host(root: &Path) -> Option<Host> {
    if root.join(".gitlab-ci.yml").exists() {
        return Some(Host::GitLab);
    }
    if root.join(".github").is_dir() {
        return Some(Host::GitHub);
    }
    let config = std::fs::read_to_string(root.join(".git/config")).ok()?;
    let address = config.lines().find_map(|line| line.trim().strip_prefix("url = "))?;
    if address.contains("gitlab") {
        Some(Host::GitLab)
    } else if address.contains("github") {
        Some(Host::GitHub)
    } else {
        None
    }
}
