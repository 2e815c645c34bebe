//! What can go wrong with a device, in three classes.
//!
//! What to do about each is the command line's to say.
//! Invariant: a failure is never a regression.

use std::fmt;
use std::path::Path;

/// Whose fault it is, which decides the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// What was asked for cannot be done: exit code 1.
    Input,
    /// The device, or the way to it: exit code 6.
    Device,
    /// The app does not install, launch or record: exit code 7.
    App,
}

gate_common::named!(Class: Input = "input", Device = "device", App = "app");

/// Something that went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub kind: FailureKind,
    /// What was being done, and what the other side said.
    pub detail: String,
}

impl Failure {
    /// A failure of this kind; `detail` says what was being done and what the other side said.
    pub fn new(kind: FailureKind, detail: impl fmt::Display) -> Failure {
        Failure { kind, detail: detail.to_string() }
    }

    /// A file of this machine that cannot be used.
    pub fn local(path: &Path, reason: impl fmt::Display) -> Failure {
        Failure::new(FailureKind::Local, format!("{}: {reason}", path.display()))
    }

    /// Whose fault it is.
    pub fn class(&self) -> Class {
        self.kind.class()
    }
}

impl std::error::Error for Failure {}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.says())?;
        if self.detail.is_empty() { Ok(()) } else { write!(f, " ({})", self.detail) }
    }
}

impl FailureKind {
    /// Whether the way to the device broke, which may be there again in a moment.
    pub(crate) fn is_contact(self) -> bool {
        matches!(self, FailureKind::Lost | FailureKind::NoDevice | FailureKind::Tunnel | FailureKind::NoMux)
    }
}

macro_rules! kinds {
    ($($(#[doc = $doc:literal])* $name:ident $class:ident $repeat:literal $says:literal;)*) => {
        /// What went wrong.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum FailureKind { $($(#[doc = $doc])* $name,)* }

        impl FailureKind {
            /// All of them.
            pub const ALL: &[FailureKind] = &[$(FailureKind::$name),*];

            /// Its name in the journal of a run.
            pub fn name(self) -> &'static str {
                match self { $(FailureKind::$name => stringify!($name),)* }
            }

            /// Whose fault it is.
            pub fn class(self) -> Class {
                match self { $(FailureKind::$name => Class::$class,)* }
            }

            /// Whether the same may succeed when it is tried again without anybody doing something.
            pub fn is_passing(self) -> bool {
                match self { $(FailureKind::$name => $repeat,)* }
            }

            /// What is wrong, as a fragment.
            pub fn says(self) -> &'static str {
                match self { $(FailureKind::$name => $says,)* }
            }
        }
    };
}

kinds! {
    /// This driver cannot do what was asked for.
    Unsupported Input false "not supported by this driver";
    /// The settings, or what a run would go on from, are not what they must be.
    Input Input false "invalid input";
    /// A file of this machine.
    Local Input false "local file error";
    /// The settings would hand files of this machine to the app.
    Unsafe Input false "not allowed in the settings";
    /// The wish to stop came.
    Stopped Input false "stopped";
    /// The tool is not installed, or not in a version that will do.
    NoTool Input false "the tool of the driver is missing";
    /// No usbmuxd, or it does not answer as one.
    NoMux Device true "usbmuxd cannot be reached";
    /// No device, or not the one that was asked for.
    NoDevice Device true "no such device";
    /// More than one, and none was named.
    Ambiguous Input false "several devices are connected";
    /// The device waits for its owner to trust this computer.
    TrustPending Device false "the device does not trust this computer yet";
    /// The owner said no.
    TrustDenied Device false "trust was declined on the device";
    /// There is a record of a pairing, and the device does not accept it.
    PairingLost Device false "the device no longer accepts this computer's pairing";
    /// Its screen is locked.
    Locked Device false "the device is locked";
    /// Developer Mode is off.
    DeveloperMode Device false "Developer Mode is off";
    /// No developer image is mounted.
    NoImage Device false "no developer image is mounted";
    /// instruments takes no more connections until the device restarts.
    Exhausted Device false "the device's instruments service is exhausted";
    /// The tunnel of iOS 17 and later does not come up.
    Tunnel Device true "the tunnel to the device failed";
    Lost Device true "the connection to the device broke";
    /// The app is gone, and the device was away meanwhile: it restarted, or somebody unplugged it.
    Away Device true "the device restarted or was away during the launch";
    /// No answer within the deadline.
    Timeout Device true "the device does not respond";
    /// Its system opens no app yet.
    NotReady Device true "the system is not ready to open apps yet";
    /// An answer that makes no sense.
    Protocol Device true "unexpected response from the device";
    /// The device has no room.
    DiskFull Device false "the device's storage is full";
    /// It is so hot that it slows itself down, and stays so.
    Hot Device false "the device is throttled by heat";
    /// Low-power mode is on.
    LowPower Device false "Low Power Mode is on, which slows the device down";
    /// Another run on this machine has it.
    Busy Device false "another run is using the device";
    /// What was launched is not the app that was given.
    OtherBuild Device false "the device launched a different build than the one given";
    /// The process was ended from outside, and another one of the app runs.
    Replaced Device true "the app was ended by another process";
    /// The files of the app are not shown.
    Denied App false "the app's files cannot be accessed";
    /// The installation is refused because of the signature.
    Signature App false "the app's signature was rejected";
    /// The device does not trust the developer.
    UntrustedDeveloper App false "the app's developer is not trusted on the device";
    /// The installation is refused for another reason.
    Install App false "the app cannot be installed";
    /// There is no such app on the device.
    NotInstalled App false "the app is not on the device";
    /// A file that should be there is not.
    NoFile App true "file not found";
    /// The process ended before its trace was there.
    Crashed App true "the app ended before its trace was complete";
    /// The process runs and leaves no trace.
    NoTrace App true "the app runs but writes no trace";
    /// The recorder stopped by itself before it knew a method.
    NotRecorded App false "nothing was recorded in the app";
    /// The trace is there and not whole.
    BadTrace App true "the app's trace is incomplete";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_app_lost_is_of_its_class() {
        let of_app: Vec<&str> = [FailureKind::Crashed, FailureKind::NoTrace].map(FailureKind::name).to_vec();
        assert_eq!(of_app, gate_launches::LOST_BY_APP);
        assert!([FailureKind::Crashed, FailureKind::NoTrace].iter().all(|kind| kind.class() == Class::App));
    }

    #[test]
    fn every_failure_says_what_is_wrong() {
        for kind in FailureKind::ALL {
            let text = Failure::new(*kind, "while listing").to_string();
            assert!(text.ends_with(" (while listing)") && kind.says().len() > 6, "{text}");
        }
    }
}
