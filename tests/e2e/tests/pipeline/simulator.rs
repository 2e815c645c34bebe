//! A pull request's way on GitHub without a phone: what `gate init` wrote for simulators, run step by step.

use std::fs;

use serde_json::json;

use super::github::{GATE, action, job, workflow};
use super::project::Project;
use super::runner::{Event, Machine};
use super::workflow::{self, JobDone};
use crate::run_simulator::Mac;

const ACTION: &str = "acme/launchgate/.github/action";
const COMMIT: &str = "08eba0b27e820071cde6df949e0beb9ba4906955";

/// What a team changes in the workflow: which gate and agent; this machine's name is no Mac's.
fn edited(workflow: &str) -> String {
    let agent = phone::build::agent().unwrap();
    let driver = "          driver: simulator\n";
    let program = format!("          gate: {GATE}\n          agent: {}\n", agent.display());
    workflow.replace(driver, &format!("{driver}{program}"))
}

fn measure(machine: &Machine, project: &Project, base: &str, head: &str) -> JobDone {
    let payload = json!({"pull_request": {"number": 7, "head": {"sha": head}, "base": {"sha": base}}});
    let reference = "refs/pull/7/merge".to_owned();
    let event = Event { name: "pull_request", payload, sha: head.to_owned(), reference };
    let mut jobs = workflow::run(machine, &workflow(project, "launchgate.yml"), &event).unwrap();
    job(&jobs, "measure");
    jobs.remove(0)
}

#[test]
fn a_pull_request_is_measured_in_a_simulator() {
    let mac = Mac::new();
    let action_at = format!("{ACTION}@{COMMIT}");
    let project = Project::for_simulators(&["--on", "github", "--action", &action_at], edited).unwrap();
    let written = fs::read_to_string(workflow(&project, "launchgate.yml")).unwrap();
    assert!(written.contains("driver: simulator") && written.contains(GATE), "{written}");
    assert!(!project.work().join(".github/workflows/launchgate-baseline.yml").exists());
    // The table lies on the main branch: a pull request's own would not run.
    let settings = project.work().join("config.toml");
    let text = fs::read_to_string(&settings).unwrap();
    fs::write(&settings, text.clone() + &mac.settings()).unwrap();
    let base = project.commit("Run simctl of this machine").unwrap();
    let head = project.slower().unwrap();

    let mut machine = Machine::new().unwrap();
    project.tools(&machine.programs).unwrap();
    machine.actions.insert(ACTION.to_owned(), action());
    machine.origin = Some(project.origin());
    for (name, value) in [("LAUNCHES", "5"), ("REST", "0"), ("SIMULATOR", "iPhone 15")] {
        machine.vars.insert(format!("LAUNCHGATE_{name}"), value.to_owned());
    }
    let done = measure(&machine, &project, &base, &head);
    assert_eq!(done.ran.failed, None, "{}", done.said);
    let outputs = &done.ran.steps.last().unwrap().outputs;
    assert_eq!(outputs["verdict"], "pass", "times of a simulator only advise: {}", done.said);
    let decode = "-[ImagingDecoder decode:rows:]";
    assert!(done.summary.contains(decode) && done.summary.contains("@shop/media"), "{}", done.summary);
    assert!(done.summary.contains("simulator"), "{}", done.summary);
    assert_eq!((mac.asked().matches("create ").count(), mac.states()), (1, vec!["Shutdown".to_owned()]));
}
