//! Tests the part of the phone that runs on the host: processor, memory, dyld, threads. The small iOS is tested in `guest_*.rs`.
#![expect(clippy::unwrap_used, reason = "a test stops where a fixture fails")]

mod common;
mod generator;
mod link;
mod prepared;
mod run;
mod threads;
mod truth;
