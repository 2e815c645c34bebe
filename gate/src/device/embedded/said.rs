//! What the other side said, as a failure of ours.

use std::io::ErrorKind;

use idevice::IdeviceError;
use idevice::afc::errors::AfcError;
use idevice::usbmuxd::errors::UsbmuxdError;

use super::super::{Failure, Kind};

/// The failure that an error stands for; `doing` is what was tried.
pub(super) fn failure(doing: &str, error: &IdeviceError) -> Failure {
    let kind = match error {
        IdeviceError::Socket(error) if error.kind() == ErrorKind::TimedOut => Kind::Timeout,
        IdeviceError::Socket(_) | IdeviceError::NoEstablishedConnection => Kind::Lost,
        IdeviceError::Timeout => Kind::Timeout,
        // What TLS refuses is one of the certificates of the pairing.
        IdeviceError::Rustls(_) | IdeviceError::PemParseFailed(_) | IdeviceError::TlsBuilderFailed(_) => {
            Kind::PairingLost
        }
        IdeviceError::InvalidHostID => Kind::PairingLost,
        IdeviceError::PairingDialogResponsePending => Kind::TrustPending,
        IdeviceError::UserDeniedPairing => Kind::TrustDenied,
        IdeviceError::PasswordProtected | IdeviceError::DeviceLocked => Kind::Locked,
        IdeviceError::DeveloperModeNotEnabled => Kind::DeveloperMode,
        IdeviceError::ImageNotMounted => Kind::NoImage,
        IdeviceError::DeviceNotFound | IdeviceError::Usbmuxd(UsbmuxdError::BadDevice) => Kind::NoDevice,
        IdeviceError::Usbmuxd(UsbmuxdError::ConnectionRefused) => Kind::Lost,
        IdeviceError::Afc(AfcError::NoSpaceLeft) => Kind::DiskFull,
        IdeviceError::Afc(AfcError::ObjectNotFound) => Kind::NoFile,
        IdeviceError::Afc(AfcError::PermDenied) => Kind::Denied,
        IdeviceError::ApplicationVerificationFailed(_) => Kind::Signature,
        IdeviceError::InstallationProxy(_) => Kind::Install,
        other => of_words(&other.to_string()),
    };
    Failure::new(kind, format!("{doing}: {}", words(error)))
}

/// The error with its causes, in one line.
fn words(error: &IdeviceError) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(inner) = cause {
        let more = inner.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        cause = inner.source();
    }
    text
}

/// What kind of failure the device's own words are: lockdown's, the installer's, the front board's.
pub(super) fn of_words(text: &str) -> Kind {
    const WORDS: [(&str, Kind); 11] = [
        ("(Locked)", Kind::Locked),
        ("could not be, unlocked", Kind::Locked),
        ("PasswordProtected", Kind::Locked),
        ("explicitly trusted", Kind::UntrustedDeveloper),
        ("(Security)", Kind::UntrustedDeveloper),
        ("FBSApplicationLibrary", Kind::NotInstalled),
        ("ApplicationLookupFailed", Kind::NotInstalled),
        ("InstallationLookupFailed", Kind::Denied),
        ("ApplicationVerificationFailed", Kind::Signature),
        ("InvalidHostID", Kind::PairingLost),
        ("PairingDialogResponsePending", Kind::TrustPending),
    ];
    WORDS.iter().find(|(word, _)| text.contains(word)).map_or(Kind::Protocol, |(_, kind)| *kind)
}
