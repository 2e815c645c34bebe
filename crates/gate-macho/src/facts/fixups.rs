//! Counts the pointers that dyld writes into an image before its code runs. The counted pointers are called fixups. New images list the
//! fixups as chained fixups, older images as opcodes.

use gate_facts::Fixups;
use object::LittleEndian as Le;
use object::macho;
use object::read::macho::Fixup;

use super::space::{AddressSpace, PointerTarget};

/// The size of a memory page on iOS.
const PAGE: u64 = 0x4000;

/// The number of counted fixups, and the pages that contain them.
struct FixupCounter<'s, 'a> {
    space: &'s AddressSpace<'a>,
    fixups: Fixups,
    /// For each segment, one bit per page, which is set if the page contains a fixup.
    pages: Vec<Vec<u64>>,
    /// The number of fixups that can still be counted before an error. A file cannot have more fixups than bytes. A damaged file could
    /// claim more, and reading them would take very long.
    left: usize,
}

impl<'s, 'a> FixupCounter<'s, 'a> {
    fn new(space: &'s AddressSpace<'a>, length: usize) -> FixupCounter<'s, 'a> {
        FixupCounter {
            space,
            fixups: Fixups::default(),
            pages: vec![Vec::new(); space.segments.len()],
            left: length,
        }
    }

    /// Counts a fixup, and returns its address.
    fn count_fixup(&mut self, segment: usize, offset: u64) -> Result<u64, String> {
        let mapped = self.space.segments.get(segment).ok_or("a fixup refers to a missing segment")?;
        if offset.checked_add(8).is_none_or(|end| end > mapped.memory.max(mapped.bytes.len() as u64)) {
            return Err(format!("a fixup is beyond the end of {}", mapped.name));
        }
        self.left = self.left.checked_sub(1).ok_or("more fixups than bytes")?;
        let page = usize::try_from(offset / PAGE).map_err(|_| "the page number of a fixup is too large")?;
        let (word, bit) = (page / 64, 1_u64 << (page % 64));
        let words = &mut self.pages[segment];
        if words.len() <= word {
            words.resize(word + 1, 0);
        }
        words[word] |= bit;
        Ok(mapped.address.wrapping_add(offset))
    }

    fn finish(self) -> Fixups {
        let pages = self.pages.iter().flatten().map(|word| u64::from(word.count_ones())).sum();
        Fixups { pages, ..self.fixups }
    }
}

fn format_fixup_error(error: object::Error) -> String {
    format!("fixups: {error}")
}

/// Counts the chained fixups, and stores the target of each pointer in `space`.
pub(super) fn count_chained_fixups<'a>(
    file: &'a [u8],
    command: &macho::LinkeditDataCommand<Le>,
    space: &mut AddressSpace<'a>,
) -> Result<Fixups, String> {
    let all = command.chained_fixups(Le, file).map_err(format_fixup_error)?;
    let mut names = Vec::new();
    let mut imports = all.imports(Le).map_err(format_fixup_error)?;
    while let Some(import) = imports.next().map_err(format_fixup_error)? {
        names.push(import.name);
    }
    let mut written = Vec::new();
    let mut counted = FixupCounter::new(space, file.len());
    let mut segments = all.segments(Le).map_err(format_fixup_error)?;
    while let Some(segment) = segments.next().map_err(format_fixup_error)? {
        let index = segment.index() as usize;
        let mapped = space.segments.get(index).ok_or("chained fixups refer to a missing segment")?;
        let mut fixups = segment.fixups(Le, space.base, mapped.bytes);
        while let Some((offset, fixup)) = fixups.next().map_err(format_fixup_error)? {
            let address = counted.count_fixup(index, offset)?;
            let leads = match fixup {
                Fixup::Bind(bind) => {
                    counted.fixups.binds += 1;
                    let name = names.get(bind.ordinal as usize);
                    PointerTarget::Symbol(name.ok_or("chained fixups refer to a missing import")?)
                }
                Fixup::Rebase(rebase) => {
                    counted.fixups.rebases += 1;
                    // The highest byte of the target is a tag of the pointer, which is removed.
                    let target = (rebase.target_offset & 0x00ff_ffff_ffff_ffff).wrapping_add(space.base);
                    PointerTarget::To(target & 0x00ff_ffff_ffff_ffff)
                }
                _ => return Err("chained fixups of a kernel are not supported".to_owned()),
            };
            written.push((address, leads));
        }
    }
    let fixups = counted.finish();
    written.sort_unstable_by_key(|(address, _)| *address);
    space.written = written;
    Ok(fixups)
}

/// Counts the fixups of the opcodes. Stores in `space` those pointers whose targets are symbols.
pub(super) fn count_opcode_fixups<'a>(
    file: &'a [u8],
    command: &macho::DyldInfoCommand<Le>,
    space: &mut AddressSpace<'a>,
) -> Result<Fixups, String> {
    let mut written = Vec::new();
    let mut counted = FixupCounter::new(space, file.len());
    let mut rebases = command.rebases(Le, file, 8).map_err(format_fixup_error)?;
    while let Some(rebase) = rebases.next().map_err(format_fixup_error)? {
        counted.count_fixup(rebase.segment_index.into(), rebase.segment_offset)?;
        counted.fixups.rebases += 1;
    }
    let streams = [
        command.binds(Le, file, 8).map_err(format_fixup_error)?,
        command.weak_binds(Le, file, 8).map_err(format_fixup_error)?,
        command.lazy_binds(Le, file, 8).map_err(format_fixup_error)?,
    ];
    for (stream, mut binds) in streams.into_iter().enumerate() {
        while let Some(bind) = binds.next().map_err(format_fixup_error)? {
            let address = counted.count_fixup(bind.segment_index.into(), bind.segment_offset)?;
            let fixups = &mut counted.fixups;
            *[&mut fixups.binds, &mut fixups.weak_binds, &mut fixups.lazy_binds][stream] += 1;
            if stream == 0 {
                written.push((address, PointerTarget::Symbol(bind.symbol)));
            }
        }
    }
    let fixups = counted.finish();
    written.sort_by_key(|(address, _)| *address);
    space.written = written;
    Ok(fixups)
}
