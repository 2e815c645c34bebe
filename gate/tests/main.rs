//! Runs all tests of the gate in one program, because linking takes as long for one test program as for a program with all tests.
//!
//! To add a test file, add a `mod` line for it to `main.rs`; `cargo xtask test --only tidy` reports a file without a line. Invariant: no
//! test changes the environment or the working folder of the test process; [`common::program`] starts a separate process.
#![expect(clippy::unwrap_used, reason = "a test that fails says where")]
#![expect(unreachable_pub, reason = "the modules of a test are its own")]

mod baseline;
mod baseline_git;
mod cli;
mod comment;
mod common;
#[cfg(unix)]
mod devicectl;
mod diagnosis;
mod docs;
mod html;
mod init;
mod init_corpus;
mod inject;
#[cfg(unix)]
mod mcp;
mod report;
mod report_export;
mod report_markdown;
mod stacks;
mod stats;
#[cfg(target_os = "linux")]
mod terminal;
mod truth;
mod work;
mod work_reports;
