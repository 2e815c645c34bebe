//! The steps before the build: options of the checkout, and tools that create missing parts of the project.

use std::path::Path;

use super::BuiltApp;
use super::apps::Sources;
use super::read::{self, join, parent};
use super::walk::RepositoryFiles;

/// The options of the checkout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checkout {
    /// Whether it fetches submodules, recursively.
    pub submodules: bool,
    /// Whether it fetches files from LFS.
    pub lfs: bool,
}

/// A step of the job that builds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The name of the step.
    pub name: &'static str,
    /// Lines of a shell script; they contain no name of the project.
    pub lines: Vec<String>,
    /// The folder in which it runs, relative to the project's.
    pub folder: String,
}

impl Step {
    fn new(name: &'static str, folder: &str, lines: &[&str]) -> Step {
        Step { name, folder: folder.to_owned(), lines: lines.iter().map(|line| (*line).to_owned()).collect() }
    }
}

/// Returns the options of the checkout and the steps in their order.
pub(super) fn steps(
    root: &Path,
    found: &RepositoryFiles,
    sources: &Sources,
    app: &BuiltApp,
    left: &mut Vec<String>,
) -> (Checkout, Vec<Step>) {
    let submodules = !read::repository::submodules(root).is_empty();
    let checkout = Checkout { submodules, lfs: read::repository::has_lfs(root) };
    let mut steps = Vec::new();
    let folder = parent(&app.container);
    steps.extend(flutter(root, found, folder, left));
    steps.extend(packages_of_node(root, found, sources, folder));
    steps.extend(xcodegen(root, found, sources, app));
    steps.extend(tuist(root, found, app));
    steps.extend(carthage(found, folder));
    steps.extend(pods(root, found, folder));
    (checkout, steps)
}

/// Returns the nearest of these files in a folder or its ancestors.
fn nearest<'a>(files: &'a [String], folder: &str) -> Option<&'a str> {
    up(folder).find_map(|here| files.iter().find(|path| parent(path) == here)).map(String::as_str)
}

/// Returns a folder and its ancestors.
pub(super) fn up(folder: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(folder), |here| (!here.is_empty()).then(|| parent(here)))
}

fn flutter(root: &Path, found: &RepositoryFiles, folder: &str, left: &mut Vec<String>) -> Option<Step> {
    let path = nearest(&found.pubspecs, folder)?;
    let above = parent(path);
    if let Some(path) = up(above).find_map(|folder| flutter_version_file(root, folder)) {
        left.push(format!(
            "install the Flutter version in {path}; the step `Flutter` in the workflows installs the newest"
        ));
    }
    let lines = [
        "command -v flutter || brew install --cask flutter",
        "flutter pub get",
        "flutter build ios --config-only --release --no-codesign",
    ];
    Some(Step::new("Flutter", above, &lines))
}

/// Returns the file in a folder that pins the version of Flutter.
fn flutter_version_file(root: &Path, folder: &str) -> Option<String> {
    let files =
        [".fvmrc", ".fvm/fvm_config.json", ".tool-versions", ".flutter-version", "flutter-version.txt"];
    files.into_iter().find_map(|name| {
        let path = join(folder, name)?;
        let text = read::text(&root.join(&path)).ok()?;
        (text.contains("flutter") || name.contains("flutter-version")).then_some(path)
    })
}

fn packages_of_node(root: &Path, found: &RepositoryFiles, sources: &Sources, folder: &str) -> Option<Step> {
    // Folders from which the Podfile or packages take pods or frameworks.
    let pods = sources
        .podfiles
        .iter()
        .flat_map(|(folder, podfile)| podfile.places.iter().filter_map(|path| read::beside(folder, path)));
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
    let here = parent(nearest(&native, folder)?);
    // In a repository with several packages, the lock file is in an ancestor.
    let locked = up(here).find_map(|here| Some((here, install_locked(root, here)?)));
    let (here, lines) = locked.unwrap_or(("", &["npm install"]));
    Some(Step::new("JavaScript packages", here, lines))
}

/// Returns whether a package.json depends on a framework that builds a part of the app.
fn has_native_framework(root: &Path, path: &str) -> bool {
    let frameworks = ["\"react-native\"", "\"expo\"", "\"@capacitor/ios\""];
    read::text(&root.join(path)).is_ok_and(|text| frameworks.iter().any(|framework| text.contains(framework)))
}

/// Returns the commands that install the packages of the lock file in a folder.
fn install_locked(root: &Path, folder: &str) -> Option<&'static [&'static str]> {
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

/// Returns whether git ignores a path, so that a tool creates it.
fn is_ignored(root: &Path, path: &str) -> bool {
    if !root.join(path).exists() {
        return true;
    }
    let ending = path.rsplit('.').next().unwrap_or_default();
    up(parent(path)).any(|here| {
        let file = join(here, ".gitignore").unwrap_or_default();
        let text = read::text(&root.join(file)).unwrap_or_default();
        let mut lines = text.lines().map(str::trim).filter(|line| !line.starts_with(['#', '!']));
        // A line such as `*.xcodeproj/xcuserdata` does not ignore the project.
        lines.any(|line| line.trim_end_matches(['/', '*']).ends_with(&format!(".{ending}")))
    })
}

fn xcodegen(root: &Path, found: &RepositoryFiles, sources: &Sources, app: &BuiltApp) -> Option<Step> {
    let builds = |project: &&read::pbxproj::Project| project.targets.iter().any(|one| one.name == app.target);
    let project = sources.projects.iter().find(builds).filter(|project| is_ignored(root, &project.path))?;
    let folder = parent(&project.path);
    let is_beside = |path: &&String| parent(path) == folder && read::is_xcodegen(root, path);
    let spec = found.specs.iter().find(is_beside)?;
    let file = spec.rsplit('/').next().unwrap_or_default();
    // Only a name without special characters in a shell; otherwise the tool uses its default.
    let plain = file.chars().all(|c| c.is_ascii_alphanumeric() || ".-_".contains(c));
    let generate = if file == "project.yml" || !plain {
        "xcodegen generate".to_owned()
    } else {
        format!("xcodegen generate --spec {file}")
    };
    let by_mint =
        read::text(&root.join("Mintfile")).is_ok_and(|text| text.to_lowercase().contains("xcodegen"));
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

/// Returns the step of Tuist, if it creates the project and a checkout does not contain it.
fn tuist(root: &Path, found: &RepositoryFiles, app: &BuiltApp) -> Option<Step> {
    let path = read::tuist_manifest(root, &found.tuist)?;
    if !is_ignored(root, &app.container) {
        return None;
    }
    let folder = parent(path);
    // The file or folder `Tuist` marks the root of the projects that Tuist creates.
    let exists = |folder: &str, name: &str| join(folder, name).is_some_and(|path| root.join(path).exists());
    let is_root = |folder: &&str| exists(folder, "Tuist.swift") || exists(folder, "Tuist");
    let folder = up(folder).find(is_root).unwrap_or(folder);
    let by_mise = [".mise.toml", "mise.toml", ".tool-versions"].iter().any(|name| {
        let path = join(folder, name).unwrap_or_default();
        read::text(&root.join(path)).is_ok_and(|text| text.contains("tuist"))
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

fn carthage(found: &RepositoryFiles, folder: &str) -> Option<Step> {
    let path = nearest(&found.cartfiles, folder)?;
    let lines = [
        "command -v carthage || brew install carthage",
        "carthage bootstrap --platform iOS --use-xcframeworks --cache-builds",
    ];
    Some(Step::new("Carthage", parent(path), &lines))
}

fn pods(root: &Path, found: &RepositoryFiles, folder: &str) -> Option<Step> {
    let podfile = nearest(&found.podfiles, folder)?;
    let place = parent(podfile);
    let has_cocoapods =
        |path: &&str| read::text(&root.join(path)).is_ok_and(|text| text.contains("cocoapods"));
    match nearest(&found.gemfiles, place).filter(has_cocoapods) {
        Some(gemfile) if parent(gemfile) == place => {
            Some(Step::new("Pods", place, &["bundle install", "bundle exec pod install"]))
        }
        // bundler finds the Gemfile by a variable, wherever the Podfile is.
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
