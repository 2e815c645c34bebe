//! The device: what a driver can be asked for, and what it answers when something is wrong.
//!
//! A [`Driver`] knows a way to devices; a [`Phone`] is one device, reached by it.
//! The embedded driver and the external tools answer the same traits, so the campaign above them knows no driver by name.
//! It knows nothing of what is made of the launches.
//!
//! Invariant: every call comes back within the deadline that [`Patience`] states for it, or soon after [`Stop::ask`];
//! what it answers has been checked and is not a tool's word.

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

pub use choose::{Candidate, Chosen, candidates, choose, drivers, usbmuxd};
pub use failure::{Class, Failure, FailureKind};
pub use patience::{Patience, Stop};

use gate_launches::Thermal;

/// The most bytes of a file that is fetched: a trace has a few MB, and the app, which can write what it likes, decides how many.
pub(crate) const LARGEST_FILE: u64 = 256 << 20;

/// A file that is too large to be fetched or read.
pub(crate) fn too_large(path: &str, size: u64) -> Failure {
    let detail = format!("{path} has {size} bytes, more than {} MB", LARGEST_FILE >> 20);
    Failure::new(FailureKind::BadTrace, detail)
}

/// A result whose error is a [`Failure`].
pub type Result<T, E = Failure> = std::result::Result<T, E>;

/// A way to devices.
pub trait Driver {
    /// What `--driver` calls it.
    fn name(&self) -> &str;

    /// Whether `--driver auto` may take it.
    fn is_automatic(&self) -> bool {
        true
    }

    /// Whether it can work on this machine at all, and why, in a line.
    /// With a device: whether it can launch apps on that one (its version of iOS may need another).
    fn probe(&mut self, device: Option<&Device>) -> Probe;

    /// The devices that it sees, by cable first, each once.
    fn devices(&mut self) -> Result<Vec<Device>>;

    /// Opens one of them; what can be kept open for a whole campaign is.
    fn open(&mut self, udid: &str) -> Result<Box<dyn Phone>>;
}

/// One device, reached by a driver.
///
/// Paths of files are relative to the app's container, without a slash in front: `Documents/launchgate/x.lgtrace`.
pub trait Phone {
    /// Which device it is.
    fn device(&self) -> &Device;

    /// What it is like just now, as far as it tells.
    fn state(&mut self) -> Result<PhoneState>;

    /// Installs an .ipa or a folder `X.app`, over what may be there.
    fn install(&mut self, app: &Path) -> Result<()>;

    /// Removes an app with its data; one that is not there is no failure.
    fn uninstall(&mut self, bundle: &str) -> Result<()>;

    /// Removes all files that an app wrote into its data container; one that is not installed is no failure. A driver that does not
    /// reach the whole container fails with [`FailureKind::Unsupported`] or [`FailureKind::Denied`].
    fn empty(&mut self, _bundle: &str) -> Result<()> {
        Err(Failure::new(FailureKind::Unsupported, "emptying containers"))
    }

    /// Launches cold: whatever runs of the app is ended first, and what is answered is a new process.
    fn launch(&mut self, start: &Start) -> Result<Running>;

    /// Whether the process still runs; none if this driver cannot know.
    fn is_alive(&mut self, running: &Running) -> Result<Option<bool>>;

    /// Ends the process and sees that it is gone; one that is gone already is no failure.
    fn kill(&mut self, running: &Running) -> Result<()>;

    /// The names in a folder of the app's container; empty for one that is not there.
    fn list(&mut self, bundle: &str, folder: &str) -> Result<Vec<FileEntry>>;

    /// Fetches a file whole into `to`, a new file; what arrived is as long as the device said.
    /// A file that is not there is [`FailureKind::NoFile`].
    fn pull(&mut self, bundle: &str, from: &str, to: &Path) -> Result<()>;

    /// Puts a file into the container, over what may be there, and makes the folders above it.
    fn push(&mut self, bundle: &str, from: &Path, to: &str) -> Result<()>;

    /// Removes a file, or empties it where this way to the device has nothing that removes; one that is not there is no failure.
    fn remove(&mut self, bundle: &str, path: &str) -> Result<()>;
}

/// Whether a driver can work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// Can it?
    pub usable: bool,
    /// Its version, where there is one.
    pub version: Option<String>,
    /// Why, or what is missing and how to get it: a line.
    pub why: String,
}

/// A device that a driver sees.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Device {
    /// Its id.
    pub udid: String,
    /// Its owner's name for it.
    pub name: Option<String>,
    /// Its type: `iPhone15,2`; none if it does not tell, which an untrusting device may not.
    pub model: Option<String>,
    /// Its version: `17.5`.
    pub os: Option<String>,
    /// How it is reached.
    pub link: Link,
}

/// How a device is reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Link {
    Cable,
    /// Over the network.
    Network,
    /// The driver does not say.
    #[default]
    Unknown,
}

gate_common::named!(Link: Cable = "cable", Network = "network", Unknown = "unknown");

/// What a device is like just now; none where it does not tell.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PhoneState {
    /// How hot it is.
    pub thermal: Thermal,
    /// Whether low-power mode slows it down.
    pub low_power: Option<bool>,
    /// Whether it charges.
    pub charging: Option<bool>,
    /// How full its battery is, in percent.
    pub battery: Option<u8>,
    /// Whether a debugger will be attached to what this driver launches, which slows a start down.
    pub debugger: Option<bool>,
}

/// A start that is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// The app.
    pub bundle: String,
    /// Its arguments, without the program.
    pub arguments: Vec<String>,
    /// Its environment, besides what the system gives.
    pub environment: BTreeMap<String, String>,
    /// A URL to open it with.
    pub url: Option<String>,
}

/// A started process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Running {
    /// The app.
    pub bundle: String,
    /// Its id, where the driver knows it.
    pub pid: Option<u64>,
}

/// A name in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEntry {
    /// Without the folder.
    pub name: String,
    /// In bytes, where the driver tells.
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
