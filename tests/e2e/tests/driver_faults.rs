//! Injects faults into a device, one at a time, and compares the end of a run with the embedded driver with the expected end.
//!
//! A fault that withholds an answer is tested with short time limits. All other faults have time limits that
//! are longer than a busy machine needs.
#![expect(clippy::unwrap_used, reason = "a test stops where its surroundings fail")]

use std::collections::{BTreeSet, VecDeque};
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use e2e::lab::{Lab, gate, injected_shop};
use gate::cli::Exit;
use gate_config::DeviceSettings;
use gate_device::campaign::{App, Campaign, CampaignOutcome, Event, Watcher};
use gate_device::embedded::EmbeddedDriver;
use gate_device::{Driver as _, Failure, FailureClass, FailureKind, Patience, StopRequest};
use phone::device::{Effect, Event as Happened, Fault, NAMED, Settings, Step, named};

/// The time limits of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Patient {
    /// Short limits: the fault withholds an answer forever.
    Little,
    /// Medium limits: the fault withholds an answer that the run does not need.
    Some,
    /// Long limits: the fault withholds no answer.
    Very,
}
use Patient::{Little, Some as Middling, Very};

/// A fault, the time limits, and the kind of failure that ends the run; `None` if all launches are recorded.
type Row = (&'static str, Patient, Option<FailureKind>);

/// All named faults, on iOS 16.4.
const OLD: &[Row] = &[
    ("no-device", Very, Some(FailureKind::NoDevice)),
    ("mux-stall", Little, Some(FailureKind::Timeout)),
    ("connect-stall", Little, Some(FailureKind::Timeout)),
    ("connect-refused", Very, Some(FailureKind::Lost)),
    ("replug", Very, None),
    ("replug-after-launch", Very, None),
    ("replug-while-reading", Very, None),
    ("unpaired", Very, None),
    ("trust-pending", Little, Some(FailureKind::TrustPending)),
    ("trust-denied", Very, Some(FailureKind::TrustDenied)),
    ("password-protected", Very, Some(FailureKind::Locked)),
    ("invalid-host", Very, Some(FailureKind::PairingLost)),
    ("value-stall", Little, Some(FailureKind::Timeout)),
    ("session-stall", Little, Some(FailureKind::Timeout)),
    ("handshake-stall", Little, Some(FailureKind::Timeout)),
    ("handshake-drop", Very, Some(FailureKind::Lost)),
    ("service-stall", Little, Some(FailureKind::Timeout)),
    ("no-developer-image", Very, Some(FailureKind::NoImage)),
    ("developer-mode-off", Very, Some(FailureKind::DeveloperMode)),
    ("mounter-stall", Middling, None),
    ("bad-signature", Very, Some(FailureKind::Signature)),
    ("install-stall", Little, Some(FailureKind::Timeout)),
    ("install-drop", Very, Some(FailureKind::Lost)),
    ("browse-stall", Middling, None),
    ("locked", Very, Some(FailureKind::Locked)),
    ("untrusted", Very, Some(FailureKind::UntrustedDeveloper)),
    ("dtx-stall", Little, Some(FailureKind::Timeout)),
    ("dtx-hello-stall", Little, Some(FailureKind::Timeout)),
    ("dtx-channel-stall", Little, Some(FailureKind::Timeout)),
    ("dtx-exhausted", Very, Some(FailureKind::Exhausted)),
    ("dtx-damaged", Very, Some(FailureKind::Protocol)),
    ("dtx-drop", Very, Some(FailureKind::Lost)),
    ("launch-stall", Little, Some(FailureKind::Timeout)),
    ("debug-stall", Middling, None),
    ("processes-stall", Middling, None),
    ("kill-stall", Middling, None),
    ("tunnel-stall", Middling, None),
    ("tunnel-drop", Very, None),
    ("rsd-stall", Middling, None),
    ("feature-stall", Middling, None),
    ("crash-early", Very, Some(FailureKind::Crashed)),
    ("crash", Very, Some(FailureKind::Crashed)),
    ("slow", Very, None),
    ("no-trace", Very, Some(FailureKind::NoTrace)),
    ("unfinished-trace", Very, Some(FailureKind::NoTrace)),
    ("half-trace", Very, Some(FailureKind::BadTrace)),
    ("growing-trace", Very, None),
    ("disk-full", Very, Some(FailureKind::DiskFull)),
    ("afc-stall", Little, Some(FailureKind::Timeout)),
    ("read-stall", Little, Some(FailureKind::Timeout)),
    ("read-drop", Very, Some(FailureKind::Lost)),
    ("write-drop", Very, Some(FailureKind::Lost)),
    ("arrest-stall", Little, Some(FailureKind::Timeout)),
    ("arrest-refused", Very, Some(FailureKind::Denied)),
];

/// The faults that affect a different protocol on iOS 17.5.
const NEW: &[Row] = &[
    ("locked", Very, Some(FailureKind::Locked)),
    ("untrusted", Very, Some(FailureKind::UntrustedDeveloper)),
    ("launch-stall", Little, Some(FailureKind::Timeout)),
    ("replug", Very, None),
    ("replug-after-launch", Very, None),
    ("tunnel-stall", Little, Some(FailureKind::Timeout)),
    ("tunnel-drop", Very, Some(FailureKind::Tunnel)),
    ("rsd-stall", Little, Some(FailureKind::Timeout)),
    ("feature-stall", Little, Some(FailureKind::Timeout)),
    ("crash", Very, Some(FailureKind::Crashed)),
    ("kill-stall", Middling, None),
    ("dtx-stall", Middling, None),
];

struct Quiet;

impl Watcher for Quiet {
    fn tell(&mut self, _: Event<'_>) {}

    fn is_enough(&mut self, _: &Path, _: usize) -> Result<bool, Failure> {
        Ok(false)
    }
}

/// Runs one launch on a device with this fault and returns the outcome.
fn end(ios: &str, fault: &str, patient: Patient) -> CampaignOutcome {
    let paired = !matches!(fault, "unpaired" | "trust-pending" | "trust-denied");
    let lab = Lab::with(Settings { paired, ..Settings::ios(ios) }).unwrap();
    let spelled = match fault {
        "unpaired" => None,
        "dtx-exhausted" => Some("dtx-exhausted=0"),
        "slow" => Some("slow=1"),
        "growing-trace" => Some("growing-trace=1"),
        other => Some(other),
    };
    if let Some(fault) = spelled {
        lab.device.faults().add(named(fault).unwrap());
    }
    let patience = match patient {
        Little => impatient(2),
        Middling => Patience::new(Duration::from_secs(10), StopRequest::default()),
        Very => Patience::new(Duration::from_secs(120), StopRequest::default()),
    };
    // A missing trace is awaited for a short time, and a late trace for a longer time.
    let (trace, retries) = match fault {
        "no-trace" | "unfinished-trace" => (2, 0),
        "half-trace" => (20, 0),
        _ => (120, 1),
    };
    one_launch(&lab, fault, &patience, Duration::from_secs(trace), retries)
}

/// Returns the same time limit for every step. An installation may take longer while it makes progress.
fn impatient(seconds: u64) -> Patience {
    let answer = Duration::from_secs(seconds);
    let install = Duration::from_secs(600);
    Patience { answer, install, launch: answer, transfer: answer, stop: StopRequest::default() }
}

/// Runs one counted launch and returns the outcome. Checks that the run's folder contains complete traces and the log.
fn one_launch(
    lab: &Lab,
    fault: &str,
    patience: &Patience,
    trace: Duration,
    retries: usize,
) -> CampaignOutcome {
    let folder = lab.path("run");
    let campaign = Campaign {
        app: App::read(injected_shop()).unwrap(),
        base: None,
        scenario: None,
        root: Path::new("."),
        folder: &folder,
        session: "s".to_owned(),
        launches: 1,
        looks: Vec::new(),
        again: false,
        dense: false,
        settings: DeviceSettings {
            retries,
            lost_limit: 10,
            rest_when_hot: Duration::ZERO,
            answer_timeout: trace / 3,
            ..DeviceSettings::default()
        },
        recorded_before: 0,
        seed: 1,
        rest: Duration::ZERO,
        resume: None,
        driver_version: None,
        now_unix_ms: 1,
        lock: None,
    };
    let mut driver = EmbeddedDriver::new(Some(&lab.address()), patience.clone()).unwrap();
    let device = gate_device::Device { udid: lab.device.udid().to_owned(), ..Default::default() };
    let outcome = campaign.run(&mut driver, &device, patience, &mut Quiet);
    for entry in fs::read_dir(&folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.file_name().unwrap() != "run.jsonl" {
            let bytes = fs::read(&path).unwrap();
            assert!(trace::Reader::open(&bytes).is_ok(), "{fault}: {} is not whole", path.display());
        }
    }
    outcome
}

#[test]
fn each_device_fault_is_reported_with_its_failure_class_and_message() {
    let known: BTreeSet<&str> = NAMED.iter().map(|row| row.name).collect();
    assert_eq!(known, OLD.iter().map(|row| row.0).collect(), "each fault has a row");
    let rows = OLD.iter().map(|row| ("16.4", *row)).chain(NEW.iter().map(|row| ("17.5", *row)));
    let left: Mutex<VecDeque<_>> = Mutex::new(rows.enumerate().collect());
    let lines = Mutex::new(Vec::new());
    injected_shop();
    // Most rows wait for an answer that is never sent, so the rows run at the same time in large groups.
    std::thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(|| {
                loop {
                    let next = left.lock().unwrap().pop_front();
                    let Some((at, (ios, (fault, patient, expected)))) = next else { break };
                    let outcome = end(ios, fault, patient);
                    let failure = outcome.failure;
                    let kind = failure.as_ref().map(|failure| failure.kind);
                    let code = failure.as_ref().map_or(0, |failure| match failure.class() {
                        FailureClass::Input => 1,
                        FailureClass::Device => 6,
                        FailureClass::App => 7,
                    });
                    let class = failure.as_ref().map_or("-", |failure| failure.class().name());
                    let text =
                        failure.as_ref().map_or("all launches are there".to_owned(), |f| f.to_string());
                    let line = format!("{ios:5} {fault:21} {class:7} {code}  {text}");
                    let is_right = kind == expected && (kind.is_some() || outcome.counted == 1);
                    lines.lock().unwrap().push((at, is_right, line));
                }
            });
        }
    });
    let mut lines = lines.into_inner().unwrap();
    lines.sort();
    println!("iOS   fault                 class   code  message");
    lines.iter().for_each(|(_, _, line)| println!("{line}"));
    let wrong: Vec<&String> = lines.iter().filter(|(_, right, _)| !right).map(|(_, _, line)| line).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(lines.len(), OLD.len() + NEW.len());
}

/// An installation may take long. But if the device accepts no data, the time limit is that of any other
/// answer.
#[test]
fn a_stalled_installation_ends_with_the_deadline_of_an_answer() {
    let lab = Lab::new("16.4").unwrap();
    lab.device.faults().add(named("afc-stall").unwrap());
    let patience = Patience::new(Duration::from_secs(3), StopRequest::default());
    assert!(patience.install > Duration::from_secs(60));
    injected_shop();
    let begun = std::time::Instant::now();
    let outcome = one_launch(&lab, "afc-stall", &patience, Duration::from_secs(10), 0);
    assert_eq!(outcome.failure.map(|failure| failure.kind), Some(FailureKind::Timeout));
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
}

/// In iOS 26.5 a tunnel may open although its connections never answer (appium-ios-remotexpc#233).
#[test]
fn a_tunnel_without_answers_ends_with_the_deadline_of_an_answer() {
    injected_shop();
    for fault in ["tunnel-stall", "rsd-stall", "feature-stall"] {
        let lab = Lab::new("26.5").unwrap();
        lab.device.faults().add(named(fault).unwrap());
        let begun = std::time::Instant::now();
        let outcome = one_launch(&lab, fault, &impatient(3), Duration::from_secs(10), 0);
        let failure = outcome.failure.unwrap();
        assert_eq!(failure.kind, FailureKind::Timeout, "{fault}: {failure}");
        assert!(begun.elapsed() < Duration::from_secs(30), "{fault}: {:?}", begun.elapsed());
    }
}

/// Steps without a named fault that no run reaches.
const UNUSED: [Step; 3] = [Step::Uninstall, Step::DeveloperMode, Step::Packet];

#[test]
fn a_run_does_not_hang_if_the_device_withholds_any_answer() {
    let stalls = |step: &Step| {
        NAMED.iter().any(|row| row.fault.step == *step && matches!(row.fault.effect, Effect::Stall(_)))
    };
    let steps = Step::ALL.iter().copied().filter(|step| !stalls(step) && !UNUSED.contains(step));
    let left: Mutex<VecDeque<Step>> = Mutex::new(steps.collect());
    assert!(left.lock().unwrap().len() > 8, "{left:?}");
    let wrong = Mutex::new(Vec::new());
    injected_shop();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                loop {
                    let next = left.lock().unwrap().pop_front();
                    let Some(step) = next else { break };
                    let (struck, outcome) = keep_back(step);
                    let kind = outcome.failure.as_ref().map(|failure| failure.kind);
                    println!("{:18} {kind:?}", step.name());
                    // The run continues without optional information. If the owner has not answered the question whether to trust the
                    // computer, the kind of failure differs.
                    let is_known =
                        matches!(kind, None | Some(FailureKind::Timeout | FailureKind::TrustPending));
                    if !struck || !is_known {
                        wrong.lock().unwrap().push(format!("{step:?}, struck {struck}: {outcome:?}"));
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Withholds the answer of a step, and returns whether the run reached the step and how the run ended.
fn keep_back(step: Step) -> (bool, CampaignOutcome) {
    // On a busy machine a run may need longer to reach the step at all.
    for seconds in [2, 8, 32] {
        let lab = Lab::with(Settings { paired: step != Step::Pair, ..Settings::ios("16.4") }).unwrap();
        lab.device.faults().add(Fault::new(step, Effect::Stall(Duration::from_secs(24 * 3600))));
        let limit = Duration::from_secs(10 * seconds);
        let outcome = one_launch(&lab, step.name(), &impatient(seconds), limit, 0);
        let struck = |event: &Happened| matches!(event, Happened::Fault { .. });
        let struck = lab.device.journal().events().iter().any(struck);
        if struck || seconds == 32 {
            return (struck, outcome);
        }
    }
    unreachable!("the last of them returns")
}

#[test]
fn a_run_waits_until_the_user_confirms_trust_on_the_phone() {
    for ios in ["13.5", "17.5"] {
        let lab = Lab::with(Settings { paired: false, ..Settings::ios(ios) }).unwrap();
        lab.device.faults().add(named("trust-pending=2").unwrap());
        let patience = Patience::new(Duration::from_secs(120), StopRequest::default());
        let outcome = one_launch(&lab, "trust-pending=2", &patience, Duration::from_secs(120), 0);
        assert_eq!((outcome.counted, outcome.failure), (1, None), "{ios}");
        let paired = |event: &Happened| matches!(event, Happened::Paired { .. });
        assert_eq!(lab.device.journal().events().iter().filter(|event| paired(event)).count(), 1, "{ios}");
    }
}

#[test]
fn a_device_failure_ends_the_command_with_the_exit_code_of_its_class_and_advice() {
    for (fault, exit, words) in [
        ("no-device", Exit::Device, "connect the device by cable"),
        ("locked", Exit::Device, "unlock the device"),
        ("developer-mode-off", Exit::Device, "enable Developer Mode"),
        ("bad-signature", Exit::App, "sign the app"),
        ("crash", Exit::App, "crash report"),
    ] {
        let lab = Lab::new("16.4").unwrap();
        lab.device.faults().add(named(fault).unwrap());
        let (app, folder) = (injected_shop().display().to_string(), lab.path("run").display().to_string());
        let address = lab.address();
        let words_given = [
            "run",
            &app,
            "-o",
            &folder,
            "--usbmuxd",
            &address,
            "--rest",
            "0",
            "--launches",
            "1",
            "--set",
            "device.retries=0",
            "--set",
            "device.answer_timeout=120s",
            "--driver",
            "embedded",
        ];
        let (ended, output, errors) = gate(&words_given);
        assert_eq!(ended, exit, "{fault}: {output}{errors}");
        assert!(errors.contains(words), "{fault}: {errors}");
    }
    let folder = tempfile::tempdir().unwrap();
    let nowhere = format!("UNIX:{}", folder.path().join("mux").display());
    let app = injected_shop().display().to_string();
    let out = folder.path().join("run").display().to_string();
    let (ended, _, errors) = gate(&["run", &app, "-o", &out, "--usbmuxd", &nowhere, "--driver", "embedded"]);
    assert_eq!(ended, Exit::Device, "{errors}");
    assert!(errors.contains("start usbmuxd"), "{errors}");
}

#[test]
fn a_device_must_be_named_if_two_are_connected_by_cable() {
    let lab = Lab::new("16.4").unwrap();
    lab.hub.attach(&lab.device, phone::device::Link::Network);
    let mut driver = EmbeddedDriver::new(Some(&lab.address()), Patience::default()).unwrap();
    let devices = driver.devices().unwrap();
    assert_eq!(devices.len(), 1, "{devices:?}");
    assert_eq!(devices[0].link, gate_device::ConnectionKind::Cable);
    let other = Settings { udid: "00008030-000000000000002B".to_owned(), ..Settings::ios("16.4") };
    let other = phone::device::Device::new(other).unwrap();
    lab.hub.attach(&other, phone::device::Link::Cable);
    let choose =
        |udid| gate_device::choose_driver(&[], "embedded", udid, Some(&lab.address()), &Patience::default());
    let refused = choose(None).err().unwrap();
    assert_eq!(refused.kind, FailureKind::Ambiguous);
    assert!(
        refused.to_string().contains(other.udid()) && gate::cli::advice(refused.kind).contains("--udid"),
        "{refused}"
    );
    assert_eq!(choose(Some(other.udid())).unwrap().device.udid, other.udid());
}
