//! Runs git without prompts. Errors contain the command's name, and no secrets.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use thiserror::Error;
use xshell::{Shell, cmd};

/// An error of running git.
#[derive(Debug, Error)]
pub enum GitError {
    /// Git is not installed or cannot be started.
    #[error("cannot start git: {0}; install it, or put it on PATH")]
    Start(String),
    /// Git ended with an error.
    #[error("git {command}: {said}")]
    Failed {
        /// The subcommand of git.
        command: String,
        /// The output of the command.
        said: String,
    },
    /// The name does not denote a commit.
    #[error("commit {name:?} not found; fetch it first")]
    Unknown { name: String },
    /// The history is incomplete.
    #[error(
        "this is a shallow clone, so the baselines of this commit cannot be found; fetch the history (actions/checkout: `fetch-depth: 0`; GitLab: `GIT_DEPTH: 0`; by hand: `git fetch --unshallow`)"
    )]
    Shallow,
    /// The temporary folder cannot be created.
    #[error("cannot make a temporary folder: {source}")]
    Folder { source: io::Error },
    /// The path cannot be an argument of git.
    #[error("{path:?} is not UTF-8")]
    Path { path: PathBuf },
}

/// Git, which runs in a folder.
#[derive(Clone, Debug)]
pub(super) struct Git {
    folder: PathBuf,
    /// The index file that git uses; `None` for the index of the checkout.
    index: Option<PathBuf>,
}

/// The committer that is used if git has no configured name.
const FALLBACK_IDENTITY: [&str; 4] =
    ["-c", "user.name=launchgate", "-c", "user.email=launchgate@noreply.invalid"];

impl Git {
    pub(super) fn in_folder(folder: &Path) -> Git {
        Git { folder: folder.to_owned(), index: None }
    }

    /// Returns a `Git` for the same repository that uses a separate index.
    pub(super) fn with_index(&self, index: &Path) -> Git {
        Git { folder: self.folder.clone(), index: Some(index.to_owned()) }
    }

    /// Runs a git command and returns its output without the last line end.
    pub(super) fn run(&self, arguments: &[&str]) -> Result<String, GitError> {
        let bytes = self.output_bytes(arguments)?;
        let text = String::from_utf8(bytes)
            .map_err(|_| command_error(arguments, "its output is not UTF-8".to_owned()))?;
        Ok(text.strip_suffix('\n').map(str::to_owned).unwrap_or(text))
    }

    /// Runs a command for which git needs a committer.
    pub(super) fn run_as_committer(&self, arguments: &[&str]) -> Result<String, GitError> {
        let is_known =
            self.succeeds(&["config", "user.email"])? || std::env::var_os("GIT_COMMITTER_EMAIL").is_some();
        let named = if is_known { &[][..] } else { &FALLBACK_IDENTITY[..] };
        self.run(&[named, arguments].concat())
    }

    /// Returns whether a command succeeds.
    pub(super) fn succeeds(&self, arguments: &[&str]) -> Result<bool, GitError> {
        Ok(self.output(arguments, Vec::new())?.status.success())
    }

    /// Runs a git command and returns its output unchanged.
    pub(super) fn output_bytes(&self, arguments: &[&str]) -> Result<Vec<u8>, GitError> {
        self.run_with_input(arguments, Vec::new())
    }

    /// Runs a git command with `input` as its input, and returns its output.
    pub(super) fn run_with_input(&self, arguments: &[&str], input: Vec<u8>) -> Result<Vec<u8>, GitError> {
        let output = self.output(arguments, input)?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        let said = String::from_utf8_lossy(&output.stderr);
        // A message must have a single line.
        let lines: Vec<&str> = said.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        Err(command_error(arguments, without_secrets(&lines.join(" "))))
    }

    /// Starts a git command with pipes for its input and output.
    pub(super) fn start(&self, arguments: &[&str]) -> Result<Child, GitError> {
        let mut git = Command::new("git");
        git.args(arguments).current_dir(&self.folder).env("GIT_TERMINAL_PROMPT", "0").env("LC_ALL", "C");
        git.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        git.spawn().map_err(|error| GitError::Start(error.to_string()))
    }

    fn output(&self, arguments: &[&str], input: Vec<u8>) -> Result<std::process::Output, GitError> {
        let start = |error: xshell::Error| GitError::Start(error.to_string());
        let shell = Shell::new().map_err(start)?;
        shell.change_dir(&self.folder);
        // In a pipeline, a prompt for a password would wait forever.
        let mut git = cmd!(shell, "git {arguments...}").env("GIT_TERMINAL_PROMPT", "0").env("LC_ALL", "C");
        if let Some(index) = &self.index {
            git = git.env("GIT_INDEX_FILE", index);
        }
        git.stdin(input).quiet().ignore_status().output().map_err(start)
    }
}

pub(super) fn command_error(arguments: &[&str], said: String) -> GitError {
    let command = arguments.iter().find(|word| !word.starts_with('-') && !word.contains('=')).unwrap_or(&"");
    GitError::Failed { command: (*command).to_owned(), said }
}

/// Removes the text before `@` from addresses, since the text may contain a token.
fn without_secrets(text: &str) -> String {
    let mut parts = text.split("://");
    let mut clean = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        clean.push_str("://");
        let end = part.find(['/', ' ', '\n', '\'', '"']).unwrap_or(part.len());
        let (address, rest) = part.split_at(end);
        match address.rsplit_once('@') {
            Some((_, host)) => clean.push_str(&format!("…@{host}")),
            None => clean.push_str(address),
        }
        clean.push_str(rest);
    }
    clean
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_in_addresses_are_removed_from_messages_of_git() {
        let said =
            "fatal: unable to access 'https://x-access-token:ghs_1@github.com/a/b/': 403, see https://u@h/";
        let clean = "fatal: unable to access 'https://…@github.com/a/b/': 403, see https://…@h/";
        assert_eq!(without_secrets(said), clean);
        assert_eq!(without_secrets("no address, me@there"), "no address, me@there");
    }

    #[test]
    fn an_error_of_git_names_the_command_without_its_options() {
        let error = command_error(&["-c", "user.name=x", "push", "--quiet"], String::new());
        assert!(matches!(error, GitError::Failed { command, .. } if command == "push"));
    }
}
