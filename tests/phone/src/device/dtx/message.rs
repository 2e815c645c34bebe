//! Reads and writes DTX messages, which the service instruments uses. A message has a header of 32 bytes and may be divided into fragments.
//! The payload of a message contains arguments and either a selector or a result, each as an archive.

use std::collections::HashMap;

use plist::Value;

use super::super::wire::{Result, Wire, malformed};
use super::archive::{archive, unarchive};

const MAGIC: u32 = 0x1f3d_5b79;
const HEADER: usize = 32;
/// A limit that is larger than any message of a client.
const LONGEST: usize = 32 << 20;
/// Largest number of messages whose fragments have not all arrived.
const MOST_PARTIAL: usize = 64;

/// Kinds of payloads, in the low byte of the payload's flags.
pub(super) mod kind {
    pub(in super::super) const NOTHING: u32 = 0;
    pub(in super::super) const CALL: u32 = 2;
    pub(in super::super) const OBJECT: u32 = 3;
    pub(in super::super) const ERROR: u32 = 4;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Message {
    pub(super) id: u32,
    /// Index of the message in its conversation: 0 for a call, one more for each answer.
    pub(super) conversation: u32,
    pub(super) channel: i32,
    pub(super) expects_reply: bool,
    pub(super) kind: u32,
    pub(super) arguments: Vec<u8>,
    pub(super) object: Vec<u8>,
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?))
}

/// Returns a header that announces a message of `length` bytes, without the message.
pub(super) fn with_length(length: u32) -> Vec<u8> {
    [MAGIC, HEADER as u32, 1 << 16, length, 1, 1, 0, 0].iter().flat_map(|word| word.to_le_bytes()).collect()
}

impl Message {
    /// Encodes the message in one fragment.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let (arguments, object) = (self.arguments.len() as u32, self.object.len() as u32);
        let mut bytes = Vec::new();
        // One fragment: its index 0 and the number 1, in the two halves of a word.
        for word in [MAGIC, HEADER as u32, 1 << 16, 16 + arguments + object, self.id, self.conversation] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(self.channel.to_le_bytes());
        for word in [u32::from(self.expects_reply), self.kind, arguments, arguments + object, 0] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(&self.arguments);
        bytes.extend(&self.object);
        bytes
    }

    fn parse(header: &[u8; HEADER], payload: &[u8]) -> Option<Message> {
        let arguments = word(payload, 4)? as usize;
        let total = word(payload, 8)? as usize;
        let body = payload.get(16..16usize.checked_add(total)?)?;
        Some(Message {
            id: word(header, 16)?,
            conversation: word(header, 20)?,
            channel: word(header, 24)? as i32,
            expects_reply: word(header, 28)? != 0,
            kind: word(payload, 0)? & 0xff,
            arguments: body.get(..arguments)?.to_vec(),
            object: body.get(arguments..)?.to_vec(),
        })
    }

    /// Decodes the selector or the result.
    pub(super) fn object(&self) -> Result<Option<Value>> {
        if self.object.is_empty() { Ok(None) } else { unarchive(&self.object) }
    }

    /// Decodes the arguments; `None` for nil.
    pub(super) fn arguments(&self) -> Result<Vec<Option<Value>>> {
        if self.arguments.is_empty() { Ok(Vec::new()) } else { read_arguments(&self.arguments) }
    }
}

/// A receiver that assembles messages from their fragments.
#[derive(Default)]
pub(super) struct Receiver {
    partial: HashMap<u32, Vec<u8>>,
}

impl Receiver {
    pub(super) fn receive(&mut self, wire: &Wire) -> Result<Message> {
        loop {
            let header = wire.read_array::<HEADER>()?;
            let field = |at| word(&header, at).unwrap_or(0);
            if field(0) != MAGIC || field(4) != HEADER as u32 {
                return malformed(format!("DTX header: {:#x}, {} bytes", field(0), field(4)));
            }
            let (fragment, count, id) = (field(8) & 0xffff, field(8) >> 16, field(16));
            let length = field(12) as usize;
            if length > LONGEST || fragment >= count.max(1) {
                return malformed(format!("DTX header: fragment {fragment} of {count}, {length} bytes"));
            }
            // The first of several fragments consists only of a header, which contains the length of the
            // whole message.
            if count > 1 && fragment == 0 {
                if self.partial.len() >= MOST_PARTIAL {
                    return malformed("DTX: too many messages at once");
                }
                self.partial.insert(id, Vec::new());
                continue;
            }
            let mut payload = wire.read_vec(length)?;
            if count > 1 {
                let Some(partial) = self.partial.get_mut(&id) else {
                    return malformed(format!("DTX: fragment {fragment} of message {id} without its first"));
                };
                partial.append(&mut payload);
                if partial.len() > LONGEST {
                    return malformed("DTX: a message without end");
                }
                if fragment + 1 < count {
                    continue;
                }
                payload = self.partial.remove(&id).unwrap_or_default();
            }
            return match Message::parse(&header, &payload) {
                Some(message) => Ok(message),
                None => malformed("DTX payload: lengths do not fit"),
            };
        }
    }
}

/// Kinds of values in a list of arguments.
const TEXT: u32 = 1;
const BYTES: u32 = 2;
const NONE: u32 = 10;

/// Encodes values as a list of arguments.
pub(super) fn write_arguments(values: &[Value]) -> Result<Vec<u8>> {
    let mut body = Vec::new();
    for value in values {
        let bytes = archive(value)?;
        for word in [NONE, BYTES, bytes.len() as u32] {
            body.extend(word.to_le_bytes());
        }
        body.extend(bytes);
    }
    let mut all = 0x1f0u64.to_le_bytes().to_vec();
    all.extend((body.len() as u64).to_le_bytes());
    all.extend(body);
    Ok(all)
}

/// Decodes a list of arguments. Each value follows an empty key. Numbers are stored directly, all other
/// values as archives.
fn read_arguments(bytes: &[u8]) -> Result<Vec<Option<Value>>> {
    let Some(mut rest) = bytes.get(16..) else { return malformed("DTX arguments: no header") };
    let mut values = Vec::new();
    fn take<'a>(rest: &mut &'a [u8], length: usize) -> Result<&'a [u8]> {
        match rest.split_at_checked(length) {
            Some((taken, left)) => {
                *rest = left;
                Ok(taken)
            }
            None => malformed("DTX arguments: cut off"),
        }
    }
    while !rest.is_empty() {
        let kind = word(take(&mut rest, 4)?, 0).unwrap_or(0);
        match kind & 0xff {
            NONE => {}
            TEXT | BYTES => {
                let length = word(take(&mut rest, 4)?, 0).unwrap_or(0) as usize;
                let bytes = take(&mut rest, length)?;
                values.push(match kind & 0xff {
                    _ if bytes.is_empty() => None,
                    TEXT => Some(String::from_utf8_lossy(bytes).into_owned().into()),
                    _ => unarchive(bytes)?,
                });
            }
            3 | 5 => {
                let number = word(take(&mut rest, 4)?, 0).unwrap_or(0) as i32;
                values.push(Some(i64::from(number).into()));
            }
            4 | 6 => {
                let number = i64::from_le_bytes(take(&mut rest, 8)?.try_into().unwrap_or_default());
                values.push(Some(number.into()));
            }
            9 => {
                let number = f64::from_le_bytes(take(&mut rest, 8)?.try_into().unwrap_or_default());
                values.push(Some(Value::Real(number)));
            }
            other => return malformed(format!("DTX arguments: kind {other}")),
        }
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn receive(bytes: &[u8]) -> Result<Message> {
        let (phone, host) = Wire::pair().unwrap();
        host.write(bytes).unwrap();
        host.close();
        Receiver::default().receive(&phone)
    }

    proptest! {
        #[test]
        fn a_dtx_message_is_read_back_unchanged(
            id: u32, conversation: u32, channel: i32, expects_reply: bool, kind in 0u32..256,
            arguments in prop::collection::vec(any::<u8>(), 0..64), object in prop::collection::vec(any::<u8>(), 0..64),
        ) {
            let message = Message { id, conversation, channel, expects_reply, kind, arguments, object };
            prop_assert_eq!(receive(&message.bytes()).unwrap(), message);
        }

        #[test]
        fn reading_any_bytes_as_a_dtx_message_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..128), words: [u32; 3]) {
            let _ = receive(&bytes);
            let mut header = [MAGIC, HEADER as u32].map(u32::to_le_bytes).concat();
            header.extend(words.map(u32::to_le_bytes).concat());
            header.extend(&bytes);
            if let Ok(message) = receive(&header) {
                let _ = (message.arguments(), message.object());
            }
            let _ = read_arguments(&bytes);
        }
    }

    #[test]
    fn arguments_of_a_dtx_message_are_read_back_with_archived_or_plain_numbers() {
        let values: Vec<Value> = vec!["a".into(), 7.into(), Value::Array(vec![])];
        let read = read_arguments(&write_arguments(&values).unwrap()).unwrap();
        assert_eq!(read, values.into_iter().map(Some).collect::<Vec<_>>());
        let mut plain = vec![0; 16];
        for word in [10u32, 3, 5, 10, 2, 0, 10, 6, 8, 0] {
            plain.extend(word.to_le_bytes());
        }
        assert_eq!(read_arguments(&plain).unwrap(), [Some(5.into()), None, Some(8.into())]);
    }

    #[test]
    fn fragments_of_a_dtx_message_are_joined() {
        let whole = Message {
            id: 9,
            conversation: 0,
            channel: 1,
            expects_reply: true,
            kind: kind::CALL,
            arguments: vec![1; 50],
            object: vec![2; 50],
        };
        let bytes = whole.bytes();
        let mut stream = Vec::new();
        let payload = &bytes[32..];
        for (index, part) in [&[][..], &payload[..40], &payload[40..]].iter().enumerate() {
            let mut header = bytes[..32].to_vec();
            header[8..12].copy_from_slice(&(index as u32 | 3 << 16).to_le_bytes());
            let length = if index == 0 { payload.len() } else { part.len() };
            header[12..16].copy_from_slice(&(length as u32).to_le_bytes());
            stream.extend(header);
            stream.extend(*part);
        }
        assert_eq!(receive(&stream).unwrap(), whole);
    }
}
