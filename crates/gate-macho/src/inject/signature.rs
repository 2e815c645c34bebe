//! The entitlements of an old code signature, which the new one must have too.
//!
//! Layouts: `cs_blobs.h` of Apple's published kernel. All numbers are big-endian.

use std::fs;
use std::path::Path;

use super::macho::{self, MachoError};
use super::{InjectError, Result};

const SUPERBLOB: u32 = 0xfade_0cc0;
const ENTITLEMENTS: u32 = 0xfade_7171;

/// The content of a file, and the entitlements in its signature.
pub(super) fn of_file(path: &Path) -> Result<(Vec<u8>, Option<Vec<u8>>)> {
    let bytes = fs::read(path).map_err(InjectError::file("read", path))?;
    let refused = |source| InjectError::Executable { path: path.to_owned(), source };
    let signed = entitlements(&bytes).map_err(refused)?;
    Ok((bytes, signed))
}

/// Returns the entitlements in the signature of the slice that a phone loads, as a property list, if it has a signature.
pub(super) fn entitlements(file: &[u8]) -> Result<Option<Vec<u8>>, MachoError> {
    let slice = macho::arm64(file)?;
    let Some((offset, size)) = macho::Layout::read(slice)?.signature else { return Ok(None) };
    let bad =
        |reason: &str| MachoError::Bad { what: "the code signature", offset, reason: reason.to_owned() };
    let blob = offset.checked_add(size).and_then(|end| slice.get(offset..end));
    let blob = blob.ok_or_else(|| bad("it is beyond the end of the file"))?;
    let number = |at: usize| -> Result<u32, MachoError> {
        let four = at.checked_add(4).and_then(|end| blob.get(at..end)).and_then(|four| four.try_into().ok());
        four.map(u32::from_be_bytes).ok_or_else(|| bad("it ends too early"))
    };
    if size == 0 || number(0)? != SUPERBLOB {
        return Err(bad("its format is not supported"));
    }
    let count = number(8)?;
    for index in 0..count as usize {
        let at = number(12 + 8 * index + 4)? as usize;
        if number(at)? == ENTITLEMENTS {
            let length = number(at + 4)? as usize;
            let text = at.checked_add(length).and_then(|end| blob.get(at + 8..end));
            return Ok(Some(text.ok_or_else(|| bad("the entitlements extend beyond its end"))?.to_vec()));
        }
    }
    Ok(None)
}
