//! `gate check` from launch records to exit code, on launches generated from a seed.

#![expect(clippy::unwrap_used, reason = "a test's own files")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use gate::cli::{Exit, run};
use serde_json::Value;

/// A session of launches of an app with 60 methods in three modules.
struct Session {
    name: &'static str,
    seed: u64,
    launches: u64,
    model: &'static str,
    /// What one method's cost and calls are multiplied with.
    slower: Option<(usize, f64, f64)>,
    /// What all of `-[Class7 method]` costs is spent by `-[Class8 method]` instead.
    moved: bool,
    /// Spent outside Objective-C besides.
    outside_ns: f64,
}

impl Session {
    fn new(name: &'static str, seed: u64) -> Session {
        Session { name, seed, launches: 12, model: "iPhone15,2", slower: None, moved: false, outside_ns: 0.0 }
    }

    fn records(&self) -> String {
        let mut random = self.seed;
        // Twelve uniform numbers add up to something close enough to a normal one.
        let mut normal = move || {
            (0..12)
                .map(|_| {
                    random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    (random >> 11) as f64 / (1u64 << 53) as f64
                })
                .sum::<f64>()
                - 6.0
        };
        let mut out = String::new();
        for launch in 1..=self.launches {
            let mut methods = Vec::new();
            let mut sum = 0.0;
            for method in 0..60 {
                let mut cost = 1e6 * (1 + method % 7) as f64 * (1.0 + 0.01 * normal());
                let mut calls = 4.0;
                if let Some((slow, cost_factor, calls_factor)) = self.slower
                    && slow == method
                {
                    cost *= cost_factor;
                    calls *= calls_factor;
                }
                if self.moved && method == 7 {
                    cost *= 0.5;
                }
                if self.moved && method == 8 {
                    cost += 0.5e6;
                }
                sum += cost;
                methods.push(format!(
                    r#"{{"name":"-[Class{method} method]","module":"Module{}","calls":{calls},"self_ns":{cost},"total_ns":{cost}}}"#,
                    method % 3
                ));
            }
            let end = sum + (50e6 + self.outside_ns) * (1.0 + 0.01 * normal());
            let _ = writeln!(
                out,
                r#"{{"format":"launchgate.launch/1","session":"{}","launch":{launch},"device":{{"model":"{}","os":"17.5"}},"app":{{"bundle":"com.example.shop","build":"1"}},"agent":{{"version":"1","settings":"s"}},"marks":{{"first_frame_ns":{end}}},"methods":[{}]}}"#,
                self.name,
                self.model,
                methods.join(",")
            );
        }
        out
    }
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    fn write(&self, name: &str, content: &str) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, content).unwrap();
        path
    }

    fn gate(&self, args: &[&str]) -> (Exit, String, String) {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let config = self.write("config.toml", "");
        let mut all = vec!["gate".into()];
        all.extend(args.iter().map(|arg| {
            let file = self.0.path().join(arg);
            if file.exists() { file.into_os_string() } else { arg.into() }
        }));
        if args.first() == Some(&"check") {
            all.extend(["--config".into(), config.into_os_string()]);
        }
        let exit = run(all, &mut out, &mut err);
        (exit, String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap())
    }

    /// Five base sessions and the one to be judged.
    fn check(&self, head: &Session) -> (Exit, Value) {
        let names = ["a", "b", "c", "d", "e"];
        let base: String =
            names.iter().zip(1..).map(|(name, seed)| Session::new(name, 100 * seed).records()).collect();
        self.write("base.jsonl", &base);
        self.write("head.jsonl", &head.records());
        let (exit, out, err) =
            self.gate(&["check", "head.jsonl", "--base", "base.jsonl", "--format", "json"]);
        let verdict = serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}\n{out}\n{err}"));
        (exit, verdict)
    }
}

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
    assert_eq!((&found["method"], &found["module"]), (&"-[Class4 method]".into(), &"Module1".into()));
    assert_eq!(found["kind"], "slower");
    assert!((found["ratio"].as_f64().unwrap() - 1.3).abs() < 0.03, "{found}");
    assert_eq!(verdict["findings"].as_array().unwrap().len(), 1, "{verdict}");
}

#[test]
fn more_calls_are_told_from_dearer_calls() {
    let (_, verdict) =
        Folder::new().check(&Session { slower: Some((4, 2.0, 2.0)), ..Session::new("head", 8) });
    let found = &verdict["findings"][0];
    assert_eq!(found["kind"], "calls", "{verdict}");
    assert_eq!((&found["calls_before"], &found["calls_after"]), (&4.0.into(), &8.0.into()));
}

#[test]
fn cost_that_moved_fails_nothing() {
    let (exit, verdict) = Folder::new().check(&Session { moved: true, ..Session::new("head", 11) });
    assert_ne!(exit, Exit::Regressed, "{verdict}");
    let found = &verdict["findings"][0];
    assert_eq!(found["kind"], "moved", "{verdict}");
    assert_eq!(found["method"], "-[Class8 method]");
    assert_eq!(found["moved_from"], "-[Class7 method]");
}

#[test]
fn slowness_outside_objective_c_is_seen() {
    let (exit, verdict) = Folder::new().check(&Session { outside_ns: 10e6, ..Session::new("head", 12) });
    assert_eq!(exit, Exit::Regressed, "{verdict}");
    assert_eq!(verdict["findings"][0]["kind"], "phase", "{verdict}");
}

#[test]
fn another_device_is_incomparable_and_named() {
    let (exit, verdict) = Folder::new().check(&Session { model: "iPhone16,1", ..Session::new("head", 13) });
    assert_eq!(exit, Exit::Incomparable);
    assert_eq!(verdict["verdict"], "incomparable");
    assert_eq!(verdict["differences"][0]["condition"], "device model");
    assert_eq!(verdict["differences"][0]["after"][0], "iPhone16,1");
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
    let first = folder.gate(&args);
    assert_eq!(first, folder.gate(&args));
    assert_eq!(first.0, Exit::Regressed);
    assert!(first.1.starts_with("REGRESSED: 1 finding: the launch takes "), "{}", first.1);
    assert!(first.1.lines().all(|line| line.chars().count() <= 80), "{}", first.1);
    let (_, json, _) = folder.gate(&["check", "head.jsonl", "--base", "base.jsonl", "--format", "json"]);
    assert_eq!(std::fs::read_to_string(folder.0.path().join("verdict.json")).unwrap(), json);
}

#[test]
fn what_cannot_be_used_is_one_error_and_exit_1() {
    let folder = Folder::new();
    folder.write("half.jsonl", &Session::new("a", 1).records()[..900]);
    folder.write("good.jsonl", &Session::new("a", 1).records());
    folder.write("empty.jsonl", "");
    let cases: [(&[&str], &str); 7] = [
        (&["check", "half.jsonl", "--base", "good.jsonl"], "half.jsonl:1: "),
        (&["check", "empty.jsonl", "--base", "good.jsonl"], "empty.jsonl: no launches"),
        (&["check", "nowhere.jsonl", "--base", "good.jsonl"], "nowhere.jsonl"),
        (&["check", "good.jsonl"], "give --base"),
        (&["check", "good.jsonl", "--base", "good.jsonl", "--set", "gate.flor=1ns"], "floor"),
        (
            &["check", "good.jsonl", "--base", "good.jsonl", "--out", "json=/nowhere/at/all"],
            "/nowhere/at/all",
        ),
        (&["check", "--frobnicate"], "--frobnicate"),
    ];
    for (args, expected) in cases {
        let (exit, out, err) = folder.gate(args);
        assert_eq!(exit, Exit::Error, "{args:?}");
        assert!(err.contains(expected), "{args:?}: {err}");
        assert_eq!(out, "", "{args:?}");
    }
}

#[test]
fn help_and_version_are_no_errors() {
    for args in [["--help"], ["--version"]] {
        let (exit, out, err) = Folder::new().gate(&args);
        assert_eq!((exit, err.as_str()), (Exit::Pass, ""));
        assert!(out.contains("gate"));
    }
}

#[test]
fn names_cannot_drive_the_terminal() {
    let folder = Folder::new();
    let hostile = |session: Session| session.records().replace("Class4", "C\\u001b[2J\\u202e\\nlass4");
    let slower = Session { slower: Some((4, 1.5, 1.0)), ..Session::new("head", 7) };
    folder.write("base.jsonl", &(hostile(Session::new("a", 1)) + &hostile(Session::new("b", 2))));
    folder.write("head.jsonl", &hostile(slower));
    let (_, out, _) = folder.gate(&["check", "head.jsonl", "--base", "base.jsonl"]);
    assert!(out.contains("C\\u{1b}[2J\\u{202e}"), "{out}");
    assert!(out.chars().all(|c| c == '\n' || !c.is_control()), "{out}");
}

#[test]
fn the_program_itself_answers_with_its_codes() {
    let gate = Path::new(env!("CARGO_BIN_EXE_gate"));
    let status = std::process::Command::new(gate).arg("frobnicate").output().unwrap();
    assert_eq!(status.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&status.stderr).contains("frobnicate"));
}
