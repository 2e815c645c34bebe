//! Tests `gate baseline backtest` with stored sessions of a synthetic app.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use gate::cli::Exit;
use serde_json::Value;

use super::app::App;
use crate::common::session::Folder;

const DAY: u64 = 86_400_000;
/// 2026-01-01, in milliseconds since 1970.
const FIRST: u64 = 1_767_225_600_000;
const SESSIONS: u64 = 14;

/// Returns a store with all sessions, and the answer of `gate check` for each session on the day of its recording. The answers begin with
/// the newest session.
fn stored(slower_at: u64) -> (Folder, Vec<String>) {
    let folder = Folder::new();
    let mut answers = Vec::new();
    for at in 0..SESSIONS {
        let name = format!("day{at:03}");
        let app = App { recorded: FIRST + at * DAY, launches: 8, ..App::new(&name, 31 * (at + 1)) };
        let records = app.records(|made, _| {
            if at == slower_at {
                made.method("-[Class7 work]").self_ns *= 1.5;
            }
        });
        folder.write("session.jsonl", &records);
        let (_, out, err) = folder.run(&["check", "session.jsonl", "--format", "json"]);
        let verdict: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}{err}"));
        answers.push(verdict["verdict"].as_str().unwrap().to_owned());
        // A session with a new level is stored in spite of its growth.
        let level = ["--new-level", "--reason", "a test", "--owner", "@shop/cart"];
        let level = if at == slower_at { &level[..] } else { &[] };
        let (exit, out, err) = folder.run(&[&["baseline", "update", "session.jsonl"], level].concat());
        assert_eq!(exit, Exit::Pass, "{out}{err}");
    }
    answers.reverse();
    (folder, answers)
}

/// Returns the paths and contents below a folder.
fn walked(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let below = folders.iter().flat_map(|folder| walked(folder));
    below.chain(files.into_iter().map(|file| (file.clone(), fs::read(file).unwrap()))).collect()
}

fn backtest(folder: &Folder, more: &[&str]) -> Value {
    let (exit, out, err) = folder.run(&[&["baseline", "backtest", "--format", "json"][..], more].concat());
    assert_eq!(exit, Exit::Pass, "{out}{err}");
    serde_json::from_str(&out).unwrap()
}

#[test]
fn each_answer_of_a_backtest_equals_that_of_a_check_on_its_day() {
    let (folder, answers) = stored(9);
    let stored = || walked(folder.0.path());
    let before = stored();
    let found = backtest(&folder, &[]);
    assert_eq!(stored(), before, "the store is only read");
    assert_eq!(found["format"], "launchgate.backtest/1");
    let baseline = &found["baselines"][0];
    let sessions = baseline["sessions"].as_array().unwrap();
    let given: Vec<&str> = sessions.iter().map(|past| past["answer"].as_str().unwrap()).collect();
    assert_eq!(given, answers);
    // The session with the new level fails the check, but the backtest does not count this failure as a false alarm.
    let level = &sessions[(SESSIONS - 1 - 9) as usize];
    assert_eq!((&level["answer"], &level["new_level"]), (&"regressed".into(), &true.into()), "{level}");
    assert!(level["failing"].as_array().unwrap().contains(&"-[Class7 work]".into()), "{level}");
    assert_eq!(baseline["failed"], 0, "{baseline}");
    let page = folder.0.path().join("backtest.html");
    let written = page.display().to_string();
    let text = folder.run(&["baseline", "backtest", "--sessions", "6", "-o", &written]).1;
    assert!(text.contains("Of 5 sessions 0 would have failed (at most 45 %), and "), "{text}");
    assert!(text.contains("day009  new level: "), "{text}");
    // The page has the same sentence, and a bar and a line for each session.
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("<h1>Of 5 sessions 0 would have failed (at most 45 %), and "), "{page}");
    assert_eq!(page.matches("<rect ").count(), 6);
    assert!(page.contains(": new level</title>") && page.contains(">-[Class7 work]"), "{page}");
}

#[test]
fn growth_that_a_backtest_finds_is_found_by_a_check() {
    let (folder, _) = stored(99);
    let found = backtest(&folder, &["--sessions", "5"]);
    let found = found["baselines"][0]["found"].as_array().unwrap();
    let kinds: Vec<&str> = found.iter().map(|power| power["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["launch", "module", "method"]);
    for power in found {
        let growth = power["found_from"].as_f64().expect("a growth");
        let (name, kind) = (power["name"].as_str().unwrap(), power["kind"].as_str().unwrap());
        // A fresh session with twice this growth fails.
        let app = App { recorded: FIRST + SESSIONS * DAY, launches: 8, ..App::new("fresh", 977) };
        let records = app.records(|made, _| {
            for part in &mut made.methods {
                let is_grown = if kind == "module" { part.module == name } else { part.name == name };
                part.self_ns *= if is_grown && !part.other_thread { 1.0 + 2.0 * growth } else { 1.0 };
            }
            let all: f64 =
                made.outside.iter().sum::<f64>() + made.methods.iter().map(|part| part.self_ns).sum::<f64>();
            made.outside[2] += if kind == "launch" { 2.0 * growth * all } else { 0.0 };
        });
        folder.write("fresh.jsonl", &records);
        let (exit, out, err) = folder.run(&["check", "fresh.jsonl"]);
        assert_eq!(exit, Exit::Regressed, "{power}\n{out}{err}");
    }
}

#[test]
fn a_backtest_without_sessions_reports_the_missing_sessions() {
    let folder = Folder::new();
    let (exit, out, err) = folder.run(&["baseline", "backtest"]);
    assert_eq!((exit, out.as_str()), (Exit::NoBaseline, ""), "{err}");
    assert!(err.contains("has no such session; `gate baseline update RUNS` stores one"), "{err}");
    let app = App { recorded: FIRST, ..App::new("one", 31) };
    folder.write("session.jsonl", &app.records(|_, _| {}));
    assert_eq!(folder.run(&["baseline", "update", "session.jsonl"]).0, Exit::Pass);
    let (exit, out, _) = folder.run(&["baseline", "backtest"]);
    assert_eq!(exit, Exit::Pass);
    assert!(
        out.contains("No session can be judged: 1 session stored, and none has enough sessions before it."),
        "{out}"
    );
    let (exit, _, err) = folder.run(&["baseline", "backtest", "--sessions", "0"]);
    assert_eq!(exit, Exit::Error);
    assert!(err.contains("0 is not in 1.."), "{err}");
}

/// Returns the words of a text, without the ends of its lines.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}

/// The setting with which slower times fail a check only after a backtest has judged 15 stored sessions with at most one false alarm.
const PROVEN: [&str; 2] = ["--set", "gate.enforce=proven"];

/// Stores a session on each of `days` days. A method takes 1.5 times as long on the days `slower`.
fn store_days(folder: &Folder, days: u64, slower: &[u64]) {
    for at in 0..days {
        let app = App {
            recorded: FIRST + at * DAY,
            launches: 8,
            ..App::new(&format!("day{at:03}"), 31 * (at + 1))
        };
        let records = app.records(|made, _| {
            made.method("-[Class7 work]").self_ns *= if slower.contains(&at) { 1.5 } else { 1.0 };
        });
        folder.write("session.jsonl", &records);
        let (exit, out, err) = folder.run(&[&["baseline", "update", "session.jsonl"], &PROVEN[..]].concat());
        assert_eq!(exit, Exit::Pass, "{out}{err}");
    }
}

/// Writes a session in which a method takes 1.5 times as long, and has `calls` more calls.
fn write_slower(folder: &Folder, name: &str, calls: f64) -> String {
    let app = App { recorded: FIRST + 30 * DAY, launches: 8, ..App::new(name, 977) };
    let records = app.records(|made, _| {
        let method = made.method("-[Class7 work]");
        method.self_ns *= 1.5;
        method.calls += calls;
    });
    let file = format!("{name}.jsonl");
    folder.write(&file, &records);
    file
}

#[test]
fn times_do_not_fail_before_a_backtest_has_judged_enough_sessions() {
    let folder = Folder::new();
    store_days(&folder, 12, &[]);
    let slower = write_slower(&folder, "slower", 0.0);
    let check = |file: &str, more: &[&str]| folder.run(&[&["check", file], more].concat());
    assert_eq!(check(&slower, &[]).0, Exit::Regressed);
    // The finding is shown, and the first line states why it does not fail.
    let (exit, out, err) = check(&slower, &PROVEN);
    assert_eq!(exit, Exit::Pass, "{out}{err}");
    let reason = "times compared with stored sessions do not fail the check yet (gate.enforce = \"proven\"): 11 of the 15 stored sessions";
    assert!(words(&out).contains(reason), "{out}");
    let headline = "PASS: 1 finding about times does not fail the check yet, because no backtest has proven the stored times ";
    assert!(words(&out).starts_with(headline), "{out}");
    assert!(out.contains("-[Class7 work]"), "{out}");
    let (_, out, _) = check(&slower, &[&PROVEN[..], &["--format", "json"]].concat());
    let verdict: Value = serde_json::from_str(&out).unwrap();
    let reason = &verdict["reasons"][0];
    assert_eq!((&reason["code"], &reason["judged"]), (&"times-not-proven".into(), &11.into()), "{reason}");
    // Exact numbers of calls fail the check even without a backtest.
    let called = write_slower(&folder, "called", 3.0);
    let (exit, out, _) = check(&called, &PROVEN);
    assert_eq!(exit, Exit::Regressed, "{out}");
    assert!(out.starts_with("REGRESSED: "), "{out}");
}

#[test]
fn times_fail_with_a_store_whose_backtest_has_at_most_one_false_alarm() {
    for (slower, exit) in [(&[8][..], Exit::Regressed), (&[8, 12], Exit::Pass)] {
        let folder = Folder::new();
        store_days(&folder, 17, slower);
        let (found, out, err) =
            folder.run(&[&["check", &write_slower(&folder, "slower", 0.0)], &PROVEN[..]].concat());
        assert_eq!(found, exit, "{out}{err}");
        let reason = "2 of 16 stored sessions would have failed, and at most 1 may";
        assert_eq!(words(&out).contains(reason), exit == Exit::Pass, "{out}");
    }
}

#[test]
fn the_summary_of_the_nightly_job_has_a_backtest_on_mondays() {
    let folder = Folder::new();
    store_days(&folder, 6, &[]);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.github/action/issues.sh");
    let path = folder.0.path();
    fs::create_dir(path.join("bin")).unwrap();
    for (weekday, has_backtest) in [("1", true), ("2", false)] {
        // `date` answers with this day of the week.
        folder.write("bin/date", &format!("#!/bin/sh\necho {weekday}\n"));
        let date = path.join("bin/date");
        fs::set_permissions(&date, fs::Permissions::from_mode(0o755)).unwrap();
        let programs = format!("{}:{}", path.join("bin").display(), std::env::var("PATH").unwrap());
        let ran = Command::new("bash")
            .arg(&script)
            .current_dir(path)
            .env("PATH", programs)
            .envs([("GATE", env!("CARGO_BIN_EXE_gate")), ("OUTPUT", "."), ("CONFIG", "")])
            .envs([("BASELINE", "baselines"), ("BASELINE_REF", ""), ("GITHUB_STEP_SUMMARY", "summary.md")])
            .output()
            .unwrap();
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        let summary = fs::read_to_string(path.join("summary.md")).unwrap_or_default();
        assert_eq!(summary.contains("Of 5 sessions 0 would have failed"), has_backtest, "{summary}");
        let _ = fs::remove_file(path.join("summary.md"));
    }
}
