//! Tests `gate devices` and `gate doctor`, with and without a device on the cable.

use e2e::lab;
use gate::cli::Exit;

use super::bed::Bed;

/// Runs a command as the program does. Returns the command's exit code, output and error output.
fn gate(bed: &Bed, words: &[&str]) -> (Exit, String, String) {
    let config = bed.path("config.toml");
    if !config.exists() {
        std::fs::write(&config, "").unwrap();
    }
    let address = format!("UNIX:{}", bed.hub.unix().display());
    let settings = ["--usbmuxd", &address, "--config", config.to_str().unwrap()];
    lab::gate(&[words, &settings].concat())
}

#[test]
fn gate_devices_lists_each_device_with_its_driver_and_the_reason_for_the_choice() {
    for (version, launches) in [("16.4", true), ("17.5", false)] {
        let bed = Bed::new("libimobiledevice", version);
        let (exit, out, err) = gate(&bed, &["devices", "--format", "json"]);
        assert_eq!((exit, err.as_str()), (Exit::Pass, ""));
        let told: serde_json::Value = serde_json::from_str(&out).unwrap();
        let device = &told["devices"][0];
        assert_eq!(
            (device["udid"].as_str(), device["os"].as_str()),
            (Some(bed.device.udid()), Some(version))
        );
        assert_eq!((device["driver"].as_str(), device["link"].as_str()), (Some("embedded"), Some("cable")));
        let tool = device["drivers"].as_array().unwrap().iter().find(|one| one["name"] == "libimobiledevice");
        let tool = tool.unwrap();
        assert_eq!(
            (tool["usable"].as_bool(), tool["sees"].as_bool()),
            (Some(launches), Some(true)),
            "{tool}"
        );
        let (exit, out, _) = gate(&bed, &["devices"]);
        assert_eq!(exit, Exit::Pass);
        let can = if launches { "could use libimobiledevice" } else { "cannot use libimobiledevice" };
        for expected in [bed.device.udid(), version, "by cable", "uses embedded", can, "cannot use devicectl"]
        {
            assert!(out.contains(expected), "{expected}: {out}");
        }
    }
}

#[test]
fn gate_doctor_reports_the_working_parts_and_how_to_fix_the_rest() {
    let bed = Bed::new("libimobiledevice", "16.4");
    bed.ipa();
    let program = bed.path("program");
    let mut archive = zip::ZipArchive::new(std::fs::File::open(bed.ipa()).unwrap()).unwrap();
    let mut packed = archive.by_name("Payload/Fixture.app/Fixture").unwrap();
    std::io::copy(&mut packed, &mut std::fs::File::create(&program).unwrap()).unwrap();
    let (exit, out, _) = gate(&bed, &["doctor", "--agent", program.to_str().unwrap()]);
    assert_eq!(exit, Exit::Pass, "{out}");
    for expected in
        ["ok    settings", "ok    agent", "ok    driver embedded", "note  driver devicectl", "responds"]
    {
        assert!(out.contains(expected), "{expected}: {out}");
    }
    let (exit, out, _) = gate(&bed, &["doctor", "--agent", "nowhere.dylib"]);
    assert_eq!(exit, Exit::Error, "{out}");
    assert!(out.contains("FAIL  agent: nowhere.dylib") && out.contains("pass the one of this gate"), "{out}");

    bed.hub.detach(&bed.device);
    let (exit, out, _) = gate(&bed, &["doctor", "--agent", program.to_str().unwrap()]);
    assert_eq!(exit, Exit::Device, "{out}");
    assert!(out.contains("FAIL  no device found; connect the device"), "{out}");
    let (exit, out, err) = gate(&bed, &["devices"]);
    assert_eq!((exit, out.as_str()), (Exit::Device, ""));
    assert!(err.contains("no device found; connect one"), "{err}");

    std::fs::write(bed.path("config.toml"), "[[driver]]\nname = \"tidevice\"\nlaunch.comand = []\n").unwrap();
    let (exit, out, _) = gate(&bed, &["doctor", "--agent", program.to_str().unwrap()]);
    assert_eq!(exit, Exit::Error, "{out}");
    assert!(out.contains("FAIL  settings") && out.contains("unknown field `comand`"), "{out}");
}
