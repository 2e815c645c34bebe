//! Collects evidence that an address in a code section contains code. A code section may also contain a table or a constant with a symbol,
//! which is then listed as a function.

use std::collections::HashSet;

use object::macho;

use super::RewriteError;
use super::image::{read_u32, read_u64, words};
use crate::read::{Image, Section};

/// The ranges of `__unwind_info`. Each range has its start, and whether it has unwind instructions.
pub(super) struct UnwindRanges(Vec<(u64, bool)>);

impl UnwindRanges {
    /// Reads `__unwind_info`. If the section is damaged, the ranges after the damage are missing. A file without this section has no
    /// ranges.
    pub(super) fn read(image: &Image<'_>) -> UnwindRanges {
        let section =
            image.sections.iter().find(|section| section.in_text && section.name == "__unwind_info");
        let mut ranges = Vec::new();
        if let Some(section) = section {
            // The ranges before a damaged entry are valid.
            let _ = read_unwind_ranges(image.content(section), image.base, &mut ranges);
        }
        ranges.sort_unstable();
        UnwindRanges(ranges)
    }

    /// Returns whether a range with unwind instructions begins at this address.
    fn begins_at(&self, address: u64) -> bool {
        self.0.binary_search(&(address, true)).is_ok()
    }

    /// Returns whether the unwind information of this section can be trusted: each range ends where code without unwind information begins.
    /// The linker joins the ranges of functions with equal unwind instructions, and should end a range before such code. LLVM's linker does
    /// this only in `__TEXT`. In other segments, the section is therefore trusted only if a range without unwind instructions precedes a
    /// range with them.
    pub(super) fn ends_ranges_in(&self, section: &Section) -> bool {
        let here = self.0.iter().filter(|(start, _)| (section.address..section.end()).contains(start));
        let mut known = here.map(|(_, known)| *known).skip_while(|known| *known);
        section.in_text || known.any(|known| known)
    }

    /// Returns whether the function at an address has unwind information. If `joined` is set, it is sufficient that a range which begins
    /// earlier contains the address.
    pub(super) fn knows_function(&self, address: u64, joined: bool) -> bool {
        self.begins_at(address) || joined && self.has_unwind_info(address)
    }

    fn has_unwind_info(&self, address: u64) -> bool {
        let behind = self.0.partition_point(|(start, _)| *start <= address);
        behind > 0 && self.0[behind - 1].1
    }
}

fn read_unwind_ranges(table: &[u8], base: u64, ranges: &mut Vec<(u64, bool)>) -> Result<(), RewriteError> {
    let [common, commons, index, count] = [4, 8, 20, 24].map(|field| read_u32(table, field));
    let (common, commons, index) = (common? as usize, commons? as usize, index? as usize);
    for entry in (0..count? as usize).map(|number| index + 12 * number) {
        let (first, page) = (u64::from(read_u32(table, entry)?) + base, read_u32(table, entry + 4)? as usize);
        if page == 0 {
            ranges.push((first, false));
            continue;
        }
        let (entries, length) = (read_u16(table, page + 4)?, read_u16(table, page + 6)?);
        let kind = read_u32(table, page)?;
        for number in 0..length {
            if kind == 2 {
                let at = page + entries + 8 * number;
                ranges.push((base + u64::from(read_u32(table, at)?), read_u32(table, at + 4)? != 0));
            } else {
                let value = read_u32(table, page + entries + 4 * number)?;
                let index = (value >> 24) as usize;
                let own = read_u16(table, page + 8)?;
                let encoding =
                    if index < commons { common + 4 * index } else { page + own + 4 * (index - commons) };
                ranges.push((first + u64::from(value & 0xff_ffff), read_u32(table, encoding)? != 0));
            }
        }
    }
    Ok(())
}

fn read_u16(bytes: &[u8], at: usize) -> Result<usize, RewriteError> {
    Ok(read_u32(bytes, at & !3)? as usize >> (8 * (at & 3)) & 0xffff)
}

/// Returns whether a section may contain 32-bit offsets to functions.
fn has_offsets(section: &str) -> bool {
    ["__const", "__init_offsets"].contains(&section)
        || section.starts_with("__swift5")
        || section.starts_with("__objc_methlist")
}

/// Returns those of `starts` to which data or a load command refers. Data refers to a function with a pointer or, in Swift and Objective-C,
/// with a 32-bit offset.
pub(super) fn pointer_targets(image: &Image<'_>, starts: &[u64]) -> Result<HashSet<u64>, RewriteError> {
    let known: HashSet<u64> = starts.iter().copied().collect();
    let mut found = HashSet::new();
    let mut see = |address: u64| _ = known.contains(&address) && found.insert(address);
    let chained = image.find_command(macho::LC_DYLD_CHAINED_FIXUPS).is_some();
    for section in image.sections.iter().filter(|section| !section.is_code()) {
        let content = image.content(section);
        if !section.in_text && section.address % 8 == 0 {
            for value in content.as_chunks().0.iter().map(|eight| u64::from_le_bytes(*eight)) {
                see(value);
                // The value may be a rebase of chained fixups. A rebase contains 36 bits of an address or an offset, the highest byte, and
                // the distance to the next rebase.
                if chained && value & 0x8007_f000_0000_0000 == 0 {
                    let target = value & 0xf_ffff_ffff;
                    see(target);
                    see(target + image.base);
                }
            }
        }
        if section.address % 4 == 0 && has_offsets(&section.name) {
            for (place, value) in (section.address..).step_by(4).zip(words(content)) {
                see(place.wrapping_add_signed(i64::from(value.cast_signed())));
                if section.name == "__init_offsets" {
                    see(image.base + u64::from(value));
                }
            }
        }
    }
    if let Some(main) = image.find_command(macho::LC_MAIN) {
        see(image.base.wrapping_add(read_u64(image.bytes, main.at + 8)?));
    }
    Ok(found)
}
