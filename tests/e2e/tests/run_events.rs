//! Tests runs in which an event happens after the app's launch: the app gets a URL or a notification, or enters the background and returns.
#![expect(clippy::unwrap_used, reason = "a test stops where its surroundings fail")]

use std::path::Path;

use e2e::bundle::app_to_install;
use e2e::events;
use e2e::lab::{Lab, gate, inject, run};
use e2e::shop::zip_app;
use gate::cli::Exit;
use phone::device::Event;

/// Runs a scenario twice; returns the exit code and the messages.
fn scenario(lab: &Lab, app: &Path, name: &str) -> (Exit, String) {
    let settings = lab.file("config.toml", events::settings().as_bytes()).unwrap();
    let config = settings.display().to_string();
    let more = ["--scenario", name, "--config", &config, "--launches", "2", "--trust-config"];
    let (exit, output, errors) = run(lab, app, &lab.path(name), &more);
    (exit, output + &errors)
}

/// Stores the runs of scenarios in one folder of baselines. Each scenario must have a baseline of its own.
fn have_own_baselines(lab: &Lab, scenarios: [&str; 2]) {
    let [baselines, config] = ["baselines", "config.toml"].map(|name| lab.path(name).display().to_string());
    let store = ["--baseline", &baselines, "--config", &config, "--set", "gate.min_launches=2"];
    let gate_with_run = |command: &[&str], name: &str, expected| {
        let run = lab.path(name).display().to_string();
        let (exit, output, errors) = gate(&[command, &[&run], &store].concat());
        assert_eq!(exit, expected, "{command:?} {name}: {output}{errors}");
    };
    let [first, second] = scenarios;
    gate_with_run(&["baseline", "update"], first, Exit::Pass);
    // The stored launches of the first scenario are no baseline of the second.
    gate_with_run(&["check"], second, Exit::NoBaseline);
    gate_with_run(&["baseline", "update"], second, Exit::Pass);
    let (exit, output, errors) = gate(&[&["baseline", "list", "--format", "json"][..], &store].concat());
    assert_eq!(exit, Exit::Pass, "{output}{errors}");
    let list: serde_json::Value = serde_json::from_str(&output).unwrap();
    let stored: Vec<&str> = list["sessions"]
        .as_array()
        .unwrap_or_else(|| panic!("{output}"))
        .iter()
        .map(|one| one["scenario"].as_str().unwrap())
        .collect();
    assert_eq!(stored, scenarios, "{output}");
}

#[test]
fn opening_a_url_and_resuming_an_app_are_measured_but_notifications_are_refused() {
    for (ios, link) in [("17.5", Exit::Pass), ("16.4", Exit::Error)] {
        let lab = Lab::new(ios).unwrap();
        let app = app_to_install(&lab.path("app"), &["events.m"], false).unwrap();
        let app = lab.file("Fixture.ipa", &zip_app(&app).unwrap()).unwrap();
        let app = inject(&app, &lab.path("Fixture+agent.ipa")).unwrap();
        let (exit, text) = scenario(&lab, &app, "back");
        assert_eq!(exit, Exit::Pass, "iOS {ios}: {text}");
        events::check(&lab.path("back"), 2);
        let opened = lab.device.journal().events();
        let opened: Vec<(String, bool)> = opened
            .into_iter()
            .filter_map(|event| match event {
                Event::Launched(launch) => Some((launch.bundle, launch.kill_existing)),
                _ => None,
            })
            .collect();
        let steps = [
            ("com.example.fixture".to_owned(), true),
            ("com.apple.Preferences".to_owned(), false),
            ("com.example.fixture".to_owned(), false),
        ];
        assert_eq!(opened[..3], steps, "iOS {ios}");

        let (exit, text) = scenario(&lab, &app, "link");
        assert_eq!(exit, link, "iOS {ios}: {text}");
        match link {
            Exit::Pass => {
                events::check(&lab.path("link"), 2);
                have_own_baselines(&lab, ["back", "link"]);
            }
            _ => assert!(
                text.contains(
                    "cannot open a URL; use --driver: embedded (iOS 17.4 and later), devicectl and simulator"
                ),
                "{text}"
            ),
        }
        let (exit, text) = scenario(&lab, &app, "shipped");
        assert_eq!(exit, Exit::Error, "iOS {ios}: {text}");
        assert!(
            text.contains("the embedded driver cannot deliver a notification; use --driver: simulator"),
            "{text}"
        );
    }
}
