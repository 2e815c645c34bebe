//! Chooses the driver and the device.
//!
//! Invariant: a chosen driver was probed successfully, and the choice has a reason that messages can show.

use super::tools::ToolDriver;
use super::tools::spec::ToolTable;
use super::{Device, Driver, Failure, FailureKind, Patience, ProbeResult, Result};

/// The chosen driver and device.
pub struct ChosenDriver {
    pub driver: Box<dyn Driver>,
    /// The version of the driver, if the driver has a version.
    pub version: Option<String>,
    pub device: Device,
    /// The reason why the driver and the device were chosen, in one line.
    pub why: String,
}

/// A driver and the result of its probe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DriverCandidate {
    /// The name for `--driver`.
    pub name: String,
    pub probe: ProbeResult,
}

/// Creates all drivers in the order in which `auto` prefers them: first the embedded one, then the tools. `added` contains the `[[driver]]`
/// tables of config.toml. `usbmuxd` is the address of usbmuxd, by default the value of `USBMUXD_SOCKET_ADDRESS`.
pub fn create_drivers(
    added: &[toml::Table],
    patience: &Patience,
    usbmuxd: Option<&str>,
) -> Result<Vec<Box<dyn Driver>>> {
    let usbmuxd = self::resolve_usbmuxd_address(usbmuxd);
    let usbmuxd = usbmuxd.as_deref();
    let table = ToolTable::from_tables(added).map_err(|error| Failure::new(FailureKind::Input, error))?;
    let mut drivers: Vec<Box<dyn Driver>> = create_embedded_driver(patience, usbmuxd)?.into_iter().collect();
    for spec in &table.drivers {
        drivers.push(Box::new(ToolDriver::new(
            spec,
            &table,
            usbmuxd,
            patience,
            create_embedded_driver(patience, usbmuxd)?,
        )?));
    }
    Ok(drivers)
}

/// Returns the address of usbmuxd: the given address, or the value of `USBMUXD_SOCKET_ADDRESS`; `None` is the default address.
pub(crate) fn resolve_usbmuxd_address(given: Option<&str>) -> Option<String> {
    let said = || std::env::var("USBMUXD_SOCKET_ADDRESS").ok().filter(|address| !address.is_empty());
    given.map(str::to_owned).or_else(said)
}

#[cfg(feature = "embedded")]
fn create_embedded_driver(patience: &Patience, usbmuxd: Option<&str>) -> Result<Option<Box<dyn Driver>>> {
    use super::embedded::EmbeddedDriver;
    Ok(Some(Box::new(EmbeddedDriver::new(usbmuxd, patience.clone())?)))
}

#[cfg(not(feature = "embedded"))]
fn create_embedded_driver(_: &Patience, _: Option<&str>) -> Result<Option<Box<dyn Driver>>> {
    Ok(None)
}

/// Probes whether each driver works and, if a device is given, whether the driver can launch apps on this device.
pub fn probe_drivers(drivers: &mut [Box<dyn Driver>], device: Option<&Device>) -> Vec<DriverCandidate> {
    drivers
        .iter_mut()
        .map(|driver| DriverCandidate { name: driver.name().to_owned(), probe: driver.probe(device) })
        .collect()
}

/// Chooses a driver and a device. The driver is the one named `name`; if `name` is `auto`, it is the first driver that works and can launch
/// apps on the device. The device is the one with the id `udid` or, without an id, the only connected device.
pub fn choose_driver(
    added: &[toml::Table],
    name: &str,
    udid: Option<&str>,
    usbmuxd: Option<&str>,
    patience: &Patience,
) -> Result<ChosenDriver> {
    let chosen = choose_from(create_drivers(added, patience, usbmuxd)?, name, udid);
    // If the user stopped the command, the failure of the interrupted driver is replaced by the failure `Stopped`.
    if chosen.is_err() && patience.stop.is_asked() {
        return Err(Failure::new(FailureKind::Stopped, "while looking for the device"));
    }
    match chosen {
        Err(failure) if failure.kind == FailureKind::NoDevice && !["auto", "embedded"].contains(&name) => {
            let mut seen = Vec::new();
            if let Some(mut mux) =
                create_embedded_driver(patience, self::resolve_usbmuxd_address(usbmuxd).as_deref())?
            {
                seen = mux.devices().unwrap_or_default();
            }
            Err(unlisted_device(name, udid, &seen).unwrap_or(failure))
        }
        chosen => chosen,
    }
}

/// Explains why a tool does not list a device that usbmuxd lists. Some tools omit a locked device, or a device whose pairing record they
/// cannot read.
fn unlisted_device(name: &str, udid: Option<&str>, seen: &[Device]) -> Option<Failure> {
    let device = seen.iter().find(|device| udid.is_none_or(|udid| udid == device.udid))?;
    let detail =
        format!("{name} does not list {}, although usbmuxd does; its pairing may be stale", device.udid);
    Some(Failure::new(FailureKind::Locked, detail))
}

/// Chooses one of the given drivers, and a device.
pub(crate) fn choose_from(
    drivers: Vec<Box<dyn Driver>>,
    name: &str,
    udid: Option<&str>,
) -> Result<ChosenDriver> {
    let known: Vec<String> = drivers.iter().map(|driver| driver.name().to_owned()).collect();
    let is_auto = name == "auto";
    if !is_auto && !known.iter().any(|one| one == name) {
        let detail = format!("unknown driver {name:?}; choose auto, {}", known.join(", "));
        return Err(Failure::new(FailureKind::Unsupported, detail));
    }
    // If no driver can be used, the first failure other than a missing tool is reported, because it is more informative.
    let mut refused: Option<Failure> = None;
    let mut unreliable: Option<ChosenDriver> = None;
    for mut driver in
        drivers.into_iter().filter(|driver| is_auto && driver.is_automatic() || driver.name() == name)
    {
        match probe_driver(&mut *driver, udid) {
            Ok((device, ProbeResult { version, why, .. })) => {
                let is_reliable = !is_auto || driver.is_reliable(&device);
                let chosen = ChosenDriver { driver, version, device, why };
                if is_reliable {
                    return Ok(chosen);
                }
                unreliable.get_or_insert(chosen);
            }
            // If a person must act on the device, no further driver is tried.
            Err(failure) if !may_work_with_another_driver(failure.kind) && unreliable.is_none() => {
                return Err(failure);
            }
            Err(failure) => {
                let came_further =
                    |old: &Failure| old.kind == FailureKind::NoTool && failure.kind != FailureKind::NoTool;
                if refused.as_ref().is_none_or(came_further) {
                    refused = Some(failure);
                }
            }
        }
    }
    unreliable.ok_or_else(|| {
        refused.unwrap_or_else(|| Failure::new(FailureKind::NoTool, "this gate was built without drivers"))
    })
}

/// Returns whether a different driver may succeed after this kind of failure.
fn may_work_with_another_driver(kind: FailureKind) -> bool {
    // A device on the network is listed only by Apple's tool `devicectl`, so on a Mac another driver may find the device.
    let is_unseen = kind == FailureKind::NoDevice && cfg!(target_os = "macos");
    is_unseen
        || matches!(
            kind,
            FailureKind::NoTool | FailureKind::NoMux | FailureKind::Unsupported | FailureKind::Tunnel
        )
}

fn probe_driver(driver: &mut dyn Driver, udid: Option<&str>) -> Result<(Device, ProbeResult)> {
    let unusable = |kind, name: &str, why: &str| Failure::new(kind, format!("{name}: {why}"));
    let probe = driver.probe(None);
    if !probe.usable {
        // The embedded driver needs usbmuxd but no tool.
        let kind = if driver.name() == "embedded" { FailureKind::NoMux } else { FailureKind::NoTool };
        return Err(unusable(kind, driver.name(), &probe.why));
    }
    let device = select_device(driver.devices()?, udid)?;
    let probe = driver.probe(Some(&device));
    if !probe.usable {
        return Err(unusable(FailureKind::Unsupported, driver.name(), &probe.why));
    }
    Ok((device, probe))
}

fn select_device(mut devices: Vec<Device>, udid: Option<&str>) -> Result<Device> {
    let list = || devices.iter().map(Device::to_string).collect::<Vec<_>>().join(", ");
    if let Some(udid) = udid {
        let seen = list();
        let found = devices.into_iter().find(|device| device.udid == udid);
        let seen = if seen.is_empty() { "nothing".to_owned() } else { seen };
        return found
            .ok_or_else(|| Failure::new(FailureKind::NoDevice, format!("{udid}; connected: {seen}")));
    }
    if devices.len() > 1 {
        return Err(Failure::new(FailureKind::Ambiguous, list()));
    }
    devices.pop().ok_or_else(|| Failure::new(FailureKind::NoDevice, "none is connected"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Phone;

    /// A driver that either works or fails, with its devices.
    struct Fixed(&'static str, bool, Result<Vec<Device>>);

    impl Driver for Fixed {
        fn name(&self) -> &str {
            self.0
        }

        fn is_reliable(&self, _: &Device) -> bool {
            self.0 != "unreliable"
        }

        fn probe(&mut self, _: Option<&Device>) -> ProbeResult {
            ProbeResult { usable: self.1, version: None, why: format!("because of {}", self.0) }
        }

        fn devices(&mut self) -> Result<Vec<Device>> {
            self.2.clone()
        }

        fn open(&mut self, udid: &str) -> Result<Box<dyn Phone>> {
            Err(Failure::new(FailureKind::NoDevice, udid))
        }
    }

    fn one() -> Result<Vec<Device>> {
        Ok(vec![Device { udid: "x".to_owned(), ..Device::default() }])
    }

    fn chosen(drivers: Vec<Fixed>, name: &str) -> Result<String> {
        let drivers = drivers.into_iter().map(|one| Box::new(one) as Box<dyn Driver>).collect();
        choose_from(drivers, name, None).map(|chosen| chosen.driver.name().to_owned())
    }

    #[test]
    fn the_first_driver_that_works_is_chosen_unless_the_settings_name_another() {
        let all = || vec![Fixed("a", false, one()), Fixed("b", true, one()), Fixed("c", true, one())];
        assert_eq!((chosen(all(), "auto").as_deref(), chosen(all(), "c").as_deref()), (Ok("b"), Ok("c")));
        let refused = chosen(all(), "a").unwrap_err();
        assert!(
            refused.kind == FailureKind::NoTool && refused.to_string().contains("because of a"),
            "{refused}"
        );
        let unknown = chosen(all(), "d").unwrap_err();
        assert!(unknown.to_string().contains("choose auto, a, b, c"), "{unknown}");
    }

    #[test]
    fn an_unreliable_driver_is_chosen_only_by_name_or_if_no_other_driver_works() {
        let two = |works: bool| vec![Fixed("unreliable", true, one()), Fixed("b", works, one())];
        assert_eq!(chosen(two(true), "auto").as_deref(), Ok("b"));
        assert_eq!(chosen(two(false), "auto").as_deref(), Ok("unreliable"));
        assert_eq!(chosen(two(true), "unreliable").as_deref(), Ok("unreliable"));
    }

    #[test]
    fn if_the_device_refuses_one_driver_the_next_driver_is_not_tried() {
        let locked = Err(Failure::new(FailureKind::Locked, "x"));
        let refused = chosen(vec![Fixed("a", true, locked), Fixed("b", true, one())], "auto").unwrap_err();
        assert_eq!(refused.kind, FailureKind::Locked);
        let silent = Err(Failure::new(FailureKind::NoMux, "x"));
        let found = chosen(vec![Fixed("a", true, silent), Fixed("b", true, one())], "auto");
        assert_eq!(found.as_deref(), Ok("b"));
    }

    #[test]
    fn an_invalid_driver_table_in_the_settings_is_an_input_error() {
        let bad: toml::Table = toml::from_str("name = \"tidevice\"\nlaunces = \"13\"\n").unwrap();
        let failure = create_drivers(&[bad], &Patience::default(), Some("127.0.0.1:1")).err().unwrap();
        assert_eq!((failure.kind, failure.class()), (FailureKind::Input, crate::FailureClass::Input));
        let text = failure.to_string();
        assert!(text.starts_with("invalid input (") && text.contains("launces"), "{text}");
    }

    #[test]
    fn a_device_that_only_usbmuxd_lists_is_locked_or_its_pairing_is_stale() {
        let seen = one().unwrap();
        let failure = unlisted_device("tidevice", None, &seen).unwrap();
        assert_eq!(failure.kind, FailureKind::Locked);
        assert!(failure.to_string().contains("tidevice does not list x, although usbmuxd does"), "{failure}");
        assert!(unlisted_device("tidevice", Some("x"), &seen).is_some());
        assert_eq!(
            (unlisted_device("tidevice", Some("y"), &seen), unlisted_device("tidevice", None, &[])),
            (None, None)
        );
    }

    #[cfg(feature = "embedded")]
    #[test]
    fn the_message_about_an_unreachable_usbmuxd_contains_no_repeated_text() {
        let patience = Patience::default();
        let drivers = create_drivers(&[], &patience, Some("127.0.0.1:1")).unwrap();
        let failure = choose_from(drivers, "embedded", None).map(|_| ()).unwrap_err();
        let text = failure.to_string();
        assert_eq!(
            (text.matches("usbmuxd cannot be reached").count(), text.matches("start usbmuxd").count()),
            (1, 0),
            "the command line adds what to do: {text}"
        );
        // A request to stop is not reported as a failure of usbmuxd.
        patience.stop.request_stop();
        let failure =
            choose_driver(&[], "auto", None, Some("127.0.0.1:1"), &patience).map(|_| ()).unwrap_err();
        assert_eq!(failure.kind, FailureKind::Stopped);
    }

    #[test]
    fn every_known_tool_has_a_driver() {
        let drivers = create_drivers(&[], &Patience::default(), Some("127.0.0.1:1")).unwrap();
        let names: Vec<&str> = drivers.iter().map(|driver| driver.name()).collect();
        let tools = ["devicectl", "tidevice", "pymobiledevice3", "go-ios", "libimobiledevice", "simulator"];
        assert!(names.ends_with(&tools), "{names:?}");
    }
}
