//! Transports the bytes of one connection, over any transport: TCP or a Unix socket, with or without
//! TLS.
//!
//! A service may read in one thread and write in another, so all methods take `&self`.
//! Invariant: without TLS no byte is read beyond the caller's request, so a connection can begin or end TLS
//! between any two bytes.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustls::{ServerConfig, ServerConnection};

/// The reason for which a connection ended or must end.
#[derive(Debug, thiserror::Error)]
pub(super) enum Error {
    /// The peer closed the connection.
    #[error("the peer closed the connection")]
    Closed,
    /// The socket failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// TLS failed.
    #[error("tls: {0}")]
    Tls(#[from] rustls::Error),
    /// The received bytes violate the protocol.
    #[error("malformed {0}")]
    Malformed(String),
    /// A fault closed the connection.
    #[error("dropped on request at {0}")]
    Dropped(&'static str),
}

pub(super) type Result<T> = std::result::Result<T, Error>;

/// Returns [`Error::Malformed`] with the description `what`.
pub(super) fn malformed<T>(what: impl Into<String>) -> Result<T> {
    Err(Error::Malformed(what.into()))
}

/// A socket of either kind.
#[derive(Debug)]
pub(super) enum Socket {
    Tcp(TcpStream),
    Unix(UnixStream),
}

impl Socket {
    fn read(&self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = match self {
                Socket::Tcp(stream) => {
                    acknowledge_at_once(stream);
                    (&*stream).read(buffer)
                }
                Socket::Unix(stream) => (&*stream).read(buffer),
            };
            match read {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => return other,
            }
        }
    }

    fn write_all(&self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Socket::Tcp(stream) => (&*stream).write_all(bytes),
            Socket::Unix(stream) => (&*stream).write_all(bytes),
        }
    }

    /// Shuts the socket down in both directions, which wakes every thread that waits for it.
    pub(super) fn shut(&self) {
        // A socket that is already closed needs no shutdown.
        let _ = match self {
            Socket::Tcp(stream) => stream.shutdown(Shutdown::Both),
            Socket::Unix(stream) => stream.shutdown(Shutdown::Both),
        };
    }
}

/// Disables delayed acknowledgements. Clients use Nagle's algorithm, so with delayed acknowledgements each message that a client sends in
/// two writes would wait 40 ms.
fn acknowledge_at_once(stream: &TcpStream) {
    #[cfg(target_os = "linux")]
    {
        // The option is not permanent, so it is set before each read. If the option cannot be set, the connection is slower but correct.
        let _ = socket2::SockRef::from(stream).set_tcp_quickack(true);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = stream;
}

/// A service's connection.
#[derive(Clone)]
pub(super) struct Wire {
    socket: Arc<Socket>,
    tls: Option<Arc<Tls>>,
}

/// The TLS state. A reader locks only `connection`, so it never waits for a peer that does not read.
struct Tls {
    connection: Mutex<ServerConnection>,
    /// The lock that a writer takes before `connection`, so that records are sent in the order of their numbers.
    turn: Mutex<()>,
}

impl Tls {
    fn lock(&self) -> MutexGuard<'_, ServerConnection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Locks `turn`, which every writer needs.
    fn turn(&self) -> MutexGuard<'_, ()> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls `say`, which writes to TLS, and sends the resulting records together with pending records. The caller has locked `turn`.
    fn send(
        &self,
        _: &MutexGuard<'_, ()>,
        socket: &Socket,
        say: impl FnOnce(&mut ServerConnection) -> io::Result<()>,
    ) -> Result<()> {
        let mut bytes = Vec::new();
        let mut connection = self.lock();
        say(&mut connection)?;
        while connection.wants_write() {
            connection.write_tls(&mut bytes)?;
        }
        drop(connection);
        Ok(socket.write_all(&bytes)?)
    }
}

impl Wire {
    pub(super) fn new(socket: Socket) -> Wire {
        if let Socket::Tcp(stream) = &socket {
            let _ = stream.set_nodelay(true);
        }
        Wire { socket: Arc::new(socket), tls: None }
    }

    /// Returns the two ends of a connection within this process.
    pub(super) fn pair() -> io::Result<(Wire, Wire)> {
        let (one, other) = UnixStream::pair()?;
        Ok((Wire::new(Socket::Unix(one)), Wire::new(Socket::Unix(other))))
    }

    pub(super) fn socket(&self) -> &Arc<Socket> {
        &self.socket
    }

    /// Returns the connection's TLS version, for the log.
    pub(super) fn protocol(&self) -> Option<&'static str> {
        match self.tls.as_ref()?.lock().protocol_version() {
            Some(rustls::ProtocolVersion::TLSv1_3) => Some("TLS 1.3"),
            Some(rustls::ProtocolVersion::TLSv1_2) => Some("TLS 1.2"),
            _ => None,
        }
    }

    /// Starts TLS on the connection; the phone is the server.
    pub(super) fn secure(&self, config: Arc<ServerConfig>) -> Result<Wire> {
        let tls = Tls { connection: Mutex::new(self.handshake(config)?), turn: Mutex::default() };
        Ok(Wire { socket: self.socket.clone(), tls: Some(Arc::new(tls)) })
    }

    /// Performs a TLS handshake and continues without TLS, as the developer services of old iOS versions do.
    pub(super) fn shake_hands_only(&self, config: Arc<ServerConfig>) -> Result<Wire> {
        self.handshake(config)?;
        Ok(Wire { socket: self.socket.clone(), tls: None })
    }

    /// Performs a TLS handshake. The function reads record by record, so that no byte after the handshake's last record is consumed.
    fn handshake(&self, config: Arc<ServerConfig>) -> Result<ServerConnection> {
        let mut tls = ServerConnection::new(config)?;
        while tls.is_handshaking() {
            if tls.wants_write() {
                self.flush(&mut tls)?;
            } else {
                let mut record = vec![0; 5];
                self.read_plain(&mut record)?;
                let length = usize::from(u16::from_be_bytes([record[3], record[4]]));
                record.resize(5 + length, 0);
                self.read_plain(&mut record[5..])?;
                let mut rest = record.as_slice();
                while !rest.is_empty() {
                    tls.read_tls(&mut rest)?;
                }
                if let Err(error) = tls.process_new_packets() {
                    // The peer receives the alert with the reason, if it still reads.
                    let _ = self.flush(&mut tls);
                    return Err(error.into());
                }
            }
        }
        self.flush(&mut tls)?;
        Ok(tls)
    }

    fn flush(&self, tls: &mut ServerConnection) -> Result<()> {
        let mut bytes = Vec::new();
        while tls.wants_write() {
            tls.write_tls(&mut bytes)?;
        }
        Ok(self.socket.write_all(&bytes)?)
    }

    fn read_plain(&self, mut buffer: &mut [u8]) -> Result<()> {
        while !buffer.is_empty() {
            match self.socket.read(buffer)? {
                0 => return Err(Error::Closed),
                read => buffer = &mut buffer[read..],
            }
        }
        Ok(())
    }

    /// Reads at least one byte.
    pub(super) fn read_some(&self, buffer: &mut [u8]) -> Result<usize> {
        let Some(tls) = &self.tls else {
            return match self.socket.read(buffer)? {
                0 if !buffer.is_empty() => Err(Error::Closed),
                read => Ok(read),
            };
        };
        let mut raw = [0; 16 << 10];
        loop {
            match tls.lock().reader().read(buffer) {
                Ok(0) if !buffer.is_empty() => return Err(Error::Closed),
                Ok(read) => return Ok(read),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Err(Error::Closed),
                Err(error) => return Err(error.into()),
            }
            // A writer needs the lock while this thread waits for bytes, so this thread does not hold the lock while it reads.
            let read = self.socket.read(&mut raw)?;
            if read == 0 {
                return Err(Error::Closed);
            }
            let mut connection = tls.lock();
            let mut rest = &raw[..read];
            while !rest.is_empty() {
                connection.read_tls(&mut rest)?;
                connection.process_new_packets()?;
            }
            let has_to_say = connection.wants_write();
            drop(connection);
            if has_to_say {
                tls.send(&tls.turn(), &self.socket, |_| Ok(()))?;
            }
        }
    }

    /// Fills the whole buffer.
    pub(super) fn read(&self, mut buffer: &mut [u8]) -> Result<()> {
        while !buffer.is_empty() {
            let read = self.read_some(buffer)?;
            buffer = &mut buffer[read..];
        }
        Ok(())
    }

    /// Reads `length` bytes. The vector grows with the received bytes, so a false length from the peer allocates no memory.
    pub(super) fn read_vec(&self, length: usize) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        while bytes.len() < length {
            let old = bytes.len();
            bytes.resize(length.min(old + (1 << 20)), 0);
            self.read(&mut bytes[old..])?;
        }
        Ok(bytes)
    }

    /// Reads an array of bytes.
    pub(super) fn read_array<const N: usize>(&self) -> Result<[u8; N]> {
        let mut bytes = [0; N];
        self.read(&mut bytes)?;
        Ok(bytes)
    }

    pub(super) fn write(&self, bytes: &[u8]) -> Result<()> {
        let Some(tls) = &self.tls else { return Ok(self.socket.write_all(bytes)?) };
        // Writes in pieces, since rustls limits its buffer. The lock keeps the pieces of a message together.
        let turn = tls.turn();
        for piece in bytes.chunks(16 << 10) {
            tls.send(&turn, &self.socket, |connection| connection.writer().write_all(piece))?;
        }
        Ok(())
    }

    /// Sends TLS's close notification, and closes the connection.
    pub(super) fn close(&self) {
        if let Some(tls) = &self.tls {
            let _ = tls.send(&tls.turn(), &self.socket, |connection| {
                connection.send_close_notify();
                Ok(())
            });
        }
        self.socket.shut();
    }
}
