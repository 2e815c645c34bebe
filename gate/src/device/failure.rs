//! What can go wrong with a device, in three classes, and what to do about each.
//!
//! Invariant: a failure is never a regression, and each says what to do.

use std::fmt;

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

impl Class {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Class::Input => "input",
            Class::Device => "device",
            Class::App => "app",
        }
    }
}

/// Something that went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What.
    pub kind: Kind,
    /// What was being done, and what the other side said.
    pub detail: String,
}

impl Failure {
    /// A failure of this kind; `detail` says what was being done and what the other side said.
    pub fn new(kind: Kind, detail: impl fmt::Display) -> Failure {
        Failure { kind, detail: detail.to_string() }
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
        if !self.detail.is_empty() {
            write!(f, " ({})", self.detail)?;
        }
        write!(f, "; {}", self.kind.advice())
    }
}

macro_rules! kinds {
    ($($(#[doc = $doc:literal])* $name:ident $class:ident $repeat:literal $says:literal, $advice:literal;)*) => {
        /// What went wrong.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Kind { $($(#[doc = $doc])* $name,)* }

        impl Kind {
            /// All of them.
            pub const ALL: &[Kind] = &[$(Kind::$name),*];

            /// Its name in the journal of a run.
            pub fn name(self) -> &'static str {
                match self { $(Kind::$name => stringify!($name),)* }
            }

            /// Whose fault it is.
            pub fn class(self) -> Class {
                match self { $(Kind::$name => Class::$class,)* }
            }

            /// Whether the same may succeed when it is tried again without anybody doing something.
            pub fn is_passing(self) -> bool {
                match self { $(Kind::$name => $repeat,)* }
            }

            /// What is wrong, as a fragment.
            pub fn says(self) -> &'static str {
                match self { $(Kind::$name => $says,)* }
            }

            /// What to do about it.
            pub fn advice(self) -> &'static str {
                match self { $(Kind::$name => $advice,)* }
            }
        }
    };
}

kinds! {
    /// What was asked for makes no sense, or this driver cannot do it.
    Unsupported Input false "this cannot be done", "change the option, or use another driver with --driver";
    /// A file of this machine.
    Local Input false "a file of this machine is at fault", "see that it is there and can be read or written";
    /// The wish to stop came.
    Stopped Input false "stopped", "what was recorded is there; --resume goes on";
    /// The tool is not installed, or not in a version that will do.
    NoTool Input false "the driver's tool is missing", "install it, or use another driver with --driver";
    /// No usbmuxd, or it does not answer as one.
    NoMux Device false "usbmuxd cannot be reached", "start usbmuxd (on Linux: apt install usbmuxd), or set USBMUXD_SOCKET_ADDRESS";
    /// No device, or not the one that was asked for.
    NoDevice Device true "no such device", "connect it by cable, switch it on, and look at the cable and the hub";
    /// More than one, and none was named.
    Ambiguous Input false "several devices are connected", "name one with --udid";
    /// The device waits for its owner to trust this computer.
    TrustPending Device false "the device does not trust this computer yet", "unlock it and answer Trust to its question";
    /// The owner said no.
    TrustDenied Device false "the device's owner refused to trust this computer", "take the cable out and in, and answer Trust";
    /// There is a record of a pairing, and the device does not accept it.
    PairingLost Device false "the device no longer accepts this computer's pairing", "pair again: `idevicepair pair`, or take the cable out and in and answer Trust";
    /// Its screen is locked.
    Locked Device false "the device is locked", "unlock it, and set Auto-Lock to Never for the device of a lab";
    /// Developer Mode is off.
    DeveloperMode Device false "Developer Mode is off", "enable Developer Mode in Settings > Privacy & Security, which restarts the device";
    /// No developer image is mounted.
    NoImage Device false "no developer image is mounted", "mount the developer disk image (Xcode does, or `ideviceimagemounter`, or `pymobiledevice3 mounter auto-mount`)";
    /// instruments takes no more connections until the device restarts.
    Exhausted Device false "the device's instruments service is exhausted", "restart the device: some versions of iOS leak until nothing is left";
    /// The tunnel of iOS 17 and later does not come up.
    Tunnel Device true "the tunnel to the device failed", "take the cable out and in; if that does not help, restart the device";
    /// A connection broke.
    Lost Device true "the connection to the device broke", "look at the cable and the hub; the device may have restarted";
    /// No answer within the deadline.
    Timeout Device true "the device does not answer", "look at the device; take the cable out and in, or restart it";
    /// An answer that makes no sense.
    Protocol Device true "the device answered something unexpected", "restart the device, and look whether a newer gate knows its iOS";
    /// The device has no room.
    DiskFull Device false "the device's disk is full", "make room on the device";
    /// It is so hot that it slows itself down, and stays so.
    Hot Device false "the device is hot and slowed down", "let it cool: out of its case, away from other devices, with a longer --rest";
    /// Low-power mode is on.
    LowPower Device false "low-power mode is on, which slows the device down", "switch it off in Settings > Battery, and charge the device";
    /// The files of the app are not shown.
    Denied App false "the app's files cannot be reached", "sign the app for development (get-task-allow), or let `gate inject` share its files";
    /// The installation is refused because of the signature.
    Signature App false "the app's signature is refused", "sign the app with a development certificate and a profile that has this device (`gate inject --sign`)";
    /// The device does not trust the developer.
    UntrustedDeveloper App false "the app's developer is not trusted on the device", "trust the developer in Settings > General > VPN & Device Management";
    /// The installation is refused for another reason.
    Install App false "the app cannot be installed", "look whether it is built for devices and for this iOS";
    /// There is no such app on the device.
    NotInstalled App false "the app is not on the device", "install it first, or look at the bundle identifier";
    /// A file that should be there is not.
    NoFile App true "there is no such file", "look at the name";
    /// The process ended before its trace was there.
    Crashed App true "the app ended before its trace was complete", "look at the device's crash reports, and try the app without the agent";
    /// The process runs and leaves no trace.
    NoTrace App true "the app runs and leaves no trace", "see that the agent was put in by `gate inject`, and that the app reaches its first frame";
    /// The trace is there and not whole.
    BadTrace App true "the app's trace is not whole", "see that the device has room; if it stays, report it with the file";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_failure_says_what_is_wrong_and_what_to_do() {
        for kind in Kind::ALL {
            let text = Failure::new(*kind, "while listing").to_string();
            let parts = (text.contains(" (while listing); "), text.ends_with('.'));
            assert_eq!(parts, (true, false), "{text}");
            assert!(kind.advice().len() > 10 && kind.says().len() > 6, "{text}");
        }
    }
}
