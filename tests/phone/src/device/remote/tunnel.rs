//! CoreDeviceProxy: after a handshake in JSON the connection carries IPv6 packets, in which TCP connections
//! reach the device's services.
//!
//! The underlying connection is reliable and ordered, so no segment is sent twice, and no timer is needed.
//! Each TCP connection has a socket pair: the tunnel uses one end, and a service serves the other end.
//!
//! Invariant: the thread that reads packets never waits for the host to read, since the host may itself be
//! waiting for its packets to be read.

use std::collections::HashMap;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

use super::super::faults::Step;
use super::super::wire::{Error, Result, Wire, malformed};
use super::super::{Device, lock};
use super::directory;

/// The IPv6 address of the device (fd00::1). The next constant is the address of the host (fd00::2).
const DEVICE: [u8; 16] = [0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
const HOST: [u8; 16] = [0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2];

const FIN: u8 = 1;
const SYN: u8 = 2;
const RESET: u8 = 4;
const PUSH: u8 = 8;
const ACK: u8 = 16;

/// Length of the IPv6 and TCP headers.
const HEADERS: usize = 60;

/// The progress of both directions of a TCP connection, in wrapping sequence numbers.
struct Window {
    received: u32,
    sent: u32,
    acknowledged: u32,
    /// The receive window of the peer.
    room: u32,
    over: bool,
}

struct Stream {
    ports: (u16, u16),
    inner: Wire,
    window: Mutex<Window>,
    moved: Condvar,
    scale: u8,
    largest: usize,
}

struct Link {
    wire: Wire,
    /// The outgoing packets, which a separate thread writes.
    queue: Sender<Vec<u8>>,
}

/// Serves a tunnel until the host closes it.
pub(in crate::device) fn serve(device: &Arc<Device>, wire: &Wire) -> Result<()> {
    device.step(Step::Tunnel)?;
    if wire.read_array::<8>()? != *b"CDTunnel" {
        return malformed("CDTunnel magic");
    }
    let length = usize::from(u16::from_be_bytes(wire.read_array()?));
    let request: serde_json::Value = match serde_json::from_slice(&wire.read_vec(length)?) {
        Ok(request) => request,
        Err(error) => return malformed(format!("CDTunnel request: {error}")),
    };
    let mtu = request.get("mtu").and_then(serde_json::Value::as_u64).unwrap_or(1280).clamp(1280, 16000);
    let reply = serde_json::json!({
        "type": "serverHandshakeResponse",
        "clientParameters": {"address": "fd00::2", "mtu": mtu, "netmask": "ffff:ffff:ffff:ffff::"},
        "serverAddress": "fd00::1",
        "serverRSDPort": directory::PORT,
    });
    let reply = reply.to_string();
    wire.write(&[&b"CDTunnel"[..], &(reply.len() as u16).to_be_bytes(), reply.as_bytes()].concat())?;
    let (queue, packets) = channel::<Vec<u8>>();
    let link = Arc::new(Link { wire: wire.clone(), queue });
    let out = wire.clone();
    thread::spawn(move || packets.iter().try_for_each(|packet| out.write(&packet)));
    if let Some(life) = device.ios().tunnel_life {
        let wire = wire.clone();
        thread::spawn(move || {
            thread::sleep(life);
            wire.socket().shut();
        });
    }
    let mut streams: HashMap<(u16, u16), Arc<Stream>> = HashMap::new();
    let served = loop {
        if let Err(error) = next(device, &link, &mut streams, mtu as usize - HEADERS) {
            break Err(error);
        }
    };
    for stream in streams.values() {
        stream.end();
    }
    served
}

/// Handles one packet from the host.
fn next(
    device: &Arc<Device>,
    link: &Arc<Link>,
    streams: &mut HashMap<(u16, u16), Arc<Stream>>,
    largest: usize,
) -> Result<()> {
    let header = link.wire.read_array::<40>()?;
    device.step(Step::Packet)?;
    let length = usize::from(u16::from_be_bytes([header[4], header[5]]));
    let packet = link.wire.read_vec(length)?;
    let begin = usize::from(packet.get(12).copied().unwrap_or(0) >> 4) * 4;
    // The device ignores packets of other protocols than TCP.
    if header[6] != 6 || begin < 20 || packet.len() < begin {
        return Ok(());
    }
    let half = |at: usize| u16::from_be_bytes([packet[at], packet[at + 1]]);
    let word = |at: usize| u32::from(half(at)) << 16 | u32::from(half(at + 2));
    let ports = (half(0), half(2));
    let (sequence, acknowledged, flags, room) = (word(4), word(8), packet[13], half(14));
    let data = &packet[begin..];
    if flags & SYN != 0 {
        let Some(inner) = directory::open(device, ports.1) else {
            return link.send(ports, 0, sequence.wrapping_add(1), RESET | ACK, &[], &[]);
        };
        let (theirs, scale) = options(&packet[20..begin]);
        let window = Window {
            received: sequence.wrapping_add(1),
            sent: 1001,
            acknowledged: 1000,
            room: u32::from(room),
            over: false,
        };
        let stream = Arc::new(Stream {
            ports,
            inner,
            window: Mutex::new(window),
            moved: Condvar::new(),
            scale: scale.unwrap_or(0).min(14),
            largest: largest.min(usize::from(theirs)).max(1),
        });
        streams.insert(ports, stream.clone());
        return accept(link, stream, sequence.wrapping_add(1), largest, scale.is_some());
    }
    let Some(stream) = streams.get(&ports) else {
        if flags & RESET == 0 {
            link.send(ports, acknowledged, sequence.wrapping_add(data.len() as u32), RESET | ACK, &[], &[])?;
        }
        return Ok(());
    };
    if flags & RESET != 0 {
        stream.end();
        streams.remove(&ports);
        return Ok(());
    }
    let mut window = lock(&stream.window);
    window.acknowledged = acknowledged;
    window.room = u32::from(room) << stream.scale;
    let fresh = sequence == window.received;
    if fresh {
        window.received = window.received.wrapping_add(data.len() as u32 + u32::from(flags & FIN));
    }
    let (sent, received) = (window.sent, window.received);
    drop(window);
    stream.moved.notify_all();
    if fresh && !data.is_empty() && stream.inner.write(data).is_err() {
        // The service's thread has ended; `pump` reports the end to the host.
        stream.end();
    }
    if !data.is_empty() || flags & FIN != 0 {
        link.send(ports, sent, received, ACK, &[], &[])?;
    }
    if flags & FIN != 0 {
        stream.inner.socket().shut();
    }
    Ok(())
}

/// Answers a SYN, and starts the thread that sends the service's output.
fn accept(
    link: &Arc<Link>,
    stream: Arc<Stream>,
    acknowledged: u32,
    largest: usize,
    is_scaled: bool,
) -> Result<()> {
    // A client that scales its window expects the window scale option in the answer.
    let mut reply = vec![2, 4];
    reply.extend((largest as u16).to_be_bytes());
    if is_scaled {
        reply.extend([1, 3, 3, 7]);
    }
    link.send(stream.ports, 1000, acknowledged, SYN | ACK, &reply, &[])?;
    let link = link.clone();
    thread::spawn(move || stream.pump(&link));
    Ok(())
}

/// Returns the largest segment and the window scale of a SYN.
fn options(mut bytes: &[u8]) -> (u16, Option<u8>) {
    let (mut largest, mut scale) = (1220, None);
    while let [kind, rest @ ..] = bytes {
        match (kind, rest) {
            (0, _) => break,
            (1, _) => bytes = rest,
            (2, [4, a, b, ..]) => {
                largest = u16::from_be_bytes([*a, *b]);
                bytes = &rest[3..];
            }
            (3, [3, shift, ..]) => {
                scale = Some(*shift);
                bytes = &rest[2..];
            }
            (_, [length, ..]) if *length >= 2 => {
                bytes = bytes.get(usize::from(*length)..).unwrap_or_default()
            }
            _ => break,
        }
    }
    (largest, scale)
}

impl Stream {
    fn end(&self) {
        lock(&self.window).over = true;
        self.moved.notify_all();
        self.inner.socket().shut();
    }

    /// Sends the service's output to the host.
    fn pump(&self, link: &Link) {
        let mut buffer = vec![0; self.largest];
        loop {
            let read = self.inner.read_some(&mut buffer).unwrap_or(0);
            let mut window = lock(&self.window);
            while !window.over
                && window.sent.wrapping_sub(window.acknowledged).saturating_add(read as u32) > window.room
            {
                window = self.moved.wait(window).unwrap_or_else(std::sync::PoisonError::into_inner);
            }
            if window.over {
                return;
            }
            let (sent, received) = (window.sent, window.received);
            // The lock is released before the packet is sent: the thread that reads from the host needs the
            // lock, and the host may read only after its own packets are read. Segments remain in order,
            // since only this thread sends segments of this stream.
            drop(window);
            let flags = if read == 0 { FIN | ACK } else { PUSH | ACK };
            if link.send(self.ports, sent, received, flags, &[], &buffer[..read]).is_err() {
                return;
            }
            lock(&self.window).sent = sent.wrapping_add((read as u32).max(1));
            if read == 0 {
                return;
            }
        }
    }
}

impl Link {
    fn send(
        &self,
        ports: (u16, u16),
        sent: u32,
        received: u32,
        flags: u8,
        options: &[u8],
        data: &[u8],
    ) -> Result<()> {
        let mut segment = [ports.1.to_be_bytes(), ports.0.to_be_bytes()].concat();
        segment.extend(sent.to_be_bytes());
        segment.extend(received.to_be_bytes());
        segment.extend([((20 + options.len()) as u8 / 4) << 4, flags, 0xff, 0xff, 0, 0, 0, 0]);
        segment.extend(options);
        segment.extend(data);
        let sum = checksum(&segment);
        segment[16..18].copy_from_slice(&sum.to_be_bytes());
        let mut packet = vec![0x60, 0, 0, 0];
        packet.extend((segment.len() as u16).to_be_bytes());
        packet.extend([6, 64]);
        packet.extend(DEVICE);
        packet.extend(HOST);
        packet.extend(segment);
        self.queue.send(packet).map_err(|_| Error::Closed)
    }
}

/// Returns TCP's checksum over the IPv6 pseudo-header and a segment in which the checksum field is still 0.
fn checksum(segment: &[u8]) -> u16 {
    let length = (segment.len() as u32).to_be_bytes();
    let all = [&DEVICE[..], &HOST, &length, &[0, 0, 0, 6], segment].concat();
    let words =
        all.chunks(2).map(|pair| u32::from(pair[0]) << 8 | u32::from(pair.get(1).copied().unwrap_or(0)));
    let mut sum: u32 = words.sum();
    while sum >> 16 != 0 {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    !(sum as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tcp_segment_with_its_checksum_has_the_checksum_zero() {
        let mut segment = vec![7u8; 33];
        segment[16..18].fill(0);
        let sum = checksum(&segment);
        segment[16..18].copy_from_slice(&sum.to_be_bytes());
        assert_eq!(checksum(&segment), 0);
    }

    #[test]
    fn options_of_a_tcp_syn_are_read_and_invalid_options_cause_no_panic() {
        assert_eq!(options(&[1, 2, 4, 0x10, 0, 3, 3, 7, 0]), (0x1000, Some(7)));
        assert_eq!(options(&[]), (1220, None));
        for junk in [&[2][..], &[2, 4, 1], &[3, 3], &[9, 0, 1], &[9, 200, 1], &[3, 0]] {
            let _ = options(junk);
        }
    }
}
