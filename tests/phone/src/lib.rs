//! Emulates a phone: runs an arm64 iOS process on a CPU emulator.
//!
//! The crate has these modules: `cpu` runs instructions and counts them, `memory` is the address space, `macho` reads files, `dyld` loads
//! files as images, `process` implements the guest's host calls, and `build` compiles the guest's code. The guest, a small iOS in C,
//! Objective-C and assembly, is in `tests/phone/ios`. The interface between host and guest is `ios/include/host.h`.

mod abi;
pub mod build;
pub mod counts;
pub mod cpu;
pub mod device;
pub mod dyld;
pub mod generator;
pub mod macho;
pub mod memory;
pub mod noise;
pub mod process;
pub mod truth;

pub use cpu::Counter;
pub use process::{
    Config, Crash, Events, Fault, Outcome, Phone, Prepared, Refusal, Schedule, Stand, Wait, is_method, run,
};
