//! Checks crates with a single test program: every test file must be a module of this program.
//!
//! If a manifest contains `autotests = false`, cargo does not search for test files. A test file without a `mod` line is then not compiled.
//! The tests in such a file do not run, and cargo prints no message about them.

use std::collections::{BTreeMap, BTreeSet};

use super::Problem;
use super::source::Source;

/// Returns a problem for each test file without a `mod` line.
pub(super) fn check(files: &BTreeMap<String, String>) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (manifest, text) in files {
        let Some(krate) = manifest.strip_suffix("Cargo.toml") else { continue };
        let Ok(table) = text.parse::<toml::Table>() else { continue };
        let listed = table.get("package").and_then(|package| package.get("autotests"));
        if listed.and_then(toml::Value::as_bool) != Some(false) {
            continue;
        }
        let roots = roots(krate, &table);
        let reached = reached(files, &roots);
        let folder = format!("{krate}tests/");
        let below = files.keys().filter(|path| path.starts_with(&folder) && path.ends_with(".rs"));
        problems.extend(below.filter(|path| !reached.contains(*path)).map(|path| Problem {
            path: path.clone(),
            line: 1,
            text: format!(
                "no `mod` line leads here, so its tests never run; add one to {}",
                roots.iter().next().map_or("a [[test]] of the manifest", String::as_str)
            ),
        }));
    }
    problems
}

/// Returns the root files of the test programs in a manifest.
fn roots(krate: &str, manifest: &toml::Table) -> BTreeSet<String> {
    let tests = manifest.get("test").and_then(toml::Value::as_array).into_iter().flatten();
    let paths = tests.filter_map(|test| test.get("path").and_then(toml::Value::as_str));
    paths.map(|path| format!("{krate}{path}")).collect()
}

/// Returns the root files, and every file that they declare with `mod` lines, directly or through other files.
fn reached(files: &BTreeMap<String, String>, roots: &BTreeSet<String>) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut left: Vec<String> = roots.iter().cloned().collect();
    while let Some(path) = left.pop() {
        // A file that cannot be parsed is skipped; a different check of `tidy` reports it.
        let Some(Ok(source)) = files.get(&path).map(|text| Source::read(&path, text)) else { continue };
        let folder = folder_of_modules(&path, roots.contains(&path));
        for name in source.declared {
            let places = [format!("{folder}/{name}.rs"), format!("{folder}/{name}/mod.rs")];
            left.extend(
                places.into_iter().filter(|place| files.contains_key(place) && !reached.contains(place)),
            );
        }
        reached.insert(path);
    }
    reached
}

/// Returns the folder that contains the modules which a file declares.
fn folder_of_modules(path: &str, is_root: bool) -> &str {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let has_own = is_root || path.ends_with("/mod.rs");
    if has_own { folder } else { path.trim_end_matches(".rs") }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANIFEST: &str =
        "[package]\nname = \"a\"\nautotests = false\n[[test]]\nname = \"a\"\npath = \"tests/main.rs\"\n";

    fn forgotten(manifest: &str, rust: &[(&str, &str)]) -> Vec<String> {
        let manifest = [("tests/a/Cargo.toml".to_owned(), manifest.to_owned())];
        let rust = rust.iter().map(|(path, text)| (format!("tests/a/tests/{path}"), (*text).to_owned()));
        check(&manifest.into_iter().chain(rust).collect()).into_iter().map(|problem| problem.path).collect()
    }

    #[test]
    fn a_test_file_without_a_mod_line_is_found_at_every_folder_depth() {
        let all = [
            ("main.rs", "mod one;\nmod two;\nmod three;\n"),
            ("one.rs", "mod deep;\n"),
            ("one/deep.rs", ""),
            ("two/mod.rs", "mod deep;\n"),
            ("two/deep.rs", ""),
            ("three.rs", "fn f() {}\n"),
        ];
        assert_eq!(forgotten(MANIFEST, &all), [""; 0]);
        for (at, (path, _)) in all.iter().enumerate().filter(|(_, (_, text))| text.contains("mod ")) {
            let mut planted = all;
            planted[at].1 = "// mod one; mod two; mod three; mod deep;\n";
            let found = forgotten(MANIFEST, &planted);
            assert!(!found.is_empty() && found.iter().all(|found| found != path), "{path}: {found:?}");
        }
    }

    #[test]
    fn in_crates_with_automatic_tests_files_need_no_mod_line() {
        let manifest = MANIFEST.replace("autotests = false\n", "");
        assert_eq!(forgotten(&manifest, &[("main.rs", ""), ("lonely.rs", "")]), [""; 0]);
    }

    #[test]
    fn the_message_about_a_missing_mod_line_names_the_root_file() {
        let files = [("Cargo.toml", MANIFEST), ("tests/main.rs", ""), ("tests/lonely.rs", "")];
        let files = files.map(|(path, text)| (path.to_owned(), text.to_owned()));
        let problems: Vec<String> = check(&files.into()).iter().map(Problem::to_string).collect();
        assert_eq!(
            problems,
            ["tests/lonely.rs:1: no `mod` line leads here, so its tests never run; add one to tests/main.rs"]
        );
    }
}
