//! Decides which words are arm64 instructions, and which of the registers x16 and x17 each instruction reads and writes.
//!
//! The tables follow the encoding index of the Arm Architecture Reference Manual (DDI 0487, C4.1). The tables contain the instructions that
//! compilers for Apple's systems use. Instructions of SVE, SME and memory tagging count as data, so functions that contain them are not
//! changed.

/// Returns whether a word is an instruction.
pub(super) fn is_instruction(word: u32) -> bool {
    match word >> 25 & 15 {
        8 | 9 => is_immediate_operation(word),
        10 | 11 => is_branch(word),
        4 | 6 | 12 | 14 => is_memory_access(word),
        5 | 13 => is_register_operation(word),
        7 | 15 => is_vector_operation(word),
        _ => false,
    }
}

fn read_bit_field(word: u32, low: u32, bits: u32) -> u32 {
    word >> low & ((1 << bits) - 1)
}

/// Returns whether a word matches at least one pair of a mask and a value.
fn matches_any(word: u32, of: &[(u32, u32)]) -> bool {
    of.iter().any(|(mask, value)| word & mask == *value)
}

fn is_immediate_operation(word: u32) -> bool {
    let (wide, n) = (word >> 31, read_bit_field(word, 22, 1));
    let (first, second) = (read_bit_field(word, 16, 6), read_bit_field(word, 10, 6));
    match read_bit_field(word, 23, 3) {
        0..=2 => true,
        4 => {
            let length = 31_u32.saturating_sub((n << 6 | (!second & 63)).leading_zeros());
            length > 0 && (wide == 1 || n == 0) && second & ((1 << length) - 1) != (1 << length) - 1
        }
        5 => read_bit_field(word, 29, 2) != 1 && (wide == 1 || read_bit_field(word, 22, 1) == 0),
        6 => read_bit_field(word, 29, 2) != 3 && wide == n && (wide == 1 || first < 32 && second < 32),
        7 => matches_any(word, &[(0x7fa0_0000, 0x1380_0000)]) && wide == n && (wide == 1 || second < 32),
        _ => false,
    }
}

/// The encodings of branches, exceptions and system instructions. The instructions are jumps and tests; svc, hvc, smc, brk and hlt; hints,
/// barriers and system registers; br, blr and ret, with or without signed addresses.
#[rustfmt::skip]
const BRANCHES: &[(u32, u32)] = &[
    (0x7c00_0000, 0x1400_0000), (0x7c00_0000, 0x3400_0000), (0xff00_0010, 0x5400_0000), (0xffe0_001f, 0xd400_0001),
    (0xffe0_001f, 0xd420_0000), (0xffe0_001f, 0xd440_0000), (0xffff_f01f, 0xd503_201f), (0xffff_f01f, 0xd503_301f), (0xfff8_f01f, 0xd500_401f),
    (0xffd8_0000, 0xd508_0000), (0xffd0_0000, 0xd510_0000), (0xff9f_fc1f, 0xd61f_0000), (0xffff_fbff, 0xd65f_0bff),
    (0xfedf_f800, 0xd61f_0800),
];

/// The encodings of instructions on vectors. Instructions on single elements have two more bits set.
#[rustfmt::skip]
const VECTORS: &[(u32, u32)] = &[
    (0x9f20_0400, 0x0e20_0400), (0x9f20_0c00, 0x0e20_0000), (0x9f3e_0c00, 0x0e20_0800), (0x9f3e_0c00, 0x0e30_0800),
    (0xbf3e_0c00, 0x0e28_0800), (0x9f7e_0c00, 0x0e78_0800), (0x9fe0_8400, 0x0e00_0400), (0xbfe0_8c00, 0x0e00_0000),
    (0xbf20_8c00, 0x0e00_0800), (0xbfe0_8400, 0x2e00_0000), (0x9f60_c400, 0x0e40_0400), (0x9f20_8400, 0x0e00_8400),
    (0x9f00_0400, 0x0f00_0000), (0x9f80_0400, 0x0f00_0400),
];

/// The encodings of floating-point instructions on scalars.
#[rustfmt::skip]
const SCALARS: &[(u32, u32)] = &[
    (0x0020_7c00, 0x0020_4000), (0x0020_fc07, 0x0020_2000), (0x0020_1fe0, 0x0020_1000), (0x0020_0c00, 0x0020_0400),
    (0x0020_0c00, 0x0020_0c00),
];

fn is_branch(word: u32) -> bool {
    matches_any(word, BRANCHES) && word & 0xfffe_0000 != 0xd67e_0000
}

fn is_memory_access(word: u32) -> bool {
    let (size, is_vector, op) =
        (read_bit_field(word, 30, 2), read_bit_field(word, 26, 1) == 1, read_bit_field(word, 22, 2));
    let (second, other) = (read_bit_field(word, 10, 5), read_bit_field(word, 16, 5));
    let fits = if is_vector { op < 2 || size == 0 } else { op != 3 || size < 2 };
    match word >> 24 & 0x3b {
        // These are exclusive accesses, ordered accesses, and compare and swap.
        8 if !is_vector => match (read_bit_field(word, 23, 1), read_bit_field(word, 21, 1)) {
            (0, 0) | (1, 1) => second == 31,
            (0, _) => size >= 2 || second == 31,
            (_, _) => second == 31 && other == 31,
        },
        // These are loads and stores of vector structures.
        8 => {
            matches_any(word, &[(0xbfbf_0000, 0x0c00_0000), (0xbfa0_0000, 0x0c80_0000)]) && {
                [0, 2, 4, 6, 7, 8, 10].contains(&read_bit_field(word, 12, 4))
            }
        }
        9 if is_vector => matches_any(word, &[(0xbf9f_0000, 0x0d00_0000), (0xbf80_0000, 0x0d80_0000)]),
        0x18 => !(is_vector && size == 3),
        0x28 | 0x29 => {
            size != 3
                && (is_vector
                    || size != 1
                    || read_bit_field(word, 22, 1) == 1 && read_bit_field(word, 23, 2) != 0)
        }
        0x38 if read_bit_field(word, 21, 1) == 0 => {
            fits && !(is_vector && read_bit_field(word, 10, 2) == 2)
                && !(size == 3 && op == 2 && !is_vector && read_bit_field(word, 10, 2) != 0)
        }
        0x38 => match read_bit_field(word, 10, 2) {
            2 => fits && read_bit_field(word, 14, 1) == 1,
            0 => {
                !is_vector
                    && (read_bit_field(word, 15, 1) == 0
                        || read_bit_field(word, 12, 3) == 0
                        || word & 0x3fff_fc00 == 0x38bf_c000)
            }
            _ => false,
        },
        0x39 => fits,
        // The instructions ldapur and stlur.
        _ => matches_any(word, &[(0x3f20_0c00, 0x1900_0000)]) && fits,
    }
}

fn is_register_operation(word: u32) -> bool {
    let (wide, amount) = (word >> 31 == 1, read_bit_field(word, 10, 6));
    match word >> 21 & 0xff {
        0x50..=0x57 => wide || amount < 32,
        0x58 | 0x5a | 0x5c => wide || amount < 32,
        0x59 => read_bit_field(word, 10, 3) <= 4,
        0xd0 => matches_any(
            word,
            &[(0x1fe0_fc00, 0x1a00_0000), (0xffe0_7c10, 0xba00_0400), (0xffff_bc1f, 0x3a00_080d)],
        ),
        0xd2 => matches_any(word, &[(0x3fe0_0410, 0x3a40_0000)]),
        0xd4 => matches_any(word, &[(0x3fe0_0800, 0x1a80_0000)]),
        0xd6 if word & 0x7fe0_0000 == 0x1ac0_0000 => {
            matches!((amount, wide), (2 | 3 | 8..=11, _) | (16..=18 | 20..=22, false) | (12 | 19 | 23, true))
        }
        0xd6 => {
            matches_any(word, &[(0x7fff_e000, 0x5ac0_0000), (0xffff_8000, 0xdac1_0000)])
                && (amount != 3 || wide)
        }
        0xd8 => word & 0x6000_0000 == 0,
        0xd9 | 0xdd => word & 0x6000_0000 == 0 && wide,
        0xda | 0xde => word & 0x6000_8000 == 0 && wide,
        _ => false,
    }
}

fn is_vector_operation(word: u32) -> bool {
    let width = read_bit_field(word, 22, 2);
    match word >> 24 {
        0x1e | 0x9e => is_scalar_operation(word),
        0x1f => width != 2,
        // These are instructions for encryption and hashes.
        0xce => word & 0x00ff_0000 <= 0x00c0_0000,
        _ => matches_any(if word >> 28 & 5 == 5 { word & !0x5000_0000 } else { word }, VECTORS),
    }
}

/// Returns whether a word is a floating-point instruction on scalars.
fn is_scalar_operation(word: u32) -> bool {
    let (width, rounding, op) =
        (read_bit_field(word, 22, 2), read_bit_field(word, 19, 2), read_bit_field(word, 16, 3));
    if read_bit_field(word, 21, 1) == 0 {
        let known = rounding == 0 && matches!(op, 2 | 3) || rounding == 3 && op < 2;
        return width != 2 && known && (word >> 31 == 1 || read_bit_field(word, 15, 1) == 1);
    }
    if read_bit_field(word, 10, 6) == 0 {
        return match op {
            0 | 1 => width != 2,
            2..=5 => width != 2 && rounding == 0,
            _ => rounding == 0 && width != 2 || rounding == 1 && width == 2 || word >> 16 == 0x1e7e,
        };
    }
    let two = read_bit_field(word, 10, 2) == 2 && read_bit_field(word, 12, 4) <= 8;
    word >> 31 == 0 && width != 2 && (matches_any(word, SCALARS) || two)
}

/// The set of both registers: the bit of value 1 is x16, and the bit of value 2 is x17.
pub(super) const BOTH: u8 = 3;

fn register_bit(number: u32) -> u8 {
    match number {
        16 => 1,
        17 => 2,
        _ => 0,
    }
}

/// Returns which of x16 and x17 an instruction reads, and which of them it writes. If the use of a field is ambiguous, the register counts
/// as read.
pub(super) fn registers_used(word: u32) -> (u8, u8) {
    let [d, n, a, m] = [0, 5, 10, 16].map(|low| register_bit(read_bit_field(word, low, 5)));
    let is = |mask: u32, value: u32| word & mask == value;
    match word >> 25 & 15 {
        // Most instructions use neither of the two registers.
        _ if d | n | a | m == 0 => (0, 0),
        8 | 9 => match read_bit_field(word, 23, 3) {
            0 | 1 => (0, d),
            // The instructions movk and bfm keep a part of their register.
            5 => (if read_bit_field(word, 29, 2) == 3 { d } else { 0 }, d),
            6 => (if read_bit_field(word, 29, 2) == 1 { n | d } else { n }, d),
            7 => (n | m, d),
            _ => (n, d),
        },
        10 | 11 => match word >> 24 {
            0x34..=0x37 | 0xb4..=0xb7 => (d, 0),
            0xd5 if is(0x0020_0000, 0x0020_0000) => (0, d),
            0xd5 => (d, 0),
            0xd6 | 0xd7 => (n, 0),
            _ => (0, 0),
        },
        4 | 6 | 12 | 14 => in_memory(word, [d, n, a, m]),
        5 | 13 => match word >> 21 & 0xff {
            // A conditional comparison reads either two registers, or one register and a number.
            0xd2 => (if read_bit_field(word, 11, 1) == 0 { n | m } else { n }, 0),
            0xd8..=0xdf => (n | m | a, d),
            _ => (n | m, d),
        },
        _ if is(0x7f20_fc00, 0x1e20_0000) || is(0x7f20_0000, 0x1e00_0000) => {
            // The value moves to or from a vector register.
            if matches!(read_bit_field(word, 16, 3), 2 | 3 | 7) { (n, 0) } else { (0, d) }
        }
        7 if is(0xbfe0_fc00, 0x0e00_0c00) || is(0xffe0_fc00, 0x4e00_1c00) => (n, 0),
        7 if is(0xbfe0_ec00, 0x0e00_2c00) => (0, d),
        _ => (0, 0),
    }
}

/// Returns whether an exclusive or ordered access is a compare and swap (`cas`, or `casp` for pairs).
fn is_compare_and_swap(word: u32) -> bool {
    read_bit_field(word, 21, 1) == 1 && (read_bit_field(word, 23, 1) == 1 || read_bit_field(word, 31, 1) == 0)
}

fn in_memory(word: u32, [d, n, a, m]: [u8; 4]) -> (u8, u8) {
    let (is_vector, loads) = (read_bit_field(word, 26, 1) == 1, read_bit_field(word, 22, 1) == 1);
    match word >> 24 & 0x3b {
        8 | 9 if is_vector => (n | m, 0),
        // A compare and swap reads and writes the register m, and stores d. In an exclusive store, m is the status, which is written.
        8 if is_compare_and_swap(word) => {
            let is_pair = read_bit_field(word, 23, 1) == 0;
            (if is_pair && (d | m) & 1 != 0 { BOTH } else { n | d | a | m }, 0)
        }
        8 if loads => (n, d | a),
        8 => (n | d | a, if read_bit_field(word, 23, 1) == 0 { m } else { 0 }),
        0x18 => (0, if is_vector { 0 } else { d }),
        0x28 | 0x29 if is_vector => (n, 0),
        0x28 | 0x29 => {
            if loads {
                (n, d | a)
            } else {
                (n | d | a, 0)
            }
        }
        0x38 if read_bit_field(word, 21, 1) == 1 => {
            let stored = read_bit_field(word, 10, 2) == 2 && read_bit_field(word, 22, 2) == 0;
            let (reads, writes) = if stored { (d, 0) } else { (0, d) };
            if is_vector { (n | m, 0) } else { (n | m | reads, writes) }
        }
        _ if is_vector => (n, 0),
        _ if read_bit_field(word, 22, 2) == 0 => (n | d, 0),
        _ => (n, d),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trap_instructions_that_compilers_emit_are_recognised_as_instructions() {
        // The words are the instructions brk #0, hlt #0 and svc #0x80.
        for word in [0xd420_0000, 0xd440_0000, 0xd400_1001] {
            assert!(is_instruction(word), "{word:#x}");
        }
        assert!(!is_instruction(0xcccc_cccc) && !is_instruction(0));
    }

    #[test]
    fn an_exclusive_store_is_known_to_write_its_status_register() {
        // The words are stxr w16, w0, [x1]; stlxr w17, x0, [x1]; stxp w16, x0, x2, [x1]; ldaxr w16, [x1].
        for (word, expected) in
            [(0x8810_7c20, (0, 1)), (0xc811_fc20, (0, 2)), (0xc830_0820, (0, 1)), (0x885f_fc30, (0, 1))]
        {
            assert_eq!(registers_used(word), expected, "{word:#x}");
        }
        // The word is stxr w0, w16, [x17].
        assert_eq!(registers_used(0x8800_7e30), (3, 0));
    }

    #[test]
    fn a_compare_and_swap_is_known_to_read_the_registers_it_compares_and_stores() {
        // The words are cas w16, w0, [x1]; casal w0, w16, [x1]; casp x16, x17, x0, x1, [x2].
        for (word, reads) in [(0x88b0_7c20, 1), (0x88e0_fc30, 1), (0x4830_7c40, 3)] {
            assert_eq!(registers_used(word).0 & reads, reads, "{word:#x}");
        }
    }
}
