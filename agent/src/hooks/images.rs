//! Loaded images, with their segments, pointer slots, classes with `+load`, and UUIDs.
//!
//! The module `images` reads Mach-O headers in memory and changes no memory. Invariant: only parts that dyld has mapped and bound are read.
//! The address of a segment or table in memory is its address in the load commands plus the slide.

use core::ffi::{CStr, c_char, c_void};

use crate::base::sys;
use trace::counters::SEGMENT;

const LC_SYMTAB: u32 = 2;
const LC_DYSYMTAB: u32 = 0xb;
const LC_SEGMENT_64: u32 = 0x19;
const LC_UUID: u32 = 0x1b;
const LC_FUNCTION_STARTS: u32 = 0x26;
const MH_MAGIC_64: u32 = 0xfeed_facf;
const MH_DYLIB_IN_CACHE: u32 = 0x8000_0000;
const MH_EXECUTE: u32 = 2;
const CPU_SUBTYPE_ARM64E: u32 = 2;
const SECTION_TYPE: u32 = 0xff;
const S_NON_LAZY_SYMBOL_POINTERS: u32 = 6;
const S_LAZY_SYMBOL_POINTERS: u32 = 7;
/// The bits of an indirect symbol without a name, which is local or absolute.
const NAMELESS: u32 = 0xc000_0000;

#[repr(C)]
struct MachHeader {
    magic: u32,
    cpu_type: u32,
    cpu_subtype: u32,
    file_type: u32,
    commands: u32,
    commands_size: u32,
    flags: u32,
    reserved: u32,
}

#[repr(C)]
struct LoadCommand {
    kind: u32,
    size: u32,
}

#[repr(C)]
struct Segment {
    command: LoadCommand,
    name: [u8; 16],
    address: usize,
    size: usize,
    file_offset: usize,
    file_size: usize,
    maximum: u32,
    initial: u32,
    sections: u32,
    flags: u32,
}

/// A section as its load command describes it.
#[repr(C)]
pub(crate) struct Section {
    name: [u8; 16],
    segment: [u8; 16],
    address: usize,
    size: usize,
    offset: u32,
    align: u32,
    relocations: u32,
    relocation_count: u32,
    flags: u32,
    first_indirect: u32,
    reserved: [u32; 2],
}

#[repr(C)]
struct LinkeditData {
    command: LoadCommand,
    offset: u32,
    size: u32,
}

#[repr(C)]
struct SymtabCommand {
    command: LoadCommand,
    offset: u32,
    count: u32,
    strings: u32,
    strings_size: u32,
}

#[repr(C)]
struct Symbol {
    name: u32,
    kind: u8,
    section: u8,
    description: u16,
    value: usize,
}

/// The largest number of executable segments of an image: `__TEXT`, two segments into which a build may move code, and the segment of
/// trampolines that the gate adds to count functions.
const CODE_SEGMENTS: usize = 4;
const PROT_EXECUTE: u32 = 4;

/// The addresses of an image's code. An app may have renamed its code into a segment other than `__TEXT`, so that the App Store encrypts
/// less of the file and downloads are smaller.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ImageCode([CodeSegment; CODE_SEGMENTS]);

#[derive(Debug, Clone, Copy)]
struct CodeSegment {
    start: usize,
    size: usize,
}

impl ImageCode {
    /// Returns whether an address is in the code.
    pub(crate) fn contains(&self, address: usize) -> bool {
        self.0.iter().any(|segment| address.wrapping_sub(segment.start) < segment.size)
    }

    /// Returns the address range of `__TEXT`, the first segment.
    pub(crate) fn text_range(&self) -> core::ops::Range<usize> {
        self.0[0].start..self.0[0].start + self.0[0].size
    }
}

/// The table of an image's functions (`LC_FUNCTION_STARTS`): the distances between the starts of consecutive functions, in ULEB128.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FunctionStarts {
    /// The address of the image's header, to which the first distance in the table is relative.
    base: usize,
    table: usize,
    size: usize,
}

impl FunctionStarts {
    const NONE: FunctionStarts = FunctionStarts { base: 0, table: 0, size: 0 };

    /// Returns the last start of a function at or before an address.
    ///
    /// # Safety
    /// The image must be mapped.
    pub(crate) unsafe fn find_start_before(self, address: usize) -> Option<usize> {
        let (mut last, mut at, mut value, mut shift) = (None, self.base, 0, 0);
        for place in 0..self.size {
            // SAFETY: the caller fulfils the requirements of this function; the table is in `__LINKEDIT`.
            let byte = unsafe { ((self.table + place) as *const u8).read() };
            value |= usize::from(byte & 0x7f).checked_shl(shift).unwrap_or(0);
            shift += 7;
            if byte & 0x80 != 0 {
                continue;
            }
            if value == 0 {
                break;
            }
            at += value;
            if at > address {
                break;
            }
            (last, value, shift) = (Some(at), 0, 0);
        }
        last
    }
}

/// A loaded image.
#[derive(Clone, Copy)]
pub(crate) struct Image {
    header: *const MachHeader,
    slide: isize,
}

/// A pointer that the linker created for an imported symbol.
pub(crate) struct ImportSlot {
    pub at: *mut usize,
    /// The name of the imported symbol, if the table of indirect symbols still contains it.
    pub name: Option<&'static CStr>,
}

impl Image {
    /// Returns the image with the header `header`, if the header is that of a 64-bit image.
    ///
    /// # Safety
    /// `header` must come from dyld.
    pub(crate) unsafe fn from_header(header: *const c_void) -> Option<Image> {
        let header = header.cast::<MachHeader>();
        // SAFETY: dyld's headers are mapped.
        if header.is_null() || unsafe { (*header).magic } != MH_MAGIC_64 {
            return None;
        }
        let mut image = Image { header, slide: 0 };
        let text = image.segments().find(|segment| segment_name(segment) == b"__TEXT")?;
        image.slide = header as isize - text.address as isize;
        Some(image)
    }

    /// Returns the address of the header.
    pub(crate) fn address(self) -> usize {
        self.header as usize
    }

    /// Returns whether the image is in the shared cache.
    pub(crate) fn is_cached(self) -> bool {
        self.header().flags & MH_DYLIB_IN_CACHE != 0
    }

    /// Returns whether the image is an executable.
    pub(crate) fn is_executable(self) -> bool {
        self.header().file_type == MH_EXECUTE
    }

    /// Returns whether the pointers of the image are signed (arm64e).
    pub(crate) fn is_signed(self) -> bool {
        self.header().cpu_subtype & 0xff == CPU_SUBTYPE_ARM64E
    }

    /// Returns whether an address is in one of the segments of the image.
    pub(crate) fn contains(self, address: usize) -> bool {
        self.segments().any(|s| {
            let start = s.address.wrapping_add_signed(self.slide);
            s.size > 0 && segment_name(s) != b"__PAGEZERO" && address.wrapping_sub(start) < s.size
        })
    }

    /// Returns the number of bytes from the header to the end of the last segment other than `__LINKEDIT`.
    pub(crate) fn size(self) -> usize {
        let end = |s: &Segment| (s.address + s.size).wrapping_add_signed(self.slide);
        let ends = self.segments().filter(|s| segment_name(s) != b"__LINKEDIT").map(end);
        ends.max().unwrap_or(0).saturating_sub(self.address())
    }

    /// Returns the executable segments of the image.
    pub(crate) fn code(self) -> ImageCode {
        let mut code = ImageCode([CodeSegment { start: 0, size: 0 }; CODE_SEGMENTS]);
        let executable = self.segments().filter(|segment| segment.initial & PROT_EXECUTE != 0);
        for (place, segment) in code.0.iter_mut().zip(executable) {
            *place =
                CodeSegment { start: segment.address.wrapping_add_signed(self.slide), size: segment.size };
        }
        code
    }

    /// Returns the table of function starts.
    pub(crate) fn starts(self) -> FunctionStarts {
        let linkedit = self.segments().find(|segment| segment_name(segment) == b"__LINKEDIT");
        let command = self.commands().find(|command| command.kind == LC_FUNCTION_STARTS);
        let (Some(linkedit), Some(command)) = (linkedit, command) else { return FunctionStarts::NONE };
        // SAFETY: a command of this kind has the layout of `LinkeditData`.
        let table = unsafe { &*(&raw const *command).cast::<LinkeditData>() };
        let Some(inside) = (table.offset as usize).checked_sub(linkedit.file_offset) else {
            return FunctionStarts::NONE;
        };
        if inside.saturating_add(table.size as usize) > linkedit.file_size {
            return FunctionStarts::NONE;
        }
        let start = linkedit.address.wrapping_add_signed(self.slide) + inside;
        FunctionStarts { base: self.address(), table: start, size: table.size as usize }
    }

    /// Returns the address of the segment of trampolines that the gate added to count functions; 0 if the image has no such segment.
    pub(crate) fn trampolines_address(self) -> usize {
        let found = self.segments().find(|segment| segment_name(segment) == SEGMENT.as_bytes());
        found.map_or(0, |segment| segment.address.wrapping_add_signed(self.slide))
    }

    /// Returns the UUID (`LC_UUID`), or zeros.
    pub(crate) fn uuid(self) -> [u8; 16] {
        self.commands()
            .find(|command| command.kind == LC_UUID)
            // SAFETY: an LC_UUID is followed by its 16 bytes.
            .map_or([0; 16], |command| unsafe { *(&raw const *command).add(1).cast() })
    }

    /// Returns the sections of this name in all segments except `__TEXT`.
    pub(crate) fn sections(self, name: &'static [u8]) -> impl Iterator<Item = &'static [usize]> {
        self.all_sections().filter(move |section| until_nul(&section.name) == name).map(move |section| {
            let start = section.address.wrapping_add_signed(self.slide) as *const usize;
            // SAFETY: dyld has mapped the section.
            unsafe { core::slice::from_raw_parts(start, section.size / 8) }
        })
    }

    /// Returns the pointers to imported symbols.
    pub(crate) fn slots(self) -> impl Iterator<Item = ImportSlot> {
        let linkedit = self
            .segments()
            .find(|segment| segment_name(segment) == b"__LINKEDIT")
            .map(|segment| segment.address.wrapping_add_signed(self.slide).wrapping_sub(segment.file_offset));
        let find = move |kind| self.commands().find(move |command| command.kind == kind);
        let symbols = find(LC_SYMTAB).map(|command| (&raw const *command).cast::<SymtabCommand>());
        let dynamic = find(LC_DYSYMTAB).map(|command| (&raw const *command).cast::<u32>());
        let name = move |index: usize| -> Option<&'static CStr> {
            let (base, symbols, dynamic) = (linkedit?, symbols?, dynamic?);
            // SAFETY: both commands have their fixed sizes; the tables are in the mapped __LINKEDIT, as the linker wrote them, and each
            // index is compared with its table's length.
            unsafe {
                let (table, length) = (*dynamic.add(14), *dynamic.add(15));
                if index >= length as usize {
                    return None;
                }
                let symbol = *((base + table as usize) as *const u32).add(index);
                if symbol & NAMELESS != 0 || symbol >= (*symbols).count {
                    return None;
                }
                let symbol = &*((base + (*symbols).offset as usize) as *const Symbol).add(symbol as usize);
                if symbol.name >= (*symbols).strings_size {
                    return None;
                }
                let text = base + (*symbols).strings as usize + symbol.name as usize;
                Some(CStr::from_ptr(text as *const c_char))
            }
        };
        self.all_sections()
            .filter(|section| {
                matches!(section.flags & SECTION_TYPE, S_NON_LAZY_SYMBOL_POINTERS | S_LAZY_SYMBOL_POINTERS)
            })
            .flat_map(move |section| {
                let start = section.address.wrapping_add_signed(self.slide) as *mut usize;
                (0..section.size / 8).map(move |i| ImportSlot {
                    at: start.wrapping_add(i),
                    name: name(section.first_indirect as usize + i),
                })
            })
    }

    fn header(self) -> &'static MachHeader {
        // SAFETY: `at` has checked the address. The agent's images are never unmapped while it reads them, because frameworks of the app
        // are not unloaded.
        unsafe { &*self.header }
    }

    fn commands(self) -> impl Iterator<Item = &'static LoadCommand> {
        // SAFETY: the commands follow the header, and each has the length that it states.
        let mut next = unsafe { self.header.add(1) }.cast::<LoadCommand>();
        (0..self.header().commands).map(move |_| {
            // SAFETY: the header states how many commands follow, and this is one of them.
            let command = unsafe { &*next };
            // SAFETY: a command has the size that it states, so the new pointer points to the next command or to the end of the last
            // command.
            next = unsafe { next.byte_add(command.size as usize) };
            command
        })
    }

    fn segments(self) -> impl Iterator<Item = &'static Segment> {
        self.commands()
            .filter(|command| command.kind == LC_SEGMENT_64)
            // SAFETY: this kind of command is a segment.
            .map(|command| unsafe { &*(&raw const *command).cast::<Segment>() })
    }

    fn all_sections(self) -> impl Iterator<Item = &'static Section> {
        self.segments().flat_map(|segment| {
            // SAFETY: the sections follow their segment, which states their number.
            let first = unsafe { (&raw const *segment).add(1) }.cast::<Section>();
            // SAFETY: the command of a segment contains the stated number of sections, one after another.
            unsafe { core::slice::from_raw_parts(first, segment.sections as usize) }
        })
    }
}

fn segment_name(segment: &Segment) -> &[u8] {
    until_nul(&segment.name)
}

fn until_nul(name: &[u8; 16]) -> &[u8] {
    name.split(|&b| b == 0).next().unwrap_or_default()
}

/// Returns the image that contains an address.
pub(crate) fn image_of(address: usize) -> Option<Image> {
    // SAFETY: a header from dyld.
    unsafe { Image::from_header(look_up_dl_info(address)?.base) }
}

/// Returns the path of the image with this header.
pub(crate) fn path_of(header: usize) -> &'static [u8] {
    // SAFETY: dyld never frees the paths of images.
    look_up_dl_info(header).map_or(b"", |info| unsafe { sys::c_string_bytes(info.path) })
}

fn look_up_dl_info(address: usize) -> Option<sys::DlInfo> {
    let mut info = sys::DlInfo {
        path: core::ptr::null(),
        base: core::ptr::null(),
        name: core::ptr::null(),
        address: core::ptr::null(),
    };
    // SAFETY: dladdr only writes to its argument.
    (unsafe { sys::dladdr(address as *const c_void, &mut info) } != 0).then_some(info)
}
