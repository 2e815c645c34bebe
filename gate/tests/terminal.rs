//! Tests the questions and the progress that a person at a terminal sees, using the program `script` as the terminal. If the output is a
//! pipe, no questions and no progress are shown.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::common::{GATE, traces};

/// Runs a shell line on a terminal and presses the given keys. Returns whether the line succeeded, and everything that the terminal showed.
fn on_a_terminal(folder: &Path, line: &str, keys: &str, environment: &[(&str, &str)]) -> (bool, String) {
    let mut script = Command::new("script");
    script.args(["--quiet", "--return", "--command", line, "/dev/null"]).current_dir(folder);
    for name in ["CI", "GITHUB_ACTIONS", "GITLAB_CI"] {
        script.env_remove(name);
    }
    script.env("TERM", "xterm-256color").env("NO_COLOR", "1").envs(environment.iter().copied());
    let mut running = script.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    // The input must stay open until the end, as on a terminal.
    let mut typed = running.stdin.take().unwrap();
    typed.write_all(keys.as_bytes()).unwrap();
    let output = running.wait_with_output().unwrap();
    drop(typed);
    (output.status.success(), String::from_utf8(output.stdout).unwrap().replace("\r\n", "\n"))
}

/// Writes a program that replaces the desktop's opener and logs the file that it should open.
fn desktop(folder: &Path) -> String {
    let programs = folder.join("programs");
    fs::create_dir(&programs).unwrap();
    let program = programs.join("xdg-open");
    let opened = folder.join("opened");
    fs::write(&program, format!("#!/bin/sh\necho \"$# $1\" >>'{}'\n", opened.display())).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    format!("{}:{}", programs.display(), std::env::var("PATH").unwrap())
}

fn launches(folder: &Path) -> PathBuf {
    let runs = folder.join("runs");
    fs::create_dir(&runs).unwrap();
    for number in 1..=3 {
        fs::write(runs.join(format!("{number}.lgtrace")), traces::launch("s", number, 9_000)).unwrap();
    }
    runs
}

#[test]
fn a_page_is_opened_in_a_browser_for_a_person_but_not_in_a_pipeline() {
    let folder = tempfile::tempdir().unwrap();
    let (place, path) = (folder.path(), desktop(folder.path()));
    launches(place);
    let opened = place.join("opened");
    // The command does not wait for the opener of the desktop, so the test keeps the terminal open until the opener has run.
    let look = |more: &str, environment: &[(&str, &str)], tenths: usize| {
        let wait = format!("for i in $(seq {tenths}); do test -s opened && break; sleep 0.1; done");
        let line = format!("'{GATE}' look runs {more} && {wait}");
        let (done, screen) = on_a_terminal(place, &line, "", &[&[("PATH", &*path)], environment].concat());
        assert!(done && screen.contains("reading the launches\n") && screen.contains("\nwrote "), "{screen}");
        let told = fs::read_to_string(&opened).unwrap_or_default();
        let _ = fs::remove_file(&opened);
        told
    };
    let page = place.canonicalize().unwrap().join("launch.html");
    assert_eq!(look("", &[], 100), format!("1 {}\n", page.display()));
    assert!(page.exists());
    // A file whose name looks like an option is opened as a file.
    let odd = page.with_file_name("-x.html");
    assert_eq!(look("--out=-x.html", &[], 100), format!("1 {}\n", odd.display()));
    assert_eq!(look("--no-open", &[], 5), "");
    assert_eq!(look("", &[("CI", "true")], 5), "");
    assert_eq!(look("", &[("GITLAB_CI", "true")], 5), "");
    // Output to a file is not opened.
    let (done, screen) =
        on_a_terminal(place, &format!("'{GATE}' look runs 2>said && sleep 0.5"), "", &[("PATH", &*path)]);
    assert!(done && !opened.exists(), "{screen}");

    // On a machine without a desktop, the command prints the name of the file.
    let (done, screen) = on_a_terminal(place, &format!("PATH=/nowhere '{GATE}' look runs"), "", &[]);
    assert!(done && screen.contains("open launch.html in a browser"), "{screen}");
}

/// Writes two apps in one repository, as XcodeGen describes them.
fn two_apps(folder: &Path) {
    let target = |name: &str| {
        format!(
            "T{name} = {{ isa = PBXNativeTarget; buildConfigurationList = L{name}; name = {name}; productType = \"com.apple.product-type.application\"; }};\n\
             L{name} = {{ isa = XCConfigurationList; buildConfigurations = ( R{name}, ); }};\n\
             R{name} = {{ isa = XCBuildConfiguration; buildSettings = {{ SDKROOT = iphoneos; PRODUCT_BUNDLE_IDENTIFIER = com.example.{name}; }}; name = Release; }};\n"
        )
    };
    let objects = [target("Atlas"), target("Shop")].concat();
    let text = format!(
        "// !$*UTF8*$!\n{{ objects = {{\n{objects}X0 = {{ isa = PBXProject; targets = ( TAtlas, TShop, ); }};\n}}; rootObject = X0; }}\n"
    );
    fs::create_dir(folder.join("Two.xcodeproj")).unwrap();
    fs::write(folder.join("Two.xcodeproj/project.pbxproj"), text).unwrap();
    for name in ["Atlas", "Shop"] {
        fs::create_dir(folder.join(name)).unwrap();
        fs::write(folder.join(name).join("main.swift"), "import UIKit\n").unwrap();
    }
}

#[test]
fn gate_init_asks_a_person_for_the_app_but_fails_in_a_pipeline() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path();
    two_apps(place);
    let init = format!("'{GATE}' init --on github");
    let (done, screen) = on_a_terminal(place, &init, "", &[("CI", "true")]);
    assert!(!done && screen.contains("found 2 apps: Atlas (Two.xcodeproj), Shop"), "{screen}");
    assert!(!screen.contains("Which app"), "{screen}");

    for (typed, told) in
        [("3\n", "\"3\""), ("0\n", "\"0\""), ("shop\n", "\"shop\""), ("1 3\n", "\"3\""), ("\n", "\"\"")]
    {
        let (done, screen) = on_a_terminal(place, &init, typed, &[]);
        let expected = format!("{told} is not a number in the list; nothing was written");
        assert!(!done && screen.contains(&expected), "{typed:?}: {screen}");
        assert!(!place.join("config.toml").exists());
    }
    let (done, screen) = on_a_terminal(place, &init, "2\n", &[]);
    assert!(done, "{screen}");
    assert!(
        screen.contains("Which app is measured?\n  1  Atlas (Two.xcodeproj)\n  2  Shop (Two.xcodeproj)\n"),
        "{screen}"
    );
    assert!(screen.contains("app: Shop, Shop.app (com.example.Shop)"), "{screen}");
    assert!(fs::read_to_string(place.join("config.toml")).unwrap().contains("Shop"));
    let (done, screen) = on_a_terminal(place, &format!("{init} --force"), "2 1\n", &[]);
    assert!(done, "{screen}");
    let workflow = fs::read_to_string(place.join(".github/workflows/launchgate.yml")).unwrap();
    assert!(workflow.contains("        app: [Shop, Atlas]\n"), "{workflow}");
}
