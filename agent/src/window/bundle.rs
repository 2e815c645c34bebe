//! Reads the properties of the app from its Info.plist, and the properties of the device from the kernel.
//!
//! Invariant: this module calls no framework, because the agent starts before the initialisers of frameworks.

use core::ffi::{CStr, c_int};
use core::ptr;

use crate::base::file::{self, Path};
use crate::base::plist::Value;
use crate::base::sys;

/// The content of an Info.plist, in memory that `close` frees.
pub(crate) struct InfoPlist {
    base: *mut u8,
    length: usize,
}

/// The size of the longest Info.plist that the agent reads, in bytes.
const ROOM: usize = 1 << 20;

impl InfoPlist {
    /// Opens the Info.plist in a folder, whose path ends with a slash. A missing file is read as an empty one.
    pub(crate) fn open(folder: &[u8]) -> InfoPlist {
        let none = InfoPlist { base: ptr::null_mut(), length: 0 };
        // SAFETY: a fresh mapping, in which pages that are not touched take no memory.
        unsafe {
            let base = sys::mmap(ptr::null_mut(), ROOM, sys::PROT_READ_WRITE, sys::MAP_ANON_PRIVATE, -1, 0);
            if base == sys::MAP_FAILED {
                return none;
            }
            let room = core::slice::from_raw_parts_mut(base.cast::<u8>(), ROOM);
            let length = file::read(&Path::EMPTY.append(folder).append(b"Info.plist"), room).unwrap_or(0);
            InfoPlist { base: base.cast(), length }
        }
    }

    /// Returns whether the app shares its folder Documents with the user's computer.
    pub(crate) fn shares_documents(&self) -> bool {
        crate::base::plist::find(self.bytes(), b"UIFileSharingEnabled") == Some(Value::Truth(true))
    }

    /// Writes a text into `room`, shortened if necessary. Returns the length of the text, which is 0 if the Info.plist has no text for the
    /// key.
    pub(crate) fn read_text(&self, key: &[u8], room: &mut [u8]) -> usize {
        let Some(Value::Text(text)) = crate::base::plist::find(self.bytes(), key) else { return 0 };
        let length = text.len().min(room.len());
        room[..length].copy_from_slice(&text[..length]);
        length
    }

    /// Frees the memory of the Info.plist.
    pub(crate) fn close(self) {
        if !self.base.is_null() {
            // SAFETY: the mapping is this value's own, and no slice of it is in use any more.
            unsafe { sys::munmap(self.base.cast(), ROOM) };
        }
    }

    fn bytes(&self) -> &[u8] {
        if self.base.is_null() {
            return &[];
        }
        // SAFETY: `length` bytes were read.
        unsafe { core::slice::from_raw_parts(self.base, self.length) }
    }
}

/// Writes the text that the kernel has for `name` into `room`; for an unknown name, the text is empty.
pub(crate) fn kernel_text<'a>(name: &CStr, room: &'a mut [u8]) -> &'a [u8] {
    let mut length = room.len();
    // SAFETY: the length is that of the room.
    let result: c_int = unsafe {
        sys::sysctlbyname(name.as_ptr(), room.as_mut_ptr().cast(), &mut length, ptr::null_mut(), 0)
    };
    if result != 0 {
        return b"";
    }
    room[..length.min(room.len())].split(|&b| b == 0).next().unwrap_or_default()
}
