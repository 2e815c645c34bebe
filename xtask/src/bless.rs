//! `cargo xtask bless`: golden files renewed by what the code says now, and shown as a diff to be judged.
//!
//! A test that compares with a file asks for [`VARIABLE`]: when it is set, it writes the file instead.

use anyhow::Result;

use crate::{agent, setup, test, workspace};

/// Set to 1, it makes tests write their golden files.
pub(crate) const VARIABLE: &str = "LAUNCHGATE_BLESS";

/// Runs the tests so that they renew their files, then shows what changed.
pub(crate) fn bless() -> Result<()> {
    setup::prepare()?;
    agent::build()?;
    workspace::run(test::all_tests().env(VARIABLE, "1"))?;
    let mut status = workspace::git();
    workspace::run(status.args(["status", "--short"]))?;
    let mut diff = workspace::git();
    workspace::run(diff.args(["--no-pager", "diff", "--stat", "--patch"]))
}
