//! `gate devices`: the connected devices, with the driver for each and the reason.

use std::io::Write;

use clap::Args;
use gate_device::{
    ConnectionKind, Device, Driver, DriverCandidate, Failure, FailureKind, Patience, create_drivers,
    probe_drivers,
};
use gate_report::escape_for_display;
use serde_json::json;

use super::advice::{failure_advice, failure_message};
use super::options::{DriversArgs, FormatArgs};
use super::{Exit, SettingsArgs};

#[derive(Args)]
pub(super) struct Devices {
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    drivers: DriversArgs,
    #[command(flatten)]
    settings: SettingsArgs,
}

/// A device, the drivers that see it, and the drivers that could use it.
pub(super) struct ListedDevice {
    pub(super) device: Device,
    pub(super) by: Vec<String>,
    pub(super) candidates: Vec<DriverCandidate>,
}

impl ListedDevice {
    /// Returns the first usable driver that sees the device.
    pub(super) fn chosen_driver(&self) -> Option<&DriverCandidate> {
        self.candidates.iter().find(|candidate| candidate.probe.usable && self.by.contains(&candidate.name))
    }
}

/// Requests the list of devices from every driver that works on this machine.
pub(super) fn all_devices(drivers: &mut [Box<dyn Driver>]) -> (Vec<ListedDevice>, Vec<(String, Failure)>) {
    let (mut seen, mut failures): (Vec<ListedDevice>, Vec<_>) = (Vec::new(), Vec::new());
    for driver in drivers.iter_mut() {
        if !driver.probe(None).usable {
            continue;
        }
        let name = driver.name().to_owned();
        match driver.devices() {
            Err(failure) => failures.push((name, failure)),
            Ok(devices) => {
                for device in devices {
                    match seen.iter_mut().find(|other| other.device.udid == device.udid) {
                        Some(other) => other.by.push(name.clone()),
                        None => {
                            seen.push(ListedDevice { device, by: vec![name.clone()], candidates: Vec::new() })
                        }
                    }
                }
            }
        }
    }
    for one in &mut seen {
        one.candidates = probe_drivers(drivers, Some(&one.device));
    }
    (seen, failures)
}

pub(super) fn devices(args: &Devices, out: &mut dyn Write, err: &mut dyn Write) -> anyhow::Result<Exit> {
    let settings = args.settings.to_settings();
    let (config, _) = settings.read()?;
    let tables = args.drivers.trusted_tables(&settings, &config)?;
    let mut drivers = create_drivers(&tables, &Patience::default(), args.drivers.usbmuxd.as_deref())?;
    let (seen, failures) = all_devices(&mut drivers);
    if args.format.is_json() {
        args.format.write(out, "devices", as_json(&seen, &failures))?;
    } else {
        for line in summarize_failures(&failures) {
            writeln!(err, "{}", escape_for_display(&line))?;
        }
        for one in &seen {
            write_human(one, out)?;
        }
    }
    if seen.is_empty() {
        if failures.is_empty() {
            writeln!(err, "no device found; connect one by cable and unlock it. `gate doctor` checks more")?;
        }
        return Ok(Exit::Device);
    }
    Ok(Exit::Pass)
}

/// Summarizes failures in one line each, without the output of tools. A failure that all drivers have in
/// common is listed once.
pub(super) fn summarize_failures(failures: &[(String, Failure)]) -> Vec<String> {
    let no_mux = |(_, failure): &(String, Failure)| failure.kind == FailureKind::NoMux;
    if !failures.is_empty() && failures.iter().all(no_mux) {
        return vec![format!("{}; {}", FailureKind::NoMux.message(), failure_advice(FailureKind::NoMux))];
    }
    failures.iter().map(|(name, failure)| format!("{name}: {}", failure_message(failure))).collect()
}

fn write_human(seen: &ListedDevice, out: &mut dyn Write) -> std::io::Result<()> {
    let link = match seen.device.link {
        ConnectionKind::Cable => ", by cable",
        ConnectionKind::Network => ", over the network",
        ConnectionKind::Unknown => "",
    };
    let name =
        seen.device.name.as_ref().map(|name| format!(" {:?}", escape_for_display(name))).unwrap_or_default();
    writeln!(out, "{}{name}{link}", escape_for_display(&seen.device.to_string()))?;
    match seen.chosen_driver() {
        Some(chosen) => writeln!(out, "  uses {}: {}", chosen.name, escape_for_display(&chosen.probe.why))?,
        None => writeln!(out, "  no driver can launch apps on this device")?,
    }
    for candidate in &seen.candidates {
        let DriverCandidate { name, probe } = candidate;
        if seen.chosen_driver() != Some(candidate) {
            let version = probe.version.as_ref().map(|version| format!(" {version}")).unwrap_or_default();
            let can = if probe.usable { "could use" } else { "cannot use" };
            let why = match (probe.usable, seen.by.contains(name)) {
                (true, false) => "it does not see this device",
                _ => &probe.why,
            };
            writeln!(out, "  {can} {name}{}: {}", escape_for_display(&version), escape_for_display(why))?;
        }
    }
    Ok(())
}

fn as_json(seen: &[ListedDevice], failures: &[(String, Failure)]) -> serde_json::Value {
    let failures = failures.iter().map(|(name, failure)| {
        json!({
            "driver": name, "kind": failure.kind.name(), "class": failure.class().name(),
            "message": failure_message(failure),
        })
    });
    json!({
        "devices": seen.iter().map(device_json).collect::<Vec<_>>(),
        "failures": failures.collect::<Vec<_>>(),
    })
}

fn device_json(seen: &ListedDevice) -> serde_json::Value {
    let Device { udid, name, model, os, link } = &seen.device;
    let drivers = seen.candidates.iter().map(|DriverCandidate { name, probe }| {
        json!({
            "name": name, "usable": probe.usable, "sees": seen.by.contains(name), "version": probe.version,
            "why": probe.why,
        })
    });
    json!({
        "udid": udid, "name": name, "model": model, "os": os, "link": link.name(),
        "driver": seen.chosen_driver().map(|chosen| &chosen.name),
        "why": seen.chosen_driver().map(|chosen| &chosen.probe.why),
        "drivers": drivers.collect::<Vec<_>>(),
    })
}
