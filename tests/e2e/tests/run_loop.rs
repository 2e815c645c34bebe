//! Tests all steps of a measurement: adding the agent to Shop, installing Shop on the phone, launching it, reading the traces, and
//! computing a verdict.

use std::fs;

use e2e::lab::{Lab, SHOP, check, injected_shop, log, read, run};
use gate::cli::Exit;

#[test]
fn five_launches_on_every_ios_version_give_a_verdict() {
    for ios in ["13.5", "16.4", "17.5", "26.5", "27"] {
        let lab = Lab::new(ios).unwrap();
        // One session suffices to test all steps of a measurement. On one version of iOS, the test compares a second session with the
        // first.
        let folders = [lab.path("before"), lab.path("after")];
        let folders = if ios == "16.4" { &folders[..] } else { &folders[..1] };
        for folder in folders {
            let (exit, output, errors) = run(&lab, injected_shop(), folder, &["--launches", "5"]);
            assert_eq!(exit, Exit::Pass, "{ios}: {output}{errors}");
            assert!(output.contains("5 launches in ") && output.contains(", 1 excluded: "), "{output}");
            assert!(errors.contains("launch 5 of 5"), "progress in lines: {errors}");
            let launches = read(folder);
            let counted = launches.launches.iter().filter(|launch| !launch.state.first_after_install);
            assert_eq!((launches.launches.len(), counted.count()), (6, 5), "{ios}");
            let mut names: Vec<String> = fs::read_dir(folder)
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .filter(|name| !name.ends_with(".lgtrace"))
                .collect();
            names.sort();
            assert_eq!(names, ["build.facts", "run.jsonl"], "nothing else is left behind");
            let facts = fs::read_to_string(folder.join("build.facts")).unwrap();
            let facts = gate_facts::Facts::from_json(&facts).unwrap();
            assert!(!facts.images[0].loads.is_empty(), "{facts:?}");
            let is_agent = |name: &str| name.ends_with("liblaunchgate.dylib");
            let dylibs = facts.images.iter().flat_map(|image| &image.dylibs);
            assert!(
                !dylibs.into_iter().any(|dylib| is_agent(&dylib.name)),
                "the agent is none of the build's own"
            );
            assert!(!facts.images.iter().any(|image| is_agent(&image.path)), "{facts:?}");
            let header = log(folder).header;
            assert_eq!((header.app.as_str(), header.launches), (SHOP, 5));
            assert_eq!(header.os.as_deref(), Some(lab.device.ios().version()));
        }
        assert!(lab.device.alive().is_empty(), "{ios}: every launch was ended");
        let killed_early = lab.device.journal().launches().iter().any(|launch| !launch.killed.is_empty());
        assert!(!killed_early, "{ios}: each was ended before the next one began");
        let last = folders.last().unwrap();
        let (exit, output) = check(last, &["--base", folders[0].to_str().unwrap()]);
        assert_eq!(exit, Exit::Pass, "{ios}: {output}");
    }
}

#[test]
fn a_scenario_sets_arguments_environment_and_files() {
    let lab = Lab::new("16.4").unwrap();
    fs::create_dir_all(lab.path("signed-in/Library/Preferences")).unwrap();
    fs::write(lab.path("signed-in/Library/Preferences/user"), "somebody").unwrap();
    let settings = "[[scenario]]\nname = \"signed-in\"\narguments = [\"-UITest\"]\n\
        environment = { CART_ITEMS = \"100\" }\ncontainer = \"signed-in\"\n\n\
        [[scenario]]\nname = \"link\"\nurl = \"shop://cart\"\n";
    let settings = lab.file("config.toml", settings.as_bytes()).unwrap();
    let settings = settings.to_str().unwrap();
    let folder = lab.path("run");
    let more = ["--launches", "1", "--config", settings, "--scenario", "signed-in"];
    let (exit, output, errors) = run(&lab, injected_shop(), &folder, &more);
    assert_eq!(exit, Exit::Pass, "{output}{errors}");
    let launches = lab.device.journal().launches();
    for launch in &launches {
        assert_eq!(launch.arguments, ["-UITest"]);
        assert_eq!(launch.environment["CART_ITEMS"], "100");
    }
    let container = lab.device.app(SHOP).unwrap().container;
    assert_eq!(fs::read_to_string(container.join("Library/Preferences/user")).unwrap(), "somebody");
    assert!(read(&folder).launches.iter().all(|launch| &*launch.conditions.scenario == "signed-in"));
    // The command refuses three requests: no scenario is chosen although the settings have several, the scenario does not exist, and the
    // device cannot run the scenario.
    for (scenario, words) in [
        (&[][..], "choose one with --scenario (signed-in, link)"),
        (&["--scenario", "x"][..], "no [[scenario]] \"x\"; the settings have: signed-in, link"),
        (&["--scenario", "link"][..], "Instruments cannot open a URL"),
    ] {
        let folder = lab.path("refused");
        let (exit, _, errors) =
            run(&lab, injected_shop(), &folder, &[&["--config", settings][..], scenario].concat());
        assert_eq!(exit, Exit::Error, "{errors}");
        assert!(errors.contains(words), "{errors}");
    }
}
