//! Tests Ctrl-C during a run: a real signal is sent to a real process, and the run is then continued with `--resume`.
#![expect(clippy::unwrap_used, reason = "a test stops where its surroundings fail")]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use e2e::lab::{Lab, gate, injected_shop};
use gate::cli::Exit;
use gate_launches::ReadOptions;
use phone::device::{Event, named};

/// Environment variable that contains the arguments of the child process.
const WORDS: &str = "LAUNCHGATE_TEST_WORDS";

/// A time limit that is much longer than any step of the tests in this file takes.
const PATIENCE: Duration = Duration::from_secs(300);

#[test]
#[ignore = "the process that the tests here start"]
fn child() {
    let Ok(words) = std::env::var(WORDS) else { return };
    let words: Vec<&str> = words.split('\n').collect();
    let (exit, output, errors) = gate(&words);
    eprintln!("{output}{errors}");
    std::process::exit(exit as i32);
}

fn words(lab: &Lab, rest: &str) -> Vec<String> {
    let (app, folder) = (injected_shop().display().to_string(), lab.path("run").display().to_string());
    let fixed = [
        "run",
        &app,
        "-o",
        &folder,
        "--launches",
        "2",
        "--usbmuxd",
        &lab.address(),
        "--rest",
        rest,
        "--driver",
        "embedded",
    ];
    fixed.map(str::to_owned).into()
}

/// Starts `gate run` as a process.
fn start(words: &[String]) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "run_stopped::child", "--nocapture"])
        .env(WORDS, words.join("\n"))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

fn interrupt(child: &mut Child, signal: &str) -> Option<i32> {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    child.wait().unwrap().code()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

fn count(folder: &Path) -> usize {
    let read =
        gate_launches::read(&[folder.to_owned()], &ReadOptions { paths: false, ..ReadOptions::default() });
    read.unwrap().launches.iter().filter(|launch| !launch.state.first_after_install).count()
}

fn resume(lab: &Lab) {
    let mut words = words(lab, "0");
    words.push("--resume".to_owned());
    let (exit, output, errors) = gate(&words.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(exit, Exit::Pass, "{output}{errors}");
    assert_eq!(count(&lab.path("run")), 2);
    assert!(names(&lab.path("run")).iter().all(|name| !name.ends_with(".part")));
}

#[test]
fn an_interrupt_between_launches_keeps_the_recorded_launches() {
    let lab = Lab::new("16.4").unwrap();
    // The run waits for an hour after its first launch.
    let mut child = start(&words(&lab, "3600"));
    let ended = |event: &Event| matches!(event, Event::Ended { .. });
    assert!(lab.device.journal().wait(PATIENCE, ended).is_some());
    assert_eq!(interrupt(&mut child, "-INT"), Some(1));
    let folder = lab.path("run");
    let traces = names(&folder).iter().filter(|name| name.ends_with(".lgtrace")).count();
    assert_eq!((traces, names(&folder).len()), (1, 2), "a trace and the log");
    resume(&lab);
}

#[test]
fn an_interrupt_during_a_launch_ends_the_run_without_waiting_for_the_launch() {
    let lab = Lab::new("17.5").unwrap();
    lab.device.faults().add(named("launch-stall").unwrap());
    let mut child = start(&words(&lab, "0"));
    let struck = |event: &Event| matches!(event, Event::Fault { step: "launch", .. });
    assert!(lab.device.journal().wait(PATIENCE, struck).is_some());
    // HUP is the signal that a closed terminal sends.
    assert_eq!(interrupt(&mut child, "-HUP"), Some(1));
    assert_eq!(names(&lab.path("run")), ["run.jsonl"]);
    lab.device.faults().clear();
    resume(&lab);
}
