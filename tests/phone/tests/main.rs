//! Runs all tests of the emulated phone in one program, because each program that contains the emulator takes as long to link as this
//! program.
//!
//! To add a test, add its file to this folder and a line with its module to `main.rs`; `cargo xtask test --only tidy` finds a file without
//! such a line.

mod device;
mod device_idevice;
mod guest;
mod guest_app;
mod guest_exceptions;
mod guest_libsystem;
mod guest_objc;
mod guest_signals;
mod guest_threads;
mod host;
mod program;
