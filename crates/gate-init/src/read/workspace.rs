//! Reads workspaces, each of which contains projects and packages.

use std::path::Path;

use super::xml::Element;
use super::{join, parent, read_text};

#[derive(Clone, Debug)]
pub(crate) struct Workspace {
    /// The path of the workspace, such as `ios/Shop.xcworkspace`.
    pub(crate) path: String,
    /// The contents of the workspace, as paths from the root.
    pub(crate) holds: Vec<String>,
}

/// Reads a workspace. `path` is the path of the `.xcworkspace`.
pub(crate) fn read(root: &Path, path: &str) -> Result<Workspace, String> {
    let document = Element::parse(&read_text(&root.join(path).join("contents.xcworkspacedata"))?)?;
    let mut holds = Vec::new();
    collect_paths(&document, parent(path), parent(path), &mut holds);
    Ok(Workspace { path: path.to_owned(), holds })
}

fn collect_paths(element: &Element, container: &str, group: &str, holds: &mut Vec<String>) {
    for child in &element.children {
        let location = child.attribute("location").unwrap_or_default();
        let (kind, place) = location.split_once(':').unwrap_or(("group", location));
        let from = if kind == "container" { container } else { group };
        let Some(place) = join(from, place) else { continue };
        match child.name.as_str() {
            "FileRef" => holds.push(place),
            "Group" => collect_paths(child, container, &place, holds),
            _ => {}
        }
    }
}
