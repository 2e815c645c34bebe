//! `cargo xtask lines`: lines of Rust code by folder, without blank lines, comments and inline tests.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};

use crate::{tidy, workspace};

/// What users run: the rest is for those who work on it.
const PRODUCT: [&str; 4] = ["agent", "crates", "gate", "trace"];

/// Prints the lines of the working tree, or of a commit.
pub(crate) fn print(commit: Option<&str>) -> Result<()> {
    let files = match commit {
        None => present()?,
        Some(commit) => committed(commit)?,
    };
    let counts = count(&files)?;
    let is_product = |folder: &str| {
        let (krate, inside) = folder.split_once("/src").unwrap_or_default();
        (inside.is_empty() || inside.starts_with('/'))
            && PRODUCT.contains(&krate.split('/').next().unwrap_or_default())
    };
    for (folder, lines) in &counts {
        println!("{lines:>8}  {folder}");
    }
    println!("{:>8}  all", counts.values().sum::<usize>());
    let product: usize = counts.iter().filter(|(folder, _)| is_product(folder)).map(|(_, lines)| lines).sum();
    println!("{product:>8}  the product: src of the crates in {}", PRODUCT.join(", "));
    Ok(())
}

/// The Rust files of the working tree.
fn present() -> Result<BTreeMap<String, String>> {
    let paths = workspace::files()?.into_iter().filter(|path| path.ends_with(".rs"));
    let text =
        |path: &str| std::fs::read_to_string(workspace::root().join(path)).with_context(|| path.to_owned());
    paths.map(|path| text(&path).map(|text| (path, text))).collect()
}

/// The Rust files of a commit.
fn committed(commit: &str) -> Result<BTreeMap<String, String>> {
    let mut list = workspace::git();
    let list = workspace::read(list.args(["ls-tree", "-r", "-z", "--name-only", commit]))?;
    let paths = list.split('\0').filter(|path| path.ends_with(".rs"));
    let text = |path: &str| workspace::read(workspace::git().arg("show").arg(format!("{commit}:{path}")));
    paths.map(|path| Ok((path.to_owned(), text(path)?))).collect()
}

/// Lines by folder: those of `gate` each, and the folders of the other crates as a whole.
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
    // These folders of the repository hold crates.
    let crates = usize::from(matches!(parts[0], "crates" | "tests")) + 1;
    let kind = parts.iter().skip(crates).position(is_kind).map_or(crates, |at| at + crates);
    let depth = kind + 1 + usize::from(path.starts_with("gate/src/"));
    parts[..depth.min(parts.len() - 1)].join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_comments_and_tests_are_left_out() {
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
