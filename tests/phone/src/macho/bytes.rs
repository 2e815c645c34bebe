//! Reads little-endian numbers from an untrusted file: every access is checked against the file's end.

use super::{Error, Problem};

/// A range of a file's bytes, with the name that errors report for this range.
#[derive(Clone, Copy)]
pub(super) struct Bytes<'a> {
    data: &'a [u8],
    /// Offset of `data` in the file.
    origin: u64,
    what: &'static str,
}

impl<'a> Bytes<'a> {
    /// Wraps a whole file.
    pub(super) fn new(data: &'a [u8], what: &'static str) -> Self {
        Bytes { data, origin: 0, what }
    }

    /// Returns a range of the bytes, with another name for errors.
    pub(super) fn part(&self, offset: u64, length: u64, what: &'static str) -> Result<Bytes<'a>, Error> {
        let end = offset.checked_add(length).filter(|&end| end <= self.data.len() as u64);
        let Some(end) = end else { return Err(self.beyond(what, offset, length)) };
        Ok(Bytes { data: &self.data[offset as usize..end as usize], origin: self.origin + offset, what })
    }

    fn beyond(&self, what: &'static str, offset: u64, length: u64) -> Error {
        Error { what, offset: self.origin.saturating_add(offset), problem: Problem::Truncated { length } }
    }

    /// Returns an error for an unexpected value at an offset.
    pub(super) fn wrong(&self, offset: u64, expected: &'static str, found: u64) -> Error {
        Error {
            what: self.what,
            offset: self.origin.saturating_add(offset),
            problem: Problem::Unexpected { expected, found },
        }
    }

    /// Returns the number of bytes.
    pub(super) fn len(&self) -> u64 {
        self.data.len() as u64
    }

    /// Returns all bytes.
    pub(super) fn all(&self) -> &'a [u8] {
        self.data
    }

    fn array<const N: usize>(&self, offset: u64) -> Result<[u8; N], Error> {
        let start = usize::try_from(offset).ok();
        let piece = start.and_then(|start| self.data.get(start..start.checked_add(N)?));
        piece.and_then(|piece| piece.try_into().ok()).ok_or_else(|| self.beyond(self.what, offset, N as u64))
    }

    /// Reads one byte.
    pub(super) fn u8(&self, offset: u64) -> Result<u8, Error> {
        Ok(self.array::<1>(offset)?[0])
    }

    /// Reads two bytes.
    pub(super) fn u16(&self, offset: u64) -> Result<u16, Error> {
        self.array(offset).map(u16::from_le_bytes)
    }

    /// Reads four bytes.
    pub(super) fn u32(&self, offset: u64) -> Result<u32, Error> {
        self.array(offset).map(u32::from_le_bytes)
    }

    /// Reads four bytes in big-endian order, as in fat headers.
    pub(super) fn u32_big(&self, offset: u64) -> Result<u32, Error> {
        self.array(offset).map(u32::from_be_bytes)
    }

    /// Reads eight bytes in big-endian order.
    pub(super) fn u64_big(&self, offset: u64) -> Result<u64, Error> {
        self.array(offset).map(u64::from_be_bytes)
    }

    /// Reads eight bytes.
    pub(super) fn u64(&self, offset: u64) -> Result<u64, Error> {
        self.array(offset).map(u64::from_le_bytes)
    }

    /// Reads a NUL-terminated string.
    pub(super) fn string(&self, offset: u64) -> Result<&'a str, Error> {
        let start = usize::try_from(offset).ok().and_then(|start| self.data.get(start..));
        let tail = start.ok_or_else(|| self.beyond(self.what, offset, 1))?;
        let end = tail.iter().position(|&byte| byte == 0);
        let end = end.ok_or_else(|| self.beyond(self.what, offset, tail.len() as u64 + 1))?;
        std::str::from_utf8(&tail[..end]).map_err(|_| self.wrong(offset, "a name in UTF-8", 0))
    }

    /// Reads a name of at most 16 bytes.
    pub(super) fn name16(&self, offset: u64) -> Result<String, Error> {
        let bytes = self.array::<16>(offset)?;
        let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(16);
        match std::str::from_utf8(&bytes[..end]) {
            Ok(name) => Ok(name.to_owned()),
            Err(_) => Err(self.wrong(offset, "a name in UTF-8", 0)),
        }
    }

    /// Reads a ULEB128 number and advances the offset.
    pub(super) fn uleb(&self, offset: &mut u64) -> Result<u64, Error> {
        let (mut value, mut shift) = (0u64, 0);
        let start = *offset;
        loop {
            let byte = self.u8(*offset)?;
            *offset += 1;
            let bits = u64::from(byte & 0x7f);
            if shift >= 64 || (bits << shift) >> shift != bits {
                return Err(self.wrong(start, "a ULEB128 number of 64 bits", u64::from(byte)));
            }
            value |= bits << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
    }

    /// Reads a SLEB128 number and advances the offset.
    pub(super) fn sleb(&self, offset: &mut u64) -> Result<i64, Error> {
        let (mut value, mut shift) = (0i64, 0);
        let start = *offset;
        loop {
            let byte = self.u8(*offset)?;
            *offset += 1;
            if shift >= 64 {
                return Err(self.wrong(start, "a SLEB128 number of 64 bits", u64::from(byte)));
            }
            value |= i64::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                if shift < 64 && byte & 0x40 != 0 {
                    value |= -1 << shift;
                }
                return Ok(value);
            }
        }
    }
}
