//! Tests that every kind of bad input gives one clear error or one specific warning. The command then ends with the documented exit code,
//! and writes no file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use gate::cli::Exit;

use crate::common::session::{Folder, Session};

/// Returns all files below a folder with their contents.
fn snapshot(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else {
                files.insert(path.clone(), std::fs::read(&path).unwrap());
            }
        }
    }
    files
}

struct Case {
    name: &'static str,
    input: Vec<u8>,
    exit: Exit,
    /// A part of the error's text or, if the input can be used, of the warning's text.
    says: &'static str,
}

fn good() -> String {
    Session::new("head", 9001).records()
}

/// Returns a good input in which only the first record is changed.
fn first(from: &str, to: &str) -> Vec<u8> {
    let text = good();
    assert!(text.contains(from), "{from}");
    text.replacen(from, to, 1).into_bytes()
}

fn cases() -> Vec<Case> {
    let case = |name, input: Vec<u8>, exit, says| Case { name, input, exit, says };
    let error = |name, input, says| case(name, input, Exit::Error, says);
    let fine = |name, input, says| case(name, input, Exit::Pass, says);
    // The check of such an input must fail, because the input contains a method that the base never called.
    let new = |name, input, says| case(name, input, Exit::Regressed, says);
    let text = good();
    let lines: Vec<&str> = text.lines().collect();
    let twice = format!("{text}{}\n", lines[0]);
    let backwards = text.replacen("\"marks\":{", "\"marks\":{\"agent_start_ns\":-5,", 1);
    let gzip = [&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0][..], b"no deflate stream"].concat();
    let zstd = [&[0x28, 0xb5, 0x2f, 0xfd][..], b"not a frame"].concat();
    let every = |name: &str| text.replace("-[Class4 method]", name).into_bytes();
    let unsure = |name, input, says| case(name, input, Exit::Undecided, says);
    vec![
        error("empty", vec![], "no launches in it"),
        error("blank lines", b"\n\n".to_vec(), "no launches in it"),
        error("truncated", text.as_bytes()[..900].to_vec(), ":1: "),
        error("truncated later", text.as_bytes()[..text.len() - 50].to_vec(), ":12: "),
        error("corrupt", first("\"methods\":[", "\"methods\":[[[["), ":1: "),
        error("not JSON at all", b"\x00\x01\x02\xff\xfe garbage".to_vec(), "neither a trace"),
        error("corrupt gzip", gzip, "head.jsonl"),
        error("corrupt zstd", zstd, "head.jsonl"),
        error("cut trace", b"LGTRACE\0\x01\x00".to_vec(), "head.jsonl"),
        error("not UTF-8", [text.as_bytes(), b"{\"format\":\"\xff\"}\n"].concat(), ":13: "),
        error("no number", first("\"calls\":4", "\"calls\":NaN"), ":1: "),
        error("infinite", first("\"calls\":4", "\"calls\":1e999"), ":1: "),
        error("negative calls", first("\"calls\":4", "\"calls\":-4"), ":1: "),
        error("negative cost", first("\"self_ns\":", "\"self_ns\":-"), ":1: "),
        error("a text for a number", first("\"calls\":4", "\"calls\":\"4\""), ":1: "),
        error("no methods", first("\"methods\":", "\"methods_\":"), "methods"),
        error("no session", first("\"session\":\"head\"", "\"session\":\"\""), "session"),
        error("newer format", first("launchgate.launch/1", "launchgate.launch/2"), "launchgate.launch/2"),
        error("an empty name", first("-[Class4 method]", ""), "has no name"),
        fine("launch twice", twice.into_bytes(), "used once"),
        fine("clock backwards", backwards.into_bytes(), "the clock ran backwards"),
        error(
            "every clock backwards",
            text.replace("\"marks\":{", "\"marks\":{\"agent_start_ns\":-5,").into_bytes(),
            "the clock ran backwards",
        ),
        fine("unknown fields", first("\"session\":", "\"colour\":\"red\",\"session\":"), "colour"),
        fine(
            "no room in the recorder",
            first("\"methods\":", "\"dropped\":{\"calls\":3},\"methods\":"),
            "memory was full",
        ),
        unsure(
            "all with a debugger",
            text.replace("\"marks\":{", "\"state\":{\"debugged\":true},\"marks\":{").into_bytes(),
            "0 usable launches, but at least 5 are needed; left out: 12 × debugger",
        ),
        unsure("too few", lines[..3].join("\n").into_bytes(), "at least 5 are needed"),
        case(
            "another device",
            text.replace("iPhone15,2", "iPhone99,9").into_bytes(),
            Exit::Incomparable,
            "iPhone99,9",
        ),
        case("another system", text.replace("17.5", "18.0").into_bytes(), Exit::Incomparable, "device OS"),
        new("quotes", every("-[A \\\"q\\\" 'x' `y` & <script>alert(1)</script>]"), ""),
        new("line breaks", every("-[A\\nb\\r\\n\\tc]"), ""),
        new("escapes of a terminal", every("-[A \\u001b[2J\\u001b]0;x\\u0007 \\u009b31m]"), ""),
        new("right to left", every("-[A \\u202egnp.exe \\u2066x]"), ""),
        new("a name of a megabyte", every(&format!("-[A {}]", "x".repeat(1 << 20))), "were shortened"),
    ]
}

#[test]
fn unusable_launches_are_reported() {
    let folder = Folder::new();
    let names = ["a", "b", "c", "d", "e"];
    let base: String = names.iter().zip(1..).map(|(n, seed)| Session::new(n, 100 * seed).records()).collect();
    folder.write("base.jsonl", &base);
    folder.write("config.toml", "[gate]\nundecided = \"undecided\"\n");
    for Case { name, input, exit, says } in cases() {
        std::fs::write(folder.0.path().join("head.jsonl"), input).unwrap();
        let before = snapshot(folder.0.path());
        for args in [
            &["check", "head.jsonl", "--base", "base.jsonl"][..],
            &["check", "base.jsonl", "--base", "head.jsonl"],
        ] {
            if args[1] == "base.jsonl" && exit != Exit::Error {
                continue;
            }
            let (found, out, err) = folder.plain(&[args, &["--config", "config.toml"]].concat());
            let found = if found == Exit::Undecided && exit == Exit::Pass { Exit::Pass } else { found };
            assert_eq!(found, exit, "{name} {args:?}: {out}{err}");
            let told = format!("{out}{err}");
            let joined = told.replace("\n  ", " ").replace('\n', " ");
            assert!(joined.contains(says), "{name}: {told}");
            if exit == Exit::Error {
                assert_eq!(out, "", "{name}");
                assert!(err.starts_with("error: ") && err.trim_end().lines().count() == 1, "{name}: {err}");
                assert!(err.contains("head.jsonl"), "{name}: {err}");
            }
            assert!(told.chars().all(|c| c == '\n' || !c.is_control()), "{name}: {told:?}");
            assert!(!told.contains(['\u{202e}', '\u{2066}']), "{name}");
            assert!(told.len() < 200_000, "{name}: {} bytes", told.len());
        }
        if exit == Exit::Error {
            let (found, _, err) = folder.gate_with("config.toml", &["baseline", "update", "head.jsonl"]);
            assert_eq!(found, Exit::Error, "{name}: {err}");
        }
        assert!(snapshot(folder.0.path()) == before, "{name}: something was written");
    }
}

impl Folder {
    fn gate_with(&self, config: &str, args: &[&str]) -> (Exit, String, String) {
        self.plain(&[args, &["--config", config]].concat())
    }
}

#[test]
fn names_with_control_characters_are_stored_unchanged() {
    for Case { name, input, exit, .. } in cases() {
        if exit != Exit::Pass {
            continue;
        }
        let folder = Folder::new();
        std::fs::write(folder.0.path().join("run.jsonl"), input).unwrap();
        let (exit, _, err) = folder.run(&["baseline", "update", "run.jsonl"]);
        assert_eq!(exit, Exit::Pass, "{name}: {err}");
        assert_eq!(folder.run(&["baseline", "verify"]).0, Exit::Pass, "{name}");
        let (exit, out, _) = folder.run(&["baseline", "show"]);
        assert!(exit == Exit::Pass && out.chars().all(|c| c == '\n' || !c.is_control()), "{name}: {out:?}");
    }
}

#[test]
fn unusable_baselines_are_reported() {
    let filled = || {
        let folder = Folder::new();
        for (name, seed) in ["a", "b"].into_iter().zip(1..) {
            folder.write("run.jsonl", &Session::new(name, 100 * seed).records());
            assert_eq!(folder.run(&["baseline", "update", "run.jsonl"]).0, Exit::Pass);
        }
        folder.write("run.jsonl", &good());
        folder
    };
    type Damage = fn(&Path);
    fn change(path: &Path, change: impl Fn(String) -> String) {
        let text = std::fs::read_to_string(path).unwrap();
        std::fs::write(path, change(text)).unwrap();
    }
    let damages: [(&str, Damage, &str); 8] = [
        (
            "conflict",
            |p| change(&p.join("b.tsv"), |t| format!("<<<<<<< a\n{t}=======\n{t}>>>>>>> b\n")),
            "conflict marker",
        ),
        ("newer", |p| change(&p.join("b.tsv"), |t| t.replacen("baseline/1", "baseline/9", 1)), "newer than"),
        ("cut", |p| change(&p.join("b.tsv"), |t| t[..t.len() / 2].to_owned()), "b.tsv:"),
        ("edited", |p| change(&p.join("b.tsv"), |t| t.replacen("17.5", "17.6", 1)), "changed or damaged"),
        ("renamed", |p| std::fs::rename(p.join("b.tsv"), p.join("c.tsv")).unwrap(), "belongs to"),
        (
            "of another device",
            |p| {
                let other = p.with_file_name("iPhone99,9");
                std::fs::create_dir(&other).unwrap();
                std::fs::rename(p.join("b.tsv"), other.join("b.tsv")).unwrap();
            },
            "belongs to",
        ),
        (
            "anchor of nobody",
            |p| std::fs::write(p.join("anchor"), "launchgate.anchor/1\nsession\tz\n").unwrap(),
            "anchor",
        ),
        (
            "anchor in conflict",
            |p| std::fs::write(p.join("anchor"), "<<<<<<< a\n").unwrap(),
            "conflict marker",
        ),
    ];
    for (name, damage, says) in damages {
        let folder = filled();
        damage(&folder.0.path().join("baselines/com.example.shop/-/iPhone15,2"));
        folder.write("config.toml", "");
        let before = snapshot(folder.0.path());
        for args in
            [&["check", "run.jsonl"][..], &["baseline", "update", "run.jsonl"], &["baseline", "verify"]]
        {
            // A session in the folder of a different device affects only this device. The misplaced session is found when the store is
            // verified.
            if name == "of another device" && args[1] != "verify" {
                continue;
            }
            let (exit, _, err) = folder.run(args);
            assert_eq!(exit, Exit::Error, "{name} {args:?}: {err}");
            assert!(err.contains(says), "{name} {args:?}: {err}");
        }
        assert!(snapshot(folder.0.path()) == before, "{name}: something was written");
    }
    let folder = filled();
    folder.write("baselines/accepted.tsv", "launchgate.accepted/1\naccept\t-[A b]\tsoon\to\tr\n");
    let (exit, _, err) = folder.run(&["check", "run.jsonl"]);
    assert!(exit == Exit::Error && err.contains("accepted.tsv:2: expected a date"), "{err}");
}

#[test]
fn unusable_settings_are_reported() {
    let folder = Folder::new();
    folder.write("good.jsonl", &good());
    let cases = [
        (
            "[gate]\n\nflor = \"1us\"\n",
            "s.toml:3: unknown key in [gate]: \"flor\"; the nearest known one is \"floor\"",
        ),
        ("[gate]\nfloor = 3\n", "s.toml:2: gate.floor: expected a time with its unit"),
        ("[gate]\nalpha = 2\n", "s.toml:2: gate.alpha: expected a number between 0 and 1"),
        ("[gats]\n", "s.toml:1: unknown section \"gats\"; the nearest known one is \"gate\""),
        ("[gate\n", "s.toml:1: "),
        ("floor = \"1us\"\n", "s.toml:1: the key \"floor\" belongs in [gate]"),
        ("[[budget]]\nlimit = \"1s\"\n", "s.toml:1: "),
        (
            "[[override]]\nmethods = [\"x\"]\nuntil = \"2026-02-30\"\n",
            "s.toml:3: override.until: expected a date",
        ),
        (
            "[[scenario]]\nname = \"a\"\n[[scenario]]\nname = \"a\"\n",
            "s.toml:3: scenario \"a\" is defined twice",
        ),
        ("[[module]]\nname = \"a\"\nclases = [\"A*\"]\n", "s.toml:3: unknown key in [module]: \"clases\""),
        // Keys that only drivers know are also reported with their lines, even by a command that uses no
        // driver.
        (
            "[gate]\n\n[[driver]]\nname = \"tidevice\"\nlaunch.comand = []\n",
            "s.toml:3: driver \"tidevice\": unknown field `comand`",
        ),
        ("[[driver]]\nname = \"tidevice\"\n[[driver]]\nget = \"x\"\n", "s.toml:3: driver without a name"),
        ("driver = 1\n", "s.toml:1: expected tables that begin with [[driver]]"),
    ];
    for (settings, says) in cases {
        let config = folder.write("s.toml", settings).display().to_string();
        let (exit, out, err) =
            folder.plain(&["check", "good.jsonl", "--base", "good.jsonl", "--config", &config]);
        assert_eq!((exit, out.as_str()), (Exit::Error, ""), "{settings}");
        assert!(err.contains(says), "{settings}: {err}");
    }
    let sets = [
        ("gate.flor=1us", "the nearest known one is \"gate.floor\""),
        ("gate.floor", "expected KEY=VALUE"),
        ("gate.floor=1", "expected a time with its unit"),
        ("gate.alpha=nine", "expected a number between 0 and 1"),
        ("gate.threads=some", "\"main\", \"all\""),
    ];
    for (set, says) in sets {
        let args = ["check", "good.jsonl", "--base", "good.jsonl", "--set", set];
        let (exit, out, err) = folder.run(&args);
        assert_eq!((exit, out.as_str()), (Exit::Error, ""), "{set}");
        assert!(err.starts_with("error: --set") && err.contains(says), "{set}: {err}");
    }
}

#[test]
fn unusual_launches_have_the_documented_answer() {
    let folder = Folder::filled();
    let quiet = Session::new("head", 77).records();
    let check = |records: &str, more: &[&str]| {
        folder.write("run.jsonl", records);
        folder.run(&[&["check", "run.jsonl"], more].concat())
    };
    // Growth of costs that are near zero is no finding.
    let tiny = |value: &str, name: &'static str, seed: u64| {
        let method = format!(
            r#"{{"name":"-[Tiny method]","module":"Module1","calls":1,"self_ns":{value},"total_ns":{value}}},{{"name":"-[Class0"#
        );
        Session::new(name, seed).records().replace(r#"{"name":"-[Class0"#, &method)
    };
    folder.write("base.jsonl", &tiny("5e-324", "base", 78));
    let (exit, out, err) =
        check(&tiny("3e-310", "head", 77), &["--base", "base.jsonl", "--set", "gate.floor=0ns"]);
    assert!(matches!(exit, Exit::Pass | Exit::Undecided), "{out}{err}");
    // A launch without methods is one in which the recorder failed.
    let start = quiet.find(r#""methods":["#).unwrap();
    let empty: String = quiet
        .lines()
        .map(|line| line[..line.find(r#""methods":["#).unwrap()].to_owned() + "\"methods\":[]}\n")
        .collect();
    assert!(start > 0);
    assert_eq!(check(&empty, &[]).0, Exit::App);
    // A head from a different device has no baseline. If both base and head are given, their devices differ.
    let other = Session { model: "iPhone12,1", ..Session::new("head", 77) }.records();
    assert_eq!(check(&other, &[]).0, Exit::NoBaseline);
    folder.write("base.jsonl", &Session::new("base", 78).records());
    assert_eq!(check(&other, &["--base", "base.jsonl"]).0, Exit::Incomparable);
    let nowhere = quiet.replace(r#""device":{"model":"iPhone15,2","os":"17.5"},"#, "");
    assert_eq!(check(&nowhere, &["--base", "base.jsonl"]).0, Exit::Incomparable);
    let (exit, _, err) = check(&nowhere, &[]);
    assert_eq!(exit, Exit::NoBaseline, "{err}");
    // A report that cannot be written is an error.
    let (exit, _, err) = check(&quiet, &["--out", "json=/dev/full"]);
    assert_eq!(exit, Exit::Error, "{err}");
    assert!(err.contains("/dev/full"), "{err}");
}
