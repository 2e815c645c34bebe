//! Tests each fault with each driver. The class of the failure, the exit code and the message are printed and checked.
//!
//! Faults that stall are tested with short time limits. All other faults are tested with limits that are longer than any machine needs.

use std::sync::{Mutex, mpsc};
use std::time::{Duration, Instant};

use gate_device::{Device, Driver as _, Failure, FailureClass, FailureKind, LaunchOptions, Patience};
use phone::device::{Event, named};

use super::bed::{APP, Bed, impatient, names, patient, start};

/// The operation that is tried while the fault is active.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Try {
    Open,
    Install,
    Launch,
    Pull,
    List,
}

/// A driver, a fault, an operation, and the expected kind of failure.
type Row = (&'static str, &'static str, Try, FailureKind);

/// The rows for the tools that are always installed, on iOS 16.4.
const ROWS: &[Row] = &[
    ("tidevice", "no-device", Try::Open, FailureKind::NoDevice),
    ("tidevice", "mux-stall", Try::Open, FailureKind::Timeout),
    ("tidevice", "password-protected", Try::List, FailureKind::Locked),
    ("tidevice", "invalid-host", Try::List, FailureKind::PairingLost),
    ("tidevice", "bad-signature", Try::Install, FailureKind::Signature),
    ("tidevice", "install-stall", Try::Install, FailureKind::Timeout),
    ("tidevice", "install-drop", Try::Install, FailureKind::Lost),
    ("tidevice", "disk-full", Try::Install, FailureKind::DiskFull),
    ("tidevice", "locked", Try::Launch, FailureKind::Locked),
    ("tidevice", "untrusted", Try::Launch, FailureKind::UntrustedDeveloper),
    ("tidevice", "dtx-stall", Try::Launch, FailureKind::Timeout),
    ("tidevice", "read-drop", Try::Pull, FailureKind::Lost),
    ("tidevice", "read-stall", Try::Pull, FailureKind::Timeout),
    ("tidevice", "arrest-refused", Try::Pull, FailureKind::Denied),
    ("libimobiledevice", "no-device", Try::Open, FailureKind::NoDevice),
    ("libimobiledevice", "mux-stall", Try::Open, FailureKind::Timeout),
    ("libimobiledevice", "password-protected", Try::Launch, FailureKind::Locked),
    ("libimobiledevice", "invalid-host", Try::Launch, FailureKind::PairingLost),
    ("libimobiledevice", "session-stall", Try::Launch, FailureKind::Timeout),
    ("libimobiledevice", "no-developer-image", Try::Launch, FailureKind::NoImage),
    ("libimobiledevice", "developer-mode-off", Try::Launch, FailureKind::DeveloperMode),
    ("libimobiledevice", "bad-signature", Try::Install, FailureKind::Signature),
    ("libimobiledevice", "install-stall", Try::Install, FailureKind::Timeout),
    ("libimobiledevice", "locked", Try::Launch, FailureKind::Locked),
    ("libimobiledevice", "debug-stall", Try::Launch, FailureKind::Timeout),
    ("libimobiledevice", "launch-stall", Try::Launch, FailureKind::Timeout),
];

/// The rows for all tools, including the large tools. The rows for all tools run only on request, since each row waits for tools that take
/// seconds to start.
const MORE: &[Row] = &[
    ("tidevice", "connect-stall", Try::List, FailureKind::Timeout),
    ("tidevice", "session-stall", Try::List, FailureKind::Timeout),
    ("tidevice", "service-stall", Try::Launch, FailureKind::Timeout),
    ("tidevice", "dtx-hello-stall", Try::Launch, FailureKind::Timeout),
    ("tidevice", "dtx-channel-stall", Try::Launch, FailureKind::Timeout),
    ("tidevice", "launch-stall", Try::Launch, FailureKind::Timeout),
    ("tidevice", "afc-stall", Try::List, FailureKind::Timeout),
    ("tidevice", "arrest-stall", Try::List, FailureKind::Timeout),
    ("tidevice", "developer-mode-off", Try::Launch, FailureKind::DeveloperMode),
    ("pymobiledevice3", "no-device", Try::Open, FailureKind::NoDevice),
    ("pymobiledevice3", "mux-stall", Try::Open, FailureKind::Timeout),
    ("pymobiledevice3", "password-protected", Try::Launch, FailureKind::Locked),
    ("pymobiledevice3", "invalid-host", Try::Launch, FailureKind::PairingLost),
    ("pymobiledevice3", "session-stall", Try::Launch, FailureKind::Timeout),
    ("pymobiledevice3", "no-developer-image", Try::Launch, FailureKind::NoImage),
    ("pymobiledevice3", "developer-mode-off", Try::Launch, FailureKind::DeveloperMode),
    ("pymobiledevice3", "bad-signature", Try::Install, FailureKind::Signature),
    ("pymobiledevice3", "install-stall", Try::Install, FailureKind::Timeout),
    ("pymobiledevice3", "install-drop", Try::Install, FailureKind::Lost),
    ("pymobiledevice3", "locked", Try::Launch, FailureKind::Locked),
    ("pymobiledevice3", "untrusted", Try::Launch, FailureKind::UntrustedDeveloper),
    ("pymobiledevice3", "dtx-stall", Try::Launch, FailureKind::Timeout),
    ("pymobiledevice3", "launch-stall", Try::Launch, FailureKind::Timeout),
    ("pymobiledevice3", "read-drop", Try::Pull, FailureKind::Lost),
    ("pymobiledevice3", "read-stall", Try::Pull, FailureKind::Timeout),
    ("go-ios", "no-device", Try::Open, FailureKind::NoDevice),
    ("go-ios", "mux-stall", Try::Open, FailureKind::Timeout),
    ("go-ios", "password-protected", Try::Launch, FailureKind::Locked),
    ("go-ios", "invalid-host", Try::Launch, FailureKind::PairingLost),
    ("go-ios", "session-stall", Try::Launch, FailureKind::Timeout),
    ("go-ios", "no-developer-image", Try::Launch, FailureKind::NoImage),
    ("go-ios", "developer-mode-off", Try::Launch, FailureKind::DeveloperMode),
    ("go-ios", "bad-signature", Try::Install, FailureKind::Signature),
    ("go-ios", "install-stall", Try::Install, FailureKind::Timeout),
    ("go-ios", "locked", Try::Launch, FailureKind::Locked),
    ("go-ios", "untrusted", Try::Launch, FailureKind::UntrustedDeveloper),
    ("go-ios", "launch-stall", Try::Launch, FailureKind::Timeout),
    ("go-ios", "read-drop", Try::Pull, FailureKind::Lost),
    ("go-ios", "read-stall", Try::Pull, FailureKind::Timeout),
];

/// Returns the result of a row, and the deviations from the expected result.
fn strike(row: Row) -> (String, Vec<String>) {
    if !row.1.ends_with("-stall") {
        return strike_with(row, &patient(), None).0;
    }
    // On a busy machine, a tool may need longer to reach the step with the fault.
    for seconds in [4, 16, 64] {
        let (told, struck) = strike_with(row, &impatient(seconds), Some(0));
        if struck || seconds == 64 {
            return told;
        }
    }
    unreachable!("the last of them returns")
}

fn strike_with(
    (name, fault, tried, expected): Row,
    patience: &Patience,
    startup: Option<u64>,
) -> ((String, Vec<String>), bool) {
    let bed = Bed::with_app(name, "16.4");
    let container = bed.device.app(APP).unwrap().container;
    std::fs::write(container.join("Documents/big"), vec![1; 3 << 20]).unwrap();
    let here = tempfile::tempdir().unwrap();
    let mut driver = bed.driver(patience, startup);
    // The device is opened before the fault is added.
    let device =
        Device { udid: bed.device.udid().to_owned(), os: Some("16.4".to_owned()), ..Device::default() };
    let mut phone = (tried != Try::Open).then(|| driver.open_seen(device).unwrap());
    bed.device.faults().add(named(fault).unwrap());
    let began = Instant::now();
    let result: Result<(), Failure> = match (tried, phone.as_mut()) {
        (Try::Open, _) | (_, None) => driver.open(bed.device.udid()).map(drop),
        (Try::Install, Some(phone)) => phone.install(&bed.ipa()),
        (Try::Launch, Some(phone)) => phone.launch(&one(name)).map(drop),
        (Try::Pull, Some(phone)) => phone.pull(APP, "Documents/big", &here.path().join("big")),
        (Try::List, Some(phone)) => phone.list(APP, "Documents").map(drop),
    };
    drop(phone);
    let mut wrong = Vec::new();
    let (took, allowed) = (began.elapsed(), allowed(patience, startup));
    if took > allowed {
        wrong.push(format!("it took {took:?}, and {allowed:?} are allowed"));
    }
    let struck = bed.device.journal().events().iter().any(|event| matches!(event, Event::Fault { .. }));
    if !struck {
        wrong.push("the fault never struck".to_owned());
    }
    for left in bed.left_behind() {
        wrong.push(format!("left behind: {left}"));
    }
    if !names(here.path()).is_empty() {
        wrong.push(format!("files left: {:?}", names(here.path())));
    }
    let line = match &result {
        Ok(()) => "succeeded".to_owned(),
        Err(failure) => {
            let code = match failure.class() {
                FailureClass::Input => 1,
                FailureClass::Device => 6,
                FailureClass::App => 7,
            };
            let advice = gate::cli::advice(failure.kind);
            format!("{:6} {code}  {failure}; {advice}", failure.class().name())
        }
    };
    let found = result.as_ref().err().map(|failure| failure.kind);
    if found != Some(expected) {
        wrong.push(format!("{found:?}, not {expected:?}"));
    }
    ((format!("{name:16} {fault:18} {:8} {line}", format!("{tried:?}")), wrong), struck)
}

/// Returns the time for up to four commands (an additional command searches for the reason, and other commands end processes), with a
/// margin for a busy machine.
fn allowed(patience: &Patience, startup: Option<u64>) -> Duration {
    (patience.answer + Duration::from_secs(startup.unwrap_or(60))) * 4 + Duration::from_secs(60)
}

/// Returns a launch request that the driver accepts.
fn one(name: &str) -> LaunchOptions {
    let mut start = start("one");
    if name == "go-ios" {
        start.environment.remove("GREETING");
    }
    start
}

#[test]
fn every_device_fault_during_a_tools_run_is_reported_with_class_and_advice() {
    check(ROWS);
}

#[test]
#[ignore = "the tools are large: `cargo xtask test --all-drivers` installs them"]
fn every_fault_is_reported_by_the_other_drivers_too() {
    check(MORE);
}

fn check(rows: &[Row]) {
    // The rows spend most of the time waiting, so more rows run at the same time than the machine has processors.
    let count = rows.len();
    let rows = Mutex::new(rows.iter().enumerate());
    let (sender, results) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            let (sender, rows) = (sender.clone(), &rows);
            scope.spawn(move || {
                loop {
                    let next = rows.lock().unwrap().next();
                    let Some((at, row)) = next else { break };
                    sender.send((at, strike(*row))).unwrap();
                }
            });
        }
    });
    drop(sender);
    let mut results: Vec<_> = results.into_iter().collect();
    results.sort_by_key(|(at, _)| *at);
    let mut wrong = Vec::new();
    println!("driver           fault              tried    class  exit message");
    for (_, (line, problems)) in &results {
        println!("{line}");
        wrong.extend(problems.iter().map(|problem| format!("{line}: {problem}")));
    }
    assert_eq!(results.len(), count);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
