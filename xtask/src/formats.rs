//! Runs the step `formats` of the test: third-party software reads the reports and exports that the
//! gate's tests write.
//!
//! The package tools of Python, Node and Rust install pinned versions of the third-party readers below `target/`, where they remain.
//! Invariant: downloaded software is neither committed nor linked.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::workspace;

/// Validators for XML Schema and JSON Schema, and the official client of the Model Context Protocol.
const PYTHON: [&str; 3] = ["lxml==6.0.2", "jsonschema==4.25.1", "mcp==2.3.0"];
const XSD_FROM: &str = "pytest==9.2.0";
const XSD: &str = "pytest-9.2.0/testing/example_scripts/junit-10.xsd";

/// The npm packages: a reader of Chrome traces, and the official client of the Model Context Protocol.
const NODE: [&str; 2] = ["@tracerbench/trace-model@8.0.0", "@modelcontextprotocol/sdk@1.32.2"];

/// A manifest that makes cargo fetch the crate with SARIF's schema. The crate is never built.
const SARIF: &str = "[package]\nname = \"schema\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[lib]\npath = \"lib.rs\"\n\n[dependencies]\nserde-sarif = \"=0.8.0\"\n";

/// Makes the gate's tests write their reports, and then reads every report for which a third-party reader exists.
pub(crate) fn check() -> Result<()> {
    let folder = workspace::target_dir().join("formats");
    let scripts = workspace::root().join("xtask/formats");
    let reports = write_reports(&folder)?;
    let packages = python(&folder)?;
    let node = node(&folder)?;
    let sarif = sarif_schema(&folder)?;
    workspace::run(
        Command::new("python3")
            .env("PYTHONPATH", &packages)
            .arg(scripts.join("check.py"))
            .arg(&reports)
            .arg(folder.join("xsd").join(XSD))
            .arg(sarif),
    )?;
    workspace::run(
        Command::new("node")
            .arg(scripts.join("chrome.js"))
            .arg(workspace::root().join("gate/tests/report/goldens/export/chrome.json"))
            .env("NODE_PATH", &node),
    )?;
    call_tools(&scripts, &packages, &node)
}

/// Calls the tools of `gate mcp` with the official clients.
fn call_tools(scripts: &Path, packages: &Path, node: &Path) -> Result<()> {
    let gate = workspace::target_dir().join("debug/gate");
    let project = workspace::root().join("gate/tests/report/project");
    let python = ("python3", "mcp_client.py", "PYTHONPATH", packages);
    let npm = ("node", "mcp_client.mjs", "NODE_PATH", node);
    let mut clients = 0;
    for (program, script, variable, installed) in [python, npm] {
        let mut client = Command::new(program);
        client.arg(scripts.join(script)).arg(&gate).arg(&project).env(variable, installed);
        workspace::run(&mut client)?;
        clients += 1;
    }
    println!("{{\"mcp.clients\":{clients}}}");
    Ok(())
}

/// Runs the tests that render every format, and returns the folder with the complete reports that they wrote.
fn write_reports(folder: &Path) -> Result<PathBuf> {
    let reports = folder.join("reports");
    if reports.is_dir() {
        std::fs::remove_dir_all(&reports).with_context(|| reports.display().to_string())?;
    }
    let mut tests = workspace::gate_tests();
    tests.args(["--quiet", "--", "report::every_format"]);
    workspace::run(tests.env("LAUNCHGATE_REPORTS", &reports))?;
    Ok(reports)
}

fn pip() -> Command {
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "--disable-pip-version-check", "--quiet"]);
    pip
}

/// Installs the Python packages, and returns their folder.
fn python(folder: &Path) -> Result<PathBuf> {
    let packages = folder.join("python");
    let xsd = folder.join("xsd");
    if !(xsd.join(XSD).exists() && packages.join("mcp").exists()) {
        workspace::run(pip().args(["install", "--upgrade", "--target"]).arg(&packages).args(PYTHON))?;
        let download = ["download", "--no-deps", "--no-binary", ":all:", XSD_FROM, "--dest"];
        workspace::run(pip().args(download).arg(&xsd))?;
        // The XSD file is unpacked last, so its existence means that the installation is complete.
        workspace::run(
            Command::new("tar").arg("-xzf").arg(xsd.join("pytest-9.2.0.tar.gz")).arg("-C").arg(&xsd).arg(XSD),
        )?;
    }
    Ok(packages)
}

fn node(folder: &Path) -> Result<PathBuf> {
    let modules = folder.join("node/node_modules");
    if !modules.join("@modelcontextprotocol/sdk/package.json").exists() {
        npm_install(&folder.join("node"), &NODE)?;
    }
    Ok(modules)
}

/// Installs npm packages below a folder.
pub(crate) fn npm_install(folder: &Path, packages: &[&str]) -> Result<()> {
    std::fs::create_dir_all(folder)?;
    let install = ["install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix"];
    workspace::run(Command::new("npm").args(install).arg(folder).args(packages))
}

fn sarif_schema(folder: &Path) -> Result<PathBuf> {
    let manifest = folder.join("sarif/Cargo.toml");
    std::fs::create_dir_all(folder.join("sarif"))?;
    std::fs::write(&manifest, SARIF)?;
    std::fs::write(folder.join("sarif/lib.rs"), "//! Holds a dependency.\n")?;
    let mut metadata = workspace::cargo();
    metadata.args(["metadata", "--format-version", "1", "--manifest-path"]).arg(&manifest);
    let metadata: serde_json::Value = serde_json::from_str(&workspace::read(&mut metadata)?)?;
    let packages = metadata["packages"].as_array().context("cargo metadata names no packages")?;
    let found = packages.iter().find(|package| package["name"] == "serde-sarif");
    let path = found.and_then(|package| package["manifest_path"].as_str()).context("no serde-sarif")?;
    Ok(Path::new(path).with_file_name("src").join("schema.json"))
}
