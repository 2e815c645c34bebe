//! Reads the jobs of the repository's own pipelines: GitHub's workflows, `.gitlab-ci.yml`, `bitrise.yml`, and the script of Xcode Cloud.

use std::fs;
use std::path::Path;

use yaml_rust2::{Yaml, YamlLoader};

/// Names with values, in the order of the file.
pub(crate) type NamedValues = Vec<(String, String)>;

/// A job, with everything to which its steps may refer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Job {
    /// The file, relative to the repository's root.
    pub(crate) path: String,
    /// Whether the job runs for each pull request or merge request.
    pub(crate) is_for_requests: bool,
    /// The variables of the job, followed by those that apply to all jobs.
    pub(crate) variables: NamedValues,
    /// The first value of each key of the matrix.
    pub(crate) matrix: NamedValues,
    pub(crate) steps: Vec<JobStep>,
    /// The limit of the job in minutes, if a GitHub workflow sets one.
    pub(crate) minutes: u32,
}

/// A step of a job: a script, an action with its inputs, or a step of Bitrise's library, whose `uses` begins with [`BITRISE_STEP`].
#[derive(Clone, Debug, Default)]
pub(crate) struct JobStep {
    /// The step's line in its file, from 1.
    pub(crate) line: usize,
    pub(crate) name: Option<String>,
    pub(crate) run: String,
    pub(crate) uses: String,
    pub(crate) with: NamedValues,
    pub(crate) env: NamedValues,
    pub(crate) folder: String,
    pub(crate) condition: String,
}

/// The file that contains GitLab's jobs.
pub(crate) const GITLAB: &str = ".gitlab-ci.yml";

/// The file that contains Bitrise's workflows.
pub(crate) const BITRISE: &str = "bitrise.yml";

/// The script that Xcode Cloud runs before it builds the app.
pub(crate) const XCODE_CLOUD: &str = "ci_scripts/ci_post_clone.sh";

/// The beginning of `uses` for a step of Bitrise's library that has no equivalent command.
pub(crate) const BITRISE_STEP: &str = "bitrise::";

/// Returns the paths and texts of the repository's pipelines, except those of the gate.
pub(crate) fn read_pipelines(root: &Path) -> Vec<(String, String)> {
    let names = fs::read_dir(root.join(".github/workflows")).into_iter().flatten().flatten();
    let names = names.filter_map(|entry| entry.file_name().into_string().ok());
    let is_yaml = |name: &String| name.ends_with(".yml") || name.ends_with(".yaml");
    let others = names.filter(|name| is_yaml(name) && !name.starts_with("launchgate"));
    let mut paths: Vec<String> = others.map(|name| format!(".github/workflows/{name}")).collect();
    paths.sort();
    paths.extend([GITLAB, BITRISE].map(str::to_owned));
    let text = |path: String| Some((super::read_text(&root.join(&path)).ok()?, path));
    paths.into_iter().filter_map(text).map(|(text, path)| (path, text)).collect()
}

/// Returns the jobs of the repository's pipelines. Files that are not valid YAML are skipped.
pub(crate) fn jobs(root: &Path) -> Vec<Job> {
    let mut all = Vec::new();
    for (path, text) in read_pipelines(root) {
        let documents = YamlLoader::load_from_str(&text).unwrap_or_default();
        let Some(root) = documents.first() else { continue };
        let (jobs, parse): (&Yaml, fn(&Yaml, &Yaml) -> Job) = match path.as_str() {
            GITLAB => (root, parse_gitlab_job),
            BITRISE => (&root["workflows"], parse_bitrise_workflow),
            _ => (&root["jobs"], parse_github_job),
        };
        for (name, job) in jobs.as_hash().into_iter().flatten() {
            let mut read = parse(root, job);
            read.path.clone_from(&path);
            read.is_for_requests = path == GITLAB || text.contains("pull_request");
            let key = format!("{}:", name.as_str().unwrap_or_default());
            // A Bitrise workflow may run the steps of earlier workflows, so its steps are searched from the beginning of the file.
            let of_job = text.lines().position(|line| line.trim() == key).filter(|_| path != BITRISE);
            let mut line = of_job.unwrap_or(0);
            for step in &mut read.steps {
                line = line_after(&text, line, step);
                step.line = line;
            }
            all.push(read);
        }
    }
    all.extend(xcode_cloud_job(root));
    all
}

/// Returns the job of Xcode Cloud: the script, and the build that follows it.
fn xcode_cloud_job(root: &Path) -> Option<Job> {
    let (folder, script) = XCODE_CLOUD.split_once('/')?;
    let script = root.join(XCODE_CLOUD).is_file().then(|| JobStep {
        line: 1,
        name: Some(format!("{script} of Xcode Cloud")),
        run: format!("./{script}"),
        folder: folder.to_owned(),
        ..JobStep::default()
    })?;
    let build = JobStep { run: "xcodebuild".to_owned(), ..JobStep::default() };
    Some(Job { path: XCODE_CLOUD.to_owned(), steps: vec![script, build], ..Job::default() })
}

/// Returns the line of a step, which follows the line of the previous step.
fn line_after(text: &str, line: usize, step: &JobStep) -> usize {
    let first = step.run.lines().next().unwrap_or_default().trim();
    let action = if step.uses.is_empty() { first } else { &step.uses };
    let mark = step.name.as_deref().unwrap_or(action);
    let found = text.lines().skip(line).position(|text| text.contains(mark));
    found.map_or(line, |at| line + at + 1)
}

fn parse_github_job(root: &Yaml, job: &Yaml) -> Job {
    let folder = |node: &Yaml| scalar_text(&node["defaults"]["run"]["working-directory"]);
    let usual = folder(job).or_else(|| folder(root)).unwrap_or_default();
    let matrix = &job["strategy"]["matrix"];
    let mut values = named_values(&matrix["include"][0]);
    values.extend(named_values(matrix));
    Job {
        variables: [named_values(&job["env"]), named_values(&root["env"])].concat(),
        matrix: values,
        minutes: scalar_text(&job["timeout-minutes"]).and_then(|text| text.parse().ok()).unwrap_or(0),
        steps: job["steps"].as_vec().into_iter().flatten().map(|step| github_step(step, &usual)).collect(),
        ..Job::default()
    }
}

fn github_step(step: &Yaml, folder: &str) -> JobStep {
    JobStep {
        line: 0,
        name: scalar_text(&step["name"]),
        run: scalar_text(&step["run"]).unwrap_or_default(),
        uses: scalar_text(&step["uses"]).unwrap_or_default(),
        with: named_values(&step["with"]),
        env: named_values(&step["env"]),
        folder: scalar_text(&step["working-directory"]).unwrap_or_else(|| folder.to_owned()),
        condition: scalar_text(&step["if"]).unwrap_or_default(),
    }
}

/// Returns a GitLab job, in which each line of a script is a step.
fn parse_gitlab_job(root: &Yaml, job: &Yaml) -> Job {
    let before = [&job["before_script"], &root["before_script"], &root["default"]["before_script"]];
    let before = before.into_iter().find(|script| !script.is_badvalue()).unwrap_or(&Yaml::BadValue);
    let lines = before.as_vec().into_iter().chain(job["script"].as_vec()).flatten().filter_map(scalar_text);
    Job {
        variables: [named_values(&job["variables"]), named_values(&root["variables"])].concat(),
        steps: lines.map(|run| JobStep { run, ..JobStep::default() }).collect(),
        ..Job::default()
    }
}

/// Returns the steps of a Bitrise workflow, after those of the workflows that run before it.
fn parse_bitrise_workflow(root: &Yaml, workflow: &Yaml) -> Job {
    let variables = |list: &Yaml| list.as_vec().into_iter().flatten().flat_map(named_values).collect();
    let variables: [NamedValues; 2] = [variables(&workflow["envs"]), variables(&root["app"]["envs"])];
    let before = workflow["before_run"].as_vec().into_iter().flatten().filter_map(Yaml::as_str);
    let workflows = before.map(|name| &root["workflows"][name]).chain([workflow]);
    let steps = workflows.filter_map(|workflow| workflow["steps"].as_vec()).flatten();
    Job { variables: variables.concat(), steps: steps.filter_map(bitrise_step).collect(), ..Job::default() }
}

/// Returns a step of a Bitrise workflow. Steps of Bitrise's library become the command that they run.
fn bitrise_step(step: &Yaml) -> Option<JobStep> {
    let (id, step) = step.as_hash()?.front()?;
    let inputs: NamedValues = step["inputs"].as_vec().into_iter().flatten().flat_map(named_values).collect();
    let input = |name: &str| input_of_step(&inputs, name);
    let id = id.as_str()?.split('@').next()?;
    let run = match id {
        // An empty script is no step.
        "script" => Some(input("content")).filter(|content| !content.is_empty())?,
        "brew-install" => format!("brew install {}", input("packages")),
        "cocoapods-install" => "pod install".to_owned(),
        "carthage" => format!("carthage {} {}", input("carthage_command"), input("carthage_options")),
        "npm" | "yarn" => format!("{id} {}", input("command")),
        "fastlane" => format!("fastlane {}", input("lane")),
        "xcode-archive" | "xcode-build-for-simulator" | "xcode-build-for-test" | "xcode-test" => {
            let scheme =
                if input("scheme").is_empty() { "$BITRISE_SCHEME".to_owned() } else { input("scheme") };
            format!("xcodebuild -scheme {scheme}")
        }
        _ => String::new(),
    };
    let folder = ["working_dir", "workdir", "work_dir"].into_iter().map(input).find(|path| !path.is_empty());
    Some(JobStep {
        name: scalar_text(&step["title"]).or_else(|| Some(id.to_owned())),
        uses: if run.is_empty() { format!("{BITRISE_STEP}{id}") } else { String::new() },
        run,
        folder: folder.unwrap_or_default(),
        condition: scalar_text(&step["run_if"]).unwrap_or_default(),
        ..JobStep::default()
    })
}

/// Returns an input of a Bitrise step; empty if the step does not set the input.
fn input_of_step(inputs: &NamedValues, name: &str) -> String {
    inputs.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone()).unwrap_or_default()
}

/// Returns the names and texts in a table. The value of a list is its first item.
fn named_values(table: &Yaml) -> NamedValues {
    let first = |value: &Yaml| scalar_text(value).or_else(|| scalar_text(&value[0]));
    let pairs = table.as_hash().into_iter().flatten();
    pairs.filter_map(|(name, value)| Some((scalar_text(name)?, first(value)?))).collect()
}

/// Returns a scalar value as it is written in the file.
fn scalar_text(value: &Yaml) -> Option<String> {
    match value {
        Yaml::String(text) | Yaml::Real(text) => Some(text.clone()),
        Yaml::Integer(number) => Some(number.to_string()),
        Yaml::Boolean(is_on) => Some(is_on.to_string()),
        _ => None,
    }
}
