//! Checks the public items of the crates below `crates/`. A function, constant or static may be `pub` only if a different crate contains
//! its name.
//!
//! Names are compared as words, so an item is also accepted if a different crate uses the same name for a different item. Types are always
//! accepted, since a signature may contain a type that the caller does not name.

use std::collections::{BTreeMap, BTreeSet};

use super::Problem;

/// Returns a problem for every public item whose name occurs in no other crate.
pub(super) fn check(files: &BTreeMap<String, String>) -> Vec<Problem> {
    let files = || files.iter().filter(|(path, _)| path.ends_with(".rs"));
    let mut named: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (path, text) in files() {
        for word in text.split(|char: char| char != '_' && !char.is_alphanumeric()) {
            named.entry(word).or_default().insert(crate_of(path));
        }
    }
    let mut problems = Vec::new();
    let is_below = |path: &str| path.starts_with("crates/") && path.contains("/src/");
    for (path, text) in files().filter(|(path, _)| is_below(path)) {
        for (row, line) in text.lines().enumerate() {
            let Some(name) = public_item(line).filter(|name| named[name].len() == 1) else { continue };
            let text = format!("no other crate names {name}: make it pub(crate), or private");
            problems.push(Problem { path: path.clone(), line: row + 1, text });
        }
    }
    problems
}

/// Returns the folder of the crate to which a file belongs. Tests and examples of a crate count as other crates.
fn crate_of(path: &str) -> &str {
    path.split_once("/src/")
        .map_or_else(|| path.rsplit_once('/').map_or(path, |(folder, _)| folder), |(krate, _)| krate)
}

/// Returns the name of the function, constant or static that a line makes public.
fn public_item(line: &str) -> Option<&str> {
    let item = line.trim_start().strip_prefix("pub ")?;
    let item = item
        .strip_prefix("const fn ")
        .or_else(|| ["fn ", "const ", "static "].iter().find_map(|kind| item.strip_prefix(kind)))?;
    item.split(|char: char| char != '_' && !char.is_alphanumeric()).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_items_that_no_other_crate_names_are_found() {
        let own = "pub const fn taken() {}\n    pub fn kept(&self) {}\npub const ALONE: u8 = 1;\npub struct Shape;\npub(crate) fn own() {}";
        let files = [
            ("crates/one/src/lib.rs", own),
            ("crates/one/src/other.rs", "fn f() { kept(); ALONE }"),
            ("crates/two/src/lib.rs", "fn f() { one::taken() }"),
        ];
        let files = files.map(|(path, text)| (path.to_owned(), text.to_owned())).into();
        let found: Vec<String> = check(&files).iter().map(Problem::to_string).collect();
        assert!(found.len() == 2, "{found:?}");
        assert!(found[0].starts_with("crates/one/src/lib.rs:2: no other crate names kept"), "{found:?}");
        assert!(found[1].starts_with("crates/one/src/lib.rs:3: no other crate names ALONE"), "{found:?}");
    }
}
