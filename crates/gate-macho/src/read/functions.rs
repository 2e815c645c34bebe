//! Reads the symbol table of a Mach-O file, function by function. If the file was not stripped, the table includes the debug map. The debug
//! map contains the object file and the source file of each function.
//!
//! The static linker writes the debug map as symbols of special kinds (stabs). `N_SO` is first the folder and then the name of a source
//! file, `N_OSO` is the object file, and `N_FUN` is each function in it.

use object::LittleEndian as Le;
use object::macho;
use object::read::macho::Nlist as _;

use super::{Image, MachoReadError, format_parse_error};

/// An entry of the symbol table. Entries are read in their order in the table.
pub enum SymbolEntry<'a> {
    /// The next object file of the debug map, and the source file from which it was compiled.
    Object { object: &'a str, source: Option<&'a str> },
    /// A function or variable of the object file that was read last.
    InObject { name: &'a str, address: u64 },
    /// A symbol that the file itself defines.
    Defined { name: &'a str, address: u64 },
}

/// Calls `see` for each entry of the symbol table of a thin file.
pub fn each_function(bytes: &[u8], see: &mut dyn FnMut(SymbolEntry<'_>)) -> Result<(), MachoReadError> {
    let table = Image::read(bytes)?.symbol_table()?;
    let (mut source, mut in_object) = (String::new(), false);
    for symbol in table.iter() {
        let stab = symbol.stab();
        if stab.is_none() && !symbol.is_definition() {
            continue;
        }
        let name = symbol.name(Le, table.strings()).map_err(format_parse_error)?;
        let name = String::from_utf8_lossy(name);
        let address = symbol.n_value(Le);
        match stab {
            // The folder ends with a slash, and the next entry contains the file's name. An empty name ends the source file.
            Some(macho::N_SO) if name.is_empty() => (source, in_object) = (String::new(), false),
            Some(macho::N_SO) if source.ends_with('/') => source.push_str(&name),
            Some(macho::N_SO) => source = name.into_owned(),
            Some(macho::N_OSO) => {
                in_object = true;
                let source = Some(source.as_str()).filter(|source| !source.is_empty());
                see(SymbolEntry::Object { object: &name, source });
            }
            Some(macho::N_FUN | macho::N_GSYM | macho::N_STSYM) if in_object => {
                see(SymbolEntry::InObject { name: &name, address });
            }
            Some(_) => {}
            None => see(SymbolEntry::Defined { name: &name, address }),
        }
    }
    Ok(())
}
