//! Tests that take too long for every run, or need a tool that takes minutes to build: `cargo xtask test
//! --long`.
//!
//! Each is ignored otherwise. The step finds them by the name of this module.

mod inject_signed;
mod repeated;
