//! Xcode projects and CODEOWNERS.

use std::path::Path;

use plist::{Dictionary, Value};

use super::walk::Found;
use super::{BuiltApp, Module, Origin, Project};
use crate::attribute::Codeowners;

/// Where GitHub and GitLab look for it.
const CODEOWNERS: [&str; 4] = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"];

pub(super) fn codeowners(root: &Path, project: &mut Project) -> Option<Codeowners> {
    let path = CODEOWNERS.iter().find(|path| root.join(path).is_file())?;
    match std::fs::read_to_string(root.join(path)) {
        Ok(text) => {
            let parsed = Codeowners::parse(&text);
            for line in parsed.skipped() {
                project.notes.push(format!("{path}:{line} is no rule that is understood; it owns nothing"));
            }
            project.codeowners = Some((*path).to_owned());
            Some(parsed)
        }
        Err(error) => {
            project.notes.push(format!("{path}: {error}"));
            None
        }
    }
}

/// A target of a project file.
struct Target {
    name: String,
    kind: String,
    bundle: Option<String>,
}

pub(super) fn apps_and_targets(root: &Path, found: &Found, project: &mut Project) {
    let mut apps = Vec::new();
    for path in &found.projects {
        let targets = match targets(&root.join(path).join("project.pbxproj")) {
            Ok(targets) => targets,
            Err(reason) => {
                project.notes.push(format!("{path}/project.pbxproj: {reason}; its targets are not known"));
                continue;
            }
        };
        for target in targets {
            match target.kind.rsplit('.').next() {
                _ if target.kind.ends_with("product-type.application") => apps.push((path.clone(), target)),
                Some("framework" | "static" | "dynamic") => project.modules.push(Module {
                    name: target.name,
                    origin: Origin::Target,
                    folder: None,
                    owner: None,
                }),
                _ => {}
            }
        }
    }
    if apps.len() > 1 {
        let names: Vec<&str> = apps.iter().map(|(_, app)| &*app.name).collect();
        project.notes.push(format!(
            "there are several apps ({}); the files are for {}: change the scheme in them for another one",
            names.join(", "),
            names[0]
        ));
    }
    if let Some((path, target)) = apps.into_iter().next() {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let beside =
            |workspace: &&String| workspace.rsplit_once('/').map_or("", |(above, _)| above) == folder;
        let container = found.workspaces.iter().find(beside).cloned().unwrap_or(path);
        let schemes: Vec<&str> = found.schemes.iter().filter_map(|scheme| stem(scheme)).collect();
        let of_name = schemes.iter().find(|scheme| **scheme == target.name);
        // Xcode makes a scheme of each target's name where none is stored.
        let scheme = of_name.or(schemes.first()).map_or(&*target.name, |scheme| scheme).to_owned();
        project.app = Some(BuiltApp { target: target.name, bundle: target.bundle, container, scheme });
    } else if found.projects.is_empty() {
        project
            .notes
            .push("there is no Xcode project here; say in the workflow how the app is built".to_owned());
    }
}

fn stem(path: &str) -> Option<&str> {
    path.rsplit('/').next()?.strip_suffix(".xcscheme")
}

fn targets(path: &Path) -> Result<Vec<Target>, String> {
    let value = crate::plists::read_file(path).map_err(|error| error.to_string())?;
    let objects = value.as_dictionary().and_then(|root| root.get("objects")).and_then(Value::as_dictionary);
    let objects = objects.ok_or("it has no objects")?;
    let mut targets: Vec<Target> = objects
        .values()
        .filter_map(Value::as_dictionary)
        .filter(|object| text(object, "isa") == Some("PBXNativeTarget"))
        .filter_map(|target| {
            Some(Target {
                name: text(target, "name")?.to_owned(),
                kind: text(target, "productType").unwrap_or_default().to_owned(),
                bundle: bundle(objects, target),
            })
        })
        .collect();
    targets.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(targets)
}

/// The bundle identifier of a target's configurations, if it is one and no variable.
fn bundle(objects: &Dictionary, target: &Dictionary) -> Option<String> {
    let object = |id: &str| objects.get(id).and_then(Value::as_dictionary);
    let list = object(text(target, "buildConfigurationList")?)?;
    let configurations = list.get("buildConfigurations")?.as_array()?;
    let mut found = configurations.iter().filter_map(|id| {
        let settings = object(id.as_string()?)?.get("buildSettings")?.as_dictionary()?;
        text(settings, "PRODUCT_BUNDLE_IDENTIFIER")
    });
    found.rfind(|bundle| !bundle.contains('$')).map(str::to_owned)
}

fn text<'a>(dictionary: &'a Dictionary, key: &str) -> Option<&'a str> {
    dictionary.get(key).and_then(Value::as_string)
}
