//! Modules that Apple's SDKs and Swift bring, and modules that only tests use: neither gets a rule.

/// Of the SDKs and of Swift.
const SYSTEM: &str = include_str!("system.txt");

const TESTS: &str = include_str!("of-tests.txt");

/// A module that the system has.
pub(super) fn is_system(name: &str) -> bool {
    SYSTEM.split_whitespace().any(|known| known == name)
}

/// How the names of such modules end.
const TESTS_END: &str = "
Tests Test TestSupport TestHelpers TestHelper TestUtils TestUtilities Testing Mocks Mock Fixtures TestsFoundation TestKit
TestsKit Snapshots TestData Macros MacrosPlugin
";

/// A module or pod that only tests or tools use, by its name.
pub(super) fn is_of_tests(name: &str) -> bool {
    TESTS.split_whitespace().any(|known| known == name)
        || TESTS_END.split_whitespace().any(|end| name.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_and_the_system_are_known() {
        for name in ["UIKit", "SwiftUI", "sqlite3", "os"] {
            assert!(is_system(name), "{name}");
        }
        for name in ["Nimble", "UITestsFoundation", "CartTestHelpers", "ShopMocks"] {
            assert!(is_of_tests(name), "{name}");
        }
        for name in ["Latest", "Kingfisher", "Contest", "ComposableArchitecture"] {
            assert!(!is_system(name) && !is_of_tests(name), "{name}");
        }
    }
}
