//! `cargo xtask release`: gate for each platform and both agents, in one archive with its checksum; and, where the repository is known,
//! what package managers and the action want to know of it.
//!
//! Invariant: the version stands in the workspace's Cargo.toml and nowhere else.
//! Invariant: archive and checksum have the names by which the action asks for them.
//! Invariant: nothing is published to a registry: a release is these archives.
//! Invariant: where this machine can run what was packed, it was unpacked elsewhere and run.

mod parts;
mod repository;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};

use crate::agent::Target;
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

const PLATFORMS: [Platform; 4] = [
    Platform { name: "linux-x86_64", target: "x86_64-unknown-linux-gnu", host: ("linux", "x86_64") },
    Platform { name: "linux-arm64", target: "aarch64-unknown-linux-gnu", host: ("linux", "aarch64") },
    Platform { name: "macos-arm64", target: "aarch64-apple-darwin", host: ("macos", "aarch64") },
    Platform { name: "macos-x86_64", target: "x86_64-apple-darwin", host: ("macos", "x86_64") },
];

impl Platform {
    /// What this machine lacks to build for it.
    fn lacks(&self) -> Option<String> {
        if self.is_this_one() {
            return None;
        }
        if self.host.0 == "macos" && !cfg!(target_os = "macos") {
            return Some("it needs a Mac with Xcode, whose SDK and linker no other system has".to_owned());
        }
        if self.host.0 == "linux" {
            let linker = format!("{}-linux-gnu-gcc", self.host.1);
            let is_there =
                Command::new(&linker).arg("--version").output().is_ok_and(|said| said.status.success());
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

/// The agents for phones and for simulators.
struct Agents([PathBuf; 2]);

impl Agents {
    /// Those that were built before, in one folder; they are built without it.
    fn of(dylib: Option<&Path>) -> Result<Agents> {
        let places = [Target::Phone, Target::Simulator];
        let Some(dylib) = dylib else {
            return Ok(Agents([agent::build_for(places[0])?, agent::build_for(places[1])?]));
        };
        let other = dylib.with_file_name(Target::Simulator.file());
        ensure!(other.is_file(), "{} lies not beside {}", Target::Simulator.file(), dylib.display());
        Ok(Agents([dylib.to_owned(), other]))
    }

    /// Has `cargo rustc` put both into the program; nothing is to be added to the command after it.
    fn put_into(&self, build: &mut Command) -> Result<()> {
        let [agent, other] = &self.0;
        ensure!(agent.file_name().is_some_and(|name| name == AGENT), "{} is not {AGENT}", agent.display());
        let folder = other.canonicalize()?.parent().map(Path::to_owned).unwrap_or_default();
        build.env("LAUNCHGATE_AGENTS", folder).args(["--", "--cfg", "agents_inside"]);
        Ok(())
    }
}

/// Builds the archives of a platform, or of all that this machine can link, and what belongs to them.
pub(crate) fn release(platform: Option<&str>, dylib: Option<&Path>, repository: Option<&str>) -> Result<()> {
    let names = PLATFORMS.map(|one| one.name);
    let chosen: Vec<&Platform> =
        PLATFORMS.iter().filter(|one| platform.is_none_or(|name| name == one.name)).collect();
    ensure!(
        !chosen.is_empty(),
        "no platform {:?}; there are {}",
        platform.unwrap_or_default(),
        names.join(", ")
    );
    let repository = repository::find(repository)?;
    let agents = Agents::of(dylib)?;
    for agent in &agents.0 {
        println!("{}", agent::describe(agent)?);
    }
    for one in chosen {
        match one.lacks() {
            Some(lacks) if platform.is_none() => println!("{}: not built here: {lacks}", one.name),
            Some(lacks) => bail!("{}: {lacks}", one.name),
            None => println!("{}", archive(one, &agents, repository.as_deref())?.display()),
        }
    }
    repository::write(&workspace::target_dir().join("dist"), repository.as_deref(), &names)
}

/// Builds gate for a platform, packs it with the agents, and returns the archive.
///
/// All platforms of a release should hold the very same agents: those that were built before can be named.
fn archive(platform: &Platform, agents: &Agents, repository: Option<&str>) -> Result<PathBuf> {
    let version = format!("v{}", workspace::version()?);
    let mut build = workspace::cargo();
    build.args(["rustc", "--release", "--locked", "-p", "gate", "--bin", PROGRAM, "--features", "store"]);
    build.args(["--target", platform.target]);
    agents.put_into(&mut build)?;
    // A release has no debug information; names of functions stay, for the message of a crash.
    build.env("CARGO_PROFILE_RELEASE_DEBUG", "0").env("CARGO_PROFILE_RELEASE_STRIP", "debuginfo");
    let mut flags = remapped();
    if let Some(folder) = cpp_library(platform)? {
        // Swift's demangler is in C++, whose library not every machine has.
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
    // What `gate init` of this release writes into workflows. The commit that knows its checksums does not exist yet; its tag is known.
    if let Some(repository) = repository {
        build.env("LAUNCHGATE_ACTION", format!("{repository}/.github/action@{version}"));
    }
    workspace::run(&mut build)?;
    let program = workspace::target_dir().join(platform.target).join("release").join(PROGRAM);
    let dist = workspace::target_dir().join("dist");
    let archive = pack(&dist, platform, &program, agents)?;
    if platform.is_this_one() {
        try_out(&archive, agents)?;
    }
    Ok(archive)
}

/// Where C++'s library lies that is linked into a program for Linux; every macOS has its own.
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
    let agents = Agents::of(None)?;
    let dist = workspace::target_dir().join("dist/rehearsal");
    let stripped = dist.join("stripped");
    std::fs::create_dir_all(&dist)?;
    let mut build = workspace::cargo();
    build.args(["rustc", "--quiet", "-p", "gate", "--bin", PROGRAM]);
    agents.put_into(&mut build)?;
    workspace::run(&mut build)?;
    let built = workspace::target_dir().join("debug").join(PROGRAM);
    if cfg!(target_os = "macos") {
        std::fs::copy(&built, &stripped)?;
    } else {
        // Half a gigabyte otherwise, most of it for debuggers.
        workspace::run(Command::new("llvm-strip-19").arg("-o").arg(&stripped).arg(&built))?;
    }
    try_out(&pack(&dist, platform, &stripped, &agents)?, &agents)?;
    rebuild(&agents, &dist.join("copy"))?;
    repository::rehearse(&dist)
}

/// Builds both agents again in a copy of the repository elsewhere: everybody who does makes the very bytes that were released.
fn rebuild(agents: &Agents, copy: &Path) -> Result<()> {
    let _ = std::fs::remove_dir_all(copy);
    for path in workspace::files()? {
        let to = copy.join(&path);
        std::fs::create_dir_all(to.parent().unwrap_or(copy))?;
        std::fs::copy(workspace::root().join(&path), to).with_context(|| path.clone())?;
    }
    // Not `current_exe`: a build of xtask since it was started, as the tests' step makes one, took that file away.
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

/// The archive of a program, the agents, what it is made of and under which licences, with its checksum beside it.
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
    let mut sum = if cfg!(target_os = "macos") { Command::new("shasum") } else { Command::new("sha256sum") };
    if cfg!(target_os = "macos") {
        sum.args(["-a", "256"]);
    }
    let line = workspace::read(sum.current_dir(dist).arg(&archive))?;
    std::fs::write(dist.join(format!("{archive}.sha256")), &line)?;
    print!("{line}");
    Ok(dist.join(archive))
}

/// Unpacks the program of an archive alone and asks it who it is, and which agents it has inside.
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
    ensure!(version == expected, "{} says {version:?}, not {expected:?}", program.display());
    // It may find fault with drivers and devices; the agent's line is what counts.
    let doctor = Command::new(&program).arg("doctor").current_dir(&folder).output().context("gate doctor")?;
    let said = String::from_utf8_lossy(&doctor.stdout).into_owned();
    let agent = said.lines().find(|line| line.contains("agent: ")).unwrap_or_default();
    ensure!(
        agent.starts_with("ok ") && agent.contains("inside this gate"),
        "gate doctor of the archive says:\n{said}"
    );
    println!("{}: {expected}{agent}", archive.display());
    Ok(())
}
