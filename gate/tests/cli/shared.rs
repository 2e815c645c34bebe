//! Tests stores at a URL (here a folder), with `gate store put` and the commands that read the store.
//!
//! Faults of an object server are tested by `cargo xtask test --only store`.

use std::path::{Path, PathBuf};

use gate::cli::Exit;
use serde_json::Value;

use super::store::slow;
use crate::common::gate;
use crate::common::session::{Folder, Session};

const DAY_MS: u64 = 86_400_000;
const FIRST_DAY: u64 = 1_770_000_000_000;

/// Returns the launch records of a session that was recorded on the given day.
pub fn of_day(session: &Session, day: u64) -> String {
    let time = FIRST_DAY + day * DAY_MS;
    session.records().replace("\"launch\":", &format!("\"recorded_unix_ms\":{time},\"launch\":"))
}

pub struct Shared {
    pub folder: Folder,
    pub url: String,
}

impl Shared {
    pub fn new() -> Shared {
        let folder = Folder::new();
        let url = format!("file://{}", folder.0.path().join("shared").display());
        Shared { folder, url }
    }

    pub fn put(&self, records: &str, more: &[&str]) -> (Exit, String, String) {
        self.folder.write("run.jsonl", records);
        self.run(&[&["store", "put", "run.jsonl", "--to", &self.url], more].concat())
    }

    pub fn run(&self, args: &[&str]) -> (Exit, String, String) {
        self.folder.run(args)
    }

    pub fn text(&self, args: &[&str]) -> String {
        let (exit, out, err) = self.run(args);
        assert_eq!(exit, Exit::Pass, "{args:?} {out}{err}");
        out
    }

    /// Returns the stored sessions.
    pub fn list(&self) -> Vec<String> {
        let out = self.text(&["baseline", "list", "--baseline", &self.url]);
        out.lines().map(str::to_owned).collect()
    }

    pub fn objects(&self) -> Vec<PathBuf> {
        fn walk(dir: &Path, into: &mut Vec<PathBuf>) {
            let Ok(entries) = std::fs::read_dir(dir) else { return };
            for path in entries.map(|entry| entry.unwrap().path()) {
                if path.is_dir() { walk(&path, into) } else { into.push(path) }
            }
        }
        let mut all = Vec::new();
        walk(&self.folder.0.path().join("shared"), &mut all);
        all.sort();
        all
    }

    pub fn object(&self, table: &str, session: &str) -> PathBuf {
        let is_it = |path: &&PathBuf| {
            let text = path.display().to_string();
            text.contains(&format!("/v1/{table}/")) && text.contains(&format!("-{session}"))
        };
        let all = self.objects();
        all.iter().find(is_it).unwrap_or_else(|| panic!("no {session} in {table}: {all:?}")).clone()
    }

    /// Checks the launches `head` against a store. Returns the exit code, and the verdict without the paths of the launches.
    pub fn check(&self, head: &str, store: &str) -> (Exit, Value) {
        self.folder.write("head.jsonl", head);
        let args = ["check", "head.jsonl", "--baseline", store, "--format", "json"];
        let (exit, out, err) = self.run(&args);
        let mut verdict: Value =
            serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}\n{out}\n{err}"));
        // Only the paths of the launches may differ between the stores.
        for launch in verdict["launches"]["excluded"].as_array_mut().into_iter().flatten() {
            launch["source"] = Value::Null;
        }
        (exit, verdict)
    }
}

/// Stores the sessions of ten days in both kinds of store. One session has no time of recording.
fn both() -> (Shared, String) {
    let shared = Shared::new();
    let folder = shared.folder.0.path().join("baselines").display().to_string();
    let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
    for (name, day) in names.into_iter().zip(0..) {
        let session = Session::new(name, 100 * (day + 1));
        let records = if name == "c" { session.records() } else { of_day(&session, day * 9) };
        let (exit, out, err) = shared.put(&records, &[]);
        assert!(exit == Exit::Pass && out.starts_with("stored file://"), "{out}{err}");
        let (exit, out, err) = shared.run(&["baseline", "update", "run.jsonl", "--baseline", &folder]);
        assert_eq!(exit, Exit::Pass, "{out}{err}");
    }
    (shared, folder)
}

#[test]
fn the_verdict_is_the_same_with_a_folder_and_a_url() {
    let (shared, folder) = both();
    let heads = [
        ("slower", of_day(&slow("head", 9), 90), Exit::Regressed),
        ("moved", of_day(&Session { moved: true, ..Session::new("head", 77) }, 90), Exit::Pass),
        (
            "another device",
            of_day(&Session { model: "iPhone16,1", ..Session::new("head", 5) }, 90),
            Exit::NoBaseline,
        ),
        ("one of the stored", of_day(&Session::new("d", 400), 27), Exit::Pass),
    ];
    for step in ["as they are", "pinned", "accepted"] {
        if step != "as they are" {
            for store in [&folder, &shared.url] {
                let words: &[&str] = if step == "pinned" {
                    &["pin", "b"]
                } else {
                    &[
                        "accept",
                        "-[Class4 method]",
                        "--up-to",
                        "+40%",
                        "--reason",
                        "w",
                        "--owner",
                        "o",
                        "--until",
                        "2099-01-01",
                    ]
                };
                shared.text(&[&["baseline"], words, &["--baseline", store]].concat());
            }
        }
        for (what, head, expected) in &heads {
            let ((exit, of_folder), (other, of_url)) =
                (shared.check(head, &folder), shared.check(head, &shared.url));
            assert_eq!(exit, other, "{step}, {what}");
            if step == "as they are" {
                // A stored session is not compared with itself. Its answer depends on the remaining sessions only, so the answer may differ
                // from the expected answer.
                assert!(exit == *expected || *what == "one of the stored", "{what}: {exit:?}");
            }
            let place = |mut verdict: Value, place: &str| {
                for reason in verdict["reasons"].as_array_mut().into_iter().flatten() {
                    if let Some(address) = reason.get_mut("address") {
                        *address = address.as_str().unwrap_or_default().replace(place, "STORE").into();
                    }
                }
                verdict
            };
            assert!(place(of_folder, &folder) == place(of_url, &shared.url), "{step}, {what}");
        }
    }
    let list = |store: &str| shared.text(&["baseline", "list", "--baseline", store]);
    assert_eq!(list(&folder), list(&shared.url), "the same sessions in the same order, and the anchor");
    let both_gone = |store: &str| {
        let out = shared.text(&["baseline", "prune", "--keep", "3", "--baseline", store]);
        assert!(out.ends_with("6 sessions deleted\n"), "{out}");
        list(store)
    };
    assert_eq!(both_gone(&folder), both_gone(&shared.url));
    assert_eq!(
        shared.objects().iter().filter(|path| path.display().to_string().contains("/v1/costs/")).count(),
        4
    );
}

#[test]
fn a_session_is_stored_once_and_never_changed() {
    let shared = Shared::new();
    let records = of_day(&Session::new("a", 100), 0);
    assert_eq!(shared.put(&records, &[]).0, Exit::Pass);
    let before = shared.objects();
    let (exit, out, _) = shared.put(&records, &[]);
    assert!(exit == Exit::Pass && out.starts_with("already stored "), "{out}");
    assert_eq!(shared.objects(), before);
    let (exit, _, err) = shared.put(&of_day(&Session::new("a", 101), 0), &[]);
    assert!(exit == Exit::Error && err.contains("already stored, with different content"), "{err}");
    assert_eq!(shared.list().len(), 1);
}

#[test]
fn a_session_is_stored_completely_or_not_at_all() {
    let shared = Shared::new();
    let records = of_day(&Session::new("a", 100), 0);
    shared.put(&records, &[]);
    let all = shared.objects();
    // A writing process may be stopped after each object of a session. The row of the session is written
    // last.
    std::fs::remove_file(shared.object("sessions", "a")).unwrap();
    for table in ["costs", "launches"] {
        assert!(shared.list().is_empty(), "{table}");
        let (exit, _) = shared.check(&records.replace("\"a\"", "\"head\""), &shared.url);
        assert_eq!(exit, Exit::NoBaseline);
        std::fs::remove_file(shared.object(table, "a")).unwrap();
    }
    assert_eq!(shared.put(&records, &[]).0, Exit::Pass);
    assert_eq!((shared.objects(), shared.list().len()), (all, 1));
}

#[test]
fn damaged_sessions_are_reported_and_never_compared() {
    let shared = Shared::new();
    for (name, day) in ["a", "b"].into_iter().zip(0..) {
        shared.put(&of_day(&Session::new(name, day + 1), day), &[]);
    }
    let head = of_day(&Session::new("head", 9), 9);
    let costs = shared.object("costs", "b");
    let bytes = std::fs::read(&costs).unwrap();
    let other = std::fs::read(shared.object("costs", "a")).unwrap();
    for damaged in [&bytes[..bytes.len() / 2], b"", &other] {
        std::fs::write(&costs, damaged).unwrap();
        shared.folder.write("head.jsonl", &head);
        let (exit, _, err) = shared.run(&["check", "head.jsonl", "--baseline", &shared.url]);
        let told = ["-b", "the object was changed or damaged", "gate baseline verify --repair"];
        assert!(exit == Exit::Error && told.iter().all(|part| err.contains(part)), "{err}");
    }
    let (exit, out, err) = shared.run(&["baseline", "verify", "--baseline", &shared.url]);
    assert!(
        exit == Exit::Error && err.contains("changed or damaged") && out.contains("2 sessions, 1 not whole"),
        "{err}"
    );
}

#[test]
fn a_stored_session_with_a_missing_object_is_excluded_and_can_be_completed() {
    let shared = Shared::new();
    // The setting `moved` gives the sessions a call tree.
    let session = |name, day| of_day(&Session { moved: true, ..Session::new(name, day + 1) }, day);
    for (name, day) in ["a", "b", "c"].into_iter().zip(0..) {
        shared.put(&session(name, day), &[]);
    }
    let head = session("head", 9);
    let whole = shared.check(&head, &shared.url);
    let costs = std::fs::read(shared.object("costs", "b")).unwrap();
    for table in ["costs", "launches", "extras"] {
        std::fs::remove_file(shared.object(table, "b")).unwrap();
        let (exit, _, err) = shared.run(&["baseline", "verify", "--baseline", &shared.url]);
        assert!(
            exit == Exit::Error && err.contains("parts of it are not there") && err.contains(table),
            "{err}"
        );
        let (exit, verdict) = shared.check(&head, &shared.url);
        let is_told = verdict["warnings"].to_string().contains("the session is left out");
        assert_eq!(is_told, table != "extras", "{verdict}");
        assert!(!matches!(exit, Exit::Error | Exit::NoBaseline), "{verdict}");
        for words in [&["trend", "--baseline", &shared.url][..], &["store", "sweep", &shared.url]] {
            let (exit, out, err) = shared.run(words);
            assert!(
                exit == Exit::Pass && err.contains("left out") == (table != "extras"),
                "{words:?} {out}{err}"
            );
        }
        let (exit, out, err) = shared.put(&session("b", 1), &[]);
        assert!(exit == Exit::Pass && out.starts_with("completed "), "{out}{err}");
        assert_eq!(shared.check(&head, &shared.url), whole);
    }
    assert_eq!(std::fs::read(shared.object("costs", "b")).unwrap(), costs);
    // The repair removes the damaged session from the list.
    std::fs::remove_file(shared.object("extras", "a")).unwrap();
    std::fs::remove_file(shared.object("costs", "b")).unwrap();
    let repair = ["baseline", "verify", "--repair", "--baseline", &shared.url];
    let mut of_request = std::process::Command::new(crate::common::GATE);
    of_request.args(repair).current_dir(shared.folder.0.path()).env("GITHUB_EVENT_NAME", "pull_request");
    let before = shared.objects();
    let said = of_request.output().unwrap();
    let err = String::from_utf8(said.stderr).unwrap();
    assert!(said.status.code() == Some(1) && err.contains("is not repaired in a pull request"), "{err}");
    assert_eq!(shared.objects(), before);
    let out = shared.text(&repair);
    assert!(out.contains("kept without what lay beside it") && out.contains("removed "), "{out}");
    assert_eq!(shared.text(&["baseline", "verify", "--baseline", &shared.url]), "2 sessions, 0 not whole\n");
    assert_eq!(shared.list().len(), 2);
}

#[test]
fn sessions_with_one_name_are_distinct_if_app_or_device_differ() {
    let shared = Shared::new();
    let records = |model| of_day(&Session { model, ..Session::new("nightly-214", 7) }, 0);
    let (one, other) = (records("iPhone15,2"), records("iPhone16,1"));
    let app = one.replace("com.example.", "com.other.");
    assert_ne!(app, one);
    let (exit, out, err) = shared.put(&format!("{one}{other}{app}"), &[]);
    assert!(exit == Exit::Pass && out.matches("stored ").count() == 3 && err.is_empty(), "{out}{err}");
    assert_eq!(shared.list().len(), 3);
    // Sessions with the same app, scenario, device and name must have the same content.
    let changed = of_day(&Session::new("nightly-214", 8), 0);
    let (exit, _, err) = shared.put(&format!("{one}{changed}"), &[]);
    assert!(exit == Exit::Error && err.contains("with different content"), "{err}");
}

#[test]
fn a_url_without_the_store_marker_is_not_a_store() {
    let shared = Shared::new();
    shared.folder.write("run.jsonl", &of_day(&Session::new("a", 1), 0));
    std::fs::create_dir(shared.folder.0.path().join("shared")).unwrap();
    let check = || shared.run(&["check", "run.jsonl", "--baseline", &shared.url]);
    let (exit, _, err) = check();
    assert!(exit == Exit::Error && err.contains("no store is there; correct the URL"), "{err}");
    shared.put(&of_day(&Session::new("a", 1), 0), &[]);
    let marker = shared.folder.0.path().join("shared/v1/store.json");
    let text = std::fs::read_to_string(&marker).unwrap();
    assert!(text.contains("launchgate.store/1") && !text.contains("unfit"), "{text}");
    for (text, expected) in [
        (text.replace('1', "2"), "is not the marker of a store that this version reads"),
        (
            text.replace('}', ",\"unfit\":\"the server overwrites objects\"}"),
            "overwrites objects in spite of If-None-Match",
        ),
    ] {
        std::fs::write(&marker, text).unwrap();
        let (exit, _, err) = check();
        assert!(exit == Exit::Error && err.contains(expected), "{err}");
        let (exit, _, err) = shared.put(&of_day(&Session::new("b", 2), 1), &[]);
        assert!(exit == Exit::Error && err.contains(expected), "{err}");
    }
    // A store that an earlier version created gets its marker when a session is stored.
    std::fs::remove_file(&marker).unwrap();
    assert_eq!(shared.list().len(), 1);
    assert_eq!(shared.put(&of_day(&Session::new("b", 2), 1), &[]).0, Exit::Pass);
    assert!(marker.is_file());
}

#[test]
fn sessions_with_very_long_names_can_be_stored_in_a_folder() {
    let shared = Shared::new();
    let name: &'static str = Box::leak("起動".repeat(60).into_boxed_str());
    assert_eq!(shared.put(&of_day(&Session::new(name, 1), 0), &[]).0, Exit::Pass);
    assert!(shared.list()[0].contains(name));
}

#[test]
fn sessions_of_commits_outside_the_history_are_excluded() {
    let shared = Shared::new();
    let root = shared.folder.0.path();
    let git = |words: &[&str]| {
        let done = std::process::Command::new("git").arg("-C").arg(root).args(words).output().unwrap();
        assert!(done.status.success(), "{words:?}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).unwrap().trim().to_owned()
    };
    let commit = |name: &str| {
        git(&["-c", "user.name=t", "-c", "user.email=t@t", "commit", "-q", "--allow-empty", "-m", name]);
        git(&["rev-parse", "HEAD"])
    };
    git(&["init", "-q", "--initial-branch=main"]);
    let main = commit("main");
    git(&["checkout", "-q", "-b", "change"]);
    let change = commit("change");
    git(&["checkout", "-q", "main"]);
    for (name, day, commit) in [("a", 0, &main), ("b", 1, &main), ("c", 2, &change), ("d", 3, &change)] {
        let session = if name < "c" { Session::new(name, day + 1) } else { slow(name, day + 1) };
        let (exit, _, err) = shared.put(&of_day(&session, day), &["--commit", commit]);
        assert_eq!(exit, Exit::Pass, "{err}");
    }
    let head = of_day(&slow("head", 9), 9);
    let sessions = |verdict: &Value| verdict["sides"]["base"]["sessions"].clone();
    let (exit, verdict) = shared.check(&head, &shared.url);
    assert_eq!(exit, Exit::Regressed, "against main, where it is fast: {}", sessions(&verdict));
    git(&["checkout", "-q", "change"]);
    let (other, _) = shared.check(&head, &shared.url);
    assert_ne!(other, Exit::Regressed, "the change's own sessions belong to its history");
    assert_eq!(shared.list().len(), 4, "all of them are listed");
}

#[test]
fn concurrent_writers_store_each_session_once() {
    let shared = Shared::new();
    let files: Vec<String> = (0..4)
        .map(|at| {
            let name: &'static str = ["a", "b", "c", "d"][at];
            let file = format!("{name}.jsonl");
            let session = Session { launches: 5, ..Session::new(name, at as u64 + 1) };
            shared.folder.write(&file, &of_day(&session, at as u64)).display().to_string()
        })
        .collect();
    let config = shared.folder.write("config.toml", "").display().to_string();
    std::thread::scope(|scope| {
        for writer in 0..8 {
            let (files, url, config) = (&files, &shared.url, &config);
            scope.spawn(move || {
                // Each process stores all sessions, beginning with a different session.
                for at in 0..files.len() {
                    let file = &files[(at + writer) % files.len()];
                    let (exit, _, err) = gate(["store", "put", file, "--to", url, "--config", config]);
                    assert_eq!(exit, Exit::Pass, "{err}");
                }
            });
        }
    });
    assert_eq!(shared.list().len(), 4);
    let of_sessions = |path: &&PathBuf| {
        ["sessions", "launches", "costs", "extras"]
            .iter()
            .any(|table| path.display().to_string().contains(&format!("/v1/{table}/")))
    };
    assert_eq!(shared.objects().iter().filter(of_sessions).count(), 12, "a row, launches and costs of each");
}

#[test]
fn a_store_contains_only_hashed_names_if_the_settings_require_it() {
    let shared = Shared::new();
    let hashed = ["--set", "report.names=hashed"];
    for (name, day) in ["a", "b", "c", "d"].into_iter().zip(0..) {
        let (exit, _, err) = shared.put(&of_day(&Session::new(name, 100 * (day + 1)), day), &hashed);
        assert_eq!(exit, Exit::Pass, "{err}");
    }
    let shown = shared.text(&["baseline", "show", "a", "--baseline", &shared.url]);
    assert!(shown.contains("function-") && !shown.contains("Class"), "{shown}");
    shared.folder.write("head.jsonl", &of_day(&slow("head", 9), 9));
    let (exit, out, err) =
        shared.run(&[&["check", "head.jsonl", "--baseline", &shared.url], &hashed[..]].concat());
    assert_eq!(exit, Exit::Regressed, "{err}");
    assert!(out.contains("function-") && !out.contains("Class"), "{out}");
}

#[test]
fn unusable_urls_are_refused_as_stores_with_advice() {
    let shared = Shared::new();
    shared.folder.write("run.jsonl", &of_day(&Session::new("a", 1), 0));
    for (url, expected) in [
        ("ftp://host/x", "stores are folders, file://, s3://, gs:// or az://"),
        ("s3:///x", "it names no bucket"),
        ("s3://id:geheimnis@bucket/x", "a URL holds no credentials"),
    ] {
        let (exit, out, err) = shared.run(&["store", "put", "run.jsonl", "--to", url]);
        assert!(exit == Exit::Error && err.contains(expected), "{url}: {err}");
        assert!(!(out + &err).contains("geheimnis"));
    }
    let (exit, _, err) = shared.run(&["check", "run.jsonl", "--baseline", &shared.url]);
    assert!(exit == Exit::Error && err.contains("folder not found; `gate store put"), "{err}");
    assert!(shared.objects().is_empty());
    assert_eq!(shared.run(&["store", "put", "run.jsonl", "--to", &shared.url]).0, Exit::Pass);
    let push = ["baseline", "push", "run.jsonl"];
    for words in [&["baseline", "update", "run.jsonl"][..], &push] {
        let (exit, _, err) = shared.run(&[words, &["--baseline", &shared.url]].concat());
        assert!(exit == Exit::Error && err.contains("this command needs a folder of baselines"), "{err}");
    }
}

#[test]
fn the_documentation_lists_all_tables_of_a_store() {
    let schema = Shared::new().text(&["store", "schema"]);
    let page =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/store.md")).unwrap();
    assert!(page.contains(schema.trim()), "docs/store.md lists other tables; put there:\n{schema}");
}

#[test]
fn a_trend_of_all_devices_reads_each_session_once() {
    let shared = Shared::new();
    // On each device, a method became slower half a year ago. The sweep reads all sessions to find the change.
    for device in ["iPhone13,1", "iPhone14,2", "iPhone15,2"] {
        for day in 0..40 {
            let name: &'static str = Box::leak(format!("n{day:02}").into_boxed_str());
            let session = Session { model: device, launches: 5, ..Session::new(name, day + 1) };
            let session = if day < 20 { session } else { Session { slower: Some((4, 1.5, 1.0)), ..session } };
            assert_eq!(shared.put(&of_day(&session, day), &[]).0, Exit::Pass);
        }
    }
    let findings = || -> Vec<(PathBuf, Vec<u8>)> {
        let of_sweep = |path: &PathBuf| path.display().to_string().contains("/v1/findings/");
        shared
            .objects()
            .into_iter()
            .filter(of_sweep)
            .map(|path| (path.clone(), std::fs::read(path).unwrap()))
            .collect()
    };
    let swept = shared.text(&["store", "sweep", &shared.url]);
    assert!(swept.lines().count() == 3 && !swept.contains(" 0 findings"), "{swept}");
    let found = findings();
    assert_eq!(found.len(), 3);
    let again = shared.text(&["store", "sweep", &shared.url]);
    assert!(
        again.lines().count() == 3 && findings() == found,
        "a sweep of the same sessions changes nothing"
    );
    // Months without new sessions are not read again, even if their costs are damaged.
    let february = |path: &&PathBuf| {
        let path = path.display().to_string();
        path.contains("/v1/costs/") && path.contains("month=2026-02")
    };
    let objects = shared.objects();
    let costs: Vec<&PathBuf> = objects.iter().filter(february).collect();
    assert!(costs.len() > 30, "{costs:?}");
    costs.iter().for_each(|path| std::fs::remove_file(path).unwrap());
    let session = Session { launches: 5, slower: Some((4, 1.5, 1.0)), ..Session::new("new", 77) };
    assert_eq!(shared.put(&of_day(&session, 41), &[]).0, Exit::Pass);
    let (exit, out, err) = shared.run(&["store", "sweep", &shared.url]);
    assert!(exit == Exit::Pass && err.is_empty() && out.contains("\t41 sessions, "), "{out}{err}");
    // `gate store sweep` reads a new session of an earlier month without reading the month's other sessions again.
    assert_eq!(
        shared.put(&of_day(&Session { launches: 5, ..Session::new("late", 78) }, 20), &[]).0,
        Exit::Pass
    );
    let (exit, out, err) = shared.run(&["store", "sweep", &shared.url]);
    assert!(exit == Exit::Pass && err.is_empty() && out.contains("\t42 sessions, "), "{out}{err}");
    let (exit, out, err) = shared.run(&["trend", "--baseline", &shared.url]);
    assert!(exit == Exit::Pass && err.is_empty(), "{out}{err}");
}

#[test]
fn pruning_does_not_stop_a_concurrent_check() {
    let shared = Shared::new();
    for day in 0..24 {
        let name: &'static str = Box::leak(format!("n{day:02}").into_boxed_str());
        let session = Session { launches: 5, ..Session::new(name, day + 1) };
        assert_eq!(shared.put(&of_day(&session, day), &[]).0, Exit::Pass);
    }
    let head = of_day(&Session::new("head", 99), 30);
    let (root, url) = (shared.folder.0.path().to_owned(), shared.url.clone());
    let pruned = std::thread::spawn(move || {
        for keep in (2..24).rev() {
            let words = ["baseline", "prune", "--keep", &keep.to_string(), "--baseline", &url];
            let said =
                std::process::Command::new(crate::common::GATE).args(words).current_dir(&root).output();
            let said = said.unwrap();
            assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
        }
    });
    let mut checks = 0;
    while !pruned.is_finished() {
        let (exit, verdict) = shared.check(&head, &shared.url);
        assert!(!matches!(exit, Exit::Error | Exit::NoBaseline), "{verdict}");
        checks += 1;
    }
    pruned.join().unwrap();
    assert!(checks > 1 && shared.list().len() == 2, "{checks} checks");
}
