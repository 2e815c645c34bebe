//! Measures the cost of an edit: the CPU time to build and run the unit tests of one folder of the gate after
//! one of its lines was changed.
//!
//! One run measures the working tree and the last commit in which the gate was one crate. The figures are
//! ratios of the two.
//! Invariant: the bench restores the edited files of the working tree.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Map, Value};

use crate::workspace;

/// An edit of one file.
struct Edit {
    figure: &'static str,
    /// The crate and the edited file in the working tree.
    now: [&'static str; 2],
    /// The edited file in the older commit in which the gate was a single crate, and the name prefix of the
    /// file's tests.
    before: [&'static str; 2],
}

const EDITS: [Edit; 3] = [
    Edit {
        figure: "loop.stats",
        now: ["gate-stats", "crates/gate-stats/src/basic.rs"],
        before: ["gate/src/stats/basic.rs", "stats::"],
    },
    Edit {
        figure: "loop.report",
        now: ["gate-report", "crates/gate-report/src/words.rs"],
        before: ["gate/src/report/words.rs", "report::"],
    },
    Edit {
        figure: "loop.cli",
        now: ["gate", "gate/src/cli/values.rs"],
        before: ["gate/src/cli/values.rs", "cli::"],
    },
];

/// The first file that belonged to a second crate. Before the commit that added it, the gate was one crate.
const FIRST: &str = "gate/stats/Cargo.toml";

/// Measures the ratios of CPU time of all edits.
pub(super) fn measure() -> Result<Map<String, Value>> {
    let added =
        workspace::read(workspace::git().args(["log", "--diff-filter=A", "--format=%H", "--", FIRST]))?;
    let added = added.lines().last().with_context(|| {
        format!("no commit of this clone adds {FIRST}; fetch the whole history (git fetch --unshallow)")
    })?;
    let place = workspace::target_dir().join("edits");
    // An earlier run may have left its worktree. The error of git for a missing worktree is ignored.
    let _ = workspace::read(workspace::git().args(["worktree", "remove", "--force"]).arg(&place));
    let add = ["worktree", "add", "--quiet", "--detach"];
    workspace::run(workspace::git().args(add).arg(&place).arg(format!("{added}^")))?;
    let figures = EDITS.iter().map(|edit| {
        let now = seconds(workspace::root(), edit.now[0], "", edit.now[1])?;
        let before = seconds(&place, "gate", edit.before[1], edit.before[0])?;
        eprintln!("{}: {now:.1} s of CPU, {before:.1} s in one crate", edit.figure);
        Ok((edit.figure.to_owned(), (now / before).into()))
    });
    let figures = figures.collect::<Result<_>>();
    workspace::run(workspace::git().args(["worktree", "remove", "--force"]).arg(&place))?;
    figures
}

/// Returns the CPU seconds of the build and tests after the second of two edits, since the first build also
/// compiles everything that was not built before.
fn seconds(root: &Path, package: &str, tests: &str, file: &str) -> Result<f64> {
    let path = root.join(file);
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let mut taken = Ok(0.0);
    for edit in 0..2 {
        let added = format!("\n#[doc(hidden)]\npub fn edited() -> u32 {{\n    {edit}\n}}\n");
        fs::write(&path, format!("{text}{added}"))?;
        taken = tested(root, package, tests);
    }
    fs::write(&path, text)?;
    taken
}

/// Builds and runs tests, and returns the CPU seconds of both, which the shell measures.
fn tested(root: &Path, package: &str, tests: &str) -> Result<f64> {
    let script = format!("cargo test --quiet -p {package} --lib -- {tests} >&2 || exit 1; times");
    let times = workspace::read(
        Command::new("bash").args(["-c", &script]).current_dir(root).env_remove("CARGO_TARGET_DIR"),
    )?;
    let children = times.lines().nth(1).unwrap_or_default();
    let parts: Vec<f64> = children.split_whitespace().filter_map(minutes).collect();
    ensure!(parts.len() == 2, "bash's `times` printed {times:?}");
    Ok(parts.iter().sum())
}

/// Converts `0m1.234s` to seconds.
fn minutes(text: &str) -> Option<f64> {
    let (minutes, seconds) = text.strip_suffix('s')?.split_once('m')?;
    Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_printed_by_a_shell_are_read() {
        assert_eq!(minutes("1m2.500s"), Some(62.5));
        assert_eq!([minutes("2.5s"), minutes("1m2.5")], [None, None]);
    }
}
