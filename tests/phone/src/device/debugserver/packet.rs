//! Implements the framing of the gdb-remote protocol: `$data#checksum`, acknowledged by `+` until both
//! sides agree to omit the acknowledgements.

use super::super::wire::{Result, Wire, malformed};

/// A limit that is larger than any packet of a launch.
const LONGEST: usize = 1 << 20;

/// A unit of input from a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Incoming {
    Packet(Vec<u8>),
    /// A packet whose checksum is wrong.
    Damaged,
    /// A Ctrl-C character.
    Interrupt,
}

pub(super) fn checksum(data: &[u8]) -> u8 {
    data.iter().fold(0, |sum: u8, byte| sum.wrapping_add(*byte))
}

pub(super) fn encode(data: &[u8]) -> Vec<u8> {
    let mut bytes = vec![b'$'];
    for &byte in data {
        // Bytes with a special meaning in the protocol are escaped.
        if matches!(byte, b'#' | b'$' | b'}' | b'*') {
            bytes.extend([b'}', byte ^ 0x20]);
        } else {
            bytes.push(byte);
        }
    }
    let sum = checksum(&bytes[1..]);
    bytes.extend(format!("#{sum:02x}").into_bytes());
    bytes
}

/// Returns the next packet; acknowledgements are skipped.
pub(super) fn receive(wire: &Wire) -> Result<Incoming> {
    let byte = || wire.read_array::<1>().map(|[byte]| byte);
    loop {
        match byte()? {
            b'+' | b'-' => continue,
            0x03 => return Ok(Incoming::Interrupt),
            b'$' => break,
            other => return malformed(format!("gdb-remote: {other:#04x} between packets")),
        }
    }
    let mut raw = Vec::new();
    loop {
        match byte()? {
            b'#' => break,
            _ if raw.len() == LONGEST => return malformed("gdb-remote: a packet without end"),
            other => raw.push(other),
        }
    }
    let sum = wire.read_array::<2>()?;
    let sum = std::str::from_utf8(&sum).ok().and_then(|text| u8::from_str_radix(text, 16).ok());
    if sum != Some(checksum(&raw)) {
        return Ok(Incoming::Damaged);
    }
    let mut data = Vec::with_capacity(raw.len());
    let mut bytes = raw.into_iter();
    while let Some(byte) = bytes.next() {
        match (byte, byte == b'}') {
            (_, true) => data.extend(bytes.next().map(|escaped| escaped ^ 0x20)),
            (plain, false) => data.push(plain),
        }
    }
    Ok(Incoming::Packet(data))
}

/// Encodes text as hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Decodes hexadecimal digits; `None` for other text.
pub(super) fn unhex(text: &str) -> Option<String> {
    let digits = text.as_bytes();
    if !digits.len().is_multiple_of(2) {
        return None;
    }
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    let bytes: Option<Vec<u8>> = digits.chunks(2).map(byte).collect();
    String::from_utf8(bytes?).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn receive_of(bytes: &[u8]) -> Result<Incoming> {
        let (phone, host) = Wire::pair().unwrap();
        host.write(bytes).unwrap();
        host.close();
        receive(&phone)
    }

    proptest! {
        #[test]
        fn a_debugserver_packet_is_read_back_unchanged(data in prop::collection::vec(any::<u8>(), 0..128)) {
            prop_assert_eq!(receive_of(&encode(&data)).unwrap(), Incoming::Packet(data));
        }

        #[test]
        fn reading_any_bytes_as_a_debugserver_packet_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
            let _ = receive_of(&bytes);
            let _ = receive_of(&[b"$", &bytes[..], b"#zz"].concat());
        }

        #[test]
        fn encoded_hexadecimal_digits_are_decoded_unchanged(text: String, junk: String) {
            prop_assert_eq!(unhex(&hex(text.as_bytes())), Some(text));
            let _ = unhex(&junk);
        }
    }

    #[test]
    fn known_debugserver_packets_are_encoded_and_damaged_packets_recognised() {
        assert_eq!(encode(b"OK"), b"$OK#9a");
        assert_eq!(encode(b""), b"$#00");
        for (bytes, expected) in [
            (&b"+$QStartNoAckMode#b0"[..], Incoming::Packet(b"QStartNoAckMode".to_vec())),
            (b"$OK#00", Incoming::Damaged),
            (b"$OK#zz", Incoming::Damaged),
            (b"\x03", Incoming::Interrupt),
        ] {
            assert_eq!(receive_of(bytes).unwrap(), expected);
        }
    }
}
