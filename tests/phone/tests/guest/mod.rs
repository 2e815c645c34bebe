//! Builds a fixture against the small iOS and runs it: the common code of all `guest_*` tests.
#![expect(clippy::unwrap_used, reason = "a test stops where a fixture fails")]

use std::path::Path;

use phone::build::{self, Image, Kind, Style};
use phone::{Config, Outcome, Schedule};

/// Runs `fixtures/NAME`, linked with the given libraries of `tests/phone/ios`, in a fresh container.
pub(crate) fn run_fixture(name: &str, libraries: &[&str], style: Style, schedule: Schedule) -> Outcome {
    run_fixture_on(name, libraries, style, &[], |config| config.schedule = schedule)
}

/// Runs a fixture like [`run_fixture`], but links it with additional flags, and runs it on a phone whose configuration is changed first.
pub(crate) fn run_fixture_on(
    name: &str,
    libraries: &[&str],
    style: Style,
    ldflags: &[&str],
    change: impl FnOnce(&mut Config),
) -> Outcome {
    let system = build::system().unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name);
    let mut image = Image::new("Guest", Kind::Executable, style, [source]);
    if name == "guest_arc.m" {
        image.cflags.push("-fobjc-arc".into());
    }
    image.ldflags = ldflags.iter().map(|flag| (*flag).to_owned()).collect();
    image.libraries = libraries.iter().map(|folder| system.by_folder[*folder].clone()).collect();
    let file = build::build(&image).unwrap();
    let bundle = tempfile::tempdir().unwrap();
    let container = tempfile::tempdir().unwrap();
    std::fs::copy(file, bundle.path().join("Guest")).unwrap();
    let mut config = Config::new(bundle.path(), "Guest");
    config.system = system.by_name;
    config.container = Some(container.path().to_owned());
    change(&mut config);
    phone::run(config)
}

/// Checks that the fixture exited with 0, which it does only if all of its own checks hold. The function also checks that the fixture
/// logged the given names, so that an early exit is no success.
pub(crate) fn expect_all(outcome: &Outcome, names: &[&str]) {
    let missing: Vec<_> = names.iter().filter(|name| !outcome.log.contains(&format!("[{name}]"))).collect();
    let ok = outcome.result == Ok(0) && missing.is_empty() && !outcome.log.contains("FAILED");
    assert!(ok, "{:?}\nnever reached: {missing:?}\n{}", outcome.result, outcome.log);
}
