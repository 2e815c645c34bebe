//! The phone's own side: processor, memory, dyld, threads. What the small iOS adds is tested beside it, in `guest_*.rs`.
#![expect(clippy::unwrap_used, reason = "a test stops where a fixture fails")]

mod common;
mod generator;
mod link;
mod prepared;
mod run;
mod threads;
mod truth;
