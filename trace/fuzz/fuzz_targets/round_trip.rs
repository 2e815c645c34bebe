//! Any rows: what was written is what is read, whatever the sink does on the way.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| trace_fuzz::round_trip(data));
