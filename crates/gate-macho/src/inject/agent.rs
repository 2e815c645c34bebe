//! Provides the agent's dylib, which is either a file or embedded in this program.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The source of the agent's bytes: a file, or the bytes that are embedded in this program.
#[derive(Debug, Clone)]
pub enum AgentFile {
    At(PathBuf),
    /// The name of the dylib, and its bytes, which are embedded in this program.
    Inside(&'static str, &'static [u8]),
}

impl AgentFile {
    /// Returns the path of the file, or the name of the embedded dylib.
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
