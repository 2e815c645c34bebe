//! `cargo xtask release`: gate for one platform and the agent, in one archive with its checksum.
//!
//! Invariant: archive and checksum have the names by which the action asks for them.
//! Invariant: where this machine can run what was packed, it was unpacked elsewhere and run.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};

use crate::{agent, workspace};

/// A platform of a release.
struct Platform {
    /// In the archive's name.
    name: &'static str,
    /// What Rust calls it.
    target: &'static str,
    /// What a machine of it says of itself.
    host: (&'static str, &'static str),
}

const PLATFORMS: [Platform; 3] = [
    Platform { name: "linux-x86_64", target: "x86_64-unknown-linux-gnu", host: ("linux", "x86_64") },
    Platform { name: "macos-arm64", target: "aarch64-apple-darwin", host: ("macos", "aarch64") },
    Platform { name: "macos-x86_64", target: "x86_64-apple-darwin", host: ("macos", "x86_64") },
];

impl Platform {
    fn is_this_one(&self) -> bool {
        self.host == (std::env::consts::OS, std::env::consts::ARCH)
    }
}

const PROGRAM: &str = "gate";
const AGENT: &str = "liblaunchgate.dylib";

/// Builds gate for a platform, packs it with an agent, and returns the archive.
///
/// All platforms of a release should hold the very same agent: `dylib` names one that was built before.
pub(crate) fn release(platform: &str, dylib: Option<&Path>) -> Result<PathBuf> {
    let Some(platform) = PLATFORMS.iter().find(|one| one.name == platform) else {
        let names = PLATFORMS.map(|one| one.name);
        bail!("no platform {platform:?}; there are {}", names.join(", "));
    };
    let version = format!("v{}", workspace::version()?);
    let stated = std::fs::read_to_string(workspace::root().join(".github/action/VERSION"))?;
    ensure!(stated.trim() == version, ".github/action/VERSION says {}, Cargo.toml {version}", stated.trim());
    let dylib = match dylib {
        Some(path) => path.to_owned(),
        None => agent::build()?,
    };
    println!("{}", agent::describe(&dylib)?);
    let mut build = workspace::cargo();
    build.args(["build", "--release", "--locked", "-p", "gate", "--bin", PROGRAM]);
    build.args(["--target", platform.target]);
    // Nobody debugs a release; names of functions stay, for the message of a crash.
    build.env("CARGO_PROFILE_RELEASE_DEBUG", "0").env("CARGO_PROFILE_RELEASE_STRIP", "debuginfo");
    let mut flags = remapped();
    if let Some(folder) = cpp_library(platform)? {
        // Swift's demangler is in C++, whose library not every machine has.
        build.env("CXXSTDLIB", "static=stdc++");
        flags.push(format!("-Lnative={}", folder.display()));
    }
    build.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    // What `gate init` of this release writes into workflows. The commit that knows its checksums does not exist yet; its tag is known.
    if let Ok(repository) = std::env::var("GITHUB_REPOSITORY") {
        build.env("LAUNCHGATE_ACTION", format!("{repository}/.github/action@{version}"));
    }
    workspace::run(&mut build)?;
    let program = workspace::target_dir().join(platform.target).join("release").join(PROGRAM);
    let dist = workspace::target_dir().join("dist");
    let archive = pack(&dist, platform, &program, &dylib)?;
    if platform.is_this_one() {
        try_out(&archive)?;
    }
    Ok(archive)
}

/// Where C++'s library lies that is linked into a program for Linux; every macOS has its own.
fn cpp_library(platform: &Platform) -> Result<Option<PathBuf>> {
    if platform.host.0 != "linux" {
        return Ok(None);
    }
    let found = workspace::read(Command::new("c++").arg("-print-file-name=libstdc++.a"))?;
    let path = PathBuf::from(found.trim());
    ensure!(path.is_absolute(), "c++ knows no libstdc++.a: sudo apt-get install g++");
    Ok(path.parent().map(Path::to_owned))
}

/// The compiler's flags that leave this machine's folders out of the program, so that another checkout builds the same.
fn remapped() -> Vec<String> {
    let home = std::env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
    let cargo = std::env::var_os("CARGO_HOME").map_or_else(|| home.join(".cargo"), PathBuf::from);
    let remap = |from: &Path, to: &str| format!("--remap-path-prefix={}={to}", from.display());
    vec![remap(workspace::root(), "/launchgate"), remap(&cargo, "/cargo")]
}

/// Packs and tries what the tests built, for this machine's platform: whether packing works is known before a release.
pub(crate) fn rehearse() -> Result<()> {
    let Some(platform) = PLATFORMS.iter().find(|one| one.is_this_one()) else {
        eprintln!("there is no release for this machine's platform");
        return Ok(());
    };
    let dylib = agent::build()?;
    let dist = workspace::target_dir().join("dist/rehearsal");
    let stripped = dist.join("stripped");
    std::fs::create_dir_all(&dist)?;
    let built = workspace::gate()?;
    if cfg!(target_os = "macos") {
        std::fs::copy(&built, &stripped)?;
    } else {
        // Half a gigabyte otherwise, most of it for debuggers.
        workspace::run(Command::new("llvm-strip-19").arg("-o").arg(&stripped).arg(&built))?;
    }
    try_out(&pack(&dist, platform, &stripped, &dylib)?)
}

/// The archive of a program and an agent in a folder, with its checksum beside it.
fn pack(dist: &Path, platform: &Platform, program: &Path, dylib: &Path) -> Result<PathBuf> {
    let folder = dist.join(platform.name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder)?;
    let root = workspace::root();
    let parts = [
        (program.to_owned(), PROGRAM),
        (dylib.to_owned(), AGENT),
        (root.join("LICENSE"), "LICENSE"),
        (root.join("agent/README.md"), "AGENT.md"),
    ];
    for (from, name) in &parts {
        std::fs::copy(from, folder.join(name)).with_context(|| from.display().to_string())?;
    }
    let archive = format!("launchgate-{}.tar.gz", platform.name);
    let names = parts.iter().map(|(_, name)| name);
    workspace::run(
        Command::new("tar").arg("-C").arg(&folder).arg("-czf").arg(dist.join(&archive)).args(names),
    )?;
    let mut sum = if cfg!(target_os = "macos") { Command::new("shasum") } else { Command::new("sha256sum") };
    if cfg!(target_os = "macos") {
        sum.args(["-a", "256"]);
    }
    let line = workspace::read(sum.current_dir(dist).arg(&archive))?;
    std::fs::write(dist.join(format!("{archive}.sha256")), &line)?;
    print!("{line}");
    Ok(dist.join(archive))
}

/// Unpacks an archive and asks the program in it who it is, and whether it sees the agent without being told where.
fn try_out(archive: &Path) -> Result<()> {
    let folder = archive.with_file_name("tried");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder)?;
    workspace::run(Command::new("tar").arg("-xzf").arg(archive).arg("-C").arg(&folder))?;
    let program = folder.join(PROGRAM);
    let version = workspace::read(Command::new(&program).arg("--version").current_dir(&folder))?;
    let expected = format!("gate {}", workspace::version()?);
    ensure!(version.trim() == expected, "{} says {version:?}, not {expected:?}", program.display());
    // It may find fault with drivers and devices; the agent's line is what counts.
    let doctor = Command::new(&program).arg("doctor").current_dir(&folder).output().context("gate doctor")?;
    let said = String::from_utf8_lossy(&doctor.stdout).into_owned();
    let agent = said.lines().find(|line| line.contains("agent: ")).unwrap_or_default();
    ensure!(agent.starts_with("ok ") && agent.contains(AGENT), "gate doctor of the archive says:\n{said}");
    println!("{}: {expected}, {agent}", archive.display());
    Ok(())
}
