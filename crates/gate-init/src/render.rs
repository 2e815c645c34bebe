//! Renders the files that `gate init` writes: the settings and the pipeline.
//!
//! Invariant: for any names in a project, each file can be parsed and contains the names unchanged.

use gate_config::REFERENCE;

use super::{BuiltApp, Module, ModuleOrigin, PipelineHost, Project, Step};

/// A file to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputFile {
    /// The path, relative to the project's folder.
    pub path: &'static str,
    pub text: String,
}

/// The action that the workflows use.
#[derive(Clone, Debug)]
pub struct Action<'a> {
    /// The reference `owner/repository/.github/action@commit`.
    pub reference: &'a str,
    /// The action's version in a readable form.
    pub version: &'a str,
    /// Whether the version is released with checksums; otherwise gate is built from source.
    pub is_released: bool,
}

/// Returns the settings file, and the pipeline's files if the host is known.
pub fn render_files(project: &Project, host: Option<PipelineHost>, action: &Action<'_>) -> Vec<OutputFile> {
    let mut files = vec![OutputFile { path: project.settings, text: render_config(project) }];
    match host {
        Some(PipelineHost::GitHub) => {
            let check = match project.simulator {
                true => include_str!("templates/github-simulator.yml"),
                false => include_str!("templates/github-check.yml"),
            };
            // The files of the project do not show whether the phone is connected to a Mac or to a Linux
            // machine, so the program is built for both.
            let mac = project.runner.as_str();
            let hosts = if project.simulator { &[mac][..] } else { &[mac, LINUX] };
            let before = (!project.simulator).then_some("build");
            // With a phone there is no cache: the build of a change can write into the cache of its branch,
            // and the next run would execute the cached program next to the phone.
            let is_cached = project.simulator;
            let mut add = |path, template, program| {
                files.push(OutputFile { path, text: render_workflow(project, action, template, &program) });
            };
            add(".github/workflows/launchgate.yml", check, ProgramBuild { hosts, before, is_cached });
            let comment = include_str!("templates/github-comment.yml");
            let of_main = ProgramBuild { hosts: &[LINUX], before: None, is_cached: true };
            add(".github/workflows/launchgate-comment.yml", comment, of_main);
            if !project.simulator {
                let baseline = include_str!("templates/github-baseline.yml");
                let of_main = ProgramBuild { hosts, before, is_cached: true };
                add(".github/workflows/launchgate-baseline.yml", baseline, of_main);
            }
        }
        Some(PipelineHost::GitLab) => files.push(OutputFile {
            path: ".gitlab/launchgate.yml",
            text: fill_template(include_str!("templates/gitlab.yml"), &gitlab_values(project)),
        }),
        None => return files,
    }
    files.push(OutputFile {
        path: "LAUNCHGATE.md",
        text: super::render_page(project, host, action.is_released),
    });
    files
}

/// The note on the cost of building gate from source. The minutes on a hosted Mac have not been measured.
pub(super) const SOURCE_COST: &str = "Until a release is used, each new version of gate is compiled once on the default branch, in a macOS job of its own, and cached.";

type TemplateValues = Vec<(&'static str, String)>;

/// The Linux system on which the gate is built. A program that is built on this system also runs on any later
/// Linux. The workflows of a release use the same system.
const LINUX: &str = "ubuntu-22.04";

/// The steps with which a workflow builds `gate` from source.
struct ProgramBuild<'a> {
    /// The hosted machines that build the program.
    hosts: &'a [&'a str],
    /// An additional job for which the next job must wait.
    before: Option<&'a str>,
    /// Whether the next run reads the program from the cache.
    is_cached: bool,
}

/// Fills a workflow's template.
fn render_workflow(
    project: &Project,
    action: &Action<'_>,
    template: &str,
    program: &ProgramBuild<'_>,
) -> String {
    let mut values = github_values(project, action);
    values.extend(program.values(action));
    fill_template(template, &values)
}

const CACHE: &str = include_str!("templates/github-cache.yml");
const WITHOUT_CACHE: &str =
    "      # Without a cache: the build of a change can write into the one of its branch.\n";
const UNLESS_CACHED: &str = "        if: steps.cache.outputs.cache-hit != 'true'\n";

impl ProgramBuild<'_> {
    /// Returns the job that builds the gate with its agents, and the steps that fetch the gate and the agents
    /// from this job. The job and the steps are empty if the pipeline fetches a release.
    fn values(&self, action: &Action<'_>) -> TemplateValues {
        let ProgramBuild { hosts, before, is_cached } = *self;
        let (place, commit) = action.reference.split_once('@').unwrap_or((action.reference, ""));
        let repository = place.splitn(3, '/').take(2).collect::<Vec<_>>().join("/");
        let here = match hosts {
            [_, _, ..] => {
                "For a phone on a Mac and on Linux; one on Linux on ARM needs the label ubuntu-22.04-arm, and the other is not needed."
            }
            _ => "What the next job runs on.",
        };
        let (cache, unless_cached) = if is_cached { (CACHE, UNLESS_CACHED) } else { (WITHOUT_CACHE, "") };
        let commit = vec![("@COMMIT@", commit.to_owned())];
        let mut job = vec![
            ("@HOSTS@", hosts.join(", ")),
            ("@WHERE@", here.to_owned()),
            ("@REPOSITORY@", repository),
            ("@CACHE@", fill_template(cache, &commit)),
            ("@UNLESS_CACHED@", unless_cached.to_owned()),
        ];
        job.extend(commit);
        let folder = "${{ runner.temp }}/launchgate-program";
        let from_source = [
            ("@GATE_JOB@", fill_template(include_str!("templates/github-source.yml"), &job)),
            ("@PROGRAM@", include_str!("templates/github-program.yml").to_owned()),
            (
                "@PROGRAM_INPUTS@",
                format!("          gate: {folder}/gate\n          agent: {folder}/liblaunchgate.dylib\n"),
            ),
        ];
        let value = |(key, text)| (key, if action.is_released { String::new() } else { text });
        let mut values = from_source.map(value).to_vec();
        let own = (!action.is_released).then_some("gate");
        let needs: Vec<&str> = own.into_iter().chain(before).collect();
        let needs =
            if needs.is_empty() { String::new() } else { format!("    needs: [{}]\n", needs.join(", ")) };
        values.push(("@NEEDS@", needs));
        values
    }
}

fn github_values(project: &Project, action: &Action<'_>) -> TemplateValues {
    let options =
        [(project.checkout.submodules, "submodules: recursive"), (project.checkout.lfs, "lfs: true")];
    let options = options.iter().filter(|(is_on, _)| *is_on);
    let checkout: String = options.map(|(_, line)| format!("          {line}\n")).collect();
    let xcode = project.xcode.as_ref().map_or_else(String::new, |version| {
        format!(
            "    env:\n      # The Xcode that the repository asks for.\n      DEVELOPER_DIR: /Applications/Xcode_{version}.app/Contents/Developer\n"
        )
    });
    let steps: String = project.steps.iter().map(render_step).collect();
    let push = match action.is_released {
        true => String::new(),
        false => format!(
            "  # Builds gate into the cache that all pull requests read; the cache of a pull request is only for its own runs.\n  push:\n    branches: [{}]\n    paths: [.github/workflows/launchgate.yml]\n  workflow_dispatch:\n",
            quote(&project.branch)
        ),
    };
    let is_several = !project.others.is_empty();
    let named = variables(&project.app).into_iter().map(|(name, value)| match is_several {
        true => format!("          {name}: ${{{{ matrix.{} }}}}\n", name.to_lowercase()),
        false => format!("          {name}: {value}\n"),
    });
    let variables: String = named.collect();
    let build = indent(BUILD, "          ");
    let several = |text: &str| if is_several { text.to_owned() } else { String::new() };
    let (names, builds) = matrix(project);
    let strategy = "    strategy:\n      fail-fast: false\n";
    vec![
        // The limits of the build jobs, and of the job that builds base and head and launches both.
        ("@MINUTES@", project.minutes.max(60).to_string()),
        ("@MINUTES_OF_BOTH@", project.minutes.saturating_mul(2).max(90).to_string()),
        ("@NAME@", several("    name: measure (${{ matrix.app }})\n")),
        ("@EACH_BUILD@", several(&format!("{strategy}      matrix:\n{names}{builds}"))),
        // One phone measures one app at a time, and one job after the other updates issues and comments.
        ("@EACH_APP@", several(&format!("{strategy}      max-parallel: 1\n      matrix:\n{names}"))),
        ("@APPS@", several(&format!("{names}{builds}"))),
        ("@SUFFIX@", several("-${{ matrix.app }}")),
        ("@SUFFIX_INPUT@", several("          suffix: -${{ matrix.app }}\n")),
        ("@BUILD_BASE@", simulator_step(&variables, "base")),
        ("@BUILD_HEAD@", simulator_step(&variables, "head")),
        ("@ACTION@", action.reference.to_owned()),
        ("@VERSION@", action.version.to_owned()),
        ("@CHECKOUT@", checkout),
        ("@STEPS@", steps),
        ("@BUILD@", format!("      - name: Build\n        env:\n{variables}        run: |\n{build}")),
        ("@RUNNER@", project.runner.clone()),
        ("@XCODE@", xcode),
        // A quotation mark inside a string of an expression is written twice.
        ("@BRANCH@", project.branch.replace('\'', "''")),
        ("@CONFIG@", project.settings.to_owned()),
        ("@DEVICE@", project.device.to_owned()),
        ("@PUSH@", push),
        ("@SOURCE_COST@", if action.is_released { String::new() } else { format!("# {SOURCE_COST}\n") }),
    ]
}

/// Returns the lines of a matrix that name the apps, and the lines with the build of each app.
fn matrix(project: &Project) -> (String, String) {
    let names: Vec<&str> = project.apps().map(|app| app.id.as_str()).collect();
    let mut builds = "        include:\n".to_owned();
    for app in project.apps() {
        builds += &format!("          - app: {}\n", app.id);
        for (name, value) in variables(app) {
            builds += &format!("            {}: {value}\n", name.to_lowercase());
        }
    }
    (format!("        app: [{}]\n", names.join(", ")), builds)
}

fn render_step(step: &Step) -> String {
    let source = step.source.as_ref().map_or_else(String::new, |source| format!("      # {source}\n"));
    let mut out = format!("{source}      - name: {}\n", name(&step.name));
    if let Some(app) = &step.app {
        out += &format!("        if: matrix.app == '{app}'\n");
    }
    if !step.folder.is_empty() {
        out += &format!("        working-directory: {}\n", quote(&step.folder));
    }
    for (key, pairs) in [("env", &step.env), ("with", &step.with)] {
        if !pairs.is_empty() {
            let pairs: String = pairs
                .iter()
                .map(|(key, value)| format!("          {}: {}\n", name(key), quote_expression(value)))
                .collect();
            out += &format!("        {key}:\n{pairs}");
        }
    }
    match &step.uses {
        Some(action) => out + &format!("        uses: {}\n", quote_expression(action)),
        None => out + &format!("        run: |\n{}", indent(&step.lines.join("\n"), "          ")),
    }
}

/// Formats the name of a step or of a key, with quotation marks if it contains special characters.
fn name(text: &str) -> String {
    let is_plain = text.chars().all(|c| c.is_ascii_alphanumeric() || " _-".contains(c));
    if is_plain && text.starts_with(|c: char| c.is_ascii_alphabetic()) {
        text.to_owned()
    } else {
        quote(text)
    }
}

/// Quotes a value of the repository's own pipeline. The expressions that remain in the value have the same
/// result in any job.
fn quote_expression(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn gitlab_values(project: &Project) -> TemplateValues {
    let mut named: Vec<(String, String)> =
        variables(&project.app).into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    if project.checkout.submodules {
        named.push(("GIT_SUBMODULE_STRATEGY".to_owned(), "recursive".to_owned()));
    }
    if let Some(version) = &project.xcode {
        named.push((
            "DEVELOPER_DIR".to_owned(),
            format!("/Applications/Xcode_{version}.app/Contents/Developer"),
        ));
    }
    let mut steps = String::new();
    for (at, step) in project.steps.iter().enumerate() {
        let source = step.source.as_ref().map_or_else(String::new, |source| format!(" ({source})"));
        let title = format!("{}{source}", gate_common::names::escape_for_display(&step.name));
        // Steps of GitHub contain actions, expressions and variables, and cannot be used. The variables of
        // GitLab's own file are added to each job.
        if step.source.as_ref().is_some_and(|source| source.starts_with(".github/")) {
            steps += &format!("        # {title}: a step for GitHub, to be written for GitLab by hand\n");
            continue;
        }
        let mut lines = step.lines.clone();
        // A folder's name is passed to the shell as the value of a variable.
        if !step.folder.is_empty() {
            let variable = format!("FOLDER_{}", at + 1);
            lines.insert(0, format!("cd \"${variable}\" || exit"));
            named.push((variable, quote(&step.folder)));
        }
        let lines = indent(&lines.join("\n"), "  ");
        steps += &indent(&format!("# {title}\n(\n{}\n)\n", lines.trim_end()), "        ");
    }
    let variables = named.iter().map(|(name, value)| format!("    {name}: {value}\n")).collect();
    vec![
        ("@VARIABLES@", variables),
        ("@STEPS@", steps),
        ("@BUILD@", indent(BUILD, "        ").trim_end().to_owned()),
        ("@CONFIG@", project.settings.to_owned()),
    ]
}

/// Renders the step that builds the base or the head for the simulator.
fn simulator_step(variables: &str, side: &str) -> String {
    let lines = indent(include_str!("templates/xcode-simulator.sh"), "          ");
    format!(
        "      - name: Build the {side}\n        env:\n          SIDE: {side}\n{variables}        run: |\n{lines}"
    )
}

/// Returns the project's names as variables for YAML.
fn variables(app: &BuiltApp) -> Vec<(&'static str, String)> {
    let kind = if app.container.ends_with(".xcworkspace") { "-workspace" } else { "-project" };
    vec![
        ("CONTAINER", quote(&app.container)),
        ("SCHEME", quote(&app.scheme)),
        ("CONFIGURATION", quote(&app.configuration)),
        ("PRODUCT", quote(&app.product)),
        // The option of xcodebuild that names the container.
        ("KIND", quote(kind)),
    ]
}

/// The script that builds `app.ipa` and the folder `symbols`.
const BUILD: &str = include_str!("templates/xcode.sh");

fn indent(text: &str, by: &str) -> String {
    text.lines().map(|line| if line.is_empty() { "\n".to_owned() } else { format!("{by}{line}\n") }).collect()
}

/// Replaces all keys in a single pass, because a name of the project may equal a key.
pub(super) fn fill_template(template: &str, values: &TemplateValues) -> String {
    let (mut text, mut rest) = (String::with_capacity(2 * template.len()), template);
    while let Some((at, key, value)) = first_key(rest, values) {
        text += &rest[..at];
        text += value;
        rest = &rest[at + key.len()..];
    }
    text + rest
}

/// Finds the first key in a text: its position, the key and its value.
fn first_key<'v>(text: &str, values: &'v TemplateValues) -> Option<(usize, &'static str, &'v str)> {
    let found = values.iter().filter_map(|(key, value)| Some((text.find(key)?, *key, value.as_str())));
    found.min_by_key(|(at, ..)| *at)
}

/// Quotes a text for JSON and YAML. The result cannot contain an expression of GitHub.
fn quote(text: &str) -> String {
    serde_json::Value::from(text.replace("${{", "$ {{")).to_string()
}

fn toml_string(text: &str) -> String {
    toml::Value::from(text).to_string()
}

fn render_config(project: &Project) -> String {
    let mut out =
        String::from("# The settings of launchgate: what a first month needs, with the defaults.\n");
    for bundle in project.apps().filter_map(|app| app.bundle.as_deref()) {
        out += &format!("# The app: {}\n", bundle.replace(char::is_control, " "));
    }
    let is_first =
        |table: &str, key: &str| FIRST.iter().any(|(of, keys)| *of == table && keys.contains(&key));
    out += &keys(is_first, |key| setting(project, key));
    out += "\n[[scenario]]\nname = \"cold\"\n\n";
    for origin in [ModuleOrigin::Target, ModuleOrigin::LocalPackage, ModuleOrigin::Pod, ModuleOrigin::Package]
    {
        let modules: Vec<&Module> = project.modules.iter().filter(|module| module.origin == origin).collect();
        if !modules.is_empty() {
            out += match origin {
                ModuleOrigin::Target => "# Targets of the project.\n",
                ModuleOrigin::LocalPackage => "# Swift packages of the repository.\n",
                ModuleOrigin::Pod => "# Pods.\n",
                ModuleOrigin::Package => "# Modules of remote Swift packages.\n",
            };
        }
        for module in modules {
            out += &render_module_rule(module);
        }
    }
    out.truncate(out.trim_end().len());
    out += "\n\n# Expert: every other key with its default. To set one, move its line to its table.\n";
    let others = keys(|table, key| !is_first(table, key), |_| None);
    out + &others.replace("\n[", "\n# [")
}

/// Returns the project's value for a key of the settings.
fn setting(project: &Project, key: &str) -> Option<String> {
    match key {
        "codeowners" => project.codeowners.as_deref().map(toml_string),
        "link_maps" if !project.link_maps.is_empty() => {
            let maps: Vec<String> = project.link_maps.iter().map(|map| toml_string(map)).collect();
            Some(format!("[{}]", maps.join(", ")))
        }
        _ => None,
    }
}

/// The keys for the first month, by table.
const FIRST: [(&str, &[&str]); 3] = [
    ("gate", &["fail_from", "matters", "min_launches", "confirm", "undecided", "threads"]),
    ("baseline", &["dir", "keep"]),
    ("attribution", &["codeowners", "link_maps", "symbols", "default_owner"]),
];

/// Renders the selected keys in their tables. Keys that the project does not set are comments that contain
/// the default.
fn keys(is_wanted: impl Fn(&str, &str) -> bool, of_project: impl Fn(&str) -> Option<String>) -> String {
    let (mut out, mut table, mut written) = (String::new(), "", "");
    for line in REFERENCE.lines() {
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            table = name;
        }
        let key = line.split_once(" = ").map_or("", |(key, _)| key);
        if key.is_empty() || key.starts_with('#') || !is_wanted(table, key) {
            continue;
        }
        if written != table {
            out += &format!("\n[{table}]\n");
            written = table;
        }
        out += &of_project(key).map_or_else(|| format!("# {line}\n"), |value| format!("{key} = {value}\n"));
    }
    out
}

fn render_module_rule(module: &Module) -> String {
    let name = &module.name;
    let list = |globs: &[String]| globs.iter().map(|glob| toml_string(glob)).collect::<Vec<_>>().join(", ");
    // The paths in which Xcode stores the objects of a module. A file of the app that has the module's name
    // is in another folder.
    let files = [
        format!("*/lib{name}.a*"),
        format!("*/{name}.framework/*"),
        format!("*-iphoneos/{name}.o"),
        format!("*-iphoneos/{name}.build/*"),
    ];
    let mut out = format!("[[module]]\nname = {}\n", toml_string(name));
    match &module.owner {
        Some(owner) => out += &format!("owner = {}\n", toml_string(owner)),
        None if matches!(module.origin, ModuleOrigin::Target | ModuleOrigin::LocalPackage) => {
            out += match module.folder {
                Some(_) => "# owner = \"@team\" # CODEOWNERS names no owner\n",
                None => "# owner = \"@team\" # no folder has this name, so CODEOWNERS was not used\n",
            };
        }
        None => {}
    }
    out += &format!("classes = [{}]\n", list(&[format!("{name}.*")]));
    // Traces name images by the last component of the path.
    out += &format!("images = [{}]\n", toml_string(name));
    out += &format!("files = [{}]\n", list(&files));
    // Few modules run in every launch, and `--strict` would refuse a rule that matches no method.
    out + "optional = true\n\n"
}
