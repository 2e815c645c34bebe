//! Reading of Mach-O files: the slice that a phone loads, its load commands and tables (`image`), names of CPUs and platforms, functions and
//! their object files.
//!
//! Every other reader of Mach-O files uses it. It uses the crate `object` and only reads.

mod functions;
mod image;

use object::FileKind;
use object::macho;
use object::read::macho::{FatArch, MachOFatFile32, MachOFatFile64};

pub use functions::{Function, each_function};
pub use image::{Command, Image, Section, Segment};

/// The part of a universal file that a process without signed pointers loads, as the agent's is: that for arm64, else for arm64e, else
/// its first one; any other 64-bit file as it is.
pub fn thin(bytes: &[u8]) -> Result<&[u8], MachOError> {
    match FileKind::parse(bytes).map_err(text)? {
        FileKind::MachO64 => Ok(bytes),
        FileKind::MachOFat32 => part(MachOFatFile32::parse(bytes).map_err(text)?.arches(), bytes),
        FileKind::MachOFat64 => part(MachOFatFile64::parse(bytes).map_err(text)?.arches(), bytes),
        FileKind::MachO32 => Err(old()),
        _ => Err("not a 64-bit Mach-O file".to_owned().into()),
    }
}

/// Why a Mach-O file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MachOError {
    /// It is for another CPU than a phone's.
    NotForPhones(String),
    /// It is damaged, or something else.
    Damaged(String),
}

impl From<String> for MachOError {
    fn from(reason: String) -> MachOError {
        MachOError::Damaged(reason)
    }
}

impl From<MachOError> for String {
    fn from(unread: MachOError) -> String {
        match unread {
            MachOError::NotForPhones(reason) | MachOError::Damaged(reason) => reason,
        }
    }
}

fn old() -> MachOError {
    MachOError::NotForPhones("it is for a 32-bit CPU, which iOS 11 and later do not support".to_owned())
}

fn part<'a, A: FatArch>(arches: &[A], bytes: &'a [u8]) -> Result<&'a [u8], MachOError> {
    let best = best(arches).ok_or_else(|| "the universal binary has no slices".to_owned())?;
    let part = best.data(bytes).map_err(text)?;
    if FileKind::parse(part) == Ok(FileKind::MachO32) { Err(old()) } else { Ok(part) }
}

fn best<A: FatArch>(arches: &[A]) -> Option<&A> {
    let of_arm = || arches.iter().filter(|arch| arch.cputype() == macho::CPU_TYPE_ARM64);
    let plain = of_arm().find(|arch| arch.cpusubtype().id() != macho::CPU_SUBTYPE_ARM64E);
    plain.or_else(|| of_arm().next()).or(arches.first())
}

/// Returns offset and length of the slice that [`thin`] selects, from the beginning of a file. A file of another format has no such slice.
pub(crate) fn range_of_part(head: &[u8], length: u64) -> Option<(u64, u64)> {
    match FileKind::parse(head).ok()? {
        FileKind::MachO64 | FileKind::MachO32 => Some((0, length)),
        FileKind::MachOFat32 => Some(best(MachOFatFile32::parse(head).ok()?.arches())?.file_range()),
        FileKind::MachOFat64 => Some(best(MachOFatFile64::parse(head).ok()?.arches())?.file_range()),
        _ => None,
    }
}

pub fn text(error: object::Error) -> String {
    format!("not a Mach-O file: {error}")
}

/// A linker's identifier of a build as tools write it.
pub(crate) fn uuid_text(uuid: &[u8; 16]) -> String {
    let hex = uuid.map(|byte| format!("{byte:02X}"));
    let parts = [&hex[..4], &hex[4..6], &hex[6..8], &hex[8..10], &hex[10..]];
    parts.map(|part| part.concat()).join("-")
}

/// A platform as its developers call it.
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

/// A CPU as its developers call it.
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
