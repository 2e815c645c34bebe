//! Encodes and decodes XPC objects and the headers of RemoteXPC messages.
//!
//! Invariant: for any bytes, decoding ends with a value or an error.

use super::super::wire::{Result, malformed};

/// An XPC object. Dictionaries keep the order of their entries.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Object {
    Null,
    Bool(bool),
    Int(i64),
    Unsigned(u64),
    Double(f64),
    /// A date in nanoseconds since 1970.
    Date(i64),
    Data(Vec<u8>),
    Text(String),
    Uuid([u8; 16]),
    Array(Vec<Object>),
    Dictionary(Vec<(String, Object)>),
}

impl Object {
    pub(super) fn get(&self, key: &str) -> Option<&Object> {
        match self {
            Object::Dictionary(pairs) => pairs.iter().find(|(known, _)| known == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// Returns the object at a path of keys in nested dictionaries.
    pub(super) fn at(&self, path: &[&str]) -> Option<&Object> {
        path.iter().try_fold(self, |object, key| object.get(key))
    }

    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Object::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn number(&self) -> Option<i64> {
        match self {
            Object::Int(number) => Some(*number),
            Object::Unsigned(number) => i64::try_from(*number).ok(),
            _ => None,
        }
    }
}

impl From<&str> for Object {
    fn from(text: &str) -> Object {
        Object::Text(text.to_owned())
    }
}

impl From<bool> for Object {
    fn from(value: bool) -> Object {
        Object::Bool(value)
    }
}

/// Creates a dictionary from pairs.
pub(super) fn dictionary<const N: usize>(pairs: [(&str, Object); N]) -> Object {
    Object::Dictionary(pairs.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

fn pad(bytes: &mut Vec<u8>) {
    while !bytes.len().is_multiple_of(4) {
        bytes.push(0);
    }
}

/// Writes the length of the bytes, the bytes, and the padding.
fn sized(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend((bytes.len() as u32).to_le_bytes());
    out.extend(bytes);
    pad(out);
}

fn write(object: &Object, out: &mut Vec<u8>) {
    let kind = |out: &mut Vec<u8>, kind: u32| out.extend(kind.to_le_bytes());
    match object {
        Object::Null => kind(out, 0x1000),
        Object::Bool(value) => {
            kind(out, 0x2000);
            out.extend(u32::from(*value).to_le_bytes());
        }
        Object::Int(number) => {
            kind(out, 0x3000);
            out.extend(number.to_le_bytes());
        }
        Object::Unsigned(number) => {
            kind(out, 0x4000);
            out.extend(number.to_le_bytes());
        }
        Object::Double(number) => {
            kind(out, 0x5000);
            out.extend(number.to_le_bytes());
        }
        Object::Date(nanos) => {
            kind(out, 0x7000);
            out.extend(nanos.to_le_bytes());
        }
        Object::Data(bytes) => {
            kind(out, 0x8000);
            sized(out, bytes);
        }
        Object::Text(text) => {
            kind(out, 0x9000);
            sized(out, &[text.as_bytes(), b"\0"].concat());
        }
        Object::Uuid(bytes) => {
            kind(out, 0xa000);
            out.extend(bytes);
        }
        Object::Array(values) => {
            let mut body = (values.len() as u32).to_le_bytes().to_vec();
            values.iter().for_each(|value| write(value, &mut body));
            kind(out, 0xe000);
            sized(out, &body);
        }
        Object::Dictionary(pairs) => {
            let mut body = (pairs.len() as u32).to_le_bytes().to_vec();
            for (key, value) in pairs {
                body.extend(key.as_bytes());
                body.push(0);
                pad(&mut body);
                write(value, &mut body);
            }
            kind(out, 0xf000);
            sized(out, &body);
        }
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

/// Largest depth of nested objects in a message.
const DEEPEST: u32 = 32;

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8]> {
        match self.at.checked_add(length).and_then(|end| self.bytes.get(self.at..end)) {
            Some(taken) => {
                self.at += length;
                Ok(taken)
            }
            None => malformed("XPC object: cut off"),
        }
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    fn word(&mut self) -> Result<u32> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    fn align(&mut self) {
        self.at = self.at.next_multiple_of(4).min(self.bytes.len());
    }

    fn text(&mut self) -> Result<String> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let Some(length) = rest.iter().position(|&byte| byte == 0) else {
            return malformed("XPC key: no end");
        };
        let text = String::from_utf8_lossy(&rest[..length]).into_owned();
        self.at += length + 1;
        self.align();
        Ok(text)
    }

    fn object(&mut self, depth: u32) -> Result<Object> {
        if depth > DEEPEST {
            return malformed("XPC object: too deep");
        }
        Ok(match self.word()? {
            0x1000 => Object::Null,
            0x2000 => Object::Bool(self.word()? != 0),
            0x3000 => Object::Int(i64::from_le_bytes(self.array()?)),
            0x4000 => Object::Unsigned(u64::from_le_bytes(self.array()?)),
            0x5000 => Object::Double(f64::from_le_bytes(self.array()?)),
            0x7000 => Object::Date(i64::from_le_bytes(self.array()?)),
            0x8000 => {
                let length = self.word()? as usize;
                let data = self.take(length)?.to_vec();
                self.align();
                Object::Data(data)
            }
            0x9000 => {
                let length = self.word()? as usize;
                let text = self.take(length)?;
                self.align();
                let end = text.iter().position(|&byte| byte == 0).unwrap_or(text.len());
                Object::Text(String::from_utf8_lossy(&text[..end]).into_owned())
            }
            0xa000 => Object::Uuid(self.array()?),
            0xe000 => {
                let (_, count) = (self.word()?, self.word()?);
                let mut values = Vec::new();
                for _ in 0..count {
                    values.push(self.object(depth + 1)?);
                }
                Object::Array(values)
            }
            0xf000 => {
                let (_, count) = (self.word()?, self.word()?);
                let mut pairs = Vec::new();
                for _ in 0..count {
                    let key = self.text()?;
                    pairs.push((key, self.object(depth + 1)?));
                }
                Object::Dictionary(pairs)
            }
            other => return malformed(format!("XPC object of kind {other:#x}")),
        })
    }
}

const WRAPPER: u32 = 0x29b0_0b92;
const OBJECT: u32 = 0x4213_3742;
/// Length of the header that precedes an object.
pub(super) const HEADER: usize = 24;
/// A limit that is larger than any message of the services.
const LONGEST: u64 = 16 << 20;

/// A message: flags, an id, and optionally an object.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Message {
    pub(super) flags: u32,
    pub(super) id: u64,
    pub(super) object: Option<Object>,
}

impl Message {
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut body = Vec::new();
        if let Some(object) = &self.object {
            body.extend(OBJECT.to_le_bytes());
            body.extend(5u32.to_le_bytes());
            write(object, &mut body);
        }
        let mut bytes = [WRAPPER, self.flags].map(u32::to_le_bytes).concat();
        bytes.extend((body.len() as u64).to_le_bytes());
        bytes.extend(self.id.to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// Removes the first message of a buffer and returns it; `None` if it is not complete yet.
    pub(super) fn take(buffer: &mut Vec<u8>) -> Result<Option<Message>> {
        if buffer.len() < HEADER {
            return Ok(None);
        }
        let mut header = Reader { bytes: buffer, at: 0 };
        let (magic, flags) = (header.word()?, header.word()?);
        let (length, id) = (u64::from_le_bytes(header.array()?), u64::from_le_bytes(header.array()?));
        if magic != WRAPPER || length > LONGEST {
            return malformed(format!("XPC message: {magic:#x}, {length} bytes"));
        }
        let end = HEADER + length as usize;
        if buffer.len() < end {
            return Ok(None);
        }
        let object = if length == 0 {
            None
        } else {
            let mut body = Reader { bytes: &buffer[..end], at: HEADER };
            if body.word()? != OBJECT {
                return malformed("XPC message: no object in it");
            }
            body.word()?;
            Some(body.object(0)?)
        };
        buffer.drain(..end);
        Ok(Some(Message { flags, id, object }))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_xpc_message_is_read_back_unchanged() {
        let object = dictionary([
            ("null", Object::Null),
            ("yes", true.into()),
            ("int", Object::Int(-3)),
            ("unsigned", Object::Unsigned(u64::MAX)),
            ("double", Object::Double(0.5)),
            ("date", Object::Date(7)),
            ("data", Object::Data(vec![1, 2, 3])),
            ("text", "abc".into()),
            ("uuid", Object::Uuid([7; 16])),
            ("array", Object::Array(vec![dictionary([("a", "b".into())]), Object::Array(vec![])])),
        ]);
        let message = Message { flags: 0x101, id: 9, object: Some(object) };
        let mut bytes = message.bytes();
        let whole = bytes.clone();
        bytes.truncate(bytes.len() - 1);
        assert_eq!(Message::take(&mut bytes).unwrap(), None);
        let mut twice = [&whole[..], &whole].concat();
        assert_eq!(Message::take(&mut twice).unwrap(), Some(message));
        assert_eq!(twice, whole);
    }

    proptest! {
        #[test]
        fn reading_any_bytes_as_an_xpc_message_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..128), kinds in prop::collection::vec(0u8..16, 0..32)) {
            let mut body = [OBJECT, 5].map(u32::to_le_bytes).concat();
            body.extend(kinds.iter().flat_map(|kind| (u32::from(*kind) << 12).to_le_bytes()));
            body.extend(&bytes);
            let mut message = [WRAPPER, 0].map(u32::to_le_bytes).concat();
            message.extend((body.len() as u64).to_le_bytes());
            message.extend(0u64.to_le_bytes());
            message.extend(body);
            let _ = Message::take(&mut message);
            let _ = Message::take(&mut bytes.clone());
        }
    }
}
