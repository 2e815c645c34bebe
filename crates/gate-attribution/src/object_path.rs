//! Finds the module of an object file from its path, by the conventions of common build systems.

/// Returns the module of an object file, or `None` if the path of the object file contains no module.
pub(crate) fn module_of_object(path: &str) -> Option<String> {
    // The path is ARCHIVE(MEMBER): a static library, or the binary of a static framework, which has no extension.
    if let Some(archive) =
        path.strip_suffix(')').and_then(|path| path.rsplit_once('(')).map(|(archive, _)| archive)
    {
        let name = archive.rsplit('/').next().unwrap_or(archive);
        return match name.strip_suffix(".a") {
            Some(stem) => non_empty(stem.strip_prefix("lib").unwrap_or(stem)),
            None => non_empty(name),
        };
    }
    let mut folders: Vec<&str> = path.split('/').filter(|folder| !folder.is_empty()).collect();
    let file = folders.pop()?;
    // The path has the form of Xcode: …/Payments.build/Objects-normal/arm64/Cart.o.
    let objects = folders.iter().position(|folder| folder.starts_with("Objects-"));
    if let Some(target) = objects.and_then(|at| folders.get(at.checked_sub(1)?)?.strip_suffix(".build")) {
        return non_empty(target);
    }
    for folder in folders.iter().rev() {
        // The path contains a folder with the name of the target: a static framework that was linked as a whole, or a folder of a Swift
        // package (Payments.build/Cart.swift.o), of CMake (Payments.dir) or of Bazel (Payments_objs, or _objs/Payments).
        for ending in [".framework", ".build", ".dir", "_objs"] {
            if let Some(stem) = folder.strip_suffix(ending)
                && !stem.is_empty()
            {
                return non_empty(stem);
            }
        }
    }
    if let Some(bazel) = folders.iter().position(|folder| *folder == "_objs") {
        return non_empty(folders.get(bazel + 1)?);
    }
    // Xcode links a Swift package as one object among its products: …/Debug-iphoneos/Payments.o.
    let product = |folder: &&str| ["-iphoneos", "-iphonesimulator"].iter().any(|sdk| folder.ends_with(sdk));
    if folders.last().is_some_and(product) {
        return non_empty(file.strip_suffix(".o")?);
    }
    None
}

fn non_empty(name: &str) -> Option<String> {
    (!name.is_empty()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_determined_from_paths_of_object_files() {
        let cases = [
            ("/b/Debug-iphoneos/libPayments.a(Cart.o)", Some("Payments")),
            ("/b/Debug-iphoneos/Pay/Payments.a(Cart.o)", Some("Payments")),
            ("/p/GoogleMaps.framework/GoogleMaps(GMSMap.o)", Some("GoogleMaps")),
            (
                "/DD/Shop-x/Build/Intermediates.noindex/Shop.build/Debug-iphoneos/Payments.build/Objects-normal/arm64/Cart.o",
                Some("Payments"),
            ),
            ("/b/Debug-iphoneos/Payments.o", Some("Payments")),
            ("/p/.build/arm64-apple-ios/debug/Payments.build/Cart.swift.o", Some("Payments")),
            ("/p/CMakeFiles/Payments.dir/src/Cart.m.o", Some("Payments")),
            ("bazel-out/ios/bin/Payments/_objs/Payments_lib/arc/Cart.o", Some("Payments_lib")),
            ("/tmp/Cart.o", None),
            ("Cart.o", None),
            ("linker synthesized", None),
            ("", None),
            ("()", None),
            (")", None),
        ];
        for (path, expected) in cases {
            assert_eq!(module_of_object(path).as_deref(), expected, "{path}");
        }
    }
}
