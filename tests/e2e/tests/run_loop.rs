//! The whole loop: the agent into Shop, Shop onto the phone, launches, traces, a verdict.
#![expect(clippy::unwrap_used, reason = "a test stops where its surroundings fail")]

use std::fs;
use std::path::Path;

use e2e::lab::{Lab, SHOP, gate, injected_shop};
use gate::cli::Exit;
use gate::launches::{Launches, ReadOptions, run_log::RunLog};

/// `gate run` on a lab's phone, with no rest between launches.
fn run(lab: &Lab, app: &Path, folder: &Path, more: &[&str]) -> (Exit, String, String) {
    let (app, folder, address) = (app.to_str().unwrap(), folder.to_str().unwrap(), lab.address());
    let fixed = ["run", app, "-o", folder, "--usbmuxd", &address, "--rest", "0"];
    gate(&[&fixed[..], more].concat())
}

fn read(folder: &Path) -> Launches {
    gate::launches::read(&[folder.to_owned()], &ReadOptions { paths: false }).unwrap()
}

fn log(folder: &Path) -> RunLog {
    RunLog::parse(&fs::read_to_string(folder.join("run.jsonl")).unwrap()).unwrap()
}

fn check(runs: &Path, more: &[&str]) -> (Exit, String) {
    let (exit, said, complained) = gate(&[&["check", runs.to_str().unwrap()][..], more].concat());
    (exit, said + &complained)
}

#[test]
fn five_launches_become_a_verdict_on_every_version() {
    for ios in ["13.5", "16.4", "17.5", "26"] {
        let lab = Lab::new(ios).unwrap();
        let folders = [lab.path("before"), lab.path("after")];
        for folder in &folders {
            let (exit, said, complained) = run(&lab, injected_shop(), folder, &["--launches", "5"]);
            assert_eq!(exit, Exit::Pass, "{ios}: {said}{complained}");
            assert!(said.contains("5 launches count, 1 launches do not\n"), "{said}");
            assert!(complained.contains("[5/5]"), "progress in lines: {complained}");
            let launches = read(folder);
            let counted = launches.launches.iter().filter(|launch| !launch.state.first_after_install);
            assert_eq!((launches.launches.len(), counted.count()), (6, 5), "{ios}");
            let names: Vec<String> = fs::read_dir(folder)
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .filter(|name| !name.ends_with(".lgtrace"))
                .collect();
            assert_eq!(names, ["run.jsonl"], "nothing else is left behind");
            let header = log(folder).header;
            assert_eq!((header.app.as_str(), header.launches), (SHOP, 5));
            assert_eq!(header.os.as_deref(), Some(lab.device.ios().version()));
        }
        assert!(lab.device.alive().is_empty(), "{ios}: every launch was ended");
        let killed_early = lab.device.journal().launches().iter().any(|launch| !launch.killed.is_empty());
        assert!(!killed_early, "{ios}: each was ended before the next one began");
        let (exit, said) = check(&folders[1], &["--base", folders[0].to_str().unwrap()]);
        assert_eq!(exit, Exit::Pass, "{ios}: {said}");
    }
}
