//! Recordings of other tools that are in public repositories are read, where they are available.

mod files;

use gate::cli::Exit;

use crate::common::gate;

#[test]
fn public_recordings_are_read() {
    let Some(folder) = files::folder() else {
        eprintln!("LAUNCHGATE_RECORDINGS names no folder: no public recording was read");
        return;
    };
    let wrong: Vec<String> = files::FILES
        .iter()
        .filter_map(|file| {
            let error = file.check(&folder)?.err()?;
            Some(format!("{} {} ({}): {error}", file.repository.0, file.path, file.format))
        })
        .collect();
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn each_recording_names_its_source_and_licence() {
    for file in files::FILES {
        let (repository, commit) = file.repository;
        assert!(repository.split('/').count() == 2 && commit.len() == 40, "{repository} {commit}");
        assert!(!file.licence.is_empty() && file.sha256.len() == 64, "{repository} {}", file.path);
    }
}

/// What a command says and how it ends.
fn said(args: &[&str]) -> (Exit, String) {
    let (exit, out, err) = gate(args);
    (exit, out + &err)
}

#[test]
fn help_names_each_tool() {
    for command in [&["check", "--help"][..], &["baseline", "update", "--help"]] {
        let (code, text) = said(command);
        assert_eq!(code, Exit::Pass);
        for name in ["XCTest", "Instruments", "AppleTrace", "--given"] {
            assert!(text.contains(name), "{name}: {text}");
        }
    }
}

#[test]
fn iterations_of_xctest_are_judged() {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let sample = include_str!("recordings/xctest.json");
    let write = |name: &str, from: f64| {
        let times: Vec<String> =
            (0..10).map(|at| format!("{}", from + f64::from(at * 7 % 10) / 1e3)).collect();
        let text =
            sample.replace("[1.9,2.0,2.4]", &format!("[{}]", times.join(","))).replace("[10.5,11,12]", "[]");
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap_or_else(|error| panic!("{error}"));
        path.display().to_string()
    };
    let (base, same, slower) =
        (write("base.json", 1.9), write("same.json", 1.9005), write("slower.json", 2.4));
    let given = ["--given", "app.bundle=com.example.shop", "--given", "device.os=26.0"];
    let check = |head: &str| said(&[&["check", head, "--base", &base][..], &given].concat());
    let (code, text) = check(&slower);
    assert_eq!(code, Exit::Regressed, "{text}");
    let (code, text) = check(&same);
    assert!(matches!(code, Exit::Pass | Exit::Undecided), "{code:?} {text}");
    // Another device is another thing.
    let other =
        [&["check", &slower, "--base", &base, "--given", "device.model=iPhone1,1"][..], &given].concat();
    assert_eq!(said(&other).0, Exit::Regressed);
    let store = folder.path().join("store").display().to_string();
    let (code, text) = said(&[&["baseline", "update", &base, "--baseline", &store][..], &given].concat());
    assert_eq!(code, Exit::Pass, "{text}");
    let (code, text) = said(&["check", &slower, "--given", "app.bundle"]);
    assert!(
        code == Exit::Error && text.contains("error: --given: expected KEY=VALUE, found \"app.bundle\""),
        "{text}"
    );
}
