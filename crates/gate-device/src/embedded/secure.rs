//! TLS for the services of iOS 13 and earlier, which use TLS only for the handshake.
//!
//! Invariant: only the records of the handshake are read; the following bytes belong to the service.

use std::io::{self, Cursor};
use std::sync::Arc;

use idevice::ReadWrite;
use idevice::pairing_file::PairingFile;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::CryptoProvider;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::{ClientConfig, ClientConnection, DigitallySignedStruct, SignatureScheme};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::super::{Failure, FailureKind, Result};

/// A verifier that accepts every certificate of a device, since the certificates of devices are self-signed and created by the pairing. The
/// device checks the certificate of this computer.
#[derive(Debug)]
struct AnyCertificateVerifier(Arc<CryptoProvider>);

impl ServerCertVerifier for AnyCertificateVerifier {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn verify_tls13_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}

/// Creates the configuration of a handshake with the key and the certificate of a pairing; returns an error if the key does not belong to
/// the certificate.
pub(super) fn create_tls_config(pairing: &PairingFile) -> Result<ClientConfig> {
    let refuse = |error: &dyn std::fmt::Display| {
        Failure::new(FailureKind::PairingLost, format!("reading the pairing record: {error}"))
    };
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let key = PrivateKeyDer::from_pem_slice(&pairing.host_private_key).map_err(|error| refuse(&error))?;
    // TLS 1.2 is the last version in which the handshake ends with a record of the server.
    ClientConfig::builder_with_provider(provider.clone())
        .with_protocol_versions(&[&rustls::version::TLS12])
        .map_err(|error| refuse(&error))?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(AnyCertificateVerifier(provider)))
        .with_client_auth_cert(vec![pairing.host_certificate.clone()], key)
        .map_err(|error| refuse(&error))
}

/// Performs the handshake. The socket is encrypted only during the handshake.
pub(super) async fn start_tls(socket: &mut dyn ReadWrite, pairing: &PairingFile) -> Result<()> {
    let refuse =
        |error: rustls::Error| Failure::new(FailureKind::PairingLost, format!("TLS handshake: {error}"));
    let lost = |error: io::Error| Failure::new(FailureKind::Lost, format!("TLS handshake: {error}"));
    let name = ServerName::try_from("Device").map_err(|error| Failure::new(FailureKind::Protocol, error))?;
    let mut tls = ClientConnection::new(Arc::new(create_tls_config(pairing)?), name).map_err(refuse)?;
    loop {
        while tls.wants_write() {
            let mut out = Vec::new();
            tls.write_tls(&mut out).map_err(lost)?;
            socket.write_all(&out).await.map_err(lost)?;
            socket.flush().await.map_err(lost)?;
        }
        if !tls.is_handshaking() {
            return Ok(());
        }
        // A TLS record consists of a type, a version, the length of its content, and the content.
        let mut record = vec![0; 5];
        socket.read_exact(&mut record).await.map_err(lost)?;
        let length = usize::from(u16::from_be_bytes([record[3], record[4]]));
        record.resize(5 + length, 0);
        socket.read_exact(&mut record[5..]).await.map_err(lost)?;
        let mut record = Cursor::new(record);
        while (record.position() as usize) < record.get_ref().len() {
            tls.read_tls(&mut record).map_err(lost)?;
            tls.process_new_packets().map_err(refuse)?;
        }
    }
}
