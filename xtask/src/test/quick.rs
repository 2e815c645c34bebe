//! `--quick`: what a person runs between two edits. Format, tidy, clippy and the unit tests of the crates that changed.
//!
//! It needs git and Rust alone. Each crate is asked of cargo by itself: another selection of crates gives dependencies other features,
//! and cargo would compile them again after an edit elsewhere.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::{compiler, workspace};

/// The branch that changes are measured against.
const MAIN: [&str; 2] = ["main", "origin/main"];

/// Changes here are changes of every crate.
const OF_ALL: [&str; 5] =
    ["Cargo.toml", "Cargo.lock", "clippy.toml", "rust-toolchain.toml", ".cargo/config.toml"];

/// Crates that link the emulator, which compiles for minutes and needs cmake and LLVM.
const EMULATED: [&str; 2] = ["tests/e2e", "tests/phone"];

/// The module of the gate's tests that opens pages in Chromium.
const CHROMIUM: &str = "html";

/// clippy, for what changed with its unit tests.
pub(super) fn clippy() -> Result<()> {
    let changes = Changes::read()?;
    for member in &changes.members {
        let mut command = workspace::cargo();
        // By this profile the code is read once, with its unit tests; all targets would read it with and without.
        command.args(["clippy", "-p", name(member), kind(member), "--profile", "test"]);
        if changes.files.iter().any(|file| file.starts_with(&format!("{member}/tests/"))) {
            command.arg("--tests");
        }
        command.arg("--");
        workspace::run(command.args(compiler::deny_warnings(compiler::rustc())))?;
    }
    Ok(())
}

/// The unit tests of what changed, and those of the gate's test program that bear the name of what changed.
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
    eprintln!("left out: crates that use what changed; {}; the agent for iOS", EMULATED.join(" and "));
    eprintln!("left out of gate/tests: {}", left.join(", "));
    Ok(())
}

fn cargo_test() -> Command {
    let mut command = workspace::cargo();
    command.arg("test");
    command
}

/// What is different from main.
struct Changes {
    files: Vec<String>,
    /// The folders of the crates that hold them, as paths in the repository.
    members: BTreeSet<String>,
}

impl Changes {
    fn read() -> Result<Changes> {
        let files = changed_files()?;
        let members = crates_of(&files, &members()?);
        Ok(Changes { files, members })
    }
}

/// A crate is called as its folder.
fn name(member: &str) -> &str {
    member.rsplit('/').next().unwrap_or(member)
}

/// Where a crate's unit tests are.
fn kind(member: &str) -> &'static str {
    if workspace::root().join(member).join("src/lib.rs").exists() { "--lib" } else { "--bins" }
}

/// The modules of the gate's test program.
fn modules(root: &Path) -> Result<Vec<String>> {
    let text = std::fs::read_to_string(root).with_context(|| format!("cannot read {}", root.display()))?;
    let names = text.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'));
    Ok(names.filter(|name| *name != "common").map(str::to_owned).collect())
}

/// Those of `modules` that are called as a folder or file among `files`: `report_export` is one of `crates/gate-report/src/json.rs`.
fn chosen<'a>(files: &[String], modules: &'a [String]) -> Vec<&'a str> {
    let of_gate = || {
        files
            .iter()
            .filter_map(|file| file.strip_prefix("gate/").or_else(|| file.strip_prefix("crates/gate-")))
    };
    let all = of_gate().any(|file| file == "tests/main.rs" || file.starts_with("tests/common/"));
    let parts: BTreeSet<&str> =
        of_gate().flat_map(|file| file.split('/')).map(|part| part.trim_end_matches(".rs")).collect();
    let is_touched = |module: &str| {
        all || parts.contains(module) || module.split_once('_').is_some_and(|(of, _)| parts.contains(of))
    };
    modules.iter().map(String::as_str).filter(|name| *name != CHROMIUM && is_touched(name)).collect()
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
    let mut found = Vec::new();
    for member in members.iter().filter_map(|member| member.as_str()) {
        match member.strip_suffix("/*") {
            Some(folder) => found.extend(crates_below(folder)?),
            None => found.push(member.to_owned()),
        }
    }
    Ok(found)
}

/// The folders that `folder/*` stands for in the list of members.
fn crates_below(folder: &str) -> Result<Vec<String>> {
    let entries = std::fs::read_dir(workspace::root().join(folder)).with_context(|| folder.to_owned())?;
    let names = entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
    let mut names: Vec<String> = names.collect::<std::io::Result<_>>()?;
    names.sort();
    Ok(names.into_iter().map(|name| format!("{folder}/{name}")).collect())
}

/// The members that hold one of `files`, without the emulated ones.
fn crates_of(files: &[String], members: &[String]) -> BTreeSet<String> {
    let all = files.iter().any(|file| OF_ALL.contains(&file.as_str()));
    let is_in =
        |file: &str, member: &str| file.strip_prefix(member).is_some_and(|rest| rest.starts_with('/'));
    // Crates lie below others; the innermost holds a file.
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
    fn a_file_changes_the_crate_that_holds_it() {
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
            // A name that only begins alike.
            (&["gateway/src/lib.rs", "agent.md"], &[]),
            (
                &["docs/start.md", "clippy.toml"],
                &["agent", "crates/gate-stats", "gate", "tests/lab", "trace", "xtask"],
            ),
            (&[], &[]),
        ] {
            let found: Vec<String> = crates_of(&owned(files), &members).into_iter().collect();
            assert_eq!(found, expected, "{files:?}");
        }
    }

    #[test]
    fn tests_of_the_gate_run_that_bear_the_name_of_what_changed() {
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
    fn the_members_are_those_of_the_manifest() {
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
