//! Reads rebase and bind opcodes, the form of fixups before chained fixups.

use std::sync::Arc;

use super::{Bytes, Error, Fixup, FixupValue, MachO, ordinal};

/// The three tables of bind opcodes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Table {
    Bind,
    Lazy,
    Weak,
}

/// Checks that the segments have enough bytes for `count` fixups.
fn check_count(macho: &MachO, part: &Bytes<'_>, at: u64, count: u64) -> Result<(), Error> {
    let room = macho.segments.iter().map(|segment| segment.size / 8).fold(0, u64::saturating_add);
    if count > room { Err(part.wrong(at, "a count that the segments have room for", count)) } else { Ok(()) }
}

/// Reads the fixups of pointers to which only the slide is added.
pub(super) fn rebases(macho: &MachO, part: &Bytes<'_>) -> Result<Vec<Fixup>, Error> {
    let mut fixups = Vec::new();
    let (mut segment, mut offset, mut at) = (usize::MAX, 0u64, 0);
    while at < part.len() {
        let start = at;
        let byte = part.u8(at)?;
        at += 1;
        let immediate = u64::from(byte & 0xf);
        let (count, skip) = match byte & 0xf0 {
            0x00 => break,
            0x10 if immediate == 1 => continue,
            0x20 => {
                segment = immediate as usize;
                offset = part.uleb(&mut at)?;
                continue;
            }
            0x30 => {
                offset = offset.wrapping_add(part.uleb(&mut at)?);
                continue;
            }
            0x40 => {
                offset = offset.wrapping_add(immediate * 8);
                continue;
            }
            0x50 => (immediate, 0),
            0x60 => (part.uleb(&mut at)?, 0),
            0x70 => (1, part.uleb(&mut at)?),
            0x80 => (part.uleb(&mut at)?, part.uleb(&mut at)?),
            _ => return Err(part.wrong(start, "a rebase opcode", u64::from(byte))),
        };
        check_count(macho, part, start, count)?;
        for _ in 0..count {
            let (segment, place) = macho.fixup_at(segment, offset, part, start)?;
            fixups.push(Fixup { segment, offset: place, value: FixupValue::Slide });
            offset = offset.wrapping_add(8).wrapping_add(skip);
        }
    }
    Ok(fixups)
}

/// Reads the fixups of pointers to symbols.
pub(super) fn binds(macho: &MachO, part: &Bytes<'_>, table: Table) -> Result<Vec<Fixup>, Error> {
    let mut fixups = Vec::new();
    let (mut segment, mut offset, mut at) = (usize::MAX, 0u64, 0);
    let mut library = if table == Table::Weak { ordinal::WEAK } else { 0 };
    let (mut name, mut weak_import, mut addend): (Option<Arc<str>>, _, _) = (None, false, 0);
    while at < part.len() {
        let start = at;
        let byte = part.u8(at)?;
        at += 1;
        let immediate = u64::from(byte & 0xf);
        let (count, skip) = match byte & 0xf0 {
            // In the lazy table this opcode ends an entry, and the next entry follows.
            0x00 if table == Table::Lazy => continue,
            0x00 => break,
            0x10 => {
                library = immediate as i32;
                continue;
            }
            0x20 => {
                library = part.uleb(&mut at)? as i32;
                continue;
            }
            0x30 => {
                library = if immediate == 0 { 0 } else { immediate as i32 - 16 };
                continue;
            }
            0x40 => {
                let text = part.string(at)?;
                at += text.len() as u64 + 1;
                weak_import = immediate & 1 != 0;
                // Flag 8 only announces a strong definition, and no pointer to bind follows.
                name = Some(text.into());
                continue;
            }
            0x50 if immediate == 1 => continue,
            0x60 => {
                addend = part.sleb(&mut at)?;
                continue;
            }
            0x70 => {
                segment = immediate as usize;
                offset = part.uleb(&mut at)?;
                continue;
            }
            0x80 => {
                offset = offset.wrapping_add(part.uleb(&mut at)?);
                continue;
            }
            0x90 => (1, 0),
            0xa0 => (1, part.uleb(&mut at)?),
            0xb0 => (1, immediate * 8),
            0xc0 => (part.uleb(&mut at)?, part.uleb(&mut at)?),
            _ => return Err(part.wrong(start, "a bind opcode", u64::from(byte))),
        };
        check_count(macho, part, start, count)?;
        for _ in 0..count {
            let (segment, place) = macho.fixup_at(segment, offset, part, start)?;
            let Some(name) = name.clone() else { return Err(part.wrong(start, "a symbol's name first", 0)) };
            let value = FixupValue::Bind {
                ordinal: library,
                name,
                addend,
                weak_import,
                coalesced: table == Table::Weak,
            };
            fixups.push(Fixup { segment, offset: place, value });
            offset = offset.wrapping_add(8).wrapping_add(skip);
        }
    }
    Ok(fixups)
}
