//! Measures the share of the product that cargo compiles after an edit of one crate: the edited crate, and
//! every crate that depends on it.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result, ensure};
use serde_json::{Map, Value};

use crate::{lines, workspace};

/// The figures, each with the crate that is edited.
const EDITED: [(&str, &str); 1] = [("loop.rebuilt_by_macho", "gate-macho")];

/// Measures the figures from cargo's metadata and from lines of code.
pub(super) fn measure() -> Result<Map<String, Value>> {
    let metadata =
        workspace::read(workspace::cargo().args(["metadata", "--format-version", "1", "--no-deps"]))?;
    let crates = crates(&serde_json::from_str(&metadata)?)?;
    let lines = lines::product_by_crate()?;
    let mut figures = Map::new();
    for (figure, edited) in EDITED {
        let rebuilt = rebuilt(&crates, edited);
        ensure!(rebuilt.len() > 1, "no crate depends on {edited}");
        let names: Vec<&str> = rebuilt.iter().copied().collect();
        let share = share(&lines, &crates, &rebuilt)?;
        eprintln!("an edit of {edited} rebuilds {:.1} % of the product: {}", 100.0 * share, names.join(", "));
        figures.insert(figure.to_owned(), share.into());
    }
    Ok(figures)
}

/// A crate of the workspace.
struct Crate {
    /// The crate's folder in the repository.
    folder: String,
    /// Names of the workspace's crates with which the crate links or which its build runs, without the crates
    /// that only its tests use.
    uses: BTreeSet<String>,
}

/// Returns the workspace's crates by name.
fn crates(metadata: &Value) -> Result<BTreeMap<String, Crate>> {
    let packages = metadata["packages"].as_array().context("cargo metadata has no packages")?;
    let root = metadata["workspace_root"].as_str().context("cargo metadata has no workspace_root")?;
    let mut crates = BTreeMap::new();
    for package in packages {
        let name = package["name"].as_str().context("a package without a name")?;
        let manifest = package["manifest_path"].as_str().context("a package without a manifest")?;
        let folder =
            manifest.trim_end_matches("/Cargo.toml").trim_start_matches(root).trim_start_matches('/');
        let uses = package["dependencies"].as_array().into_iter().flatten();
        let uses = uses.filter(|used| used["path"].is_string() && used["kind"] != "dev");
        let uses = uses.filter_map(|used| used["name"].as_str().map(str::to_owned)).collect();
        crates.insert(name.to_owned(), Crate { folder: folder.to_owned(), uses });
    }
    Ok(crates)
}

/// Returns the edited crate and all crates that depend on it.
fn rebuilt<'a>(crates: &'a BTreeMap<String, Crate>, edited: &'a str) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::from([edited]);
    loop {
        let before = found.len();
        for (name, one) in crates {
            if one.uses.iter().any(|used| found.contains(used.as_str())) {
                found.insert(name);
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

/// Returns the share of the product's lines that the given crates contain. `lines` contains the number of
/// lines by the folder of each crate.
fn share(
    lines: &BTreeMap<String, usize>,
    crates: &BTreeMap<String, Crate>,
    rebuilt: &BTreeSet<&str>,
) -> Result<f64> {
    let all: usize = lines.values().sum();
    ensure!(all > 0, "the product has no lines");
    let rebuilt: usize = rebuilt.iter().filter_map(|name| lines.get(&crates.get(*name)?.folder)).sum();
    Ok(rebuilt as f64 / all as f64)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn crates_that_depend_on_an_edited_one_are_rebuilt() {
        let package = |name: &str, folder: &str, uses: Value| json!({"name": name, "manifest_path": format!("/w/{folder}/Cargo.toml"), "dependencies": uses});
        let metadata = json!({"workspace_root": "/w", "packages": [
            package("macho", "crates/macho", json!([])),
            package("names", "crates/names", json!([{"name": "macho", "path": "/w/crates/macho", "kind": null}])),
            package("gate", "gate", json!([{"name": "names", "path": "/w/crates/names", "kind": null}, {"name": "serde", "kind": null}])),
            package("stats", "crates/stats", json!([{"name": "macho", "path": "/w/crates/macho", "kind": "dev"}])),
        ]});
        let crates = crates(&metadata).unwrap();
        let rebuilt = rebuilt(&crates, "macho");
        assert_eq!(rebuilt, BTreeSet::from(["macho", "names", "gate"]));
        let lines = [("crates/macho", 10), ("crates/names", 20), ("gate", 30), ("crates/stats", 40)];
        let lines = lines.map(|(folder, lines)| (folder.to_owned(), lines)).into();
        assert_eq!(share(&lines, &crates, &rebuilt).unwrap(), 0.6);
    }

    #[test]
    fn the_crates_that_the_rebuild_bench_edits_exist_in_this_workspace() {
        let metadata =
            workspace::read(workspace::cargo().args(["metadata", "--format-version", "1", "--no-deps"]));
        let crates = crates(&serde_json::from_str(&metadata.unwrap()).unwrap()).unwrap();
        for (_, edited) in EDITED {
            assert!(crates.contains_key(edited) && rebuilt(&crates, edited).contains("gate"), "{edited}");
        }
    }
}
