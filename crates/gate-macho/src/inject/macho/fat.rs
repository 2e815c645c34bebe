//! Changes universal files, which have a slice for each kind of CPU.

use super::{EditError, EditedFile, add_library};
use crate::read::{self, Slice, cpu_name};
use crate::rewrite::{RewriteError, RewrittenFile, rewrite};

/// The largest alignment of a slice, as a power of two. Apple's tools have the same limit (MAXSECTALIGN). With a larger alignment, a small
/// file could become huge.
const LARGEST_ALIGNMENT: u32 = 15;

/// Returns the slices of a universal file, or `None` for a thin file. Returns an error if slices overlap or exceed the file.
fn slices(file: &[u8]) -> Result<Option<Vec<Slice>>, EditError> {
    let Some(all) = read::slices(file).map_err(|other| EditError::NotArm64(other.into()))? else {
        return Ok(None);
    };
    let (entry, headers) = fat_header_sizes(file, all.len());
    for (index, slice) in all.iter().enumerate() {
        let bad = |reason: String| {
            EditError::from_bad_data("a slice of a universal binary", HEADER + index * entry, reason)
        };
        if slice.offset < headers as u64 || slice.bytes(file).is_none() {
            return Err(bad("it is outside the file".to_owned()));
        }
        if slice.align > LARGEST_ALIGNMENT {
            return Err(bad(format!(
                "it is aligned to 2^{} bytes, but at most 2^{LARGEST_ALIGNMENT} is supported",
                slice.align
            )));
        }
    }
    let mut sorted: Vec<&Slice> = all.iter().collect();
    sorted.sort_by_key(|slice| slice.offset);
    if sorted.windows(2).any(|two| two[0].offset + two[0].size > two[1].offset) {
        return Err(EditError::from_bad_data("the slices of a universal binary", 0, "they overlap"));
    }
    Ok(Some(all))
}

/// The length of the header of a universal file, without the entries for its slices.
const HEADER: usize = 8;

/// Returns the length of one slice's entry in the header of a universal file, and the length of the whole header.
fn fat_header_sizes(file: &[u8], slices: usize) -> (usize, usize) {
    let entry = if is_long(file) { 32 } else { 20 };
    (entry, HEADER + entry * slices)
}

/// Returns whether the header of a universal file has 64-bit numbers.
fn is_long(file: &[u8]) -> bool {
    file.starts_with(&object::macho::FAT_MAGIC_64.to_be_bytes())
}

/// Adds a library as the first library of every slice for 64-bit ARM. The name of the library is the first of `names` that fits into the
/// header.
pub(in crate::inject) fn load_first(file: &[u8], names: &[&str]) -> Result<EditedFile, EditError> {
    each_arm64(file, &mut |part| add_library(part, names))
}

/// Makes every slice for 64-bit ARM count the calls of its functions. The returned information describes the last slice for 64-bit ARM.
pub(in crate::inject) fn add_call_counting(file: &[u8]) -> Result<(EditedFile, RewrittenFile), EditError> {
    let mut done = None;
    let edited = each_arm64(file, &mut |part| {
        let mut rewritten = rewrite(part)?;
        let bytes = std::mem::take(&mut rewritten.bytes);
        done = Some(rewritten);
        Ok(EditedFile { bytes, already: false, without_arm64e: false })
    })?;
    Ok((edited, done.ok_or(RewriteError::NotArm64)?))
}

/// Changes every slice for 64-bit ARM, and leaves slices for other CPUs unchanged. If the file also has a slice for arm64e, which a phone
/// would prefer, the result is a thin file with only the changed slice for arm64.
fn each_arm64(
    file: &[u8],
    edit: &mut dyn FnMut(&[u8]) -> Result<EditedFile, EditError>,
) -> Result<EditedFile, EditError> {
    let Some(slices) = slices(file)? else { return edit(file) };
    let Some(plain) = slices.iter().find(|slice| slice.is_arm64()) else {
        return Err(without_arm64(&slices));
    };
    if slices.iter().any(|slice| slice.is_arm64e) {
        return Ok(EditedFile { already: false, without_arm64e: true, ..edit(bytes_of(plain, file))? });
    }
    let mut all: Vec<(usize, Slice)> = slices.into_iter().enumerate().collect();
    all.sort_by_key(|(_, slice)| slice.offset);
    let first = all.first().map_or(file.len(), |(_, slice)| slice.offset as usize);
    let (entry, _) = fat_header_sizes(file, all.len());
    let mut out = file[..first].to_vec();
    let mut already = true;
    for (index, slice) in &all {
        let mut bytes = bytes_of(slice, file).to_vec();
        if slice.is_arm64() {
            let edited = edit(&bytes)?;
            already &= edited.already;
            bytes = edited.bytes;
        }
        // The slice remains at its offset, unless the previous slice now reaches beyond this offset.
        let offset = out.len().next_multiple_of(1 << slice.align).max(slice.offset as usize);
        out.resize(offset, 0);
        out.extend_from_slice(&bytes);
        let at = HEADER + index * entry + 8;
        if is_long(file) {
            let numbers = [offset as u64, bytes.len() as u64].map(u64::to_be_bytes).concat();
            out[at..at + 16].copy_from_slice(&numbers);
        } else {
            let too_long = |_| EditError::from_bad_data("a fat file", at, "it would be too long");
            let (offset, size) =
                (u32::try_from(offset).map_err(too_long)?, u32::try_from(bytes.len()).map_err(too_long)?);
            out[at..at + 8].copy_from_slice(&[offset, size].map(u32::to_be_bytes).concat());
        }
    }
    // Bytes that follow the last slice are kept.
    let end = all.last().map_or(0, |(_, slice)| (slice.offset + slice.size) as usize);
    out.extend_from_slice(&file[end..]);
    Ok(EditedFile { bytes: out, already, without_arm64e: false })
}

/// Returns the bytes of a slice. The caller has checked that the slice is inside the file.
fn bytes_of<'a>(slice: &Slice, file: &'a [u8]) -> &'a [u8] {
    slice.bytes(file).unwrap_or_default()
}

/// Returns the slice for arm64, which a phone executes. A thin file is returned unchanged.
pub(in crate::inject) fn find_arm64_slice(file: &[u8]) -> Result<&[u8], EditError> {
    let Some(slices) = slices(file)? else { return Ok(file) };
    let slice = slices.iter().find(|slice| slice.is_arm64());
    slice.map(|slice| bytes_of(slice, file)).ok_or_else(|| without_arm64(&slices))
}

fn without_arm64(slices: &[Slice]) -> EditError {
    if slices.iter().any(|slice| slice.is_arm64e) {
        return EditError::Arm64e;
    }
    let names: Vec<String> = slices.iter().map(|slice| cpu_name(slice.cpu)).collect();
    EditError::NotArm64(format!("its slices are for {}", names.join(" and ")))
}
