//! The load commands of a thin Mach-O file that a rewritten file must be consistent with.

use object::macho;

use super::Refused;

pub(super) const PAGE: u64 = 0x4000;
/// The reason for which a file with contradictory tables is refused.
pub(super) const DAMAGED: Refused = Refused::Damaged("its tables are beyond its end");

/// A number of 32 bits.
pub(super) fn word(bytes: &[u8], at: usize) -> Result<u32, Refused> {
    let four = bytes.get(at..).and_then(|rest| rest.first_chunk());
    four.copied().map(u32::from_le_bytes).ok_or(DAMAGED)
}

/// One of 64 bits.
pub(super) fn long(bytes: &[u8], at: usize) -> Result<u64, Refused> {
    let eight = bytes.get(at..).and_then(|rest| rest.first_chunk());
    eight.copied().map(u64::from_le_bytes).ok_or(DAMAGED)
}

/// Writes a number of 32 bits, where one was read.
pub(super) fn put(bytes: &mut [u8], at: usize, value: u32) {
    bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
}

/// A name of 16 bytes at most.
fn name(bytes: &[u8], at: usize) -> Result<String, Refused> {
    let whole = bytes.get(at..at + 16).ok_or(DAMAGED)?;
    let end = whole.iter().position(|byte| *byte == 0).unwrap_or(16);
    Ok(String::from_utf8_lossy(&whole[..end]).into_owned())
}

/// The fields of a load command that hold an offset into `__LINKEDIT`: of the symbol tables, of dyld's opcodes, of hints, and of all
/// commands that are an offset and a length, Xcode 16's too.
pub(crate) fn offset_fields(command: macho::LoadCommandType) -> &'static [usize] {
    match command.0 {
        0x2 => &[8, 16],
        0xb => &[32, 40, 48, 56, 64, 72],
        0x22 | 0x8000_0022 => &[8, 16, 24, 32, 40],
        0x16 | 0x1d | 0x1e | 0x26 | 0x29 | 0x2b | 0x2e | 0x36..=0x38 | 0x8000_0033 | 0x8000_0034 => &[8],
        _ => &[],
    }
}

/// A load command: where, what, how long.
#[derive(Debug, Clone, Copy)]
pub(super) struct Command {
    pub(super) at: usize,
    pub(super) kind: macho::LoadCommandType,
    pub(super) size: usize,
}

#[derive(Debug)]
pub(super) struct Segment {
    pub(super) at: usize,
    pub(super) name: String,
    pub(super) address: u64,
    pub(super) memory: u64,
    pub(super) offset: usize,
    pub(super) size: usize,
    /// It is writable, and stays so when dyld has done its work.
    pub(super) stays_writable: bool,
    /// It may contain code: `__TEXT`, and segments that an app's build settings rename sections into.
    pub(super) is_executable: bool,
}

#[derive(Debug)]
pub(super) struct Section {
    pub(super) at: usize,
    pub(super) name: String,
    /// It is in `__TEXT`.
    pub(super) in_text: bool,
    pub(super) in_executable: bool,
    pub(super) address: u64,
    pub(super) size: u64,
    pub(super) offset: usize,
    pub(super) flags: u32,
    /// In a section of stubs: the index of its first stub in the indirect symbol table, and the length of a stub.
    pub(super) indirect: usize,
    pub(super) entry: u64,
}

impl Section {
    pub(super) fn is_empty_in_file(&self) -> bool {
        [1, 12, 18].contains(&(self.flags & 0xff))
    }

    pub(super) fn end(&self) -> u64 {
        self.address + self.size
    }

    /// Returns whether the section has functions of the compiler rather than stubs of the linker.
    pub(super) fn is_code(&self) -> bool {
        let names =
            ["__stub_helper", "__objc_stubs", "__stubs", "__auth_stubs", "__delay_stubs", "__delay_helper"];
        self.in_executable
            && self.flags & 0x8000_0400 != 0
            && self.flags & 0xff == 0
            && !names.contains(&&*self.name)
    }
}

/// A thin file for arm64.
pub(super) struct Image<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) commands: Vec<Command>,
    pub(super) segments: Vec<Segment>,
    pub(super) sections: Vec<Section>,
    /// The address of `__TEXT`, which is that of the header.
    pub(super) base: u64,
    pub(super) commands_end: usize,
    /// The first byte after the load commands that has content.
    first_content: usize,
}

impl<'a> Image<'a> {
    pub(super) fn read(bytes: &'a [u8]) -> Result<Image<'a>, Refused> {
        if word(bytes, 0)? != macho::MH_MAGIC_64 || word(bytes, 4)? != macho::CPU_TYPE_ARM64.0 {
            return Err(Refused::NotArm64);
        }
        if word(bytes, 8)? & 0xff_ffff == macho::CPU_SUBTYPE_ARM64E.0 {
            return Err(Refused::Arm64e);
        }
        let mut image = Image {
            bytes,
            commands: Vec::new(),
            segments: Vec::new(),
            sections: Vec::new(),
            base: 0,
            commands_end: 32 + word(bytes, 20)? as usize,
            first_content: bytes.len(),
        };
        let mut at = 32;
        for _ in 0..word(bytes, 16)? {
            let kind = macho::LoadCommandType(word(bytes, at)?);
            let size = word(bytes, at + 4)? as usize;
            if size < 8 || at + size > image.commands_end.min(bytes.len()) {
                return Err(DAMAGED);
            }
            image.commands.push(Command { at, kind, size });
            match kind {
                macho::LC_SEGMENT_64 => image.add(at, size)?,
                macho::LC_ENCRYPTION_INFO_64 if word(bytes, at + 16)? != 0 => return Err(Refused::Encrypted),
                _ => {}
            }
            at += size;
        }
        let text = image.segments.iter().find(|segment| segment.name == "__TEXT");
        image.base = text.filter(|text| text.offset == 0).map_or(0, |text| text.address);
        if at != image.commands_end {
            return Err(Refused::Damaged("its load commands have another length than the header says"));
        }
        Ok(image)
    }

    fn add(&mut self, at: usize, size: usize) -> Result<(), Refused> {
        let bytes = self.bytes;
        let (offset, length) = (long(bytes, at + 40)?, long(bytes, at + 48)?);
        if offset.checked_add(length).is_none_or(|end| end > bytes.len() as u64) {
            return Err(DAMAGED);
        }
        let (address, memory) = (long(bytes, at + 24)?, long(bytes, at + 32)?);
        // Addresses are bounded so that sums of them fit into 64 bits.
        if address > 1 << 48 || memory > 1 << 40 {
            return Err(DAMAGED);
        }
        // Read and write, at first and later; dyld makes a segment with the flag 0x10 read-only.
        let stays_writable = long(bytes, at + 56)? == 3 << 32 | 3 && word(bytes, at + 68)? & 0x10 == 0;
        let is_executable = word(bytes, at + 60)? & 4 != 0;
        let segment = Segment {
            at,
            name: name(bytes, at + 8)?,
            address,
            memory,
            offset: offset as usize,
            size: length as usize,
            stays_writable,
            is_executable,
        };
        let in_text = segment.name == "__TEXT";
        if offset > 0 && length > 0 {
            self.first_content = self.first_content.min(offset as usize);
        }
        let count = word(bytes, at + 64)? as usize;
        if 72 + 80 * count > size {
            return Err(DAMAGED);
        }
        for at in (0..count).map(|index| at + 72 + 80 * index) {
            let section = Section {
                at,
                name: name(bytes, at)?,
                in_text,
                in_executable: is_executable,
                address: long(bytes, at + 32)?,
                size: long(bytes, at + 40)?,
                offset: word(bytes, at + 48)? as usize,
                flags: word(bytes, at + 64)?,
                indirect: word(bytes, at + 68)? as usize,
                entry: u64::from(word(bytes, at + 72)?),
            };
            let outside = section.address < address
                || section.address > address + memory
                || section.size > memory
                || section.end() > address + memory
                || !section.is_empty_in_file() && section.offset as u64 + section.size > bytes.len() as u64
                || is_executable
                    && !section.is_empty_in_file()
                    && (section.offset as u64 != offset + (section.address - address)
                        || section.offset as u64 + section.size > offset + length);
            if outside {
                return Err(Refused::Damaged("a section is outside of its segment"));
            }
            if section.offset > 0 && section.size > 0 && !section.is_empty_in_file() {
                self.first_content = self.first_content.min(section.offset);
            }
            self.sections.push(section);
        }
        self.segments.push(segment);
        Ok(())
    }

    pub(super) fn command(&self, kind: macho::LoadCommandType) -> Option<Command> {
        self.commands.iter().copied().find(|command| command.kind == kind)
    }

    /// Returns the table of a command whose fields are an offset and a length.
    pub(super) fn table(&self, kind: macho::LoadCommandType) -> Result<&'a [u8], Refused> {
        let Some(command) = self.command(kind) else { return Ok(&[]) };
        let (offset, size) = (word(self.bytes, command.at + 8)?, word(self.bytes, command.at + 12)?);
        self.bytes.get(offset as usize..).and_then(|rest| rest.get(..size as usize)).ok_or(DAMAGED)
    }

    /// Returns the content of a section in the file.
    pub(super) fn content(&self, section: &Section) -> &'a [u8] {
        if section.is_empty_in_file() {
            return &[];
        }
        &self.bytes[section.offset..section.offset + section.size as usize]
    }

    /// The offset in the file of an address in a section of code.
    pub(super) fn file_offset(&self, address: u64) -> usize {
        let holds = |one: &&Segment| {
            one.is_executable && (one.address..one.address + one.size as u64).contains(&address)
        };
        let segment = self.segments.iter().find(holds);
        segment.map_or(self.bytes.len(), |one| one.offset + (address - one.address) as usize)
    }

    /// The bytes of the page of memory that contains an address of code.
    pub(super) fn page(&self, address: u64) -> &'a [u8] {
        let start = address & !(PAGE - 1);
        let from = self.file_offset(start);
        self.bytes.get(from..self.bytes.len().min(from.saturating_add(PAGE as usize))).unwrap_or_default()
    }

    /// Returns the number of free bytes after the load commands: zeros before the first content.
    pub(super) fn room(&self) -> usize {
        let space = self.bytes.get(self.commands_end..self.first_content).unwrap_or_default();
        space.iter().take_while(|byte| **byte == 0).count()
    }

    /// The addresses at which functions begin, in order.
    pub(super) fn starts(&self) -> Result<Vec<u64>, Refused> {
        let (mut starts, mut address) = (Vec::new(), self.base);
        let (mut value, mut shift) = (0_u64, 0);
        for byte in self.table(macho::LC_FUNCTION_STARTS)? {
            if shift > 35 {
                return Err(Refused::Damaged("its table of functions is invalid"));
            }
            value |= u64::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                if value == 0 {
                    break;
                }
                address = address.checked_add(value).ok_or(DAMAGED)?;
                starts.push(address);
                (value, shift) = (0, 0);
            }
        }
        Ok(starts)
    }

    /// Names of what the file defines and calls from elsewhere: address or place in the table, and name.
    pub(super) fn symbols(&self) -> Result<Vec<Symbol<'a>>, Refused> {
        let Some(command) = self.command(macho::LC_SYMTAB) else { return Ok(Vec::new()) };
        let [first, count, strings, size] = [8, 12, 16, 20].map(|field| word(self.bytes, command.at + field));
        let (first, count) = (first? as usize, count? as usize);
        let strings = self.bytes.get(strings? as usize..).and_then(|rest| rest.get(..size.ok()? as usize));
        let strings = strings.ok_or(DAMAGED)?;
        let table =
            self.bytes.get(first..).and_then(|rest| rest.get(..count.checked_mul(16)?)).ok_or(DAMAGED)?;
        let read = |entry: &[u8]| {
            let name = strings.get(word(entry, 0)? as usize..).unwrap_or_default();
            let name = name.split(|byte| *byte == 0).next().unwrap_or_default();
            // A debugging entry defines no symbol; an entry of type N_SECT (0xe) does.
            let defined = entry[4] & 0xe0 == 0 && entry[4] & 0xe == 0xe;
            Ok(Symbol { name, address: defined.then_some(long(entry, 8)?) })
        };
        table.chunks_exact(16).map(read).collect()
    }

    /// The words of the table of indirect symbols: places in the table of symbols.
    pub(super) fn indirect(&self) -> Result<Vec<u32>, Refused> {
        let Some(command) = self.command(macho::LC_DYSYMTAB) else { return Ok(Vec::new()) };
        let (first, count) =
            (word(self.bytes, command.at + 56)? as usize, word(self.bytes, command.at + 60)? as usize);
        let table =
            self.bytes.get(first..).and_then(|rest| rest.get(..count.checked_mul(4)?)).ok_or(DAMAGED)?;
        Ok(words(table).collect())
    }
}

/// An entry of the table of symbols.
pub(super) struct Symbol<'a> {
    pub(super) name: &'a [u8],
    /// Where it is, if the file defines it.
    pub(super) address: Option<u64>,
}

/// Bytes as words.
pub(super) fn words(bytes: &[u8]) -> impl Iterator<Item = u32> {
    bytes.as_chunks().0.iter().map(|four| u32::from_le_bytes(*four))
}
