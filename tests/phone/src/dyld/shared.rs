//! Rewrites the system's images as the builder of the shared cache does. Calls between the system's images
//! then bypass stubs and pointers, so that code which patches pointers does not see calls inside the system.

use std::ops::Range;

use super::{Dyld, Image};
use crate::macho::{S_SYMBOL_STUBS, Section};
use crate::memory::Memory;

/// Returns the target of a `b` or `bl` instruction: the distance is 26 bits, in units of four bytes.
fn branch_target(instruction: u32, at: u64) -> Option<u64> {
    let is_branch = instruction & 0x7c00_0000 == 0x1400_0000;
    is_branch.then(|| at.wrapping_add_signed(i64::from((instruction << 6) as i32 >> 6) * 4))
}

fn with_target(instruction: u32, at: u64, target: u64) -> Option<u32> {
    let words = (target.wrapping_sub(at) as i64) >> 2;
    let fits = (-(1 << 25)..1 << 25).contains(&words);
    fits.then_some(instruction & 0xfc00_0000 | words as u32 & 0x03ff_ffff)
}

/// Returns the address of a stub's pointer. The stub is `adrp x16, page; ldr x16, [x16, #offset]; br x16`.
fn stub_slot(memory: &Memory, stub: u64) -> Option<u64> {
    let (adrp, ldr) = (memory.half(stub)?, memory.half(stub + 4)?);
    if adrp & 0x9f00_0000 != 0x9000_0000 || ldr & 0xffc0_0000 != 0xf940_0000 {
        return None;
    }
    let immediate = (adrp >> 29 & 3) | (adrp >> 5 & 0x7_ffff) << 2;
    let pages = i64::from((immediate << 11) as i32 >> 11);
    let page = (stub & !0xfff).wrapping_add_signed(pages << 12);
    Some(page + u64::from(ldr >> 10 & 0xfff) * 8)
}

/// Returns the address ranges of the selected sections.
fn sections(image: &Image, wanted: fn(&Section) -> bool) -> Vec<Range<u64>> {
    let found = image.file.sections().filter(|(_, section)| wanted(section));
    let starts = found.map(|(_, section)| (section.address.wrapping_add(image.slide), section.size));
    starts.map(|(start, size)| start..start + size).collect()
}

impl Dyld {
    /// Redirects every call through a stub to the stub's target. Data pointers do not change.
    pub(super) fn bind_directly(&self, memory: &mut Memory, index: usize) {
        let image = &self.images[index];
        let stubs = sections(image, |section| section.kind() == S_SYMBOL_STUBS);
        // Sections with S_ATTR_PURE_INSTRUCTIONS, except for the stubs themselves.
        let code =
            sections(image, |section| section.flags & 0x8000_0000 != 0 && section.kind() != S_SYMBOL_STUBS);
        for at in code.into_iter().flat_map(|range| range.step_by(4)) {
            let Some(instruction) = memory.half(at) else { continue };
            let Some(stub) = branch_target(instruction, at) else { continue };
            if !stubs.iter().any(|range| range.contains(&stub)) {
                continue;
            }
            let target = stub_slot(memory, stub).and_then(|slot| memory.word(slot));
            if let Some(direct) = target.and_then(|target| with_target(instruction, at, target)) {
                let _ = memory.write_through(at, &direct.to_le_bytes());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_of_branch_instructions_are_computed_forwards_and_backwards() {
        for (at, target) in [(0x1_0800_0000u64, 0x1_0800_1000u64), (0x1_0800_1000, 0x1_0800_0000)] {
            let bl = with_target(0x9400_0000, at, target).unwrap();
            assert_eq!(branch_target(bl, at), Some(target));
        }
        assert_eq!(with_target(0x9400_0000, 0, 1 << 28), None);
        assert_eq!(branch_target(0xd503_201f, 0), None, "nop is no branch");
    }
}
