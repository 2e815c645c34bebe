//! Damaged traces whose checksums were put right, so that what lies behind them is reached.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| trace_fuzz::read_sealed(data));
