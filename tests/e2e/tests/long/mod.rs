//! Tests that take too long for an ordinary test run, or need a tool that takes minutes to build. They run
//! with `cargo xtask test --long`.
//!
//! In an ordinary test run they are ignored. The `--long` step finds them by the name of this module.

mod inject_signed;
mod repeated;
