//! Reads the load commands, segments, sections and tables of a thin Mach-O file. The crate `object` decodes the load commands, segments,
//! sections and tables.
//!
//! Invariant: when a file is read, only the load commands are checked. All code that uses an offset from a load command must check the
//! offset against the length of the file.

use object::LittleEndian as Le;
use object::macho::{self, MachHeader64};
use object::read::macho::{
    LoadCommandData, LoadCommandVariant, MachHeader as _, Nlist as _, Section as _, Segment as _, SymbolTable,
};

use super::{MachoReadError, cpu_name};

/// The length of a Mach-O header in bytes.
const HEADER: usize = size_of::<MachHeader64<Le>>();

/// A thin 64-bit Mach-O file.
pub struct Image<'a> {
    pub bytes: &'a [u8],
    pub header: &'a MachHeader64<Le>,
    pub commands: Vec<LoadCommand<'a>>,
    pub segments: Vec<Segment>,
    pub sections: Vec<Section>,
    /// The address of the segment `__TEXT`, which is also the address of the header.
    pub base: u64,
}

/// A load command.
#[derive(Debug, Clone, Copy)]
pub struct LoadCommand<'a> {
    /// The offset of the load command in the file.
    pub at: usize,
    pub kind: macho::LoadCommandType,
    pub size: usize,
    pub content: LoadCommandVariant<'a, Le>,
    /// The name of a library, or a search path for libraries. The name is empty in other load commands.
    pub name: &'a [u8],
}

#[derive(Debug)]
pub struct Segment {
    /// The offset of the segment's load command.
    pub at: usize,
    pub name: String,
    pub address: u64,
    pub memory: u64,
    pub offset: usize,
    pub size: usize,
    /// Whether the segment remains writable after dyld has bound the image.
    pub stays_writable: bool,
    /// Whether the segment may contain code. Code may be in `__TEXT`, or in another segment into which an app's build settings move
    /// sections.
    pub is_executable: bool,
}

#[derive(Debug)]
pub struct Section {
    /// The offset of the section's entry in the load command of its segment.
    pub at: usize,
    pub name: String,
    /// Whether the section is in `__TEXT`.
    pub in_text: bool,
    pub in_executable: bool,
    pub address: u64,
    pub size: u64,
    pub offset: usize,
    pub flags: macho::SectionFlags,
    /// The index of the section's first stub in the indirect symbol table, if this is a section of stubs. The field `entry` is the length
    /// of a stub in bytes.
    pub indirect: usize,
    pub entry: u64,
}

impl Section {
    pub fn end(&self) -> u64 {
        self.address.saturating_add(self.size)
    }

    /// Returns whether the section contains instructions that the compiler or the linker wrote.
    pub fn has_instructions(&self) -> bool {
        self.flags.0 & (macho::S_ATTR_PURE_INSTRUCTIONS | macho::S_ATTR_SOME_INSTRUCTIONS).0 != 0
    }
}

/// An entry of the symbol table.
pub struct Symbol<'a> {
    pub name: &'a [u8],
    /// The symbol's address, or `None` if the file does not define the symbol.
    pub address: Option<u64>,
}

fn to_damaged_error(error: object::Error) -> MachoReadError {
    super::format_parse_error(error).into()
}

impl<'a> Image<'a> {
    /// Reads the header and the load commands.
    pub fn read(bytes: &'a [u8]) -> Result<Image<'a>, MachoReadError> {
        let header = MachHeader64::<Le>::parse(bytes, 0)
            .map_err(|error| MachoReadError::NotForPhones(error.to_string()))?;
        let mut commands = header.load_commands(Le, bytes, 0).map_err(to_damaged_error)?;
        let (commands_read, segments, sections) = (Vec::new(), Vec::new(), Vec::new());
        let mut image = Image { bytes, header, commands: commands_read, segments, sections, base: 0 };
        while let Some(command) = commands.next().map_err(to_damaged_error)? {
            let wrong = |error: object::Error| {
                MachoReadError::Damaged(format!("a load command at offset {:#x}: {error}", command.offset()))
            };
            image.add(&command).map_err(wrong)?;
        }
        Ok(image)
    }

    fn add(&mut self, command: &LoadCommandData<'a, Le>) -> object::read::Result<()> {
        let (at, content) = (command.offset() as usize, command.variant()?);
        let name = match content {
            LoadCommandVariant::Dylib(library) | LoadCommandVariant::IdDylib(library) => {
                command.string(Le, library.dylib.name)?
            }
            LoadCommandVariant::Rpath(rpath) => command.string(Le, rpath.path)?,
            LoadCommandVariant::Segment64(segment, sections) => {
                self.add_segment(at, segment, sections)?;
                &[]
            }
            _ => &[],
        };
        let size = command.cmdsize() as usize;
        self.commands.push(LoadCommand { at, kind: command.cmd(), size, content, name });
        Ok(())
    }

    fn add_segment(
        &mut self,
        at: usize,
        segment: &macho::SegmentCommand64<Le>,
        sections: &'a [u8],
    ) -> object::read::Result<()> {
        let read_write = macho::VM_PROT_READ.0 | macho::VM_PROT_WRITE.0;
        let (initial, most) = (segment.initprot.get(Le).0, segment.maxprot.get(Le).0);
        let is_read_only = segment.flags.get(Le).0 & macho::SG_READ_ONLY.0 != 0;
        let (offset, size) = segment.file_range(Le);
        let read = Segment {
            at,
            name: String::from_utf8_lossy(segment.name()).into_owned(),
            address: segment.vmaddr.get(Le),
            memory: segment.vmsize.get(Le),
            offset: offset as usize,
            size: size as usize,
            stays_writable: initial == read_write && most == read_write && !is_read_only,
            is_executable: initial & macho::VM_PROT_EXECUTE.0 != 0,
        };
        let in_text = read.name == "__TEXT";
        if in_text {
            self.base = read.address;
        }
        let entries =
            (at + size_of::<macho::SegmentCommand64<Le>>()..).step_by(size_of::<macho::Section64<Le>>());
        for (at, section) in entries.zip(segment.sections(Le, sections)?) {
            self.sections.push(Section {
                at,
                name: String::from_utf8_lossy(section.name()).into_owned(),
                in_text,
                in_executable: read.is_executable,
                address: section.addr.get(Le),
                size: section.size.get(Le),
                offset: section.offset.get(Le) as usize,
                flags: section.flags.get(Le),
                indirect: section.reserved1.get(Le) as usize,
                entry: section.reserved2.get(Le).into(),
            });
        }
        self.segments.push(read);
        Ok(())
    }

    /// Returns the offset at which the load commands end, according to the header.
    pub(crate) fn commands_end(&self) -> usize {
        HEADER + self.header.sizeofcmds(Le) as usize
    }

    /// Returns an error if the file is not for 64-bit ARM.
    pub(crate) fn check_cpu(&self) -> Result<(), MachoReadError> {
        match self.header.cputype(Le) {
            macho::CPU_TYPE_ARM64 => Ok(()),
            other => Err(MachoReadError::NotForPhones(format!("it is for {}", cpu_name(other)))),
        }
    }

    /// Checks the CPU, the length of the load commands, and that the segments are inside the file.
    pub(crate) fn check(&self) -> Result<(), MachoReadError> {
        self.check_cpu()?;
        let end = self.commands.last().map_or(HEADER, |last| last.at + last.size);
        if end != self.commands_end() {
            return Err(MachoReadError::Damaged(
                "the sizes of the load commands do not match the header".to_owned(),
            ));
        }
        for Segment { name, offset, size, .. } in &self.segments {
            if offset.checked_add(*size).is_none_or(|end| end > self.bytes.len()) {
                return Err(MachoReadError::Damaged(format!(
                    "the segment {name} is beyond the end of the file"
                )));
            }
        }
        Ok(())
    }

    /// Returns whether the file is for arm64e, whose code uses signed pointers.
    pub(crate) fn is_arm64e(&self) -> bool {
        self.header.cpusubtype(Le).id() == macho::CPU_SUBTYPE_ARM64E
    }

    pub(crate) fn find_command(&self, kind: macho::LoadCommandType) -> Option<&LoadCommand<'a>> {
        self.commands.iter().find(|command| command.kind == kind)
    }

    /// Returns the load commands of the libraries that the file loads.
    pub(crate) fn library_commands(&self) -> impl Iterator<Item = &LoadCommand<'a>> {
        self.commands.iter().filter(|command| matches!(command.content, LoadCommandVariant::Dylib(_)))
    }

    /// Returns whether the App Store encrypted the file.
    pub(crate) fn is_encrypted(&self) -> bool {
        let is_on = |content: &LoadCommandVariant<'_, Le>| matches!(content, LoadCommandVariant::EncryptionInfo64(info) if info.cryptid.get(Le) != 0);
        self.commands.iter().any(|command| is_on(&command.content))
    }

    pub fn uuid(&self) -> Option<[u8; 16]> {
        self.commands.iter().find_map(|command| match command.content {
            LoadCommandVariant::Uuid(uuid) => Some(uuid.uuid),
            _ => None,
        })
    }

    /// Returns the platform for which the file was built, and the oldest version of the platform on which it runs.
    pub(crate) fn platform(&self) -> Option<(macho::Platform, macho::Version)> {
        self.commands.iter().rev().find_map(|command| match command.content {
            LoadCommandVariant::BuildVersion(version, _) => {
                Some((version.platform.get(Le), version.minos.get(Le)))
            }
            // Linkers before Xcode 10 write a different load command for each platform.
            LoadCommandVariant::VersionMin(version) => {
                let platform = match command.kind {
                    macho::LC_VERSION_MIN_IPHONEOS => macho::PLATFORM_IOS,
                    macho::LC_VERSION_MIN_TVOS => macho::PLATFORM_TVOS,
                    macho::LC_VERSION_MIN_WATCHOS => macho::PLATFORM_WATCHOS,
                    _ => macho::PLATFORM_MACOS,
                };
                Some((platform, version.version.get(Le)))
            }
            _ => None,
        })
    }

    /// Returns the load command of a table in `__LINKEDIT` whose fields are an offset and a length.
    pub fn linkedit_data(&self, kind: macho::LoadCommandType) -> Option<&'a macho::LinkeditDataCommand<Le>> {
        match self.find_command(kind)?.content {
            LoadCommandVariant::LinkeditData(data) => Some(data),
            _ => None,
        }
    }

    /// Returns the offset and the length of a table in `__LINKEDIT`.
    pub fn linkedit_range(&self, kind: macho::LoadCommandType) -> Option<(usize, usize)> {
        let data = self.linkedit_data(kind)?;
        Some((data.dataoff.get(Le) as usize, data.datasize.get(Le) as usize))
    }

    /// Returns the bytes of a table in `__LINKEDIT`. The bytes are empty if the file has no load command of this kind.
    pub(crate) fn linkedit_table(&self, kind: macho::LoadCommandType) -> Result<&'a [u8], MachoReadError> {
        self.linkedit_data(kind).map_or(Ok(&[]), |data| data.data(Le, self.bytes).map_err(to_damaged_error))
    }

    /// Returns the addresses at which functions begin, in order. The linker lists these addresses.
    pub fn function_starts(&self) -> Result<Vec<u64>, MachoReadError> {
        let Some(data) = self.linkedit_data(macho::LC_FUNCTION_STARTS) else { return Ok(Vec::new()) };
        let starts = data.function_starts(Le, self.bytes, self.base).map_err(to_damaged_error)?;
        starts.collect::<Result<_, _>>().map_err(to_damaged_error)
    }

    /// Returns the symbol table, which is empty if the file has no symbol table.
    pub(crate) fn symbol_table(&self) -> Result<SymbolTable<'a, MachHeader64<Le>>, MachoReadError> {
        match self.find_command(macho::LC_SYMTAB).map(|command| command.content) {
            Some(LoadCommandVariant::Symtab(table)) => {
                table.symbols(Le, self.bytes).map_err(to_damaged_error)
            }
            _ => Ok(SymbolTable::default()),
        }
    }

    /// Returns the entries of the symbol table in order. If the name of an entry is damaged, the returned name is empty.
    pub fn symbols(&self) -> Result<Vec<Symbol<'a>>, MachoReadError> {
        let table = self.symbol_table()?;
        let symbols = table.iter().map(|entry| {
            let is_defined = !entry.is_stab() && entry.n_type().0 & macho::N_TYPE == macho::N_SECT.0;
            let name = entry.name(Le, table.strings()).unwrap_or_default();
            Symbol { name, address: is_defined.then(|| entry.n_value(Le)) }
        });
        Ok(symbols.collect())
    }
}
