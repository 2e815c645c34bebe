//! `cargo xtask lines`: counts the lines of Rust code by folder, without blank lines, comments and inline tests. The command also measures
//! the language of comments.

mod language;

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};
use clap::Args;

use crate::{tidy, workspace};

/// The folders of the crates that users run. The crates in all other folders are for people who work on this repository.
const PRODUCT: [&str; 4] = ["agent", "crates", "gate", "trace"];

/// The options of `cargo xtask lines`.
#[derive(Args)]
pub(crate) struct Options {
    /// Count in this commit instead of the working tree
    #[arg(long, value_name = "COMMIT")]
    at: Option<String>,
    /// Count sentences that break the rules of language, and shapes of code, next to their goals
    #[arg(long)]
    language: bool,
    /// List these sentences and shapes of one folder, such as crates/gate-stats
    #[arg(long, value_name = "FOLDER", requires = "language")]
    list: Option<String>,
    /// Draw 30 comments, 12 lines of Markdown, 9 names of tests and 9 commit subjects by this text, for a reader to grade
    #[arg(long, value_name = "SEED", requires = "language", conflicts_with = "list")]
    sample: Option<String>,
    /// Draw commit subjects from this range of git; without it since the newest tag, or from the last 100 commits
    #[arg(long, value_name = "RANGE", requires = "sample")]
    commits: Option<String>,
    /// Lower the limits of xtask/limits.txt to the counts of the working tree
    #[arg(long, conflicts_with_all = ["at", "language"])]
    lower: bool,
}

/// Prints the lines of code, or the figures about language and shapes.
pub(crate) fn lines(options: &Options) -> Result<()> {
    if options.lower {
        return language::lower();
    }
    let files = match &options.at {
        None => present()?,
        Some(commit) => committed(commit)?,
    };
    match (&options.list, &options.sample) {
        (Some(folder), _) => language::list(&files, folder),
        (None, Some(seed)) => language::sample(&files, seed, options.commits.as_deref()),
        (None, None) if options.language => language::print(&files),
        (None, None) => print(&files),
    }
}

/// Prints the number of lines of each folder.
fn print(files: &BTreeMap<String, String>) -> Result<()> {
    let counts = count(files)?;
    for (folder, lines) in &counts {
        println!("{lines:>8}  {folder}");
    }
    println!("{:>8}  all", counts.values().sum::<usize>());
    let product: usize = counts.iter().filter(|(folder, _)| is_product(folder)).map(|(_, lines)| lines).sum();
    println!("{product:>8}  the product: src of the crates in {}", PRODUCT.join(", "));
    Ok(())
}

/// Returns the number of lines of the product in each crate.
pub(crate) fn product_by_crate() -> Result<BTreeMap<String, usize>> {
    let mut crates = BTreeMap::new();
    for (folder, lines) in count(&present()?)?.into_iter().filter(|(folder, _)| is_product(folder)) {
        let krate = folder.split("/src").next().unwrap_or_default();
        *crates.entry(krate.to_owned()).or_default() += lines;
    }
    Ok(crates)
}

/// Returns whether a folder's code belongs to the product.
fn is_product(folder: &str) -> bool {
    let (krate, inside) = folder.split_once("/src").unwrap_or_default();
    (inside.is_empty() || inside.starts_with('/'))
        && PRODUCT.contains(&krate.split('/').next().unwrap_or_default())
}

/// Returns the text files of the working tree.
fn present() -> Result<BTreeMap<String, String>> {
    let mut files = BTreeMap::new();
    for path in workspace::files()? {
        let bytes = std::fs::read(workspace::root().join(&path)).with_context(|| path.clone())?;
        files.extend(String::from_utf8(bytes).ok().map(|text| (path, text)));
    }
    Ok(files)
}

/// Returns the text files of a commit.
fn committed(commit: &str) -> Result<BTreeMap<String, String>> {
    let mut list = workspace::git();
    let list = workspace::read(list.args(["ls-tree", "-r", "-z", "--name-only", commit]))?;
    let is_text = |path: &&str| !path.is_empty() && !path.ends_with(".png") && !path.ends_with(".zst");
    let text = |path: &str| workspace::read(workspace::git().arg("show").arg(format!("{commit}:{path}")));
    list.split('\0').filter(is_text).map(|path| Ok((path.to_owned(), text(path)?))).collect()
}

/// Counts the lines by folder. Each folder of `gate/src` is counted separately; all other crates are counted as a whole.
fn count(files: &BTreeMap<String, String>) -> Result<BTreeMap<String, usize>> {
    let mut counts = BTreeMap::new();
    for (path, text) in files.iter().filter(|(path, _)| path.ends_with(".rs")) {
        let below_src = path.split_once("/src/").map(|(_, file)| file);
        if below_src.is_some_and(|file| file.ends_with("tests.rs") || file.contains("tests/")) {
            continue;
        }
        let lines = tidy::code_lines(text).with_context(|| path.clone())?;
        *counts.entry(folder(path)).or_default() += lines;
    }
    Ok(counts)
}

fn folder(path: &str) -> String {
    let parts: Vec<&str> = path.split('/').collect();
    let is_kind = |part: &&str| ["benches", "examples", "fuzz", "src", "tests"].contains(part);
    // The crates in `crates` and `tests` are one folder deeper than the other crates.
    let crates = usize::from(matches!(parts[0], "crates" | "tests")) + 1;
    let kind = parts.iter().skip(crates).position(is_kind).map_or(crates, |at| at + crates);
    let depth = kind + 1 + usize::from(path.starts_with("gate/src/"));
    parts[..depth.min(parts.len() - 1)].join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_comments_and_tests_are_not_counted_as_code_lines() {
        let text = "//! Doc.\n\n/// Doc of it,\n/** and more\n of it */\n#[must_use]\nfn f() -> &'static str { // why\n    /* a\n    b */\n    \"one\n\n    two\"\n}\n\n#[cfg(test)]\nmod tests {\n    fn g() {}\n}\n#[cfg(all(test, unix))]\nuse std::fs;\nconst A: u8 = 1;\n";
        assert_eq!(tidy::code_lines(text).unwrap(), 6);
        let files = [
            ("gate/src/lib.rs", "mod a;\n"),
            ("gate/src/a/mod.rs", text),
            ("gate/src/a/b/c.rs", "fn f() {}\n"),
            ("gate/src/a/tests.rs", "fn f() {}\n"),
            ("gate/tests/cli/out.rs", "fn f() {}\n"),
            ("tests/e2e/tests/a/b.rs", "fn f() {}\n"),
            ("tests/app/main.m", "int main;\n"),
            ("trace/src/read/a.rs", "fn f() {}\n\n"),
        ];
        let counts = count(&files.map(|(path, text)| (path.to_owned(), text.to_owned())).into()).unwrap();
        let counts: Vec<(&str, usize)> =
            counts.iter().map(|(folder, lines)| (folder.as_str(), *lines)).collect();
        let expected =
            [("gate/src", 1), ("gate/src/a", 7), ("gate/tests", 1), ("tests/e2e/tests", 1), ("trace/src", 1)];
        assert_eq!(counts, expected);
    }
}
