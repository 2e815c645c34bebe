//! Tests the action without a phone: it judges the launches of several runners together, and does not trust a verdict from another source.

use std::fs;
use std::path::{Path, PathBuf};

use phone::build::workspace;
use serde_json::json;

use super::github::{GATE, action};
use super::others::copy;
use super::runner::{Event, Job, Machine, Map, Ran};
use crate::functions;

/// Returns launches of the sample app's slower build, which is also used in the sessions of the
/// documentation.
fn recorded() -> String {
    let path = "gate/tests/docs/project/launches-of-the-change/launches.jsonl";
    fs::read_to_string(workspace().join(path)).unwrap()
}

fn job(machine: &Machine) -> Job<'_> {
    let sha = "0".repeat(40);
    let event =
        Event { name: "pull_request", payload: json!({}), sha, reference: "refs/pull/7/merge".to_owned() };
    machine.job("judge", &event, Map::new()).unwrap()
}

fn run(job: &mut Job<'_>, inputs: &[(&str, &str)]) -> Ran {
    let own = [("gate", GATE)];
    let inputs =
        own.iter().chain(inputs).map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    job.action(&action(), "acme/launchgate/.github/action@v0.1.0", &inputs).unwrap()
}

#[test]
fn launches_of_several_runners_are_judged_together() {
    let machine = Machine::new().unwrap();
    let mut job = job(&machine);
    let place: PathBuf = job.workspace.clone();
    copy(&workspace().join("baselines"), &place.join("baselines")).unwrap();
    copy(&workspace().join("tests/app/config.toml"), &place.join("config.toml")).unwrap();
    // The files are as download-artifact writes them: one folder per runner, each with a separate session.
    let launches = recorded();
    let (session, another) = ("2026-11-22T013759-7efd", "2026-11-21T200000-0b0b");
    assert!(launches.contains(session));
    for (runner, own) in [("iphone-a", session), ("iphone-b", another)] {
        let folder = place.join("recorded").join(format!("launchgate-launches-{runner}"));
        fs::create_dir_all(&folder).unwrap();
        let text = launches.replace(session, own);
        fs::write(folder.join("launches.jsonl"), text).unwrap();
    }
    let both = "recorded/launchgate-launches-iphone-a\nrecorded/launchgate-launches-iphone-b\n";
    let ran = run(&mut job, &[("runs", both), ("settings", "gate.floor=100us\n")]);
    assert_eq!(ran.outputs["verdict"], "regressed", "{}", job.said);
    assert_eq!((ran.failed, ran.code("measure"), ran.code("launches")), (Some(2), None, None));
    let judged = &ran.steps.iter().find(|step| step.id == "judge").unwrap().outputs;
    assert_eq!((&*judged["base_launches"], &*judged["head_launches"]), ("32", "16"), "{}", job.said);
    assert!(job.summary.contains("-[ImagingDecoder decode:rows:]"), "{}", job.summary);
}

/// With the inputs `symbols` and `base-symbols`, the functions of base and head are named from the symbols of base and head respectively.
#[test]
fn functions_of_base_and_head_are_named_from_separate_symbol_inputs() {
    let (lab, recorded) = (functions::lab(), functions::recorded());
    let uuid = functions::uuid_of(&lab.symbols(0));
    // Each case has a new machine, because symbols that were read once are cached.
    let summary = |given: &[(&str, &str)]| {
        let machine = Machine::new().unwrap();
        let mut job = job(&machine);
        let place: PathBuf = job.workspace.clone();
        copy(Path::new(&recorded.at("launches")), &place.join("launches")).unwrap();
        fs::copy(recorded.at("config.toml"), place.join("config.toml")).unwrap();
        for (app, name) in [(0, "symbols-of-base"), (2, "symbols")] {
            copy(&lab.symbols(app), &place.join(name)).unwrap();
        }
        let ran = run(&mut job, given);
        assert_eq!(ran.outputs["verdict"], "regressed", "{}", job.said);
        job.summary.clone()
    };
    let given = [("runs", "launches"), ("symbols", "symbols"), ("base-symbols", "symbols-of-base")];
    let both = summary(&given);
    assert!(both.contains("Rule.work") && !both.contains(&uuid), "{both}");
    let alone = summary(&given[..2]);
    assert!(alone.contains(&uuid), "{alone}");
}

#[test]
fn an_invalid_verdict_fails_the_job_and_is_not_posted_as_a_comment() {
    let machine = Machine::new().unwrap();
    let mut job = job(&machine);
    for text in
        ["{\"format\":\"launchgate.verdict/1\"", "::error::boo\n", "{\"format\":\"launchgate.verdict/999\"}"]
    {
        fs::write(job.workspace.join("verdict.json"), text).unwrap();
        let ran = run(&mut job, &[("verdict", "verdict.json"), ("comment", "true"), ("token", "t0ken")]);
        assert_eq!(
            (ran.failed, ran.code("judge"), ran.code("comment")),
            (Some(1), Some(1), None),
            "{}",
            job.said
        );
    }
    assert_eq!((&*job.summary, job.annotations().len()), ("", 0), "{}", job.said);
    assert!(!machine.artifacts("pull_request").exists());
    // A workflow without a verdict and without launches is an error. If only the verdict is missing, the
    // other job has failed.
    let ran = run(&mut job, &[]);
    assert!(
        ran.failed == Some(1) && job.said.contains("give one of the inputs app, runs and verdict"),
        "{}",
        job.said
    );
    let ran = run(&mut job, &[("verdict", "gone.json")]);
    assert!(ran.failed.is_none() && job.said.contains("the other job left no verdict"), "{}", job.said);
}
