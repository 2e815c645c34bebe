//! Drivers that use external tools: tidevice, libimobiledevice, pymobiledevice3, go-ios, devicectl, or a tool of the team.
//!
//! `spec` is the table of tools, `templates` creates command lines, `run` runs them, `answer` reads their output, `call` performs one
//! operation with these modules and classifies failures, and `phone` is a device to which a tool connects. Invariant: command lines and
//! formats of answers are data; no code depends on the name of a tool.

mod answer;
mod call;
mod phone;
pub mod run;
pub mod simulator;
pub mod spec;
mod templates;

use std::collections::BTreeMap;
use std::rc::Rc;

use super::{ConnectionKind, Device, Driver, Failure, FailureKind, Patience, Phone, ProbeResult, Result};
use call::ToolCaller;
use gate_launches::simulator_model;
use spec::{FallbackDriver, ToolSpec, ToolTable, Version};
use templates::PlaceholderValues;

/// A driver that is an external tool.
pub struct ToolDriver {
    caller: Rc<ToolCaller>,
    /// The fallback driver, which performs the operations for which the tool has no command.
    rest: Option<Box<dyn Driver>>,
    version: Option<Result<String>>,
}

impl ToolDriver {
    /// Creates the driver for a tool of the table. `address` is the address of usbmuxd, if it is set. `rest` is the driver for operations
    /// for which the tool has no command, if the table permits such a driver.
    pub fn new(
        spec: &ToolSpec,
        table: &ToolTable,
        address: Option<&str>,
        patience: &Patience,
        rest: Option<Box<dyn Driver>>,
    ) -> Result<ToolDriver> {
        let caller = ToolCaller::new(spec.clone(), table.failure.clone(), address, patience.clone())?;
        let rest = rest.filter(|_| spec.rest == Some(FallbackDriver::Embedded));
        Ok(ToolDriver { caller: Rc::new(caller), rest, version: None })
    }

    fn version(&mut self) -> Result<String> {
        if self.version.is_none() {
            self.version = Some(self.read_version());
        }
        self.version.clone().unwrap_or_else(|| Ok(String::new()))
    }

    fn read_version(&self) -> Result<String> {
        let spec = &self.caller.spec;
        let patience = self.caller.patience.answer;
        let records =
            self.caller.call_operation("version", &spec.version, PlaceholderValues::default(), patience)?;
        let said = records.into_iter().find_map(|mut record| record.remove("version"));
        said.ok_or_else(|| {
            Failure::new(FailureKind::NoTool, format!("{} does not print its version", spec.name))
        })
    }

    /// Returns the model of this machine.
    fn read_host_model(&self) -> Result<String> {
        let Some(operation) = &self.caller.spec.host else { return Ok("an unknown host".to_owned()) };
        let records = self.caller.call_operation(
            "host",
            operation,
            PlaceholderValues::default(),
            self.caller.patience.answer,
        )?;
        let said = records.into_iter().find_map(|mut record| record.remove("host"));
        said.ok_or_else(|| Failure::new(FailureKind::Protocol, "cannot read the model of this machine"))
    }

    fn list_devices(&self) -> Result<Vec<Device>> {
        let (spec, patience) = (&self.caller.spec, self.caller.patience.answer);
        let records = self.caller.list_records("devices", &spec.devices, PlaceholderValues::default())?;
        let mut devices: Vec<Device> = Vec::new();
        for record in records {
            let Some(udid) = record.get("udid").filter(|udid| !udid.is_empty()) else { continue };
            let says = |name: &str| record.get(name).map_or("", String::as_str);
            // The list may contain disconnected devices, watches and simulators, which are skipped.
            let is_other =
                !matches!(says("platform"), "" | "iOS" | "iPadOS") || says("reality") == "simulated";
            if says("state") == "unavailable" || is_other {
                continue;
            }
            let mut device = Device { udid: udid.clone(), ..Device::default() };
            apply_record(&mut device, &record);
            match devices.iter_mut().find(|other| other.udid == device.udid) {
                Some(other) if device.link < other.link => *other = device,
                Some(_) => {}
                None => devices.push(device),
            }
        }
        devices.sort_by_key(|device| device.link);
        if spec.simulator && !devices.is_empty() {
            let host = self.read_host_model()?;
            for device in &mut devices {
                let model = device.model.take().unwrap_or_default();
                device.model = Some(simulator_model(&model, &host));
            }
        }
        for device in &mut devices {
            let Some(more) = spec.device.as_ref().filter(|_| device.model.is_none() || device.os.is_none())
            else {
                continue;
            };
            // A device that does not answer remains in the list.
            let values = PlaceholderValues::default().with_value("udid", &device.udid);
            if let Ok(records) = self.caller.call_operation("device", more, values, patience) {
                for record in &records {
                    apply_record(device, record);
                }
            }
        }
        Ok(devices)
    }
}

/// Sets the properties of a device from a record.
fn apply_record(device: &mut Device, record: &BTreeMap<String, String>) {
    let told = |name: &str| record.get(name).filter(|text| !text.is_empty() && *text != "-").cloned();
    device.name = told("name").or(device.name.take());
    device.model = told("model").or(device.model.take());
    device.os = told("os").or(device.os.take());
    if let Some(link) = told("link") {
        device.link = match link.to_ascii_lowercase().as_str() {
            "usb" | "wired" | "cable" => ConnectionKind::Cable,
            "network" | "wifi" | "wi-fi" | "localnetwork" => ConnectionKind::Network,
            _ => device.link,
        };
    }
}

impl Driver for ToolDriver {
    fn name(&self) -> &str {
        &self.caller.spec.name
    }

    fn is_automatic(&self) -> bool {
        self.caller.spec.auto
    }

    fn probe(&mut self, device: Option<&Device>) -> ProbeResult {
        let spec = self.caller.spec.clone();
        let no = |version: Option<String>, why: String| ProbeResult { usable: false, version, why };
        if let Some(system) = spec.system.as_ref().filter(|system| *system != std::env::consts::OS) {
            return no(None, format!("works on {system} only"));
        }
        let version = match self.version() {
            Ok(version) => version,
            Err(failure) if failure.kind == FailureKind::NoTool => {
                return no(None, format!("it is not installed: {}", spec.get));
            }
            Err(failure) => return no(None, failure.to_string()),
        };
        let old = |least: &&String| Version::parse(&version) < Version::parse(least);
        if let Some(least) = spec.least.as_ref().filter(old) {
            return no(Some(version), format!("it is older than {least}: {}", spec.get));
        }
        if spec.launch.is_none() {
            return no(Some(version), "has no launch command".to_owned());
        }
        if let Some(os) =
            device.and_then(|device| device.os.as_ref()).filter(|os| !spec.launches.contains(os))
        {
            return no(
                Some(version),
                format!("it can launch apps on iOS {}, but the device has iOS {os}", spec.launches),
            );
        }
        let missing_operations = self.missing_operations();
        if !missing_operations.is_empty() && self.rest.is_none() {
            return no(Some(version), format!("has no command for {}", missing_operations.join(", ")));
        }
        let mut why = match device.and_then(|device| device.os.as_ref()) {
            Some(os) => format!("it can launch apps on iOS {os}"),
            None => "it is installed".to_owned(),
        };
        if spec.remove.is_none() && self.rest.is_none() {
            let instead =
                if spec.push.is_some() { "it empties them" } else { "traces stay in the app's container" };
            why.push_str(&format!("; it cannot remove files, so {instead}"));
        }
        if !missing_operations.is_empty() {
            why.push_str(&format!("; the embedded driver is used for {}", missing_operations.join(", ")));
        }
        ProbeResult { usable: true, version: Some(version), why }
    }

    fn devices(&mut self) -> Result<Vec<Device>> {
        self.list_devices()
    }

    fn open(&mut self, udid: &str) -> Result<Box<dyn Phone>> {
        let seen = self.list_devices()?;
        let Some(device) = seen.iter().find(|device| device.udid == udid) else {
            let others: Vec<String> = seen.iter().map(Device::to_string).collect();
            let others = if others.is_empty() { "no device".to_owned() } else { others.join(", ") };
            return Err(Failure::new(
                FailureKind::NoDevice,
                format!("{udid}; {} sees {others}", self.name()),
            ));
        };
        self.open_seen(device.clone())
    }
}

impl ToolDriver {
    /// Opens a device that is known to be connected, without listing devices again.
    pub fn open_seen(&mut self, device: Device) -> Result<Box<dyn Phone>> {
        let (missing_operations, is_nice_to_have) =
            (!self.missing_operations().is_empty(), self.caller.spec.remove.is_none());
        let rest = match &mut self.rest {
            // The driver for the operations that the tool lacks is opened at once, so that a campaign does not fail later.
            Some(rest) if missing_operations => Some(rest.open(&device.udid)?),
            Some(rest) if is_nice_to_have => rest.open(&device.udid).ok(),
            _ => None,
        };
        Ok(Box::new(phone::ToolPhone::new(self.caller.clone(), device, rest)))
    }

    /// Returns the operations of a campaign for which the tool has no command. The removal of old traces is optional, because the trace of
    /// each launch has a unique name.
    fn missing_operations(&self) -> Vec<&'static str> {
        let spec = &self.caller.spec;
        let attached = spec.launch.as_ref().is_some_and(|launch| launch.attached);
        let needs = [
            ("installing", spec.install.is_some()),
            ("seeing processes", spec.processes.is_some() || attached),
            ("ending processes", spec.kill.is_some() || attached),
            ("listing files", spec.list.is_some()),
            ("fetching files", spec.pull.is_some()),
            ("putting files", spec.push.is_some()),
        ];
        needs.into_iter().filter_map(|(what, has)| (!has).then_some(what)).collect()
    }
}
