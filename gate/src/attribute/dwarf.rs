//! The debug information of a dSYM (or of any Mach-O file that has DWARF in it): file and line of each method.
//!
//! Of the units only those in Objective-C are read whole, since those of C++ and Swift are most of a dSYM.
//! Methods in Swift are found by the symbol table, and their lines by the line tables.

use gimli::{AttributeValue, DebuggingInformationEntry, Dwarf, Unit};
use hashbrown::HashMap;

use super::{Place, Symbols, swift_methods};
use crate::macho::thin;
use crate::symbols::{Lines, MachO, Slice, plain_path, with_dwarf};

/// What a Mach-O file's debug information says of methods; none if it has none.
/// Of a universal file the arm64 part is read.
pub fn read_dwarf(bytes: &[u8]) -> Result<Option<Symbols>, String> {
    let bytes = thin(bytes)?;
    let macho = MachO::read(bytes)?;
    with_dwarf(bytes, |dwarf| {
        let mut symbols = read(&dwarf)?;
        swift_methods::add(&mut symbols, &macho, &Lines::of(dwarf)?);
        Ok(symbols)
    })
}

fn read(dwarf: &Dwarf<Slice<'_>>) -> Result<Symbols, gimli::Error> {
    let mut symbols = Symbols::default();
    let mut places: HashMap<String, u32> = HashMap::new();
    let mut headers = dwarf.units();
    while let Some(header) = headers.next()? {
        let unit = dwarf.unit(header)?;
        let mut entries = unit.entries();
        let Some(root) = entries.next_dfs()? else { continue };
        let is_objc = matches!(
            root.attr_value(gimli::DW_AT_language),
            Some(AttributeValue::Language(gimli::DW_LANG_ObjC | gimli::DW_LANG_ObjC_plus_plus))
        );
        if !is_objc {
            continue;
        }
        // The file of a number, once for each unit.
        let mut files: HashMap<u64, Option<u32>> = HashMap::new();
        while let Some(entry) = entries.next_dfs()? {
            if entry.tag() != gimli::DW_TAG_subprogram || entry.attr_value(gimli::DW_AT_declaration).is_some()
            {
                continue;
            }
            let Some(name) = name(dwarf, &unit, entry)? else { continue };
            let name = String::from_utf8_lossy(name.slice());
            if !name.starts_with("-[") && !name.starts_with("+[") {
                continue;
            }
            let number = |attribute| entry.attr_value(attribute).and_then(|value| value.udata_value());
            let file = match entry.attr_value(gimli::DW_AT_decl_file) {
                Some(AttributeValue::FileIndex(file)) => Some(file),
                _ => None,
            };
            let Some(Some(place)) = file.map(|file| {
                *files.entry(file).or_insert_with(|| {
                    let path = path(dwarf, &unit, file)?;
                    Some(*places.entry(path).or_insert_with_key(|path| {
                        symbols.add_place(Place { object: String::new(), source: Some(path.clone()) })
                    }))
                })
            }) else {
                continue;
            };
            symbols.add_symbol(&name, place);
            if let Some(line) = number(gimli::DW_AT_decl_line).and_then(|line| u32::try_from(line).ok()) {
                symbols.add_line(&name, line);
            }
        }
    }
    Ok(symbols)
}

/// The entry's own name, else that of the declaration which it completes.
fn name<'a>(
    dwarf: &Dwarf<Slice<'a>>,
    unit: &Unit<Slice<'a>>,
    entry: &DebuggingInformationEntry<Slice<'a>>,
) -> Result<Option<Slice<'a>>, gimli::Error> {
    if let Some(value) = entry.attr_value(gimli::DW_AT_name) {
        return dwarf.attr_string(unit, value).map(Some);
    }
    let Some(AttributeValue::UnitRef(offset)) = entry.attr_value(gimli::DW_AT_specification) else {
        return Ok(None);
    };
    let declared = unit.entry(offset)?;
    declared.attr_value(gimli::DW_AT_name).map(|value| dwarf.attr_string(unit, value)).transpose()
}

/// The path of a unit's file by its number; a part that is absolute begins anew.
fn path(dwarf: &Dwarf<Slice<'_>>, unit: &Unit<Slice<'_>>, number: u64) -> Option<String> {
    let header = unit.line_program.as_ref()?.header();
    let file = header.file(number)?;
    let text = |value| {
        let text = dwarf.attr_string(unit, value).ok()?;
        Some(String::from_utf8_lossy(text.slice()).into_owned())
    };
    let mut path = unit.comp_dir.map(|dir| String::from_utf8_lossy(dir.slice()).into_owned());
    for part in [file.directory(header).and_then(text), text(file.path_name())].into_iter().flatten() {
        path = Some(match path {
            Some(before) if !part.starts_with('/') && !before.is_empty() => {
                format!("{}/{part}", before.trim_end_matches('/'))
            }
            _ => part,
        });
    }
    path.map(|path| plain_path(&path)).filter(|path| !path.is_empty())
}
