//! The debug map of a Mach-O file that has not been stripped: which object file and which source
//! each function came from.
//!
//! The static linker writes it as symbols of a kind of their own (stabs): `N_SO` the folder and then
//! the name of a source file, `N_OSO` the object file, `N_FUN` each function in it.

use hashbrown::{HashMap, HashSet};
use object::Endianness;
use object::macho::{self, MachHeader64};
use object::read::macho::{MachHeader, Nlist};

use crate::symbols::thin;

use super::{Place, Symbols};

/// What the debug map of an executable or dylib says of methods and classes; none if it has none.
/// Of a universal file the arm64 part is read.
pub fn read_debug_map(bytes: &[u8]) -> Result<Option<Symbols>, String> {
    read_macho(thin(bytes)?)
}

/// The object files of some functions, by their names without the linker's underscore; of two of one name the first counts.
pub(super) fn functions(bytes: &[u8], wanted: &HashSet<String>, found: &mut HashMap<String, Place>) {
    let Ok(bytes) = thin(bytes) else { return };
    // What cannot be read was told when it was read for its methods.
    walk(bytes, |name, place| {
        let name = name.strip_prefix('_').unwrap_or(name);
        if wanted.contains(name) && !found.contains_key(name) {
            found.insert(name.to_owned(), place.clone());
        }
    })
    .ok();
}

fn text(error: object::Error) -> String {
    format!("not a Mach-O file: {error}")
}

fn read_macho(bytes: &[u8]) -> Result<Option<Symbols>, String> {
    let mut symbols = Symbols::default();
    let mut last: Option<(Place, u32)> = None;
    let found = walk(bytes, |name, place| {
        let row = match &last {
            Some((known, row)) if known == place => *row,
            _ => symbols.add_place(place.clone()),
        };
        last = Some((place.clone(), row));
        symbols.add_symbol(name, row);
    })?;
    Ok(found.then_some(symbols))
}

/// Hands each symbol of the debug map on with its place; whether there is a debug map.
fn walk(bytes: &[u8], mut each: impl FnMut(&str, &Place)) -> Result<bool, String> {
    let header = MachHeader64::<Endianness>::parse(bytes, 0).map_err(text)?;
    let endian = header.endian().map_err(text)?;
    let mut commands = header.load_commands(endian, bytes, 0).map_err(text)?;
    let mut found = false;
    while let Some(command) = commands.next().map_err(text)? {
        let Some(symtab) = command.symtab().map_err(text)? else { continue };
        let table = symtab.symbols::<MachHeader64<Endianness>, _>(endian, bytes).map_err(text)?;
        let strings = table.strings();
        let (mut source, mut place): (String, Option<Place>) = (String::new(), None);
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
                    place = Some(Place { object: name.into_owned(), source });
                }
                macho::N_FUN | macho::N_GSYM | macho::N_STSYM => {
                    if let Some(place) = &place {
                        each(&name, place);
                    }
                }
                _ => {}
            }
        }
    }
    Ok(found)
}
