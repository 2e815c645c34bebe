//! Runs that compare while they launch: two builds in blocks, and runs that stop once the verdict is clear.
#![expect(clippy::unwrap_used, reason = "a test stops where its surroundings fail")]

use std::fs;
use std::path::Path;

use e2e::lab::{Lab, gate, injected_shop};
use gate::cli::Exit;
use gate::launches::{Launches, ReadOptions, run_log::RunLog};

/// `gate run` on a lab's phone, with no rest between launches.
fn run(lab: &Lab, app: &Path, folder: &Path, more: &[&str]) -> (Exit, String, String) {
    let (app, folder, address) = (app.to_str().unwrap(), folder.to_str().unwrap(), lab.address());
    let fixed = ["run", app, "-o", folder, "--usbmuxd", &address, "--rest", "0", "--driver", "embedded"];
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
fn builds_of_one_identifier_are_installed_anew_for_each_launch() {
    let lab = Lab::new("16.4").unwrap();
    let folder = lab.path("both");
    let shop = injected_shop().to_str().unwrap();
    let more = ["--launches", "2", "--against", shop];
    let (exit, said, complained) = run(&lab, injected_shop(), &folder, &more);
    assert_eq!(exit, Exit::Pass, "{said}{complained}");
    let installed = lab.device.journal().events();
    let installed = installed.iter().filter(|event| matches!(event, phone::device::Event::Installed { .. }));
    assert_eq!(installed.count(), 5);
    let counted = log(&folder).recorded().filter(|one| one.counts()).count();
    assert_eq!(counted, 4);
}

#[test]
fn a_run_stops_once_the_verdict_is_clear() {
    let lab = Lab::new("16.4").unwrap();
    let settings = "[gate]\nlooks = [5, 7]\n[baseline]\ndir = \"store\"\n";
    let settings = lab.file("config.toml", settings.as_bytes()).unwrap();
    let settings = settings.to_str().unwrap();
    let (first, second) = (lab.path("first"), lab.path("second"));
    let (exit, said, complained) =
        run(&lab, injected_shop(), &first, &["--launches", "5", "--config", settings]);
    assert_eq!(exit, Exit::Pass, "{said}{complained}");
    let (exit, said, complained) =
        gate(&["baseline", "update", first.to_str().unwrap(), "--config", settings]);
    assert_eq!(exit, Exit::Pass, "{said}{complained}");
    let (exit, said, complained) =
        run(&lab, injected_shop(), &second, &["--until-decided", "--config", settings]);
    assert_eq!(exit, Exit::Pass, "{said}{complained}");
    assert!(said.contains("5 launches count") && said.contains("stopped early"), "{said}{complained}");
    assert!(complained.contains("look 1: no row is open; enough"), "{complained}");
    assert_eq!(read(&second).looks, Some(2));
    let (exit, said) = check(&second, &["--config", settings]);
    assert_eq!(exit, Exit::Pass, "{said}");
}
