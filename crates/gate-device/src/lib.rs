//! Devices: the operations of a driver, its failures, and the campaign that launches apps with them.
//!
//! A [`Driver`] connects to devices; a [`Phone`] is one connected device.
//! The embedded driver and the external tools implement the same traits, so the campaign is independent of the driver.
//!
//! Invariant: every call returns within its deadline in [`Patience`], or soon after [`Stop::ask`]; its result was checked, and is not
//! only the message of a tool.

pub mod campaign;
mod choose;
#[cfg(feature = "embedded")]
pub mod embedded;
mod failure;
mod patience;
pub mod tools;

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::time::Duration;

pub use choose::{Candidate, Chosen, candidates, choose, drivers, usbmuxd};
pub use failure::{Class, Failure, FailureKind};
pub use patience::{Patience, Stop};

use gate_launches::{LARGEST_INPUT, Thermal};

/// Creates the failure of a file that is too large to be fetched or read.
pub(crate) fn too_large(path: &str, size: u64) -> Failure {
    let detail = format!("{path} has {size} bytes, more than {} MB", LARGEST_INPUT >> 20);
    Failure::new(FailureKind::BadTrace, detail)
}

/// A result whose error is a [`Failure`].
pub type Result<T, E = Failure> = std::result::Result<T, E>;

/// A driver.
pub trait Driver {
    /// Returns its name for `--driver`.
    fn name(&self) -> &str;

    /// Returns whether `--driver auto` may choose it.
    fn is_automatic(&self) -> bool {
        true
    }

    /// Returns whether `--driver auto` chooses it for this device without trying the others.
    fn is_reliable(&self, _device: &Device) -> bool {
        true
    }

    /// Returns whether it works on this machine, with a reason; for a device, whether it can launch apps on its version of iOS.
    fn probe(&mut self, device: Option<&Device>) -> Probe;

    /// Lists the devices, each once, those on a cable first.
    fn devices(&mut self) -> Result<Vec<Device>>;

    /// Opens a device; connections stay open for a campaign where possible.
    fn open(&mut self, udid: &str) -> Result<Box<dyn Phone>>;
}

/// A connected device.
///
/// Paths of files are relative to the app's container, such as `Documents/launchgate/x.lgtrace`.
pub trait Phone {
    /// Returns the device.
    fn device(&self) -> &Device;

    /// Reads the current state, as far as the device reports it.
    fn state(&mut self) -> Result<PhoneState>;

    /// Installs an .ipa or a folder `X.app`, also over an installed app.
    fn install(&mut self, app: &Path) -> Result<()>;

    /// Removes an app with its data; a missing app is no failure.
    fn uninstall(&mut self, bundle: &str) -> Result<()>;

    /// Removes all files that an app wrote into its data container; one that is not installed is no failure. A driver that does not
    /// reach the whole container fails with [`FailureKind::Unsupported`] or [`FailureKind::Denied`].
    fn empty(&mut self, _bundle: &str) -> Result<()> {
        Err(Failure::new(FailureKind::Unsupported, "emptying containers"))
    }

    /// Launches the app cold: its running process is ended first, and the result is a new process.
    fn launch(&mut self, start: &Start) -> Result<Running>;

    /// Returns whether the process runs; `None` if this driver cannot find out.
    fn is_alive(&mut self, running: &Running) -> Result<Option<bool>>;

    /// Uses a tunnel to the device for this time, and returns how often it broke; `None` if this driver opens no tunnel.
    fn hold_tunnel(&mut self, _time: Duration) -> Result<Option<u64>> {
        Ok(None)
    }

    /// Ends the process and confirms the end; a process that already ended is no failure.
    fn kill(&mut self, running: &Running) -> Result<()>;

    /// Lists a folder of the app's container; a missing folder is empty.
    fn list(&mut self, bundle: &str, folder: &str) -> Result<Vec<FileEntry>>;

    /// Fetches a file into the new file `to`, and checks its length. A missing file is [`FailureKind::NoFile`].
    fn pull(&mut self, bundle: &str, from: &str, to: &Path) -> Result<()>;

    /// Copies a file into the container, also over an existing file, and creates the folders of its path.
    fn push(&mut self, bundle: &str, from: &Path, to: &str) -> Result<()>;

    /// Removes a file, or empties it if the driver cannot remove files; a missing file is no failure.
    fn remove(&mut self, bundle: &str, path: &str) -> Result<()>;
}

/// The result of probing a driver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// Whether the driver works.
    pub usable: bool,
    /// Its version, if it has one.
    pub version: Option<String>,
    /// The reason in one line: if it does not work, what is missing and how to get it.
    pub why: String,
}

/// A device in the list of a driver.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Device {
    /// The device's id.
    pub udid: String,
    /// Its owner's name for it.
    pub name: Option<String>,
    /// Its model, such as `iPhone15,2`; `None` if it is not known, as of a device that does not trust this computer.
    pub model: Option<String>,
    /// The version of its system, such as `17.5`.
    pub os: Option<String>,
    /// The kind of its connection.
    pub link: Link,
}

/// The kind of a device's connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Link {
    Cable,
    /// Over the network.
    Network,
    /// The driver does not report it.
    #[default]
    Unknown,
}

gate_common::named!(Link: Cable = "cable", Network = "network", Unknown = "unknown");

/// The current state of a device; `None` where it is not known.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PhoneState {
    /// The thermal state.
    pub thermal: Thermal,
    /// Whether low-power mode slows it down.
    pub low_power: Option<bool>,
    /// Whether it charges.
    pub charging: Option<bool>,
    /// The level of its battery in percent.
    pub battery: Option<u8>,
    /// Whether the driver attaches a debugger to launched apps, which slows their start down.
    pub debugger: Option<bool>,
}

/// The parameters of a launch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// The bundle identifier.
    pub bundle: String,
    /// Its arguments, without the program.
    pub arguments: Vec<String>,
    /// The variables that are added to its environment.
    pub environment: BTreeMap<String, String>,
    /// The URL that it is opened with.
    pub url: Option<String>,
}

/// A launched process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Running {
    /// The bundle identifier.
    pub bundle: String,
    /// The id of the process, if the driver knows it.
    pub pid: Option<u64>,
}

/// An entry of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEntry {
    /// The name without the folder.
    pub name: String,
    /// The size in bytes, if the driver reports it.
    pub size: Option<u64>,
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.udid)?;
        match (&self.model, &self.os) {
            (Some(model), Some(os)) => write!(f, " ({model}, iOS {os})"),
            (Some(known), None) | (None, Some(known)) => write!(f, " ({known})"),
            (None, None) => Ok(()),
        }
    }
}
