//! The hash of an executable's code directory, by which the kernel identifies a launched program.
//!
//! Layout: `cs_blobs.h` of Apple's published kernel; all numbers are big-endian.

use gate_common::hash::hex;
use sha2::{Digest as _, Sha256};

/// The magic numbers of a signature and of a code directory.
const SIGNATURE: u32 = 0xfade_0cc0;
const DIRECTORY: u32 = 0xfade_0c02;
/// The slots of code directories with other kinds of hashes; the first directory is in slot 0.
const OTHERS: std::ops::Range<u32> = 0x1000..0x1005;
/// The kinds of hashes in the kernel's order of preference, the worst first: SHA-1, SHA-256 truncated to 20 bytes, SHA-256.
const KINDS: [u8; 3] = [1, 3, 2];
/// Number of bytes of the hash that are compared.
const KEPT: usize = 20;

/// Returns the hash in hexadecimal digits; `None` without a signature, or if the kernel uses an unknown kind of hash.
pub(super) fn code_hash(signature: &[u8]) -> Option<String> {
    let number = |at: usize| Some(u32::from_be_bytes(*signature.get(at..)?.first_chunk()?));
    if number(0)? != SIGNATURE {
        return None;
    }
    let mut best = None;
    for index in 0..number(8)?.min(OTHERS.end) as usize {
        let (slot, at) = (number(12 + 8 * index)?, number(16 + 8 * index)? as usize);
        if slot == 0 || OTHERS.contains(&slot) {
            let directory = signature.get(at..at.checked_add(number(at + 4)? as usize)?)?;
            let kind = KINDS.iter().position(|kind| directory.get(37) == Some(kind))?;
            best = best.max((number(at)? == DIRECTORY).then_some((kind, directory)));
        }
    }
    let (_, directory) = best.filter(|(kind, _)| *kind > 0)?;
    let hash = Sha256::digest(directory);
    Some(hex(&hash[..KEPT]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A signature of these directories, each with its slot and kind of hashes.
    fn signature(directories: &[(u32, u8)]) -> Vec<u8> {
        let mut out = Vec::new();
        let mut put = |numbers: &[u32]| out.extend(numbers.iter().flat_map(|number| number.to_be_bytes()));
        put(&[SIGNATURE, 0, directories.len() as u32]);
        for (index, (slot, _)) in directories.iter().enumerate() {
            put(&[*slot, (12 + 8 * directories.len() + 40 * index) as u32]);
        }
        for (slot, kind) in directories {
            put(&[DIRECTORY, 40, *slot, 0, 0, 0, 0, 0, 0, u32::from_be_bytes([32, *kind, 0, 0])]);
        }
        out
    }

    #[test]
    fn the_directory_is_the_kernels_choice() {
        let hash = |directories: &[(u32, u8)]| code_hash(&signature(directories));
        let whole = |slot: u32| {
            let all = signature(&[(slot, 2)]);
            let hash = Sha256::digest(&all[20..]);
            Some(hex(&hash[..20]))
        };
        assert_eq!(hash(&[(0, 2)]), whole(0));
        assert_eq!(hash(&[(0, 1), (0x1000, 2), (2, 9)]), whole(0x1000), "SHA-1 beside it, and requirements");
        assert_eq!(hash(&[(0, 3), (0x1000, 2)]), whole(0x1000));
        assert_eq!(hash(&[(0, 2), (0x1000, 4)]), None, "one that this does not know");
        assert_eq!(hash(&[(0, 1)]), None);
        assert_eq!((hash(&[]), code_hash(b"")), (None, None));
        let all = signature(&[(0, 2)]);
        assert!((0..all.len()).all(|end| code_hash(&all[..end]).is_none()), "cut anywhere");
    }
}
