//! Files with a part for each kind of CPU.

use object::FileKind;
use object::macho;
use object::read::macho::{FatArch, MachOFatFile32, MachOFatFile64};

use super::{Edited, MachoError, edit};
use crate::read::cpu_name;
use crate::rewrite::{Refused, Rewritten, rewrite};

/// One part of a file, or all of a thin one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Slice {
    /// Where it begins.
    offset: usize,
    /// Its length.
    size: usize,
    /// The CPU's type.
    cpu: macho::CpuType,
    /// Whether it is for arm64e, whose pointers are signed.
    is_arm64e: bool,
    /// It must begin at a multiple of this.
    align: usize,
    /// Where its entry in the fat header is, and whether numbers there have 64 bits.
    entry: Option<(usize, bool)>,
}

impl Slice {
    /// Its bytes.
    fn of<'a>(&self, file: &'a [u8]) -> &'a [u8] {
        &file[self.offset..self.offset + self.size]
    }

    /// For 64-bit ARM, without signed pointers?
    fn is_arm64(&self) -> bool {
        self.cpu == macho::CPU_TYPE_ARM64 && !self.is_arm64e
    }
}

/// The parts of a file, in the order of its header; a thin file has one.
fn slices(file: &[u8]) -> Result<Vec<Slice>, MachoError> {
    let not = |error: object::Error| MachoError::NotArm64(error.to_string());
    match FileKind::parse(file).map_err(not)? {
        FileKind::MachO64 => {
            let size = file.len();
            // The layout has the real CPU.
            let cpu = macho::CPU_TYPE_ARM64;
            Ok(vec![Slice { offset: 0, size, cpu, is_arm64e: false, align: 1, entry: None }])
        }
        FileKind::MachO32 => Err(MachoError::NotArm64("it is for a 32-bit CPU".to_owned())),
        FileKind::MachOFat32 => parts(MachOFatFile32::parse(file).map_err(not)?.arches(), file.len(), false),
        FileKind::MachOFat64 => parts(MachOFatFile64::parse(file).map_err(not)?.arches(), file.len(), true),
        _ => Err(MachoError::NotArm64("it is another kind of file".to_owned())),
    }
}

/// As in Apple's own tools (MAXSECTALIGN); a larger one would make a small file a huge one.
const LARGEST_ALIGNMENT: u32 = 15;

fn parts<A: FatArch>(arches: &[A], length: usize, long: bool) -> Result<Vec<Slice>, MachoError> {
    let entry_size = if long { 32 } else { 20 };
    let headers = 8 + entry_size * arches.len();
    let mut found = Vec::new();
    for (index, arch) in arches.iter().enumerate() {
        let at = 8 + entry_size * index;
        let bad = || MachoError::bad("a slice of a universal binary", at, "it is outside the file");
        let (offset, size) = arch.file_range();
        let (offset, size) =
            (usize::try_from(offset).map_err(|_| bad())?, usize::try_from(size).map_err(|_| bad())?);
        if offset < headers || offset.checked_add(size).is_none_or(|end| end > length) {
            return Err(bad());
        }
        if arch.align() > LARGEST_ALIGNMENT {
            let reason = format!(
                "it is aligned to 2^{} bytes, but at most 2^{LARGEST_ALIGNMENT} is supported",
                arch.align()
            );
            return Err(MachoError::bad("a slice of a universal binary", at, reason));
        }
        found.push(Slice {
            offset,
            size,
            cpu: arch.cputype(),
            is_arm64e: arch.cputype() == macho::CPU_TYPE_ARM64
                && arch.cpusubtype().id() == macho::CPU_SUBTYPE_ARM64E,
            align: 1 << arch.align(),
            entry: Some((at, long)),
        });
    }
    let mut sorted: Vec<&Slice> = found.iter().collect();
    sorted.sort_by_key(|slice| slice.offset);
    if sorted.windows(2).any(|two| two[0].offset + two[0].size > two[1].offset) {
        return Err(MachoError::bad("the slices of a universal binary", 0, "they overlap"));
    }
    Ok(found)
}

/// Adds the first of `names` that there is room for as the first library of every part for 64-bit ARM.
pub(in crate::inject) fn load_first(file: &[u8], names: &[&str]) -> Result<Edited, MachoError> {
    each_arm64(file, &mut |part| edit(part, names))
}

/// Makes every part for 64-bit ARM count the calls of its functions; what was done is that of the last one.
pub(in crate::inject) fn count(file: &[u8]) -> Result<(Edited, Rewritten), MachoError> {
    let mut done = None;
    let edited = each_arm64(file, &mut |part| {
        let mut rewritten = rewrite(part)?;
        let bytes = std::mem::take(&mut rewritten.bytes);
        done = Some(rewritten);
        Ok(Edited { bytes, already: false, without_arm64e: false })
    })?;
    Ok((edited, done.ok_or(Refused::NotArm64)?))
}

/// Changes every part for 64-bit ARM; what is for other CPUs stays as it is. If the file has a slice for arm64e, which a phone would
/// prefer, only the slice for arm64 is kept.
fn each_arm64(
    file: &[u8],
    edit: &mut dyn FnMut(&[u8]) -> Result<Edited, MachoError>,
) -> Result<Edited, MachoError> {
    let mut all = slices(file)?;
    if all.iter().all(|slice| slice.entry.is_none()) {
        return edit(file);
    }
    let Some(plain) = all.iter().find(|slice| slice.is_arm64()) else { return Err(without_arm64(&all)) };
    if all.iter().any(|slice| slice.is_arm64e) {
        return Ok(Edited { already: false, without_arm64e: true, ..edit(plain.of(file))? });
    }
    all.sort_by_key(|slice| slice.offset);
    let first = all.first().map_or(file.len(), |slice| slice.offset);
    let mut out = file[..first].to_vec();
    let mut already = true;
    for slice in &all {
        let bytes = if slice.is_arm64() {
            let edited = edit(slice.of(file))?;
            already &= edited.already;
            edited.bytes
        } else {
            slice.of(file).to_vec()
        };
        // Where it was, unless the one before has grown into it.
        let offset = out.len().next_multiple_of(slice.align).max(slice.offset);
        out.resize(offset, 0);
        out.extend_from_slice(&bytes);
        let Some((at, long)) = slice.entry else { continue };
        let too_long = || MachoError::bad("a fat file", at, "it would be too long");
        if long {
            out[at + 8..at + 16].copy_from_slice(&(offset as u64).to_be_bytes());
            out[at + 16..at + 24].copy_from_slice(&(bytes.len() as u64).to_be_bytes());
        } else {
            let offset = u32::try_from(offset).map_err(|_| too_long())?;
            let size = u32::try_from(bytes.len()).map_err(|_| too_long())?;
            out[at + 8..at + 12].copy_from_slice(&offset.to_be_bytes());
            out[at + 12..at + 16].copy_from_slice(&size.to_be_bytes());
        }
    }
    // Bytes after the last slice stay after it.
    let end = all.last().map_or(0, |slice| slice.offset + slice.size);
    out.extend_from_slice(&file[end..]);
    Ok(Edited { bytes: out, already, without_arm64e: false })
}

/// The part that a phone runs.
pub(in crate::inject) fn arm64(file: &[u8]) -> Result<&[u8], MachoError> {
    let all = slices(file)?;
    let slice = all.iter().find(|slice| slice.is_arm64());
    slice.map(|slice| slice.of(file)).ok_or_else(|| without_arm64(&all))
}

fn without_arm64(slices: &[Slice]) -> MachoError {
    if slices.iter().any(|slice| slice.is_arm64e) {
        return MachoError::Arm64e;
    }
    let names: Vec<String> = slices.iter().map(|slice| cpu_name(slice.cpu)).collect();
    MachoError::NotArm64(format!("its slices are for {}", names.join(" and ")))
}
