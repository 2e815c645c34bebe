//! Uses the service lockdown: pairing, the properties of the device, and the start of its services.

use std::time::Duration;

use idevice::pairing_file::PairingFile;
use idevice::services::lockdown::LockdownClient;
use idevice::{Idevice, IdeviceError, IdeviceService as _};
use plist::Value;
use sha2::{Digest as _, Sha256};

use super::super::{Device, Failure, FailureKind, Result};
use super::errors::to_failure;
use super::mux::{Address, DeviceRoute, LABEL};
use super::secure;

/// Opens a session with lockdown, for which the device must trust this computer.
pub(super) async fn session(route: &DeviceRoute) -> Result<LockdownClient> {
    let pairing = pairing(route)?;
    let mut lockdown = open(route).await?;
    lockdown.start_session(pairing).await.map_err(|error| to_failure("beginning a session", &error))?;
    Ok(lockdown)
}

/// Connects without a session; the device then reports few properties.
pub(super) async fn open(route: &DeviceRoute) -> Result<LockdownClient> {
    LockdownClient::connect(route).await.map_err(|error| to_failure("connecting to lockdown", &error))
}

fn pairing(route: &DeviceRoute) -> Result<&PairingFile> {
    route.pairing.as_ref().ok_or_else(|| Failure::new(FailureKind::TrustPending, "no pairing record"))
}

/// Reads a property of the device that is a text.
async fn text(lockdown: &mut LockdownClient, key: &str) -> Option<String> {
    Some(lockdown.get_value(Some(key), None).await.ok()?.as_string()?.to_owned())
}

/// Reads the device's name, model and system version.
pub(super) async fn describe(lockdown: &mut LockdownClient, device: &mut Device) {
    device.name = text(lockdown, "DeviceName").await;
    device.model = text(lockdown, "ProductType").await;
    device.os = text(lockdown, "ProductVersion").await;
}

/// Reads the pairing record. Without a record, the device asks its owner to trust this computer, and the function waits for the
/// confirmation for `patience`.
pub(super) async fn pair(
    address: &Address,
    udid: &str,
    route: &DeviceRoute,
    patience: Duration,
) -> Result<PairingFile> {
    let mut mux = address.connect().await?;
    match mux.get_pair_record(udid).await {
        Ok(record) => {
            // The client would panic if the key did not belong to its certificate, so the key and the certificate are checked first.
            secure::create_tls_config(&record)?;
            return Ok(record);
        }
        Err(IdeviceError::UnexpectedResponse(_)) => {}
        Err(error @ (IdeviceError::Plist(_) | IdeviceError::PemParseFailed(_))) => {
            return Err(Failure::new(
                FailureKind::PairingLost,
                format!("reading the pairing record: {error}"),
            ));
        }
        Err(error) => return Err(to_failure("reading the pairing record", &error)),
    }
    let buid = mux.get_buid().await.map_err(|error| to_failure("reading this computer's id", &error))?;
    let mut lockdown = open(route).await?;
    let asked = lockdown.pair(host_id(&buid), buid, Some(LABEL));
    let Ok(answer) = tokio::time::timeout(patience, asked).await else {
        return Err(Failure::new(FailureKind::TrustPending, format!("no answer within {patience:?}")));
    };
    let record = answer.map_err(|error| to_failure("pairing", &error))?;
    let bytes =
        record.clone().serialize().map_err(|error| to_failure("writing the pairing record", &error))?;
    let mut mux = address.connect().await?;
    mux.save_pair_record(udid, bytes)
        .await
        .map_err(|error| to_failure("storing the pairing record", &error))?;
    Ok(record)
}

/// Computes the id of this computer, which is always the same, so that the device does not store a new host for each pairing.
fn host_id(buid: &str) -> String {
    let hash = Sha256::digest(format!("{LABEL} {buid}"));
    let hex: String = hash.iter().take(16).map(|byte| format!("{byte:02X}")).collect();
    format!("{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..])
}

/// The use of TLS on the connection to a service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TlsMode {
    Session,
    /// TLS is used only for the handshake.
    HandshakeOnly,
}

/// Starts a service and connects to it. If a developer service does not start, the failure names the missing requirement.
pub(super) async fn start(
    route: &DeviceRoute,
    service: &str,
    tls: TlsMode,
    developer: bool,
) -> Result<Idevice> {
    let doing = format!("starting {service}");
    let mut lockdown = session(route).await?;
    let (port, secured) = match lockdown.start_service(service).await {
        Ok(started) => started,
        Err(IdeviceError::UnknownErrorType(word)) if developer && word.contains("InvalidService") => {
            return Err(missing(&mut lockdown, &doing).await);
        }
        Err(error) => return Err(to_failure(&doing, &error)),
    };
    use idevice::provider::IdeviceProvider as _;
    let mut connection = route.connect(port).await.map_err(|error| to_failure(&doing, &error))?;
    if !secured {
        return Ok(connection);
    }
    let pairing = pairing(route)?;
    match tls {
        TlsMode::Session => {
            connection.start_session(pairing, false).await.map_err(|error| to_failure(&doing, &error))?;
            Ok(connection)
        }
        TlsMode::HandshakeOnly => {
            let lost = || Failure::new(FailureKind::Lost, &doing);
            let mut socket = connection.get_socket().ok_or_else(lost)?;
            secure::start_tls(&mut *socket, pairing).await?;
            Ok(Idevice::new(socket, LABEL))
        }
    }
}

/// Returns the reason why developer services are missing.
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
    fn the_host_id_is_always_the_same_for_one_computer() {
        let id = super::host_id("00000000-AAAA");
        assert_eq!(id, super::host_id("00000000-AAAA"));
        assert_ne!(id, super::host_id("00000000-AAAB"));
        let lengths: Vec<usize> = id.split('-').map(str::len).collect();
        assert_eq!(lengths, [8, 4, 4, 4, 12]);
    }
}
