//! `tidy`: the rules of the house that no compiler knows, read from the sources.
//!
//! The import tables are in [`layers`] and [`folders`], the rules for a single file in [`files`], the rule that no test file is forgotten in
//! [`programs`], pinned actions in [`actions`], rings of files in [`rings`], what crates offer each other in [`public`], words with one
//! meaning in [`words`], and how Rust is read in [`source`].
//! Invariant: every rule has a test that plants what breaks it.

mod actions;
mod files;
mod folders;
mod layers;
mod programs;
mod public;
mod rings;
mod source;
mod words;

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow, bail};

use crate::workspace;
use source::Source;

/// What breaks a rule, and where.
#[derive(Debug, PartialEq, Eq)]
struct Problem {
    path: String,
    line: usize,
    text: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.text)
    }
}

/// Fails with every broken rule in the repository.
pub(crate) fn check() -> Result<()> {
    let problems = problems(workspace::root())?;
    if !problems.is_empty() {
        let lines: Vec<String> = problems.iter().map(Problem::to_string).collect();
        let rules = if lines.len() == 1 { "rule" } else { "rules" };
        bail!("{} broken {rules}\n{}", lines.len(), lines.join("\n"));
    }
    Ok(())
}

fn problems(root: &Path) -> Result<Vec<Problem>> {
    let mut problems = Vec::new();
    let mut files = BTreeMap::new();
    for path in workspace::files()? {
        let full = root.join(&path);
        let bytes = std::fs::read(&full).with_context(|| full.display().to_string())?;
        problems.extend(check_file(&path, &bytes));
        files.insert(path, String::from_utf8_lossy(&bytes).into_owned());
    }
    problems.extend(programs::check(&files));
    problems.extend(rings::check(&files));
    problems.extend(public::check(&files));
    problems.extend(words::check(&files));
    Ok(problems)
}

/// How many lines of a Rust file hold code that is no test.
pub(crate) fn code_lines(text: &str) -> Result<usize> {
    source::code_lines(text).map_err(|error| anyhow!("line {}: {}", error.line, error.text))
}

/// A picture of the documentation is one, and no larger than a page needs.
fn picture(path: &str, bytes: &[u8]) -> Vec<Problem> {
    const LARGEST: usize = 200 << 10;
    let wrong = !bytes.starts_with(b"\x89PNG\r\n") || bytes.len() > LARGEST;
    let text = "no PNG of at most 200 KB".to_owned();
    wrong.then(|| Problem { path: path.to_owned(), line: 1, text }).into_iter().collect()
}

/// Every rule, on the file at `path` in the repository.
fn check_file(path: &str, bytes: &[u8]) -> Vec<Problem> {
    if path.starts_with("docs/") && path.ends_with(".png") {
        return picture(path, bytes);
    }
    let Ok(text) = std::str::from_utf8(bytes) else {
        let text = "no text: nothing is kept here that the build did not make".to_owned();
        return vec![Problem { path: path.to_owned(), line: 1, text }];
    };
    let mut found = files::check(path, text);
    found.extend(actions::check(path, text));
    if path.ends_with(".rs") {
        match Source::read(path, text) {
            Ok(source) => {
                found.extend(files::check_rust(&source));
                found.extend(layers::check(&source));
                found.extend(folders::check(&source));
            }
            Err(error) => found.push((error.line, error.text)),
        }
    }
    found.sort();
    found.into_iter().map(|(line, text)| Problem { path: path.to_owned(), line, text }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_repository_is_tidy() {
        if let Err(error) = check() {
            panic!("{error:#}");
        }
    }

    #[test]
    fn binary_is_refused() {
        let problems = check_file("agent/prebuilt.dylib", &[0xcf, 0xfa, 0xed, 0xfe]);
        assert!(problems[0].text.starts_with("no text"), "{problems:?}");
    }

    #[test]
    fn problem_reads_as_compilers_print_them() {
        let problems = check_file("crates/gate-stats/src/basic.rs", b"//! Numbers.\nuse std::fs;\n");
        let text = problems[0].to_string();
        assert!(
            text.starts_with("crates/gate-stats/src/basic.rs:2: gate_stats::basic uses std::fs"),
            "{text}"
        );
    }
}
