//! Finds the modules that the sources of the app import. Imports of tests are excluded.

use std::collections::BTreeSet;
use std::io::Read as _;
use std::path::Path;

/// The number of bytes that are read at the beginning of a source file, where the imports are.
const READ: u64 = 64 << 10;

/// The imports of several files.
#[derive(Debug, Default)]
pub(crate) struct Imports {
    /// Modules, from Swift and Objective-C.
    pub(crate) modules: BTreeSet<String>,
    /// Headers that Objective-C includes, without extension.
    pub(crate) headers: BTreeSet<String>,
}

/// Reads the imports of files.
pub(crate) fn read(root: &Path, files: &[String]) -> Imports {
    let mut found = Imports::default();
    for path in files.iter().filter(|path| !is_test(path)) {
        let Ok(file) = std::fs::File::open(root.join(path)) else { continue };
        let mut bytes = Vec::new();
        if file.take(READ).read_to_end(&mut bytes).is_err() {
            continue;
        }
        for line in String::from_utf8_lossy(&bytes).lines() {
            match parse_import(line) {
                Some((name, true)) => found.headers.insert(name.to_owned()),
                Some((name, false)) => found.modules.insert(name.to_owned()),
                None => false,
            };
        }
    }
    found
}

/// Suffixes in the names of folders and files that contain tests.
const ENDS: &str = "Test Tests UITests Specs Mocks TestHelpers TestSupport TestUtils __Snapshots__";

/// Returns whether a path belongs to tests, previews or tools, which are not part of the app.
pub(crate) fn is_test(path: &str) -> bool {
    path.split('/').any(|part| {
        let part = part.strip_suffix(".swift").unwrap_or(part);
        ENDS.split(' ')
            .any(|end| part == end || part.ends_with(end) && part.len() > end.len() && end.len() > 4)
            || part.ends_with("-tests")
            || part == "Package"
            || part == "tests"
    })
}

/// Returns the module or header that a line imports. The flag is `true` for a header.
fn parse_import(line: &str) -> Option<(&str, bool)> {
    let line = line.trim_start();
    if let Some(rest) = line.strip_prefix("#import").or_else(|| line.strip_prefix("#include")) {
        let rest = rest.trim_start();
        return match rest.strip_prefix('<') {
            Some(rest) => Some((rest.split_once('>')?.0.split_once('/')?.0, false)),
            None => {
                let path = rest.strip_prefix('"')?.split('"').next()?;
                Some((path.strip_suffix(".h")?.rsplit('/').next()?, true))
            }
        };
    }
    let mut words = line
        .strip_prefix("@import ")
        .or_else(|| {
            // `@testable import` occurs in tests. `public import`, `@_exported import` and similar forms do
            // not.
            let at = line.find("import ")?;
            let before = line[..at].trim();
            let plain = before.is_empty()
                || before.split(' ').all(|word| {
                    word.starts_with('@') && word != "@testable"
                        || ["public", "internal", "private", "fileprivate", "package"].contains(&word)
                });
            plain.then(|| &line[at + "import ".len()..])
        })?
        .split_whitespace();
    let kinds = ["class", "struct", "enum", "protocol", "func", "typealias", "let", "var"];
    let first = words.next()?;
    let name = if kinds.contains(&first) { words.next()? } else { first };
    let name = name.split(['.', ';', '/']).next()?;
    let plain = name.chars().all(|c| c.is_alphanumeric() || c == '_') && !name.is_empty();
    plain.then_some((name, false))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_in_swift_and_objective_c_are_read() {
        for (line, expected) in [
            ("import Foundation", Some("Foundation")),
            ("  @_exported import struct Kit.Cart // all", Some("Kit")),
            ("public import Net", Some("Net")),
            ("@testable import Shop", None),
            ("@import Payments.Core;", Some("Payments")),
            ("#import <AFNetworking/AFNetworking.h>", Some("AFNetworking")),
            ("#import \"Masonry.h\"", Some("Masonry")),
            ("#include <stdio.h>", None),
            ("#include <errno.h>\t/* read/write */", None),
            ("// import Nothing", None),
            ("let important = 1", None),
        ] {
            assert_eq!(parse_import(line).map(|(name, _)| name), expected, "{line}");
        }
        for (path, expected) in [
            ("ShopTests/CartTests.swift", true),
            ("Sources/App/Latest.swift", false),
            ("Tests/A.swift", true),
            ("Kit/Contest/A.swift", false),
            ("Packages/A/Package.swift", true),
        ] {
            assert_eq!(is_test(path), expected, "{path}");
        }
    }
}
