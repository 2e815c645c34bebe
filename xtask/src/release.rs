//! `cargo xtask release`: gate for one platform and the agent, in one archive with its checksum.
//!
//! Invariant: archive and checksum have the names by which the action asks for them.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};

use crate::{agent, workspace};

/// The name in the archive's, and what Rust calls it.
const PLATFORMS: [(&str, &str); 3] = [
    ("linux-x86_64", "x86_64-unknown-linux-gnu"),
    ("macos-arm64", "aarch64-apple-darwin"),
    ("macos-x86_64", "x86_64-apple-darwin"),
];

/// Builds gate for a platform, packs it with an agent, and returns the archive.
///
/// All platforms of a release should hold the very same agent: `dylib` names one that was built before.
pub(crate) fn release(platform: &str, dylib: Option<&Path>) -> Result<PathBuf> {
    let Some((_, target)) = PLATFORMS.iter().find(|(name, _)| *name == platform) else {
        let names: Vec<&str> = PLATFORMS.iter().map(|(name, _)| *name).collect();
        bail!("no platform {platform:?}; there are {}", names.join(", "));
    };
    let version = format!("v{}", env!("CARGO_PKG_VERSION"));
    let stated = std::fs::read_to_string(workspace::root().join(".github/action/VERSION"))?;
    ensure!(stated.trim() == version, ".github/action/VERSION says {}, Cargo.toml {version}", stated.trim());
    let dylib = match dylib {
        Some(path) => path.to_owned(),
        None => agent::build()?,
    };
    println!("{}", agent::describe(&dylib)?);
    let mut build = workspace::cargo();
    build.args(["build", "--release", "--locked", "-p", "gate", "--bin", "gate", "--target", target]);
    // What `gate init` of this release writes into workflows, pinned.
    if let (Ok(repository), Ok(commit)) = (std::env::var("GITHUB_REPOSITORY"), std::env::var("GITHUB_SHA")) {
        build.env("LAUNCHGATE_ACTION", format!("{repository}/.github/action@{commit}"));
    }
    workspace::run(&mut build)?;
    let folder = workspace::target_dir().join("dist").join(platform);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder)?;
    let gate = workspace::target_dir().join(target).join("release/gate");
    for (from, name) in [
        (gate, "gate"),
        (dylib, "liblaunchgate.dylib"),
        (workspace::root().join("LICENSE"), "LICENSE"),
        (workspace::root().join("agent/README.md"), "AGENT.md"),
    ] {
        std::fs::copy(&from, folder.join(name)).with_context(|| from.display().to_string())?;
    }
    let archive = format!("launchgate-{platform}.tar.gz");
    let dist = workspace::target_dir().join("dist");
    workspace::run(Command::new("tar").arg("-C").arg(&folder).arg("-czf").arg(dist.join(&archive)).args([
        "gate",
        "liblaunchgate.dylib",
        "LICENSE",
        "AGENT.md",
    ]))?;
    let mut sum = if cfg!(target_os = "macos") { Command::new("shasum") } else { Command::new("sha256sum") };
    if cfg!(target_os = "macos") {
        sum.args(["-a", "256"]);
    }
    let line = workspace::read(sum.current_dir(&dist).arg(&archive))?;
    std::fs::write(dist.join(format!("{archive}.sha256")), &line)?;
    print!("{line}");
    Ok(dist.join(archive))
}
