//! Implements the program `cargo run -p phone`, an emulated phone to which the gate or any other tool of iOS developers can connect.

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result, bail};
use clap::Parser;
use phone::device::{Device, Hub, Ios, Link, NAMED, Settings, named};
use phone::noise::Noise;

/// An emulated phone with a usbmuxd of its own.
#[derive(Parser)]
#[command(name = "phone", version)]
struct Arguments {
    /// Address of usbmuxd.
    #[arg(long, default_value = "127.0.0.1:27015", value_name = "ADDRESS")]
    listen: String,
    /// Path of an additional Unix socket of usbmuxd.
    #[arg(long, value_name = "PATH")]
    unix: Option<PathBuf>,
    /// Version of iOS.
    #[arg(long, default_value = "16.4")]
    ios: String,
    /// UDID of the device.
    #[arg(long)]
    udid: Option<String>,
    /// Folder of apps and files; without it they are removed with the phone.
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Install an app, as .ipa or .app.
    #[arg(long, value_name = "APP")]
    install: Vec<PathBuf>,
    /// Inject a fault; `list` prints their names.
    #[arg(long, value_name = "NAME[=N]")]
    fault: Vec<String>,
    /// Seed of differences between launches and days; without it all are alike.
    #[arg(long, value_name = "SEED")]
    noise: Option<u64>,
    /// Number of the day, for the noise.
    #[arg(long, value_name = "DAY", default_value_t = 1, requires = "noise")]
    day: u64,
    /// Start without a record of a pairing on the host.
    #[arg(long)]
    unpaired: bool,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let out = &mut std::io::stdout();
    if arguments.fault.iter().any(|name| name == "list") {
        for row in NAMED {
            writeln!(out, "{:22} {}", row.name, row.about)?;
        }
        return Ok(());
    }
    let Some(ios) = Ios::find(&arguments.ios) else {
        let known: Vec<&str> = Ios::ALL.iter().map(|ios| ios.version()).collect();
        bail!("iOS {:?} is not among {}", arguments.ios, known.join(", "));
    };
    let mut settings =
        Settings { ios, paired: !arguments.unpaired, folder: arguments.folder, ..Settings::default() };
    if let Some(udid) = arguments.udid {
        settings.udid = udid;
    }
    // Tests need reproducible launches, but the program starts its phone at the real time.
    let noise = arguments.noise.map(|seed| Noise { seed, ..Noise::default() });
    let (day, launches) = (arguments.day, AtomicU64::new(0));
    settings.configure = Some(Arc::new(move |_, config| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        config.start_time_us = u64::try_from(now.as_micros()).unwrap_or(config.start_time_us);
        if let Some(noise) = noise {
            noise.apply(config, 0, day, launches.fetch_add(1, Ordering::Relaxed));
        }
    }));
    let device = Device::new(settings)?;
    for path in &arguments.install {
        let app = device.install(path).with_context(|| path.display().to_string())?;
        writeln!(out, "installed {}", app.bundle)?;
    }
    for name in &arguments.fault {
        device.faults().add(named(name)?);
    }
    let hub = Hub::listen(&arguments.listen, arguments.unix.as_deref())
        .with_context(|| arguments.listen.clone())?;
    hub.attach(&device, Link::Cable);
    writeln!(out, "an iPhone with iOS {} ({}) is attached", ios.version(), device.udid())?;
    writeln!(out, "USBMUXD_SOCKET_ADDRESS={}", hub.address())?;
    out.flush()?;
    let mut told = 0;
    loop {
        std::thread::sleep(Duration::from_millis(200));
        let events = device.journal().events();
        for event in events.get(told..).unwrap_or_default() {
            writeln!(out, "{event:?}")?;
        }
        told = events.len();
    }
}
