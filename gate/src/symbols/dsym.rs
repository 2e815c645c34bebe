//! The debug information of a dSYM, or of any Mach-O file that has DWARF in it, of whatever language.

use std::borrow::Cow;

use gimli::{Dwarf, EndianSlice, RunTimeEndian, SectionId};
use object::{Object as _, ObjectSection as _};

use super::Place;

/// The texts of debug information that contain a word: names of functions without code of their own are among them.
pub(super) fn names_with(bytes: &[u8], word: &str) -> Result<Vec<String>, String> {
    let file = object::File::parse(bytes).map_err(|error| format!("not a Mach-O file: {error}"))?;
    let texts = section(&file, SectionId::DebugStr)?;
    let texts = texts.split(|byte| *byte == 0).filter_map(|text| std::str::from_utf8(text).ok());
    Ok(texts.filter(|text| text.contains(word)).map(str::to_owned).collect())
}

/// What sections are read as.
pub type Slice<'a> = EndianSlice<'a, RunTimeEndian>;

/// Hands the debug information of a thin Mach-O file to `read`; none if it has none.
pub fn with_dwarf<T>(
    bytes: &[u8],
    read: impl FnOnce(Dwarf<Slice<'_>>) -> Result<T, gimli::Error>,
) -> Result<Option<T>, String> {
    let file = object::File::parse(bytes).map_err(|error| format!("not a Mach-O file: {error}"))?;
    let endian = if file.is_little_endian() { RunTimeEndian::Little } else { RunTimeEndian::Big };
    if section(&file, SectionId::DebugInfo)?.is_empty() {
        return Ok(None);
    }
    let sections = gimli::DwarfSections::load(|id| section(&file, id))?;
    let dwarf = sections.borrow(|bytes| EndianSlice::new(bytes, endian));
    read(dwarf).map(Some).map_err(|error| format!("its debug information is damaged: {error}"))
}

/// Mach-O writes `.debug_str_offsets` as `__debug_str_offs`: sixteen bytes are all that a name may have.
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

/// A function at an address, as debug information has it: line tables alone do not name it.
pub(super) struct Found {
    /// The linkage name.
    pub name: Option<String>,
    /// The file and line of the instruction.
    pub place: Option<Place>,
}

/// The functions at addresses, for each the innermost inlined one first and the function that has code of its own last; none of those
/// that the debug information does not cover. Only the units in which they lie are read.
pub(super) fn functions(bytes: &[u8], addresses: &[u64]) -> Result<Vec<Vec<Found>>, String> {
    let found = with_dwarf(bytes, |dwarf| {
        let lines = Lines::of(dwarf)?;
        addresses.iter().map(|address| lines.functions(*address)).collect::<Result<Vec<_>, _>>()
    })?;
    Ok(found.unwrap_or_else(|| addresses.iter().map(|_| Vec::new()).collect()))
}

/// Debug information, to be asked by address.
pub struct Lines<'a>(addr2line::Context<Slice<'a>>);

impl<'a> Lines<'a> {
    /// Finds out which unit has which addresses.
    pub fn of(dwarf: Dwarf<Slice<'a>>) -> Result<Lines<'a>, gimli::Error> {
        addr2line::Context::from_dwarf(dwarf).map(Lines)
    }

    /// The line of an instruction.
    pub fn line(&self, address: u64) -> Option<Place> {
        self.0.find_location(address).ok()?.map(place)
    }

    /// The lines of a range of instructions, in their order.
    pub fn lines(&self, from: u64, to: u64) -> Vec<Place> {
        let found = self.0.find_location_range(from, to).ok();
        found.into_iter().flatten().map(|(_, _, location)| place(location)).collect()
    }

    fn functions(&self, address: u64) -> Result<Vec<Found>, gimli::Error> {
        let mut found = Vec::new();
        let mut frames = self.0.find_frames(address).skip_all_loads()?;
        while let Some(frame) = frames.next()? {
            let name = match frame.function {
                Some(function) => Some(function.raw_name()?.into_owned()),
                None => None,
            };
            found.push(Found { name, place: frame.location.map(place) });
        }
        Ok(found)
    }
}

fn place(location: addr2line::Location<'_>) -> Place {
    Place {
        file: plain_path(location.file.unwrap_or_default()),
        line: location.line.filter(|line| *line > 0),
    }
}

/// Without the folders `.` that compilers put in front of each other's paths, and without `..` and the folder that it leaves.
pub fn plain_path(path: &str) -> String {
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
    fn paths_are_plain() {
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
