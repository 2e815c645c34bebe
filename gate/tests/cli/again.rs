//! Tests findings that are measured again in fresh launches (a confirmation run).

use gate::cli::Exit;
use serde_json::Value;

use super::store::slow;
use crate::common::session::{Folder, Session};

/// Returns the exit code and the verdict of a check of `run.jsonl` against the store, with the additional options `more`.
fn check(folder: &Folder, more: &[&str]) -> (Exit, Value) {
    let args = [&["check", "run.jsonl", "--format", "json"], more].concat();
    let (exit, out, err) = folder.run(&args);
    (exit, serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}\n{out}\n{err}")))
}

#[test]
fn a_finding_fails_only_if_fresh_launches_confirm_it() {
    let folder = Folder::filled();
    folder.write("run.jsonl", &slow("head", 9).records());
    folder.write("same.jsonl", &slow("fresh", 10).records());
    folder.write("quiet.jsonl", &Session::new("fresh", 10).records());
    folder.write("short.jsonl", &Session { launches: 2, ..Session::new("fresh", 10) }.records());
    let (exit, alone) = check(&folder, &[]);
    assert_eq!(exit, Exit::Regressed, "{}", alone["findings"]);
    assert!(alone["findings"][0]["again"].is_null());

    let (exit, same) = check(&folder, &["--again", "same.jsonl"]);
    assert_eq!(exit, Exit::Regressed, "{}", same["reasons"]);
    assert_eq!(same["findings"][0]["again"]["confirmed"], true);
    assert_eq!(same["findings"][0]["name"], alone["findings"][0]["name"]);

    let (exit, quiet) = check(&folder, &["--again", "quiet.jsonl"]);
    assert_eq!((exit, &quiet["verdict"]), (Exit::Undecided, &"undecided".into()), "{}", quiet["reasons"]);
    let finding = &quiet["findings"][0];
    assert_eq!(
        (&finding["again"]["confirmed"], &finding["status"]["state"]),
        (&false.into(), &"not-confirmed".into())
    );
    assert!(finding["again"]["change"]["value"].as_f64() < finding["change"]["value"].as_f64());
    let reasons = quiet["reasons"].to_string();
    assert!(reasons.contains("\"code\":\"not-confirmed\""), "{reasons}");
    let (_, out, _) = folder.run(&["check", "run.jsonl", "--again", "quiet.jsonl"]);
    assert!(out.starts_with("UNDECIDED: 1 finding not confirmed by fresh launches"), "{out}");
    assert!(out.contains("confirmation run: ") && out.contains("not confirmed, so it"), "{out}");

    // Too few fresh launches cannot refute a finding.
    let (exit, short) = check(&folder, &["--again", "short.jsonl"]);
    assert_eq!(exit, Exit::Regressed);
    assert!(short["warnings"].to_string().contains("so the findings stand: "), "{}", short["warnings"]);
}

#[test]
fn fresh_launches_that_confirm_a_finding_are_recognized_by_their_run_log() {
    let folder = Folder::filled();
    std::fs::create_dir_all(folder.0.path().join("launches/again")).unwrap();
    folder.write("launches/head.jsonl", &slow("head", 9).records());
    folder.write("launches/again/fresh.jsonl", &Session::new("fresh", 10).records());
    let log = r#"{"format":"launchgate.run/1","session":"fresh","scenario":"","app":"com.example.shop","udid":"u","link":"usb","driver":"d","launches":12,"warmup":0,"looks":[],"again":true}
{"is":"launch","launch":"fresh.1","file":"fresh.jsonl","warm_up":false,"first_after_install":false,"debugged":false,"took_ms":1}
"#;
    folder.write("launches/again/run.jsonl", log);
    let (exit, out, err) = folder.run(&["check", "launches"]);
    assert_eq!(exit, Exit::Undecided, "{out}{err}");
    assert!(out.contains("1 finding not confirmed by fresh launches"), "{out}");
    // A session whose finding was not confirmed may be stored. The fresh launches are not stored as a second session.
    let (exit, out, err) = folder.run(&["baseline", "update", "launches"]);
    assert_eq!(exit, Exit::Pass, "{out}{err}");
    assert_eq!(out.matches("stored").count(), 1, "{out}");
    // If the fresh launches are checked without the first launches, they are treated like any other launches.
    let (exit, out, _) = folder.run(&["check", "launches/again"]);
    assert!(matches!(exit, Exit::Pass | Exit::Undecided), "{out}");
    assert!(!out.contains("fresh launches"), "{out}");
}
