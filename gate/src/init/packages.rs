//! CocoaPods and Swift packages.

use std::path::Path;

use super::walk::Found;
use super::{Module, Origin, Project};

/// The pods of each Podfile.lock; a pod's parts (`Firebase/Core`) are the pod.
pub(super) fn pods(root: &Path, found: &Found, project: &mut Project) {
    for path in &found.podfile_locks {
        let Some(text) = read(root, path, project) else { continue };
        let before = project.modules.len();
        let mut inside = false;
        for line in text.lines() {
            if !line.starts_with(' ') {
                inside = line.trim_end() == "PODS:";
                continue;
            }
            // Deeper lines are what a pod needs.
            let Some(pod) = line.strip_prefix("  - ").filter(|_| inside) else { continue };
            let name = pod.trim_matches('"').split([' ', '/', ':']).next().unwrap_or_default();
            let known = |module: &Module| module.name == name && module.origin == Origin::Pod;
            if !name.is_empty() && !project.modules.iter().any(known) {
                project.modules.push(module(name, Origin::Pod));
            }
        }
        if project.modules.len() == before {
            project.notes.push(format!("{path} names no pods"));
        }
    }
}

/// The packages in the repository.
pub(super) fn local(found: &Found, project: &mut Project) {
    for folder in &found.packages {
        let name = folder.rsplit('/').next().unwrap_or(folder);
        let found = Module { folder: Some(folder.clone()), ..module(name, Origin::LocalPackage) };
        project.modules.push(found);
    }
}

/// The packages from elsewhere, by the last part of their address, which is how their modules are mostly called.
pub(super) fn resolved(root: &Path, found: &Found, project: &mut Project) {
    for path in &found.resolved {
        let Some(text) = read(root, path, project) else { continue };
        let parsed: serde_json::Value = match serde_json::from_str(&text) {
            Ok(parsed) => parsed,
            Err(error) => {
                project.notes.push(format!("{path}: {error}; its packages are not known"));
                continue;
            }
        };
        // Version 1 had them one level deeper and called the address otherwise.
        let pins = parsed["pins"].as_array().or_else(|| parsed["object"]["pins"].as_array());
        for pin in pins.into_iter().flatten() {
            let address = pin["location"].as_str().or_else(|| pin["repositoryURL"].as_str());
            let named = address.and_then(|address| address.trim_end_matches('/').rsplit(['/', ':']).next());
            let name = named.map(|name| name.strip_suffix(".git").unwrap_or(name));
            let name = name.or_else(|| pin["identity"].as_str()).filter(|name| !name.is_empty());
            if let Some(name) = name {
                project.modules.push(module(name, Origin::Package));
            }
        }
    }
}

fn module(name: &str, origin: Origin) -> Module {
    Module { name: name.to_owned(), origin, folder: None, owner: None }
}

fn read(root: &Path, path: &str, project: &mut Project) -> Option<String> {
    let text = std::fs::read_to_string(root.join(path));
    text.inspect_err(|error| project.notes.push(format!("{path}: {error}"))).ok()
}
