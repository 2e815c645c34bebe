//! Writes arbitrary rows and reads them back, whether the sink fails or not.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| trace_fuzz::round_trip(data));
