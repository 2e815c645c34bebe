//! The gate's drivers by external tools, which are the real ones, unmodified, against the emulated device.
//! The device's journal is asked what really happened.
#![expect(clippy::unwrap_used, reason = "a test stops where its surroundings fail")]

#[path = "device_tools/bed.rs"]
mod bed;

use std::time::Duration;

use bed::{APP, Bed, names, start};
use gate::device::{Driver as _, Kind, Link};
use phone::device::{End, Event};

const PATIENCE: Duration = Duration::from_secs(120);

/// The same for every driver: the whole way of a launch, and what is asked of a driver besides.
fn everything_that_a_driver_is_for(name: &'static str, version: &str) {
    let bed = Bed::new(name, version);
    let mut driver = bed.driver(&bed::patient(), None);
    let seen = driver.devices().unwrap();
    assert_eq!(seen.len(), 1, "{name}: {seen:?}");
    assert_eq!((seen[0].udid.as_str(), seen[0].os.as_deref()), (bed.device.udid(), Some(version)), "{name}");
    assert_eq!(seen[0].link, Link::Cable, "{name}");
    assert!(seen[0].model.as_deref().is_some_and(|model| model.starts_with("iPhone1")), "{name}: {seen:?}");
    let probe = driver.probe(Some(&seen[0]));
    assert!(probe.usable && probe.version.is_some(), "{name}: {probe:?}");
    let mut phone = driver.open(bed.device.udid()).unwrap();
    phone.install(&bed.ipa()).unwrap();
    phone.state().unwrap();

    let running = phone.launch(&start("one")).unwrap();
    let launch = bed.device.journal().launches().pop().unwrap();
    assert_eq!(launch.environment["LAUNCHGATE_LAUNCH"], "one", "{name}");
    assert_eq!(launch.environment["GREETING"], "a b:c=d", "{name}");
    assert_eq!(launch.arguments, ["-UITest", "x y"], "{name}");
    assert!(running.pid.is_none_or(|pid| pid == u64::from(launch.pid)), "{name}: {running:?}");
    let folder = "Documents/launchgate";
    let until = std::time::Instant::now() + PATIENCE;
    let size = loop {
        let listed = phone.list(APP, folder).unwrap();
        if let Some(entry) = listed.iter().find(|entry| entry.name == "one.lgtrace") {
            break entry.size;
        }
        assert!(std::time::Instant::now() < until, "{name}: {listed:?}");
    };
    assert!(size.is_none_or(|size| size == 36_008), "{name}: {size:?}");
    assert_eq!(phone.list(APP, "Documents/nothing").unwrap(), [], "{name}");
    let here = tempfile::tempdir().unwrap();
    let to = here.path().join("one.lgtrace");
    phone.pull(APP, &format!("{folder}/one.lgtrace"), &to).unwrap();
    let trace = std::fs::read_to_string(&to).unwrap();
    assert!(
        trace.starts_with("line 00000 of one\n") && trace.ends_with("line 01999 of one\nthe end\n"),
        "{name}"
    );
    let error = phone.pull(APP, &format!("{folder}/none.lgtrace"), &here.path().join("none")).unwrap_err();
    assert_eq!(error.kind, Kind::NoFile, "{name}: {error}");
    assert_eq!(names(here.path()), ["one.lgtrace"], "{name}");

    let sent = bed.path("sent");
    std::fs::write(&sent, vec![7; 100_000]).unwrap();
    for _ in 0..2 {
        phone.push(APP, &sent, "Documents/deep/down/sent").unwrap();
    }
    let there = bed.device.app(APP).unwrap().container.join("Documents/deep/down/sent");
    assert_eq!(std::fs::read(&there).unwrap(), vec![7; 100_000], "{name}");
    for _ in 0..2 {
        phone.remove(APP, "Documents/deep/down/sent").unwrap();
    }
    assert!(!there.exists(), "{name}");

    // A second launch is a new process.
    assert_eq!(phone.is_alive(&running).unwrap(), Some(true), "{name}");
    let second = phone.launch(&start("two")).unwrap();
    let launch = bed.device.journal().launches().pop().unwrap();
    assert_eq!(bed.device.alive(), [launch.pid], "{name}");
    assert_eq!(phone.is_alive(&second).unwrap(), Some(true), "{name}");
    for _ in 0..2 {
        phone.kill(&second).unwrap();
    }
    assert_eq!(phone.is_alive(&second).unwrap(), Some(false), "{name}");
    let killed = Event::Ended { pid: launch.pid, how: End::Signal(9) };
    assert!(bed.device.journal().wait(PATIENCE, |event| *event == killed).is_some(), "{name}");
    drop(phone);
    assert_eq!(bed.left_behind(), [""; 0], "{name}");
}

#[test]
fn tidevice_on_16() {
    everything_that_a_driver_is_for("tidevice", "16.4");
}
