//! Reads the UUID, the sections of code and the symbol table of a Mach-O file.

use gate_macho::read::{Image, Section, select_thin_slice};
use object::LittleEndian as Le;
use object::macho::MachHeader64;
use object::read::macho::MachHeader as _;

/// The 16 bytes that the linker generates for an image.
pub type Uuid = [u8; 16];

/// The parts of a Mach-O file that are needed to find names.
#[derive(Clone, Debug, Default)]
pub struct MachO {
    /// The UUID, which an executable and its dSYM share.
    pub uuid: Option<Uuid>,
    /// The preferred load address; an address in the file is the sum of this address and an offset.
    pub base: u64,
    /// The names of functions by address, sorted; an address may have several names.
    symbols: Vec<(u64, String)>,
    /// The starts of functions that the linker recorded, sorted.
    starts: Vec<u64>,
    /// The beginnings and ends of the sections with code.
    code: Vec<(u64, u64)>,
}

/// Reads the UUID of a file, for which the beginning of the file is sufficient.
pub fn uuid_of(bytes: &[u8]) -> Option<Uuid> {
    let bytes = select_thin_slice(bytes).ok()?;
    MachHeader64::<Le>::parse(bytes, 0).ok()?.uuid(Le, bytes, 0).ok()?
}

impl MachO {
    /// Reads a file; in a universal file, the arm64 slice.
    pub fn read(bytes: &[u8]) -> Result<MachO, String> {
        let image = Image::read(select_thin_slice(bytes)?)?;
        let range = |section: &Section| (section.address, section.end());
        let code = image.sections.iter().filter(|section| section.has_instructions()).map(range).collect();
        // Debug information is useful even without the linker's table.
        let starts = image.function_starts().unwrap_or_default();
        let mut read = MachO { uuid: image.uuid(), base: image.base, symbols: Vec::new(), starts, code };
        for symbol in image.symbols()? {
            if let Some(address) = symbol.address.filter(|address| read.is_code(*address)) {
                read.symbols.push((address, String::from_utf8_lossy(symbol.name).into_owned()));
            }
        }
        read.symbols.sort();
        read.symbols.dedup();
        Ok(read)
    }

    fn is_code(&self, address: u64) -> bool {
        self.code.iter().any(|(from, to)| (*from..*to).contains(&address))
    }

    /// Returns the start address of the function at an address, and the function's name without the linker's underscore.
    ///
    /// If the linker recorded another function between the nearest symbol and the address, the function at the address has no name.
    pub fn function(&self, address: u64) -> Option<(u64, Option<&str>)> {
        let section = self.code.iter().find(|(from, to)| (*from..*to).contains(&address));
        let within = |begin: u64| section.is_some_and(|(from, _)| *from <= begin);
        let last = self.symbols.partition_point(|(begin, _)| *begin <= address).checked_sub(1);
        let symbol = last.map(|last| self.symbols[last].0).filter(|begin| within(*begin));
        let start = self.starts.partition_point(|begin| *begin <= address).checked_sub(1);
        let start = start.map(|start| self.starts[start]).filter(|begin| within(*begin));
        match (symbol, start) {
            (Some(symbol), Some(start)) if start > symbol => Some((start, None)),
            (Some(symbol), _) => Some((symbol, self.names_at(symbol).next())),
            (None, Some(start)) => Some((start, None)),
            (None, None) => None,
        }
    }

    /// Returns all names of an address, without the linker's underscore; names from the source come first.
    pub fn names_at(&self, address: u64) -> impl Iterator<Item = &str> {
        let from = self.symbols.partition_point(|(begin, _)| *begin < address);
        let to = self.symbols.partition_point(|(begin, _)| *begin <= address);
        let mut names: Vec<&str> =
            self.symbols[from..to].iter().map(|(_, name)| name.strip_prefix('_').unwrap_or(name)).collect();
        // Names that the compiler or the linker generated come last.
        names.sort_by_key(|name| {
            name.starts_with("ltmp") || name.starts_with("l_") || name.starts_with("OUTLINED_FUNCTION")
        });
        names.into_iter()
    }

    /// Returns the address at which the next function begins, or at which the section ends.
    pub(crate) fn end_of(&self, address: u64) -> u64 {
        let symbol = self.symbols.partition_point(|(begin, _)| *begin <= address);
        let symbol = self.symbols.get(symbol).map(|(begin, _)| *begin);
        let start = self.starts.get(self.starts.partition_point(|begin| *begin <= address)).copied();
        let section = self.code.iter().find(|(from, to)| (*from..*to).contains(&address)).map(|(_, to)| *to);
        symbol.into_iter().chain(start).chain(section).min().unwrap_or(address)
    }

    /// Returns the address and the name of every symbol in a section of code; the names have no linker's underscore.
    pub fn symbols(&self) -> impl Iterator<Item = (u64, &str)> {
        self.symbols.iter().map(|(at, name)| (*at, name.strip_prefix('_').unwrap_or(name)))
    }
}
