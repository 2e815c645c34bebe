//! Tests an attack in which another job of the run, such as the job that builds the change, replaces an artifact.

use e2e::lab::{Lab, program};

use super::api::Api;
use super::github::{job, machine, workflow};
use super::hostile::request;
use super::project::{Project, build_from_source};
use super::simulator::{ACTION, COMMIT, put_source};
use super::workflow;

#[test]
fn a_program_that_the_build_script_of_a_change_replaced_is_not_run() {
    let (lab, api) = (Lab::new("17.5").unwrap(), Api::start(false).unwrap());
    let action = format!("{ACTION}@{COMMIT}");
    let project = Project::new(&["--on", "github", "--action", &action], str::to_owned).unwrap();
    build_from_source(&project.work(), &action).unwrap();
    let base = project.commit("Build gate from source").unwrap();
    let mut on = machine(&lab, &project, &api);
    put_source(&mut on);
    let xcodebuild = std::fs::read_to_string(on.programs.join("xcodebuild")).unwrap();
    let replaced = on.artifacts("pull_request").join("launchgate-program-Linux-X64/gate");
    let pwned = lab.path("pwned");
    let tail = format!(
        "[ -f '{place}' ] && printf '#!/bin/sh\\ntouch {pwned}\\n' > '{place}'\n",
        place = replaced.display(),
        pwned = pwned.display()
    );
    program(&on.programs.join("xcodebuild"), &(xcodebuild + &tail)).unwrap();
    let head = project.slower().unwrap();
    let jobs =
        workflow::run(&on, &workflow(&project, "launchgate.yml"), &request(&project, &head, &base)).unwrap();
    let build = job(&jobs, "build (head)");
    assert_eq!(build.ran.failed, None, "{}", build.said);
    let measure = job(&jobs, "measure");
    assert_eq!(measure.ran.failed, Some(1), "{}", measure.said);
    assert!(
        measure.said.contains("launchgate-program-Linux-X64 has another gate than the job gate built"),
        "{}",
        measure.said
    );
    assert!(!pwned.exists(), "{}", measure.said);
}
