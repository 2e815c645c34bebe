//! Runs the steps of workflows and composite actions like a GitHub runner.
//!
//! Scripts run in bash with the variables and files of a runner. A composite action of this repository runs
//! step by step. Third-party actions are implemented in `others`, according to their documentation, on
//! folders of this machine.
//! Invariant: an unknown key, input, action or expression ends the test with an error.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail, ensure};
use tempfile::TempDir;
use yaml_rust2::{Yaml, YamlLoader};

use super::expression::{self, Names, Value};
use super::others;

pub type Map = BTreeMap<String, String>;

/// A runner with everything that it can access: artifacts, the repository, and the actions that it can fetch.
pub struct Machine {
    pub folder: TempDir,
    /// The environment variables that the machine and the service set.
    pub variables: Map,
    /// The folder of the programs that are installed on the machine.
    pub programs: PathBuf,
    /// The folders of actions, by their address without the commit.
    pub actions: BTreeMap<String, PathBuf>,
    /// The repository that contains the workflows, from which jobs check it out.
    pub origin: Option<PathBuf>,
    /// The variables of the repository (`vars`).
    pub vars: Map,
    /// Other repositories that can be checked out.
    pub sources: BTreeMap<String, PathBuf>,
}

/// The event that triggers a workflow.
#[derive(Clone)]
pub struct Event {
    pub name: &'static str,
    pub payload: serde_json::Value,
    pub sha: String,
    pub reference: String,
}

/// The result of a step of a job.
#[derive(Debug, Clone)]
pub struct Done {
    pub id: String,
    /// The exit code; absent if the step was skipped.
    pub code: Option<i32>,
    pub outputs: Map,
}

/// The result of a job or of an action.
#[derive(Debug, Default)]
pub struct Ran {
    pub steps: Vec<Done>,
    /// The outputs of a composite action; empty for a job.
    pub outputs: Map,
    /// The exit code of the first step that failed.
    pub failed: Option<i32>,
}

impl Ran {
    /// Returns the exit code of a step, unless it was skipped.
    pub fn code(&self, id: &str) -> Option<i32> {
        self.steps.iter().find(|step| step.id == id).unwrap_or_else(|| panic!("no step {id}")).code
    }
}

/// A job on a machine, with a new workspace and with the files that its steps use.
pub struct Job<'m> {
    pub machine: &'m Machine,
    pub event: Event,
    pub matrix: Map,
    /// The label in `runs-on`; empty if `runs-on` is not a single label.
    pub label: String,
    pub workspace: PathBuf,
    /// The output of all scripts.
    pub said: String,
    pub summary: String,
    pub env: Map,
    /// The outputs of the jobs on which this job depends.
    pub needs: BTreeMap<String, Map>,
    /// The files that are stored for later jobs if this job succeeds: source and destination.
    pub to_keep: Vec<(PathBuf, PathBuf)>,
    path: Vec<PathBuf>,
    temp: PathBuf,
    files: usize,
}

/// The context in which a step runs.
struct Frame<'a> {
    inputs: Option<&'a Map>,
    action: Option<Action<'a>>,
    done: Vec<Done>,
    failed: Option<i32>,
}

struct Action<'a> {
    folder: &'a Path,
    repository: String,
    reference: String,
}

struct Here<'a>(&'a Job<'a>, &'a Frame<'a>);

impl Machine {
    /// Returns a machine with bash, git and the programs in `programs`.
    pub fn new() -> Result<Machine> {
        let folder = tempfile::tempdir()?;
        let programs = folder.path().join("programs");
        for name in ["programs", "artifacts", "home"] {
            fs::create_dir(folder.path().join(name))?;
        }
        Ok(Machine {
            folder,
            programs,
            variables: Map::new(),
            actions: BTreeMap::new(),
            origin: None,
            vars: Map::new(),
            sources: BTreeMap::new(),
        })
    }

    /// Returns the folder that contains the artifacts of the last run for an event. Each run has a separate
    /// folder.
    pub fn artifacts(&self, event: &str) -> PathBuf {
        self.folder.path().join("artifacts").join(event)
    }

    /// Returns a job with an empty workspace.
    pub fn job(&self, name: &str, event: &Event, matrix: Map) -> Result<Job<'_>> {
        let place = self.folder.path().join(name);
        let (workspace, temp) = (place.join("workspace"), place.join("temp"));
        fs::create_dir_all(&workspace)?;
        fs::create_dir_all(&temp)?;
        fs::write(temp.join("event.json"), event.payload.to_string())?;
        Ok(Job {
            machine: self,
            event: event.clone(),
            matrix,
            label: String::new(),
            workspace,
            said: String::new(),
            summary: String::new(),
            env: Map::new(),
            needs: BTreeMap::new(),
            to_keep: Vec::new(),
            path: Vec::new(),
            temp,
            files: 0,
        })
    }
}

impl Names for Here<'_> {
    fn value(&self, path: &[String]) -> Result<Value> {
        let Here(job, frame) = self;
        let text = |found: Option<&String>| -> Result<Value> {
            found
                .map(|text| Value::Text(text.clone()))
                .with_context(|| format!("there is no {}", path.join(".")))
        };
        match path.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["inputs", name] => text(frame.inputs.and_then(|inputs| inputs.get(name))),
            ["matrix", name] => text(job.matrix.get(name)),
            ["needs", name, "outputs", output] => {
                let outputs = job.needs.get(name).with_context(|| format!("the job does not need {name}"))?;
                text(outputs.get(output))
            }
            // As on GitHub, a variable that is not set is empty.
            ["vars", name] => {
                Ok(job.machine.vars.get(name).map_or(Value::Null, |text| Value::Text(text.clone())))
            }
            ["steps", id, "outputs", name] => {
                let step = frame.done.iter().find(|step| step.id == id);
                let step = step.with_context(|| format!("no step {id} comes before"))?;
                Ok(step.outputs.get(name).map_or(Value::Null, |text| Value::Text(text.clone())))
            }
            ["github", "event", ..] => {
                let found = path[2..].iter().fold(&job.event.payload, |value, key| &value[key.as_str()]);
                Ok(match found {
                    serde_json::Value::Null => Value::Null,
                    serde_json::Value::String(text) => Value::Text(text.clone()),
                    other => Value::Text(other.to_string()),
                })
            }
            ["runner", "os"] => Ok(Value::Text(if job.is_on_a_mac() { "macOS" } else { "Linux" }.to_owned())),
            ["runner", "arch"] => Ok(Value::Text(if job.is_on_a_mac() { "ARM64" } else { "X64" }.to_owned())),
            ["runner", "temp"] => Ok(Value::Text(job.temp.display().to_string())),
            ["github", "sha"] => text(Some(&job.event.sha)),
            ["github", "ref"] => text(Some(&job.event.reference)),
            ["github", "token"] => text(job.machine.variables.get("TOKEN_OF_THE_JOB")),
            ["github", "action_ref"] => text(frame.action.as_ref().map(|action| &action.reference)),
            ["github", "action_repository"] => text(frame.action.as_ref().map(|action| &action.repository)),
            _ => bail!("{} is not known here", path.join(".")),
        }
    }

    fn failed(&self) -> bool {
        self.1.failed.is_some()
    }
}

impl Job<'_> {
    /// Returns whether the label of the runner, or of the matrix cell, is that of a Mac.
    fn is_on_a_mac(&self) -> bool {
        let label = self.matrix.get("host").unwrap_or(&self.label);
        ["macos", "xcode"].iter().any(|begin| label.starts_with(begin))
    }

    /// Returns the lines of the output that the service shows as annotations.
    pub fn annotations(&self) -> Vec<&str> {
        let is =
            |line: &&str| ["::error", "::warning", "::notice"].iter().any(|begin| line.starts_with(begin));
        self.said.lines().filter(is).collect()
    }

    /// Runs the steps of a job, and evaluates its outputs.
    pub fn steps(&mut self, steps: &Yaml, outputs: &Yaml) -> Result<Ran> {
        let frame = Frame { inputs: None, action: None, done: Vec::new(), failed: None };
        let frame = self.all(steps, frame)?;
        for (from, to) in self.to_keep.drain(..).filter(|_| frame.failed.is_none()) {
            others::copy(&from, &to)?;
        }
        let outputs = self.table(outputs, &frame)?;
        Ok(Ran { steps: frame.done, outputs, failed: frame.failed })
    }

    /// Runs a composite action with the inputs `with`.
    pub fn action(&mut self, folder: &Path, address: &str, with: &Map) -> Result<Ran> {
        let text = fs::read_to_string(folder.join("action.yml"))?;
        let action = YamlLoader::load_from_str(&text)?.remove(0);
        ensure!(action["runs"]["using"].as_str() == Some("composite"), "only composite actions are run");
        let mut inputs = Map::new();
        for (name, about) in action["inputs"].as_hash().context("inputs")? {
            inputs.insert(scalar(name)?, scalar(&about["default"])?);
        }
        for (name, value) in with {
            ensure!(inputs.insert(name.clone(), value.clone()).is_some(), "the action has no input {name}");
        }
        let (place, reference) = address.split_once('@').context("an action's address needs its commit")?;
        let repository = place.splitn(3, '/').take(2).collect::<Vec<_>>().join("/");
        let place = Action { folder, repository, reference: reference.to_owned() };
        let frame = Frame { inputs: Some(&inputs), action: Some(place), done: Vec::new(), failed: None };
        let frame = self.all(&action["runs"]["steps"], frame)?;
        let mut outputs = Map::new();
        for (name, about) in action["outputs"].as_hash().context("outputs")? {
            let value = expression::fill(&scalar(&about["value"])?, &Here(self, &frame))?;
            outputs.insert(scalar(name)?, value);
        }
        Ok(Ran { steps: frame.done, outputs, failed: frame.failed })
    }

    fn all<'f>(&mut self, steps: &Yaml, mut frame: Frame<'f>) -> Result<Frame<'f>> {
        for step in steps.as_vec().context("steps are a list")? {
            let keys = step.as_hash().context("a step is a table")?.keys();
            let known = [
                "id",
                "name",
                "if",
                "uses",
                "with",
                "env",
                "run",
                "shell",
                "working-directory",
                "continue-on-error",
            ];
            for key in keys {
                let key = scalar(key)?;
                ensure!(known.contains(&&*key), "the key {key} of a step is not known");
            }
            let done = self.step(step, &frame).with_context(|| format!("the step {step:?}"))?;
            if let Some(code) = done.code
                && code != 0
                && step["continue-on-error"].as_bool() != Some(true)
            {
                frame.failed.get_or_insert(code);
            }
            frame.done.push(done);
        }
        Ok(frame)
    }

    fn step(&mut self, step: &Yaml, frame: &Frame<'_>) -> Result<Done> {
        let id = step["id"].as_str().unwrap_or_default().to_owned();
        let condition = if step["if"].is_badvalue() { "true".to_owned() } else { scalar(&step["if"])? };
        if !expression::condition(&condition, &Here(self, frame))? {
            return Ok(Done { id, code: None, outputs: Map::new() });
        }
        let env = self.table(&step["env"], frame)?;
        let Some(uses) = step["uses"].as_str() else {
            let script = expression::fill(step["run"].as_str().context("run")?, &Here(self, frame))?;
            let shell = step["shell"].as_str();
            // An action without `shell` is not valid. A job's script without `shell` runs without pipefail.
            ensure!(shell == Some("bash") || (shell.is_none() && frame.action.is_none()), "shell {shell:?}");
            let strict: &[&str] = if shell.is_some() { &["-eo", "pipefail"] } else { &["-e"] };
            let folder = self.workspace.join(scalar(&step["working-directory"])?);
            return self.script(id, (&script, &folder), strict, &env, frame);
        };
        let with = self.table(&step["with"], frame)?;
        let place = uses.split('@').next().unwrap_or_default();
        if let Some(folder) = self.machine.actions.get(place) {
            let ran = self.action(folder, uses, &with)?;
            return Ok(Done { id, code: Some(ran.failed.unwrap_or(0)), outputs: ran.outputs });
        }
        let (code, outputs) = others::run(self, place, &with)?;
        Ok(Done { id, code: Some(code), outputs })
    }

    fn table(&self, table: &Yaml, frame: &Frame<'_>) -> Result<Map> {
        let mut filled = Map::new();
        for (key, value) in table.as_hash().into_iter().flatten() {
            filled.insert(scalar(key)?, expression::fill(&scalar(value)?, &Here(self, frame))?);
        }
        Ok(filled)
    }

    fn script(
        &mut self,
        id: String,
        (text, folder): (&str, &Path),
        strict: &[&str],
        env: &Map,
        frame: &Frame<'_>,
    ) -> Result<Done> {
        self.files += 1;
        let file = |name: &str| self.temp.join(format!("{name}-{}", self.files));
        let commands = ["GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_PATH", "GITHUB_STEP_SUMMARY"];
        for name in commands {
            fs::write(file(name), "")?;
        }
        fs::write(file("script"), text)?;
        let said = file("said");
        let out = fs::File::create(&said)?;
        let mut bash = Command::new("bash");
        bash.args(["--noprofile", "--norc"]).args(strict).arg(file("script"));
        bash.current_dir(folder).env_clear().stdin(Stdio::null());
        bash.stdout(out.try_clone()?).stderr(out);
        bash.envs(self.variables(frame)?).envs(&self.env).envs(env);
        bash.envs(commands.map(|name| (name, file(name))));
        let status = bash.status().context("bash")?;
        self.said += &fs::read_to_string(&said)?;
        self.summary += &fs::read_to_string(file("GITHUB_STEP_SUMMARY"))?;
        let outputs = assignments(&fs::read_to_string(file("GITHUB_OUTPUT"))?)?;
        let env = assignments(&fs::read_to_string(file("GITHUB_ENV"))?)?;
        let path = fs::read_to_string(file("GITHUB_PATH"))?;
        self.env.extend(env);
        self.path.extend(path.lines().map(PathBuf::from));
        Ok(Done { id, code: Some(status.code().context("a signal ended it")?), outputs })
    }

    fn variables(&self, frame: &Frame<'_>) -> Result<Map> {
        let mut path: Vec<PathBuf> = self.path.iter().rev().cloned().collect();
        path.push(self.machine.programs.clone());
        path.extend(std::env::split_paths(&std::env::var_os("PATH").context("PATH")?));
        let mut variables = self.machine.variables.clone();
        // The token is available only to expressions, not in the environment.
        variables.remove("TOKEN_OF_THE_JOB");
        let shown = |path: &Path| path.display().to_string();
        for (name, value) in [
            ("PATH", std::env::join_paths(path)?.into_string().ok().context("PATH")?),
            ("HOME", shown(&self.machine.folder.path().join("home"))),
            ("LANG", "C.UTF-8".to_owned()),
            ("CI", "true".to_owned()),
            ("GITHUB_ACTIONS", "true".to_owned()),
            ("GITHUB_EVENT_NAME", self.event.name.to_owned()),
            ("GITHUB_EVENT_PATH", shown(&self.temp.join("event.json"))),
            ("GITHUB_REF", self.event.reference.clone()),
            ("GITHUB_REF_NAME", self.event.reference.replace("refs/heads/", "").replace("refs/pull/", "")),
            ("GITHUB_REPOSITORY", "acme/shop".to_owned()),
            ("GITHUB_SHA", self.event.sha.clone()),
            ("GITHUB_WORKSPACE", shown(&self.workspace)),
            ("RUNNER_OS", "Linux".to_owned()),
            ("RUNNER_TEMP", shown(&self.temp)),
        ] {
            variables.insert(name.to_owned(), value);
        }
        if let Some(action) = &frame.action {
            variables.insert("GITHUB_ACTION_PATH".to_owned(), shown(action.folder));
            variables.insert("GITHUB_ACTION_REPOSITORY".to_owned(), action.repository.clone());
            variables.insert("GITHUB_ACTION_REF".to_owned(), action.reference.clone());
        }
        Ok(variables)
    }
}

/// Returns a YAML value as text, without its type; a missing value is empty.
pub fn scalar(value: &Yaml) -> Result<String> {
    Ok(match value {
        Yaml::String(text) | Yaml::Real(text) => text.clone(),
        Yaml::Integer(number) => number.to_string(),
        Yaml::Boolean(value) => value.to_string(),
        Yaml::Null | Yaml::BadValue => String::new(),
        other => bail!("{other:?} is no plain value"),
    })
}

/// Parses a file in which a script assigns values: `name=value`, or `name<<END` and the lines up to END.
fn assignments(text: &str) -> Result<Map> {
    let mut found = Map::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let heredoc = line.find("<<").filter(|at| line.find('=').is_none_or(|equals| *at < equals));
        if let Some(at) = heredoc {
            let mut value = Vec::new();
            loop {
                let next = lines.next().with_context(|| format!("{line} is not closed"))?;
                if next == &line[at + 2..] {
                    break;
                }
                value.push(next);
            }
            found.insert(line[..at].to_owned(), value.join("\n"));
        } else {
            let (name, value) = line.split_once('=').with_context(|| format!("{line:?} assigns nothing"))?;
            found.insert(name.to_owned(), value.to_owned());
        }
    }
    Ok(found)
}
