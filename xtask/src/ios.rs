//! Which Rust builds for arm64 iOS on this machine, and how it is called.
//!
//! Two ways: a toolchain that has the target's `core` (rustup's), or Debian's `rustc-web` that builds `core` from `rust-web-src`.
//! Invariant: both ways use one target folder and give the same flags to every crate.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, bail};

use crate::workspace;

/// The target of the agent.
pub(crate) const TARGET: &str = "aarch64-apple-ios";

/// Set to `rustup` or `debian`, it forces one way; tests of the set-up do.
const FORCE: &str = "LAUNCHGATE_IOS_RUST";

/// A Rust that can build for the phone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// The toolchain in use has the target's `core`.
    Rustup,
    /// Debian's compiler and cargo, with `core` built from Debian's sources.
    Debian,
}

/// The way that works here, if one does.
pub(crate) fn way() -> Option<Way> {
    match std::env::var(FORCE).as_deref() {
        Ok("debian") => has_debian().then_some(Way::Debian),
        Ok("rustup") => has_target().then_some(Way::Rustup),
        _ if has_target() => Some(Way::Rustup),
        _ => has_debian().then_some(Way::Debian),
    }
}

/// `cargo SUBCOMMAND` of the way that works here, with the flags that every crate of the agent needs.
pub(crate) fn cargo(subcommand: &str) -> Result<Command> {
    let mut command = match way() {
        Some(Way::Rustup) => {
            let mut command = workspace::cargo();
            command.arg(subcommand);
            command
        }
        Some(Way::Debian) => {
            let mut command = Command::new("/usr/bin/cargo");
            command.current_dir(workspace::root());
            command.env("RUSTC", "/usr/bin/rustc").env("RUSTC_BOOTSTRAP", "1");
            command.args([subcommand, "-Zbuild-std=core"]);
            command
        }
        None => bail!(
            "no Rust for {TARGET} here; `cargo xtask test` installs one, or by hand: rustup target add {TARGET}"
        ),
    };
    // Exceptions and backtraces pass the agent's frames; panic=abort alone would leave them without unwind tables.
    command.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
    command.env("CARGO_TARGET_AARCH64_APPLE_IOS_RUSTFLAGS", "-C force-unwind-tables=yes");
    Ok(command)
}

/// The linker for Mach-O, by a name that rustc finds.
pub(crate) fn linker() -> &'static str {
    // Debian's compiler comes without rust-lld; the package lld-19 is part of the set-up anyway.
    if way() == Some(Way::Debian) { "ld64.lld-19" } else { "rust-lld" }
}

fn has_target() -> bool {
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.current_dir(workspace::root()).args(["--print", "target-libdir", "--target", TARGET]);
    let Ok(dir) = workspace::read(&mut rustc) else { return false };
    let Ok(entries) = std::fs::read_dir(PathBuf::from(dir.trim())) else { return false };
    entries.flatten().any(|entry| entry.file_name().to_string_lossy().starts_with("libcore-"))
}

fn has_debian() -> bool {
    ["/usr/bin/rustc", "/usr/bin/cargo"].iter().all(|path| std::path::Path::new(path).is_file())
}
