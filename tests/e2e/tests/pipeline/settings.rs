//! Tests the choice of the settings that the action uses: the settings of the named file, or else of the file that the gate finds. In a
//! pull request, the action uses the settings of the base.

use std::fs;
use std::path::Path;

use phone::build::workspace;
use serde_json::{Value, json};

use super::github::{GATE, action};
use super::others::{copy, git};
use super::runner::{Event, Job, Machine, Map, Ran};

const TIGHT: &str = "[[budget]]\nlaunch = true\nlimit = \"1us\"\n";

/// Returns a job for a pull request to `base`, with launches and baselines in its workspace.
fn job<'m>(machine: &'m Machine, name: &str, base: &dyn Fn(&Path)) -> Job<'m> {
    let sha = "0".repeat(40);
    let event =
        Event { name: "pull_request", payload: json!({}), sha, reference: "refs/pull/7/merge".to_owned() };
    let mut job = machine.job(name, &event, Map::new()).unwrap();
    let place = job.workspace.clone();
    copy(&workspace().join("baselines"), &place.join("baselines")).unwrap();
    let launches = workspace().join("gate/tests/docs/project/launches-of-the-change");
    copy(&launches, &place.join("recorded")).unwrap();
    git(&place, &["init", "--quiet", "--initial-branch=main"]).unwrap();
    base(&place);
    git(&place, &["add", "."]).unwrap();
    let author = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com"];
    git(&place, &[&author[..], &["commit", "--quiet", "-m", "The base"]].concat()).unwrap();
    let base = git(&place, &["rev-parse", "HEAD"]).unwrap();
    let payload = json!({"pull_request": {"number": 7, "base": {"sha": base}}});
    fs::write(place.join("../temp/event.json"), payload.to_string()).unwrap();
    job.event.payload = payload;
    job
}

fn run(job: &mut Job<'_>, inputs: &[(&str, &str)]) -> Ran {
    let own = [("gate", GATE), ("agent", GATE)];
    let inputs =
        own.iter().chain(inputs).map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    job.action(&action(), "acme/launchgate/.github/action@v0.1.0", &inputs).unwrap()
}

/// Returns the budgets that the verdict contains.
fn budgets(job: &Job<'_>) -> Vec<Value> {
    let text = fs::read_to_string(job.workspace.join("launchgate/verdict.json"))
        .unwrap_or_else(|error| panic!("{error}: {}", job.said));
    let mut verdict: Value = serde_json::from_str(&text).unwrap();
    match verdict["budgets"].take() {
        Value::Array(budgets) => budgets,
        _ => Vec::new(),
    }
}

#[test]
fn a_missing_settings_file_fails_the_job() {
    let machine = Machine::new().unwrap();
    let mut job = job(&machine, "judge", &|_| {});
    for name in ["confg.toml", "config.toml", "ci/launchgate.toml"] {
        for input in [("runs", "recorded"), ("app", "Shop.ipa")] {
            let ran = run(&mut job, &[input, ("config", name)]);
            let step = if input.0 == "app" { "measure" } else { "judge" };
            assert_eq!((ran.failed, ran.code(step)), (Some(1), Some(1)), "{name}: {}", job.said);
            let why = format!("::error title=launchgate::the input config names {name}, which is not there");
            assert!(job.said.contains(&why), "{}", job.said);
            job.said.clear();
        }
    }
    assert!(!job.workspace.join("launchgate/verdict.json").exists());
}

#[test]
fn a_change_is_judged_by_the_stored_sessions_of_its_base() {
    let machine = Machine::new().unwrap();
    for (name, anchor) in [("removed", None), ("anchored", Some("launchgate.anchor/1\nsession\tmine\n"))] {
        let mut job = job(&machine, name, &|_| {});
        let stored = job.workspace.join("baselines/com.example.shop/cold/iPhone14,5");
        match anchor {
            Some(text) => {
                fs::write(stored.join("anchor"), text).unwrap();
                git(&job.workspace, &["add", "."]).unwrap();
            }
            None => fs::remove_dir_all(&stored).unwrap(),
        }
        let ran = run(&mut job, &[("runs", "recorded"), ("suffix", name)]);
        assert_eq!(ran.outputs["verdict"], "regressed", "{}", job.said);
        for seen in ["; this change edits the baselines", "those of the base are compared with"] {
            assert!(job.summary.contains(seen), "{seen}: {}", job.summary);
        }
    }
}

#[test]
fn a_change_is_judged_by_the_launchgate_toml_of_its_base() {
    let machine = Machine::new().unwrap();
    // The result does not depend on whether the workflow names the file. The config.toml belongs to another
    // tool.
    let of_the_base = |place: &Path| {
        fs::write(place.join("launchgate.toml"), TIGHT).unwrap();
        fs::write(place.join("config.toml"), "baseURL = \"https://example.com/\"\n").unwrap();
    };
    for (name, inputs) in [("found", &[][..]), ("named", &[("config", "launchgate.toml")])] {
        let mut job = job(&machine, name, &of_the_base);
        fs::write(job.workspace.join("launchgate.toml"), "[gate]\neffect = \"100000%\"\n").unwrap();
        let ran = run(&mut job, &[&[("runs", "recorded"), ("suffix", name)], inputs].concat());
        assert_eq!(ran.outputs["verdict"], "regressed", "{}", job.said);
        let budgets = budgets(&job);
        assert!(budgets.len() == 1 && budgets[0]["over"] == true, "{name}: {budgets:?}");
        let seen = "this change sets gate.effect to \"100000%\"";
        assert!(job.summary.contains(seen), "{name}: {}", job.summary);
    }
    // The base has a config.toml, and the change adds a launchgate.toml. The change is judged by the base's
    // settings.
    let mut job = job(&machine, "beside", &|place| fs::write(place.join("config.toml"), TIGHT).unwrap());
    fs::write(job.workspace.join("launchgate.toml"), "[gate]\neffect = \"100000%\"\n").unwrap();
    run(&mut job, &[("runs", "recorded"), ("suffix", "beside")]);
    assert_eq!(budgets(&job).len(), 1, "{}", job.said);
}

/// The base of a merge queue is the commit before the commit that GitHub made for the queue, which is newer than the base of the pull
/// request.
#[test]
fn a_merge_queue_is_judged_by_the_settings_of_its_first_parent() {
    let machine = Machine::new().unwrap();
    let mut job = job(&machine, "queued", &|_| {});
    let place = job.workspace.clone();
    let author = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com"];
    let commit = |subject: &str| {
        git(&place, &["add", "."]).unwrap();
        git(&place, &[&author[..], &["commit", "--quiet", "-m", subject]].concat()).unwrap();
        git(&place, &["rev-parse", "HEAD"]).unwrap()
    };
    fs::write(place.join("config.toml"), TIGHT).unwrap();
    let parent = commit("An earlier request of the queue");
    fs::write(place.join("config.toml"), "[gate]\neffect = \"100000%\"\n").unwrap();
    let sha = commit("The request");
    let payload = json!({"merge_group": {"head_sha": sha, "base_sha": parent}});
    let reference = "refs/heads/gh-readonly-queue/main/pr-7".to_owned();
    job.event = Event { name: "merge_group", payload, sha, reference };
    fs::write(place.join("../temp/event.json"), job.event.payload.to_string()).unwrap();
    let ran = run(&mut job, &[("runs", "recorded")]);
    assert_eq!(ran.outputs["verdict"], "regressed", "{}", job.said);
    assert_eq!(budgets(&job).len(), 1, "{}", job.said);
    let verdict = fs::read_to_string(place.join("launchgate/verdict.json")).unwrap();
    let verdict: Value = serde_json::from_str(&verdict).unwrap();
    let origin = &verdict["origin"];
    assert_eq!(origin["base_commit"].as_str(), Some(&*git(&place, &["rev-parse", "HEAD^1"]).unwrap()));
    assert_eq!(origin["commit"].as_str(), Some(&*job.event.sha));
}
