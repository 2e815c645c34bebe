//! Tests the gate's drivers for external tools. The real, unmodified tools run against the emulated device.
//!
//! tidevice and libimobiledevice always run. All other tools, which are large, run with `cargo xtask test
//! --all-drivers`. The tests check the actual effects in the device's journal, since several tools exit with
//! 0 after a failure.
#![expect(clippy::unwrap_used, reason = "a test stops where its surroundings fail")]

mod bed;
mod commands;
mod faults;
mod whole;

use std::time::{Duration, Instant};

use gate_device::{ConnectionKind, Driver as _, FailureKind, Phone};
use phone::device::{End, Event};

use bed::{APP, Bed, names, start};

const PATIENCE: Duration = Duration::from_secs(300);

/// Makes all requests of a launch through a driver. The requests are the same for each driver.
fn the_whole_way(name: &'static str, version: &str) {
    let bed = Bed::new(name, version);
    let mut driver = bed.driver(&bed::patient(), None);
    let seen = driver.devices().unwrap();
    assert_eq!(seen.len(), 1, "{name}: {seen:?}");
    assert_eq!((seen[0].udid.as_str(), seen[0].os.as_deref()), (bed.device.udid(), Some(version)), "{name}");
    assert_eq!(seen[0].link, ConnectionKind::Cable, "{name}");
    assert!(seen[0].model.as_deref().is_some_and(|model| model.starts_with("iPhone1")), "{name}: {seen:?}");
    let probe = driver.probe(Some(&seen[0]));
    assert!(probe.usable && probe.version.is_some(), "{name}: {probe:?}");
    let mut phone = driver.open(bed.device.udid()).unwrap();
    phone.install(&bed.ipa()).unwrap();
    let state = phone.state().unwrap();
    assert_eq!(state.debugger, Some(name == "libimobiledevice"), "{name}");

    let mut one = start("one");
    if name == "go-ios" {
        let error = phone.launch(&one).unwrap_err();
        assert_eq!(error.kind, FailureKind::Unsupported, "it would cut the value of GREETING: {error}");
        one.environment.insert("GREETING".to_owned(), "a b:c".to_owned());
    }
    let running = phone.launch(&one).unwrap();
    let launch = bed.device.journal().launches().pop().unwrap();
    assert_eq!(launch.environment["LAUNCHGATE_LAUNCH"], "one", "{name}");
    assert_eq!(launch.environment["GREETING"], one.environment["GREETING"], "{name}");
    assert_eq!(launch.arguments, ["-UITest", "x y"], "{name}");
    assert!(running.pid.is_none_or(|pid| pid == u64::from(launch.pid)), "{name}: {running:?}");
    let until = Instant::now() + PATIENCE;
    let size = loop {
        let listed = phone.list(APP, "Documents/launchgate").unwrap();
        if let Some(entry) = listed.iter().find(|entry| entry.name == "one.lgtrace") {
            break entry.size;
        }
        assert!(Instant::now() < until, "{name}: {listed:?}");
    };
    assert!(size.is_none_or(|size| size == 36_008), "{name}: {size:?}");
    files(name, &bed, &mut *phone);

    // A second launch creates a new process.
    assert_eq!(phone.is_alive(&running).unwrap(), Some(true), "{name}");
    one.environment.insert("LAUNCHGATE_LAUNCH".to_owned(), "two".to_owned());
    let second = phone.launch(&one).unwrap();
    let launch = bed.device.journal().launches().pop().unwrap();
    assert_eq!(bed.device.alive(), [launch.pid], "{name}");
    assert_eq!(phone.is_alive(&second).unwrap(), Some(true), "{name}");
    for _ in 0..2 {
        phone.kill(&second).unwrap();
    }
    assert_eq!(phone.is_alive(&second).unwrap(), Some(false), "{name}");
    let killed =
        |event: &Event| matches!(event, Event::Ended { pid, how: End::Signal(_) } if *pid == launch.pid);
    assert!(bed.device.journal().wait(PATIENCE, killed).is_some(), "{name}");
    drop(phone);
    assert_eq!(bed.left_behind(), [""; 0], "{name}");
}

/// Makes a driver's file operations on the app's container.
fn files(name: &str, bed: &Bed, phone: &mut dyn Phone) {
    let container = bed.device.app(APP).unwrap().container;
    assert_eq!(phone.list(APP, "Documents/nothing").unwrap(), [], "{name}");
    let here = tempfile::tempdir().unwrap();
    let traces = container.join("Documents/launchgate");
    std::fs::create_dir_all(&traces).unwrap();
    std::fs::write(traces.join("big file.lgtrace"), vec![9; 3 << 20]).unwrap();
    let to = here.path().join("big file.lgtrace");
    phone.pull(APP, "Documents/launchgate/big file.lgtrace", &to).unwrap();
    assert_eq!(std::fs::read(&to).unwrap(), vec![9; 3 << 20], "{name}");
    let nothing = phone.pull(APP, "Documents/launchgate/none.lgtrace", &here.path().join("none"));
    let error = nothing.unwrap_err();
    assert_eq!(error.kind, FailureKind::NoFile, "{name}: {error}");
    assert_eq!(names(here.path()), ["big file.lgtrace"], "{name}: a file that is not there leaves none");
    let sent = bed.path("sent");
    std::fs::write(&sent, vec![7; 100_000]).unwrap();
    phone.push(APP, &sent, "Documents/deep/sent").unwrap();
    let there = container.join("Documents/deep/sent");
    assert_eq!(std::fs::read(&there).unwrap(), vec![7; 100_000], "{name}");
    for _ in 0..2 {
        phone.remove(APP, "Documents/deep/sent").unwrap();
    }
    assert!(!there.exists(), "{name}");
}

#[test]
fn tidevice_launches_an_app_and_fetches_its_trace_on_ios_16() {
    the_whole_way("tidevice", "16.4");
}

#[test]
fn libimobiledevice_launches_an_app_and_fetches_its_trace_on_ios_16() {
    the_whole_way("libimobiledevice", "16.4");
}

#[test]
fn tools_for_older_systems_install_an_app_on_ios_17_but_refuse_to_launch_it() {
    for name in ["tidevice", "libimobiledevice"] {
        let bed = Bed::new(name, "17.5");
        let mut driver = bed.driver(&bed::patient(), None);
        let seen = driver.devices().unwrap();
        let probe = driver.probe(Some(&seen[0]));
        assert!(
            !probe.usable && probe.why.contains("before 17, but the device has iOS 17.5"),
            "{name}: {probe:?}"
        );
        let mut phone = driver.open(bed.device.udid()).unwrap();
        phone.install(&bed.ipa()).unwrap();
        files(name, &bed, &mut *phone);
        let error = phone.launch(&start("one")).unwrap_err();
        assert_eq!(error.kind, FailureKind::Unsupported, "{name}: {error}");
        assert_eq!(bed.device.journal().launches(), [], "{name}");
    }
}

#[test]
#[ignore = "pymobiledevice3 is large: `cargo xtask test --all-drivers` installs it"]
fn pymobiledevice3_completes_a_launch_on_16() {
    the_whole_way("pymobiledevice3", "16.4");
}

#[test]
#[ignore = "pymobiledevice3 is large: `cargo xtask test --all-drivers` installs it"]
fn pymobiledevice3_completes_a_launch_on_17() {
    the_whole_way("pymobiledevice3", "17.5");
}

#[test]
#[ignore = "go-ios is large: `cargo xtask test --all-drivers` installs it"]
fn go_ios_completes_a_launch_on_16() {
    the_whole_way("go-ios", "16.4");
}
