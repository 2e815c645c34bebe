//! Any bytes: an error or a trace that can be walked through, never a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| trace_fuzz::read(data));
