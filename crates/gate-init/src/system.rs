//! Modules of Apple's SDKs and of Swift, and modules that only tests use. `gate init` writes no rules for
//! such system and test modules.

/// Modules of the SDKs and of Swift.
const SYSTEM: &str = include_str!("system.txt");

const TESTS: &str = include_str!("of-tests.txt");

/// Returns whether a module belongs to the system.
pub(super) fn is_system(name: &str) -> bool {
    SYSTEM.split_whitespace().any(|known| known == name)
}

/// Suffixes in the names of modules that only tests use.
const TESTS_END: &str = "
Tests Test TestSupport TestHelpers TestHelper TestUtils TestUtilities Testing Mocks Mock Fixtures TestsFoundation TestKit
TestsKit Snapshots TestData Macros MacrosPlugin
";

/// Returns whether a module or pod is used only by tests or tools, according to its name.
pub(super) fn is_of_tests(name: &str) -> bool {
    TESTS.split_whitespace().any(|known| known == name)
        || TESTS_END.split_whitespace().any(|end| name.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn module_names_of_the_system_and_of_tests_are_recognised() {
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
