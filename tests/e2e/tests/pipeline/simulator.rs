//! Runs a pull request on GitHub without a phone, with the unedited workflows of `gate init` for simulators.
//!
//! Replacements for cargo and xcodebuild build gate and the app, and simctl is replaced too.

use std::fs;
use std::path::Path;

use e2e::lab::program;
use serde_json::json;

use super::api::Api;
use super::github::{GATE, action, job, workflow};
use super::others::copy;
use super::project::Project;
use super::runner::{Event, Machine};
use super::workflow::{self, JobDone};
use crate::run_simulator::Mac;

pub const ACTION: &str = "acme/launchgate/.github/action";
pub const COMMIT: &str = "08eba0b27e820071cde6df949e0beb9ba4906955";

/// A replacement for cargo and rustup. The script accepts only the commands of the workflow, and a second
/// build is an error. The gate has no debug information, because the jobs copy it many times.
const CARGO: &str = r#"#!/bin/sh
set -eu
[ -f Cargo.toml ] && grep -q 'toolchain install' "$HOME/rustup"
case "$*" in
  "build --release --locked -p gate") mkdir -p target/release && llvm-strip-19 -o target/release/gate '@GATE@'; echo gate >> "$HOME/built" ;;
  "xtask agent") grep -qx 'target add aarch64-apple-ios aarch64-apple-ios-sim' "$HOME/rustup"; mkdir -p target/agent && cp '@AGENTS@'/*.dylib target/agent/ ;;
  *) echo "cargo: $*" >&2; exit 64 ;;
esac
"#;

/// Makes this project's source available for checkouts, and installs the programs that build gate.
pub fn put_source(machine: &mut Machine) {
    let source = machine.folder.path().join("source");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for path in ["Cargo.toml", ".github/rust.sh"] {
        copy(&root.join(path), &source.join(path)).unwrap();
    }
    machine.sources.insert("acme/launchgate".to_owned(), source);
    let agent = phone::build::agent().unwrap();
    let agents = agent.parent().unwrap().display().to_string();
    program(&machine.programs.join("cargo"), &CARGO.replace("@GATE@", GATE).replace("@AGENTS@", &agents))
        .unwrap();
    program(&machine.programs.join("rustup"), "#!/bin/sh\necho \"$*\" >> \"$HOME/rustup\"\n").unwrap();
    machine.actions.insert(ACTION.to_owned(), action());
    for (name, value) in [("LAUNCHES", "5"), ("REST", "0"), ("SIMULATOR", "iPhone 15")] {
        machine.vars.insert(format!("LAUNCHGATE_{name}"), value.to_owned());
    }
}

/// Runs the jobs of a pull request.
pub fn pull_request(machine: &Machine, file: &Path, base: &str, head: &str) -> Vec<JobDone> {
    let payload = json!({"pull_request": {"number": 7, "head": {"sha": head}, "base": {"sha": base}}});
    let reference = "refs/pull/7/merge".to_owned();
    let event = Event { name: "pull_request", payload, sha: head.to_owned(), reference };
    workflow::run(machine, file, &event).unwrap()
}

#[test]
fn a_pull_request_in_a_simulator_passes_or_fails_by_its_calls() {
    let (mac, api) = (Mac::new(), Api::start(false).unwrap());
    let action_at = format!("{ACTION}@{COMMIT}");
    let project = Project::for_simulators(&["--on", "github", "--action", &action_at]).unwrap();
    assert!(!project.work().join(".github/workflows/launchgate-baseline.yml").exists());
    // The command table is on the main branch, because the gate would not use a command table that a pull
    // request adds.
    let settings = project.work().join("config.toml");
    let text = fs::read_to_string(&settings).unwrap();
    fs::write(&settings, text.clone() + &mac.settings()).unwrap();
    let base = project.commit("Run simctl of this machine").unwrap();

    let mut machine = Machine::new().unwrap();
    project.tools(&machine.programs).unwrap();
    put_source(&mut machine);
    machine.origin = Some(project.origin());
    machine.variables.insert("GITHUB_API_URL".to_owned(), api.address());
    machine.variables.insert("TOKEN_OF_THE_JOB".to_owned(), "t0ken".to_owned());
    let file = workflow(&project, "launchgate.yml");

    // A slower build passes, because durations in a simulator are shown but do not fail.
    let head = project.slower().unwrap();
    let jobs = pull_request(&machine, &file, &base, &head);
    let (built, done) = (job(&jobs, "gate (macos-latest)"), job(&jobs, "measure"));
    assert_eq!(built.ran.failed, None, "{}", built.said);
    assert_eq!(done.ran.failed, None, "{}", done.said);
    let outputs = &done.ran.steps.last().unwrap().outputs;
    assert_eq!(outputs["verdict"], "pass", "times of a simulator only advise: {}", done.said);
    let decode = "-[ImagingDecoder decode:rows:]";
    assert!(done.summary.contains(decode) && done.summary.contains("@shop/media"), "{}", done.summary);
    assert!(done.summary.contains("simulator"), "{}", done.summary);
    assert_eq!((mac.asked().matches("create ").count(), mac.states()), (1, vec!["Shutdown".to_owned()]));

    // A build with twice as many calls fails. The workflow takes gate from its cache, so the artifacts with gate are not needed.
    fs::remove_dir_all(machine.artifacts("pull_request")).unwrap();
    let head = project.busier().unwrap();
    let jobs = pull_request(&machine, &file, &base, &head);
    let done = job(&jobs, "measure");
    assert_eq!(done.ran.failed, Some(2), "regressed: {}", done.said);
    let outputs = &done.ran.steps.last().unwrap().outputs;
    assert_eq!(outputs["verdict"], "regressed", "{}", done.said);
    let blend = "-[ImagingDecoder blend:with:alpha:]";
    let annotated = |line: &&String| line.starts_with("::error") && line.contains(blend);
    assert!(done.annotations.iter().any(|line| annotated(&line)), "{:?}", done.annotations);
    let built = fs::read_to_string(machine.folder.path().join("home/built")).unwrap();
    assert_eq!(built, "gate\n", "the second job takes it from the cache");
    assert_eq!(api.log.lock().unwrap()[..], [] as [String; 0], "the measuring job has no token");

    // The workflow of the main branch has write access, and writes the comment.
    let run = json!({"name": "launch time", "event": "pull_request", "id": 5, "head_sha": head,
        "head_branch": "steadier", "head_repository": {"owner": {"login": "ann"}}});
    let payload = json!({"action": "completed", "workflow_run": run});
    let event = Event { name: "workflow_run", payload, sha: base, reference: "refs/heads/main".to_owned() };
    api.head.lock().unwrap().clone_from(&head);
    let jobs = workflow::run(&machine, &workflow(&project, "launchgate-comment.yml"), &event).unwrap();
    let comment = job(&jobs, "comment");
    assert_eq!(comment.ran.failed, None, "{}", comment.said);
    let comments = api.comments.lock().unwrap().clone();
    assert!(comments.len() == 1 && comments[0].contains(blend), "{comments:?}");
}
