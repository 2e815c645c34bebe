//! `cargo xtask bless`: writes golden files with the present output, and prints the difference for a person to judge.
//!
//! A test that compares output with a file writes the file instead if [`VARIABLE`] is set.

use anyhow::Result;

use crate::{agent, setup, test, workspace};

/// The value 1 makes tests write their golden files.
pub(crate) const VARIABLE: &str = "LAUNCHGATE_BLESS";

/// Runs the tests so that they write their files, then prints the difference.
pub(crate) fn bless() -> Result<()> {
    setup::prepare()?;
    agent::build()?;
    workspace::run(test::all_tests().env(VARIABLE, "1"))?;
    let mut status = workspace::git();
    workspace::run(status.args(["status", "--short"]))?;
    let mut diff = workspace::git();
    workspace::run(diff.args(["--no-pager", "diff", "--stat", "--patch"]))
}
