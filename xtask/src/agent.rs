//! `cargo xtask agent`: builds the dylib for arm64 iOS, and then checks the file.
//!
//! The linker flags are in this file and not in `.cargo/config.toml`; otherwise an ordinary `cargo build` would need a linker for Apple's
//! systems. Invariant: a file that `build` returns has passed every check of [`inspect`].

mod inspect;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::{ios, workspace};

/// The install name with which the agent is built. An app with the agent contains this name in a load command.
pub(crate) const INSTALL_NAME: &str = "@rpath/liblaunchgate.dylib";

/// The install name of the agent as a framework, which an app links.
pub(crate) const FRAMEWORK_INSTALL_NAME: &str = "@rpath/LaunchGate.framework/LaunchGate";

/// The oldest version of iOS that the agent supports. The dyld of this version is the first one that binds chained pointers.
const OLDEST_IOS: &str = "13.4";

/// The kind of device for which an agent is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Phone,
    /// A simulator on a Mac with Apple silicon.
    Simulator,
}

impl Target {
    /// Returns the name of the agent's file in a release.
    pub(crate) fn file(self) -> &'static str {
        match self {
            Target::Phone => "liblaunchgate.dylib",
            Target::Simulator => "liblaunchgate-simulator.dylib",
        }
    }
}

/// Builds the agent for phones, checks it and returns its path.
pub(crate) fn build() -> Result<PathBuf> {
    build_for(Target::Phone)
}

/// Builds the agent for phones or for simulators, checks it and returns its path.
///
/// The agents for phones and for simulators have the same code and the same instruction set. A Mac compiles with Rust's own target for
/// simulators. Other machines do not have this target, so they link the objects for phones into an agent for simulators. The linker writes
/// the platform into the file, and the agent's code does not depend on the platform.
pub(crate) fn build_for(kind: Target) -> Result<PathBuf> {
    // The agent for simulators has a separate folder. If both agents had the same folder, cargo would compile each agent again after it
    // compiled the other agent.
    let folder = (kind == Target::Simulator).then_some("simulator");
    build_as(kind, folder, &[], kind.file(), INSTALL_NAME)
}

/// Builds the agent with the install name of a framework, checks it and returns its path.
pub(crate) fn build_framework(kind: Target) -> Result<PathBuf> {
    let folder = if kind == Target::Simulator { "framework-simulator" } else { "framework" };
    build_as(kind, Some(folder), &[], &format!("{folder}.dylib"), FRAMEWORK_INSTALL_NAME)
}

/// Builds an agent for phones without the code that samples call stacks, in a separate folder.
pub(crate) fn build_without_sampler() -> Result<PathBuf> {
    build_as(
        Target::Phone,
        Some("without-sampler"),
        &["--no-default-features"],
        "without-sampler.dylib",
        INSTALL_NAME,
    )
}

fn build_as(
    kind: Target,
    own_folder: Option<&str>,
    features: &[&str],
    name: &str,
    install_name: &str,
) -> Result<PathBuf> {
    let is_simulator = kind == Target::Simulator;
    let target = if is_simulator && cfg!(target_os = "macos") { ios::SIMULATOR } else { ios::TARGET };
    let mut command = ios::cargo("rustc")?;
    command.args(["--package", "agent", "--lib", "--crate-type", "cdylib", "--profile", "agent"]);
    command.args(features).args(["--target", target]);
    let folder = workspace::target_dir().join("agent");
    let mut built = workspace::target_dir();
    if let Some(own_folder) = own_folder {
        built.push(own_folder);
        command.arg("--target-dir").arg(&built);
    }
    command.arg("--");
    let linker =
        (is_simulator && !cfg!(target_os = "macos")).then(|| linker_for_simulators(&folder)).transpose()?;
    link_flags(&mut command, linker.as_deref(), install_name);
    workspace::run(&mut command)?;
    let place = folder.join(name);
    put(&built.join(target).join("agent/liblaunchgate.dylib"), &place)?;
    inspect::check(&place, kind, install_name)?;
    Ok(place)
}

/// Writes a script that calls the linker for simulators, which require a signature, and returns the script's
/// path.
///
/// The script replaces the platform that rustc passes for its own target, since the linker accepts only one
/// platform.
fn linker_for_simulators(folder: &Path) -> Result<PathBuf> {
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let path = folder.join("link-for-simulators.sh");
    let text = format!(
        "#!/bin/sh\n\
         before=\n\
         for word do\n\
         \x20 shift\n\
         \x20 [ \"$before\" = -platform_version ] && word=ios-simulator\n\
         \x20 before=$word\n\
         \x20 set -- \"$@\" \"$word\"\n\
         done\n\
         exec {} \"$@\" -adhoc_codesign\n",
        ios::linker()
    );
    if std::fs::read_to_string(&path).is_ok_and(|there| there == text) {
        return Ok(path);
    }
    std::fs::write(&path, text).with_context(|| path.display().to_string())?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755))?;
    }
    Ok(path)
}

/// Describes the agent at `path` in a readable form.
pub(crate) fn describe(path: &Path) -> Result<String> {
    Ok(inspect::read(path)?.to_string())
}

/// Reads the UUID of an agent, in the form of `gate --version`.
pub(crate) fn uuid(path: &Path) -> Result<String> {
    inspect::uuid(path)
}

/// Linker flags that move constants into `__DATA_CONST`, whose page has free space. In `__TEXT` the constants would need an additional
/// page.
const MOVED: [&str; 5] = ["-rename_section", "__TEXT", "__const", "__DATA_CONST", "__const"];

fn link_flags(command: &mut Command, linker: Option<&Path>, install_name: &str) {
    command.env("IPHONEOS_DEPLOYMENT_TARGET", OLDEST_IOS);
    if cfg!(target_os = "macos") {
        // On a Mac, Xcode's clang links with the SDK of Xcode.
        command.args(["-C", &format!("link-arg=-Wl,-install_name,{install_name},-fixup_chains,-S")]);
        command.args(["-C", &format!("link-arg=-Wl,{}", MOVED.join(","))]);
        return;
    }
    // `ld64.lld` is the stable name of the linker flavour `darwin-lld`. rustc itself passes `-dead_strip` and the list of exports.
    command.env("SDKROOT", workspace::root().join("xtask/sdk"));
    let linker = linker.map_or_else(|| ios::linker().to_owned(), |linker| linker.display().to_string());
    command.args(["-C", &format!("linker={linker}")]);
    command.args(["-C", "linker-flavor=ld64.lld"]);
    command.args(["-C", "link-arg=-install_name", "-C", &format!("link-arg={install_name}")]);
    command.args(["-C", "link-arg=-fatal_warnings"]);
    // With this flag, dyld binds all pointers when it loads the agent. For a lazy pointer, dyld would take a lock at the first call, and
    // the main thread may hold this lock while it is suspended for a sample.
    command.args(["-C", "link-arg=-fixup_chains"]);
    // With this flag, the file contains no paths of object files, so every clone builds the same bytes.
    command.args(["-C", "link-arg=-S"]);
    for word in MOVED {
        command.args(["-C", &format!("link-arg={word}")]);
    }
    // Symbol names are a seventh of the file, so most of them are removed. Profilers and tests need only the names of the hooks and of
    // functions that run once.
    let symbols = workspace::root().join("xtask/src/agent/symbols.txt");
    command.args(["-C", "link-arg=-non_global_symbols_no_strip_list"]);
    command.args(["-C", &format!("link-arg={}", symbols.display())]);
    // Without this flag, the code would begin on a new page, so that the App Store can encrypt it. The agent is never in the App Store.
    command.args(["-C", "link-arg=-no_encryption"]);
}

/// Copies a file atomically, since an emulated phone may be reading the old file.
fn put(from: &Path, to: &Path) -> Result<()> {
    let dir = to.parent().expect("the place was joined from a folder");
    std::fs::create_dir_all(dir).with_context(|| dir.display().to_string())?;
    let fresh = dir.join(format!(".liblaunchgate.{}", std::process::id()));
    std::fs::copy(from, &fresh).with_context(|| format!("copy {} to {}", from.display(), fresh.display()))?;
    std::fs::rename(&fresh, to).with_context(|| format!("rename to {}", to.display()))
}
