//! Where the repository is and how its cargo is called. Owns every path that the other modules name.
//!
//! Invariant: a command runs with the repository as its working directory, and nothing here depends on where `cargo xtask` was typed.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};

/// The repository's root, which is the folder above this crate's.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate lies in a folder of the workspace")
}

/// The folder of build output: cargo's own rule, without its configuration files.
pub(crate) fn target_dir() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |dir| root().join(dir))
}

/// The cargo that started this program, run in the repository.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// git, run in the repository.
pub(crate) fn git() -> Command {
    let mut command = Command::new("git");
    command.current_dir(root());
    command
}

/// A command as a person would type it, for messages.
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

/// Runs to the end with the terminal's own streams; a failure names the command.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("could not start `{}`", shown(command)))?;
    if !status.success() {
        bail!("`{}` failed ({status})", shown(command));
    }
    Ok(())
}

/// Runs to the end and returns what it printed; a failure shows what it said on stderr.
pub(crate) fn read(command: &mut Command) -> Result<String> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("could not start `{}`", shown(command)))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        bail!("`{}` failed ({})\n{}", shown(command), output.status, said.trim_end());
    }
    String::from_utf8(output.stdout).with_context(|| format!("`{}` printed no UTF-8", shown(command)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn root_holds_the_workspace() {
        assert!(root().join("Cargo.toml").is_file() && root().join("agent").is_dir());
    }

    #[test]
    fn failure_names_the_command_and_what_it_said() {
        let error = read(Command::new("sh").args(["-c", "echo broken >&2; exit 3"])).unwrap_err().to_string();
        assert!(error.contains("sh -c") && error.contains("broken"), "{error}");
    }
}
