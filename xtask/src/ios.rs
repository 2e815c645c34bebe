//! Finds the Rust toolchain that builds for arm64 iOS on this machine.
//!
//! One of two toolchains is used: rustup's, if it contains the target's `core`, or Debian's `rustc-web`, with which cargo builds `core`
//! from `rust-web-src`. Invariant: both toolchains use the same target folder and pass the same flags to every crate.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use anyhow::{Result, bail};

use crate::{compiler, workspace};

/// Rust's target of the agent for phones.
pub(crate) const TARGET: &str = "aarch64-apple-ios";

/// Rust's target of the agent for simulators, which is used only on a Mac.
pub(crate) const SIMULATOR: &str = "aarch64-apple-ios-sim";

/// An environment variable that selects `rustup` or `debian`, so that both can be tested on one machine.
pub(crate) const FORCE: &str = "LAUNCHGATE_IOS_RUST";

/// The Debian packages that contain Debian's toolchain.
pub(crate) const DEBIAN_PACKAGES: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "rust-web-clippy"];

/// Files whose existence shows that Debian's packages for the toolchain are installed. The files belong to the compiler, cargo, clippy and
/// the sources of `core`.
const DEBIAN_SIGNS: [&str; 4] = [
    "/usr/bin/rustc",
    "/usr/bin/cargo",
    "/usr/bin/cargo-clippy",
    "/usr/lib/rustlib/src/rust/library/core/Cargo.toml",
];

/// A toolchain that can build for phones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Rustup's toolchain, which contains the target's `core`.
    Rustup,
    /// Debian's compiler and cargo, which build `core` from Debian's sources.
    Debian,
}

/// Returns the toolchain that works on this machine, if there is one. The result may change when requirements are installed.
pub(crate) fn usable_way() -> Option<Way> {
    match std::env::var(FORCE).as_deref() {
        Ok("debian") => has_debian().then_some(Way::Debian),
        Ok("rustup") => has_target().then_some(Way::Rustup),
        _ if has_target() => Some(Way::Rustup),
        _ => has_debian().then_some(Way::Debian),
    }
}

/// Returns the command `cargo SUBCOMMAND` of this toolchain, with the flags that every crate of the agent
/// needs.
pub(crate) fn cargo(subcommand: &str) -> Result<Command> {
    let mut command = match usable_way() {
        Some(Way::Rustup) => {
            let mut command = workspace::cargo();
            command.arg(subcommand);
            command
        }
        Some(Way::Debian) => {
            // Clippy's program is called directly, since `cargo clippy` would find the proxies of rustup first, which have a different
            // sysroot.
            let program = if subcommand == "clippy" { "/usr/bin/cargo-clippy" } else { "/usr/bin/cargo" };
            let mut command = Command::new(program);
            command.current_dir(workspace::root());
            workspace::hide_compiler_lines(&mut command);
            for rustup in ["RUSTUP_HOME", "RUSTUP_TOOLCHAIN", "LD_LIBRARY_PATH"] {
                command.env_remove(rustup);
            }
            command
                .env("PATH", "/usr/bin:/bin")
                .env("CARGO", "/usr/bin/cargo")
                .env("RUSTC", "/usr/bin/rustc");
            command.args([subcommand, "-Zbuild-std=core"]);
            command
        }
        None => bail!(
            "no Rust for {TARGET}; `cargo xtask test` installs one, or by hand: rustup target add {TARGET}"
        ),
    };
    // Exceptions and backtraces pass through the agent's frames. With panic=abort, these frames have unwind tables only if this flag is
    // set. Exceptions pass through a frame only at a call, as in code of Apple's clang. Tables for all other instructions would be 15 kB larger;
    // the flag that omits these tables is unstable.
    const UNWIND: &str = "-C force-unwind-tables=yes -Z use-sync-unwind=yes";
    command.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS").env("RUSTC_BOOTSTRAP", "1");
    for target in ["IOS", "IOS_SIM"] {
        command.env(format!("CARGO_TARGET_AARCH64_APPLE_{target}_RUSTFLAGS"), UNWIND);
    }
    Ok(command)
}

/// Returns a command that runs the compiler of this toolchain.
pub(crate) fn rustc() -> Command {
    if usable_way() == Some(Way::Debian) { Command::new(DEBIAN_SIGNS[0]) } else { compiler::rustc() }
}

/// Returns the name of the linker for Mach-O files.
pub(crate) fn linker() -> &'static str {
    // Debian's compiler does not include rust-lld, so the linker of the package lld-19 is used. The tests require this package.
    if usable_way() == Some(Way::Debian) { "ld64.lld-19" } else { "rust-lld" }
}

/// Returns the root folder of the toolchain that is in use.
pub(crate) fn sysroot() -> &'static Path {
    &folders().0
}

fn has_target() -> bool {
    let Ok(entries) = std::fs::read_dir(&folders().1) else { return false };
    entries.flatten().any(|entry| entry.file_name().to_string_lossy().starts_with("libcore-"))
}

/// Returns whether Debian's toolchain is installed and new enough. Older compilers have the same file names, so the version is read too.
fn has_debian() -> bool {
    DEBIAN_SIGNS.iter().all(|path| Path::new(path).is_file())
        && workspace::read(Command::new(DEBIAN_SIGNS[0]).arg("--version"))
            .is_ok_and(|text| compiler::minor_version(&text) >= compiler::OLDEST_MINOR)
}

/// Returns the folder of the toolchain, and the folder of the target's libraries, which exists only if the target is installed.
fn folders() -> &'static (PathBuf, PathBuf) {
    static FOLDERS: OnceLock<(PathBuf, PathBuf)> = OnceLock::new();
    FOLDERS.get_or_init(|| {
        let mut rustc = compiler::rustc();
        rustc.args(["--print", "sysroot", "--print", "target-libdir", "--target", TARGET]);
        let text = workspace::read(&mut rustc).unwrap_or_default();
        let mut lines = text.lines().map(PathBuf::from);
        (lines.next().unwrap_or_default(), lines.next().unwrap_or_default())
    })
}
