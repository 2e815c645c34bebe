//! Reads and writes the messages of AFC: a header of 40 bytes, then the words and strings of the
//! operation, then data.

use super::super::wire::{Result, Wire, malformed};

const MAGIC: &[u8; 8] = b"CFA6LPAA";
const HEADER: usize = 40;
/// A limit that is larger than any message of a client.
const LONGEST: u64 = 64 << 20;

/// A request or an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Packet {
    pub(super) operation: u64,
    /// The client's number for the request, which the answer repeats.
    pub(super) tag: u64,
    /// The words and strings of the operation.
    pub(super) head: Vec<u8>,
    /// The data to write, or the data that was read.
    pub(super) data: Vec<u8>,
}

impl Packet {
    pub(super) fn receive(wire: &Wire) -> Result<Packet> {
        let header = wire.read_array::<HEADER>()?;
        let word = |at: usize| u64::from_le_bytes(header[at..at + 8].try_into().unwrap_or_default());
        if header[..8] != MAGIC[..] {
            return malformed(format!("AFC header: {:?}", String::from_utf8_lossy(&header[..8])));
        }
        let (whole, this) = (word(8), word(16));
        if this < HEADER as u64 || whole < this || whole > LONGEST {
            return malformed(format!("AFC header: lengths {whole} and {this}"));
        }
        let head = wire.read_vec((this - HEADER as u64) as usize)?;
        let data = wire.read_vec((whole - this) as usize)?;
        Ok(Packet { operation: word(32), tag: word(24), head, data })
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        let this = HEADER + self.head.len();
        let mut bytes = MAGIC.to_vec();
        for word in [(this + self.data.len()) as u64, this as u64, self.tag, self.operation] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(&self.head);
        bytes.extend(&self.data);
        bytes
    }

    /// Returns the word at `index` of the head.
    pub(super) fn word(&self, index: usize) -> Option<u64> {
        let bytes = self.head.get(index * 8..index * 8 + 8)?;
        Some(u64::from_le_bytes(bytes.try_into().ok()?))
    }

    /// Returns the string at `index` in the strings that follow `words` words. The last string may end with
    /// the head instead of a NUL.
    pub(super) fn string(&self, words: usize, index: usize) -> Option<String> {
        let part = self.head.get(words * 8..)?.split(|&byte| byte == 0).nth(index)?;
        String::from_utf8(part.to_vec()).ok()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn receive(bytes: &[u8]) -> Result<Packet> {
        let (phone, host) = Wire::pair().unwrap();
        host.write(bytes).unwrap();
        host.close();
        Packet::receive(&phone)
    }

    proptest! {
        #[test]
        fn an_afc_packet_is_read_back_unchanged(
            operation: u64, tag: u64, head in prop::collection::vec(any::<u8>(), 0..64), data in prop::collection::vec(any::<u8>(), 0..64),
        ) {
            let packet = Packet { operation, tag, head, data };
            prop_assert_eq!(receive(&packet.bytes()).unwrap(), packet);
        }

        #[test]
        fn reading_any_bytes_as_an_afc_packet_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..128), whole: u64, this: u64) {
            let _ = receive(&bytes);
            let mut header = MAGIC.to_vec();
            header.extend(whole.to_le_bytes());
            header.extend(this.to_le_bytes());
            header.extend(bytes);
            if let Ok(packet) = receive(&header) {
                let _ = (packet.word(0), packet.word(usize::MAX / 16), packet.string(1, 0), packet.string(0, 1));
            }
        }
    }

    #[test]
    fn numbers_and_texts_are_read_from_the_head_of_an_afc_packet() {
        let mut head = 7u64.to_le_bytes().to_vec();
        head.extend(b"/from\0/to");
        let packet = Packet { operation: 0, tag: 0, head, data: Vec::new() };
        assert_eq!((packet.word(0), packet.word(1).is_some(), packet.word(2)), (Some(7), true, None));
        assert_eq!(packet.string(1, 0).as_deref(), Some("/from"));
        assert_eq!(packet.string(1, 1).as_deref(), Some("/to"));
        assert_eq!(packet.string(1, 2), None);
    }
}
