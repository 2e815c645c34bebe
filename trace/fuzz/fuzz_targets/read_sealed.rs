//! Reads damaged traces with corrected checksums, so that the checks after the checksum run.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| trace_fuzz::read_sealed(data));
