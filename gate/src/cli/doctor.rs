//! `gate doctor`: checks the requirements of a launch on a device one after the other, and prints `ok` or the remedy for each.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use gate_config::Config;
use gate_device::{Driver, Patience, PhoneState, create_drivers};
use gate_launches::Thermal;
use gate_macho::facts::read_app_facts;
use gate_macho::inject::{AgentFile, ArchiveLimits, NeededProfile, find_needed_profiles, wildcard};
use gate_report::escape_for_display;
use serde_json::json;

use super::advice::failure_message;
use super::devices::{all_devices, summarize_failures};
use super::options::{DriversArgs, FormatArgs};
use super::trial::launch_trial;
use super::trial_file::report_trial_file;
use super::{Exit, SettingsArgs};
use crate::app::{Route, Settings, find_agent};

#[derive(Args)]
pub(super) struct Doctor {
    /// Check this agent [default: the one inside a release's gate]
    #[arg(long, value_name = "DYLIB")]
    agent: Option<PathBuf>,
    /// Launch this app three times on the device, or in a simulator with --driver simulator, hold a tunnel to the device for 30 s,
    /// and write the results to launchgate-trial.json: what the agent recorded, errors and timings
    #[arg(long, value_name = "APP")]
    trial: Option<PathBuf>,
    /// Explain a file that --trial wrote, without a device
    #[arg(long, value_name = "FILE", conflicts_with_all = ["trial", "app"])]
    read: Option<PathBuf>,
    /// Check, without a device, that development profiles cover this app and each extension in it
    #[arg(long, value_name = "APP", conflicts_with = "trial")]
    app: Option<PathBuf>,
    /// Check this development profile (.mobileprovision) with --app; repeatable [default: no profile]
    #[arg(long, value_name = "PROFILE", requires = "app")]
    profile: Vec<PathBuf>,
    /// Then launch this copy of the app too, made by `gate inject --count functions`, and report whether the system started it
    #[arg(long, value_name = "APP", requires = "trial")]
    counting: Option<PathBuf>,
    /// Include the names of the app and the device, and all messages, in that file
    #[arg(long, requires = "trial")]
    names: bool,
    /// Use this driver for the trial: auto, embedded, the name of a tool, or simulator [default: auto]
    #[arg(long, value_name = "DRIVER", requires = "trial")]
    driver: Option<String>,
    /// Check only this device [default: all devices]
    #[arg(long, value_name = "UDID")]
    udid: Option<String>,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    drivers: DriversArgs,
    #[command(flatten)]
    settings: SettingsArgs,
}

/// The results of the checks, and the exit code that the first failed check requires.
pub(super) struct DoctorResults<'a> {
    out: &'a mut dyn Write,
    exit: Exit,
    /// The results of the finished checks, for output as JSON; `None` for output as text.
    results: Option<Vec<serde_json::Value>>,
}

impl DoctorResults<'_> {
    fn add_result(&mut self, result: &str, what: &str) -> std::io::Result<()> {
        match &mut self.results {
            Some(results) => results.push(json!({ "result": result.to_lowercase(), "what": what })),
            None => writeln!(self.out, "{result:<4}  {}", escape_for_display(what))?,
        }
        Ok(())
    }

    pub(super) fn add_ok(&mut self, what: &str) -> std::io::Result<()> {
        self.add_result("ok", what)
    }

    /// Adds a note that requires no action.
    pub(super) fn add_note(&mut self, what: &str) -> std::io::Result<()> {
        self.add_result("note", what)
    }

    pub(super) fn add_error(&mut self, what: &str, exit: Exit) -> std::io::Result<()> {
        if self.exit == Exit::Pass {
            self.exit = exit;
        }
        self.add_result("FAIL", what)
    }
}

pub(super) fn doctor(args: &Doctor, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let settings = args.settings.to_settings();
    if let Some(app) = &args.trial {
        return run_trial(args, app, &settings, out);
    }
    let results = args.format.is_json().then(Vec::new);
    let mut found = DoctorResults { out, exit: Exit::Pass, results };
    match (&args.read, &args.app) {
        (Some(file), _) => report_trial_file(file, &mut found)?,
        (None, Some(app)) => check_profiles(app, &args.profile, &mut found)?,
        (None, None) => check_setup(args, &settings, &mut found)?,
    }
    if let Some(checks) = found.results {
        args.format.write(found.out, "doctor", json!({ "checks": checks }))?;
    }
    Ok(found.exit)
}

/// Checks the settings, the agent, the tool for signing, the drivers and the devices.
fn check_setup(args: &Doctor, settings: &Settings, found: &mut DoctorResults<'_>) -> anyhow::Result<()> {
    let config = match settings.read() {
        Ok((config, _)) => {
            let scenarios = config.scenarios.len();
            found.add_ok(&format!(
                "settings: valid, {scenarios} scenario{}",
                if scenarios == 1 { "" } else { "s" }
            ))?;
            config
        }
        Err(error) => {
            found.add_error(&format!("settings: {error:#}"), Exit::Error)?;
            Config::default()
        }
    };
    match find_agent(args.agent.as_deref()) {
        Ok(agent) => match read_agent_size(&agent) {
            Ok(size) => {
                found.add_ok(&format!("agent: {}, {size} bytes, arm64", format_agent_path(&agent)))?
            }
            Err(why) => found.add_error(
                &format!(
                    "agent: {}: {why}; pass the one of this gate's release with --agent",
                    format_agent_path(&agent)
                ),
                Exit::Error,
            )?,
        },
        Err(error) => found.add_error(&format!("agent: {error:#}"), Exit::Error)?,
    }
    check_signing(found)?;
    let tables = args.drivers.trusted_tables(settings, &config)?;
    let mut drivers = create_drivers(&tables, &Patience::default(), args.drivers.usbmuxd.as_deref())?;
    let mut usable = 0;
    for driver in &mut drivers {
        let probe = driver.probe(None);
        let version = probe.version.map(|version| format!(" {version}")).unwrap_or_default();
        let line = format!("driver {}{version}: {}", driver.name(), probe.why);
        if probe.usable {
            usable += 1;
            found.add_ok(&line)?;
        } else {
            found.add_note(&line)?;
        }
    }
    if usable == 0 {
        found.add_error(
            "no driver is usable; start usbmuxd, or install one of the tools above",
            Exit::Device,
        )?;
        return Ok(());
    }
    check_devices(args, &mut drivers, found)
}

/// Reports how an app contains the agent, and whether each bundle of the app has a profile.
fn check_profiles(app: &Path, given: &[PathBuf], found: &mut DoctorResults<'_>) -> anyhow::Result<()> {
    match read_app_facts(app, ArchiveLimits::default()).map(|facts| facts.describe_agent()) {
        Ok(Some(agent)) => found.add_ok(&format!("agent: {agent}"))?,
        Ok(None) => {}
        Err(error) => found.add_note(&format!("agent: {error}"))?,
    }
    let (bundles, refused) = find_needed_profiles(app, given, ArchiveLimits::default())?;
    for error in refused {
        found.add_error(&error.to_string(), Exit::Error)?;
    }
    for NeededProfile { name, bundle, profile } in bundles {
        match profile {
            Some(profile) => found.add_ok(&format!("{name} ({bundle}): {}", profile.display()))?,
            None => found.add_error(
                &format!(
                    "{name} ({bundle}): no profile fits; create an iOS App Development profile for {bundle} or {}, and pass it with --profile",
                    wildcard(&bundle)
                ),
                Exit::Error,
            )?,
        }
    }
    Ok(())
}

fn run_trial(args: &Doctor, app: &Path, settings: &Settings, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let (config, root) = settings.read()?;
    let driver = args.driver.as_deref().unwrap_or("auto");
    let agent = args.agent.as_deref().filter(|_| driver == "simulator");
    let on = Route {
        driver,
        udid: args.udid.as_deref(),
        usbmuxd: args.drivers.usbmuxd.as_deref(),
        tables: args.drivers.trusted_tables(settings, &config)?,
        simulator: config.simulator.kind.clone(),
        agent,
    };
    launch_trial(app, args.counting.as_deref(), on, &config, &root, args.names, out)
}

fn check_devices(
    args: &Doctor,
    drivers: &mut [Box<dyn Driver>],
    found: &mut DoctorResults<'_>,
) -> anyhow::Result<()> {
    let (mut seen, failures) = all_devices(drivers);
    for line in summarize_failures(&failures) {
        found.add_note(&line)?;
    }
    seen.retain(|one| args.udid.as_ref().is_none_or(|udid| *udid == one.device.udid));
    if seen.is_empty() {
        let which = args.udid.as_ref().map_or("no device".to_owned(), |udid| format!("no device {udid}"));
        found.add_error(
            &format!("{which} found; connect the device by cable, switch it on and unlock it"),
            Exit::Device,
        )?;
    }
    for one in &seen {
        let name = one.device.to_string();
        let Some(chosen) = one.chosen_driver() else {
            let reasons = one.candidates.iter().map(|one| format!("{}: {}", one.name, one.probe.why));
            let why = reasons.collect::<Vec<_>>().join("; ");
            found.add_error(
                &format!("device {name}: no driver can launch apps on this device: {why}"),
                Exit::Device,
            )?;
            continue;
        };
        found.add_ok(&format!("device {name}: uses {}, {}", chosen.name, chosen.probe.why))?;
        let driver = drivers.iter_mut().find(|driver| driver.name() == chosen.name);
        let Some(driver) = driver else { continue };
        let state = driver.open(&one.device.udid).and_then(|mut phone| phone.state());
        match state {
            Ok(state) => device_state(&one.device.udid, &state, found)?,
            Err(failure) => found.add_error(
                &format!("device {}: {}", one.device.udid, failure_message(&failure)),
                Exit::from(&failure),
            )?,
        }
    }
    Ok(())
}

/// Reports the states of a device that distort launch times.
fn device_state(udid: &str, state: &PhoneState, found: &mut DoctorResults<'_>) -> std::io::Result<()> {
    let mut bad = |what: &str| found.add_error(&format!("device {udid}: {what}"), Exit::Device);
    let mut well = true;
    if matches!(state.thermal, Thermal::Serious | Thermal::Critical) {
        bad("the device is throttled by heat; let it cool down")?;
        well = false;
    }
    if state.low_power == Some(true) {
        bad("Low Power Mode is on and slows the device down; turn it off in Settings > Battery")?;
        well = false;
    }
    if let Some(battery) = state.battery.filter(|battery| *battery < 20) {
        bad(&format!("the battery is at {battery} %, which may slow the device down; charge it"))?;
        well = false;
    }
    if state.debugger == Some(true) {
        found.add_note(&format!(
            "device {udid}: this driver attaches a debugger, so its launches are compared with each other only"
        ))?;
    }
    if well {
        let battery = state.battery.map(|battery| format!(", battery {battery} %")).unwrap_or_default();
        found.add_ok(&format!("device {udid}: responds{battery}"))?;
    }
    Ok(())
}

/// Formats the path of the agent, or its name if the agent is embedded in this program.
fn format_agent_path(agent: &AgentFile) -> String {
    let path = agent.path().display();
    match agent {
        AgentFile::At(_) => path.to_string(),
        AgentFile::Inside(..) => format!("{path} inside this gate"),
    }
}

/// Returns the size of the agent's file, or an error if the file is not an agent.
fn read_agent_size(agent: &AgentFile) -> Result<u64, String> {
    use object::Object as _;
    let bytes = agent.bytes().map_err(|error| error.to_string())?;
    let file = object::File::parse(&*bytes).map_err(|error| format!("no library: {error}"))?;
    if file.format() != object::BinaryFormat::MachO || file.architecture() != object::Architecture::Aarch64 {
        return Err("not a library for arm64 iOS".to_owned());
    }
    Ok(bytes.len() as u64)
}

/// Checks whether the tool that signs apps is installed.
fn check_signing(found: &mut DoctorResults<'_>) -> std::io::Result<()> {
    let (tool, get) = if cfg!(target_os = "macos") {
        ("codesign", "install Xcode's command line tools")
    } else {
        ("rcodesign", "cargo install apple-codesign")
    };
    let path = std::env::var_os("PATH").unwrap_or_default();
    match std::env::split_paths(&path).map(|folder| folder.join(tool)).find(|file| file.is_file()) {
        Some(file) => found.add_ok(&format!("signing: {}", file.display())),
        None => found.add_note(&format!("signing: {tool} not found; {get}, or sign in a later step")),
    }
}
