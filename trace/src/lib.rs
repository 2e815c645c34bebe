//! The trace file: what the agent writes and the gate reads.
#![no_std]
#![forbid(unsafe_code)]
