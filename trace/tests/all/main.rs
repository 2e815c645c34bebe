//! Tests of the trace file from outside of the crate: written content is read back, and damage is noticed.

#[expect(unreachable_pub, reason = "the same file is the library of the fuzz targets")]
#[path = "../../fuzz/src/lib.rs"]
mod bodies;
mod damage;
mod format;
mod fuzz;
mod round_trip;
mod sinks;
