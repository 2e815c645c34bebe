//! Receives and sends property lists that follow their length. Lockdown and most services use this protocol.
//!
//! Invariant: a message whose announced length exceeds [`LONGEST`] is refused.

use plist::{Dictionary, Value};

use super::wire::{Result, Wire, malformed};

/// A limit that is far larger than any request.
const LONGEST: usize = 64 << 20;

/// Receives one message: a big-endian length, then a property list in XML or binary form.
pub(super) fn receive(wire: &Wire) -> Result<Dictionary> {
    let length = u32::from_be_bytes(wire.read_array()?) as usize;
    if length > LONGEST {
        return malformed(format!("message of {length} bytes"));
    }
    parse(&wire.read_vec(length)?)
}

/// Sends one message, as XML.
pub(super) fn send(wire: &Wire, message: Dictionary) -> Result<()> {
    let body = to_xml(Value::Dictionary(message))?;
    let length = u32::try_from(body.len()).or_else(|_| malformed("reply: too long"))?;
    wire.write(&[&length.to_be_bytes()[..], &body].concat())
}

/// Parses a dictionary of a property list in any format.
pub(super) fn parse(bytes: &[u8]) -> Result<Dictionary> {
    match Value::from_reader(std::io::Cursor::new(bytes)) {
        Ok(Value::Dictionary(dictionary)) => Ok(dictionary),
        Ok(_) => malformed("property list: not a dictionary"),
        Err(error) => malformed(format!("property list: {error}")),
    }
}

pub(super) fn to_xml(value: Value) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    value.to_writer_xml(&mut bytes).or_else(|error| malformed(format!("reply: {error}")))?;
    Ok(bytes)
}

pub(super) fn to_binary(value: &Value) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    value.to_writer_binary(&mut bytes).or_else(|error| malformed(format!("reply: {error}")))?;
    Ok(bytes)
}

/// Creates a dictionary from pairs.
pub(super) fn dictionary<const N: usize>(pairs: [(&str, Value); N]) -> Dictionary {
    pairs.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// Returns the string for a key, or `None` if the dictionary has no such string.
pub(super) fn text<'a>(dictionary: &'a Dictionary, key: &str) -> Option<&'a str> {
    dictionary.get(key).and_then(Value::as_string)
}

/// Returns the strings for a key, which has either an array of strings or a single string.
pub(super) fn texts(dictionary: &Dictionary, key: &str) -> Option<Vec<String>> {
    Some(match dictionary.get(key)? {
        Value::String(one) => vec![one.clone()],
        Value::Array(many) => many.iter().filter_map(Value::as_string).map(str::to_owned).collect(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_property_list_message_is_read_back_in_xml_and_in_binary_format() {
        let message = dictionary([("Request", "QueryType".into()), ("Count", 3.into())]);
        let (phone, host) = Wire::pair().unwrap();
        send(&phone, message.clone()).unwrap();
        assert_eq!(receive(&host).unwrap(), message);
        let binary = to_binary(&Value::Dictionary(message.clone())).unwrap();
        phone.write(&[&(binary.len() as u32).to_be_bytes()[..], &binary].concat()).unwrap();
        assert_eq!(receive(&host).unwrap(), message);
    }

    #[test]
    fn an_invalid_property_list_message_is_an_error() {
        for (bytes, expected) in [
            (&b"\xff\xff\xff\xff"[..], "malformed message of 4294967295 bytes"),
            (b"\0\0\0\x04junk", "malformed property list"),
            (b"\0\0\0\x00", "malformed property list"),
            (b"\0\0\0\x08short", "the peer closed"),
            (b"\0\0\0\x32<plist version=\"1.0\"><string>no</string></plist>\n\n", "not a dictionary"),
        ] {
            let (phone, host) = Wire::pair().unwrap();
            host.write(bytes).unwrap();
            host.close();
            let error = receive(&phone).unwrap_err().to_string();
            assert!(error.contains(expected), "{bytes:?}: {error}");
        }
    }
}
