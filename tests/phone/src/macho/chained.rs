//! Reads chained fixups: each pointer contains its target and the distance to the next pointer.
//!
//! The module supports the pointer formats 2 (DYLD_CHAINED_PTR_64) and 6 (…_64_OFFSET), and the import
//! formats 1, 2 and 3.

use std::sync::Arc;

use super::{Bytes, Error, Fixup, FixupValue, MachO};

/// The header of the chained fixups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chained {
    /// The import format: 1 plain, 2 with a 32-bit addend, 3 with a 64-bit addend.
    pub import_format: u32,
    /// The pointer formats of the segments that have fixups.
    pub pointer_formats: Vec<u16>,
}

struct Import {
    ordinal: i32,
    name: Arc<str>,
    weak: bool,
    addend: i64,
}

/// Reads only the header.
pub(super) fn describe(part: &Bytes<'_>) -> Result<Chained, Error> {
    let starts = u64::from(part.u32(4)?);
    let mut pointer_formats = Vec::new();
    for index in 0..u64::from(part.u32(starts)?) {
        let offset = u64::from(part.u32(starts + 4 + index * 4)?);
        if offset != 0 {
            pointer_formats.push(part.u16(starts + offset + 6)?);
        }
    }
    Ok(Chained { import_format: part.u32(20)?, pointer_formats })
}

/// Reads the fixups of all chains.
pub(super) fn read(macho: &MachO, part: &Bytes<'_>) -> Result<Vec<Fixup>, Error> {
    let version = part.u32(0)?;
    if version != 0 {
        return Err(part.wrong(0, "version 0", u64::from(version)));
    }
    let imports = read_imports(part)?;
    let starts = u64::from(part.u32(4)?);
    let mut fixups = Vec::new();
    let segments = u64::from(part.u32(starts)?);
    for index in 0..segments {
        let offset = u64::from(part.u32(starts + 4 + index * 4)?);
        if offset != 0 {
            read_segment(macho, part, starts + offset, index as usize, &imports, &mut fixups)?;
        }
    }
    Ok(fixups)
}

fn read_imports(part: &Bytes<'_>) -> Result<Vec<Import>, Error> {
    let (table, symbols) = (u64::from(part.u32(8)?), u64::from(part.u32(12)?));
    let (count, format) = (u64::from(part.u32(16)?), part.u32(20)?);
    let symbols_format = part.u32(24)?;
    if symbols_format != 0 {
        return Err(part.wrong(24, "uncompressed symbol names", u64::from(symbols_format)));
    }
    let size = match format {
        1 => 4,
        2 => 8,
        3 => 16,
        other => return Err(part.wrong(20, "import format 1, 2 or 3", u64::from(other))),
    };
    // The whole table is checked first, so that a wrong count is an error before gigabytes are read.
    part.part(table, count.saturating_mul(size), "imports")?;
    let mut imports = Vec::new();
    for index in 0..count {
        let at = table + index * size;
        let (ordinal, weak, name, addend) = if format == 3 {
            let word = part.u64(at)?;
            let ordinal = (word & 0xffff) as u16;
            let ordinal = if ordinal > 0xfff0 { i32::from(ordinal as i16) } else { i32::from(ordinal) };
            (ordinal, word >> 16 & 1 != 0, word >> 32, part.u64(at + 8)? as i64)
        } else {
            let word = part.u32(at)?;
            let ordinal = (word & 0xff) as u8;
            let ordinal = if ordinal > 0xf0 { i32::from(ordinal as i8) } else { i32::from(ordinal) };
            let addend = if format == 2 { i64::from(part.u32(at + 4)? as i32) } else { 0 };
            (ordinal, word >> 8 & 1 != 0, u64::from(word >> 9), addend)
        };
        imports.push(Import { ordinal, name: part.string(symbols + name)?.into(), weak, addend });
    }
    Ok(imports)
}

fn read_segment(
    macho: &MachO,
    part: &Bytes<'_>,
    at: u64,
    index: usize,
    imports: &[Import],
    fixups: &mut Vec<Fixup>,
) -> Result<(), Error> {
    let (page_size, format) = (u64::from(part.u16(at + 4)?), part.u16(at + 6)?);
    if format != 2 && format != 6 {
        return Err(part.wrong(at + 6, "pointer format 2 or 6", u64::from(format)));
    }
    if page_size != 0x1000 && page_size != 0x4000 {
        return Err(part.wrong(at + 4, "pages of 4 or 16 KiB", page_size));
    }
    let Some(segment) = macho.segments.get(index) else {
        return Err(part.wrong(at, "a segment's number", index as u64));
    };
    let data = macho.part((segment.file_offset, segment.file_size), "segment with fixups")?;
    for page in 0..u64::from(part.u16(at + 20)?) {
        let start = part.u16(at + 22 + page * 2)?;
        if start == 0xffff {
            continue;
        }
        if start & 0x8000 != 0 {
            return Err(part.wrong(at + 22 + page * 2, "one chain a page", u64::from(start)));
        }
        let mut offset = page * page_size + u64::from(start);
        loop {
            macho.fixup_at(index, offset, part, at + 22 + page * 2)?;
            let word = data.u64(offset)?;
            let value = if word >> 63 != 0 {
                let number = word & 0xff_ffff;
                let Some(import) = imports.get(number as usize) else {
                    return Err(data.wrong(offset, "the number of an import", number));
                };
                FixupValue::Bind {
                    ordinal: import.ordinal,
                    name: import.name.clone(),
                    // The pointer contains another addend of eight unsigned bits.
                    addend: import.addend.wrapping_add((word >> 24 & 0xff) as i64),
                    weak_import: import.weak,
                    coalesced: false,
                }
            } else {
                let target = word & 0xf_ffff_ffff;
                let target = if format == 6 { target + macho.base() } else { target };
                FixupValue::Rebase { target, high: (word >> 36) as u8 }
            };
            fixups.push(Fixup { segment: index, offset, value });
            // The distance is in units of four bytes and never negative, so every chain ends.
            let next = (word >> 51 & 0xfff) * 4;
            if next == 0 {
                break;
            }
            offset += next;
        }
    }
    Ok(())
}
