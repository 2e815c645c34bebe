//! `gate init`: reads a project and writes the files that add the gate to its pipeline.
//!
//! `read_project` reads the project, and `files` renders the new files; neither writes. The module `read`
//! parses the kinds of files, `apps` chooses the app and its scheme, `modules` finds the names that the
//! compiler uses, `own` and `steps` find the steps before the build, and `left` the tasks for a person.
//!
//! Invariants: a question is asked only if the project does not answer it. A file that cannot be read causes
//! a note and not an error. Names of the project are only data in TOML, YAML and shells. Code of the project
//! is only in steps that its own pipeline runs too.

mod apps;
mod images;
mod left;
mod modules;
mod next;
mod own;
mod page;
mod read;
mod render;
mod several;
mod step;
mod steps;
mod system;
mod walk;

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

pub use page::render_page;
pub use render::{Action, OutputFile, render_files};
pub use several::read_apps;
pub use step::Step;
pub use steps::CheckoutOptions;

/// The host of a pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PipelineHost {
    /// GitHub Actions.
    GitHub,
    /// GitLab CI.
    GitLab,
}

/// The origin of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ModuleOrigin {
    /// A target of an Xcode project.
    Target,
    /// A target of a Swift package in the repository.
    LocalPackage,
    /// A module of a remote Swift package.
    Package,
    /// A CocoaPod.
    Pod,
}

/// A module of the app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// The name by which sources import the module.
    pub name: String,
    /// The kind of target, package or pod that the module comes from.
    pub origin: ModuleOrigin,
    /// The folder of the module, relative to the project's folder, if it is in the repository.
    pub folder: Option<String>,
    /// The owner of the folder according to CODEOWNERS.
    pub owner: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BuiltApp {
    pub target: String,
    /// The bundle identifier, if the project contains it as a literal.
    pub bundle: Option<String>,
    /// The name of the product, without `.app`.
    pub product: String,
    /// The workspace or project, relative to the project's folder.
    pub container: String,
    /// The project that has the app's target: the container, or a project in the container.
    pub project: String,
    /// The scheme that builds the app.
    pub scheme: String,
    /// The configuration that is released.
    pub configuration: String,
    /// The name of the app in a matrix of several apps: letters, digits and `_`.
    pub id: String,
}

/// The user's choice of the app.
#[derive(Clone, Debug, Default)]
pub struct AppChoice {
    /// The name of the target or the product.
    pub app: Option<String>,
    pub scheme: Option<String>,
}

/// The properties of a project, as far as its files contain them.
#[derive(Clone, Debug)]
pub struct Project {
    pub app: BuiltApp,
    /// The other apps that the workflows measure, in a matrix with the first.
    pub others: Vec<BuiltApp>,
    /// The modules, sorted by name.
    pub modules: Vec<Module>,
    /// The CODEOWNERS file, relative to the project's folder.
    pub codeowners: Option<String>,
    /// The link maps in the project's folder, as relative paths.
    pub link_maps: Vec<String>,
    /// The host of the repository, if the repository has files for only one host.
    pub host: Option<PipelineHost>,
    /// The default branch of the repository.
    pub branch: String,
    /// The options of the checkout.
    pub checkout: CheckoutOptions,
    /// The steps before the build of the app, in order.
    pub steps: Vec<Step>,
    /// The limit in minutes of the repository's own job that builds the app, or 0 without a limit.
    pub minutes: u32,
    /// The Xcode that the repository requests; on GitHub only if a hosted Mac has it.
    pub xcode: Option<String>,
    /// The label of GitHub's hosted Mac on which the app is built.
    pub runner: String,
    /// Whether the project's workflows use a self-hosted runner, to which a phone may be connected.
    pub own_runner: bool,
    /// The reason why no simulator can run this build, as with Flutter and Unity.
    pub devices_only: Option<String>,
    /// The type of simulator that the runner has.
    pub device: &'static str,
    /// Whether the pipeline measures in a simulator instead of on a phone.
    pub simulator: bool,
    /// The name of the settings file: `config.toml`, or `launchgate.toml` if another tool uses the former.
    pub settings: &'static str,
    /// The problems of files that could not be read.
    pub notes: Vec<String>,
    /// The tasks and decisions for a person, with file and key.
    pub left: Vec<String>,
}

/// An app from which the user can choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PossibleApp {
    /// The name of the target that builds the app.
    pub app: String,
    /// The project or manifest that contains the app's target.
    pub place: String,
}

/// An error that prevents the set-up of a project.
#[derive(Debug, Error)]
pub enum InitError {
    /// The folder cannot be read.
    #[error("cannot read {path}: {source}")]
    Read {
        /// The folder that cannot be read.
        path: PathBuf,
        source: io::Error,
    },
    /// The folder is not the root of its repository.
    #[error(
        "{} is a folder of the repository {}, but workflows belong to its root; run `gate init` there",
        folder.display(),
        repository.display()
    )]
    Inside { folder: PathBuf, repository: PathBuf },
    /// The project has no app that can be installed on a phone.
    #[error("{0}")]
    NoApp(String),
    /// The project has several apps.
    #[error("found {} apps: {}; choose one with --app (repeat --app for a matrix of several)", apps.len(), format_app_list(apps))]
    SeveralApps {
        /// The apps from which the user must choose.
        apps: Vec<PossibleApp>,
    },
    /// A checkout of the repository lacks the project.
    #[error("{0}")]
    Uncommitted(String),
    /// The name that the user gave does not exist in the project.
    #[error("no {what} {name:?} builds an iOS app; found: {there}")]
    Unknown {
        /// The kind of the name: `app` or `scheme`.
        what: &'static str,
        /// The name that the user gave.
        name: String,
        there: String,
    },
}

impl PossibleApp {
    /// Formats the app so that its first word selects it.
    fn listed_in(&self, apps: &[PossibleApp]) -> String {
        match apps.iter().filter(|other| other.app == self.app).count() {
            1 => format!("{} ({})", self.app, self.place),
            _ => format!("{}/{}", self.place, self.app),
        }
    }
}

fn format_app_list(apps: &[PossibleApp]) -> String {
    let most = 12;
    let names: Vec<String> = apps.iter().take(most).map(|app| app.listed_in(apps)).collect();
    let more = if apps.len() > most { format!(" and {} more", apps.len() - most) } else { String::new() };
    names.join(", ") + &more
}

/// Reads the project in a folder.
pub fn read_project(root: &Path, choice: &AppChoice) -> Result<Project, InitError> {
    let mut found = walk::walk(root)?;
    if let Some(repository) = read::repository::find_enclosing_root(root) {
        return Err(InitError::Inside { folder: root.to_owned(), repository });
    }
    let mut notes = Vec::new();
    let mut left = Vec::new();
    let sources = apps::parse_files(root, &found, &mut notes);
    let app = apps::choose_app(root, &found, &sources, choice, &mut left)?;
    let codeowners = read::codeowners::read(root, &mut notes);
    let mut modules = modules::modules(root, &found, &sources, &app, &mut notes);
    if let Some((_, rules)) = &codeowners {
        for module in &mut modules {
            let file = module.folder.as_ref().map(|folder| format!("{folder}/{}.swift", module.name));
            module.owner = file.and_then(|file| rules.owner_of(&file));
        }
    }
    let own = own::own_steps(root, &app);
    left.extend(own.left);
    let host = read::repository::host(root);
    let asked = read::repository::requested_xcode(root);
    let runner = read::repository::find_macos_runner(root);
    let image = match host {
        Some(PipelineHost::GitLab) => images::choose_self_hosted(asked.as_deref()),
        _ => images::choose_image(asked.as_deref(), runner.as_deref()),
    };
    left.extend(image.left);
    let tools = steps::ToolInputs { root, found: &found, sources: &sources, app: &app };
    let (checkout, mut steps) = tools.choose_steps(own.steps)?;
    if image.lacks_runtime && !steps.iter().any(|step| step.text.contains("-downloadPlatform")) {
        steps.insert(0, Step::new("iOS runtime", "", &["xcodebuild -downloadPlatform iOS"]));
    }
    let build = left::BuildInputs {
        root,
        found: &found,
        sources: &sources,
        app: &app,
        steps: &steps,
        has_own_build: own.has_build,
    };
    left::add_manual_tasks(&build, &mut left);
    let devices_only = apps::devices_only(root, &sources, &app, &steps);
    let (branch, is_sure) =
        read::repository::default_branch(root).unwrap_or_else(|| ("main".to_owned(), false));
    if !is_sure {
        left.push(format!("check that the default branch is {branch}; the written files name it"));
    }
    Ok(Project {
        app,
        others: Vec::new(),
        modules,
        codeowners: codeowners.map(|(path, _)| path),
        link_maps: std::mem::take(&mut found.link_maps),
        host,
        branch,
        checkout,
        steps,
        minutes: own.minutes,
        xcode: image.xcode,
        runner: image.label,
        own_runner: read::repository::has_own_runner(root),
        devices_only,
        device: image.device,
        simulator: false,
        settings: settings_file_name(root),
        notes,
        left,
    })
}

/// Returns the name of the settings file, which differs if another tool uses config.toml.
fn settings_file_name(root: &Path) -> &'static str {
    let (usual, own) = ("config.toml", "launchgate.toml");
    if root.join(own).exists() {
        return own;
    }
    match std::fs::read_to_string(root.join(usual)) {
        Ok(text) if !gate_config::is_settings_file(&text) => own,
        _ => usual,
    }
}
