//! Devices: the operations of a driver, its failures, and the campaign that launches apps.
//!
//! A [`Driver`] connects to devices; a [`Phone`] is one connected device.
//! The embedded driver and the external tools implement the same traits, so the campaign is independent of the driver.
//!
//! Invariant: every call returns before its deadline in [`Patience`], or soon after a [`StopRequest`]. A driver checks the result of each
//! operation itself, because the message of a tool is not sufficient.

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

pub use choose::{ChosenDriver, DriverCandidate, choose_driver, create_drivers, probe_drivers};
pub use failure::{Failure, FailureClass, FailureKind};
pub use patience::{Patience, StopRequest};

use gate_launches::{LARGEST_INPUT, Thermal};

/// Creates the failure for a file that is too large to be fetched or read.
pub(crate) fn too_large(path: &str, size: u64) -> Failure {
    let detail = format!("{path} has {size} bytes, more than {} MB", LARGEST_INPUT >> 20);
    Failure::new(FailureKind::BadTrace, detail)
}

/// A result whose error is a [`Failure`].
pub type Result<T, E = Failure> = std::result::Result<T, E>;

/// A way to connect to devices.
pub trait Driver {
    /// Returns the name for `--driver`.
    fn name(&self) -> &str;

    /// Returns whether `--driver auto` may choose this driver.
    fn is_automatic(&self) -> bool {
        true
    }

    /// Returns whether `--driver auto` chooses this driver for a device without trying other drivers.
    fn is_reliable(&self, _device: &Device) -> bool {
        true
    }

    /// Returns whether the driver works on this machine, with a reason. If a device is given, the driver must also be able to launch apps
    /// on the device's version of iOS.
    fn probe(&mut self, device: Option<&Device>) -> ProbeResult;

    /// Lists each device once; devices on a cable come first.
    fn devices(&mut self) -> Result<Vec<Device>>;

    /// Opens a device. If possible, the connections to the device stay open for a campaign.
    fn open(&mut self, udid: &str) -> Result<Box<dyn Phone>>;
}

/// A connected device.
///
/// Paths of files are relative to the app's container, such as `Documents/launchgate/x.lgtrace`.
pub trait Phone {
    /// Returns the description of the device.
    fn device(&self) -> &Device;

    /// Reads the current state of the device; values that the device does not report are `None`.
    fn state(&mut self) -> Result<PhoneState>;

    /// Installs an .ipa or a folder `X.app`; an installed app is replaced.
    fn install(&mut self, app: &Path) -> Result<()>;

    /// Removes an app with its data. A missing app is not a failure.
    fn uninstall(&mut self, bundle: &str) -> Result<()>;

    /// Removes all files that an app wrote into its data container. A missing app is not a failure. A driver that cannot access the whole
    /// container fails with [`FailureKind::Unsupported`] or [`FailureKind::Denied`].
    fn empty_container(&mut self, _bundle: &str) -> Result<()> {
        Err(Failure::new(FailureKind::Unsupported, "emptying containers"))
    }

    /// Launches the app cold: a running process of the app is ended first, and a new process is started.
    fn launch(&mut self, start: &LaunchOptions) -> Result<LaunchedProcess>;

    /// Returns whether a URL can only be opened in a running app, by [`Phone::send`]. If this function returns false, a URL is opened by
    /// the launch itself.
    fn opens_urls_later(&self) -> bool {
        false
    }

    /// Sends an event to the running app `bundle`.
    fn send(&mut self, _bundle: &str, event: &AppEvent) -> Result<()> {
        Err(event.unsupported_failure("this driver"))
    }

    /// Returns whether the process runs; `None` if the driver cannot find out.
    fn is_alive(&mut self, running: &LaunchedProcess) -> Result<Option<bool>>;

    /// Uses a tunnel to the device for `time`, and returns the number of times that the tunnel broke; `None` if the driver opens no tunnel.
    fn hold_tunnel(&mut self, _time: Duration) -> Result<Option<u64>> {
        Ok(None)
    }

    /// Ends the process and confirms its end. A process that has already ended is not a failure.
    fn kill(&mut self, running: &LaunchedProcess) -> Result<()>;

    /// Lists a folder of the app's container; a missing folder counts as empty.
    fn list(&mut self, bundle: &str, folder: &str) -> Result<Vec<FileEntry>>;

    /// Fetches a file into the new file `to`, and checks its length. A missing file results in [`FailureKind::NoFile`].
    fn pull(&mut self, bundle: &str, from: &str, to: &Path) -> Result<()>;

    /// Copies a file into the app's container, and creates the folders of its path. An existing file is replaced.
    fn push(&mut self, bundle: &str, from: &Path, to: &str) -> Result<()>;

    /// Removes a file, or empties the file if the driver cannot remove files. A missing file is not a failure.
    fn remove(&mut self, bundle: &str, path: &str) -> Result<()>;
}

/// The result of probing a driver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProbeResult {
    /// Whether the driver works.
    pub usable: bool,
    /// The version of the driver, if the driver has one.
    pub version: Option<String>,
    /// The reason for `usable` in one line; if the driver does not work, the missing requirement and the way to get it.
    pub why: String,
}

/// A device in the list of a driver.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Device {
    /// The device's id (UDID).
    pub udid: String,
    /// The name that the device's owner gave to the device.
    pub name: Option<String>,
    /// The device's model, such as `iPhone15,2`; `None` if the model is not known, for example because the device does not trust this
    /// computer.
    pub model: Option<String>,
    /// The version of the device's system, such as `17.5`.
    pub os: Option<String>,
    /// The kind of the device's connection.
    pub link: ConnectionKind,
}

/// The kind of a device's connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum ConnectionKind {
    Cable,
    /// The device is connected over the network.
    Network,
    /// The driver does not report the kind of connection.
    #[default]
    Unknown,
}

gate_common::named!(ConnectionKind: Cable = "cable", Network = "network", Unknown = "unknown");

/// The current state of a device; a field is `None` if its value is not known.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PhoneState {
    /// The thermal state of the device.
    pub thermal: Thermal,
    /// Whether low-power mode is on, which slows the device down.
    pub low_power: Option<bool>,
    /// Whether the device charges.
    pub charging: Option<bool>,
    /// The battery level in percent.
    pub battery: Option<u8>,
    /// Whether the driver attaches a debugger to launched apps, which slows their start down.
    pub debugger: Option<bool>,
}

/// The parameters of a launch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LaunchOptions {
    /// The bundle identifier of the app.
    pub bundle: String,
    /// The arguments of the app, without the program's name.
    pub arguments: Vec<String>,
    /// The variables that are added to the app's environment.
    pub environment: BTreeMap<String, String>,
    /// The URL with which the app is opened.
    pub url: Option<String>,
    /// Whether a running process of the app is kept and only brought to the front, instead of being ended and started again.
    pub keeps_process: bool,
}

/// An event for a running app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AppEvent {
    /// The app with this bundle identifier comes to the front, so the app that was in front goes to the background.
    Front(String),
    /// A URL is opened.
    Url(String),
    /// A push notification with this payload arrives.
    Notification(String),
}

impl AppEvent {
    /// Creates the failure of a driver that cannot send this event.
    pub(crate) fn unsupported_failure(&self, driver: &str) -> Failure {
        let (what, drivers) = match self {
            AppEvent::Front(_) => ("bring an app back from the background", "embedded and simulator"),
            AppEvent::Url(_) => ("open a URL", OPEN_URLS),
            AppEvent::Notification(_) => ("deliver a notification", "simulator"),
        };
        Failure::new(FailureKind::Unsupported, format!("{driver} cannot {what}; use --driver: {drivers}"))
    }
}

/// The drivers that open URLs.
const OPEN_URLS: &str = "embedded (iOS 17.4 and later), devicectl and simulator";

/// A launched process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaunchedProcess {
    /// The bundle identifier of the launched app.
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
