//! Defines the failures of a device, in three classes.
//!
//! The command line has the advice for each kind.
//! Invariant: a failure is never a regression.

use std::fmt;
use std::path::Path;

/// The cause of a failure (input, device or app), which determines the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureClass {
    /// The request cannot be fulfilled: exit code 1.
    Input,
    /// The device, or the connection to the device, failed: exit code 6.
    Device,
    /// The app could not be installed, launched or recorded: exit code 7.
    App,
}

gate_common::named!(FailureClass: Input = "input", Device = "device", App = "app");

/// A failed operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub kind: FailureKind,
    /// The operation that failed, and the message of the device or tool.
    pub detail: String,
}

impl Failure {
    /// Creates a failure of this kind. `detail` contains the operation, and the message of the device or
    /// tool.
    pub fn new(kind: FailureKind, detail: impl fmt::Display) -> Failure {
        Failure { kind, detail: detail.to_string() }
    }

    /// Creates the failure for a file of this machine that cannot be used.
    pub(crate) fn from_local_file(path: &Path, reason: impl fmt::Display) -> Failure {
        Failure::new(FailureKind::Local, format!("{}: {reason}", path.display()))
    }

    /// Returns the class of the failure's kind.
    pub fn class(&self) -> FailureClass {
        self.kind.class()
    }
}

impl std::error::Error for Failure {}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.message())?;
        if self.detail.is_empty() { Ok(()) } else { write!(f, " ({})", self.detail) }
    }
}

impl FailureKind {
    /// Returns whether the connection to the device broke, which may work again after a moment.
    pub(crate) fn is_broken_connection(self) -> bool {
        matches!(self, FailureKind::Lost | FailureKind::NoDevice | FailureKind::Tunnel | FailureKind::NoMux)
    }
}

macro_rules! kinds {
    ($($(#[doc = $doc:literal])* $name:ident $class:ident $repeat:literal $message:literal;)*) => {
        /// The kind of a failure.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum FailureKind { $($(#[doc = $doc])* $name,)* }

        impl FailureKind {
            /// All kinds of failures.
            pub const ALL: &[FailureKind] = &[$(FailureKind::$name),*];

            /// Returns the name of the kind in the log of a run.
            pub fn name(self) -> &'static str {
                match self { $(FailureKind::$name => stringify!($name),)* }
            }

            /// Returns the class of failures of this kind.
            pub fn class(self) -> FailureClass {
                match self { $(FailureKind::$name => FailureClass::$class,)* }
            }

            /// Returns whether the operation may succeed if it is repeated without any action of a person.
            pub fn is_transient(self) -> bool {
                match self { $(FailureKind::$name => $repeat,)* }
            }

            /// Returns the description of the failure as a fragment of a sentence.
            pub fn message(self) -> &'static str {
                match self { $(FailureKind::$name => $message,)* }
            }
        }
    };
}

kinds! {
    /// The driver does not support the operation.
    Unsupported Input false "not supported by this driver";
    /// The settings, or the run to continue, are invalid.
    Input Input false "invalid input";
    /// A file of this machine cannot be used.
    Local Input false "local file error";
    /// The settings would pass files of this machine to the app.
    Unsafe Input false "not allowed in the settings";
    /// The run was asked to stop.
    Stopped Input false "stopped";
    /// The tool is not installed, or its version is too old.
    NoTool Input false "the tool of the driver is missing";
    /// usbmuxd does not run, or does not answer correctly.
    NoMux Device true "usbmuxd cannot be reached";
    /// No device is connected, or the requested device is not connected.
    NoDevice Device true "no such device";
    /// Several devices are connected, and the request does not name one.
    Ambiguous Input false "several devices are connected";
    /// The device waits until its owner trusts this computer.
    TrustPending Device false "the device does not trust this computer yet";
    /// The owner declined to trust this computer.
    TrustDenied Device false "trust was declined on the device";
    /// The device does not accept the stored pairing record.
    PairingLost Device false "the device no longer accepts this computer's pairing";
    /// The screen is locked.
    Locked Device false "the device is locked";
    /// Developer Mode is off.
    DeveloperMode Device false "Developer Mode is off";
    /// No developer image is mounted.
    NoImage Device false "no developer image is mounted";
    /// Instruments accepts no further connections until the device restarts.
    Exhausted Device false "the device's instruments service is exhausted";
    /// The tunnel of iOS 17 and later cannot be established.
    Tunnel Device true "the tunnel to the device failed";
    Lost Device true "the connection to the device broke";
    /// The app ended, and the device was disconnected in the meantime, since it restarted or was unplugged.
    Away Device true "the device restarted or was away during the launch";
    /// The device did not answer before the deadline.
    Timeout Device true "the device does not respond";
    /// The system is not ready to open apps.
    NotReady Device true "the system is not ready to open apps yet";
    /// The device's answer is invalid.
    Protocol Device true "unexpected response from the device";
    /// The storage of the device is full.
    DiskFull Device false "the device's storage is full";
    /// The device is throttled because of heat, even after pauses.
    Hot Device false "the device is throttled by heat";
    /// Low-power mode is on.
    LowPower Device false "Low Power Mode is on, which slows the device down";
    /// The device is in use by a run of another process on this machine.
    Busy Device false "another run is using the device";
    /// The device launched a build that differs from the given build.
    OtherBuild Device false "the device launched a different build than the one given";
    /// The launched process of the app was ended by another process, and a new process of the app runs.
    Replaced Device true "the app was ended by another process";
    /// The files of the app cannot be accessed.
    Denied App false "the app's files cannot be accessed";
    /// The installation was refused because of the signature.
    Signature App false "the app's signature was rejected";
    /// The device does not trust the developer.
    UntrustedDeveloper App false "the app's developer is not trusted on the device";
    /// The installation was refused for a reason that is not a kind of its own.
    Install App false "the app cannot be installed";
    /// The app is not installed on the device.
    NotInstalled App false "the app is not on the device";
    /// A required file is missing.
    NoFile App true "file not found";
    /// The process ended before its trace was complete.
    Crashed App true "the app ended before its trace was complete";
    /// The process runs and writes no trace.
    NoTrace App true "the app runs but writes no trace";
    /// The window that the settings name did not begin within the time limit, or did not end.
    NoWindow App true "the recorded window did not begin or did not end";
    /// The agent stopped before it recorded a method.
    NotRecorded App false "nothing was recorded in the app";
    /// The trace is incomplete.
    BadTrace App true "the app's trace is incomplete";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_that_the_app_causes_are_in_the_failure_class_of_apps() {
        let kinds = [FailureKind::Crashed, FailureKind::NoTrace, FailureKind::NoWindow];
        let of_app: Vec<&str> = kinds.map(FailureKind::name).to_vec();
        assert_eq!(of_app, gate_launches::LOST_BY_APP);
        assert!(kinds.iter().all(|kind| kind.class() == FailureClass::App));
    }

    #[test]
    fn every_kind_of_failure_has_a_message() {
        for kind in FailureKind::ALL {
            let text = Failure::new(*kind, "while listing").to_string();
            assert!(text.ends_with(" (while listing)") && kind.message().len() > 6, "{text}");
        }
    }
}
