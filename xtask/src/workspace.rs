//! Provides the repository's folder and files, and commands that run in it.
//!
//! Invariant: a command runs with the repository's root as its working directory.
//!
//! The repository is the one that contains the current folder. The current folder may be in a different copy of the repository than the
//! copy from which the program was compiled, so that a copied tree checks itself.

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::{Context as _, Result, bail};

static ROOT: OnceLock<PathBuf> = OnceLock::new();

/// Finds the repository and stores its path. `main` calls this function first, so that a wrong current folder causes an error and not a
/// panic.
pub(crate) fn enter() -> Result<()> {
    let here = std::env::current_dir().context("the current folder")?;
    let found = find(&here)?;
    // If a path is already stored, it is not changed, since a second call finds the same path.
    ROOT.get_or_init(|| found);
    Ok(())
}

/// Returns the repository's root.
pub(crate) fn root() -> &'static Path {
    // Unit tests do not run `main`, so the first access of a unit test finds the repository.
    if ROOT.get().is_none() {
        enter().expect("`main` enters the repository before anything else");
    }
    ROOT.get().expect("it was entered above")
}

/// Searches the folder `here` and the folders that contain it, and returns the nearest folder whose manifest is that of this workspace.
fn find(here: &Path) -> Result<PathBuf> {
    for folder in here.ancestors() {
        let manifest = folder.join("Cargo.toml");
        let Ok(text) = std::fs::read_to_string(&manifest) else { continue };
        let table: toml::Table = text.parse().with_context(|| manifest.display().to_string())?;
        let members = table.get("workspace").and_then(|workspace| workspace.get("members"));
        let mut members = members.and_then(toml::Value::as_array).into_iter().flatten();
        if members.any(|member| member.as_str() == Some("xtask")) {
            return Ok(folder.to_owned());
        }
    }
    bail!(
        "{}: neither this folder nor one above it has a Cargo.toml with the workspace member \"xtask\"; \
         change into a clone of the repository",
        here.display()
    )
}

/// Reads the workspace's manifest.
pub(crate) fn manifest() -> Result<toml::Table> {
    let path = root().join("Cargo.toml");
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    text.parse().with_context(|| path.display().to_string())
}

/// Reads the version that all crates of the workspace have.
pub(crate) fn version() -> Result<String> {
    let manifest = manifest()?;
    let version = manifest.get("workspace").and_then(|workspace| workspace.get("package")?.get("version"));
    let version = version.and_then(toml::Value::as_str);
    Ok(version.context("Cargo.toml has no workspace.package.version")?.to_owned())
}

/// Returns the folder of build output. The folder follows cargo's rule, except that cargo's configuration files are ignored.
pub(crate) fn target_dir() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |dir| root().join(dir))
}

/// Returns a command that runs cargo in the repository. The command uses the same cargo that started this program.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    hide_compiler_lines(&mut command);
    command
}

static IS_QUIET: AtomicBool = AtomicBool::new(false);

/// Makes all later cargo commands of this program hide the lines about compiled crates if stderr is a terminal.
pub(crate) fn quiet_cargo_on_terminal() {
    IS_QUIET.store(std::io::stderr().is_terminal(), Relaxed);
}

/// Makes a command of cargo hide the lines about compiled crates, if [`quiet_cargo_on_terminal`] requested this.
pub(crate) fn hide_compiler_lines(command: &mut Command) {
    if IS_QUIET.load(Relaxed) {
        command.env("CARGO_TERM_QUIET", "true");
    }
}

/// Returns a command that runs the gate's tests.
///
/// The command selects the whole workspace. For a single package, cargo would compile the gate and many dependencies again with a different
/// set of features.
pub(crate) fn gate_tests() -> Command {
    let mut command = cargo();
    command.args(["test", "--workspace", "--test", "gate"]);
    command
}

/// Builds the gate and its tests, and returns the path of the gate.
pub(crate) fn gate() -> Result<PathBuf> {
    run(gate_tests().args(["--quiet", "--no-run"]))?;
    Ok(target_dir().join("debug/gate"))
}

/// Returns a command that runs git in the repository.
pub(crate) fn git() -> Command {
    let mut command = Command::new("git");
    command.current_dir(root());
    command
}

/// Returns the paths of the repository's files, including files that are not yet added to git.
pub(crate) fn files() -> Result<Vec<String>> {
    let list = read(git().args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]))?;
    // Symbolic links are excluded, since they may point anywhere. Deleted files are excluded too, since git lists them until the deletion
    // is committed.
    let is_file = |path: &&str| root().join(path).symlink_metadata().is_ok_and(|data| data.is_file());
    Ok(list.split('\0').filter(|path| !path.is_empty()).filter(is_file).map(str::to_owned).collect())
}

/// Formats a command for messages as a person would type it.
pub(crate) fn shown(command: &Command) -> String {
    let mut text = String::new();
    for word in std::iter::once(command.get_program()).chain(command.get_args()) {
        let word = word.to_string_lossy();
        let word = if text.is_empty() { word.rsplit('/').next().unwrap_or(&word) } else { &word };
        if !text.is_empty() {
            text.push(' ');
        }
        if word.is_empty() || word.contains([' ', '*', '\'']) {
            text.push_str(&format!("{word:?}"));
        } else {
            text.push_str(word);
        }
    }
    text
}

/// Runs a command with this program's input and output. An error contains the command.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("could not start `{}`", shown(command)))?;
    if !status.success() {
        bail!("`{}` failed ({status})", shown(command));
    }
    Ok(())
}

/// Runs a command and returns its standard output. An error contains the standard error of the command.
pub(crate) fn read(command: &mut Command) -> Result<String> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("could not start `{}`", shown(command)))?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        bail!("`{}` failed ({})\n{}", shown(command), output.status, errors.trim_end());
    }
    String::from_utf8(output.stdout).with_context(|| format!("`{}` printed no UTF-8", shown(command)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_contains_the_workspace() {
        assert!(root().join("Cargo.toml").is_file() && root().join("agent").is_dir());
        let compiled_in = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert_eq!(root().join("xtask").canonicalize().unwrap(), compiled_in.canonicalize().unwrap());
        assert_eq!(version().unwrap(), env!("CARGO_PKG_VERSION"));
    }

    #[test]
    fn the_repository_is_found_from_each_of_its_folders() {
        let place = std::env::temp_dir().join(format!("xtask-find-{}", std::process::id()));
        let (inner, fuzz) = (place.join("gate/src"), place.join("trace/fuzz"));
        std::fs::create_dir_all(&inner).unwrap();
        std::fs::create_dir_all(&fuzz).unwrap();
        let write = |path: &str, text: &str| std::fs::write(place.join(path), text).unwrap();
        write("gate/Cargo.toml", "[package]\nname = \"gate\"\n");
        // A separate workspace inside the repository is not the repository.
        write("trace/fuzz/Cargo.toml", "[workspace]\nmembers = [\"other\"]\n");
        let error = find(&inner).unwrap_err().to_string();
        assert!(error.contains("gate/src: neither this folder"), "{error}");
        write("Cargo.toml", "[workspace]\nmembers = [\"gate\", \"xtask\"]\n");
        let found = [&inner, &fuzz, &place].map(|from| find(from).unwrap());
        write("gate/Cargo.toml", "no manifest");
        let error = format!("{:#}", find(&inner).unwrap_err());
        std::fs::remove_dir_all(&place).unwrap();
        assert_eq!(found, [&place, &place, &place].map(Clone::clone));
        assert!(error.contains("gate/Cargo.toml: "), "{error}");
    }

    #[test]
    fn the_error_of_a_failed_command_contains_the_command_and_its_standard_error() {
        let error = read(Command::new("sh").args(["-c", "echo broken >&2; exit 3"])).unwrap_err().to_string();
        assert!(error.contains("sh -c") && error.contains("broken"), "{error}");
    }
}
