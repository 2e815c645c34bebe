//! Packed counts of functions. An app has tens of thousands of functions, and most numbers of a function are close to the numbers of the
//! previous function.
//!
//! A row is five numbers: the offset (an even number, plus 1 for an import), `calls`, `order`, `first` and `caller`. Each number is stored
//! as the difference from the previous row, or from 0 in the first row, modulo 2^64. The sign of the difference is in the lowest bit (0,
//! -1, 1, -2, … are stored as 0, 1, 2, 3, …). The difference is stored in groups of seven bits, the lowest first, with the eighth bit set
//! in all bytes but the last.

use crate::units::{Address, Count, Counter};

/// The count of one function on the counting thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FunctionCount {
    /// The distance of the function from the image's load address, an even number.
    pub offset: Address,
    /// Whether the row counts the stub of a function of another image.
    pub is_import: bool,
    /// The number of calls of the function on the counting thread.
    pub calls: Count,
    /// The function's position in the order of first calls of the image's functions, from 1 on.
    pub order: u64,
    /// The time of the function's first call.
    pub first: Counter,
    /// The address to which the function's first call returned.
    pub caller: Address,
}

type RowNumbers = [u64; 5];
/// The largest number of bytes of one packed number, with seven bits in each byte.
const LONGEST: usize = 10;

impl FunctionCount {
    /// The largest number of bytes of a packed row.
    pub const LONGEST: usize = 5 * LONGEST;

    /// Packs rows while at least [`Self::LONGEST`] bytes are free, and returns the number of bytes that they occupy.
    pub fn pack(rows: impl Iterator<Item = FunctionCount>, room: &mut [u8]) -> usize {
        let (mut before, mut used) = ([0; 5], 0);
        for row in rows {
            let Some(place) = room.get_mut(used..).filter(|place| place.len() >= Self::LONGEST) else {
                break;
            };
            let mut place = place.iter_mut();
            let numbers = row.to_numbers();
            for (number, before) in numbers.into_iter().zip(before) {
                let step = number.wrapping_sub(before) as i64;
                let mut left = (step << 1 ^ step >> 63) as u64;
                for byte in &mut place {
                    *byte = left as u8 & 0x7f | u8::from(left > 0x7f) << 7;
                    used += 1;
                    left >>= 7;
                    if left == 0 {
                        break;
                    }
                }
            }
            before = numbers;
        }
        used
    }

    fn to_numbers(self) -> RowNumbers {
        let offset = self.offset.0 & !1 | u64::from(self.is_import);
        [offset, self.calls.0, self.order, self.first.0, self.caller.0]
    }
}

/// An iterator over packed rows.
#[derive(Debug, Clone)]
pub struct FunctionCounts<'a> {
    pub(crate) bytes: &'a [u8],
    before: RowNumbers,
}

impl<'a> FunctionCounts<'a> {
    pub(crate) fn from_packed(bytes: &'a [u8]) -> FunctionCounts<'a> {
        FunctionCounts { bytes, before: [0; 5] }
    }
}

impl Iterator for FunctionCounts<'_> {
    type Item = FunctionCount;

    /// Returns the next row, or `None` at the end and before an incomplete row.
    fn next(&mut self) -> Option<FunctionCount> {
        let (mut bytes, mut numbers) = (self.bytes, self.before);
        for number in &mut numbers {
            let length = 1 + bytes.iter().take_while(|byte| **byte > 0x7f).count();
            let (own, rest) = bytes.split_at_checked(length).filter(|_| length <= LONGEST)?;
            let all = own.iter().rev().fold(0_u64, |all, byte| all << 7 | u64::from(byte & 0x7f));
            *number = number.wrapping_add(all >> 1 ^ (all & 1).wrapping_neg());
            bytes = rest;
        }
        *self = FunctionCounts { bytes, before: numbers };
        let [offset, calls, order, first, caller] = numbers;
        Some(FunctionCount {
            offset: Address(offset & !1),
            is_import: offset & 1 != 0,
            calls: Count(calls),
            order,
            first: Counter(first),
            caller: Address(caller),
        })
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec;
    use std::vec::Vec;

    use super::*;

    #[test]
    fn packed_counts_of_functions_are_read_back_unchanged() {
        let row = |offset, is_import, calls, order, first, caller| FunctionCount {
            offset: Address(offset),
            is_import,
            calls: Count(calls),
            order,
            first: Counter(first),
            caller: Address(caller),
        };
        let rows = [
            row(0x4000, false, 1, 3, 77_000, 0x1_0000_4010),
            row(0x4060, false, 2, 1, 76_990, 0x1_9000_0000),
            row(0x4064, true, u64::MAX, 2, 0, u64::MAX),
            row(u64::MAX - 1, false, 0, u64::MAX, 1 << 63, 0),
        ];
        let mut room = vec![0; rows.len() * FunctionCount::LONGEST];
        let used = FunctionCount::pack(rows.into_iter(), &mut room);
        let mut back = FunctionCounts::from_packed(&room[..used]);
        assert_eq!((back.by_ref().collect::<Vec<_>>(), back.bytes), (rows.to_vec(), &[][..]));
        // The difference 0x4000 is stored as 0x8000, shifted for its sign, in three groups; the offset of the second row is 0x60 larger.
        assert_eq!(room[..3], [0x80, 0x80, 0x02]);
        // The packed form never contains a partial row, and the reader never returns one.
        let short = FunctionCounts::from_packed(&room[..used - 1]);
        assert_eq!((short.clone().count(), short.last()), (3, Some(rows[2])));
        let used = FunctionCount::pack(rows.into_iter(), &mut room[..FunctionCount::LONGEST + 5]);
        assert!(FunctionCounts::from_packed(&room[..used]).eq([rows[0]]));
        // The reader refuses a number whose last byte is missing.
        assert_eq!(FunctionCounts::from_packed(&[0xff; 60]).next(), None);
    }
}
