//! Fault × driver: class, exit code and message of each, printed and checked.
//!
//! Faults that stall are met with little patience, the others with more than any machine needs.

use std::sync::{Mutex, mpsc};
use std::time::{Duration, Instant};

use gate::device::{Class, Device, Driver as _, Failure, Kind, Patience, Start};
use phone::device::{Event, named};

use super::bed::{APP, Bed, impatient, names, patient, start};

/// What is tried while the fault is there.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Try {
    Open,
    Install,
    Launch,
    Pull,
    List,
}

/// Driver, fault, what is tried, what it is found to be.
type Row = (&'static str, &'static str, Try, Kind);

/// Of the tools that are always there, on iOS 16.4.
const ROWS: &[Row] = &[
    ("tidevice", "no-device", Try::Open, Kind::NoDevice),
    ("tidevice", "mux-stall", Try::Open, Kind::Timeout),
    ("tidevice", "password-protected", Try::List, Kind::Locked),
    ("tidevice", "invalid-host", Try::List, Kind::PairingLost),
    ("tidevice", "bad-signature", Try::Install, Kind::Signature),
    ("tidevice", "install-stall", Try::Install, Kind::Timeout),
    ("tidevice", "install-drop", Try::Install, Kind::Lost),
    ("tidevice", "disk-full", Try::Install, Kind::DiskFull),
    ("tidevice", "locked", Try::Launch, Kind::Locked),
    ("tidevice", "untrusted", Try::Launch, Kind::UntrustedDeveloper),
    ("tidevice", "dtx-stall", Try::Launch, Kind::Timeout),
    ("tidevice", "read-drop", Try::Pull, Kind::Lost),
    ("tidevice", "read-stall", Try::Pull, Kind::Timeout),
    ("tidevice", "arrest-refused", Try::Pull, Kind::Denied),
    ("libimobiledevice", "no-device", Try::Open, Kind::NoDevice),
    ("libimobiledevice", "mux-stall", Try::Open, Kind::Timeout),
    ("libimobiledevice", "password-protected", Try::Launch, Kind::Locked),
    ("libimobiledevice", "invalid-host", Try::Launch, Kind::PairingLost),
    ("libimobiledevice", "session-stall", Try::Launch, Kind::Timeout),
    ("libimobiledevice", "no-developer-image", Try::Launch, Kind::NoImage),
    ("libimobiledevice", "developer-mode-off", Try::Launch, Kind::DeveloperMode),
    ("libimobiledevice", "bad-signature", Try::Install, Kind::Signature),
    ("libimobiledevice", "install-stall", Try::Install, Kind::Timeout),
    ("libimobiledevice", "locked", Try::Launch, Kind::Locked),
    ("libimobiledevice", "debug-stall", Try::Launch, Kind::Timeout),
    ("libimobiledevice", "launch-stall", Try::Launch, Kind::Timeout),
];

/// Of all tools, those that are large too: only when asked, since each row waits for tools that take seconds to begin.
const MORE: &[Row] = &[
    ("tidevice", "connect-stall", Try::List, Kind::Timeout),
    ("tidevice", "session-stall", Try::List, Kind::Timeout),
    ("tidevice", "service-stall", Try::Launch, Kind::Timeout),
    ("tidevice", "dtx-hello-stall", Try::Launch, Kind::Timeout),
    ("tidevice", "dtx-channel-stall", Try::Launch, Kind::Timeout),
    ("tidevice", "launch-stall", Try::Launch, Kind::Timeout),
    ("tidevice", "afc-stall", Try::List, Kind::Timeout),
    ("tidevice", "arrest-stall", Try::List, Kind::Timeout),
    ("tidevice", "developer-mode-off", Try::Launch, Kind::DeveloperMode),
    ("pymobiledevice3", "no-device", Try::Open, Kind::NoDevice),
    ("pymobiledevice3", "mux-stall", Try::Open, Kind::Timeout),
    ("pymobiledevice3", "password-protected", Try::Launch, Kind::Locked),
    ("pymobiledevice3", "invalid-host", Try::Launch, Kind::PairingLost),
    ("pymobiledevice3", "session-stall", Try::Launch, Kind::Timeout),
    ("pymobiledevice3", "no-developer-image", Try::Launch, Kind::NoImage),
    ("pymobiledevice3", "developer-mode-off", Try::Launch, Kind::DeveloperMode),
    ("pymobiledevice3", "bad-signature", Try::Install, Kind::Signature),
    ("pymobiledevice3", "install-stall", Try::Install, Kind::Timeout),
    ("pymobiledevice3", "install-drop", Try::Install, Kind::Lost),
    ("pymobiledevice3", "locked", Try::Launch, Kind::Locked),
    ("pymobiledevice3", "untrusted", Try::Launch, Kind::UntrustedDeveloper),
    ("pymobiledevice3", "dtx-stall", Try::Launch, Kind::Timeout),
    ("pymobiledevice3", "launch-stall", Try::Launch, Kind::Timeout),
    ("pymobiledevice3", "read-drop", Try::Pull, Kind::Lost),
    ("pymobiledevice3", "read-stall", Try::Pull, Kind::Timeout),
    ("go-ios", "no-device", Try::Open, Kind::NoDevice),
    ("go-ios", "mux-stall", Try::Open, Kind::Timeout),
    ("go-ios", "password-protected", Try::Launch, Kind::Locked),
    ("go-ios", "invalid-host", Try::Launch, Kind::PairingLost),
    ("go-ios", "session-stall", Try::Launch, Kind::Timeout),
    ("go-ios", "no-developer-image", Try::Launch, Kind::NoImage),
    ("go-ios", "developer-mode-off", Try::Launch, Kind::DeveloperMode),
    ("go-ios", "bad-signature", Try::Install, Kind::Signature),
    ("go-ios", "install-stall", Try::Install, Kind::Timeout),
    ("go-ios", "locked", Try::Launch, Kind::Locked),
    ("go-ios", "untrusted", Try::Launch, Kind::UntrustedDeveloper),
    ("go-ios", "launch-stall", Try::Launch, Kind::Timeout),
    ("go-ios", "read-drop", Try::Pull, Kind::Lost),
    ("go-ios", "read-stall", Try::Pull, Kind::Timeout),
];

/// What came of it, and what is wrong with that.
fn strike(row: Row) -> (String, Vec<String>) {
    if !row.1.ends_with("-stall") {
        return strike_with(row, &patient(), None).0;
    }
    // On a busy machine a tool may need longer to come to the point at all.
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
    // The way to the device is open before the fault is there.
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
                Class::Input => 1,
                Class::Device => 6,
                Class::App => 7,
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

/// Up to four commands (one that asks why, and ends of what lasts), and what a busy machine makes of that.
fn allowed(patience: &Patience, startup: Option<u64>) -> Duration {
    (patience.answer + Duration::from_secs(startup.unwrap_or(60))) * 4 + Duration::from_secs(60)
}

/// A start that the driver takes.
fn one(name: &str) -> Start {
    let mut start = start("one");
    if name == "go-ios" {
        start.environment.remove("GREETING");
    }
    start
}

#[test]
fn every_fault_is_told_with_its_class_and_what_to_do() {
    check(ROWS);
}

#[test]
#[ignore = "the tools are large: `cargo xtask test --all-drivers` installs them"]
fn every_fault_is_told_by_the_other_drivers_too() {
    check(MORE);
}

fn check(rows: &[Row]) {
    // Most of the time somebody waits, so more are under way than there are processors.
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
