//! Tests baselines in real git repositories, with `gate baseline push` and `gate check --baseline-ref`.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common::session::Session;
use crate::common::{clean, program};

const REF: &str = "refs/launchgate/baselines";

/// A bare repository that serves as a remote, and the folder for its clones.
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
        // The test sets the branch of the cloned empty repository, which otherwise depends on the machine's settings.
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
        let output =
            clean("git", &self.path).env("HOME", self.home()).args(who).args(arguments).output().unwrap();
        assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
    }

    /// Returns a folder outside of the checkout, so that tests do not change the checkout.
    fn home(&self) -> &Path {
        self.path.parent().unwrap()
    }

    fn commit(&self, text: &str) -> String {
        std::fs::write(self.path.join("app.m"), text).unwrap();
        self.git(&["add", "app.m"]);
        self.git(&["commit", "--quiet", "-m", text]);
        self.git(&["rev-parse", "HEAD"])
    }

    fn program(&self, arguments: &[&str]) -> Command {
        let mut gate = program(&self.path);
        gate.env("HOME", self.home()).args(arguments);
        gate
    }

    fn run(&self, arguments: &[&str]) -> Said {
        Said::of(&self.program(arguments).output().unwrap())
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
fn temporary_folders_of_a_killed_push_are_removed_by_the_next_push() {
    use std::os::unix::{fs::PermissionsExt as _, process::ExitStatusExt as _};
    let bed = Bed::new();
    let lab = bed.clone_as("lab");
    let at = |name: &str| bed.folder.path().join(name);
    std::fs::create_dir(at("tools")).unwrap();
    std::fs::create_dir(at("tmp")).unwrap();
    lab.write(&Session::new("a", 1));
    let path = std::env::var("PATH").unwrap();
    let push = |killed_at: &str| {
        // The script that replaces git kills its parent process, the gate, instead of running the git command `killed_at`.
        let script = format!(
            "#!/bin/sh\ncase \" $* \" in *' {killed_at} '*) kill -9 $PPID; exit 1 ;; esac\nPATH='{path}' exec git \"$@\"\n"
        );
        std::fs::write(at("tools/git"), script).unwrap();
        std::fs::set_permissions(at("tools/git"), std::fs::Permissions::from_mode(0o755)).unwrap();
        let mut gate = lab.program(&["baseline", "push", "run.jsonl", "--ref", REF]);
        gate.env("PATH", format!("{}:{path}", at("tools").display())).env("TMPDIR", at("tmp"));
        gate.output().unwrap()
    };
    let mut left = 0;
    for command in ["ls-remote", "hash-object", "update-index", "write-tree", "commit-tree", "push"] {
        assert_eq!(push(command).status.signal(), Some(9), "{command}");
        left = left.max(std::fs::read_dir(at("tmp")).unwrap().count());
        assert_eq!(bed.remote(&["for-each-ref", REF]), "", "{command}");
    }
    assert!(left > 0, "no kill came while there was a folder");
    Said::of(&push("no command")).is(0, &["pushed to"]);
    assert_eq!(std::fs::read_dir(at("tmp")).unwrap().count(), 0);
    assert_eq!(sessions_in(&bed.remote(&["ls-tree", "-r", "--name-only", REF])).len(), 1);
    assert_eq!(lab.git(&["status", "--porcelain"]), "?? run.jsonl");
    lab.git(&["fsck", "--strict"]);
}

#[test]
fn a_push_stores_sessions_in_the_branch_and_leaves_the_checkout_unchanged() {
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
    // A session that is slower than the stored sessions is not stored.
    let tip = bed.remote(&["rev-parse", "main"]);
    lab.push(&slow("tuesday", 2), &[])
        .is(2, &["session tuesday regressed", "-[Class4 method]", "nothing was stored"]);
    assert_eq!(bed.remote(&["rev-parse", "main"]), tip);
}

#[test]
fn a_change_is_judged_by_the_committed_sessions_of_its_base() {
    let bed = Bed::new();
    let lab = bed.clone_as("lab");
    let update = |session: &Session| {
        lab.write(session);
        lab.run(&["baseline", "update", "run.jsonl"]).is(0, &["stored"]);
    };
    update(&Session::new("monday", 1));
    lab.git(&["add", "baselines"]);
    let base = lab.commit("the base");
    std::fs::remove_dir_all(lab.path.join("baselines")).unwrap();
    update(&slow("mine", 5));
    lab.git(&["add", "--all", "baselines"]);
    lab.commit("the change");
    lab.write(&slow("head", 9));
    let check = ["check", "run.jsonl", "--format", "markdown"];
    let own = lab.run(&check);
    assert_ne!(own.status, Some(2), "the change's own sessions find nothing: {}", own.text);
    let by_base = [&check[..], &["--base-commit", &base]].concat();
    lab.run(&by_base).is(
        2,
        &["-[Class4 method]", "; this change edits the baselines", "those of the base are compared with"],
    );
    // The acceptances of the changed branch are used, but the branch's edits of baselines have no effect.
    lab.git(&["checkout", "--quiet", &base]);
    std::fs::write(lab.path.join("baselines/accepted.tsv"), "launchgate.accepted/1\n").unwrap();
    lab.git(&["add", "baselines"]);
    let said = lab.run(&by_base);
    said.is(2, &["-[Class4 method]"]);
    assert!(!said.text.contains("edits the baselines"), "{}", said.text);
}

#[test]
fn concurrent_pushes_store_all_sessions() {
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
            let mut gate = clone.program(&arguments);
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
fn only_sessions_of_earlier_commits_in_the_history_are_read_from_a_ref() {
    let bed = Bed::new();
    let lab = bed.clone_as("lab");
    let start = lab.git(&["rev-parse", "HEAD"]);
    let said = lab.push(&Session::new("one", 1), &["--ref", REF]);
    said.is(0, &["stored baselines/com.example.shop/", "pushed to refs/launchgate/baselines"]);
    // A branch begins at the commit `start`. The main branch then becomes slower, and a person accepts the growth.
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
    // The branch is compared with the sessions from before its beginning, and the main branch with all sessions.
    let branch = bed.clone_as("branch");
    branch.git(&["checkout", "--quiet", "-b", "feature", &start]);
    branch.commit("feature");
    check(&branch, &slow("head", 3)).is(2, &["-[Class4 method]"]);
    assert_eq!(sessions(&branch), 1);
    let on_main = bed.clone_as("on-main");
    on_main.git(&["pull", "--quiet", "origin", "main"]);
    check(&on_main, &slow("head", 3));
    assert_eq!(sessions(&on_main), 2);
    // Sessions of merged commits are used too.
    branch.git(&["merge", "--quiet", "-m", "merge", "-X", "ours", "origin/main"]);
    check(&branch, &slow("head", 3));
    assert_eq!(sessions(&branch), 2);
    // A history that begins before the first session has no baseline to compare with.
    let unrelated = bed.clone_as("unrelated");
    unrelated.git(&["checkout", "--quiet", "--orphan", "other"]);
    unrelated.commit("another history");
    check(&unrelated, &Session::new("head", 4)).is(4, &[]);
}

#[test]
fn a_refused_push_is_reported_and_changes_no_ref() {
    let bed = Bed::new();
    let lab = bed.clone_as("lab");
    lab.write(&Session::new("monday", 1));
    let push = |more: &[&str], environment: &[(&str, &str)]| {
        let mut gate = lab.program(&[&["baseline", "push", "run.jsonl"], more].concat());
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
    // If a server refuses a push permanently, its message is shown once, and the push is not repeated.
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

/// Writes a replacement for git that logs each call before it runs git. Returns the path of the log.
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
fn reading_a_ref_takes_the_same_number_of_processes_for_any_number_of_sessions() {
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
            lab.program(&["check", "run.jsonl", "--baseline-ref", REF]).env("PATH", &path).output().unwrap();
        assert!(matches!(output.status.code(), Some(0 | 3)), "{}", String::from_utf8_lossy(&output.stderr));
        counts.push(std::fs::read_to_string(&calls).unwrap().lines().count());
    }
    assert!(counts.windows(2).all(|two| two[0] == two[1]) && counts[0] <= 12, "{counts:?}");
}

#[test]
fn pruning_a_git_ref_keeps_only_the_newest_and_the_pinned_session() {
    let bed = Bed::new();
    let lab = bed.clone_as("lab");
    for (name, seed) in ["a", "b", "c", "d", "e"].into_iter().zip(1..) {
        lab.commit(name);
        lab.git(&["push", "--quiet", "origin", "main"]);
        lab.push(&Session::new(name, seed), &["--ref", REF]).is(0, &["pushed"]);
    }
    let tip = bed.remote(&["rev-parse", REF]);
    // The anchor is read from the checkout, where people set it. The checkout need not contain the anchor's session.
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
    // Each session still has the commit of the app at which it was measured.
    lab.write(&Session::new("head", 9));
    lab.run(&["check", "run.jsonl", "--baseline-ref", REF, "--out", "json=verdict.json"]);
    let text = std::fs::read_to_string(lab.path.join("verdict.json")).unwrap();
    let verdict: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(verdict["launches"]["sessions"].as_u64(), Some(3));
    lab.run(&["baseline", "prune", "--ref", REF, "--keep", "2"]).is(0, &["files deleted: 0, "]);
    // Later pushes continue the new history. The history of a branch is never rewritten.
    lab.push(&Session::new("f", 6), &["--ref", REF]).is(0, &["pushed"]);
    lab.run(&["baseline", "prune", "--ref", "refs/heads/main"]).is(1, &["is a branch"]);
    let mut gate = lab.program(&["baseline", "prune", "--ref", REF]);
    Said::of(&gate.env("GITHUB_EVENT_NAME", "pull_request").output().unwrap())
        .is(1, &["from the main branch only"]);
}

/// The time of the first session in the test below, in milliseconds since 1970. The test stores five sessions a day for a month.
const FIRST_DAY: u64 = 1_770_000_000_000;
const DAY_MS: u64 = 86_400_000;

fn of_day(session: &Session, day: u64) -> String {
    let time = FIRST_DAY + day * DAY_MS;
    session.records().replace("\"launch\":", &format!("\"recorded_unix_ms\":{time},\"launch\":"))
}

/// Returns five sessions for each of several days. The costs grow slightly from day to day.
fn days(of: &'static str, days: std::ops::Range<u64>) -> Vec<String> {
    let session = |day: u64, number: u64| {
        let name: &'static str = Box::leak(format!("{of}-{day}-{number}").into_boxed_str());
        let slower = Some((4, 1.0 + 0.002 * day as f64, 1.0));
        of_day(&Session { launches: 6, slower, ..Session::new(name, 100 * day + 7 * number) }, day)
    };
    days.flat_map(|day| (0..5).map(move |number| (day, number)))
        .map(|(day, number)| session(day, number))
        .collect()
}

/// Stores the sessions in each of the folders and in the git ref `REF`. The new commit of the ref names `measured`, the commit of the app.
fn store_both(clone: &Clone, folders: &[&Path], sessions: &[String], measured: &str) {
    use gate_baseline::{GitStoreLocation, Store};
    use gate_launches::{ReadOptions, read};

    let repository = gate_common::git::Repository::open(&clone.path).unwrap();
    let tip = repository.fetch("origin", REF).unwrap();
    let place = GitStoreLocation {
        repository: &repository,
        tip: tip.as_ref(),
        folder: "baselines",
        name: REF,
        shown: Path::new("baselines"),
    };
    let store = place.of_branch().unwrap();
    for records in sessions {
        let path = clone.path.join("one.jsonl");
        std::fs::write(&path, records).unwrap();
        let run = read(&[path], &ReadOptions::default()).unwrap();
        store.add(&run.table, &run.launches).unwrap();
        for folder in folders {
            Store::open(*folder).unwrap().add(&run.table, &run.launches).unwrap();
        }
    }
    let named = |(below, text): (PathBuf, String)| (format!("baselines/{}", below.display()), text);
    let added: Vec<(String, String)> = store.uncommitted_files().into_iter().map(named).collect();
    let new = repository.add(tip.as_ref(), &added, &repository.resolve_commit(measured).unwrap()).unwrap();
    let to = gate_common::git::RemoteRef { remote: "origin", reference: REF };
    assert_eq!(repository.push(to, &new, tip.as_ref()).unwrap(), gate_common::git::PushResult::Done);
    #[cfg(feature = "store")]
    {
        std::fs::write(clone.path.join("run.jsonl"), sessions.concat()).unwrap();
        let url = url_of(clone);
        clone.run(&["store", "put", "run.jsonl", "--to", &url, "--commit", measured]).is(0, &["stored"]);
    }
}

fn url_of(clone: &Clone) -> String {
    format!("file://{}", clone.path.with_file_name("shared").display())
}

/// Returns, for each kind of store that this build of the gate supports, its name and the options of `gate
/// check` and `gate baseline`.
fn each_store(clone: &Clone, folder: &Path) -> Vec<(String, Vec<String>)> {
    let folder = folder.display().to_string();
    let mut all = vec![
        (folder.clone(), vec!["--baseline".to_owned(), folder]),
        (REF.to_owned(), vec!["--baseline-ref".to_owned(), REF.to_owned()]),
    ];
    if cfg!(feature = "store") {
        all.push((url_of(clone), vec!["--baseline".to_owned(), url_of(clone)]));
    }
    all
}

/// For a month, five sessions are stored each day, and half of them belong to two branches. All kinds of store give the same verdict for
/// each branch.
#[test]
fn all_kinds_of_store_with_the_same_sessions_give_the_same_verdict() {
    let bed = Bed::new();
    let main = bed.clone_as("main");
    let start = main.git(&["rev-parse", "HEAD"]);
    let later = main.commit("later");
    main.git(&["push", "--quiet", "origin", "main"]);
    let change = bed.clone_as("change");
    change.git(&["checkout", "--quiet", "-b", "change", &start]);
    let changed = change.commit("a change");
    change.git(&["push", "--quiet", "origin", "change"]);
    main.git(&["fetch", "--quiet", "origin"]);
    let folders = ["main-folder", "change-folder"].map(|name| bed.folder.path().join(name));
    let [of_main, of_change] = folders.each_ref().map(PathBuf::as_path);
    store_both(&main, &[of_main, of_change], &days("both", 0..15), &start);
    store_both(&main, &[of_main], &days("main", 15..30), &later);
    store_both(&main, &[of_change], &days("change", 15..30), &changed);
    let head = Session { launches: 6, slower: Some((4, 1.1, 1.0)), ..Session::new("head", 9) };
    let mut verdicts = Vec::new();
    for (clone, folder) in [(&main, of_main), (&change, of_change)] {
        std::fs::write(clone.path.join("run.jsonl"), of_day(&head, 30)).unwrap();
        for (place, words) in each_store(clone, folder) {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let said =
                clone.run(&[&["check", "run.jsonl", "--out", "json=verdict.json"], &words[..]].concat());
            let text = std::fs::read_to_string(clone.path.join("verdict.json")).unwrap_or_default();
            let verdict: serde_json::Value = serde_json::from_str(&text.replace(&place, "STORE")).unwrap();
            // The judged sessions are all sessions of the 20 newest days.
            assert_eq!(verdict["launches"]["sessions"].as_u64(), Some(100), "{place}: {}", said.text);
            std::fs::remove_file(clone.path.join("verdict.json")).unwrap();
            verdicts.push((place, verdict));
        }
    }
    let (of_main, of_change) = verdicts.split_at(verdicts.len() / 2);
    for (of, verdicts) in [("main", of_main), ("change", of_change)] {
        for (place, verdict) in verdicts {
            assert!(
                *verdict == verdicts[0].1,
                "{of}: {place} answers otherwise:\n{verdict:#}\n{:#}",
                verdicts[0].1
            );
        }
    }
    assert!(of_main[0].1 != of_change[0].1, "the branches have other sessions");

    // `--keep` is a number of days, so all kinds of store keep the same sessions.
    let listed = |place: &str| main.run(&["baseline", "list", "--baseline", place]).text;
    let kept = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.split('\t').nth(3).unwrap_or_default().to_owned()).collect()
    };
    let mut left = Vec::new();
    for (place, _) in each_store(&main, &folders[0]).into_iter().filter(|(place, _)| place != REF) {
        main.run(&["baseline", "prune", "--keep", "3", "--baseline", &place]).is(0, &[" deleted"]);
        let mut names = kept(&listed(&place));
        names.retain(|name| !name.starts_with("change"));
        names.sort();
        left.push(names);
    }
    main.run(&["baseline", "prune", "--keep", "3", "--ref", REF]).is(0, &["files deleted: 195"]);
    let mut of_ref: Vec<String> = bed
        .remote(&["ls-tree", "-r", "--name-only", REF])
        .lines()
        .map(|line| line.rsplit('/').next().unwrap_or_default().trim_end_matches(".tsv").to_owned())
        .collect();
    of_ref.retain(|name| !name.starts_with("change"));
    of_ref.sort();
    left.push(of_ref);
    assert_eq!(left[0].len(), 15);
    assert!(left.iter().all(|names| *names == left[0]), "{left:#?}");
}
