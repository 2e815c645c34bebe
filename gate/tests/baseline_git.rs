//! Baselines in real git repositories: `gate baseline push`, `gate check --baseline-ref`.
#![expect(clippy::unwrap_used, reason = "a test's own files")]
#![expect(unreachable_pub, reason = "the modules of a test are its own")]

#[path = "cli/plain.rs"]
mod plain;
#[path = "cli/session.rs"]
#[expect(dead_code, reason = "shared with the tests of the commands")]
mod session;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use session::Session;

const REF: &str = "refs/launchgate/baselines";

/// A bare repository, and clones of it.
struct Bed {
    folder: tempfile::TempDir,
}

struct Clone {
    path: PathBuf,
}

struct Said {
    status: Option<i32>,
    text: String,
}

impl Said {
    fn of(output: &Output) -> Said {
        let text =
            format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        Said { status: output.status.code(), text }
    }

    #[track_caller]
    fn is(&self, status: i32, words: &[&str]) {
        assert_eq!(self.status, Some(status), "{}", self.text);
        for word in words {
            assert!(self.text.contains(word), "{word:?} is not in: {}", self.text);
        }
    }
}

/// A program that knows nothing of this machine's settings and pipeline.
fn clean(program: &str, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).env_clear().env("PATH", std::env::var_os("PATH").unwrap());
    command.env("HOME", folder.parent().unwrap()).env("GIT_CONFIG_NOSYSTEM", "1");
    command
}

impl Bed {
    fn new() -> Bed {
        let bed = Bed { folder: tempfile::tempdir().unwrap() };
        std::fs::create_dir(bed.folder.path().join("remote.git")).unwrap();
        let remote = Clone { path: bed.folder.path().join("remote.git") };
        remote.git(&["init", "--quiet", "--bare", "--initial-branch=main"]);
        let first = bed.clone_as("first");
        first.commit("the app");
        first.git(&["push", "--quiet", "origin", "HEAD:refs/heads/main"]);
        bed
    }

    fn clone_as(&self, name: &str) -> Clone {
        let there = Clone { path: self.folder.path().join(name) };
        std::fs::create_dir(&there.path).unwrap();
        there.git(&["clone", "--quiet", "../remote.git", "."]);
        // An empty repository's clone takes its branch from the machine's settings.
        there.git(&["symbolic-ref", "HEAD", "refs/heads/main"]);
        there
    }

    fn remote(&self, arguments: &[&str]) -> String {
        Clone { path: self.folder.path().join("remote.git") }.git(arguments)
    }
}

impl Clone {
    #[track_caller]
    fn git(&self, arguments: &[&str]) -> String {
        let who = ["-c", "user.name=t", "-c", "user.email=t@example.com"];
        let output = clean("git", &self.path).args(who).args(arguments).output().unwrap();
        assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
    }

    fn commit(&self, text: &str) -> String {
        std::fs::write(self.path.join("app.m"), text).unwrap();
        self.git(&["add", "app.m"]);
        self.git(&["commit", "--quiet", "-m", text]);
        self.git(&["rev-parse", "HEAD"])
    }

    fn gate(&self, arguments: &[&str]) -> Command {
        let mut gate = clean(env!("CARGO_BIN_EXE_gate"), &self.path);
        gate.args(arguments);
        gate
    }

    fn run(&self, arguments: &[&str]) -> Said {
        Said::of(&self.gate(arguments).output().unwrap())
    }

    fn write(&self, session: &Session) {
        std::fs::write(self.path.join("run.jsonl"), session.records()).unwrap();
    }

    fn push(&self, session: &Session, more: &[&str]) -> Said {
        self.write(session);
        self.run(&[&["baseline", "push", "run.jsonl"], more].concat())
    }
}

fn slow(name: &'static str, seed: u64) -> Session {
    Session { slower: Some((4, 1.3, 1.0)), ..Session::new(name, seed) }
}

fn sessions_in(listing: &str) -> Vec<&str> {
    listing.lines().filter_map(|line| line.rsplit('/').next()?.strip_suffix(".tsv")).collect()
}

#[test]
fn sessions_reach_the_branch_and_the_checkout_stays_as_it_was() {
    let bed = Bed::new();
    let lab = bed.clone_as("lab");
    let before = lab.git(&["rev-parse", "HEAD"]);
    lab.push(&Session::new("monday", 1), &[])
        .is(0, &["stored baselines/com.example.shop/", "pushed to refs/heads/main of origin"]);
    let there = bed.remote(&["ls-tree", "-r", "--name-only", "main"]);
    assert_eq!(sessions_in(&there), ["monday"], "{there}");
    let message = bed.remote(&["log", "-1", "--format=%an: %B", "main"]);
    assert!(
        message.contains(&format!("Measured-Commit: {before}")) && message.contains("[skip ci]"),
        "{message}"
    );
    assert_eq!(lab.git(&["rev-parse", "HEAD"]), before);
    assert_eq!(lab.git(&["status", "--porcelain"]), "?? run.jsonl");
    assert_eq!(lab.git(&["worktree", "list"]).lines().count(), 1);
    lab.push(&Session::new("monday", 1), &[]).is(0, &["already stored", "already has these sessions"]);
    // A run that got slower is not absorbed.
    let tip = bed.remote(&["rev-parse", "main"]);
    lab.push(&slow("tuesday", 2), &[])
        .is(2, &["session tuesday regressed", "-[Class4 method]", "nothing was stored"]);
    assert_eq!(bed.remote(&["rev-parse", "main"]), tip);
}

#[test]
fn two_at_once_lose_nothing() {
    let bed = Bed::new();
    let names = ["a", "b", "c", "d"];
    for reference in [None, Some(REF)] {
        let clones: Vec<Clone> = names
            .iter()
            .map(|name| bed.clone_as(&format!("{name}{}", if reference.is_some() { "-ref" } else { "" })))
            .collect();
        let mut running = Vec::new();
        for ((clone, name), seed) in clones.iter().zip(names).zip(1..) {
            clone.write(&Session::new(name, seed));
            let mut arguments = vec!["baseline", "push", "run.jsonl"];
            arguments.extend(reference.iter().flat_map(|name| ["--ref", name]));
            let mut gate = clone.gate(&arguments);
            running.push(
                gate.stdout(std::process::Stdio::piped())
                    .stderr(std::process::Stdio::piped())
                    .spawn()
                    .unwrap(),
            );
        }
        for child in running {
            Said::of(&child.wait_with_output().unwrap()).is(0, &["pushed to"]);
        }
        let there = bed.remote(&["ls-tree", "-r", "--name-only", reference.unwrap_or("main")]);
        assert_eq!(sessions_in(&there), names, "{there}");
    }
}

#[test]
fn a_ref_is_read_by_ancestry() {
    let bed = Bed::new();
    let lab = bed.clone_as("lab");
    let start = lab.git(&["rev-parse", "HEAD"]);
    let said = lab.push(&Session::new("one", 1), &["--ref", REF]);
    said.is(0, &["stored baselines/com.example.shop/", "pushed to refs/launchgate/baselines"]);
    // A branch leaves here; then the main branch becomes slower, which was accepted.
    lab.commit("heavier");
    lab.git(&["push", "--quiet", "origin", "main"]);
    lab.push(&slow("two", 2), &["--ref", REF]).is(2, &["regressed"]);
    let accept = [
        "baseline",
        "accept",
        "-[Class4 method]",
        "--up-to=+900%",
        "--reason=r",
        "--owner=o",
        "--until=2099-01-01",
    ];
    lab.run(&accept).is(0, &[]);
    lab.push(&slow("two", 2), &["--ref", REF]).is(0, &["pushed"]);
    assert_eq!(sessions_in(&bed.remote(&["ls-tree", "-r", "--name-only", REF])), ["one", "two"]);
    let check = |clone: &Clone, session: &Session| {
        clone.write(session);
        clone.run(&[
            "check",
            "run.jsonl",
            "--baseline-ref",
            REF,
            "--format",
            "json",
            "--out",
            "json=verdict.json",
        ])
    };
    let sessions = |clone: &Clone| {
        let text = std::fs::read_to_string(clone.path.join("verdict.json")).unwrap();
        let verdict: serde_json::Value = serde_json::from_str(&text).unwrap();
        verdict["launches"]["sessions"].as_u64().unwrap()
    };
    // What left before is compared with what was known then; the main branch with all.
    let branch = bed.clone_as("branch");
    branch.git(&["checkout", "--quiet", "-b", "feature", &start]);
    branch.commit("feature");
    check(&branch, &slow("head", 3)).is(2, &["-[Class4 method]"]);
    assert_eq!(sessions(&branch), 1);
    let on_main = bed.clone_as("on-main");
    on_main.git(&["pull", "--quiet", "origin", "main"]);
    check(&on_main, &slow("head", 3));
    assert_eq!(sessions(&on_main), 2);
    // What was merged since counts too.
    branch.git(&["merge", "--quiet", "-m", "merge", "-X", "ours", "origin/main"]);
    check(&branch, &slow("head", 3));
    assert_eq!(sessions(&branch), 2);
    // Before all of them nothing is known.
    let unrelated = bed.clone_as("unrelated");
    unrelated.git(&["checkout", "--quiet", "--orphan", "other"]);
    unrelated.commit("another history");
    check(&unrelated, &Session::new("head", 4)).is(4, &[]);
}

#[test]
fn what_cannot_be_done_is_said_and_leaves_everything_alone() {
    let bed = Bed::new();
    let lab = bed.clone_as("lab");
    lab.write(&Session::new("monday", 1));
    let push = |more: &[&str], environment: &[(&str, &str)]| {
        let mut gate = lab.gate(&[&["baseline", "push", "run.jsonl"], more].concat());
        Said::of(&gate.envs(environment.iter().copied()).output().unwrap())
    };
    push(&[], &[("GITHUB_EVENT_NAME", "pull_request")]).is(1, &["a pull request", "main branch only"]);
    push(&[], &[("GITHUB_EVENT_NAME", "pull_request_target")]).is(1, &["a pull request"]);
    push(&[], &[("GITHUB_EVENT_NAME", "merge_group")]).is(1, &["a merge queue"]);
    push(&[], &[("CI_MERGE_REQUEST_IID", "7")]).is(1, &["a merge request"]);
    let event = bed.folder.path().join("event.json");
    std::fs::write(&event, r#"{"workflow_run":{"event":"pull_request"}}"#).unwrap();
    let of_run = [("GITHUB_EVENT_NAME", "workflow_run"), ("GITHUB_EVENT_PATH", event.to_str().unwrap())];
    push(&[], &of_run).is(1, &["a pull request"]);
    push(&["--branch", "nowhere"], &[]).is(1, &["origin has no branch refs/heads/nowhere"]);
    push(&["--ref", "main"], &[]).is(1, &["--ref needs a full name"]);
    push(&["--commit", "f00f00"], &[]).is(1, &["not found; fetch it first", "fetch"]);
    push(&["--baseline", "../outside"], &[]).is(1, &["inside the repository"]);
    push(&["--remote", "https://user:secret@127.0.0.1:1/x.git"], &[]).is(1, &["git ls-remote", "127.0.0.1"]);
    assert!(!push(&["--remote", "https://user:secret@127.0.0.1:1/x.git"], &[]).text.contains("secret"));
    lab.run(&["check", "run.jsonl", "--baseline-ref", REF])
        .is(4, &["NO BASELINE", "origin has no ref", "gate baseline push"]);
    assert_eq!(bed.remote(&["for-each-ref", "--format=%(refname)"]), "refs/heads/main");
    // A server that refuses, for good: its words, once, and no second try.
    let hook = bed.folder.path().join("remote.git/hooks/pre-receive");
    std::fs::write(&hook, "#!/bin/sh\necho protected branch hook declined >&2\nexit 1\n").unwrap();
    let mut mode = std::fs::metadata(&hook).unwrap().permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut mode, 0o755);
    std::fs::set_permissions(&hook, mode).unwrap();
    let said = push(&[], &[]);
    said.is(1, &["git push", "protected branch hook declined"]);
    assert!(!said.text.contains("trying again"), "{}", said.text);
    std::fs::remove_file(&hook).unwrap();
    push(&["--ref", REF], &[]).is(0, &["pushed"]);
    let shallow = Clone { path: bed.folder.path().join("shallow") };
    std::fs::create_dir(&shallow.path).unwrap();
    let second = bed.clone_as("second");
    second.commit("more");
    second.git(&["push", "--quiet", "origin", "main"]);
    let address = format!("file://{}", bed.folder.path().join("remote.git").display());
    shallow.git(&["clone", "--quiet", "--depth=1", &address, "."]);
    shallow.write(&Session::new("head", 2));
    shallow.run(&["check", "run.jsonl", "--baseline-ref", REF]).is(1, &["shallow", "fetch-depth: 0"]);
    let nowhere = tempfile::tempdir().unwrap();
    let outside = Clone { path: nowhere.path().join("x") };
    std::fs::create_dir(&outside.path).unwrap();
    outside.write(&Session::new("head", 2));
    outside.run(&["baseline", "push", "run.jsonl"]).is(1, &["git rev-parse", "not a git repository"]);
}

/// Puts a git into the folder that writes down each of its calls, and returns the file.
fn counting(folder: &Path) -> PathBuf {
    let path = std::env::var_os("PATH").unwrap();
    let real = std::env::split_paths(&path).map(|path| path.join("git")).find(|path| path.is_file()).unwrap();
    let (programs, calls) = (folder.join("programs"), folder.join("calls"));
    std::fs::create_dir(&programs).unwrap();
    let script =
        format!("#!/bin/sh\necho \"$1\" >> '{}'\nexec '{}' \"$@\"\n", calls.display(), real.display());
    let git = programs.join("git");
    std::fs::write(&git, script).unwrap();
    std::fs::set_permissions(&git, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    calls
}

#[test]
fn a_ref_of_many_sessions_takes_as_few_processes_as_one_of_a_few() {
    let bed = Bed::new();
    let lab = bed.clone_as("lab");
    let calls = counting(bed.folder.path());
    let path = format!("{}:{}", calls.with_file_name("programs").display(), std::env::var("PATH").unwrap());
    let mut counts = Vec::new();
    for (names, seed) in [(["a", "b"], 1), (["c", "d"], 3), (["e", "f"], 5)] {
        for (name, seed) in names.into_iter().zip(seed..) {
            lab.commit(name);
            lab.git(&["push", "--quiet", "origin", "main"]);
            lab.push(&Session::new(name, seed), &["--ref", REF]).is(0, &["pushed"]);
        }
        lab.write(&Session::new("head", 9));
        let _ = std::fs::remove_file(&calls);
        let output =
            lab.gate(&["check", "run.jsonl", "--baseline-ref", REF]).env("PATH", &path).output().unwrap();
        assert!(matches!(output.status.code(), Some(0 | 3)), "{}", String::from_utf8_lossy(&output.stderr));
        counts.push(std::fs::read_to_string(&calls).unwrap().lines().count());
    }
    assert!(counts.windows(2).all(|two| two[0] == two[1]) && counts[0] <= 12, "{counts:?}");
}

#[test]
fn a_pruned_ref_keeps_the_newest_and_the_anchor_and_begins_its_history_anew() {
    let bed = Bed::new();
    let lab = bed.clone_as("lab");
    for (name, seed) in ["a", "b", "c", "d", "e"].into_iter().zip(1..) {
        lab.commit(name);
        lab.git(&["push", "--quiet", "origin", "main"]);
        lab.push(&Session::new(name, seed), &["--ref", REF]).is(0, &["pushed"]);
    }
    let tip = bed.remote(&["rev-parse", REF]);
    // The anchor is the checkout's, since people decide it; its session need not be there.
    let there = bed.remote(&["ls-tree", "-r", "--name-only", REF]);
    let folder = there.lines().next().unwrap().rsplit_once('/').unwrap().0;
    let place = lab.path.join(folder);
    std::fs::create_dir_all(&place).unwrap();
    std::fs::write(place.join("anchor"), "launchgate.anchor/1\nsession\tb\n").unwrap();
    lab.run(&["baseline", "prune", "--ref", REF, "--keep", "2"])
        .is(0, &["files deleted: 2, from refs/launchgate"]);
    let there = bed.remote(&["ls-tree", "-r", "--name-only", REF]);
    assert_eq!(sessions_in(&there), ["b", "d", "e"], "{there}");
    assert_eq!(bed.remote(&["rev-list", "--count", REF]), "3");
    assert_ne!(bed.remote(&["rev-parse", REF]), tip);
    // Each is still known by the commit that it was measured at.
    lab.write(&Session::new("head", 9));
    lab.run(&["check", "run.jsonl", "--baseline-ref", REF, "--out", "json=verdict.json"]);
    let text = std::fs::read_to_string(lab.path.join("verdict.json")).unwrap();
    let verdict: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(verdict["launches"]["sessions"].as_u64(), Some(3));
    lab.run(&["baseline", "prune", "--ref", REF, "--keep", "2"]).is(0, &["files deleted: 0, "]);
    // Others go on from there, and a branch is never rewritten.
    lab.push(&Session::new("f", 6), &["--ref", REF]).is(0, &["pushed"]);
    lab.run(&["baseline", "prune", "--ref", "refs/heads/main"]).is(1, &["is a branch"]);
    let mut gate = lab.gate(&["baseline", "prune", "--ref", REF]);
    Said::of(&gate.env("GITHUB_EVENT_NAME", "pull_request").output().unwrap())
        .is(1, &["from the main branch only"]);
}
