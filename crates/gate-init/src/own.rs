//! Finds the steps of the repository's own pipeline that precede the build of this app. The written pipeline contains the same steps.
//!
//! Invariant: a step is read and never run. A step that needs a secret, or a value that exists only in the pipeline of the step, becomes a
//! task for a person.

mod called;

use std::path::Path;

use super::BuiltApp;
use super::read::pipeline::{BITRISE, BITRISE_STEP, GITLAB, Job, JobStep, NamedValues, XCODE_CLOUD, jobs};
use super::step::Step;

/// The steps of the job that builds the app.
#[derive(Debug, Default)]
pub(super) struct BuildJobSteps {
    pub(super) steps: Vec<Step>,
    /// The tasks for a person: steps that could not be copied.
    pub(super) left: Vec<String>,
    /// Whether a pipeline of the repository builds the app.
    pub(super) has_build: bool,
    /// The limit of the job in minutes, or 0 without a limit.
    pub(super) minutes: u32,
}

/// Returns the steps of the job that builds the app. If several jobs build the app, the function chooses a job that names the app, runs for
/// pull requests, and needs the fewest secrets.
pub(super) fn own_steps(root: &Path, app: &BuiltApp) -> BuildJobSteps {
    let jobs = jobs(root);
    let candidates = jobs.iter().filter_map(|job| JobReader { root, app, job }.rank_job_steps());
    candidates.min_by_key(|(rank, _)| *rank).map(|(_, own)| own).unwrap_or_default()
}

/// Returns the command with which a pipeline runs XcodeGen, and the file and line of the command's step.
pub(super) fn find_xcodegen_command(root: &Path) -> Option<String> {
    let app = BuiltApp::default();
    for job in jobs(root) {
        let reader = JobReader { root, app: &app, job: &job };
        let texts = job
            .steps
            .iter()
            .filter(|step| step.uses.is_empty())
            .map(|step| (step, reader.expand_step_text(step)));
        let mut makers = texts.filter(|(_, text)| text.contains("xcodegen") && text.contains("generate"));
        if let Some((step, _)) = makers.next() {
            return Some(format!("`{}` ({}:{})", step.run.lines().next()?.trim(), job.path, step.line));
        }
    }
    None
}

/// A reader of a job that may build the app.
struct JobReader<'a> {
    root: &'a Path,
    app: &'a BuiltApp,
    job: &'a Job,
}

/// The decision about a step that precedes the build in the repository's own pipeline.
enum StepDecision {
    Take(Step),
    /// The build of the gate does not need the step: checkout, caches, the choice of Xcode, signing, tests,
    /// reports.
    Skip,
    /// The step cannot be copied, for the given reason.
    Refuse(String),
}

/// Parts of the names of actions that are not needed for the build.
const OTHER_ACTIONS: &str = "/checkout /cache upload-artifact setup-xcode swiftlint danger slack codeql certs provisioning app-token \
    paths-filter simulator harden-runner cancel-workflow cancel-previous sonar codecov labeler xcbeautify test-reporter \
    ::git-clone ::activate-ssh ::cache-p ::restore- ::save- ::deploy-to ::set-xcode-build ::recreate-user-schemes";

/// Commands that the build does not need: the choice of Xcode, queries of versions, simulators, linters, output.
const OTHER_COMMANDS: &str = "xcode-select|xcodes |xcversion|simctl|swiftlint|swiftformat|xcbeautify|xcpretty|danger|sw_vers|swift --version|swift test|set -|echo |ls|pwd|#";

/// Words that occur in steps which sign or upload.
const SIGNING: &str =
    "certificate provisioning mobileprovision keychain codesign p12 app_store_connect testflight asc_key";

/// Beginnings of commands that prepare a build, even in a step that also signs.
const PREPARING: [&str; 12] = [
    "brew ",
    "make ",
    "npm ",
    "yarn",
    "pnpm ",
    "pod ",
    "mint ",
    "xcodegen",
    "tuist ",
    "cargo ",
    "mise ",
    "bundle install",
];

/// Expressions that have the same value in any job.
const EVERYWHERE: [&str; 3] = ["runner.", "github.workspace", "hashFiles("];

impl JobReader<'_> {
    /// Returns the index of the first step that builds the app, and whether this step names the app.
    fn find_build_step(&self) -> Option<(usize, bool)> {
        let steps = self.job.steps.iter();
        let text = |step| if self.is_elsewhere(step) { String::new() } else { self.expand_step_text(step) };
        let texts: Vec<String> = steps.map(text).collect();
        let builds = |text: &&String| called::is_build(text) && !is_for_another_system(text);
        let named = texts.iter().position(|text| builds(&text) && self.names_app(text));
        let unnamed = || texts.iter().position(|text| builds(&text) && !names_any(text));
        named.map(|at| (at, true)).or_else(|| Some((unnamed()?, false)))
    }

    /// Returns whether a step runs in the folder of another project, which may have an app of the same name.
    fn is_elsewhere(&self, step: &JobStep) -> bool {
        let folder = step.folder.trim_start_matches("./").trim_end_matches('/');
        let is_own = folder.is_empty() || self.app.project.starts_with(&format!("{folder}/"));
        !is_own && ["", "ios"].iter().any(|place| has_project(&self.root.join(folder).join(place)))
    }

    /// Returns the text of a step, with the values of its variables and the texts of the scripts that it
    /// calls.
    fn expand_step_text(&self, step: &JobStep) -> String {
        let inputs = step.with.iter().map(|(name, value)| format!("{name}: {value}\n")).collect::<String>();
        let mut text = format!("{}{}\n{inputs}", step.run, step.uses);
        text += &called::read_called_scripts(self.root, step);
        let variables = step.env.iter().chain(&self.job.variables).chain(&self.job.matrix);
        let values = variables.filter(|(name, _)| text.contains(name.as_str()));
        let values: String = values.map(|(name, value)| format!("{name}={value}\n")).collect();
        text + &values
    }

    /// Returns whether a text builds the scheme, the workspace or the project of the app.
    fn names_app(&self, text: &str) -> bool {
        let app = self.app;
        let files = [&app.container, &app.project].map(|path| path.rsplit('/').next().unwrap_or(path));
        let names = [app.scheme.as_str(), &app.target, &app.product];
        let is_scheme =
            scheme_arguments(text).any(|rest| names.iter().any(|name| begins_with_word(rest, name)));
        is_scheme || files.iter().any(|file| text.contains(file) && scheme_arguments(text).all(is_variable))
    }

    /// Returns the rank of the job and the job's steps before the build; the job with the lowest rank is chosen.
    fn rank_job_steps(&self) -> Option<((bool, bool, usize), BuildJobSteps)> {
        let (at, is_named) = self.find_build_step()?;
        let own = self.steps_before(at);
        Some(((!is_named, !self.job.is_for_requests, own.left.len()), own))
    }

    fn steps_before(&self, at: usize) -> BuildJobSteps {
        let build = &self.job.steps[at];
        let own = self.job.steps[..at].iter().cloned().chain(self.commands_before_build(build));
        let mut steps: Vec<(JobStep, String)> = own.map(|step| (step, self.job.path.clone())).collect();
        steps.extend(called::preparation_steps(self.root, build));
        let mut own =
            BuildJobSteps { has_build: true, minutes: self.job.minutes, ..BuildJobSteps::default() };
        for (step, path) in steps {
            match self.decide_step(&step, &path) {
                StepDecision::Take(step) => own.steps.push(step),
                StepDecision::Skip => {}
                StepDecision::Refuse(why) => own.left.push(format!(
                    "add the step {:?} of {path}:{} before Build, if the build needs it; {why}",
                    name(&step),
                    step.line
                )),
            }
        }
        own
    }

    /// Returns the commands of the building step that precede the build. In a condition or a loop, a person has to copy them.
    fn commands_before_build(&self, build: &JobStep) -> Option<JobStep> {
        let lines = called::script_commands(&build.run);
        let end = lines.iter().position(|line| called::is_build(line) || self.calls_build(build, line))?;
        let name = Some(format!("Before {}", name(build)));
        let run = lines[..end].join("\n");
        let is_plain = !lines[..end].iter().any(|line| called::is_control(line));
        let condition = if is_plain { build.condition.clone() } else { "its script decides so".to_owned() };
        Some(JobStep { run, name, condition, uses: String::new(), ..build.clone() })
    }

    /// Returns whether a line of a step runs the script, lane or rule that builds the app.
    fn calls_build(&self, step: &JobStep, line: &str) -> bool {
        let line = JobStep { run: line.to_owned(), ..step.clone() };
        called::is_build(&called::read_called_scripts(self.root, &line))
    }

    fn decide_step(&self, step: &JobStep, path: &str) -> StepDecision {
        let lines = called::script_commands(&step.run);
        let action = step.uses.to_lowercase();
        let is_unneeded = match step.uses.is_empty() {
            true => lines.iter().all(|line| is_other_command(line) || controls_other_commands(line)),
            false => OTHER_ACTIONS.split_whitespace().any(|word| action.contains(word)),
        };
        // A step that checks out another repository provides an input of the build, so the build needs the step.
        let is_unneeded = is_unneeded && !step.with.iter().any(|(key, _)| key == "repository");
        let is_always =
            ["failure()", "always()", "cancelled()"].iter().any(|when| step.condition.contains(when));
        let inputs = step.with.iter().chain(&step.env).map(|(name, value)| format!("{name} {value} "));
        let name = name(step).to_lowercase();
        let text = format!("{name} {action} {} {}", step.run, inputs.collect::<String>()).to_lowercase();
        if is_unneeded || is_always {
            return StepDecision::Skip;
        }
        if SIGNING.split_whitespace().any(|word| text.contains(word)) {
            let prepares = lines.iter().any(|line| PREPARING.iter().any(|begin| line.starts_with(begin)));
            return if prepares {
                StepDecision::Refuse("it also signs".to_owned())
            } else {
                StepDecision::Skip
            };
        }
        let is_usual =
            ["cache-hit", "runner.os", "success()"].iter().any(|part| step.condition.contains(part));
        let why = if action.contains("download-artifact") {
            "it takes the files of another job".to_owned()
        } else if !step.condition.is_empty() && !is_usual {
            format!("it runs only if {}", step.condition)
        } else if let Some(id) = action.strip_prefix(BITRISE_STEP) {
            format!("{id} is a step of Bitrise's library")
        } else {
            match self.copy_step(step, path) {
                Ok(step) => return StepDecision::Take(step),
                Err(value) => format!("it needs {value}, which only its own pipeline has"),
            }
        };
        // A step for tests, linters or simulators that cannot be copied is skipped without a task for a person, because no build depends on
        // it.
        let is_check = ["test", "lint", "simulator"].iter().any(|word| name.contains(word));
        if is_check { StepDecision::Skip } else { StepDecision::Refuse(why) }
    }

    /// Returns the step for the written pipeline. The error is a secret or a value that the written pipeline would lack.
    fn copy_step(&self, step: &JobStep, path: &str) -> Result<Step, String> {
        let run = self.fill_expressions(step.run.trim_end())?;
        let text = self.expand_step_text(step);
        let mut env = self.filled_pairs(&step.env)?;
        let is_used = |name: &String| called::words(&text).any(|word| word == name);
        for (name, value) in &self.job.variables {
            if is_used(name) && !env.iter().any(|(known, _)| known == name) && !is_own_token(value) {
                env.push((name.clone(), self.fill_expressions(value)?));
            }
        }
        let unknown = match self.job.path.as_str() {
            GITLAB => called::unset_variable(&run, &env, "CI_"),
            BITRISE if run.contains("envman ") => return Err("`envman`".to_owned()),
            BITRISE => called::unset_variable(&run, &env, "GITHUB_"),
            XCODE_CLOUD => called::unset_variable(&text, &env, "GITHUB_"),
            _ => None,
        };
        if let Some(unknown) = unknown {
            return Err(format!("the variable {unknown}"));
        }
        let uses = self.fill_expressions(&step.uses)?;
        Ok(Step {
            name: self.fill_expressions(&name(step)).unwrap_or_else(|_| "Own step".to_owned()),
            lines: run.lines().map(str::to_owned).collect(),
            folder: self.fill_expressions(step.folder.trim_start_matches("./"))?,
            uses: (!uses.is_empty()).then_some(uses),
            with: self.filled_pairs(&step.with)?,
            env,
            source: Some(format!("{path}:{}", step.line)),
            app: None,
            text,
        })
    }

    /// Replaces the expressions in inputs, and removes inputs that contain the token of the job.
    fn filled_pairs(&self, pairs: &NamedValues) -> Result<NamedValues, String> {
        let pairs = pairs.iter().filter(|(_, value)| !is_own_token(value));
        pairs.map(|(name, value)| Ok((name.clone(), self.fill_expressions(value)?))).collect()
    }

    /// Replaces GitHub's expressions that have a literal value. The error is the first expression without a literal value.
    fn fill_expressions(&self, text: &str) -> Result<String, String> {
        let (mut out, mut rest) = (String::new(), text);
        while let Some((before, after)) = rest.split_once("${{") {
            let (inside, after) = after.split_once("}}").ok_or("an unfinished expression")?;
            let expression = inside.trim();
            out += before;
            out += &self.expression_value(expression).ok_or_else(|| format!("`{expression}`"))?;
            rest = after;
        }
        Ok(out + rest)
    }

    fn expression_value(&self, expression: &str) -> Option<String> {
        if EVERYWHERE.iter().any(|known| expression.starts_with(known)) {
            return Some(format!("${{{{ {expression} }}}}"));
        }
        let (context, name) = expression.split_once('.')?;
        let values = match context {
            "env" => &self.job.variables,
            "matrix" => &self.job.matrix,
            _ => return None,
        };
        let (_, value) = values.iter().find(|(known, _)| known == name)?;
        (!value.contains("${{")).then(|| value.clone())
    }
}

/// Returns whether a folder contains an Xcode project.
fn has_project(folder: &Path) -> bool {
    let mut paths = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    paths.any(|path| path.extension().is_some_and(|extension| extension == "xcodeproj"))
}

/// Returns whether a value is the token of the job itself, which tools use only to avoid limits of GitHub's
/// API.
fn is_own_token(value: &str) -> bool {
    let inside = value.trim().trim_start_matches("${{").trim_end_matches("}}").trim();
    value.contains("${{") && ["secrets.GITHUB_TOKEN", "github.token"].contains(&inside)
}

/// Returns the name of a step: the `name` of the step, otherwise the name of its action, or its first command.
fn name(step: &JobStep) -> String {
    let action = step.uses.split('@').next().unwrap_or_default();
    let first = step.run.lines().find(|line| !is_other_command(line)).unwrap_or_default().trim();
    let usual = if action.is_empty() { first } else { action };
    step.name.clone().unwrap_or_else(|| usual.chars().take(60).collect())
}

/// Returns whether a command is not needed for the build. An `echo` that writes a file or a variable is needed.
fn is_other_command(line: &str) -> bool {
    let line = line.trim().trim_start_matches("sudo ");
    let begins = |part: &str| line.starts_with(part) && !writes_file(line);
    let is_other = |part: &str| if is_beginning(part) { begins(part) } else { line.contains(part) };
    line.is_empty() || OTHER_COMMANDS.split('|').any(is_other) || called::is_xcodebuild(line)
}

/// Returns whether a line of a condition or a loop has only commands that are not needed for the build.
fn controls_other_commands(line: &str) -> bool {
    line.split(';').map(str::trim).all(|part| {
        let (word, rest) = part.split_once(' ').unwrap_or((part, ""));
        match word {
            "for" | "case" | "fi" | "done" | "esac" => true,
            "if" | "elif" | "while" | "until" => rest.starts_with('[') || is_other_command(rest),
            "then" | "else" | "do" => is_other_command(rest),
            _ => is_other_command(part),
        }
    })
}

/// Returns whether a command writes its output to a file.
fn writes_file(line: &str) -> bool {
    let unquoted: String = line.split(['"', '\'']).step_by(2).collect();
    let mut targets = unquoted.split('>').skip(1).map(str::trim_start);
    unquoted.contains("| tee ")
        || targets.any(|target| !["&", "/dev/"].iter().any(|other| target.starts_with(other)))
}

/// Returns whether an entry of `OTHER_COMMANDS` must be at the beginning of a command.
fn is_beginning(part: &str) -> bool {
    part.ends_with(['-', ' ', '#']) || part.len() < 4
}

/// Returns the texts that follow each argument or key `scheme`.
fn scheme_arguments(text: &str) -> impl Iterator<Item = &str> {
    let is_key = |end: usize| text.get(end - 6..end).is_some_and(|word| word.eq_ignore_ascii_case("scheme"));
    let values = (6..=text.len()).filter(move |end| is_key(*end)).filter_map(|end| text.get(end..));
    let values =
        values.map(|rest| rest.trim_start_matches(['_', 's', ' ', ':', '=', '>', '"', '\'', '(', '\t']));
    values.filter(|rest| !rest.is_empty() && !rest.starts_with(['\n', '-', '}', ')', '|']))
}

/// Returns whether a text names any scheme, project or workspace. A build whose scheme, project or workspace is not the app's builds
/// another app.
fn names_any(text: &str) -> bool {
    scheme_arguments(text).any(|rest| !is_variable(rest))
        || text.contains(".xcodeproj")
        || text.contains(".xcworkspace")
}

/// Returns whether a value is a variable of a shell, of Ruby or of GitHub.
fn is_variable(value: &str) -> bool {
    value.starts_with(['$', '#'])
}

/// Returns whether a build is only for a Mac, a watch, a TV or a headset.
fn is_for_another_system(text: &str) -> bool {
    let others =
        ["macosx", "platform=macOS", "watchsimulator", "watchos", "tvOS", "appletv", "visionOS", "xros"];
    let is_ios = text.contains("iphone") || text.contains("iPhone") || text.contains("platform=iOS");
    !is_ios && others.iter().any(|other| text.contains(other))
}

fn begins_with_word(text: &str, word: &str) -> bool {
    let after = text.strip_prefix(word);
    after.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || "_-".contains(c)))
}
