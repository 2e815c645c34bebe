//! Runs `gate run` and `gate check` with the real tools: five launches of Shop with the agent give a verdict.

use std::fs;
use std::path::{Path, PathBuf};

use e2e::lab::{Lab, gate, injected_shop};
use gate::cli::Exit;
use phone::build;

/// Writes a wrapper for the tool, which runs the tool unchanged and logs each process.
fn counting(lab: &Lab, name: &str, tools: &Path) -> PathBuf {
    let folder = lab.path("tools");
    fs::create_dir_all(&folder).unwrap();
    let program = tools.join(name);
    if program.exists() {
        let text = format!(
            "#!/bin/sh\necho \"$*\" >> '{}'\nexec '{}' \"$@\"\n",
            lab.path("asked").display(),
            program.display()
        );
        e2e::lab::program(&folder.join(name), &text).unwrap();
        return folder;
    }
    tools.to_owned()
}

/// Records five counted launches with a driver. Returns the result of `gate check`, with the same launches as
/// base.
fn five_launches(name: &str, version: &str) -> (Exit, String) {
    let lab = Lab::new(version).unwrap();
    let tools = build::workspace().join("target/tools").join(name).join("bin");
    let tools = counting(&lab, name, &tools);
    let home = lab.path("home");
    fs::create_dir_all(&home).unwrap();
    let settings = format!(
        "[[driver]]\nname = {name:?}\npath = [{:?}]\nenvironment = {{ HOME = {:?} }}\n",
        tools.display().to_string(),
        home.display().to_string()
    );
    let settings = lab.file("config.toml", settings.as_bytes()).unwrap().display().to_string();
    let (app, folder) = (injected_shop().display().to_string(), lab.path("run").display().to_string());
    let address = lab.address();
    let (exit, output, errors) = gate(&[
        "run",
        &app,
        "-o",
        &folder,
        "--usbmuxd",
        &address,
        "--config",
        &settings,
        "--trust-config",
        "--driver",
        name,
        "--launches",
        "5",
        "--rest",
        "0",
        "--set",
        "device.answer_timeout=300s",
    ]);
    assert_eq!(exit, Exit::Pass, "{name}: {output}{errors}");
    assert!(output.contains("5 launches in ") && output.contains(", 1 excluded: "), "{name}: {output}");
    assert!(lab.device.alive().is_empty(), "{name}: every launch was ended");
    if name == "tidevice" {
        // Each process of the tool takes a quarter of a second or more, so a launch uses only one process of
        // the tool. A request that fails on a busy machine is repeated with the same arguments.
        let asked = fs::read_to_string(lab.path("asked")).unwrap();
        let mut launches: Vec<&str> = asked.lines().skip_while(|line| !line.contains(" launch ")).collect();
        launches.dedup();
        println!("{{\"drive.tidevice.processes\": {}}}", launches.len() as f64 / 6.0);
        assert_eq!(launches.len(), 6, "{asked}");
    }
    let traces = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let traces: Vec<_> = traces.filter(|path| path.extension().is_some_and(|end| end == "lgtrace")).collect();
    assert_eq!(traces.len(), 6, "{name}: {traces:?}");
    for path in traces {
        assert!(trace::Reader::open(&fs::read(&path).unwrap()).is_ok(), "{name}: {}", path.display());
    }
    let (exit, output, errors) = gate(&["check", &folder, "--base", &folder, "--config", &settings]);
    (exit, output + &errors)
}

#[test]
fn five_launches_by_tidevice_are_recorded_and_give_a_verdict() {
    let (exit, output) = five_launches("tidevice", "16.4");
    assert_eq!(exit, Exit::Pass, "{output}");
}

#[test]
fn launches_by_libimobiledevice_are_compared_only_with_each_other() {
    // libimobiledevice attaches a debugger, so its launches are compared only with each other.
    let (exit, output) = five_launches("libimobiledevice", "16.4");
    println!("{{\"drive.libimobiledevice.verdict\": {}}}", u8::from(exit == Exit::Pass));
    assert_eq!(exit, Exit::Pass, "{output}");
    assert!(e2e::lab::in_one_line(&output).contains("5 launches (head) compared with 5"), "{output}");
}

#[test]
#[ignore = "pymobiledevice3 is large: `cargo xtask test --all-drivers` installs it"]
fn five_launches_by_pymobiledevice3_become_a_verdict() {
    for version in ["16.4", "17.5"] {
        let (exit, output) = five_launches("pymobiledevice3", version);
        assert_eq!(exit, Exit::Pass, "{version}: {output}");
    }
}

#[test]
#[ignore = "go-ios is large: `cargo xtask test --all-drivers` installs it"]
fn five_launches_by_go_ios_become_a_verdict() {
    let (exit, output) = five_launches("go-ios", "16.4");
    assert_eq!(exit, Exit::Pass, "{output}");
}
