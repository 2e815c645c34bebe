//! Checks the version of the Rust compiler, which determines whether its warnings are errors.
//!
//! Invariant: warnings are errors only for the oldest supported Rust. A newer release of Rust may add warnings, which should not make the
//! build of an old commit fail.

use std::process::Command;

use crate::workspace;

/// The minor version of the oldest supported Rust, which the workspace's `rust-version` contains.
pub(crate) const OLDEST_MINOR: u32 = 95;

/// Reads the minor version from the output of `rustc --version`: 96 for `rustc 1.96.0 (…)`.
pub(crate) fn minor_version(text: &str) -> u32 {
    let version = text.split(' ').nth(1).unwrap_or_default();
    version.split('.').nth(1).and_then(|minor| minor.parse().ok()).unwrap_or(0)
}

/// Returns a command that runs the compiler of this machine.
pub(crate) fn rustc() -> Command {
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.current_dir(workspace::root());
    rustc
}

/// Returns the flags that make warnings errors, or no flags if `rustc` is newer than the oldest supported
/// version.
pub(crate) fn deny_warnings(mut rustc: Command) -> &'static [&'static str] {
    let text = workspace::read(rustc.arg("--version")).unwrap_or_default();
    denied_by(&text)
}

fn denied_by(version: &str) -> &'static [&'static str] {
    if minor_version(version) <= OLDEST_MINOR {
        return &["-D", "warnings"];
    }
    eprintln!("{} is newer than 1.{OLDEST_MINOR}: its warnings are shown and are no errors", version.trim());
    &[]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_minor_version_of_a_rust_compiler_is_read() {
        assert_eq!(minor_version("rustc 1.96.0 (ac68faa20 2026-05-25) (built from a source tarball)"), 96);
        assert_eq!(minor_version("cc (Debian 12.2.0)"), 0);
    }

    #[test]
    fn warnings_of_newer_compilers_are_no_errors() {
        assert_eq!(denied_by("rustc 1.95.0 (59807616e 2026-04-14)\n"), ["-D", "warnings"]);
        assert_eq!(denied_by("rustc 1.99.1 (58cf8f9c3 2026-10-13)\n"), [""; 0]);
        // If the version of a compiler is unknown, warnings are errors.
        assert_eq!(denied_by(""), ["-D", "warnings"]);
    }

    #[test]
    fn build_scripts_and_programs_have_equal_debug_information() {
        // If the debug information differed, cargo would compile the emulator separately for clippy, for the documentation and for the
        // tests.
        let manifest = workspace::manifest().unwrap();
        let dev = &manifest["profile"]["dev"];
        assert_eq!(dev["package"]["*"].get("debug"), dev["build-override"].get("debug"));
        assert!(dev["build-override"].get("debug").is_some());
    }

    #[test]
    fn the_oldest_supported_rust_is_in_the_manifest() {
        let manifest = std::fs::read_to_string(workspace::root().join("Cargo.toml")).unwrap();
        assert!(manifest.contains(&format!("rust-version = \"1.{OLDEST_MINOR}\"")));
    }
}
