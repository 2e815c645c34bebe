//! Computes the hash of an executable's code directory, by which the kernel identifies a launched program.

use gate_common::hash::hex;
use gate_macho::read::Image;
use object::LittleEndian as Le;
use object::macho::{CSMAGIC_CODEDIRECTORY, LC_CODE_SIGNATURE};
use object::read::macho::CodeSignature;
use sha2::{Digest as _, Sha256};

/// The slots of the code directories with alternative kinds of hashes; the first directory is in slot 0.
const ALTERNATIVE_DIRECTORIES: std::ops::Range<u32> = 0x1000..0x1005;
/// The kinds of hashes, in ascending order of the kernel's preference: SHA-1, SHA-256 truncated to 20 bytes, SHA-256.
const HASH_TYPES_BY_STRENGTH: [u8; 3] = [1, 3, 2];
/// The number of bytes of the hash that are compared.
const CODE_HASH_LENGTH: usize = 20;

/// Returns the hash of an image's code directory in hexadecimal digits; `None` if the image has no signature, or if the kernel would use
/// SHA-1 or an unknown kind of hash.
pub(super) fn code_hash(image: &Image<'_>) -> Option<String> {
    let signature = image.linkedit_data(LC_CODE_SIGNATURE)?.code_signature(Le, image.bytes).ok()?;
    hash_of_signature(&signature)
}

fn hash_of_signature(signature: &CodeSignature<'_>) -> Option<String> {
    let mut best = None;
    for blob in signature.blobs() {
        let blob = blob.ok()?;
        let slot = blob.slot().0;
        if slot == 0 || ALTERNATIVE_DIRECTORIES.contains(&slot) {
            let kind = HASH_TYPES_BY_STRENGTH.iter().position(|kind| blob.data().get(37) == Some(kind))?;
            best = best.max((blob.magic() == CSMAGIC_CODEDIRECTORY).then_some((kind, blob.data())));
        }
    }
    let (_, directory) = best.filter(|(kind, _)| *kind > 0)?;
    let hash = Sha256::digest(directory);
    Some(hex(&hash[..CODE_HASH_LENGTH]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code_hash(signature: &[u8]) -> Option<String> {
        hash_of_signature(&CodeSignature::parse(signature).ok()?)
    }

    /// Returns a signature with these code directories, each with its slot and its kind of hash.
    fn signature(directories: &[(u32, u8)]) -> Vec<u8> {
        let mut out = Vec::new();
        let mut put = |numbers: &[u32]| out.extend(numbers.iter().flat_map(|number| number.to_be_bytes()));
        put(&[0xfade_0cc0, 0, directories.len() as u32]);
        for (index, (slot, _)) in directories.iter().enumerate() {
            put(&[*slot, (12 + 8 * directories.len() + 40 * index) as u32]);
        }
        for (slot, kind) in directories {
            put(&[0xfade_0c02, 40, *slot, 0, 0, 0, 0, 0, 0, u32::from_be_bytes([32, *kind, 0, 0])]);
        }
        out
    }

    #[test]
    fn the_code_hash_is_that_of_the_code_directory_that_the_kernel_chooses() {
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
