//! The debug map of a Mach-O file that has not been stripped: which object file and which source
//! each function came from.
//!
//! The static linker writes it as symbols of a kind of their own (stabs): `N_SO` the folder and then
//! the name of a source file, `N_OSO` the object file, `N_FUN` each function in it.

use object::macho::{self, MachHeader64};
use object::read::macho::{FatArch, MachHeader, Nlist};
use object::{Endianness, FileKind};

use super::{Place, Symbols};

/// What the debug map of an executable or dylib says of methods and classes; none if it has none.
/// Of a universal file the arm64 part is read.
pub fn read_debug_map(bytes: &[u8]) -> Result<Option<Symbols>, String> {
    read_macho(thin(bytes)?)
}

/// The arm64 part of a universal file; any other file as it is.
pub(super) fn thin(bytes: &[u8]) -> Result<&[u8], String> {
    match FileKind::parse(bytes).map_err(text)? {
        FileKind::MachO64 => Ok(bytes),
        FileKind::MachOFat32 => {
            let fat = object::read::macho::MachOFatFile32::parse(bytes).map_err(text)?;
            slice(fat.arches(), bytes)
        }
        FileKind::MachOFat64 => {
            let fat = object::read::macho::MachOFatFile64::parse(bytes).map_err(text)?;
            slice(fat.arches(), bytes)
        }
        _ => Err("not a 64-bit Mach-O file".to_owned()),
    }
}

fn text(error: object::Error) -> String {
    format!("not a Mach-O file: {error}")
}

fn slice<'a, A: FatArch>(arches: &[A], bytes: &'a [u8]) -> Result<&'a [u8], String> {
    let arm64 = arches.iter().find(|arch| arch.cputype() == macho::CPU_TYPE_ARM64);
    let arch = arm64.or(arches.first()).ok_or("a universal file without parts")?;
    arch.data(bytes).map_err(text)
}

fn read_macho(bytes: &[u8]) -> Result<Option<Symbols>, String> {
    let header = MachHeader64::<Endianness>::parse(bytes, 0).map_err(text)?;
    let endian = header.endian().map_err(text)?;
    let mut commands = header.load_commands(endian, bytes, 0).map_err(text)?;
    let mut symbols = Symbols::default();
    let mut found = false;
    while let Some(command) = commands.next().map_err(text)? {
        let Some(symtab) = command.symtab().map_err(text)? else { continue };
        let table = symtab.symbols::<MachHeader64<Endianness>, _>(endian, bytes).map_err(text)?;
        let strings = table.strings();
        let (mut source, mut place): (String, Option<u32>) = (String::new(), None);
        for symbol in table.iter() {
            let Some(stab) = symbol.stab() else { continue };
            let name = symbol.name(endian, strings).map_err(text)?;
            let name = String::from_utf8_lossy(name);
            match stab {
                // The folder ends in a slash, the file's name follows; an empty name ends the file.
                macho::N_SO if name.is_empty() => (source, place) = (String::new(), None),
                macho::N_SO if source.ends_with('/') => source.push_str(&name),
                macho::N_SO => source = name.into_owned(),
                macho::N_OSO => {
                    found = true;
                    let source = Some(source.clone()).filter(|source| !source.is_empty());
                    place = Some(symbols.add_place(Place { object: name.into_owned(), source }));
                }
                macho::N_FUN | macho::N_GSYM | macho::N_STSYM => {
                    if let Some(place) = place {
                        symbols.add_symbol(&name, place);
                    }
                }
                _ => {}
            }
        }
    }
    Ok(found.then_some(symbols))
}
