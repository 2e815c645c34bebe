//! Tests the emulated device with real, unmodified tools: libimobiledevice of Debian and tidevice of PyPI. The tests check the effects in
//! the device's journal, because several tools exit with 0 after a failure.
#![expect(clippy::unwrap_used, reason = "a test stops where its surroundings fail")]

pub(crate) mod bed;

use std::path::Path;
use std::time::Duration;

use bed::{APP, Bed};
use phone::device::{Device, End, Event, Link, Settings, named};

const PATIENCE: Duration = Duration::from_secs(20);

#[test]
fn tidevice_installs_launches_and_ends_an_app_and_fetches_its_files() {
    for version in ["16.4", "13.5"] {
        let bed = Bed::new(Settings::ios(version));
        bed.tidevice(&["list", "--json"]).well(&[bed.device.udid(), version]);
        bed.tidevice(&["install", "--launch", bed.ipa().to_str().unwrap()]).well(&["Complete"]);
        bed.tidevice(&["applist"]).well(&[APP]);
        let launched = bed.tidevice(&["launch", "-e", "LAUNCHGATE_LAUNCH:one", APP, "first", "second"]);
        launched.well(&["PID:"]);
        let launches = bed.device.journal().launches();
        let launch = launches.last().unwrap();
        assert_eq!(launch.environment["LAUNCHGATE_LAUNCH"], "one", "{version}");
        assert_eq!(launch.arguments, ["first", "second"]);
        assert!(launch.kill_existing && launch.via == "instruments");
        assert_eq!(launch.killed.len(), 1, "what the installation started: {launches:?}");
        let written = bed.device.app(APP).unwrap().container.join("Documents/launchgate/one.lgtrace");
        while !written.exists() {
            std::thread::sleep(Duration::from_millis(10));
        }
        if version == "13.5" {
            // On iOS 13.5, instruments is a different service, which uses no encryption after the handshake; all other services are the
            // same.
            let name = "com.apple.instruments.remoteserver".to_owned();
            let service = Event::Service { name, protocol: None };
            assert!(bed.device.journal().events().contains(&service));
            continue;
        }
        bed.tidevice(&["ps", "--json"]).well(&[APP, &launch.pid.to_string()]);
        let remote = "/Documents/launchgate/one.lgtrace";
        bed.tidevice(&["fsync", "-B", APP, "pull", remote, bed.path("one").to_str().unwrap()])
            .well(&["pulled"]);
        let trace = std::fs::read_to_string(bed.path("one")).unwrap();
        assert!(trace.starts_with("line 00000 of one\n") && trace.ends_with("line 01999 of one\nthe end\n"));
        bed.tidevice(&["kill", APP]).well(&["Kill pid:"]);
        let killed = Event::Ended { pid: launch.pid, how: End::Signal(9) };
        assert!(bed.device.journal().wait(PATIENCE, |event| *event == killed).is_some(), "{version}");
        bed.tidevice(&["uninstall", APP]).well(&["Complete"]);
        assert!(bed.device.app(APP).is_none());
    }
}

#[test]
fn libimobiledevice_pairs_with_the_emulated_device_and_installs_and_launches_an_app() {
    for (version, session, service, protocol) in [
        ("16.4", "TLS 1.3", "com.apple.debugserver.DVTSecureSocketProxy", Some("TLS 1.3")),
        ("13.5", "TLS 1.2", "com.apple.debugserver", None),
    ] {
        let mut settings = Settings::ios(version);
        settings.paired = false;
        let bed = Bed::new(settings);
        bed.tool(&["idevice_id", "-l"]).well(&[bed.device.udid()]);
        // The owner trusts the host at the third attempt.
        bed.device.faults().add(named("trust-pending=2").unwrap());
        for _ in 0..2 {
            let output = bed.tool(&["idevicepair", "pair"]);
            assert!(output.status == Some(1) && output.text.contains("trust dialog"), "{output:?}");
        }
        bed.tool(&["idevicepair", "pair"]).well(&["SUCCESS: Paired"]);
        bed.tool(&["idevicepair", "validate"]).well(&["SUCCESS"]);
        bed.tool(&["ideviceinfo", "-k", "ProductVersion"]).well(&[version]);
        bed.installer(&["install", bed.ipa().to_str().unwrap()]).well(&["Install: Complete"]);
        bed.installer(&["list"]).well(&[APP]);
        let arguments = ["-e", "LAUNCHGATE_LAUNCH=two", "run", APP, "first"];
        let mut debug = bed.command(Path::new("idevicedebug"), &arguments).spawn().unwrap();
        let written = bed.device.app(APP).unwrap().container.join("Documents/launchgate/two.lgtrace");
        while !written.exists() && debug.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(10));
        }
        let launch = bed.device.journal().launches().pop().unwrap();
        assert_eq!((launch.via, &launch.arguments[..]), ("debugserver", &["first".to_owned()][..]));
        assert_eq!(launch.environment["LAUNCHGATE_LAUNCH"], "two");
        // The tool runs until it is killed, and the app ends with it.
        assert!(debug.try_wait().unwrap().is_none() && bed.device.alive() == [launch.pid], "{version}");
        debug.kill().unwrap();
        debug.wait().unwrap();
        let killed = Event::Ended { pid: launch.pid, how: End::Signal(9) };
        assert!(bed.device.journal().wait(PATIENCE, |event| *event == killed).is_some(), "{version}");
        // An old version of iOS uses an old version of TLS, and its developer services use no TLS after the handshake.
        let installing = "com.apple.mobile.installation_proxy";
        for (service, protocol) in [(service, protocol), (installing, Some(session))] {
            let used = Event::Service { name: service.to_owned(), protocol };
            assert!(bed.device.journal().events().contains(&used), "{version}: {used:?}");
        }
        bed.installer(&["uninstall", APP]).well(&["Uninstall: Complete"]);
    }
}

#[test]
fn tools_see_the_developer_image_and_the_notification_of_an_installation() {
    let bed = Bed::new(Settings::default());
    bed.tool_in_either(&["ideviceimagemounter", "-l"], &["ideviceimagemounter", "list"])
        .well(&["ImagePresent: true"]);
    let name = "com.apple.mobile.application_installed";
    let output = bed.path("output");
    // Output to a pipe or a file would be buffered.
    let words = ["-oL", "idevicenotificationproxy", "observe", name];
    let mut observer = bed.command(Path::new("stdbuf"), &words);
    let mut observer = observer.stdout(std::fs::File::create(&output).unwrap()).spawn().unwrap();
    let contains = |words: &str| std::fs::read_to_string(&output).unwrap().contains(words);
    while !contains("! observing") {
        assert!(observer.try_wait().unwrap().is_none(), "it ended");
        std::thread::sleep(Duration::from_millis(10));
    }
    // The tool reports success before it has registered, so the first installations may come too early.
    let heard = (0..20).any(|_| {
        bed.installer(&["install", bed.ipa().to_str().unwrap()]).well(&["Install: Complete"]);
        let soon = std::time::Instant::now() + Duration::from_secs(2);
        while !contains(&format!("> {name}")) && std::time::Instant::now() < soon {
            std::thread::sleep(Duration::from_millis(10));
        }
        contains(&format!("> {name}"))
    });
    assert!(heard, "{}", std::fs::read_to_string(&output).unwrap());
    observer.kill().unwrap();
    observer.wait().unwrap();
}

/// A row of the table of reactions: the fault, the tool, the tool's exit status (`None` if it still waits), and a text in its output.
type Row<'a> = (&'a str, &'a [&'a str], Option<i32>, &'a str);

#[test]
fn real_tools_report_emulated_faults_as_those_of_a_device() {
    let launch: &[&str] = &["tidevice", "launch", APP];
    let pull: &[&str] = &["tidevice", "fsync", "-B", APP, "pull", "/Documents/big", "big"];
    let rows: &[Row<'_>] = &[
        ("no-device", &["idevice_id", "-l"], Some(0), ""),
        ("no-device", &["ideviceinfo"], Some(255), "No device found"),
        ("no-device", &["tidevice", "info"], Some(1), "No local device detected"),
        ("password-protected", &["ideviceinfo"], Some(255), "Password protected"),
        ("password-protected", &["tidevice", "applist"], Some(1), "PasswordProtected"),
        ("invalid-host", &["ideviceinfo"], Some(255), "Invalid HostID"),
        (
            "no-developer-image",
            &["idevicedebug", "run", APP],
            Some(255),
            "Could not start com.apple.debugserver",
        ),
        ("locked", launch, Some(1), "Locked"),
        ("locked", &["idevicedebug", "run", APP], Some(255), "Locked"),
        ("untrusted", launch, Some(1), "Security"),
        (
            "bad-signature",
            &["ideviceinstaller", "install", "Fixture.ipa"],
            Some(128),
            "ApplicationVerificationFailed",
        ),
        ("read-drop", pull, Some(1), "SocketError"),
        ("dtx-drop", launch, Some(1), ""),
        ("arrest-refused", pull, None, "InstallationLookupFailed"),
    ];
    let mut wrong = Vec::new();
    for (fault, line, status, words) in rows {
        let bed = Bed::with_app(Settings::default());
        let container = bed.device.app(APP).unwrap().container;
        std::fs::write(container.join("Documents/big"), vec![1; 3 << 20]).unwrap();
        bed.device.faults().add(named(fault).unwrap());
        let output = match line[0] {
            "tidevice" => bed.tidevice(&line[1..]),
            "ideviceinstaller" => bed.installer(&line[1..]),
            _ => bed.tool(line),
        };
        let struck = |event: &Event| matches!(event, Event::Fault { .. });
        if !bed.device.journal().events().iter().any(struck) {
            wrong.push(format!("{fault} never struck {line:?}: {output:?}"));
        }
        let status_is_right = output.status == *status || (status.is_none() && output.status.is_some());
        if !status_is_right || !output.text.to_lowercase().contains(&words.to_lowercase()) {
            wrong.push(format!("{fault}, {line:?}: {output:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_reconnected_device_has_a_new_id_and_can_be_connected_by_cable_and_network() {
    let bed = Bed::new(Settings::default());
    let old = bed.hub.ids(&bed.device);
    bed.device.replug();
    let new = bed.hub.ids(&bed.device);
    assert!(old.len() == 1 && new.len() == 1 && old != new, "{old:?} {new:?}");
    bed.hub.attach(&bed.device, Link::Network);
    let mut other = Settings::ios("13.5");
    other.udid = "00008020-000D2B3C4D5E6F71".to_owned();
    let other = Device::new(other).unwrap();
    bed.hub.attach(&other, Link::Cable);
    let listed = bed.tool(&["idevice_id"]);
    listed.well(&[bed.device.udid(), other.udid(), "(USB)"]);
    // The address of the second link is encoded as on a Mac. Builds of libimobiledevice since 2025, which also have the version 1.3.0 and
    // are recognised by their usage text, read only their own system's encoding and otherwise omit the link.
    let is_older = !bed.tool(&["ideviceimagemounter", "-l"]).text.contains("Usage: ");
    let has_both = is_older || cfg!(target_os = "macos");
    assert_eq!(listed.text.contains(" (Network)"), has_both, "{listed:?}");
    assert_eq!(listed.text.lines().count(), 2 + usize::from(has_both), "{listed:?}");
    bed.tool(&["ideviceinfo", "-u", other.udid(), "-k", "ProductVersion"]).well(&["13.5"]);
    bed.hub.detach(&other);
    assert_eq!(bed.tool(&["idevice_id", "-l"]).text.lines().count(), 1);
}

#[test]
fn an_app_writes_its_trace_as_incompletely_as_the_fault_specifies() {
    let whole = |bytes: &[u8]| bytes.ends_with(b"the end\n");
    for (fault, last, partial) in [
        ("no-trace", None, None),
        ("half-trace", Some(false), None),
        ("unfinished-trace", None, Some(false)),
        ("growing-trace=0.3", Some(false), None),
        ("crash=20000", None, None),
        ("slow=0.1", Some(true), None),
    ] {
        let bed = Bed::with_app(Settings::default());
        bed.device.faults().add(named(fault).unwrap());
        let unix = bed.hub.unix().display().to_string();
        assert!(!unix.is_empty());
        bed.tidevice(&["launch", "-e", "LAUNCHGATE_LAUNCH:x", APP]).well(&["PID:"]);
        let folder = bed.device.app(APP).unwrap().container.join("Documents/launchgate");
        let found = |name: &str| std::fs::read(folder.join(name)).ok().map(|bytes| whole(&bytes));
        let over = |event: &Event| matches!(event, Event::Ended { .. });
        if fault.starts_with("crash") {
            let end = bed.device.journal().wait(PATIENCE, over);
            assert!(matches!(end, Some(Event::Ended { how: End::Signal(11), .. })), "{fault}: {end:?}");
            assert!(bed.device.alive().is_empty());
            continue;
        }
        let deadline = std::time::Instant::now() + PATIENCE;
        let is_as_told = || (found("x.lgtrace"), found("x.part")) == (last, partial);
        // Files that grow are complete soon; the other files remain incomplete.
        let is_whole_later = || fault.starts_with("growing") && found("x.lgtrace") == Some(true);
        while !is_as_told() && !is_whole_later() && std::time::Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(is_as_told() || is_whole_later(), "{fault}: {:?} {:?}", found("x.lgtrace"), found("x.part"));
    }
}

#[test]
fn a_crash_of_an_app_leaves_a_report_that_libimobiledevice_fetches() {
    for version in ["16.4", "13.5"] {
        let bed = Bed::with_app(Settings::ios(version));
        let folder = bed.path("reports");
        std::fs::create_dir(&folder).unwrap();
        let fetch = || bed.tool(&["idevicecrashreport", "-k", folder.to_str().unwrap()]);
        fetch().well(&["Done."]);
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "nothing crashed yet");
        bed.device.faults().add(named("crash-early").unwrap());
        bed.tidevice(&["launch", APP]);
        let launched = bed.device.journal().launches().pop().unwrap().pid;
        let over = |event: &Event| matches!(event, Event::Ended { pid, .. } if *pid == launched);
        assert!(bed.device.journal().wait(PATIENCE, over).is_some(), "{version}");
        fetch().well(&["Done."]);
        let reports: Vec<_> =
            std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        let [report] = &reports[..] else { panic!("{version}: {reports:?}") };
        let text = std::fs::read_to_string(report).unwrap();
        let (about, report) = text.split_once('\n').unwrap();
        let about: serde_json::Value = serde_json::from_str(about).unwrap();
        let report: serde_json::Value = serde_json::from_str(report).unwrap();
        assert_eq!((about["bundleID"].as_str(), about["bug_type"].as_str()), (Some(APP), Some("309")));
        assert_eq!(
            (report["pid"].as_u64(), report["procName"].as_str()),
            (Some(launched.into()), Some("Fixture"))
        );
        assert!(report["exception"]["signal"].as_str().unwrap().starts_with("SIG"), "{report}");
    }
}
