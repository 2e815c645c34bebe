//! What the embedded driver adds to a launch, beside the app's own time, over a Unix socket and over TCP.
//!
//! A launch's whole cycle (stale files away, start, wait, fetch, end) less the time from the process's start to its trace.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context as _, Result, ensure};
use e2e::lab::{Lab, SHOP, injected_shop};
use gate::device::campaign::{App, Campaign, Event, Watcher};
use gate::device::embedded::Embedded;
use gate::device::{Device, Failure, Patience};
use phone::device::Settings;

const LAUNCHES: usize = 15;

/// When each launch began, and when each trace was written.
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

/// The median of what is added, and of the app's own time, in milliseconds.
fn measure(ios: &str, tcp: bool) -> Result<(f64, f64)> {
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
        launches: LAUNCHES,
        warmup: 0,
        looks: Vec::new(),
        seed: 1,
        retries: 0,
        rest: Duration::ZERO,
        rest_when_hot: Duration::ZERO,
        trace: Duration::from_secs(60),
        resume: None,
        driver_version: None,
        now_unix_ms: 0,
    };
    let address = if tcp { lab.hub.address() } else { lab.address() };
    let patience = Patience::default();
    let mut driver = Embedded::at(&address, patience.clone())?;
    // Where it is after an installation is asked for when a trace is there.
    let mut clock = Clock { traces: app.container.join("Documents/launchgate"), ..Clock::default() };
    let device = Device { udid: lab.device.udid().to_owned(), ..Device::default() };
    let outcome = campaign.run(&mut driver, &device, &patience, &mut clock);
    clock.begun.push(Instant::now());
    if let Some(failure) = outcome.failure {
        return Err(failure.into());
    }
    let started = started.lock().map_err(|error| anyhow::anyhow!("{error}"))?;
    ensure!(clock.written.len() == started.len(), "the traces are not where they were looked for");
    let own = started.iter().zip(&clock.written);
    let own: Vec<Duration> = own.map(|(from, to)| to.duration_since(*from).unwrap_or_default()).collect();
    let cycles: Vec<Duration> = clock.begun.windows(2).map(|pair| pair[1] - pair[0]).collect();
    // The first is that after the installation.
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
        for (tcp, way) in [(false, "unix"), (true, "tcp")] {
            let (added, own) = measure(ios, tcp)?;
            figures.push(format!("\"drive.embedded_{name}_{way}_added_ms\": {added:.2}"));
            figures.push(format!("\"drive.embedded_{name}_{way}_own_ms\": {own:.2}"));
        }
    }
    println!("{{{}}}", figures.join(", "));
    Ok(())
}
