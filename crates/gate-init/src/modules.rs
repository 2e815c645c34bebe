//! Finds the modules of the app, by the names that the compiler and traces use.
//!
//! Invariant: modules that only tests, tools or other systems use are excluded.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::apps::{ParsedFiles, is_sample};
use super::read::imports::{self, Imports, is_test};
use super::read::{self, pbxproj, pods, to_module_name};
use super::system::{is_of_tests, is_system};
use super::walk::RepositoryFiles;
use super::{BuiltApp, Module, ModuleOrigin};

/// Returns the modules, sorted by name.
pub(super) fn modules(
    root: &Path,
    found: &RepositoryFiles,
    sources: &ParsedFiles,
    app: &BuiltApp,
    notes: &mut Vec<String>,
) -> Vec<Module> {
    let packages = package_targets(sources);
    let imported = collect_imports(root, found, &packages);
    let module = |name: String, origin, folder| Module { name, origin, folder, owner: None };
    let mut all = Vec::new();
    for (name, folder) in library_targets(sources) {
        let folder = folder.or_else(|| found.folder_of(&name));
        all.push(module(name, ModuleOrigin::Target, folder));
    }
    let linked = linked_products(sources);
    for (name, folder) in &packages {
        if imported.modules.contains(name) || linked.contains(name) {
            all.push(module(name.clone(), ModuleOrigin::LocalPackage, Some(folder.clone())));
        }
    }
    if let Some(lock) = nearest_lock(root, found, app, notes) {
        let pods = pods_in(&lock, sources, &imported).into_iter();
        all.extend(pods.map(|name| module(name, ModuleOrigin::Pod, None)));
    }
    if has_packages(root, found, sources, notes) {
        let own = own_modules(sources, app);
        let is_known = |name: &&String| own.contains(*name) || packages.contains_key(*name);
        let others = imported.modules.iter().filter(|name| !is_known(name)).cloned();
        all.extend(others.map(|name| module(name, ModuleOrigin::Package, None)));
    }
    all.retain(|Module { name, .. }| !is_of_tests(name) && !is_system(name) && !name.is_empty());
    // The sort is stable, so that the first of several modules with the same name remains.
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all.dedup_by(|later, first| later.name == first.name);
    all
}

/// Returns the targets of packages in the repository, with their folders.
fn package_targets(sources: &ParsedFiles) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    let own = |folder: &str| !is_test(folder) && !is_sample("", folder);
    for (_, manifest) in sources.packages.iter().filter(|(folder, _)| own(folder)) {
        for target in manifest.targets.iter().filter(|target| !is_test(&target.folder)) {
            all.entry(target.module.clone()).or_insert_with(|| target.folder.clone());
        }
    }
    all
}

/// Returns the libraries that projects build, each with its folder if the project contains the folder.
fn library_targets(sources: &ParsedFiles) -> Vec<(String, Option<String>)> {
    let mut all = Vec::new();
    for project in sources.projects.iter().filter(|project| !is_sample("", &project.path)) {
        let libraries = project.targets.iter().filter(|target| target.kind == pbxproj::ProductKind::Library);
        all.extend(
            libraries
                .filter(|target| target.is_ios())
                .map(|target| (target.module_name(), target.folder.clone())),
        );
    }
    all.retain(|(_, folder)| !folder.as_deref().is_some_and(is_test));
    all
}

/// Returns the package products with which targets link.
fn linked_products(sources: &ParsedFiles) -> BTreeSet<String> {
    let by_xcode =
        sources.projects.iter().flat_map(|project| &project.targets).flat_map(|target| &target.products);
    let by_packages = sources.packages.iter().flat_map(|(_, manifest)| &manifest.products);
    by_xcode.chain(by_packages).map(|name| to_module_name(name)).collect()
}

/// Returns the modules of the apps, extensions and tests, which are not libraries.
fn own_modules(sources: &ParsedFiles, app: &BuiltApp) -> BTreeSet<String> {
    let targets = sources.projects.iter().flat_map(|project| &project.targets);
    let mut own: BTreeSet<String> =
        targets.flat_map(|target| [target.module_name(), to_module_name(&target.name)]).collect();
    own.insert(to_module_name(&app.product));
    own.insert(to_module_name(&app.target));
    own
}

/// Returns whether a path contains sources for another system.
fn is_elsewhere(path: &str) -> bool {
    let others =
        ["mac", "macos", "osx", "tvos", "watchos", "visionos", "android", "linux", "windows", "server"];
    read::parent(path).to_lowercase().split('/').any(|part| others.contains(&part))
}

/// Returns the imports of the app's sources, and of the packages that the app's sources import directly or
/// indirectly.
fn collect_imports(root: &Path, found: &RepositoryFiles, packages: &BTreeMap<String, String>) -> Imports {
    let manifests: Vec<String> = found
        .packages
        .iter()
        .map(|path| read::parent(path))
        .filter(|folder| !folder.is_empty())
        .map(|folder| format!("{folder}/"))
        .collect();
    let mut by_target: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut rest = Vec::new();
    for path in &found.sources {
        let holder = packages.iter().filter(|(_, folder)| path.starts_with(&format!("{folder}/")));
        match holder.max_by_key(|(_, folder)| folder.len()) {
            Some((module, _)) => by_target.entry(module).or_default().push(path.clone()),
            // A source of a package outside of the package's targets, such as a test, a plugin or a sample,
            // is skipped.
            None if manifests.iter().any(|folder| path.starts_with(folder)) => {}
            None if is_sample("", path) || is_elsewhere(path) => {}
            None => rest.push(path.clone()),
        }
    }
    let mut reached = imports::read(root, &rest);
    // If no source belongs to the app itself, as for an executable in a package, every target is regarded as
    // used.
    if rest.is_empty() {
        reached.modules.extend(packages.keys().cloned());
    }
    let mut open: Vec<String> = reached.modules.iter().cloned().collect();
    while let Some(module) = open.pop() {
        let Some(files) = by_target.remove(module.as_str()) else { continue };
        let more = imports::read(root, &files);
        reached.headers.extend(more.headers);
        for name in more.modules {
            if reached.modules.insert(name.clone()) {
                open.push(name);
            }
        }
    }
    reached
}

/// Reads the Podfile.lock that is nearest to the app. The pods of other apps in the repository are not used.
fn nearest_lock(
    root: &Path,
    found: &RepositoryFiles,
    app: &BuiltApp,
    notes: &mut Vec<String>,
) -> Option<pods::PodfileLock> {
    let is_above = |path: &&String| app.container.starts_with(read::parent(path));
    let above = found.podfile_locks.iter().filter(is_above);
    let path = above.min_by_key(|path| std::cmp::Reverse(path.len()))?;
    match read::read_text(&root.join(path)) {
        Ok(text) => {
            let lock = pods::parse_lock(&text);
            if lock.pods.is_empty() {
                notes.push(format!("{path} lists no pods; run `pod install`"));
            }
            Some(lock)
        }
        Err(error) => {
            notes.push(format!("cannot read {path}: {error}"));
            None
        }
    }
}

/// Returns the modules of the pods that the Podfile or a source file names.
fn pods_in(lock: &pods::PodfileLock, sources: &ParsedFiles, imported: &Imports) -> Vec<String> {
    let only_tests: BTreeSet<&String> =
        sources.podfiles.iter().flat_map(|(_, podfile)| &podfile.only_tests).collect();
    let mut names = Vec::new();
    for pod in lock.pods.iter().filter(|pod| !only_tests.contains(pod) && !is_of_tests(pod)) {
        let module = module_of_pod(pod, imported);
        let is_used = [&module, pod]
            .iter()
            .any(|name| imported.modules.contains(*name) || imported.headers.contains(*name));
        if lock.direct.contains(pod) || is_used {
            names.push(module);
        }
    }
    names
}

/// Pods whose module has a different name.
const RENAMED: [(&str, &str); 8] = [
    ("ReachabilitySwift", "Reachability"),
    ("Socket.IO-Client-Swift", "SocketIO"),
    ("swift-protobuf", "SwiftProtobuf"),
    ("R.swift.Library", "Rswift"),
    ("lottie-ios", "Lottie"),
    ("GRDB.swift", "GRDB"),
    ("SQLite.swift", "SQLite"),
    ("DGCharts", "Charts"),
];

/// Returns the module of a pod: a shortened name if sources import it, otherwise the pod's name.
fn module_of_pod(pod: &str, imported: &Imports) -> String {
    if let Some((_, module)) = RENAMED.iter().find(|(name, _)| *name == pod) {
        return (*module).to_owned();
    }
    let short =
        ["-iOS", "-ios", "-Swift", "-swift", ".swift", "Swift"].iter().find_map(|end| pod.strip_suffix(end));
    let own = to_module_name(pod);
    let short = short.map(to_module_name).filter(|short| imported.modules.contains(short));
    short.filter(|_| !imported.modules.contains(&own)).unwrap_or(own)
}

/// Returns whether the project has remote packages.
fn has_packages(
    root: &Path,
    found: &RepositoryFiles,
    sources: &ParsedFiles,
    notes: &mut Vec<String>,
) -> bool {
    let mut pinned = 0;
    for path in &found.resolved {
        let counted =
            read::read_text(&root.join(path)).and_then(|text| read::resolved::count_pinned_packages(&text));
        match counted {
            Ok(count) => pinned += count,
            Err(error) => notes.push(format!("cannot read {path}: {error}")),
        }
    }
    pinned > 0
        || sources.projects.iter().any(|project| !project.remotes.is_empty())
        || sources.packages.iter().any(|(_, manifest)| manifest.has_packages)
}
