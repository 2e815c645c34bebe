//! Computes the hash of an executable's code directory, which the kernel reports. The emulator does not
//! compare this hash with the pages of the executable.

use sha2::{Digest as _, Sha256};

/// Returns the hash of a thin file's code directory, truncated to 20 bytes, in hexadecimal digits.
pub(super) fn code_hash(file: &[u8]) -> Option<String> {
    let little = |at: usize| Some(u32::from_le_bytes(*file.get(at..)?.first_chunk()?) as usize);
    let (mut at, mut signature) = (32, None);
    for _ in 0..little(16)? {
        if little(at)? == 0x1d {
            signature = Some(little(at + 8)?);
        }
        at += little(at + 4)?;
    }
    let all = file.get(signature?..)?;
    let big = |at: usize| Some(u32::from_be_bytes(*all.get(at..)?.first_chunk()?) as usize);
    // The result is that of the first code directory with SHA-256 hashes.
    let blobs = (0..big(8)?).filter_map(|index| big(12 + 8 * index + 4));
    let directory =
        blobs.into_iter().find(|at| big(*at) == Some(0xfade_0c02) && all.get(at + 37) == Some(&2))?;
    let hash = Sha256::digest(all.get(directory..directory + big(directory + 4)?)?);
    Some(hash[..20].iter().map(|byte| format!("{byte:02x}")).collect())
}
