//! Runs the bodies of the fuzz targets over a bounded number of inputs, which are the same in each run.

use crate::bodies;

/// Returns pseudo-random inputs of all lengths up to `longest`.
fn inputs(count: u64, longest: u64) -> impl Iterator<Item = Vec<u8>> {
    let mut state = 7_u64;
    let mut next = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    };
    (0..count).map(move |i| (0..(i * 37) % longest).map(|_| next() as u8).collect())
}

#[test]
fn reading_any_bytes_gives_an_error_or_a_trace_and_never_a_panic() {
    let trace = traces::sampled_bytes(24, 1);
    bodies::read(&trace);
    for input in inputs(2_000, 200) {
        bodies::read(&input);
        // The bytes follow a valid beginning, so that more than the magic is read.
        for kept in [16, 32, trace.len() / 2] {
            bodies::read(&[&trace[..kept], &input].concat());
        }
    }
}

#[test]
fn reading_damage_with_correct_checksums_never_panics() {
    for input in inputs(6_000, 41) {
        bodies::read_sealed(&input);
    }
    // Each byte of each small section is set to the values that are most likely to cause errors.
    for section in 0..16 {
        for at in 0..200_u16 {
            for value in [0, 1, 0x7f, 0xff] {
                let [low, high] = (at * 8 + 4).to_le_bytes();
                bodies::read_sealed(&[section, low, high, value]);
            }
        }
    }
}

#[test]
fn any_rows_of_a_trace_are_read_back_unchanged() {
    for input in inputs(400, 300) {
        bodies::round_trip(&input);
    }
}

#[test]
fn a_trace_that_is_split_into_sections_and_joined_is_unchanged() {
    for trace in [traces::bytes(100, 5), traces::sampled_bytes(100, 5)] {
        assert_eq!(bodies::join_sections(&bodies::split_sections(&trace)), trace);
    }
}
