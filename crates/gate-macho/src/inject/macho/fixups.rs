//! Renumbers the libraries in the imports of chained fixups.

use super::EditError;
use crate::rewrite::read_u32;

/// Increases the library number of every import by one. The chained fixups begin at `offset`.
pub(super) fn increment_ordinals(bytes: &mut [u8], offset: usize, size: usize) -> Result<(), EditError> {
    const WHAT: &str = "chained fixups";
    if size == 0 {
        return Ok(());
    }
    let end = offset.checked_add(size).filter(|end| *end <= bytes.len());
    let end =
        end.ok_or_else(|| EditError::from_bad_data(WHAT, offset, "they are beyond the end of the file"))?;
    // The header's fields are: version, starts, imports, symbols, number of imports, format of imports, format of symbols.
    let (imports, count) = (read_u32(bytes, offset + 8)? as usize, read_u32(bytes, offset + 16)? as usize);
    let length = match read_u32(bytes, offset + 20)? {
        1 => 4,
        2 => 8,
        3 => 16,
        other => {
            return Err(EditError::from_bad_data(
                WHAT,
                offset + 20,
                format!("unknown format of imports {other}"),
            ));
        }
    };
    let first = offset.saturating_add(imports);
    if count.checked_mul(length).and_then(|all| first.checked_add(all)).is_none_or(|last| last > end) {
        return Err(EditError::from_bad_data(WHAT, first, "the imports are beyond the end"));
    }
    for at in (first..first + count * length).step_by(length) {
        if length == 16 {
            // The library number has 16 bits. Values from 0xfff0 on have special meanings.
            let number = u16::from_le_bytes([bytes[at], bytes[at + 1]]);
            if number != 0 && number <= 0xfff0 {
                bytes[at..at + 2].copy_from_slice(&(number + 1).to_le_bytes());
            }
        } else if bytes[at] != 0 && bytes[at] < 0xf0 {
            // The library number has 8 bits. Values above 0xf0 have special meanings. The value 0xf0 cannot occur, because the number of
            // libraries was checked.
            bytes[at] += 1;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixups(format: u32, imports: &[u8]) -> Vec<u8> {
        let count = imports.len() / [4, 8, 16][format as usize - 1];
        let mut bytes: Vec<u8> =
            [0, 0, 28, 0, count as u32, format, 0].iter().flat_map(|word: &u32| word.to_le_bytes()).collect();
        bytes.extend(imports);
        bytes
    }

    #[test]
    fn library_numbers_of_imports_are_raised_in_each_fixup_format() {
        let cases: [(u32, &[u8], &[u8]); 3] = [
            (
                1,
                &[1, 9, 9, 9, 15, 0, 0, 0, 0, 0, 0, 0, 0xfe, 1, 0, 0],
                &[2, 9, 9, 9, 16, 0, 0, 0, 0, 0, 0, 0, 0xfe, 1, 0, 0],
            ),
            (2, &[0xef, 9, 9, 9, 1, 1, 1, 1], &[0xf0, 9, 9, 9, 1, 1, 1, 1]),
            (
                3,
                &[0xff, 0, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
                &[0, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
            ),
        ];
        for (format, imports, expected) in cases {
            let mut bytes = fixups(format, imports);
            let size = bytes.len();
            increment_ordinals(&mut bytes, 0, size).expect("good fixups");
            assert_eq!(bytes, fixups(format, expected), "format {format}");
        }
    }

    #[test]
    fn invalid_chained_fixups_are_refused() {
        for (change, value) in [(20, 4), (16, 100), (8, 200)] {
            let mut bytes = fixups(1, &[1, 0, 0, 0]);
            bytes[change] = value;
            let size = bytes.len();
            assert!(increment_ordinals(&mut bytes, 0, size).is_err(), "{change}");
        }
        assert!(increment_ordinals(&mut [0; 28], 8, 28).is_err());
    }
}
