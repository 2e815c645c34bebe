//! Reads file contents from a repository by their object names, with a single git process.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout};

use super::GitError;
use super::run::{Git, command_error};

const COMMAND: [&str; 2] = ["cat-file", "--batch"];

/// A process of git that reads the contents of files in commits. The git process starts with the first read and ends when the value is
/// dropped.
#[derive(Debug)]
pub struct ContentReader {
    git: Git,
    running: Option<GitProcess>,
}

#[derive(Debug)]
struct GitProcess {
    child: Child,
    /// The input of the process; dropping it ends the process.
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl ContentReader {
    pub(super) fn new(git: Git) -> ContentReader {
        ContentReader { git, running: None }
    }

    /// Reads the first bytes of a file's content, at most `limit`. The function also returns whether the returned bytes are the whole
    /// content.
    pub fn read(&mut self, name: &str, limit: usize) -> Result<(Vec<u8>, bool), GitError> {
        let running = match &mut self.running {
            Some(running) => running,
            None => self.running.insert(GitProcess::start(&self.git)?),
        };
        let read = running.read(name, limit);
        read.map_err(|error| command_error(&COMMAND, format!("cannot read {name}: {error}")))
    }
}

impl GitProcess {
    fn start(git: &Git) -> Result<GitProcess, GitError> {
        let mut child = git.start(&COMMAND)?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(input), Some(output)) => {
                Ok(GitProcess { child, input: Some(input), output: BufReader::new(output) })
            }
            _ => Err(command_error(&COMMAND, "it has no input or output".to_owned())),
        }
    }

    /// Reads an answer of the git process. An answer is `NAME blob LENGTH`, followed by LENGTH bytes and a line end.
    fn read(&mut self, name: &str, limit: usize) -> io::Result<(Vec<u8>, bool)> {
        let other = |text: &str| io::Error::other(text.to_owned());
        let input = self.input.as_mut().ok_or_else(|| other("it ended"))?;
        writeln!(input, "{name}")?;
        input.flush()?;
        let mut head = String::new();
        self.output.read_line(&mut head)?;
        let length = head.trim_end().rsplit_once(" blob ").and_then(|(_, length)| length.parse().ok());
        let length: usize = length.ok_or_else(|| other(head.trim_end()))?;
        let kept = length.min(limit);
        let mut content = Vec::new();
        (&mut self.output).take(kept as u64).read_to_end(&mut content)?;
        let rest = (length - kept) as u64 + 1;
        let skipped = io::copy(&mut (&mut self.output).take(rest), &mut io::sink())?;
        if content.len() < kept || skipped < rest {
            return Err(other("it ended early"));
        }
        Ok((content, kept == length))
    }
}

impl Drop for GitProcess {
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.child.wait();
    }
}
