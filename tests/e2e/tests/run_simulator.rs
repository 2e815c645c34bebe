//! Tests runs in simulators. A replacement for simctl runs Shop, built for simulators, on the emulated phone; the replacement follows
//! simctl's documented behaviour.
#![expect(clippy::unwrap_used, reason = "a test stops where its surroundings fail")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use e2e::bundle::app_to_install;
use e2e::events;
use e2e::lab::{check, gate, log, program, read};
use e2e::shop::Shop;
use gate::cli::Exit;
use gate_launches::BuildRole;
use phone::build::{self, Style};
use tempfile::TempDir;

const TYPE: &str = "iPhone 15";
const OF_TYPE: &str = "simulator.type=iPhone 15";

/// A machine with replacements for Xcode's tools, and without simulators.
pub(crate) struct Mac {
    folder: TempDir,
}

impl Mac {
    pub(crate) fn new() -> Mac {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("simulators")).unwrap();
        fs::create_dir_all(at("bin")).unwrap();
        let system = build::system().unwrap().by_name;
        let lines: Vec<String> =
            system.iter().map(|(name, file)| format!("{name}\t{}", file.display())).collect();
        fs::write(at("simulators/system"), lines.join("\n")).unwrap();
        let tests = PathBuf::from(env!("CARGO_BIN_EXE_simctl-of-the-tests"));
        for (name, text) in [
            ("xcrun", format!("#!/bin/sh\nexec '{}' \"$@\"\n", tests.display())),
            ("sysctl", "#!/bin/sh\n[ \"$*\" = '-n hw.model' ] && echo Mac14,2\n".to_owned()),
        ] {
            program(&at("bin").join(name), &text).unwrap();
        }
        let path = format!("{}:{}", at("bin").display(), std::env::var("PATH").unwrap());
        let config = format!(
            "[[driver]]\nname = \"simulator\"\nsystem = {:?}\nenvironment = {{ PATH = {path:?}, SIMULATORS = {:?} }}\npath = [{:?}]\n",
            std::env::consts::OS,
            at("simulators").display().to_string(),
            at("bin").display().to_string(),
        );
        fs::write(at("config.toml"), config).unwrap();
        Mac { folder }
    }

    /// Returns the settings with the command table that runs the replacement for simctl.
    pub(crate) fn settings(&self) -> String {
        fs::read_to_string(self.at("config.toml")).unwrap()
    }

    fn at(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    fn run(&self, app: &Path, out: &str, more: &[&str]) -> (Exit, String, String) {
        let (app, out, config) = (app.display().to_string(), self.at(out), self.at("config.toml"));
        let agent = agent().display().to_string();
        let fixed = [
            "run",
            &app,
            "-o",
            &out,
            "--driver",
            "simulator",
            "--agent",
            &agent,
            "--rest",
            "0",
            "--config",
            &config,
        ];
        gate(&[&fixed[..], &["--trust-config"], more].concat())
    }

    /// Returns the log of the simctl commands.
    pub(crate) fn asked(&self) -> String {
        fs::read_to_string(self.at("simulators/asked")).unwrap()
    }

    pub(crate) fn states(&self) -> Vec<String> {
        let all = fs::read_dir(self.at("simulators")).unwrap().flatten();
        let about = all.filter_map(|entry| fs::read_to_string(entry.path().join("about")).ok());
        about.filter_map(|about| about.lines().nth(2).map(str::to_owned)).collect()
    }
}

fn agent() -> PathBuf {
    build::agent().unwrap().with_file_name("liblaunchgate-simulator.dylib")
}

/// Returns Shop for simulators, and the build with slower imaging.
fn shops() -> &'static (Shop, Shop) {
    static SHOPS: OnceLock<(Shop, Shop)> = OnceLock::new();
    SHOPS.get_or_init(|| {
        let of = |slow| Shop::build_for_simulators(Style::Chained, slow).unwrap();
        (of(None), of(Some("Imaging.decode:12")))
    })
}

#[test]
fn a_simulator_is_created_measured_and_shut_down() {
    let mac = Mac::new();
    let (shop, slower) = shops();
    let (exit, _, err) = mac.run(&shop.app(), "none", &[]);
    assert_eq!(exit, Exit::Device, "{err}");
    assert!(err.contains("no simulator is booted; boot one, or set its type"), "{err}");

    let (exit, out, err) = mac.run(&shop.app(), "first", &["--set", OF_TYPE, "--launches", "2"]);
    assert_eq!(exit, Exit::Pass, "{out}{err}");
    assert!(err.contains("created and booted; times in a simulator depend on this machine"), "{err}");
    assert_eq!(mac.states(), ["Shutdown"], "gate booted it");
    let launches = read(Path::new(&mac.at("first")));
    let conditions = &launches.launches[0].conditions;
    assert_eq!(
        (&*conditions.device_model, &*conditions.device_os, &*conditions.agent_loading),
        ("iPhone-15 simulator on Mac14,2", "17.5", "injected")
    );
    let header = log(Path::new(&mac.at("first"))).header;
    assert!(header.simulator && header.driver.starts_with("simulator (993.7"), "{header:?}");
    assert!(launches.launches[0].objc_time().0 > 0.0, "methods were recorded");
    // Every run in a simulator also counts functions, in counting copies that it makes.
    let counted = |name: &str, role| {
        let read = read(Path::new(&mac.at(name)));
        let counts =
            read.launches.iter().filter(|launch| launch.role == role).flat_map(|launch| &launch.counts);
        counts.filter(|images| images.iter().map(|image| image.functions.len()).sum::<usize>() > 100).count()
    };
    assert!(counted("first", None) >= 3, "{err}");

    let more = ["--set", OF_TYPE, "--launches", "5", "--base", &shop.app().display().to_string()];
    let (exit, out, err) = mac.run(&slower.app(), "both", &more);
    assert_eq!(exit, Exit::Pass, "{out}{err}");
    assert!(err.contains(": booted; times"), "its own one is taken again: {err}");
    assert_eq!(mac.asked().matches("create ").count(), 1);
    assert!(
        counted("both", Some(BuildRole::Base)) >= 3 && counted("both", Some(BuildRole::Head)) >= 3,
        "{err}"
    );
    let both = Path::new(&mac.folder.path().join("both")).to_owned();
    let (exit, stdout) = check(&both, &[]);
    assert_eq!(exit, Exit::Pass, "{stdout}");
    assert!(stdout.contains("these launches ran in a simulator"), "{stdout}");
    assert!(stdout.contains("-[ImagingDecoder decode:rows:]"), "it is found and fails nothing: {stdout}");
    let (exit, stdout) = check(&both, &["--set", "gate.simulator_times=decide"]);
    assert_eq!(exit, Exit::Regressed, "{stdout}");
}

/// As on a hosted Mac, a simulator exists and is shut down, its first boot is reported too early, and its
/// home screen is not ready.
#[test]
fn an_existing_simulator_is_used_once_it_is_ready() {
    let mac = Mac::new();
    let (shop, _) = shops();
    let made = std::process::Command::new(mac.at("bin/xcrun"))
        .args(["simctl", "create", TYPE, TYPE])
        .env("SIMULATORS", mac.at("simulators"))
        .status();
    assert!(made.unwrap().success());
    fs::write(mac.at("simulators/slow"), "").unwrap();
    let (exit, out, err) = mac.run(&shop.app(), "first", &["--set", OF_TYPE, "--launches", "1"]);
    assert_eq!(exit, Exit::Pass, "{out}{err}");
    assert!(err.contains("preparing the simulator; a first boot may take 4 minutes"), "{err}");
    assert!(err.contains(": booted; times") && !err.contains("created"), "{err}");
    assert_eq!(mac.asked().matches("create ").count(), 1, "{}", mac.asked());
    assert!(out.contains(", 2 lost"), "{out}{err}");
    let log = log(Path::new(&mac.at("first")));
    let kinds: Vec<&str> = log
        .entries
        .iter()
        .filter_map(|entry| match entry {
            gate_launches::run_log::LogEntry::Lost { kind, .. } => Some(&**kind),
            _ => None,
        })
        .collect();
    assert_eq!(kinds, ["NotReady", "NotReady"]);
    assert_eq!(mac.states(), ["Shutdown"], "gate booted it");

    // The simulator is booted, but the command that waits for the boot does not return.
    fs::remove_file(mac.at("simulators/slow")).unwrap();
    fs::write(mac.at("simulators/hangs"), "").unwrap();
    let more = ["--set", OF_TYPE, "--launches", "1", "--set", "device.answer_timeout=4s"];
    let (exit, out, err) = mac.run(&shop.app(), "second", &more);
    assert_eq!(exit, Exit::Pass, "{out}{err}");
}

#[test]
fn a_booted_simulator_stays_booted_and_is_erased_only_if_the_scenario_requests_it() {
    let mac = Mac::new();
    let (shop, _) = shops();
    let simctl = |words: &[&str]| {
        let mut command = std::process::Command::new(mac.at("bin/xcrun"));
        let output =
            command.arg("simctl").args(words).env("SIMULATORS", mac.at("simulators")).output().unwrap();
        assert!(output.status.success(), "{words:?}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    };
    let udid = simctl(&["create", "mine", "iPhone 16"]);
    simctl(&["bootstatus", &udid, "-b"]);
    let (exit, _, err) = mac.run(&shop.app(), "kept", &["--launches", "1"]);
    assert_eq!(exit, Exit::Pass, "{err}");
    assert!(err.contains("was booted; times") && !mac.asked().contains("erase"), "{err}");
    let config = fs::read_to_string(mac.at("config.toml")).unwrap();
    fs::write(mac.at("config.toml"), config + "[[scenario]]\nname = \"fresh\"\nstate = \"erased\"\n")
        .unwrap();
    let (exit, _, err) = mac.run(&shop.app(), "erased", &["--launches", "1"]);
    assert_eq!(exit, Exit::Pass, "{err}");
    assert!(
        mac.asked().contains(&format!("shutdown {udid}\nerase {udid}\nbootstatus {udid} -b")),
        "{}",
        mac.asked()
    );
    assert_eq!(mac.states(), ["Booted"], "somebody else booted it");
    trial(&mac, shop);
    let (exit, _, err) = mac.run(&shop.app(), "odd", &["--set", "simulator.type=iPhone 99"]);
    assert_eq!(exit, Exit::Error, "{err}");
    assert!(err.contains("Invalid device type: iPhone 99"), "{err}");
}

/// Runs `gate doctor --trial` in a new folder, and checks that the report contains no names of the app.
fn trial(mac: &Mac, shop: &Shop) {
    let program = Path::new(env!("CARGO_BIN_EXE_gate-of-the-tests"));
    let mut command = std::process::Command::new(program);
    command.current_dir(mac.folder.path()).args(["doctor", "--trial"]).arg(shop.app());
    command.args(["--driver", "simulator", "--agent"]).arg(agent());
    command.args(["--config", &mac.at("config.toml"), "--trust-config"]);
    let output = command.output().unwrap();
    let stdout =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stdout}");
    let text = fs::read_to_string(mac.at("launchgate-trial.json")).unwrap();
    let file: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(file["device"]["model"], "iPhone-16 simulator on Mac14,2", "{text}");
    assert_eq!(file["answers"]["agent loaded"], true, "{text}");
    assert_eq!(file["answers"]["agent loading method"], "injected", "{text}");
    for name in ["Shop", "com.example", "-0000-4000-", "Catalog"] {
        assert!(!text.contains(name), "{name}: {text}");
    }
}

#[test]
fn a_simulator_loads_only_code_built_for_simulators() {
    let (shop, _) = shops();
    let phone = Shop::build(Style::Chained).unwrap();
    let mut config = shop.config(&[]).unwrap();
    assert!(phone::run(config.clone()).result.is_err(), "a phone refuses platform 7");
    config.simulator = true;
    let outcome = phone::run(config);
    assert!(outcome.result.is_ok(), "{:?}", outcome.result);
    let mut config = phone.config(&[]).unwrap();
    config.simulator = true;
    assert!(phone::run(config).result.is_err(), "a simulator refuses platform 2");
}

#[test]
fn urls_notifications_and_resumptions_reach_an_app_in_a_simulator() {
    let mac = Mac::new();
    let app = app_to_install(Path::new(&mac.at("app")), &["events.m"], true).unwrap();
    fs::write(mac.at("config.toml"), mac.settings() + &events::settings()).unwrap();
    for (name, ..) in events::SCENARIOS {
        let more = ["--set", OF_TYPE, "--launches", "1", "--scenario", name, "--set", "counts.launches=1"];
        let (exit, out, err) = mac.run(&app, name, &more);
        assert_eq!(exit, Exit::Pass, "{name}: {out}{err}");
        events::check(Path::new(&mac.at(name)), 1);
    }
    let asked = mac.asked();
    assert!(asked.contains(" com.apple.Preferences\n") && asked.contains(" shop://cart\n"), "{asked}");
}
