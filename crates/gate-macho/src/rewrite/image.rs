//! Checks that a file can be rewritten, and gives access to its code.

use object::LittleEndian as Le;
use object::macho;
use object::read::macho::LoadCommandVariant;

use super::RewriteError;
use crate::read::{Image, MachoReadError, Section, Segment};

pub(super) const PAGE: u64 = 0x4000;
/// The error for a file with contradictory tables.
pub(super) const DAMAGED: RewriteError = RewriteError::Damaged("its tables are beyond its end");
/// The error for a file with contradictory segments.
const OUTSIDE: RewriteError = RewriteError::Damaged("a section is outside of its segment");

impl From<MachoReadError> for RewriteError {
    fn from(unread: MachoReadError) -> RewriteError {
        match unread {
            MachoReadError::NotForPhones(_) => RewriteError::NotArm64,
            MachoReadError::Damaged(_) => DAMAGED,
        }
    }
}

/// Reads a 32-bit number.
pub(crate) fn read_u32(bytes: &[u8], at: usize) -> Result<u32, RewriteError> {
    let four = bytes.get(at..).and_then(|rest| rest.first_chunk());
    four.copied().map(u32::from_le_bytes).ok_or(DAMAGED)
}

/// Reads a 64-bit number.
pub(crate) fn read_u64(bytes: &[u8], at: usize) -> Result<u64, RewriteError> {
    let eight = bytes.get(at..).and_then(|rest| rest.first_chunk());
    eight.copied().map(u64::from_le_bytes).ok_or(DAMAGED)
}

/// Writes a 32-bit number. The caller must have read a number at the same offset.
pub(crate) fn put(bytes: &mut [u8], at: usize, value: u32) {
    bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
}

/// Returns bytes as 32-bit words.
pub(super) fn words(bytes: &[u8]) -> impl Iterator<Item = u32> {
    bytes.as_chunks().0.iter().map(|four| u32::from_le_bytes(*four))
}

/// Returns the fields of a load command that are offsets into `__LINKEDIT`. The load commands of the symbol tables, of dyld's opcodes and
/// of hints have offset fields. Every load command that consists of an offset and a length has an offset field too, including the load
/// commands of Xcode 16.
pub(crate) fn offset_fields(command: macho::LoadCommandType) -> &'static [usize] {
    match command.0 {
        0x2 => &[8, 16],
        0xb => &[32, 40, 48, 56, 64, 72],
        0x22 | 0x8000_0022 => &[8, 16, 24, 32, 40],
        0x16 | 0x1d | 0x1e | 0x26 | 0x29 | 0x2b | 0x2e | 0x36..=0x38 | 0x8000_0033 | 0x8000_0034 => &[8],
        _ => &[],
    }
}

/// Reads a thin file for arm64, and checks that its segments and sections are located as rewriting requires.
pub(super) fn read(bytes: &[u8]) -> Result<Image<'_>, RewriteError> {
    let image = Image::read(bytes)?;
    image.check()?;
    if image.is_arm64e() {
        return Err(RewriteError::Arm64e);
    }
    if image.is_encrypted() {
        return Err(RewriteError::Encrypted);
    }
    for segment in &image.segments {
        // Addresses are limited, so that their sums fit into 64 bits.
        if segment.address > 1 << 48 || segment.memory > 1 << 40 {
            return Err(DAMAGED);
        }
        // The segment with the code must begin with the header.
        if segment.name == "__TEXT" && segment.offset != 0 {
            return Err(DAMAGED);
        }
        let entries = segment.at..segment.at + read_u32(bytes, segment.at + 4)? as usize;
        let sections = image.sections.iter().filter(|section| entries.contains(&section.at));
        if sections.into_iter().any(|section| !is_inside(section, segment, bytes.len())) {
            return Err(OUTSIDE);
        }
    }
    Ok(image)
}

/// Returns whether a section is inside its segment, and its content inside the file. For code, the offset in the segment must be the same
/// in memory and in the file.
fn is_inside(section: &Section, segment: &Segment, length: usize) -> bool {
    let is_mapped = section.address >= segment.address
        && section.size <= segment.memory
        && section.address <= segment.address + segment.memory
        && section.end() <= segment.address + segment.memory;
    if !is_mapped || section.is_empty_in_file() {
        return is_mapped;
    }
    let end = section.offset as u64 + section.size;
    let is_code_in_place = section.offset as u64
        == segment.offset as u64 + (section.address - segment.address)
        && end <= (segment.offset + segment.size) as u64;
    end <= length as u64 && (is_code_in_place || !segment.is_executable)
}

impl Section {
    pub(super) fn is_empty_in_file(&self) -> bool {
        [macho::S_ZEROFILL, macho::S_GB_ZEROFILL, macho::S_THREAD_LOCAL_ZEROFILL].contains(&self.flags.typ())
    }

    /// Returns whether the section contains functions that the compiler wrote. Stubs of the linker do not count.
    pub(super) fn is_code(&self) -> bool {
        let names =
            ["__stub_helper", "__objc_stubs", "__stubs", "__auth_stubs", "__delay_stubs", "__delay_helper"];
        self.in_executable
            && self.has_instructions()
            && self.flags.typ() == macho::S_REGULAR
            && !names.contains(&&*self.name)
    }
}

impl<'a> Image<'a> {
    /// Returns the content that a section has in the file.
    pub(super) fn content(&self, section: &Section) -> &'a [u8] {
        if section.is_empty_in_file() {
            return &[];
        }
        &self.bytes[section.offset..section.offset + section.size as usize]
    }

    /// Returns the file offset of an address in a section of code.
    pub(super) fn file_offset(&self, address: u64) -> usize {
        let holds = |one: &&Segment| {
            one.is_executable && (one.address..one.address + one.size as u64).contains(&address)
        };
        let segment = self.segments.iter().find(holds);
        segment.map_or(self.bytes.len(), |one| one.offset + (address - one.address) as usize)
    }

    /// Returns the bytes of the memory page that contains an address of code.
    pub(super) fn page(&self, address: u64) -> &'a [u8] {
        let start = address & !(PAGE - 1);
        let from = self.file_offset(start);
        self.bytes.get(from..self.bytes.len().min(from.saturating_add(PAGE as usize))).unwrap_or_default()
    }

    /// Returns the number of free bytes after the load commands. Free bytes are zeros before the first content of the file.
    pub(super) fn count_free_bytes(&self) -> usize {
        let segments = self.segments.iter().map(|segment| (segment.offset, segment.size));
        let sections = self.sections.iter().filter(|section| !section.is_empty_in_file());
        let contents = segments.chain(sections.map(|section| (section.offset, section.size as usize)));
        let first =
            contents.filter(|(offset, size)| *offset > 0 && *size > 0).map(|(offset, _)| offset).min();
        let space =
            self.bytes.get(self.commands_end()..first.unwrap_or(self.bytes.len())).unwrap_or_default();
        space.iter().take_while(|byte| **byte == 0).count()
    }

    /// Returns the entries of the indirect symbol table, which are indices into the symbol table.
    pub(super) fn indirect_symbols(&self) -> Result<Vec<u32>, RewriteError> {
        match self.find_command(macho::LC_DYSYMTAB).map(|command| command.content) {
            Some(LoadCommandVariant::Dysymtab(table)) => {
                let symbols = table.indirect_symbols(Le, self.bytes).map_err(|_| DAMAGED)?;
                Ok(symbols.iter().map(|symbol| symbol.get(Le).0).collect())
            }
            _ => Ok(Vec::new()),
        }
    }
}
