//! Reads and replaces the tables of a thin Mach-O file that change when a library is added.

use object::macho;
use object::read::macho::LoadCommandVariant;

use super::EditError;
use crate::read::{Image, LoadCommand, Segment};
use crate::rewrite::{offset_fields, put, read_u32, read_u64};

/// Reads a thin file. Returns an error unless the file is for arm64 without signed pointers.
pub(in crate::inject) fn read(file: &[u8]) -> Result<Image<'_>, EditError> {
    let image = Image::read(file)?;
    image.check()?;
    if image.is_arm64e() { Err(EditError::Arm64e) } else { Ok(image) }
}

/// Reads two numbers that follow each other: an offset and a size.
pub(super) fn read_offset_and_size(bytes: &[u8], at: usize) -> Result<(usize, usize), EditError> {
    Ok((read_u32(bytes, at)? as usize, read_u32(bytes, at + 4)? as usize))
}

/// Returns the offset of the load command with dyld's opcodes.
pub(super) fn find_opcodes_command(image: &Image<'_>) -> Option<usize> {
    let is_opcodes = |command: &&LoadCommand<'_>| matches!(command.content, LoadCommandVariant::DyldInfo(_));
    image.commands.iter().find(is_opcodes).map(|command| command.at)
}

/// Returns an error if a table begins inside the header. Renumbering such a table would change the load commands.
pub(super) fn check_tables(image: &Image<'_>) -> Result<(), EditError> {
    let mut tables = vec![
        ("chained fixups", image.linkedit_range(macho::LC_DYLD_CHAINED_FIXUPS)),
        ("the export trie", image.linkedit_range(macho::LC_DYLD_EXPORTS_TRIE)),
    ];
    if let Some(command) = image.find_command(macho::LC_SYMTAB) {
        tables.push(("the symbol table", Some(read_offset_and_size(image.bytes, command.at + 8)?)));
    }
    if let Some(at) = find_opcodes_command(image) {
        for (what, field) in
            [("bind opcodes", 16), ("bind opcodes", 24), ("bind opcodes", 32), ("the export trie", 40)]
        {
            tables.push((what, Some(read_offset_and_size(image.bytes, at + field)?)));
        }
    }
    for (what, range) in tables {
        if let Some((offset, size)) = range
            && size > 0
            && offset < image.commands_end()
        {
            return Err(EditError::from_bad_data(what, offset, "it overlaps the load commands"));
        }
    }
    Ok(())
}

/// Replaces a table. `field` is the position of the table's offset in a load command, and the table's size follows the offset. If the new
/// table is longer, the following tables in `__LINKEDIT` are moved by a multiple of the largest alignment.
pub(super) fn replace_table(
    image: &Image<'_>,
    bytes: &mut Vec<u8>,
    field: usize,
    content: &[u8],
) -> Result<(), EditError> {
    let (offset, size) = read_offset_and_size(bytes, field)?;
    let more = content.len().saturating_sub(size).next_multiple_of(16);
    if more > 0 {
        let end = offset + size;
        let linkedit = image.segments.iter().find(|segment| segment.name == "__LINKEDIT");
        let Segment { at, address, .. } = *linkedit
            .ok_or_else(|| EditError::from_bad_data("the file", 0, "it has opcodes but no __LINKEDIT"))?;
        let file_size = read_u64(bytes, at + 48)? + more as u64;
        let memory = read_u64(bytes, at + 32)?.max(file_size.next_multiple_of(0x4000));
        let above =
            image.segments.iter().map(|segment| segment.address).filter(|above| *above > address).min();
        if above.is_some_and(|above| address.saturating_add(memory) > above) {
            return Err(EditError::from_bad_data(
                "__LINKEDIT",
                at,
                "it cannot grow, because another segment follows it",
            ));
        }
        for other in image.commands.iter().flat_map(|command| {
            let at = command.at;
            offset_fields(command.kind).iter().map(move |field| at + field)
        }) {
            let value = read_u32(bytes, other)?;
            if value as usize >= end {
                let moved = u32::try_from(value as usize + more)
                    .map_err(|_| EditError::from_bad_data("__LINKEDIT", at, "the file would be too long"))?;
                put(bytes, other, moved);
            }
        }
        bytes.splice(end..end, std::iter::repeat_n(0, more));
        bytes[at + 48..at + 56].copy_from_slice(&file_size.to_le_bytes());
        bytes[at + 32..at + 40].copy_from_slice(&memory.to_le_bytes());
    }
    if content.len() > size {
        // The size in the load command includes the zeros after the content. The zeros have no effect, since a zero ends a stream of
        // opcodes.
        put(bytes, field + 4, (size + more) as u32);
    }
    bytes[offset..offset + content.len()].copy_from_slice(content);
    Ok(())
}
