//! The address space of an image: the bytes at an address, and the target of a pointer after dyld has written it.

use crate::read::{self, Section};

/// The largest length of a name that is read, in bytes.
const LONGEST_NAME: usize = 4096;

/// A segment as it is mapped in memory.
pub(super) struct Mapped<'a> {
    pub(super) name: String,
    pub(super) address: u64,
    pub(super) memory: u64,
    pub(super) bytes: &'a [u8],
}

/// The target to which a pointer points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pointer<'a> {
    /// An address in the same image.
    To(u64),
    Symbol(&'a [u8]),
}

/// The segments and sections of an image, with the pointers that dyld writes into them.
pub(super) struct Space<'a> {
    pub(super) segments: Vec<Mapped<'a>>,
    pub(super) sections: Vec<Section>,
    /// The address of the image's header.
    pub(super) base: u64,
    /// Addresses of pointers, each with its target, in the order of the addresses. The list contains all pointers of chained fixups, but
    /// only the pointers to symbols of opcodes.
    pub(super) written: Vec<(u64, Pointer<'a>)>,
}

impl<'a> Space<'a> {
    /// Maps the segments of a file. Returns an error if a segment exceeds the file.
    pub(super) fn new(image: read::Image<'a>) -> Result<Space<'a>, String> {
        let mut segments = Vec::new();
        for segment in image.segments {
            let read::Segment { name, address, memory, offset, size, .. } = segment;
            let end = offset.checked_add(size);
            let bytes = end.and_then(|end| image.bytes.get(offset..end)).ok_or_else(|| {
                format!("segment {name} needs {size} bytes at offset {offset:#x}, but the file is shorter")
            })?;
            segments.push(Mapped { name, address, memory, bytes });
        }
        Ok(Space { segments, sections: image.sections, base: image.base, written: Vec::new() })
    }

    /// Returns the bytes from an address to the end of its segment.
    fn from(&self, address: u64) -> Option<&'a [u8]> {
        self.segments.iter().find_map(|segment| {
            let inside = usize::try_from(address.checked_sub(segment.address)?).ok()?;
            (address - segment.address < segment.memory).then(|| segment.bytes.get(inside..))?
        })
    }

    /// Returns `length` bytes at an address.
    pub(super) fn bytes(&self, address: u64, length: u64) -> Option<&'a [u8]> {
        self.from(address)?.get(..usize::try_from(length).ok()?)
    }

    /// Returns the 32-bit number at an address.
    pub(super) fn word(&self, address: u64) -> Option<u32> {
        self.bytes(address, 4)?.try_into().ok().map(u32::from_le_bytes)
    }

    /// Returns the target of the 32-bit relative pointer at an address.
    pub(super) fn relative(&self, address: u64) -> Option<u64> {
        Some(address.wrapping_add_signed(i64::from(self.word(address)? as i32)))
    }

    /// Returns the target of the pointer at an address. Returns `None` for a nil pointer and for an address outside of the image.
    pub(super) fn pointer(&self, address: u64) -> Option<Pointer<'a>> {
        if let Ok(found) = self.written.binary_search_by_key(&address, |(at, _)| *at) {
            return Some(self.written[found].1);
        }
        let value = u64::from_le_bytes(self.bytes(address, 8)?.try_into().ok()?);
        (value != 0).then_some(Pointer::To(value))
    }

    /// Returns the target of the pointer at an address, or `None` if the target is not in the image.
    pub(super) fn target(&self, address: u64) -> Option<u64> {
        match self.pointer(address)? {
            Pointer::To(target) => Some(target),
            Pointer::Symbol(_) => None,
        }
    }

    /// Returns the text at an address.
    pub(super) fn text(&self, address: u64) -> Option<String> {
        let bytes = self.from(address)?;
        let end = bytes.iter().take(LONGEST_NAME).position(|byte| *byte == 0)?;
        Some(String::from_utf8_lossy(&bytes[..end]).into_owned())
    }

    /// Returns all sections with this name.
    pub(super) fn named<'s>(&'s self, name: &'s str) -> impl Iterator<Item = &'s Section> {
        self.sections.iter().filter(move |section| section.name == name)
    }

    /// Returns the addresses of a section's entries, except entries that exceed the file.
    pub(super) fn each(&self, section: &Section, width: u64) -> impl Iterator<Item = u64> + use<> {
        let there = self.from(section.address).map_or(0, |bytes| bytes.len() as u64).min(section.size);
        let first = section.address;
        (0..there / width).map(move |index| first + index * width)
    }
}
