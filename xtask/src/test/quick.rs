//! `--quick`: the checks to run between two edits. The checks are format, tidy, subjects, clippy and the unit tests of the changed crates.
//!
//! `--quick` needs only git and Rust. Each crate is checked by a separate cargo command. The features of dependencies depend on the crates
//! that a cargo command selects. One command for all changed crates would therefore compile dependencies again as soon as a further crate
//! changes.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::{compiler, workspace};

/// The names of the main branch, with which the working tree is compared.
const MAIN: [&str; 2] = ["main", "origin/main"];

/// Files that affect every crate. If one of them changes, every crate is regarded as changed.
const SHARED: [&str; 5] =
    ["Cargo.toml", "Cargo.lock", "clippy.toml", "rust-toolchain.toml", ".cargo/config.toml"];

/// Crates that link the emulator. Compiling the emulator takes minutes and needs cmake and LLVM.
const EMULATED: [&str; 2] = ["tests/e2e", "tests/phone"];

/// The module of the gate's tests that opens pages in Chromium. The module is not run, since Chromium may not be installed.
const CHROMIUM: &str = "html";

/// Runs clippy on the changed crates, including their unit tests.
pub(super) fn clippy() -> Result<()> {
    let changes = Changes::read()?;
    for member in &changes.members {
        let mut command = workspace::cargo();
        // With the test profile, clippy checks the code together with its unit tests. With `--all-targets`, clippy would check the code
        // twice.
        command.args(["clippy", "-p", name(member), kind(member), "--profile", "test"]);
        if changes.files.iter().any(|file| file.starts_with(&format!("{member}/tests/"))) {
            command.arg("--tests");
        }
        command.arg("--");
        workspace::run(command.args(compiler::deny_warnings(compiler::rustc())))?;
    }
    Ok(())
}

/// Runs the unit tests of the changed crates. The function also runs the modules of the gate's test program whose name is that of a changed
/// file.
pub(super) fn unit_tests() -> Result<()> {
    let changes = Changes::read()?;
    for member in &changes.members {
        let kind =
            if workspace::root().join(member).join("src/lib.rs").exists() { "--lib" } else { "--bins" };
        workspace::run(cargo_test().args(["-p", name(member), kind]))?;
    }
    let modules = modules(&workspace::root().join("gate/tests/main.rs"))?;
    let chosen = chosen(&changes.files, &modules);
    if !chosen.is_empty() {
        let filters = chosen.iter().map(|module| format!("{module}::"));
        workspace::run(cargo_test().args(["-p", "gate", "--test", "gate", "--"]).args(filters))?;
    }
    let left: Vec<&str> = modules.iter().map(String::as_str).filter(|name| !chosen.contains(name)).collect();
    eprintln!("left out: crates that use the changed ones; {}; the agent for iOS", EMULATED.join(" and "));
    eprintln!("left out of gate/tests: {}", left.join(", "));
    Ok(())
}

fn cargo_test() -> Command {
    let mut command = workspace::cargo();
    command.arg("test");
    command
}

/// The differences between the working tree and the main branch.
struct Changes {
    files: Vec<String>,
    /// The folders of the crates that contain these files, as paths in the repository.
    members: BTreeSet<String>,
}

impl Changes {
    fn read() -> Result<Changes> {
        let files = changed_files()?;
        let members = changed_members(&files, &members()?);
        Ok(Changes { files, members })
    }
}

/// Returns the name of a crate, which is that of its folder.
fn name(member: &str) -> &str {
    member.rsplit('/').next().unwrap_or(member)
}

/// Returns the cargo option that selects the target with a crate's unit tests.
fn kind(member: &str) -> &'static str {
    if workspace::root().join(member).join("src/lib.rs").exists() { "--lib" } else { "--bins" }
}

/// Returns the modules of the gate's test program.
fn modules(root: &Path) -> Result<Vec<String>> {
    let text = std::fs::read_to_string(root).with_context(|| format!("cannot read {}", root.display()))?;
    let names = text.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'));
    Ok(names.filter(|name| *name != "common").map(str::to_owned).collect())
}

/// Returns the modules that have the name of a folder or file in `files`. For `crates/gate-report/src/json.rs`, the result includes
/// `report_export`.
fn chosen<'a>(files: &[String], modules: &'a [String]) -> Vec<&'a str> {
    let files: Vec<&str> = files.iter().filter_map(|file| path_in_gate(file)).collect();
    let all = files.iter().any(|file| *file == "tests/main.rs" || file.starts_with("tests/common/"));
    let parts: BTreeSet<&str> =
        files.iter().flat_map(|file| file.split('/')).map(|part| part.trim_end_matches(".rs")).collect();
    let names = |module: &str| parts.contains(module.split('_').next().unwrap_or(module));
    let is_touched = |module: &str| all || parts.contains(module) || names(module);
    modules.iter().map(String::as_str).filter(|name| *name != CHROMIUM && is_touched(name)).collect()
}

/// Returns the path of a file relative to the gate's folder, or relative to `crates` without the prefix of
/// the gate's crates.
fn path_in_gate(file: &str) -> Option<&str> {
    file.strip_prefix("gate/").or_else(|| file.strip_prefix("crates/gate-"))
}

/// Returns the new files, and the files that differ from the merge base with main, in commits or in the working tree.
fn changed_files() -> Result<Vec<String>> {
    let merge_base = |branch| workspace::read(workspace::git().args(["merge-base", "HEAD", branch])).ok();
    // In a clone without the main branch, only uncommitted changes are found.
    let base = MAIN.into_iter().find_map(merge_base).unwrap_or_else(|| "HEAD".to_owned());
    let mut diff = workspace::git();
    // With `--no-renames`, a file that was moved out of a crate is a change of that crate too.
    let mut files = workspace::read(diff.args(["diff", "--name-only", "--no-renames", "-z", base.trim()]))?;
    let mut new = workspace::git();
    files += &workspace::read(new.args(["ls-files", "--others", "--exclude-standard", "-z"]))?;
    Ok(files.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect())
}

/// Returns the folders of the workspace's members.
fn members() -> Result<Vec<String>> {
    let manifest = workspace::manifest()?;
    let members = manifest.get("workspace").and_then(|workspace| workspace.get("members")?.as_array());
    let members = members.context("Cargo.toml has no workspace.members")?;
    let mut found = Vec::new();
    for member in members.iter().filter_map(|member| member.as_str()) {
        match member.strip_suffix("/*") {
            Some(folder) => found.extend(crates_below(folder)?),
            None => found.push(member.to_owned()),
        }
    }
    Ok(found)
}

/// Returns the folders that the pattern `folder/*` in the workspace's list of members matches.
fn crates_below(folder: &str) -> Result<Vec<String>> {
    let entries = std::fs::read_dir(workspace::root().join(folder)).with_context(|| folder.to_owned())?;
    let names = entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
    let mut names: Vec<String> = names.collect::<std::io::Result<_>>()?;
    names.sort();
    Ok(names.into_iter().map(|name| format!("{folder}/{name}")).collect())
}

/// Returns the members that contain one of `files`. Members that link the emulator are excluded.
fn changed_members(files: &[String], members: &[String]) -> BTreeSet<String> {
    let all = files.iter().any(|file| SHARED.contains(&file.as_str()));
    let is_in =
        |file: &str, member: &str| file.strip_prefix(member).is_some_and(|rest| rest.starts_with('/'));
    // A crate's folder may contain a second crate. A file then belongs to the innermost crate.
    let holder =
        |file: &String| members.iter().filter(|member| is_in(file, member)).max_by_key(|it| it.len());
    let holders: BTreeSet<&String> = files.iter().filter_map(holder).collect();
    let holds = |member: &&String| all || holders.contains(member);
    let is_plain = |member: &&String| !EMULATED.contains(&member.as_str());
    members.iter().filter(is_plain).filter(holds).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owned(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn a_changed_file_belongs_to_its_innermost_crate() {
        let members = owned(&[
            "agent",
            "gate",
            "crates/gate-stats",
            "tests/e2e",
            "tests/lab",
            "tests/phone",
            "trace",
            "xtask",
        ]);
        for (files, expected) in [
            (&["gate/src/cli/mod.rs"][..], &["gate"][..]),
            (&["crates/gate-stats/src/holm.rs"], &["crates/gate-stats"]),
            (&["tests/phone/src/cpu.rs", "trace/src/lib.rs"], &["trace"]),
            (&["README.md", "docs/start.md", "tests/app/Shop/main.m"], &[]),
            // The paths begin with the name of a crate, but are not in the folder of the crate.
            (&["gateway/src/lib.rs", "agent.md"], &[]),
            (
                &["docs/start.md", "clippy.toml"],
                &["agent", "crates/gate-stats", "gate", "tests/lab", "trace", "xtask"],
            ),
            (&[], &[]),
        ] {
            let found: Vec<String> = changed_members(&owned(files), &members).into_iter().collect();
            assert_eq!(found, expected, "{files:?}");
        }
    }

    #[test]
    fn test_modules_with_the_name_of_a_changed_file_are_chosen() {
        let modules = modules(&workspace::root().join("gate/tests/main.rs")).unwrap();
        assert!(modules.contains(&CHROMIUM.to_owned()), "{modules:?}");
        for (files, expected) in [
            (
                &["crates/gate-report/src/html/findings.rs"][..],
                &["report", "report_export", "report_markdown"][..],
            ),
            (&["crates/gate-init/src/page.rs"], &["init", "init_corpus"]),
            (&["gate/tests/cli/out.rs", "crates/gate-stats/src/holm.rs"], &["cli", "stats"]),
            (&["gate/tests/html.rs", "gate/src/lib.rs", "trace/src/report.rs"], &[]),
        ] {
            assert_eq!(chosen(&owned(files), &modules), expected, "{files:?}");
        }
        let all = chosen(&owned(&["gate/tests/common/mod.rs"]), &modules);
        assert_eq!(all.len(), modules.len() - 1);
    }

    #[test]
    fn members_of_the_workspace_are_read_from_its_manifest() {
        let members = members().unwrap();
        assert!(
            ["gate", "crates/gate-stats"]
                .iter()
                .chain(&EMULATED)
                .all(|member| members.contains(&(*member).to_owned())),
            "{members:?}"
        );
    }
}
