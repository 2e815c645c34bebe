//! Makes space after the load commands of a file. Xcode's linker leaves only 32 bytes and the padding before the code.
//!
//! The module removes load commands that are not needed to run the file, and joins sections of constants. Addresses do not change.

use std::borrow::Cow;

use object::macho;

use super::RewriteError;
use super::image::{self, DAMAGED, PAGE, put, read_u32, read_u64};
use crate::read::Image;

/// The size in bytes of the load command that a signing tool adds.
const SIGNATURE: usize = 16;

/// The sections of `__TEXT` that contain constants. No code looks them up by name.
const CONSTANTS: [&str; 7] =
    ["__const", "__cstring", "__ustring", "__literal4", "__literal8", "__literal16", "__gcc_except_tab"];

/// A file with free space after its load commands.
pub struct FileWithSpace<'a> {
    pub bytes: Cow<'a, [u8]>,
    /// The number of free bytes. The bytes that the signing tool needs are not included.
    pub free: usize,
}

/// Returns the file with at least `needed` free bytes after its load commands. In a file without a signature, the free bytes also suffice
/// for the load command of a signature.
pub fn with_free_space(file: &[u8], needed: usize) -> Result<FileWithSpace<'_>, RewriteError> {
    let image = image::read(file)?;
    let signer = if image.find_command(macho::LC_CODE_SIGNATURE).is_some() { 0 } else { SIGNATURE };
    let (needed, mut room) = (needed + signer, image.count_free_bytes());
    if room >= needed {
        return Ok(FileWithSpace { bytes: Cow::Borrowed(file), free: room - signer });
    }
    let (mut gone, mut joined, mut left) = (Vec::new(), Vec::new(), image.commands.len() as u32);
    for command in &image.commands {
        let is_idle = match command.kind {
            macho::LC_SOURCE_VERSION | macho::LC_ENCRYPTION_INFO_64 => true,
            macho::LC_DATA_IN_CODE => image.linkedit_table(command.kind)?.is_empty(),
            _ => false,
        };
        if is_idle && room < needed {
            gone.push(command.at..command.at + command.size);
            room += command.size;
            left -= 1;
        }
    }
    for (index, pair) in image.sections.windows(2).enumerate().rev() {
        let constants = pair.iter().all(|one| one.in_text && CONSTANTS.contains(&&*one.name));
        if constants && pair[0].end() <= pair[1].address && room < needed {
            joined.push(index + 1);
            room += 80;
        }
    }
    if room < needed {
        return Err(RewriteError::NoRoom { needed, room });
    }
    let mut out = file.to_vec();
    for index in joined {
        merge_sections(&mut out, &image, index)?;
        let second = image.sections[index].at;
        gone.push(second..second + 80);
    }
    gone.sort_by_key(|range| std::cmp::Reverse(range.start));
    let mut end = image.commands_end();
    for range in gone {
        out.copy_within(range.end..end, range.start);
        out[end - range.len()..end].fill(0);
        end -= range.len();
    }
    put(&mut out, 16, left);
    put(&mut out, 20, (end - 32) as u32);
    Ok(FileWithSpace { bytes: Cow::Owned(out), free: room - signer })
}

/// Extends a section to the end of the next section, and adjusts the number of sections and the section numbers in symbols. The caller
/// removes the entry of the next section.
fn merge_sections(out: &mut [u8], image: &Image<'_>, index: usize) -> Result<(), RewriteError> {
    let (first, second) = (&image.sections[index - 1], &image.sections[index]);
    let size = read_u64(out, second.at + 40)? + second.address - first.address;
    out[first.at..first.at + 16].copy_from_slice(b"__const\0\0\0\0\0\0\0\0\0");
    out[first.at + 40..first.at + 48].copy_from_slice(&size.to_le_bytes());
    put(out, first.at + 64, 0);
    let text = image.segments.iter().find(|segment| segment.name == "__TEXT");
    if let Some(text) = text {
        let (length, sections) = (read_u32(out, text.at + 4)?, read_u32(out, text.at + 64)?);
        put(out, text.at + 4, length - 80);
        put(out, text.at + 64, sections - 1);
    }
    let Some(command) = image.find_command(macho::LC_SYMTAB) else { return Ok(()) };
    let (first, count) = (read_u32(out, command.at + 8)? as usize, read_u32(out, command.at + 12)? as usize);
    let table = out.get_mut(first..).and_then(|rest| rest.get_mut(..count.checked_mul(16)?));
    for symbol in table.ok_or(DAMAGED)?.chunks_exact_mut(16) {
        // Debugging entries of functions and variables contain a section number too.
        if usize::from(symbol[5]) > index && (symbol[4] & 0xe0 != 0 || symbol[4] & 0xe == 0xe) {
            symbol[5] -= 1;
        }
    }
    Ok(())
}

/// Rounds a length up to whole pages.
pub(super) fn round_up_to_pages(length: u64) -> u64 {
    length.next_multiple_of(PAGE)
}
