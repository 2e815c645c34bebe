//! Tests runs that compare while they launch: runs with two builds in alternating blocks, and runs that stop as soon as the verdict is
//! clear.
#![expect(clippy::unwrap_used, reason = "a test stops where its surroundings fail")]

use std::fs;

use e2e::lab::{Lab, check, gate, injected_shop, log, read, run};
use gate::cli::Exit;
use gate_device::campaign::App;
use gate_launches::{Launch, ReadOptions};
use phone::build::workspace;

/// Writes Shop with another bundle identifier and with the agent in it.
fn renamed_shop(lab: &Lab, bundle: &str) -> std::path::PathBuf {
    let shop = e2e::shop::Shop::build(phone::build::Style::Chained).unwrap();
    let path = shop.app().join("Info.plist");
    let mut info = plist::Value::from_file(&path).unwrap();
    info.as_dictionary_mut().unwrap().insert("CFBundleIdentifier".into(), bundle.into());
    info.to_file_xml(&path).unwrap();
    e2e::lab::inject(&shop.ipa().unwrap(), &lab.path("Renamed.ipa")).unwrap()
}

#[test]
fn a_slower_build_is_found_if_both_builds_are_launched_alternately() {
    // The head reloads its cart at a higher cost. The base has a switch for a function that does not exist,
    // so that it parses the same amount of text.
    let slower = |only_at_first: bool| -> phone::device::Configure {
        std::sync::Arc::new(move |launch, config| {
            let id = &launch.environment["LAUNCHGATE_LAUNCH"];
            let is_slow = id.contains(".head.") && !(only_at_first && id.contains("-again"));
            let place = if is_slow {
                "Cart.reload:200,Catalog.willAppear:200"
            } else {
                "Cart.reloa~:200,Catalog.willAppea~:200"
            };
            config.environment.insert("SHOP_SLOW".into(), place.into());
        })
    };
    for (configure, expected) in
        [(Some(slower(false)), Exit::Regressed), (Some(slower(true)), Exit::Undecided), (None, Exit::Pass)]
    {
        let lab =
            Lab::with(phone::device::Settings { configure, ..phone::device::Settings::ios("17.5") }).unwrap();
        let base = renamed_shop(&lab, "com.example.shop.base");
        let folder = lab.path("both");
        let settings = ["--set", "gate.floor=10us", "--set", "gate.confirm=true"];
        let against = ["--launches", "6", "--set", "device.seed=7", "--base", base.to_str().unwrap()];
        let (exit, output, errors) = run(&lab, injected_shop(), &folder, &[&against[..], &settings].concat());
        assert_eq!(exit, Exit::Pass, "{output}{errors}");
        assert_eq!(log(&folder).header.seed, Some(7));
        // New launches in a new random order confirm a finding; an unchanged app needs no new launches.
        let again = folder.join("again");
        assert_eq!(again.exists(), expected != Exit::Pass, "{output}{errors}");
        if again.exists() {
            let log = log(&again);
            assert!(log.header.again && log.header.seed != Some(7), "{:?}", log.header);
            assert_eq!(log.recorded_launches().filter(|one| one.is_counted()).count(), 12);
            assert!(
                errors.contains("regression found; recording 6 fresh launches to confirm it"),
                "{errors}"
            );
        }
        // A few additional launches, which are not timed, determine the names of functions in the report.
        let dense = folder.join("dense");
        assert_eq!(dense.exists(), expected != Exit::Pass, "{output}{errors}");
        if dense.exists() {
            let log = log(&dense);
            assert!(log.header.dense && errors.contains("recording 2 launches with dense samples"));
            assert_eq!(log.recorded_launches().filter(|one| one.is_counted()).count(), 4);
            let options = ReadOptions { samples: true, ..ReadOptions::default() };
            let read = gate_launches::read(&[dense], &options).unwrap();
            let is_dense = |one: &Launch| one.samples.as_ref().unwrap().sampler.asked.0 == 500e3;
            assert!(read.launches.iter().all(is_dense));
        }
        let (exit, output) = check(&folder, &["--set", "gate.floor=10us"]);
        assert_eq!(exit, expected, "{output}");
        assert_eq!(
            (output.contains("reload]") || output.contains("viewWillAppear:]")),
            expected != Exit::Pass,
            "{output}"
        );
        assert_eq!(
            output.contains("not confirmed by fresh launches"),
            expected == Exit::Undecided,
            "{output}"
        );
        // `--resume` on a complete run does not launch the app again.
        let more = [&against[..], &settings, &["--resume"]].concat();
        let launched = lab.device.journal().launches().len();
        let (exit, output, errors) = run(&lab, injected_shop(), &folder, &more);
        assert_eq!(exit, Exit::Pass, "{output}{errors}");
        assert_eq!(lab.device.journal().launches().len(), launched);
    }
}

#[test]
fn each_installation_in_a_run_of_two_builds_serves_two_counted_launches() {
    let lab = Lab::new("16.4").unwrap();
    let folder = lab.path("both");
    let shop = injected_shop().to_str().unwrap();
    let more = ["--launches", "10", "--base", shop];
    let (exit, output, errors) = run(&lab, injected_shop(), &folder, &more);
    assert_eq!(exit, Exit::Pass, "{output}{errors}");
    assert!(errors.contains("11 installations and 31 launches, about 5 minutes"), "{errors}");
    let documented = "31 launches and 11 installations";
    for page in ["README.md", "docs/start.md"] {
        let text = fs::read_to_string(workspace().join(page)).unwrap();
        assert!(text.contains(documented), "{page} lacks {documented:?}");
    }
    let installed = lab.device.journal().events();
    let installed = installed.iter().filter(|event| matches!(event, phone::device::Event::Installed { .. }));
    let installed = installed.count();
    println!("{{\"drive.installations.blocks\": {installed}}}");
    assert_eq!(installed, 11);
    let counted = log(&folder).recorded_launches().filter(|one| one.is_counted()).count();
    assert_eq!(counted, 20);
}

#[test]
fn a_run_stops_once_the_verdict_is_clear() {
    let lab = Lab::new("16.4").unwrap();
    let settings = "[gate]\nlooks = [6, 8]\n[baseline]\ndir = \"store\"\n";
    let settings = lab.file("config.toml", settings.as_bytes()).unwrap();
    let settings = settings.to_str().unwrap();
    let (first, second) = (lab.path("first"), lab.path("second"));
    let (exit, output, errors) =
        run(&lab, injected_shop(), &first, &["--launches", "5", "--config", settings]);
    assert_eq!(exit, Exit::Pass, "{output}{errors}");
    let (exit, output, errors) = gate(&["baseline", "update", first.to_str().unwrap(), "--config", settings]);
    assert_eq!(exit, Exit::Pass, "{output}{errors}");
    let (exit, output, errors) =
        run(&lab, injected_shop(), &second, &["--until-decided", "--config", settings]);
    assert_eq!(exit, Exit::Pass, "{output}{errors}");
    assert!(output.contains("6 launches in ") && output.contains("stopped early"), "{output}{errors}");
    assert!(errors.contains("look 1: no regression; enough"), "{errors}");
    // The session and the verdict contain the identity of the code.
    let verdict = lab.path("verdict.json");
    let out = format!("json={}", verdict.to_str().unwrap());
    let (exit, output, errors) =
        gate(&["check", second.to_str().unwrap(), "--config", settings, "--out", &out]);
    assert_eq!(exit, Exit::Pass, "{output}{errors}");
    let verdict: serde_json::Value = serde_json::from_slice(&std::fs::read(verdict).unwrap()).unwrap();
    let sessions = verdict["history"].as_array().unwrap();
    let given = log(&first).header.head;
    for (session, is_head) in sessions.iter().zip([false, true]) {
        assert_eq!((&session["is_head"], &session["version"]), (&is_head.into(), &(&*given.version).into()));
        let images: std::collections::BTreeMap<String, String> =
            serde_json::from_value(session["images"].clone()).unwrap();
        assert!(images.contains_key("Shop"), "{images:?}");
        assert!(images.iter().all(|(path, uuid)| given.images.get(path) == Some(uuid)), "{images:?}");
    }
    assert_eq!(sessions.len(), 2);
    assert_eq!(read(&second).looks, Some(2));
    let (exit, output) = check(&second, &["--config", settings]);
    assert_eq!(exit, Exit::Pass, "{output}");
}

#[test]
fn a_rerun_continues_the_earlier_runs_of_the_commit() {
    let lab = Lab::new("16.4").unwrap();
    let settings = "[gate]\nlooks = [5, 7]\n[baseline]\ndir = \"store\"\n";
    let settings = lab.file("config.toml", settings.as_bytes()).unwrap();
    let settings = ["--config", settings.to_str().unwrap()];
    let first = lab.path("first");
    let (exit, output, errors) =
        run(&lab, injected_shop(), &first, &[&["--launches", "5"], &settings[..]].concat());
    assert_eq!(exit, Exit::Pass, "{output}{errors}");
    let stored = [&["baseline", "update", first.to_str().unwrap()], &settings[..]].concat();
    let (exit, output, errors) = gate(&stored);
    assert_eq!(exit, Exit::Pass, "{output}{errors}");
    let slower = e2e::shop::Shop::build_slow(phone::build::Style::Chained, "Imaging.decode:12").unwrap();
    let slower = e2e::lab::inject(&slower.ipa().unwrap(), &lab.path("Slower.ipa")).unwrap();
    let kept = lab.path("kept");
    let launched = || lab.device.journal().launches().len();
    // A repeated attempt cannot select a lucky result, because the launches of all attempts are judged together, up to the last interim
    // analysis.
    for (attempt, new, looked) in
        [("one", 5, "look 1: a regression"), ("two", 2, "look 2: "), ("three", 0, "")]
    {
        let (folder, before) = (lab.path(attempt), launched());
        let more = [&["--until-decided", "--kept", kept.to_str().unwrap()], &settings[..]].concat();
        let (exit, output, errors) = run(&lab, &slower, &folder, &more);
        assert_eq!(exit, Exit::Pass, "{output}{errors}");
        let installed = usize::from(new > 0);
        // After an installation, two additional launches determine the functions of the finding, once.
        let naming = if attempt == "one" { 3 } else { 0 };
        assert_eq!(launched() - before, new + installed + naming, "{attempt}: {output}{errors}");
        assert!(errors.contains(looked), "{errors}");
        assert_eq!(errors.contains("continuing with 5 launches from earlier runs"), new == 2, "{errors}");
        assert_eq!(
            output.contains("already recorded all 7 launches, so their verdict is used"),
            new == 0,
            "{output}"
        );
        let (exit, output) = check(&folder, &settings);
        assert_eq!(exit, Exit::Regressed, "{output}");
        assert!(
            output.contains(if attempt == "one" {
                "5 launches (head) compared with 5"
            } else {
                "7 launches (head) compared with 5"
            }),
            "{output}"
        );
        assert_eq!(read(&folder).looks, Some(2));
    }
}

#[test]
fn launches_of_a_build_installed_by_another_program_are_not_counted() {
    let lab = Lab::new("17.5").unwrap();
    let slower = e2e::shop::Shop::build_slow(phone::build::Style::Chained, "Imaging.decode:12").unwrap();
    let slower = e2e::lab::inject(&slower.ipa().unwrap(), &lab.path("Slower.ipa")).unwrap();
    let device = std::sync::Arc::clone(&lab.device);
    // A separate thread installs a different build right after the third launch, as Xcode could do.
    let other = std::thread::spawn(move || {
        let begun = std::time::Instant::now();
        while device.journal().launches().len() < 3 && begun.elapsed().as_secs() < 300 {
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        device.install(&slower).unwrap();
    });
    let folder = lab.path("run");
    let (exit, output, errors) = run(&lab, injected_shop(), &folder, &["--launches", "9"]);
    other.join().unwrap();
    assert_eq!(exit, Exit::Device, "{output}{errors}");
    assert!(errors.contains("the device launched a different build than the one given"), "{errors}");
    assert!(errors.contains("has the UUID"), "version and number are the same: {errors}");
    let log = log(&folder);
    assert!(
        log.recorded_launches().count() >= 2
            && log.recorded_launches().all(|one| one.of.images["Shop"] == log.header.head.images["Shop"])
    );
    // With `--resume`, the command installs the given app again and continues the run.
    let (exit, output, errors) = run(&lab, injected_shop(), &folder, &["--launches", "4", "--resume"]);
    assert_eq!(exit, Exit::Pass, "{output}{errors}");
    assert!(read(&folder).launches.len() >= 4);
}

#[test]
fn a_build_with_the_same_code_and_different_resources_is_not_accepted() {
    let lab = Lab::new("17.5").unwrap();
    let with = |flags: &str| {
        let shop = e2e::shop::Shop::build(phone::build::Style::Chained).unwrap();
        std::fs::write(shop.app().join("flags.json"), flags).unwrap();
        let name = format!("{}.ipa", flags.len());
        e2e::lab::inject(&shop.ipa().unwrap(), &lab.path(&name)).unwrap()
    };
    let (given, other) = (with("{}"), with("{\"slow\": true}"));
    assert_eq!(App::read(&given).unwrap().build, App::read(&other).unwrap().build, "their UUIDs are equal");
    let device = std::sync::Arc::clone(&lab.device);
    let installed = other.clone();
    let meanwhile = std::thread::spawn(move || {
        let begun = std::time::Instant::now();
        while device.journal().launches().len() < 3 && begun.elapsed().as_secs() < 300 {
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        device.install(&installed).unwrap();
    });
    let folder = lab.path("run");
    let (exit, output, errors) = run(&lab, &given, &folder, &["--launches", "9"]);
    meanwhile.join().unwrap();
    assert_eq!(exit, Exit::Device, "{output}{errors}");
    assert!(errors.contains("it was installed again during the run, in /var/containers"), "{errors}");
    let counted = log(&folder).recorded_launches().count();
    let (exit, output, errors) = run(&lab, &other, &folder, &["--launches", "4", "--resume"]);
    assert_eq!(exit, Exit::Error, "{output}{errors}");
    assert!(errors.contains("the content of the app changed"), "{errors}");
    assert_eq!(log(&folder).recorded_launches().count(), counted);
}

/// Writes Shop with the agent as base or head of a comparison. `more` is passed to `gate inject`.
fn beside(lab: &Lab, shop: &e2e::shop::Shop, side: &str) -> std::path::PathBuf {
    let (app, out) = (shop.ipa().unwrap(), lab.path(&format!("{side}.ipa")));
    let agent = phone::build::agent().unwrap();
    let words = ["inject", app.to_str().unwrap(), "-o", out.to_str().unwrap(), "--side-by-side", side];
    let (exit, output, errors) = gate(&[&words[..], &["--agent", agent.to_str().unwrap()]].concat());
    assert_eq!(exit, Exit::Pass, "{output}{errors}");
    out
}

#[test]
fn builds_installed_side_by_side_are_installed_once_and_then_removed() {
    let lab = Lab::new("17.5").unwrap();
    let shop = e2e::shop::Shop::build(phone::build::Style::Chained).unwrap();
    let (base, head) = (beside(&lab, &shop, "base"), beside(&lab, &shop, "head"));
    let folder = lab.path("both");
    let against = ["--launches", "10", "--base", base.to_str().unwrap()];
    // Two builds that differ only in their role in the comparison are equal.
    let (exit, output, errors) = run(&lab, &head, &lab.path("equal"), &against);
    assert_eq!(exit, Exit::Pass, "{output}{errors}");
    assert!(errors.contains("both builds are equal in all images and resources"), "{output}{errors}");

    let slower = e2e::shop::Shop::build_slow(phone::build::Style::Chained, "Imaging.decode:12").unwrap();
    let head = beside(&lab, &slower, "head");
    let (exit, output, errors) = run(&lab, &head, &folder, &against);
    assert_eq!(exit, Exit::Pass, "{output}{errors}");
    assert!(errors.contains("2 installations and 22 launches"), "{errors}");
    let events = lab.device.journal().events();
    let count = |of: &dyn Fn(&phone::device::Event) -> bool| events.iter().filter(|event| of(event)).count();
    let installed = count(&|event| matches!(event, phone::device::Event::Installed { .. }));
    println!("{{\"drive.installations\": {installed}}}");
    assert_eq!(installed, 2);
    for side in ["base", "head"] {
        let name = format!("com.example.shop.launchgate-{side}");
        let is_gone = |event: &phone::device::Event| matches!(event, phone::device::Event::Uninstalled { bundle } if *bundle == name);
        assert_eq!(count(&is_gone), 1, "{name}");
    }
    let log = log(&folder);
    assert_eq!(log.header.app, "com.example.shop", "filed under the app that it is");
    assert_eq!(log.recorded_launches().filter(|one| one.is_counted()).count(), 20);
    let (exit, output) = check(&folder, &[]);
    assert_eq!(exit, Exit::Regressed, "{output}");
    assert!(output.contains("-[ImagingDecoder decode:rows:]"), "{output}");
}
