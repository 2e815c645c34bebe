//! Contains the table of services: the iOS versions that have each service, and the security of its
//! connections.

use std::sync::Arc;

use super::model::Ios;
use super::wire::{Result, Wire};
use super::{
    Device, afc, crash_reports, debugserver, dtx, house_arrest, image_mounter, installation, notifications,
    remote, zip_conduit,
};

/// The part of a service's connection that uses TLS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tls {
    /// The whole connection uses TLS.
    Session,
    /// The connection begins with a TLS handshake, and continues without TLS.
    HandshakeOnly,
}

pub(super) struct Service {
    pub(super) name: &'static str,
    pub(super) tls: Tls,
    /// Whether the service is part of the developer image.
    pub(super) developer: bool,
    /// The major iOS versions that have the service.
    versions: std::ops::RangeInclusive<u32>,
    pub(super) serve: fn(&Arc<Device>, &Wire) -> Result<()>,
}

const EVER: std::ops::RangeInclusive<u32> = 0..=u32::MAX;

const SERVICES: &[Service] = &[
    Service {
        name: "com.apple.crashreportmover",
        tls: Tls::Session,
        developer: false,
        versions: EVER,
        serve: crash_reports::mover,
    },
    Service {
        name: "com.apple.crashreportcopymobile",
        tls: Tls::Session,
        developer: false,
        versions: EVER,
        serve: crash_reports::copy,
    },
    Service { name: "com.apple.afc", tls: Tls::Session, developer: false, versions: EVER, serve: afc::media },
    Service {
        name: "com.apple.mobile.house_arrest",
        tls: Tls::Session,
        developer: false,
        versions: EVER,
        serve: house_arrest::serve,
    },
    Service {
        name: "com.apple.mobile.installation_proxy",
        tls: Tls::Session,
        developer: false,
        versions: EVER,
        serve: installation::serve,
    },
    Service {
        name: "com.apple.mobile.notification_proxy",
        tls: Tls::Session,
        developer: false,
        versions: EVER,
        serve: notifications::serve,
    },
    Service {
        name: "com.apple.mobile.mobile_image_mounter",
        tls: Tls::Session,
        developer: false,
        versions: EVER,
        serve: image_mounter::serve,
    },
    Service {
        name: "com.apple.streaming_zip_conduit",
        tls: Tls::Session,
        developer: false,
        versions: EVER,
        serve: zip_conduit::serve,
    },
    Service {
        name: "com.apple.instruments.remoteserver",
        tls: Tls::HandshakeOnly,
        developer: true,
        versions: 0..=13,
        serve: dtx::serve,
    },
    Service {
        name: "com.apple.instruments.remoteserver.DVTSecureSocketProxy",
        tls: Tls::Session,
        developer: true,
        versions: 14..=16,
        serve: dtx::serve,
    },
    Service {
        name: "com.apple.debugserver",
        tls: Tls::HandshakeOnly,
        developer: true,
        versions: 0..=16,
        serve: debugserver::serve,
    },
    Service {
        name: "com.apple.debugserver.DVTSecureSocketProxy",
        tls: Tls::Session,
        developer: true,
        versions: 14..=16,
        serve: debugserver::serve,
    },
    Service {
        name: "com.apple.internal.devicecompute.CoreDeviceProxy",
        tls: Tls::Session,
        developer: false,
        versions: 17..=u32::MAX,
        serve: remote::serve,
    },
];

/// Finds a service by its name, if this iOS version has it.
pub(super) fn find(name: &str, ios: Ios) -> Option<&'static Service> {
    SERVICES.iter().find(|service| service.name == name && service.versions.contains(&ios.major))
}
