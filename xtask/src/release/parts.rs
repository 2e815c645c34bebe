//! Writes the bill of materials (CycloneDX 1.5) of a released gate, and the licence notices of all linked packages.
//! The data come from `cargo metadata` and Cargo.lock, for the platform and the features of the release.
//! Invariant: every linked package has a licence. A package that does not belong to this repository also has a checksum in Cargo.lock.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::licences::{list, text};
use crate::workspace;

/// The name of the bill of materials in an archive. The next constant is the name of the notices.
pub(super) const BILL: &str = "gate.cdx.json";
pub(super) const NOTICES: &str = "THIRD-PARTY.txt";

/// Writes both files into a folder.
pub(super) fn write(folder: &Path, target: &str) -> Result<()> {
    let mut command = workspace::cargo();
    command.args(["metadata", "--format-version", "1", "--locked", "--features", "gate/store"]);
    let metadata: Value =
        serde_json::from_str(&workspace::read(command.args(["--filter-platform", target]))?)?;
    let lock = std::fs::read_to_string(workspace::root().join("Cargo.lock"))?.parse()?;
    let parts = Parts::new(&metadata, &lock)?;
    std::fs::write(folder.join(BILL), serde_json::to_vec_pretty(&parts.bill(&workspace::version()?))?)?;
    std::fs::write(folder.join(NOTICES), parts.notices()?)?;
    Ok(())
}

/// A package that gate links.
struct Part<'a> {
    name: &'a str,
    version: &'a str,
    licence: String,
    folder: &'a Path,
    /// The checksum in Cargo.lock. A package of this repository has no checksum.
    checksum: Option<&'a str>,
    /// The ids of the packages with which this package links.
    needs: Vec<&'a str>,
}

impl Part<'_> {
    fn reference(&self) -> String {
        format!("pkg:cargo/{}@{}", self.name, self.version)
    }

    /// Returns the package's entry in the bill of materials, as a library or an application.
    fn component(&self, kind: &str) -> Value {
        let mut component = json!({"type": kind, "bom-ref": self.reference(), "name": self.name, "version": self.version,
            "purl": self.reference(), "licenses": [{"expression": self.licence}]});
        if let Some(sum) = self.checksum {
            component["hashes"] = json!([{"alg": "SHA-256", "content": sum}]);
        }
        component
    }
}

/// Gate itself and all packages that it links, by their ids.
struct Parts<'a> {
    gate: &'a str,
    all: BTreeMap<&'a str, Part<'a>>,
}

impl<'a> Parts<'a> {
    fn new(metadata: &'a Value, lock: &'a toml::Table) -> Result<Parts<'a>> {
        let locked = lock.get("package").and_then(toml::Value::as_array).context("an empty Cargo.lock")?;
        let mut sums = BTreeMap::new();
        for package in locked {
            let text = |key: &str| package.get(key).and_then(toml::Value::as_str);
            sums.insert((text("name"), text("version")), text("checksum"));
        }
        let packages = list(metadata, "packages")?;
        let gate = packages.iter().find(|package| package["name"] == "gate").context("no package gate")?;
        let gate = text(gate, "id")?;
        let mut edges: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for node in list(&metadata["resolve"], "nodes")? {
            let linked = list(node, "deps")?.iter().filter(|dependency| {
                dependency["dep_kinds"]
                    .as_array()
                    .is_some_and(|kinds| kinds.iter().any(|kind| kind["kind"].is_null()))
            });
            edges.insert(
                text(node, "id")?,
                linked.filter_map(|dependency| dependency["pkg"].as_str()).collect(),
            );
        }
        let (mut seen, mut queue) = (BTreeSet::from([gate]), vec![gate]);
        while let Some(id) = queue.pop() {
            queue.extend(edges.get(id).into_iter().flatten().filter(|next| seen.insert(**next)));
        }
        let mut all = BTreeMap::new();
        for package in packages {
            let id = text(package, "id")?;
            if !seen.contains(id) {
                continue;
            }
            let (name, version) = (text(package, "name")?, text(package, "version")?);
            // Old manifests contain `/` instead of OR.
            let licence = text(package, "license").context(name.to_owned())?.replace('/', " OR ");
            let checksum = sums.get(&(Some(name), Some(version))).copied().flatten();
            ensure!(
                checksum.is_some() || package["source"].is_null(),
                "Cargo.lock has no checksum of {name} {version}"
            );
            let folder = Path::new(text(package, "manifest_path")?).parent().unwrap_or(Path::new(""));
            let needs = edges.remove(id).unwrap_or_default();
            all.insert(id, Part { name, version, licence, folder, checksum, needs });
        }
        Ok(Parts { gate, all })
    }

    /// Returns the package URLs (purls) of packages, sorted and without duplicates.
    fn references(&self, ids: &[&str]) -> BTreeSet<String> {
        ids.iter().filter_map(|id| self.all.get(id)).map(Part::reference).collect()
    }

    fn bill(&self, version: &str) -> Value {
        let others = self.all.iter().filter(|(id, _)| **id != self.gate);
        let tree = self
            .all
            .values()
            .map(|part| json!({"ref": part.reference(), "dependsOn": self.references(&part.needs)}));
        json!({
            "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
            "metadata": {
                "tools": {"components": [{"type": "application", "name": "cargo xtask release", "version": version}]},
                "component": self.all[self.gate].component("application"),
            },
            "components": others.map(|(_, part)| part.component("library")).collect::<Vec<_>>(),
            "dependencies": tree.collect::<Vec<_>>(),
        })
    }

    /// Lists each package with its licence, and after the packages each licence text once, with the packages to which it applies.
    fn notices(&self) -> Result<String> {
        let mut out = String::from("gate is linked with these packages.\n\n");
        let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for part in self.all.values().filter(|part| part.checksum.is_some()) {
            let name = format!("{} {}", part.name, part.version);
            let mut files = Vec::new();
            licence_files(part.folder, 2, &mut files).with_context(|| name.clone())?;
            let without = if files.is_empty() { "; the package has no text of it" } else { "" };
            let _ = writeln!(out, "{name}: {}{without}", part.licence);
            for text in files {
                texts.entry(text).or_default().push(name.clone());
            }
        }
        for (text, names) in texts {
            let _ = write!(out, "\n{}\n{}\n\n{text}\n", "=".repeat(80), names.join(", "));
        }
        Ok(out)
    }
}

/// Collects the licence texts in a package's folder and its subfolders.
fn licence_files(folder: &Path, depth: usize, texts: &mut Vec<String>) -> Result<()> {
    let mut paths: Vec<_> = std::fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        let is_licence = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE", "COPYRIGHT"]
            .iter()
            .any(|begin| name.starts_with(begin));
        if path.is_dir() && depth > 1 {
            licence_files(&path, depth - 1, texts)?;
        } else if path.is_file() && is_licence && !name.ends_with(".RS") {
            let text =
                String::from_utf8_lossy(&std::fs::read(&path)?).replace("\r\n", "\n").trim().to_owned();
            if !text.is_empty() && !texts.contains(&text) {
                texts.push(text);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn metadata(folder: &Path) -> Value {
        let package = |name: &str, source: Value| {
            json!({"id": name, "name": name, "version": "1.0.0", "license": "MIT/Apache-2.0",
            "source": source, "manifest_path": folder.join(name).join("Cargo.toml")})
        };
        let dep = |name: &str, kind: Value| json!({"pkg": name, "dep_kinds": [{"kind": kind}]});
        json!({
            "packages": [package("gate", Value::Null), package("zip", "registry".into()), package("cc", "registry".into())],
            "resolve": {"nodes": [
                {"id": "gate", "deps": [dep("zip", Value::Null), dep("cc", "build".into())]},
                {"id": "zip", "deps": []}, {"id": "cc", "deps": []},
            ]},
        })
    }

    #[test]
    fn linked_packages_are_listed_with_checksum_and_licence() {
        let folder = std::env::temp_dir().join(format!("parts-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("zip/vendored")).unwrap();
        std::fs::write(folder.join("zip/LICENSE-MIT"), "Copyright Ann\r\n").unwrap();
        std::fs::write(folder.join("zip/vendored/COPYING"), "Copyright Bob\n").unwrap();
        let lock: toml::Table =
            "[[package]]\nname = \"zip\"\nversion = \"1.0.0\"\nchecksum = \"00ff\"\n".parse().unwrap();
        let metadata = metadata(&folder);
        let parts = Parts::new(&metadata, &lock).unwrap();
        let bill = parts.bill("1.0.0");
        assert_eq!(bill["metadata"]["component"]["name"], "gate");
        let components = bill["components"].as_array().unwrap();
        assert_eq!(components.len(), 1, "build dependencies are not listed: {bill}");
        assert_eq!(components[0]["purl"], "pkg:cargo/zip@1.0.0");
        assert_eq!(components[0]["hashes"][0]["content"], "00ff");
        assert_eq!(components[0]["licenses"][0]["expression"], "MIT OR Apache-2.0");
        let gate =
            bill["dependencies"].as_array().unwrap().iter().find(|one| one["ref"] == "pkg:cargo/gate@1.0.0");
        assert_eq!(gate.unwrap()["dependsOn"], json!(["pkg:cargo/zip@1.0.0"]));
        let notices = parts.notices().unwrap();
        assert!(notices.contains("zip 1.0.0: MIT OR Apache-2.0\n"), "{notices}");
        assert!(notices.contains("Copyright Ann") && notices.contains("Copyright Bob"), "{notices}");
        let empty: toml::Table = "package = []".parse().unwrap();
        let error = Parts::new(&metadata, &empty).err().unwrap().to_string();
        assert!(error.contains("no checksum of zip"), "{error}");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
