//! usbmuxd on the host: lists the devices, stores pairing records, and connects clients to a device's ports.
//!
//! Real clients connect to this usbmuxd by an address (`USBMUXD_SOCKET_ADDRESS`, `--socket`): either TCP on
//! 127.0.0.1 or a Unix socket, which is faster. Invariant: a device that is attached again gets a new id, and
//! connections over its old id are closed.

use std::collections::BTreeMap;
use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;

use plist::{Dictionary, Value};

use super::faults::{Effect, Step};
use super::frames::{self, dictionary, text};
use super::journal::Event;
use super::wire::{Error, Result, Socket, Wire, malformed};
use super::{Device, lockdown, trust};

/// The connection between host and device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    Cable,
    /// A connection over the network, whose reported address accepts no connections. Clients that connect to
    /// the address themselves (libimobiledevice) fail; clients that request the connection from usbmuxd
    /// succeed.
    Network,
}

struct Attachment {
    id: u32,
    device: Arc<Device>,
    link: Link,
    open: Vec<Weak<Socket>>,
}

/// State that the threads share.
pub(super) struct Shared {
    attached: Mutex<Vec<Attachment>>,
    next_id: AtomicU32,
    records: Mutex<BTreeMap<String, Vec<u8>>>,
    listeners: Mutex<Vec<Wire>>,
    clients: Mutex<Vec<Weak<Socket>>>,
    over: AtomicBool,
}

/// A running usbmuxd. Dropping it closes all of its connections.
pub struct Hub {
    shared: Arc<Shared>,
    address: SocketAddr,
    unix: PathBuf,
    _folder: Option<tempfile::TempDir>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Hub {
    /// Starts a hub on a free port and on a new Unix socket.
    pub fn start() -> io::Result<Hub> {
        Hub::listen("127.0.0.1:0", None)
    }

    /// Starts a hub on a TCP address and on a Unix socket, whose path is new if `unix` is `None`.
    pub fn listen(address: &str, unix: Option<&Path>) -> io::Result<Hub> {
        let tcp = TcpListener::bind(address)?;
        let (unix, folder) = match unix {
            Some(path) => {
                // A socket file that an earlier run left would prevent the binding.
                if UnixStream::connect(path).is_err() {
                    let _ = std::fs::remove_file(path);
                }
                (path.to_owned(), None)
            }
            None => {
                let folder = tempfile::tempdir()?;
                (folder.path().join("usbmuxd"), Some(folder))
            }
        };
        let local = UnixListener::bind(&unix)?;
        let hub = Hub {
            address: tcp.local_addr()?,
            unix,
            _folder: folder,
            shared: Arc::new(Shared {
                attached: Mutex::default(),
                next_id: AtomicU32::new(3),
                records: Mutex::default(),
                listeners: Mutex::default(),
                clients: Mutex::default(),
                over: AtomicBool::new(false),
            }),
        };
        let shared = hub.shared.clone();
        thread::spawn(move || accept(&shared, || Ok(Socket::Tcp(tcp.accept()?.0))));
        let shared = hub.shared.clone();
        thread::spawn(move || accept(&shared, || Ok(Socket::Unix(local.accept()?.0))));
        Ok(hub)
    }

    /// Returns the TCP address, like `127.0.0.1:49152`, in the form that every client accepts.
    pub fn address(&self) -> String {
        self.address.to_string()
    }

    /// Returns the Unix socket's path.
    pub fn unix(&self) -> &Path {
        &self.unix
    }

    /// Attaches a device; returns its id.
    pub fn attach(&self, device: &Arc<Device>, link: Link) -> u32 {
        self.shared.attach(device, link)
    }

    /// Detaches a device from all of its links.
    pub fn detach(&self, device: &Arc<Device>) {
        self.shared.detach(device);
    }

    /// Returns each attached device once.
    pub fn devices(&self) -> Vec<Arc<Device>> {
        self.shared.devices()
    }

    /// Returns the ids under which a device is attached.
    pub fn ids(&self, device: &Arc<Device>) -> Vec<u32> {
        let attached = lock(&self.shared.attached);
        attached.iter().filter(|one| Arc::ptr_eq(&one.device, device)).map(|one| one.id).collect()
    }

    /// Removes the pairing record of a device, as on a host that has never seen the device.
    pub fn forget(&self, device: &Device) {
        lock(&self.shared.records).remove(device.udid());
    }
}

impl Drop for Hub {
    fn drop(&mut self) {
        self.shared.over.store(true, Ordering::SeqCst);
        // A connection wakes each thread that waits in `accept`.
        let _ = TcpStream::connect(self.address);
        let _ = UnixStream::connect(&self.unix);
        for client in std::mem::take(&mut *lock(&self.shared.clients)) {
            if let Some(socket) = client.upgrade() {
                socket.shut();
            }
        }
        for attachment in std::mem::take(&mut *lock(&self.shared.attached)) {
            attachment.close();
            attachment.device.finish();
        }
        if self._folder.is_none() {
            let _ = std::fs::remove_file(&self.unix);
        }
    }
}

impl Attachment {
    fn close(&self) {
        for socket in self.open.iter().filter_map(Weak::upgrade) {
            socket.shut();
        }
    }

    fn news(&self) -> Dictionary {
        let udid = self.device.udid();
        let mut properties =
            dictionary([("DeviceID", self.id.into()), ("SerialNumber", udid.into()), ("UDID", udid.into())]);
        let more = match self.link {
            Link::Cable => dictionary([
                ("ConnectionSpeed", 480_000_000.into()),
                ("ConnectionType", "USB".into()),
                ("LocationID", 0x1410_0000.into()),
                ("ProductID", 0x12a8.into()),
                ("USBSerialNumber", udid.replace('-', "").into()),
            ]),
            // A sockaddr_in in Darwin's layout: length, family, port, address.
            Link::Network => dictionary([
                ("ConnectionType", "Network".into()),
                (
                    "EscapedFullServiceName",
                    "00:11:22:33:44:55@fe80::211:22ff:fe33:4455._apple-mobdev2._tcp.local.".into(),
                ),
                ("InterfaceIndex", 4.into()),
                ("NetworkAddress", Value::Data([&[16, 2, 0, 0, 127, 0, 0, 1][..], &[0; 120]].concat())),
            ]),
        };
        properties.extend(more);
        dictionary([
            ("DeviceID", self.id.into()),
            ("MessageType", "Attached".into()),
            ("Properties", properties.into()),
        ])
    }
}

impl Shared {
    fn devices(&self) -> Vec<Arc<Device>> {
        let mut devices: Vec<Arc<Device>> = Vec::new();
        for attachment in lock(&self.attached).iter() {
            if !devices.iter().any(|device| Arc::ptr_eq(device, &attachment.device)) {
                devices.push(attachment.device.clone());
            }
        }
        devices
    }

    pub(super) fn attach(self: &Arc<Self>, device: &Arc<Device>, link: Link) -> u32 {
        let id = self.next_id.fetch_add(1, Ordering::SeqCst);
        if device.is_known_to_host() {
            let record = frames::to_xml(trust::known_record().into());
            let mut records = lock(&self.records);
            records.entry(device.udid().to_owned()).or_insert(record.unwrap_or_default());
        }
        device.set_hub(Arc::downgrade(self));
        let attachment = Attachment { id, device: device.clone(), link, open: Vec::new() };
        let news = attachment.news();
        lock(&self.attached).push(attachment);
        self.tell(&news);
        id
    }

    fn detach(&self, device: &Arc<Device>) -> Vec<Link> {
        let mut gone = Vec::new();
        lock(&self.attached).retain(|one| {
            let goes = Arc::ptr_eq(&one.device, device);
            if goes {
                one.close();
                gone.push((one.id, one.link));
            }
            !goes
        });
        for (id, _) in &gone {
            self.tell(&dictionary([("DeviceID", (*id).into()), ("MessageType", "Detached".into())]));
        }
        gone.into_iter().map(|(_, link)| link).collect()
    }

    /// Detaches a device and attaches it again.
    pub(super) fn replug(self: &Arc<Self>, device: &Arc<Device>) {
        for link in self.detach(device) {
            self.attach(device, link);
        }
    }

    /// Sends a notification to all listeners.
    fn tell(&self, news: &Dictionary) {
        lock(&self.listeners).retain(|wire| reply(wire, 0, news.clone()).is_ok());
    }
}

fn accept(shared: &Arc<Shared>, next: impl Fn() -> io::Result<Socket>) {
    while !shared.over.load(Ordering::SeqCst) {
        let Ok(socket) = next() else {
            // The process may have no free file descriptors, so the thread retries a little later.
            thread::sleep(std::time::Duration::from_millis(10));
            continue;
        };
        if shared.over.load(Ordering::SeqCst) {
            return;
        }
        let wire = Wire::new(socket);
        let mut clients = lock(&shared.clients);
        clients.retain(|client| client.strong_count() > 0);
        clients.push(Arc::downgrade(wire.socket()));
        drop(clients);
        let shared = shared.clone();
        thread::spawn(move || {
            let served = serve(&shared, &wire);
            if let Err(error) = served
                && !matches!(error, Error::Closed)
                && let Some(one) = lock(&shared.attached).first()
            {
                one.device.journal().note(Event::Refused(error.to_string()));
            }
            wire.close();
        });
    }
}

/// Largest size of a request: a pairing record has about 10 KB.
const LONGEST: u32 = 1 << 20;

fn serve(shared: &Arc<Shared>, wire: &Wire) -> Result<()> {
    loop {
        let header = wire.read_array::<16>()?;
        let word =
            |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
        let (length, tag) = (word(0), word(12));
        if !(16..=LONGEST).contains(&length) {
            return malformed(format!("usbmuxd message of {length} bytes"));
        }
        // Type 8 is a property list; the older binary protocol is obsolete.
        if word(8) != 8 {
            return malformed(format!("usbmuxd message of type {}", word(8)));
        }
        let request = frames::parse(&wire.read_vec(length as usize - 16)?)?;
        let kind = text(&request, "MessageType").unwrap_or_default();
        let devices = shared.devices();
        for device in &devices {
            let program = text(&request, "ProgName").unwrap_or_default().to_owned();
            device.journal().note(Event::Mux { request: kind.to_owned(), program });
            device.step(Step::Mux)?;
        }
        let id = text(&request, "PairRecordID").unwrap_or_default();
        match kind {
            "ListDevices" => reply(wire, tag, list_devices(shared, &devices)?)?,
            "Listen" => listen(shared, wire, tag)?,
            "ReadBUID" => reply(wire, tag, dictionary([("BUID", trust::SYSTEM_BUID.into())]))?,
            "ReadPairRecord" => read_pair_record(shared, &devices, wire, tag, id)?,
            "SavePairRecord" => match request.get("PairRecordData") {
                Some(Value::Data(record)) if !id.is_empty() => {
                    lock(&shared.records).insert(id.to_owned(), record.clone());
                    result(wire, tag, 0)?;
                }
                _ => result(wire, tag, 1)?,
            },
            "DeletePairRecord" => {
                let known = lock(&shared.records).remove(id);
                result(wire, tag, if known.is_some() { 0 } else { 2 })?;
            }
            "ListListeners" => reply(wire, tag, dictionary([("ListenerList", Value::Array(Vec::new()))]))?,
            "Connect" => {
                if connect(shared, wire, tag, &request)? {
                    return Ok(());
                }
            }
            _ => result(wire, tag, 1)?,
        }
    }
}

fn list_devices(shared: &Shared, devices: &[Arc<Device>]) -> Result<Dictionary> {
    let mut list = Vec::new();
    for device in devices {
        if device.step(Step::MuxList)? == Some(Effect::Absent) {
            continue;
        }
        let attached = lock(&shared.attached);
        let links = attached.iter().filter(|one| Arc::ptr_eq(&one.device, device));
        list.extend(links.map(|one| Value::from(one.news())));
    }
    Ok(dictionary([("DeviceList", Value::Array(list))]))
}

/// Sends the attached devices, and makes the connection a listener for notifications.
fn listen(shared: &Shared, wire: &Wire, tag: u32) -> Result<()> {
    result(wire, tag, 0)?;
    for one in lock(&shared.attached).iter() {
        reply(wire, 0, one.news())?;
    }
    lock(&shared.listeners).push(wire.clone());
    Ok(())
}

fn read_pair_record(shared: &Shared, devices: &[Arc<Device>], wire: &Wire, tag: u32, id: &str) -> Result<()> {
    let mut answer = None;
    if let Some(device) = devices.iter().find(|device| device.udid() == id) {
        answer = device.answer(Step::MuxRecord)?;
    }
    let record = lock(&shared.records).get(id).cloned();
    match (answer.and_then(|word| word.parse().ok()), record) {
        (None, Some(record)) => reply(wire, tag, dictionary([("PairRecordData", Value::Data(record))])),
        (number, _) => result(wire, tag, number.unwrap_or(2)),
    }
}

/// Connects to a port of a device and serves the connection; returns false if the request was refused.
fn connect(shared: &Shared, wire: &Wire, tag: u32, request: &Dictionary) -> Result<bool> {
    let number = |key: &str| request.get(key).and_then(Value::as_signed_integer);
    // The port is in network byte order on every machine.
    let port = (number("PortNumber").unwrap_or(0) as u16).swap_bytes();
    let id = number("DeviceID").unwrap_or(-1);
    let found =
        lock(&shared.attached).iter().find(|one| i64::from(one.id) == id).map(|one| one.device.clone());
    let Some(device) = found else {
        result(wire, tag, 2)?;
        return Ok(false);
    };
    if let Some(word) = device.answer(Step::MuxConnect)? {
        result(wire, tag, word.parse().unwrap_or(3))?;
        return Ok(false);
    }
    if port != lockdown::PORT && !device.is_listening(port) {
        result(wire, tag, 3)?;
        return Ok(false);
    }
    for one in lock(&shared.attached).iter_mut().filter(|one| i64::from(one.id) == id) {
        one.open.retain(|socket| socket.strong_count() > 0);
        one.open.push(Arc::downgrade(wire.socket()));
    }
    result(wire, tag, 0)?;
    device.connection(port, wire);
    Ok(true)
}

fn reply(wire: &Wire, tag: u32, body: Dictionary) -> Result<()> {
    let body = frames::to_xml(body.into())?;
    let length = u32::try_from(body.len() + 16).or_else(|_| malformed("reply: too long"))?;
    let mut message = Vec::with_capacity(body.len() + 16);
    for word in [length, 1, 8, tag] {
        message.extend(word.to_le_bytes());
    }
    message.extend(body);
    wire.write(&message)
}

fn result(wire: &Wire, tag: u32, number: u32) -> Result<()> {
    reply(wire, tag, dictionary([("MessageType", "Result".into()), ("Number", number.into())]))
}
