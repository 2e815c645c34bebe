//! Tests `gate check` from the launch records to the exit code.

use gate::cli::Exit;
use serde_json::Value;

use super::app::App;
use crate::common::GATE;
use crate::common::session::{Folder, Session};

#[test]
fn an_unchanged_app_is_never_a_regression() {
    for seed in [9001, 9002, 9003] {
        let (exit, verdict) = Folder::new().check(&Session::new("head", seed));
        assert!(matches!(exit, Exit::Pass | Exit::Undecided), "{exit:?} {verdict}");
        assert_eq!(verdict["findings"].as_array().unwrap().len(), 0, "{verdict}");
    }
}

#[test]
fn a_slower_method_is_named_with_its_module() {
    let (exit, verdict) =
        Folder::new().check(&Session { slower: Some((4, 1.3, 1.0)), ..Session::new("head", 7) });
    assert_eq!(exit, Exit::Regressed, "{verdict}");
    assert_eq!(verdict["verdict"], "regressed");
    let found = &verdict["findings"][0];
    assert_eq!(
        (&found["subject"]["name"], &found["module"]),
        (&"-[Class4 method]".into(), &"Module1".into())
    );
    assert_eq!(found["kind"], "slower");
    assert!((found["ratio"].as_f64().unwrap() - 1.3).abs() < 0.03, "{found}");
    assert_eq!(verdict["findings"].as_array().unwrap().len(), 1, "{verdict}");
}

#[test]
fn a_method_that_is_called_more_often_is_a_finding_of_calls_and_not_slower() {
    let (_, verdict) =
        Folder::new().check(&Session { slower: Some((4, 2.0, 2.0)), ..Session::new("head", 8) });
    let found = &verdict["findings"][0];
    assert_eq!(found["kind"], "calls", "{verdict}");
    assert_eq!((&found["base_calls"], &found["head_calls"]), (&4.0.into(), &8.0.into()));
}

#[test]
fn a_cost_that_moves_from_one_method_to_another_does_not_fail() {
    let (exit, verdict) = Folder::new().check(&Session { moved: true, ..Session::new("head", 11) });
    assert_ne!(exit, Exit::Regressed, "{verdict}");
    let found = &verdict["findings"][0];
    assert_eq!(found["kind"], "moved", "{verdict}");
    assert_eq!(found["subject"]["name"], "-[Class8 method]");
    assert_eq!(found["status"]["from"], "-[Class7 method]");
}

#[test]
fn growth_outside_objective_c_methods_is_found_in_its_phase() {
    let (exit, verdict) = Folder::new().check(&Session { outside_ns: 10e6, ..Session::new("head", 12) });
    assert_eq!(exit, Exit::Regressed, "{verdict}");
    assert_eq!(verdict["findings"][0]["kind"], "phase", "{verdict}");
}

#[test]
fn launches_on_another_device_model_are_incomparable_and_the_model_is_named() {
    let (exit, verdict) = Folder::new().check(&Session { model: "iPhone16,1", ..Session::new("head", 13) });
    assert_eq!(exit, Exit::Incomparable);
    assert_eq!(verdict["verdict"], "incomparable");
    assert_eq!(verdict["differences"][0]["condition"], "device model");
    assert_eq!(verdict["differences"][0]["head"][0], "iPhone16,1");
}

#[test]
fn too_few_launches_are_undecided() {
    let (exit, verdict) = Folder::new().check(&Session { launches: 2, ..Session::new("head", 14) });
    assert_eq!((exit, &verdict["verdict"]), (Exit::Undecided, &"undecided".into()), "{verdict}");
}

#[test]
fn the_same_input_gives_the_same_bytes_on_every_output() {
    let folder = Folder::new();
    folder.check(&Session { slower: Some((4, 1.3, 1.0)), ..Session::new("head", 7) });
    let to = format!("json={}", folder.0.path().join("verdict.json").display());
    let args = ["check", "head.jsonl", "--base", "base.jsonl", "--out", &to];
    let first = folder.run(&args);
    assert_eq!(first, folder.run(&args));
    assert_eq!(first.0, Exit::Regressed);
    assert!(first.1.starts_with("REGRESSED: Slower: -[Class4 method] +"), "{}", first.1);
    assert!(first.1.lines().all(|line| line.chars().count() <= 80), "{}", first.1);
    let (_, json, _) = folder.run(&["check", "head.jsonl", "--base", "base.jsonl", "--format", "json"]);
    assert_eq!(std::fs::read_to_string(folder.0.path().join("verdict.json")).unwrap(), json);
}

#[test]
fn unusable_input_gives_a_single_error_and_exit_code_1() {
    let folder = Folder::new();
    folder.write("half.jsonl", &Session::new("a", 1).records()[..900]);
    folder.write("good.jsonl", &Session::new("a", 1).records());
    folder.write("empty.jsonl", "");
    let cases: [(&[&str], &str); 6] = [
        (&["check", "half.jsonl", "--base", "good.jsonl"], "half.jsonl:1: "),
        (&["check", "empty.jsonl", "--base", "good.jsonl"], "empty.jsonl: no launches"),
        (&["check", "nowhere.jsonl", "--base", "good.jsonl"], "nowhere.jsonl"),
        (&["check", "good.jsonl", "--base", "good.jsonl", "--set", "gate.flor=1ns"], "floor"),
        (
            &["check", "good.jsonl", "--base", "good.jsonl", "--out", "json=/nowhere/at/all"],
            "/nowhere/at/all",
        ),
        (&["check", "--frobnicate"], "--frobnicate"),
    ];
    for (args, expected) in cases {
        let (exit, out, err) = folder.run(args);
        assert_eq!(exit, Exit::Error, "{args:?}");
        assert!(err.contains(expected), "{args:?}: {err}");
        assert_eq!(out, "", "{args:?}");
    }
}

#[test]
fn the_options_help_and_version_end_without_an_error() {
    for args in [["--help"], ["--version"]] {
        let (exit, out, err) = Folder::new().run(&args);
        assert_eq!((exit, err.as_str()), (Exit::Pass, ""));
        assert!(out.contains("gate"));
    }
}

#[test]
fn names_cannot_control_the_terminal() {
    let folder = Folder::new();
    let hostile = |session: Session| session.records().replace("Class4", "C\\u001b[2J\\u202e\\nlass4");
    let slower = Session { slower: Some((4, 1.5, 1.0)), ..Session::new("head", 7) };
    folder.write("base.jsonl", &(hostile(Session::new("a", 1)) + &hostile(Session::new("b", 2))));
    folder.write("head.jsonl", &hostile(slower));
    let (_, out, _) = folder.run(&["check", "head.jsonl", "--base", "base.jsonl"]);
    assert!(out.contains("C\\u{1b}[2J\\u{202e}"), "{out}");
    assert!(out.chars().all(|c| c == '\n' || !c.is_control()), "{out}");
}

#[test]
fn the_program_ends_with_the_documented_exit_codes() {
    let status = std::process::Command::new(GATE).arg("frobnicate").output().unwrap();
    assert_eq!(status.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&status.stderr).contains("frobnicate"));
}

/// Returns the findings of a head against five base sessions, with additional methods in each launch.
fn with_methods(base: &str, head: &str) -> Vec<serde_json::Value> {
    let folder = Folder::new();
    let add =
        |records: String, more: &str| records.replace("\"methods\":[", &format!("\"methods\":[{more},"));
    let sessions: String = ["a", "b", "c", "d", "e"]
        .iter()
        .zip(1..)
        .map(|(name, seed)| Session::new(name, 100 * seed).records())
        .collect();
    folder.write("base.jsonl", &if base.is_empty() { sessions } else { add(sessions, base) });
    folder.write("head.jsonl", &add(Session::new("head", 21).records(), head));
    let (exit, out, err) = folder.run(&["check", "head.jsonl", "--base", "base.jsonl", "--format", "json"]);
    assert_eq!(exit, Exit::Regressed, "{err}");
    let verdict: serde_json::Value = serde_json::from_str(&out).unwrap();
    verdict["findings"].as_array().unwrap().clone()
}

fn told(findings: &[serde_json::Value]) -> Vec<(&str, &str, Vec<&str>)> {
    findings
        .iter()
        .map(|finding| {
            let holds =
                finding["holds"].as_array().map(|all| all.iter().filter_map(|one| one.as_str()).collect());
            (finding["kind"].as_str().unwrap(), finding["name"].as_str().unwrap(), holds.unwrap_or_default())
        })
        .collect()
}

#[test]
fn all_methods_of_a_new_module_are_one_finding_without_a_percentage() {
    let method = |name: &str| {
        format!(r#"{{"name":"-[NewKit {name}]","module":"NewKit","calls":1,"self_ns":2e6,"total_ns":2e6}}"#)
    };
    let findings = with_methods("", &["a", "b", "c"].map(method).join(","));
    let holds = vec!["-[NewKit a]", "-[NewKit b]", "-[NewKit c]"];
    assert_eq!(told(&findings), [("new-module", "module NewKit", holds)]);
    assert!(
        findings[0]["ratio"].is_null() && findings[0]["base"]["value"].as_f64().unwrap() < 1.0,
        "{}",
        findings[0]
    );
}

#[test]
fn a_call_subtree_that_is_called_more_often_is_one_finding_of_its_top_method() {
    let subtree = |times: u64| {
        let method = |name: &str, calls: u64, path: &str| {
            let (calls, cost) = (calls * times, calls * times * 100_000);
            format!(
                r#"{{"name":"-[Tree {name}]","module":"Tree","calls":{calls},"self_ns":{cost},"total_ns":{cost},"path":[{path}]}}"#
            )
        };
        [
            method("top", 10, r#""-[Root go]""#),
            method("middle", 20, r#""-[Root go]","-[Tree top]""#),
            method("leaf", 40, r#""-[Root go]","-[Tree top]","-[Tree middle]""#),
        ]
        .join(",")
    };
    let findings = with_methods(&subtree(1), &subtree(3));
    let mut told = told(&findings);
    told[0].2.sort_unstable();
    assert_eq!(told, [("calls", "-[Tree top]", vec!["-[Tree leaf]", "-[Tree middle]"])]);
}

/// Every fifth launch is slow for a reason outside the method, so the launch time as a whole shows no growth.
#[test]
fn a_method_that_is_slow_in_half_of_the_launches_is_found() {
    let folder = Folder::new();
    let records = |name: &str, day: u64, added: f64| {
        let app =
            App { launches: 10, recorded: 1_700_000_000_000 + 86_400_000 * day, ..App::new(name, 100 + day) };
        app.records(|made, launch| {
            if launch.is_multiple_of(5) {
                made.methods.iter_mut().for_each(|part| part.self_ns *= 1.2);
            }
            if launch.is_multiple_of(2) {
                made.method("-[Class4 work]").self_ns += added;
            }
        })
    };
    let days: String = (0..6).map(|day| records(&format!("day{day}"), day, 0.0)).collect();
    folder.write("base.jsonl", &days);
    for (added, expected) in [(0.0, None), (30e6, Some("-[Class4 work]"))] {
        folder.write("head.jsonl", &records("head", 7, added));
        let args = ["check", "head.jsonl", "--base", "base.jsonl", "--format", "json"];
        let (exit, out, err) = folder.run(&args);
        assert_eq!(exit, if expected.is_some() { Exit::Regressed } else { Exit::Pass }, "{out}{err}");
        let verdict: Value = serde_json::from_str(&out).unwrap();
        let slow = verdict["findings"].as_array().unwrap();
        assert_eq!(slow.len(), usize::from(expected.is_some()), "{slow:?}");
        let Some(name) = expected else { continue };
        assert_eq!((slow[0]["kind"].as_str(), slow[0]["name"].as_str()), (Some("slow-launches"), Some(name)));
        let (_, text, _) = folder.run(&["check", "head.jsonl", "--base", "base.jsonl"]);
        let told = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains("in 5 of 10 launches, and in none of the 60 of the base"), "{text}");
        assert!(slow[0]["module"] == "Module0", "{slow:?}");
    }
    // An accepted finding does not block a pass.
    let accept = ["baseline", "accept", "-[Class4 work]", "--up-to", "+900%", "--until", "9999-01-01"];
    let (exit, _, err) = folder.run(&[&accept[..], &["--reason", "by design", "--owner", "@o"]].concat());
    assert_eq!(exit, Exit::Pass, "{err}");
    let (exit, out, err) = folder.run(&["check", "head.jsonl", "--base", "base.jsonl"]);
    assert_eq!(exit, Exit::Pass, "{out}{err}");
}
