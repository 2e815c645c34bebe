//! Contains the table of Xcodes on GitHub's hosted Macs, which is the only table to change when GitHub adds or removes an image.
//!
//! Invariant: an image that was removed is never chosen, nor an image of Intel Macs, which run no arm64
//! simulator.

/// A macOS image of GitHub's hosted runners, with the image's versions of Xcode.
struct RunnerImage {
    label: &'static str,
    /// The major and minor versions of the Xcodes on the image, oldest first.
    xcodes: &'static [(u32, u32)],
    /// The number of Xcodes, counted from the oldest, for which the image has no iOS runtime. Without a runtime, no build for simulators
    /// starts.
    without_runtime: usize,
    /// The major version of the image's default Xcode.
    default: u32,
}

/// The available macOS images of GitHub's hosted runners, newest first, as of 2026-09-10. Source: actions/runner-images (MIT),
/// `images/macos/toolsets` (`install_runtimes`) and the issues named here.
///
/// Removed: macos-11 to macos-13 (since 2025-12, #13046), macos-14 (since 2026-11-02, #13518), Xcode 16 on macos-26 (since
/// 2025-12-08, #13345). `macos-latest` is macos-26 since the summer of 2026 (#14167).
const IMAGES: [RunnerImage; 3] = [
    // The image is generally available since 2026-02-26. It has Xcode 26.6 since 2026-07 (#14293). Xcode 26.6 contains the SDK of iOS 26.5,
    // as Xcode 26.3 contains the SDK of iOS 26.2.
    RunnerImage {
        label: "macos-26",
        xcodes: &[(26, 0), (26, 1), (26, 2), (26, 3), (26, 4), (26, 5), (26, 6)],
        without_runtime: 2,
        default: 26,
    },
    // Xcode 26.2 since 2026-01 (#13507). The runtimes of Xcode 16.3 and older were removed at that time
    // (#13392), but not the Xcodes.
    RunnerImage {
        label: "macos-15",
        xcodes: &[(16, 0), (16, 1), (16, 2), (16, 3), (16, 4), (26, 0), (26, 1), (26, 2), (26, 3)],
        without_runtime: 4,
        default: 16,
    },
    // The image is a preview since 2026-07-16 (#14404), and runs macOS 27 since 2026-09-10.
    RunnerImage { label: "xcode-27", xcodes: &[(27, 0)], without_runtime: 0, default: 27 },
];

/// The image that `macos-latest` denotes.
const LATEST: &str = "macos-26";

/// The chosen image, and the Xcode to use on the image.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ChosenImage {
    pub(super) label: String,
    /// The Xcode; `None` for the image's default.
    pub(super) xcode: Option<String>,
    /// Whether a step must download the iOS runtime of the chosen Xcode.
    pub(super) lacks_runtime: bool,
    /// The type of simulator that the image provides.
    pub(super) device: &'static str,
    /// A task for a person, if any.
    pub(super) left: Option<String>,
}

/// Chooses an image with the Xcode that a repository requests. The function prefers the image that the repository's own workflows use.
pub(super) fn choose_image(asked: Option<&str>, own: Option<&str>) -> ChosenImage {
    let own = own.filter(|label| image(label).is_some());
    let usual = own.unwrap_or("macos-latest").to_owned();
    let default = image(&usual).map_or(0, |image| image.default);
    let plain = ChosenImage {
        label: usual.clone(),
        xcode: None,
        lacks_runtime: false,
        device: simulator_type(default),
        left: None,
    };
    let Some(asked) = asked else { return plain };
    let own = own.and_then(image);
    let all = || own.into_iter().chain(&IMAGES).filter_map(|image| Some((image, image.xcode(asked)?)));
    let found = all().find(|(_, xcode)| !xcode.lacks_runtime).or_else(|| all().next());
    if let Some((image, Xcode { version, major, lacks_runtime })) = found {
        let is_own = own.is_some_and(|own| own.label == image.label);
        let label = if is_own { usual } else { image.label.to_owned() };
        return ChosenImage {
            label,
            xcode: Some(version),
            lacks_runtime,
            device: simulator_type(major),
            left: None,
        };
    }
    let left = format!(
        "check that the app builds with the default Xcode of {usual}; the repository asks for Xcode {asked}, which no hosted Mac is known to have"
    );
    ChosenImage { left: Some(left), ..plain }
}

/// Returns the choice for self-hosted Macs, which are assumed to have the requested Xcode.
pub(super) fn choose_self_hosted(asked: Option<&str>) -> ChosenImage {
    let xcode = asked.map(|asked| asked.trim_start_matches("~>").trim().to_owned());
    ChosenImage {
        label: "macos-latest".to_owned(),
        xcode,
        lacks_runtime: false,
        device: simulator_type(26),
        left: None,
    }
}

/// Returns a type of simulator that images provide for a major version of Xcode.
fn simulator_type(major: u32) -> &'static str {
    if major < 26 { "iPhone 16" } else { "iPhone 17" }
}

/// Returns the image that a label denotes. The label may request a larger machine.
fn image(label: &str) -> Option<&'static RunnerImage> {
    let name = label.strip_suffix("-xlarge").unwrap_or(label);
    let name = if name == "macos-latest" { LATEST } else { name };
    IMAGES.iter().find(|image| image.label == name)
}

/// An Xcode of an image.
struct Xcode {
    major: u32,
    version: String,
    lacks_runtime: bool,
}

impl RunnerImage {
    /// Returns the Xcode that satisfies a requirement: `16.2`, `16`, or RubyGems' `~> 15.4`.
    fn xcode(&self, asked: &str) -> Option<Xcode> {
        let (is_range, version) = match asked.strip_prefix("~>") {
            Some(rest) => (true, rest.trim()),
            None => (false, asked),
        };
        let parts: Vec<u32> = version.split('.').map_while(|part| part.parse().ok()).collect();
        let major = *parts.first()?;
        let least = parts.get(1).copied();
        // The range `~> 15.4` is any later 15, and `~> 15.4.1` any later 15.4.
        let is_any = least.is_none() || is_range && parts.len() == 2;
        let fits = |(known, minor): &(u32, u32)| {
            *known == major && if is_any { Some(*minor) >= least } else { Some(*minor) == least }
        };
        let at = self.xcodes.iter().rposition(fits)?;
        let lacks_runtime = at < self.without_runtime;
        // On an image, a patch version of Xcode is available under two names: the name of the patch version and the name of the minor
        // version.
        let is_named = !is_range && least.is_some();
        let version = if is_named { version.to_owned() } else { format!("{major}.{}", self.xcodes[at].1) };
        Some(Xcode { major, version, lacks_runtime })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chosen_runner_image_exists_and_has_the_xcode_of_the_repository() {
        for (asked, own, label, xcode) in [
            (None, None, "macos-latest", None),
            (None, Some("macos-15"), "macos-15", None),
            (None, Some("macos-15-xlarge"), "macos-15-xlarge", None),
            (Some("26.2"), None, "macos-26", Some("26.2")),
            (Some("26.2"), Some("macos-15"), "macos-15", Some("26.2")),
            // The image that the repository names does not have the requested Xcode.
            (Some("16.4"), Some("macos-latest"), "macos-15", Some("16.4")),
            (Some("16.2"), Some("macos-26"), "macos-15", Some("16.2")),
            (Some("26.6"), Some("macos-15"), "macos-26", Some("26.6")),
            // Removed images, or images of Intel Macs.
            (Some("16.1"), Some("macos-14"), "macos-15", Some("16.1")),
            (None, Some("macos-14"), "macos-latest", None),
            (None, Some("macos-13-xlarge"), "macos-latest", None),
            (Some("26.2"), Some("macos-15-intel"), "macos-26", Some("26.2")),
            // Only macos-15 has the runtimes of iOS 26.0 and 26.1.
            (Some("26.1"), Some("macos-26-large"), "macos-15", Some("26.1")),
            (Some("26.0"), Some("macos-26"), "macos-15", Some("26.0")),
            (Some("26.3"), Some("macos-15"), "macos-15", Some("26.3")),
            // Version ranges, major versions and patch versions.
            (Some("~> 16.2"), None, "macos-15", Some("16.4")),
            (Some("~> 16.2.0"), None, "macos-15", Some("16.2")),
            (Some("16"), None, "macos-15", Some("16.4")),
            (Some("26.4.1"), None, "macos-26", Some("26.4.1")),
            (Some("27.0"), None, "xcode-27", Some("27.0")),
        ] {
            let chosen = choose_image(asked, own);
            assert_eq!((&*chosen.label, chosen.xcode.as_deref()), (label, xcode), "{asked:?} {own:?}");
            assert_eq!(chosen.left, None, "{asked:?} {own:?}");
        }
    }

    #[test]
    fn the_chosen_simulator_exists_and_a_missing_runtime_is_downloaded() {
        for (asked, own, lacks_runtime, device) in [
            (None, None, false, "iPhone 17"),
            (None, Some("macos-15"), false, "iPhone 16"),
            (Some("16.4"), None, false, "iPhone 16"),
            (Some("16.2"), None, true, "iPhone 16"),
            (Some("26.2"), Some("macos-15"), false, "iPhone 17"),
            (Some("26.0"), None, false, "iPhone 17"),
            (Some("15.4"), None, false, "iPhone 17"),
        ] {
            let chosen = choose_image(asked, own);
            assert_eq!((chosen.lacks_runtime, chosen.device), (lacks_runtime, device), "{asked:?} {own:?}");
        }
    }

    #[test]
    fn an_xcode_that_no_image_has_is_left_to_the_user_and_not_written() {
        for asked in ["15.4", "~> 15.4", "11.3", "16.9"] {
            let chosen = choose_image(Some(asked), Some("macos-14"));
            assert_eq!((&*chosen.label, chosen.xcode), ("macos-latest", None), "{asked}");
            assert!(chosen.left.is_some_and(|left| left.contains(asked)), "{asked}");
        }
    }
}
