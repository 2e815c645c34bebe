//! The debug map of a Mach-O file that has not been stripped: the object file and the source file
//! of each function.

use gate_macho::read::{Function, each_function, thin};
use hashbrown::{HashMap, HashSet};

use super::{CompiledFrom, Symbols};

/// Reads the methods and classes in the debug map of an executable or dylib; `None` if it has no debug map.
/// In a universal file it reads the arm64 part.
pub fn read_debug_map(bytes: &[u8]) -> Result<Option<Symbols>, String> {
    let mut symbols = Symbols::default();
    let mut place = None;
    each_function(thin(bytes)?, &mut |function| match function {
        Function::Object { object, source } => {
            let source = source.map(str::to_owned);
            place = Some(symbols.add_place(CompiledFrom { object: object.to_owned(), source }));
        }
        Function::InObject { name, .. } => {
            if let Some(place) = place {
                symbols.add_symbol(name, place);
            }
        }
        Function::Defined { .. } => {}
    })?;
    Ok(place.is_some().then_some(symbols))
}

/// Finds the object files of functions by their names without the linker's underscore; of two with the same name the first is used.
pub(super) fn functions(bytes: &[u8], wanted: &HashSet<String>, found: &mut HashMap<String, CompiledFrom>) {
    let Ok(bytes) = thin(bytes) else { return };
    let mut place: Option<CompiledFrom> = None;
    // Errors were already reported when the file was read for its methods.
    each_function(bytes, &mut |function| match function {
        Function::Object { object, source } => {
            place = Some(CompiledFrom { object: object.to_owned(), source: source.map(str::to_owned) });
        }
        Function::InObject { name, .. } => {
            let name = name.strip_prefix('_').unwrap_or(name);
            if let Some(place) = &place
                && wanted.contains(name)
                && !found.contains_key(name)
            {
                found.insert(name.to_owned(), place.clone());
            }
        }
        Function::Defined { .. } => {}
    })
    .ok();
}
