//! Reads the debug information of a dSYM, or of any Mach-O file with DWARF, in any language.

use std::borrow::Cow;

use gimli::{AttributeValue, EndianSlice, RunTimeEndian, SectionId, UnitOffset, UnitRef};
use object::{Object as _, ObjectSection as _};

use super::SourceLine;

/// Returns the strings of debug information that contain a word; the strings include the names of functions that exist only inlined.
pub(super) fn names_with(bytes: &[u8], word: &str) -> Result<Vec<String>, String> {
    let file = object::File::parse(bytes).map_err(|error| format!("not a Mach-O file: {error}"))?;
    let texts = section(&file, SectionId::DebugStr)?;
    let texts = texts.split(|byte| *byte == 0).filter_map(|text| std::str::from_utf8(text).ok());
    Ok(texts.filter(|text| text.contains(word)).map(str::to_owned).collect())
}

/// The reader of a section.
type Slice<'a> = EndianSlice<'a, RunTimeEndian>;

/// Calls `read` with the debug information of a thin Mach-O file; returns `None` if the file has no debug information. If a unit is
/// damaged, only the contents of this unit are missing.
pub fn lines_of<T>(bytes: &[u8], read: impl FnOnce(&Lines<'_>) -> T) -> Result<Option<T>, String> {
    let file = object::File::parse(bytes).map_err(|error| format!("not a Mach-O file: {error}"))?;
    let endian = if file.is_little_endian() { RunTimeEndian::Little } else { RunTimeEndian::Big };
    if section(&file, SectionId::DebugInfo)?.is_empty() {
        return Ok(None);
    }
    let sections = gimli::DwarfSections::load(|id| section(&file, id))?;
    let dwarf = sections.borrow(|bytes| EndianSlice::new(bytes, endian));
    let lines = addr2line::Context::from_dwarf(dwarf).map(Lines);
    lines.map(|lines| Some(read(&lines))).map_err(damage_message)
}

fn damage_message(error: gimli::Error) -> String {
    format!("its debug information is damaged: {error}")
}

/// Reads a section of an object file. Mach-O has at most sixteen bytes for a section's name, so `.debug_str_offsets` is named
/// `__debug_str_offs`.
fn section<'a>(file: &object::File<'a>, id: SectionId) -> Result<Cow<'a, [u8]>, String> {
    let wanted = id.name().trim_start_matches('.');
    let is_wanted =
        |name: &str| name.strip_prefix("__").is_some_and(|name| name == &wanted[..wanted.len().min(14)]);
    let found = file.sections().find(|section| section.name().is_ok_and(is_wanted));
    match found {
        Some(section) => section.uncompressed_data().map_err(|error| format!("{}: {error}", id.name())),
        None => Ok(Cow::Borrowed(&[])),
    }
}

/// A function that covers an address, from debug information. Line tables without further debug information have no names.
pub(super) struct CoveringFunction {
    /// The linkage name of the function.
    pub name: Option<String>,
    /// The source file and line of the instruction.
    pub place: Option<SourceLine>,
}

/// Returns the functions at each address: first the innermost inlined function, and last the function that was not inlined. The list is
/// empty for an address that the debug information does not cover. Only the units that contain the addresses are read.
pub(super) fn functions(bytes: &[u8], addresses: &[u64]) -> Result<Vec<Vec<CoveringFunction>>, String> {
    let found = lines_of(bytes, |lines| {
        addresses.iter().map(|address| lines.functions(*address)).collect::<Result<Vec<_>, _>>()
    })?;
    match found {
        Some(found) => found.map_err(damage_message),
        None => Ok(addresses.iter().map(|_| Vec::new()).collect()),
    }
}

/// Debug information that is looked up by address.
pub struct Lines<'a>(addr2line::Context<Slice<'a>>);

impl<'a> Lines<'a> {
    /// Returns the declaration of the function with code at an address. If the file has only line tables, the function returns the line of
    /// the first instruction instead.
    pub(crate) fn find_declaration(&self, address: u64) -> Option<SourceLine> {
        let mut frames = self.0.find_frames(address).skip_all_loads().ok()?;
        let mut last = None;
        while let Some(frame) = frames.next().ok()? {
            last = Some(frame);
        }
        let frame = last?;
        let declared = frame.dw_die_offset.and_then(|entry| self.declaration_of_entry(address, entry));
        declared.or_else(|| frame.location.map(source_line))
    }

    /// Returns the declaration from a function's entry, or from the entry that the function's entry completes.
    fn declaration_of_entry(&self, address: u64, mut entry: UnitOffset) -> Option<SourceLine> {
        let unit = self.0.find_dwarf_and_unit(address).skip_all_loads()?;
        for _ in 0..4 {
            let found = unit.entry(entry).ok()?;
            if let Some(AttributeValue::FileIndex(file)) = found.attr_value(gimli::DW_AT_decl_file) {
                let line = found.attr_value(gimli::DW_AT_decl_line)?.udata_value()?;
                return Some(SourceLine { file: path(&unit, file)?, line: Some(u32::try_from(line).ok()?) });
            }
            let other = [gimli::DW_AT_specification, gimli::DW_AT_abstract_origin];
            entry = other.into_iter().find_map(|other| match found.attr_value(other) {
                Some(AttributeValue::UnitRef(entry)) => Some(entry),
                _ => None,
            })?;
        }
        None
    }

    /// Returns the lines of a range of instructions, in their order.
    pub fn lines(&self, from: u64, to: u64) -> Vec<SourceLine> {
        let found = self.0.find_location_range(from, to).ok();
        found.into_iter().flatten().map(|(_, _, location)| source_line(location)).collect()
    }

    fn functions(&self, address: u64) -> Result<Vec<CoveringFunction>, gimli::Error> {
        let mut found = Vec::new();
        let mut frames = self.0.find_frames(address).skip_all_loads()?;
        while let Some(frame) = frames.next()? {
            let name = match frame.function {
                Some(function) => Some(function.raw_name()?.into_owned()),
                None => None,
            };
            found.push(CoveringFunction { name, place: frame.location.map(source_line) });
        }
        Ok(found)
    }
}

/// Returns the path of a unit's file by the file's number; an absolute part of the path replaces the parts before it.
fn path(unit: &UnitRef<'_, Slice<'_>>, number: u64) -> Option<String> {
    let header = unit.line_program.as_ref()?.header();
    let file = header.file(number)?;
    let text = |value| Some(String::from_utf8_lossy(unit.attr_string(value).ok()?.slice()).into_owned());
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

fn source_line(location: addr2line::Location<'_>) -> SourceLine {
    SourceLine {
        file: plain_path(location.file.unwrap_or_default()),
        line: location.line.filter(|line| *line > 0),
    }
}

/// Normalises a path: removes the folders `.` that compilers put in front of paths, and each `..` together with the preceding folder.
fn plain_path(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for (at, part) in path.split('/').enumerate() {
        let before = parts.last().copied();
        match part {
            "." if at > 0 || path.len() > 1 => {}
            ".." if before == Some("") => {}
            ".." if before.is_some_and(|before| before != "..") => _ = parts.pop(),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::plain_path;

    #[test]
    fn paths_of_source_files_are_normalised() {
        for (path, wanted) in [
            ("././a/b.swift", "a/b.swift"),
            ("/a/./b.c", "/a/b.c"),
            ("/a/../b.c", "/b.c"),
            ("Modules/Engine/../Base/each.hpp", "Modules/Base/each.hpp"),
            ("a/b/../../c.h", "c.h"),
            ("../a/../../c.h", "../../c.h"),
            ("/../c.h", "/c.h"),
            ("./../c.h", "../c.h"),
            ("a..b/c.h", "a..b/c.h"),
            ("", ""),
            ("x.m", "x.m"),
        ] {
            assert_eq!(plain_path(path), wanted);
        }
    }
}
