//! Reads Mach-O files. The module finds the slice that a phone loads, its load commands and tables (`image`), and its functions with their
//! object files (`functions`). The module also returns the names of CPUs and platforms.
//!
//! All code of `gate-macho` reads Mach-O files with the module `read`, which uses the crate `object` and never writes a file.

mod functions;
mod image;

use object::FileKind;
use object::macho;
use object::read::macho::{FatArch, MachOFatFile32, MachOFatFile64};

pub use functions::{SymbolEntry, each_function};
pub use image::{Image, LoadCommand, Section, Segment};

/// A slice of a universal file, or the whole of a thin file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Slice {
    pub(crate) offset: u64,
    pub(crate) size: u64,
    pub(crate) cpu: macho::CpuType,
    /// Whether the slice is for arm64e, whose pointers are signed.
    pub(crate) is_arm64e: bool,
    /// The base-2 logarithm of the slice's alignment.
    pub(crate) align: u32,
}

impl Slice {
    fn new(arch: &impl FatArch) -> Slice {
        let (offset, size) = arch.file_range();
        let (cpu, align) = (arch.cputype(), arch.align());
        let is_arm64e = cpu == macho::CPU_TYPE_ARM64 && arch.cpusubtype().id() == macho::CPU_SUBTYPE_ARM64E;
        Slice { offset, size, cpu, is_arm64e, align }
    }

    /// Returns whether the slice is for 64-bit ARM without signed pointers.
    pub(crate) fn is_arm64(&self) -> bool {
        self.cpu == macho::CPU_TYPE_ARM64 && !self.is_arm64e
    }

    /// Returns the bytes of the slice, or `None` if the slice exceeds the file.
    pub(crate) fn bytes<'a>(&self, file: &'a [u8]) -> Option<&'a [u8]> {
        let end = self.offset.checked_add(self.size)?;
        file.get(usize::try_from(self.offset).ok()?..usize::try_from(end).ok()?)
    }
}

/// Returns the slices of a universal file in the order of its header. Returns `None` for a thin file. `head` is the beginning of the file.
pub(crate) fn slices(head: &[u8]) -> Result<Option<Vec<Slice>>, MachoReadError> {
    match FileKind::parse(head).map_err(format_parse_error)? {
        FileKind::MachO64 | FileKind::MachO32 => Ok(None),
        FileKind::MachOFat32 => Ok(Some(
            MachOFatFile32::parse(head)
                .map_err(format_parse_error)?
                .arches()
                .iter()
                .map(Slice::new)
                .collect(),
        )),
        FileKind::MachOFat64 => Ok(Some(
            MachOFatFile64::parse(head)
                .map_err(format_parse_error)?
                .arches()
                .iter()
                .map(Slice::new)
                .collect(),
        )),
        _ => Err("not a 64-bit Mach-O file".to_owned().into()),
    }
}

/// Returns the slice of a universal file that a process with the agent loads. A process with the agent does not use signed pointers, so the
/// function prefers the slice for arm64, then the slice for arm64e, then the first slice. A thin file is returned unchanged. A 32-bit file
/// is an error.
pub fn select_thin_slice(bytes: &[u8]) -> Result<&[u8], MachoReadError> {
    let part = match slices(bytes)? {
        None => bytes,
        Some(slices) => {
            let best =
                choose_best_slice(&slices).ok_or_else(|| "the universal binary has no slices".to_owned())?;
            best.bytes(bytes).ok_or_else(|| "a slice of the universal binary is outside of it".to_owned())?
        }
    };
    if FileKind::parse(part) == Ok(FileKind::MachO32) {
        let reason = "it is for a 32-bit CPU, which iOS 11 and later do not support".to_owned();
        return Err(MachoReadError::NotForPhones(reason));
    }
    Ok(part)
}

fn choose_best_slice(slices: &[Slice]) -> Option<&Slice> {
    let is_for_arm = |slice: &&Slice| slice.cpu == macho::CPU_TYPE_ARM64;
    let plain = slices.iter().find(|slice| slice.is_arm64());
    plain.or_else(|| slices.iter().find(is_for_arm)).or(slices.first())
}

/// Returns the offset and the length of the slice that [`select_thin_slice`] selects. `head` is the beginning of the file. Returns `None` for a file
/// that is not a Mach-O file.
pub(crate) fn range_of_part(head: &[u8], length: u64) -> Option<(u64, u64)> {
    match slices(head).ok()? {
        None => Some((0, length)),
        Some(slices) => choose_best_slice(&slices).map(|slice| (slice.offset, slice.size)),
    }
}

/// An error in reading a Mach-O file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MachoReadError {
    /// The file is for a CPU that no phone has.
    NotForPhones(String),
    /// The file is damaged, or is not a Mach-O file.
    Damaged(String),
}

impl From<String> for MachoReadError {
    fn from(reason: String) -> MachoReadError {
        MachoReadError::Damaged(reason)
    }
}

impl From<MachoReadError> for String {
    fn from(unread: MachoReadError) -> String {
        match unread {
            MachoReadError::NotForPhones(reason) | MachoReadError::Damaged(reason) => reason,
        }
    }
}

pub(crate) fn format_parse_error(error: object::Error) -> String {
    format!("not a Mach-O file: {error}")
}

/// Formats an `LC_UUID`, with which a linker identifies a build, in the same way as other tools do.
pub(crate) fn uuid_text(uuid: &[u8; 16]) -> String {
    let hex = uuid.map(|byte| format!("{byte:02X}"));
    let parts = [&hex[..4], &hex[4..6], &hex[6..8], &hex[8..10], &hex[10..]];
    parts.map(|part| part.concat()).join("-")
}

/// Returns the name that developers use for a platform.
pub(crate) fn platform_name(platform: macho::Platform) -> String {
    let name = match platform {
        macho::PLATFORM_MACOS => "macOS",
        macho::PLATFORM_IOS => "iOS",
        macho::PLATFORM_TVOS => "tvOS",
        macho::PLATFORM_WATCHOS => "watchOS",
        macho::PLATFORM_MACCATALYST => "Mac Catalyst",
        macho::PLATFORM_IOSSIMULATOR => "the iOS simulator",
        macho::PLATFORM_TVOSSIMULATOR => "the tvOS simulator",
        macho::PLATFORM_WATCHOSSIMULATOR => "the watchOS simulator",
        macho::PLATFORM_VISIONOS => "visionOS",
        macho::PLATFORM_VISIONOSSIMULATOR => "the visionOS simulator",
        macho::PLATFORM_DRIVERKIT => "DriverKit",
        other => return format!("platform number {}", other.0),
    };
    name.to_owned()
}

/// Returns the name that developers use for a CPU.
pub(crate) fn cpu_name(cpu: macho::CpuType) -> String {
    let name = match cpu {
        macho::CPU_TYPE_X86_64 => "x86_64, as in the simulator of an Intel Mac",
        macho::CPU_TYPE_X86 => "i386, as in an old simulator",
        macho::CPU_TYPE_ARM => "32-bit ARM",
        macho::CPU_TYPE_ARM64 => "arm64",
        macho::CPU_TYPE_ARM64_32 => "arm64_32, as in a watch",
        other => return format!("a CPU of type {:#x}", other.0),
    };
    name.to_owned()
}
