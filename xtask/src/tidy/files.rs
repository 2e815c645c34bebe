//! Checks the rules for a single file, which concern its header, its length and its words.

use super::source::Source;

/// The largest number of lines in a file without its tests. A longer file probably has more than one purpose.
const LONGEST: usize = 600;

/// The path of this file, which is exempt because it contains the forbidden words.
const THIS_FILE: &str = "xtask/src/tidy/files.rs";

/// Folders of the developers' machines, which do not exist on other machines.
const MACHINE_PATHS: [&str; 3] = ["/root/", "/home/", "/work/"];

/// Words that mark unfinished code.
const UNFINISHED: [&str; 3] = ["TODO", "FIXME", "XXX"];

/// Checks a text file of any kind.
pub(super) fn check(path: &str, text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    if path == THIS_FILE || path == "Cargo.lock" || path.ends_with("/Cargo.lock") {
        return found;
    }
    let is_source = [".rs", ".toml", ".md", ".yml", ".c", ".h", ".m", ".s", ".S", ".sh", ".tbd"]
        .iter()
        .any(|extension| path.ends_with(extension));
    let mut in_code = false;
    for (number, line) in text.lines().enumerate().map(|(at, line)| (at + 1, line)) {
        for place in MACHINE_PATHS {
            if line.match_indices(place).any(|(at, _)| begins_a_path(&line[..at])) {
                found.push((number, format!("{place} is a path of one machine")));
            }
        }
        for word in UNFINISHED {
            if line.split(|c: char| !c.is_alphanumeric()).any(|found| found == word) {
                found.push((
                    number,
                    format!("{word}: finish it, or write down what is missing where users look"),
                ));
            }
        }
        if is_source && line.ends_with([' ', '\t']) {
            found.push((number, "blanks at the end of the line".to_owned()));
        }
        // Golden files are exempt, since the gate writes them.
        if path.ends_with(".md") && !path.contains("/goldens/") {
            in_code ^= line.trim_start().starts_with("```");
            if !in_code && !line.starts_with('|') && holds_two_sentences(line) {
                found.push((number, "two sentences in one line; diffs want one".to_owned()));
            }
        }
        // Manifests of fuzzers are exempt, since cargo-fuzz requires them to be separate workspaces.
        if path.ends_with("/Cargo.toml") && !path.contains("/fuzz/") && takes_a_version(line) {
            let text =
                "a dependency with its own version; versions and reasons live in the root's Cargo.toml";
            found.push((number, text.to_owned()));
        }
    }
    if is_source && !text.is_empty() && !text.ends_with('\n') {
        found.push((text.lines().count(), "no line break at the end".to_owned()));
    }
    found
}

/// Checks a Rust file.
pub(super) fn check_rust(source: &Source) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    if !source.begins_with_doc {
        found.push((1, "does not begin with `//!`: describe the module's job and its limits".to_owned()));
    }
    for &line in &source.allows {
        found.push((
            line,
            "`allow` hides a lint forever; `expect(lint, reason = \"…\")` fails when it is no longer needed"
                .to_owned(),
        ));
    }
    if !source.is_test && source.lines > LONGEST {
        found.push((
            LONGEST,
            format!("{} lines that are not tests, more than {LONGEST}: split it", source.lines),
        ));
    }
    found
}

/// Returns whether a path may begin after the text `before`. After `target` in `target/work/`, for example, no path begins, since the text
/// is the middle of a path.
fn begins_a_path(before: &str) -> bool {
    !before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '}' | '~' | '*' | '>'))
}

/// Returns whether a line contains the end of a sentence, which is a full stop between a word and a capital letter.
fn holds_two_sentences(line: &str) -> bool {
    let text = strip_code(line);
    let bytes: Vec<char> = text.chars().collect();
    bytes.windows(4).any(|four| {
        four[0].is_lowercase()
            && matches!(four[1], '.' | '?' | '!')
            && four[2] == ' '
            && four[3].is_uppercase()
    }) && !text.trim_start().starts_with(|c: char| c.is_ascii_digit())
}

/// Removes the text between backquotes.
fn strip_code(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join("x")
}

/// Returns whether a line of a manifest is a dependency with a version, such as `name = "1"` or `{ version = … }`. A field of the package
/// is not a dependency.
fn takes_a_version(line: &str) -> bool {
    let value = line.split_once('=').map_or("", |(_, value)| value.trim());
    let is_number =
        value.starts_with('"') && value[1..].starts_with(|c: char| c.is_ascii_digit() || "=^~".contains(c));
    let name = line.split('=').next().unwrap_or_default().trim();
    (is_number && !matches!(name, "version" | "edition" | "rust-version" | "resolver"))
        || value.starts_with('{') && value.contains("version =")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn violations_of_rules_for_files_are_found_at_their_lines() {
        for (path, text, expected) in [
            ("gate/src/a.rs", "//! A.\n// see /home/jo/notes\n", "2 /home/ is a path of one machine"),
            ("README.md", "Fine.\nFor some, e.g. none.\nOne line. Two sentences.\n", "3 two sentences"),
            ("gate/src/a.rs", "//! A.\n// TODO later\n", "2 TODO"),
            ("gate/src/a.rs", "//! A. \n", "1 blanks"),
            ("gate/src/a.rs", "//! A.", "1 no line break"),
            ("gate/Cargo.toml", "[dependencies]\nserde = \"1\"\n", "2 a dependency with its own version"),
            (
                "gate/Cargo.toml",
                "[dependencies]\nserde = { version = \"1\" }\n",
                "2 a dependency with its own version",
            ),
        ] {
            let found = check(path, text);
            let problems: Vec<String> = found.iter().map(|(line, text)| format!("{line} {text}")).collect();
            assert!(
                problems.len() == 1 && problems[0].starts_with(expected),
                "{path}: {problems:?}, not {expected:?}"
            );
        }
    }

    #[test]
    fn text_that_resembles_a_violation_breaks_no_rule_for_files() {
        for (path, text) in [
            (
                "README.md",
                "Runs `a. B` and e.g. this.\n```\nOne line. Two.\n```\n| a. B |\n1. Point one. Two.\n",
            ),
            ("gate/src/a.rs", "// the app's container/home/x and target/work/y\n"),
            ("gate/Cargo.toml", "version = \"0.1.0\"\nserde.workspace = true\nedition = \"2024\"\n"),
            ("baselines/app.tsv", "trailing \n"),
        ] {
            assert_eq!(check(path, text), [], "{path}");
        }
    }

    #[test]
    fn violations_of_rules_for_rust_are_found() {
        let long = format!("//! Long.\n{}", "fn f() {}\n".repeat(LONGEST));
        for (text, expected) in [
            ("fn f() {}\n", "does not begin"),
            ("//! A.\n#[allow(dead_code)]\nfn f() {}\n", "`allow` hides"),
            ("//! A.\n#![cfg_attr(x, allow(dead_code))]\n", "`allow` hides"),
            (long.as_str(), "601 lines"),
        ] {
            let found = check_rust(&Source::read("gate/src/a.rs", text).ok().unwrap());
            assert!(found.len() == 1 && found[0].1.starts_with(expected), "{found:?}");
        }
        let shared = "//! Shared.\n#![allow(dead_code, reason = \"each test uses a part\")]\n";
        assert_eq!(check_rust(&Source::read("tests/phone/tests/common/mod.rs", shared).ok().unwrap()), []);
        assert_eq!(check_rust(&Source::read("gate/src/a.rs", shared).ok().unwrap()).len(), 1);
        let tests = format!("//! Tests.\n{}", "fn f() {}\n".repeat(LONGEST));
        assert_eq!(check_rust(&Source::read("gate/src/a/tests.rs", &tests).ok().unwrap()), []);
    }
}
