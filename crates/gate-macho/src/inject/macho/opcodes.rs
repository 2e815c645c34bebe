//! Renumbers the libraries in bind opcodes.
//!
//! A library number up to 15 is part of its opcode, and a larger number follows its opcode. When library number 15 becomes 16, the stream
//! of opcodes therefore becomes one byte longer.
//!
//! The lazy stream must not become longer before its end, because code in `__stub_helper` contains offsets of its bindings. Each lazy
//! binding ends with an opcode that only means "stop here". A binding that becomes longer takes the space of this opcode. dyld then does
//! not stop there, and also binds the next symbol early. On every iOS version that the agent supports, dyld binds the next symbol early
//! anyway.

use object::macho::{self, BindOpcode};

use super::EditError;

/// Returns the stream of opcodes with every library number increased by one. `offset` is the stream's offset in the file, which messages
/// contain.
pub(super) fn increment_ordinals(stream: &[u8], lazy: bool, offset: usize) -> Result<Vec<u8>, EditError> {
    let mut out = Vec::with_capacity(stream.len() + 8);
    let mut at = 0;
    // The number of bytes by which the current lazy binding has become longer.
    let mut debt = 0;
    while let Some(&byte) = stream.get(at) {
        let bad = |reason: &str| EditError::from_bad_data("bind opcodes", offset + at, reason);
        let operands = match BindOpcode(byte & macho::BIND_OPCODE_MASK) {
            macho::BIND_OPCODE_DONE if lazy && debt > 0 => {
                (debt, at) = (debt - 1, at + 1);
                continue;
            }
            macho::BIND_OPCODE_DONE if !lazy => {
                // dyld does not read the bytes after this opcode.
                out.extend_from_slice(&stream[at..]);
                return Ok(trim_zeros(out, stream.len()));
            }
            macho::BIND_OPCODE_SET_DYLIB_ORDINAL_IMM if byte & 0xf != 0 => {
                let number = u64::from(byte & 0xf) + 1;
                if number < 16 {
                    out.push(macho::BIND_OPCODE_SET_DYLIB_ORDINAL_IMM.0 | number as u8);
                } else {
                    out.push(macho::BIND_OPCODE_SET_DYLIB_ORDINAL_ULEB.0);
                    write_uleb(&mut out, number, 1);
                    debt += 1;
                }
                at += 1;
                continue;
            }
            macho::BIND_OPCODE_SET_DYLIB_ORDINAL_ULEB => {
                let (number, width) =
                    read_uleb(&stream[at + 1..]).ok_or_else(|| bad("a number is incomplete"))?;
                out.push(byte);
                let before = out.len();
                write_uleb(&mut out, if number == 0 { 0 } else { number + 1 }, width);
                debt += out.len() - before - width;
                at += 1 + width;
                continue;
            }
            macho::BIND_OPCODE_SET_SEGMENT_AND_OFFSET_ULEB if lazy && debt > 0 => {
                return Err(bad("a lazy binding has no room to grow; link the app for iOS 13 or later"));
            }
            macho::BIND_OPCODE_DONE
            | macho::BIND_OPCODE_SET_DYLIB_ORDINAL_IMM
            | macho::BIND_OPCODE_SET_DYLIB_SPECIAL_IMM
            | macho::BIND_OPCODE_SET_TYPE_IMM
            | macho::BIND_OPCODE_DO_BIND
            | macho::BIND_OPCODE_DO_BIND_ADD_ADDR_IMM_SCALED => 0,
            macho::BIND_OPCODE_SET_SYMBOL_TRAILING_FLAGS_IMM => {
                let name = stream[at + 1..].iter().position(|byte| *byte == 0);
                name.ok_or_else(|| bad("a name is incomplete"))? + 1
            }
            macho::BIND_OPCODE_SET_ADDEND_SLEB
            | macho::BIND_OPCODE_SET_SEGMENT_AND_OFFSET_ULEB
            | macho::BIND_OPCODE_ADD_ADDR_ULEB
            | macho::BIND_OPCODE_DO_BIND_ADD_ADDR_ULEB => {
                uleb_length(&stream[at + 1..], 1).ok_or_else(|| bad("a number is incomplete"))?
            }
            macho::BIND_OPCODE_DO_BIND_ULEB_TIMES_SKIPPING_ULEB => {
                uleb_length(&stream[at + 1..], 2).ok_or_else(|| bad("a number is incomplete"))?
            }
            // The first form of this opcode is followed by the size of a table.
            macho::BIND_OPCODE_THREADED if byte & 0xf == 0 => {
                uleb_length(&stream[at + 1..], 1).ok_or_else(|| bad("a number is incomplete"))?
            }
            macho::BIND_OPCODE_THREADED if byte & 0xf == 1 => 0,
            _ => return Err(bad(&format!("unknown opcode {byte:#x}"))),
        };
        out.extend_from_slice(&stream[at..at + 1 + operands]);
        at += 1 + operands;
    }
    if lazy && (debt > 0 || stream.ends_with(&[0]) && !out.ends_with(&[0])) {
        // The last binding has replaced its end opcode, and no opcode follows, so an end opcode is added.
        out.push(macho::BIND_OPCODE_DONE.0);
    }
    Ok(trim_zeros(out, stream.len()))
}

/// Removes zeros at the end of the stream until it fits into the old space. One zero must remain at the end.
fn trim_zeros(mut out: Vec<u8>, room: usize) -> Vec<u8> {
    while out.len() > room && out.ends_with(&[0, 0]) {
        out.pop();
    }
    out
}

/// Returns the length of `count` variable-length numbers (ULEB128) in bytes.
fn uleb_length(bytes: &[u8], count: usize) -> Option<usize> {
    let ends = bytes.iter().enumerate().filter(|(_, byte)| **byte & 0x80 == 0);
    ends.map(|(at, _)| at + 1).nth(count - 1)
}

/// Reads a variable-length number (ULEB128). Returns the number and its length in bytes.
pub(super) fn read_uleb(bytes: &[u8]) -> Option<(u64, usize)> {
    let mut value = 0;
    for (at, byte) in bytes.iter().take(9).enumerate() {
        value |= u64::from(byte & 0x7f) << (7 * at);
        if byte & 0x80 == 0 {
            return Some((value, at + 1));
        }
    }
    None
}

/// Writes a variable-length number (ULEB128) with at least `width` bytes.
pub(super) fn write_uleb(out: &mut Vec<u8>, mut value: u64, width: usize) {
    let mut written = 1;
    while value >= 0x80 || written < width {
        out.push(value as u8 | 0x80);
        value >>= 7;
        written += 1;
    }
    out.push(value as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(lazy: bool, stream: &[u8], expected: &[u8]) {
        assert_eq!(
            increment_ordinals(stream, lazy, 0).expect("a good stream"),
            expected,
            "lazy {lazy}: {stream:x?}"
        );
    }

    #[test]
    fn library_numbers_in_bind_opcodes_are_raised_by_one() {
        check(
            false,
            &[0x11, 0x40, b'a', 0, 0x51, 0x72, 0x80, 1, 0x90, 0, 0, 0],
            &[0x12, 0x40, b'a', 0, 0x51, 0x72, 0x80, 1, 0x90, 0, 0, 0],
        );
        // The special numbers and the number of the image itself do not refer to libraries, so they do not change.
        check(
            false,
            &[0x10, 0x90, 0x3e, 0x90, 0x20, 0, 0x90, 0],
            &[0x10, 0x90, 0x3e, 0x90, 0x20, 0, 0x90, 0],
        );
        // The operands in the next streams have the same values as opcodes, and must not be changed.
        check(
            false,
            &[0x40, 0x11, 0x12, 0, 0x60, 0x91, 0x11, 0xc0, 0x11, 0x12, 0x90, 0],
            &[0x40, 0x11, 0x12, 0, 0x60, 0x91, 0x11, 0xc0, 0x11, 0x12, 0x90, 0],
        );
        // If a number has more bytes than necessary, its new value has the same number of bytes.
        check(false, &[0x20, 0x90, 0, 0x90, 0], &[0x20, 0x91, 0, 0x90, 0]);
    }

    #[test]
    fn library_number_fifteen_is_raised_to_sixteen_with_a_longer_opcode() {
        // If zeros follow the end, one of them is removed for the additional byte; otherwise the stream becomes longer.
        check(false, &[0x1f, 0x90, 0, 0], &[0x20, 16, 0x90, 0]);
        check(false, &[0x1f, 0x90, 0], &[0x20, 16, 0x90, 0]);
        check(false, &[0x1f, 0x90], &[0x20, 16, 0x90]);
        check(false, &[0x20, 0x7f, 0x90, 0], &[0x20, 0x80, 1, 0x90, 0]);
    }

    #[test]
    fn a_longer_lazy_binding_replaces_its_end_opcode() {
        let stream = [0x72, 0, 0x1f, 0x40, b'a', 0, 0x90, 0, 0x72, 8, 0x11, 0x40, b'b', 0, 0x90, 0];
        let expected = [0x72, 0, 0x20, 16, 0x40, b'a', 0, 0x90, 0x72, 8, 0x12, 0x40, b'b', 0, 0x90, 0];
        check(true, &stream, &expected);
        // The last binding cannot replace its end opcode, because a zero must end the stream.
        check(true, &[0x72, 0, 0x1f, 0x90, 0], &[0x72, 0, 0x20, 16, 0x90, 0]);
        let error =
            increment_ordinals(&[0x72, 0, 0x1f, 0x90, 0x72, 8, 0x11, 0x90, 0], true, 0).expect_err("no end");
        assert!(error.to_string().contains("no room to grow"), "{error}");
    }

    #[test]
    fn invalid_streams_of_bind_opcodes_are_refused() {
        for stream in [&[0x40, b'a'][..], &[0x20, 0x80], &[0x72, 0xff], &[0xc0, 1], &[0xe0], &[0xd2], &[0xd0]]
        {
            assert!(
                matches!(increment_ordinals(stream, false, 0), Err(EditError::Bad { .. })),
                "{stream:x?}"
            );
        }
    }
}
