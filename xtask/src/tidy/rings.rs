//! Finds files that use each other in a cycle ("ring"), in the crates of the gate and in the agent.
//!
//! Two files in the same folder may use each other. A cycle of files in different folders, or of three files, is refused. The use of a
//! module that contains the file is ignored, since a folder's `mod.rs` defines items for all files of the folder.

use std::collections::{BTreeMap, BTreeSet};

use super::Problem;
use super::source::Source;

/// The folders in which cycles are refused.
const FOLDERS: [&str; 3] = ["agent/", "crates/", "gate/"];

/// Returns a problem for every cycle among the Rust files of the repository.
pub(super) fn check(sources: &BTreeMap<String, Source>) -> Vec<Problem> {
    rings(sources).into_iter().map(problem).collect()
}

fn problem(ring: Vec<String>) -> Problem {
    let text = format!("these files use each other in a ring; move what they share: {}", ring.join(", "));
    Problem { path: ring[0].clone(), line: 1, text }
}

/// Returns the cycles, each as the paths of its files.
fn rings(sources: &BTreeMap<String, Source>) -> Vec<Vec<String>> {
    let is_checked = |path: &str| FOLDERS.iter().any(|folder| path.starts_with(folder));
    let sources: BTreeMap<&str, &Source> = sources
        .iter()
        .filter(|(path, source)| is_checked(path) && !source.is_test)
        .map(|(path, source)| (path.as_str(), source))
        .collect();
    let by_module: BTreeMap<&[String], &str> =
        sources.iter().map(|(path, source)| (source.module.as_slice(), *path)).collect();
    let uses: BTreeMap<&str, BTreeSet<&str>> =
        sources.iter().map(|(path, source)| (*path, used(source, &by_module))).collect();
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        uses.keys().map(|path| (*path, reached(path, &uses))).collect();
    let mut rings = BTreeSet::new();
    for (path, from) in &reached {
        let ring: Vec<String> = from
            .iter()
            .filter(|other| reached[*other].contains(path))
            .map(|path| (*path).to_owned())
            .collect();
        let folders: BTreeSet<&str> = ring.iter().filter_map(|path| Some(path.rsplit_once('/')?.0)).collect();
        if folders.len() > 1 || ring.len() > 2 {
            rings.insert(ring);
        }
    }
    rings.into_iter().collect()
}

/// Returns the files that a file uses. Files of the modules that contain the file are excluded.
fn used<'a>(source: &Source, by_module: &BTreeMap<&[String], &'a str>) -> BTreeSet<&'a str> {
    let mut used = BTreeSet::new();
    for mention in &source.mentions {
        let mut path = mention.path.clone();
        if source.declared.contains(&path[0]) {
            path = [&source.module, path.as_slice()].concat();
        }
        let found = (1..=path.len()).rev().find(|end| by_module.contains_key(&path[..*end]));
        let Some(module) = found.map(|end| &path[..end]) else { continue };
        if !source.module.starts_with(module) {
            used.insert(by_module[module]);
        }
    }
    used
}

/// Returns every file that a file uses directly or through other files.
fn reached<'a>(path: &str, uses: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut left: Vec<&str> = uses[path].iter().copied().collect();
    while let Some(next) = left.pop() {
        if reached.insert(next) {
            left.extend(&uses[next]);
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources<'a>(files: impl IntoIterator<Item = (String, &'a str)>) -> BTreeMap<String, Source> {
        let files = files.into_iter();
        files.map(|(path, text)| (path.clone(), Source::read(&path, text).ok().expect(text))).collect()
    }

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let files = files.iter().map(|(path, text)| (format!("gate/src/{path}"), *text));
        let rings = rings(&sources(files));
        rings.iter().map(|ring| ring.join(" ").replace("gate/src/", "")).collect()
    }

    #[test]
    fn cycles_of_uses_between_folders_and_among_three_files_are_found() {
        let two = [("a/one.rs", "use super::two::T;"), ("a/two.rs", "use crate::a::one::O;")];
        assert_eq!(found(&two), [""; 0], "two files of one folder may");
        let three = [
            ("a/one.rs", "use super::two::T;"),
            ("a/two.rs", "fn f() { super::three::g() }"),
            ("a/three.rs", "use super::one;"),
        ];
        assert_eq!(found(&three), ["a/one.rs a/three.rs a/two.rs"]);
        let folders = [("a/one.rs", "use crate::b::two::T;"), ("b/two.rs", "use crate::a::one::O;")];
        assert_eq!(found(&folders), ["a/one.rs b/two.rs"]);
        let below = [
            ("a/mod.rs", "mod b;\nuse b::B;"),
            ("a/b/mod.rs", "mod c;"),
            ("a/b/c.rs", "use super::super::A;"),
        ];
        assert_eq!(found(&below), [""; 0], "items of the modules above are shared");
        let tests =
            [three[0], three[1], ("a/three.rs", "#[cfg(test)]\nmod tests { use super::super::one; }")];
        assert_eq!(found(&tests), [""; 0]);
    }

    #[test]
    fn the_message_about_a_cycle_of_uses_names_its_files() {
        let files = [("agent/src/a/one.rs", "use crate::b::T;"), ("agent/src/b.rs", "use crate::a::one::O;")];
        let problems = check(&sources(files.map(|(path, text)| (path.to_owned(), text))));
        assert!(
            problems.len() == 1 && problems[0].text.ends_with("agent/src/a/one.rs, agent/src/b.rs"),
            "{problems:?}"
        );
    }
}
