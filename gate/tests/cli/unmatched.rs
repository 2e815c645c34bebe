//! Tests that settings without a match lead to a warning in the report, and with `--strict` to an error.

use gate::cli::Exit;

use crate::common::session::{Folder, Session};
use crate::common::{GATE, gate};

#[test]
fn settings_that_match_no_launch_data_are_reported_and_refused_with_strict() {
    let cases = [
        ("[[budget]]\nmark = \"mian\"\nlimit = \"1us\"\n", "[[budget]] mark = \"mian\" matches nothing"),
        ("[[budget]]\nmodule = \"Modul1\"\nlimit = \"1us\"\n", "(did you mean \"Module1\"?)"),
        (
            "[[budget]]\nphase = \"main..did_finish\"\nlimit = \"1us\"\n",
            "[[budget]] phase = \"main..did_finish\"",
        ),
        (
            "[[budget]]\nmethod = \"-[Nope x]\"\nlimit = \"1us\"\n",
            "[[budget]] method = \"-[Nope x]\" matches nothing",
        ),
        ("[[budget]]\npage = \"NopeVC\"\nlimit = \"1us\"\n", "[[budget]] page = \"NopeVC\" matches nothing"),
        (
            "[[override]]\nmethods = [\"-[Nope *]\"]\ncritical = true\n",
            "[[override]] methods = [\"-[Nope *]\"] matches nothing",
        ),
        (
            "[[module]]\nname = \"Nope\"\nclasses = [\"Nope*\"]\n",
            "[[module]] name = \"Nope\" matches no method",
        ),
    ];
    for (settings, expected) in cases {
        let folder = Folder::new();
        folder.write("base.jsonl", &Session::new("base", 1).records());
        folder.write("head.jsonl", &Session::new("head", 2).records());
        folder.write("config.toml", settings);
        let check = ["check", "head.jsonl", "--base", "base.jsonl", "--config", "config.toml"];
        let (exit, out, err) = folder.plain(&check);
        assert_ne!(exit, Exit::Error, "{settings}: {err}");
        let unwrapped = out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(unwrapped.contains(expected), "{settings}: {out}{err}");
        let (exit, out, err) = folder.plain(&[&check[..], &["--strict"]].concat());
        assert_eq!((exit, out.as_str()), (Exit::Error, ""), "{settings}");
        assert!(err.contains("--strict: ") && err.contains(expected), "{settings}: {err}");
    }
}

#[test]
fn settings_that_match_launch_data_are_not_reported() {
    let folder = Folder::new();
    folder.write("base.jsonl", &Session::new("base", 1).records());
    folder.write("head.jsonl", &Session::new("head", 2).records());
    let settings = "[[budget]]\nmethod = \"-[Class4 *]\"\nlimit = \"100s\"\n[[budget]]\nmark = \"mian\"\nlimit = \"1s\"\nscenario = \"other\"\n[[scenario]]\nname = \"other\"\n[[override]]\nmethods = [\"-[Class4 *]\"]\nadvisory = true\n[[module]]\nname = \"Nope\"\nclasses = [\"Nope*\"]\noptional = true\n";
    folder.write("config.toml", settings);
    let (exit, out, err) =
        folder.plain(&["check", "head.jsonl", "--base", "base.jsonl", "--strict", "--config", "config.toml"]);
    assert_ne!(exit, Exit::Error, "{out}{err}");
    assert!(!out.contains("matches nothing") && !out.contains("matches no method"), "{out}");
}

/// The settings of the demo are an example. All patterns of these settings match parts of the sample app.
#[test]
fn the_settings_of_the_sample_app_match_its_launches() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let path = |name: &str| format!("{root}/{name}");
    let (runs, config) = (path("gate/tests/docs/project/launches"), path("tests/app/config.toml"));
    let (_, out, err) =
        gate(["check", &runs, "--config", &config, "--baseline", &path("baselines"), "--strict"]);
    assert!(out.contains("Kit") && out.contains("compared with"), "{out}{err}");
    assert!(!out.contains("matches no") && !err.contains("matches no"), "{out}{err}");
}

/// A budget for a device without launches is not an error even with `--strict`, since a different job may
/// measure on that device.
#[test]
fn a_budget_for_a_device_without_launches_is_reported_but_not_refused() {
    for (device, other, is_said) in [
        ("iPhone99,*", "", true),
        ("iPhone99,*", "[[budget]]\nlaunch = true\nlimit = \"99s\"\n", false),
        ("*", "", false),
    ] {
        let folder = Folder::new();
        folder.write("base.jsonl", &Session::new("base", 1).records());
        folder.write("head.jsonl", &Session::new("head", 2).records());
        let budget = format!("[[budget]]\nlaunch = true\nlimit = \"99s\"\ndevice = {device:?}\n");
        folder.write("config.toml", &(budget + other));
        let check = ["check", "head.jsonl", "--base", "base.jsonl", "--strict", "--config", "config.toml"];
        let (exit, out, err) = folder.plain(&check);
        assert_ne!(exit, Exit::Error, "{err}");
        let unwrapped = out.split_whitespace().collect::<Vec<_>>().join(" ");
        let line = "[[budget]] device = \"iPhone99,*\" limits nothing here: these launches ran on ";
        assert_eq!(unwrapped.contains(line), is_said, "{device} {other}: {out}{err}");
    }
}

#[test]
fn a_baseline_that_does_not_exist_is_an_error() {
    let folder = Folder::new();
    folder.write("head.jsonl", &Session::new("head", 2).records());
    let (exit, _, err) = folder.run(&["check", "head.jsonl", "--baseline", "nowhere"]);
    assert_eq!(exit, Exit::Error, "{err}");
    assert!(err.contains("baseline folder nowhere not found"), "{err}");
}

#[test]
fn a_config_file_of_another_tool_is_reported_and_not_used() {
    let folder = Folder::new();
    folder.write("base.jsonl", &Session::new("base", 1).records());
    folder.write("head.jsonl", &Session::new("head", 2).records());
    folder.write("config.toml", "baseURL = \"https://example.com\"\n[params]\nx = 1\n");
    let check = || {
        let mut gate = std::process::Command::new(GATE);
        gate.args(["check", "head.jsonl", "--base", "base.jsonl"]).current_dir(folder.0.path());
        let output = gate.output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, err) = check();
    assert_eq!(code, Some(1));
    assert!(err.contains("belongs to another tool; put the gate's settings into launchgate.toml"), "{err}");
    folder.write("launchgate.toml", "[[budget]]\nlaunch = true\nlimit = \"1us\"\n");
    assert_eq!(check().0, Some(2), "launchgate.toml is read: the budget is exceeded");
}

#[test]
fn each_mistake_in_the_settings_is_reported_on_its_own_line() {
    let folder = Folder::new();
    folder.write("head.jsonl", &Session::new("head", 2).records());
    folder.write("config.toml", "[gate]\nx = 1\ny = 2\n");
    let (_, _, err) = folder.plain(&["check", "head.jsonl", "--config", "config.toml"]);
    assert!(!err.contains("\\u{a}") && err.lines().count() == 2, "{err}");
}
