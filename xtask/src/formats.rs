//! Golden files of reports and exports, read by software that was not written here.
//!
//! What it needs is installed below `target/`, pinned, by Python's, Node's and Rust's own package tools, and left there.
//! Invariant: nothing that is downloaded is committed, and nothing of it is linked.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::workspace;

/// XML Schema and JSON Schema; and pytest, whose sources carry the schema of JUnit that Jenkins uses.
const PYTHON: [&str; 2] = ["lxml==6.0.2", "jsonschema==4.25.1"];
const XSD_FROM: &str = "pytest==9.2.0";
const XSD: &str = "pytest-9.2.0/testing/example_scripts/junit-10.xsd";

/// Builds a model of a Chrome trace.
const NODE: [&str; 1] = ["@tracerbench/trace-model@8.0.0"];

/// This crate carries SARIF's schema; it is fetched and never built.
const SARIF: &str = "[package]\nname = \"schema\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[lib]\npath = \"lib.rs\"\n\n[dependencies]\nserde-sarif = \"=0.8.0\"\n";

/// Reads every golden file that has a reader elsewhere.
pub(crate) fn check() -> Result<()> {
    let folder = workspace::target_dir().join("formats");
    let scripts = workspace::root().join("xtask/formats");
    let goldens = workspace::root().join("gate/tests/report/goldens");
    let packages = python(&folder)?;
    let node = node(&folder)?;
    let sarif = sarif_schema(&folder)?;
    workspace::run(
        Command::new("python3")
            .env("PYTHONPATH", packages)
            .arg(scripts.join("check.py"))
            .arg(&goldens)
            .arg(folder.join("xsd").join(XSD))
            .arg(sarif),
    )?;
    workspace::run(
        Command::new("node")
            .arg(scripts.join("chrome.js"))
            .arg(goldens.join("export/chrome.json"))
            .env("NODE_PATH", &node),
    )
}

/// The folder of Python's packages.
fn python(folder: &Path) -> Result<PathBuf> {
    let packages = folder.join("python");
    let xsd = folder.join("xsd");
    if !xsd.join(XSD).exists() {
        let pip = || {
            let mut pip = Command::new("python3");
            pip.args(["-m", "pip", "--disable-pip-version-check", "--quiet"]);
            pip
        };
        workspace::run(pip().args(["install", "--upgrade", "--target"]).arg(&packages).args(PYTHON))?;
        let download = ["download", "--no-deps", "--no-binary", ":all:", XSD_FROM, "--dest"];
        workspace::run(pip().args(download).arg(&xsd))?;
        // Last, since its being there says that all of it is.
        workspace::run(
            Command::new("tar").arg("-xzf").arg(xsd.join("pytest-9.2.0.tar.gz")).arg("-C").arg(&xsd).arg(XSD),
        )?;
    }
    Ok(packages)
}

fn node(folder: &Path) -> Result<PathBuf> {
    let modules = folder.join("node/node_modules");
    if !modules.join("@tracerbench/trace-model/package.json").exists() {
        npm_install(&folder.join("node"), &NODE)?;
    }
    Ok(modules)
}

/// Installs packages of Node below a folder.
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
