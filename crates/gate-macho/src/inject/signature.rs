//! Reads the entitlements in an old code signature. The new signature must contain the same entitlements.

use std::fs;
use std::path::Path;

use object::LittleEndian as Le;
use object::macho::{CSMAGIC_EMBEDDED_ENTITLEMENTS, LC_CODE_SIGNATURE};

use super::macho::{self, EditError};
use super::{InjectError, Result};

/// Returns the content of a file, and the entitlements in its signature if it has one.
pub(super) fn of_file(path: &Path) -> Result<(Vec<u8>, Option<Vec<u8>>)> {
    let bytes = fs::read(path).map_err(InjectError::from_file_operation("read", path))?;
    let refused = |source| InjectError::Executable { path: path.to_owned(), source };
    let signed = read_entitlements(&bytes).map_err(refused)?;
    Ok((bytes, signed))
}

/// Returns the entitlements in a signature, as a property list. The signature is that of the slice that a phone loads. Returns `None` if
/// the file has no entitlements.
pub(super) fn read_entitlements(file: &[u8]) -> Result<Option<Vec<u8>>, EditError> {
    let image = macho::read(macho::find_arm64_slice(file)?)?;
    let Some(command) = image.linkedit_data(LC_CODE_SIGNATURE) else { return Ok(None) };
    let offset = command.dataoff.get(Le) as usize;
    let what = "the code signature";
    let bad = |error: object::Error| EditError::Bad { what, offset, reason: error.to_string() };
    for blob in command.code_signature(Le, image.bytes).map_err(bad)?.blobs() {
        let blob = blob.map_err(bad)?;
        if blob.magic() == CSMAGIC_EMBEDDED_ENTITLEMENTS {
            return Ok(Some(blob.contents().to_vec()));
        }
    }
    Ok(None)
}
