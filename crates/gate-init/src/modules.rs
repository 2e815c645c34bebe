//! The modules of the app, by the names that the compiler and the traces use.
//!
//! Invariant: a name that only tests, tools or other systems use is not among them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::apps::{Sources, is_sample};
use super::read::imports::{self, Imports, is_test};
use super::read::{self, identifier, pbxproj, pods};
use super::system::{is_of_tests, is_system};
use super::walk::RepositoryFiles;
use super::{BuiltApp, Module, Origin};

/// All modules, by name.
pub(super) fn modules(
    root: &Path,
    found: &RepositoryFiles,
    sources: &Sources,
    app: &BuiltApp,
    notes: &mut Vec<String>,
) -> Vec<Module> {
    let packages = package_targets(sources);
    let imported = reached(root, found, &packages);
    let mut all: BTreeMap<String, Module> = BTreeMap::new();
    let mut add = |name: String, origin, folder: Option<String>| {
        if !is_of_tests(&name) && !is_system(&name) && !name.is_empty() {
            all.entry(name.clone()).or_insert(Module { name, origin, folder, owner: None });
        }
    };
    for (name, folder) in targets(sources) {
        let folder = folder.or_else(|| found.folder_of(&name));
        add(name, Origin::Target, folder);
    }
    let linked = products(sources);
    for (module, folder) in &packages {
        if imported.modules.contains(module) || linked.contains(module) {
            add(module.clone(), Origin::LocalPackage, Some(folder.clone()));
        }
    }
    let pods = pods_of(root, found, sources, (&imported, app), notes);
    for name in pods {
        add(name, Origin::Pod, None);
    }
    if has_packages(root, found, sources, notes) {
        let own = own_modules(sources, app);
        for name in
            imported.modules.iter().filter(|name| !own.contains(*name) && !packages.contains_key(*name))
        {
            add(name.clone(), Origin::Package, None);
        }
    }
    all.into_values().collect()
}

/// Targets of packages here, and their folders.
fn package_targets(sources: &Sources) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    let own = |folder: &str| !is_test(folder) && !is_sample("", folder);
    for (_, manifest) in sources.packages.iter().filter(|(folder, _)| own(folder)) {
        for target in manifest.targets.iter().filter(|target| !is_test(&target.folder)) {
            all.entry(target.module.clone()).or_insert_with(|| target.folder.clone());
        }
    }
    all
}

/// Libraries that projects build, with the folders that they name.
fn targets(sources: &Sources) -> Vec<(String, Option<String>)> {
    let mut all = Vec::new();
    for project in sources.projects.iter().filter(|project| !is_sample("", &project.path)) {
        let libraries = project.targets.iter().filter(|target| target.kind == pbxproj::Kind::Library);
        all.extend(
            libraries.filter(|target| target.is_ios()).map(|target| (target.module(), target.folder.clone())),
        );
    }
    all.retain(|(_, folder)| !folder.as_deref().is_some_and(is_test));
    all
}

/// Products of packages that targets link.
fn products(sources: &Sources) -> BTreeSet<String> {
    let by_xcode =
        sources.projects.iter().flat_map(|project| &project.targets).flat_map(|target| &target.products);
    let by_packages = sources.packages.iter().flat_map(|(_, manifest)| &manifest.products);
    by_xcode.chain(by_packages).map(|name| identifier(name)).collect()
}

/// The modules that apps, extensions and tests of the projects are themselves.
fn own_modules(sources: &Sources, app: &BuiltApp) -> BTreeSet<String> {
    let targets = sources.projects.iter().flat_map(|project| &project.targets);
    let mut own: BTreeSet<String> =
        targets.flat_map(|target| [target.module(), identifier(&target.name)]).collect();
    own.insert(identifier(&app.product));
    own.insert(identifier(&app.target));
    own
}

/// A path of another system's sources.
fn is_elsewhere(path: &str) -> bool {
    let others =
        ["mac", "macos", "osx", "tvos", "watchos", "visionos", "android", "linux", "windows", "server"];
    read::parent(path).to_lowercase().split('/').any(|part| others.contains(&part))
}

/// What the app's sources import, and those of the packages that they reach.
fn reached(root: &Path, found: &RepositoryFiles, packages: &BTreeMap<String, String>) -> Imports {
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
            // Inside a package and of none of its targets: tests, plugins, samples.
            None if manifests.iter().any(|folder| path.starts_with(folder)) => {}
            None if is_sample("", path) || is_elsewhere(path) => {}
            None => rest.push(path.clone()),
        }
    }
    let mut reached = imports::read(root, &rest);
    // A package's own executable, or an app that only links: then every target is reached.
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

/// Pods by their modules' names: those that the Podfile or a source names.
fn pods_of(
    root: &Path,
    found: &RepositoryFiles,
    sources: &Sources,
    (imported, app): (&Imports, &BuiltApp),
    notes: &mut Vec<String>,
) -> Vec<String> {
    // Other apps of the repository have pods of their own.
    let beside =
        |path: &&String| app.container.starts_with(read::parent(path)) || read::parent(path).is_empty();
    let mut locks: Vec<&String> = found.podfile_locks.iter().filter(beside).collect();
    locks.sort_by_key(|path| std::cmp::Reverse(path.len()));
    locks.truncate(1);
    let only_tests: BTreeSet<&String> =
        sources.podfiles.iter().flat_map(|(_, podfile)| &podfile.only_tests).collect();
    let mut names = Vec::new();
    for path in locks {
        let lock = match read::text(&root.join(path)) {
            Ok(text) => pods::lock(&text),
            Err(error) => {
                notes.push(format!("cannot read {path}: {error}"));
                continue;
            }
        };
        if lock.pods.is_empty() {
            notes.push(format!("{path} lists no pods; run `pod install`"));
        }
        for pod in lock.pods.iter().filter(|pod| !only_tests.contains(pod) && !is_of_tests(pod)) {
            let module = module_of_pod(pod, imported);
            let is_used = [&module, pod]
                .iter()
                .any(|name| imported.modules.contains(*name) || imported.headers.contains(*name));
            if lock.direct.contains(pod) || is_used {
                names.push(module);
            }
        }
    }
    names
}

/// Pods whose module has another name than they.
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

/// The name that a pod's module has: the one of its parts that sources import, else its own.
fn module_of_pod(pod: &str, imported: &Imports) -> String {
    if let Some((_, module)) = RENAMED.iter().find(|(name, _)| *name == pod) {
        return (*module).to_owned();
    }
    let short =
        ["-iOS", "-ios", "-Swift", "-swift", ".swift", "Swift"].iter().find_map(|end| pod.strip_suffix(end));
    let own = identifier(pod);
    let short = short.map(identifier).filter(|short| imported.modules.contains(short));
    short.filter(|_| !imported.modules.contains(&own)).unwrap_or(own)
}

/// Are there packages from elsewhere?
fn has_packages(root: &Path, found: &RepositoryFiles, sources: &Sources, notes: &mut Vec<String>) -> bool {
    let mut pinned = 0;
    for path in &found.resolved {
        let counted = read::text(&root.join(path)).and_then(|text| read::resolved::count(&text));
        match counted {
            Ok(count) => pinned += count,
            Err(error) => notes.push(format!("cannot read {path}: {error}")),
        }
    }
    pinned > 0
        || sources.projects.iter().any(|project| project.has_packages)
        || sources.packages.iter().any(|(_, manifest)| manifest.has_packages)
}
