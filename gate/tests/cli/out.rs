//! Tests the files to which reports are written (permissions, devices, FIFOs and links), and when commands in a config.toml are run.

use std::fs;
use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _, symlink};
use std::path::Path;
use std::process::{Command, Output};

use crate::common::GATE;

const VERDICT: &str = r#"{"format":"launchgate.verdict/1","verdict":"pass","findings":[],"suspects":[],"reasons":[],"warnings":[],"wholes":[]}"#;

/// Runs `gate report verdict.json --out json=PATH` in a folder, with a umask.
fn report(folder: &Path, umask: &str, path: &str) -> Output {
    fs::write(folder.join("verdict.json"), VERDICT).unwrap();
    let script = "umask \"$1\" && exec \"$2\" report verdict.json --out \"json=$3\"";
    Command::new("sh").args(["-c", script, "sh", umask, GATE, path]).current_dir(folder).output().unwrap()
}

#[track_caller]
fn refused(output: &Output, part: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), said.lines().count()), (Some(1), 1), "{said}");
    assert!(said.contains(part) && said.contains("cannot write"), "{said}");
}

#[test]
fn reports_have_the_permissions_that_the_umask_leaves() {
    let folder = tempfile::tempdir().unwrap();
    for (umask, mode) in [("022", 0o644), ("027", 0o640), ("077", 0o600)] {
        assert!(report(folder.path(), umask, "report.json").status.success());
        let about = fs::metadata(folder.path().join("report.json")).unwrap();
        assert_eq!(about.permissions().mode() & 0o777, mode, "umask {umask}");
    }
    let names: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 2, "nothing is left beside it: {names:?}");
}

#[test]
fn a_report_can_be_written_to_a_device_or_a_fifo() {
    let folder = tempfile::tempdir().unwrap();
    let fifo = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let reader = {
        let fifo = fifo.clone();
        std::thread::spawn(move || fs::read_to_string(fifo).unwrap())
    };
    assert!(report(folder.path(), "022", "pipe").status.success());
    assert!(reader.join().unwrap().contains("launchgate.verdict/"));
    assert!(fs::symlink_metadata(&fifo).unwrap().file_type().is_fifo());
    assert!(report(folder.path(), "022", "/dev/null").status.success());
    assert!(fs::symlink_metadata("/dev/null").unwrap().file_type().is_char_device());
    // `/dev/stdout` is a symbolic link outside of a checkout, and its target is a pipe in this test.
    let output = report(folder.path(), "022", "/dev/stdout");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("launchgate.verdict/"));
}

#[test]
fn files_of_a_killed_process_are_removed_by_the_next_report() {
    let folder = tempfile::tempdir().unwrap();
    let left = folder.path().join(".launchgate-killed");
    fs::create_dir(&left).unwrap();
    fs::write(left.join(".owner"), "").unwrap();
    fs::write(left.join("whole"), "half of it").unwrap();
    assert!(report(folder.path(), "022", "report.json").status.success());
    assert!(!left.exists());
}

#[test]
fn a_fifo_is_read_if_its_path_is_given_and_skipped_if_it_is_in_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let fifo = folder.path().join("verdict.pipe");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let gate = |words: &[&str], path: &Path| {
        Command::new(GATE).args(words).arg(path).current_dir(folder.path()).output().unwrap()
    };
    let skipped = gate(&["look"], folder.path());
    let said = String::from_utf8_lossy(&skipped.stderr);
    assert!(said.contains("a device or FIFO; skipped"), "{said}");
    let of = |number: u64| {
        let launch =
            format!(r#""session":"s","launch":{number},"marks":{{"first_frame_ns":5e8}},"methods":[]"#);
        format!("{{\"format\":\"launchgate.launch/1\",{launch}}}\n")
    };
    let records: String = (1..=6).map(of).collect();
    let read = |words: &[&str]| {
        let (path, text) = (fifo.clone(), records.clone());
        let writer = std::thread::spawn(move || fs::write(path, text).unwrap());
        let read = gate(words, &fifo);
        writer.join().unwrap();
        read
    };
    for (words, exit) in [(&["check"][..], 4), (&["baseline", "update"], 0)] {
        let read = read(words);
        assert_eq!(read.status.code(), Some(exit), "{words:?} {}", String::from_utf8_lossy(&read.stderr));
    }
    let read = read(&["look"]);
    let shown = String::from_utf8_lossy(&read.stdout);
    assert!(
        read.status.success() && shown.contains("500"),
        "{shown}{}",
        String::from_utf8_lossy(&read.stderr)
    );
}

#[test]
fn reports_are_not_written_through_symbolic_links_of_a_checkout() {
    let folder = tempfile::tempdir().unwrap();
    let (checkout, outside) = (folder.path().join("checkout"), folder.path().join("outside"));
    fs::create_dir_all(checkout.join(".git")).unwrap();
    fs::create_dir(&outside).unwrap();
    let target = outside.join("target");
    fs::write(&target, "kept").unwrap();
    for (name, to) in [("file", &*target), ("folder", &*outside), ("null", Path::new("/dev/null"))] {
        symlink(to, checkout.join(name)).unwrap();
    }
    for path in ["file", "null", "folder/report.json", "folder/target"] {
        refused(&report(&checkout, "022", path), "is a symbolic link inside the checkout");
    }
    let below = checkout.join("below");
    fs::create_dir(&below).unwrap();
    refused(&report(&below, "022", "../folder/report.json"), "inside the checkout");
    let link = outside.join("link");
    symlink(&target, &link).unwrap();
    refused(&report(&checkout, "022", link.to_str().unwrap()), "it is a symbolic link; pass the file itself");
    assert_eq!(fs::read_to_string(&target).unwrap(), "kept");
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 2);
}

#[test]
fn commands_of_the_settings_are_run_only_if_they_are_trusted() {
    let folder = tempfile::tempdir().unwrap();
    let pwned = folder.path().join("pwned");
    let command = format!("{{ command = [\"/bin/sh\", \"-c\", \"touch {}\"] }}", pwned.display());
    let asked = format!("{}, answer = {{ pattern = \"(?P<udid>x)\" }} }}", command.trim_end_matches(" }"));
    let driver = |more: &str| {
        format!(
            "[[driver]]\nname = \"evil\"\nabout = \"a\"\nget = \"g\"\nversion = {command}\ndevices = {asked}\n{more}"
        )
    };
    fs::write(folder.path().join("config.toml"), driver("")).unwrap();
    fs::write(folder.path().join("base.toml"), "").unwrap();
    let run = |words: &[&str]| {
        Command::new(GATE)
            .args(words)
            .args(["--usbmuxd", "127.0.0.1:1"])
            .current_dir(folder.path())
            .env_clear()
            .env("CI", "true")
            .output()
            .unwrap()
    };
    for words in [&["devices"][..], &["doctor"]] {
        let output = run(words);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        let expected = "config.toml: its [[driver]] tables run commands on this machine: evil (devices, version); pass --trust-config";
        assert!(said.contains(expected), "{said}");
        // With `--drivers`, the gate uses the drivers in a copy of the base's settings, and not the drivers in the settings of the change.
        run(&[words, &["--drivers", "base.toml"]].concat());
        assert!(!pwned.exists());
    }
    run(&["devices", "--trust-config"]);
    assert!(pwned.exists(), "a driver that is trusted is asked");
}
