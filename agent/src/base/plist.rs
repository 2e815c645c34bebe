//! Reads the texts and booleans in the outermost dictionary of an Info.plist. The module reads the binary form, which built apps have, and
//! the XML form.
//!
//! The agent starts before CoreFoundation's initialisers, so it must not use CoreFoundation. Invariant: no bytes cause a panic, and an
//! unknown structure is read as a missing value.

/// A value of the outermost dictionary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Value<'a> {
    /// A string, in ASCII or UTF-8.
    Text(&'a [u8]),
    /// A boolean.
    Truth(bool),
}

/// Returns the value of `key`, if it exists and has a known kind.
pub(crate) fn find<'a>(file: &'a [u8], key: &[u8]) -> Option<Value<'a>> {
    if file.starts_with(b"bplist0") {
        BinaryPlist::from_bytes(file)?.find(key)
    } else {
        find_in_xml(file, key)
    }
}

struct BinaryPlist<'a> {
    file: &'a [u8],
    offset_size: usize,
    reference_size: usize,
    top: usize,
    offsets: usize,
}

impl<'a> BinaryPlist<'a> {
    /// Reads the last 32 bytes of the file, which contain the positions of all other parts of the file.
    fn from_bytes(file: &'a [u8]) -> Option<BinaryPlist<'a>> {
        let trailer = file.len().checked_sub(32)?;
        Some(BinaryPlist {
            file,
            offset_size: usize::from(file[trailer + 6]),
            reference_size: usize::from(file[trailer + 7]),
            top: read_number(file, trailer + 16, 8)?,
            offsets: read_number(file, trailer + 24, 8)?,
        })
    }

    fn find(&self, key: &[u8]) -> Option<Value<'a>> {
        let (kind, count, at) = self.read_object_header(self.top)?;
        if kind != 0xd {
            return None;
        }
        let reference = |i: usize| {
            read_number(self.file, at.checked_add(i.checked_mul(self.reference_size)?)?, self.reference_size)
        };
        // The number of entries is limited by the size of the file, because `count` is read from the file and may be false.
        for i in 0..count.min(self.file.len()) {
            if self.read_value(reference(i)?) == Some(Value::Text(key)) {
                return self.read_value(reference(count.checked_add(i)?)?);
            }
        }
        None
    }

    fn read_value(&self, object: usize) -> Option<Value<'a>> {
        match self.read_object_header(object)? {
            (0x0, 8, _) => Some(Value::Truth(false)),
            (0x0, 9, _) => Some(Value::Truth(true)),
            (0x5, length, at) => Some(Value::Text(self.file.get(at..at.checked_add(length)?)?)),
            _ => None,
        }
    }

    /// Returns the kind of an object, its length or small value, and the position at which its content begins.
    fn read_object_header(&self, object: usize) -> Option<(u8, usize, usize)> {
        let entry = self.offsets.checked_add(object.checked_mul(self.offset_size)?)?;
        let at = read_number(self.file, entry, self.offset_size)?;
        let marker = *self.file.get(at)?;
        let (kind, short) = (marker >> 4, usize::from(marker & 15));
        if kind == 0 || short < 15 {
            return Some((kind, short, at + 1));
        }
        // A length that does not fit into the low bits of the object's first byte follows as an integer of 1, 2, 4 or 8 bytes.
        let size = 1_usize.checked_shl(u32::from(*self.file.get(at + 1)? & 15))?;
        Some((kind, read_number(self.file, at + 2, size)?, (at + 2).checked_add(size)?))
    }
}

/// Reads a big-endian number of up to 8 bytes.
fn read_number(file: &[u8], at: usize, size: usize) -> Option<usize> {
    let bytes = file.get(at..at.checked_add(size)?).filter(|bytes| bytes.len() <= 8)?;
    Some(bytes.iter().fold(0, |sum, &byte| sum << 8 | usize::from(byte)))
}

fn find_in_xml<'a>(file: &'a [u8], key: &[u8]) -> Option<Value<'a>> {
    let mut rest = file;
    let mut depth = 0_usize;
    let mut is_wanted = false;
    loop {
        let open = position(rest, b"<")?;
        rest = &rest[open + 1..];
        if rest.starts_with(b"!--") {
            rest = &rest[position(rest, b"-->")? + 3..];
            continue;
        }
        let close = position(rest, b">")?;
        let tag = &rest[..close];
        rest = &rest[close + 1..];
        let text = || position(rest, b"<").map(|end| rest[..end].trim_ascii());
        match tag {
            b"dict" | b"array" => depth += 1,
            b"/dict" | b"/array" => depth = depth.saturating_sub(1),
            b"key" if depth == 1 => is_wanted = text()? == key,
            b"string" if depth == 1 && is_wanted => return Some(Value::Text(text()?)),
            b"true/" if depth == 1 && is_wanted => return Some(Value::Truth(true)),
            b"false/" if depth == 1 && is_wanted => return Some(Value::Truth(false)),
            _ => {}
        }
    }
}

fn position(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}

#[cfg(test)]
mod tests {
    use super::*;

    const XML: &[u8] = br#"<?xml version="1.0"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "x.dtd"><!-- <dict> -->
<plist version="1.0"><dict>
  <key>Nested</key><dict><key>Name</key><string>inner</string></dict>
  <key>List</key><array><string>one</string></array>
  <key>Name</key>
  <string> outer </string>
  <key>Yes</key><true/><key>No</key><false/>
</dict></plist>"#;

    /// The bytes are {"Name": "outer", "Yes": true, "No": false, "Long": "aaaaaaaaaaaaaaaaaaaa"}, encoded by hand according to the
    /// description of the format.
    fn binary() -> Vec<u8> {
        let mut file = b"bplist00".to_vec();
        let mut offsets = Vec::new();
        let mut put = |bytes: &[u8]| {
            offsets.push(file.len() as u8);
            file.extend_from_slice(bytes);
        };
        put(&[0xd4, 1, 2, 3, 7, 4, 5, 6, 8]);
        put(b"\x54Name");
        put(b"\x53Yes");
        put(b"\x52No");
        put(b"\x55outer");
        put(&[0x09]);
        put(&[0x08]);
        put(b"\x54Long");
        put(b"\x5f\x10\x14aaaaaaaaaaaaaaaaaaaa");
        let table = file.len() as u64;
        file.extend(&offsets);
        file.extend([0; 6]);
        file.extend([1, 1]);
        for word in [offsets.len() as u64, 0, table] {
            file.extend(word.to_be_bytes());
        }
        file
    }

    #[test]
    fn xml_and_binary_property_lists_give_the_same_values() {
        let binary = binary();
        for file in [XML, &binary] {
            assert_eq!(find(file, b"Name"), Some(Value::Text(b"outer")));
            assert_eq!(find(file, b"Yes"), Some(Value::Truth(true)));
            assert_eq!(find(file, b"No"), Some(Value::Truth(false)));
            assert_eq!(find(file, b"one"), None);
            assert_eq!(find(file, b"Nested"), None);
        }
        assert_eq!(find(&binary, b"Long"), Some(Value::Text(&[b'a'; 20])));
    }

    #[test]
    fn damaged_property_lists_cause_no_panic() {
        for file in [XML, &binary()] {
            for length in 0..file.len() {
                let _ = find(&file[..length], b"Name");
            }
            for at in 0..file.len() {
                for byte in [0, 0xff, b'<', 0xdf, 0x5f] {
                    let mut broken = file.to_vec();
                    broken[at] = byte;
                    let _ = find(&broken, b"Name");
                }
            }
        }
    }
}
