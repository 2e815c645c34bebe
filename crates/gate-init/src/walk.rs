//! Walks through a project and collects the relevant files by kind.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::InitError;

/// The files of the project, as sorted paths from the root with `/` as separator.
#[derive(Debug, Default)]
pub(super) struct RepositoryFiles {
    pub(super) projects: Vec<String>,
    pub(super) workspaces: Vec<String>,
    pub(super) schemes: Vec<String>,
    pub(super) podfiles: Vec<String>,
    pub(super) podfile_locks: Vec<String>,
    pub(super) cartfiles: Vec<String>,
    /// The paths of Rust manifests (Cargo.toml).
    pub(super) cargo: Vec<String>,
    pub(super) gemfiles: Vec<String>,
    pub(super) resolved: Vec<String>,
    /// All files named Package.swift.
    pub(super) packages: Vec<String>,
    /// YAML files, which may be XcodeGen specifications.
    pub(super) specs: Vec<String>,
    /// Scripts and rules that may create files, and files without an extension, which are scripts if they begin with `#!`.
    pub(super) scripts: Vec<String>,
    /// Configuration files that identify Cordova, .NET, Unity and Tauri.
    pub(super) frameworks: Vec<String>,
    /// The paths of Tuist's manifests.
    pub(super) tuist: Vec<String>,
    pub(super) package_jsons: Vec<String>,
    pub(super) pubspecs: Vec<String>,
    pub(super) link_maps: Vec<String>,
    /// Source files in Swift and Objective-C.
    pub(super) sources: Vec<String>,
    /// For each folder name, the first folder with the name.
    folders: BTreeMap<String, String>,
}

/// The largest depth of folders; deeper folders contain only sources.
const DEPTH: usize = 12;
/// The largest number of folders; a folder with more subfolders is a disk and not a project.
const FOLDERS: usize = 200_000;

/// Names of folders that contain dependencies or belong to tools.
const SKIPPED: &str = "Pods Carthage node_modules DerivedData build derived target vendor fastlane SourcePackages Derived checkouts";

impl RepositoryFiles {
    /// Returns the topmost folder that has the name of a module.
    pub(super) fn folder_of(&self, name: &str) -> Option<String> {
        self.folders.get(name).cloned()
    }
}

pub(super) fn walk(root: &Path) -> Result<RepositoryFiles, InitError> {
    let mut found = RepositoryFiles::default();
    let mut folders = vec![String::new()];
    let mut seen = 0;
    for depth in 0..DEPTH {
        let mut deeper = Vec::new();
        for folder in &folders {
            let path = root.join(folder);
            let entries = match fs::read_dir(&path) {
                Ok(entries) => entries,
                Err(source) if depth == 0 => return Err(InitError::Read { path, source }),
                // Unreadable folders are skipped.
                Err(_) => continue,
            };
            let mut names: Vec<(String, bool)> = entries
                .flatten()
                .filter_map(|entry| Some((entry.file_name().into_string().ok()?, entry.file_type().ok()?)))
                .filter(|(_, kind)| !kind.is_symlink())
                .map(|(name, kind)| (name, kind.is_dir()))
                .collect();
            names.sort();
            seen += 1;
            for (name, is_folder) in names {
                let below = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
                if is_folder {
                    found.record_folder(folder, &name, &below);
                    if !name.starts_with('.')
                        && !SKIPPED.split(' ').any(|skipped| skipped == name)
                        && seen < FOLDERS
                    {
                        deeper.push(below);
                    }
                } else {
                    found.record_file(&name, below);
                }
            }
        }
        folders = deeper;
    }
    Ok(found)
}

impl RepositoryFiles {
    fn record_folder(&mut self, parent: &str, name: &str, below: &str) {
        let inside_project = parent.contains(".xcodeproj") || parent.contains(".xcworkspace");
        if name.ends_with(".xcodeproj") {
            self.projects.push(below.to_owned());
        } else if name.ends_with(".xcworkspace") && !inside_project {
            self.workspaces.push(below.to_owned());
        } else if !inside_project {
            self.folders.entry(name.to_owned()).or_insert_with(|| below.to_owned());
        }
    }

    fn record_file(&mut self, name: &str, below: String) {
        let ends = |end: &str| name.ends_with(end);
        match name {
            "Podfile" => self.podfiles.push(below),
            "Podfile.lock" => self.podfile_locks.push(below),
            "Cartfile" | "Cartfile.resolved" => self.cartfiles.push(below),
            "Cargo.toml" => self.cargo.push(below),
            "Gemfile" => self.gemfiles.push(below),
            "Package.resolved" => self.resolved.push(below),
            "Package.swift" => self.packages.push(below),
            "Project.swift" | "Workspace.swift" => self.tuist.push(below),
            "package.json" => self.package_jsons.push(below),
            "pubspec.yaml" => self.pubspecs.push(below),
            _ if ends(".xcscheme") && below.contains("/xcshareddata/") => self.schemes.push(below),
            _ if name.contains("LinkMap") && ends(".txt") => self.link_maps.push(below),
            "config.xml" | "ProjectVersion.txt" | "tauri.conf.json" => self.frameworks.push(below),
            "Makefile" | "Rakefile" | "Justfile" | "justfile" | "mise.toml" | ".mise.toml" => {
                self.scripts.push(below)
            }
            _ if ends(".csproj") => self.frameworks.push(below),
            _ if ends(".yml") || ends(".yaml") => self.specs.push(below),
            _ if [".sh", ".mk", ".rb", ".py"].iter().any(|end| ends(end)) || !name.contains('.') => {
                self.scripts.push(below)
            }
            _ if [".swift", ".m", ".mm", ".h"].iter().any(|end| ends(end)) => self.sources.push(below),
            _ => {}
        }
    }
}
