//! Connects to the service usbmuxd: its address, its list of devices, and connections to the devices.
//!
//! Invariant: messages are sent without delay (TCP_NODELAY), because each delayed part of a message would take 40 ms.

use std::future::Future;
use std::io;
use std::net::{SocketAddr, ToSocketAddrs as _};
use std::pin::Pin;

use idevice::pairing_file::PairingFile;
use idevice::provider::IdeviceProvider;
use idevice::usbmuxd::{Connection, UsbmuxdConnection, UsbmuxdDevice};
use idevice::{Idevice, IdeviceError, ReadWrite};
use tokio::net::TcpStream;

use super::super::{ConnectionKind, Failure, FailureKind, Result};
use super::errors::to_failure;

/// The name by which this program introduces itself to the device.
pub(super) const LABEL: &str = "launchgate";

/// The default address of usbmuxd.
pub(super) const DEFAULT: &str = "/var/run/usbmuxd";

/// The address of usbmuxd.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Address {
    /// The path of a Unix socket.
    Unix(String),
    /// A host and a port.
    Tcp(SocketAddr),
}

impl Address {
    /// Parses `UNIX:/path`, `unix:///path`, `/path`, `host:port` or `tcp://host:port`.
    pub(super) fn parse(text: &str) -> Result<Address> {
        for prefix in ["unix://", "UNIX:"] {
            if let Some(path) = text.strip_prefix(prefix) {
                return Ok(Address::Unix(path.to_owned()));
            }
        }
        if text.starts_with('/') {
            return Ok(Address::Unix(text.to_owned()));
        }
        let host = text.strip_prefix("tcp://").unwrap_or(text);
        let refuse = |error: &dyn std::fmt::Display| {
            Failure::new(FailureKind::NoMux, format!("USBMUXD_SOCKET_ADDRESS is {text:?}: {error}"))
        };
        let mut found = host.to_socket_addrs().map_err(|error| refuse(&error))?;
        found.next().map(Address::Tcp).ok_or_else(|| refuse(&"no such host"))
    }

    async fn socket(&self) -> io::Result<Box<dyn ReadWrite>> {
        match self {
            Address::Unix(path) => Ok(Box::new(tokio::net::UnixStream::connect(path).await?)),
            Address::Tcp(address) => {
                let stream = TcpStream::connect(address).await?;
                stream.set_nodelay(true)?;
                Ok(Box::new(stream))
            }
        }
    }

    /// Connects to usbmuxd itself.
    pub(super) async fn connect(&self) -> Result<UsbmuxdConnection> {
        let socket = self
            .socket()
            .await
            .map_err(|error| Failure::new(FailureKind::NoMux, format!("{self}: {error}")))?;
        Ok(UsbmuxdConnection::new(socket, 0))
    }

    /// Lists each device once; devices on a cable come first.
    pub(super) async fn devices(&self) -> Result<Vec<UsbmuxdDevice>> {
        let mut mux = self.connect().await?;
        let mut found = mux.get_devices().await.map_err(|error| to_failure("listing devices", &error))?;
        found.sort_by(|a, b| (connection_kind(a), &a.udid).cmp(&(connection_kind(b), &b.udid)));
        let mut known = std::collections::BTreeSet::new();
        found.retain(|device| known.insert(device.udid.clone()));
        Ok(found)
    }
}

impl std::fmt::Display for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Address::Unix(path) => f.write_str(path),
            Address::Tcp(address) => address.fmt(f),
        }
    }
}

/// Returns the kind of a device's connection.
pub(super) fn connection_kind(device: &UsbmuxdDevice) -> ConnectionKind {
    match device.connection_type {
        Connection::Usb => ConnectionKind::Cable,
        Connection::Network(_) => ConnectionKind::Network,
        Connection::Unknown(_) => ConnectionKind::Unknown,
    }
}

/// The route to a device: usbmuxd, and the number that usbmuxd currently has for the device.
#[derive(Clone, Debug)]
pub(super) struct DeviceRoute {
    pub(super) address: Address,
    pub(super) id: u32,
    /// The pairing record; `None` before the device trusts this computer.
    pub(super) pairing: Option<PairingFile>,
}

impl IdeviceProvider for DeviceRoute {
    fn connect(&self, port: u16) -> Pin<Box<dyn Future<Output = Result<Idevice, IdeviceError>> + Send>> {
        let (address, id) = (self.address.clone(), self.id);
        Box::pin(async move {
            let socket = address.socket().await?;
            UsbmuxdConnection::new(socket, id).connect_to_device(id, port, LABEL).await
        })
    }

    fn label(&self) -> &str {
        LABEL
    }

    fn get_pairing_file(&self) -> Pin<Box<dyn Future<Output = Result<PairingFile, IdeviceError>> + Send>> {
        let pairing = self.pairing.clone();
        Box::pin(async move { pairing.ok_or(IdeviceError::InvalidHostID) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_usbmuxd_is_read_in_the_spelling_of_every_tool() {
        let tcp = Address::Tcp(SocketAddr::from(([127, 0, 0, 1], 27015)));
        for (text, expected) in [
            ("UNIX:/tmp/mux", Address::Unix("/tmp/mux".into())),
            ("unix:///tmp/mux", Address::Unix("/tmp/mux".into())),
            ("/tmp/mux", Address::Unix("/tmp/mux".into())),
            ("127.0.0.1:27015", tcp.clone()),
            ("tcp://127.0.0.1:27015", tcp),
        ] {
            assert_eq!(Address::parse(text), Ok(expected), "{text}");
        }
        let refused = Address::parse("nowhere").unwrap_err();
        assert_eq!(refused.kind, FailureKind::NoMux);
        assert!(refused.detail.contains("\"nowhere\""), "{refused}");
    }
}
