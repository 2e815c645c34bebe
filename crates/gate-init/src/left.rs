//! Lists the tasks for a person: inputs of the build that neither the checkout nor the steps provide.
//!
//! Invariant: no task requests a file that is in git's index or that a written step creates.

use std::collections::BTreeSet;
use std::path::Path;

use super::BuiltApp;
use super::apps::ParsedFiles;
use super::read::pbxproj::{BuildNeeds, Project};
use super::read::tracked::TrackedFiles;
use super::read::{self, join, join_relative, parent, stem};
use super::step::Step;
use super::steps::{folder_and_ancestors, install_locked, run_tool};
use super::walk::RepositoryFiles;

/// The oldest Xcode whose projects can be built without changes. Older projects have settings that the Xcodes
/// of hosted Macs refuse: Swift 3, UIWebView, libstdc++, iOS 8.
const OLDEST: (u32, u32) = (12, 0);

/// The number of missing files that are listed individually.
const LISTED: usize = 6;

/// The inputs of an app's build.
pub(super) struct BuildInputs<'a> {
    pub(super) root: &'a Path,
    pub(super) found: &'a RepositoryFiles,
    pub(super) sources: &'a ParsedFiles,
    pub(super) app: &'a BuiltApp,
    pub(super) steps: &'a [Step],
    /// Whether a pipeline of the repository builds the app.
    pub(super) has_own_build: bool,
}

/// Adds the tasks for a person to `left`, as sentences.
pub(super) fn add_manual_tasks(build: &BuildInputs<'_>, left: &mut Vec<String>) {
    let tracked = TrackedFiles::from_root(build.root);
    build.add_version_tasks(left);
    build.add_submodule_tasks(left);
    build.add_web_task(left);
    build.add_old_project_task(left);
    build.keys(left);
    build.add_carthage_tasks(&tracked, left);
    for (project, needs) in build.app_needs() {
        build.add_program_tasks(needs, left);
        build.add_framework_task(project, needs, left);
        build.add_settings_tasks(needs, &tracked, left);
        build.add_file_tasks(needs, &tracked, left);
        build.add_external_tasks(project, needs, left);
    }
    build.add_folder_tasks(&tracked, left);
}

impl BuildInputs<'_> {
    fn step(&self, name: &str) -> Option<&Step> {
        self.steps.iter().find(|step| step.name == name)
    }

    /// Returns the project that contains the app, with the inputs that the app's target needs.
    fn app_needs(&self) -> impl Iterator<Item = (&Project, &BuildNeeds)> {
        let projects = self.sources.projects.iter().filter(|project| project.path == self.app.project);
        projects.flat_map(|project| {
            let apps = project.targets.iter().filter(|target| target.name == self.app.target);
            apps.map(move |target| (project, &target.needs))
        })
    }

    /// Adds tasks for the versions of Node, Ruby and Flutter that the repository pins, unless a step sets up the tool.
    fn add_version_tasks(&self, left: &mut Vec<String>) {
        let bundler = |step: &&Step| step.lines.iter().any(|line| line.starts_with("bundle "));
        for (tool, files, step) in [
            (
                "Node",
                &[".nvmrc", ".node-version", ".tool-versions", "package.json"][..],
                self.step("JavaScript packages"),
            ),
            ("Ruby", &[".ruby-version", ".tool-versions", "Gemfile"], self.step("Pods").filter(bundler)),
            (
                "Flutter",
                &[
                    ".fvmrc",
                    ".fvm/fvm_config.json",
                    ".tool-versions",
                    ".flutter-version",
                    "flutter-version.txt",
                ],
                self.step("Flutter"),
            ),
        ] {
            let low = tool.to_lowercase();
            let setups =
                [&format!("setup-{low}"), &format!("{low}-action"), "mise install", "mise-action", "asdf "];
            let is_set_up =
                self.steps.iter().any(|step| setups.iter().any(|setup| step.text.contains(*setup)));
            let Some(step) = step.filter(|_| !is_set_up) else { continue };
            let folders = [step.folder.as_str(), parent(&step.folder), ""];
            let mut places =
                folders.iter().flat_map(|folder| files.iter().filter_map(|name| join(folder, name)));
            let pin = places.find_map(|path| {
                let version =
                    find_pinned_version(tool, &path, &read::read_text(&self.root.join(&path)).ok()?)?;
                Some((path, version))
            });
            if let Some((path, version)) = pin {
                left.push(format!(
                    "install {tool} {version} ({path}) in a step before {}; the runner's own may be another",
                    step.name
                ));
            }
        }
    }

    /// Adds tasks for git submodules and Swift packages in other repositories, if their addresses are relative or use SSH. A job's own
    /// token can read only its own repository, and a job has no SSH key.
    fn add_submodule_tasks(&self, left: &mut Vec<String>) {
        let text = read::read_text(&self.root.join(".gitmodules")).unwrap_or_default();
        let addresses = text.lines().filter_map(|line| line.trim().strip_prefix("url = "));
        let is_other = |url: &&str| ["../", "git@", "ssh:"].iter().any(|start| url.starts_with(start));
        let others: Vec<&str> = addresses.filter(is_other).collect();
        if !others.is_empty() {
            left.push(format!(
                "if {} is private, give the checkouts a token that may read it; the job's own may read this repository only",
                others.join(" or ")
            ));
        }
        let packages = self.app_needs().flat_map(|(project, _)| project.remotes.iter().map(String::as_str));
        let packages: Vec<&str> = packages.filter(is_other).collect();
        if !packages.is_empty() {
            left.push(format!(
                "give the job that builds an SSH key for {}; a job has no key, also for a public package",
                packages.join(" and ")
            ));
        }
    }

    /// Adds a task if the app contains a web page that a script of package.json creates.
    fn add_web_task(&self, left: &mut Vec<String>) {
        let folder = parent(&self.app.container);
        let manifest = folder_and_ancestors(folder).filter_map(|folder| join(folder, "package.json"));
        let mut manifest = manifest.filter(|_| !run_tool(self.steps, "JavaScript packages"));
        if let Some(path) = manifest.find(|path| self.has_build_script(path)) {
            let install =
                install_locked(self.root, parent(&path)).and_then(<[_]>::last).unwrap_or(&"npm install");
            let tool = install.split(' ').next().unwrap_or_default();
            left.push(format!(
                "run `{install}` and `{tool} run build` of {path} in a step before Build, if the app has what that makes"
            ));
        }
    }

    /// Returns whether a package.json has a script `build`.
    fn has_build_script(&self, path: &str) -> bool {
        let text = read::read_text(&self.root.join(path)).unwrap_or_default();
        let manifest = serde_json::from_str::<serde_json::Value>(&text);
        manifest.is_ok_and(|manifest| manifest["scripts"]["build"].is_string())
    }

    /// Adds a task for a project that no current Xcode has opened, unless a pipeline of the repository builds
    /// it.
    fn add_old_project_task(&self, left: &mut Vec<String>) {
        for (project, _) in self.app_needs().filter(|_| !self.has_own_build) {
            if let Some((major, minor)) = project.opened_by.filter(|opened_by| *opened_by < OLDEST) {
                left.push(format!(
                    "check that {} builds with a current Xcode; it was last brought up to date by Xcode {major}.{minor}",
                    project.path
                ));
            }
        }
    }

    /// Adds tasks for the keys that `pod install` asks a person to enter.
    fn keys(&self, left: &mut Vec<String>) {
        let Some(step) = self.step("Pods") else { return };
        let podfiles = self.sources.podfiles.iter().filter(|(folder, _)| *folder == step.folder);
        for (_, podfile) in podfiles.filter(|(_, podfile)| !podfile.keys.is_empty()) {
            left.push(format!(
                "pass cocoapods-keys its {} ({}) as environment variables of the step Pods; `pod install` asks a person for each that is not set",
                if podfile.keys.len() == 1 { "key".to_owned() } else { format!("{} keys", podfile.keys.len()) },
                podfile.keys.join(", ")
            ));
        }
    }

    fn add_carthage_tasks(&self, tracked: &TrackedFiles, left: &mut Vec<String>) {
        let Some(step) = self.step("Carthage") else { return };
        let resolved = join(&step.folder, "Cartfile.resolved").unwrap_or_default();
        if !tracked.has(&resolved) {
            left.push(format!(
                "commit {resolved}; without it Carthage builds the newest versions, and base and head may get different ones"
            ));
        }
        let is_old = |path: &String| path.contains("Carthage/Build/iOS/");
        if self.app_needs().any(|(_, needs)| needs.files.iter().any(is_old)) {
            left.push(
                "link the .xcframework files of Carthage in place of those in Carthage/Build/iOS, which no current Xcode builds for devices and simulators on Apple silicon".to_owned(),
            );
        }
    }

    /// Adds tasks for programs of other languages that build parts of the app.
    fn add_program_tasks(&self, needs: &BuildNeeds, left: &mut Vec<String>) {
        for (target, program) in &needs.legacy {
            let program = program.rsplit('/').next().unwrap_or(program);
            left.push(format!(
                "install the dependencies of `{program}`, which builds the target {target}, in a step before Build"
            ));
        }
        let builds = |step: &Step| step.source.is_some() && step.text.contains("cargo ");
        let flutter = self.step("Flutter").filter(|_| !self.steps.iter().any(builds));
        let flutter = flutter.and_then(|_| self.found.cargo.first());
        let is_rust = needs.scripts.iter().any(|script| script.to_lowercase().contains("cargo"))
            || needs.files.iter().any(|path| self.is_of_cargo(path));
        let toolchain = read::read_text(&self.root.join("rust-toolchain.toml")).unwrap_or_default();
        let mut texts = self.steps.iter().map(|step| &step.text).chain(&needs.scripts).chain([&toolchain]);
        let is_set_up = texts.any(|text| text.contains("aarch64-apple-ios-sim"));
        if is_rust && !self.found.cargo.is_empty() && !is_set_up {
            left.push(
                "run `rustup target add aarch64-apple-ios aarch64-apple-ios-sim` in a step before Build; a part of the app is built by cargo".to_owned(),
            );
        } else if let Some(manifest) = flutter {
            left.push(format!(
                "build {manifest} with cargo for aarch64-apple-ios in a step before Build, unless a script of the project does"
            ));
        }
    }

    /// Adds a task if a framework made the committed project, and no step runs the framework's command.
    fn add_framework_task(&self, project: &Project, needs: &BuildNeeds, left: &mut Vec<String>) {
        let has_script = |part: &str| needs.scripts.iter().any(|script| script.contains(part));
        let runs = |part: &str| self.steps.iter().any(|step| step.text.contains(part));
        let path = &project.path;
        // In a repository that has only the export, each commit is a new export.
        let has_game = self.found.frameworks.iter().any(|file| last(file) == "ProjectVersion.txt");
        if has_script("ios xcode-script") {
            left.push(format!(
                "build {path} by `npx tauri ios build` in place of xcodebuild in the step Build; its script phase gets its options from that command and fails without it"
            ));
        } else if has_script("copy-www-build-step") && !runs("cordova prepare") && !runs("cordova build") {
            left.push(format!(
                "run `npx cordova prepare ios` in a step before Build; {path} has the web files and plugins of the last `cordova prepare`"
            ));
        } else if stem(path) == "Unity-iPhone" && has_game && !runs("unity") && !runs("Unity") {
            left.push(format!(
                "export {path} by Unity in a step before Build, or commit a new export with each change; Build compiles what was exported last"
            ));
        }
    }

    /// Returns whether cargo builds the file, into cargo's folder `target`.
    fn is_of_cargo(&self, path: &str) -> bool {
        let cargo =
            |manifest: &String| path.starts_with(&join(parent(manifest), "target/").unwrap_or_default());
        path.split('/').any(|part| part == "target") && self.found.cargo.iter().any(cargo)
    }

    fn add_settings_tasks(&self, needs: &BuildNeeds, tracked: &TrackedFiles, left: &mut Vec<String>) {
        let own =
            needs.xcconfigs.iter().filter(|(configuration, _)| *configuration == self.app.configuration);
        for (_, path) in own {
            left.push(format!(
                "{} {path} in a step before Build; the project reads build settings from it, and it is not in the repository",
                choose_task_verb(path, "create", tracked)
            ));
        }
    }

    fn add_file_tasks(&self, needs: &BuildNeeds, tracked: &TrackedFiles, left: &mut Vec<String>) {
        let made = self.read_creating_files();
        let is_web = made.contains("@capacitor/ios");
        let is_synced = self.steps.iter().any(|step| step.text.contains("cap sync"));
        if is_web && !is_synced && needs.files.iter().any(|path| is_web_file(path)) {
            left.push("build the web app and run `npx cap sync ios` in a step before Build".to_owned());
        }
        let is_named = |path: &str| last(path).contains('.') && made.contains(last(path));
        let is_created = |path: &str| is_named(path) || is_web && is_web_file(path) || self.is_fetched(path);
        // A path such as `$(SYSROOT)/lib/ssl.framework` contains a setting, and refers to a folder outside of
        // the project.
        let (by_setting, files): (Vec<&String>, Vec<&String>) =
            needs.files.iter().partition(|path| path.contains("$("));
        let settings: BTreeSet<&str> =
            by_setting.iter().filter_map(|path| path.split('/').find(|part| part.starts_with('$'))).collect();
        for setting in settings {
            let ours = by_setting.iter().filter(|path| path.contains(setting)).count();
            left.push(format!(
                "fill {setting} in a step before Build; the app needs {} there, and the repository does not have it",
                format_file_count(ours)
            ));
        }
        let is_missing = |path: &&String| {
            !is_created(path) && !self.is_made_by_own(path) && !self.is_made_by_build(path, needs)
        };
        let missing: Vec<&String> = files.into_iter().filter(is_missing).collect();
        for path in missing.iter().take(LISTED) {
            let verb = if self.is_of_cargo(path) { "build" } else { "copy" };
            left.push(format!(
                "{} {path} in a step before Build; the app needs it, and it is not in the repository{}",
                choose_task_verb(path, verb, tracked),
                self.naming_script_hint(path)
            ));
        }
        if missing.len() > LISTED {
            left.push(format!(
                "copy {} more in a step before Build",
                format_file_count(missing.len() - LISTED)
            ));
        }
    }

    /// Returns whether a step of the repository's own pipeline, or a script that the step runs, names a
    /// missing file.
    fn is_made_by_own(&self, path: &str) -> bool {
        self.steps.iter().any(|step| step.source.is_some() && step.text.contains(last(path)))
    }

    /// Returns whether xcodebuild itself creates a missing file: a target of another project builds it, or a
    /// script phase or an external target runs the script that names it.
    fn is_made_by_build(&self, path: &str, needs: &BuildNeeds) -> bool {
        let is_product = self.sources.projects.iter().any(|project| project.makes.contains(last(path)));
        is_product || self.find_naming_line(path).is_some_and(|(script, _)| needs.run_script(&script))
    }

    /// Returns the script of the repository that contains the name of a missing file and so may create the
    /// file, and the number of the line.
    fn find_naming_line(&self, path: &str) -> Option<(String, usize)> {
        let names_it = |line: &str| {
            !line.trim_start().starts_with(['#', '/']) && !line.contains("rm ") && has_name(line, last(path))
        };
        let is_script = |path: &str, text: &str| {
            path.contains('.') || last(path).ends_with("file") || text.starts_with("#!")
        };
        let scripts = self.found.scripts.iter();
        let scripts =
            scripts.filter_map(|path| Some((path.clone(), read::read_text(&self.root.join(path)).ok()?)));
        let texts = scripts.chain(read::pipeline::read_pipelines(self.root));
        let mut texts = texts.filter(|(path, text)| is_script(last(path), text));
        texts.find_map(|(path, text)| Some((path, text.lines().position(names_it)? + 1)))
    }

    /// Returns the end of the text of a task for a missing file, which names the script that may create it.
    fn naming_script_hint(&self, path: &str) -> String {
        let found = self.find_naming_line(path);
        found.map_or_else(String::new, |(script, line)| format!("; {script}:{line} names it"))
    }

    /// Returns whether a path is in a submodule, or in a folder `Carthage` that the step Carthage creates.
    fn is_fetched(&self, path: &str) -> bool {
        let is_in_carthage = path.split('/').any(|part| part == "Carthage");
        read::repository::is_in_submodule(self.root, path)
            || is_in_carthage && run_tool(self.steps, "Carthage")
    }

    /// Returns the texts of the files with which steps may create other files: the Podfile, package.json, and the scripts that the Podfile
    /// and package.json name.
    fn read_creating_files(&self) -> String {
        let mut text = String::new();
        for step in self.steps {
            let name = match step.name.as_str() {
                "Pods" => "Podfile",
                "JavaScript packages" => "package.json",
                _ => continue,
            };
            let read = |path: &str| read::read_text(&self.root.join(join(&step.folder, path)?)).ok();
            let found = read(name).unwrap_or_default();
            if step.name == "Pods" {
                text += &found;
                continue;
            }
            let parsed: serde_json::Value = serde_json::from_str(&found).unwrap_or_default();
            let hooks = ["preinstall", "install", "postinstall", "prepare"];
            for hook in hooks.iter().filter_map(|hook| parsed["scripts"][hook].as_str()) {
                text += hook;
                text.extend(hook.split([' ', ';', '&']).filter_map(read));
            }
            text += if parsed["dependencies"]["@capacitor/ios"].is_null() { "" } else { "@capacitor/ios" };
        }
        text
    }

    /// Adds tasks for frameworks that the project of another repository builds, and for projects and packages outside of this repository.
    fn add_external_tasks(&self, project: &Project, needs: &BuildNeeds, left: &mut Vec<String>) {
        let outside = project.projects.iter().filter(|path| {
            path.starts_with("../")
                || !self.root.join(path).exists() && !path.contains("Pods/") && !self.is_brought(path)
        });
        for path in outside {
            left.push(format!(
                "check out what has {path} in a step before Build; {} refers to it",
                project.path
            ));
        }
        // A submodule that is not checked out may contain the project that builds a framework.
        let is_absent = |module: &String| {
            !self.sources.projects.iter().any(|project| project.path.starts_with(&format!("{module}/")))
        };
        let has_others = read::repository::submodules(self.root).iter().any(is_absent);
        let by_pods = run_tool(self.steps, "Pods") || run_tool(self.steps, "Xcode project");
        if by_pods || has_others || !project.projects.is_empty() {
            return;
        }
        let packages = self.sources.packages.iter().flat_map(|(_, manifest)| &manifest.targets);
        let modules: BTreeSet<&str> = packages.map(|target| target.module.as_str()).collect();
        let products = project.targets.iter().flat_map(|target| &target.products);
        let products: BTreeSet<&str> = products.map(String::as_str).collect();
        let is_built = |name: &str| self.sources.projects.iter().any(|project| project.makes.contains(name));
        let is_in_package = |name: &str| modules.contains(stem(name)) || products.contains(stem(name));
        let frameworks = needs.frameworks.iter().map(String::as_str);
        let missing: Vec<&str> = frameworks.filter(|name| !is_built(name) && !is_in_package(name)).collect();
        if !missing.is_empty() {
            left.push(format!(
                "check out the repositories that build {} beside this one, and name a workspace of them all (CONTAINER in the workflows); {} links them, and no project here builds them",
                missing.join(", "),
                project.path
            ));
        }
    }

    /// Adds tasks for packages, pods and frameworks on which the app depends and whose folders are missing.
    fn add_folder_tasks(&self, tracked: &TrackedFiles, left: &mut Vec<String>) {
        let mut wanted: Vec<(String, &str)> = Vec::new();
        let mut binaries: Vec<(&String, &str)> = Vec::new();
        for (project, _) in self.app_needs() {
            wanted.extend(project.packages.iter().map(|path| (path.clone(), project.path.as_str())));
        }
        let mut seen = BTreeSet::new();
        while let Some((path, by)) = wanted.pop() {
            if !seen.insert(path.clone()) {
                continue;
            }
            let manifest = self.sources.packages.iter().find(|(folder, _)| *folder == path);
            match manifest {
                Some((folder, manifest)) => {
                    wanted.extend(manifest.packages.iter().map(|path| (path.clone(), folder.as_str())));
                    binaries.extend(manifest.binaries.iter().map(|path| (path, folder.as_str())));
                }
                None if tracked.has(&path) || self.is_brought(&path) => {}
                None if path.starts_with("../") => left.push(format!(
                    "check out {path} beside this repository in a step before Build; {by} depends on that package"
                )),
                None if self.is_made_by_own(&path) => {}
                None => left.push(format!(
                    "create the package {path} in a step before Build; {by} depends on it, and it is not in the repository{}",
                    self.naming_script_hint(&path)
                )),
            }
        }
        let is_missing =
            |path: &str| !tracked.has(path) && !self.is_brought(path) && !self.is_made_by_own(path);
        for (path, by) in binaries.iter().filter(|(path, _)| is_missing(path)) {
            left.push(format!(
                "bring {path} in a step before Build; {by} links it, and it is not in the repository{}",
                self.naming_script_hint(path)
            ));
        }
        self.add_pod_tasks(tracked, left);
    }

    /// Adds tasks for pods in missing folders.
    fn add_pod_tasks(&self, tracked: &TrackedFiles, left: &mut Vec<String>) {
        let Some(step) = self.step("Pods") else { return };
        let lock = join(&step.folder, "Podfile.lock").unwrap_or_default();
        // A Podfile that a step makes has no lock file in git.
        let podfile = join(&step.folder, "Podfile").unwrap_or_default();
        if tracked.has(&podfile) && !tracked.has(&lock) {
            left.push(format!(
                "commit {lock}; without it CocoaPods installs the newest versions, and base and head may get different ones"
            ));
        }
        let podfiles = self.sources.podfiles.iter().filter(|(folder, _)| *folder == step.folder);
        let places = podfiles.flat_map(|(folder, podfile)| {
            podfile.places.iter().filter_map(|path| join_relative(folder, path))
        });
        for path in places.filter(|path| !tracked.has(path) && !self.is_brought(path) && !path.contains('#'))
        {
            left.push(format!("bring {path} in a step before Pods; the Podfile takes a pod from it, and it is not in the repository"));
        }
    }

    /// Returns whether a step or the checkout provides the path.
    fn is_brought(&self, path: &str) -> bool {
        let has =
            |part: &str, step: &str| path.split('/').any(|one| one == part) && run_tool(self.steps, step);
        has("node_modules", "JavaScript packages")
            || has("Carthage", "Carthage")
            || has(".symlinks", "Flutter")
            || has("Flutter", "Flutter")
            || read::repository::is_in_submodule(self.root, path)
    }
}

impl BuildNeeds {
    /// Returns whether a script phase or an external target of the build runs a script or Makefile.
    fn run_script(&self, script: &str) -> bool {
        let is_run = |program: &str| {
            last(script) == last(program) || (last(script), last(program)) == ("Makefile", "make")
        };
        self.scripts.iter().any(|text| text.contains(last(script)))
            || self.legacy.iter().any(|(_, program)| is_run(program))
    }
}

/// Returns whether a line contains the name of a file, and not only as a part of another name.
fn has_name(line: &str, name: &str) -> bool {
    let is_letter = char::is_alphanumeric;
    let is_apart =
        |at: usize| !line[..at].ends_with(is_letter) && !line[at + name.len()..].starts_with(is_letter);
    line.match_indices(name).any(|(at, _)| is_apart(at))
}

/// Returns whether Capacitor creates the file.
fn is_web_file(path: &str) -> bool {
    ["public", "capacitor.config.json", "config.xml"].contains(&last(path))
}

/// Returns the text of the task for a missing file: the verb, or the advice to copy a template if the repository has a template of the
/// file.
fn choose_task_verb(path: &str, verb: &str, tracked: &TrackedFiles) -> String {
    let (folder, name) = (parent(path), last(path));
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    let places = ["template", "example", "sample", "dist"].into_iter().flat_map(|word| {
        let names =
            [format!("{name}.{word}"), format!("{stem}.{word}.{ending}"), format!("{stem}-{word}.{ending}")];
        // The template may be in a folder next to the file, or in a folder next to the file's folder.
        let folders = [
            word.to_owned(),
            format!("{word}s"),
            format!("../{word}s"),
            format!("../{}.{word}", last(folder)),
        ];
        names.into_iter().chain(folders.map(|other| format!("{other}/{name}")))
    });
    let template = places.filter_map(|place| join_relative(folder, &place)).find(|place| tracked.has(place));
    template.map_or_else(|| verb.to_owned(), |template| format!("copy {template} to"))
}

fn format_file_count(count: usize) -> String {
    if count == 1 { "1 file".to_owned() } else { format!("{count} files") }
}

fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Returns the version that a file pins, if the pin excludes newer versions.
fn find_pinned_version(tool: &str, path: &str, text: &str) -> Option<String> {
    let line = |start: &str| text.lines().find_map(|line| Some(line.strip_prefix(start)?.trim().to_owned()));
    let found = match last(path) {
        "package.json" => {
            let parsed: serde_json::Value = serde_json::from_str(text).ok()?;
            parsed["engines"]["node"].as_str().or_else(|| parsed["volta"]["node"].as_str())?.to_owned()
        }
        ".tool-versions" => line(match tool {
            "Ruby" => "ruby ",
            "Node" => "nodejs ",
            _ => "flutter ",
        })?,
        ".fvmrc" | "fvm_config.json" => {
            let parsed: serde_json::Value = serde_json::from_str(text).ok()?;
            parsed["flutter"].as_str().or_else(|| parsed["flutterSdkVersion"].as_str())?.to_owned()
        }
        "Gemfile" => line("ruby ")?.trim_matches(['\'', '"']).to_owned(),
        _ => text.lines().next()?.trim().to_owned(),
    };
    let is_pin = found.starts_with(|c: char| c.is_ascii_digit() || "~^v".contains(c));
    is_pin.then(|| found.chars().filter(|c| !c.is_control()).collect())
}
