//! Chooses the steps before the build: the options of the checkout, and the tools that create missing parts of the project.

use std::path::Path;

use super::apps::ParsedFiles;
use super::read::repository::is_in_submodule;
use super::read::tracked::TrackedFiles;
use super::read::{self, join, parent};
use super::step::Step;
use super::walk::RepositoryFiles;
use super::{BuiltApp, InitError};

/// The options of the checkout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckoutOptions {
    /// Whether the checkout fetches submodules, recursively.
    pub submodules: bool,
    /// Whether the checkout fetches files from LFS.
    pub lfs: bool,
}

/// The steps that run tools, in their order. Each has the commands with which the repository's own pipeline
/// may run the same tool.
const TOOLS: [(&str, &str); 5] = [
    ("Flutter", "flutter pub get|flutter build|flutter packages get|melos bootstrap|melos bs"),
    ("JavaScript packages", "npm ci|npm install|npm i |yarn|pnpm i|bun i"),
    ("Xcode project", "xcodegen|tuist generate|expo prebuild|expo-cli prebuild"),
    ("Carthage", "carthage"),
    ("Pods", "pod install|pod-install|pod update"),
];

/// The properties of the project that determine which tools must run.
pub(super) struct ToolInputs<'a> {
    pub(super) root: &'a Path,
    pub(super) found: &'a RepositoryFiles,
    pub(super) sources: &'a ParsedFiles,
    pub(super) app: &'a BuiltApp,
}

impl ToolInputs<'_> {
    /// Returns the options of the checkout and the steps in their order: the steps of the repository's own
    /// pipeline, and steps for tools that the repository's own pipeline does not run.
    pub(super) fn choose_steps(&self, own: Vec<Step>) -> Result<(CheckoutOptions, Vec<Step>), InitError> {
        let ToolInputs { root, found, sources, app } = *self;
        let submodules = !read::repository::submodules(root).is_empty();
        let checkout = CheckoutOptions { submodules, lfs: read::repository::has_lfs(root) };
        let folder = parent(&app.container);
        let tools = [
            flutter(found, app),
            packages_of_node(root, found, sources, folder),
            xcodegen(root, found, app).or_else(|| tuist(root, found, app)).or_else(|| expo(root, found, app)),
            carthage(root, found, app),
            pods(root, found, folder),
        ];
        let mut steps = own;
        for step in tools.into_iter().flatten() {
            let at = TOOLS.iter().position(|(name, _)| *name == step.name).unwrap_or(TOOLS.len());
            if steps.iter().any(|own| runs_tool(own, at)) {
                continue;
            }
            // CocoaPods needs the project that a generator creates, and both CocoaPods and the generator may
            // need JavaScript packages.
            let later = |own: &Step| (at + 1..TOOLS.len()).any(|other| runs_tool(own, other));
            let place = steps.iter().position(later).unwrap_or(steps.len());
            steps.insert(place, step);
        }
        self.check_committed(&steps)?;
        Ok((checkout, steps))
    }

    /// Returns an error if neither git nor a step provides the project.
    fn check_committed(&self, steps: &[Step]) -> Result<(), InitError> {
        let project = &self.app.project;
        let is_made = steps.iter().any(|step| runs_tool(step, 2) || makes_project(&step.text));
        if !is_untracked(self.root, project) || is_made || is_in_submodule(self.root, project) {
            return Ok(());
        }
        Err(InitError::Uncommitted(format!(
            "{project} is not in git, and no step of a pipeline here makes it; commit it (`git add {project}`), or add the command that makes it to a workflow of the repository that builds {}, and run `gate init` again",
            self.app.target
        )))
    }
}

/// Returns whether the steps run the tool with this name.
pub(super) fn run_tool(steps: &[Step], name: &str) -> bool {
    let at = TOOLS.iter().position(|(tool, _)| *tool == name).unwrap_or(TOOLS.len());
    steps.iter().any(|step| step.name == name || runs_tool(step, at))
}

/// Returns whether a step runs the tool with this index.
fn runs_tool(step: &Step, tool: usize) -> bool {
    TOOLS
        .get(tool)
        .is_some_and(|(_, commands)| commands.split('|').any(|command| step.text.contains(command)))
}

/// Returns whether a command creates the projects of a cross-platform framework.
fn makes_project(text: &str) -> bool {
    let commands = [
        "cap add ios",
        "cordova prepare",
        "cordova platform add",
        "tauri ios init",
        "flutter create",
        "cmake",
        "bazel run",
    ];
    commands.iter().any(|command| text.contains(command))
}

/// Returns whether a checkout lacks the project or workspace.
fn is_untracked(root: &Path, path: &str) -> bool {
    !TrackedFiles::from_root(root).has(path)
}

/// Returns the file in a list that is in the folder or in the nearest of its ancestors.
fn find_nearest<'a>(files: &'a [String], folder: &str) -> Option<&'a str> {
    folder_and_ancestors(folder)
        .find_map(|here| files.iter().find(|path| parent(path) == here))
        .map(String::as_str)
}

/// Returns a folder and the folder's ancestors.
pub(super) fn folder_and_ancestors(folder: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(folder), |here| (!here.is_empty()).then(|| parent(here)))
}

/// Returns the step for Flutter, in whose projects the folder `ios` is next to the pubspec.yaml.
fn flutter(found: &RepositoryFiles, app: &BuiltApp) -> Option<Step> {
    let above = parent(parent(&app.project));
    let is_own = |path: &&String| parent(path) == above && parent(&app.project).ends_with("ios");
    found.pubspecs.iter().find(is_own)?;
    let lines = [
        "command -v flutter || brew install --cask flutter",
        "flutter pub get",
        "flutter build ios --config-only --release --no-codesign",
    ];
    Some(Step::new("Flutter", above, &lines))
}

fn packages_of_node(
    root: &Path,
    found: &RepositoryFiles,
    sources: &ParsedFiles,
    folder: &str,
) -> Option<Step> {
    // The folders from which the Podfile or packages take pods or frameworks.
    let pods = sources.podfiles.iter().flat_map(|(folder, podfile)| {
        podfile.places.iter().filter_map(|path| read::join_relative(folder, path))
    });
    let places: Vec<String> = sources
        .packages
        .iter()
        .flat_map(|(_, manifest)| manifest.binaries.iter().cloned())
        .chain(pods)
        .filter_map(|path| Some(path.split_once("node_modules/")?.0.trim_end_matches('/').to_owned()))
        .collect();
    let is_native =
        |path: &String| places.iter().any(|place| place == parent(path)) || has_native_framework(root, path);
    let native: Vec<String> = found.package_jsons.iter().filter(|path| is_native(path)).cloned().collect();
    let here = parent(find_nearest(&native, folder)?);
    // In a repository with several packages, the lock file is in an ancestor of the package.
    let locked = folder_and_ancestors(here).find_map(|here| Some((here, install_locked(root, here)?)));
    let (here, lines) = locked.unwrap_or(("", &["npm install"]));
    Some(Step::new("JavaScript packages", here, lines))
}

/// Returns whether a package.json depends on a framework that builds a part of the app.
fn has_native_framework(root: &Path, path: &str) -> bool {
    let frameworks = ["\"react-native\"", "\"expo\"", "\"@capacitor/ios\""];
    read::read_text(&root.join(path))
        .is_ok_and(|text| frameworks.iter().any(|framework| text.contains(framework)))
}

/// Returns the commands that install the packages of a folder's lock file.
pub(super) fn install_locked(root: &Path, folder: &str) -> Option<&'static [&'static str]> {
    let has = |name: &str| join(folder, name).is_some_and(|path| root.join(path).exists());
    if has("yarn.lock") && has(".yarnrc.yml") {
        Some(&["corepack enable", "yarn install --immutable"])
    } else if has("yarn.lock") {
        Some(&["corepack enable", "yarn install --frozen-lockfile"])
    } else if has("pnpm-lock.yaml") {
        Some(&["corepack enable", "pnpm install --frozen-lockfile"])
    } else if has("bun.lock") || has("bun.lockb") {
        Some(&["command -v bun || brew install oven-sh/bun/bun", "bun install --frozen-lockfile"])
    } else if has("package-lock.json") {
        Some(&["npm ci"])
    } else {
        None
    }
}

/// Returns whether a tool creates a path, because git does not contain it or, in a folder without git,
/// because .gitignore names it.
fn is_ignored(root: &Path, path: &str) -> bool {
    if is_untracked(root, path) {
        return true;
    }
    let ending = path.rsplit('.').next().unwrap_or_default();
    folder_and_ancestors(parent(path)).any(|here| {
        let file = join(here, ".gitignore").unwrap_or_default();
        let text = read::read_text(&root.join(file)).unwrap_or_default();
        let mut lines = text.lines().map(str::trim).filter(|line| !line.starts_with(['#', '!']));
        // A line such as `*.xcodeproj/xcuserdata` does not ignore the project itself.
        lines.any(|line| line.trim_end_matches(['/', '*']).ends_with(&format!(".{ending}")))
    })
}

fn xcodegen(root: &Path, found: &RepositoryFiles, app: &BuiltApp) -> Option<Step> {
    let project = Some(&app.project).filter(|path| is_ignored(root, path))?;
    let folder = parent(project);
    let beside = || found.specs.iter().filter(|path| parent(path) == folder && read::is_xcodegen(root, path));
    // If a folder has several specifications, the specification of the project contains the project's name.
    let name = format!("name: {}", read::stem(project));
    let is_own = |path: &&String| {
        read::read_text(&root.join(path)).is_ok_and(|text| text.lines().any(|line| line.trim_end() == name))
    };
    let spec = beside().find(is_own).or_else(|| beside().next())?;
    let file = spec.rsplit('/').next().unwrap_or_default();
    // The file is named only if its name has no special characters for a shell; otherwise the tool uses its
    // default.
    let plain = file.chars().all(|c| c.is_ascii_alphanumeric() || ".-_".contains(c));
    let generate = if file == "project.yml" || !plain {
        "xcodegen generate".to_owned()
    } else {
        format!("xcodegen generate --spec {file}")
    };
    let by_mint =
        read::read_text(&root.join("Mintfile")).is_ok_and(|text| text.to_lowercase().contains("xcodegen"));
    if by_mint {
        let generate = format!("mint run {generate}");
        return Some(Step::new(
            "Xcode project",
            folder,
            &["command -v mint || brew install mint", &generate],
        ));
    }
    Some(Step::new("Xcode project", folder, &["command -v xcodegen || brew install xcodegen", &generate]))
}

/// Returns the step for Tuist, if Tuist creates the project and a checkout lacks the project.
fn tuist(root: &Path, found: &RepositoryFiles, app: &BuiltApp) -> Option<Step> {
    let path = read::tuist_manifest(root, &found.tuist)?;
    if !is_ignored(root, &app.project) {
        return None;
    }
    let folder = parent(path);
    // A file or folder named `Tuist` marks the root of the projects that Tuist creates.
    let exists = |folder: &str, name: &str| join(folder, name).is_some_and(|path| root.join(path).exists());
    let is_root = |folder: &&str| exists(folder, "Tuist.swift") || exists(folder, "Tuist");
    let folder = folder_and_ancestors(folder).find(is_root).unwrap_or(folder);
    let by_mise = [".mise.toml", "mise.toml", ".tool-versions"].iter().any(|name| {
        let path = join(folder, name).unwrap_or_default();
        read::read_text(&root.join(path)).is_ok_and(|text| text.contains("tuist"))
    });
    let lines: &[&str] = if by_mise {
        &[
            "command -v mise || brew install mise",
            "mise trust && mise install",
            "mise exec -- tuist install",
            "mise exec -- tuist generate --no-open",
        ]
    } else {
        &["command -v tuist || brew install tuist/tuist/tuist", "tuist install", "tuist generate --no-open"]
    };
    Some(Step::new("Xcode project", folder, lines))
}

/// Returns the step for Expo, which creates the project if git does not contain it.
fn expo(root: &Path, found: &RepositoryFiles, app: &BuiltApp) -> Option<Step> {
    let manifest = find_nearest(&found.package_jsons, parent(parent(&app.project)))?;
    let is_expo = read::read_text(&root.join(manifest)).is_ok_and(|text| text.contains("\"expo\""));
    (is_expo && is_untracked(root, &app.project)).then(|| {
        Step::new("Xcode project", parent(manifest), &["npx expo prebuild --platform ios --no-install"])
    })
}

/// Returns the step for Carthage, if the project links with frameworks that Carthage builds.
fn carthage(root: &Path, found: &RepositoryFiles, app: &BuiltApp) -> Option<Step> {
    let path = find_nearest(&found.cartfiles, parent(&app.container))?;
    let project = read::read_text(&root.join(&app.project).join("project.pbxproj")).unwrap_or_default();
    if !project.contains("Carthage") && parent(path) != parent(&app.project) {
        return None;
    }
    let lines = [
        "command -v carthage || brew install carthage",
        "carthage bootstrap --platform iOS --use-xcframeworks --cache-builds",
    ];
    Some(Step::new("Carthage", parent(path), &lines))
}

fn pods(root: &Path, found: &RepositoryFiles, folder: &str) -> Option<Step> {
    let podfile = find_nearest(&found.podfiles, folder)?;
    let place = parent(podfile);
    let has_cocoapods =
        |path: &&str| read::read_text(&root.join(path)).is_ok_and(|text| text.contains("cocoapods"));
    match find_nearest(&found.gemfiles, place).filter(has_cocoapods) {
        Some(gemfile) if parent(gemfile) == place => {
            Some(Step::new("Pods", place, &["bundle install", "bundle exec pod install"]))
        }
        // A variable contains the path of the Gemfile, so that bundler finds it from the Podfile's folder.
        Some(gemfile) => {
            let up = "../".repeat(
                place[parent(gemfile).len()..].matches('/').count() + usize::from(parent(gemfile).is_empty()),
            );
            let variable = format!("export BUNDLE_GEMFILE=\"$PWD/{up}Gemfile\"");
            Some(Step::new("Pods", place, &[&variable, "bundle install", "bundle exec pod install"]))
        }
        None => Some(Step::new("Pods", place, &["pod install"])),
    }
}
