//! `gate doctor --trial`: makes a few launches on a phone or in a simulator, and writes a file about them for the authors of `gate`, who
//! have no phone.
//!
//! Invariant: without `--names`, the file contains no name of an app, a method, an image, a device or a person.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use gate_config::Config;
use gate_device::{FailureKind, Patience, choose_driver};
use gate_launches::run_log::LogEntry;
use gate_launches::{Condition, Launch, Launches, ReadOptions, ThreadKind, WarningKind, read};
use gate_report::escape_for_display;
use serde_json::{Value, json};

use super::run::stop_on_interrupt;
use super::show::{EventDisplay, NextStep};
use super::{Exit, error_text};
use crate::app::{self, Route, RunRequest, write_whole};

/// The name of the file that a trial writes.
pub(super) const FILE: &str = "launchgate-trial.json";
pub(super) const FORMAT: &str = "launchgate.trial/1";

/// Launches the app, prints the result and writes the file.
pub(super) fn launch_trial(
    app: &Path,
    counting: Option<&Path>,
    on: Route<'_>,
    config: &Config,
    root: &Path,
    names: bool,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let folder = tempfile::tempdir().context("cannot create a temporary folder for the launches")?;
    let runs = folder.path().join("launches");
    let request = RunRequest::new(app, &runs, on.clone(), config, root, stop_on_interrupt());
    let request = RunRequest { launches: 3, rest: Duration::ZERO, ..request };
    let (mut results, mut complained) = (Vec::new(), Vec::new());
    let began = Instant::now();
    let done =
        app::run(&request, &mut EventDisplay::new(Some(&mut results), &mut complained, NextStep::Nothing));
    let seconds = began.elapsed().as_secs_f64();
    let exit = done.as_ref().map_or_else(Exit::from, |()| Exit::Pass);
    if let Err(error) = &done {
        complained.extend_from_slice(error_text(error).as_bytes());
    }
    let complaint = String::from_utf8_lossy(&complained).into_owned();
    let read = if runs.is_dir() {
        read(std::slice::from_ref(&runs), &ReadOptions { paths: false, ..ReadOptions::default() }).ok()
    } else {
        None
    };
    let log = std::fs::read_to_string(runs.join("run.jsonl")).unwrap_or_default();
    let file = PathBuf::from(FILE);
    let mut text = answers_json(
        &TrialResult { exit, seconds, complaint: &complaint, log: &log, read: read.as_ref() },
        names,
    );
    text["answers"]["counter hz"] = json!(counter_hz(&runs));
    text["answers"]["vm_protect"] = json!(find_refusal_code(&complaint));
    if on.driver != "simulator" {
        add_tunnel(&on, config, &mut text["answers"]);
    }
    if let Some(counting) = counting {
        let (started, refused) = start_counting(counting, &folder.path().join("counting"), on, config, root);
        text["answers"]["counting app started"] = started.into();
        text["answers"]["counting app refused"] = json!(refused);
    }
    write_whole(&file, &(serde_json::to_string_pretty(&text)? + "\n"))?;
    for (question, answer) in text["answers"].as_object().into_iter().flatten() {
        writeln!(out, "{:30} {}", escape_for_display(question), escape_for_display(&answer.to_string()))?;
    }
    writeln!(out, "wrote {FILE}; review it and attach it to an issue")?;
    if exit != Exit::Pass {
        writeln!(
            out,
            "the trial failed: {}",
            escape_for_display(complaint.lines().last().unwrap_or_default())
        )?;
    }
    Ok(exit)
}

/// Keeps a tunnel open for one and a half times the deadline of an answer, by default 30 s, and adds the number of times that the tunnel
/// broke. iOS 26.5 closes tunnels after some seconds.
fn add_tunnel(on: &Route<'_>, config: &Config, answers: &mut Value) {
    let patience = Patience::new(config.device.answer_timeout, stop_on_interrupt());
    let time = patience.answer * 3 / 2;
    let held = choose_driver(&on.tables, on.driver, on.udid, on.usbmuxd, &patience)
        .and_then(|mut chosen| chosen.driver.open(&chosen.device.udid)?.hold_tunnel(time));
    answers["tunnel seconds"] = json!(time.as_secs_f64());
    match held {
        Ok(breaks) => answers["tunnel breaks"] = json!(breaks),
        Err(failure) => answers["tunnel failure"] = json!(failure.kind.name()),
    }
}

/// Launches a counting app once. Returns whether the app started and wrote a trace, and the failures by kind.
fn start_counting(
    app: &Path,
    runs: &Path,
    on: Route<'_>,
    config: &Config,
    root: &Path,
) -> (bool, BTreeMap<String, u64>) {
    let request =
        RunRequest { launches: 1, ..RunRequest::new(app, runs, on, config, root, stop_on_interrupt()) };
    let (mut results, mut complained) = (Vec::new(), Vec::new());
    let done =
        app::run(&request, &mut EventDisplay::new(Some(&mut results), &mut complained, NextStep::Nothing));
    (done.is_ok(), lost_by_kind(&std::fs::read_to_string(runs.join("run.jsonl")).unwrap_or_default()))
}

struct TrialResult<'a> {
    exit: Exit,
    seconds: f64,
    complaint: &'a str,
    log: &'a str,
    read: Option<&'a Launches>,
}

fn answers_json(of: &TrialResult<'_>, names: bool) -> Value {
    let launches: &[Launch] = of.read.map_or(&[], |read| &read.launches);
    let header: Value =
        of.log.lines().next().and_then(|line| serde_json::from_str(line).ok()).unwrap_or_default();
    let refused = lost_by_kind(of.log);
    let class = |key: &str| header.get(key).cloned().unwrap_or_default();
    let mut file = json!({
        "format": FORMAT,
        "gate": env!("CARGO_PKG_VERSION"),
        "host": format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        "device": { "model": class("model"), "os": class("os"), "link": class("link"), "driver": class("driver") },
        "answers": {
            "exit code": of.exit as u8,
            "total seconds": (of.seconds * 10.0).round() / 10.0,
            "launches recorded": launches.len(),
            "launches lost": refused.values().sum::<u64>(),
            "refused": refused,
            "agent loaded": !launches.is_empty(),
            "agent loading method": launches.first().map(|launch| launch.conditions.value(Condition::AgentLoading).into_owned()),
            "agent stopped early": of.read.is_some_and(|read| read.warnings.iter().any(|one| matches!(one.kind, WarningKind::StoppedEarly { .. }))),
            "instructions recorded": launches.iter().any(|launch| launch.marks.iter().any(|mark| mark.counters.instructions.is_some())),
            "first frames": launches.iter().filter(|launch| launch.mark("first_frame").is_some()).count(),
        },
        "launches": launches.iter().map(|launch| launch_json(launch, of.read)).collect::<Vec<Value>>(),
    });
    if names {
        file["names"] =
            json!({ "app": class("app"), "udid": class("udid"), "said": of.complaint, "log": of.log });
    }
    file
}

/// Returns the frequency of the device's counter according to the traces in a folder, if all traces have the same frequency.
fn counter_hz(runs: &Path) -> Option<f64> {
    let files = std::fs::read_dir(runs).ok()?.filter_map(|entry| std::fs::read(entry.ok()?.path()).ok());
    let mut rates = files.filter_map(|file| {
        let timebase = trace::Reader::open(&file).ok()?.info.timebase;
        Some(1e9 * f64::from(timebase.denom) / f64::from(timebase.numer))
    });
    let first = rates.next()?;
    rates.all(|rate| rate == first).then_some(first)
}

/// Returns the number that `vm_protect` returned, if the agent reported that a pointer cannot be made writable.
fn find_refusal_code(messages: &str) -> Option<u32> {
    let (_, number) = messages.split_once("cannot be made writable: vm_protect returned ")?;
    number.split(|end: char| !end.is_ascii_digit()).next()?.parse().ok()
}

/// Returns how many launches were lost, by the kind of failure.
fn lost_by_kind(log: &str) -> BTreeMap<String, u64> {
    let mut refused = BTreeMap::new();
    for entry in log.lines().filter_map(|line| serde_json::from_str(line).ok()) {
        if let LogEntry::Lost { kind, .. } = entry {
            // The file for the authors contains only known kinds of failures, since the log may contain any text.
            let known = FailureKind::ALL.iter().find(|known| known.name() == kind);
            *refused.entry(known.map_or("other", |kind| kind.name()).to_owned()).or_default() += 1;
        }
    }
    refused
}

/// Formats the times, counts and states of a launch as JSON.
fn launch_json(launch: &Launch, read: Option<&Launches>) -> Value {
    let marks: serde_json::Map<String, Value> = launch
        .marks
        .iter()
        .filter(|mark| is_own(&mark.name))
        .map(|mark| (mark.name.to_string(), mark.at.0.into()))
        .collect();
    let methods = read.map_or(0, |read| launch.method_costs(&read.table, ThreadKind::Main).count());
    let calls: f64 = launch.costs.iter().map(|cost| cost.calls).sum();
    json!({
        "marks_ns": marks, "methods": methods, "calls": calls,
        "methods_ns": launch.objc_time().0, "dropped_calls": launch.dropped.calls, "dropped_threads": launch.dropped.threads,
        "prewarmed": launch.state.prewarmed, "first_after_install": launch.state.first_after_install,
        "debugged": launch.state.debugged, "thermal": launch.state.thermal.name(),
    })
}

/// Returns whether the name of a mark is defined by the agent and not by the app.
fn is_own(name: &str) -> bool {
    use gate_launches::marks;
    marks::PHASE_BOUNDS.contains(&name)
        || [marks::DID_FINISH_LAUNCHING_IN, marks::FIRST_DID_APPEAR, marks::WINDOW_END].contains(&name)
}
