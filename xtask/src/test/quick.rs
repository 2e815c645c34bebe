//! `--quick`: what a person runs between two edits. Format, clippy and the unit tests of the crates that changed.
//!
//! Everything is asked of cargo for the whole workspace, as the full run does, because cargo compiles the emulator and others again for
//! every other selection of packages. Cargo itself leaves alone what did not change; only the tests that run are chosen here.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::{compiler, workspace};

/// The branch that changes are measured against.
const MAIN: [&str; 2] = ["main", "origin/main"];

/// Changes here are changes of every crate.
const OF_ALL: [&str; 5] =
    ["Cargo.toml", "Cargo.lock", "clippy.toml", "rust-toolchain.toml", ".cargo/config.toml"];

/// clippy, for every target of what changed and of what depends on it.
pub(super) fn clippy() -> Result<()> {
    let changed = changed()?;
    if changed.is_empty() {
        return Ok(());
    }
    let mut command = workspace::cargo();
    command.args(["clippy", "--workspace", "--all-targets", "--"]);
    workspace::run(command.args(compiler::deny_warnings(compiler::rustc())))
}

/// The unit tests of the crates that changed.
pub(super) fn unit_tests() -> Result<()> {
    let changed = changed()?;
    if changed.is_empty() {
        return Ok(());
    }
    let mut command = workspace::cargo();
    command.args([
        "test",
        "--workspace",
        "--lib",
        "--bins",
        "--no-run",
        "--message-format=json-render-diagnostics",
    ]);
    let messages = workspace::read(command.stderr(std::process::Stdio::inherit()))?;
    for program in programs(&messages, &changed)? {
        eprintln!("     Running {}", program.file.display());
        workspace::run(Command::new(&program.file).current_dir(&program.folder))?;
    }
    Ok(())
}

/// The folders of the crates that changed, as paths in the repository.
fn changed() -> Result<BTreeSet<String>> {
    let files = changed_files()?;
    let members = members()?;
    let changed = crates_of(&files, &members);
    match changed.len() {
        0 => eprintln!("no crate changed since the merge base with main"),
        _ => eprintln!("changed: {}", changed.iter().cloned().collect::<Vec<_>>().join(", ")),
    }
    Ok(changed)
}

/// What differs from the merge base with main: commits, the working tree and new files.
fn changed_files() -> Result<Vec<String>> {
    let merge_base = |branch| {
        let mut git = workspace::git();
        workspace::read(git.args(["merge-base", "HEAD", branch])).ok()
    };
    // A clone without main has no more than its own changes to tell.
    let base = MAIN.into_iter().find_map(merge_base).unwrap_or_else(|| "HEAD".to_owned());
    let mut diff = workspace::git();
    // `--no-renames`: a file that left a crate changed that crate too.
    let mut files = workspace::read(diff.args(["diff", "--name-only", "--no-renames", "-z", base.trim()]))?;
    let mut new = workspace::git();
    files += &workspace::read(new.args(["ls-files", "--others", "--exclude-standard", "-z"]))?;
    Ok(files.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect())
}

/// The workspace's members, by their folders.
fn members() -> Result<Vec<String>> {
    let manifest = workspace::manifest()?;
    let members = manifest.get("workspace").and_then(|workspace| workspace.get("members")?.as_array());
    let members = members.context("Cargo.toml has no workspace.members")?;
    Ok(members.iter().filter_map(|member| member.as_str().map(str::to_owned)).collect())
}

/// The members that hold one of `files`.
fn crates_of(files: &[String], members: &[String]) -> BTreeSet<String> {
    if files.iter().any(|file| OF_ALL.contains(&file.as_str())) {
        return members.iter().cloned().collect();
    }
    let holds = |member: &&String| {
        let is_in =
            |file: &String| file.strip_prefix(member.as_str()).is_some_and(|rest| rest.starts_with('/'));
        files.iter().any(is_in)
    };
    members.iter().filter(holds).cloned().collect()
}

/// A test program that cargo built.
#[derive(Debug, PartialEq, Eq)]
struct Program {
    file: PathBuf,
    /// Where cargo would run it.
    folder: PathBuf,
}

/// Those of `messages`, cargo's own in JSON, that belong to the crates in `changed`.
fn programs(messages: &str, changed: &BTreeSet<String>) -> Result<Vec<Program>> {
    let mut programs = Vec::new();
    for line in messages.lines().filter(|line| line.starts_with('{')) {
        let message: Value = serde_json::from_str(line).context("cargo printed no JSON")?;
        let is_test = message["profile"]["test"].as_bool() == Some(true);
        let (Some(file), Some(manifest)) =
            (message["executable"].as_str(), message["manifest_path"].as_str())
        else {
            continue;
        };
        let folder = Path::new(manifest).parent().context("a manifest lies in no folder")?;
        let is_changed = changed.iter().any(|member| folder == workspace::root().join(member));
        if is_test && is_changed {
            programs.push(Program { file: file.into(), folder: folder.to_owned() });
        }
    }
    Ok(programs)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn owned(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn a_file_changes_the_crate_that_holds_it() {
        let members = owned(&["agent", "gate", "tests/e2e", "tests/phone", "trace", "xtask"]);
        for (files, expected) in [
            (&["gate/src/stats/mod.rs"][..], &["gate"][..]),
            (&["tests/phone/src/cpu.rs", "trace/src/lib.rs"], &["tests/phone", "trace"]),
            (&["README.md", "docs/start.md", "tests/app/Shop/main.m"], &[]),
            // A name that only begins alike.
            (&["gateway/src/lib.rs", "agent.md"], &[]),
            (
                &["docs/start.md", "clippy.toml"],
                &["agent", "gate", "tests/e2e", "tests/phone", "trace", "xtask"],
            ),
            (&[], &[]),
        ] {
            let found: Vec<String> = crates_of(&owned(files), &members).into_iter().collect();
            assert_eq!(found, expected, "{files:?}");
        }
    }

    #[test]
    fn only_test_programs_of_changed_crates_run() {
        let root = workspace::root();
        let message = |member: &str, test: bool, executable: Value| {
            let manifest = root.join(member).join("Cargo.toml").display().to_string();
            json!({ "reason": "compiler-artifact", "manifest_path": manifest, "executable": executable,
                "profile": { "test": test } })
            .to_string()
        };
        let messages = [
            message("gate", true, "/t/gate-1".into()),
            message("gate", false, "/t/gate".into()),
            message("trace", true, "/t/trace-1".into()),
            message("gate", true, Value::Null),
            "a line of a build script".to_owned(),
            json!({ "reason": "build-finished", "success": true }).to_string(),
        ];
        let changed = BTreeSet::from(["gate".to_owned()]);
        let expected = [Program { file: "/t/gate-1".into(), folder: root.join("gate") }];
        assert_eq!(programs(&messages.join("\n"), &changed).unwrap(), expected);
    }

    #[test]
    fn the_members_are_those_of_the_manifest() {
        let members = members().unwrap();
        assert!(
            members.contains(&"gate".to_owned()) && members.contains(&"tests/phone".to_owned()),
            "{members:?}"
        );
    }
}
