//! Implements the server's side of RemoteXPC connections: XPC messages on a few HTTP/2 streams.
//!
//! Headers are empty: a HEADERS frame only opens a stream, and DATA frames contain messages.

use std::collections::{BTreeMap, BTreeSet};

use super::super::wire::{Result, Wire, malformed};
use super::xpc::{Message, Object};

const DATA: u8 = 0;
const HEADERS: u8 = 1;
const SETTINGS: u8 = 4;
const PING: u8 = 6;
const GO_AWAY: u8 = 7;
const WINDOW: u8 = 8;
const LONGEST_FRAME: usize = 16384;

/// The stream for requests and for the device's greeting.
const ROOT: u32 = 1;
/// The stream for answers.
const REPLY: u32 = 3;

/// The flags of a message.
const ALWAYS: u32 = 1;
const HAS_DATA: u32 = 0x100;
const WANTS_REPLY: u32 = 0x1_0000;
const IS_REPLY: u32 = 0x2_0000;
const OPENS: u32 = 0x40_0000;
/// The flags of the third message, which every client sends before requests.
const THIRD: u32 = 0x201;

struct Connection<'a> {
    wire: &'a Wire,
    opened: BTreeSet<u32>,
    buffers: BTreeMap<u32, Vec<u8>>,
}

/// Serves a connection: sends the greeting once both streams are open, and answers requests.
pub(super) fn serve(
    wire: &Wire,
    greeting: Option<Object>,
    mut answer: impl FnMut(&Object) -> Result<Object>,
) -> Result<()> {
    let preface = wire.read_array::<24>()?;
    if !preface.starts_with(b"PRI * HTTP/2.0") {
        return malformed("HTTP/2 preface");
    }
    let mut connection = Connection { wire, opened: BTreeSet::new(), buffers: BTreeMap::new() };
    // The device permits at most 100 streams, with receive windows of a megabyte.
    let settings = [&[0, 3][..], &100u32.to_be_bytes(), &[0, 4], &(1u32 << 20).to_be_bytes()].concat();
    connection.frame(SETTINGS, 0, 0, &settings)?;
    connection.frame(WINDOW, 0, 0, &983_041u32.to_be_bytes())?;
    let (mut has_opened, mut has_third, mut greeting) = (false, false, greeting);
    loop {
        let Some((stream, message)) = connection.receive()? else { return Ok(()) };
        match (message.flags, message.object) {
            (flags, _) if flags & OPENS != 0 => {
                has_opened = true;
                connection.send(REPLY, OPENS | ALWAYS, 0, None)?;
            }
            (THIRD, _) => {
                has_third = true;
                connection.send(ROOT, THIRD, 0, None)?;
            }
            (_, Some(Object::Dictionary(pairs))) if pairs.is_empty() => {
                connection.send(
                    stream,
                    HAS_DATA | ALWAYS,
                    message.id,
                    Some(Object::Dictionary(Vec::new())),
                )?;
            }
            (flags, Some(object)) if flags & WANTS_REPLY != 0 => {
                let reply = answer(&object)?;
                connection.send(REPLY, IS_REPLY | HAS_DATA | ALWAYS, message.id, Some(reply))?;
            }
            // CoreDevice's clients expect an answer to every request, even without the flag for it.
            (_, Some(object)) if object.get("CoreDevice.featureIdentifier").is_some() => {
                let reply = answer(&object)?;
                connection.send(REPLY, IS_REPLY | HAS_DATA | ALWAYS, message.id, Some(reply))?;
            }
            _ => {}
        }
        // Clients open the two streams in different orders, and one client reads strictly in order.
        if has_opened
            && has_third
            && let Some(greeting) = greeting.take()
        {
            connection.send(ROOT, HAS_DATA | ALWAYS, 2, Some(greeting))?;
        }
    }
}

impl Connection<'_> {
    fn frame(&self, kind: u8, flags: u8, stream: u32, body: &[u8]) -> Result<()> {
        let length = (body.len() as u32).to_be_bytes();
        let mut frame = length[1..].to_vec();
        frame.extend([kind, flags]);
        frame.extend(stream.to_be_bytes());
        frame.extend(body);
        self.wire.write(&frame)
    }

    fn send(&mut self, stream: u32, flags: u32, id: u64, object: Option<Object>) -> Result<()> {
        for piece in (Message { flags, id, object }).bytes().chunks(LONGEST_FRAME) {
            self.frame(DATA, 0, stream, piece)?;
        }
        Ok(())
    }

    /// Returns the next message with its stream; `None` when the client closes the connection.
    fn receive(&mut self) -> Result<Option<(u32, Message)>> {
        loop {
            for (stream, buffer) in &mut self.buffers {
                if let Some(message) = Message::take(buffer)? {
                    return Ok(Some((*stream, message)));
                }
            }
            let header = self.wire.read_array::<9>()?;
            let length = u32::from_be_bytes([0, header[0], header[1], header[2]]) as usize;
            let stream = u32::from_be_bytes([header[5], header[6], header[7], header[8]]) & 0x7fff_ffff;
            let body = self.wire.read_vec(length)?;
            match (header[3], header[4]) {
                (SETTINGS, flags) if flags & 1 == 0 => self.frame(SETTINGS, 1, 0, &[])?,
                (PING, flags) if flags & 1 == 0 => self.frame(PING, 1, 0, &body)?,
                (HEADERS, _) if self.opened.insert(stream) => self.frame(HEADERS, 4, stream, &[])?,
                (GO_AWAY, _) => return Ok(None),
                (DATA, _) if !body.is_empty() => {
                    let window = (body.len() as u32).to_be_bytes();
                    self.frame(WINDOW, 0, 0, &window)?;
                    self.frame(WINDOW, 0, stream, &window)?;
                    let buffer = self.buffers.entry(stream).or_default();
                    buffer.extend(body);
                    if buffer.len() > 32 << 20 {
                        return malformed("RemoteXPC: a message without end");
                    }
                }
                _ => {}
            }
        }
    }
}
