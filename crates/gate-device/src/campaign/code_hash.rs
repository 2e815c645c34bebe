//! The hash of an executable's code directory, by which the kernel knows what it launched.
//!
//! Layout: `cs_blobs.h` of Apple's published kernel; all numbers are big-endian.

use gate_common::hash::hex;
use sha2::{Digest as _, Sha256};

/// A signature and a code directory begin with these.
const SIGNATURE: u32 = 0xfade_0cc0;
const DIRECTORY: u32 = 0xfade_0c02;
/// Where code directories are: the first one, and others in other hashes.
const OTHERS: std::ops::Range<u32> = 0x1000..0x1005;
/// Kinds of hashes, as the kernel prefers them: SHA-1, SHA-256 cut at 20 bytes, SHA-256.
const KINDS: [u8; 3] = [1, 3, 2];
/// So much of the hash is kept.
const KEPT: usize = 20;

/// The hash in hexadecimal digits; none without a signature, or where the kernel takes a directory of hashes that are not known here.
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
    fn the_directory_is_the_one_that_the_kernel_takes() {
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
