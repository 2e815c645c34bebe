//! Encodes rows as columns, and columns as bytes in a small buffer, which is written to the sink.
//!
//! Invariant: a section begins with an empty buffer, and the buffer's size is a multiple of every width and of the checksum's block; so no
//! value is split between two buffers, and a full buffer consists of whole blocks. No index in this module can panic, so that a release
//! build contains no panic, which the agent could not handle.

use crate::checksum::ChecksumState;
use crate::column::Cell;
use crate::layout::{Section, add_padding, padding};
use crate::units::Text;
use crate::write::Sink;

/// The size of the buffer: large enough that the sink is called rarely, small enough for any stack.
const BUFFER: usize = 4096;

/// A row of a table. Only types of this crate implement the trait.
pub trait Row: Sized {
    /// The section that contains rows of this type.
    const SECTION: Section;

    /// Returns the length of the payload, or `None` if it exceeds 64 bits or a text column exceeds 32 bits.
    fn encoded_length(count: u32, rows: impl Iterator<Item = Self> + Clone) -> Option<u64>;

    /// Writes the payload of the section.
    fn write<S: Sink>(
        count: u32,
        rows: impl Iterator<Item = Self> + Clone,
        out: &mut OutputBuffer<S>,
    ) -> Result<(), S::Error>;
}

/// A value that can be written as a column.
pub(crate) trait Encode: Sized {
    /// Returns the length of the column with its padding.
    fn encoded_length(count: u32, values: impl Iterator<Item = Self>) -> Option<u64>;

    /// Writes the column with its padding.
    fn write<S: Sink>(
        count: u32,
        values: impl Iterator<Item = Self> + Clone,
        out: &mut OutputBuffer<S>,
    ) -> Result<(), S::Error>;
}

impl<T: Cell> Encode for T {
    fn encoded_length(count: u32, _: impl Iterator<Item = Self>) -> Option<u64> {
        add_padding(u64::from(count) * size_of::<T::Bytes>() as u64)
    }

    fn write<S: Sink>(
        count: u32,
        values: impl Iterator<Item = Self> + Clone,
        out: &mut OutputBuffer<S>,
    ) -> Result<(), S::Error> {
        out.write_cells(count, values)?;
        out.pad()
    }
}

impl Encode for Text<'_> {
    fn encoded_length(count: u32, mut values: impl Iterator<Item = Self>) -> Option<u64> {
        let bytes = values.try_fold(0_u32, |sum, text| sum.checked_add(u32::try_from(text.0.len()).ok()?))?;
        add_padding(u64::from(count) * 4)?.checked_add(add_padding(bytes.into())?)
    }

    fn write<S: Sink>(
        count: u32,
        values: impl Iterator<Item = Self> + Clone,
        out: &mut OutputBuffer<S>,
    ) -> Result<(), S::Error> {
        // If texts have become longer since `length` measured them, the section's length is wrong, and the writer reports an error.
        let ends = values.clone().scan(0_u32, |end, text| {
            *end = end.wrapping_add(text.0.len() as u32);
            Some(*end)
        });
        out.write_cells(count, ends)?;
        out.pad()?;
        for text in values {
            out.put(text.0)?;
        }
        out.pad()
    }
}

/// The buffer of a writer, and the sink to which its bytes are passed.
pub struct OutputBuffer<S> {
    pub(crate) sink: S,
    buffer: [u8; BUFFER],
    filled: usize,
    lanes: ChecksumState,
    /// The number of bytes written so far, including the bytes that are still in the buffer.
    pub(crate) written: u64,
    /// Whether a column had a different number of rows than the header of its section states.
    pub(crate) changed: bool,
}

impl<S: Sink> OutputBuffer<S> {
    pub(crate) fn new(sink: S) -> OutputBuffer<S> {
        OutputBuffer {
            sink,
            buffer: [0; BUFFER],
            filled: 0,
            lanes: ChecksumState::new(),
            written: 0,
            changed: false,
        }
    }

    /// Writes bytes that belong to no section, without adding them to a section's checksum; the buffer is empty between sections.
    pub(crate) fn put_unsummed(&mut self, bytes: &[u8]) -> Result<(), S::Error> {
        self.written += bytes.len() as u64;
        self.sink.write(bytes)
    }

    /// Writes bytes of the current section, and adds them to its checksum.
    #[inline(never)]
    pub(crate) fn put(&mut self, mut bytes: &[u8]) -> Result<(), S::Error> {
        while !bytes.is_empty() {
            let room = self.buffer.get_mut(self.filled..).unwrap_or_default();
            let length = bytes.len().min(room.len());
            let (Some(room), Some((now, later))) = (room.get_mut(..length), bytes.split_at_checked(length))
            else {
                break;
            };
            room.copy_from_slice(now);
            self.filled += length;
            self.written += length as u64;
            self.flush_if_full()?;
            bytes = later;
        }
        Ok(())
    }

    /// Writes values of fixed width.
    fn write_cells<T: Cell>(
        &mut self,
        count: u32,
        mut values: impl Iterator<Item = T>,
    ) -> Result<(), S::Error> {
        self.write_raw_cells(count, &mut || values.next().map(T::encode), T::cells_mut)
    }

    /// Writes `count` cells by filling the buffer in place. The function is compiled once for each width and not for each column, to keep
    /// the agent small.
    #[inline(never)]
    fn write_raw_cells<B: Copy>(
        &mut self,
        count: u32,
        next: &mut dyn FnMut() -> Option<B>,
        cells_mut: fn(&mut [u8]) -> &mut [B],
    ) -> Result<(), S::Error> {
        let mut left = count as usize;
        while left > 0 {
            let cells = cells_mut(self.buffer.get_mut(self.filled..).unwrap_or_default());
            let wanted = left.min(cells.len());
            let mut got = 0;
            for cell in cells.iter_mut().take(wanted) {
                let Some(value) = next() else { break };
                *cell = value;
                got += 1;
            }
            self.filled += got * size_of::<B>();
            self.written += (got * size_of::<B>()) as u64;
            left -= got;
            self.flush_if_full()?;
            if got < wanted {
                break;
            }
        }
        self.changed |= left > 0 || next().is_some();
        Ok(())
    }

    #[inline(never)]
    fn pad(&mut self) -> Result<(), S::Error> {
        self.put([0; 8].get(..padding(self.written) as usize).unwrap_or_default())
    }

    fn flush_if_full(&mut self) -> Result<(), S::Error> {
        if self.filled < BUFFER {
            return Ok(());
        }
        self.flush()
    }

    // The function `flush` is not inlined into the loop of each column, so that the agent's code remains small.
    #[inline(never)]
    fn flush(&mut self) -> Result<(), S::Error> {
        self.filled = 0;
        self.lanes.absorb(self.buffer.as_chunks().0);
        self.sink.write(&self.buffer)
    }

    /// Writes the checksum that ends the section, and returns it.
    #[inline(never)]
    pub(crate) fn end_section(&mut self) -> Result<u64, S::Error> {
        let rest = self.buffer.get(..self.filled).unwrap_or_default();
        let lanes = core::mem::replace(&mut self.lanes, ChecksumState::new());
        let sum = lanes.finish(rest);
        self.filled = 0;
        self.sink.write(rest)?;
        self.put_unsummed(&sum.to_le_bytes())?;
        Ok(sum)
    }
}
