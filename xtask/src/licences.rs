//! Checks the licences of code that users ship or run in their pipelines, which must not link copyleft code. The emulator of the tests may
//! link copyleft code.
//!
//! Invariant: a package whose licence is missing in `cargo metadata` is refused.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::workspace;

/// The workspace members whose code leaves this repository. The check includes all packages that these members link, and their build
/// dependencies.
const SHIPPED: [&str; 4] = ["agent", "gate", "trace", "xtask"];

/// The path prefix of the crates that may link copyleft code.
const TESTS: &str = "tests/";

/// The licences, as SPDX identifiers, that a shipped package may have.
const PERMISSIVE: [&str; 12] = [
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "BSD-1-Clause",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Zlib",
    "Unlicense",
    "0BSD",
    "CC0-1.0",
    "Unicode-3.0",
];

/// Weak copyleft licences, which apply to single files and not to the code that links these files.
const BY_FILE: [&str; 2] = ["MPL-2.0", "CDLA-Permissive-2.0"];

/// Returns an error with every chain of dependencies from a shipped member to a package whose licence is
/// refused.
pub(crate) fn check() -> Result<()> {
    let mut command = workspace::cargo();
    let text = workspace::read(command.args(["metadata", "--format-version", "1", "--locked"]))?;
    let metadata = serde_json::from_str(&text).context("`cargo metadata` printed no JSON")?;
    let problems = problems(&metadata)?;
    if !problems.is_empty() {
        bail!("{}", problems.join("\n"));
    }
    Ok(())
}

struct Package<'a> {
    name: &'a str,
    licence: &'a str,
    manifest: &'a str,
    is_member: bool,
}

fn problems(metadata: &Value) -> Result<Vec<String>> {
    let root = text(metadata, "workspace_root")?;
    let members: BTreeSet<&str> =
        list(metadata, "workspace_members")?.iter().filter_map(Value::as_str).collect();
    let mut packages = BTreeMap::new();
    for package in list(metadata, "packages")? {
        let id = text(package, "id")?;
        let licence = package["license"].as_str().unwrap_or("");
        let package = Package {
            name: text(package, "name")?,
            licence,
            manifest: text(package, "manifest_path")?,
            is_member: members.contains(id),
        };
        packages.insert(id, package);
    }
    let edges = edges(metadata)?;
    let mut problems = Vec::new();
    for (&id, package) in packages.iter().filter(|(_, package)| package.is_member) {
        let folder = package.manifest.strip_prefix(root).unwrap_or(package.manifest).trim_start_matches('/');
        if folder.starts_with(TESTS) {
            continue;
        }
        let is_library = folder.starts_with("crates/");
        if !SHIPPED.contains(&package.name) && !is_library {
            problems.push(format!("{} is neither below {TESTS} nor known as shipped", package.name));
        }
        for path in paths_to_refused(id, &packages, &edges) {
            problems.push(path);
        }
    }
    Ok(problems)
}

/// Returns the normal and build dependencies of each package. Dependencies of tests are not shipped.
fn edges(metadata: &Value) -> Result<BTreeMap<&str, Vec<&str>>> {
    let mut edges = BTreeMap::new();
    for node in list(&metadata["resolve"], "nodes")? {
        let mut out = Vec::new();
        for dependency in list(node, "deps")? {
            let kinds = list(dependency, "dep_kinds")?;
            if kinds.iter().any(|kind| kind["kind"].as_str() != Some("dev")) {
                out.push(text(dependency, "pkg")?);
            }
        }
        edges.insert(text(node, "id")?, out);
    }
    Ok(edges)
}

/// Returns every refused package on which `from` depends, with the shortest chain of names.
fn paths_to_refused(
    from: &str,
    packages: &BTreeMap<&str, Package<'_>>,
    edges: &BTreeMap<&str, Vec<&str>>,
) -> Vec<String> {
    let name = |id: &str| packages.get(id).map_or_else(|| id.to_owned(), |package| package.name.to_owned());
    let mut seen = BTreeSet::from([from]);
    let mut queue = std::collections::VecDeque::from([(from, name(from))]);
    let mut problems = Vec::new();
    while let Some((id, path)) = queue.pop_front() {
        let licence = packages.get(id).map_or("", |package| package.licence);
        if !may_ship(licence) {
            let licence = if licence.is_empty() { "no licence" } else { licence };
            problems.push(format!("{path}: {licence} may only be linked below {TESTS}"));
        }
        for &next in edges.get(id).into_iter().flatten() {
            if seen.insert(next) {
                queue.push_back((next, format!("{path} → {}", name(next))));
            }
        }
    }
    problems
}

/// Evaluates an SPDX expression. One of the licences that OR joins must be permitted, and all licences that AND joins must be permitted.
fn may_ship(expression: &str) -> bool {
    // Old manifests contain `/` instead of OR.
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    alternatives(&mut rest) && rest.is_empty()
}

fn alternatives(words: &mut &[&str]) -> bool {
    let mut answer = conjunction(words);
    while words.first() == Some(&"OR") {
        *words = &words[1..];
        answer |= conjunction(words);
    }
    answer
}

fn conjunction(words: &mut &[&str]) -> bool {
    let mut answer = licence(words);
    while words.first() == Some(&"AND") {
        *words = &words[1..];
        answer &= licence(words);
    }
    answer
}

fn licence(words: &mut &[&str]) -> bool {
    let Some((&word, rest)) = words.split_first() else { return false };
    *words = rest;
    if word == "(" {
        let answer = alternatives(words);
        let closed = words.first() == Some(&")");
        *words = words.get(1..).unwrap_or_default();
        return answer && closed;
    }
    if words.first() == Some(&"WITH") {
        // A licence exception is ignored, since it only removes conditions of the licence.
        *words = words.get(2..).unwrap_or_default();
    }
    PERMISSIVE.contains(&word) || BY_FILE.contains(&word)
}

pub(crate) fn text<'a>(value: &'a Value, key: &str) -> Result<&'a str> {
    value[key].as_str().with_context(|| format!("`cargo metadata` has no text {key:?}"))
}

pub(crate) fn list<'a>(value: &'a Value, key: &str) -> Result<&'a Vec<Value>> {
    value[key].as_array().with_context(|| format!("`cargo metadata` has no list {key:?}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Returns the metadata of a workspace with the members `gate` and `tests/phone`. The member `owner` links a GPL library through a
    /// permissive library.
    fn planted(owner: &str, kind: Value) -> Value {
        let package = |name: &str, folder: &str, licence: Value| json!({"id": name, "name": name, "license": licence, "manifest_path": format!("/r/{folder}/Cargo.toml")});
        let node = |id: &str, deps: Vec<Value>| json!({"id": id, "deps": deps});
        let dep = |name: &str, kind: Value| json!({"pkg": name, "dep_kinds": [{"kind": kind}]});
        let dependencies =
            |member: &str| if member == owner { vec![dep("binding", kind.clone())] } else { vec![] };
        json!({
            "workspace_root": "/r",
            "workspace_members": ["gate", "phone"],
            "packages": [
                package("gate", "gate", "MIT".into()),
                package("phone", "tests/phone", "MIT".into()),
                package("binding", "../registry/binding", "MIT OR Apache-2.0".into()),
                package("emulator", "../registry/emulator", "GPL-2.0-only".into()),
            ],
            "resolve": {"nodes": [
                node("gate", dependencies("gate")),
                node("phone", dependencies("phone")),
                node("binding", vec![dep("emulator", "build".into())]),
                node("emulator", vec![]),
            ]},
        })
    }

    #[test]
    fn gpl_licences_are_found_only_in_dependencies_of_shipped_crates() {
        let found = problems(&planted("gate", Value::Null)).unwrap();
        assert_eq!(found, ["gate → binding → emulator: GPL-2.0-only may only be linked below tests/"]);
        assert_eq!(
            problems(&planted("gate", "build".into())).unwrap().len(),
            1,
            "its build dependencies count"
        );
        assert!(problems(&planted("gate", "dev".into())).unwrap().is_empty(), "its tests may");
        assert!(problems(&planted("phone", Value::Null)).unwrap().is_empty(), "the phone may");
    }

    #[test]
    fn an_unknown_workspace_member_outside_of_tests_is_refused() {
        let mut metadata = planted("phone", Value::Null);
        metadata["packages"][0]["name"] = "extra".into();
        assert_eq!(problems(&metadata).unwrap(), ["extra is neither below tests/ nor known as shipped"]);
    }

    #[test]
    fn licence_expressions_are_evaluated_as_spdx_defines_them() {
        for (expression, expected) in [
            ("MIT", true),
            ("MIT/Apache-2.0", true),
            ("GPL-3.0 OR MIT", true),
            ("GPL-3.0 AND MIT", false),
            ("(MIT OR GPL-2.0) AND Unicode-3.0", true),
            ("(MIT AND GPL-2.0) OR Apache-2.0 WITH LLVM-exception", true),
            ("LGPL-2.1-or-later", false),
            ("(MIT", false),
            ("MIT MIT", false),
            ("", false),
        ] {
            assert_eq!(may_ship(expression), expected, "{expression:?}");
        }
    }

    #[test]
    fn shipped_crates_of_this_workspace_link_no_copyleft_code() {
        if let Err(error) = check() {
            panic!("{error:#}");
        }
    }
}
