//! The host's part of the phone: processor, memory, dyld, threads. The small iOS is tested in `guest_*.rs`.
#![expect(clippy::unwrap_used, reason = "a test stops where a fixture fails")]

mod common;
mod generator;
mod link;
mod prepared;
mod run;
mod threads;
mod truth;
