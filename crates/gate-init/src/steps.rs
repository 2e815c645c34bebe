//! What comes before the build: what the checkout must bring, and the tools that make the project whole.

use std::path::Path;

use super::BuiltApp;
use super::apps::Sources;
use super::read::{self, join, parent};
use super::walk::RepositoryFiles;

/// What the checkout must bring.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checkout {
    /// Submodules, and theirs.
    pub submodules: bool,
    /// Files of LFS.
    pub lfs: bool,
}

/// A step of the job that builds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What it is for, in a word.
    pub name: &'static str,
    /// Lines of a shell, of which none holds a name of the project.
    pub lines: Vec<String>,
    /// The folder in which it runs, from the project's.
    pub folder: String,
}

impl Step {
    fn new(name: &'static str, folder: &str, lines: &[&str]) -> Step {
        Step { name, folder: folder.to_owned(), lines: lines.iter().map(|line| (*line).to_owned()).collect() }
    }
}

/// What the checkout brings and the steps, in their order.
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

/// The nearest of these files, in a folder or above it, and its folder.
fn nearest<'a>(files: &'a [String], folder: &str) -> Option<&'a str> {
    up(folder).find_map(|here| files.iter().find(|path| parent(path) == here)).map(String::as_str)
}

/// A folder and those above it.
pub(super) fn up(folder: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(folder), |here| (!here.is_empty()).then(|| parent(here)))
}

fn flutter(root: &Path, found: &RepositoryFiles, folder: &str, left: &mut Vec<String>) -> Option<Step> {
    let path = nearest(&found.pubspecs, folder)?;
    let above = parent(path);
    let pinned = up(above).find_map(|folder| {
        let says = |name: &&str| {
            let text = join(folder, name).and_then(|path| read::text(&root.join(path)).ok());
            text.is_some_and(|text| text.contains("flutter") || name.contains("flutter-version"))
        };
        let pins =
            [".fvmrc", ".fvm/fvm_config.json", ".tool-versions", ".flutter-version", "flutter-version.txt"];
        pins.into_iter().find(says).and_then(|name| join(folder, name))
    });
    if let Some(path) = pinned {
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

fn packages_of_node(root: &Path, found: &RepositoryFiles, sources: &Sources, folder: &str) -> Option<Step> {
    // Whatever else takes pods or frameworks from them.
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
    let is_native = |path: &String| {
        let makers = ["\"react-native\"", "\"expo\"", "\"@capacitor/ios\""];
        places.iter().any(|place| place == parent(path))
            || read::text(&root.join(path)).is_ok_and(|text| makers.iter().any(|maker| text.contains(maker)))
    };
    let native: Vec<String> = found.package_jsons.iter().filter(|path| is_native(path)).cloned().collect();
    let mut here = parent(nearest(&native, folder)?);
    // In a repository of several packages the lock file is further up.
    loop {
        let has = |name: &str| join(here, name).is_some_and(|path| root.join(path).exists());
        let is_new_yarn = has(".yarnrc.yml");
        let lines: &[&str] = if has("yarn.lock") && is_new_yarn {
            &["corepack enable", "yarn install --immutable"]
        } else if has("yarn.lock") {
            &["corepack enable", "yarn install --frozen-lockfile"]
        } else if has("pnpm-lock.yaml") {
            &["corepack enable", "pnpm install --frozen-lockfile"]
        } else if has("bun.lock") || has("bun.lockb") {
            &["command -v bun || brew install oven-sh/bun/bun", "bun install --frozen-lockfile"]
        } else if has("package-lock.json") {
            &["npm ci"]
        } else if here.is_empty() {
            &["npm install"]
        } else {
            here = parent(here);
            continue;
        };
        return Some(Step::new("JavaScript packages", here, lines));
    }
}

/// Is a path left out of the repository, so that a tool makes it anew?
fn is_ignored(root: &Path, path: &str) -> bool {
    if !root.join(path).exists() {
        return true;
    }
    let ending = path.rsplit('.').next().unwrap_or_default();
    up(parent(path)).any(|here| {
        let file = join(here, ".gitignore").unwrap_or_default();
        let text = read::text(&root.join(file)).unwrap_or_default();
        let mut lines = text.lines().map(str::trim).filter(|line| !line.starts_with(['#', '!']));
        // Not `*.xcodeproj/xcuserdata`, which leaves the project in.
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
    // Only a name that a shell takes as it is; any other is the tool's default or a person's to add.
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

/// Where Tuist makes the project, and a checkout does not have it.
fn tuist(root: &Path, found: &RepositoryFiles, app: &BuiltApp) -> Option<Step> {
    let path = read::tuist_manifest(root, &found.tuist)?;
    if !is_ignored(root, &app.container) {
        return None;
    }
    let folder = parent(path);
    // The folder `Tuist`, or the file, is at the root of what Tuist makes.
    let is_root = |above: &&str| {
        ["Tuist.swift", "Tuist"]
            .iter()
            .any(|name| join(above, name).is_some_and(|path| root.join(path).exists()))
    };
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
        // The Gemfile's folder is known to bundler by its variable, wherever the Podfile is.
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
