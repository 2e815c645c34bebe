//! Reads the debug map of a Mach-O file that has not been stripped: the object file and the source file of each function.

use gate_macho::read::{MachoReadError, SymbolEntry, each_function, select_thin_slice};
use hashbrown::{HashMap, HashSet};

use super::{CompiledFrom, Symbols};

/// Reads the methods and classes in the debug map of an executable or dylib; returns `None` if the file has no debug map. In a universal
/// file, the arm64 slice is read.
pub fn read_debug_map(bytes: &[u8]) -> Result<Option<Symbols>, String> {
    let (mut symbols, mut place) = (Symbols::default(), None);
    visit_symbols(bytes, |name, from| match name {
        None => place = Some(symbols.add_place(from.clone())),
        Some(name) => place.into_iter().for_each(|place| symbols.add_symbol(name, place)),
    })?;
    Ok(place.is_some().then_some(symbols))
}

/// Finds the object files of functions by their names without the linker's underscore. If two functions have the same name, the first
/// function is used.
pub(super) fn find_functions(
    bytes: &[u8],
    wanted: &HashSet<String>,
    found: &mut HashMap<String, CompiledFrom>,
) {
    // Errors were already reported when the methods of the file were read.
    visit_symbols(bytes, |name, from| {
        let name = name.map_or("", |name| name.strip_prefix('_').unwrap_or(name));
        if wanted.contains(name) && !found.contains_key(name) {
            found.insert(name.to_owned(), from.clone());
        }
    })
    .ok();
}

/// Calls `see` for each object file, and then for each function or variable in the object file, with the object file and the name.
fn visit_symbols(
    bytes: &[u8],
    mut see: impl FnMut(Option<&str>, &CompiledFrom),
) -> Result<(), MachoReadError> {
    let mut from = CompiledFrom::default();
    each_function(select_thin_slice(bytes)?, &mut |function| match function {
        SymbolEntry::Object { object, source } => {
            from = CompiledFrom { object: object.to_owned(), source: source.map(str::to_owned) };
            see(None, &from);
        }
        SymbolEntry::InObject { name, .. } => see(Some(name), &from),
        SymbolEntry::Defined { .. } => {}
    })
}
