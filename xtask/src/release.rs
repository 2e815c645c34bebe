//! `cargo xtask release`: packs gate and both agents (for phones and for simulators) into one archive per platform, with a checksum. The
//! module also writes a Homebrew formula, a script that installs gate, and the agent as a framework that an app links.
//!
//! Invariant: only the workspace's Cargo.toml contains the version. Invariant: each archive and checksum has the name that the action
//! downloads. Invariant: a release consists of these archives only, and is not published to a registry. Invariant: if this machine can run
//! a packed program, the program was unpacked into a new folder and run.

mod framework;
mod parts;
pub(crate) mod repository;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};

use crate::agent::Target;
use crate::{agent, workspace};

/// A platform of a release.
struct Platform {
    /// The platform's name in the name of the archive.
    name: &'static str,
    /// The name of Rust's target.
    target: &'static str,
    /// The operating system and the architecture, as in `std::env::consts`.
    host: (&'static str, &'static str),
}

const PLATFORMS: [Platform; 4] = [
    Platform { name: "linux-x86_64", target: "x86_64-unknown-linux-gnu", host: ("linux", "x86_64") },
    Platform { name: "linux-arm64", target: "aarch64-unknown-linux-gnu", host: ("linux", "aarch64") },
    Platform { name: "macos-arm64", target: "aarch64-apple-darwin", host: ("macos", "aarch64") },
    Platform { name: "macos-x86_64", target: "x86_64-apple-darwin", host: ("macos", "x86_64") },
];

impl Platform {
    /// Returns the missing requirement if this machine cannot build for the platform, otherwise `None`.
    fn obstacle(&self) -> Option<String> {
        if self.is_this_one() {
            return None;
        }
        if self.host.0 == "macos" && !cfg!(target_os = "macos") {
            return Some("it needs a Mac with Xcode, whose SDK and linker no other system has".to_owned());
        }
        if self.host.0 == "linux" {
            let linker = format!("{}-linux-gnu-gcc", self.host.1);
            let is_there =
                Command::new(&linker).arg("--version").output().is_ok_and(|output| output.status.success());
            let get = self.name.rsplit('-').next().unwrap_or_default();
            return (!is_there).then(|| {
                format!("it needs {linker} and the C++ library of {get}, or a machine of that kind")
            });
        }
        None
    }

    fn is_this_one(&self) -> bool {
        self.host == (std::env::consts::OS, std::env::consts::ARCH)
    }
}

const PROGRAM: &str = "gate";
const AGENT: &str = "liblaunchgate.dylib";

/// The paths of the agents for phones and for simulators.
struct Agents([PathBuf; 2]);

impl Agents {
    /// Returns the paths of the agents in the folder of `dylib`. Builds the agents if `dylib` is not given.
    fn new(dylib: Option<&Path>) -> Result<Agents> {
        let places = [Target::Phone, Target::Simulator];
        let Some(dylib) = dylib else {
            return Ok(Agents([agent::build_for(places[0])?, agent::build_for(places[1])?]));
        };
        let other = dylib.with_file_name(Target::Simulator.file());
        ensure!(
            other.is_file(),
            "{} is missing in the folder of {}",
            Target::Simulator.file(),
            dylib.display()
        );
        Ok(Agents([dylib.to_owned(), other]))
    }

    /// Adds the arguments and the environment variable with which `cargo build` embeds both agents into the program.
    fn embed(&self, build: &mut Command) -> Result<()> {
        let [agent, other] = &self.0;
        ensure!(agent.file_name().is_some_and(|name| name == AGENT), "{} is not {AGENT}", agent.display());
        let folder = other.canonicalize()?.parent().map(Path::to_owned).unwrap_or_default();
        build.env("LAUNCHGATE_AGENTS", folder).args(["--features", "gate/agents-inside"]);
        Ok(())
    }
}

/// Builds the archive of one platform, or of every platform for which this machine can link. The function also writes the formula and
/// `install.sh`.
pub(crate) fn release(platform: Option<&str>, dylib: Option<&Path>) -> Result<()> {
    let names = PLATFORMS.map(|one| one.name);
    let chosen: Vec<&Platform> =
        PLATFORMS.iter().filter(|one| platform.is_none_or(|name| name == one.name)).collect();
    ensure!(
        !chosen.is_empty(),
        "no platform {:?}; there are {}",
        platform.unwrap_or_default(),
        names.join(", ")
    );
    let agents = Agents::new(dylib)?;
    for agent in &agents.0 {
        println!("{}", agent::describe(agent)?);
    }
    for one in chosen {
        match one.obstacle() {
            Some(obstacle) if platform.is_none() => println!("{}: not built here: {obstacle}", one.name),
            Some(obstacle) => bail!("{}: {obstacle}", one.name),
            None => println!("{}", archive(one, &agents)?.display()),
        }
    }
    files()
}

/// Writes the formula, `install.sh` and the framework for the archives in target/dist.
pub(crate) fn files() -> Result<()> {
    framework::write(&workspace::target_dir().join("dist"))?;
    repository::write(&workspace::target_dir().join("dist"), &PLATFORMS.map(|one| one.name))
}

/// Builds gate for a platform, packs it with the agents, and returns the archive.
///
/// The archives of all platforms should contain identical agents, so the caller can build the agents once and pass them here.
fn archive(platform: &Platform, agents: &Agents) -> Result<PathBuf> {
    let version = format!("v{}", workspace::version()?);
    let mut build = workspace::cargo();
    build.args(["build", "--release", "--locked", "-p", "gate", "--bin", PROGRAM, "--features", "store"]);
    build.args(["--target", platform.target]);
    agents.embed(&mut build)?;
    // A release contains no debug information, but keeps the names of functions for crash messages.
    build.env("CARGO_PROFILE_RELEASE_DEBUG", "0").env("CARGO_PROFILE_RELEASE_STRIP", "debuginfo");
    let mut flags = remapped();
    if let Some(folder) = cpp_library(platform)? {
        // Swift's demangler is written in C++, and some machines do not have the C++ library.
        build.env("CXXSTDLIB", "static=stdc++");
        flags.push(format!("-Lnative={}", folder.display()));
    }
    if platform.host.0 == "linux" && !platform.is_this_one() {
        let prefix = format!("{}-linux-gnu", platform.host.1);
        flags.push(format!("-Clinker={prefix}-gcc"));
        let target = platform.target.replace('-', "_");
        build.env(format!("CC_{target}"), format!("{prefix}-gcc"));
        build.env(format!("CXX_{target}"), format!("{prefix}-g++"));
    }
    build.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    // `gate init` of this release writes this address of the action into workflows. The address contains the release's tag, since the
    // commit with the checksums does not exist yet.
    build.env("LAUNCHGATE_ACTION", format!("{}/.github/action@{version}", repository::name()));
    workspace::run(&mut build)?;
    let program = workspace::target_dir().join(platform.target).join("release").join(PROGRAM);
    let dist = workspace::target_dir().join("dist");
    let archive = pack(&dist, platform, &program, agents)?;
    if platform.is_this_one() {
        try_out(&archive, agents)?;
    }
    Ok(archive)
}

/// Returns the folder of the C++ library, which a program for Linux links statically. Every macOS has this library.
fn cpp_library(platform: &Platform) -> Result<Option<PathBuf>> {
    if platform.host.0 != "linux" {
        return Ok(None);
    }
    let cross = format!("{}-linux-gnu-g++", platform.host.1);
    let compiler = if platform.is_this_one() { "c++" } else { &cross };
    let found = workspace::read(Command::new(compiler).arg("-print-file-name=libstdc++.a"))?;
    let path = PathBuf::from(found.trim());
    ensure!(path.is_absolute(), "c++ knows no libstdc++.a: sudo apt-get install g++");
    Ok(path.parent().map(Path::to_owned))
}

/// Returns compiler flags that remove this machine's paths from the program. With these flags, builds of different checkouts have the same
/// bytes.
fn remapped() -> Vec<String> {
    let home = std::env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
    let cargo = std::env::var_os("CARGO_HOME").map_or_else(|| home.join(".cargo"), PathBuf::from);
    let remap = |from: &Path, to: &str| format!("--remap-path-prefix={}={to}", from.display());
    vec![remap(workspace::root(), "/launchgate"), remap(&cargo, "/cargo")]
}

/// Packs the tests' build of gate for this machine's platform and runs it, so that errors in packing are found before a release.
pub(crate) fn rehearse() -> Result<()> {
    let Some(platform) = PLATFORMS.iter().find(|one| one.is_this_one()) else {
        eprintln!("there is no release for this machine's platform");
        return Ok(());
    };
    let agents = Agents::new(None)?;
    let dist = workspace::target_dir().join("dist/rehearsal");
    let stripped = dist.join("stripped");
    std::fs::create_dir_all(&dist)?;
    let mut build = workspace::cargo();
    // The example makes cargo select the features that the tests require, so no dependency is compiled again.
    build.args(["build", "--quiet", "--workspace", "--bin", PROGRAM, "--example", "speed"]);
    agents.embed(&mut build)?;
    workspace::run(&mut build)?;
    let built = workspace::target_dir().join("debug").join(PROGRAM);
    if cfg!(target_os = "macos") {
        std::fs::copy(&built, &stripped)?;
    } else {
        // With debug information, the program would be half a gigabyte.
        workspace::run(Command::new("llvm-strip-19").arg("-o").arg(&stripped).arg(&built))?;
    }
    try_out(&pack(&dist, platform, &stripped, &agents)?, &agents)?;
    rebuild(&agents, &dist.join("copy"))?;
    framework::rehearse(&dist)?;
    repository::rehearse(&dist, platform.name)
}

/// Builds both agents in a copy of the repository in a different folder, and returns an error if a byte differs from the released agents.
fn rebuild(agents: &Agents, copy: &Path) -> Result<()> {
    let _ = std::fs::remove_dir_all(copy);
    for path in workspace::files()? {
        let to = copy.join(&path);
        std::fs::create_dir_all(to.parent().unwrap_or(copy))?;
        std::fs::copy(workspace::root().join(&path), to).with_context(|| path.clone())?;
    }
    // `current_exe` cannot be used, because the step that builds the tests also builds xtask again and removes the running program's file.
    let mut build = Command::new(workspace::target_dir().join("debug/xtask"));
    build.arg("agent").current_dir(copy).env("CARGO_TARGET_DIR", "target");
    workspace::run(&mut build)?;
    for agent in &agents.0 {
        let name = agent.file_name().unwrap_or_default();
        let again = copy.join("target/agent").join(name);
        let same = std::fs::read(&again)? == std::fs::read(agent)?;
        ensure!(same, "{} and {} differ", agent.display(), again.display());
    }
    println!("both agents are the same, bit for bit, when they are built in {}", copy.display());
    Ok(())
}

/// Packs a program, the agents, the bill of materials and the notices, and writes the archive and its checksum.
fn pack(dist: &Path, platform: &Platform, program: &Path, agents: &Agents) -> Result<PathBuf> {
    let folder = dist.join(platform.name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder)?;
    let root = workspace::root();
    let files = [
        (program.to_owned(), PROGRAM),
        (agents.0[0].clone(), AGENT),
        (agents.0[1].clone(), Target::Simulator.file()),
        (root.join("LICENSE"), "LICENSE"),
        (root.join("agent/README.md"), "AGENT.md"),
    ];
    for (from, name) in &files {
        std::fs::copy(from, folder.join(name)).with_context(|| from.display().to_string())?;
    }
    parts::write(&folder, platform.target)?;
    let archive = format!("launchgate-{}.tar.gz", platform.name);
    let names = files.iter().map(|(_, name)| *name).chain([parts::BILL, parts::NOTICES]);
    workspace::run(
        Command::new("tar").arg("-C").arg(&folder).arg("-czf").arg(dist.join(&archive)).args(names),
    )?;
    checksum(dist, &archive)?;
    Ok(dist.join(archive))
}

/// Writes the SHA-256 of an archive into a file next to the archive, and returns it.
fn checksum(dist: &Path, archive: &str) -> Result<String> {
    let mut sum = if cfg!(target_os = "macos") { Command::new("shasum") } else { Command::new("sha256sum") };
    if cfg!(target_os = "macos") {
        sum.args(["-a", "256"]);
    }
    let line = workspace::read(sum.current_dir(dist).arg(archive))?;
    std::fs::write(dist.join(format!("{archive}.sha256")), &line)?;
    print!("{line}");
    Ok(line.split_whitespace().next().context("an empty checksum")?.to_owned())
}

/// Unpacks only the program from an archive, and checks the program's version and embedded agents.
fn try_out(archive: &Path, agents: &Agents) -> Result<()> {
    let folder = archive.with_file_name("tried");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder)?;
    workspace::run(Command::new("tar").arg("-xzf").arg(archive).arg("-C").arg(&folder).arg(PROGRAM))?;
    let program = folder.join(PROGRAM);
    let version = workspace::read(Command::new(&program).arg("--version").current_dir(&folder))?;
    let mut expected = format!("gate {}\n", workspace::version()?);
    for agent in &agents.0 {
        let name = agent.file_name().unwrap_or_default().to_string_lossy();
        expected += &format!("{name} {}\n", agent::uuid(agent)?);
    }
    ensure!(version == expected, "{} prints {version:?}, not {expected:?}", program.display());
    // `gate doctor` may report problems of drivers and devices. Only the line about the agent is checked.
    let doctor = Command::new(&program).arg("doctor").current_dir(&folder).output().context("gate doctor")?;
    let report = String::from_utf8_lossy(&doctor.stdout).into_owned();
    let agent = report.lines().find(|line| line.contains("agent: ")).unwrap_or_default();
    ensure!(
        agent.starts_with("ok ") && agent.contains("inside this gate"),
        "gate doctor of the archive prints:\n{report}"
    );
    println!("{}: {expected}{agent}", archive.display());
    Ok(())
}
