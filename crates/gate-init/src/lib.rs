//! `gate init`: what a project says of itself, and the files that put the gate into its pipeline.
//!
//! `look` reads and `files` renders; neither writes. `read` knows the kinds of files, `apps` which app and scheme is meant,
//! `modules` the names that the compiler uses, `steps` what comes before the build, `left` what only a person can bring to it.
//!
//! Invariants: nothing is asked that the project tells; a file that cannot be understood is a note, not an end;
//! names of the project reach TOML, YAML and shells as data only.

mod apps;
mod images;
mod left;
mod modules;
mod page;
mod read;
mod render;
mod steps;
mod system;
mod walk;

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

pub use page::page;
pub use render::{Action, File, files};
pub use steps::{Checkout, Step};

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
    /// A target of a Swift package in the repository.
    LocalPackage,
    /// A module of a Swift package from elsewhere.
    Package,
    /// A CocoaPod.
    Pod,
}

/// A piece of the app that has a name of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// Its name, as sources import it.
    pub name: String,
    /// Where it was found.
    pub origin: Origin,
    /// Its folder, from the project's, if it is in the repository.
    pub folder: Option<String>,
    /// Who owns the folder, by CODEOWNERS.
    pub owner: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuiltApp {
    pub target: String,
    /// Its bundle identifier, if it is written out.
    pub bundle: Option<String>,
    /// The file that is built, without `.app`.
    pub product: String,
    /// The workspace or project, from the project's folder.
    pub container: String,
    /// The scheme that builds it.
    pub scheme: String,
    /// The configuration that is shipped.
    pub configuration: String,
}

/// What somebody said of the app.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// The target or the product.
    pub app: Option<String>,
    pub scheme: Option<String>,
}

/// A project, as far as it tells.
#[derive(Clone, Debug)]
pub struct Project {
    pub app: BuiltApp,
    /// All its modules, by name.
    pub modules: Vec<Module>,
    /// CODEOWNERS, from the project's folder.
    pub codeowners: Option<String>,
    /// Link maps that lie about, from the project's folder.
    pub link_maps: Vec<String>,
    /// The host, if the repository says which.
    pub host: Option<Host>,
    /// The default branch.
    pub branch: String,
    /// What the checkout must bring.
    pub checkout: Checkout,
    /// What comes before the build, in order.
    pub steps: Vec<Step>,
    /// The Xcode that the repository asks for; on GitHub only if a hosted Mac has it.
    pub xcode: Option<String>,
    /// The hosted Mac on which it builds, by its label on GitHub.
    pub runner: String,
    /// Whether its workflows name a runner of its own, which may have a phone.
    pub own_runner: bool,
    /// The setting by which the configuration builds for no simulator, as Flutter's and Unity's do.
    pub devices_only: Option<String>,
    /// Whether the pipeline measures in a simulator, and not on a phone.
    pub simulator: bool,
    /// `config.toml`, or `launchgate.toml` where the first is somebody else's.
    pub settings: &'static str,
    /// What was looked at and not understood.
    pub notes: Vec<String>,
    /// What a person has to do or to decide, with file and key.
    pub left: Vec<String>,
}

/// An app that could be meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Possible {
    /// The target.
    pub app: String,
    /// The project or manifest that has it.
    pub place: String,
}

/// Why a project cannot be set up.
#[derive(Debug, Error)]
pub enum InitError {
    /// The folder cannot be read.
    #[error("cannot read {path}: {source}")]
    Read {
        /// The folder.
        path: PathBuf,
        source: io::Error,
    },
    /// A part of a repository.
    #[error(
        "{} is a folder of the repository {}, but workflows belong to its root; run `gate init` there",
        folder.display(),
        repository.display()
    )]
    Inside { folder: PathBuf, repository: PathBuf },
    /// Nothing that installs on a phone.
    #[error("{0}")]
    NoApp(String),
    /// More than one.
    #[error("found {} apps: {}; choose one with --app", apps.len(), listed(apps))]
    SeveralApps {
        /// All of them.
        apps: Vec<Possible>,
    },
    /// A name that the project does not have.
    #[error("no {what} {name:?} builds an iOS app; found: {there}")]
    Unknown {
        /// App or scheme.
        what: &'static str,
        /// As it was given.
        name: String,
        there: String,
    },
}

fn listed(apps: &[Possible]) -> String {
    let most = 12;
    let names: Vec<String> =
        apps.iter().take(most).map(|app| format!("{} ({})", app.app, app.place)).collect();
    let more = if apps.len() > most { format!(" and {} more", apps.len() - most) } else { String::new() };
    names.join(", ") + &more
}

/// Looks at a project's folder.
pub fn read_project(root: &Path, choice: &Choice) -> Result<Project, InitError> {
    let mut found = walk::walk(root)?;
    if let Some(repository) = read::repository::above(root) {
        return Err(InitError::Inside { folder: root.to_owned(), repository });
    }
    let mut notes = Vec::new();
    let mut left = Vec::new();
    let sources = apps::sources(root, &found, &mut notes);
    let app = apps::choose(root, &found, &sources, choice, &mut left)?;
    let codeowners = read::codeowners::read(root, &mut notes);
    let mut modules = modules::modules(root, &found, &sources, &app, &mut notes);
    if let Some((_, rules)) = &codeowners {
        for module in &mut modules {
            let file = module.folder.as_ref().map(|folder| format!("{folder}/{}.swift", module.name));
            module.owner = file.and_then(|file| rules.owner_of(&file));
        }
    }
    let devices_only = apps::devices_only(&sources, &app);
    let (checkout, steps) = steps::steps(root, &found, &sources, &app, &mut left);
    let build = left::Build { root, found: &found, sources: &sources, app: &app, steps: &steps };
    left::left(&build, &mut left);
    let host = read::repository::host(root);
    let asked = read::repository::xcode(root);
    let runner = read::repository::runner(root);
    let image = match host {
        Some(Host::GitLab) => images::own(asked.as_deref()),
        _ => images::choose(asked.as_deref(), runner.as_deref()),
    };
    left.extend(image.left);
    let (branch, is_sure) = read::repository::branch(root).unwrap_or_else(|| ("main".to_owned(), false));
    if !is_sure {
        left.push(format!(
            "check that the default branch is {branch} (`if` of the job baseline in .github/workflows/launchgate-baseline.yml)"
        ));
    }
    Ok(Project {
        app,
        modules,
        codeowners: codeowners.map(|(path, _)| path),
        link_maps: std::mem::take(&mut found.link_maps),
        host,
        branch,
        checkout,
        steps,
        xcode: image.xcode,
        runner: image.label,
        own_runner: read::repository::has_own_runner(root),
        devices_only,
        simulator: false,
        settings: settings(root),
        notes,
        left,
    })
}

/// The name of the settings' file: another tool's config.toml stays as it is.
fn settings(root: &Path) -> &'static str {
    let (usual, own) = ("config.toml", "launchgate.toml");
    if root.join(own).exists() {
        return own;
    }
    match std::fs::read_to_string(root.join(usual)) {
        Ok(text) if !gate_config::is_ours(&text) => own,
        _ => usual,
    }
}
