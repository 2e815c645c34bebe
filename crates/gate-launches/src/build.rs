//! Defines the identity of a build of an app: its version, its build number, the UUIDs of its code and the hash of its code directory.
//!
//! The linker gives every image a UUID that depends on its content, so builds with the same version and number still differ in their UUIDs.
//! Builds of the same code with different resources or flags differ in the hash of the code directory, which the signature covers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use trace::{ImageFlags, Reader};

/// A build of an app. Unknown fields of a build are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Build {
    /// The version of the app, `CFBundleShortVersionString`.
    pub version: String,
    /// The build number of the app, `CFBundleVersion`.
    pub number: String,
    /// UUIDs of the app's images, by their paths in the bundle.
    pub images: BTreeMap<String, String>,
    /// The first 20 bytes of the hash of the executable's code directory, which covers code and resources, in hexadecimal digits.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub code_hash: String,
}

impl Build {
    /// Reads the build from a trace. The images of the build are those that the launch loaded.
    pub fn from_trace(trace: &Reader<'_>) -> Build {
        let folder = place_of(trace);
        let mut images = BTreeMap::new();
        for image in trace.images.iter().filter(|image| image.flags.contains(ImageFlags::IN_BUNDLE)) {
            let path = image.path.to_string();
            if image.uuid != trace::Uuid::default()
                && let Some(inside) = strip_folder(&path, &folder)
            {
                images.insert(inside.to_owned(), image.uuid.to_string());
            }
        }
        let info = &trace.info;
        let [version, number, code_hash] =
            [info.app_version, info.app_build, info.code_hash].map(|text| text.to_string());
        Build { version, number, images, code_hash }
    }

    /// Returns whether all fields are unknown.
    pub fn is_unknown(&self) -> bool {
        *self == Build::default()
    }

    /// Describes the first difference between two builds in the fields that both builds have; returns `None` without a difference.
    pub(crate) fn describe_difference(&self, other: &Build) -> Option<String> {
        for (what, mine, theirs) in
            [("version", &self.version, &other.version), ("build", &self.number, &other.number)]
        {
            if !mine.is_empty() && !theirs.is_empty() && mine != theirs {
                return Some(format!("{what} {theirs:?} instead of {mine:?}"));
            }
        }
        let image = other.images.iter().find_map(|(path, uuid)| match self.images.get(path) {
            Some(known) if known != uuid => Some(format!("{path:?} has the UUID {uuid} instead of {known}")),
            _ => None,
        });
        let [mine, theirs] = [self, other].map(|build| &build.code_hash);
        let signed = || {
            format!("its code directory is {theirs} instead of {mine}: other code, resources or signature")
        };
        image.or_else(|| (!mine.is_empty() && !theirs.is_empty() && mine != theirs).then(signed))
    }

    /// Describes the first difference as `describe_difference` does. The build `self` contains all images of the app, so an image that only
    /// `other` contains is a difference too.
    pub fn difference_of_app(&self, other: &Build) -> Option<String> {
        self.describe_difference(other).or_else(|| self.foreign_image(other))
    }

    /// Describes an image of `other` that this build does not have, if the images of this build are known.
    fn foreign_image(&self, other: &Build) -> Option<String> {
        let mut images = other.images.keys().filter(|_| !self.images.is_empty());
        let path = images.find(|path| !self.images.contains_key(*path))?;
        Some(format!("{path:?} is not part of it"))
    }
}

/// Returns the folder in which the traced app was installed.
pub fn place_of(trace: &Reader<'_>) -> String {
    let main = trace.images.iter().find(|image| image.flags.contains(ImageFlags::MAIN));
    let path = main.map(|image| image.path.to_string()).unwrap_or_default();
    path.rsplit_once('/').map_or("", |(folder, _)| strip_private_prefix(folder)).to_owned()
}

/// Returns the part of a path inside the app's folder, if the path is inside.
pub(super) fn strip_folder<'a>(path: &'a str, folder: &str) -> Option<&'a str> {
    strip_private_prefix(path).strip_prefix(folder).and_then(|rest| rest.strip_prefix('/'))
}

/// Returns a path of the device without the prefix `/private`, which some services of the device omit.
fn strip_private_prefix(path: &str) -> &str {
    path.strip_prefix("/private").unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build(version: &str, number: &str, images: &[(&str, &str)]) -> Build {
        let image = |(path, uuid): &(&str, &str)| ((*path).to_owned(), (*uuid).to_owned());
        Build {
            version: version.to_owned(),
            number: number.to_owned(),
            images: images.iter().map(image).collect(),
            ..Build::default()
        }
    }

    #[test]
    fn version_and_uuids_of_the_build_are_read_from_a_trace() {
        let names = traces::names(20);
        let bytes = traces::Content::synthetic(&names, 20, 1).to_bytes();
        let found = Build::from_trace(&Reader::open(&bytes).expect("whole"));
        let mut expected = build(
            "5.2",
            "1234",
            &[
                ("App", "01010101-0101-0101-0101-010101010101"),
                ("Frameworks/Feed.framework/Feed", "02020202-0202-0202-0202-020202020202"),
            ],
        );
        expected.code_hash = "00112233445566778899aabbccddeeff00112233".to_owned();
        assert_eq!(found, expected);
    }

    #[test]
    fn only_fields_known_in_both_builds_are_compared() {
        let app = build("1.0", "7", &[("Shop", "A"), ("Frameworks/Kit", "B")]);
        for (other, expected) in [
            (app.clone(), None),
            (Build::default(), None),
            (build("1.0", "", &[("Shop", "A")]), None),
            (build("1.1", "7", &[]), Some("version \"1.1\" instead of \"1.0\"")),
            (build("1.0", "999", &[]), Some("build \"999\" instead of \"7\"")),
            (build("", "", &[("Shop", "X")]), Some("\"Shop\" has the UUID X instead of A")),
            (build("", "", &[("Frameworks/New", "N")]), Some("\"Frameworks/New\" is not part of it")),
        ] {
            assert_eq!(app.difference_of_app(&other).as_deref(), expected);
        }
        assert_eq!(Build::default().difference_of_app(&app), None, "an app of which nothing is known");
        let sealed = |hash: &str| Build { code_hash: hash.to_owned(), ..app.clone() };
        assert_eq!(
            (sealed("a").describe_difference(&app), app.describe_difference(&sealed("a"))),
            (None, None),
            "one is not signed"
        );
        let difference =
            sealed("a").describe_difference(&sealed("b")).expect("the same UUIDs with other content");
        assert!(difference.starts_with("its code directory is b instead of a: "), "{difference}");
        let late = build("1.0", "7", &[("Shop", "A"), ("Frameworks/Late", "L")]);
        assert_eq!(app.describe_difference(&late), None, "one launch may load what another one did not");
    }
}
