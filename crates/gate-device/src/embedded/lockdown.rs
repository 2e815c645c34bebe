//! lockdown: whether the device trusts this computer, what it tells of itself, and the start of its services.

use std::time::Duration;

use idevice::pairing_file::PairingFile;
use idevice::services::lockdown::LockdownClient;
use idevice::{Idevice, IdeviceError, IdeviceService as _};
use plist::Value;
use sha2::{Digest as _, Sha256};

use super::super::{Device, Failure, FailureKind, Result};
use super::mux::{Address, LABEL, Route};
use super::said::failure;
use super::secure;

/// A conversation with lockdown that the device has accepted.
pub(super) async fn session(route: &Route) -> Result<LockdownClient> {
    let pairing = pairing(route)?;
    let mut lockdown = open(route).await?;
    lockdown.start_session(pairing).await.map_err(|error| failure("beginning a session", &error))?;
    Ok(lockdown)
}

/// A conversation without one: the device tells strangers little.
pub(super) async fn open(route: &Route) -> Result<LockdownClient> {
    LockdownClient::connect(route).await.map_err(|error| failure("connecting to lockdown", &error))
}

fn pairing(route: &Route) -> Result<&PairingFile> {
    route.pairing.as_ref().ok_or_else(|| Failure::new(FailureKind::TrustPending, "no pairing record"))
}

/// A text that the device tells of itself.
async fn text(lockdown: &mut LockdownClient, key: &str) -> Option<String> {
    Some(lockdown.get_value(Some(key), None).await.ok()?.as_string()?.to_owned())
}

/// Takes over what a device says of itself: its name, model and system.
pub(super) async fn describe(lockdown: &mut LockdownClient, device: &mut Device) {
    device.name = text(lockdown, "DeviceName").await;
    device.model = text(lockdown, "ProductType").await;
    device.os = text(lockdown, "ProductVersion").await;
}

/// The record of the pairing; without one the device's owner is asked to trust this computer, and has `patience` to do so.
pub(super) async fn pair(
    address: &Address,
    udid: &str,
    route: &Route,
    patience: Duration,
) -> Result<PairingFile> {
    let mut mux = address.connect().await?;
    match mux.get_pair_record(udid).await {
        Ok(record) => {
            // The client would panic over a key that is not its certificate's.
            secure::config(&record)?;
            return Ok(record);
        }
        Err(IdeviceError::UnexpectedResponse(_)) => {}
        Err(error @ (IdeviceError::Plist(_) | IdeviceError::PemParseFailed(_))) => {
            return Err(Failure::new(
                FailureKind::PairingLost,
                format!("reading the pairing record: {error}"),
            ));
        }
        Err(error) => return Err(failure("reading the pairing record", &error)),
    }
    let buid = mux.get_buid().await.map_err(|error| failure("reading this computer's id", &error))?;
    let mut lockdown = open(route).await?;
    let asked = lockdown.pair(host_id(&buid), buid, Some(LABEL));
    let Ok(answer) = tokio::time::timeout(patience, asked).await else {
        return Err(Failure::new(FailureKind::TrustPending, format!("no answer within {patience:?}")));
    };
    let record = answer.map_err(|error| failure("pairing", &error))?;
    let bytes = record.clone().serialize().map_err(|error| failure("writing the pairing record", &error))?;
    let mut mux = address.connect().await?;
    mux.save_pair_record(udid, bytes).await.map_err(|error| failure("storing the pairing record", &error))?;
    Ok(record)
}

/// The same for the same computer, so that the device does not collect hosts.
fn host_id(buid: &str) -> String {
    let hash = Sha256::digest(format!("{LABEL} {buid}"));
    let hex: String = hash.iter().take(16).map(|byte| format!("{byte:02X}")).collect();
    format!("{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..])
}

/// How a service's connection is secured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tls {
    Session,
    /// The handshake, and then nothing more.
    HandshakeOnly,
}

/// Starts a service and connects to it. One that comes with the developer image says what is missing without it.
pub(super) async fn start(route: &Route, service: &str, tls: Tls, developer: bool) -> Result<Idevice> {
    let doing = format!("starting {service}");
    let mut lockdown = session(route).await?;
    let (port, secured) = match lockdown.start_service(service).await {
        Ok(started) => started,
        Err(IdeviceError::UnknownErrorType(word)) if developer && word.contains("InvalidService") => {
            return Err(missing(&mut lockdown, &doing).await);
        }
        Err(error) => return Err(failure(&doing, &error)),
    };
    use idevice::provider::IdeviceProvider as _;
    let mut connection = route.connect(port).await.map_err(|error| failure(&doing, &error))?;
    if !secured {
        return Ok(connection);
    }
    let pairing = pairing(route)?;
    match tls {
        Tls::Session => {
            connection.start_session(pairing, false).await.map_err(|error| failure(&doing, &error))?;
            Ok(connection)
        }
        Tls::HandshakeOnly => {
            let lost = || Failure::new(FailureKind::Lost, &doing);
            let mut socket = connection.get_socket().ok_or_else(lost)?;
            secure::shake_hands(&mut *socket, pairing).await?;
            Ok(Idevice::new(socket, LABEL))
        }
    }
}

/// Why there are no developer services.
pub(super) async fn missing(lockdown: &mut LockdownClient, doing: &str) -> Failure {
    let mode = lockdown.get_value(Some("DeveloperModeStatus"), Some("com.apple.security.mac.amfi")).await;
    match mode.ok().as_ref().and_then(Value::as_boolean) {
        Some(false) => Failure::new(FailureKind::DeveloperMode, doing),
        _ => Failure::new(FailureKind::NoImage, format!("{doing}: service not found")),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_computer_has_one_id() {
        let id = super::host_id("00000000-AAAA");
        assert_eq!(id, super::host_id("00000000-AAAA"));
        assert_ne!(id, super::host_id("00000000-AAAB"));
        let lengths: Vec<usize> = id.split('-').map(str::len).collect();
        assert_eq!(lengths, [8, 4, 4, 4, 12]);
    }
}
