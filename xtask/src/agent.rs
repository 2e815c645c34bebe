//! `cargo xtask agent`: the dylib for arm64 iOS, built and then read back.
//!
//! Owns the flags of the link. They live here and not in `.cargo/config.toml`, so that a plain `cargo build` needs no Apple linker.
//! Invariant: what `build` returns has passed every check of [`inspect`].

mod inspect;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::{ios, workspace};

/// The name by which the app's load command asks for the agent.
pub(crate) const INSTALL_NAME: &str = "@rpath/liblaunchgate.dylib";

/// The oldest system that the agent is built for.
const OLDEST_IOS: &str = "13.0";

/// Builds the agent, checks it and returns where it lies.
pub(crate) fn build() -> Result<PathBuf> {
    build_as(&workspace::target_dir(), &[], "liblaunchgate.dylib")
}

/// Builds one that has no code for samples of call stacks. Its build has a folder of its own, so that the two never take turns in one.
pub(crate) fn build_without_sampler() -> Result<PathBuf> {
    let folder = workspace::target_dir().join("without-sampler");
    build_as(&folder, &["--no-default-features"], "without-sampler.dylib")
}

fn build_as(folder: &Path, features: &[&str], name: &str) -> Result<PathBuf> {
    let mut command = ios::cargo("rustc")?;
    command.args(["--package", "agent", "--lib", "--crate-type", "cdylib", "--profile", "agent"]);
    command.args(features).arg("--target-dir").arg(folder).args(["--target", ios::TARGET, "--"]);
    link_flags(&mut command);
    workspace::run(&mut command)?;
    let built = folder.join(ios::TARGET).join("agent/liblaunchgate.dylib");
    let place = workspace::target_dir().join("agent").join(name);
    put(&built, &place)?;
    inspect::check(&place)?;
    Ok(place)
}

/// What an agent at `path` is, in lines for people.
pub(crate) fn describe(path: &Path) -> Result<String> {
    Ok(inspect::read(path)?.to_string())
}

fn link_flags(command: &mut Command) {
    command.env("IPHONEOS_DEPLOYMENT_TARGET", OLDEST_IOS);
    if cfg!(target_os = "macos") {
        // Xcode's clang drives the link there and finds its own SDK.
        command.args(["-C", &format!("link-arg=-Wl,-install_name,{INSTALL_NAME}")]);
        return;
    }
    // `ld64.lld` is the stable name of the flavour `darwin-lld`; rustc passes `-dead_strip` and the list of exports by itself.
    command.env("SDKROOT", workspace::root().join("xtask/sdk"));
    command.args(["-C", &format!("linker={}", ios::linker())]);
    command.args(["-C", "linker-flavor=ld64.lld"]);
    command.args(["-C", "link-arg=-install_name", "-C", &format!("link-arg={INSTALL_NAME}")]);
    command.args(["-C", "link-arg=-fatal_warnings"]);
    // Names take a seventh of the file. Those of the hooks, and of what runs once, are what a profiler and the tests look for.
    let symbols = workspace::root().join("xtask/src/agent/symbols.txt");
    command.args(["-C", "link-arg=-non_global_symbols_no_strip_list"]);
    command.args(["-C", &format!("link-arg={}", symbols.display())]);
    // The App Store's encryption would have the code begin on a page of its own; the agent never goes there.
    command.args(["-C", "link-arg=-no_encryption"]);
}

/// Whole or not at all: the emulated phone may be reading the old one.
fn put(from: &Path, to: &Path) -> Result<()> {
    let dir = to.parent().expect("the place was joined from a folder");
    std::fs::create_dir_all(dir).with_context(|| dir.display().to_string())?;
    let fresh = dir.join(format!(".liblaunchgate.{}", std::process::id()));
    std::fs::copy(from, &fresh).with_context(|| format!("copy {} to {}", from.display(), fresh.display()))?;
    std::fs::rename(&fresh, to).with_context(|| format!("rename to {}", to.display()))
}
