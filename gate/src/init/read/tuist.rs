//! Tuist's manifests: Project.swift and Workspace.swift, as far as they are literal.

use super::calls::{Call, calls, constants, resolved, without_comments};
use super::{beside, parent};

/// A target of a Project.swift.
#[derive(Clone, Debug)]
pub(in crate::init) struct TuistTarget {
    pub(in crate::init) name: String,
    pub(in crate::init) product: Option<String>,
    pub(in crate::init) bundle: Option<String>,
    pub(in crate::init) is_app: bool,
    /// A framework or static library.
    pub(in crate::init) is_library: bool,
    /// The folder of the manifest.
    pub(in crate::init) folder: String,
}

/// What a Project.swift says.
#[derive(Clone, Debug, Default)]
pub(in crate::init) struct TuistProject {
    pub(in crate::init) name: Option<String>,
    pub(in crate::init) targets: Vec<TuistTarget>,
    /// Packages from elsewhere that targets use.
    pub(in crate::init) products: Vec<String>,
    /// Frameworks in folders, from the repository's root.
    pub(in crate::init) binaries: Vec<String>,
    pub(in crate::init) schemes: Vec<String>,
    /// Names that helpers of the team are given, mostly of modules.
    pub(in crate::init) names: Vec<String>,
}

/// Reads the text of a Project.swift; `path` is the file's, and `helpers` what Tuist's own helpers say.
pub(in crate::init) fn project(text: &str, path: &str, helpers: &str) -> TuistProject {
    let text = without_comments(text, false);
    let mut names = constants(helpers);
    names.extend(constants(&text));
    let string = |call: &Call<'_>, label: &str| resolved(call.argument(label)?, &names);
    let mut found = TuistProject::default();
    for call in calls(&text, &[]) {
        match call.name {
            "Project" => found.name = string(&call, "name").or(found.name),
            "external" | "package" => {
                found.products.extend(string(&call, "name").or_else(|| string(&call, "product")));
            }
            "xcframework" | "framework" if call.argument("path").is_some() => {
                found.binaries.extend(string(&call, "path").and_then(|place| beside(parent(path), &place)));
            }
            "scheme" | "Scheme" => found.schemes.extend(string(&call, "name")),
            // `Feature(name:)`, `Project.makeModule(name:product:)`: helpers of the team, which make modules mostly.
            name if call.argument("product").is_none() && name.starts_with(char::is_uppercase) => {
                found.names.extend(string(&call, "name").filter(|_| name != "TargetDependency"));
            }
            _ => found.targets.extend(target(&call, parent(path), string)),
        }
    }
    found
}

fn target(
    call: &Call<'_>,
    folder: &str,
    string: impl Fn(&Call<'_>, &str) -> Option<String>,
) -> Option<TuistTarget> {
    let kind = call.argument("product")?;
    let systems = call.argument("destinations").or_else(|| call.argument("platform")).unwrap_or(".iOS");
    let is_ios =
        ["iOS", "iPhone", "iPad"].iter().any(|name| systems.contains(name)) || !systems.contains('.');
    let is_ios = is_ios || systems.starts_with(char::is_uppercase);
    Some(TuistTarget {
        name: string(call, "name")?,
        product: string(call, "productName"),
        bundle: string(call, "bundleId").filter(|bundle| !bundle.contains('$')),
        is_app: kind.ends_with(".app") && is_ios,
        is_library: ["framework", "staticFramework", "staticLibrary", "dynamicLibrary"]
            .iter()
            .any(|library| kind.ends_with(&format!(".{library}"))),
        folder: folder.to_owned(),
    })
}

/// The name of the workspace that a Workspace.swift makes.
pub(in crate::init) fn workspace(text: &str) -> Option<String> {
    calls(&without_comments(text, false), &["Workspace"]).first()?.string("name")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn apps_and_libraries() {
        let text = "let project = Project(name: \"Shop\", targets: [
            .target(name: \"Shop\", destinations: .iOS, product: .app, bundleId: \"com.example.shop\", dependencies: [.external(name: \"Net\"), .target(name: \"Kit\")]),
            .target(name: \"Watch\", destinations: [.appleWatch], product: .app, bundleId: \"w\"),
            .target(name: \"Kit\", destinations: [.iPhone], product: .framework, bundleId: \"k\"),
            .target(name: prefix + \"X\", destinations: .iOS, product: .app), Feature(name: \"Cart\") ])";
        let found = project(text, "App/Project.swift", "");
        let apps: Vec<&str> = found.targets.iter().filter(|one| one.is_app).map(|one| &*one.name).collect();
        assert_eq!((found.name.as_deref(), apps), (Some("Shop"), vec!["Shop"]));
        assert_eq!(found.targets[0].bundle.as_deref(), Some("com.example.shop"));
        assert!(found.targets.iter().any(|one| one.is_library && one.name == "Kit"));
        assert_eq!((found.products, found.names), (vec!["Net".to_owned()], vec!["Cart".to_owned()]));
        assert_eq!(
            workspace("let workspace = Workspace(name: \"All\", projects: [\"**\"])").as_deref(),
            Some("All")
        );
    }
}
