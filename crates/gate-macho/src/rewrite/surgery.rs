//! Inserts the new segments into a file, before `__LINKEDIT`. One segment contains the counters, which exist only in memory, and the other
//! segment contains the trampolines.
//!
//! dyld requires that the new segments satisfy the following conditions:
//!
//! - Segments are in the order of their addresses and of their file offsets.
//! - `__LINKEDIT` is the last segment.
//! - Each segment begins at a page.
//! - The table of chained fixups has as many entries as there are load commands of segments.

use object::macho;
use trace::counters::CountersHeader;

use super::header_space::round_up_to_pages;
use super::image::{DAMAGED, offset_fields, put, read_u32, read_u64};
use super::trampolines::{DataAddresses, RECORD};
use super::{RewriteError, SEGMENT};
use crate::read::{Image, Segment};

/// The size in bytes of a segment's load command without sections.
const COMMAND: usize = 72;
const COUNTERS: &str = "__LG_DATA";

/// The addresses and sizes of the new segments.
pub(super) struct SegmentLayout {
    /// The index of the last segment before `__LINKEDIT`, if the counters extend it. If the field is `None`, the counters get a separate
    /// segment.
    tail: Option<usize>,
    pub(super) addresses: DataAddresses,
    /// The size of the counters in memory, rounded up to whole pages.
    memory: u64,
    /// The address of the segment with the trampolines.
    pub(super) text: u64,
    /// The size in bytes of the head and of the functions' offsets, which are at the beginning of the segment with the trampolines.
    pub(super) head: u64,
}

impl SegmentLayout {
    pub(super) fn new(image: &Image<'_>, functions: usize) -> Result<SegmentLayout, RewriteError> {
        let (linkedit, others) = image.segments.split_last().ok_or(DAMAGED)?;
        let top = others.iter().map(|segment| segment.address + segment.memory).max().unwrap_or(0);
        let within = others.iter().all(|other| other.offset + other.size <= linkedit.offset);
        if linkedit.name != "__LINKEDIT" || linkedit.address < top || !within {
            return Err(RewriteError::Damaged("__LINKEDIT is not its last segment"));
        }
        let last = others.len().wrapping_sub(1);
        let tail = others.last().filter(|segment| segment.stays_writable).map(|_| last);
        let state = round_up_to_pages(top);
        let counters = state + 64;
        let memory = round_up_to_pages(64 + RECORD * functions as u64);
        let text = state + memory;
        let head = (size_of::<CountersHeader>() as u64 + 4 * functions as u64).next_multiple_of(64);
        Ok(SegmentLayout { tail, addresses: DataAddresses { state, counters }, memory, text, head })
    }

    /// Returns the number of bytes by which the load commands grow.
    pub(super) fn command_growth(image: &Image<'_>) -> usize {
        let before = image.segments.len().checked_sub(2).map(|index| &image.segments[index]);
        if before.is_some_and(|segment| segment.stays_writable) { COMMAND } else { 2 * COMMAND }
    }

    fn segment_count(&self) -> usize {
        if self.tail.is_some() { 1 } else { 2 }
    }
}

/// A new segment without sections.
struct NewSegment {
    name: &'static str,
    address: u64,
    memory: u64,
    offset: u64,
    size: u64,
    protection: u32,
}

impl NewSegment {
    fn encode_command(&self) -> Vec<u8> {
        let mut command = Vec::with_capacity(COMMAND);
        command.extend(macho::LC_SEGMENT_64.0.to_le_bytes());
        command.extend((COMMAND as u32).to_le_bytes());
        command.extend(self.name.as_bytes());
        command.resize(24, 0);
        let numbers = [self.address, self.memory, self.offset, self.size];
        command.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        command
            .extend([self.protection, self.protection, 0, 0].iter().flat_map(|number| number.to_le_bytes()));
        command
    }
}

/// The content of `__LINKEDIT` without the signature, and how offsets into it change.
struct Linkedit {
    bytes: Vec<u8>,
    old: usize,
    new: usize,
    /// The offset in the old file at which bytes were inserted, and the number of these bytes.
    grown: Option<(usize, usize)>,
}

impl Linkedit {
    fn new(
        image: &Image<'_>,
        old: &Segment,
        layout: &SegmentLayout,
        new: usize,
    ) -> Result<Linkedit, RewriteError> {
        let mut tables = Vec::new();
        for command in image.commands.iter().filter(|command| command.kind != macho::LC_CODE_SIGNATURE) {
            for field in offset_fields(command.kind) {
                let (offset, length) = (
                    read_u32(image.bytes, command.at + field)?,
                    read_u32(image.bytes, command.at + field + 4)?,
                );
                let length = length as usize * table_entry_size(command.kind, *field);
                if offset > 0 {
                    tables.push((offset as usize, offset as usize + length));
                }
            }
        }
        tables.sort_unstable();
        let end = tables.iter().map(|(_, end)| *end).max().unwrap_or(old.offset);
        if tables.first().is_some_and(|(begin, _)| *begin < old.offset) || end > old.offset + old.size {
            return Err(RewriteError::Damaged("a table is outside of __LINKEDIT"));
        }
        tables.retain(|(begin, end)| begin < end);
        if tables.windows(2).any(|pair| pair[0].1 > pair[1].0) {
            return Err(RewriteError::Damaged("two of its tables overlap"));
        }
        let mut linkedit =
            Linkedit { bytes: image.bytes[old.offset..end].to_vec(), old: old.offset, new, grown: None };
        if let Some(command) = image.find_command(macho::LC_DYLD_CHAINED_FIXUPS) {
            linkedit.count_segments(image, command.at, layout)?;
        }
        Ok(linkedit)
    }

    /// Adds an empty entry for each new segment to the table of chained fixups, which has one entry for each segment.
    fn count_segments(
        &mut self,
        image: &Image<'_>,
        command: usize,
        layout: &SegmentLayout,
    ) -> Result<(), RewriteError> {
        let (offset, size) =
            (read_u32(image.bytes, command + 8)? as usize, read_u32(image.bytes, command + 12)? as usize);
        if size == 0 {
            return Ok(());
        }
        let table = offset.checked_sub(self.old).ok_or(DAMAGED)?;
        let starts = table + read_u32(&self.bytes, table + 4)? as usize;
        let count = read_u32(&self.bytes, starts)? as usize;
        if count != image.segments.len() {
            return Err(RewriteError::Damaged("its chained fixups have another number of segments"));
        }
        let (more, grown) = (layout.segment_count(), (4 * layout.segment_count()).next_multiple_of(8));
        let entries = (0..count).map(|index| read_u32(&self.bytes, starts + 4 + 4 * index));
        let mut entries: Vec<u32> = entries.collect::<Result<_, _>>()?;
        for entry in entries.iter_mut().filter(|entry| **entry > 0) {
            *entry = entry.checked_add(grown as u32).ok_or(DAMAGED)?;
        }
        entries.splice(count - 1..count - 1, std::iter::repeat_n(0, more));
        let end = starts + 4 + 4 * count;
        self.bytes.splice(end..end, std::iter::repeat_n(0, grown));
        put(&mut self.bytes, starts, (count + more) as u32);
        for (index, entry) in entries.iter().enumerate() {
            put(&mut self.bytes, starts + 4 + 4 * index, *entry);
        }
        // The imports and their names follow the table, so their offsets change too.
        for field in [8, 12] {
            let value = read_u32(&self.bytes, table + field)?.checked_add(grown as u32).ok_or(DAMAGED)?;
            put(&mut self.bytes, table + field, value);
        }
        self.grown = Some((self.old + end, grown));
        Ok(())
    }

    fn map_offset(&self, offset: usize) -> usize {
        let grown = self.grown.filter(|(at, _)| offset >= *at).map_or(0, |(_, grown)| grown);
        offset - self.old + self.new + grown
    }
}

/// Returns the size in bytes of an entry of the table whose offset is in `field`. In a load command, the number of a table's entries
/// follows the table's offset.
fn table_entry_size(command: macho::LoadCommandType, field: usize) -> usize {
    match (command, field) {
        (macho::LC_SYMTAB, 8) => 16,
        (macho::LC_DYSYMTAB, 40) => 56,
        (macho::LC_DYSYMTAB, 48 | 56) | (macho::LC_TWOLEVEL_HINTS, _) => 4,
        (macho::LC_DYSYMTAB, _) => 8,
        _ => 1,
    }
}

/// Returns the file with the new segments. `code` is the content of the segment with the trampolines. `text` is the file up to
/// `__LINKEDIT`, with the changed branches.
pub(super) fn assemble_file(
    image: &Image<'_>,
    layout: &SegmentLayout,
    mut text: Vec<u8>,
    mut code: Vec<u8>,
) -> Result<Vec<u8>, RewriteError> {
    let old = image.segments.last().ok_or(DAMAGED)?;
    code.resize(round_up_to_pages(code.len() as u64) as usize, 0);
    let linkedit = Linkedit::new(image, old, layout, old.offset + code.len())?;
    let (mut commands, mut count) = (Vec::new(), 0);
    let kept = image.commands.iter().filter(|command| command.kind != macho::LC_CODE_SIGNATURE);
    for command in kept {
        let mut own = text[command.at..command.at + command.size].to_vec();
        for field in offset_fields(command.kind) {
            let value = read_u32(&own, *field)? as usize;
            if value > 0 {
                put(
                    &mut own,
                    *field,
                    u32::try_from(linkedit.map_offset(value)).map_err(|_| RewriteError::TooFar)?,
                );
            }
        }
        if let (macho::LC_DYLD_CHAINED_FIXUPS, Some((_, grown))) = (command.kind, linkedit.grown) {
            let size = read_u32(&own, 12)?.checked_add(grown as u32).ok_or(DAMAGED)?;
            put(&mut own, 12, size);
        }
        if let (macho::LC_NOTE, offset @ 1..) = (command.kind, read_u64(&own, 24).unwrap_or(0) as usize)
            && offset >= old.offset
        {
            own[24..32].copy_from_slice(&(linkedit.map_offset(offset) as u64).to_le_bytes());
        }
        if layout.tail.is_some_and(|index| image.segments[index].at == command.at) {
            let memory = layout.text - image.segments[image.segments.len() - 2].address;
            own[32..40].copy_from_slice(&memory.to_le_bytes());
        }
        if command.at == old.at {
            let offset = old.offset as u64;
            if layout.tail.is_none() {
                let (address, memory) = (layout.addresses.state, layout.memory);
                let counters = NewSegment { name: COUNTERS, address, memory, offset, size: 0, protection: 3 };
                commands.extend(counters.encode_command());
                count += 1;
            }
            let (address, size) = (layout.text, code.len() as u64);
            let trampolines =
                NewSegment { name: SEGMENT, address, memory: size, offset, size, protection: 5 };
            commands.extend(trampolines.encode_command());
            count += 1;
            let length = linkedit.bytes.len() as u64;
            let numbers = [layout.text + size, round_up_to_pages(length), linkedit.new as u64, length];
            own[24..56].copy_from_slice(&numbers.map(u64::to_le_bytes).concat());
        }
        commands.append(&mut own);
        count += 1;
    }
    let end = 32 + commands.len();
    let space = image.commands_end().max(end);
    text[32..end].copy_from_slice(&commands);
    text[end..space].fill(0);
    put(&mut text, 16, count);
    put(&mut text, 20, commands.len() as u32);
    text.extend(code);
    text.extend(linkedit.bytes);
    Ok(text)
}
