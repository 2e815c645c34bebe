//! Reads link maps, which ld64 and lld write with the option `-map`.
//!
//! The link maps of ld64 and of lld have a list of numbered object files, and then a list of symbols that refer to the numbers of the
//! object files. In the format of lld, the columns are aligned differently and some headings differ.

use hashbrown::{HashMap, HashSet};

use super::{CompiledFrom, Symbols};

/// Reads the methods and classes in a link map.
pub(crate) fn read_link_map(bytes: &[u8]) -> Result<Symbols, String> {
    let mut symbols = Symbols::default();
    let mut rows: HashMap<u64, u32> = HashMap::new();
    visit_symbols(bytes, |name, number, object| {
        let row = *rows
            .entry(number)
            .or_insert_with(|| symbols.add_place(CompiledFrom { object: object.to_owned(), source: None }));
        symbols.add_symbol(name, row);
    })?;
    Ok(symbols)
}

/// Returns the path of the file that the map describes, from the line `# Path:`.
pub(super) fn path_of(bytes: &[u8]) -> Option<String> {
    let line = bytes.split(|byte| *byte == b'\n').take(20).find_map(|line| line.strip_prefix(b"# Path:"))?;
    Some(String::from_utf8_lossy(line).trim().to_owned())
}

/// Finds the object files of functions by their names without the linker's underscore. If two functions have the same name, the first
/// function is used.
pub(super) fn find_functions(
    bytes: &[u8],
    wanted: &HashSet<String>,
    found: &mut HashMap<String, CompiledFrom>,
) {
    // Errors were already reported when the methods of the file were read.
    visit_symbols(bytes, |name, _, object| {
        let name = name.strip_prefix('_').unwrap_or(name);
        if wanted.contains(name) && !found.contains_key(name) {
            found.insert(name.to_owned(), CompiledFrom { object: object.to_owned(), source: None });
        }
    })
    .ok();
}

/// Calls `each` with the name of each symbol, and the number and path of its object file.
fn visit_symbols(bytes: &[u8], mut each: impl FnMut(&str, u64, &str)) -> Result<(), String> {
    enum Part {
        Head,
        Objects,
        Symbols,
        Other,
    }
    let mut objects_by_number: HashMap<u64, String> = HashMap::new();
    let (mut part, mut objects) = (Part::Head, false);
    for (index, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
        let line = String::from_utf8_lossy(line);
        let line = line.trim_end_matches('\r');
        if let Some(heading) = line.strip_prefix("# ") {
            match heading.trim_end() {
                "Object files:" => (part, objects) = (Part::Objects, true),
                "Symbols:" => part = Part::Symbols,
                "Sections:" | "Dead Stripped Symbols:" | "Dead-stripped Symbols:" => part = Part::Other,
                // Any other line that begins with `#` is a column heading, the path or the architecture, and is skipped.
                _ => {}
            }
            continue;
        }
        // The error message does not quote the line, because settings may refer to any file, and the message may be public.
        let wrong = || format!("line {}: expected a number in [ ]", index + 1);
        match part {
            _ if line.trim().is_empty() => {}
            Part::Head => {
                return Err(format!("line {}: not a link map: expected \"# Path: …\"", index + 1));
            }
            Part::Objects => {
                let (number, path) = split_numbered_line(line).ok_or_else(wrong)?;
                objects_by_number.insert(number, path.to_owned());
            }
            // A string literal with a line end continues in the next line.
            Part::Symbols if !line.starts_with("0x") => {}
            Part::Symbols => {
                // The line has the form ADDRESS, SIZE, [FILE] NAME.
                let open = line.find('[').ok_or_else(wrong)?;
                let (number, name) = split_numbered_line(&line[open..]).ok_or_else(wrong)?;
                let object = objects_by_number
                    .get(&number)
                    .ok_or_else(|| format!("line {}: no object file has the number {number}", index + 1))?;
                each(name, number, object);
            }
            Part::Other => {}
        }
    }
    if objects { Ok(()) } else { Err("not a link map: it has no \"# Object files:\"".to_owned()) }
}

/// Splits a line such as `[  7] the rest`.
fn split_numbered_line(line: &str) -> Option<(u64, &str)> {
    let (number, rest) = line.trim_start().strip_prefix('[')?.split_once(']')?;
    Some((number.trim().parse().ok()?, rest.trim()))
}
