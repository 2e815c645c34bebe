//! Runs all steps of a merge request on GitLab with the jobs of `gate init`. The script lines run as on a
//! runner.
//!
//! Invariant: an unknown key or rule ends the test with an error.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail, ensure};
use e2e::lab::Lab;
use yaml_rust2::{Yaml, YamlLoader};

use super::api::Api;
use super::github::GATE;
use super::others::{copy, git};
use super::project::Project;
use super::runner::{Map, scalar};

/// The result of a job.
struct JobDone {
    name: String,
    code: i32,
    said: String,
    workspace: PathBuf,
    /// The missing artifacts, for which GitLab only prints a warning.
    missing: Vec<String>,
}

/// Runs the jobs that the variables select. The jobs run in the order of the file, in which each job follows the jobs that it needs.
fn run(file: &Path, origin: &Path, place: &Path, variables: &Map) -> Result<Vec<JobDone>> {
    let jobs = YamlLoader::load_from_str(&fs::read_to_string(file)?)?.remove(0);
    let mut done: Vec<JobDone> = Vec::new();
    for (name, job) in jobs.as_hash().context("jobs")? {
        let name = scalar(name)?;
        for key in job.as_hash().context("a job")?.keys() {
            let known = [
                "allow_failure",
                "artifacts",
                "environment",
                "needs",
                "rules",
                "script",
                "stage",
                "tags",
                "variables",
            ];
            ensure!(known.contains(&&*scalar(key)?), "the key {key:?} is not known");
        }
        let rules = job["rules"].as_vec().context("rules")?;
        // The first matching rule determines whether the job runs.
        let mut when = None;
        for rule in rules {
            ensure!(
                rule.as_hash()
                    .context("a rule")?
                    .keys()
                    .all(|key| ["if", "when"].contains(&key.as_str().unwrap_or("")))
            );
            if when.is_none() && holds(&scalar(&rule["if"])?, variables)? {
                when = Some(rule["when"].as_str().unwrap_or("on_success"));
            }
        }
        let Some(when) = when else { continue };
        ensure!(["on_success", "always"].contains(&when), "when: {when}");
        let workspace = place.join(&name);
        fs::create_dir_all(&workspace)?;
        let mut environment = variables.clone();
        for (key, value) in job["variables"].as_hash().into_iter().flatten() {
            environment.insert(scalar(key)?, scalar(value)?);
        }
        // A variable with an environment scope exists only in the jobs of this environment.
        if job["environment"]["name"].as_str() != Some(SCOPE) {
            environment.remove("GITLAB_TOKEN");
        }
        match environment.get("GIT_STRATEGY").map(String::as_str) {
            // With the strategies `none` and `empty`, the folder is empty or has files of an earlier job.
            Some("none" | "empty") => {}
            None => check_out(origin, &workspace, &environment)?,
            other => bail!("GIT_STRATEGY {other:?}"),
        }
        for needed in job["needs"].as_vec().into_iter().flatten() {
            let needed = scalar(needed)?;
            let from =
                done.iter().find(|one| one.name == needed).with_context(|| format!("no job {needed}"))?;
            ensure!(from.code == 0 || when == "always", "{needed} failed: {}", from.said);
            copy(&place.join(format!("{needed}.artifacts")), &workspace)?;
        }
        let lines: Vec<String> =
            job["script"].as_vec().context("script")?.iter().map(scalar).collect::<Result<_>>()?;
        let (code, said) = script(&lines, &workspace, &environment)?;
        let mut missing = Vec::new();
        if code == 0 || job["artifacts"]["when"].as_str() == Some("always") {
            missing = keep(&job["artifacts"], &workspace, &place.join(format!("{name}.artifacts")))?;
        }
        done.push(JobDone { name, code, said, workspace, missing });
    }
    Ok(done)
}

/// The token with which jobs can read the repository.
const JOB_TOKEN: &str = "glcbt-hunter2";

/// The environment scope that the file requests for the token.
const SCOPE: &str = "launchgate-comment";

/// Evaluates a rule that consists of `$NAME == "text"` and `$NAME == $OTHER`, joined by `&&`. A variable that
/// is not set is empty.
fn holds(rule: &str, variables: &Map) -> Result<bool> {
    let value = |side: &str| -> Result<Option<String>> {
        if let Some(name) = side.strip_prefix('$') {
            return Ok(variables.get(name).cloned());
        }
        let text = side.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        text.map(|text| Some(text.to_owned())).with_context(|| format!("the rule {rule:?}"))
    };
    let one = |rule: &str| match rule.split(' ').collect::<Vec<_>>()[..] {
        [left, "==", right] => Ok(value(left)? == value(right)?),
        _ => bail!("the rule {rule:?}"),
    };
    rule.split(" && ").try_fold(true, |holds, rule| Ok(holds && one(rule)?))
}

/// Checks out a detached commit, with the history that GIT_DEPTH requests.
fn check_out(origin: &Path, workspace: &Path, variables: &Map) -> Result<()> {
    let at = |words: &[&str]| git(workspace, words);
    at(&["init", "--quiet"])?;
    at(&["remote", "add", "origin", &format!("file://{}", origin.display())])?;
    let sha = variables.get("CI_COMMIT_SHA").context("CI_COMMIT_SHA")?;
    match variables.get("GIT_DEPTH").map(String::as_str) {
        Some("0") => at(&["fetch", "--quiet", "origin", "+refs/heads/*:refs/remotes/origin/*", sha])?,
        None => at(&["fetch", "--quiet", "--depth=1", "origin", sha])?,
        other => bail!("GIT_DEPTH {other:?}"),
    };
    at(&["checkout", "--quiet", "--detach", sha])?;
    Ok(())
}

/// Runs all lines in one shell, in order.
fn script(lines: &[String], workspace: &Path, variables: &Map) -> Result<(i32, String)> {
    let said = workspace.with_extension("log");
    let out = fs::File::create(&said)?;
    let mut bash = Command::new("bash");
    bash.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", &lines.join("\n")]);
    bash.current_dir(workspace).env_clear().envs(variables).stdin(Stdio::null());
    let status = bash.stdout(out.try_clone()?).stderr(out).status().context("bash")?;
    Ok((status.code().context("a signal ended it")?, fs::read_to_string(&said)?))
}

/// Stores artifacts: files and folders by name, files of the workspace by extension, and reports. Returns the names of the missing files.
fn keep(artifacts: &Yaml, workspace: &Path, into: &Path) -> Result<Vec<String>> {
    fs::create_dir_all(into)?;
    let mut missing = Vec::new();
    let mut paths: Vec<String> =
        artifacts["paths"].as_vec().into_iter().flatten().map(scalar).collect::<Result<_>>()?;
    for (kind, path) in artifacts["reports"].as_hash().into_iter().flatten() {
        ensure!(["junit", "codequality"].contains(&&*scalar(kind)?), "the report {kind:?} is not known");
        paths.push(scalar(path)?);
    }
    for path in paths {
        if let Some(end) = path.strip_prefix('*') {
            for entry in fs::read_dir(workspace)? {
                let entry = entry?;
                if entry.file_name().to_string_lossy().ends_with(end) {
                    copy(&entry.path(), &into.join(entry.file_name()))?;
                }
            }
        } else if workspace.join(&path).exists() {
            copy(&workspace.join(&path), &into.join(&path))?;
        } else {
            missing.push(path);
        }
    }
    Ok(missing)
}

/// Edits the file as a team would: fewer launches, without a pause between them.
fn edited(text: &str) -> String {
    let few = "--launches 6 --rest 0\n";
    text.replace("$launches -o launches\n", &format!("-o launches {few}"))
        .replace("$launches -o ../launches\n", &format!("-o ../launches {few}"))
}

fn variables(lab: &Lab, project: &Project, api: &Api, programs: &Path, of: &[(&str, &str)]) -> Map {
    let path = std::env::var("PATH").unwrap();
    let mut variables: Map =
        of.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    for (name, value) in [
        ("PATH", format!("{}:{path}", programs.display())),
        ("HOME", programs.display().to_string()),
        ("CI", "true".to_owned()),
        ("GITLAB_CI", "true".to_owned()),
        ("CI_API_V4_URL", api.address()),
        ("CI_PROJECT_ID", "41".to_owned()),
        (
            "CI_REPOSITORY_URL",
            format!("file://gitlab-ci-token:{JOB_TOKEN}@localhost{}", project.origin().display()),
        ),
        ("CI_DEFAULT_BRANCH", "main".to_owned()),
        ("CI_COMMIT_SHA", git(&project.work(), &["rev-parse", "HEAD"]).unwrap()),
        ("GITLAB_TOKEN", "t0ken".to_owned()),
        ("LAUNCHGATE_AGENT", phone::build::agent().unwrap().display().to_string()),
        ("USBMUXD_SOCKET_ADDRESS", lab.address()),
    ] {
        variables.insert(name.to_owned(), value);
    }
    variables
}

/// Runs a merge request for the checked-out commit. Returns whether measuring failed, and the output of its
/// jobs.
pub fn merge_request(lab: &Lab, project: &Project, api: &Api, base: &str, place: &Path) -> (bool, String) {
    let programs = lab.path("programs");
    if !programs.exists() {
        fs::create_dir(&programs).unwrap();
        project.tools(&programs).unwrap();
        std::os::unix::fs::symlink(GATE, programs.join("gate")).unwrap();
    }
    let of_request = [
        ("CI_PIPELINE_SOURCE", "merge_request_event"),
        ("CI_MERGE_REQUEST_IID", "7"),
        ("CI_MERGE_REQUEST_DIFF_BASE_SHA", base),
    ];
    let request = variables(lab, project, api, &programs, &of_request);
    // The pipeline uses the file of the default branch; a change to it is visible to the reviewer of a merge request.
    let file = lab.path("launchgate.yml");
    fs::write(&file, git(&project.work(), &["show", "main:.gitlab/launchgate.yml"]).unwrap()).unwrap();
    let done = run(&file, &project.origin(), place, &request).unwrap();
    let measured = done.iter().find(|job| job.name == "launchgate-measure");
    let said = done.iter().map(|job| &*job.said).collect::<Vec<_>>().join("\n");
    (measured.is_none_or(|job| job.code == 1), said)
}

#[test]
fn a_gitlab_merge_request_is_measured_against_the_baseline_of_the_main_branch() {
    let (lab, api) = (Lab::new("17.5").unwrap(), Api::start(false).unwrap());
    let project = Project::new(&["--on", "gitlab"], edited).unwrap();
    let file = project.work().join(".gitlab/launchgate.yml");
    assert_eq!(fs::read_to_string(&file).unwrap().matches("--launches 6").count(), 2);
    let programs = lab.path("programs");
    fs::create_dir(&programs).unwrap();
    project.tools(&programs).unwrap();
    std::os::unix::fs::symlink(GATE, programs.join("gate")).unwrap();

    let on_main = [("CI_PIPELINE_SOURCE", "schedule"), ("CI_COMMIT_BRANCH", "main")];
    let main = variables(&lab, &project, &api, &programs, &on_main);
    let done = run(&file, &project.origin(), &lab.path("main"), &main).unwrap();
    assert_eq!(
        done.iter().map(|job| &*job.name).collect::<Vec<_>>(),
        ["launchgate-build", "launchgate-baseline", "launchgate-issues"]
    );
    assert!(done[1..].iter().all(|job| job.code == 0), "{}\n{}", done[1].said, done[2].said);
    assert!(done[2].said.contains("issues: 0 opened"), "{}", done[2].said);
    assert!(api.received("GET /projects/41/issues?", "t0ken"), "{:?}", api.log);
    assert_eq!(done[0].missing, ["symbols-of-base"], "nothing is compared on main");
    let kept =
        git(&project.origin(), &["ls-tree", "-r", "--name-only", "refs/launchgate/baselines"]).unwrap();
    assert_eq!(kept.lines().filter(|path| path.ends_with(".tsv")).count(), 1, "{kept}");

    let base = git(&project.work(), &["rev-parse", "main"]).unwrap();
    project.slower().unwrap();
    let of_request = [
        ("CI_PIPELINE_SOURCE", "merge_request_event"),
        ("CI_MERGE_REQUEST_IID", "7"),
        ("CI_MERGE_REQUEST_DIFF_BASE_SHA", &base),
    ];
    let request = variables(&lab, &project, &api, &programs, &of_request);
    let done = run(&file, &project.origin(), &lab.path("request"), &request).unwrap();
    assert_eq!(
        done.iter().map(|job| &*job.name).collect::<Vec<_>>(),
        ["launchgate-build", "launchgate-measure", "launchgate-comment"]
    );
    assert!(done.iter().all(|job| job.missing.is_empty()), "{:?}", done[0].missing);
    let (measure, comment) = (&done[1], &done[2]);
    assert_eq!(comment.code, 0, "{}", comment.said);
    assert!(!comment.workspace.join(".git").exists(), "it checks nothing out");
    assert_eq!(measure.code, 2, "{}", measure.said);
    let decode = "-[ImagingDecoder decode:rows:]";
    assert!(measure.said.contains(decode) && measure.said.contains("@shop/media"), "{}", measure.said);
    let comments = api.comments.lock().unwrap().clone();
    assert_eq!(comments.len(), 1);
    assert!(comments[0].contains(decode), "{}", comments[0]);
    assert!(!measure.said.contains("t0ken"));
    // No file of the checkout that could be sent to the app contains a token.
    let checkout = measure.workspace.join("checkout");
    assert!(checkout.join(".git/config").is_file());
    let grep = Command::new("grep").args(["-rl", JOB_TOKEN]).arg(&checkout).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&grep.stdout), "", "{}", measure.said);
    let quality = fs::read_to_string(measure.workspace.join("codequality.json")).unwrap();
    let quality: serde_json::Value = serde_json::from_str(&quality).unwrap();
    assert!(!quality.as_array().unwrap().is_empty());
    assert!(fs::read_to_string(measure.workspace.join("launch.xml")).unwrap().contains("<failure"));
}

/// The target branch becomes slower after the request was opened. The pipeline of its merged result builds GitLab's
/// merge, whose first parent is the new target branch.
#[test]
fn in_gitlab_the_base_of_a_merged_result_is_its_first_parent() {
    let (lab, api) = (Lab::new("17.5").unwrap(), Api::start(false).unwrap());
    let project = Project::new(&["--on", "gitlab"], edited).unwrap();
    let work = project.work();
    let old = git(&work, &["rev-parse", "main"]).unwrap();
    let moved = project.slower().unwrap();
    git(&work, &["checkout", "--quiet", "-B", "harmless", &old]).unwrap();
    project.write("README.md", "A change that costs nothing.\n").unwrap();
    let head = project.commit("Add a README").unwrap();
    git(&work, &["checkout", "--quiet", "--detach", &moved]).unwrap();
    let author = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com"];
    git(&work, &[&author[..], &["merge", "--quiet", "--no-ff", "-m", "Merge", &head]].concat()).unwrap();
    git(&work, &["push", "--quiet", "origin", "HEAD:refs/merge-requests/7/merge"]).unwrap();
    let programs = lab.path("programs");
    fs::create_dir(&programs).unwrap();
    project.tools(&programs).unwrap();
    std::os::unix::fs::symlink(GATE, programs.join("gate")).unwrap();
    for kind in ["merged_result", "merge_train"] {
        let of_request = [
            ("CI_PIPELINE_SOURCE", "merge_request_event"),
            ("CI_MERGE_REQUEST_EVENT_TYPE", kind),
            ("CI_MERGE_REQUEST_IID", "7"),
            ("CI_MERGE_REQUEST_DIFF_BASE_SHA", &old),
        ];
        let request = variables(&lab, &project, &api, &programs, &of_request);
        let done = run(&work.join(".gitlab/launchgate.yml"), &project.origin(), &lab.path(kind), &request);
        let done = done.unwrap();
        let measure = done.iter().find(|job| job.name == "launchgate-measure").unwrap();
        assert_eq!(measure.code, 0, "{kind}: {}", measure.said);
        let verdict = fs::read_to_string(measure.workspace.join("verdict.json")).unwrap();
        let verdict: serde_json::Value = serde_json::from_str(&verdict).unwrap();
        assert_eq!(verdict["origin"]["base_commit"].as_str(), Some(&*moved), "{kind}");
    }
    // The builds of base and head are equal, so a base that is the first parent needs no launch.
    assert_eq!(lab.device.journal().launches().len(), 0);
}
