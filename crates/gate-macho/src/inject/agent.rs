//! The agent's dylib: a file, or what this program has inside.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Where an agent's bytes come from.
#[derive(Debug, Clone)]
pub enum AgentFile {
    At(PathBuf),
    /// Its name, and its bytes in this program.
    Inside(&'static str, &'static [u8]),
}

impl AgentFile {
    /// The file, or the name of the one inside.
    pub fn path(&self) -> &Path {
        match self {
            AgentFile::At(path) => path,
            AgentFile::Inside(name, _) => Path::new(name),
        }
    }

    pub fn bytes(&self) -> io::Result<Cow<'static, [u8]>> {
        match self {
            AgentFile::At(path) => fs::read(path).map(Cow::Owned),
            AgentFile::Inside(_, bytes) => Ok(Cow::Borrowed(bytes)),
        }
    }
}
