//! Runs the step `html` of the test: axe-core checks the accessibility of the HTML page. axe-core is
//! installed below `target/`, where it remains.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};

use crate::{formats, workspace};

const AXE: &str = "axe-core@4.10.3";

/// Runs axe on the page at every tested width, and writes the numbers of findings to `json`.
pub(crate) fn check(json: Option<&Path>) -> Result<()> {
    let folder = workspace::target_dir().join("axe");
    let script = folder.join("node_modules/axe-core/axe.min.js");
    if !script.exists() {
        formats::npm_install(&folder, &[AXE])?;
    }
    let mut test = workspace::gate_tests();
    test.args(["--", "--ignored", "--nocapture", "html::axe::"]);
    let output = test.env("LAUNCHGATE_AXE", &script).output().context("cannot run cargo")?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let figures = printed.lines().find(|line| line.starts_with("{\"axe."));
    eprintln!("{}", figures.unwrap_or(&printed));
    if let (Some(path), Some(figures)) = (json, figures) {
        std::fs::write(path, format!("{figures}\n")).with_context(|| path.display().to_string())?;
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "axe found violations, or could not run:\n{printed}\n{errors}");
    Ok(())
}
