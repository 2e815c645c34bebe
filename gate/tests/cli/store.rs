//! Tests `gate check` with stored sessions, and `gate baseline`.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use gate::cli::Exit;
use gate_config::Date;

use crate::common::GATE;
use crate::common::session::{Folder, Session};

pub fn slow(name: &'static str, seed: u64) -> Session {
    Session { slower: Some((4, 1.3, 1.0)), ..Session::new(name, seed) }
}

impl Folder {
    fn update(&self, session: &Session) -> (Exit, String, String) {
        self.write("run.jsonl", &session.records());
        self.run(&["baseline", "update", "run.jsonl"])
    }

    fn against_store(&self, session: &Session) -> (Exit, String) {
        self.write("run.jsonl", &session.records());
        let (exit, out, err) = self.run(&["check", "run.jsonl", "--format", "json"]);
        (exit, out + &err)
    }

    /// Returns the path and the content of every file in the store, sorted.
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

    pub fn filled() -> Folder {
        let folder = Folder::new();
        for (name, seed) in ["a", "b", "c", "d", "e"].into_iter().zip(1..) {
            let (exit, out, err) = folder.update(&Session::new(name, 100 * seed));
            assert_eq!(exit, Exit::Pass, "{out}{err}");
        }
        folder
    }
}

#[test]
fn a_check_without_a_baseline_reports_the_missing_baseline() {
    let folder = Folder::new();
    let (exit, out) = folder.against_store(&Session::new("head", 1));
    assert_eq!(exit, Exit::NoBaseline);
    assert!(
        out.contains("\"verdict\": \"no-baseline\"")
            && out.contains(r#""wanted":[{"app":"com.example.shop","scenario":"","device":"iPhone15,2"}]"#),
        "{out}"
    );
    assert!(!folder.0.path().join("baselines").exists());
    let folder = Folder::filled();
    let (exit, out) = folder.against_store(&Session { model: "iPhone16,1", ..Session::new("head", 1) });
    assert_eq!(exit, Exit::NoBaseline);
    let stored = r#""stored":[{"key":{"app":"com.example.shop","scenario":"","device":"iPhone15,2"},"sessions":5,"or_more":false}]"#;
    assert!(out.contains(r#""device":"iPhone16,1""#) && out.contains(stored), "{out}");
}

#[test]
fn a_check_compares_with_the_store_and_does_not_change_it() {
    let folder = Folder::filled();
    let before = folder.files();
    assert_eq!(before.len(), 5);
    let (exit, out) = folder.against_store(&slow("head", 9));
    assert_eq!(exit, Exit::Regressed, "{out}");
    assert!(out.contains("-[Class4 method]"));
    let (exit, out) = folder.against_store(&Session::new("head", 9001));
    assert!(matches!(exit, Exit::Pass | Exit::Undecided), "{out}");
    // A session is not compared with itself, so four sessions remain as the base.
    let (_, out) = folder.against_store(&Session::new("c", 300));
    assert!(out.contains("\"sessions\": 4"), "{out}");
    assert_eq!(folder.files(), before);
}

#[test]
fn a_regressed_session_is_stored_only_if_it_is_accepted() {
    let folder = Folder::filled();
    let before = folder.files();
    let (exit, out, err) = folder.update(&slow("f", 9));
    assert_eq!((exit, out.as_str()), (Exit::Regressed, ""), "{err}");
    assert!(err.contains("-[Class4 method]") && err.contains("nothing was stored"), "{err}");
    assert_eq!(folder.files(), before);
    let accept = [
        "baseline",
        "accept",
        "-[Class4 *]",
        "--up-to",
        "+200%",
        "--reason",
        "new",
        "--owner",
        "@a",
        "--until",
    ];
    let (exit, _, err) = folder.run(&[&accept[..], &["2020-01-01"]].concat());
    assert_eq!(exit, Exit::Error);
    assert!(err.contains("is in the past"), "{err}");
    assert_eq!(folder.run(&[&accept[..], &["9999-01-01"]].concat()).0, Exit::Pass);
    let (exit, out) = folder.against_store(&slow("f", 9));
    assert_ne!(exit, Exit::Regressed, "{out}");
    let (exit, out, err) = folder.update(&slow("f", 9));
    assert_eq!(exit, Exit::Pass, "{out}{err}");
    assert!(out.starts_with("stored "), "{out}");
    let (exit, out, _) = folder.update(&slow("f", 9));
    assert!(exit == Exit::Pass && out.starts_with("already stored "), "{out}");
    let (exit, _, err) = folder.update(&Session::new("f", 77));
    assert!(exit == Exit::Error && err.contains("already stored, with different content"), "{err}");
}

/// Returns a session in which a method has `factor` times its cost.
fn times(name: &'static str, factor: f64) -> String {
    Session { slower: Some((4, factor, 1.0)), ..Session::new(name, 9) }.records()
}

#[test]
fn an_acceptance_from_a_verdict_has_the_measured_size() {
    let folder = Folder::filled();
    folder.write("once.jsonl", &times("once", 1.5));
    let verdict = folder.0.path().join("verdict.json");
    let (exit, ..) = folder.run(&["check", "once.jsonl", "--out", &format!("json={}", verdict.display())]);
    assert_eq!(exit, Exit::Regressed);
    let accept = |more: &[&str]| {
        let by = ["--reason", "by design", "--owner", "@a", "--until", "9999-01-01"];
        folder.run(&[&["baseline", "accept", "-[Class4 method]"][..], more, &by].concat())
    };
    let (exit, _, err) = accept(&[]);
    assert!(exit == Exit::Error && err.contains("needs a size") && err.contains("--up-to"), "{err}");
    let (exit, _, err) = accept(&["--up-to", "much"]);
    assert!(exit == Exit::Error && err.contains("invalid growth"), "{err}");
    let (exit, out, err) = accept(&["--verdict", &verdict.to_string_lossy()]);
    assert_eq!(exit, Exit::Pass, "{err}");
    assert!(out.contains("-[Class4 method] is accepted up to +") && out.contains("on iPhone15,2"), "{out}");
    let (exit, out, _) = folder.run(&["check", "once.jsonl"]);
    assert!(exit != Exit::Regressed && out.contains("accepted: until 9999-01-01 by @a: by design"), "{out}");
    // Growth to four times the cost exceeds the accepted growth, both in a check and when the session is stored.
    folder.write("more.jsonl", &times("more", 4.0));
    let (exit, out, _) = folder.run(&["check", "more.jsonl"]);
    assert!(exit == Exit::Regressed && out.contains("more than the accepted growth of up to +"), "{out}");
    let (exit, _, err) = folder.run(&["baseline", "update", "more.jsonl"]);
    assert!(exit == Exit::Regressed && err.contains("nothing was stored"), "{err}");
    let (exit, _, err) = accept(&["--verdict", &folder.0.path().join("once.jsonl").to_string_lossy()]);
    assert!(exit == Exit::Error && err.contains("once.jsonl"), "{err}");
}

#[test]
fn a_first_baseline_with_too_few_launches_is_refused() {
    let folder = Folder::new();
    let short = Session { launches: 4, ..Session::new("short", 3) };
    let before = folder.files();
    let (exit, _, err) = folder.update(&short);
    assert_eq!(exit, Exit::Error);
    assert!(
        err.contains("session \"short\" has too few launches for a first baseline")
            && err.contains("4 usable launches, but at least 5 are needed"),
        "{err}"
    );
    assert_eq!(folder.files(), before);
    // If the settings require fewer launches, a short session is stored.
    let least = ["--set", "gate.min_launches=2"];
    folder.write("run.jsonl", &short.records());
    assert_eq!(folder.run(&[&["baseline", "update", "run.jsonl"][..], &least].concat()).0, Exit::Pass);
    let (exit, out) = folder.against_store(&Session::new("next", 4));
    assert_eq!(exit, Exit::NoBaseline, "{out}");
    assert!(out.contains("stored-too-short"), "{out}");
    assert_eq!(folder.update(&Session::new("next", 4)).0, Exit::Pass);
    let (exit, out) = folder.against_store(&Session::new("third", 5));
    assert!(matches!(exit, Exit::Pass | Exit::Undecided), "{out}");
}

#[test]
fn launches_without_methods_are_excluded_if_other_launches_have_methods() {
    let folder = Folder::filled();
    let whole = Session::new("head", 9).records();
    let empty = |from: usize| -> String {
        let cut = |line: &str| line.find("\"methods\":[").map(|at| line[..at].to_owned() + "\"methods\":[]}");
        let line =
            |(at, line): (usize, &str)| if at < from { None } else { cut(line) }.unwrap_or(line.to_owned());
        whole.lines().enumerate().map(line).map(|line| line + "\n").collect()
    };
    folder.write("run.jsonl", &empty(0));
    let (exit, out, err) = folder.run(&["check", "run.jsonl"]);
    assert_eq!(exit, Exit::App, "{out}{err}");
    assert!(out.contains("NOT RECORDED") && out.contains("none of 12 launches recorded a method"), "{out}");
    let before = folder.files();
    let (exit, _, err) = folder.run(&["baseline", "update", "run.jsonl"]);
    assert!(exit == Exit::Error && err.contains("cannot be a baseline"), "{err}");
    assert_eq!(folder.files(), before);
    // Single launches that contain no method are excluded, and the output lists them.
    folder.write("run.jsonl", &empty(10));
    let (exit, out, _) = folder.run(&["check", "run.jsonl", "--format", "json"]);
    assert!(matches!(exit, Exit::Pass | Exit::Undecided), "{out}");
    let verdict: serde_json::Value = serde_json::from_str(&out).unwrap();
    let excluded = verdict["launches"]["excluded"].as_array().unwrap();
    assert_eq!(excluded.len(), 2, "{out}");
    assert!(excluded.iter().all(|one| one["reason"] == "no-methods"), "{out}");
}

/// Returns a session that was recorded by an agent with this version and with this number of its way of measuring.
fn by_agent(session: &Session, version: &str, recording: u32) -> String {
    let agent = format!("\"agent\":{{\"version\":\"{version}\",\"recording\":{recording},");
    session.records().replace("\"agent\":{\"version\":\"1\",", &agent)
}

#[test]
fn sessions_of_another_agent_that_measures_equally_are_compared() {
    let folder = Folder::new();
    for (name, seed) in ["a", "b", "c"].into_iter().zip(1..) {
        folder.write("run.jsonl", &by_agent(&Session::new(name, 100 * seed), "0.8.0", 800));
        assert_eq!(folder.run(&["baseline", "update", "run.jsonl"]).0, Exit::Pass);
    }
    folder.write("head.jsonl", &by_agent(&slow("head", 9), "0.8.7", 800));
    let (exit, out, err) = folder.run(&["check", "head.jsonl", "--format", "json"]);
    assert_eq!(exit, Exit::Regressed, "{out}{err}");

    // The newest session was recorded on another version of the system, so it differs in an additional
    // condition.
    folder.write("run.jsonl", &by_agent(&Session::new("d", 7), "0.8.0", 800).replace("17.5", "18.1"));
    let (exit, _, err) = folder.run(&["baseline", "update", "run.jsonl"]);
    assert_eq!(exit, Exit::Pass, "{err}");
    folder.write("head.jsonl", &by_agent(&slow("head", 9), "0.9.0", 900));
    let (exit, out, err) = folder.run(&["check", "head.jsonl", "--format", "json"]);
    assert_eq!(exit, Exit::NoBaseline, "{out}{err}");
    let expected =
        r#""base":{"recording":800,"agents":["0.8.0"]},"head":{"recording":900,"agents":["0.9.0"]}"#;
    assert!(out.contains("other-recording") && out.contains(expected), "{out}");

    // The advice is to record a new baseline.
    let (exit, out, err) = folder.run(&["baseline", "update", "head.jsonl"]);
    assert_eq!(exit, Exit::Pass, "{out}{err}");
    folder.write("next.jsonl", &by_agent(&slow("next", 11), "0.9.1", 900));
    let (exit, out, err) = folder.run(&["check", "next.jsonl", "--format", "json"]);
    assert!(matches!(exit, Exit::Pass | Exit::Undecided), "{out}{err}");

    // The agent of the session `old` is older than the agents of all baselines.
    folder.write("old.jsonl", &by_agent(&Session::new("old", 13), "0.7.0", 700));
    let (exit, out, _) = folder.run(&["check", "old.jsonl", "--format", "json"]);
    assert_eq!(exit, Exit::NoBaseline, "{out}");
    let expected = r#""head":{"recording":700,"agents":["0.7.0"]}},"stored":true"#;
    assert!(out.contains("other-recording") && out.contains(expected), "{out}");

    // If base and head are given as files, the reason names the agents of both.
    let given = |head: &str, base: &str| folder.run(&["check", head, "--base", base, "--format", "json"]);
    let (exit, out, _) = given("next.jsonl", "old.jsonl");
    assert_eq!(exit, Exit::NoBaseline, "{out}");
    let recording = |number: u32, agent: &str| format!(r#"{{"recording":{number},"agents":["{agent}"]}}"#);
    let [older, newer] = [recording(700, "0.7.0"), recording(900, "0.9.1")];
    assert!(out.contains(&format!(r#"{{"base":{older},"head":{newer}}},"stored":false"#)), "{out}");
    let (exit, out, _) = given("old.jsonl", "next.jsonl");
    assert_eq!(exit, Exit::NoBaseline, "{out}");
    assert!(out.contains(&format!(r#"{{"base":{newer},"head":{older}}},"stored":false"#)), "{out}");

    // A difference in any other condition is still reported.
    folder.write("other.jsonl", &by_agent(&Session::new("other", 13), "0.7.0", 700).replace("17.5", "16.4"));
    let (exit, out, _) = given("other.jsonl", "next.jsonl");
    assert_eq!(exit, Exit::Incomparable, "{out}");
}

#[test]
fn sessions_are_listed_shown_pinned_verified_and_pruned() {
    let folder = Folder::filled();
    let text = |args: &[&str]| {
        let (exit, out, err) = folder.run(&[&["baseline"], args].concat());
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
        let (exit, _, err) = folder.run(&[&["baseline"], &args[..]].concat());
        assert!(exit == Exit::Error && err.contains("gate baseline list"), "{err}");
    }
    let (path, content) = folder.files().into_iter().find(|(path, _)| path.ends_with("e.tsv")).unwrap();
    std::fs::write(&path, &content[..content.len() / 2]).unwrap();
    let (exit, out, err) = folder.run(&["baseline", "verify"]);
    assert!(exit == Exit::Error && out.contains("1 with errors") && err.contains("e.tsv"), "{out}{err}");
}

fn start(folder: &Path, args: &[&str]) -> Child {
    Command::new(GATE)
        .current_dir(folder)
        .args(args)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// The library's tests kill a process that writes a session. The test of the command kills `gate baseline update` at moments that are
/// spread over its whole run.
#[test]
fn an_update_of_a_baseline_that_is_killed_at_any_moment_leaves_no_incomplete_file() {
    let folder = Folder::filled();
    let root = folder.0.path();
    // The session contains a time of recording, so that every process writes the same bytes.
    let records = Session { launches: 40, ..Session::new("f", 600) }.records();
    let records = records.replace(r#""device""#, r#""recorded_unix_ms":1750000000000,"device""#);
    std::fs::write(root.join("run.jsonl"), records).unwrap();
    let whole = folder.files();
    let args = ["baseline", "update", "run.jsonl", "--set", "gate.undecided=pass"];
    let began = Instant::now();
    assert!(start(root, &args).wait().unwrap().success());
    let takes = began.elapsed();
    let stored = folder.files();
    assert_eq!(stored.len(), whole.len() + 1);
    let (path, _) = stored.iter().find(|file| !whole.contains(file)).unwrap();
    let (mut died, mut done) = (0, 0);
    for at in 0..18_u32 {
        let _ = std::fs::remove_file(path);
        let mut child = start(root, &args);
        // The moment of the kill must not depend on the steps of the writing process.
        std::thread::sleep(takes * at / 15 + Duration::from_micros(u64::from(at) * 37));
        let _ = child.kill();
        if child.wait().unwrap().success() {
            done += 1
        } else {
            died += 1
        }
        let now: Vec<_> = folder.files().into_iter().filter(|(path, _)| !path.contains("/.new-")).collect();
        assert!(now == whole || now == stored, "kill {at} left something else");
        assert_eq!(folder.run(&["baseline", "verify"]).0, Exit::Pass);
    }
    assert!(died > 5, "{died} died, {done} came through");
    let _ = std::fs::remove_file(path);
    assert!(start(root, &args).wait().unwrap().success());
    let now: Vec<_> = folder.files().into_iter().filter(|(path, _)| !path.contains("/.new-")).collect();
    assert_eq!(now, stored);
}

#[test]
fn concurrent_processes_store_all_sessions() {
    let folder = Folder::filled();
    let root = folder.0.path();
    let names = ["p0", "p1", "p2", "p3", "p4", "p5"];
    for (name, seed) in names.into_iter().zip(1..) {
        std::fs::write(root.join(name), Session::new(name, 5000 + seed).records()).unwrap();
    }
    let mut running = Vec::new();
    for name in names {
        // Each session is stored twice, and a growth in it is accepted.
        for args in [vec!["baseline", "update", name], vec!["baseline", "update", name]] {
            running.push(start(root, &args));
        }
        let accept =
            ["baseline", "accept", name, "--up-to=+8%", "--reason=r", "--owner=o", "--until=9999-01-01"];
        running.push(start(root, &accept));
    }
    for mut child in running {
        assert!(child.wait().unwrap().success());
    }
    let (_, out, _) = folder.run(&["baseline", "list"]);
    assert_eq!(out.lines().count(), 5 + names.len(), "{out}");
    let accepted = std::fs::read_to_string(root.join("baselines/accepted.tsv")).unwrap();
    assert_eq!(accepted.lines().count(), 1 + names.len(), "{accepted}");
    assert_eq!(folder.run(&["baseline", "verify"]).0, Exit::Pass);
}

#[test]
fn branches_that_update_and_accept_merge_without_conflicts() {
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
        let accept =
            [&["baseline", "accept", name, "--up-to", "8%", "--reason", "r", "--owner", "o"][..], &until]
                .concat();
        assert_eq!(folder.run(&accept).0, Exit::Pass);
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
    let (exit, out, err) = folder.run(&["baseline", "verify"]);
    assert_eq!((exit, out.as_str()), (Exit::Pass, "9 files, 0 with errors\n"), "{err}");
    let accepted = std::fs::read_to_string(root.join("baselines/accepted.tsv")).unwrap();
    assert_eq!(accepted.lines().count(), 4, "{accepted}");
}

#[test]
fn a_session_on_another_system_version_begins_a_new_baseline_with_a_message() {
    let folder = Folder::filled();
    assert_eq!(folder.run(&["baseline", "pin", "a"]).0, Exit::Pass);
    let on_18 = |name: &'static str, seed| {
        Session::new(name, seed).records().replace("\"os\":\"17.5\"", "\"os\":\"18\"")
    };
    folder.write("run.jsonl", &on_18("new", 61));
    assert_eq!(folder.run(&["check", "run.jsonl"]).0, Exit::Incomparable);
    let (exit, _, err) = folder.run(&["baseline", "update", "run.jsonl"]);
    assert!(
        exit == Exit::Pass
            && err.contains(
                "starts a new baseline, because its conditions differ from the stored ones: device OS"
            ),
        "{err}"
    );
    folder.write("run.jsonl", &on_18("head", 62));
    let (exit, out, err) = folder.run(&["check", "run.jsonl", "--format", "json"]);
    assert!(matches!(exit, Exit::Pass | Exit::Undecided), "{out}");
    assert!(out.contains("\"sessions\": 1,"), "{out}");
    assert!(err.contains("growth since the anchor was not tested: session \"a\""), "{err}");
}

#[test]
fn a_session_with_a_future_time_is_not_stored() {
    let folder = Folder::filled();
    let before = folder.files();
    for (recorded, day) in [(4_102_444_800_000_u64, "2100-01-01"), (u64::MAX, "no day")] {
        let field = format!(r#""recorded_unix_ms":{recorded},"device""#);
        folder.write("run.jsonl", &Session::new("future", 7).records().replace(r#""device""#, &field));
        let (exit, _, err) = folder.run(&["baseline", "update", "run.jsonl"]);
        assert_eq!(exit, Exit::Error, "{err}");
        assert!(
            err.contains(day) && err.contains("correct the device's clock and record the session again"),
            "{err}"
        );
    }
    assert_eq!(folder.files(), before);
}

#[test]
fn an_undecided_run_states_the_number_of_launches_for_a_clear_verdict() {
    let folder = Folder::filled();
    // The growth is below the limits of a finding, but five launches cannot show that it is below the setting `gate.matters`.
    let grown = Session { launches: 5, outside_ns: 10_600_000.0, ..Session::new("head", 77) };
    folder.write("run.jsonl", &grown.records());
    let settings = ["gate.effect=100%"];
    let reasons = |matters: &str| {
        let mut words = vec!["check", "run.jsonl", "--format", "json", "--set", matters];
        words.extend(settings.iter().flat_map(|setting| ["--set", setting]));
        let (exit, out, err) = folder.run(&words);
        assert!(matches!(exit, Exit::Undecided | Exit::Pass), "{out}{err}");
        let reasons = serde_json::from_str::<serde_json::Value>(&out).unwrap()["reasons"].to_string();
        (exit == Exit::Undecided).then_some(reasons)
    };
    // With this number of launches, a growth of the launch by up to 5.1 % is still possible. If `gate.matters` is slightly larger, a few
    // additional launches are enough to exclude such a growth.
    let told: Vec<String> = (500..515)
        .map_while(|hundredths| reasons(&format!("gate.matters={}%", f64::from(hundredths) / 100.0)))
        .collect();
    let more = told.last().and_then(|told| {
        told.split("\"more-launches\",\"launches\":").nth(1)?.split('}').next()?.parse::<usize>().ok()
    });
    assert!(more.is_some_and(|more| (1..=500).contains(&more)), "{told:?}");
    // With `gate.matters=0.4%`, the smallest relevant growth is smaller than the differences between days.
    let told = reasons("gate.matters=0.4%");
    assert!(told.as_ref().is_some_and(|told| told.contains("days-differ")), "{told:?}");
}

#[test]
fn a_run_of_equal_builds_passes_without_a_launch() {
    let folder = Folder::new();
    let header = r#"{"format":"launchgate.run/1","session":"s","scenario":"","app":"com.example.shop","udid":"","model":null,"os":null,"link":"","driver":"","launches":10,"warmup":0,"seed":null,"looks":[],"equal":true}"#;
    let log = format!("{header}\n{{\"is\":\"finished\",\"counted\":0,\"lost\":0}}\n");
    std::fs::create_dir(folder.0.path().join("run")).unwrap();
    folder.write("run/run.jsonl", &log);
    let (exit, out, err) = folder.plain(&["check", "run"]);
    let told = out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(exit, Exit::Pass, "{out}{err}");
    assert!(told.starts_with("PASS: both builds are equal in all images and resources"), "{out}");
    // A run without launches whose builds are not equal is an error.
    folder.write("run/run.jsonl", &log.replace(",\"equal\":true", ""));
    assert_eq!(folder.plain(&["check", "run"]).0, Exit::Error);
}

#[test]
fn a_change_is_judged_by_the_settings_of_its_base() {
    let folder = Folder::filled();
    let root = folder.0.path();
    let base = root.join("base");
    std::fs::create_dir_all(base.join("baselines")).unwrap();
    std::fs::write(base.join("config.toml"), "").unwrap();
    let config = folder.write("own.toml", "[gate]\neffect = \"100000%\"\nundecided = \"pass\"\n");
    let accepted = "launchgate.accepted/1\naccept\t*\t9999-12-31\t@mallory\tall of it\tup-to=+900%\n";
    std::fs::write(root.join("baselines/accepted.tsv"), accepted).unwrap();
    folder.write("run.jsonl", &slow("head", 9).records());
    let check = |policy: &str| {
        let policy = root.join(policy).display().to_string();
        let config = config.display().to_string();
        folder.plain(&["check", "run.jsonl", "--config", &config, "--policy", &policy])
    };
    let (exit, out, err) = check("base/config.toml");
    assert_eq!(exit, Exit::Regressed, "{out}{err}");
    for part in
        ["To be reviewed in this change", "names several things and is ignored", "gate.effect to \"100000%\""]
    {
        assert!(out.split_whitespace().collect::<Vec<_>>().join(" ").contains(part), "{part}: {out}");
    }
    // A change may accept the growth of a method, up to the measured size. An acceptance of the measured size is used and shown. An
    // acceptance that allows more growth, or is valid for longer than a year, is ignored.
    let seconds = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
    let until = Date::from_unix_seconds(seconds).unwrap().a_year_later();
    let accept = |until: Date, size: &str| {
        format!(
            "launchgate.accepted/1\naccept\t-[Class4 method]\t{until}\t@ann\tthe new cart\tup-to={size}\n"
        )
    };
    for (accepted, part) in [
        (accept(until, "+99999%"), "this change accepts more than was measured"),
        (accept(until, "+36%"), "this change accepts more than was measured"),
        (accept(Date::parse("9999-12-31").unwrap(), "+32%"), "is for more than a year and is ignored"),
    ] {
        std::fs::write(root.join("baselines/accepted.tsv"), &accepted).unwrap();
        let (exit, out, err) = check("base/config.toml");
        let told = out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(exit == Exit::Regressed && told.contains(part), "{accepted}: {out}{err}");
    }
    let accepted = accept(until, "+32%");
    std::fs::write(root.join("baselines/accepted.tsv"), &accepted).unwrap();
    let (exit, out, err) = check("base/config.toml");
    assert!(
        exit == Exit::Pass
            && out.contains("accepted by this change: -[Class4 method] up to +32%")
            && out.starts_with("PASS: passes only because this change accepts 1 regression (+1.49 ms)"),
        "{out}{err}"
    );
    // The base already contains the acceptance, so the report contains no note for the reviewer.
    std::fs::write(base.join("baselines/accepted.tsv"), &accepted).unwrap();
    assert!(!check("base/config.toml").1.contains("accepted by this change"));
    let (exit, out, err) = check("base/none.toml");
    assert!(exit != Exit::Regressed && out.contains("the base has no settings"), "{out}{err}");
}

#[test]
fn a_slower_session_can_begin_a_new_level_only_with_an_owner_and_a_reason() {
    let folder = Folder::filled();
    folder.write("run.jsonl", &slow("head", 9).records());
    let update = |more: &[&str]| folder.run(&[&["baseline", "update", "run.jsonl"], more].concat());
    assert_eq!(update(&[]).0, Exit::Regressed);
    for incomplete in [&["--new-level"][..], &["--new-level", "--reason", "r"], &["--reason", "r"]] {
        let (exit, _, err) = update(incomplete);
        assert!(exit == Exit::Error && err.contains("required"), "{incomplete:?}: {err}");
    }
    let (exit, _, err) = update(&["--new-level", "--reason", " ", "--owner", "@ann"]);
    assert!(exit == Exit::Error && err.contains("--new-level needs --reason"), "{err}");
    assert_eq!(folder.run(&["baseline", "list"]).1.lines().count(), 5);
    let (exit, out, err) = update(&["--new-level", "--reason", "Xcode 27", "--owner", "@ann"]);
    assert!(exit == Exit::Pass && err.contains("starts a new level"), "{out}{err}");
    let shown = folder.run(&["baseline", "show", "head"]).1;
    assert!(shown.contains("new level     by @ann: Xcode 27"), "{shown}");
    // Later sessions are compared with the new cost level.
    let (exit, out) = folder.against_store(&slow("next", 10));
    assert!(matches!(exit, Exit::Pass | Exit::Undecided), "{out}");
    let slower = Session { slower: Some((4, 1.3 * 1.3, 1.0)), ..Session::new("slower", 11) };
    let (exit, out) = folder.against_store(&slower);
    assert!(exit == Exit::Regressed && out.contains("-[Class4 method]"), "{out}");
}

#[test]
fn stored_sessions_with_wrong_times_or_too_few_launches_are_reported() {
    let folder = Folder::filled();
    let store = gate_baseline::Store::open(folder.0.path().join("baselines")).unwrap();
    let read = |record: String| {
        let path = folder.write("far.jsonl", &record);
        gate_launches::read(&[path], &gate_launches::ReadOptions::default()).unwrap()
    };
    let far = read(
        Session::new("far", 3)
            .records()
            .replace(r#""device""#, r#""recorded_unix_ms":4102444800000,"device""#),
    );
    store.add(&far.table, &far.launches).unwrap();
    let short = read(Session { launches: 2, ..Session::new("short", 4) }.records());
    store.add(&short.table, &short.launches).unwrap();
    let newest = |folder: &Folder| folder.run(&["baseline", "list"]).1.lines().next().unwrap().to_owned();
    assert!(newest(&folder).contains("\te\t"), "{}", newest(&folder));
    let (exit, out, err) = folder.run(&["baseline", "verify"]);
    assert_eq!(
        (exit, out.as_str()),
        (
            Exit::Pass,
            "7 files, 0 with errors, 2 with warnings (remove these files, or record the sessions again)\n"
        )
    );
    assert!(
        err.contains("its recording time is in the future") && err.contains("only 2 launches, too few"),
        "{err}"
    );
    let (exit, _, err) = folder.run(&["baseline", "verify", "--repair"]);
    assert!(exit == Exit::Error && err.contains("--repair is for stores at a URL"), "{err}");
}
