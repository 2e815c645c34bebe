//! Renumbers the libraries in an export trie. A re-exported symbol contains the number of its library.

use object::macho::EXPORT_SYMBOL_FLAGS_REEXPORT;

use super::EditError;
use super::opcodes::{read_uleb, write_uleb};

/// Increases the library number of every re-exported symbol by one.
pub(super) fn increment_ordinals(bytes: &mut [u8], offset: usize, size: usize) -> Result<(), EditError> {
    const WHAT: &str = "the export trie";
    let trie = offset.checked_add(size).and_then(|end| bytes.get_mut(offset..end));
    let trie =
        trie.ok_or_else(|| EditError::from_bad_data(WHAT, offset, "it is beyond the end of the file"))?;
    if trie.is_empty() {
        return Ok(());
    }
    // Each node is visited only once, since a damaged file may contain a cycle.
    let mut seen = vec![false; trie.len()];
    let mut open = vec![0];
    while let Some(node) = open.pop() {
        let bad = || EditError::from_bad_data(WHAT, offset + node, "a node is invalid");
        if std::mem::replace(seen.get_mut(node).ok_or_else(bad)?, true) {
            continue;
        }
        let (length, width) = read_uleb(&trie[node..]).ok_or_else(bad)?;
        let content = node + width;
        let children = usize::try_from(length).ok().and_then(|length| content.checked_add(length));
        let children = children.filter(|at| *at < trie.len()).ok_or_else(bad)?;
        if length > 0 {
            let (flags, width) = read_uleb(&trie[content..children]).ok_or_else(bad)?;
            if flags & EXPORT_SYMBOL_FLAGS_REEXPORT.0 != 0 {
                let at = content + width;
                let (number, width) = read_uleb(&trie[at..children]).ok_or_else(bad)?;
                let mut raised = Vec::new();
                write_uleb(&mut raised, if number == 0 { 0 } else { number + 1 }, width);
                if raised.len() > width {
                    let reason = "a re-export of library 127 cannot be renumbered in place";
                    return Err(EditError::from_bad_data(WHAT, offset + at, reason));
                }
                trie[at..at + width].copy_from_slice(&raised);
            }
        }
        let mut at = children + 1;
        for _ in 0..trie[children] {
            let name = trie.get(at..).and_then(|rest| rest.iter().position(|byte| *byte == 0));
            at += name.ok_or_else(bad)? + 1;
            let (child, width) = trie.get(at..).and_then(read_uleb).ok_or_else(bad)?;
            open.push(usize::try_from(child).map_err(|_| bad())?);
            at += width;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_reexports_in_the_export_trie_get_new_library_numbers() {
        // "_a" at offset 10 is a re-export of library 3 under the name "x". "_b" at offset 16 is a symbol of the file itself, at address 3.
        let mut trie = vec![0, 2, b'_', b'a', 0, 10, b'_', b'b', 0, 16];
        trie.extend([4, 8, 3, b'x', 0, 0]);
        trie.extend([2, 0, 3, 0]);
        let mut expected = trie.clone();
        expected[12] = 4;
        let size = trie.len();
        increment_ordinals(&mut trie, 0, size).expect("a good trie");
        assert_eq!(trie, expected);
    }

    #[test]
    fn export_tries_with_loops_are_read_and_invalid_tries_are_refused() {
        increment_ordinals(&mut [0, 1, b'a', 0, 0], 0, 5).expect("a loop ends");
        for bad in [&mut [5, 0][..], &mut [0, 1, b'a'], &mut [0, 1, b'a', 0, 77], &mut [0x80]] {
            let size = bad.len();
            assert!(increment_ordinals(bad, 0, size).is_err());
        }
    }
}
