//! Renumbers the libraries in the symbol table.

use object::macho::{
    DYNAMIC_LOOKUP_ORDINAL, EXECUTABLE_ORDINAL, N_PBUD, N_STAB, N_TYPE, N_UNDF, SymbolLibrary, SymbolType,
};

use super::EditError;

/// Increases the library number of every undefined symbol by one. The table begins at the offset `first` and has `count` entries.
pub(super) fn increment_ordinals(bytes: &mut [u8], first: usize, count: usize) -> Result<(), EditError> {
    let end = count.checked_mul(16).and_then(|size| first.checked_add(size));
    if end.is_none_or(|end| end > bytes.len()) {
        return Err(EditError::from_bad_data("the symbol table", first, "it is beyond the end of the file"));
    }
    for symbol in bytes[first..first + count * 16].chunks_exact_mut(16) {
        let (kind, number) = (SymbolType(symbol[4] & N_TYPE), SymbolLibrary(symbol[7]));
        let undefined = symbol[4] & N_STAB == 0 && [N_UNDF, N_PBUD].contains(&kind);
        if undefined && ![SymbolLibrary(0), DYNAMIC_LOOKUP_ORDINAL, EXECUTABLE_ORDINAL].contains(&number) {
            symbol[7] += 1;
        }
    }
    Ok(())
}
