//! Chooses, creates, erases and boots a simulator before a run, and shuts it down after the run.
//!
//! The commands are in the table of tools. Invariant: a simulator that was booted before the run is never shut down, and a simulator is
//! erased only if the scenario requests this.

use std::time::{Duration, Instant};

use super::call::ToolCaller;
use super::spec::{Operation, ToolTable};
use super::templates::PlaceholderValues;
use crate::{Failure, FailureKind, Patience, Result};

/// The interval at which a booting simulator is checked.
const AGAIN: Duration = Duration::from_millis(500);

/// The requested simulator.
#[derive(Clone, Copy, Debug, Default)]
pub struct SimulatorChoice<'a> {
    pub udid: Option<&'a str>,
    /// The device type, such as `iPhone 16`.
    pub kind: Option<&'a str>,
    /// Whether to erase the simulator before the run.
    pub erased: bool,
}

/// A booted simulator. If the simulator was booted for this value, dropping the value shuts it down.
pub struct BootedSimulator {
    caller: ToolCaller,
    pub udid: String,
    /// A description of the performed steps in one line.
    pub how: String,
    is_ours: bool,
}

/// An existing simulator.
struct SimulatorDevice {
    udid: String,
    name: String,
    model: String,
    is_booted: bool,
}

/// Returns whether the devices of a driver are simulators.
pub fn is_simulator(added: &[toml::Table], driver: &str) -> Result<bool> {
    let table = create_tool_table(added)?;
    Ok(table.drivers.iter().any(|spec| spec.name == driver && spec.simulator))
}

fn create_tool_table(added: &[toml::Table]) -> Result<ToolTable> {
    ToolTable::from_tables(added).map_err(|error| Failure::new(FailureKind::Input, error))
}

/// Boots the requested simulator: the simulator with the given id, a booted simulator, an existing simulator of the type, or a new
/// simulator.
pub fn boot_simulator(
    added: &[toml::Table],
    driver: &str,
    wanted: SimulatorChoice<'_>,
    patience: &Patience,
) -> Result<BootedSimulator> {
    let table = create_tool_table(added)?;
    let spec = table.drivers.iter().find(|spec| spec.name == driver);
    let spec = spec.ok_or_else(|| Failure::new(FailureKind::Unsupported, format!("no driver {driver:?}")))?;
    if let Some(system) = spec.system.as_ref().filter(|system| *system != std::env::consts::OS) {
        return Err(Failure::new(FailureKind::NoTool, format!("{driver}: it works on {system} only")));
    }
    let caller = ToolCaller::new(spec.clone(), table.failure.clone(), None, patience.clone())?;
    let known = list_simulators(&caller)?;
    let (udid, is_booted, made) = match choose_simulator(&known, wanted)? {
        Some(found) => (found.udid.clone(), found.is_booted, false),
        None => (create(&caller, wanted.kind.unwrap_or_default())?, false, true),
    };
    let mut ready = BootedSimulator { caller, udid, how: String::new(), is_ours: !is_booted };
    let erases = wanted.erased && !made;
    if erases {
        if is_booted {
            ready.run_operation("shutdown", |caller| &caller.spec.shutdown)?;
        }
        ready.run_operation("erase", |caller| &caller.spec.erase)?;
    }
    if !is_booted || erases {
        ready.boot()?;
    }
    let begun = match (made, is_booted) {
        (true, _) => "created and booted",
        (false, true) => "was booted",
        (false, false) => "booted",
    };
    ready.how = format!("simulator {}: {begun}{}", ready.udid, if erases { ", erased" } else { "" });
    Ok(ready)
}

fn list_simulators(caller: &ToolCaller) -> Result<Vec<SimulatorDevice>> {
    let Some(operation) = &caller.spec.all else { return Ok(Vec::new()) };
    let records =
        caller.call_operation("all", operation, PlaceholderValues::default(), caller.patience.answer)?;
    let known = records.into_iter().filter_map(|mut record| {
        let mut take = |name: &str| record.remove(name).unwrap_or_default();
        let (udid, name, model, state) = (take("udid"), take("name"), take("model"), take("state"));
        let is_ios = take("os").starts_with(|first: char| first.is_ascii_digit());
        (is_ios && !udid.is_empty()).then(|| SimulatorDevice {
            udid,
            name,
            model,
            is_booted: state == "Booted",
        })
    });
    Ok(known.collect())
}

/// Chooses an existing simulator; returns `None` if a simulator must be created.
fn choose_simulator<'a>(
    known: &'a [SimulatorDevice],
    wanted: SimulatorChoice<'_>,
) -> Result<Option<&'a SimulatorDevice>> {
    let no = |detail: String| Err(Failure::new(FailureKind::NoDevice, detail));
    if let Some(udid) = wanted.udid {
        return match known.iter().find(|one| one.udid == udid) {
            Some(found) => Ok(Some(found)),
            None => no(format!("no simulator {udid}")),
        };
    }
    if let Some(kind) = wanted.kind {
        // In the model, spaces of the type's name are replaced by dashes.
        let is = |one: &&SimulatorDevice| {
            one.name == kind || one.name == own_name(kind) || one.model == kind.replace(' ', "-")
        };
        let booted = known.iter().filter(is).find(|one| one.is_booted);
        let own = || known.iter().find(|one| one.name == own_name(kind));
        // An existing simulator is preferred, because the first boot of a new simulator takes minutes.
        return Ok(booted.or_else(own).or_else(|| known.iter().find(is)));
    }
    let booted: Vec<&SimulatorDevice> = known.iter().filter(|one| one.is_booted).collect();
    match &booted[..] {
        [one] => Ok(Some(one)),
        [] => no(
            "no simulator is booted; boot one, or set its type, such as --set simulator.type=\"iPhone 16\""
                .to_owned(),
        ),
        several => {
            let names: Vec<String> =
                several.iter().map(|one| format!("{} ({})", one.udid, one.name)).collect();
            Err(Failure::new(FailureKind::Ambiguous, names.join(", ")))
        }
    }
}

/// Returns the name of a simulator that the gate creates.
fn own_name(kind: &str) -> String {
    format!("launchgate {kind}")
}

fn create(caller: &ToolCaller, kind: &str) -> Result<String> {
    let missing_operations =
        || Failure::new(FailureKind::Unsupported, format!("{} cannot create simulators", caller.spec.name));
    let operation = caller.spec.create.as_ref().ok_or_else(missing_operations)?;
    let values = PlaceholderValues::default().with_value("type", kind).with_value("name", own_name(kind));
    let records = caller.call_operation("create", operation, values, caller.patience.install)?;
    let made = records.into_iter().find_map(|mut record| record.remove("udid"));
    made.ok_or_else(|| Failure::new(FailureKind::Protocol, "the new simulator has no id"))
}

impl BootedSimulator {
    /// Boots the simulator, and waits until the list shows it as booted, because `bootstatus` may return early or never.
    fn boot(&self) -> Result<()> {
        let asked = self.run_operation("boot", |caller| &caller.spec.boot);
        let deadline = Instant::now() + self.caller.patience.answer;
        let is_booted =
            || Ok(list_simulators(&self.caller)?.iter().any(|one| one.udid == self.udid && one.is_booted));
        match asked {
            Err(failure) if failure.kind == FailureKind::Timeout => {
                if is_booted()? {
                    Ok(())
                } else {
                    Err(failure)
                }
            }
            Err(failure) => Err(failure),
            Ok(()) => {
                while !is_booted()? && !self.caller.patience.stop.is_asked() {
                    if Instant::now() >= deadline {
                        let detail = format!("simulator {} did not boot", self.udid);
                        return Err(Failure::new(FailureKind::Timeout, detail));
                    }
                    std::thread::sleep(AGAIN);
                }
                Ok(())
            }
        }
    }

    fn run_operation(&self, name: &str, operation: fn(&ToolCaller) -> &Option<Operation>) -> Result<()> {
        let Some(operation) = operation(&self.caller) else { return Ok(()) };
        let values = PlaceholderValues::default().with_value("udid", &self.udid);
        match self.caller.call_operation(name, operation, values, self.caller.patience.install) {
            Err(failure) if failure.kind == FailureKind::NoFile => Ok(()),
            done => done.map(drop),
        }
    }
}

impl Drop for BootedSimulator {
    fn drop(&mut self) {
        if self.is_ours {
            // The run has already ended, so a failure to shut down is ignored.
            let _ = self.run_operation("shutdown", |caller| &caller.spec.shutdown);
        }
    }
}
