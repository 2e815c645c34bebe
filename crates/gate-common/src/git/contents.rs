//! Contents of a repository by their names, by one process for all of them.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout};

use super::GitError;
use super::run::{Git, failed};

const COMMAND: [&str; 2] = ["cat-file", "--batch"];

/// Reads contents; the process is started by the first one and ends with this.
#[derive(Debug)]
pub struct Contents {
    git: Git,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    child: Child,
    /// Taken away at the end, by which the process ends.
    asked: Option<ChildStdin>,
    told: BufReader<ChildStdout>,
}

impl Contents {
    pub(super) fn of(git: Git) -> Contents {
        Contents { git, running: None }
    }

    /// The first bytes of a content, at most `limit`, and whether that is all of it.
    pub fn read(&mut self, name: &str, limit: usize) -> Result<(Vec<u8>, bool), GitError> {
        let running = match &mut self.running {
            Some(running) => running,
            None => self.running.insert(Running::start(&self.git)?),
        };
        let read = running.read(name, limit);
        read.map_err(|error| failed(&COMMAND, format!("cannot read {name}: {error}")))
    }
}

impl Running {
    fn start(git: &Git) -> Result<Running, GitError> {
        let mut child = git.start(&COMMAND)?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(asked), Some(told)) => {
                Ok(Running { child, asked: Some(asked), told: BufReader::new(told) })
            }
            _ => Err(failed(&COMMAND, "it has no input or output".to_owned())),
        }
    }

    /// It answers `NAME blob LENGTH`, this many bytes, and the end of a line.
    fn read(&mut self, name: &str, limit: usize) -> io::Result<(Vec<u8>, bool)> {
        let other = |text: &str| io::Error::other(text.to_owned());
        let asked = self.asked.as_mut().ok_or_else(|| other("it ended"))?;
        writeln!(asked, "{name}")?;
        asked.flush()?;
        let mut head = String::new();
        self.told.read_line(&mut head)?;
        let length = head.trim_end().rsplit_once(" blob ").and_then(|(_, length)| length.parse().ok());
        let length: usize = length.ok_or_else(|| other(head.trim_end()))?;
        let kept = length.min(limit);
        let mut content = Vec::new();
        (&mut self.told).take(kept as u64).read_to_end(&mut content)?;
        let rest = (length - kept) as u64 + 1;
        let skipped = io::copy(&mut (&mut self.told).take(rest), &mut io::sink())?;
        if content.len() < kept || skipped < rest {
            return Err(other("it ended early"));
        }
        Ok((content, kept == length))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.asked.take());
        let _ = self.child.wait();
    }
}
