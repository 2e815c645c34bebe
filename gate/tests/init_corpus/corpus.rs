//! Reads the corpus of `gate init`. Each shape of a project is one text file, which contains the expected answers and the files of the
//! project.
//!
//! A corpus file begins with a line that describes the project and with the expected answers in TOML. Each file of the project follows as a
//! line `--- PATH` and the file's text.

use std::fs;
use std::path::{Path, PathBuf};

use gate_init::{AppChoice, InitError, PipelineHost, Project, read_apps};
use toml::{Table, Value};

/// One shape of a project.
pub struct Shape {
    pub name: String,
    /// The answers that the corpus expects.
    pub expected: Table,
    files: Vec<(String, String)>,
}

/// The tasks of a project that GitHub's workflows measure on a phone.
const PHONE: [&str; 3] = ["add the label `iphone`", "LAUNCHGATE_SIGN", "run `gate doctor`"];

/// The tasks of a project that GitLab's pipeline measures on a phone.
const GITLAB: [&str; 4] = [
    "include .gitlab/launchgate.yml",
    "set the variables listed",
    "add a nightly schedule",
    "run `gate doctor`",
];

/// Returns all shapes, by name.
pub fn shapes() -> Vec<Shape> {
    let mut paths: Vec<PathBuf> = fs::read_dir(super::CORPUS)
        .unwrap_or_else(|error| panic!("{}: {error}", super::CORPUS))
        .flatten()
        .map(|entry| entry.path())
        .collect();
    paths.sort();
    paths.iter().map(|path| Shape::read(path)).collect()
}

impl Shape {
    fn read(path: &Path) -> Shape {
        let whole = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut parts = whole.split("\n--- ");
        let expected = parts.next().unwrap_or_default();
        let expected = expected.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let files = parts.map(|part| part.split_once('\n').unwrap_or((part, "")));
        Shape {
            name: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            expected,
            files: files.map(|(path, text)| (path.to_owned(), format!("{text}\n"))).collect(),
        }
    }

    /// Writes the project's files to a folder.
    pub fn write(&self, root: &Path) {
        for (path, text) in &self.files {
            let path = root.join(path);
            let folder = path.parent().unwrap_or(root);
            fs::create_dir_all(folder)
                .and_then(|()| fs::write(&path, text))
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        }
        if self.flag("git") {
            for words in [&["init", "-q", "-b", "main"][..], &["add", "."]] {
                let status = std::process::Command::new("git").args(words).current_dir(root).status();
                assert!(status.is_ok_and(|status| status.success()), "git {words:?}");
            }
        }
    }

    fn flag(&self, key: &str) -> bool {
        self.expected.get(key).and_then(Value::as_bool).unwrap_or(false)
    }

    fn text(&self, key: &str) -> Option<&str> {
        self.expected.get(key).and_then(Value::as_str)
    }

    fn list(&self, key: &str) -> Vec<&str> {
        self.expected
            .get(key)
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect()
    }

    fn looked(&self) -> Result<Project, InitError> {
        let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("a folder: {error}"));
        self.write(folder.path());
        self.read_from(folder.path())
    }

    /// Reads the written project with the shape's choice of one or several apps.
    pub fn read_from(&self, root: &Path) -> Result<Project, InitError> {
        let scheme = self.text("choose_scheme").map(str::to_owned);
        let one = self.text("choose_app").map(str::to_owned);
        let apps = self.choice().into_iter().map(|app| Some(app.to_owned()));
        let apps: Vec<Option<String>> = apps.collect();
        let apps = if apps.is_empty() { vec![one] } else { apps };
        let choices: Vec<AppChoice> =
            apps.into_iter().map(|app| AppChoice { app, scheme: scheme.clone() }).collect();
        read_apps(root, &choices)
    }

    /// Returns the names of the apps of a matrix.
    pub fn choice(&self) -> Vec<&str> {
        self.list("choose_apps")
    }

    /// Returns two lists of steps: the steps that `gate init` leaves to a person although this is not expected, and the expected steps that
    /// are missing.
    pub fn next(&self) -> (Vec<String>, Vec<String>) {
        let Ok(mut project) = self.looked() else { return Default::default() };
        let host = project.host.or(Some(PipelineHost::GitHub));
        project.choose_driver(host, false);
        let mut expected = self.list("left");
        // Each project that is measured on a phone has the tasks of its host. A project without any task has the commit as the only task.
        expected.extend_from_slice(match host {
            Some(PipelineHost::GitLab) => &GITLAB,
            _ if project.simulator => &[],
            _ => &PHONE,
        });
        if expected.is_empty() {
            expected.push("commit the written files and open a pull request");
        }
        let told = |line: &String| expected.iter().any(|part| line.contains(part));
        let lines = project.next_steps(host, "acme/launchgate/.github/action@v1.0.0", true);
        let (told, wrong): (Vec<String>, Vec<String>) = lines.into_iter().partition(told);
        let is_missing = |part: &&&str| !told.iter().any(|line| line.contains(**part));
        (wrong, expected.iter().filter(is_missing).map(|part| (*part).to_owned()).collect())
    }

    /// Returns the results for the steps of the project's own pipeline: the number of expected steps that were taken over, the number of
    /// expected steps, and the steps that were taken over but were not expected.
    pub fn own_steps(&self) -> (usize, usize, Vec<String>) {
        let Ok(project) = self.looked() else { return Default::default() };
        let own = project.steps.iter().filter(|step| step.source.is_some());
        let texts: Vec<String> = own
            .map(|step| format!("{} {}", step.uses.as_deref().unwrap_or_default(), step.lines.join("\n")))
            .collect();
        let expected = self.list("own");
        let taken = expected.iter().filter(|part| texts.iter().any(|text| text.contains(**part))).count();
        let is_wrong = |text: &String| !expected.iter().any(|part| text.contains(part));
        (taken, expected.len(), texts.into_iter().filter(is_wrong).collect())
    }

    /// Returns the differences from the expected answers.
    pub fn wrong(&self) -> Vec<String> {
        match (self.looked(), self.text("error")) {
            (Err(error), Some(expected)) if error.to_string().contains(expected) => Vec::new(),
            (Err(error), _) => vec![format!("error: {error}")],
            (Ok(project), Some(expected)) => {
                vec![format!("no error {expected:?}, but the app {}", project.app.target)]
            }
            (Ok(project), None) => self.differences(&project),
        }
    }

    fn differences(&self, project: &Project) -> Vec<String> {
        let app = &project.app;
        let mut wrong = Vec::new();
        let mut same = |what: &str, found: String, expected: String| {
            if found != expected {
                wrong.push(format!("{what}: {found:?}, expected {expected:?}"));
            }
        };
        for (key, found) in [
            ("app", Some(app.target.as_str())),
            ("product", Some(&app.product)),
            ("bundle", app.bundle.as_deref()),
            ("scheme", Some(&app.scheme)),
            ("container", Some(&app.container)),
            ("configuration", Some(&app.configuration)),
            ("branch", Some(&project.branch)),
            ("xcode", project.xcode.as_deref()),
            ("devices_only", project.devices_only.as_deref()),
        ] {
            same(key, found.unwrap_or_default().to_owned(), self.text(key).unwrap_or_default().to_owned());
        }
        let host = if project.host == Some(PipelineHost::GitLab) { "gitlab" } else { "github" };
        same("host", host.to_owned(), self.text("host").unwrap_or(host).to_owned());
        same(
            "settings",
            project.settings.to_owned(),
            self.text("settings").unwrap_or("config.toml").to_owned(),
        );
        let steps: Vec<&str> = project.steps.iter().map(|step| step.name.as_str()).collect();
        same("steps", steps.join(", "), self.list("steps").join(", "));
        let others = project.others.iter().map(|other| format!("{} {}", other.id, other.container));
        same("others", others.collect::<Vec<_>>().join(", "), self.list("others").join(", "));
        let steps =
            project.steps.iter().filter_map(|step| Some(format!("{} {}", step.app.as_ref()?, step.name)));
        same("steps_of_apps", steps.collect::<Vec<_>>().join(", "), self.list("steps_of_apps").join(", "));
        let flag = |key: &str| self.flag(key).to_string();
        same("submodules", project.checkout.submodules.to_string(), flag("submodules"));
        same("lfs", project.checkout.lfs.to_string(), flag("lfs"));
        same("runner", project.runner.clone(), self.text("runner").unwrap_or(&project.runner).to_owned());
        let modules: Vec<&str> = project.modules.iter().map(|module| module.name.as_str()).collect();
        same("modules", modules.join(", "), self.list("modules").join(", "));
        let owners = project
            .modules
            .iter()
            .filter_map(|module| Some((module.name.as_str(), module.owner.as_deref()?)));
        let owners: Vec<String> = owners.map(|(name, owner)| format!("{name} {owner}")).collect();
        let expected = self.expected.get("owners").and_then(Value::as_table).into_iter().flatten();
        let expected: Vec<String> =
            expected.map(|(name, owner)| format!("{name} {}", owner.as_str().unwrap_or_default())).collect();
        same("owners", owners.join(", "), expected.join(", "));
        let (taken, own, unexpected) = self.own_steps();
        if taken < own {
            wrong.push(format!("own: {taken} of {own} steps are taken over"));
        }
        wrong.extend(unexpected.iter().map(|text| format!("own: {text:?} is not expected")));
        let (told, missing) = self.next();
        wrong.extend(told.iter().map(|line| format!("next: {line:?} is not expected")));
        wrong.extend(missing.iter().map(|part| format!("next: {part:?} is not told")));
        wrong
    }
}
