//! `gate devices`: the connected devices, with the driver for each and the reason.

use std::io::Write;

use clap::Args;
use gate_device::{Candidate, Device, Driver, Failure, FailureKind, Link, Patience, candidates, drivers};
use gate_report::shown;
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
    pub(super) candidates: Vec<Candidate>,
}

impl ListedDevice {
    /// Returns the first usable driver that sees the device.
    pub(super) fn chosen(&self) -> Option<&Candidate> {
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
        one.candidates = candidates(drivers, Some(&one.device));
    }
    (seen, failures)
}

pub(super) fn devices(args: &Devices, out: &mut dyn Write, err: &mut dyn Write) -> anyhow::Result<Exit> {
    let settings = args.settings.request();
    let (config, _) = settings.read()?;
    let tables = args.drivers.trusted(&settings, &config)?;
    let mut drivers = drivers(&tables, &Patience::default(), args.drivers.usbmuxd.as_deref())?;
    let (seen, failures) = all_devices(&mut drivers);
    if args.format.is_json() {
        args.format.write(out, "devices", as_json(&seen, &failures))?;
    } else {
        for line in conclusions(&failures) {
            writeln!(err, "{}", shown(&line))?;
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
pub(super) fn conclusions(failures: &[(String, Failure)]) -> Vec<String> {
    let no_mux = |(_, failure): &(String, Failure)| failure.kind == FailureKind::NoMux;
    if !failures.is_empty() && failures.iter().all(no_mux) {
        return vec![format!("{}; {}", FailureKind::NoMux.message(), failure_advice(FailureKind::NoMux))];
    }
    failures.iter().map(|(name, failure)| format!("{name}: {}", failure_message(failure))).collect()
}

fn write_human(seen: &ListedDevice, out: &mut dyn Write) -> std::io::Result<()> {
    let link = match seen.device.link {
        Link::Cable => ", by cable",
        Link::Network => ", over the network",
        Link::Unknown => "",
    };
    let name = seen.device.name.as_ref().map(|name| format!(" {:?}", shown(name))).unwrap_or_default();
    writeln!(out, "{}{name}{link}", shown(&seen.device.to_string()))?;
    match seen.chosen() {
        Some(chosen) => writeln!(out, "  uses {}: {}", chosen.name, shown(&chosen.probe.why))?,
        None => writeln!(out, "  no driver can launch apps on this device")?,
    }
    for candidate in &seen.candidates {
        let Candidate { name, probe } = candidate;
        if seen.chosen() != Some(candidate) {
            let version = probe.version.as_ref().map(|version| format!(" {version}")).unwrap_or_default();
            let can = if probe.usable { "could use" } else { "cannot use" };
            let why = match (probe.usable, seen.by.contains(name)) {
                (true, false) => "it does not see this device",
                _ => &probe.why,
            };
            writeln!(out, "  {can} {name}{}: {}", shown(&version), shown(why))?;
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
    let drivers = seen.candidates.iter().map(|Candidate { name, probe }| {
        json!({
            "name": name, "usable": probe.usable, "sees": seen.by.contains(name), "version": probe.version,
            "why": probe.why,
        })
    });
    json!({
        "udid": udid, "name": name, "model": model, "os": os, "link": link.name(),
        "driver": seen.chosen().map(|chosen| &chosen.name),
        "why": seen.chosen().map(|chosen| &chosen.probe.why),
        "drivers": drivers.collect::<Vec<_>>(),
    })
}
