//! Measures the time that each driver adds to a launch beyond the app's own time. The drivers are the embedded driver over a Unix socket
//! and over TCP, and the external tools that the set-up of the tests has installed.
//!
//! The added time is that of a launch's whole cycle (remove stale files, start, wait, fetch, end) minus
//! the time from the start of the process to its trace.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context as _, Result, ensure};
use e2e::lab::{Lab, SHOP, injected_shop};
use gate_config::DeviceSettings;
use gate_device::campaign::{App, Campaign, Event, Watcher};
use gate_device::embedded::EmbeddedDriver;
use gate_device::tools::{ToolDriver, spec::ToolTable};
use gate_device::{Device, Driver, Failure, Patience, StopRequest};
use phone::build;
use phone::device::Settings;

/// A driver with its connection to the device.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Unix,
    Tcp,
    /// An external tool over a Unix socket.
    Tool(&'static str),
}

impl Way {
    fn launches(self) -> usize {
        if matches!(self, Way::Tool(_)) { 3 } else { 15 }
    }

    fn driver(self, lab: &Lab, patience: &Patience) -> Result<Box<dyn Driver>> {
        let Way::Tool(name) = self else {
            let address = if self == Way::Tcp { lab.hub.address() } else { lab.address() };
            return Ok(Box::new(EmbeddedDriver::new(Some(&address), patience.clone())?));
        };
        let home = lab.path("home");
        std::fs::create_dir_all(&home)?;
        let own = format!(
            "name = {name:?}\npath = [{:?}]\nenvironment = {{ HOME = {:?} }}\n",
            folder(name).display().to_string(),
            home.display().to_string()
        );
        let table = ToolTable::from_tables(&[toml::from_str(&own)?]).map_err(anyhow::Error::msg)?;
        let spec = table.drivers.iter().find(|spec| spec.name == name).context(name)?;
        let rest = EmbeddedDriver::new(Some(&lab.address()), patience.clone())?;
        Ok(Box::new(ToolDriver::new(spec, &table, Some(&lab.address()), patience, Some(Box::new(rest)))?))
    }
}

/// Returns the folder where the tests' set-up puts the programs of a tool.
fn folder(name: &str) -> std::path::PathBuf {
    build::workspace().join("target/tools").join(name).join("bin")
}

/// The times at which launches began and at which traces were written.
#[derive(Default)]
struct Clock {
    begun: Vec<Instant>,
    written: Vec<SystemTime>,
    traces: std::path::PathBuf,
}

impl Watcher for Clock {
    fn tell(&mut self, event: Event<'_>) {
        match event {
            Event::Launching(_) => self.begun.push(Instant::now()),
            Event::Recorded { launch, .. } => {
                let file = std::fs::metadata(self.traces.join(&launch.file));
                self.written.extend(file.and_then(|file| file.modified()));
            }
            _ => {}
        }
    }

    fn is_enough(&mut self, _: &Path, _: usize) -> Result<bool, Failure> {
        Ok(false)
    }
}

/// Returns the medians of the added time and of the app's own time, in milliseconds.
fn measure(ios: &str, way: Way) -> Result<(f64, f64)> {
    let started: Arc<Mutex<Vec<SystemTime>>> = Arc::default();
    let starts = Arc::clone(&started);
    let configure: phone::device::Configure = Arc::new(move |_, _| {
        if let Ok(mut starts) = starts.lock() {
            starts.push(SystemTime::now());
        }
    });
    let lab = Lab::with(Settings { configure: Some(configure), ..Settings::ios(ios) })?;
    let app = lab.device.install(injected_shop())?;
    ensure!(app.bundle == SHOP, "{}", app.bundle);
    let folder = lab.path("run");
    let campaign = Campaign {
        app: App::read(injected_shop())?,
        base: None,
        scenario: None,
        root: Path::new("."),
        folder: &folder,
        session: "bench".to_owned(),
        launches: way.launches(),
        looks: Vec::new(),
        again: false,
        dense: false,
        settings: DeviceSettings {
            retries: 0,
            lost_limit: 10,
            rest_when_hot: Duration::ZERO,
            answer_timeout: Duration::from_secs(20),
            ..DeviceSettings::default()
        },
        recorded_before: 0,
        seed: 1,
        rest: Duration::ZERO,
        resume: None,
        driver_version: None,
        now_unix_ms: 0,
        lock: None,
    };
    let patience = Patience::new(Duration::from_secs(120), StopRequest::default());
    let mut driver = way.driver(&lab, &patience)?;
    // The app is installed already, so its container, in which the traces appear, is known.
    let mut clock = Clock { traces: app.container.join("Documents/launchgate"), ..Clock::default() };
    let device = Device { udid: lab.device.udid().to_owned(), ..Device::default() };
    let outcome = campaign.run(&mut *driver, &device, &patience, &mut clock);
    clock.begun.push(Instant::now());
    if let Some(failure) = outcome.failure {
        return Err(failure.into());
    }
    let started = started.lock().map_err(|error| anyhow::anyhow!("{error}"))?;
    ensure!(clock.written.len() == started.len(), "the traces are not where they were looked for");
    let own = started.iter().zip(&clock.written);
    let own: Vec<Duration> = own.map(|(from, to)| to.duration_since(*from).unwrap_or_default()).collect();
    let cycles: Vec<Duration> = clock.begun.windows(2).map(|pair| pair[1] - pair[0]).collect();
    // The first cycle is skipped, because it is the launch after the installation.
    let added = cycles.iter().zip(&own).skip(1).map(|(cycle, own)| cycle.saturating_sub(*own)).collect();
    Ok((median(added)?, median(own.into_iter().skip(1).collect())?))
}

fn median(mut times: Vec<Duration>) -> Result<f64> {
    times.sort();
    Ok(times.get(times.len() / 2).context("no launches")?.as_secs_f64() * 1000.0)
}

fn main() -> Result<()> {
    let mut figures = Vec::new();
    for (ios, name) in [("16.4", "ios16"), ("17.5", "ios17")] {
        for (way, link) in [(Way::Unix, "unix"), (Way::Tcp, "tcp")] {
            let (added, own) = measure(ios, way)?;
            figures.push(format!("\"drive.embedded_{name}_{link}_added_ms\": {added:.2}"));
            figures.push(format!("\"drive.embedded_{name}_{link}_own_ms\": {own:.2}"));
        }
    }
    for (tool, ios, name) in [
        ("libimobiledevice", "16.4", "ios16"),
        ("tidevice", "16.4", "ios16"),
        ("go-ios", "16.4", "ios16"),
        ("pymobiledevice3", "16.4", "ios16"),
        ("pymobiledevice3", "17.5", "ios17"),
    ] {
        // Debian's libimobiledevice is on PATH, not in this folder.
        if tool != "libimobiledevice" && !folder(tool).is_dir() {
            eprintln!(
                "{tool} is not installed and not measured: `cargo xtask test --all-drivers` installs it"
            );
            continue;
        }
        let (added, own) = measure(ios, Way::Tool(tool))?;
        figures.push(format!("\"drive.{tool}_{name}_added_ms\": {added:.2}"));
        figures.push(format!("\"drive.{tool}_{name}_own_ms\": {own:.2}"));
    }
    println!("{{{}}}", figures.join(", "));
    Ok(())
}
