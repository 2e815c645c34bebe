//! Shared schemes: the target that each scheme launches, and the configuration that each scheme archives.

use std::path::Path;

use super::xml::Element;
use super::{join, parent, read_text, stem};

/// The properties of a scheme that `gate init` uses.
#[derive(Clone, Debug)]
pub(crate) struct Scheme {
    pub(crate) name: String,
    /// The id and the name of the target in the Launch action.
    pub(crate) launches: Option<(String, String)>,
    /// The project that contains the target, relative to the root.
    pub(crate) project: Option<String>,
    /// The project or workspace that contains the scheme.
    pub(crate) holder: String,
    /// The configuration of the Archive action.
    pub(crate) archive: Option<String>,
}

/// Reads a scheme. `path` is the path of the `.xcscheme`, inside a project or a workspace.
pub(crate) fn read(root: &Path, path: &str) -> Result<Scheme, String> {
    let document = Element::parse(&read_text(&root.join(path))?)?;
    let launch = document.child("LaunchAction");
    let runnable = launch.and_then(|launch| {
        launch.child("BuildableProductRunnable").or_else(|| launch.child("RemoteRunnable"))
    });
    let reference = runnable.and_then(|runnable| runnable.child("BuildableReference"));
    // The path of a container is relative to the folder of the project or workspace that contains the scheme.
    let holder = path.split("/xcshareddata/").next().unwrap_or_default();
    let launches = reference.and_then(|reference| {
        let id = reference.attribute("BlueprintIdentifier")?.to_owned();
        Some((id, reference.attribute("BlueprintName")?.to_owned()))
    });
    let container = reference.and_then(|reference| reference.attribute("ReferencedContainer"));
    let container = container.and_then(|container| container.strip_prefix("container:"));
    let archive = document.child("ArchiveAction").and_then(|archive| archive.attribute("buildConfiguration"));
    Ok(Scheme {
        name: stem(path).to_owned(),
        launches,
        project: container.and_then(|container| join(parent(holder), container)),
        holder: holder.to_owned(),
        archive: archive.map(str::to_owned),
    })
}
