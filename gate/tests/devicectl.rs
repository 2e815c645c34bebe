//! Tests the driver for devicectl. Apple's tool runs only on macOS and cannot be connected to an emulated device, so a small program
//! replaces it. The program answers with JSON in the form of the tool's documentation and of published examples.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::Duration;

use gate_device::tools::ToolDriver;
use gate_device::tools::spec::ToolTable;
use gate_device::{ConnectionKind, Driver as _, FailureKind, LaunchOptions, Patience};

const STAND_IN: &str = include_str!("devicectl/xcrun.sh");
const UDID: &str = "00008130-000A1B2C3D4E5F60";
const APP: &str = "com.example.fixture";

/// Returns the driver, with the replacement program in a separate folder. `fault` selects the fault that the program has.
fn driver(folder: &Path, fault: &str, answer: Duration) -> ToolDriver {
    let program = folder.join("xcrun");
    std::fs::write(&program, STAND_IN).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let text = format!(
        "name = \"devicectl\"\nsystem = {:?}\nstartup = 0\npath = [{:?}]\nenvironment = {{ FAULT = {fault:?} }}",
        std::env::consts::OS,
        folder.display().to_string()
    );
    let table = ToolTable::from_tables(&[text.parse().unwrap()]).unwrap();
    let spec = table.drivers.iter().find(|spec| spec.name == "devicectl").unwrap();
    let patience = Patience { answer, launch: answer, ..Patience::default() };
    ToolDriver::new(spec, &table, None, &patience, None).unwrap()
}

const LONG: Duration = Duration::from_secs(120);

fn start() -> LaunchOptions {
    LaunchOptions {
        bundle: APP.to_owned(),
        arguments: vec!["-UITest".to_owned(), "x y".to_owned()],
        environment: [("LAUNCHGATE_LAUNCH".to_owned(), "one \"1\"".to_owned())].into(),
        url: Some("shop://cart".to_owned()),
        keeps_process: false,
    }
}

#[test]
fn the_devicectl_driver_installs_and_launches_an_app_and_fetches_its_files() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let mut driver = driver(here, "", LONG);
    let seen = driver.devices().unwrap();
    assert_eq!(seen.len(), 3, "{seen:?}");
    assert_eq!((seen[0].udid.as_str(), seen[0].link), (UDID, ConnectionKind::Cable));
    assert_eq!((seen[0].model.as_deref(), seen[0].os.as_deref()), (Some("iPhone16,1"), Some("17.5.1")));
    let newest = seen.iter().find(|one| one.name.as_deref() == Some("Lab 27")).unwrap();
    assert_eq!((newest.model.as_deref(), newest.link), (Some("iPhone17,1"), ConnectionKind::Network));
    let old = seen.iter().find(|one| one.name.as_deref() == Some("Old")).unwrap();
    assert_eq!((old.os.as_deref(), old.link), (Some("16.7"), ConnectionKind::Network));
    let probe = driver.probe(Some(&seen[0]));
    assert_eq!((probe.usable, probe.version.as_deref()), (true, Some("397.21")), "{probe:?}");
    assert!(probe.why.contains("it cannot remove files, so it empties them"), "{probe:?}");
    assert!(driver.probe(Some(old)).why.contains("17 and later, but the device has iOS 16.7"));

    let mut phone = driver.open(UDID).unwrap();
    let app = here.join("Fixture.ipa");
    std::fs::write(&app, "an app").unwrap();
    phone.install(&app).unwrap();
    let running = phone.launch(&start()).unwrap();
    assert_eq!(running.pid, Some(1802));
    assert_eq!(phone.is_alive(&running).unwrap(), Some(true));
    let listed = phone.list(APP, "Documents/launchgate").unwrap();
    assert_eq!((listed[0].name.as_str(), listed[0].size), ("one.lgtrace", Some(8)));
    assert_eq!(phone.list(APP, "Documents/nothing").unwrap(), []);
    let to = here.join("one.lgtrace");
    phone.pull(APP, "Documents/launchgate/one.lgtrace", &to).unwrap();
    assert_eq!(std::fs::read_to_string(&to).unwrap(), "a trace\n");
    let none = phone.pull(APP, "Documents/launchgate/none", &here.join("none")).unwrap_err();
    assert_eq!(none.kind, FailureKind::NoFile, "{none}");
    phone.push(APP, &app, "Documents/in").unwrap();
    phone.kill(&running).unwrap();
    assert_eq!(phone.is_alive(&running).unwrap(), Some(false));
    let there = here.join("container/Documents/in");
    assert_eq!(std::fs::read_to_string(&there).unwrap(), "an app");
    phone.remove(APP, "Documents/in").unwrap();
    assert_eq!(std::fs::read_to_string(&there).unwrap(), "", "has no command that removes");

    phone.uninstall(APP).unwrap();
    let log = std::fs::read_to_string(here.join("log")).unwrap();
    assert!(log.contains("device uninstall app --device"), "{log}");
    let launch = log.lines().find(|line| line.contains("process launch")).unwrap();
    for expected in [
        "--terminate-existing",
        "--environment-variables {\"LAUNCHGATE_LAUNCH\":\"one \\\"1\\\"\"}",
        "--payload-url shop://cart",
        &format!("--device {UDID}"),
    ] {
        assert!(launch.contains(expected), "{launch}");
    }
    assert!(launch.ends_with(&format!("{APP} -UITest x y")), "{launch}");
    let copies: Vec<&str> = log.lines().filter(|line| line.contains("copy to")).collect();
    assert!(copies.len() == 2 && copies.iter().all(|line| line.contains("--user mobile")), "{copies:?}");
}

#[test]
fn failures_of_devicectl_are_recognised_by_message_and_by_json_file() {
    for (fault, expected) in [
        ("locked", FailureKind::Locked),
        ("untrusted", FailureKind::UntrustedDeveloper),
        ("json-only", FailureKind::Locked),
        ("lie", FailureKind::Protocol),
        ("garbage", FailureKind::Protocol),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut driver = driver(folder.path(), fault, LONG);
        let mut phone = driver.open(UDID).unwrap();
        let failure = phone.launch(&start()).unwrap_err();
        assert_eq!(failure.kind, expected, "{fault}: {failure}");
        assert!(failure.to_string().contains("devicectl launch, exit status"), "{failure}");
    }
}

#[test]
fn a_devicectl_process_that_exceeds_its_deadline_is_ended() {
    let folder = tempfile::tempdir().unwrap();
    let mut driver = driver(folder.path(), "stall", Duration::from_millis(300));
    let failure = driver.devices().unwrap_err();
    assert_eq!(failure.kind, FailureKind::Timeout, "{failure}");
}
