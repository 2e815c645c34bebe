//! `cargo xtask bless`: replaces golden files by the present output of the tests and prints the differences. A person must judge whether
//! the differences are correct.
//!
//! If [`VARIABLE`] is set, a test that compares its output with a file writes the file instead.

use anyhow::Result;

use crate::{agent, setup, test, workspace};

/// The environment variable that makes tests write their golden files if its value is 1.
pub(crate) const VARIABLE: &str = "LAUNCHGATE_BLESS";

/// Runs the tests so that they write their golden files, then prints the difference.
pub(crate) fn bless() -> Result<()> {
    setup::prepare()?;
    agent::build()?;
    workspace::run(test::all_tests().env(VARIABLE, "1"))?;
    let mut status = workspace::git();
    workspace::run(status.args(["status", "--short"]))?;
    let mut diff = workspace::git();
    workspace::run(diff.args(["--no-pager", "diff", "--stat", "--patch"]))
}
