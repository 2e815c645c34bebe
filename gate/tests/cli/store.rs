//! `gate check` against the store, and `gate baseline`.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use gate::cli::Exit;

use crate::session::{Folder, Session};

fn slow(name: &'static str, seed: u64) -> Session {
    Session { slower: Some((4, 1.3, 1.0)), ..Session::new(name, seed) }
}

impl Folder {
    fn update(&self, session: &Session) -> (Exit, String, String) {
        self.write("run.jsonl", &session.records());
        self.gate(&["baseline", "update", "run.jsonl"])
    }

    fn against_store(&self, session: &Session) -> (Exit, String) {
        self.write("run.jsonl", &session.records());
        let (exit, out, err) = self.gate(&["check", "run.jsonl", "--format", "json"]);
        (exit, out + &err)
    }

    /// Every file of the store, in order, with its content.
    fn files(&self) -> Vec<(String, String)> {
        fn walk(dir: &Path, into: &mut Vec<(String, String)>) {
            let Ok(entries) = std::fs::read_dir(dir) else { return };
            for path in entries.map(|entry| entry.unwrap().path()) {
                if path.is_dir() {
                    walk(&path, into);
                } else {
                    into.push((path.display().to_string(), std::fs::read_to_string(&path).unwrap()));
                }
            }
        }
        let mut files = Vec::new();
        walk(&self.0.path().join("baselines"), &mut files);
        files.sort();
        files
    }

    fn filled() -> Folder {
        let folder = Folder::new();
        for (name, seed) in ["a", "b", "c", "d", "e"].into_iter().zip(1..) {
            let (exit, out, err) = folder.update(&Session::new(name, 100 * seed));
            assert_eq!(exit, Exit::Pass, "{out}{err}");
        }
        folder
    }
}

#[test]
fn without_a_baseline_nothing_is_judged_and_nothing_written() {
    let folder = Folder::new();
    let (exit, out) = folder.against_store(&Session::new("head", 1));
    assert_eq!(exit, Exit::NoBaseline);
    assert!(
        out.contains("\"verdict\": \"no-baseline\"") && out.contains("com.example.shop on iPhone15,2"),
        "{out}"
    );
    assert!(!folder.0.path().join("baselines").exists());
    let folder = Folder::filled();
    let (exit, out) = folder.against_store(&Session { model: "iPhone16,1", ..Session::new("head", 1) });
    assert_eq!(exit, Exit::NoBaseline);
    assert!(out.contains("on iPhone16,1 (stored: com.example.shop on iPhone15,2)"), "{out}");
}

#[test]
fn the_store_is_the_baseline_and_check_does_not_touch_it() {
    let folder = Folder::filled();
    let before = folder.files();
    assert_eq!(before.len(), 5);
    let (exit, out) = folder.against_store(&slow("head", 9));
    assert_eq!(exit, Exit::Regressed, "{out}");
    assert!(out.contains("-[Class4 method]"));
    let (exit, out) = folder.against_store(&Session::new("head", 9001));
    assert!(matches!(exit, Exit::Pass | Exit::Undecided), "{out}");
    // A session is no evidence for itself: four others are left.
    let (_, out) = folder.against_store(&Session::new("c", 300));
    assert!(out.contains("\"sessions\": 4"), "{out}");
    assert_eq!(folder.files(), before);
}

#[test]
fn a_regressed_session_is_absorbed_only_when_accepted() {
    let folder = Folder::filled();
    let before = folder.files();
    let (exit, out, err) = folder.update(&slow("f", 9));
    assert_eq!((exit, out.as_str()), (Exit::Regressed, ""), "{err}");
    assert!(err.contains("-[Class4 method]") && err.contains("nothing was stored"), "{err}");
    assert_eq!(folder.files(), before);
    let accept = ["baseline", "accept", "-[Class4 *]", "--reason", "new", "--owner", "@a", "--until"];
    let (exit, _, err) = folder.gate(&[&accept[..], &["2020-01-01"]].concat());
    assert_eq!(exit, Exit::Error);
    assert!(err.contains("over already"), "{err}");
    assert_eq!(folder.gate(&[&accept[..], &["9999-01-01"]].concat()).0, Exit::Pass);
    let (exit, out) = folder.against_store(&slow("f", 9));
    assert_ne!(exit, Exit::Regressed, "{out}");
    let (exit, out, err) = folder.update(&slow("f", 9));
    assert_eq!(exit, Exit::Pass, "{out}{err}");
    assert!(out.starts_with("stored "), "{out}");
    let (exit, out, _) = folder.update(&slow("f", 9));
    assert!(exit == Exit::Pass && out.starts_with("already stored "), "{out}");
    let (exit, _, err) = folder.update(&Session::new("f", 77));
    assert!(exit == Exit::Error && err.contains("stored already, with other content"), "{err}");
}

#[test]
fn sessions_are_listed_shown_pinned_verified_and_pruned() {
    let folder = Folder::filled();
    let text = |args: &[&str]| {
        let (exit, out, err) = folder.gate(&[&["baseline"], args].concat());
        assert_eq!(exit, Exit::Pass, "{args:?} {err}");
        out
    };
    assert_eq!(text(&["list"]).lines().count(), 5);
    assert_eq!(text(&["list", "--device", "iPad*"]), "");
    assert!(text(&["pin", "a"]).contains("a.tsv"));
    assert!(text(&["list"]).lines().any(|line| line.contains("\ta\t") && line.ends_with("anchor")));
    let shown = text(&["show", "b"]);
    assert!(shown.contains("launches      12") && shown.contains("-[Class6 method]"), "{shown}");
    assert_eq!(text(&["verify"]), "6 files, 0 with errors\n");
    let pruned = text(&["prune", "--keep", "2"]);
    assert!(pruned.ends_with("2 sessions deleted\n"), "{pruned}");
    assert_eq!(text(&["list"]).lines().count(), 3);
    for args in [["show", "nobody"], ["pin", "nobody"]] {
        let (exit, _, err) = folder.gate(&[&["baseline"], &args[..]].concat());
        assert!(exit == Exit::Error && err.contains("gate baseline list"), "{err}");
    }
    let (path, content) = folder.files().into_iter().find(|(path, _)| path.ends_with("e.tsv")).unwrap();
    std::fs::write(&path, &content[..content.len() / 2]).unwrap();
    let (exit, out, err) = folder.gate(&["baseline", "verify"]);
    assert!(exit == Exit::Error && out.contains("1 with errors") && err.contains("e.tsv"), "{out}{err}");
}

fn gate(folder: &Path, args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_gate"))
        .current_dir(folder)
        .args(args)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// The library's own tests kill its writer; here the command dies, at moments spread over all it does.
#[test]
fn a_kill_at_any_moment_leaves_no_half_file() {
    let folder = Folder::filled();
    let root = folder.0.path();
    std::fs::write(root.join("run.jsonl"), Session { launches: 40, ..Session::new("f", 600) }.records())
        .unwrap();
    let whole = folder.files();
    let args = ["baseline", "update", "run.jsonl", "--set", "gate.undecided=pass"];
    let began = Instant::now();
    assert!(gate(root, &args).wait().unwrap().success());
    let takes = began.elapsed();
    let stored = folder.files();
    assert_eq!(stored.len(), whole.len() + 1);
    let (path, _) = stored.iter().find(|file| !whole.contains(file)).unwrap();
    let (mut died, mut done) = (0, 0);
    for at in 0..18_u32 {
        let _ = std::fs::remove_file(path);
        let mut child = gate(root, &args);
        std::thread::sleep(takes * at / 15 + Duration::from_micros(u64::from(at) * 37));
        let _ = child.kill();
        if child.wait().unwrap().success() {
            done += 1
        } else {
            died += 1
        }
        let now: Vec<_> = folder.files().into_iter().filter(|(path, _)| !path.contains("/.new-")).collect();
        assert!(now == whole || now == stored, "kill {at} left something else");
        assert_eq!(folder.gate(&["baseline", "verify"]).0, Exit::Pass);
    }
    assert!(died > 5, "{died} died, {done} came through");
    let _ = std::fs::remove_file(path);
    assert!(gate(root, &args).wait().unwrap().success());
    let now: Vec<_> = folder.files().into_iter().filter(|(path, _)| !path.contains("/.new-")).collect();
    assert_eq!(now, stored);
}

#[test]
fn processes_that_write_at_once_lose_nothing() {
    let folder = Folder::filled();
    let root = folder.0.path();
    let names = ["p0", "p1", "p2", "p3", "p4", "p5"];
    for (name, seed) in names.into_iter().zip(1..) {
        std::fs::write(root.join(name), Session::new(name, 5000 + seed).records()).unwrap();
    }
    let mut running = Vec::new();
    for name in names {
        // Each session twice, and an acceptance of its own.
        for args in [vec!["baseline", "update", name], vec!["baseline", "update", name]] {
            running.push(gate(root, &args));
        }
        let accept = ["baseline", "accept", name, "--reason", "r", "--owner", "o", "--until", "9999-01-01"];
        running.push(gate(root, &accept));
    }
    for mut child in running {
        assert!(child.wait().unwrap().success());
    }
    let (_, out, _) = folder.gate(&["baseline", "list"]);
    assert_eq!(out.lines().count(), 5 + names.len(), "{out}");
    let accepted = std::fs::read_to_string(root.join("baselines/accepted.tsv")).unwrap();
    assert_eq!(accepted.lines().count(), 1 + names.len(), "{accepted}");
    assert_eq!(folder.gate(&["baseline", "verify"]).0, Exit::Pass);
}

#[test]
fn branches_that_update_and_accept_merge_by_themselves() {
    let folder = Folder::filled();
    let root = folder.0.path();
    let git = |args: &[&str]| {
        let out = Command::new("git")
            .current_dir(root)
            .args(["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"])
            .args(args)
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .output()
            .unwrap();
        assert!(out.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&out.stderr));
    };
    let work = |name: &'static str, seed| {
        let (exit, _, err) = folder.update(&Session::new(name, seed));
        assert_eq!(exit, Exit::Pass, "{err}");
        let until = ["--until", "9999-01-01"];
        let accept = [&["baseline", "accept", name, "--reason", "r", "--owner", "o"][..], &until].concat();
        assert_eq!(folder.gate(&accept).0, Exit::Pass);
        git(&["add", "baselines"]);
        git(&["commit", "-qm", name]);
    };
    git(&["init", "-q", "-b", "main"]);
    work("first", 31);
    git(&["checkout", "-qb", "topic"]);
    work("theirs", 32);
    git(&["checkout", "-q", "main"]);
    work("ours", 33);
    git(&["merge", "-q", "--no-edit", "topic"]);
    let (exit, out, err) = folder.gate(&["baseline", "verify"]);
    assert_eq!((exit, out.as_str()), (Exit::Pass, "9 files, 0 with errors\n"), "{err}");
    let accepted = std::fs::read_to_string(root.join("baselines/accepted.tsv")).unwrap();
    assert_eq!(accepted.lines().count(), 4, "{accepted}");
}

#[test]
fn another_system_begins_a_new_baseline_and_the_anchor_of_the_old_one_is_named() {
    let folder = Folder::filled();
    assert_eq!(folder.gate(&["baseline", "pin", "a"]).0, Exit::Pass);
    let on_18 = |name: &'static str, seed| {
        Session::new(name, seed).records().replace("\"os\":\"17.5\"", "\"os\":\"18\"")
    };
    folder.write("run.jsonl", &on_18("new", 61));
    assert_eq!(folder.gate(&["check", "run.jsonl"]).0, Exit::Incomparable);
    let (exit, _, err) = folder.gate(&["baseline", "update", "run.jsonl"]);
    assert!(exit == Exit::Pass && err.contains("begins a new baseline: device OS"), "{err}");
    folder.write("run.jsonl", &on_18("head", 62));
    let (exit, out, err) = folder.gate(&["check", "run.jsonl", "--format", "json"]);
    assert!(matches!(exit, Exit::Pass | Exit::Undecided), "{out}");
    assert!(out.contains("\"sessions\": 1,"), "{out}");
    assert!(err.contains("growth since the anchor was not judged: session \"a\""), "{err}");
}
