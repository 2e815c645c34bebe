//! Converts the errors of the client and of the device to failures.

use std::io::ErrorKind;

use gate_common::names::with_causes;
use idevice::IdeviceError;
use idevice::afc::errors::AfcError;
use idevice::usbmuxd::errors::UsbmuxdError;

use super::super::{Failure, FailureKind};

/// Converts an error of the client; `doing` is the operation that failed.
pub(super) fn to_failure(doing: &str, error: &IdeviceError) -> Failure {
    let kind = match error {
        IdeviceError::Socket(error) if error.kind() == ErrorKind::TimedOut => FailureKind::Timeout,
        // The answer was damaged, and may be correct if the request is repeated.
        IdeviceError::Socket(error) if error.kind() == ErrorKind::InvalidData => FailureKind::Protocol,
        IdeviceError::Socket(_) | IdeviceError::NoEstablishedConnection => FailureKind::Lost,
        IdeviceError::Timeout => FailureKind::Timeout,
        // TLS refused a certificate of the pairing.
        IdeviceError::Rustls(_) | IdeviceError::PemParseFailed(_) | IdeviceError::TlsBuilderFailed(_) => {
            FailureKind::PairingLost
        }
        IdeviceError::InvalidHostID => FailureKind::PairingLost,
        IdeviceError::PairingDialogResponsePending => FailureKind::TrustPending,
        IdeviceError::UserDeniedPairing => FailureKind::TrustDenied,
        IdeviceError::PasswordProtected | IdeviceError::DeviceLocked => FailureKind::Locked,
        IdeviceError::DeveloperModeNotEnabled => FailureKind::DeveloperMode,
        IdeviceError::ImageNotMounted => FailureKind::NoImage,
        IdeviceError::DeviceNotFound | IdeviceError::Usbmuxd(UsbmuxdError::BadDevice) => {
            FailureKind::NoDevice
        }
        IdeviceError::Usbmuxd(UsbmuxdError::ConnectionRefused) => FailureKind::Lost,
        IdeviceError::Afc(AfcError::NoSpaceLeft) => FailureKind::DiskFull,
        IdeviceError::Afc(AfcError::ObjectNotFound) => FailureKind::NoFile,
        IdeviceError::Afc(AfcError::PermDenied) => FailureKind::Denied,
        IdeviceError::ApplicationVerificationFailed(_) => FailureKind::Signature,
        IdeviceError::InstallationProxy(_) => FailureKind::Install,
        other => kind_from_message(&other.to_string()),
    };
    Failure::new(kind, format!("{doing}: {}", with_causes(error)))
}

/// Determines the kind of failure from a message of the device: of lockdown, the installer or FrontBoard.
pub(super) fn kind_from_message(text: &str) -> FailureKind {
    const WORDS: [(&str, FailureKind); 11] = [
        ("(Locked)", FailureKind::Locked),
        ("could not be, unlocked", FailureKind::Locked),
        ("PasswordProtected", FailureKind::Locked),
        ("explicitly trusted", FailureKind::UntrustedDeveloper),
        ("(Security)", FailureKind::UntrustedDeveloper),
        ("FBSApplicationLibrary", FailureKind::NotInstalled),
        ("ApplicationLookupFailed", FailureKind::NotInstalled),
        ("InstallationLookupFailed", FailureKind::Denied),
        ("ApplicationVerificationFailed", FailureKind::Signature),
        ("InvalidHostID", FailureKind::PairingLost),
        ("PairingDialogResponsePending", FailureKind::TrustPending),
    ];
    WORDS.iter().find(|(word, _)| text.contains(word)).map_or(FailureKind::Protocol, |(_, kind)| *kind)
}
