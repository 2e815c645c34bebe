//! Tests that take too long for an ordinary test run, or need a tool that takes minutes to build. The command
//! `cargo xtask test --long` runs the tests of this module.
//!
//! An ordinary test run ignores the tests of this module. The `--long` step finds the tests by the module's
//! name.

mod inject_signed;
mod repeated;
