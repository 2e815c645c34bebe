//! Package.swift: the targets of a package, by the names that sources import.

use super::calls::{calls, without_comments};
use super::{join, join_relative, to_module_name};

/// A package target that may become a part of an app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PackageTarget {
    pub(crate) module: String,
    pub(crate) folder: String,
}

/// The contents of a manifest.
#[derive(Clone, Debug, Default)]
pub(crate) struct Manifest {
    pub(crate) targets: Vec<PackageTarget>,
    /// The products of other packages that the package uses.
    pub(crate) products: Vec<String>,
    /// Whether the package depends on remote packages.
    pub(crate) has_packages: bool,
    /// The local packages and, in the next field, binary frameworks, relative to the repository's root.
    pub(crate) packages: Vec<String>,
    pub(crate) binaries: Vec<String>,
    /// Whether the package is an app of Swift Playgrounds.
    pub(crate) is_app: bool,
}

/// Parses the Package.swift of a folder. `exists` returns whether a folder exists.
pub(crate) fn read(text: &str, folder: &str, exists: impl Fn(&str) -> bool) -> Manifest {
    let text = without_comments(text);
    let mut manifest = Manifest::default();
    let names = ["target", "executableTarget", "product", "package", "binaryTarget", "iOSApplication"];
    for call in calls(&text, &names) {
        let place = || join_relative(folder, &call.string_argument("path")?);
        match call.name {
            "iOSApplication" => manifest.is_app = true,
            "package" => {
                manifest.has_packages |= call.argument("url").is_some() || call.argument("id").is_some();
                manifest.packages.extend(place());
            }
            "binaryTarget" => manifest.binaries.extend(place()),
            "product" if call.argument("package").is_some() => {
                manifest.products.extend(call.string_argument("name"))
            }
            "target" => {
                let Some(name) = call.string_argument("name") else { continue };
                // A dependency `.target(name: "Kit")` refers to a target that is declared elsewhere.
                let folder = match call.string_argument("path") {
                    Some(path) => join(folder, &path),
                    None => ["Sources", "Source", "src", "srcs"]
                        .iter()
                        .filter_map(|above| join(folder, &format!("{above}/{name}")))
                        .find(|place| exists(place)),
                };
                let Some(folder) = folder else { continue };
                let target = PackageTarget { module: to_module_name(&name), folder };
                if !manifest.targets.contains(&target) {
                    manifest.targets.push(target);
                }
            }
            _ => {}
        }
    }
    manifest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_and_products_of_a_swift_package_are_read() {
        let text = "let package = Package(name: \"shop-kit\", dependencies: [.package(url: \"https://e.com/net\", from: \"1.0.0\"), .package(path: \"../Keys\")], targets: [
          .target(name: \"Cart-Core\", dependencies: [.product(name: \"Net\", package: \"net\"), .target(name: \"Odd\")]),
          .target(name: \"Odd\", path: \"Elsewhere\"), .testTarget(name: \"CartTests\"), .executableTarget(name: \"tool\"), .binaryTarget(name: \"Core\", path: \"../../build/Core.xcframework\") ])";
        let manifest = read(text, "Packages/Shop", |folder| folder == "Packages/Shop/Sources/Cart-Core");
        let names: Vec<(&str, &str)> =
            manifest.targets.iter().map(|target| (&*target.module, &*target.folder)).collect();
        assert_eq!(
            names,
            [("Cart_Core", "Packages/Shop/Sources/Cart-Core"), ("Odd", "Packages/Shop/Elsewhere")]
        );
        assert_eq!(manifest.products, ["Net"]);
        assert_eq!(
            (&manifest.packages[..], &manifest.binaries[..]),
            (&["Packages/Keys".to_owned()][..], &["build/Core.xcframework".to_owned()][..])
        );
        assert!(manifest.has_packages && !manifest.is_app);
    }
}
