//! Columns as borrowed bytes: one value for each row, of fixed width or text.
//!
//! Invariant: a column exists only if its bytes exist, so reading a row within its length cannot fail. Bytes are never cast to other
//! types: each value is assembled from its little-endian bytes, which compilers turn into one load.

use core::fmt;

use crate::codes::*;
use crate::error::{Problem, ReadError};
use crate::layout::{Tag, add_padding};
use crate::recording::RecordingVersion;
use crate::units::*;
use crate::work::WorkKind;

/// A column of values of type `T`, in the bytes of the file.
#[derive(Clone, Copy)]
pub struct Column<'a, T: Field<'a>> {
    raw: T::Raw,
    /// The position in the file at which the column begins, for error messages.
    at: u64,
}

impl<'a, T: Field<'a>> Column<'a, T> {
    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        T::len(self.raw)
    }

    /// Returns whether the column has no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the value of a row, or `None` after the last row.
    pub fn get(&self, row: usize) -> Option<T> {
        T::get(self.raw, row)
    }

    /// Returns all values in the order of the rows.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = T> + Clone + use<'a, T> {
        T::iter(self.raw)
    }

    /// Returns the position in the file at which the value of a row begins.
    pub(crate) fn offset(&self, row: usize) -> u64 {
        self.at + (row * T::WIDTH) as u64
    }
}

impl<T: Cell> Column<'_, T> {
    /// A column without rows.
    pub(crate) const EMPTY: Self = Column { raw: &[], at: 0 };
}

impl<'a> Column<'a, Text<'a>> {
    /// A column of texts without rows.
    pub(crate) const NO_TEXTS: Self = Column { raw: RawTexts { ends: &[], bytes: &[] }, at: 0 };
}

impl<'a, T: Field<'a> + fmt::Debug> fmt::Debug for Column<'a, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// A type that can be a column. Only types of this crate implement the trait.
pub trait Field<'a>: Copy + 'a {
    /// The type of the borrowed bytes of a column.
    type Raw: Copy;
    /// The number of bytes for each row in the column's first part.
    const WIDTH: usize;
    /// Returns the number of rows of a column.
    fn len(raw: Self::Raw) -> usize;
    /// Returns the value of a row of a column.
    fn get(raw: Self::Raw, row: usize) -> Option<Self>;
    /// Returns all values of a column in the order of the rows.
    fn iter(raw: Self::Raw) -> impl ExactSizeIterator<Item = Self> + Clone + use<'a, Self>;
    #[doc(hidden)]
    fn take_raw(payload: &mut Payload<'a>) -> Result<Self::Raw, ReadError>;
}

/// The part of a section's payload that follows the columns which are already read.
#[derive(Debug)]
pub struct Payload<'a> {
    pub(crate) tag: Tag,
    pub(crate) rows: u32,
    pub(crate) bytes: &'a [u8],
    /// The position in the file at which `bytes` begins.
    pub(crate) at: u64,
}

impl<'a> Payload<'a> {
    /// Removes the next column from the payload and returns it.
    pub(crate) fn take_column<T: Field<'a>>(&mut self) -> Result<Column<'a, T>, ReadError> {
        let at = self.at;
        Ok(Column { raw: T::take_raw(self)?, at })
    }

    /// Removes `length` bytes and their padding, and returns the bytes.
    fn take(&mut self, length: u64) -> Result<&'a [u8], ReadError> {
        let short = Problem::ShortSection { needed: length, left: self.bytes.len() as u64 };
        let whole = add_padding(length).and_then(|whole| usize::try_from(whole).ok());
        let Some((taken, rest)) = whole.and_then(|whole| self.bytes.split_at_checked(whole)) else {
            return Err(self.error(short));
        };
        self.bytes = rest;
        self.at += taken.len() as u64;
        // The padding is less than 8 bytes, so `length` fits in `usize` if the padded length does.
        Ok(&taken[..length as usize])
    }

    pub(crate) fn error(&self, problem: Problem) -> ReadError {
        ReadError { section: Some(self.tag), offset: self.at, problem }
    }
}

/// A type whose values occupy a fixed number of bytes.
pub trait Cell: Copy + 'static {
    /// The value as an array of bytes.
    type Bytes: Copy + 'static;
    /// Converts little-endian bytes to a value.
    fn decode(bytes: Self::Bytes) -> Self;
    /// Converts a value to little-endian bytes.
    fn encode(self) -> Self::Bytes;
    /// Returns the bytes as a slice of cells.
    fn cells(bytes: &[u8]) -> &[Self::Bytes];
    /// Returns the bytes as a slice of cells that can be written.
    fn cells_mut(bytes: &mut [u8]) -> &mut [Self::Bytes];
}

impl<'a, T: Cell> Field<'a> for T {
    type Raw = &'a [T::Bytes];
    const WIDTH: usize = size_of::<T::Bytes>();

    fn len(raw: Self::Raw) -> usize {
        raw.len()
    }

    fn get(raw: Self::Raw, row: usize) -> Option<Self> {
        raw.get(row).map(|bytes| T::decode(*bytes))
    }

    fn iter(raw: Self::Raw) -> impl ExactSizeIterator<Item = Self> + Clone + use<'a, T> {
        raw.iter().map(|bytes| T::decode(*bytes))
    }

    fn take_raw(payload: &mut Payload<'a>) -> Result<Self::Raw, ReadError> {
        let length = u64::from(payload.rows) * size_of::<T::Bytes>() as u64;
        payload.take(length).map(T::cells)
    }
}

/// The bytes of a text column: the end of each string, and all strings without gaps.
#[derive(Debug, Clone, Copy)]
pub struct RawTexts<'a> {
    ends: &'a [[u8; 4]],
    bytes: &'a [u8],
}

impl<'a> Field<'a> for Text<'a> {
    type Raw = RawTexts<'a>;
    const WIDTH: usize = 4;

    fn len(raw: Self::Raw) -> usize {
        raw.ends.len()
    }

    fn get(raw: Self::Raw, row: usize) -> Option<Self> {
        let end = u32::from_le_bytes(*raw.ends.get(row)?) as usize;
        let begin = match row.checked_sub(1) {
            Some(before) => u32::from_le_bytes(*raw.ends.get(before)?) as usize,
            None => 0,
        };
        raw.bytes.get(begin..end).map(Text)
    }

    fn iter(raw: Self::Raw) -> impl ExactSizeIterator<Item = Self> + Clone + use<'a> {
        let mut begin = 0;
        raw.ends.iter().map(move |end| {
            let end = u32::from_le_bytes(*end) as usize;
            // `split` has checked the order of the ends, so the range exists and the default is never used.
            let text = raw.bytes.get(begin..end).unwrap_or_default();
            begin = end;
            Text(text)
        })
    }

    fn take_raw(payload: &mut Payload<'a>) -> Result<Self::Raw, ReadError> {
        let at = payload.at;
        let (ends, _) = payload.take(u64::from(payload.rows) * 4)?.as_chunks();
        let ends_before = |row: usize| row.checked_sub(1).and_then(|row| ends.get(row));
        let (mut total, mut ordered) = (0, true);
        for end in ends {
            let end = u32::from_le_bytes(*end);
            ordered &= total <= end;
            total = end;
        }
        if !ordered {
            let descends = |row: &usize| {
                let end = |end: Option<&[u8; 4]>| end.map_or(0, |end| u32::from_le_bytes(*end));
                end(ends.get(*row)) < end(ends_before(*row))
            };
            let row = (0..ends.len()).find(descends).unwrap_or_default() as u64;
            let problem = Problem::TextOrder { row };
            return Err(ReadError { section: Some(payload.tag), offset: at + row * 4, problem });
        }
        Ok(RawTexts { ends, bytes: payload.take(u64::from(total))? })
    }
}

/// Implements `Cell` for a type that occupies `$width` bytes.
macro_rules! cell {
    ($type:ty, $width:literal, |$value:ident| $encode:expr, |$bytes:ident| $decode:expr) => {
        impl Cell for $type {
            type Bytes = [u8; $width];

            #[inline]
            fn decode($bytes: Self::Bytes) -> Self {
                $decode
            }

            #[inline]
            fn encode(self) -> Self::Bytes {
                let $value = self;
                $encode
            }

            #[inline]
            fn cells(bytes: &[u8]) -> &[Self::Bytes] {
                bytes.as_chunks().0
            }

            #[inline]
            fn cells_mut(bytes: &mut [u8]) -> &mut [Self::Bytes] {
                bytes.as_chunks_mut().0
            }
        }
    };
}

/// Implements `Cell` for types that wrap a number.
macro_rules! wrapper_cells {
    ($($type:ident $number:ident $width:literal)*) => {$(
        cell!($type, $width, |value| value.0.to_le_bytes(), |bytes| $type($number::from_le_bytes(bytes)));
    )*};
}

/// Implements `Cell` for optional numbers: the largest number represents `None`.
macro_rules! optional_cells {
    ($($type:ident $number:ident $width:literal)*) => {$(
        cell!(
            Option<$type>,
            $width,
            |value| value.map_or($number::MAX, |value| value.0).to_le_bytes(),
            |bytes| match $number::from_le_bytes(bytes) {
                $number::MAX => None,
                number => Some($type(number)),
            }
        );
    )*};
}

macro_rules! code_cells {
    ($($type:ident)*) => {$(
        cell!($type, 4, |value| value.code().to_le_bytes(), |bytes| $type::from_code(u32::from_le_bytes(bytes)));
    )*};
}

cell!(u32, 4, |value| value.to_le_bytes(), |bytes| u32::from_le_bytes(bytes));
wrapper_cells! {
    RecordingVersion u32 4
    ImageId u32 4
    NodeId u32 4
    FrameId u32 4
    ImageFlags u32 4
    SampleFlags u32 4
    Nanos u64 8
    Ticks u64 8
    Ticks1024 u64 8
    Counter u64 8
    WallNanos u64 8
    Address u64 8
    Fingerprint u64 8
    Count u64 8
}
optional_cells! {
    ImageId u32 4
    MethodId u32 4
    NodeId u32 4
    ThreadId u32 4
    SymbolId u32 4
    FrameId u32 4
    Counter u64 8
    Count u64 8
}
code_cells! { LoadedBy Thermal Ending MarkKind DropKind CostKind SamplingEnd SignpostKind WorkKind }
cell!(Uuid, 16, |value| value.0, |bytes| Uuid(bytes));
cell!(bool, 4, |value| u32::from(value).to_le_bytes(), |bytes| u32::from_le_bytes(bytes) == 1);
cell!(Option<bool>, 4, |value| value.map_or(2, u32::from).to_le_bytes(), |bytes| match u32::from_le_bytes(
    bytes
) {
    0 => Some(false),
    1 => Some(true),
    _ => None,
});
cell!(Timebase, 8, |value| (u64::from(value.numer) | u64::from(value.denom) << 32).to_le_bytes(), |bytes| {
    let both = u64::from_le_bytes(bytes);
    Timebase { numer: both as u32, denom: (both >> 32) as u32 }
});
