//! Reads Mach-O files as dyld does: load commands, segments, names of libraries, and the positions of fixups and exports.
//!
//! The module `macho` handles only files, not addresses in a process. Invariant: every read is checked to be
//! inside the file, so bad input causes an [`Error`] with the part of the file, the offset and the problem,
//! and never a panic.

mod bytes;
mod chained;
mod opcodes;
mod trie;

use std::sync::Arc;

use bytes::Bytes;

pub use chained::Chained;
pub use trie::{Export, ExportKind};

/// A defect of a Mach-O file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// The part of the file that has the defect.
    pub what: &'static str,
    /// Offset of the defect in the file, or in the arm64 slice of a fat file.
    pub offset: u64,
    /// The kind of the defect.
    pub problem: Problem,
}

/// The kinds of problems.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// The file ends before the end of the part that contains the defect.
    Truncated {
        /// Number of bytes that were requested.
        length: u64,
    },
    /// The value is wrong.
    Unexpected {
        /// A description of the expected value.
        expected: &'static str,
        found: u64,
    },
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} at offset {:#x}: ", self.what, self.offset)?;
        match self.problem {
            Problem::Truncated { length } => write!(f, "the file ends before these {length} bytes do"),
            Problem::Unexpected { expected, found } => write!(f, "expected {expected}, found {found:#x}"),
        }
    }
}

impl std::error::Error for Error {}

/// A segment, and its sections.
#[derive(Debug, Clone)]
pub struct Segment {
    /// The segment's name, such as `__TEXT`.
    pub name: String,
    /// The address at which the segment was linked.
    pub address: u64,
    /// The segment's size in memory.
    pub size: u64,
    /// The offset of the segment's bytes in the file.
    pub file_offset: u64,
    /// The number of the segment's bytes in the file; the remaining bytes in memory are zero.
    pub file_size: u64,
    /// The maximum protection that may be requested.
    pub maximum: u32,
    /// The initial protection of the segment.
    pub initial: u32,
    /// The segment's flags, such as SG_READ_ONLY.
    pub flags: u32,
    pub sections: Vec<Section>,
}

#[derive(Debug, Clone)]
pub struct Section {
    /// The section's name, such as `__text`.
    pub name: String,
    /// The address at which the section was linked.
    pub address: u64,
    /// The size of the section in bytes.
    pub size: u64,
    /// The type (low byte) and the attributes.
    pub flags: u32,
    /// Index of the section's first entry in the indirect symbol table.
    pub reserved1: u32,
    /// Size of a stub in a section of stubs.
    pub reserved2: u32,
}

impl Section {
    /// Returns the section's type, the low byte of the flags.
    pub fn kind(&self) -> u32 {
        self.flags & 0xff
    }
}

/// Flag of a segment whose pages are made read-only after fixups.
pub const SG_READ_ONLY: u32 = 0x10;
/// Section type of non-lazy pointers.
pub const S_NON_LAZY_SYMBOL_POINTERS: u32 = 6;
/// Section type of lazy pointers.
pub const S_LAZY_SYMBOL_POINTERS: u32 = 7;
/// Section type of import stubs.
pub const S_SYMBOL_STUBS: u32 = 8;
/// Section type of pointers to initialisers.
pub const S_MOD_INIT_FUNC_POINTERS: u32 = 9;
/// Section type of descriptors of thread-local variables.
pub const S_THREAD_LOCAL_VARIABLES: u32 = 0x13;
/// Section type of offsets to initialisers.
pub const S_INIT_FUNC_OFFSETS: u32 = 0x16;

/// A library that the file links with. The position of a library in the list, from 1, is its ordinal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dependency {
    /// The install name of the library.
    pub name: String,
    /// Whether the library may be missing.
    pub weak: bool,
    /// Whether the library's exports count as exports of this image.
    pub reexport: bool,
    /// Whether the library's initialisers may run after the initialisers of this image.
    pub upward: bool,
}

/// The form in which the file stores its fixups.
#[derive(Debug, Clone)]
enum Fixups {
    None,
    Opcodes { rebase: (u64, u64), bind: (u64, u64), weak: (u64, u64), lazy: (u64, u64) },
    Chained((u64, u64)),
}

/// One pointer to fix up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fixup {
    pub segment: usize,
    pub offset: u64,
    /// The pointer's new value.
    pub value: FixupValue,
}

/// The new value of a pointer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FixupValue {
    /// The pointer's value in the file plus the slide.
    Slide,
    /// A linked address to which the slide is added. The top 8 bits of the pointer are set separately.
    Rebase {
        /// The linked address to which the pointer points.
        target: u64,
        /// Bits 56 to 63 of the pointer.
        high: u8,
    },
    /// The new value is the address of a symbol.
    Bind {
        /// The ordinal of the library in which the symbol is looked up, or a value of [`ordinal`].
        ordinal: i32,
        name: Arc<str>,
        /// The number that is added to the address.
        addend: i64,
        /// Whether the symbol may be missing.
        weak_import: bool,
        /// Whether the bind is in the table of coalesced symbols: the pointer changes only if an image
        /// defines the symbol.
        coalesced: bool,
    },
}

/// The negative ordinals and 0, which select a look-up outside of the libraries.
pub mod ordinal {
    /// Look-up in the image itself.
    pub const OWN: i32 = 0;
    /// Look-up in the main executable.
    pub const MAIN: i32 = -1;
    /// Look-up in every image, in load order.
    pub const FLAT: i32 = -2;
    /// Look-up in every image, strong definitions before weak definitions.
    pub const WEAK: i32 = -3;
}

/// A symbol of the symbol table: a name and its address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// The linked address of the symbol.
    pub address: u64,
    /// The name, with its leading underscore.
    pub name: String,
}

/// A thin arm64 Mach-O file.
#[derive(Debug, Clone)]
pub struct MachO {
    data: Arc<[u8]>,
    /// The file type: MH_EXECUTE (2), MH_DYLIB (6) or MH_BUNDLE (8).
    pub file_type: u32,
    /// Flags of the Mach-O header.
    pub flags: u32,
    /// The segments in the file's order.
    pub segments: Vec<Segment>,
    /// The install name, from LC_ID_DYLIB; `None` if the file has no such load command.
    pub install_name: Option<String>,
    /// The libraries in the order of their ordinals.
    pub dependencies: Vec<Dependency>,
    /// The run paths, from LC_RPATH.
    pub rpaths: Vec<String>,
    /// The file offset of the entry point, from LC_MAIN; `None` if the file has no such load command.
    pub entry: Option<u64>,
    /// The platform, from LC_BUILD_VERSION: 2 is a phone, 7 is a simulator. The platform is `None` if the file has no such load command.
    pub platform: Option<u32>,
    /// The UUID, from LC_UUID; `None` if the file has no such load command.
    pub uuid: Option<[u8; 16]>,
    /// The symbols, sorted by address.
    pub symbols: Vec<Symbol>,
    /// The names in the indirect symbol table; `None` for an entry without a name.
    pub indirect: Vec<Option<String>>,
    fixups: Fixups,
    exports: (u64, u64),
}

const MAGIC: u32 = 0xfeed_facf;
const FAT: u32 = 0xcafe_babe;
const FAT_64: u32 = 0xcafe_babf;
const CPU_ARM64: u32 = 0x0100_000c;

impl MachO {
    /// Reads a thin file, or the arm64 slice of a fat file.
    pub fn parse(file: &[u8]) -> Result<MachO, Error> {
        let whole = Bytes::new(file, "file");
        let magic = whole.u32_big(0)?;
        if magic != FAT && magic != FAT_64 {
            return MachO::parse_thin(file);
        }
        let header = Bytes::new(file, "fat header");
        let count = header.u32_big(4)?;
        let size = if magic == FAT { 20 } else { 32 };
        for index in 0..u64::from(count) {
            let at = 8 + index * size;
            let cpu = header.u32_big(at)?;
            // An arm64e slice (subtype 2) signs its pointers, which this CPU cannot authenticate.
            if cpu != CPU_ARM64 || header.u32_big(at + 4)? & 0xff_ffff == 2 {
                continue;
            }
            let (offset, length) = if magic == FAT {
                (u64::from(header.u32_big(at + 8)?), u64::from(header.u32_big(at + 12)?))
            } else {
                (header.u64_big(at + 8)?, header.u64_big(at + 16)?)
            };
            return MachO::parse_thin(whole.part(offset, length, "arm64 slice")?.all());
        }
        Err(header.wrong(4, "an arm64 slice", u64::from(count)))
    }

    fn parse_thin(file: &[u8]) -> Result<MachO, Error> {
        let header = Bytes::new(file, "header");
        let magic = header.u32(0)?;
        if magic != MAGIC {
            return Err(header.wrong(0, "a 64-bit Mach-O magic", u64::from(magic)));
        }
        let cpu = header.u32(4)?;
        if cpu != CPU_ARM64 {
            return Err(header.wrong(4, "CPU type arm64", u64::from(cpu)));
        }
        if header.u32(8)? & 0xff_ffff == 2 {
            return Err(header.wrong(8, "an arm64 (not arm64e) file", 2));
        }
        let file_type = header.u32(12)?;
        if !matches!(file_type, 2 | 6 | 8) {
            return Err(header.wrong(12, "an executable, library or bundle", u64::from(file_type)));
        }
        let (count, size) = (header.u32(16)?, header.u32(20)?);
        let mut macho = MachO {
            data: file.into(),
            file_type,
            flags: header.u32(24)?,
            segments: Vec::new(),
            install_name: None,
            dependencies: Vec::new(),
            rpaths: Vec::new(),
            entry: None,
            platform: None,
            uuid: None,
            symbols: Vec::new(),
            indirect: Vec::new(),
            fixups: Fixups::None,
            exports: (0, 0),
        };
        let commands = Bytes::new(file, "file").part(32, u64::from(size), "load commands")?;
        let (mut at, mut symtab, mut indirect) = (0, None, [0, 0]);
        for _ in 0..count {
            let (command, length) = (commands.u32(at)?, u64::from(commands.u32(at + 4)?));
            if length < 8 || length % 8 != 0 {
                return Err(commands.wrong(at + 4, "a command size that is a multiple of 8", length));
            }
            let body = commands.part(at, length, "load command")?;
            match command {
                0x2 => symtab = Some([body.u32(8)?, body.u32(12)?, body.u32(16)?, body.u32(20)?]),
                0xb => indirect = [body.u32(56)?, body.u32(60)?],
                _ => macho.command(command, &body)?,
            }
            at += length;
        }
        if let Some(symtab) = symtab {
            macho.read_symbols(file, symtab, indirect)?;
        }
        macho.check_segments()?;
        Ok(macho)
    }

    fn command(&mut self, command: u32, body: &Bytes<'_>) -> Result<(), Error> {
        let pair = |at| Ok((u64::from(body.u32(at)?), u64::from(body.u32(at + 4)?)));
        let plain = Dependency { name: String::new(), weak: false, reexport: false, upward: false };
        match command {
            0x19 => self.segments.push(read_segment(body)?),
            0xc => self.dependencies.push(read_dependency(body, plain)?),
            0x8000_0018 => self.dependencies.push(read_dependency(body, Dependency { weak: true, ..plain })?),
            0x8000_001f => {
                self.dependencies.push(read_dependency(body, Dependency { reexport: true, ..plain })?)
            }
            0x8000_0023 => {
                self.dependencies.push(read_dependency(body, Dependency { upward: true, ..plain })?)
            }
            0xd => self.install_name = Some(body.string(u64::from(body.u32(8)?))?.to_owned()),
            0x8000_001c => self.rpaths.push(body.string(u64::from(body.u32(8)?))?.to_owned()),
            0x8000_0028 => self.entry = Some(body.u64(8)?),
            0x32 => self.platform = Some(body.u32(8)?),
            0x1b => {
                let uuid = body.part(8, 16, "LC_UUID")?;
                self.uuid = uuid.all().try_into().ok();
            }
            0x22 | 0x8000_0022 => {
                self.fixups =
                    Fixups::Opcodes { rebase: pair(8)?, bind: pair(16)?, weak: pair(24)?, lazy: pair(32)? };
                self.exports = pair(40)?;
            }
            0x8000_0033 => self.exports = pair(8)?,
            0x8000_0034 => self.fixups = Fixups::Chained(pair(8)?),
            // The load command is LC_ENCRYPTION_INFO_64.
            0x2c if body.u32(16)? != 0 => {
                return Err(body.wrong(16, "an app that is not encrypted", u64::from(body.u32(16)?)));
            }
            // This load command is not supported, although its top bit requires that dyld knows it.
            unknown if unknown & 0x8000_0000 != 0 => {
                return Err(body.wrong(0, "a load command that dyld knows", u64::from(unknown)));
            }
            _ => {}
        }
        Ok(())
    }

    fn read_symbols(
        &mut self,
        file: &[u8],
        [offset, count, strings, strings_size]: [u32; 4],
        [indirect, indirect_count]: [u32; 2],
    ) -> Result<(), Error> {
        let whole = Bytes::new(file, "file");
        let table = whole.part(u64::from(offset), u64::from(count) * 16, "symbol table")?;
        let strings = whole.part(u64::from(strings), u64::from(strings_size), "string table")?;
        for index in 0..u64::from(count) {
            let (kind, section) = (table.u8(index * 16 + 4)?, table.u8(index * 16 + 5)?);
            // The list contains only symbols that are defined in a section, without entries for debuggers.
            if kind & 0xe0 == 0 && kind & 0xe == 0xe && section != 0 {
                let name = strings.string(u64::from(table.u32(index * 16)?))?.to_owned();
                self.symbols.push(Symbol { address: table.u64(index * 16 + 8)?, name });
            }
        }
        self.symbols.sort_by_key(|symbol| symbol.address);
        let entries = whole.part(u64::from(indirect), u64::from(indirect_count) * 4, "indirect symbols")?;
        for index in 0..u64::from(indirect_count) {
            let symbol = entries.u32(index * 4)?;
            // The two top bits mean "local" and "absolute": the entry has no name.
            let name = if symbol & 0xc000_0000 != 0 {
                None
            } else {
                let name = table.u32(u64::from(symbol) * 16)?;
                Some(strings.string(u64::from(name))?.to_owned())
            };
            self.indirect.push(name);
        }
        Ok(())
    }

    fn check_segments(&self) -> Result<(), Error> {
        let whole = Bytes::new(&self.data, "file");
        for segment in &self.segments {
            let part = whole.part(segment.file_offset, segment.file_size, "segment")?;
            if segment.file_size > segment.size || segment.address.checked_add(segment.size).is_none() {
                return Err(part.wrong(0, "a segment that fits its address range", segment.file_size));
            }
            if segment.address % 0x4000 != 0 {
                return Err(part.wrong(0, "a segment on a 16 KiB page", segment.address));
            }
        }
        if !self.segments.iter().any(|segment| segment.name == "__TEXT") {
            return Err(whole.wrong(0, "a __TEXT segment", self.segments.len() as u64));
        }
        Ok(())
    }

    /// Returns the linked address of the header.
    pub fn base(&self) -> u64 {
        self.segments.iter().find(|segment| segment.name == "__TEXT").map_or(0, |text| text.address)
    }

    /// Returns the start and the end address of all mapped segments (`__PAGEZERO` is not mapped).
    pub fn extent(&self) -> (u64, u64) {
        let mapped = || self.segments.iter().filter(|segment| segment.is_mapped());
        let start = mapped().map(|segment| segment.address).min().unwrap_or(0);
        let end = mapped().map(|segment| segment.address + segment.size).max().unwrap_or(0);
        (start, end)
    }

    /// Returns a segment's bytes in the file.
    pub fn bytes_of(&self, segment: &Segment) -> &[u8] {
        // `check_segments` has checked that the bytes are inside the file.
        &self.data[segment.file_offset as usize..][..segment.file_size as usize]
    }

    pub fn sections(&self) -> impl Iterator<Item = (&Segment, &Section)> {
        self.segments
            .iter()
            .flat_map(|segment| segment.sections.iter().map(move |section| (segment, section)))
    }

    fn part(&self, range: (u64, u64), what: &'static str) -> Result<Bytes<'_>, Error> {
        Bytes::new(&self.data, "file").part(range.0, range.1, what)
    }

    /// Returns all fixups, in dyld's order: rebases, binds, lazy binds, coalesced symbols.
    pub fn fixups(&self) -> Result<Vec<Fixup>, Error> {
        match &self.fixups {
            Fixups::None => Ok(Vec::new()),
            Fixups::Chained(range) => {
                if range.1 == 0 {
                    return Ok(Vec::new());
                }
                chained::read(self, &self.part(*range, "chained fixups")?)
            }
            Fixups::Opcodes { rebase, bind, weak, lazy } => {
                let mut fixups = opcodes::rebases(self, &self.part(*rebase, "rebase opcodes")?)?;
                for (range, what, table) in [
                    (bind, "bind opcodes", opcodes::Table::Bind),
                    (lazy, "lazy bind opcodes", opcodes::Table::Lazy),
                    (weak, "weak bind opcodes", opcodes::Table::Weak),
                ] {
                    fixups.extend(opcodes::binds(self, &self.part(*range, what)?, table)?);
                }
                Ok(fixups)
            }
        }
    }

    /// Returns the header of the chained fixups, if the file has them.
    pub fn chained(&self) -> Result<Option<Chained>, Error> {
        match self.fixups {
            Fixups::Chained(range) => chained::describe(&self.part(range, "chained fixups")?).map(Some),
            _ => Ok(None),
        }
    }

    /// Looks a name up in the export trie.
    pub fn export(&self, name: &str) -> Result<Option<Export>, Error> {
        if self.exports.1 == 0 {
            return Ok(None);
        }
        trie::find(&self.part(self.exports, "export trie")?, name)
    }

    /// Returns every export with its name.
    pub fn exports(&self) -> Result<Vec<(String, Export)>, Error> {
        if self.exports.1 == 0 {
            return Ok(Vec::new());
        }
        trie::all(&self.part(self.exports, "export trie")?)
    }

    /// Returns the segment and the offset of a pointer, which is checked to be inside its segment.
    fn fixup_at(
        &self,
        segment: usize,
        offset: u64,
        part: &Bytes<'_>,
        at: u64,
    ) -> Result<(usize, u64), Error> {
        let Some(found) = self.segments.get(segment) else {
            return Err(part.wrong(at, "a segment's number", segment as u64));
        };
        if offset.checked_add(8).is_none_or(|end| end > found.size) {
            return Err(part.wrong(at, "a pointer inside its segment", offset));
        }
        Ok((segment, offset))
    }
}

impl Segment {
    /// Returns false for `__PAGEZERO` and other segments that take addresses but no memory.
    pub fn is_mapped(&self) -> bool {
        self.size != 0 && (self.maximum != 0 || self.initial != 0 || self.file_size != 0)
    }
}

/// Reads the name of a linked library, and returns `dependency` with this name.
fn read_dependency(body: &Bytes<'_>, dependency: Dependency) -> Result<Dependency, Error> {
    let name = body.string(u64::from(body.u32(8)?))?.to_owned();
    Ok(Dependency { name, ..dependency })
}

fn read_segment(body: &Bytes<'_>) -> Result<Segment, Error> {
    let mut sections = Vec::new();
    for index in 0..u64::from(body.u32(64)?) {
        let at = 72 + index * 80;
        sections.push(Section {
            name: body.name16(at)?,
            address: body.u64(at + 32)?,
            size: body.u64(at + 40)?,
            flags: body.u32(at + 64)?,
            reserved1: body.u32(at + 68)?,
            reserved2: body.u32(at + 72)?,
        });
    }
    let segment = Segment {
        name: body.name16(8)?,
        address: body.u64(24)?,
        size: body.u64(32)?,
        file_offset: body.u64(40)?,
        file_size: body.u64(48)?,
        maximum: body.u32(56)?,
        initial: body.u32(60)?,
        flags: body.u32(68)?,
        sections,
    };
    for section in &segment.sections {
        let inside = section.address >= segment.address
            && section.address.checked_add(section.size).is_some_and(|end| {
                segment.address.checked_add(segment.size).is_some_and(|limit| end <= limit)
            });
        if !inside {
            return Err(body.wrong(72, "sections inside their segment", section.address));
        }
    }
    Ok(segment)
}
