//! Tests that the state of the device is recorded with each launch, and that a run reacts to it.
#![expect(clippy::unwrap_used, reason = "a test stops where its surroundings fail")]

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};

use e2e::lab::{Lab, SHOP, gate, injected_shop};
use e2e::shop::Shop;
use gate::cli::Exit;
use gate_launches::run_log::{RecordedLaunch, RunLog};
use phone::build::Style;
use phone::device::{Battery, Configure, Event, Settings};

/// Runs `gate run` with two counted launches and no pause between them. Returns the command's exit code and
/// all of its output.
fn run(lab: &Lab, more: &[&str]) -> (Exit, String) {
    let (app, folder) = (injected_shop().display().to_string(), lab.path("run").display().to_string());
    let address = lab.address();
    let fixed =
        ["run", &app, "-o", &folder, "--usbmuxd", &address, "--driver", "embedded", "--launches", "2"];
    let rests = ["device.rest_when_hot=0s", "device.answer_timeout=120s"];
    let rests = rests.map(|setting| ["--set", setting]).concat();
    let (exit, messages, stderr) = gate(&[&fixed[..], &["--rest", "0"][..], &rests[..], more].concat());
    (exit, messages + &stderr)
}

fn recorded(folder: &Path) -> Vec<RecordedLaunch> {
    let log = RunLog::parse(&fs::read_to_string(folder.join("run.jsonl")).unwrap()).unwrap();
    log.recorded_launches().cloned().collect()
}

/// Returns a function that sets the phone's state for each launch, counted from 0.
fn with_state(
    tell: impl Fn(usize) -> (&'static str, &'static str) + Send + Sync + 'static,
) -> Option<Configure> {
    let count = Mutex::new(0);
    Some(Arc::new(move |_, config| {
        let mut count = count.lock().unwrap();
        let (key, value) = tell(*count);
        *count += 1;
        config.info.insert(key.to_owned(), value.to_owned());
    }))
}

#[test]
fn heat_power_and_battery_are_recorded_with_each_launch() {
    for ios in ["16.4", "17.5"] {
        let battery = Battery { level: 64, charging: true };
        let lab = Lab::with(Settings {
            battery,
            configure: with_state(|_| ("thermal", "1")),
            ..Settings::ios(ios)
        });
        let lab = lab.unwrap();
        let (exit, messages) = run(&lab, &[]);
        assert_eq!(exit, Exit::Pass, "{ios}: {messages}");
        assert!(messages.contains("battery 64 %, charging"), "{ios}: {messages}");
        let recorded = recorded(&lab.path("run"));
        assert_eq!(recorded.len(), 3, "{ios}");
        for one in recorded {
            let state = (one.thermal.as_deref(), one.low_power, one.battery, one.charging, one.debugged);
            assert_eq!(state, (Some("fair"), Some(false), Some(64), Some(true), false), "{ios}");
        }
    }
}

#[test]
fn launches_on_a_hot_device_are_excluded_and_repeated_after_a_rest() {
    // Launch 0 is the launch after the installation. Launches 2 and 3 are throttled by heat.
    let heat = |at| ("thermal", if matches!(at, 2 | 3) { "2" } else { "0" });
    let lab = Lab::with(Settings { configure: with_state(heat), ..Settings::ios("16.4") }).unwrap();
    let (exit, messages) = run(&lab, &[]);
    assert_eq!(exit, Exit::Pass, "{messages}");
    assert!(messages.contains("2 launches in ") && messages.contains(", 3 excluded: "), "{messages}");
    assert_eq!(messages.matches("(throttled by heat, excluded)").count(), 2, "{messages}");
    let recorded = recorded(&lab.path("run"));
    let counted: Vec<bool> = recorded.iter().map(RecordedLaunch::is_counted).collect();
    assert_eq!(counted, [false, true, false, false, true]);
    let folder = lab.path("run").display().to_string();
    let (_, messages, stderr) = gate(&["check", &folder, "--base", &folder]);
    let messages = messages + &stderr;
    assert!(messages.contains("2 × device too"), "the verdict leaves out two of its side, too: {messages}");

    let lab =
        Lab::with(Settings { configure: with_state(|_| ("thermal", "3")), ..Settings::ios("16.4") }).unwrap();
    let (exit, messages) = run(&lab, &["--set", "device.retries=1"]);
    assert_eq!(exit, Exit::Device, "{messages}");
    assert!(
        messages.contains("throttled by heat (thermal state critical after 1 retry); let the device cool"),
        "{messages}"
    );
    assert!(
        messages.contains("0 launches in ")
            && messages.contains(", 3 excluded\n")
            && messages.contains("--resume"),
        "{messages}"
    );
}

#[test]
fn low_power_mode_is_reported_after_the_first_launch() {
    let lab = Lab::with(Settings { configure: with_state(|_| ("low-power", "1")), ..Settings::ios("17.5") })
        .unwrap();
    let (exit, messages) = run(&lab, &[]);
    assert_eq!(exit, Exit::Device, "{messages}");
    assert!(messages.contains("turn it off in Settings > Battery"), "{messages}");
    assert_eq!(recorded(&lab.path("run")).iter().map(|one| one.low_power).collect::<Vec<_>>(), [Some(true)]);
    assert_eq!(lab.device.journal().launches().len(), 1);
}

#[test]
fn files_of_the_scenario_are_restored_in_the_app_before_each_launch() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let keep = seen.clone();
    // Each launch records the contents of the file when the app starts, and then changes the file.
    let configure: Configure = Arc::new(move |_, config| {
        let file = config.container.as_ref().unwrap().join("Library/Preferences/user");
        keep.lock().unwrap().push(fs::read_to_string(&file).unwrap());
        if keep.lock().unwrap().len() == 2 {
            fs::remove_file(file).unwrap();
        } else {
            fs::write(file, "somebody else, with a longer name").unwrap();
        }
    });
    let lab = Lab::with(Settings { configure: Some(configure), ..Settings::ios("17.5") }).unwrap();
    fs::create_dir_all(lab.path("signed-in/Library/Preferences")).unwrap();
    fs::write(lab.path("signed-in/Library/Preferences/user"), "somebody").unwrap();
    let settings =
        "[[scenario]]\nname = \"signed-in\"\ncontainer = \"signed-in\"\npermissions = [\"camera\"]\n";
    let settings = lab.file("config.toml", settings.as_bytes()).unwrap();
    let (exit, messages) = run(&lab, &["--config", settings.to_str().unwrap()]);
    assert_eq!(exit, Exit::Pass, "{messages}");
    assert_eq!(*seen.lock().unwrap(), ["somebody"; 3]);
    assert!(
        messages
            .contains("no driver can grant permissions on a device; grant these once on the device: camera"),
        "{messages}"
    );
    assert!(lab.device.app(SHOP).is_some());
}

/// Counts the requests for files in runs of an app that is already installed; docs/security.md states them.
#[test]
fn emptying_and_filling_the_app_container_takes_only_a_few_requests() {
    let requests = |more: &[&str]| {
        let lab = Lab::new("17.5").unwrap();
        fs::create_dir_all(lab.path("signed-in/Library/Preferences")).unwrap();
        fs::write(lab.path("signed-in/Library/Preferences/user"), "x".repeat(3000)).unwrap();
        let scenario = "[[scenario]]\nname = \"signed-in\"\ncontainer = \"signed-in\"\n";
        let filled = lab.file("filled.toml", scenario.as_bytes()).unwrap();
        let plain = lab.file("plain.toml", b"").unwrap();
        let config = if more.contains(&"filled") { filled } else { plain };
        let more: Vec<&str> = more.iter().copied().filter(|word| *word != "filled").collect();
        let mut counts = Vec::new();
        for _ in 0..2 {
            let (exit, messages) = run(&lab, &[&["--config", config.to_str().unwrap()], &more[..]].concat());
            assert_eq!(exit, Exit::Pass, "{messages}");
            fs::remove_dir_all(lab.path("run")).unwrap();
            // The number of requests that wait for a trace depends on the load of the machine.
            let is_counted =
                |event: &&Event| matches!(event, Event::File { path, .. } if !path.contains("launchgate"));
            counts.push(lab.device.journal().events().iter().filter(is_counted).count());
        }
        (counts[1] - counts[0], lab.device.journal().launches().len() / 2)
    };
    let (kept, _) = requests(&["--set", "device.keep_data=true"]);
    let (emptied, _) = requests(&[]);
    let (filled, launches) = requests(&["filled"]);
    let (empty, fill) = (emptied - kept, (filled - emptied) as f64 / launches as f64);
    println!("{{\"drive.container.empty_requests\": {empty}, \"drive.container.fill_requests\": {fill}}}");
    // To empty a container takes five lists and a removal for each entry. To write a file takes requests for
    // its two folders, for opening, for writing and for closing it.
    assert!((5..=12).contains(&empty), "{empty}");
    assert!((4.0..=6.0).contains(&fill), "{fill}");
}

#[test]
fn one_connection_to_instruments_serves_a_whole_run() {
    // Some versions of iOS leak resources with each connection. The emulated device refuses each further
    // connection after the number in the name of the fault.
    for (spared, exit) in [("dtx-exhausted=1", Exit::Pass), ("dtx-exhausted=0", Exit::Device)] {
        let lab = Lab::new("16.4").unwrap();
        lab.device.faults().add(phone::device::named(spared).unwrap());
        let (ended, messages) = run(&lab, &[]);
        assert_eq!(ended, exit, "{spared}: {messages}");
        assert_eq!(
            messages.contains("restart the device; some iOS versions leak"),
            exit == Exit::Device,
            "{messages}"
        );
    }
}

/// `gate doctor --trial` on a phone reports its results and errors without any names of the app.
#[test]
fn a_trial_of_gate_doctor_writes_a_report_without_names_of_the_app() {
    let lab = Lab::new("17.5").unwrap();
    lab.device.faults().add(phone::device::named("crash-early").unwrap().after(1).times(1));
    let trial = |more: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_gate-of-the-tests"));
        command.current_dir(lab.path("")).args(["doctor", "--trial"]).arg(injected_shop());
        command.args(["--driver", "embedded", "--usbmuxd", &lab.address()]).args(more);
        let output = command.output().unwrap();
        let messages =
            String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{messages}");
        let text = fs::read_to_string(lab.path("launchgate-trial.json")).unwrap();
        (serde_json::from_str::<serde_json::Value>(&text).unwrap(), text, messages)
    };
    let (file, text, messages) = trial(&[]);
    let answers = &file["answers"];
    assert_eq!(file["device"]["os"], "17.5", "{text}");
    assert_eq!(file["device"]["link"], "cable", "{text}");
    assert_eq!((&answers["exit code"], &answers["agent loaded"]), (&0.into(), &true.into()), "{text}");
    assert_eq!(answers["first frames"], answers["launches recorded"], "{text}");
    assert_eq!((&answers["launches lost"], &answers["refused"]["Crashed"]), (&1.into(), &1.into()), "{text}");
    assert!(answers["total seconds"].as_f64().unwrap() > 0.0, "{text}");
    assert!(file["launches"][0]["methods"].as_u64().unwrap() > 100, "{text}");
    assert!(
        messages.contains("agent loaded") && messages.contains("wrote launchgate-trial.json"),
        "{messages}"
    );
    let udid = lab.device.udid().to_owned();
    for name in ["Shop", "com.example", "Catalog", "/tmp", udid.as_str()] {
        assert!(!text.contains(name), "{name}: {text}");
    }
    // A counting copy is started too, and the report contains the system's answer.
    let counting = lab.path("Counting.ipa");
    let agent = phone::build::agent().unwrap();
    let built = Shop::build(Style::Chained).unwrap();
    let shop = built.ipa().unwrap();
    let words = [
        "inject".as_ref(),
        shop.as_os_str(),
        "-o".as_ref(),
        counting.as_os_str(),
        "--agent".as_ref(),
        agent.as_os_str(),
        "--count".as_ref(),
        "functions".as_ref(),
    ];
    let made =
        std::process::Command::new(env!("CARGO_BIN_EXE_gate-of-the-tests")).args(words).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let counting = counting.display().to_string();
    let (file, text, _) = trial(&["--counting", &counting]);
    assert_eq!(file["answers"]["counting app started"], true, "{text}");
    let read = std::process::Command::new(env!("CARGO_BIN_EXE_gate-of-the-tests"))
        .current_dir(lab.path(""))
        .args(["doctor", "--read", "launchgate-trial.json"])
        .output()
        .unwrap();
    let explained = String::from_utf8_lossy(&read.stdout);
    let recorded = &file["answers"]["launches recorded"];
    for line in [
        "note  device: iPhone",
        "ok    protection: the system lets the agent write pages of pointers",
        &format!("ok    agent: recorded {recorded} launches; loading method: injected"),
        "ok    clock: the counter runs at 24.0 MHz",
        "ok    counting copy: the system started it",
    ] {
        assert!(explained.contains(line), "{line}: {explained}");
    }
    assert_eq!(file["answers"]["counting app refused"], serde_json::json!({}), "{text}");
    let (named, _, _) = trial(&["--names"]);
    assert_eq!(named["names"]["app"], "com.example.shop", "names come only where they are asked for");
}

/// A trial holds a tunnel, and its file is explained with the breaks and failures that iOS 26.5 causes.
#[test]
fn a_trial_of_gate_doctor_keeps_a_tunnel_open_and_explains_its_interruptions() {
    let lab = Lab::new("26").unwrap();
    let app = injected_shop().display().to_string();
    let gate = |words: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_gate-of-the-tests"));
        let output = command.current_dir(lab.path("")).arg("doctor").args(words).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let address = lab.address();
    let trial = ["--trial", &app, "--driver", "embedded", "--usbmuxd", &address];
    gate(&[&trial[..], &["--set", "device.answer_timeout=4s"]].concat());
    let file = lab.path("launchgate-trial.json");
    let held = fs::read_to_string(&file).unwrap();
    for (answer, explained) in [
        ("\"tunnel breaks\": 0", "ok    tunnel: it was held for 6 s"),
        ("\"tunnel breaks\": 2", "tunnel: it broke 2 times in 6 s"),
        ("\"tunnel failure\": \"Timeout\"", "FAIL  tunnel: it could not be held for 6 s (Timeout)"),
    ] {
        fs::write(&file, held.replace("\"tunnel breaks\": 0", answer)).unwrap();
        let read = gate(&["--read", "launchgate-trial.json"]);
        assert!(read.contains(explained), "{answer}: {read}");
    }
    assert!(held.contains("\"tunnel breaks\": 0"), "{held}");
}

/// iOS 26.5 closes a tunnel after six seconds, while the trial holds it.
#[test]
fn a_trial_of_gate_doctor_counts_the_interruptions_of_an_open_tunnel() {
    let lab = Lab::new("26.5").unwrap();
    let app = injected_shop().display().to_string();
    let gate = |words: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_gate-of-the-tests"));
        let output = command.current_dir(lab.path("")).arg("doctor").args(words).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let address = lab.address();
    let trial = ["--trial", &app, "--driver", "embedded", "--usbmuxd", &address];
    let written = gate(&[&trial[..], &["--set", "device.answer_timeout=10s"]].concat());
    let file: serde_json::Value =
        serde_json::from_slice(&fs::read(lab.path("launchgate-trial.json")).unwrap()).unwrap();
    let breaks = file["answers"]["tunnel breaks"].as_u64().unwrap_or_default();
    assert!((1..=3).contains(&breaks), "{breaks}: {written}");
    let read = gate(&["--read", "launchgate-trial.json"]);
    assert!(read.contains(&format!("tunnel: it broke {breaks} time")), "{read}");
    assert!(read.contains(" in 15 s"), "{read}");
}

/// The phone refuses to make pages of pointers writable, as a phone with Enhanced Security would.
#[test]
fn the_file_of_a_trial_explains_the_refusal_to_make_pointers_writable() {
    let seals: Configure = Arc::new(|_, config| config.sealed_data = true);
    let lab = Lab::with(Settings { configure: Some(seals), ..Settings::ios("17.5") }).unwrap();
    let gate = |words: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_gate-of-the-tests"));
        let output = command.current_dir(lab.path("")).arg("doctor").args(words).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let app = injected_shop().display().to_string();
    gate(&["--trial", &app, "--driver", "embedded", "--usbmuxd", &lab.address()]);
    let (code, explained) = gate(&["--read", "launchgate-trial.json"]);
    assert_eq!(code, Some(7), "{explained}");
    assert!(
        explained.contains("FAIL  protection: ") && explained.contains("vm_protect returned 2"),
        "{explained}"
    );
}
