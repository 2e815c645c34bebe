//! Bazel's BUILD files: apps and libraries.

use super::calls::{calls, without_comments};

/// What a rule of a BUILD file makes.
#[derive(Clone, Debug)]
pub(in crate::init) struct Rule {
    pub(in crate::init) name: String,
    pub(in crate::init) is_app: bool,
    pub(in crate::init) bundle: Option<String>,
    /// The app's name, or the library's module.
    pub(in crate::init) product: Option<String>,
    /// It names a provisioning profile, without which nothing is built for phones.
    pub(in crate::init) has_profile: bool,
}

/// Reads the text of a BUILD file.
pub(in crate::init) fn rules(text: &str) -> Vec<Rule> {
    let text = without_comments(text, true);
    let found = calls(&text, &["ios_application", "swift_library", "objc_library"]);
    let rules =
        found.into_iter().filter(|call| call.argument("testonly").is_none_or(|value| value == "False"));
    rules
        .filter_map(|call| {
            let is_app = call.name == "ios_application";
            Some(Rule {
                name: call.string("name")?,
                is_app,
                bundle: call.string("bundle_id"),
                has_profile: call.argument("provisioning_profile").is_some(),
                product: call.string(if is_app { "bundle_name" } else { "module_name" }),
            })
        })
        .collect()
}
