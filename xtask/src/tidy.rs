//! `tidy`: checks rules of this repository that no compiler checks.
//!
//! | module | rule |
//! |---|---|
//! | [`layers`], [`folders`] | tables of permitted imports |
//! | [`files`] | rules for a single file |
//! | [`programs`] | every test file is a module of its program |
//! | [`actions`] | pinned actions run on runtimes that are supported |
//! | [`rings`] | no files use each other in a ring |
//! | [`public`] | a public item is used by another crate |
//! | [`words`] | some names have one meaning |
//! | [`limits`] | a ratchet: counts of [`language`] and [`shape`] never rise |
//!
//! [`source`] reads Rust files; [`comments`] and [`sentences`] read prose.
//! Invariant: every rule has a test that violates it.

mod actions;
mod comments;
mod files;
mod folders;
mod language;
mod layers;
pub(crate) mod limits;
mod programs;
mod public;
mod rings;
pub(crate) mod sentences;
mod shape;
mod source;
mod words;

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow, bail};

use crate::{picture, workspace};
use source::Source;

/// A line of a file that violates a rule.
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

/// Returns an error with every violation of a rule in the repository.
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
    let mut sources = BTreeMap::new();
    for path in workspace::files()? {
        let full = root.join(&path);
        let bytes = std::fs::read(&full).with_context(|| full.display().to_string())?;
        problems.extend(check_file(&path, &bytes, &mut sources));
        files.insert(path, String::from_utf8_lossy(&bytes).into_owned());
    }
    problems.extend(programs::check(&files));
    problems.extend(rings::check(&sources));
    problems.extend(public::check(&files));
    problems.extend(words::check(&files));
    problems.extend(limits::check(&files));
    problems.extend(picture::check(&files).map(|(path, text)| Problem {
        path: path.into(),
        line: 1,
        text: text.into(),
    }));
    Ok(problems)
}

/// Returns the number of lines of a Rust file that contain code, without tests.
pub(crate) fn code_lines(text: &str) -> Result<usize> {
    source::code_lines(text).map_err(|error| anyhow!("line {}: {}", error.line, error.text))
}

/// Returns the rules of language that a text violates.
pub(crate) fn broken_by_text(text: &str) -> Vec<limits::Kind> {
    language::broken(text)
}

/// Checks that a picture of the documentation is a PNG file of limited size.
fn png(path: &str, bytes: &[u8]) -> Vec<Problem> {
    const LARGEST: usize = 200 << 10;
    let wrong = !bytes.starts_with(b"\x89PNG\r\n") || bytes.len() > LARGEST;
    let text = "no PNG of at most 200 KB".to_owned();
    wrong.then(|| Problem { path: path.to_owned(), line: 1, text }).into_iter().collect()
}

/// Checks that a file is a compressed assembly file that `cargo xtask swift` wrote. A unit test compares the files with their sources.
fn assembly(path: &str, bytes: &[u8]) -> Vec<Problem> {
    let wrong = match zstd::decode_all(bytes).map(String::from_utf8) {
        Ok(Ok(text)) if path.starts_with("tests/app/") && text.starts_with("; Made by ") => {
            return Vec::new();
        }
        Ok(Ok(_)) => "no assembly text of tests/app that `cargo xtask swift` made".to_owned(),
        Ok(Err(error)) => format!("no UTF-8 text: {error}"),
        Err(error) => format!("not compressed by zstd: {error}"),
    };
    vec![Problem { path: path.to_owned(), line: 1, text: wrong }]
}

/// Checks the file at `path` in the repository. A Rust file is also added to `sources`.
fn check_file(path: &str, bytes: &[u8], sources: &mut BTreeMap<String, Source>) -> Vec<Problem> {
    if path.starts_with("docs/") && path.ends_with(".png") {
        return png(path, bytes);
    }
    if path.ends_with(".s.zst") {
        return assembly(path, bytes);
    }
    let Ok(text) = std::str::from_utf8(bytes) else {
        let text = "no text: no binary is committed that this repository's build did not make".to_owned();
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
                sources.insert(path.to_owned(), source);
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
    fn this_repository_breaks_no_tidy_rule() {
        if let Err(error) = check() {
            panic!("{error:#}");
        }
    }

    #[test]
    fn a_binary_file_in_the_repository_is_refused() {
        let problems = check_file("agent/prebuilt.dylib", &[0xcf, 0xfa, 0xed, 0xfe], &mut BTreeMap::new());
        assert!(problems[0].text.starts_with("no text"), "{problems:?}");
    }

    #[test]
    fn only_compressed_assembly_of_the_sample_app_is_accepted() {
        let pack = |text: &[u8]| zstd::encode_all(text, 1).unwrap();
        let made = pack(b"; Made by `cargo xtask swift`; not to be edited.\nret\n");
        for (path, bytes, expected) in [
            ("tests/app/A/A.s.zst", made.clone(), None),
            ("tests/lab/A.s.zst", made, Some("no assembly text of tests/app")),
            ("tests/app/A/A.s.zst", pack(b"ret\n"), Some("no assembly text of tests/app")),
            ("tests/app/A/A.s.zst", pack(&[0xcf, 0xfa]), Some("no UTF-8 text")),
            ("tests/app/A/A.s.zst", b"ret\n".to_vec(), Some("not compressed by zstd")),
            ("tests/app/A/A.zst", pack(b"ret\n"), Some("no text")),
        ] {
            let problems = check_file(path, &bytes, &mut BTreeMap::new());
            let found = problems.first().map(|problem| problem.text.as_str());
            assert_eq!(found.is_some(), expected.is_some(), "{path}: {found:?}");
            assert!(found.unwrap_or_default().starts_with(expected.unwrap_or_default()), "{found:?}");
        }
    }

    #[test]
    fn a_tidy_problem_is_printed_with_file_and_line_like_a_compiler_error() {
        let text = b"//! Numbers.\nuse std::fs;\n";
        let problems = check_file("crates/gate-stats/src/basic.rs", text, &mut BTreeMap::new());
        let text = problems[0].to_string();
        assert!(
            text.starts_with("crates/gate-stats/src/basic.rs:2: gate_stats::basic uses std::fs"),
            "{text}"
        );
    }
}
