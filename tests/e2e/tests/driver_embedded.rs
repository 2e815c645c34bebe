//! Tests the embedded driver on every version of iOS that the emulated phone supports.
#![expect(clippy::unwrap_used, reason = "a test stops where its surroundings fail")]

use std::fs;
use std::time::{Duration, Instant};

use e2e::lab::{Lab, SHOP, injected_shop};
use gate_device::embedded::EmbeddedDriver;
use gate_device::{ConnectionKind, Driver as _, FailureKind, LaunchOptions, Patience, Phone};

fn open(lab: &Lab) -> Box<dyn Phone> {
    let mut driver = EmbeddedDriver::new(Some(&lab.address()), Patience::default()).unwrap();
    driver.open(lab.device.udid()).unwrap()
}

fn start(launch: &str) -> LaunchOptions {
    LaunchOptions {
        bundle: SHOP.to_owned(),
        arguments: vec!["-one".to_owned(), "two".to_owned()],
        environment: [("LAUNCHGATE_LAUNCH".to_owned(), launch.to_owned())].into(),
        url: None,
        keeps_process: false,
    }
}

#[test]
fn the_embedded_driver_lists_devices_with_model_and_version() {
    let lab = Lab::new("17.5").unwrap();
    for address in [lab.address(), lab.hub.address()] {
        let mut driver = EmbeddedDriver::new(Some(&address), Patience::default()).unwrap();
        let devices = driver.devices().unwrap();
        let [device] = &devices[..] else { panic!("{devices:?}") };
        assert_eq!(device.udid, lab.device.udid());
        assert_eq!((device.os.as_deref(), device.model.as_deref()), (Some("17.5"), Some("iPhone14,5")));
        assert_eq!(device.link, ConnectionKind::Cable);
        assert!(driver.probe(Some(device)).usable);
        assert_eq!(driver.open("nobody").err().unwrap().kind, FailureKind::NoDevice);
    }
}

#[test]
fn the_embedded_driver_installs_launches_and_ends_an_app_and_fetches_its_files() {
    for ios in ["13.5", "16.4", "17.5", "26"] {
        let lab = Lab::new(ios).unwrap();
        let mut phone = open(&lab);
        assert_eq!(phone.state().unwrap().battery, Some(100), "{ios}");
        phone.install(injected_shop()).unwrap();
        let running = phone.launch(&start("one")).unwrap();
        let launch = lab.device.journal().launches().pop().unwrap();
        assert_eq!(running.pid, Some(launch.pid.into()), "{ios}");
        assert_eq!(launch.arguments, ["-one", "two"], "{ios}");
        assert_eq!(launch.environment["LAUNCHGATE_LAUNCH"], "one", "{ios}");
        assert!(launch.kill_existing, "{ios}");
        let deadline = Instant::now() + Duration::from_secs(60);
        let folder = "Documents/launchgate";
        while !phone.list(SHOP, folder).unwrap().iter().any(|entry| entry.name == "one.lgtrace") {
            assert!(Instant::now() < deadline, "{ios}: no trace");
            std::thread::sleep(Duration::from_millis(5));
        }
        let trace = format!("{folder}/one.lgtrace");
        phone.pull(SHOP, &trace, &lab.path("one")).unwrap();
        trace::Reader::open(&fs::read(lab.path("one")).unwrap()).unwrap();
        assert_eq!(phone.is_alive(&running), Ok(Some(true)), "{ios}");
        phone.kill(&running).unwrap();
        assert_eq!(phone.is_alive(&running), Ok(Some(false)), "{ios}");
        assert!(lab.device.alive().is_empty(), "{ios}");
        // Killing a process that has ended is not a failure, and neither is removing a file or folder that
        // does not exist.
        phone.kill(&running).unwrap();
        phone.remove(SHOP, &trace).unwrap();
        phone.remove(SHOP, &trace).unwrap();
        assert_eq!(phone.list(SHOP, "Documents/nothing"), Ok(Vec::new()), "{ios}");
        let missing = phone.pull(SHOP, &trace, &lab.path("two")).unwrap_err();
        assert_eq!((missing.kind, lab.path("two").exists()), (FailureKind::NoFile, false), "{ios}");
        let content = vec![7; 100_000];
        phone.push(SHOP, &lab.file("in", &content).unwrap(), "Library/deep/er/file").unwrap();
        phone.push(SHOP, &lab.file("none", b"").unwrap(), "Documents/empty").unwrap();
        let container = lab.device.app(SHOP).unwrap().container;
        assert_eq!(fs::read(container.join("Library/deep/er/file")).unwrap(), content, "{ios}");
        assert_eq!(fs::read(container.join("Documents/empty")).unwrap(), b"", "{ios}");
    }
}

#[test]
fn one_connection_of_the_embedded_driver_serves_all_launches() {
    for (ios, service) in [
        ("13.5", "com.apple.instruments.remoteserver"),
        ("16.4", "com.apple.instruments.remoteserver.DVTSecureSocketProxy"),
        ("17.5", "com.apple.internal.devicecompute.CoreDeviceProxy"),
    ] {
        let lab = Lab::new(ios).unwrap();
        lab.device.install(injected_shop()).unwrap();
        let mut phone = open(&lab);
        for launch in ["one", "two", "three"] {
            phone.launch(&start(launch)).unwrap();
        }
        let events = lab.device.journal().events();
        let connections = events
            .iter()
            .filter(|event| matches!(event, phone::device::Event::Service { name, .. } if name == service));
        assert_eq!(connections.count(), 1, "{ios}");
        // Each launch ended the process of the previous one.
        let killed: Vec<usize> = lab.device.journal().launches().iter().map(|one| one.killed.len()).collect();
        assert_eq!(killed, [0, 1, 1], "{ios}");
    }
}
