//! Reads arbitrary bytes: the result is an error or a trace that can be read completely, never a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| trace_fuzz::read(data));
