//! Reads the file and the line of each method from the debug information of a dSYM, or of any Mach-O file with DWARF.
//!
//! The symbol table contains the methods and the addresses of their code; the debug information is searched by these addresses. Objective-C
//! calls a Swift method through a thunk (`…To`), which is in no source file. The thunk calls a function that has a source file, and the
//! same name as the thunk without `To`.

use gate_macho::read::select_thin_slice;
use hashbrown::HashMap;

use super::native::is_source;
use super::{CompiledFrom, Symbols};
use crate::symbols::{Lines, MachO, demangle, lines_of};

/// Reads the methods in a Mach-O file's debug information; returns `None` if there is no debug information. In a universal file, the arm64
/// slice is read.
pub fn read_dwarf(bytes: &[u8]) -> Result<Option<Symbols>, String> {
    let bytes = select_thin_slice(bytes)?;
    let macho = MachO::read(bytes)?;
    let (symbols, methods) = match lines_of(bytes, |lines| read(&macho, lines))? {
        None => return Ok(None),
        Some(read) => read,
    };
    if methods > 0 && symbols.is_empty() {
        return Err("its debug information names the source file of no method".to_owned());
    }
    Ok(Some(symbols))
}

/// Returns the methods with a source file, and the number of all methods.
fn read(macho: &MachO, lines: &Lines<'_>) -> (Symbols, usize) {
    let mut symbols = Symbols::default();
    let mut places: HashMap<String, u32> = HashMap::new();
    let mut methods = 0;
    let by_name: HashMap<&str, u64> =
        macho.symbols().filter(|(_, name)| demangle::is_swift(name)).map(|(at, name)| (name, at)).collect();
    for (at, name) in macho.symbols() {
        let written = |at| lines.find_declaration(at).filter(|place| is_source(&place.file));
        let found = if name.starts_with("-[") || name.starts_with("+[") {
            written(at)
        } else if let Some(behind) = demangle::behind_thunk(name) {
            // If the function was inlined into its thunk, the line of the function is the first line of the thunk with a source file.
            let own = || lines.lines(at, macho.end_of(at)).into_iter().find(|place| is_source(&place.file));
            by_name.get(behind).and_then(|at| written(*at)).or_else(own)
        } else {
            continue;
        };
        methods += 1;
        let Some(found) = found else { continue };
        let place = *places.entry(found.file).or_insert_with_key(|file| {
            symbols.add_place(CompiledFrom { object: String::new(), source: Some(file.clone()) })
        });
        symbols.add_method(name, place, found.line);
    }
    (symbols, methods)
}
