//! Computes the checksum of a section: 64-bit, eight lanes, no tables.
//!
//! The bytes are divided into blocks of 64; the last block is padded with zeros. Word `i` (eight bytes, little-endian) of each block
//! changes lane `i`: `lane = rotate_left(lane ^ word, 29) * K`. At the end the result starts as the length in bytes, and the same step is
//! applied to it with each of the eight lanes in turn.
//!
//! Invariant: for each value of one operand, a step is a bijection of the other operand (xor, rotation and multiplication by an odd number
//! are bijections). A change within one word, and so every change of one byte, therefore always changes the result, not only with a high
//! probability. Eight independent lanes keep the multiplier of the CPU busy. A CRC without hardware support would be several times slower,
//! and the agent cannot require hardware support (`crc` is not among the features of the oldest arm64 iOS target).

use core::array;

const BLOCK: usize = 64;
const LANES: usize = BLOCK / 8;

/// The factor of the checksum: 2^64 divided by the golden ratio, as an odd number. The bits of this factor are spread evenly.
const K: u64 = 0x9e37_79b9_7f4a_7c15;

/// Computes the checksum that follows every section. The checksum of a settings file also serves as the fingerprint of the settings.
///
/// ```
/// assert_ne!(trace::checksum(b"depth=1"), trace::checksum(b"depth=2"));
/// ```
pub fn checksum(bytes: &[u8]) -> u64 {
    let (blocks, tail) = bytes.as_chunks();
    let mut lanes = ChecksumState::new();
    lanes.absorb(blocks);
    lanes.finish(tail)
}

/// Returns `state` after one step with `word`.
pub(crate) const fn mix_word(state: u64, word: u64) -> u64 {
    (state ^ word).rotate_left(29).wrapping_mul(K)
}

/// The state of a checksum after the bytes that were added.
#[derive(Clone)]
pub(crate) struct ChecksumState {
    lanes: [u64; LANES],
    length: u64,
}

impl ChecksumState {
    pub(crate) fn new() -> ChecksumState {
        // The lanes start with different values, so that an exchange of two words changes the checksum.
        ChecksumState { lanes: array::from_fn(|lane| K.wrapping_mul(lane as u64 + 1)), length: 0 }
    }

    /// Adds whole blocks; `finish` takes the remaining bytes.
    pub(crate) fn absorb(&mut self, blocks: &[[u8; BLOCK]]) {
        // The loop uses a local copy of the lanes because the compiler keeps a local variable in registers.
        let mut lanes = self.lanes;
        for block in blocks {
            let (words, _) = block.as_chunks::<8>();
            for (lane, word) in lanes.iter_mut().zip(words) {
                *lane = mix_word(*lane, u64::from_le_bytes(*word));
            }
        }
        self.lanes = lanes;
        self.length += (blocks.len() * BLOCK) as u64;
    }

    /// Adds the remaining bytes and returns the checksum.
    pub(crate) fn finish(mut self, rest: &[u8]) -> u64 {
        let (blocks, tail) = rest.as_chunks();
        self.absorb(blocks);
        let length = self.length + tail.len() as u64;
        if !tail.is_empty() {
            let mut last = [0; BLOCK];
            for (to, from) in last.iter_mut().zip(tail) {
                *to = *from;
            }
            self.absorb(&[last]);
        }
        self.lanes.into_iter().fold(length, mix_word)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec::Vec;

    use super::*;

    #[test]
    fn checksums_equal_those_computed_by_an_independent_program() {
        // A Python program that was written from the description of the checksum computed these values, so the test proves that the
        // description and the code agree.
        let bytes: Vec<u8> = (0..200_u32).map(|i| (i * 7 + 3) as u8).collect();
        let sums: Vec<u64> = [0, 1, 8, 64, 65, 200].iter().map(|n| checksum(&bytes[..*n])).collect();
        assert_eq!(sums, KNOWN);
    }
    const KNOWN: [u64; 6] = [
        0x06b4_e174_1e8f_4be3,
        0xe91d_18ad_9c28_1224,
        0x26c1_3220_0f92_de75,
        0x093f_2651_3991_de60,
        0x3534_4cb0_9b7a_1311,
        0xa03b_4017_7e6e_82e7,
    ];

    #[test]
    fn every_change_of_one_byte_changes_the_checksum() {
        let bytes: Vec<u8> = (0..130).collect();
        let sum = checksum(&bytes);
        for at in 0..bytes.len() {
            for change in 1..=255 {
                let mut changed = bytes.clone();
                changed[at] ^= change;
                assert_ne!(checksum(&changed), sum, "byte {at} xor {change}");
            }
        }
    }

    #[test]
    fn appended_zeros_and_swapped_words_change_the_checksum() {
        let bytes: Vec<u8> = (1..=128).collect();
        let sum = checksum(&bytes);
        let mut longer = bytes.clone();
        for _ in 0..70 {
            longer.push(0);
            assert_ne!(checksum(&longer), sum);
        }
        for (one, other) in [(0, 8), (0, 64), (8, 72), (56, 64)] {
            let mut swapped = bytes.clone();
            for i in 0..8 {
                swapped.swap(one + i, other + i);
            }
            assert_ne!(checksum(&swapped), sum, "words at {one} and {other}");
        }
        // Plain multiply-and-xor sums have this weakness: they do not notice two flipped top bits in one lane.
        let mut flipped = bytes.clone();
        flipped[7] ^= 0x80;
        flipped[71] ^= 0x80;
        assert_ne!(checksum(&flipped), sum);
    }

    #[test]
    fn a_checksum_computed_in_pieces_equals_the_checksum_of_the_whole() {
        let bytes: Vec<u8> = (0..=255).collect();
        let (blocks, _) = bytes.as_chunks();
        for cut in 0..=blocks.len() {
            let mut lanes = ChecksumState::new();
            lanes.absorb(&blocks[..cut]);
            assert_eq!(lanes.finish(&bytes[cut * BLOCK..]), checksum(&bytes));
        }
    }
}
