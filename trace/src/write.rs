//! Writes a trace: takes rows and writes their bytes to a sink, from front to back.
//!
//! Invariant: the writer does not allocate and does not panic, and each section's header is correct before its first row is written. If
//! writing fails, the file never gets an end section, so a reader recognises it as partial. Rows come from iterators, and the writer
//! iterates over them several times (to count rows, to measure texts, then once for each column). With such iterators the agent writes
//! columns from its arrays of structs without additional memory.

use core::fmt;

use crate::checksum::{checksum, mix_word};
use crate::encode::{OutputBuffer, Row};
use crate::layout::{END, END_BYTES, HEADER_BYTES, MAGIC, PREAMBLE_BYTES, SUM_BYTES, Section, Tag, VERSION};
use crate::tables::{Info, Sampler};

/// The destination of a trace: a file, a socket, memory.
pub trait Sink {
    /// The reason for which a write failed.
    type Error;

    /// Writes all of `bytes`, or fails; after a failure the writer does not call this function again.
    fn write(&mut self, bytes: &[u8]) -> Result<(), Self::Error>;
}

impl<S: Sink> Sink for &mut S {
    type Error = S::Error;

    fn write(&mut self, bytes: &[u8]) -> Result<(), S::Error> {
        (**self).write(bytes)
    }
}

/// The reason for which writing a trace failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WriteError<E> {
    /// The sink failed.
    Sink(E),
    /// The number of rows or the length of texts exceeds 32 bits.
    TooMany(Tag),
    /// The section was already written.
    Repeated(Tag),
    /// A section of samples was written to a trace that was started without samples.
    WithoutSamples(Tag),
    /// An iterator returned different rows when it was used again.
    Changed(Tag),
    /// An earlier write failed, so the file can't be completed.
    Broken,
}

impl<E: fmt::Display> fmt::Display for WriteError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::Sink(error) => write!(f, "cannot write the trace: {error}"),
            WriteError::TooMany(tag) => {
                write!(f, "section {tag}: more rows or longer texts than 32 bits count")
            }
            WriteError::Repeated(tag) => write!(f, "section {tag} was already written"),
            WriteError::WithoutSamples(tag) => {
                write!(f, "section {tag}: the trace was begun as one without samples")
            }
            WriteError::Changed(tag) => write!(f, "section {tag}: its rows changed while they were written"),
            WriteError::Broken => f.write_str("an earlier write failed"),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> core::error::Error for WriteError<E> {}

/// Rows that can be iterated over repeatedly: an array, or a cloneable iterator such as `nodes.iter().map(|node| ...)`.
pub trait Rows<R>: IntoIterator<Item = R, IntoIter: Clone> {}

impl<R, I: IntoIterator<Item = R, IntoIter: Clone>> Rows<R> for I {}

/// Writes one trace.
///
/// Sections may be written in any order, each at most once; [`finish`](Writer::finish) adds the missing sections without rows. The writer
/// iterates over the rows several times, and an iterator must yield the same rows each time.
pub struct Writer<S: Sink> {
    out: OutputBuffer<S>,
    /// The whole-file check of the sections written so far.
    check: u64,
    sections: u64,
    seen: [bool; Section::ALL.len()],
    samples: bool,
    broken: bool,
}

impl<S: Sink> fmt::Debug for Writer<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer").field("written", &self.out.written).finish_non_exhaustive()
    }
}

impl<S: Sink> Writer<S> {
    /// Begins a trace without samples.
    pub fn start(sink: S, info: Info<'_>) -> Result<Writer<S>, WriteError<S::Error>> {
        Writer::start_as(false, sink, info)
    }

    /// Begins a trace of a launch in which call stacks were sampled, even if no sample was taken.
    pub fn start_with_samples(
        sink: S,
        info: Info<'_>,
        sampler: Sampler,
    ) -> Result<Writer<S>, WriteError<S::Error>> {
        let mut writer = Writer::start_as(true, sink, info)?;
        writer.write_table([sampler])?;
        Ok(writer)
    }

    fn start_as(samples: bool, sink: S, info: Info<'_>) -> Result<Writer<S>, WriteError<S::Error>> {
        let mut preamble = [0; PREAMBLE_BYTES];
        preamble[..8].copy_from_slice(&MAGIC);
        preamble[8..10].copy_from_slice(&VERSION.to_le_bytes());
        let mut writer = Writer {
            out: OutputBuffer::new(sink),
            check: checksum(&preamble),
            sections: 0,
            seen: [false; _],
            samples,
            broken: false,
        };
        writer.out.put_unsummed(&preamble).map_err(WriteError::Sink)?;
        writer.write_table([info])?;
        Ok(writer)
    }

    /// Writes the section that contains `rows`. If the section of costs is written last, its costs include the time for writing the other
    /// sections.
    pub fn write_table<R: Row>(&mut self, rows: impl Rows<R>) -> Result<(), WriteError<S::Error>> {
        let tag = R::SECTION.tag();
        if self.broken {
            return Err(WriteError::Broken);
        }
        if R::SECTION.is_sampled() && !self.samples {
            return Err(WriteError::WithoutSamples(tag));
        }
        let seen = &mut self.seen[R::SECTION as usize];
        if *seen {
            return Err(WriteError::Repeated(tag));
        }
        let rows = rows.into_iter();
        let count = u32::try_from(rows.clone().count()).map_err(|_| WriteError::TooMany(tag))?;
        let length = R::encoded_length(count, rows.clone()).ok_or(WriteError::TooMany(tag))?;
        *seen = true;
        self.write_section(tag, count, length, |out| R::write(count, rows, out))
    }

    /// Writes the end section and returns the sink. A file without this call remains partial.
    pub fn finish(mut self) -> Result<S, WriteError<S::Error>> {
        if self.broken {
            return Err(WriteError::Broken);
        }
        for (section, seen) in Section::ALL.into_iter().zip(self.seen) {
            if !seen && (!section.is_optional() || self.samples && section.is_sampled()) {
                // A section without rows has no bytes in any column.
                self.write_section(section.tag(), 0, 0, |_| Ok(()))?;
            }
        }
        // The end section is included in the number of sections, and the length in this section is the length of the whole file.
        let sections = self.sections + 1;
        let length = self.out.written + (HEADER_BYTES + END_BYTES + SUM_BYTES) as u64;
        let check = self.check;
        self.write_section(END, 1, END_BYTES as u64, |out| {
            out.put(&length.to_le_bytes())?;
            out.put(&sections.to_le_bytes())?;
            out.put(&check.to_le_bytes())
        })?;
        Ok(self.out.sink)
    }

    fn write_section(
        &mut self,
        tag: Tag,
        rows: u32,
        length: u64,
        write: impl FnOnce(&mut OutputBuffer<S>) -> Result<(), S::Error>,
    ) -> Result<(), WriteError<S::Error>> {
        // If writing the section fails, `broken` remains set, and the writer refuses all further sections.
        self.broken = true;
        let begin = self.out.written;
        let mut header = [0; HEADER_BYTES];
        header[..4].copy_from_slice(&tag.0);
        header[4..8].copy_from_slice(&rows.to_le_bytes());
        header[8..].copy_from_slice(&length.to_le_bytes());
        self.out.put(&header).and_then(|()| write(&mut self.out)).map_err(WriteError::Sink)?;
        if self.out.changed || self.out.written - begin != HEADER_BYTES as u64 + length {
            return Err(WriteError::Changed(tag));
        }
        let sum = self.out.end_section().map_err(WriteError::Sink)?;
        self.check = mix_word(self.check, sum);
        self.sections += 1;
        self.broken = false;
        Ok(())
    }
}
