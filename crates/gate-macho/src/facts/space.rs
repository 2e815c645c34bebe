//! Models the address space of an image: the bytes at an address, and the target of a pointer after dyld has written it.

use crate::read::{self, Section};

/// The largest length of a name that is read, in bytes.
const LONGEST_NAME: usize = 4096;

/// A segment as it is mapped in memory.
pub(super) struct MappedSegment<'a> {
    pub(super) name: String,
    pub(super) address: u64,
    pub(super) memory: u64,
    pub(super) bytes: &'a [u8],
}

/// The target of a pointer after dyld has written the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PointerTarget<'a> {
    /// An address in the same image.
    To(u64),
    Symbol(&'a [u8]),
}

/// The segments and sections of an image, with the pointers that dyld writes into them.
pub(super) struct AddressSpace<'a> {
    pub(super) segments: Vec<MappedSegment<'a>>,
    pub(super) sections: Vec<Section>,
    /// The address of the image's header.
    pub(super) base: u64,
    /// Addresses of pointers, each with its target, in the order of the addresses. For chained fixups, the list contains all pointers. For
    /// opcodes, the list contains only pointers to symbols.
    pub(super) written: Vec<(u64, PointerTarget<'a>)>,
}

impl<'a> AddressSpace<'a> {
    /// Maps the segments of a file. Returns an error if a segment exceeds the file.
    pub(super) fn new(image: read::Image<'a>) -> Result<AddressSpace<'a>, String> {
        let mut segments = Vec::new();
        for segment in image.segments {
            let read::Segment { name, address, memory, offset, size, .. } = segment;
            let end = offset.checked_add(size);
            let bytes = end.and_then(|end| image.bytes.get(offset..end)).ok_or_else(|| {
                format!("segment {name} needs {size} bytes at offset {offset:#x}, but the file is shorter")
            })?;
            segments.push(MappedSegment { name, address, memory, bytes });
        }
        Ok(AddressSpace { segments, sections: image.sections, base: image.base, written: Vec::new() })
    }

    /// Returns the bytes from an address to the end of its segment.
    fn from(&self, address: u64) -> Option<&'a [u8]> {
        self.segments.iter().find_map(|segment| {
            let inside = usize::try_from(address.checked_sub(segment.address)?).ok()?;
            (address - segment.address < segment.memory).then(|| segment.bytes.get(inside..))?
        })
    }

    /// Returns `length` bytes at an address.
    pub(super) fn read_bytes(&self, address: u64, length: u64) -> Option<&'a [u8]> {
        self.from(address)?.get(..usize::try_from(length).ok()?)
    }

    /// Returns the 32-bit number at an address.
    pub(super) fn read_u32(&self, address: u64) -> Option<u32> {
        self.read_bytes(address, 4)?.try_into().ok().map(u32::from_le_bytes)
    }

    /// Returns the target of the 32-bit relative pointer at an address.
    pub(super) fn resolve_relative_pointer(&self, address: u64) -> Option<u64> {
        Some(address.wrapping_add_signed(i64::from(self.read_u32(address)? as i32)))
    }

    /// Returns the target of the pointer at an address. Returns `None` for a nil pointer and for an address outside of the image.
    pub(super) fn resolve_pointer(&self, address: u64) -> Option<PointerTarget<'a>> {
        if let Ok(found) = self.written.binary_search_by_key(&address, |(at, _)| *at) {
            return Some(self.written[found].1);
        }
        let value = u64::from_le_bytes(self.read_bytes(address, 8)?.try_into().ok()?);
        (value != 0).then_some(PointerTarget::To(value))
    }

    /// Returns the target of the pointer at an address, or `None` if the target is not in the image.
    pub(super) fn resolve_internal_target(&self, address: u64) -> Option<u64> {
        match self.resolve_pointer(address)? {
            PointerTarget::To(target) => Some(target),
            PointerTarget::Symbol(_) => None,
        }
    }

    /// Returns the text at an address.
    pub(super) fn read_text(&self, address: u64) -> Option<String> {
        let bytes = self.from(address)?;
        let end = bytes.iter().take(LONGEST_NAME).position(|byte| *byte == 0)?;
        Some(String::from_utf8_lossy(&bytes[..end]).into_owned())
    }

    /// Returns all sections with this name.
    pub(super) fn sections_named<'s>(&'s self, name: &'s str) -> impl Iterator<Item = &'s Section> {
        self.sections.iter().filter(move |section| section.name == name)
    }

    /// Returns the addresses of a section's entries, except entries that exceed the file.
    pub(super) fn entry_addresses(&self, section: &Section, width: u64) -> impl Iterator<Item = u64> + use<> {
        let there = self.from(section.address).map_or(0, |bytes| bytes.len() as u64).min(section.size);
        let first = section.address;
        (0..there / width).map(move |index| first + index * width)
    }
}
