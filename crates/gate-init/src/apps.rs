//! Chooses the app, and the scheme that builds it.
//!
//! Invariant: if the project leaves a choice open, the user is asked; the alphabetical order never determines
//! a choice.

mod schemes;

use std::path::Path;

use super::own;
use super::read::{self, join, manifest, parent, pbxproj, pods, scheme, stem, tracked, workspace};
use super::step::Step;
use super::steps::run_tool;
use super::walk::RepositoryFiles;
use super::{AppChoice, BuiltApp, InitError, PossibleApp};

/// The parsed files of the project.
#[derive(Debug, Default)]
pub(super) struct ParsedFiles {
    pub(super) projects: Vec<pbxproj::Project>,
    pub(super) workspaces: Vec<workspace::Workspace>,
    pub(super) schemes: Vec<scheme::Scheme>,
    /// The manifests of Swift packages, each with its folder.
    pub(super) packages: Vec<(String, manifest::Manifest)>,
    /// The Podfiles, each with its folder.
    pub(super) podfiles: Vec<(String, pods::Podfile)>,
}

/// Reads the files that the walk found. The function adds a note for a file that cannot be read.
pub(super) fn parse_files(root: &Path, found: &RepositoryFiles, notes: &mut Vec<String>) -> ParsedFiles {
    let mut sources = ParsedFiles::default();
    let tracked = tracked::TrackedFiles::from_root(root);
    let mut failed =
        |path: &str, reason: &str, then: &str| notes.push(format!("cannot read {path}: {reason}; {then}"));
    for path in &found.projects {
        match pbxproj::read(&tracked, root, path) {
            Ok(project) => sources.projects.push(project),
            Err(reason) => failed(&format!("{path}/project.pbxproj"), &reason, "its targets are skipped"),
        }
    }
    for path in &found.workspaces {
        match workspace::read(root, path) {
            Ok(workspace) => sources.workspaces.push(workspace),
            Err(reason) => failed(path, &reason, "skipped"),
        }
    }
    for path in &found.schemes {
        match scheme::read(root, path) {
            Ok(scheme) => sources.schemes.push(scheme),
            Err(reason) => failed(path, &reason, "skipped"),
        }
    }
    read_manifests(root, found, &mut sources, &mut failed);
    sources
}

/// Reads the manifests in Swift and Ruby.
fn read_manifests(
    root: &Path,
    found: &RepositoryFiles,
    sources: &mut ParsedFiles,
    failed: &mut impl FnMut(&str, &str, &str),
) {
    for path in found.packages.iter().chain(&found.podfiles) {
        let text = match read::read_text(&root.join(path)) {
            Ok(text) => text,
            Err(reason) => {
                failed(path, &reason, "skipped");
                continue;
            }
        };
        let folder = parent(path).to_owned();
        match path.rsplit('/').next().unwrap_or_default() {
            "Package.swift" => {
                // The manifest of Tuist itself lists the packages that Tuist fetches.
                let manifest = manifest::read(&text, &folder, |place| root.join(place).is_dir());
                sources.packages.push((folder, manifest));
            }
            _ => sources.podfiles.push((folder, pods::parse_podfile(&text))),
        }
    }
}

/// An app that can be chosen.
struct AppCandidate<'a> {
    name: String,
    product: String,
    /// The path of the project that contains the app's target.
    place: String,
    project: &'a pbxproj::Project,
    target: &'a pbxproj::Target,
    /// Whether the app is a sample, a preview, the host of a test, or from another repository.
    is_aside: bool,
}

/// Chooses the app and the scheme that builds it.
pub(super) fn choose_app(
    root: &Path,
    found: &RepositoryFiles,
    sources: &ParsedFiles,
    choice: &AppChoice,
    left: &mut Vec<String>,
) -> Result<BuiltApp, InitError> {
    let all = candidates(root, sources);
    if all.is_empty() {
        return Err(InitError::NoApp(explain_no_app(root, found, sources)));
    }
    let possible = |apps: &[&AppCandidate<'_>]| -> Vec<PossibleApp> {
        apps.iter().map(|app| PossibleApp { app: app.name.clone(), place: app.place.clone() }).collect()
    };
    let mut apps: Vec<&AppCandidate<'_>> = all.iter().collect();
    if let Some(name) = &choice.app {
        apps = apps_named(apps, name);
        if apps.is_empty() {
            let there = super::format_app_list(&possible(&all.iter().collect::<Vec<_>>()));
            return Err(InitError::Unknown { what: "app", name: name.clone(), there });
        }
    } else {
        apps = narrow_apps(apps, sources, choice);
    }
    // If two projects describe the same app, the first project is used, because the first project needs no
    // additional step that creates it.
    apps.dedup_by(|later, first| later.name == first.name && parent(&later.place) == parent(&first.place));
    let [app] = apps[..] else { return Err(InitError::SeveralApps { apps: possible(&apps) }) };
    schemes::resolve_build(app, sources, choice, left)
}

/// Returns the apps that a name selects. The name is compared with four names of each app in turn, until an
/// app matches: the target, the path of the project with the target, the path of the project, and the
/// product.
fn apps_named<'c, 'a>(apps: Vec<&'c AppCandidate<'a>>, name: &str) -> Vec<&'c AppCandidate<'a>> {
    let names = |app: &AppCandidate<'_>| {
        [app.name.clone(), format!("{}/{}", app.place, app.name), app.place.clone(), app.product.clone()]
    };
    let mut by =
        (0..4).map(|key| apps.iter().copied().filter(|app| names(app)[key] == name).collect::<Vec<_>>());
    let named = by.find(|found| !found.is_empty()).unwrap_or_default();
    // If exactly one target with this name is not a sample, the user probably means this target.
    let own: Vec<_> = named.iter().copied().filter(|app| !app.is_aside).collect();
    if own.len() == 1 { own } else { named }
}

/// Returns the reason why no simulator can run the build of the app.
pub(super) fn devices_only(
    root: &Path,
    sources: &ParsedFiles,
    app: &BuiltApp,
    steps: &[Step],
) -> Option<String> {
    let (target, configuration) = (&app.target, &app.configuration);
    if run_tool(steps, "Flutter") {
        return Some(format!("Flutter builds {configuration} for devices only"));
    }
    let project = sources.projects.iter().find(|project| project.path == app.project);
    let found = project.and_then(|project| project.targets.iter().find(|one| one.name == *target));
    let settings = found.map(|found| found.settings(Some(configuration))).unwrap_or_default();
    let platforms = settings.get("SUPPORTED_PLATFORMS").unwrap_or_default();
    if platforms.contains("iphoneos") && !platforms.contains("iphonesimulator") {
        return Some(format!("{configuration} builds {target} for {platforms} only (SUPPORTED_PLATFORMS)"));
    }
    let is_excluded = |key: &str, value: &str| {
        key.starts_with("EXCLUDED_ARCHS[sdk=iphonesimulator") && value.split(' ').any(|arch| arch == "arm64")
    };
    if settings.layers.iter().flatten().any(|(key, value)| is_excluded(key, value)) {
        return Some(format!("{configuration} excludes arm64 from simulators (EXCLUDED_ARCHS)"));
    }
    let folders = sources.podfiles.iter().map(|(folder, _)| join(folder, "Podfile").unwrap_or_default());
    let mut own = folders.filter(|path| app.container.starts_with(parent(path)));
    let parts = ["EXCLUDED_ARCHS", "iphonesimulator", "arm64"];
    let excludes =
        |line: &str| !line.trim_start().starts_with('#') && parts.iter().all(|part| line.contains(part));
    let excluding = own.find(|path| {
        join_statements(&read::read_text(&root.join(path)).unwrap_or_default()).lines().any(excludes)
    });
    excluding.map(|path| format!("{path} excludes arm64 from simulators (EXCLUDED_ARCHS)"))
}

/// Joins the lines of Ruby statements that continue after an operator, a comma or an opening bracket.
fn join_statements(text: &str) -> String {
    text.lines().fold(String::new(), |all, line| match all.ends_with(['=', ',', '[', '(']) {
        true => all + line.trim(),
        false => all + "\n" + line.trim_end(),
    })
}

/// Removes samples. If a scheme launches exactly one of the remaining apps, removes the other apps.
fn narrow_apps<'c, 'a>(
    apps: Vec<&'c AppCandidate<'a>>,
    sources: &ParsedFiles,
    choice: &AppChoice,
) -> Vec<&'c AppCandidate<'a>> {
    if let Some(name) = &choice.scheme {
        let launched: Vec<_> = apps
            .iter()
            .copied()
            .filter(|app| schemes::schemes_of(app, sources).iter().any(|scheme| scheme.0 == *name))
            .collect();
        if !launched.is_empty() {
            return launched;
        }
    }
    let own: Vec<_> = apps.iter().copied().filter(|app| !app.is_aside).collect();
    let apps = if own.is_empty() || is_sample_among_samples(&own, &apps) { apps } else { own };
    if apps.len() < 2 {
        return apps;
    }
    let launched: Vec<_> =
        apps.iter().copied().filter(|app| !schemes::schemes_of(app, sources).is_empty()).collect();
    if launched.len() == 1 { launched } else { apps }
}

/// Returns whether the only app without a sample's name is one of several apps in different projects, that
/// is, part of a collection of samples.
fn is_sample_among_samples(own: &[&AppCandidate<'_>], all: &[&AppCandidate<'_>]) -> bool {
    let [one] = own else { return false };
    let folder = parent(&one.place);
    if folder.is_empty() {
        return false;
    }
    let inside = format!("{folder}/");
    let is_sample_by_name = |app: &&&AppCandidate<'_>| app.is_aside && !is_sample("", parent(&app.place));
    let samples = all.iter().filter(is_sample_by_name).map(|app| app.place.as_str());
    let mut places: Vec<&str> = samples.filter(|place| !place.starts_with(&inside)).collect();
    places.dedup();
    places.len() > 2
}

fn candidates<'a>(root: &Path, sources: &'a ParsedFiles) -> Vec<AppCandidate<'a>> {
    let mut all = Vec::new();
    for project in &sources.projects {
        let apps = project.targets.iter().filter(|target| target.kind == pbxproj::ProductKind::App);
        for target in apps.filter(|target| target.is_ios()) {
            let (name, place) = (target.name.clone(), project.path.clone());
            let is_aside = is_sample(&name, &place) || read::repository::is_in_submodule(root, &place);
            let product = target.product_name(None);
            all.push(AppCandidate { name, product, place, project, target, is_aside });
        }
    }
    all.sort_by(|a, b| (&a.name, parent(&a.place)).cmp(&(&b.name, parent(&b.place))));
    all
}

/// Parts of the names of apps that are demonstrations or tests.
const SAMPLES: &str = "
sample example demo preview playground testhost hostapp testapp uitest snapshot benchmark fixture catalog sandbox showcase
storybook testrunner unittest
";

/// Names of folders that contain demonstrations or tests.
const FOLDERS: &str = "
example examples sample samples sampleapp sampleapps exampleapp exampleapps demo demos demoapp demoapps playground playgrounds
fixtures tests test docs documentation templates benchmarks
";

/// Returns whether an app is a sample, a preview or the host of a test, according to its name or its folder.
pub(super) fn is_sample(name: &str, place: &str) -> bool {
    let name = name.to_lowercase().replace([' ', '-', '_'], "");
    let is_named = SAMPLES.split_whitespace().any(|word| name.contains(word)) || name.ends_with("tests");
    let place = place.to_lowercase().replace([' ', '-', '_'], "");
    is_named || place.split('/').any(|part| FOLDERS.split_whitespace().any(|folder| folder == part))
}

/// Explains why no app was found, and what to do.
fn explain_no_app(root: &Path, found: &RepositoryFiles, sources: &ParsedFiles) -> String {
    let has = |name: &str| root.join(name).exists();
    if read::tuist_manifest(root, &found.tuist).is_some() {
        return "Tuist makes the Xcode project of this repository; run `tuist generate`, and then `gate init` again".to_owned();
    }
    if let Some(specs) = xcodegen_specs(root, found) {
        let command =
            own::find_xcodegen_command(root).unwrap_or_else(|| format!("`xcodegen generate` ({specs})"));
        return format!(
            "XcodeGen makes the Xcode project of this repository; run {command}, and then `gate init` again"
        );
    }
    let submodules = read::repository::submodules(root);
    let is_empty =
        |path: &String| std::fs::read_dir(root.join(path)).is_ok_and(|mut entries| entries.next().is_none());
    if let Some(path) = submodules.iter().find(|path| !root.join(path).exists() || is_empty(path)) {
        return format!(
            "no Xcode project here has an iOS app, and the submodule {path} is not checked out; run `git submodule update --init --recursive` and then `gate init` again"
        );
    }
    if sources.packages.iter().any(|(_, manifest)| manifest.is_app) {
        return "the app is a Swift Playgrounds project, which xcodebuild cannot build for a device; convert it to an Xcode project, and run `gate init` again".to_owned();
    }
    if let Some(advice) = found
        .frameworks
        .iter()
        .filter(|path| !path.contains("/android/"))
        .find_map(|path| framework_advice(root, path))
    {
        return advice;
    }
    if !sources.projects.is_empty() {
        let names: Vec<&str> = sources.projects.iter().map(|project| project.path.as_str()).take(5).collect();
        return format!(
            "no target of {} is an iPhone app (product type application, SDK iphoneos); pass the folder of a project that has one",
            names.join(", ")
        );
    }
    if !found.projects.is_empty() {
        return format!(
            "cannot read {}; open it in Xcode, repair it, and run `gate init` again",
            found.projects.join(", ")
        );
    }
    if let Some(path) = found
        .package_jsons
        .iter()
        .find(|path| read::read_text(&root.join(path)).is_ok_and(|text| text.contains("\"expo\"")))
    {
        return format!(
            "{path} is an Expo app without a folder ios; run `npx expo prebuild --platform ios`, and then `gate init` again"
        );
    }
    if !sources.packages.is_empty() {
        return "found only a Swift package, which cannot be installed on a phone; run `gate init` in the repository of an app that uses it".to_owned();
    }
    if has("MODULE.bazel") || has("WORKSPACE") {
        return "Bazel builds this repository, and its BUILD files are not read; make an Xcode project with rules_xcodeproj and run `gate init` again, or write the workflow by hand (docs/recipes.md)".to_owned();
    }
    "no Xcode project found; run `gate init` in the repository of an iOS app".to_owned()
}

/// Returns the XcodeGen specifications that describe an app, otherwise the first specification.
fn xcodegen_specs(root: &Path, found: &RepositoryFiles) -> Option<String> {
    // Tauri writes a specification into this folder and runs XcodeGen itself.
    let is_own = |path: &str| !path.contains("gen/apple/");
    let specs: Vec<&str> = found
        .specs
        .iter()
        .map(String::as_str)
        .filter(|path| is_own(path) && read::is_xcodegen(root, path))
        .collect();
    let has_app = |line: &str| line.starts_with("include:") || line.trim() == "type: application";
    let is_app = |path: &&str| read::read_text(&root.join(path)).is_ok_and(|text| text.lines().any(has_app));
    let apps: Vec<&str> = specs.iter().copied().filter(is_app).collect();
    if apps.is_empty() { specs.first().map(|path| (*path).to_owned()) } else { Some(apps.join(", ")) }
}

/// Returns the advice for a framework that creates the Xcode project with its own command.
fn framework_advice(root: &Path, path: &str) -> Option<String> {
    let text = read::read_text(&root.join(path)).unwrap_or_default();
    let (name, command) = match path.rsplit('/').next().unwrap_or_default() {
        "config.xml" if text.contains("<widget") => ("Cordova", "npx cordova prepare ios"),
        "tauri.conf.json" => ("Tauri", "npx tauri ios init"),
        "ProjectVersion.txt" if text.contains("m_EditorVersion") => {
            return Some(format!(
                "Unity exports the Xcode project of {path}; export it for iOS, and run `gate init` in the folder of the export"
            ));
        }
        name if name.ends_with(".csproj") && text.contains("-ios") => {
            return Some(format!(
                "{path} builds an app by .NET, which has no Xcode project; build the .app by `dotnet build -f TARGET-ios`, and write the workflow by hand (docs/recipes.md)"
            ));
        }
        _ => return None,
    };
    Some(format!("{name} makes the Xcode project of {path}; run `{command}`, and then `gate init` again"))
}

/// Returns the workspace through which a project is built, or the project if there is no workspace.
fn find_container(project: &str, sources: &ParsedFiles) -> String {
    let folder = parent(project);
    // `pod install` creates the workspace, so it need not exist yet.
    let by_pods = sources.podfiles.iter().find_map(|(place, podfile)| {
        let named = podfile.project.as_ref().and_then(|name| join(place, &format!("{name}.xcodeproj")));
        let is_own = named.as_deref().map_or(place == folder, |named| named == project);
        let name = podfile.workspace.as_deref().unwrap_or_else(|| stem(project));
        if is_own { join(place, &format!("{name}.xcworkspace")) } else { None }
    });
    if let Some(path) = by_pods {
        return path;
    }
    let holding =
        sources.workspaces.iter().filter(|workspace| workspace.holds.iter().any(|held| held == project));
    let best = holding.min_by_key(|workspace| {
        let path = &workspace.path;
        (parent(path) != folder, stem(path) != stem(project), path.matches('/').count(), path.clone())
    });
    best.map_or_else(|| project.to_owned(), |workspace| workspace.path.clone())
}
