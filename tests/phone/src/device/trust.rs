//! Stores the hosts that the device trusts, and the TLS configuration for them.
//!
//! The keys in this folder are public and protect no data. The keys are stored because generating a device
//! key in each run would take seconds. Invariant: a session accepts only the certificates of its pairing.
//! libimobiledevice presents the root certificate, and every other client presents the host's certificate; a
//! phone accepts both.

use std::sync::{Arc, Mutex, PoisonError};

use plist::{Dictionary, Value};
use rustls::client::danger::HandshakeSignatureValid;
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, UnixTime};
use rustls::server::danger::{ClientCertVerified, ClientCertVerifier};
use rustls::{
    CertificateError, DigitallySignedStruct, DistinguishedName, ServerConfig, SignatureScheme,
    SupportedProtocolVersion,
};

use super::frames::{self, dictionary};
use super::model::Ios;
use super::wire::{Result, malformed};

const ROOT: &str = include_str!("pki/root.pem");
const ROOT_KEY: &str = include_str!("pki/root.key");
const HOST: &str = include_str!("pki/host.pem");
const HOST_KEY: &str = include_str!("pki/host.key");
const DEVICE: &str = include_str!("pki/device.pem");
const DEVICE_KEY: &str = include_str!("pki/device.key");
const DEVICE_PUBLIC: &str = include_str!("pki/device.pub");

/// The id of the host that is paired from the start.
pub(super) const KNOWN_HOST: &str = "3A1C9F0E-6B1D-4B0A-9B0E-5C2D7E8F9A10";
/// The id of the host's usbmuxd.
pub(super) const SYSTEM_BUID: &str = "7C0E2B44-1F5A-4E7B-8D11-2A9B6C3D4E5F";

/// One host that the device trusts.
pub(super) struct Pairing {
    host: String,
    /// The certificate that the device presents.
    device: CertificateDer<'static>,
    /// The client certificates that the device accepts.
    accepted: Vec<CertificateDer<'static>>,
}

/// The TLS versions that a connection accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Versions {
    /// TLS 1.2 and 1.3.
    Both,
    /// TLS 1.2 only: for old iOS versions, and for connections that continue without TLS after the handshake.
    Old,
}

impl Versions {
    /// Returns the versions for connections that use TLS until their end.
    pub(super) fn of(ios: Ios) -> Versions {
        if ios.major <= 13 { Versions::Old } else { Versions::Both }
    }
}

/// All pairings of the device.
pub(super) struct Trust {
    pairings: Mutex<Vec<Arc<Pairing>>>,
    provider: Arc<CryptoProvider>,
}

fn certificate(pem: &[u8]) -> Result<CertificateDer<'static>> {
    CertificateDer::from_pem_slice(pem).or_else(|error| malformed(format!("certificate: {error}")))
}

/// Returns the pairing record that the host's usbmuxd has from the start.
pub(super) fn known_record() -> Dictionary {
    let data = |text: &str| Value::Data(text.as_bytes().to_vec());
    dictionary([
        ("DeviceCertificate", data(DEVICE)),
        ("HostCertificate", data(HOST)),
        ("HostPrivateKey", data(HOST_KEY)),
        ("RootCertificate", data(ROOT)),
        ("RootPrivateKey", data(ROOT_KEY)),
        ("HostID", KNOWN_HOST.into()),
        ("SystemBUID", SYSTEM_BUID.into()),
        ("EscrowBag", Value::Data(vec![0; 32])),
        ("WiFiMACAddress", "00:11:22:33:44:55".into()),
    ])
}

/// Returns lockdown's DevicePublicKey.
pub(super) fn public_key() -> Value {
    Value::Data(DEVICE_PUBLIC.as_bytes().to_vec())
}

fn certificate_at(record: &Dictionary, key: &str) -> Result<CertificateDer<'static>> {
    match record.get(key) {
        Some(Value::Data(pem)) => certificate(pem),
        _ => malformed(format!("pairing record: no {key}")),
    }
}

impl Pairing {
    /// Creates a pairing from a pairing request or from a host's pairing record.
    fn from_record(record: &Dictionary) -> Result<Pairing> {
        let Some(host) = frames::text(record, "HostID") else {
            return malformed("pairing record: no HostID");
        };
        Ok(Pairing {
            host: host.to_owned(),
            device: certificate_at(record, "DeviceCertificate")?,
            accepted: vec![
                certificate_at(record, "HostCertificate")?,
                certificate_at(record, "RootCertificate")?,
            ],
        })
    }
}

impl Trust {
    pub(super) fn new() -> Trust {
        let known = Pairing::from_record(&known_record()).expect("the keys in this folder are valid");
        Trust { pairings: Mutex::new(vec![Arc::new(known)]), provider: Arc::new(ring::default_provider()) }
    }

    /// Adds a trusted host, and returns its id.
    pub(super) fn pair(&self, record: &Dictionary) -> Result<String> {
        let pairing = Pairing::from_record(record)?;
        let host = pairing.host.clone();
        let mut pairings = self.pairings.lock().unwrap_or_else(PoisonError::into_inner);
        pairings.retain(|old| old.host != host);
        pairings.push(Arc::new(pairing));
        Ok(host)
    }

    /// Removes a trusted host.
    pub(super) fn forget(&self, host: &str) {
        self.pairings.lock().unwrap_or_else(PoisonError::into_inner).retain(|pairing| pairing.host != host);
    }

    /// Removes all trusted hosts.
    pub(super) fn forget_all(&self) {
        self.pairings.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    pub(super) fn find(&self, host: &str) -> Option<Arc<Pairing>> {
        let pairings = self.pairings.lock().unwrap_or_else(PoisonError::into_inner);
        pairings.iter().find(|pairing| pairing.host == host).cloned()
    }

    /// Returns the device's TLS configuration for a paired host.
    pub(super) fn tls(&self, pairing: &Arc<Pairing>, versions: Versions) -> Result<Arc<ServerConfig>> {
        let key = PrivateKeyDer::from_pem_slice(DEVICE_KEY.as_bytes())
            .or_else(|error| malformed(format!("device key: {error}")))?;
        let versions: &[&SupportedProtocolVersion] = match versions {
            Versions::Both => &[&rustls::version::TLS13, &rustls::version::TLS12],
            Versions::Old => &[&rustls::version::TLS12],
        };
        let verifier = HostOnly { pairing: pairing.clone(), provider: self.provider.clone() };
        let mut config = ServerConfig::builder_with_provider(self.provider.clone())
            .with_protocol_versions(versions)?
            .with_client_cert_verifier(Arc::new(verifier))
            .with_single_cert(vec![pairing.device.clone()], key)?;
        // Tickets are disabled because of tidevice, which reads in one thread and writes in another on one
        // OpenSSL connection. Python before 3.13 does not protect the connection with a lock: a request that
        // is written while a ticket is read is sometimes lost (20 of 2,000; no loss without tickets).
        config.send_tls13_tickets = 0;
        Ok(Arc::new(config))
    }
}

/// A verifier that accepts the certificates of one pairing, and checks that the client has the private key.
struct HostOnly {
    pairing: Arc<Pairing>,
    provider: Arc<CryptoProvider>,
}

impl std::fmt::Debug for HostOnly {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "HostOnly({})", self.pairing.host)
    }
}

impl ClientCertVerifier for HostOnly {
    fn root_hint_subjects(&self) -> &[DistinguishedName] {
        &[]
    }

    fn verify_client_cert(
        &self,
        shown: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: UnixTime,
    ) -> std::result::Result<ClientCertVerified, rustls::Error> {
        if self.pairing.accepted.iter().any(|accepted| accepted.as_ref() == shown.as_ref()) {
            Ok(ClientCertVerified::assertion())
        } else {
            Err(CertificateError::UnknownIssuer.into())
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        shown: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> std::result::Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(message, shown, signature, &self.provider.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        shown: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> std::result::Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(message, shown, signature, &self.provider.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}
