//! The files that `gate init` writes: settings and pipeline.
//!
//! Invariant: whatever a project calls its things, each file parses, and holds the name as it is.

use super::{BuiltApp, Host, Module, Origin, Project};

/// A file to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// From the project's folder.
    pub path: &'static str,
    /// Its text.
    pub text: String,
}

/// Which action the workflows use.
#[derive(Clone, Debug)]
pub struct Action<'a> {
    /// `owner/repository/.github/action@commit`.
    pub reference: &'a str,
    /// Its version, for people.
    pub version: &'a str,
}

/// The settings, and the pipeline's files if the host is known.
pub fn files(project: &Project, host: Option<Host>, action: &Action<'_>) -> Vec<File> {
    let mut files = vec![File { path: "config.toml", text: config(project) }];
    let app = project.app.clone().unwrap_or_else(|| BuiltApp {
        target: "App".to_owned(),
        bundle: None,
        container: "App.xcodeproj".to_owned(),
        scheme: "App".to_owned(),
    });
    match host {
        Some(Host::GitHub) => {
            for (path, template) in [
                (".github/workflows/launchgate.yml", include_str!("templates/github-check.yml")),
                (".github/workflows/launchgate-comment.yml", include_str!("templates/github-comment.yml")),
                (".github/workflows/launchgate-baseline.yml", include_str!("templates/github-baseline.yml")),
            ] {
                files.push(File { path, text: fill(template, &app, action) });
            }
        }
        Some(Host::GitLab) => files.push(File {
            path: ".gitlab/launchgate.yml",
            text: fill(include_str!("templates/gitlab.yml"), &app, action),
        }),
        None => {}
    }
    files
}

fn fill(template: &str, app: &BuiltApp, action: &Action<'_>) -> String {
    let kind = if app.container.ends_with(".xcworkspace") { "-workspace" } else { "-project" };
    let values = [
        ("@ACTION@", action.reference.to_owned()),
        ("@VERSION@", action.version.to_owned()),
        ("@KIND@", kind.to_owned()),
        // A string of JSON is one of YAML, and reaches the shell as a variable's value.
        ("@CONTAINER@", quoted(&app.container)),
        ("@SCHEME@", quoted(&app.scheme)),
        ("@TARGET@", quoted(&app.target)),
    ];
    // In one pass: a project may be called like one of the keys.
    let (mut text, mut rest) = (String::with_capacity(2 * template.len()), template);
    let next = |rest: &str| {
        let found = values.iter().filter_map(|(key, value)| Some((rest.find(key)?, *key, value)));
        found.min_by_key(|(at, ..)| *at).map(|(at, key, value)| (at, key.len(), value.clone()))
    };
    while let Some((at, length, value)) = next(rest) {
        text += &rest[..at];
        text += &value;
        rest = &rest[at + length..];
    }
    text + rest
}

/// As a string of JSON and YAML; no expression of GitHub's can begin in it.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text.replace("${{", "$ {{")).to_string()
}

fn toml_string(text: &str) -> String {
    toml::Value::from(text).to_string()
}

fn config(project: &Project) -> String {
    let mut out = String::from(
        "# The settings of launchgate. Every key, with its default, is printed by `gate config`.\n",
    );
    if let Some(bundle) = project.app.as_ref().and_then(|app| app.bundle.as_deref()) {
        out += &format!("# The app: {}\n", bundle.replace(char::is_control, " "));
    }
    out += "\n[attribution]\n";
    if let Some(codeowners) = &project.codeowners {
        out += &format!("codeowners = {}\n", toml_string(codeowners));
    }
    out += &if project.link_maps.is_empty() {
        "# Modules inside one binary are told apart by the linker's map: build with LD_GENERATE_MAP_FILE=YES and name the file.\n# link_maps = [\"build/App-LinkMap-normal-arm64.txt\"]\n".to_owned()
    } else {
        let maps: Vec<String> = project.link_maps.iter().map(|map| toml_string(map)).collect();
        format!("link_maps = [{}]\n", maps.join(", "))
    };
    out += "\n[[scenario]]\nname = \"cold\"\n\n";
    for origin in [Origin::Target, Origin::LocalPackage, Origin::Pod, Origin::Package] {
        let modules: Vec<&Module> = project.modules.iter().filter(|module| module.origin == origin).collect();
        if !modules.is_empty() {
            out += match origin {
                Origin::Target => "# Targets of the project.\n",
                Origin::LocalPackage => "# Swift packages of the repository.\n",
                Origin::Pod => "# Pods.\n",
                Origin::Package => "# Swift packages.\n",
            };
        }
        for module in modules {
            out += &rule(module);
        }
    }
    out.truncate(out.trim_end().len());
    out + "\n"
}

fn rule(module: &Module) -> String {
    let name = &module.name;
    let list = |globs: &[String]| globs.iter().map(|glob| toml_string(glob)).collect::<Vec<_>>().join(", ");
    // Brackets are brackets in globs, and the two characters that are not occur in no name of a module.
    let files = [
        format!("*/lib{name}.a*"),
        format!("*/{name}.framework/*"),
        format!("*/{name}.o"),
        format!("*/{name}.build/*"),
    ];
    let mut out = format!("[[module]]\nname = {}\n", toml_string(name));
    match &module.owner {
        Some(owner) => out += &format!("owner = {}\n", toml_string(owner)),
        None if matches!(module.origin, Origin::Target | Origin::LocalPackage) => {
            out += match module.folder {
                Some(_) => "# owner = \"@team\" # CODEOWNERS names none\n",
                None => "# owner = \"@team\" # no folder has its name, so CODEOWNERS was not asked\n",
            };
        }
        None => {}
    }
    out += &format!("classes = [{}]\n", list(&[format!("{name}.*")]));
    out += &format!("images = [{}]\n", list(&[format!("*{name}.framework/*")]));
    out += &format!("files = [{}]\n\n", list(&files));
    out
}
