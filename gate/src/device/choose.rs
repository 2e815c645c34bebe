//! Which driver, and which device.
//!
//! Invariant: nothing is chosen that was not seen to work, and the reason is told.

use super::{Device, Driver, Failure, Kind, Patience};

/// A driver, its device, and why it is this one.
pub struct Chosen {
    /// The driver.
    pub driver: Box<dyn Driver>,
    /// Its version, where there is one.
    pub version: Option<String>,
    /// The device.
    pub device: Device,
    /// Why, in a line.
    pub why: String,
}

/// Every driver, those first that `auto` prefers; `usbmuxd` is where it listens, if not where `USBMUXD_SOCKET_ADDRESS` says.
pub fn drivers(patience: &Patience, usbmuxd: Option<&str>) -> Result<Vec<Box<dyn Driver>>, Failure> {
    #[cfg(feature = "embedded")]
    let all: Vec<Box<dyn Driver>> = vec![Box::new(match usbmuxd {
        Some(address) => super::embedded::Embedded::at(address, patience.clone())?,
        None => super::embedded::Embedded::new(patience.clone())?,
    })];
    #[cfg(not(feature = "embedded"))]
    let all = {
        let _ = (patience, usbmuxd);
        Vec::new()
    };
    Ok(all)
}

/// The driver called `name`, or with `auto` the first that works and can launch on the device; and the device called `udid`, or
/// the only one.
pub fn choose(
    name: &str,
    udid: Option<&str>,
    usbmuxd: Option<&str>,
    patience: &Patience,
) -> Result<Chosen, Failure> {
    choose_from(drivers(patience, usbmuxd)?, name, udid)
}

/// The same, from these.
pub fn choose_from(drivers: Vec<Box<dyn Driver>>, name: &str, udid: Option<&str>) -> Result<Chosen, Failure> {
    let known: Vec<String> = drivers.iter().map(|driver| driver.name().to_owned()).collect();
    let is_auto = name == "auto";
    if !is_auto && !known.iter().any(|one| one == name) {
        let detail = format!("no driver {name:?}; there are: auto, {}", known.join(", "));
        return Err(Failure::new(Kind::Unsupported, detail));
    }
    // The failure of the driver that came furthest says most.
    let mut refused: Option<Failure> = None;
    for mut driver in drivers.into_iter().filter(|driver| is_auto || driver.name() == name) {
        match try_one(&mut *driver, udid) {
            Ok((device, probe)) => {
                return Ok(Chosen { driver, version: probe.version, device, why: probe.why });
            }
            Err(failure) if failure.kind == Kind::Stopped => return Err(failure),
            Err(failure) => {
                let came_further = |old: &Failure| old.kind == Kind::NoTool && failure.kind != Kind::NoTool;
                if refused.as_ref().is_none_or(came_further) {
                    refused = Some(failure);
                }
            }
        }
    }
    Err(refused.unwrap_or_else(|| Failure::new(Kind::NoTool, "this gate was built without any driver")))
}

fn try_one(driver: &mut dyn Driver, udid: Option<&str>) -> Result<(Device, super::Probe), Failure> {
    let unusable = |kind, name: &str, why: String| Failure::new(kind, format!("{name}: {why}"));
    let probe = driver.probe(None);
    if !probe.usable {
        // The embedded driver needs no tool but the way to the devices.
        let kind = if driver.name() == "embedded" { Kind::NoMux } else { Kind::NoTool };
        return Err(unusable(kind, driver.name(), probe.why));
    }
    let device = pick(driver.devices()?, udid)?;
    let probe = driver.probe(Some(&device));
    if !probe.usable {
        return Err(unusable(Kind::Unsupported, driver.name(), probe.why));
    }
    Ok((device, probe))
}

fn pick(mut devices: Vec<Device>, udid: Option<&str>) -> Result<Device, Failure> {
    let list = || devices.iter().map(Device::to_string).collect::<Vec<_>>().join(", ");
    if let Some(udid) = udid {
        let seen = list();
        let found = devices.into_iter().find(|device| device.udid == udid);
        let seen = if seen.is_empty() { "nothing".to_owned() } else { seen };
        return found.ok_or_else(|| Failure::new(Kind::NoDevice, format!("{udid}; connected: {seen}")));
    }
    if devices.len() > 1 {
        return Err(Failure::new(Kind::Ambiguous, list()));
    }
    devices.pop().ok_or_else(|| Failure::new(Kind::NoDevice, "none is connected"))
}
