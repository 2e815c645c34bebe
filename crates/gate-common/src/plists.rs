//! Reads untrusted property lists within limits.
//!
//! A binary property list of a few hundred bytes can expand to gigabytes, because the list may refer to the
//! same value many times. A deeply nested property list overflows the stack of the code that builds, clones
//! or drops the list. The reader therefore counts the elements of a property list before it builds the list.

use std::fs::File;
use std::io::{self, Cursor, Read as _};
use std::path::Path;

use plist::Value;
use plist::stream::{Event, Reader};

/// The deepest nesting that is read. Xcode's lists have about ten levels.
const DEEPEST: usize = 512;
/// The largest size of a list, both as a file and after all references have been expanded.
pub const LARGEST: u64 = 64 << 20;
/// The memory of a value in addition to that of its text.
const VALUE: u64 = 64;

/// The reason why a property list is not read, as a part of a message.
#[derive(Debug, thiserror::Error)]
pub enum PlistError {
    /// The file cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file is not a property list.
    #[error("it is not a property list")]
    Malformed,
    /// The nesting is deeper than `DEEPEST`.
    #[error("it is nested more than {DEEPEST} levels deep")]
    Deep,
    /// The list is larger than [`LARGEST`].
    #[error("it is larger than {} MB when its references are expanded", LARGEST >> 20)]
    Large,
}

/// Reads a property list in any encoding.
pub fn read(bytes: &[u8]) -> Result<Value, PlistError> {
    if bytes.len() as u64 > LARGEST {
        return Err(PlistError::Large);
    }
    let (mut depth, mut size) = (0_usize, 0_u64);
    for event in Reader::new(Cursor::new(bytes)) {
        let length = match event.map_err(|_| PlistError::Malformed)? {
            Event::StartArray(_) | Event::StartDictionary(_) => {
                depth += 1;
                0
            }
            Event::EndCollection => {
                depth = depth.saturating_sub(1);
                continue;
            }
            Event::String(text) => text.len(),
            Event::Data(data) => data.len(),
            _ => 0,
        };
        size = size.saturating_add(VALUE + length as u64);
        if depth > DEEPEST {
            return Err(PlistError::Deep);
        }
        if size > LARGEST {
            return Err(PlistError::Large);
        }
    }
    Value::from_reader(Cursor::new(bytes)).map_err(|_| PlistError::Malformed)
}

/// Reads a property list from a file.
pub fn read_file(path: &Path) -> Result<Value, PlistError> {
    read(&bytes_of(path)?)
}

/// Reads the bytes of a property list, but not more than the largest list may have.
pub fn bytes_of(path: &Path) -> Result<Vec<u8>, PlistError> {
    let file = File::open(path)?;
    let mut bytes = Vec::new();
    file.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST { Err(PlistError::Large) } else { Ok(bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn xml(body: &str) -> Vec<u8> {
        format!("<?xml version=\"1.0\"?><plist version=\"1.0\">{body}</plist>").into_bytes()
    }

    fn nested(depth: usize) -> Vec<u8> {
        xml(&("<array>".repeat(depth) + &"</array>".repeat(depth)))
    }

    /// Builds a binary list of `levels` arrays, each with ten references to the next one.
    fn laughing(levels: u8) -> Vec<u8> {
        let mut bytes = b"bplist00".to_vec();
        let mut offsets = Vec::new();
        for level in 0..levels {
            offsets.push(bytes.len() as u8);
            bytes.push(0xaa);
            bytes.extend([level + 1; 10]);
        }
        offsets.push(bytes.len() as u8);
        bytes.extend(b"\x51x");
        let table = bytes.len() as u64;
        bytes.extend(&offsets);
        bytes.extend([0, 0, 0, 0, 0, 0, 1, 1]);
        for number in [offsets.len() as u64, 0, table] {
            bytes.extend(number.to_be_bytes());
        }
        bytes
    }

    #[test]
    fn property_lists_are_read_in_every_encoding() {
        let text = read(&xml("<dict><key>a</key><array><true/></array></dict>")).expect("XML");
        assert_eq!(text.as_dictionary().and_then(|all| all["a"].as_array()).map(Vec::len), Some(1));
        let mut binary = Vec::new();
        text.to_writer_binary(&mut binary).expect("binary");
        assert_eq!(read(&binary).expect("binary"), text);
        assert_eq!(
            read(b"// !$*UTF8*$!\n{ a = (1, 2); }").expect("text").as_dictionary().map(|all| all.len()),
            Some(1)
        );
        assert!(read(&nested(DEEPEST)).is_ok());
        assert!(read(&laughing(3)).is_ok());
    }

    #[test]
    fn property_lists_that_would_fill_stack_or_memory_are_refused() {
        for (bytes, expected) in [
            (nested(DEEPEST + 1), "512 levels"),
            (nested(200_000), "512 levels"),
            (laughing(8), "64 MB"),
            (laughing(20), "64 MB"),
            (vec![b' '; (LARGEST + 1) as usize], "64 MB"),
            (b"bplist00".to_vec(), "not a property list"),
            (b"<plist><array>".to_vec(), "not a property list"),
            (Vec::new(), "not a property list"),
        ] {
            let error = read(&bytes).expect_err(expected).to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
