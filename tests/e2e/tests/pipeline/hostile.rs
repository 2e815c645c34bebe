//! Tests a malicious pull request, from end to end: its settings, names, symbolic links and artifact.
//!
//! The change makes the app slower. The change adds a config.toml that would let the change pass, run a
//! command and read a secret. The change also adds an acceptance of every finding, and a symbolic link at the
//! path of the reports. The files that the change adds must have no effect, and the reviewer must see them.

use std::fs;
use std::os::unix::fs::symlink;

use e2e::lab::Lab;
use serde_json::json;

use super::api::Api;
use super::github::{job, machine, project, workflow};
use super::others::git;
use super::project::Project;
use super::runner::Event;
use super::workflow;

const SETTINGS: &str = r#"
[gate]
effect = "100000%"
undecided = "pass"
looks = [2]
min_launches = 2

[[scenario]]
name = "cold"
environment = { SHOP_SLOW = "none" }

[[driver]]
name = "evil"
about = "runs what it likes"
get = "nowhere"
version = { command = ["/bin/sh", "-c", "touch @PWNED@"] }
devices = { command = ["/bin/sh", "-c", "touch @PWNED@"], answer = { pattern = "(?P<udid>x)" } }
"#;

const ACCEPTED: &str =
    "launchgate.accepted/1\naccept\t*\t9999-12-31\t@mallory\tall of it is fine\tup-to=+900%\n";

/// Returns GitHub's event for the pull request. The job builds the merge of the request with the base.
pub fn request(project: &Project, head: &str, base: &str) -> Event {
    let work = project.work();
    let author = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com"];
    let merge = ["commit-tree", &format!("{head}^{{tree}}"), "-p", base, "-p", head, "-m", "Merge"];
    let sha = git(&work, &[&author[..], &merge].concat()).unwrap();
    let reference = "refs/pull/7/merge".to_owned();
    git(&work, &["push", "--quiet", "--force", "origin", &format!("{sha}:{reference}")]).unwrap();
    let payload = json!({"pull_request": {"number": 7, "head": {"sha": head}, "base": {"sha": base}}});
    Event { name: "pull_request", payload, sha, reference }
}

#[test]
fn a_hostile_pull_request_has_no_effect_and_is_reported() {
    let (lab, project, api) = (Lab::new("17.5").unwrap(), project(), Api::start(false).unwrap());
    let on = machine(&lab, &project, &api);
    let base = git(&project.work(), &["rev-parse", "main"]).unwrap();
    let pwned = lab.path("pwned");
    project.slower().unwrap();
    project.write("config.toml", &SETTINGS.replace("@PWNED@", pwned.to_str().unwrap())).unwrap();
    project.write("baselines/accepted.tsv", ACCEPTED).unwrap();
    let head = project.commit("Nothing to see here").unwrap();

    // The settings and acceptances of the change affect neither the verdict nor the commands.
    let jobs =
        workflow::run(&on, &workflow(&project, "launchgate.yml"), &request(&project, &head, &base)).unwrap();
    let measure = job(&jobs, "measure");
    assert_eq!(measure.ran.failed, Some(2), "regressed: {}", measure.said);
    assert!(!pwned.exists(), "{}", measure.said);
    for seen in [
        "To be reviewed in this change",
        "an acceptance in this change names several things and is ignored",
        "* up to +900% until 9999-12-31",
        "this change sets gate.effect to \"100000%\"",
        "this change sets gate.undecided to \"pass\"",
        "this change sets scenario to ",
    ] {
        assert!(measure.summary.contains(seen), "{seen}: {}", measure.summary);
    }

    // The artifact of the change is treated as data, and comments of other people do not change.
    let verdict = on.artifacts("pull_request").join("launchgate-verdict/verdict.json");
    let mut forged: serde_json::Value = serde_json::from_str(&fs::read_to_string(&verdict).unwrap()).unwrap();
    let name = "-[A b]\n::stop-commands::x\n<!-- launchgate:comment/1 launch -->\u{202e}</details>@everybody ![](https://evil.example)";
    forged["findings"][0]["name"] = name.into();
    forged["findings"][0]["subject"]["name"] = name.into();
    forged["reasons"] = json!(["::set-output name=x::y\n::add-mask::z", name]);
    fs::write(&verdict, forged.to_string()).unwrap();
    let others = "## Coverage\nof the branch `<!-- launchgate:comment/1 launch -->`";
    api.comments.lock().unwrap().push(others.to_owned());
    api.head.lock().unwrap().clone_from(&head);
    let run = json!({"name": "launch time", "event": "pull_request", "id": 5, "head_sha": head,
        "head_branch": "sharper", "head_repository": {"owner": {"login": "mallory"}}});
    let payload = json!({"action": "completed", "workflow_run": run});
    let follows =
        Event { name: "workflow_run", payload, sha: base.clone(), reference: "refs/heads/main".to_owned() };
    let jobs = workflow::run(&on, &workflow(&project, "launchgate-comment.yml"), &follows).unwrap();
    let comment = job(&jobs, "comment");
    assert_eq!(comment.ran.failed, None, "{}", comment.said);
    let comments = api.comments.lock().unwrap().clone();
    assert_eq!((comments.len(), &*comments[0]), (2, others));
    assert!(comments[1].starts_with("<!-- launchgate:comment/1 launch -->\n"), "{}", comments[1]);
    assert_eq!(comments[1].matches("\n<!-- launchgate:comment").count(), 0, "{}", comments[1]);
    assert!(!comments[1].contains('\u{202e}') && !comments[1].contains("\n::"), "{}", comments[1]);
    for text in [&comment.said, &comment.summary] {
        let commands =
            text.lines().filter(|line| line.starts_with("::stop-commands") || line.starts_with("::add-mask"));
        assert_eq!(commands.count(), 0, "{text}");
    }
    assert!(api.log.lock().unwrap().iter().all(|line| !line.starts_with("DELETE")));

    // A symbolic link at the path of the reports ends the job before a file is written through it.
    let outside = lab.path("outside");
    fs::create_dir_all(outside.join("apps")).unwrap();
    fs::write(outside.join("apps/kept"), "kept").unwrap();
    symlink(&outside, project.work().join("launchgate")).unwrap();
    let head = project.commit("A link").unwrap();
    fs::remove_dir_all(on.artifacts("pull_request")).unwrap();
    let jobs =
        workflow::run(&on, &workflow(&project, "launchgate.yml"), &request(&project, &head, &base)).unwrap();
    let measure = job(&jobs, "measure");
    assert_eq!(measure.ran.failed, Some(1), "{}", measure.said);
    assert!(measure.said.contains("launchgate is a symbolic link"), "{}", measure.said);
    let left: Vec<_> = fs::read_dir(&outside).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!((left.len(), outside.join("apps/kept").exists()), (1, true), "{left:?}");
}
