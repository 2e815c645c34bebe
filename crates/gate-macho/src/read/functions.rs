//! Reads the symbol table of a Mach-O file function by function. If the file has not been stripped, this includes the debug map: the
//! object file and the source file of each function.
//!
//! The static linker writes the debug map as symbols of a special kind (stabs): `N_SO` has the folder and then the name of a source file,
//! `N_OSO` the object file, `N_FUN` each function in it.

use object::LittleEndian as Le;
use object::macho;
use object::read::macho::Nlist as _;

use super::{Image, MachOError, text};

/// A symbol of a file, in the order of its table.
pub enum Function<'a> {
    /// The next object file of the debug map, and the source from which it was compiled.
    Object { object: &'a str, source: Option<&'a str> },
    /// A function or variable of that object file.
    InObject { name: &'a str, address: u64 },
    /// A symbol that the file itself defines.
    Defined { name: &'a str, address: u64 },
}

/// Calls `see` for each entry of the symbol table of a thin file.
pub fn each_function(bytes: &[u8], see: &mut dyn FnMut(Function<'_>)) -> Result<(), MachOError> {
    let table = Image::read(bytes)?.symbol_table()?;
    let (mut source, mut in_object) = (String::new(), false);
    for symbol in table.iter() {
        let stab = symbol.stab();
        if stab.is_none() && !symbol.is_definition() {
            continue;
        }
        let name = symbol.name(Le, table.strings()).map_err(text)?;
        let name = String::from_utf8_lossy(name);
        let address = symbol.n_value(Le);
        match stab {
            // The folder ends in a slash and is followed by the file's name; an empty name ends the file.
            Some(macho::N_SO) if name.is_empty() => (source, in_object) = (String::new(), false),
            Some(macho::N_SO) if source.ends_with('/') => source.push_str(&name),
            Some(macho::N_SO) => source = name.into_owned(),
            Some(macho::N_OSO) => {
                in_object = true;
                let source = Some(source.as_str()).filter(|source| !source.is_empty());
                see(Function::Object { object: &name, source });
            }
            Some(macho::N_FUN | macho::N_GSYM | macho::N_STSYM) if in_object => {
                see(Function::InObject { name: &name, address });
            }
            Some(_) => {}
            None => see(Function::Defined { name: &name, address }),
        }
    }
    Ok(())
}
