//! Where things are in a thin Mach-O file, as far as one more library touches them.

use object::LittleEndian as Le;
use object::macho::{self, MachHeader64};
use object::read::macho::{LoadCommandVariant, MachHeader as _, Segment as _};

use super::MachoError;
use crate::read::cpu_name;
use crate::rewrite::offset_fields;

/// The platform that a file was built for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::inject) enum Platform {
    /// A phone or a tablet.
    Device,
    /// A simulator of them.
    Simulator,
    /// Something else.
    Other(macho::Platform),
    /// It does not say.
    Unknown,
}

impl Platform {
    fn of(number: macho::Platform) -> Platform {
        match number {
            macho::PLATFORM_IOS => Platform::Device,
            macho::PLATFORM_IOSSIMULATOR => Platform::Simulator,
            other => Platform::Other(other),
        }
    }
}

/// Where things are.
#[derive(Debug)]
pub(in crate::inject) struct Layout {
    /// `MH_EXECUTE`, `MH_DYLIB` and so on.
    pub(in crate::inject) file_type: macho::FileType,
    /// The platform that it was built for.
    pub(in crate::inject) platform: Platform,
    /// The store's encryption is on it.
    pub(in crate::inject) encrypted: bool,
    /// Load commands of libraries, in order: where, and the name.
    pub(in crate::inject) libraries: Vec<(usize, String)>,
    /// Search paths.
    pub(in crate::inject) rpaths: Vec<String>,
    /// The code signature: where, how long.
    pub(in crate::inject) signature: Option<(usize, usize)>,
    pub(super) two_level: bool,
    pub(super) commands_end: usize,
    pub(super) chained_fixups: Option<(usize, usize)>,
    pub(super) export_trie: Option<(usize, usize)>,
    /// The load command of the opcodes.
    pub(super) dyld_info: Option<usize>,
    /// The symbol table: where, how many.
    pub(super) symbols: Option<(usize, usize)>,
    /// Every field of a load command that holds an offset into `__LINKEDIT`.
    offsets: Vec<usize>,
    /// The load command of `__LINKEDIT`, and its address.
    linkedit: Option<(usize, u64)>,
    /// The lowest address of a segment above `__LINKEDIT`.
    above: Option<u64>,
}

/// A number of 32 bits.
pub(super) fn word(bytes: &[u8], at: usize) -> Result<u32, MachoError> {
    let four = at.checked_add(4).and_then(|end| bytes.get(at..end)).and_then(|four| four.try_into().ok());
    four.map(u32::from_le_bytes).ok_or_else(|| MachoError::bad("a number", at, "the file ends too early"))
}

/// Two of them: an offset and a size.
pub(super) fn pair(bytes: &[u8], at: usize) -> Result<(usize, usize), MachoError> {
    Ok((word(bytes, at)? as usize, word(bytes, at + 4)? as usize))
}

fn long(bytes: &[u8], at: usize) -> Result<u64, MachoError> {
    Ok(u64::from(word(bytes, at)?) | u64::from(word(bytes, at + 4)?) << 32)
}

fn put(bytes: &mut [u8], at: usize, value: &[u8]) {
    bytes[at..at + value.len()].copy_from_slice(value);
}

impl Layout {
    /// Reads the header and the load commands of a thin file.
    pub(in crate::inject) fn read(file: &[u8]) -> Result<Layout, MachoError> {
        let not = |error: object::Error| MachoError::NotArm64(error.to_string());
        let header = MachHeader64::<Le>::parse(file, 0).map_err(not)?;
        if header.cputype(Le) != macho::CPU_TYPE_ARM64 {
            return Err(MachoError::NotArm64(format!("it is for {}", cpu_name(header.cputype(Le)))));
        }
        if header.cpusubtype(Le).id() == macho::CPU_SUBTYPE_ARM64E {
            return Err(MachoError::Arm64e);
        }
        let mut layout = Layout {
            file_type: header.filetype(Le),
            platform: Platform::Unknown,
            encrypted: false,
            libraries: Vec::new(),
            rpaths: Vec::new(),
            signature: None,
            two_level: header.flags(Le).contains(macho::MH_TWOLEVEL),
            commands_end: 32 + header.sizeofcmds(Le) as usize,
            chained_fixups: None,
            export_trie: None,
            dyld_info: None,
            symbols: None,
            offsets: Vec::new(),
            linkedit: None,
            above: None,
        };
        let mut commands = header.load_commands(Le, file, 0).map_err(not)?;
        let mut at = 32;
        while let Some(command) = commands.next().map_err(not)? {
            let bad = |error: object::Error| MachoError::bad("a load command", at, error.to_string());
            let text = |name: object::read::Result<&[u8]>| -> Result<String, MachoError> {
                Ok(String::from_utf8_lossy(name.map_err(bad)?).into_owned())
            };
            match command.variant().map_err(bad)? {
                LoadCommandVariant::Dylib(library) => {
                    layout.libraries.push((at, text(command.string(Le, library.dylib.name))?));
                }
                LoadCommandVariant::Rpath(rpath) => layout.rpaths.push(text(command.string(Le, rpath.path))?),
                LoadCommandVariant::Segment64(segment, data) => {
                    layout.add_segment(file, at, segment, data)?
                }
                LoadCommandVariant::DyldInfo(_) => layout.dyld_info = Some(at),
                LoadCommandVariant::Symtab(symtab) => {
                    layout.symbols = Some((symtab.symoff.get(Le) as usize, symtab.nsyms.get(Le) as usize));
                }
                LoadCommandVariant::LinkeditData(data) => {
                    let range = (data.dataoff.get(Le) as usize, data.datasize.get(Le) as usize);
                    match command.cmd() {
                        macho::LC_DYLD_CHAINED_FIXUPS => layout.chained_fixups = Some(range),
                        macho::LC_DYLD_EXPORTS_TRIE => layout.export_trie = Some(range),
                        macho::LC_CODE_SIGNATURE => layout.signature = Some(range),
                        _ => {}
                    }
                }
                LoadCommandVariant::EncryptionInfo64(info) => layout.encrypted |= info.cryptid.get(Le) != 0,
                LoadCommandVariant::BuildVersion(version, _) => {
                    layout.platform = Platform::of(version.platform.get(Le));
                }
                // The load commands of linkers before Xcode 10: one for each platform.
                LoadCommandVariant::VersionMin(..) => {
                    layout.platform = match command.cmd() {
                        macho::LC_VERSION_MIN_IPHONEOS => Platform::Device,
                        macho::LC_VERSION_MIN_TVOS => Platform::Other(macho::PLATFORM_TVOS),
                        macho::LC_VERSION_MIN_WATCHOS => Platform::Other(macho::PLATFORM_WATCHOS),
                        _ => Platform::Other(macho::PLATFORM_MACOS),
                    };
                }
                _ => {}
            }
            layout.offsets.extend(offset_fields(command.cmd()).iter().map(|field| at + field));
            at += command.cmdsize() as usize;
        }
        if at != layout.commands_end {
            return Err(MachoError::bad("load commands", at, "their sizes do not match the header"));
        }
        Ok(layout)
    }

    fn add_segment(
        &mut self,
        file: &[u8],
        at: usize,
        segment: &macho::SegmentCommand64<Le>,
        data: &[u8],
    ) -> Result<(), MachoError> {
        let bad = |error: object::Error| MachoError::bad("a segment", at, error.to_string());
        let (offset, size) = segment.file_range(Le);
        if offset.checked_add(size).is_none_or(|end| end > file.len() as u64) {
            return Err(MachoError::bad("a segment", at, "it is beyond the end of the file"));
        }
        if segment.name() == b"__LINKEDIT" {
            self.linkedit = Some((at, segment.vmaddr.get(Le)));
        }
        if let Some((_, linkedit)) = self.linkedit
            && segment.vmaddr.get(Le) > linkedit
        {
            self.above = Some(self.above.unwrap_or(u64::MAX).min(segment.vmaddr.get(Le)));
        }
        segment.sections(Le, data).map_err(bad)?;
        Ok(())
    }

    /// Refuses a file with a table whose offset is inside the header: renumbering that table would change the load commands.
    pub(super) fn check_tables(&self, file: &[u8]) -> Result<(), MachoError> {
        let mut tables = vec![("chained fixups", self.chained_fixups), ("the export trie", self.export_trie)];
        tables.push(("the symbol table", self.symbols));
        if let Some(at) = self.dyld_info {
            for (what, field) in [("bind opcodes", 16), ("bind opcodes", 24), ("bind opcodes", 32)] {
                tables.push((what, Some(pair(file, at + field)?)));
            }
            tables.push(("the export trie", Some(pair(file, at + 40)?)));
        }
        for (what, range) in tables {
            if let Some((offset, size)) = range
                && size > 0
                && offset < self.commands_end
            {
                return Err(MachoError::bad(what, offset, "it overlaps the load commands"));
            }
        }
        Ok(())
    }

    /// Replaces a table; `field` of a load command has its offset, and the next field its size.
    /// The tables after it in `__LINKEDIT` move if necessary, by a multiple of the largest alignment.
    pub(super) fn replace(
        &self,
        bytes: &mut Vec<u8>,
        field: usize,
        content: &[u8],
    ) -> Result<(), MachoError> {
        let (offset, size) = pair(bytes, field)?;
        let more = content.len().saturating_sub(size).next_multiple_of(16);
        if more > 0 {
            let end = offset + size;
            let (at, address) = self
                .linkedit
                .ok_or_else(|| MachoError::bad("the file", 0, "it has opcodes but no __LINKEDIT"))?;
            let file_size = long(bytes, at + 48)? + more as u64;
            let memory = long(bytes, at + 32)?.max(file_size.next_multiple_of(0x4000));
            if self.above.is_some_and(|above| address.saturating_add(memory) > above) {
                return Err(MachoError::bad(
                    "__LINKEDIT",
                    at,
                    "it cannot grow, because another segment follows it",
                ));
            }
            for other in &self.offsets {
                let value = word(bytes, *other)?;
                if value as usize >= end {
                    let moved = u32::try_from(value as usize + more)
                        .map_err(|_| MachoError::bad("__LINKEDIT", at, "the file would be too long"))?;
                    put(bytes, *other, &moved.to_le_bytes());
                }
            }
            bytes.splice(end..end, std::iter::repeat_n(0, more));
            put(bytes, at + 48, &file_size.to_le_bytes());
            put(bytes, at + 32, &memory.to_le_bytes());
        }
        if content.len() > size {
            // All the new room belongs to it: zeros end a stream of opcodes.
            put(bytes, field + 4, &((size + more) as u32).to_le_bytes());
        }
        put(bytes, offset, content);
        Ok(())
    }
}
