//! Runs all steps of a pull request on GitHub with the workflows of `gate init`: build, measure, judge,
//! comment, and store the baseline.

use std::fs;
use std::path::{Path, PathBuf};

use e2e::lab::{Lab, program};
use serde_json::json;

use super::api::Api;
use super::others::git;
use super::project::Project;
use super::runner::{Event, Machine, Map};
use super::workflow::{self, JobDone};

const ACTION: &str = "acme/launchgate/.github/action";
const COMMIT: &str = "08eba0b27e820071cde6df949e0beb9ba4906955";

/// The gate program that was built for the tests.
pub const GATE: &str = env!("CARGO_BIN_EXE_gate-of-the-tests");

pub fn action() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.github/action").canonicalize().unwrap()
}

/// Returns a machine with a phone. Workflows on this machine find this repository's action.
pub fn machine(lab: &Lab, project: &Project, api: &Api) -> Machine {
    let mut machine = Machine::new().unwrap();
    project.tools(&machine.programs).unwrap();
    machine.actions.insert(ACTION.to_owned(), action());
    machine.origin = Some(project.origin());
    for (name, value) in [
        ("USBMUXD_SOCKET_ADDRESS", lab.address()),
        ("GITHUB_API_URL", api.address()),
        ("TOKEN_OF_THE_JOB", "t0ken".to_owned()),
    ] {
        machine.variables.insert(name.to_owned(), value);
    }
    machine
}

/// Edits the workflow as a team would: the gate's source, the driver, and the number of launches.
fn edited(workflow: &str) -> String {
    let agent = phone::build::agent().unwrap();
    let rest = "          rest: ${{ vars.LAUNCHGATE_REST }}\n";
    let workflow =
        workflow.replace("          launches: ${{ vars.LAUNCHGATE_LAUNCHES }}\n", "").replace(rest, "");
    let sign = "          sign: ${{ vars.LAUNCHGATE_SIGN || 'none' }}\n";
    let comment = "          comment: true\n";
    let program = format!("          gate: {GATE}\n");
    let more = format!("          agent: {}\n          launches: 6\n          rest: 0\n", agent.display());
    let workflow = workflow.replace(sign, &format!("{sign}{program}{more}          driver: embedded\n"));
    workflow.replace(comment, &format!("{comment}{program}"))
}

pub fn project() -> Project {
    let action = format!("{ACTION}@{COMMIT}");
    let project = Project::new(&["--on", "github", "--action", &action], edited).unwrap();
    let written = fs::read_to_string(project.work().join(".github/workflows/launchgate.yml")).unwrap();
    assert!(written.contains("launches: 6") && written.contains(GATE), "{written}");
    project
}

pub fn workflow(project: &Project, name: &str) -> PathBuf {
    project.work().join(".github/workflows").join(name)
}

pub fn job<'a>(jobs: &'a [JobDone], name: &str) -> &'a JobDone {
    let names: Vec<&str> = jobs.iter().map(|job| &*job.name).collect();
    jobs.iter().find(|job| job.name == name).unwrap_or_else(|| panic!("{name} is not among {names:?}"))
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_slower_pull_request_fails_and_its_comment_has_the_finding() {
    let (lab, project, api) = (Lab::new("17.5").unwrap(), project(), Api::start(false).unwrap());
    let machine = machine(&lab, &project, &api);
    let base = git(&project.work(), &["rev-parse", "main"]).unwrap();
    let head = project.slower().unwrap();
    let payload = json!({"pull_request": {"number": 7, "head": {"sha": head}, "base": {"sha": base}}});
    let reference = "refs/pull/7/merge".to_owned();
    let event = Event { name: "pull_request", payload, sha: head.clone(), reference };
    let jobs = workflow::run(&machine, &workflow(&project, "launchgate.yml"), &event).unwrap();
    for side in ["build (head)", "build (base)"] {
        let build = job(&jobs, side);
        assert_eq!(build.ran.failed, None, "{}", build.said);
    }
    let measure = job(&jobs, "measure");
    assert_eq!(measure.ran.failed, Some(2), "regressed: {}", measure.said);
    let action = measure.ran.steps.last().unwrap();
    let outputs = &action.outputs;
    assert_eq!(outputs["verdict"], "regressed", "{}", measure.said);
    assert!(outputs["findings"].parse::<usize>().unwrap() > 0);
    assert_eq!(outputs["report"], "launchgate/report.html");
    let decode = "-[ImagingDecoder decode:rows:]";
    let annotated = |line: &&String| line.starts_with("::error") && line.contains(decode);
    assert!(measure.annotations.iter().any(|line| annotated(&line)), "{:?}", measure.annotations);
    assert!(
        measure.summary.contains(decode) && measure.summary.contains("@shop/media"),
        "{}",
        measure.summary
    );
    let artifacts = machine.artifacts("pull_request");
    let uploaded =
        ["launchgate-app-base", "launchgate-app-head", "launchgate-launches", "launchgate-verdict"];
    assert_eq!(names(&artifacts), uploaded);
    let reports = ["junit.xml", "report.html", "report.sarif", "verdict.json"];
    assert_eq!(names(&artifacts.join("launchgate-verdict")), reports);
    let traces = names(&artifacts.join("launchgate-launches"));
    assert!(traces.iter().filter(|name| name.ends_with(".lgtrace")).count() >= 12, "{traces:?}");
    assert!(traces.contains(&"run.jsonl".to_owned()));
    // New launches have confirmed the finding.
    assert!(measure.said.contains("recording 6 fresh launches to confirm it"), "{}", measure.said);
    assert!(
        measure.summary.contains("confirmation run: ") && measure.summary.contains("confirmed"),
        "{}",
        measure.summary
    );
    let again = names(&artifacts.join("launchgate-launches/again"));
    assert!(again.iter().filter(|name| name.ends_with(".lgtrace")).count() >= 12, "{again:?}");

    // If the job runs again, it judges the same launches.
    let launched = lab.device.journal().launches().len();
    for folder in fs::read_dir(machine.folder.path()).unwrap().flatten() {
        if folder.file_name().to_string_lossy().starts_with("pull_request-") {
            fs::remove_dir_all(folder.path()).unwrap();
        }
    }
    fs::remove_dir_all(&artifacts).unwrap();
    let jobs = workflow::run(&machine, &workflow(&project, "launchgate.yml"), &event).unwrap();
    let measure = job(&jobs, "measure");
    assert_eq!(measure.ran.failed, Some(2), "{}", measure.said);
    assert!(
        measure.said.contains("already recorded all 6 launches, so their verdict is used"),
        "{}",
        measure.said
    );
    assert_eq!(lab.device.journal().launches().len(), launched);
    // The job that measures had no token, so the API has received no request.
    assert_eq!(api.log.lock().unwrap()[..], [] as [String; 0]);

    // The workflow with write access then comments on the verdict. The workflow for the comment runs twice.
    let run = json!({"name": "launch time", "event": "pull_request", "id": 5, "head_sha": head,
        "head_branch": "sharper", "head_repository": {"owner": {"login": "ann"}}});
    let payload = json!({"action": "completed", "workflow_run": run});
    let reference = "refs/heads/main".to_owned();
    let mut event = Event { name: "workflow_run", payload, sha: base, reference };
    api.head.lock().unwrap().clone_from(&head);
    let follows = workflow(&project, "launchgate-comment.yml");
    for _ in 0..2 {
        let jobs = workflow::run(&machine, &follows, &event).unwrap();
        let comment = job(&jobs, "comment");
        assert_eq!(comment.ran.failed, None, "{}", comment.said);
        let comments = api.comments.lock().unwrap().clone();
        assert_eq!(comments.len(), 1);
        assert!(
            comments[0].contains(decode) && comments[0].starts_with("<!-- launchgate"),
            "{}",
            comments[0]
        );
        // Each run has separate artifacts.
        fs::remove_dir_all(machine.artifacts("workflow_run")).unwrap();
        let place = format!("workflow_run-{}-comment", &event.sha[..8]);
        fs::remove_dir_all(machine.folder.path().join(place)).unwrap();
    }
    let log = api.log.lock().unwrap().clone();
    let wrote: Vec<&String> = log.iter().filter(|line| !line.starts_with("GET")).collect();
    assert!(wrote.iter().all(|line| line.contains("t0ken")), "{wrote:?}");

    // A token without write access causes a warning.
    let refusing = Api::start(true).unwrap();
    refusing.head.lock().unwrap().clone_from(&head);
    let mut machine = machine;
    machine.variables.insert("GITHUB_API_URL".to_owned(), refusing.address());
    let jobs = workflow::run(&machine, &follows, &event).unwrap();
    let comment = job(&jobs, "comment");
    assert_eq!(comment.ran.failed, None, "{}", comment.said);
    assert!(comment.said.contains("warning: ") && !comment.said.contains("t0ken"), "{}", comment.said);
    // For a run that was triggered by a push, no comment is written.
    event.payload["workflow_run"]["event"] = "push".into();
    assert!(workflow::run(&machine, &follows, &event).unwrap().is_empty());
}

/// The base branch becomes slower after the pull request was opened, and the event still names the older
/// base. The merge commit of a queue has the newer base as its first parent too.
#[test]
fn growth_that_other_changes_merged_is_no_finding_of_a_pull_request() {
    let (lab, project, api) = (Lab::new("17.5").unwrap(), project(), Api::start(false).unwrap());
    let machine = machine(&lab, &project, &api);
    let work = project.work();
    let old = git(&work, &["rev-parse", "main"]).unwrap();
    let moved = project.slower().unwrap();
    git(&work, &["checkout", "--quiet", "-B", "harmless", &old]).unwrap();
    project.write("README.md", "A change that costs nothing.\n").unwrap();
    let head = project.commit("Say what it is").unwrap();
    git(&work, &["checkout", "--quiet", "--detach", &moved]).unwrap();
    let author = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com"];
    git(&work, &[&author[..], &["merge", "--quiet", "--no-ff", "-m", "Merge", &head]].concat()).unwrap();
    let sha = git(&work, &["rev-parse", "HEAD"]).unwrap();
    let reference = "refs/pull/7/merge".to_owned();
    git(&work, &["push", "--quiet", "origin", &format!("{sha}:{reference}")]).unwrap();
    let request = json!({"pull_request": {"number": 7, "head": {"sha": head}, "base": {"sha": old}}});
    let queue = json!({"merge_group": {"head_sha": sha, "base_sha": moved}});
    for (name, payload, commit) in [("pull_request", request, &head), ("merge_group", queue, &sha)] {
        let event = Event { name, payload, sha: sha.clone(), reference: reference.clone() };
        let jobs = workflow::run(&machine, &workflow(&project, "launchgate.yml"), &event).unwrap();
        let measure = job(&jobs, "measure");
        let outputs = &measure.ran.steps.last().unwrap().outputs;
        assert_eq!(outputs.get("verdict").map(String::as_str), Some("pass"), "{name}: {}", measure.said);
        let verdict = machine.artifacts(name).join("launchgate-verdict/verdict.json");
        let verdict: serde_json::Value = serde_json::from_str(&fs::read_to_string(verdict).unwrap()).unwrap();
        let origin = &verdict["origin"];
        let commits = (origin["commit"].as_str(), origin["base_commit"].as_str());
        assert_eq!(commits, (Some(&**commit), Some(&*moved)), "{name}");
    }
    // The builds of base and head are equal, so a base that is the first parent needs no launch.
    assert_eq!(lab.device.journal().launches().len(), 0);
}

#[test]
fn the_github_action_compares_with_the_baseline_stored_by_the_main_branch() {
    let (lab, project, api) = (Lab::new("17.5").unwrap(), project(), Api::start(false).unwrap());
    let machine = machine(&lab, &project, &api);
    let main = git(&project.work(), &["rev-parse", "main"]).unwrap();
    let reference = "refs/heads/main".to_owned();
    let push = Event { name: "schedule", payload: json!({}), sha: main.clone(), reference };
    let jobs = workflow::run(&machine, &workflow(&project, "launchgate-baseline.yml"), &push).unwrap();
    let baseline = job(&jobs, "baseline");
    assert_eq!(baseline.ran.failed, None, "{}", baseline.said);
    assert_eq!(baseline.ran.steps.last().unwrap().outputs["verdict"], "no-baseline");
    assert!(baseline.said.contains("issues: 0 opened"), "{}", baseline.said);
    assert!(api.received("GET /repos/acme/shop/issues?", ""), "{:?}", api.log);
    let kept =
        git(&project.origin(), &["ls-tree", "-r", "--name-only", "refs/launchgate/baselines"]).unwrap();
    assert_eq!(kept.lines().filter(|path| path.ends_with(".tsv")).count(), 1, "{kept}");
    let is_stored =
        |path: &str| path.starts_with("baselines/com.example.shop/cold/") || path == "baselines/salt";
    assert!(kept.lines().all(is_stored), "{kept}");

    // The job runs only the action, which compares the slower build with the stored sessions of the main
    // branch.
    let head = project.slower().unwrap();
    let payload = json!({"pull_request": {"number": 7, "head": {"sha": head}, "base": {"sha": main}}});
    let event = Event { name: "pull_request", payload, sha: head, reference: "refs/pull/7/merge".to_owned() };
    let mut quick = machine.job("quick", &event, Map::new()).unwrap();
    let all = Map::from([("fetch-depth".to_owned(), "0".to_owned())]);
    super::others::run(&mut quick, "actions/checkout", &all).unwrap();
    let slower = e2e::shop::Shop::build_slow(phone::build::Style::Chained, "Imaging.decode:12").unwrap();
    let inputs = [
        ("app", slower.ipa().unwrap().display().to_string()),
        ("gate", GATE.to_owned()),
        ("agent", phone::build::agent().unwrap().display().to_string()),
        ("launches", "6".to_owned()),
        ("rest", "0".to_owned()),
        ("driver", "embedded".to_owned()),
        ("baseline-ref", "refs/launchgate/baselines".to_owned()),
        // The jobs of a matrix need different artifact names.
        ("suffix", "-quick".to_owned()),
        // A careless workflow may set this input, but a pull request never pushes a baseline.
        ("push-baseline", "true".to_owned()),
    ];
    let inputs: Map = inputs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    let ran = quick.action(&action(), &format!("{ACTION}@{COMMIT}"), &inputs).unwrap();
    assert_eq!(ran.outputs["verdict"], "regressed", "{}", quick.said);
    let both = ["launchgate-launches-quick", "launchgate-verdict-quick"];
    assert_eq!(names(&machine.artifacts("pull_request")), both);
    assert_eq!(
        (ran.failed, ran.code("baseline"), ran.code("comment")),
        (Some(2), None, None),
        "{}",
        quick.said
    );
    assert!(quick.annotations().iter().any(|line| line.contains("decode:rows:")), "{}", quick.said);
}

/// With `side-by-side: auto`, builds that `gate inject` cannot rename replace each other on the device.
#[test]
fn builds_that_cannot_be_installed_side_by_side_replace_each_other_on_the_phone() {
    let (lab, mut machine) = (Lab::new("17.5").unwrap(), Machine::new().unwrap());
    machine.variables.insert("USBMUXD_SOCKET_ADDRESS".to_owned(), lab.address());
    let refusing =
        "#!/bin/sh\ncase \"$*\" in *--side-by-side*) echo 'no profile covers it' >&2; exit 1 ;; esac\n";
    let gate = machine.programs.join("gate-without-profiles");
    program(&gate, &format!("{refusing}exec {GATE} \"$@\"\n")).unwrap();
    let shown = |path: PathBuf| path.display().to_string();
    let styles = [phone::build::Style::Chained, phone::build::Style::Opcodes];
    let shops = styles.map(|style| e2e::shop::Shop::build(style).unwrap());
    let [base, head] = shops.each_ref().map(|shop| shown(shop.ipa().unwrap()));
    let event = Event {
        name: "push",
        payload: json!({}),
        sha: "0".repeat(40),
        reference: "refs/heads/main".to_owned(),
    };
    for (side_by_side, code, notice) in [("auto", 0, true), ("true", 1, false)] {
        let mut job = machine.job(side_by_side, &event, Map::new()).unwrap();
        let inputs = [
            ("app", head.clone()),
            ("base-app", base.clone()),
            ("gate", shown(gate.clone())),
            ("agent", shown(phone::build::agent().unwrap())),
            ("side-by-side", side_by_side.to_owned()),
            ("suffix", format!("-{side_by_side}")),
            ("launches", "1".to_owned()),
            ("rest", "0".to_owned()),
            ("driver", "embedded".to_owned()),
            ("confirm", "false".to_owned()),
            ("kept", "none".to_owned()),
        ];
        let inputs: Map = inputs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let ran = job.action(&action(), &format!("{ACTION}@{COMMIT}"), &inputs).unwrap();
        assert_eq!(ran.code("measure"), Some(code), "{side_by_side}: {}", job.said);
        let is_noticed = job.said.contains("the builds cannot be installed side by side");
        assert_eq!(is_noticed, notice, "{side_by_side}: {}", job.said);
        assert!(job.said.contains("no profile covers it"), "{side_by_side}: {}", job.said);
    }
}
